//! The game and the position that a command is about.

use std::fs;

use ludoteca_arena::{Record, Setup};
use ludoteca_games::find;
use ludoteca_words::{Text, text};

use crate::{
    args::GameArgs,
    console::{Failure, reason},
};

/// Begins the game that was asked for, at the position that was asked for.
pub fn begin(game: &GameArgs, position: Option<&str>) -> Result<Record, Failure> {
    let setup = setup(game)?;
    let Some(words) = position else { return Ok(Record::begin(setup)?) };
    let Some(file) = words.strip_prefix('@') else {
        return Ok(Record::begin(Setup { position: Some(words.to_owned()), ..setup })?);
    };
    let position = without_comments(&read(file)?);
    let record = Record::begin(Setup { position: Some(position), ..setup });
    Ok(record.map_err(|why| text!("cli-in-file", file = file, why = why))?)
}

/// The game and its options, once they are known to be right.
pub fn setup(game: &GameArgs) -> Result<Setup, Failure> {
    let options = &game.options.0;
    let pairs = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    find(game.game).and_then(|kind| kind.begin(pairs)).map_err(Failure::Usage)?;
    Ok(Setup { options: options.clone(), ..Setup::of(game.game) })
}

/// The text of a file that somebody named.
pub fn read(file: &str) -> Result<String, Text> {
    fs::read_to_string(file).map_err(|error| text!("cli-file", file = file, why = reason(&error)))
}

/// The text without the lines that begin with `#`, and without white space around it.
fn without_comments(words: &str) -> String {
    let lines: Vec<&str> = words.lines().filter(|line| !line.starts_with('#')).collect();
    lines.join("\n").trim().to_owned()
}

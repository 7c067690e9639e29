//! The game and the position that a command is about.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read},
    sync::Mutex,
};

use ludoteca_arena::{Record, Setup};
use ludoteca_formats::start_engine;
use ludoteca_games::find;
use ludoteca_players::{Supply, rules::MOST_BYTES};
use ludoteca_words::{Text, text};

use crate::{
    args::GameArgs,
    console::{Failure, reason},
};

/// Begins the game that was asked for, at the position that was asked for.
pub fn begin(game: &GameArgs, position: Option<&str>) -> Result<Record, Failure> {
    begin_at(setup(game)?, position)
}

/// Begins a game at the position that was asked for.
pub fn begin_at(setup: Setup, position: Option<&str>) -> Result<Record, Failure> {
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

/// The text of a file that a player text names: no larger than players take.
pub fn read_for_player(file: &str) -> Result<String, Text> {
    let failed = |error: &io::Error| text!("cli-file", file = file, why = reason(error));
    let mut bytes = Vec::new();
    let read = fs::File::open(file)
        .and_then(|opened| opened.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(&error))?;
    if bytes.len() > MOST_BYTES {
        return Err(text!("cli-file-too-large", file = file, most = MOST_BYTES));
    }
    String::from_utf8(bytes).map_err(|_| failed(&io::ErrorKind::InvalidData.into()))
}

/// Files as they were when they were first asked for, so that all games of a match read the same.
#[derive(Default)]
pub struct Files(Mutex<BTreeMap<String, Result<String, Text>>>);

impl Files {
    /// The text of a file that a player text names.
    pub fn read(&self, file: &str) -> Result<String, Text> {
        let mut known = self.0.lock().expect("no holder panics");
        known.entry(file.to_owned()).or_insert_with(|| read_for_player(file)).clone()
    }
}

/// What a player gets from the command line: its chance, its files, and other programs.
pub fn supply(seed: u64) -> Supply<'static> {
    Supply { seed, read_file: &read_for_player, engine: &start_engine }
}

/// The text without the lines that begin with `#`, and without white space around it.
fn without_comments(words: &str) -> String {
    let lines: Vec<&str> = words.lines().filter(|line| !line.starts_with('#')).collect();
    lines.join("\n").trim().to_owned()
}

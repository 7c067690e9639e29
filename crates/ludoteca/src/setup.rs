//! The game and the position that a command is about.

use std::{
    fs,
    io::{self, Read},
};

use ludoteca_arena::{Record, Setup};
use ludoteca_formats::{Format, files};
use ludoteca_games::{
    find,
    gdl::{RULES, limits},
};
use ludoteca_players::{Supply, rules::MOST_BYTES};
use ludoteca_protocols::start_engine;
use ludoteca_text::{Text, text};

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
    let record = from_file(setup, &read_bytes(file)?);
    Ok(record.map_err(|why| text!("cli-in-file", file = file, why = why))?)
}

/// The position at the end of a file: of a game in any format, or in the game's notation.
fn from_file(setup: Setup, bytes: &[u8]) -> Result<Record, Text> {
    let words = std::str::from_utf8(bytes).ok();
    // Bare columns are Connect Four's own notation.
    let bare = matches!(words.map(files::told), Some(None | Some(Format::C4)));
    if let (Some(words), true) = (words, bare) {
        let position = without_comments(words);
        return Record::begin(Setup { position: Some(position), ..setup });
    }
    let kept = ludoteca_formats::read(bytes)?;
    if kept.game() != setup.game {
        let game = Text::new(format!("game-{}", kept.game()));
        return Err(text!("cli-file-other-game", game = game));
    }
    for (name, given) in &setup.options {
        let value = kept.options().get(name).map(String::as_str).unwrap_or_default();
        if given != value {
            let given = given.as_str();
            let name = name.as_str();
            return Err(text!("cli-file-option", name = name, value = value, given = given));
        }
    }
    let plies = kept.plies();
    let position = match kept.board() {
        Some(board) => board.to_owned(),
        None => plies.join(" "),
    };
    let options = kept.options().clone();
    let mut record = Record::begin(Setup { options, position: Some(position), ..setup })?;
    // A board is followed by its plies; plies alone are in the record already.
    let played = record.plies().len();
    for ply in plies.iter().skip(played) {
        record.play(ply)?;
    }
    Ok(record)
}

/// The game and its options, once they are known to be right.
pub fn setup(game: &GameArgs) -> Result<Setup, Failure> {
    let mut options = game.options.0.clone();
    let name = game.game.name;
    if let Some(file) = &game.game.file {
        options.insert(RULES.to_owned(), read_description(file)?);
    }
    let pairs = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let begun = find(name).and_then(|kind| kind.begin(pairs));
    match &game.game.file {
        Some(file) => begun.map_err(|why| text!("cli-in-file", file = file.as_str(), why = why))?,
        None => begun.map_err(Failure::Usage)?,
    };
    Ok(Setup { options, ..Setup::of(name) })
}

/// The text of a file that describes a game: no larger than descriptions are.
pub fn read_description(file: &str) -> Result<String, Text> {
    read_at_most(file, limits::MOST_BYTES)
}

/// The text of a file that somebody named.
pub fn read(file: &str) -> Result<String, Text> {
    fs::read_to_string(file).map_err(|error| text!("cli-file", file = file, why = reason(&error)))
}

/// More than a game takes in any format.
pub const MOST_KEPT: u64 = files::MOST_BYTES as u64 + 1;

/// What is in a file that may hold a game; of one that is too large only enough to see that.
pub fn read_bytes(file: &str) -> Result<Vec<u8>, Text> {
    let failed = |error: io::Error| text!("cli-file", file = file, why = reason(&error));
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(failed)?;
    opened.take(MOST_KEPT).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The text of a file of rules: no larger than players take.
pub fn read_rules(file: &str) -> Result<String, Text> {
    read_at_most(file, MOST_BYTES)
}

fn read_at_most(file: &str, most: usize) -> Result<String, Text> {
    let bytes = read_all(file, most)?;
    let invalid =
        |_| text!("cli-file", file = file, why = reason(&io::ErrorKind::InvalidData.into()));
    String::from_utf8(bytes).map_err(invalid)
}

/// What is in a file of at most so many bytes.
fn read_all(file: &str, most: usize) -> Result<Vec<u8>, Text> {
    let mut bytes = Vec::new();
    let read = fs::File::open(file)
        .and_then(|opened| opened.take((most as u64).saturating_add(1)).read_to_end(&mut bytes));
    read.map_err(|error| text!("cli-file", file = file, why = reason(&error)))?;
    if bytes.len() > most {
        return Err(text!("cli-file-too-large", file = file, most = most));
    }
    Ok(bytes)
}

/// What a player gets from the command line: its chance, its files, and other programs.
pub fn supply(seed: u64) -> Supply<'static> {
    Supply {
        seed,
        read_file: &|file, most| Ok(read_all(file, most)?.into()),
        engine: &start_engine,
    }
}

/// The text without the lines that begin with `#`, and without white space around it.
fn without_comments(words: &str) -> String {
    let lines: Vec<&str> = words.lines().filter(|line| !line.starts_with('#')).collect();
    lines.join("\n").trim().to_owned()
}

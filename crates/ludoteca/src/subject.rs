//! The game and the position that a command is about.

use std::{
    fs,
    io::{self, Read},
};

use ludoteca_formats::{Format, files};
use ludoteca_games::{
    Game, GameTree, Hex, Start, TreeError,
    gdl::{RULES, limits},
};
use ludoteca_nets::Model;
use ludoteca_players::{Supply, rules::MOST_BYTES};
use ludoteca_protocols::start_engine;
use ludoteca_text::{Text, text};

use crate::{
    args::GameArgs,
    console::{Failure, reason},
};

/// Begins the game that was asked for, at the position that was asked for.
pub fn begin(game: &GameArgs, position: Option<&str>) -> Result<GameTree, Failure> {
    begin_at(start(game)?, position)
}

/// Begins a game at the position that was asked for.
pub fn begin_at(start: Start, position: Option<&str>) -> Result<GameTree, Failure> {
    let Some(words) = position else { return Ok(GameTree::begin(start)?) };
    let Some(file) = words.strip_prefix('@') else {
        return Ok(GameTree::begin(start.at(words))?);
    };
    let game = from_file(start, &read_bytes(file)?);
    Ok(game.map_err(|why| text!("cli-in-file", file = file, why = why))?)
}

/// The game in a file, at its end: of any format, or in the game's notation.
fn from_file(start: Start, bytes: &[u8]) -> Result<GameTree, Text> {
    let words = std::str::from_utf8(bytes).ok();
    // Bare columns are Connect Four's own notation.
    let bare = matches!(words.map(files::told), Some(None | Some(Format::C4)));
    if let (Some(words), true) = (words, bare) {
        return Ok(GameTree::begin(start.at(without_comments(words)))?);
    }
    let mut tree = ludoteca_formats::read(bytes)?;
    if tree.game() != start.game {
        let game = Text::new(format!("game-{}", tree.game()));
        return Err(text!("cli-file-other-game", game = game));
    }
    let options = tree.options();
    for (name, given) in &start.options {
        let value = options.get(name).map(String::as_str).unwrap_or_default();
        if given != value {
            let given = given.as_str();
            let name = name.as_str();
            return Err(text!("cli-file-option", name = name, value = value, given = given));
        }
    }
    // Somebody wants to go on from here, whoever gave up.
    tree.go_on();
    Ok(tree)
}

/// The game and its options, once they are known to be right.
pub fn start(game: &GameArgs) -> Result<Start, Failure> {
    let mut options = game.options.0.clone();
    let name = game.game.name;
    if let Some(file) = &game.game.file {
        // The only option of a described game is its description, which was given by the file.
        if let Some(key) = options.keys().next() {
            let none = text!("key-unknown-none", whose = name, key = key.as_str());
            return Err(Failure::Usage(none));
        }
        options.insert(RULES.to_owned(), read_description(file)?);
    }
    if name == Hex::NAME
        && let Some(size) = options.get_mut("size")
        && let Some((columns, rows)) = size.split_once(['x', 'X', '×', ':'])
        && let (Ok(columns), Ok(rows)) = (columns.parse::<u32>(), rows.parse::<u32>())
    {
        if columns != rows {
            return Err(Failure::Usage(text!("hex-unequal", columns = columns, rows = rows)));
        }
        *size = columns.to_string();
    }
    let start = Start { options, ..Start::of(name) };
    let begun = start.usual();
    match &game.game.file {
        Some(file) => begun.map_err(|why| text!("cli-in-file", file = file.as_str(), why = why))?,
        None => begun.map_err(Failure::Usage)?,
    };
    Ok(start)
}

/// The text of a file that describes a game: no larger than descriptions are.
pub fn read_description(file: &str) -> Result<String, Text> {
    read_at_most(file, limits::MOST_BYTES)
}

/// The text of a file that somebody named.
pub fn read(file: &str) -> Result<String, Text> {
    read_at_most(file, files::MOST_BYTES)
}

/// More than a game takes in any format.
pub const MOST_KEPT: u64 = files::MOST_BYTES as u64 + 1;

/// Whether what stands where a file would is a link with a game in it.
pub fn is_link(file: &str) -> bool {
    file.contains("hexworld.org/board")
}

/// What may hold games: a file, or a link, or what comes on standard input.
pub fn read_whole(file: &str) -> Result<Vec<u8>, Text> {
    if is_link(file) {
        return Ok(file.into());
    }
    if file != "-" {
        return read_bytes(file);
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(MOST_KEPT).read_to_end(&mut bytes);
    read.map_err(|error| text!("cli-input", why = reason(&error)))?;
    Ok(bytes)
}

/// What is in a file that may hold a game; of one that is too large only enough to see that.
pub fn read_bytes(file: &str) -> Result<Vec<u8>, Text> {
    let failed = |error: io::Error| text!("cli-file", file = file, why = reason(&error));
    let mut bytes = Vec::new();
    let opened = fs::File::open(file).map_err(failed)?;
    opened.take(MOST_KEPT).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The first game of a file, in whatever format.
pub fn load_game(file: &str) -> Result<GameTree, Text> {
    let read = read_bytes(file)?;
    let game = ludoteca_formats::read(&read);
    game.map_err(|why| text!("cli-in-file", file = file, why = why))
}

/// The games that a file's positions begin, one a line, each of which goes on.
pub fn openings(file: &str, start: &Start) -> Result<Vec<GameTree>, Text> {
    let mut openings = Vec::new();
    for (number, line) in read(file)?.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong =
            |why: TreeError| text!("cli-in-line", file = file, line = number + 1, why = why);
        let game = GameTree::begin(start.clone().at(line)).map_err(wrong)?;
        if game.ended().is_some() {
            return Err(wrong(TreeError::Over));
        }
        openings.push(game);
    }
    if openings.is_empty() { Err(text!("cli-file-empty", file = file)) } else { Ok(openings) }
}

/// The bytes of a file of a net.
pub fn read_net(file: &str) -> Result<Vec<u8>, Text> {
    read_all(file, Model::LARGEST_FILE)
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

//! A game as a file: the format is the one its name ends with, and otherwise a text with the command
//! that goes on with the game, and its moves.

use std::{fs, io::ErrorKind};

use ludoteca_formats::Format;
use ludoteca_games::{GameTree, Side};
use ludoteca_players::HUMAN;
use ludoteca_text::{Text, text};

use crate::console::reason;

/// How a text of ours begins.
const MARK: &str = "# ludoteca ";
/// What an SGF file of ours says of itself.
const SIGN: &str = "AP[Ludoteca:";

/// Writes the game, so that `--position @FILE` reads it back at the position shown; what comes after
/// it is written beside it where the format has a place for that. A file that
/// is not a game of ours is left alone.
pub fn save(record: &GameTree, players: [&str; 2], file: &str) -> Result<(), Text> {
    if file.is_empty() {
        return Err(text!("cli-play-save-where"));
    }
    let format = Format::of_file(file).filter(|format| *format != Format::Text);
    let written = match format {
        Some(format) => format.write(&kept(record, players))?,
        None if Format::Text.serves(record.game()) => {
            command_and_moves(record, players, file)?.into()
        }
        // The error says which formats there are.
        None => Format::Text.write(&kept(record, players))?,
    };
    match fs::read(file) {
        Ok(old) if !is_ours(&old, format) => return Err(text!("cli-play-save-other", file = file)),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(text!("cli-file", file = file, why = reason(&error)));
        }
        _ => {}
    }
    fs::write(file, written).map_err(|error| text!("cli-file", file = file, why = reason(&error)))
}

/// Whether a file may be written over.
fn is_ours(old: &[u8], format: Option<Format>) -> bool {
    let signed = || old.windows(SIGN.len()).any(|part| part == SIGN.as_bytes());
    match format {
        _ if old.is_empty() => true,
        Some(Format::Sgf) => signed(),
        // Nobody else writes these.
        Some(Format::Xml | Format::Json) => ludoteca_formats::read(old).is_ok(),
        _ => old.starts_with(MARK.as_bytes()),
    }
}

/// The game with those who play it by name.
fn kept(record: &GameTree, players: [&str; 2]) -> GameTree {
    let mut kept = record.clone();
    kept.stop(kept.cursor());
    for (side, player) in Side::BOTH.into_iter().zip(players).filter(|(_, name)| *name != HUMAN) {
        kept.name_player(side, player);
    }
    kept
}

fn command_and_moves(record: &GameTree, players: [&str; 2], file: &str) -> Result<String, Text> {
    let moves = record.line().plies().join(" ");
    if !reads_back(record, &moves) {
        return Err(text!("cli-play-save-board"));
    }
    let mut command = format!("{MARK}play {}", record.game());
    for (option, value) in &record.start().options {
        command += &format!(" --{option} {}", quoted(value));
    }
    let [first, second] = players.map(quoted);
    command +=
        &format!(" --first {first} --second {second} --position {}", quoted(&format!("@{file}")));
    let command = command.replace('\n', " ");
    Ok(format!("{command}\n{moves}\n"))
}

/// Whether the moves alone lead to the position, which is not so after a board that was set up.
fn reads_back(record: &GameTree, moves: &str) -> bool {
    let start = record.start().clone().at(moves);
    GameTree::begin(start).is_ok_and(|again| again.position().key() == record.position().key())
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./@".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

//! A game as a text file: the command that goes on with it, and its moves.

use std::{fs, io::ErrorKind};

use ludoteca_arena::{Record, Setup};
use ludoteca_words::{Text, text};

use crate::console::reason;

/// How a file of ours begins.
const MARK: &str = "# ludoteca ";

/// Writes the game up to the position shown, so that `--position @FILE` reads it back. A file that
/// is not a game of ours is left alone.
pub fn save(record: &Record, players: [&str; 2], file: &str) -> Result<(), Text> {
    if file.is_empty() {
        return Err(text!("cli-play-save-where"));
    }
    let moves: Vec<&str> = record.plies().take(record.at()).collect();
    let moves = moves.join(" ");
    if !reads_back(record, &moves) {
        return Err(text!("cli-play-save-board"));
    }
    match fs::read(file) {
        Ok(old) if !old.is_empty() && !old.starts_with(MARK.as_bytes()) => {
            return Err(text!("cli-play-save-other", file = file));
        }
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(text!("cli-file", file = file, why = reason(&error)));
        }
        _ => {}
    }
    let mut command = format!("{MARK}play {}", record.setup().game);
    for (option, value) in &record.setup().options {
        command += &format!(" --{option} {}", quoted(value));
    }
    let [first, second] = players.map(quoted);
    command +=
        &format!(" --first {first} --second {second} --position {}", quoted(&format!("@{file}")));
    let command = command.replace('\n', " ");
    fs::write(file, format!("{command}\n{moves}\n"))
        .map_err(|error| text!("cli-file", file = file, why = reason(&error)))
}

/// Whether the moves alone lead to the position, which is not so after a board that was set up.
fn reads_back(record: &Record, moves: &str) -> bool {
    let setup = Setup { position: Some(moves.to_owned()), ..record.setup().clone() };
    Record::begin(setup).is_ok_and(|again| again.position().key() == record.position().key())
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

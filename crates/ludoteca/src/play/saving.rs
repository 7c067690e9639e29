//! A game as a file: the format is the one its name ends with, and otherwise a text with the command
//! that goes on with the game, and its moves.

use std::{fs, io::ErrorKind};

use ludoteca_arena::{Loss, Record, Setup};
use ludoteca_formats::{Format, Reason, Record as Kept};
use ludoteca_games::Side;
use ludoteca_players::HUMAN;
use ludoteca_text::{Text, text};

use crate::console::reason;

/// How a text of ours begins.
const MARK: &str = "# ludoteca ";
/// What an SGF file of ours says of itself.
const SIGN: &str = "AP[Ludoteca:";

/// Writes the game up to the position shown, so that `--position @FILE` reads it back. A file that
/// is not a game of ours is left alone.
pub fn save(record: &Record, players: [&str; 2], file: &str) -> Result<(), Text> {
    if file.is_empty() {
        return Err(text!("cli-play-save-where"));
    }
    let format = Format::of_file(file).filter(|format| *format != Format::Text);
    let written = match format {
        Some(format) => format.write(&kept(record, players)?)?,
        None if Format::Text.serves(&record.setup().game) => {
            command_and_moves(record, players, file)?
        }
        // The error says which formats there are.
        None => Format::Text.write(&kept(record, players)?)?,
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
fn kept(record: &Record, players: [&str; 2]) -> Result<Kept, Text> {
    let Setup { game, options, position } = record.setup();
    let plies = record.plies().take(record.at());
    let mut kept = Kept::of_game(game, options, position.as_deref(), plies)?;
    for (side, player) in Side::BOTH.into_iter().zip(players).filter(|(_, name)| *name != HUMAN) {
        kept.name_player(side, player);
    }
    if let (Some(Loss::Resigned(side)), true) = (record.lost(), record.ending().is_some()) {
        kept.lose(side, Reason::Resigned);
    }
    Ok(kept)
}

fn command_and_moves(record: &Record, players: [&str; 2], file: &str) -> Result<String, Text> {
    let moves: Vec<&str> = record.plies().take(record.at()).collect();
    let moves = moves.join(" ");
    if !reads_back(record, &moves) {
        return Err(text!("cli-play-save-board"));
    }
    let mut command = format!("{MARK}play {}", record.setup().game);
    for (option, value) in &record.setup().options {
        command += &format!(" --{option} {}", quoted(value));
    }
    let [first, second] = players.map(quoted);
    command +=
        &format!(" --first {first} --second {second} --position {}", quoted(&format!("@{file}")));
    let command = command.replace('\n', " ");
    Ok(format!("{command}\n{moves}\n"))
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

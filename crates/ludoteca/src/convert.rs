//! `ludoteca convert`: a game from a file of one format into another.

use std::{
    fs,
    io::{self, Read},
};

use clap::Args;
use ludoteca_formats::{Format, read_numbered, unread};
use ludoteca_games::GameTree;
use ludoteca_text::{Text, text};

use crate::{
    args::whole,
    console::{Console, Failure, reason},
    subject,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long, value_name = "format", value_parser = format)]
    to: Format,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--game", 1, 1_000_000, words))]
    game: Option<i64>,
    #[arg(long, value_name = "file")]
    out: Option<String>,
}

fn format(name: &str) -> Result<Format, Text> {
    Ok(Format::named(name)?)
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let number = what.game.unwrap_or(1) as usize;
    let (record, games, unread) = read(&what.file, number)?;
    if games > 1 && what.game.is_none() {
        console.note(&text!("cli-convert-first", games = games));
    }
    if !unread.is_empty() {
        console.note(&text!("file-unread", names = unread.join(", ")));
    }
    let written = what.to.write(&record)?;
    let (comments, variations) = (record.comments(), record.variations());
    // Nobody looks for them in a picture.
    if !what.to.is_whole() && what.to != Format::Svg && comments + variations > 0 {
        console.note(&text!("file-left-out", comments = comments, variations = variations));
    }
    match &what.out {
        None => console.print(written.trim_end_matches('\n')),
        Some(file) => {
            let failed = |error| text!("cli-file", file = file.as_str(), why = reason(&error));
            fs::write(file, written).map_err(failed)?;
            console.tell(&text!("cli-convert-done", file = file.as_str()))
        }
    }
}

/// A game in a file, or in a link, or on standard input; how many there are, and what of it there is no
/// place for.
fn read(file: &str, number: usize) -> Result<(GameTree, usize, Vec<String>), Failure> {
    if file.contains("hexworld.org/board") {
        let (record, games) = read_numbered(file.as_bytes(), number)?;
        return Ok((record, games, Vec::new()));
    }
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(subject::MOST_KEPT).read_to_end(&mut bytes);
        read.map_err(|error| text!("cli-input", why = reason(&error)))?;
        bytes
    } else {
        subject::read_bytes(file)?
    };
    let refused = |why| text!("cli-in-file", file = file, why = why);
    let (record, games) = read_numbered(&bytes, number).map_err(refused)?;
    Ok((record, games, unread(&bytes, number)))
}

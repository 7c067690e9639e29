//! `ludoteca convert`: a game from a file of one format into another.

use std::fs;

use clap::Args;
use ludoteca_formats::{Format, WIDTHS, paint, read_numbered, unplaced};
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
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--pixels", LEAST.into(), MOST.into(), words))]
    pixels: Option<i64>,
    #[arg(long, value_name = "file")]
    out: Option<String>,
}

/// How wide a picture may be, in dots.
const LEAST: u32 = *WIDTHS.start();
const MOST: u32 = *WIDTHS.end();

/// A format by its name.
pub fn format(name: &str) -> Result<Format, Text> {
    Ok(Format::named(name)?)
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    if what.pixels.is_some() && what.to != Format::Png {
        return Err(Failure::Usage(text!("cli-convert-pixels-png")));
    }
    let number = what.game.unwrap_or(1) as usize;
    let (record, games, unplaced) = read(&what.file, number)?;
    if games > 1 && what.game.is_none() {
        console.note(&text!("cli-convert-first", games = games));
    }
    if !unplaced.is_empty() {
        console.note(&text!("file-unread", names = unplaced.join(", ")));
    }
    let written = match what.pixels {
        Some(pixels) => paint(record.node(record.last()).position(), pixels as u32),
        None => what.to.write(&record)?,
    };
    let (comments, variations) = (record.comments(), record.variations());
    // Nobody looks for them in a picture.
    if !what.to.is_whole() && !what.to.is_picture() && comments + variations > 0 {
        console.note(&text!("file-left-out", comments = comments, variations = variations));
    }
    match &what.out {
        None => console.give(&written),
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
    let bytes = subject::read_whole(file)?;
    if subject::is_link(file) {
        let (record, games) = read_numbered(&bytes, number)?;
        return Ok((record, games, Vec::new()));
    }
    let refused = |why| text!("cli-in-file", file = file, why = why);
    let (record, games) = read_numbered(&bytes, number).map_err(refused)?;
    Ok((record, games, unplaced(&bytes, number)))
}

//! `ludoteca convert`: a game from a file of one format into another.

use std::{
    fs,
    io::{self, Read},
};

use clap::Args;
use ludoteca_formats::{Format, Record, files};
use ludoteca_words::text;

use crate::{
    console::{Console, Failure, reason},
    setup,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "file")]
    file: String,
    #[arg(long, value_name = "format", value_parser = Format::named)]
    to: Format,
    #[arg(long, value_name = "file")]
    out: Option<String>,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let record = read(&what.file)?;
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

/// The game in a file, or in a link, or on standard input.
fn read(file: &str) -> Result<Record, Failure> {
    if file.contains("hexworld.org/board") {
        return Ok(files::read_text(file)?);
    }
    let bytes = if file == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(setup::MOST_KEPT).read_to_end(&mut bytes);
        read.map_err(|error| text!("cli-input", why = reason(&error)))?;
        bytes
    } else {
        setup::read_bytes(file)?
    };
    let refused = |why| text!("cli-in-file", file = file, why = why);
    Ok(ludoteca_formats::read(&bytes).map_err(refused)?)
}

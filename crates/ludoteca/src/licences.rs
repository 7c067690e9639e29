//! `ludoteca licences`: whose work is part of this program, and on what terms.
//!
//! `licences.json` is written out of the libraries themselves, and a test says when it is stale:
//! `UPDATE=1 cargo test -p ludoteca --test cli licences` writes it anew.

use clap::Args;
use comfy_table::{Table, presets};
use ludoteca_text::text;
use serde::{Deserialize, Serialize};

use crate::console::{Console, Failure};

#[derive(Args)]
pub struct Options {
    #[arg(long)]
    texts: bool,
    #[arg(long)]
    json: bool,
}

/// What is part of the program.
#[derive(Serialize, Deserialize)]
struct Licences {
    libraries: Vec<Library>,
    /// Every text once, as it was found beside a library.
    texts: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Library {
    name: String,
    version: String,
    licence: String,
    authors: Vec<String>,
    source: String,
    /// Which of the texts came with it.
    texts: Vec<usize>,
}

const INCLUDED: &str = include_str!("licences.json");

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let all: Licences = serde_json::from_str(INCLUDED).expect("a test reads what is included");
    if what.json {
        return console.json(&all);
    }
    console.tell(&text!("cli-licences-own", licence = env!("CARGO_PKG_LICENSE")))?;
    console.print("")?;
    console.tell(&text!("cli-licences-others", libraries = all.libraries.len()))?;
    console.print("")?;
    if !what.texts {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        for Library { name, version, licence, .. } in &all.libraries {
            table.add_row([name, version, licence]);
        }
        for line in table.to_string().lines() {
            console.print(line.trim_end())?;
        }
        console.print("")?;
        return console.tell(&text!("cli-licences-texts-where"));
    }
    for (number, words) in all.texts.iter().enumerate() {
        let whose = all.libraries.iter().filter(|library| library.texts.contains(&number));
        let names = whose.map(|library| format!("{} {}", library.name, library.version));
        console.print(&"=".repeat(78))?;
        console.print(&names.collect::<Vec<_>>().join(", "))?;
        console.print(&"-".repeat(78))?;
        console.print(words)?;
    }
    // Some come without a text of their own; who made them is said all the same.
    for Library { name, version, licence, authors, texts, .. } in &all.libraries {
        if texts.is_empty() {
            console.print(&"=".repeat(78))?;
            console.print(format!("{name} {version}: {licence}. {}", authors.join(", ")).trim())?;
        }
    }
    Ok(())
}

//! `ludoteca library`: the stored games of the page, from a terminal, also while a server runs.

mod export;
mod import;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use ludoteca_games::{Side, find};
use ludoteca_lab::report::Grid;
use ludoteca_server::{BackedUp, Damage, Library, Listed};
use ludoteca_text::{Text, text};
use serde::Serialize;
use serde_json::json;

use crate::{
    args::{DataArgs, whole},
    console::{Console, Failure, progress_bar},
    day, table,
};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    List(List),
    Export(export::Options),
    Import(import::Options),
    Check(Check),
    Backup(Backup),
}

#[derive(Args)]
struct List {
    #[arg(long, value_name = "game", value_parser = kind)]
    game: Option<&'static str>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--limit", 1, i64::MAX, words))]
    limit: Option<i64>,
    #[command(flatten)]
    data: DataArgs,
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Check {
    #[command(flatten)]
    data: DataArgs,
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Backup {
    #[arg(value_name = "file")]
    file: PathBuf,
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    data: DataArgs,
    #[arg(long)]
    json: bool,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match &what.what {
        What::List(what) => list(what, console),
        What::Export(what) => export::run(what, console),
        What::Import(what) => import::run(what, console),
        What::Check(what) => check(what, console),
        What::Backup(what) => back_up(what, console),
    }
}

/// A game's name.
fn kind(words: &str) -> Result<&'static str, Text> {
    Ok(find(words)?.name)
}

/// A stored game, as JSON has it.
#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    game: &'a str,
    players: &'a [String; 2],
    names: &'a [String; 2],
    result: Option<&'static str>,
    end: Option<&'a str>,
    plies: usize,
    created: i64,
    updated: i64,
}

fn list(what: &List, console: Console) -> Result<(), Failure> {
    let folder = what.data.folder()?;
    let (mut games, all) = Library::open(&folder)?.list()?;
    let unreadable = all - games.len();
    games.retain(|game| what.game.is_none_or(|name| game.game == name));
    let of = games.len();
    games.truncate(what.limit.unwrap_or(i64::MAX) as usize);
    if what.json {
        let games: Vec<Entry<'_>> = games.iter().map(entry).collect();
        console.json(&json!({ "games": games, "total": of }))?;
    } else if games.is_empty() {
        console.tell(&text!("cli-library-none", folder = folder.display().to_string()))?;
    } else {
        table::print(listed(&games, console), console)?;
        if games.len() < of {
            console.print("")?;
            console.tell(&text!("cli-library-some", shown = games.len(), of = of))?;
        }
    }
    if unreadable > 0 {
        console.note(&text!("cli-library-hidden", games = unreadable));
    }
    Ok(())
}

fn entry(game: &Listed) -> Entry<'_> {
    let winner = game.ended.as_ref().map(|end| end.winner);
    Entry {
        id: &game.id,
        game: &game.game,
        players: &game.players,
        names: &game.names,
        result: winner.map(|winner| match winner {
            None => "draw",
            Some(Side::First) => "first",
            Some(Side::Second) => "second",
        }),
        end: game.ended.as_ref().map(|end| &*end.kind),
        plies: game.plies,
        created: game.created,
        updated: game.updated,
    }
}

fn listed(games: &[Listed], console: Console) -> Grid {
    let heads = ["id", "game", "first", "second", "result", "plies", "touched"];
    let row = |game: &Listed| {
        let [first, second] = [0, 1].map(|side| match &*game.names[side] {
            "" => game.players[side].clone(),
            name => name.to_owned(),
        });
        let result = match game.ended.as_ref().map(|end| end.winner) {
            None => "…",
            Some(None) => "½–½",
            Some(Some(Side::First)) => "1–0",
            Some(Some(Side::Second)) => "0–1",
        };
        let name = console.say(&Text::new(format!("game-{}", game.game)));
        let (plies, day) = (game.plies.to_string(), day::of(game.updated.div_euclid(1000)));
        vec![game.id.clone(), name, first, second, result.to_owned(), plies, day]
    };
    Grid {
        heads: heads
            .map(|head| console.say(&Text::new(format!("cli-library-head-{head}"))))
            .to_vec(),
        rows: games.iter().map(row).collect(),
        words: vec![0, 1, 2, 3, 4, 6],
    }
}

fn check(what: &Check, console: Console) -> Result<(), Failure> {
    let folder = what.data.folder()?;
    let mut faults = Library::check_file(&folder)?;
    let library = match Library::open(&folder) {
        Ok(library) => library,
        // What is wrong with the file is known, and it cannot be looked into any further.
        Err(_) if !faults.is_empty() => return told(0, &faults, what.json, console),
        Err(why) => return Err(why.into()),
    };
    let ids = library.ids()?;
    let bar = progress_bar(ids.len() as u64, console);
    for id in &ids {
        faults.extend(library.check(id));
        bar.inc(1);
    }
    bar.finish_and_clear();
    told(ids.len(), &faults, what.json, console)
}

fn told(games: usize, faults: &[Damage], as_json: bool, console: Console) -> Result<(), Failure> {
    if as_json {
        let fault = |fault: &Damage| json!({ "id": fault.id, "why": console.say(&fault.why) });
        let faults: Vec<_> = faults.iter().map(fault).collect();
        console.json(&json!({ "games": games, "faults": faults }))?;
    } else {
        faults.iter().try_for_each(|fault| console.tell(&fault.why))?;
    }
    match faults.len() {
        0 if as_json => Ok(()),
        0 => console.tell(&text!("cli-library-whole", games = games)),
        faults => Err(text!("cli-library-damaged", faults = faults, games = games).into()),
    }
}

fn back_up(what: &Backup, console: Console) -> Result<(), Failure> {
    let folder = what.data.folder()?;
    let file = what.file.display().to_string();
    if what.file.exists() && !what.force {
        return Err(text!("cli-library-there", file = file).into());
    }
    let BackedUp { games, bytes } = Library::back_up(&folder, &what.file)?;
    if what.json {
        return console.json(&json!({ "file": file, "games": games, "bytes": bytes }));
    }
    console.tell(&text!("cli-library-backed-up", games = games, file = file))
}

//! `ludoteca perft`: counts the ways to play, which shows that the rules are right.

use std::time::Instant;

use clap::Args;
use ludoteca_games::Count;
use ludoteca_text::text;
use serde::Serialize;

use crate::{
    args::{GameArgs, whole},
    console::{Console, Failure, shown},
    subject,
};

/// Far beyond the longest game, and not so far that asking for it costs anything.
const DEEPEST: i64 = 10_000;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(value_name = "depth", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("DEPTH", 0, DEEPEST, words))]
    depth: i64,
    #[arg(long, value_name = "position")]
    position: Option<String>,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    depth: i64,
    #[serde(flatten)]
    count: Count,
    seconds: f64,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let record = subject::begin(&what.game, what.position.as_deref())?;
    let begun = Instant::now();
    let count = record.position().perft(what.depth as u32);
    let answer = Answer { depth: what.depth, count, seconds: begun.elapsed().as_secs_f64() };
    if what.json {
        return console.json(&answer);
    }
    let Answer { depth, count: Count { nodes, sequences }, seconds } = answer;
    let (depth, seconds) = (depth as f64, shown(seconds));
    console.tell(&match sequences {
        None => text!("cli-perft", depth = depth, nodes = nodes, seconds = seconds),
        Some(sequences) => text!(
            "cli-perft-turns",
            depth = depth,
            nodes = nodes,
            sequences = sequences,
            seconds = seconds
        ),
    })
}

//! `ludoteca perft`: counts the ways to play, which shows that the rules are right.

use std::time::Instant;

use clap::Args;
use ludoteca_words::text;
use serde::Serialize;

use crate::{
    args::{GameArgs, whole},
    console::{Console, Failure, shown},
    setup,
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
    nodes: u64,
    seconds: f64,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let record = setup::begin(&what.game, what.position.as_deref())?;
    let begun = Instant::now();
    let nodes = record.position().perft(what.depth as u32);
    let answer = Answer { depth: what.depth, nodes, seconds: begun.elapsed().as_secs_f64() };
    if what.json {
        return console.json(&answer);
    }
    let Answer { depth, nodes, seconds } = answer;
    console.tell(&text!("cli-perft", depth = depth as f64, nodes = nodes, seconds = shown(seconds)))
}

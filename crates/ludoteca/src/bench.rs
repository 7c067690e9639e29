//! `ludoteca bench`: how fast the rules are.

use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use cpu_time::ThreadTime;
use ludoteca_text::text;
use serde::Serialize;

use crate::{
    args::{GameArgs, SeedArgs, seconds},
    console::{Console, Failure, shown},
    subject,
};

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Playouts(Playouts),
}

#[derive(Args)]
struct Playouts {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "seconds", default_value = "2", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| seconds("--seconds", words))]
    seconds: Duration,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    games: u64,
    moves: u64,
    seconds: f64,
    games_per_second: f64,
    moves_per_second: f64,
    cpu_seconds: f64,
    games_per_cpu_second: f64,
    moves_per_cpu_second: f64,
}

/// No processor tells a shorter time apart from none.
const SHORTEST: f64 = 1e-6;

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let What::Playouts(what) = &what.what;
    let record = subject::begin(&what.game, None)?;
    let (begun, cpu) = (Instant::now(), ThreadTime::now());
    let tally =
        record.position().playouts(what.seed.seed(), &mut |_| begun.elapsed() < what.seconds);
    let seconds = begun.elapsed().as_secs_f64();
    // Others may have had the processor meanwhile: what they took says nothing about the rules.
    let cpu_seconds = cpu.elapsed().as_secs_f64().max(SHORTEST);
    let (games, moves) = (tally.games as f64, tally.plies as f64);
    let answer = Answer {
        games: tally.games,
        moves: tally.plies,
        seconds,
        games_per_second: games / seconds,
        moves_per_second: moves / seconds,
        cpu_seconds,
        games_per_cpu_second: games / cpu_seconds,
        moves_per_cpu_second: moves / cpu_seconds,
    };
    if what.json {
        return console.json(&answer);
    }
    console.tell(&text!(
        "cli-bench",
        games = answer.games,
        seconds = shown(seconds),
        rate = answer.games_per_second.round(),
        moves = answer.moves_per_second.round()
    ))?;
    console.tell(&text!(
        "cli-bench-cpu",
        seconds = shown(cpu_seconds),
        rate = answer.games_per_cpu_second.round(),
        moves = answer.moves_per_cpu_second.round()
    ))
}

//! `ludoteca train`: what a player knows, learnt anew from games it plays against itself.

use std::{
    fs::{self, OpenOptions},
    thread,
    time::Duration,
};

use clap::Args;
use ludoteca_arena::{Training, train_arimaa};
use ludoteca_games::{Arimaa, Game, find};
use ludoteca_players::{
    Stop,
    arimaa::strong::{WEIGHTS, read_weights, write_weights},
};
use ludoteca_text::{Text, text};
use serde::Serialize;

use crate::{
    args::{SeedArgs, whole},
    console::{Console, Failure, reason},
    subject,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "game", value_parser = game)]
    game: &'static str,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--minutes", 0, 100_000, words))]
    minutes: i64,
    #[arg(long, value_name = "file")]
    out: String,
    #[arg(long, value_name = "file")]
    from: Option<String>,
    #[arg(long, value_name = "n", default_value = "5000", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--nodes", 1, i64::MAX, words))]
    nodes: i64,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: Option<i64>,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    games: usize,
    positions: usize,
    error_before: f64,
    error_after: f64,
}

fn game(name: &str) -> Result<&'static str, Text> {
    Ok(find(name)?.name)
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    if what.game != Arimaa::NAME {
        return Err(text!("cli-train-nothing", game = what.game).into());
    }
    let from = match &what.from {
        None => *WEIGHTS,
        Some(file) => read_weights(&subject::read(file)?)
            .ok_or_else(|| text!("weights-not-whole", file = file.as_str()))?,
    };
    let time = Duration::from_secs(60 * what.minutes as u64);
    let jobs = what.jobs.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    let training = Training { time, jobs, nodes: what.nodes as u64, seed: what.seed.seed() };
    let failed = |error| text!("cli-file", file = what.out.as_str(), why = reason(&error));
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    // Whether it can be written is found out before anything is played; nothing of it is lost yet.
    let is_new = !fs::exists(&what.out).map_err(failed)?;
    OpenOptions::new().append(true).create(true).open(&what.out).map_err(failed)?;
    let trained = train_arimaa(&from, training, &stop);
    let learnt = trained.map_err(Text::from).and_then(|trained| match trained.games {
        0 => Err(text!("cli-train-no-games")),
        _ => Ok(trained),
    });
    let trained = match learnt {
        Ok(trained) => trained,
        Err(why) => {
            if is_new {
                let _ = fs::remove_file(&what.out);
            }
            return Err(why.into());
        }
    };
    fs::write(&what.out, write_weights(&trained.weights)).map_err(failed)?;
    let answer = Answer {
        games: trained.games,
        positions: trained.positions,
        error_before: trained.error[0],
        error_after: trained.error[1],
    };
    if what.json {
        return console.json(&answer);
    }
    console.tell(&text!(
        "cli-train-done",
        games = answer.games,
        positions = answer.positions,
        before = format!("{:.4}", answer.error_before),
        after = format!("{:.4}", answer.error_after),
        file = what.out.as_str()
    ))
}

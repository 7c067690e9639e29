//! `ludoteca train`: what a player knows, learnt anew from games it plays against itself.

mod net;
mod played;
mod weights;

use std::{fs::OpenOptions, io, path::Path, thread, time::Duration};

use clap::Args;
use ludoteca_games::{Arimaa, Game};
use ludoteca_text::{Text, text};

use crate::{
    args::{GameArgs, SeedArgs, whole},
    console::{Console, Failure, reason},
    worker::{WorkersArgs, run_of},
};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--minutes", 0, 100_000, words))]
    minutes: i64,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--games", 1, i64::MAX, words))]
    games: Option<i64>,
    #[arg(long, value_name = "file")]
    out: String,
    #[arg(long, value_name = "file")]
    from: Option<String>,
    #[arg(long, value_name = "file")]
    learn_from: Vec<String>,
    #[arg(long, value_name = "net", value_parser = net::body)]
    net: Option<ludoteca_arena::Body>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--nodes", 1, i64::MAX, words))]
    nodes: Option<i64>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: Option<i64>,
    #[command(flatten)]
    workers: WorkersArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[arg(long)]
    json: bool,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match what.game.game.name {
        // What Arimaa's strongest player knows are weights, not a net.
        Arimaa::NAME => weights::run(what, console),
        _ => net::run(what, console),
    }
}

impl Options {
    fn time(&self) -> Duration {
        Duration::from_secs(60 * self.minutes as u64)
    }

    /// The run of workers that a training is, whenever it goes on.
    fn run(&self) -> String {
        run_of("train", Path::new(&self.out))
    }

    fn jobs(&self) -> usize {
        self.jobs.map_or_else(
            || thread::available_parallelism().map_or(1, usize::from),
            |jobs| jobs as usize,
        )
    }

    /// Finds out whether the result can be written, before anything is played; nothing that is there
    /// is lost by it. Says whether there was no such file.
    fn try_out(&self) -> Result<bool, Text> {
        let failed = |error: io::Error| self.failed(&error);
        let is_new = !std::fs::exists(&self.out).map_err(failed)?;
        OpenOptions::new().append(true).create(true).open(&self.out).map_err(failed)?;
        Ok(is_new)
    }

    fn failed(&self, error: &io::Error) -> Text {
        text!("cli-file", file = self.out.as_str(), why = reason(error))
    }
}

//! `ludoteca engine`: a player of ours for other programs, in the protocol of its game.

use std::{
    io::{self, BufReader},
    sync::Arc,
};

use clap::Args;
use ludoteca_players::{adviser, at_its_best};
use ludoteca_protocols::{Engine, Voice, engine_games, serve_engine};
use ludoteca_text::text;

use crate::{
    args::{GameArgs, SeedArgs, seconds},
    console::{Console, Failure},
    subject,
};

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    game: GameArgs,
    #[arg(long, value_name = "player")]
    player: Option<String>,
    #[arg(long, value_name = "seconds", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| seconds("--time", words))]
    time: Option<std::time::Duration>,
    #[command(flatten)]
    seed: SeedArgs,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let game = what.game.game.name;
    let record = subject::begin(&what.game, None)?;
    let seed = match what.seed.seed {
        Some(_) => what.seed.seed(),
        // Games with the same player are to differ unless somebody says otherwise.
        None => getrandom::u64().unwrap_or(1) >> 1,
    };
    let player = what.player.clone().unwrap_or_else(|| at_its_best(game, adviser(game)));
    let (start, load) = (record.line().clone(), Arc::new(subject::load_game));
    let engine = Engine { start, player, time: what.time, seed, say: console.sayer(), load };
    let input = BufReader::new(io::stdin());
    let voice = Voice { answers: &mut io::stdout(), beside: &mut io::stderr() };
    let Some(served) = serve_engine(engine, subject::supply(seed), input, voice) else {
        let list = engine_games().join(", ");
        return Err(Failure::Usage(text!("cli-engine-no-protocol", game = game, list = list)));
    };
    Ok(served.map_err(|why| Failure::Usage(why.into()))??)
}

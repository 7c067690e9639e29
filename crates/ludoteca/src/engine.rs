//! `ludoteca engine`: a player of ours for other programs, in the protocol of its game.

use std::{
    io::{self, BufReader},
    sync::Arc,
};

use clap::Args;
use ludoteca_games::{Arimaa, Game, Hex};
use ludoteca_players::{adviser, at_its_best};
use ludoteca_protocols::{aei, engine_games, htp};
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
    let (time, say, supply) = (what.time, console.sayer(), subject::supply(seed));
    let input = BufReader::new(io::stdin());
    let mut answers = io::stdout();
    let served = if let Some(start) = record.position().as_any().downcast_ref::<Hex>() {
        let load: htp::Load = Arc::new(subject::load_game);
        let settings = htp::Settings { player, start: *start, time, seed, say, load };
        let speaker = htp::Speaker { answers: &mut answers, beside: &mut io::stderr() };
        htp::serve(settings, supply, input, speaker)
    } else if game == Arimaa::NAME {
        let settings = aei::Settings { player, time, seed, say };
        aei::serve(settings, supply, input, &mut answers)
    } else {
        let list = engine_games().join(", ");
        return Err(Failure::Usage(text!("cli-engine-no-protocol", game = game, list = list)));
    };
    Ok(served.map_err(|why| Failure::Usage(why.into()))??)
}

//! `ludoteca engine`: a player of ours for other programs, in the protocol of its game.

use std::io::{self, BufReader};

use clap::Args;
use ludoteca_formats::htp::{Settings, Speaker, serve};
use ludoteca_games::Hex;
use ludoteca_players::adviser;
use ludoteca_words::text;

use crate::{
    args::{GameArgs, SeedArgs, seconds},
    console::{Console, Failure},
    setup,
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
    let game = what.game.game;
    let record = setup::begin(&what.game, None)?;
    let Some(start) = record.position().as_any().downcast_ref::<Hex>() else {
        return Err(Failure::Usage(text!("cli-engine-no-protocol", game = game, list = "hex")));
    };
    let seed = match what.seed.seed {
        Some(_) => what.seed.seed(),
        // Games with the same player are to differ unless somebody says otherwise.
        None => getrandom::u64().unwrap_or(1) >> 1,
    };
    let player = what.player.clone().unwrap_or_else(|| adviser(game).to_owned());
    let settings = Settings { player, start: *start, time: what.time, seed, lang: console.lang };
    let (mut answers, mut beside) = (io::stdout(), io::stderr());
    let speaker = Speaker { answers: &mut answers, beside: &mut beside };
    let input = BufReader::new(io::stdin());
    Ok(serve(settings, setup::supply(seed), input, speaker).map_err(Failure::Usage)??)
}

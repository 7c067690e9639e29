//! `ludoteca train arimaa`: the weights of the evaluation of `strong`.

use std::fs;

use ludoteca_arena::{Training, train_arimaa};
use ludoteca_players::{
    Stop,
    arimaa::strong::{WEIGHTS, read_weights, write_weights},
};
use ludoteca_spread::kinds::{WeightGames, train_together};
use ludoteca_text::{Text, text};
use serde::Serialize;

use super::Options;
use crate::{
    console::{Console, Failure},
    subject,
    think::stop_on_interrupt,
};

/// Steps looked at for each turn, if nobody says.
const NODES: i64 = 30_000;

#[derive(Serialize)]
struct Answer {
    games: usize,
    positions: usize,
    error_before: f64,
    error_after: f64,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    // Neither a net nor a number of games has anything to do with weights, nor have games of others.
    for (name, given) in [
        ("--net", what.net.is_some()),
        ("--games", what.games.is_some()),
        ("--learn-from", !what.learn_from.is_empty()),
    ] {
        if given {
            return Err(Failure::Usage(text!("cli-train-not-for-weights", option = name)));
        }
    }
    let from = match &what.from {
        None => *WEIGHTS,
        Some(file) => read_weights(&subject::read(file)?)
            .ok_or_else(|| text!("weights-not-whole", file = file.as_str()))?,
    };
    let nodes = what.nodes.unwrap_or(NODES) as u64;
    let (time, jobs, seed) = (what.time(), what.jobs(), what.seed.seed());
    let training = Training { time, jobs, nodes, seed };
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let spread = what.workers.connect_for::<WeightGames>(console)?;
    let is_new = what.try_out()?;
    let trained = match &spread {
        Some(spread) => train_together(spread, &what.run(), &from, training, &stop),
        None => train_arimaa(&from, training, &stop).map_err(Text::from),
    };
    let learnt = trained.and_then(|trained| match trained.games {
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
    fs::write(&what.out, write_weights(&trained.weights)).map_err(|error| what.failed(&error))?;
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

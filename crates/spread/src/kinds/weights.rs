//! Games from which Arimaa's strongest player learns its weights.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use ludoteca_arena::{Trained, Training, fit_arimaa, wild_game};
use ludoteca_players::{
    Stop,
    arimaa::strong::{Sample, Weights},
};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};

use super::{WAIT, name_of};
use crate::{Bench, Run, Spread, Work};

/// A game of Arimaa's strongest player against itself.
pub struct WeightGames;

/// A game to be played.
#[derive(Clone, Serialize, Deserialize)]
pub struct Job {
    weights: Vec<i32>,
    nodes: u64,
    seed: u64,
    number: u64,
}

/// What a game teaches; nothing if nobody has won it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Done {
    number: u64,
    samples: Option<Vec<Sample>>,
}

impl Work for WeightGames {
    const NAME: &'static str = "weight-game";
    type Job = Job;
    type Done = Done;
    type Kept = ();

    fn work(job: Job, (): &mut (), bench: &Bench<'_>) -> Result<Option<Done>, Text> {
        let Job { weights, nodes, seed, number } = job;
        let weights: Weights =
            weights.try_into().map_err(|_| text!("spread-garbled", what = WeightGames::NAME))?;
        let what = Training { time: Duration::ZERO, jobs: 1, nodes, seed };
        let samples = wild_game(&weights, &what, number, &bench.stop)?;
        Ok((!bench.stop.is_set()).then_some(Done { number, samples }))
    }
}

/// How many games each processor of a worker is given ahead.
const AHEAD: usize = 2;

/// Fits weights to games that workers play until the time is over, as a run of this name.
pub fn train_together(
    spread: &Spread,
    name: &str,
    from: &Weights,
    what: Training,
    stop: &Stop,
) -> Result<Trained, Text> {
    let mut run = Run::<WeightGames>::begin(spread, name, stop)?;
    let games = gather(&mut run, from, what, stop);
    run.end();
    let won: Vec<Vec<Sample>> = games?.into_values().flatten().collect();
    Ok(fit_arimaa(from, &won))
}

fn gather(
    run: &mut Run<'_, WeightGames>,
    from: &Weights,
    what: Training,
    stop: &Stop,
) -> Result<BTreeMap<u64, Option<Vec<Sample>>>, Text> {
    let end = Instant::now() + what.time;
    let tag = name_of(&(from.as_slice(), what.nodes, what.seed));
    let mut games = BTreeMap::new();
    let mut next = 0;
    let mut asked = None::<Instant>;
    let mut slots = 0;
    // One game at least, however short the time.
    while !stop.is_set() && (games.is_empty() || Instant::now() < end) {
        if asked.is_none_or(|asked| asked.elapsed() > SLOTS) {
            asked = Some(Instant::now());
            slots = run.spread().slots(WeightGames::NAME);
        }
        while run.open() < (slots * AHEAD).max(1) {
            let weights = from.to_vec();
            let job = Job { weights, nodes: what.nodes, seed: what.seed, number: next };
            run.put(&format!("{next}-{tag}"), &job)?;
            next += 1;
        }
        let Some(came) = run.next(WAIT)? else { continue };
        // What a training of this name that was killed has left behind is of use as well, if it began
        // with the same weights.
        if came.job.ends_with(&tag) {
            let Done { number, samples } = came.done.clone()?;
            games.insert(number, samples);
        }
        run.accept(&came);
    }
    Ok(games)
}

/// How often it is asked who works.
const SLOTS: Duration = Duration::from_secs(5);

//! Exact scores of positions for the opening book of Connect Four.

use std::collections::BTreeSet;

use ludoteca_games::Connect4;
use ludoteca_players::{
    Budget, Stop,
    connect4::{MOST_PLIES, Score, Solver, positions_after},
};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};

use super::WAIT;
use crate::{Bench, Run, Spread, Work};

/// Scores of positions.
pub struct Scores;

/// Some of the positions after so many plies, by their numbers among all.
#[derive(Clone, Serialize, Deserialize)]
pub struct Job {
    plies: u32,
    numbers: Vec<usize>,
}

/// What a worker remembers: the positions after so many plies, and what it has solved.
#[derive(Default)]
pub struct Kept(Option<(u32, Vec<Connect4>, Solver)>);

/// Room for what one job at a time remembers, in megabytes.
const MEGABYTES: usize = 256;
/// Positions of one job: those that lie together have much in common.
const TOGETHER: usize = 16;

impl Work for Scores {
    const NAME: &'static str = "connect4-scores";
    type Job = Job;
    type Done = Vec<(usize, Score)>;
    type Kept = Kept;

    fn work(
        job: Job,
        kept: &mut Kept,
        bench: &Bench<'_>,
    ) -> Result<Option<Vec<(usize, Score)>>, Text> {
        let Job { plies, numbers } = job;
        let garbled = || text!("spread-garbled", what = Scores::NAME);
        if plies > MOST_PLIES || numbers.len() > TOGETHER {
            return Err(garbled());
        }
        let known = kept.0.take().filter(|(before, ..)| *before == plies);
        let (_, positions, solver) = kept.0.insert(
            known.unwrap_or_else(|| (plies, positions_after(plies), Solver::new(MEGABYTES))),
        );
        solver.begin(&Budget { stop: bench.stop.clone(), ..Budget::default() });
        let mut scores = Vec::new();
        for number in numbers {
            let position = positions.get(number).ok_or_else(garbled)?;
            let Some(score) = solver.score(position) else { return Ok(None) };
            scores.push((number, score));
        }
        Ok(Some(scores))
    }
}

/// Has workers solve some of the positions after so many plies, as a run of this name. `keep` makes
/// sure of each score, by the number of its position.
pub fn score_positions(
    spread: &Spread,
    name: &str,
    plies: u32,
    open: impl IntoIterator<Item = usize>,
    stop: &Stop,
    keep: &mut dyn FnMut(usize, Score) -> Result<(), Text>,
) -> Result<(), Text> {
    let mut run = Run::<Scores>::begin(spread, name, stop)?;
    let done = gather(&mut run, plies, open.into_iter().collect(), stop, keep);
    run.end();
    done
}

fn gather(
    run: &mut Run<'_, Scores>,
    plies: u32,
    mut open: BTreeSet<usize>,
    stop: &Stop,
    keep: &mut dyn FnMut(usize, Score) -> Result<(), Text>,
) -> Result<(), Text> {
    let mut take = |run: &mut Run<'_, Scores>, open: &mut BTreeSet<usize>| {
        let Some(came) = run.next(WAIT)? else { return Ok(false) };
        for (number, score) in came.done.as_ref().map_err(Text::clone)? {
            if open.contains(number) {
                keep(*number, *score)?;
                open.remove(number);
            }
        }
        run.accept(&came);
        Ok::<bool, Text>(true)
    };
    // What was solved while nobody listened comes first, so that it is not asked for again.
    while take(run, &mut open)? {}
    let mut next = 0;
    while !stop.is_set() && !open.is_empty() {
        while run.open() < AHEAD {
            let numbers: Vec<usize> = open.range(next..).take(TOGETHER).copied().collect();
            let Some(last) = numbers.last() else { break };
            next = last + 1;
            run.put(&numbers[0].to_string(), &Job { plies, numbers })?;
        }
        // Results of jobs that were put together otherwise, before, leave some for another turn.
        if run.open() == 0 {
            next = 0;
        }
        take(run, &mut open)?;
    }
    Ok(())
}

/// Jobs that wait or are being done: enough for many workers, and not all that there will be.
const AHEAD: usize = 1000;

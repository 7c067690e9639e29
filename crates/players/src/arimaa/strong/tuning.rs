//! Finds the weights of the evaluation from games the player plays against itself.
//!
//! The evaluation, through a curve, should say how games end that pass through a position: the most
//! likely weights are those that fit the games, and lie near the ones it began with where games say
//! little. How steep the curve is depends on how well the games are played, so it is found first;
//! else all weights would be bent to make up for it. Only quiet positions count, as the search
//! judges no others.
//!
//! One result for all the positions of a game says little about each. What the search foresaw from
//! a position says more, and so what the evaluation is held to is half of either. What it is worth to
//! be about to move is left as it is: what the search foresees holds what the mover does with its
//! turn, and an evaluation that paid for steps not made yet would have the search wait.

use std::time::{Duration, Instant};

use ludoteca_games::{Arimaa, Game, Side, arimaa::State, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    Settings, Strong,
    evaluation::{Counts, FEATURES, TEMPO, Weights, features},
};
use crate::{
    Budget, Player, Watch,
    arimaa::tactics::{captures, goal},
    thought::{Value, Verdict},
    threads,
};

/// How steep the curve may be: hundredths of a rabbit that make a win e times as likely as a loss.
const CURVES: std::ops::RangeInclusive<u32> = 100..=10_000;
/// What a position counts: those of one game tell much the same.
const SHARE: f64 = 0.1;
/// How far a weight may lie from the one it began with, as a standard deviation.
const SPREAD: f64 = 20.0;
/// How far the weights go of the way to those that fit best. Those tell best how games end that are
/// played with the weights at the beginning, and not how to play others: after 5,180 games the whole
/// way won 155 games of 300 against the beginning, and this part of it 194.
const PART_OF_WAY: f64 = 0.4;
/// Turns after which a game is given up.
const MOST_TURNS: u32 = 200;
/// Turns at random before a game is played in earnest.
const RANDOM_TURNS: u32 = 4;
/// Rounds of fitting.
const ROUNDS: u32 = 400;

/// A position by its features, and what became of it.
#[derive(Clone)]
pub struct Sample {
    features: Vec<(u16, i16)>,
    /// What the search thought of it, for Gold.
    foreseen: f32,
    /// What Gold made of it: 1 won, 0 lost.
    result: f32,
}

/// What came of tuning.
pub struct Tuned {
    /// The weights.
    pub weights: Weights,
    /// Games played to the end.
    pub games: usize,
    /// Positions they were fitted to.
    pub positions: usize,
    /// The mean error before and after.
    pub error: [f64; 2],
}

/// Plays games against itself for a while on several threads, and fits the weights to them.
pub fn tune(from: &Weights, time: Duration, threads: usize, nodes: u64, seed: u64) -> Tuned {
    let end = Instant::now() + time;
    let work = |_: &mut (), number: usize| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ (number as u64) << 32);
        let mut player = Strong::weighing(settings(nodes), *from);
        let mut found = Vec::new();
        let mut games = 0;
        // One game at least, however short the time.
        loop {
            games += usize::from(play(&mut player, &mut rng, &mut found));
            if Instant::now() >= end {
                return Some((games, found));
            }
        }
    };
    let threads = threads.max(1);
    let (games, samples): (Vec<usize>, Vec<Vec<Sample>>) =
        threads::each(threads, threads, |_| (), work).into_iter().unzip();
    let (games, samples) = (games.iter().sum(), samples.concat());
    let (weights, error) = fit(from, &samples);
    Tuned { weights, games, positions: samples.len(), error }
}

fn settings(nodes: u64) -> Settings {
    Settings { depth: None, nodes: Some(nodes), threads: 1, megabytes: 8, seed: 0 }
}

/// Plays one game, and adds its positions if somebody wins it.
fn play(player: &mut Strong, rng: &mut Xoshiro256PlusPlus, out: &mut Vec<Sample>) -> bool {
    let mut position = Arimaa::default();
    player.settings.seed = u64::from(below(rng, 1 << 16));
    let mut seen = Vec::new();
    let mut turns = 0;
    while position.outcome().is_none() && turns < MOST_TURNS {
        let side = position.side();
        if position.in_setup() && side == Side::Second {
            player.settings.seed = u64::from(below(rng, 1 << 16));
        }
        let by_chance = !position.in_setup() && turns < 2 + RANDOM_TURNS;
        let quiet = !position.in_setup() && !by_chance && is_quiet(position.state());
        let begin = *position.state();
        let mut thought_of = None;
        while position.outcome().is_none() && position.side() == side {
            let ply = if by_chance {
                position.random_ply(rng)
            } else {
                let thought = player.consider(&position, &Budget::default(), &mut Watch::nobody());
                // The first of a turn is about all of it.
                thought_of.get_or_insert(thought.value);
                thought.ply()
            };
            let Some(ply) = ply else { return false };
            position.play_unchecked(&ply);
        }
        if quiet && let Some(foreseen) = thought_of.and_then(foreseen) {
            let mut counts = Counts([0; FEATURES]);
            features(&begin, &mut counts);
            seen.push((counts, if side == Side::First { foreseen } else { -foreseen }));
        }
        turns += 1;
    }
    let Some(winner) = position.outcome().and_then(|outcome| outcome.winner) else { return false };
    let result = if winner == Side::First { 1.0 } else { 0.0 };
    for (counts, foreseen) in seen {
        let present = counts.0.iter().enumerate().filter(|(_, count)| **count != 0);
        let features = present.map(|(at, count)| (at as u16, *count as i16)).collect();
        out.push(Sample { features, foreseen, result });
    }
    true
}

/// Whether whoever moves can neither reach its goal nor capture anything this turn.
fn is_quiet(state: &State) -> bool {
    goal(state).is_none() && captures(state).all() == 0
}

/// What the search made of the turn it found, for whoever played it.
fn foreseen(value: Value) -> Option<f32> {
    match value {
        Value::Guess { score, .. } => score.map(|score| score as f32),
        Value::Proved { result: Verdict::Win, .. } => Some(f32::INFINITY),
        Value::Proved { result: Verdict::Loss, .. } => Some(f32::NEG_INFINITY),
        Value::Proved { .. } => None,
    }
}

impl Sample {
    /// How likely the evaluation thinks it that Gold wins.
    fn hope(&self, weights: &[f64], curve: f64) -> f64 {
        let worth = |(at, count): &(u16, i16)| weights[usize::from(*at)] * f64::from(*count);
        likely(self.features.iter().map(worth).sum(), curve)
    }

    /// What it is held to.
    fn target(&self, curve: f64) -> f64 {
        f64::midpoint(likely(self.foreseen.into(), curve), self.result.into())
    }
}

/// How likely a win is with such a score.
fn likely(score: f64, curve: f64) -> f64 {
    1.0 / (1.0 + (-score / curve).exp())
}

/// The curve through which the weights say best how the games ended.
fn curve(weights: &[f64], samples: &[Sample]) -> f64 {
    let error = |curve: u32| -> f64 {
        let wrong = |sample: &Sample| sample.hope(weights, curve.into()) - f64::from(sample.result);
        samples.iter().map(|sample| wrong(sample).powi(2)).sum()
    };
    // The error falls towards the best curve from either side.
    let (mut low, mut high) = CURVES.into_inner();
    while high - low > 20 {
        let third = (high - low) / 3;
        match error(low + third) < error(high - third) {
            true => high -= third,
            false => low += third,
        }
    }
    f64::from(low + (high - low) / 2)
}

/// Weights that make the evaluation say how the games ended, and the mean error before and after.
fn fit(from: &Weights, samples: &[Sample]) -> (Weights, [f64; 2]) {
    let mut weights: Vec<f64> = from.iter().map(|weight| f64::from(*weight)).collect();
    let begin = weights.clone();
    if samples.is_empty() {
        return (*from, [0.0; 2]);
    }
    let curve = curve(&weights, samples);
    let error = |weights: &[f64]| {
        let wrong = |sample: &Sample| sample.hope(weights, curve) - sample.target(curve);
        samples.iter().map(|sample| wrong(sample).powi(2)).sum::<f64>() / samples.len() as f64
    };
    // Adam: each weight has a pace of its own.
    let (mut mean, mut square) = (vec![0.0; FEATURES], vec![0.0; FEATURES]);
    for round in 0..ROUNDS {
        let mut gradient = vec![0.0; FEATURES];
        for sample in samples {
            let wrong = sample.hope(&weights, curve) - sample.target(curve);
            for (at, count) in &sample.features {
                gradient[usize::from(*at)] += wrong * f64::from(*count);
            }
        }
        for at in (0..FEATURES).filter(|at| *at != TEMPO) {
            let pull = (weights[at] - begin[at]) / (SPREAD * SPREAD);
            let slope = gradient[at] * SHARE / curve + pull;
            mean[at] = 0.9 * mean[at] + 0.1 * slope;
            square[at] = 0.999 * square[at] + 0.001 * slope * slope;
            let [m, v] = [
                mean[at] / (1.0 - 0.9f64.powi(round as i32 + 1)),
                square[at] / (1.0 - 0.999f64.powi(round as i32 + 1)),
            ];
            weights[at] -= m / (v.sqrt() + 1e-12);
        }
    }
    for (weight, from) in weights.iter_mut().zip(&begin) {
        *weight = (from + PART_OF_WAY * (*weight - from)).round();
    }
    let mut tuned = *from;
    for (tuned, weight) in tuned.iter_mut().zip(&weights) {
        *tuned = *weight as i32;
    }
    (tuned, [error(&begin), error(&weights)])
}

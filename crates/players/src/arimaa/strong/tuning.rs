//! Finds the weights of the evaluation from games the player plays against itself, which the arena
//! lets it play.
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

use ludoteca_games::{Arimaa, Game, Side, arimaa::State};
use serde::{Deserialize, Serialize};

use super::{
    Settings, Strong,
    evaluation::{Counts, FEATURES, TEMPO, WHOLE, Weights, features},
};
use crate::{
    AnyPlayer, Erased,
    arimaa::tactics::{captures, goal},
    thought::{Value, Verdict},
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
/// Rounds of fitting.
const ROUNDS: u32 = 400;

/// A position by its features, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    features: Vec<(u16, i16)>,
    /// What the search thought of it, for Gold.
    foreseen: f32,
    /// What Gold made of it: 1 won, 0 lost.
    result: f32,
}

/// The quiet positions of a game, and what the search thought of them, for Gold.
#[derive(Default)]
pub struct Lesson(Vec<(Counts, f32)>);

/// Weights that fit the games.
pub struct Fitted {
    /// The weights.
    pub weights: Weights,
    /// The mean error before and after.
    pub error: [f64; 2],
}

/// The player that learns: it looks at so many steps for each turn.
pub fn learner(weights: Weights, nodes: u64, seed: u64) -> Box<dyn AnyPlayer> {
    let settings = Settings { depth: None, nodes: Some(nodes), threads: 1, megabytes: 8, seed };
    Erased::boxed(Strong::weighing(settings, weights))
}

impl Lesson {
    /// Notes what the search thought of a position at the beginning of a turn, if it is a quiet one.
    pub fn note(&mut self, position: &Arimaa, value: Value) {
        if position.in_setup() || !is_quiet(position.state()) {
            return;
        }
        let Some(foreseen) = foreseen(value) else { return };
        let mut counts = Counts([0; FEATURES]);
        features(position.state(), &mut counts);
        self.0.push((counts, if position.side() == Side::First { foreseen } else { -foreseen }));
    }

    /// What there is to learn from it, now that somebody has won.
    pub fn samples(self, winner: Side) -> impl Iterator<Item = Sample> {
        let result = if winner == Side::First { 1.0 } else { 0.0 };
        self.0.into_iter().map(move |(counts, foreseen)| {
            let present = counts.0.iter().enumerate().filter(|(_, count)| **count != 0);
            let features = present.map(|(at, count)| (at as u16, *count as i16)).collect();
            Sample { features, foreseen, result }
        })
    }
}

/// Whether whoever moves can neither reach its goal nor capture anything this turn.
fn is_quiet(state: &State) -> bool {
    goal(state).is_none() && captures(state).all() == 0
}

/// What the search made of the turn it found, for whoever played it. What is proved is worth more than
/// any sum of weights, and still a number that files can hold.
fn foreseen(value: Value) -> Option<f32> {
    match value {
        Value::Guess { score, .. } => score.map(|score| score as f32),
        Value::Proved { result: Verdict::Win, .. } => Some(f32::MAX),
        Value::Proved { result: Verdict::Loss, .. } => Some(f32::MIN),
        Value::Proved { .. } => None,
    }
}

impl Sample {
    /// How likely the evaluation thinks it that Gold wins.
    fn hope(&self, weights: &[f64], curve: f64) -> f64 {
        let worth = |(at, count): &(u16, i16)| weights[usize::from(*at)] * f64::from(*count);
        likely(self.features.iter().map(worth).sum::<f64>() / f64::from(WHOLE), curve)
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

/// Weights that make the evaluation say how the games ended.
pub fn fit(from: &Weights, samples: &[Sample]) -> Fitted {
    let mut weights: Vec<f64> = from.iter().map(|weight| f64::from(*weight)).collect();
    let begin = weights.clone();
    if samples.is_empty() {
        return Fitted { weights: *from, error: [0.0; 2] };
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
                gradient[usize::from(*at)] += wrong * f64::from(*count) / f64::from(WHOLE);
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
    Fitted { weights: tuned, error: [error(&begin), error(&weights)] }
}

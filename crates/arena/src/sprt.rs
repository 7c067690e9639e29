//! The sequential probability ratio test of A. Wald (1945) for two players: games go on until they
//! speak clearly enough for one of two differences in strength.
//!
//! Pairs of games are the observations, in their five classes; that of classes nobody knows the
//! chances is met by the generalised test: each of the two differences is given the chances that
//! explain the pairs best among those with that difference (M. Van den Bergh, "The generalized maximum
//! likelihood ratio for the expectation value of a distribution", 2020, and "A practical introduction
//! to the GSPRT").

use serde::{Deserialize, Serialize};

use crate::{PairScores, elo::NORMALISED};

/// The test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    /// The difference that is not enough.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
    /// How often the second is believed at most where the first is true.
    pub alpha: f64,
    /// How often the first is believed at most where the second is true.
    pub beta: f64,
    /// On which scale the differences are.
    #[serde(default)]
    pub model: EloModel,
}

/// Scales of strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo's: by the score expected.
    #[default]
    Logistic,
    /// By the score expected in deviations of a game, so that drawish games count as others.
    Normalized,
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// The lower difference.
    H0,
    /// The higher difference.
    H1,
}

/// The points of a pair by its class, of one.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// A class that has not come yet is taken to have come this often, as other programs do: else a
/// difference might be impossible.
const UNSEEN: f64 = 1e-3;
/// Steps of the search for the chances at a difference in deviations, and when it has ended.
const STEPS: usize = 10;
const CLOSE: f64 = 1e-9;
/// Halvings after which a zero is as exact as numbers are.
const HALVINGS: usize = 100;

impl Sprt {
    /// Below the first the lower difference is found, above the second the higher one.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// What a ratio means.
    pub fn decision(&self, ratio: f64) -> Option<Decision> {
        let [lower, upper] = self.bounds();
        match ratio {
            ratio if ratio >= upper => Some(Decision::H1),
            ratio if ratio <= lower => Some(Decision::H0),
            _ => None,
        }
    }

    /// The logarithm of how much better the higher difference explains the pairs. Games without
    /// another do not count.
    pub fn ratio(&self, scores: &PairScores) -> f64 {
        let counts = scores.pairs().map(|count| f64::from(count).max(UNSEEN));
        if scores.pairs() == [0; 5] {
            return 0.0;
        }
        let all: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / all);
        let explained = |elo: f64| match self.model {
            EloModel::Logistic => at_score(&seen, expected(elo)),
            // A pair has half the variance of a game if its games are independent.
            EloModel::Normalized => {
                at_deviations(&seen, elo / NORMALISED * std::f64::consts::SQRT_2)
            }
        };
        let [low, high] = [explained(self.elo0), explained(self.elo1)];
        let part = |class: usize| counts[class] * (high[class] / low[class]).ln();
        (0..5).map(part).sum()
    }
}

/// The score expected with a difference in strength.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The chances that explain best what was seen among those with a score.
fn at_score(seen: &[f64; 5], score: f64) -> [f64; 5] {
    tilted(seen, &POINTS.map(|points| points - score))
}

/// The chances that explain best what was seen among those whose score lies so many of their own
/// deviations above a half. Van den Bergh's iteration: with the deviation held, the condition is
/// linear in the chances.
fn at_deviations(seen: &[f64; 5], above: f64) -> [f64; 5] {
    let mut chances = [0.2; 5];
    for _ in 0..STEPS {
        let mean: f64 = (0..5).map(|class| chances[class] * POINTS[class]).sum();
        let variance: f64 =
            (0..5).map(|class| chances[class] * (POINTS[class] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let beyond = POINTS.map(|points| {
            points - 0.5 - above * deviation * 0.5 * (1.0 + ((points - mean) / deviation).powi(2))
        });
        let next = tilted(seen, &beyond);
        let change = (0..5).map(|class| (next[class] - chances[class]).abs()).fold(0.0, f64::max);
        chances = next;
        if change < CLOSE {
            break;
        }
    }
    chances
}

/// The chances nearest to what was seen with which the numbers have the mean 0: each is divided by
/// 1 + x times its number, with the x that makes it so.
fn tilted(seen: &[f64; 5], numbers: &[f64; 5]) -> [f64; 5] {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return *seen;
    }
    // In between, the sum falls from plus infinity to minus infinity.
    let [mut low, mut high] = [-1.0 / most, -1.0 / least];
    for _ in 0..HALVINGS {
        let x = 0.5 * (low + high);
        let sum: f64 =
            (0..5).map(|class| seen[class] * numbers[class] / (1.0 + x * numbers[class])).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = 0.5 * (low + high);
    std::array::from_fn(|class| seen[class] / (1.0 + x * numbers[class]))
}

//! The difference in strength that a match shows, with its error.

use serde::Serialize;

use crate::share::DEVIATIONS;

/// A difference in Elo points with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// By how much the first player is stronger.
    pub diff: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The points of one player, pair by pair. The two games of a pair share an opening and so a part
/// of their luck: they are counted as pairs, not as independent games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairScores {
    games: u32,
    points: f64,
    /// Points of whole pairs, from 0 to 2.
    pairs: Vec<f64>,
}

/// Fewer pairs than this say nothing about how much pairs differ.
const ENOUGH_PAIRS: usize = 8;

impl PairScores {
    /// Adds the points, from 0 to 1, of the games of one pair: two, or one if it was left unfinished.
    pub fn add(&mut self, pair: &[f64]) {
        self.games += pair.len() as u32;
        self.points += pair.iter().sum::<f64>();
        if let [one, two] = pair {
            self.pairs.push(one + two);
        }
    }

    /// The difference in strength. Even a clean score has an end: half a game is added to both
    /// sides of the interval (Haldane, Anscombe, Gart), and to the difference where it would
    /// otherwise be infinite.
    pub fn elo(&self) -> Elo {
        if self.games == 0 {
            return Elo { diff: 0.0, low: f64::from(-MOST_ELO), high: f64::from(MOST_ELO) };
        }
        let games = f64::from(self.games);
        let share = self.points / games;
        let worth = self.worth();
        let smooth = (share * worth + 0.5) / (worth + 1.0);
        let error = DEVIATIONS / ((worth + 1.0) * smooth * (1.0 - smooth)).sqrt();
        let centre = logit(smooth);
        let diff = if share > 0.0 && share < 1.0 { logit(share) } else { centre };
        let points = |logit: f64| (logit * 400.0 / 10f64.ln() * 10.0).round() / 10.0;
        Elo {
            diff: points(diff),
            low: points((centre - error).min(diff)),
            high: points((centre + error).max(diff)),
        }
    }

    /// As many independent games, won or lost, would tell as much as these.
    fn worth(&self) -> f64 {
        let games = f64::from(self.games);
        let share = self.points / games;
        if self.pairs.len() < ENOUGH_PAIRS {
            return games;
        }
        let count = self.pairs.len() as f64;
        let mean = self.pairs.iter().sum::<f64>() / count;
        let spread =
            self.pairs.iter().map(|pair| (pair - mean).powi(2)).sum::<f64>() / (count - 1.0);
        // A pair of independent games would spread twice as much as one game.
        let independent = 2.0 * share * (1.0 - share);
        if independent == 0.0 {
            return games;
        }
        games * (independent / spread.max(independent / 4.0)).max(0.25)
    }
}

const MOST_ELO: i32 = 2000;

fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scores(pairs: &[[f64; 2]]) -> PairScores {
        let mut scores = PairScores::default();
        pairs.iter().for_each(|pair| scores.add(pair));
        scores
    }

    #[test]
    fn three_points_of_four_are_worth_one_hundred_and_ninety_one_elo() {
        let elo = scores(&[[1.0, 0.5]; 20]).elo();
        assert_eq!(elo.diff, 190.8);
    }

    #[test]
    fn more_games_make_the_interval_narrower_and_a_clean_score_has_one_too() {
        let few = scores(&[[1.0, 1.0]; 5]).elo();
        let many = scores(&[[1.0, 1.0]; 50]).elo();
        assert!(few.low > 0.0 && many.low > few.low);
        assert!(many.high.is_finite() && many.diff > few.diff);
        let mixed = |n| {
            let pairs: Vec<_> =
                (0..n).map(|i| [[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]][i % 3]).collect();
            let elo = scores(&pairs).elo();
            elo.high - elo.low
        };
        assert!(mixed(300) < mixed(30));
    }

    #[test]
    fn pairs_that_always_split_tell_more_than_games_that_do_not() {
        let split = scores(&[[1.0, 0.0]; 40]).elo();
        let luck: Vec<_> =
            (0..40).map(|i| if i % 2 == 0 { [1.0, 1.0] } else { [0.0, 0.0] }).collect();
        let luck = scores(&luck).elo();
        assert_eq!((split.diff, luck.diff), (0.0, 0.0));
        assert!(split.high < luck.high);
    }

    proptest! {
        #[test]
        fn the_difference_lies_within_a_finite_interval(
            pairs in proptest::collection::vec((0u8..3, 0u8..3), 0..60),
        ) {
            let pairs: Vec<_> =
                pairs.iter().map(|(a, b)| [f64::from(*a) / 2.0, f64::from(*b) / 2.0]).collect();
            let elo = scores(&pairs).elo();
            prop_assert!(elo.low.is_finite() && elo.high.is_finite());
            prop_assert!(elo.low <= elo.diff && elo.diff <= elo.high);
        }
    }
}

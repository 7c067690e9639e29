//! The difference in strength that a match shows, with its error.

use serde::Serialize;

use crate::{Meeting, share::DEVIATIONS};

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

/// How a game came out for a player, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// It lost.
    Loss = 0,
    /// Nobody won.
    Draw = 1,
    /// It won.
    Win = 2,
}

/// The points of one player, pair by pair. The two games of a pair share an opening and so a part
/// of their luck: they are counted as pairs, not as independent games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScores {
    /// Whole pairs by their half points, from 0 to 4.
    pairs: [u32; 5],
    /// Games without another, by their half points.
    singles: [u32; 3],
}

/// Fewer pairs than this say nothing about how much pairs differ.
const ENOUGH_PAIRS: u32 = 8;

impl PairScores {
    /// Adds a whole pair.
    pub fn add_pair(&mut self, pair: [Points; 2]) {
        self.pairs[pair[0] as usize + pair[1] as usize] += 1;
    }

    /// Adds a game whose pair is not whole.
    pub fn add_single(&mut self, points: Points) {
        self.singles[points as usize] += 1;
    }

    /// How many pairs came to nothing, half a point, one, one and a half, and two: the pentanomial
    /// that tests of strength go by.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// Games in all.
    pub fn games(&self) -> u32 {
        2 * self.pairs.iter().sum::<u32>() + self.singles.iter().sum::<u32>()
    }

    /// Half points in all.
    pub fn half_points(&self) -> u32 {
        let weigh = |counts: &[u32]| {
            counts.iter().zip(0..).map(|(count, worth)| count * worth).sum::<u32>()
        };
        weigh(&self.pairs) + weigh(&self.singles)
    }

    /// The difference in strength. Even a clean score has an end: half a game is added to both
    /// sides of the interval (Haldane, Anscombe, Gart), and to the difference where it would
    /// otherwise be infinite.
    pub fn elo(&self) -> Elo {
        let (games, half_points) = (self.games(), self.half_points());
        if games == 0 {
            return Elo { diff: 0.0, low: f64::from(-MOST_ELO), high: f64::from(MOST_ELO) };
        }
        let share = self.share();
        let worth = self.worth();
        let smooth = (share * worth + 0.5) / (worth + 1.0);
        let error = DEVIATIONS / ((worth + 1.0) * smooth * (1.0 - smooth)).sqrt();
        let centre = logit(smooth);
        let clean = half_points == 0 || half_points == 2 * games;
        let diff = if clean { centre } else { logit(share) };
        let points = |logit: f64| (logit * 400.0 / 10f64.ln() * 10.0).round() / 10.0;
        Elo {
            diff: points(diff),
            low: points((centre - error).min(diff)),
            high: points((centre + error).max(diff)),
        }
    }

    /// The difference in normalised Elo: by how many deviations of a game the score lies above a half.
    /// It says how many games it takes to see the difference, however many of them are drawn.
    pub fn normalised(&self) -> Elo {
        let games = f64::from(self.games());
        if games == 0.0 {
            return Elo { diff: 0.0, low: f64::from(-MOST_ELO), high: f64::from(MOST_ELO) };
        }
        let (share, worth) = (self.inner_share(), self.worth());
        // As many games as they are worth would spread like coins.
        let deviation = (share * (1.0 - share) * games / worth).sqrt();
        let points = |deviations: f64| (deviations * NORMALISED * 100.0).round() / 100.0;
        let (above, error) = ((share - 0.5) / deviation, DEVIATIONS / games.sqrt());
        Elo { diff: points(above), low: points(above - error), high: points(above + error) }
    }

    /// How likely it is that the first player is the stronger one, if nothing is known besides these
    /// games.
    pub fn superiority(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        let (share, worth) = (self.inner_share(), self.worth());
        let deviations = (share - 0.5) * (worth / (share * (1.0 - share))).sqrt();
        0.5 * libm::erfc(-deviations / std::f64::consts::SQRT_2)
    }

    /// The same games seen by the other player.
    pub fn flipped(&self) -> PairScores {
        let PairScores { mut pairs, mut singles } = *self;
        pairs.reverse();
        singles.reverse();
        PairScores { pairs, singles }
    }

    /// The games as ratings count them: as many as they are worth.
    pub(crate) fn meeting(&self, players: [usize; 2]) -> Meeting {
        if self.games() == 0 {
            return Meeting { players, points: 0.0, games: 0.0 };
        }
        let games = self.worth();
        Meeting { players, points: self.share() * games, games }
    }

    /// The share of points, never all or nothing: a clean score has half a game added to both sides.
    fn inner_share(&self) -> f64 {
        let (share, games) = (self.share(), f64::from(self.games()));
        if share > 0.0 && share < 1.0 { share } else { (share * games + 0.5) / (games + 1.0) }
    }

    /// The points of all that there were.
    fn share(&self) -> f64 {
        f64::from(self.half_points()) / f64::from(2 * self.games())
    }

    /// As many independent games, won or lost, would tell as much as these.
    fn worth(&self) -> f64 {
        let games = f64::from(self.games());
        let count: u32 = self.pairs.iter().sum();
        let half_points = self.half_points();
        if count < ENOUGH_PAIRS || half_points == 0 || half_points == 2 * self.games() {
            return games;
        }
        let pairs =
            || self.pairs.iter().zip(0..).map(|(n, worth)| (f64::from(*n), f64::from(worth) / 2.0));
        let count = f64::from(count);
        let mean = pairs().map(|(n, points)| n * points).sum::<f64>() / count;
        let spread =
            pairs().map(|(n, points)| n * (points - mean).powi(2)).sum::<f64>() / (count - 1.0);
        // A pair of independent games would spread twice as much as one game.
        let share = self.share();
        let independent = 2.0 * share * (1.0 - share);
        games * (independent / spread.max(independent / 4.0)).max(0.25)
    }
}

const MOST_ELO: i32 = 2000;
/// Normalised Elo points in a deviation.
pub(crate) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

fn logit(share: f64) -> f64 {
    (share / (1.0 - share)).ln()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        Points::{Draw, Loss, Win},
        *,
    };

    fn scores(pairs: &[[Points; 2]]) -> PairScores {
        let mut scores = PairScores::default();
        pairs.iter().for_each(|pair| scores.add_pair(*pair));
        scores
    }

    #[test]
    fn three_points_of_four_are_worth_one_hundred_and_ninety_one_elo() {
        let elo = scores(&[[Win, Draw]; 20]).elo();
        assert_eq!(elo.diff, 190.8);
    }

    #[test]
    fn pairs_are_counted_by_their_points_and_games_without_another_beside_them() {
        let mut scores =
            scores(&[[Loss, Loss], [Win, Loss], [Draw, Draw], [Win, Draw], [Win, Win]]);
        assert_eq!(
            (scores.pairs(), scores.games(), scores.half_points()),
            ([1, 0, 2, 1, 1], 10, 11)
        );
        scores.add_single(Win);
        assert_eq!(
            (scores.pairs(), scores.games(), scores.half_points()),
            ([1, 0, 2, 1, 1], 11, 13)
        );
    }

    #[test]
    fn more_games_make_the_interval_narrower_and_a_clean_score_has_one_too() {
        let few = scores(&[[Win, Win]; 5]).elo();
        let many = scores(&[[Win, Win]; 50]).elo();
        assert!(few.low > 0.0 && many.low > few.low);
        assert!(many.high.is_finite() && many.diff > few.diff);
        let mixed = |n| {
            let pairs: Vec<_> =
                (0..n).map(|i| [[Win, Loss], [Win, Win], [Loss, Loss]][i % 3]).collect();
            let elo = scores(&pairs).elo();
            elo.high - elo.low
        };
        assert!(mixed(300) < mixed(30));
    }

    #[test]
    fn pairs_that_always_split_tell_more_than_games_that_do_not() {
        let split = scores(&[[Win, Loss]; 40]).elo();
        let luck: Vec<_> =
            (0..40).map(|i| if i % 2 == 0 { [Win, Win] } else { [Loss, Loss] }).collect();
        let luck = scores(&luck).elo();
        assert_eq!((split.diff, luck.diff), (0.0, 0.0));
        assert!(split.high < luck.high);
    }

    proptest! {
        #[test]
        fn the_difference_lies_within_a_finite_interval(
            pairs in proptest::collection::vec((0usize..3, 0usize..3), 0..60),
            single in 0usize..4,
        ) {
            let all = [Loss, Draw, Win];
            let pairs: Vec<_> = pairs.iter().map(|(a, b)| [all[*a], all[*b]]).collect();
            let mut scores = scores(&pairs);
            all.get(single).into_iter().for_each(|points| scores.add_single(*points));
            let elo = scores.elo();
            prop_assert!(elo.low.is_finite() && elo.high.is_finite());
            prop_assert!(elo.low <= elo.diff && elo.diff <= elo.high);
        }
    }
}

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
        let above = (share - 0.5) / deviation;
        let error = DEVIATIONS / games.sqrt() * self.uncertain(above);
        Elo { diff: points(above), low: points(above - error), high: points(above + error) }
    }

    /// By how much a score in deviations is less certain than the score alone, as the deviation is only
    /// estimated: with the skewness and the kurtosis of pairs, by the delta method. It makes a
    /// difference where one is much stronger.
    fn uncertain(&self, above: f64) -> f64 {
        let count: u32 = self.pairs.iter().sum();
        let all = f64::from(count.max(1));
        let mean = |of: &dyn Fn(f64) -> f64| {
            let each = self.pairs.iter().zip(0..);
            each.map(|(n, worth)| f64::from(*n) * of(f64::from(worth) / 4.0)).sum::<f64>() / all
        };
        let centre = mean(&|points| points);
        let variance = mean(&|points| (points - centre).powi(2));
        if count < ENOUGH_PAIRS || variance == 0.0 {
            return 1.0;
        }
        let above = above * std::f64::consts::SQRT_2;
        let skewness = mean(&|points| (points - centre).powi(3)) / variance.powf(1.5);
        let kurtosis = mean(&|points| (points - centre).powi(4)) / variance.powi(2);
        (1.0 - skewness * above + (kurtosis - 1.0) * above * above / 4.0).max(0.0).sqrt()
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
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

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

    fn counted(pairs: [u32; 5]) -> PairScores {
        PairScores { pairs, singles: [0; 3] }
    }

    /// What other programs say: pairs, Elo and its error, normalised Elo and its error, and the
    /// likelihood of superiority in percent where it is told.
    type Example = ([u32; 5], [f64; 2], [f64; 2], Option<f64>);

    /// The first three are those of fastchess's own tests (app/tests/elo_test.cpp, EloPentanomial 1 to
    /// 3), the others what it printed for two matches of the release v0.3.2 of the program Dual.
    const EXAMPLES: [Example; 5] = [
        ([34, 54, 63, 64, 75], [55.58, 27.65], [57.94, 28.28], Some(100.0)),
        ([332, 433, 498, 333, 334], [-8.64, 10.33], [-9.17, 10.96], Some(5.05)),
        ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95], [-19.01, 2.65], None),
        ([16, 82, 222, 150, 61], [52.08, 14.57], [75.87, 20.90], Some(100.0)),
        ([49, 48, 154, 49, 60], [11.10, 21.86], [12.92, 25.38], Some(84.08)),
    ];

    /// The same by the textbook: mean and variance of a pair, and a normal distribution of the mean.
    fn textbook(pairs: [u32; 5]) -> ([f64; 2], [f64; 2], f64) {
        let all = f64::from(pairs.iter().sum::<u32>());
        let each = || pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let mean = each().map(|(n, points)| f64::from(*n) / all * points).sum::<f64>();
        let variance =
            each().map(|(n, points)| f64::from(*n) / all * (points - mean).powi(2)).sum::<f64>();
        let deviation = (variance / all).sqrt();
        let elo = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
        let error = (elo(mean + 1.96 * deviation) - elo(mean - 1.96 * deviation)) / 2.0;
        let scale = 800.0 / 10f64.ln() / (2.0 * variance).sqrt();
        let normalised = [(mean - 0.5) * scale, 1.96 * deviation * scale];
        let beyond = (mean - 0.5) / deviation;
        // Simpson's rule for the normal distribution from 0 to there.
        let density = |x: f64| (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
        let step = beyond / 1000.0;
        let part = |at: i32| {
            let weight = if at == 0 || at == 1000 { 1.0 } else { 2.0 + 2.0 * f64::from(at % 2) };
            weight * density(f64::from(at) * step)
        };
        let superiority = 0.5 + (0..=1000).map(part).sum::<f64>() * step / 3.0;
        ([elo(mean), error], normalised, 100.0 * superiority)
    }

    #[test]
    fn published_examples_come_out_as_they_were_published() {
        let near = |ours: f64, theirs: f64, within: f64, what: &str| {
            // Tenths of Elo points are shown.
            let apart = (ours - theirs).abs();
            assert!(apart < 0.06 + within * theirs.abs(), "{what}: {ours} and not {theirs}");
        };
        for (pairs, elo, normalised, superiority) in EXAMPLES {
            let book = textbook(pairs);
            let ours = counted(pairs);
            // Other programs take the deviation of a game for known, and ours only for estimated.
            for (ours, book, told, within) in
                [(ours.elo(), book.0, elo, 0.01), (ours.normalised(), book.1, normalised, 0.04)]
            {
                let error = (ours.high - ours.low) / 2.0;
                near(book[0], told[0], 0.002, "by the book");
                near(book[1], told[1], 0.002, "the error by the book");
                near(ours.diff, book[0], 0.01, "ours");
                near(error, book[1], within, "our error");
            }
            near(100.0 * ours.superiority(), book.2, 0.01, "superiority");
            superiority.into_iter().for_each(|told| near(book.2, told, 0.0, "by the book"));
        }
    }

    /// Matches whose pairs come out by these chances, drawn from a seed.
    fn simulated(chances: [f64; 5], pairs: u32, matches: u32) -> impl Iterator<Item = PairScores> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        (0..matches).map(move |_| {
            let mut counts = [0; 5];
            for _ in 0..pairs {
                let mut left = rng.random::<f64>();
                let class = chances.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                counts[class.unwrap_or(4)] += 1;
            }
            counted(counts)
        })
    }

    #[test]
    fn intervals_hold_the_truth_in_ninety_five_matches_of_a_hundred() {
        for (chances, pairs) in [
            // Even players without draws, whose pairs are independent games.
            ([0.25, 0.0, 0.5, 0.0, 0.25], 50),
            // Many draws; the beginning side is ahead, so that pairs split.
            ([0.02, 0.15, 0.6, 0.2, 0.03], 100),
            // Openings decide: pairs come out alike.
            ([0.4, 0.05, 0.1, 0.05, 0.4], 200),
            // One is much stronger.
            ([0.01, 0.04, 0.15, 0.2, 0.6], 100),
            ([0.0, 0.0, 0.1, 0.0, 0.9], 200),
        ] {
            let score: f64 = chances.iter().zip(0..).map(|(p, n)| p * f64::from(n) / 4.0).sum();
            let spread: f64 = chances
                .iter()
                .zip(0..)
                .map(|(p, n)| p * (f64::from(n) / 4.0 - score).powi(2))
                .sum();
            let elo = -400.0 * (1.0 / score - 1.0).log10();
            let normalised = (score - 0.5) / (2.0 * spread).sqrt() * NORMALISED;
            let matches = 2000;
            let mut held = [0u32; 2];
            for scores in simulated(chances, pairs, matches) {
                for (held, (found, truth)) in
                    held.iter_mut().zip([(scores.elo(), elo), (scores.normalised(), normalised)])
                {
                    *held += u32::from((found.low - 0.05..=found.high + 0.05).contains(&truth));
                }
            }
            let share = held.map(|held| f64::from(held) / f64::from(matches));
            assert!(
                share.iter().all(|held| (0.93..=0.97).contains(held)),
                "{chances:?}: {share:?}"
            );
        }
    }

    #[test]
    fn whoever_scored_half_is_as_likely_the_stronger_one_and_one_pair_leaves_a_doubt() {
        assert_eq!(PairScores::default().superiority(), 0.5);
        assert_eq!(counted([1, 2, 3, 2, 1]).superiority(), 0.5);
        let clean = counted([0, 0, 0, 0, 20]);
        assert!((0.999..=1.0).contains(&clean.superiority()), "{}", clean.superiority());
        assert!(counted([0, 0, 0, 0, 1]).superiority() < 0.999, "one pair is not much");
        let sum = clean.superiority() + clean.flipped().superiority();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        for scores in [counted([0, 0, 0, 0, 1]), counted([1, 0, 0, 0, 0]), counted([0, 0, 1, 0, 0])]
        {
            let elo = scores.normalised();
            assert!(elo.low.is_finite() && elo.high.is_finite() && elo.low < elo.high, "{elo:?}");
        }
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

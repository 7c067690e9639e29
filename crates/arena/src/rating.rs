//! Ratings of many players on one scale: the model of Bradley and Terry (1952), in which the chance
//! to win is the logistic curve of the difference in strength, fitted to the games by Newton's method.
//!
//! Somebody who never lost would be infinitely strong. So each player has drawn one game beforehand
//! with the next one in the list: little enough to be forgotten after some games.

use nalgebra::{DMatrix, DVector};

use crate::{Elo, share::DEVIATIONS};

/// What came of the games of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Two players, by their places in the list.
    pub players: [usize; 2],
    /// Points of the first of the two.
    pub points: f64,
    /// How many games, each worth one point.
    pub games: f64,
}

/// The strengths of a list of players.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// In natural units of the logistic curve, the anchor's 0.
    strengths: DVector<f64>,
    /// How uncertain they are together; nothing of the anchor.
    covariance: DMatrix<f64>,
}

/// Games drawn beforehand with the next in the list.
const DRAWN: f64 = 1.0;
/// Newton's steps, and the longest one: far from the end the curve is flat and they would be too long.
const STEPS: usize = 200;
const LONGEST: f64 = 1.0;
const CLOSE: f64 = 1e-9;
/// A natural unit in Elo points.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl Ratings {
    /// Fits the strengths of so many players to their games. That of `anchor` is 0.
    pub fn fit(players: usize, anchor: usize, meetings: &[Meeting]) -> Ratings {
        let next = (1..players).map(|player| Meeting {
            players: [player - 1, player],
            points: DRAWN / 2.0,
            games: DRAWN,
        });
        let all: Vec<Meeting> = meetings.iter().copied().chain(next).collect();
        let mut strengths = DVector::zeros(players);
        for _ in 0..STEPS {
            let (gradient, information) = slope(&strengths, anchor, &all);
            let Some(step) = information.cholesky().map(|known| known.solve(&gradient)) else {
                break;
            };
            let step = step.map(|each| each.clamp(-LONGEST, LONGEST));
            strengths += &step;
            if step.amax() < CLOSE {
                break;
            }
        }
        let (_, information) = slope(&strengths, anchor, &all);
        let mut covariance = information
            .cholesky()
            .map_or_else(|| DMatrix::zeros(players, players), |known| known.inverse());
        covariance.row_mut(anchor).fill(0.0);
        covariance.column_mut(anchor).fill(0.0);
        Ratings { strengths, covariance }
    }

    /// By how much a player is stronger than the anchor.
    pub fn elo(&self, player: usize) -> Elo {
        let variance = self.covariance[(player, player)];
        interval(self.strengths[player], variance)
    }

    /// By how much a player is stronger than another.
    pub fn above(&self, player: usize, other: usize) -> Elo {
        let covariance = |a, b| self.covariance[(a, b)];
        let variance =
            covariance(player, player) + covariance(other, other) - 2.0 * covariance(player, other);
        interval(self.strengths[player] - self.strengths[other], variance)
    }
}

fn interval(strength: f64, variance: f64) -> Elo {
    let error = DEVIATIONS * variance.max(0.0).sqrt();
    let points = |strength: f64| (strength * ELO * 10.0).round() / 10.0;
    Elo { diff: points(strength), low: points(strength - error), high: points(strength + error) }
}

/// In which direction the strengths explain the games better, and how sharply that turns: the
/// gradient of the logarithm of the likelihood and the information, with the anchor held.
fn slope(
    strengths: &DVector<f64>,
    anchor: usize,
    meetings: &[Meeting],
) -> (DVector<f64>, DMatrix<f64>) {
    let players = strengths.len();
    let mut gradient = DVector::zeros(players);
    let mut information = DMatrix::zeros(players, players);
    for Meeting { players: [a, b], points, games } in meetings.iter().copied() {
        let chance = 1.0 / (1.0 + (strengths[b] - strengths[a]).exp());
        let surprise = points - games * chance;
        gradient[a] += surprise;
        gradient[b] -= surprise;
        let weight = games * chance * (1.0 - chance);
        for (row, column, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            information[(row, column)] += sign * weight;
        }
    }
    gradient[anchor] = 0.0;
    information.row_mut(anchor).fill(0.0);
    information.column_mut(anchor).fill(0.0);
    information[(anchor, anchor)] = 1.0;
    (gradient, information)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::RngExt;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;

    fn meeting(a: usize, b: usize, points: u32, games: u32) -> Meeting {
        Meeting { players: [a, b], points: f64::from(points), games: f64::from(games) }
    }

    /// With two players there is a closed form: 100 games of which one wins 75, and the one that is
    /// drawn beforehand, are 75.5 points of 101.
    #[test]
    fn two_players_differ_by_the_logarithm_of_their_odds() {
        let elo = Ratings::fit(2, 0, &[meeting(1, 0, 75, 100)]).elo(1);
        let odds: f64 = 75.5 / 25.5;
        assert_eq!(elo.diff, (4000.0 * odds.log10()).round() / 10.0);
        let error = 1.96 * 400.0 / 10f64.ln() / (75.5 * 25.5_f64 / 101.0).sqrt();
        assert!((elo.high - elo.diff - error).abs() < 0.2, "{elo:?} {error}");
    }

    /// The baseball season that A. Agresti works out (Categorical Data Analysis, 2nd edition, table
    /// 10.10, American League 1987): wins of the team of a row against that of a column.
    const SEASON: [(&str, [u32; 7], f64); 7] = [
        ("Milwaukee", [0, 7, 9, 7, 7, 9, 11], 1.581),
        ("Detroit", [6, 0, 7, 5, 11, 9, 9], 1.436),
        ("Toronto", [4, 6, 0, 7, 7, 8, 12], 1.294),
        ("New York", [6, 8, 6, 0, 6, 7, 10], 1.248),
        ("Boston", [6, 2, 6, 7, 0, 7, 12], 1.108),
        ("Cleveland", [4, 4, 5, 6, 6, 0, 6], 0.684),
        ("Baltimore", [2, 4, 1, 3, 1, 7, 0], 0.0),
    ];

    #[test]
    fn a_season_of_baseball_is_rated_as_in_the_textbook() {
        let mut meetings = Vec::new();
        for (a, (_, won, _)) in SEASON.iter().enumerate() {
            for (b, (_, lost, _)) in SEASON[..a].iter().enumerate() {
                meetings.push(meeting(a, b, won[b], won[b] + lost[a]));
            }
        }
        let ratings = Ratings::fit(7, 6, &meetings);
        for (team, (name, _, strength)) in SEASON.iter().enumerate() {
            // The games drawn beforehand bring everybody a little closer.
            let fitted = ratings.elo(team).diff / ELO;
            assert!((fitted - strength).abs() < 0.12, "{name}: {fitted} and not {strength}");
        }
    }

    #[test]
    fn intervals_hold_the_strengths_that_games_were_drawn_from() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let strengths: Vec<f64> = (0..8).map(|player| 0.9 * f64::from(player)).collect();
        let (mut held, mut all) = (0, 0);
        for _ in 0..60 {
            let mut meetings = Vec::new();
            for a in 1..8 {
                let chance = 1.0 / (1.0 + (strengths[a - 1] - strengths[a]).exp());
                let won = (0..80).filter(|_| rng.random::<f64>() < chance).count();
                meetings.push(meeting(a, a - 1, won as u32, 80));
            }
            let ratings = Ratings::fit(8, 0, &meetings);
            for (player, strength) in strengths.iter().enumerate().skip(1) {
                let (elo, step) = (ratings.elo(player), ratings.above(player, player - 1));
                for (found, real) in [(elo, *strength), (step, 0.9)] {
                    held += usize::from((found.low..=found.high).contains(&(real * ELO)));
                    all += 1;
                }
            }
        }
        let share = f64::from(held as u32) / f64::from(all);
        assert!((0.92..=0.99).contains(&share), "{share}");
    }

    #[test]
    fn a_clean_score_and_no_game_at_all_have_finite_ratings() {
        let ratings = Ratings::fit(3, 0, &[meeting(1, 0, 1000, 1000)]);
        for player in 0..3 {
            let elo = ratings.elo(player);
            assert!(elo.low.is_finite() && elo.high.is_finite(), "{elo:?}");
        }
        assert!(ratings.elo(1).diff > 800.0);
        assert_eq!(ratings.elo(0), Elo { diff: 0.0, low: 0.0, high: 0.0 });
        assert_eq!(ratings.above(2, 1).diff, 0.0);
    }

    proptest! {
        #[test]
        fn whoever_scored_more_in_the_same_games_is_rated_higher(
            scores in proptest::collection::vec((0u32..=20, 1u32..=20), 1..12),
        ) {
            let meetings: Vec<Meeting> = scores
                .iter()
                .enumerate()
                .map(|(place, (points, games))| meeting(place + 1, place, *points.min(games), *games))
                .collect();
            let ratings = Ratings::fit(scores.len() + 1, 0, &meetings);
            for each in meetings {
                let above = ratings.above(each.players[0], each.players[1]).diff;
                let surplus = 2.0 * each.points - each.games;
                prop_assert!(above.is_finite() && above * surplus >= 0.0, "{above} {each:?}");
            }
        }
    }
}

//! What a tournament shows so far: points, strengths on one scale, faults.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Tournament;
use crate::{Elo, MatchResult, PairScores, Ratings};

/// The table of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Who took part, the strongest first.
    pub rows: Vec<Standing>,
    /// What each scored against each, by their places among the entrants.
    pub cells: Vec<Vec<Cell>>,
    /// Games that are over.
    pub games: u32,
    /// Those that were played before, move by move, and count once in the strengths.
    pub repeated: u32,
    /// The strengths all together.
    pub ratings: Ratings,
}

/// How one player has done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its place among the entrants.
    #[serde(skip)]
    pub player: usize,
    /// What it is called.
    pub name: String,
    /// Its strength with the interval, on the anchor's scale.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// Games it lost by a fault, by the kind of the fault.
    pub faults: BTreeMap<&'static str, u32>,
}

/// What one scored against another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that nobody won.
    pub draws: u32,
    /// The pairs, each game counted once.
    pub scores: PairScores,
}

impl Cell {
    /// Games.
    pub fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// Points, a draw for half.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    fn flipped(&self) -> Cell {
        let Cell { wins, losses, draws, scores } = *self;
        Cell { wins: losses, losses: wins, draws, scores: scores.flipped() }
    }
}

impl Standing {
    /// Games.
    pub fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// Points, a draw for half.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }
}

impl Tournament {
    /// The table as it is now.
    pub fn standings(&self) -> Standings {
        let plan = self.plan();
        let players = plan.entrants.len();
        let (anchor, known) = plan.anchor;
        let mut cells = vec![vec![Cell::default(); players]; players];
        let mut faults = vec![BTreeMap::new(); players];
        let mut meetings = Vec::new();
        let mut repeated = 0;
        for ([a, b], tally) in &self.meetings {
            let result: MatchResult = tally.result(0.0);
            let scores = tally.scores();
            let MatchResult { a_wins, b_wins, draws, .. } = result;
            let cell = Cell { wins: a_wins, losses: b_wins, draws, scores };
            (cells[*a][*b], cells[*b][*a]) = (cell, cell.flipped());
            for (player, by) in [(a, result.a_faults), (b, result.b_faults)] {
                for (kind, count) in by {
                    *faults[*player].entry(kind).or_insert(0) += count;
                }
            }
            repeated += result.repeated;
            meetings.push(scores.meeting([*a, *b]));
        }
        let ratings = Ratings::fit(players, anchor, &meetings);
        let mut rows: Vec<Standing> = (0..players)
            .map(|player| {
                let Elo { diff, low, high } = ratings.elo(player);
                let sum = |part: fn(&Cell) -> u32| cells[player].iter().map(part).sum();
                Standing {
                    player,
                    name: plan.entrants[player].name.clone(),
                    elo: tenths(known + diff),
                    low: tenths(known + low),
                    high: tenths(known + high),
                    wins: sum(|cell| cell.wins),
                    losses: sum(|cell| cell.losses),
                    draws: sum(|cell| cell.draws),
                    faults: std::mem::take(&mut faults[player]),
                }
            })
            .collect();
        rows.sort_by(|one, two| two.elo.total_cmp(&one.elo));
        Standings { rows, cells, games: self.progress()[0], repeated, ratings }
    }
}

fn tenths(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

//! Connect Four played perfectly: exact scores by search, an opening book, and the player that uses
//! them.

mod book;
mod oracle;
mod perfect;
mod plans;
mod solver;
mod table;
mod telling;
mod why;

use std::time::Instant;

use ludoteca_games::{
    Connect4, Game,
    connect4::{CELLS, four},
};

pub use book::{Book, BookError, MOST_PLIES, key, positions_after};
pub use oracle::Oracle;
pub(crate) use perfect::kind;
pub use perfect::{Perfect, Slips};
pub use solver::{Score, Solver, plies_left};

use crate::{
    Budget,
    solve::{Extent, Solution, Solved},
};

/// The exact score of a position whose game goes on, and of every move in it if that is asked.
pub(crate) fn solve(position: &Connect4, extent: Extent, budget: &Budget) -> Solution {
    let begun = Instant::now();
    let mut oracle = Oracle::new(perfect::MEGABYTES, true);
    oracle.begin(budget);
    let solved =
        |score: Option<Score>| score.map_or(Solved::Unknown, |score| Solved::Score(score.into()));
    let score = oracle.score(position);
    let asked = if extent == Extent::Moves { position.legal_plies() } else { Vec::new() };
    let moves = asked
        .into_iter()
        .map(|column| (position.write_ply(&column), solved(oracle.score_after(position, column))));
    let moves = moves.collect();
    Solution {
        outcome: solved(score).verdict(),
        score: score.map(i64::from),
        moves,
        nodes: oracle.nodes(),
        seconds: begun.elapsed().as_secs_f64(),
    }
}

/// Whether these stones could still make four if all empty cells were theirs.
#[inline]
fn could_win(stones: u64, taken: u64) -> bool {
    four(stones | CELLS ^ taken)
}

//! Connect Four played perfectly: the solver.

mod plans;
mod solver;
mod table;
#[cfg_attr(not(test), expect(dead_code))]
mod why;

use ludoteca_games::connect4::{CELLS, four};

pub use solver::{Score, Solver, plies_left};

/// Whether these stones could still make four if all empty cells were theirs.
#[inline]
fn could_win(stones: u64, taken: u64) -> bool {
    four(stones | CELLS ^ taken)
}

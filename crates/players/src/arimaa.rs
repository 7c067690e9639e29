//! Arimaa: evaluations and the players made of them.

mod ants;
mod by_turns;
pub mod puzzles;
mod seed;
mod setup;
pub mod strong;
pub mod tactics;

pub(crate) use ants::kind as ants;
pub use seed::{Judge, Seed, TERMS, Terms, TurnSearch, Weights};
pub(crate) use seed::{alphabeta, evaluation as seed_evaluation, minimax};
pub(crate) use setup::placement;

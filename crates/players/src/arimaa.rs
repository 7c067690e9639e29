//! Arimaa: evaluations and the players made of them.

pub mod puzzles;
mod seed;
mod setup;
pub mod strong;
pub mod tactics;

pub use seed::{Judge, Seed, TERMS, Terms, TurnSearch, Weights};
pub(crate) use seed::{alphabeta, evaluation as seed_evaluation, minimax};

//! Arimaa: evaluations and the players made of them.

mod seed;

pub use seed::{Judge, Seed, TERMS, Terms, TurnSearch, Weights};
pub(crate) use seed::{alphabeta, evaluation as seed_evaluation, minimax};

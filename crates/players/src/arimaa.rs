//! Arimaa: evaluations and the players made of them.

mod setup;
mod strong;
pub mod tactics;

pub use strong::{Settings, Strong, Tuned, WEIGHTS, Weights, read_weights, tune, write_weights};
pub(crate) use strong::kind as strong_kind;

//! Hex: virtual connections, circuits, and the players and the solver made of them.

pub mod cells;
pub mod circuit;
pub mod connections;
pub mod inferior;
mod solve;
mod solved;
pub mod solver;

pub use solve::{solve, stones};

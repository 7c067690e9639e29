//! Hex: virtual connections, circuits, shortest ways, and the players and the solver made of them.

mod agent;
#[cfg(test)]
mod brute;
pub mod cells;
pub mod circuit;
pub mod connections;
mod dijkstra;
mod distance;
mod firsts;
mod general;
mod hexodus;
pub mod inferior;
mod layers;
mod paths;
mod proofs;
pub(crate) mod regions;
pub mod shared;
mod solve;
mod solved;
pub mod solver;
mod spreading;
pub mod strategy;
pub mod subgame;

pub(crate) use dijkstra::{evaluation as path_evaluation, kind as dijkstra};
pub(crate) use distance::kind as distance;
pub(crate) use firsts::WINNING;
pub(crate) use general::{alphabeta, minimax};
#[cfg(feature = "nets")]
pub use hexodus::fitting;
pub(crate) use hexodus::kind as hexodus_kind;
pub use hexodus::{Hexodus, Judge, Mode, Settings as HexodusSettings};
pub use paths::{Ways, shortest_way};
pub(crate) use solve::solve_to;
pub use solve::{solve, stones};

/// The quick net as a guide of the solver, where nets are there.
pub fn net_guide<const W: usize>() -> Option<Box<dyn solver::Guide<W>>> {
    #[cfg(feature = "nets")]
    return Some(crate::neural::guide());
    #[cfg(not(feature = "nets"))]
    None
}

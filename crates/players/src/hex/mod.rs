//! What plays Hex alone.

mod agent;
mod dijkstra;
mod distance;
mod general;
mod layers;
mod paths;

pub(crate) use dijkstra::{evaluation as path_evaluation, kind as dijkstra};
pub(crate) use distance::kind as distance;
pub(crate) use general::{alphabeta, minimax};
pub use paths::{Ways, shortest_way};

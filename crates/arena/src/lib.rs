//! Games between players: matches of many games, ratings, experiments, and a
//! measurement of the machine.
//!
//! Everything that plays goes through here: a person at the page, a person at a terminal, a match
//! between two machines.
#![warn(missing_docs)]

mod elo;
pub mod experiment;
mod matches;
mod share;
mod stress;

pub use elo::{Elo, PairScores};
pub use matches::{Fault, Match, MatchResult, Openings, Progress, play_match, play_out};
pub use share::Share;
pub use stress::{STRESS_DEPTH, StressRow, stress};

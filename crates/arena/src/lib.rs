//! Games between players: the record of a game, matches of many games, ratings, and a measurement of
//! the machine.
//!
//! Everything that plays goes through here: a person at the page, a person at a terminal, a match
//! between two machines.
#![warn(missing_docs)]

mod elo;
mod matches;
mod record;
mod stress;

pub use elo::{Elo, PairScores};
pub use matches::{Fault, Match, MatchResult, Openings, Progress, play_match, play_out};
pub use record::{Ending, Loss, Record, Setup};
pub use stress::{STRESS_DEPTH, StressRow, stress};

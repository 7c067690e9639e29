//! Games between players: the record of a game, matches of many games, and ratings.
//!
//! Everything that plays goes through here: a person at the page, a person at a terminal, a match
//! between two machines.
#![warn(missing_docs)]

mod elo;
mod matches;
mod record;

pub use elo::{Elo, PairScores};
pub use matches::{Fault, Match, MatchResult, Openings, Progress, play_match, play_out};
pub use record::{Ending, Record, Setup};

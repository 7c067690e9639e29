//! Games between players: one game, matches of many games, ratings, experiments, and a measurement of
//! the machine.
//!
//! Everything in which machines play each other goes through [`play`]: a match, an experiment,
//! what a player learns from playing against itself.
#![warn(missing_docs)]

mod adjudication;
mod elo;
mod error;
pub mod experiment;
mod game;
mod ladder;
mod learning;
mod matches;
mod rating;
mod seed;
mod share;
mod sprt;
mod stress;
mod tally;
pub mod tournament;
mod training;
mod work;

pub use adjudication::{Adjudication, Agreed, can_be_exact};
pub use elo::{Elo, PairScores, Points};
pub use error::ExperimentError;
pub use game::{Finished, Limits, Referee, at_fault, nobody, play};
pub use ladder::{Ladder, Rung};
pub use learning::{Body, Lessons, Progress, Round, School, SelfPlayed};
pub use matches::{Match, MatchError, Openings, Ready, play_match};
pub use rating::{Meeting, Ratings};
pub use seed::Seed;
pub use share::Share;
pub use sprt::{Decision, EloModel, Sprt};
pub use stress::{STRESS_MODES, StressLevel, StressRow, stress};
pub use tally::{GameFault, MatchGame, MatchResult, Tally};
pub use training::{Trained, Training, fit_arimaa, train_arimaa, wild_game};
pub use work::{Entrant, GameDone, GameJob, Pace};

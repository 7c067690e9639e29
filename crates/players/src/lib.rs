//! Everything that chooses a move: search, evaluations, and how they explain themselves.
//!
//! A [`Player`] is given a position and a [`Budget`] and answers with a [`Thought`]. Players are
//! chosen by text from one registry:
//!
//! ```
//! use ludoteca_games::find;
//! use ludoteca_players::{AnyWatch, Budget, Supply, machine};
//! let position = find("connect4").unwrap().begin([]).unwrap();
//! let mut player = machine("connect4", "alphabeta:depth=4", &Supply::seeded(1)).unwrap();
//! let thought = player.consider(position.as_ref(), &Budget::default(), AnyWatch::Nobody).unwrap();
//! assert!(position.plies().contains(&thought.ply().unwrap()));
//! ```
#![warn(missing_docs)]
// What games share is not all used where some are left out.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports))]

mod alphabeta;
mod ants;
#[cfg(feature = "arimaa")]
pub mod arimaa;
mod ask;
mod budget;
#[cfg(feature = "connect4")]
pub mod connect4;
mod depths;
mod engine;
mod error;
pub mod evaluations;
mod explain;
mod failure;
mod form;
#[cfg(feature = "hex")]
pub mod hex;
mod kind;
mod mcts;
mod minimax;
mod negamax;
#[cfg(feature = "nets")]
pub mod neural;
mod plan;
mod played;
mod player;
mod random;
mod registry;
pub mod review;
#[cfg(feature = "gdl")]
pub mod roles;
#[cfg(feature = "connect4")]
pub mod rules;
mod search;
pub mod sketch;
mod solve;
mod spec;
mod stop;
pub mod story;
pub mod studies;
mod supply;
#[cfg(feature = "testing")]
pub mod testing;
pub mod thought;
pub mod threads;
mod transpositions;

pub use alphabeta::AlphaBeta;
pub use ask::ask;
pub use budget::{Budget, Clock, Timer, USUAL_TIME};
pub use engine::ENGINE;
pub use error::{PlayerError, SolveError};
pub use explain::{label, points};
pub use failure::{Failure, Fault};
pub use form::{FileKind, Form, Question};
pub use kind::{Level, PlayerKind, PlayerSettings};
pub use mcts::{Mcts, Settings as MctsSettings};
pub use minimax::Minimax;
pub use played::{Played, evaluations as evaluations_of};
pub use player::{AnyPlayer, AnyWatch, Erased, Player, Watch};
pub use random::Random;
pub use registry::{
    HUMAN, PlayerInfo, Seat, adviser, at_its_best, exact, in_slow_motion, machine, players,
    reviewer, seat, settings,
};
pub use solve::{
    Asked, Extent, GuidedBy, Progress, Solution, Solved, solve, solve_as, solve_outcome,
};
pub use spec::Spec;
pub use stop::{Stop, Turn, Turns};
pub use story::{Recorder, Story};
pub use supply::{Program, ReadFile, StartEngine, Supply};
pub use thought::{Answer, Thought};

/// The example in the README is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

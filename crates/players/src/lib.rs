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

mod alphabeta;
mod ants;
pub mod arimaa;
mod ask;
pub mod connect4;
mod depths;
mod engine;
pub mod evaluations;
mod explain;
mod failure;
pub mod hex;
pub mod lessons;
mod mcts;
mod minimax;
mod plan;
mod player;
mod random;
mod registry;
pub mod roles;
pub mod rules;
mod search;
mod solve;
mod spec;
mod table;
pub mod thought;

pub use alphabeta::AlphaBeta;
pub use ask::ask;
pub use engine::{ENGINE, Program, StartEngine};
pub use explain::{label, points};
pub use failure::{Failure, Fault};
pub use mcts::{Mcts, Settings as MctsSettings};
pub use minimax::Minimax;
pub use player::{AnyPlayer, AnyWatch, Budget, Clock, Erased, Player, Stop, USUAL_TIME, Watch};
pub use random::Random;
pub use registry::{
    HUMAN, Level, Make, PlayerInfo, PlayerKind, Seat, Supply, adviser, machine, players, seat,
};
pub use solve::{Progress, Solution, Solved, solve};
pub use spec::Spec;
pub use thought::{Answer, Thought};

/// The example in the README is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

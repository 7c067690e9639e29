//! Players as everybody else has them: the searches over all games, each player by its text, out of
//! the registry, which builds every player of every game. What needs no more than one of them is
//! tested beside it.
//!
//! One program, because what a search becomes for each game is compiled anew for every program of
//! tests; `frugality` alone stands outside, as it watches its whole process.

mod agreement;
mod ants;
mod arimaa;
mod conformance;
mod hex;
mod lookahead;
mod neural;
mod pasts;
mod registry;
mod rules;
mod sketch;
mod solver;
mod studies;
mod suite;
mod texts;

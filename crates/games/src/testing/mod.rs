//! For tests: the suite every game must pass, and made-up games to try other code on.
//!
//! [`conforms`] holds a game to the contract of [`Game`](crate::Game). [`Tree`] is a game whose
//! every node can be written out or grown from a seed, for code that searches; [`Sampler`] uses
//! what few games use (a tray, turns of several steps, notes), for code that shows. [`Turns`] makes
//! one ply of a whole turn of another game.

mod conformance;
mod sampler;
mod tree;
mod turns;

pub use conformance::{conforms, conforms_in_turns};
pub use sampler::{Kind, Sampler, SamplerPly};
pub use tree::{Branch, Tree, draw, split, win};
pub use turns::{TurnPlies, Turns};

//! `neural`: a net says which moves look good and who stands better, and a search tries them out.
//!
//! A position is seen by a residual net ([`ludoteca_nets`]) that has taught itself by playing; what it
//! is shown of a game and which of its numbers speak for a ply are the game's eyes. The search is a
//! graph of positions, tried in the order of PUCT. Any game can be played so; in Hex there stands
//! beside it what this house knows for certain.
//!
//! Weaker levels look at each position once and play one of the moves that then seem best, the more
//! often a lesser one the weaker they are: they overlook what a person overlooks.

#[cfg(feature = "arimaa")]
mod arimaa;
mod board;
mod eyes;
mod found;
mod general;
mod graph;
mod growing;
mod guide;
mod hex;
pub mod learning;
pub(crate) mod levels;
mod opening;
mod own;
mod pace;
mod proofs;
mod resignation;
mod settings;
mod showing;
mod sight;
mod telling;

pub use self::guide::guide;
pub(crate) use self::{
    board::Board,
    eyes::{BuiltInNet, Eyes},
    general::kind as general,
    guide::large_guide,
    hex::kind as hex,
    sight::HexEyes,
};
#[cfg(feature = "arimaa")]
pub(crate) use arimaa::{ARIMAA, ArimaaEyes};
#[cfg(feature = "tictactoe")]
pub(crate) use own::TicTacToeEyes;
#[cfg(feature = "breakthrough")]
pub(crate) use own::{BREAKTHROUGH, BreakthroughEyes};
#[cfg(feature = "connect4")]
pub(crate) use own::{CONNECT4, Connect4Eyes};

#[cfg(test)]
mod tests;

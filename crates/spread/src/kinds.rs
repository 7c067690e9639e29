//! The kinds of work there are. A new one is a module here and its line in [`KINDS`].

mod games;
pub mod proofs;

pub use games::{Games, Host, play_games};
use proofs::Proofs;

use crate::Kind;

/// What a worker can do.
pub const KINDS: &[Kind] = &[Kind::of::<Games>(), Kind::of::<Proofs>()];

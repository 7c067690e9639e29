//! The kinds of work there are. A new one is a module here and its line in [`KINDS`].

mod games;
pub mod proofs;
mod rows;
mod scores;
mod self_play;
mod weights;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

pub use games::{Games, Host, play_games};
use proofs::Proofs;
pub use rows::{Rows, make_rows};
pub use scores::{Scores, score_positions};
pub use self_play::{SelfPlay, learn_together};
pub use weights::{WeightGames, train_together};

use crate::Kind;

/// What a worker can do.
pub const KINDS: &[Kind] = &[
    Kind::of::<Games>(),
    Kind::of::<Proofs>(),
    Kind::of::<Rows>(),
    Kind::of::<Scores>(),
    Kind::of::<SelfPlay>(),
    Kind::of::<WeightGames>(),
];

/// How long to wait for a result before looking whether somebody wants to stop.
const WAIT: Duration = Duration::from_millis(300);

/// A name for a job that follows from what it is about.
fn name_of(what: &(impl Hash + ?Sized)) -> String {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

//! Residual convolutional nets with global pooling, on the CPU and in whole numbers. This crate knows
//! no game: planes go in, numbers for each cell and one for the whole board come out.
//!
//! A [`Model`] is what a file of weights holds; [`Net`] is the same, laid out for this processor; an
//! [`Evaluator`] runs it. A net is made for no size of board: any from 1 to [`LARGEST`] will do.
//!
//! ```
//! use ludoteca_nets::{Evaluator, Model, Net, Planes};
//! let model = Model::read(include_bytes!("../../players/nets/hex-6x64.net")).unwrap();
//! let mut evaluator = Evaluator::new(Net::new(&model));
//! let mut planes = Planes::new(5, model.shape().planes);
//! for at in 0..7 {
//!     // The edges of the one side, and of the other.
//!     [(0, at), (6, at)].map(|(row, column)| planes.set(row, column, 0, 1));
//!     [(at, 0), (at, 6)].map(|(row, column)| planes.set(row, column, 1, 1));
//! }
//! let seen = evaluator.evaluate(&planes);
//! let best = (0..25).max_by(|a, b| seen.policy[*a].total_cmp(&seen.policy[*b]));
//! assert_eq!(best, Some(12), "the middle");
//! ```
//!
//! How numbers flow: weights are whole numbers of eight bits with a factor for each channel,
//! activations whole numbers from 0 to 127 with one step for each layer. What a layer adds up is
//! exact, so that every [`Kernel`] finds the same to the last bit.
#![warn(missing_docs)]

mod evaluator;
mod file;
mod grid;
mod kernel;
mod layer;
pub mod learn;
mod model;
#[cfg(target_arch = "x86_64")]
mod tiles;

pub use evaluator::{Evaluator, Net, Seen};
pub use file::FileFault;
pub use grid::Planes;
pub use kernel::Kernel;
pub use model::{Conv, Dense, LARGEST, Model, Shape};

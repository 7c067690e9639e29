//! Files and protocols: how games are kept, and how programs talk about them.
#![warn(missing_docs)]

mod engine;
pub mod htp;
pub mod lines;
mod process;

pub use engine::start_engine;

//! Files and protocols: how games are kept, and how programs talk about them.
#![warn(missing_docs)]

pub mod aei;
mod arimaa;
mod engine;
pub mod files;
pub mod ggp;
mod hexworld;
pub mod htp;
mod json;
pub mod lines;
mod moves;
mod opponent;
mod pdn;
mod place;
mod process;
mod record;
mod sgf;
mod svg;
mod xml;

pub use engine::{ENGINE_GAMES, start_engine};
pub use files::{Format, read, read_numbered};
pub use record::{Lost, Node, Reason, Record};

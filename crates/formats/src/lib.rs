//! Files: how games are kept.
#![warn(missing_docs)]

mod arimaa;
pub mod files;
mod hexworld;
mod json;
mod moves;
mod pdn;
mod place;
mod record;
mod sgf;
mod svg;
mod xml;

pub use files::{Format, read, read_numbered};
pub use record::{Lost, Node, Reason, Record};

//! Files and protocols: how games are kept, and how programs talk about them.
#![warn(missing_docs)]

pub mod files;
mod hexworld;
mod json;
mod moves;
mod place;
mod record;
mod sgf;
mod svg;
mod xml;

pub use files::{Format, read};
pub use record::{Lost, Node, Reason, Record};

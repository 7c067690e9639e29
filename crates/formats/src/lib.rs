//! Files: how games are kept.
#![warn(missing_docs)]

mod arimaa;
mod error;
pub mod files;
mod hexworld;
mod json;
mod kind;
mod leaves;
mod marks;
mod moves;
mod pdn;
mod place;
mod sgf;
mod sides;
mod svg;
mod xml;

pub use error::{FileError, FileFault};
pub use files::{Format, read, read_numbered, unread};
pub use leaves::Part;
pub use svg::picture;

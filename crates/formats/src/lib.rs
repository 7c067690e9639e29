//! Files: how games are kept.
#![warn(missing_docs)]

mod arimaa;
mod drawing;
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
mod png;
mod sgf;
mod sides;
mod svg;
mod xml;

pub use error::{FileError, FileFault};
pub use files::{Format, read, read_each, read_numbered, unplaced};
pub use leaves::Part;
pub use png::{WIDTHS, paint};
pub use svg::picture;

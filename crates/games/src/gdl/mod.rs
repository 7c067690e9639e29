//! Games described in GDL, the Game Description Language of the general game playing competitions
//! (Love, Hinrichs, Haley, Schkufza and Genesereth, *General Game Playing: Game Description
//! Language Specification*, Stanford 2008).
//!
//! A text becomes a game in four steps: it is read (`description`), checked (`check`), freed of
//! its variables (`ground`) and made a program of gates (`network`). Many games side by side run
//! the whole program (`machine`, `lanes`); a single one follows what changes (`wires`, `walker`),
//! and where it is known beforehand what each move changes (`effects`, `course`), only that.
//! [`Rules`] is any game with any number of roles; [`Gdl`] is one of two roles who move in turn, which every
//! player here can play.

mod check;
mod components;
mod course;
mod described;
mod description;
mod effects;
mod error;
mod game;
mod glyphs;
mod ground;
mod guess;
mod lanes;
pub mod limits;
mod look;
mod look_pieces;
mod machine;
mod network;
#[cfg(test)]
mod odd;
#[cfg(test)]
mod oracle;
mod patience;
mod plan;
mod read;
mod rules;
mod terms;
#[cfg(test)]
mod tests;
mod text;
mod walker;
mod wires;

pub use described::let_go;
pub use error::{GdlError, GdlFault};
pub use game::{EXAMPLE, Gdl, RULES};
pub use patience::{Account, Claim, Loading, Patience, Watch, with_patience};
pub use read::{Expression, Form, Place, read as read_kif};
pub use rules::{Rules, Standing, State};

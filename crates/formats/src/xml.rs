//! Any game as XML: `<game name="hex" size="11" swap="pieces"><move side="black">f6</move>…</game>`.
//!
//! The options of the game are attributes of `game`. A `comment` speaks of the move before it, and
//! a `variation` holds moves that could have been played instead of the move before it. `game.xsd`
//! beside this file is the schema. There are no entities but those of XML itself: a document type
//! is refused, and with it everything that can be made to grow.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::record::Reason;

/// How a game ended, by the words of the attribute `by`; on the board it is `play`.
const REASONS: [(&str, Reason); 3] =
    [("resignation", Reason::Resigned), ("forfeit", Reason::Forfeited), ("unsaid", Reason::Unsaid)];

/// A draw that both agreed to, as the attribute `by` has it.
const AGREED: &str = "agreement";

#[cfg(test)]
mod tests;

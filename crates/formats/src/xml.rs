//! Any game as XML: `<game name="hex" size="11" swap="pieces"><move side="black">f6</move>…</game>`.
//!
//! The options of the game are attributes of `game`. A `comment` speaks of the move before it, and
//! a `variation` holds moves that could have been played instead of the move before it. `game.xsd`
//! beside this file is the schema. There are no entities but those of XML itself: a document type
//! is refused, and with it everything that can be made to grow.

mod read;
mod write;

use read::read;
use write::write;

use crate::kind::{FormatKind, Holds, Told, all_is_read, any_game, everything, if_so, only};

/// The format.
pub const FORMAT: FormatKind = FormatKind {
    name: "xml",
    ending: "xml",
    media_type: "application/xml",
    serves: any_game,
    told: |words| if_so(words.trim_start().starts_with('<'), Told::Surely),
    holds: Holds::Game,
    read: |words| Ok(only(move || read(words))),
    unplaced: all_is_read,
    write: |tree| Ok(write(tree).into()),
    stops_early: true,
    keeps: everything,
};

/// How a game ended, by the words of the attribute `by` and by the names of ends.
const ENDS: [(&str, &str); 13] = [
    ("play", "board"),
    ("resignation", "resigned"),
    ("time", "late"),
    ("forfeit", "forfeited"),
    ("unsaid", "unsaid"),
    ("agreement", "agreed"),
    ("adjudication", "adjudicated"),
    ("interruption", "interrupted"),
    ("illegal", "illegal"),
    ("crash", "crash"),
    ("stall", "stall"),
    ("garbage", "garbage"),
    ("memory", "memory"),
];

#[cfg(test)]
mod tests;

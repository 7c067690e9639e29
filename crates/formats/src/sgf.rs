//! Hex in the Smart Game Format, GM[11] (<https://www.red-bean.com/sgf/hex.html>): Black is Red and
//! joins top and bottom, White is Blue.
//!
//! The dialect of Little Golem is read too: cells as two letters (`am` is a13), `swap` without
//! saying of what, and the moves of whoever begins marked W although the player's name is in PB.
//! Of RU this reads and writes whether there is a swap; the properties that others add it minds none,
//! and says which of them it has no place for.

mod notes;
mod read;
mod scan;
mod write;

use read::{read, unplaced};
use write::write;

use crate::{
    Part,
    kind::{FormatKind, Holds, Told},
};

/// The format.
pub const FORMAT: FormatKind = FormatKind {
    name: "sgf",
    ending: "sgf",
    media_type: "application/x-go-sgf",
    serves: |game| game == "hex",
    told: |words| match words.trim_start() {
        begin if begin.starts_with('(') => Told::Surely,
        // Somebody may have written something before it.
        begin if begin.contains("(;") => Told::Within,
        _ => Told::No,
    },
    holds: Holds::Games,
    read,
    unplaced,
    write: |tree| Ok(write(tree).into()),
    stops_early: false,
    keeps: |part, _, begins| match part {
        Part::Colours | Part::TimesUsed => false,
        Part::Signs => !begins,
        _ => true,
    },
};

/// A board that was set up after a swap of sides says so here, as no other property could.
const SWAPPED: &str = "SWAPPED";

#[cfg(test)]
mod tests;

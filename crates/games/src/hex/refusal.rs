//! Why options, plies and boards of Hex are refused.

use ludoteca_text::{Text, errors, text};

use super::{Cell, Colour, HexPly, look};
use crate::{RowsError, boards, params::SettingError};

errors! {
    /// Why Hex refuses something.
    pub enum HexRefusal {
        /// Somebody's stone is there.
        Taken(cell: Cell) => text!("cell-taken", cell = cell.name()),
        /// That is no cell of a board of that size.
        NotACell { size: usize } => text!("not-a-cell", first = "a1", last = last(size)),
        /// It is no swap either, where there may be one.
        NotAMove { size: usize, swap: HexPly } => {
            text!("hex-not-a-move", first = "a1", last = last(size), swap = swap.name())
        },
        /// This game has no swap.
        NoSwap => text!("hex-no-swap"),
        /// This game has another swap.
        OtherSwap(swap: HexPly) => text!("hex-other-swap", swap = swap.name()),
        /// Only the second ply may be a swap.
        SwapSecond => text!("hex-swap-second"),
        /// A cell of a board is another letter.
        Letter => text!("hex-cell-letter"),
        /// After a board there is something else than a swap.
        AfterBoard => text!("hex-after-board"),
        /// There was a swap, but no stone.
        NothingSwapped => text!("hex-nothing-swapped"),
        /// No turns lead to so many stones.
        Unbalanced { red: usize, blue: usize, swapped: bool } => {
            let why = if swapped { "hex-unbalanced-swapped" } else { "hex-unbalanced" };
            text!(why, red = red, blue = blue)
        },
        /// A colour had won before the last stone.
        MovedAfterWin(colour: Colour) => text!("hex-moved-after-win", colour = named(colour)),
        /// A colour had won before its last stone.
        NoLastStone(colour: Colour) => text!("hex-no-last-stone", colour = named(colour)),
    }
    from {
        /// An option has another value.
        Setting(SettingError),
        /// The rows are no board.
        Rows(RowsError),
    }
}

/// The last cell of a board.
fn last(size: usize) -> String {
    boards::name(size - 1, size - 1)
}

fn named(colour: Colour) -> Text {
    Text::new(look::name(colour))
}

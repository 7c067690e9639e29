//! Why options, plies and boards of Breakthrough are refused.

use ludoteca_text::{errors, text};

use super::cell_name;
use crate::{RowsError, boards, params::SettingError};

errors! {
    /// Why Breakthrough refuses something. Cells are named by the number of their bit.
    pub enum BreakthroughRefusal {
        /// That is no move on a board of that size.
        NotAMove { size: u8 } => {
            let last = usize::from(size - 1);
            text!("breakthrough-not-a-move", first = "a1", last = boards::name(last, last))
        },
        /// The piece is the other side's.
        NotYours(cell: u8) => text!("breakthrough-not-yours", cell = cell_name(cell)),
        /// There is no piece.
        NobodyThere(cell: u8) => text!("breakthrough-nobody-there", cell = cell_name(cell)),
        /// Pieces go one step ahead.
        NotAhead => text!("breakthrough-not-ahead"),
        /// A piece of one's own is there.
        OwnThere(cell: u8) => text!("breakthrough-own-there", cell = cell_name(cell)),
        /// Straight ahead nothing is taken.
        Straight(cell: u8) => text!("breakthrough-straight", cell = cell_name(cell)),
        /// After the board it is not said who moves.
        NoSide => text!("breakthrough-no-side"),
        /// A cell of a board is another letter.
        Letter => text!("breakthrough-cell-letter"),
        /// A side has more pieces than it began with.
        TooMany { most: u32 } => text!("breakthrough-too-many", most = most),
        /// There is no piece at all.
        Empty => text!("breakthrough-empty"),
        /// More than one piece has arrived.
        TwoWinners => text!("breakthrough-two-winners"),
        /// The side to move has won already.
        MovedAfterWin => text!("breakthrough-moved-after-win"),
    }
    from {
        /// An option has another value.
        Setting(SettingError),
        /// The rows are no board.
        Rows(RowsError),
    }
}

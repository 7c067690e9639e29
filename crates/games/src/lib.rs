//! The rules of abstract board games: positions, legal moves, results, notation, and how a board
//! is drawn.
//!
//! A game is one module and one line in `with_games!` below. It implements [`Game`];
//! everything else (the erased [`Position`], players, command line, page) follows from that.
//!
//! ```
//! use ludoteca_games::{find, Side};
//! let mut position = find("connect4").unwrap().begin([]).unwrap();
//! for column in ["4", "3", "4", "3", "4", "3", "4"] {
//!     position.play(column).unwrap();
//! }
//! assert_eq!(position.outcome().unwrap().winner, Some(Side::First));
//! ```
#![warn(missing_docs)]

pub mod arimaa;
mod bits;
pub mod boards;
pub mod breakthrough;
pub mod checkers;
pub mod clock;
pub mod connect4;
mod game;
pub mod gdl;
pub mod hex;
mod line;
mod notation;
pub mod palette;
pub mod params;
mod past;
pub mod picture;
mod position;
mod registry;
pub mod sketch;
mod terminal;
#[cfg(feature = "testing")]
pub mod testing;
pub mod tictactoe;
pub mod tree;
mod value;

pub use arimaa::Arimaa;
pub use breakthrough::Breakthrough;
pub use checkers::Checkers;
pub use connect4::Connect4;
pub use game::{Dice, Game, Illegal, Outcome, Side, below, scatter};
pub use gdl::Gdl;
pub use hex::Hex;
pub use line::{AnyLine, Line};
pub use notation::{NotationError, RowsError, Unread, point};
pub use position::{Count, Handle, Position, Tally, perft};
pub use registry::{GameKind, GameVisitor, WrongGame, find, visit};
pub use terminal::draw as draw_text;
pub use tictactoe::TicTacToe;
pub use tree::{End, GameTree, Start, TreeError};
pub use value::{Unit, Value, Verdict};

/// Every game, in the order in which they are shown: calls the macro `then` with their types.
#[macro_export]
macro_rules! with_games {
    ($then:ident) => {
        $then! {
            $crate::Hex,
            $crate::Arimaa,
            $crate::Connect4,
            $crate::Checkers,
            $crate::Breakthrough,
            $crate::TicTacToe,
            $crate::Gdl,
        }
    };
}
use registry::games;
with_games!(games);

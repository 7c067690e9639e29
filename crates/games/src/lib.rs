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
// What games share is not all used where some are left out.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports))]

#[cfg(feature = "arimaa")]
pub mod arimaa;
mod bits;
pub mod boards;
#[cfg(feature = "breakthrough")]
pub mod breakthrough;
#[cfg(feature = "checkers")]
pub mod checkers;
pub mod clock;
#[cfg(feature = "connect4")]
pub mod connect4;
mod game;
#[cfg(feature = "gdl")]
pub mod gdl;
#[cfg(feature = "hex")]
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
#[cfg(feature = "tictactoe")]
pub mod tictactoe;
pub mod tree;
mod value;

#[cfg(feature = "arimaa")]
pub use arimaa::Arimaa;
#[cfg(feature = "breakthrough")]
pub use breakthrough::Breakthrough;
#[cfg(feature = "checkers")]
pub use checkers::Checkers;
#[cfg(feature = "connect4")]
pub use connect4::Connect4;
pub use game::{Dice, Game, Illegal, Outcome, Side, below, scatter};
#[cfg(feature = "gdl")]
pub use gdl::Gdl;
#[cfg(feature = "hex")]
pub use hex::Hex;
pub use line::{AnyLine, Line};
pub use notation::{NotationError, RowsError, Unread, point};
pub use position::{Count, Handle, Position, Tally, perft};
pub use registry::{GameKind, GameVisitor, WrongGame, find, visit};
pub use terminal::draw as draw_text;
#[cfg(feature = "tictactoe")]
pub use tictactoe::TicTacToe;
pub use tree::{End, GameTree, Start, TreeError};
pub use value::{Unit, Value, Verdict};

/// Every game, in the order in which they are shown: calls the macro `then` with their types, each
/// with the feature that it is behind, here and in the crate that asks.
#[macro_export]
macro_rules! with_games {
    ($then:ident) => {
        $then! {
            #[cfg(feature = "hex")]
            $crate::Hex,
            #[cfg(feature = "arimaa")]
            $crate::Arimaa,
            #[cfg(feature = "connect4")]
            $crate::Connect4,
            #[cfg(feature = "checkers")]
            $crate::Checkers,
            #[cfg(feature = "breakthrough")]
            $crate::Breakthrough,
            #[cfg(feature = "tictactoe")]
            $crate::TicTacToe,
            #[cfg(feature = "gdl")]
            $crate::Gdl,
        }
    };
}
use registry::games;
with_games!(games);

//! What nets see of games that the trainer knows, too, plane for plane and number for number as it
//! has them: so a net that was trained there plays here. A side is always shown its own pieces on the
//! first plane and the other's on the second; on the third is what is no board.

#[cfg(feature = "breakthrough")]
mod breakthrough;
#[cfg(feature = "connect4")]
mod connect4;
#[cfg(feature = "tictactoe")]
mod tictactoe;

use ludoteca_games::Side;
use ludoteca_nets::Planes;

#[cfg(feature = "breakthrough")]
pub use self::breakthrough::{BREAKTHROUGH, BreakthroughEyes};
#[cfg(feature = "connect4")]
pub use self::connect4::{CONNECT4, Connect4Eyes};
#[cfg(feature = "tictactoe")]
pub use self::tictactoe::TicTacToeEyes;

const PLANES: usize = 3;
const NO_BOARD: usize = 2;

/// A board of squares; `at` says whose piece stands in a row and column, if it is on the board at all.
fn planes(size: usize, at: impl Fn(usize, usize) -> Option<[bool; 2]>) -> Planes {
    let mut planes = Planes::new(size, PLANES);
    for row in 0..size + 2 {
        for column in 0..size + 2 {
            let inside = (1..=size).contains(&row) && (1..=size).contains(&column);
            match inside.then(|| at(row - 1, column - 1)).flatten() {
                None => planes.set(row, column, NO_BOARD, 1),
                Some(sides) => (0..2).for_each(|plane| {
                    planes.set(row, column, plane, u8::from(sides[plane]));
                }),
            }
        }
    }
    planes
}

/// The pieces of the side to move and of the other one.
fn in_turn<T>(side: Side, of: impl Fn(Side) -> T) -> [T; 2] {
    [of(side), of(side.other())]
}

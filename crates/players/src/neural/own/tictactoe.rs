//! What a net sees of tic-tac-toe.

use ludoteca_games::{Game, TicTacToe};
use ludoteca_nets::Planes;

use super::{
    super::eyes::{Eyes, Places},
    PLANES, in_turn, planes,
};

/// Noughts and crosses as they lie; the number of a ply is its cell's.
pub struct TicTacToeEyes;

impl Eyes<TicTacToe> for TicTacToeEyes {
    fn planes(&self) -> usize {
        PLANES
    }

    fn show(&self, position: &TicTacToe) -> Planes {
        let size = position.size();
        let sides = in_turn(position.side(), |side| position.marks(side));
        planes(size, |row, column| {
            Some(sides.map(|marks| marks >> (row * (size + 1) + column) & 1 == 1))
        })
    }

    fn places(&self, position: &TicTacToe, ply: &u8) -> Places {
        let (size, bit) = (position.size(), usize::from(*ply));
        [Some(bit / (size + 1) * size + bit % (size + 1)), None]
    }
}

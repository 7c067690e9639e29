//! What a net sees of Connect Four, and the net that comes with the program.

use ludoteca_games::{Connect4, Game, connect4};
use ludoteca_nets::Planes;

use super::{
    super::eyes::{BuiltInNet, Eyes, Places},
    PLANES, in_turn, planes,
};

/// The net of Connect Four.
pub const CONNECT4: BuiltInNet =
    BuiltInNet { name: "connect4-6x64", file: include_bytes!("../../../nets/connect4-6x64.net") };

/// Six rows of seven columns in a square whose first row is never used; the number of a ply is that
/// of the cell where its stone lands.
pub struct Connect4Eyes;

impl Eyes<Connect4> for Connect4Eyes {
    fn planes(&self) -> usize {
        PLANES
    }

    fn show(&self, position: &Connect4) -> Planes {
        let sides = in_turn(position.side(), |side| position.stones(side));
        planes(connect4::WIDTH, |row, column| {
            let height = connect4::HEIGHT.checked_sub(row)?;
            (height < connect4::HEIGHT).then(|| {
                sides.map(|stones| stones >> (column * connect4::STRIDE + height) & 1 == 1)
            })
        })
    }

    fn places(&self, position: &Connect4, ply: &u8) -> Places {
        let column = usize::from(*ply);
        let open = position.playable() >> (column * connect4::STRIDE);
        let height = open.trailing_zeros() as usize;
        [Some(connect4::HEIGHT.saturating_sub(height) * connect4::WIDTH + column), None]
    }
}

//! What a net sees of Breakthrough, and the net that comes with the program.

use ludoteca_games::{Breakthrough, Game, Side, breakthrough::BreakthroughPly};
use ludoteca_nets::Planes;

use super::{
    super::eyes::{BuiltInNet, Eyes, Places},
    PLANES, in_turn, planes,
};

/// The net of Breakthrough.
pub const BREAKTHROUGH: BuiltInNet = BuiltInNet {
    name: "breakthrough-6x64",
    file: include_bytes!("../../../nets/breakthrough-6x64.net"),
};

/// The side to move goes up; a cell has a number for each way ahead: up and to the left, straight up,
/// up and to the right.
pub struct BreakthroughEyes;

impl BreakthroughEyes {
    /// The row, from the top, of a row counted from the first side's.
    fn row(position: &Breakthrough, row: usize) -> usize {
        match position.side() {
            Side::First => usize::from(position.size()).saturating_sub(row + 1),
            Side::Second => row,
        }
    }
}

impl Eyes<Breakthrough> for BreakthroughEyes {
    fn planes(&self) -> usize {
        PLANES
    }

    fn plies(&self) -> usize {
        3
    }

    fn show(&self, position: &Breakthrough) -> Planes {
        let sides = in_turn(position.side(), |side| position.pieces(side));
        planes(position.size().into(), |row, column| {
            // The way there is the way back.
            let row = BreakthroughEyes::row(position, row);
            Some(sides.map(|pieces| pieces >> (8 * row + column) & 1 == 1))
        })
    }

    fn places(&self, position: &Breakthrough, ply: &BreakthroughPly) -> Places {
        let [from, to] = [ply.from, ply.to].map(usize::from);
        let row = BreakthroughEyes::row(position, from / 8);
        let cell = row * usize::from(position.size()) + from % 8;
        [Some(3 * cell + (to % 8 + 1).saturating_sub(from % 8)), None]
    }
}

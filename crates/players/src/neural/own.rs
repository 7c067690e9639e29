//! What nets see of games that the trainer knows, too, plane for plane and number for number as it
//! has them: so a net that was trained there plays here. A side is always shown its own pieces on the
//! first plane and the other's on the second; on the third is what is no board.

use ludoteca_games::{
    Breakthrough, Connect4, Game, Side, TicTacToe, breakthrough::BreakthroughPly, connect4,
};
use ludoteca_nets::Planes;

use super::eyes::{BuiltInNet, Eyes, Places};

/// The net of Connect Four that comes with the program.
pub const CONNECT4: BuiltInNet =
    BuiltInNet { name: "connect4-6x64", file: include_bytes!("../../nets/connect4-6x64.net") };

/// That of Breakthrough.
pub const BREAKTHROUGH: BuiltInNet = BuiltInNet {
    name: "breakthrough-6x64",
    file: include_bytes!("../../nets/breakthrough-6x64.net"),
};

/// That of Arimaa.
pub const ARIMAA: BuiltInNet =
    BuiltInNet { name: "arimaa-6x64", file: include_bytes!("../../nets/arimaa-6x64.net") };

const PLANES: usize = 3;
const NO_BOARD: usize = 2;

/// Noughts and crosses as they lie; the number of a ply is its cell's.
pub struct TicTacToeEyes;

/// Six rows of seven columns in a square whose first row is never used; the number of a ply is that
/// of the cell where its stone lands.
pub struct Connect4Eyes;

/// The side to move goes up; a cell has a number for each way ahead: up and to the left, straight up,
/// up and to the right.
pub struct BreakthroughEyes;

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

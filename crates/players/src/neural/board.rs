//! What a net sees of any game whose board has its cells in rows and columns, described in GDL or
//! not, out of what everybody sees of it: the pieces on the cells, and what a hand touches.
//!
//! There is a plane for every kind of piece of the side to move, of the other side and of nobody; one
//! that says which side it is, one for the steps of a turn that are made, and one for what is no
//! board. The board is not turned: who goes which way the net learns. For each cell it has a number
//! for what leaves it, one for what comes there from another cell, and one for each kind of piece
//! that is put there. A button touches no cell, so all buttons are alike.

use ludoteca_games::{
    Game, Side,
    picture::{Geometry, Gesture},
    scatter,
};
use ludoteca_nets::{LARGEST, Planes};

use super::eyes::{Eyes, Places};

/// Planes besides those of the pieces: the side, the steps, no board.
const MORE_PLANES: usize = 3;
/// Numbers of a cell besides those of the pieces: leaving it, coming there.
const MORE_PLIES: usize = 2;
/// Kinds of pieces beyond which no net is made.
const MOST_KINDS: usize = 48;
/// Cells no farther apart than this, as they are drawn, are in one row.
const ALIKE: f32 = 1.0;

/// A board in rows and columns.
pub struct Board {
    name: String,
    size: usize,
    /// The row and column of each cell.
    cells: Vec<(usize, usize)>,
    /// For each side to move the plane of each kind of piece.
    kinds: [Vec<usize>; 2],
    count: usize,
}

impl Board {
    /// The eyes for the board of a position; none if it is too large, or has too many kinds of
    /// pieces, or no cells.
    pub fn of<G: Game>(position: &G) -> Option<Box<dyn Eyes<G>>> {
        Board::new(G::NAME, &position.geometry()).map(|board| Box::new(board) as _)
    }

    fn new(game: &str, geometry: &Geometry) -> Option<Board> {
        let [rows, columns] = [
            lines(geometry.cells.iter().map(|cell| cell.y)),
            lines(geometry.cells.iter().map(|cell| cell.x)),
        ];
        let size = rows.len().max(columns.len());
        let place = |lines: &[f32], at: f32| lines.partition_point(|line| *line < at - ALIKE);
        let cell =
            |cell: &ludoteca_games::picture::Cell| (place(&rows, cell.y), place(&columns, cell.x));
        let cells: Vec<(usize, usize)> = geometry.cells.iter().map(cell).collect();
        let sides: Vec<Option<usize>> = geometry.pieces.iter().map(|piece| piece.side).collect();
        let of = |side: Option<usize>| sides.iter().filter(|each| **each == side).count();
        let each = of(Some(0)).max(of(Some(1)));
        let count = 2 * each + of(None);
        if !(1..=LARGEST).contains(&size) || count > MOST_KINDS {
            return None;
        }
        let kinds = [0, 1].map(|mover| {
            let kind = |(piece, side): (usize, &Option<usize>)| {
                let before = sides[..piece].iter().filter(|each| *each == side).count();
                before
                    + match side {
                        Some(side) if *side == mover => 0,
                        Some(_) => each,
                        None => 2 * each,
                    }
            };
            sides.iter().enumerate().map(kind).collect()
        });
        // Two games that look alike are no more told apart, by a net either.
        let pieces =
            geometry.pieces.iter().map(|piece| format!("{:?}{:?}", piece.name, piece.side));
        let sides = geometry.sides.iter().map(|side| format!("{:?}", side.name));
        let told = pieces.chain(sides).chain([format!("{}x{}", rows.len(), columns.len())]);
        let sum = told
            .flat_map(String::into_bytes)
            .fold(0, |sum, byte| scatter(sum ^ scatter(u64::from(byte) + 1)));
        let name = format!("{game}/{:08x}", sum as u32);
        Some(Board { name, size, cells, kinds, count })
    }

    fn place(&self, cell: usize, number: usize) -> Option<usize> {
        let (row, column) = self.cells.get(cell)?;
        Some((row * self.size + column) * (MORE_PLIES + self.count) + number)
    }
}

/// The different ones of some coordinates, the least first.
fn lines(all: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut all: Vec<f32> = all.collect();
    all.sort_by(f32::total_cmp);
    let mut lines: Vec<f32> = Vec::new();
    for at in all {
        if lines.last().is_none_or(|line| at - line > ALIKE) {
            lines.push(at);
        }
    }
    lines
}

impl<G: Game> Eyes<G> for Board {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn planes(&self) -> usize {
        self.count + MORE_PLANES
    }

    fn plies(&self) -> usize {
        self.count + MORE_PLIES
    }

    fn show(&self, position: &G) -> Planes {
        let [side, steps, no_board] = [0, 1, 2].map(|more| self.count + more);
        let mut planes = Planes::new(self.size, self.count + MORE_PLANES);
        let picture = position.picture();
        let second = u8::from(position.side() == Side::Second);
        let made = picture.steps.map_or(0, |steps| steps.done.min(127) as u8);
        for (row, column) in
            (0..self.size + 2).flat_map(|row| (0..self.size + 2).map(move |c| (row, c)))
        {
            planes.set(row, column, no_board, 1);
        }
        for (row, column) in &self.cells {
            let (row, column) = (row + 1, column + 1);
            planes.set(row, column, no_board, 0);
            planes.set(row, column, side, second);
            planes.set(row, column, steps, made);
        }
        let kinds = &self.kinds[position.side().index()];
        for placed in &picture.pieces {
            if let (Some((row, column)), Some(kind)) =
                (self.cells.get(placed.cell), kinds.get(placed.piece))
            {
                planes.set(row + 1, column + 1, *kind, 1);
            }
        }
        planes
    }

    fn places(&self, position: &G, ply: &G::Ply) -> Places {
        match position.gesture(ply) {
            Gesture::Tap { lands, piece, .. } | Gesture::Place { piece, lands } => {
                let kind = self.kinds[position.side().index()].get(piece);
                [kind.and_then(|kind| self.place(lands, MORE_PLIES + kind)), None]
            }
            Gesture::Path { cells, .. } => {
                let at = |cell: Option<&usize>, number| self.place(*cell?, number);
                [at(cells.first(), 0), at(cells.last(), 1)]
            }
            Gesture::Press { .. } => [None, None],
        }
    }
}

//! The cells of a Hex board. Each stone knows whether its group touches the first of its colour's
//! edges, so that a chain is found out with the stone that completes it: it joins such a group to
//! the other edge.
//!
//! The board lies in a larger square of bytes with a border around it, always with the same number
//! of bytes to a row. A new stone is joined to the first edge if a neighbour of its colour is, or
//! the border beside it; and then it tells all of its group. Each stone is told once, so a whole
//! game costs a few looks a stone.

use rand::Rng;

use crate::{Dice, boards};

/// The longest edge a board has.
pub const LARGEST: usize = 19;
/// Bytes of a row, the border included.
const STRIDE: usize = LARGEST + 2;
/// Bytes of a board, the border included.
const PLACES: usize = STRIDE * STRIDE;

/// The colours: Black and White of the books, Red and Blue to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Moves first and joins top and bottom.
    Red,
    /// Joins left and right.
    Blue,
}

/// A cell by its column and row, `a1` if nobody says. It is on every board that is large enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u16);

/// The cells with their stones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// For each colour half a byte: [`STONE`], [`JOINED`] and [`GOAL`].
    bytes: [u8; PLACES],
    size: u8,
}

/// A stone stands here.
const STONE: u8 = 1;
/// It is joined to its top or left edge, or this is the border there.
const JOINED: u8 = 2;
/// This is the border at the bottom or right edge.
const GOAL: u8 = 4;

/// From a cell to its neighbours, as steps in a window that begins a row above it: up, up and
/// right, left, right, down and left, down.
const AROUND: [usize; 6] = [0, 1, STRIDE - 1, STRIDE + 1, 2 * STRIDE - 1, 2 * STRIDE];
/// Bytes of that window.
const WINDOW: usize = 2 * STRIDE + 1;

impl Colour {
    /// Both colours, the one that moves first first.
    pub const BOTH: [Colour; 2] = [Colour::Red, Colour::Blue];

    /// The other one.
    #[inline]
    pub fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Blue,
            Colour::Blue => Colour::Red,
        }
    }

    /// Where this colour's half of a byte begins.
    #[inline]
    fn shift(self) -> u32 {
        4 * self as u32
    }
}

impl Cell {
    /// The cell in a column and row, both from 0, if the largest board has it.
    pub fn new(column: usize, row: usize) -> Option<Cell> {
        (column < LARGEST && row < LARGEST).then(|| Cell::at(column, row))
    }

    fn at(column: usize, row: usize) -> Cell {
        Cell(((row + 1) * STRIDE + column + 1) as u16)
    }

    /// Its column, from 0.
    pub fn column(self) -> usize {
        self.number() % STRIDE - 1
    }

    /// Its row, from 0, the first at the top.
    pub fn row(self) -> usize {
        self.number() / STRIDE - 1
    }

    /// `a1` is the cell at the top left.
    pub fn name(self) -> String {
        boards::name(self.column(), self.row())
    }

    /// The cell on the other side of the long diagonal: `c1` for `a3`.
    pub fn across(self) -> Cell {
        Cell::at(self.row(), self.column())
    }

    /// A number of its own, the same on boards of all sizes.
    #[inline]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Cell {
    fn default() -> Cell {
        Cell::at(0, 0)
    }
}

impl Board {
    /// A board without stones; `size` is from 1 to [`LARGEST`].
    pub fn new(size: usize) -> Board {
        debug_assert!((1..=LARGEST).contains(&size));
        let mut bytes = [0; PLACES];
        for i in 0..size {
            // A cell in a corner of the rhombus looks at the border twice; it is enough that it
            // finds each edge once.
            bytes[Cell::at(i, 0).number() - STRIDE] = JOINED << Colour::Red.shift();
            bytes[Cell::at(i, size - 1).number() + STRIDE] = GOAL << Colour::Red.shift();
            bytes[Cell::at(0, i).number() - 1] = JOINED << Colour::Blue.shift();
            bytes[Cell::at(size - 1, i).number() + 1] = GOAL << Colour::Blue.shift();
        }
        Board { bytes, size: size as u8 }
    }

    /// How many cells an edge has.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Whether a cell is on this board.
    pub fn has(&self, cell: Cell) -> bool {
        cell.column() < self.size() && cell.row() < self.size()
    }

    /// Every cell, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size();
        (0..size).flat_map(move |row| (0..size).map(move |column| Cell::at(column, row)))
    }

    /// The empty cells, row by row.
    pub fn free(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|cell| self.bytes[cell.number()] == 0)
    }

    /// The cells of the board that touch a cell of it.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let places = AROUND.map(|step| cell.0 + step as u16 - STRIDE as u16);
        places.into_iter().map(Cell).filter(|near| {
            // The border has columns and rows of its own, beyond those of any cell.
            let (column, row) = (near.number() % STRIDE, near.number() / STRIDE);
            (1..=self.size()).contains(&column) && (1..=self.size()).contains(&row)
        })
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        let byte = self.bytes[cell.number()];
        Colour::BOTH.into_iter().find(|colour| byte >> colour.shift() & STONE != 0)
    }

    /// Puts a stone onto an empty cell; whether that completes a chain.
    #[inline]
    pub fn put(&mut self, cell: Cell, colour: Colour) -> bool {
        let (place, shift) = (cell.number(), colour.shift());
        self.bytes[place] = STONE << shift;
        self.around(place) >> shift & JOINED != 0 && self.join_group(place, shift)
    }

    /// Puts stones at random, the colours in turn, until a chain is complete; whose, and how many
    /// stones that took. None of the colours has a chain yet. Picked cells leave the list of free
    /// ones by changing places with its last, so that all others stay equally likely.
    pub fn play_at_random<R: Rng + ?Sized>(mut self, first: Colour, rng: &mut R) -> (Colour, u32) {
        let mut free = [Cell::default(); LARGEST * LARGEST];
        let mut left = 0;
        for cell in self.free() {
            free[left] = cell;
            left += 1;
        }
        let all = left;
        let mut colour = first;
        let mut dice = Dice::new(rng);
        loop {
            let pick = dice.below(left as u32) as usize;
            left -= 1;
            let cell = free[pick];
            free[pick] = free[left];
            // A full board has a chain, so the list never runs out before there is one.
            if self.put(cell, colour) || left == 0 {
                return (colour, (all - left) as u32);
            }
            colour = colour.other();
        }
    }

    /// Tells all stones of a group that they are joined to the first edge, beginning with one of
    /// them; whether one touches the other edge. A call goes as deep as the group has stones.
    fn join_group(&mut self, place: usize, shift: u32) -> bool {
        self.bytes[place] |= JOINED << shift;
        let mut goal = false;
        for step in AROUND {
            let near = place + step - STRIDE;
            let says = self.bytes[near] >> shift;
            goal |= says & GOAL != 0;
            if says & (STONE | JOINED) == STONE {
                goal |= self.join_group(near, shift);
            }
        }
        goal
    }

    /// What the six neighbours of a cell say together.
    #[inline]
    fn around(&self, place: usize) -> u8 {
        let window = self.window(place);
        AROUND.iter().fold(0, |seen, step| seen | window[*step])
    }

    /// The bytes around a cell, from the one above it to the one below it.
    #[inline]
    fn window(&self, place: usize) -> &[u8; WINDOW] {
        self.bytes[place - STRIDE..].first_chunk().expect("a border is around every cell")
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

    use super::*;
    use crate::below;

    #[test]
    fn a_full_board_of_any_colours_has_exactly_one_chain() {
        let mut rng = SplitMix64::seed_from_u64(1);
        for size in 1..=LARGEST {
            let mut won = [0, 0];
            for _ in 0..300 {
                let mut board = Board::new(size);
                let mut chains = [false, false];
                let mut cells: Vec<Cell> = board.cells().collect();
                while !cells.is_empty() {
                    let cell = cells.swap_remove(below(&mut rng, cells.len() as u32) as usize);
                    let colour = Colour::BOTH[below(&mut rng, 2) as usize];
                    chains[colour as usize] |= board.put(cell, colour);
                }
                assert_ne!(chains[0], chains[1], "{:?}", board.bytes);
                won[usize::from(chains[1])] += 1;
            }
            assert!(won.iter().all(|games| *games > 90), "{won:?} on size {size}");
        }
    }

    #[test]
    fn the_inner_cells_touch_six_and_the_corners_two_or_three() {
        let board = Board::new(5);
        let named = |cell: Cell| {
            let mut names: Vec<String> = board.neighbours(cell).map(Cell::name).collect();
            names.sort();
            names.join(" ")
        };
        let at = |column, row| Cell::new(column, row).unwrap();
        assert_eq!(named(at(2, 2)), "b3 b4 c2 c4 d2 d3");
        assert_eq!(named(at(0, 0)), "a2 b1");
        assert_eq!(named(at(4, 0)), "d1 d2 e2");
        assert_eq!(named(at(0, 4)), "a4 b4 b5");
        assert_eq!(named(at(4, 4)), "d5 e4");
    }

    #[test]
    fn a_cell_is_found_by_column_and_row_and_lies_across_the_diagonal_from_another() {
        let cell = Cell::new(0, 2).unwrap();
        assert_eq!((cell.name().as_str(), cell.across().name().as_str()), ("a3", "c1"));
        assert_eq!(Cell::new(18, 18).map(Cell::name).as_deref(), Some("s19"));
        assert_eq!(Cell::new(19, 0), None);
        assert_eq!(Cell::new(0, 19), None);
    }
}

//! The cells of a Hex board. Each stone knows which of its colour's edges its group touches, so
//! that a chain is found out with the stone that completes it and nothing is searched for.
//!
//! The board lies in a larger square of bytes with a border around it, always with the same number
//! of bytes to a row. The border says what an edge says: "joined to the top". A new stone takes over
//! what its six neighbours of its colour, or the border beside it, are joined to, and when its own
//! group learns something new from it, that is handed on through the group. Each stone learns of
//! each edge once, so a whole game costs a few looks a stone.

use crate::boards;

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
    /// For each colour half a byte: whether such a stone stands here, and to which of its edges it
    /// is joined. The border has no stones, but is joined to itself.
    bytes: [u8; PLACES],
    size: u8,
}

/// A stone stands here.
const STONE: u8 = 1;
/// It is joined to its top or left edge.
const FIRST_EDGE: u8 = 2;
/// It is joined to its bottom or right edge.
const SECOND_EDGE: u8 = 4;
/// It is part of a chain from edge to edge.
const CHAIN: u8 = FIRST_EDGE | SECOND_EDGE;

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
            bytes[Cell::at(i, 0).number() - STRIDE] = FIRST_EDGE << Colour::Red.shift();
            bytes[Cell::at(i, size - 1).number() + STRIDE] = SECOND_EDGE << Colour::Red.shift();
            bytes[Cell::at(0, i).number() - 1] = FIRST_EDGE << Colour::Blue.shift();
            bytes[Cell::at(size - 1, i).number() + 1] = SECOND_EDGE << Colour::Blue.shift();
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

    /// Puts a stone onto an empty cell; whether that completes a chain. If so, only
    /// [`Board::complete`] makes the board whole again.
    #[inline]
    pub fn put(&mut self, cell: Cell, colour: Colour) -> bool {
        let shift = colour.shift();
        let around = AROUND.iter().fold(0, |seen, step| seen | self.window(cell.number())[*step]);
        let joined = around >> shift & CHAIN;
        self.bytes[cell.number()] = (STONE | joined) << shift;
        if joined == CHAIN {
            return true;
        }
        if joined != 0 && around >> shift & STONE != 0 {
            self.hand_on(cell.number(), STONE << shift, joined << shift);
        }
        false
    }

    /// Tells all stones of a chain that they are part of it, after the stone that completed it.
    pub fn complete(&mut self, cell: Cell, colour: Colour) {
        self.hand_on(cell.number(), STONE << colour.shift(), CHAIN << colour.shift());
    }

    /// Hands on through a group what it is joined to. A call goes as deep as the group has stones.
    fn hand_on(&mut self, place: usize, stone: u8, joined: u8) {
        for step in AROUND {
            let byte = self.window(place)[step];
            if byte & stone != 0 && byte & joined != joined {
                let near = place + step - STRIDE;
                self.bytes[near] |= joined;
                self.hand_on(near, stone, joined);
            }
        }
    }

    /// The bytes around a cell, from the one above it to the one below it.
    #[inline]
    fn window(&self, place: usize) -> &[u8; WINDOW] {
        self.bytes[place - STRIDE..].first_chunk().expect("a border is around every cell")
    }
}

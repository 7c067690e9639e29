//! Sets of cells of a Hex board as bits, and how its cells lie.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use ludoteca_games::hex::{Cell, Colour};

/// A set of cells, each a number row by row, in `W` words of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cells<const W: usize>([u64; W]);

impl<const W: usize> Cells<W> {
    /// No cell.
    pub const NONE: Cells<W> = Cells([0; W]);

    /// One cell.
    #[inline]
    pub fn of(cell: usize) -> Cells<W> {
        let mut cells = Cells::NONE;
        cells.insert(cell);
        cells
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, cell: usize) {
        self.0[cell / 64] &= !(1 << (cell % 64));
    }

    /// Whether a cell is among them.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Whether some cell is in both.
    #[inline]
    pub fn meets(&self, other: &Cells<W>) -> bool {
        !(*self & *other).is_empty()
    }

    /// Whether all are in `other`.
    #[inline]
    pub fn within(&self, other: &Cells<W>) -> bool {
        self.without(other).is_empty()
    }

    /// Those that are not in `other`.
    #[inline]
    pub fn without(&self, other: &Cells<W>) -> Cells<W> {
        *self & !*other
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The one with the lowest number.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        (0..W).find(|i| self.0[*i] != 0).map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// Its bits, the lowest cell first.
    pub fn words(&self) -> &[u64; W] {
        &self.0
    }
}

impl<const W: usize> FromIterator<usize> for Cells<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Cells<W> {
        let mut all = Cells::NONE;
        cells.into_iter().for_each(|cell| all.insert(cell));
        all
    }
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let cell = self.first()?;
        self.0[cell / 64] &= self.0[cell / 64] - 1;
        Some(cell)
    }
}

impl<const W: usize> BitAnd for Cells<W> {
    type Output = Cells<W>;
    #[inline]
    fn bitand(mut self, other: Cells<W>) -> Cells<W> {
        self &= other;
        self
    }
}

impl<const W: usize> BitOr for Cells<W> {
    type Output = Cells<W>;
    #[inline]
    fn bitor(mut self, other: Cells<W>) -> Cells<W> {
        self |= other;
        self
    }
}

impl<const W: usize> BitAndAssign for Cells<W> {
    #[inline]
    fn bitand_assign(&mut self, other: Cells<W>) {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
    }
}

impl<const W: usize> BitOrAssign for Cells<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Cells<W>) {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
    }
}

impl<const W: usize> Not for Cells<W> {
    type Output = Cells<W>;
    #[inline]
    fn not(mut self) -> Cells<W> {
        for word in &mut self.0 {
            *word = !*word;
        }
        self
    }
}

/// What lies beside a cell in one of the six directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Another cell.
    Cell(u16),
    /// An edge of that colour.
    Edge(Colour),
}

/// How the cells of a board lie.
#[derive(Debug)]
pub struct Ground<const W: usize> {
    /// Cells of an edge.
    pub size: usize,
    /// Every cell.
    pub all: Cells<W>,
    /// The cells that touch a cell.
    pub near: Vec<Cells<W>>,
    /// What lies around a cell, in the order of a clock.
    pub ring: Vec<[Beside; 6]>,
    /// The cells along the two edges of each colour.
    pub edges: [[Cells<W>; 2]; 2],
}

impl<const W: usize> Ground<W> {
    /// The ground of a board; its cells must fit into `W` words.
    pub fn new(size: usize) -> Ground<W> {
        let count = size * size;
        debug_assert!(count <= 64 * W);
        let at = |row: usize, column: usize| row * size + column;
        let last = size as isize - 1;
        let ring = |cell: usize| {
            let (row, column) = ((cell / size) as isize, (cell % size) as isize);
            // Up, up and right, right, down, down and left, left. Two edges meet at a corner; which
            // of them is met there makes no difference, as the other is beside it.
            [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)].map(|(down, right)| {
                let (row, column) = (row + down, column + right);
                if row < 0 || row > last {
                    Beside::Edge(Colour::Red)
                } else if column < 0 || column > last {
                    Beside::Edge(Colour::Blue)
                } else {
                    Beside::Cell(at(row as usize, column as usize) as u16)
                }
            })
        };
        let ring: Vec<[Beside; 6]> = (0..count).map(ring).collect();
        let near = |beside: &[Beside; 6]| {
            let cell = |beside: &Beside| match beside {
                Beside::Cell(cell) => Some(usize::from(*cell)),
                Beside::Edge(_) => None,
            };
            beside.iter().filter_map(cell).collect()
        };
        Ground {
            size,
            all: (0..count).collect(),
            near: ring.iter().map(near).collect(),
            ring,
            edges: [
                [
                    (0..size).map(|i| at(0, i)).collect(),
                    (0..size).map(|i| at(size - 1, i)).collect(),
                ],
                [
                    (0..size).map(|i| at(i, 0)).collect(),
                    (0..size).map(|i| at(i, size - 1)).collect(),
                ],
            ],
        }
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.size * self.size
    }

    /// The number of a cell.
    pub fn number(&self, cell: Cell) -> usize {
        cell.row() * self.size + cell.column()
    }

    /// The cell with a number.
    pub fn cell(&self, number: usize) -> Cell {
        Cell::new(number % self.size, number / self.size).unwrap_or_default()
    }

    /// All of `within` that can be reached from `from` over neighbours in `within`.
    pub fn flood(&self, from: Cells<W>, within: &Cells<W>) -> Cells<W> {
        let mut reached = from & *within;
        let mut front = reached;
        while !front.is_empty() {
            let mut next = Cells::NONE;
            for cell in front {
                next |= self.near[cell];
            }
            front = (next & *within).without(&reached);
            reached |= front;
        }
        reached
    }

    /// Whether stones of a colour join its edges.
    pub fn joined(&self, colour: Colour, stones: &Cells<W>) -> bool {
        let [from, to] = self.edges[colour as usize];
        self.flood(from, stones).meets(&to)
    }

    /// Where a set comes to lie when the board is turned by half.
    pub fn turned(&self, cells: &Cells<W>) -> Cells<W> {
        let last = self.count() - 1;
        cells.map(|cell| last - cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let mut cells: Cells<2> = [3, 64, 100].into_iter().collect();
        assert_eq!(cells.collect::<Vec<_>>(), [3, 64, 100]);
        assert_eq!((cells.count(), cells.first()), (3, Some(3)));
        cells.remove(3);
        assert!(cells.within(&!Cells::of(3)) && cells.has(64) && !cells.has(3));
        assert!(Cells::<2>::NONE.is_empty() && !cells.meets(&Cells::of(3)));
    }

    #[test]
    fn the_ground_is_that_of_the_game() {
        use ludoteca_games::{Hex, hex::Swap};
        for size in 1..=11 {
            let ground = Ground::<2>::new(size);
            let hex = Hex::new(size, Swap::None).unwrap();
            for cell in hex.cells() {
                let near = hex.neighbours(cell).map(|near| ground.number(near)).collect();
                assert_eq!(ground.near[ground.number(cell)], near, "{} of {size}", cell.name());
                assert_eq!(ground.cell(ground.number(cell)), cell);
            }
        }
    }
}

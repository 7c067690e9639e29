//! Boards with a border of one cell: what goes into a layer.

use crate::model::LARGEST;

/// What goes into a layer: for each cell of a board and of a border around it the channels, four of
/// them in a word. In a row the words of the same four channels lie side by side, so that a kernel
/// finds neighbours at fixed distances whatever the number of channels is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    words: Vec<u32>,
    size: usize,
    groups: usize,
}

/// What a net is shown: whole numbers from 0 to 127, mostly 0 and 1, for each cell of a board and of a
/// border of one cell around it.
#[derive(Clone, Debug)]
pub struct Planes {
    grid: Grid,
    planes: usize,
}

impl Grid {
    /// Makes it an empty board with this many channels, of which it keeps the room.
    pub fn clear(&mut self, size: usize, channels: usize) {
        self.size = size;
        self.groups = channels.div_ceil(4);
        self.words.clear();
        self.words.resize((size + 2) * self.groups * (size + 2), 0);
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn groups(&self) -> usize {
        self.groups
    }

    /// The words of four channels in a row, the border included.
    #[inline(always)]
    pub fn line(&self, row: usize, group: usize) -> &[u32] {
        let across = self.size + 2;
        &self.words[(row * self.groups + group) * across..][..across]
    }

    /// The words of the sixteen channels of a block in a row, line after line.
    #[inline(always)]
    pub fn block_mut(&mut self, row: usize, block: usize) -> &mut [u32] {
        let across = self.size + 2;
        &mut self.words[(row * self.groups + 4 * block) * across..][..4 * across]
    }

    #[inline(always)]
    pub fn line_mut(&mut self, row: usize, group: usize) -> &mut [u32] {
        let across = self.size + 2;
        &mut self.words[(row * self.groups + group) * across..][..across]
    }
}

impl Planes {
    /// Nothing on a board with edges of `size` cells, at most [`LARGEST`].
    pub fn new(size: usize, planes: usize) -> Planes {
        let mut grid = Grid::default();
        grid.clear(size.clamp(1, LARGEST), planes);
        Planes { grid, planes }
    }

    /// Writes a number at a place: row and column 0 are the border, the board begins at 1. What is
    /// beyond is nowhere, and more than 127 is 127.
    pub fn set(&mut self, row: usize, column: usize, plane: usize, number: u8) {
        if row < self.size() + 2 && column < self.size() + 2 && plane < self.planes {
            let word = &mut self.grid.line_mut(row, plane / 4)[column];
            let mut bytes = word.to_le_bytes();
            bytes[plane % 4] = number.min(127);
            *word = u32::from_le_bytes(bytes);
        }
    }

    /// The number at a place; 0 beyond the board.
    pub fn get(&self, row: usize, column: usize, plane: usize) -> u8 {
        let edge = self.size() + 2;
        match row < edge && column < edge && plane < self.planes {
            true => self.grid.line(row, plane / 4)[column].to_le_bytes()[plane % 4],
            false => 0,
        }
    }

    /// Cells of an edge, without the border.
    pub fn size(&self) -> usize {
        self.grid.size()
    }

    /// How many planes there are.
    pub fn count(&self) -> usize {
        self.planes
    }

    /// The same planes, cut off or filled up with empty ones.
    pub(crate) fn with_count(&self, planes: usize) -> Planes {
        let mut other = Planes::new(self.size(), planes);
        let numbers = |word: u32| word.to_le_bytes().into_iter().enumerate();
        for row in 0..self.size() + 2 {
            for group in 0..self.grid.groups().min(planes.div_ceil(4)) {
                for (column, word) in self.grid.line(row, group).iter().enumerate() {
                    for (i, number) in numbers(*word) {
                        other.set(row, column, 4 * group + i, number);
                    }
                }
            }
        }
        other
    }

    pub(crate) fn grid(&self) -> &Grid {
        &self.grid
    }
}

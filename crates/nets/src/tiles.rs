//! Boards cell by cell: what goes into a layer where a kernel takes sixteen cells at once.

use crate::{
    grid::Grid,
    kernel::{
        amx::{MOST, Part, TILE, Task, Unit},
        pieces,
    },
    layer::{BLOCK, Layer, Sums},
    model::{Shape, WINDOW},
};

/// Sixty-four channels of a cell.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Lane(pub [u8; LANE]);

const LANE: usize = 64;
/// Words of four channels in a lane.
const WORDS: usize = LANE / 4;
/// Blocks of channels in a lane.
const PARTS: usize = LANE / BLOCK;
/// The most lanes that go into a channel: those of all cells that a window sees.
const MOST_STEPS: usize = WINDOW * WINDOW * Shape::MOST_CHANNELS / LANE;
const EMPTY: Lane = Lane([0; LANE]);

/// What goes into a layer: the lanes of each cell, row after row.
///
/// One empty cell lies between two rows, the right border of the one and the left border of the
/// other. So the neighbours of sixteen cells that follow each other are again sixteen cells that do,
/// whatever rows they lie in. What would be summed up for the empty ones is thrown away.
#[derive(Clone, Default)]
pub(crate) struct Tiles {
    lanes: Vec<Lane>,
    size: usize,
    /// Lanes of a cell.
    depth: usize,
}

impl Tiles {
    /// Makes it a board with this many channels, its border empty.
    pub fn fit(&mut self, size: usize, channels: usize) {
        let depth = channels.div_ceil(LANE);
        if (self.size, self.depth) != (size, depth) {
            (self.size, self.depth) = (size, depth);
            self.lanes.clear();
            // The tiles, a row of border and a cell on both sides.
            self.lanes.resize((self.tiles() * TILE + 2 * self.before()) * depth, EMPTY);
        }
    }

    /// Lays side by side, for each cell of a board, all that a window around it sees: what was a
    /// layer with a window is then one over single cells, and most of a lane is in use even if there
    /// are few planes.
    pub fn patches(&mut self, board: &Grid) {
        let groups = board.groups();
        let each = WINDOW * WINDOW * groups;
        self.fit(board.size(), 4 * each);
        let (size, before, depth) = (self.size, self.before(), self.depth);
        for row in 0..size {
            let cells = &mut self.lanes[(before + row * (size + 1)) * depth..][..size * depth];
            for place in 0..each {
                let (down, group, across) =
                    (place / WINDOW / groups, place / WINDOW % groups, place % WINDOW);
                let line = &board.line(row + down, group)[across..];
                for (cell, word) in cells.chunks_exact_mut(depth).zip(line) {
                    let (words, _) = cell[place / WORDS].0.as_chunks_mut::<4>();
                    words[place % WORDS] = word.to_le_bytes();
                }
            }
        }
    }

    /// Cells before the first one: a row of border and the cell at its left.
    fn before(&self) -> usize {
        self.size + 2
    }

    fn tiles(&self) -> usize {
        (self.size * (self.size + 1) - 1).div_ceil(TILE)
    }

    /// Writes rounded activations to `out`, or adds them to what stands there.
    pub fn round(&self, unit: &Unit, layer: &Layer, out: &mut Tiles, adds: bool) {
        let (before, depth) = (out.before(), out.depth);
        self.each_tile(unit, layer, |place, block, sums| {
            let lanes = &mut out.lanes[(before + place) * depth + block / PARTS..];
            let part = Part { lanes, depth, from: block % PARTS * BLOCK };
            unit.round(sums, &layer.end(block, adds), part);
        });
        out.empty_border();
    }

    /// Writes activations in real numbers, by cell and then by channel.
    pub fn real(&self, unit: &Unit, layer: &Layer, out: &mut Vec<[f32; BLOCK]>) {
        let (size, blocks) = (self.size, layer.blocks());
        out.clear();
        out.resize(size * size * blocks, [0.0; BLOCK]);
        self.each_tile(unit, layer, |place, block, sums| {
            for (place, sums) in (place..).zip(sums) {
                let (row, column) = (place / (size + 1), place % (size + 1));
                if row < size && column < size {
                    out[(row * size + column) * blocks + block] =
                        layer.end(block, false).real(sums);
                }
            }
        });
    }

    /// Sums up a layer, for several tiles at a time, and hands each sixteen cells with the place of the
    /// first to `finish`.
    fn each_tile(
        &self,
        unit: &Unit,
        layer: &Layer,
        mut finish: impl FnMut(usize, usize, &[Sums; TILE]),
    ) {
        let depth = self.depth;
        // Patches have their windows in them.
        let window = if layer.bordered { 1 } else { layer.window };
        let first = if window == 1 { self.before() } else { 0 };
        let mut steps = [(0, 0); MOST_STEPS];
        let count = window * window * depth;
        for (step, (lane, weight)) in steps[..count].iter_mut().enumerate() {
            let (down, k, across) = (step / window / depth, step / window % depth, step % window);
            *lane = (first + down * (self.size + 1) + across) * depth + k;
            *weight = (down * layer.groups + k * WORDS) * window + across;
        }
        let mut sums = [[[0; BLOCK]; TILE]; MOST];
        for block in 0..layer.blocks() {
            for (from, tiles) in pieces(self.tiles(), MOST) {
                let task = Task {
                    lanes: &self.lanes[from * TILE * depth..],
                    depth,
                    weights: layer.weights_from(block),
                    apart: window,
                    next: (from == 0).then_some(layer.each),
                };
                unit.sum(&task, &steps[..count], &mut sums[..tiles]);
                for (i, sums) in sums[..tiles].iter().enumerate() {
                    finish((from + i) * TILE, block, sums);
                }
            }
        }
    }

    /// Throws away what was written beside the board.
    fn empty_border(&mut self) {
        let (size, before, depth) = (self.size, self.before(), self.depth);
        for row in 1..=size {
            self.lanes[(before + row * (size + 1) - 1) * depth..][..depth].fill(EMPTY);
        }
        let end = (before + size * (size + 1)) * depth;
        self.lanes[end..].fill(EMPTY);
    }
}

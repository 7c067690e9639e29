//! Layers as kernels want them: weights in blocks of channels, steps divided out.

use crate::{
    grid::Grid,
    kernel::Kernel,
    model::{Conv, ConvShape, LARGEST, Shape, WINDOW},
};

/// Channels that come out together.
pub(crate) const BLOCK: usize = Shape::BLOCK;
/// The weights of four channels in to sixteen channels out, the four side by side.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Weights(pub [i8; 4 * BLOCK]);
/// What sixteen channels out sum up at a cell.
pub(crate) type Sums = [i32; BLOCK];
/// The sums of a row of cells.
pub(crate) type Row = [Sums; LARGEST];

/// A convolution ready to run.
pub(crate) struct Layer {
    pub window: usize,
    /// Words of four channels that go in.
    pub groups: usize,
    /// What goes in says something beyond the edge of the board, too.
    pub bordered: bool,
    /// By block, then row of the window, group of channels and column of the window. As many follow as
    /// a kernel reads that takes sixteen groups at a time, for channels that are empty.
    weights: Vec<Weights>,
    /// Weights of a block.
    pub each: usize,
    /// By block. For a rounded layer its step is divided out.
    scale: Vec<[f32; BLOCK]>,
    bias: Vec<[f32; BLOCK]>,
    /// What 1 in the board that is added counts.
    added: f32,
}

/// What is to be summed up: a row of a board, for one block of channels out or two.
pub(crate) struct Task<'a, const Q: usize> {
    pub input: &'a Grid,
    pub layer: &'a Layer,
    pub weights: [&'a [Weights]; Q],
    pub row: usize,
}

impl Layer {
    /// `added` is the step of the board that is added before rounding.
    pub fn new(conv: &Conv, shape: ConvShape, bordered: bool, added: f32) -> Layer {
        let ConvShape { window, inputs, outputs, .. } = shape;
        let groups = inputs.div_ceil(4);
        let mut weights = Vec::new();
        for block in 0..outputs / BLOCK {
            for row in 0..window {
                for group in 0..groups {
                    for column in 0..window {
                        weights.push(Weights(std::array::from_fn(|i| {
                            let (output, input) = (block * BLOCK + i / 4, group * 4 + i % 4);
                            let place = (row * window + column) * inputs + input;
                            if input < inputs { conv.weights[place * outputs + output] } else { 0 }
                        })));
                    }
                }
            }
        }
        weights.extend([Weights([0; 4 * BLOCK]); 16 * WINDOW]);
        let by_step = 1.0 / conv.step.unwrap_or(1.0);
        let blocks = |numbers: &[f32]| {
            let (blocks, _) = numbers.as_chunks::<BLOCK>();
            blocks.iter().map(|block| block.map(|number| number * by_step)).collect()
        };
        Layer {
            window,
            groups,
            bordered,
            weights,
            each: window * window * groups,
            scale: blocks(&conv.scale),
            bias: blocks(&conv.bias),
            added: added * by_step,
        }
    }

    /// How many blocks come out.
    pub fn blocks(&self) -> usize {
        self.scale.len()
    }

    fn weights(&self, block: usize) -> &[Weights] {
        &self.weights_from(block)[..self.each]
    }

    /// The weights of a block and what follows them.
    pub fn weights_from(&self, block: usize) -> &[Weights] {
        &self.weights[block * self.each..]
    }

    /// What follows the sums of a block.
    #[inline(always)]
    pub fn end(&self, block: usize, adds: bool) -> End<'_> {
        End {
            scale: &self.scale[block],
            bias: &self.bias[block],
            added: if adds { self.added } else { 0.0 },
        }
    }

    /// The rows of the window that lie on the board (or its border, if that says anything) around a
    /// row of cells.
    #[inline(always)]
    pub fn rows(&self, row: usize, size: usize) -> std::ops::Range<usize> {
        if self.window == 1 {
            return 0..1;
        }
        let from = usize::from(row == 0 && !self.bordered);
        from..WINDOW - usize::from(row + 1 == size && !self.bordered)
    }

    /// Where rows of the window begin in what goes in.
    #[inline(always)]
    pub fn offset(&self) -> usize {
        (WINDOW - self.window) / 2
    }

    /// Sums up all rows, two blocks at a time where there are two, and hands each row to `finish`.
    fn each_row(&self, kernel: Kernel, input: &Grid, mut finish: impl FnMut(usize, usize, &Row)) {
        let mut sums = [[[0; BLOCK]; LARGEST]; 2];
        let mut block = 0;
        while block < self.blocks() {
            let pair = block + 1 < self.blocks();
            for row in 0..input.size() {
                let first = self.weights(block);
                if pair {
                    let weights = [first, self.weights(block + 1)];
                    kernel.sum_two(&Task { input, layer: self, weights, row }, &mut sums);
                    finish(row, block, &sums[0]);
                    finish(row, block + 1, &sums[1]);
                } else {
                    let [sums, _] = &mut sums;
                    let task = Task { input, layer: self, weights: [first], row };
                    kernel.sum_one(&task, std::array::from_mut(sums));
                    finish(row, block, sums);
                }
            }
            block += 1 + usize::from(pair);
        }
    }

    /// Writes rounded activations to `out`, or adds them to what stands there.
    pub fn round(&self, kernel: Kernel, input: &Grid, out: &mut Grid, adds: bool) {
        self.each_row(kernel, input, |row, block, sums| {
            kernel.round(sums, &self.end(block, adds), &mut Lines { out, row, block });
        });
    }

    /// Writes activations in real numbers, by cell and then by channel.
    pub fn real(&self, kernel: Kernel, input: &Grid, out: &mut Vec<[f32; BLOCK]>) {
        let (size, blocks) = (input.size(), self.blocks());
        out.clear();
        out.resize(size * size * blocks, [0.0; BLOCK]);
        self.each_row(kernel, input, |row, block, sums| {
            let end = self.end(block, false);
            for (column, sums) in sums[..size].iter().enumerate() {
                out[(row * size + column) * blocks + block] = end.real(sums);
            }
        });
    }
}

/// The words of a block's channels in a row.
pub(crate) struct Lines<'a> {
    out: &'a mut Grid,
    row: usize,
    block: usize,
}

/// What makes activations of the sums of a block.
pub(crate) struct End<'a> {
    scale: &'a [f32; BLOCK],
    bias: &'a [f32; BLOCK],
    /// What 1 of what stood there before counts.
    added: f32,
}

/// What added to a number from 0 to 127 leaves it, rounded to the nearest whole number (the even one
/// of two), in the lowest bits.
const ROUNDS: f32 = (3 << 22) as f32;

impl End<'_> {
    /// Whether what stood there before counts.
    pub fn adds(&self) -> bool {
        self.added != 0.0
    }

    /// The activations, rounded, where these stood before.
    #[inline(always)]
    pub fn rounded(&self, sums: &Sums, before: &[u8; BLOCK]) -> [u8; BLOCK] {
        let mut after = [0; BLOCK];
        for i in 0..BLOCK {
            let exact = sums[i] as f32 * self.scale[i] + self.bias[i];
            let exact = exact + f32::from(before[i]) * self.added;
            after[i] = (exact.clamp(0.0, 127.0) + ROUNDS).to_bits() as u8;
        }
        after
    }

    /// The activations in real numbers.
    #[inline(always)]
    pub fn real(&self, sums: &Sums) -> [f32; BLOCK] {
        std::array::from_fn(|i| (sums[i] as f32 * self.scale[i] + self.bias[i]).max(0.0))
    }
}

/// What comes after the sums of a row, as every kernel has it compiled for its own instructions.
#[inline(always)]
pub(crate) fn round(sums: &Row, end: &End<'_>, lines: &mut Lines<'_>) {
    let (size, across) = (lines.out.size(), lines.out.size() + 2);
    let words = lines.out.block_mut(lines.row + 1, lines.block);
    for (column, sums) in sums[..size].iter().enumerate() {
        let mut numbers = [0; BLOCK];
        if end.adds() {
            for (four, bytes) in numbers.as_chunks_mut().0.iter_mut().enumerate() {
                *bytes = words[four * across + column + 1].to_le_bytes();
            }
        }
        let numbers = end.rounded(sums, &numbers);
        for (four, bytes) in numbers.as_chunks().0.iter().enumerate() {
            words[four * across + column + 1] = u32::from_le_bytes(*bytes);
        }
    }
}

//! A net laid out for this processor, and what it sees of a board.

use std::sync::Arc;

use crate::{
    grid::{Grid, Planes},
    kernel::Kernel,
    layer::{BLOCK, Layer},
    model::{Dense, Model, Shape},
};
#[cfg(target_arch = "x86_64")]
use crate::{kernel::amx::Unit, tiles::Tiles};

/// A net that can be run, by any number of [`Evaluator`]s at once.
#[derive(Clone)]
pub struct Net(Arc<Layers>);

struct Layers {
    shape: Shape,
    first: Layer,
    blocks: Vec<[Layer; 2]>,
    policy: Layer,
    value: Layer,
    /// For each number of a cell the weights of the channels it is made of, and its bias.
    policy_out: Vec<(Vec<f32>, f32)>,
    value_hidden: Dense,
    value_out: Dense,
}

/// Runs a net. It keeps the room that takes, so one is made for each thread and used again and again.
pub struct Evaluator {
    net: Net,
    kernel: Kernel,
    trunk: Grid,
    inner: Grid,
    /// What goes into the first layer, the trunk and what is inside of a block.
    #[cfg(target_arch = "x86_64")]
    tiles: [Tiles; 3],
    heads: Heads,
    pooled: Vec<f32>,
    seen: Seen,
}

/// The last layers before numbers are made of cells, and one of the board.
#[derive(Default)]
struct Heads {
    policy: Vec<[f32; BLOCK]>,
    value: Vec<[f32; BLOCK]>,
}

/// What a net sees of a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The numbers of each cell, row by row, as many as the net has plies: the logarithms of how
    /// likely they are, but for a constant.
    pub policy: Vec<f32>,
    /// The number for the board: the logarithm of the odds.
    pub value: f32,
}

impl Net {
    /// Lays out a model.
    pub fn new(model: &Model) -> Net {
        let shape = model.shape();
        let mut step = 1.0;
        let mut shapes = shape.convolutions();
        let mut layers: Vec<Layer> = Vec::new();
        for (place, (conv, shape)) in model.convolutions().zip(&mut shapes).enumerate() {
            layers.push(Layer::new(conv, shape, place == 0, step));
            // What is added at the end of a block is what the block began with: the rounded output
            // of the layer before its first.
            if place % 2 == 0 {
                step = conv.step.unwrap_or(1.0);
            }
        }
        let mut layers = layers.into_iter();
        let mut next = || layers.next().expect("a model has all layers of its shape");
        Net(Arc::new(Layers {
            shape,
            first: next(),
            blocks: (0..shape.blocks).map(|_| [next(), next()]).collect(),
            policy: next(),
            value: next(),
            policy_out: model.policy_out.columns(),
            value_hidden: model.value_hidden.clone(),
            value_out: model.value_out.clone(),
        }))
    }

    /// How it is built.
    pub fn shape(&self) -> Shape {
        self.0.shape
    }
}

impl Evaluator {
    /// Runs a net with the fastest kernel there is here.
    pub fn new(net: Net) -> Evaluator {
        Evaluator::with(net, Kernel::best())
    }

    /// Runs a net with a kernel.
    pub fn with(net: Net, kernel: Kernel) -> Evaluator {
        Evaluator {
            net,
            kernel,
            trunk: Grid::default(),
            inner: Grid::default(),
            #[cfg(target_arch = "x86_64")]
            tiles: Default::default(),
            heads: Heads::default(),
            pooled: Vec::new(),
            seen: Seen::default(),
        }
    }

    /// The net it runs.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// What the net sees. Planes that the net does not know are not looked at, and those that are
    /// missing are empty.
    pub fn evaluate(&mut self, planes: &Planes) -> &Seen {
        let shape = self.net.0.shape;
        let known;
        let planes = match planes.count() == shape.planes {
            true => planes,
            false => {
                known = planes.with_count(shape.planes);
                &known
            }
        };
        #[cfg(target_arch = "x86_64")]
        if let Some(unit) = self.kernel.unit() {
            self.by_tiles(&unit, planes.grid());
            return &self.seen;
        }
        self.by_lines(planes.grid());
        &self.seen
    }

    fn by_lines(&mut self, planes: &Grid) {
        let Layers { shape, first, blocks, policy, value, .. } = &*self.net.0;
        let Evaluator { kernel, trunk, inner, heads, .. } = self;
        let kernel = *kernel;
        trunk.clear(planes.size(), shape.channels);
        inner.clear(planes.size(), shape.channels);
        first.round(kernel, planes, trunk, false);
        for [one, other] in blocks {
            one.round(kernel, trunk, inner, false);
            other.round(kernel, inner, trunk, true);
        }
        policy.real(kernel, trunk, &mut heads.policy);
        value.real(kernel, trunk, &mut heads.value);
        self.conclude(planes.size());
    }

    #[cfg(target_arch = "x86_64")]
    fn by_tiles(&mut self, unit: &Unit, planes: &Grid) {
        let Layers { shape, first, blocks, policy, value, .. } = &*self.net.0;
        let Evaluator { tiles: [patches, trunk, inner], heads, .. } = self;
        patches.patches(planes);
        trunk.fit(planes.size(), shape.channels);
        inner.fit(planes.size(), shape.channels);
        patches.round(unit, first, trunk, false);
        for [one, other] in blocks {
            trunk.round(unit, one, inner, false);
            inner.round(unit, other, trunk, true);
        }
        trunk.real(unit, policy, &mut heads.policy);
        trunk.real(unit, value, &mut heads.value);
        self.conclude(planes.size());
    }

    /// What is seen, from what the heads say of each cell.
    fn conclude(&mut self, size: usize) {
        let Layers { policy, value, policy_out, value_hidden, value_out, .. } = &*self.net.0;
        let Evaluator { heads, pooled, seen, .. } = self;
        seen.policy.clear();
        for channels in heads.policy.chunks_exact(policy.blocks()) {
            for (weights, bias) in policy_out {
                seen.policy.push(dot(channels.as_flattened(), weights) + bias);
            }
        }
        pool(&heads.value, value.blocks(), size * size, pooled);
        let hidden = value_hidden.apply(pooled);
        let hidden: Vec<f32> = hidden.into_iter().map(|number| number.max(0.0)).collect();
        seen.value = value_out.apply(&hidden)[0];
    }
}

/// The mean of each channel over the board, and then the maximum of each.
fn pool(head: &[[f32; BLOCK]], blocks: usize, cells: usize, pooled: &mut Vec<f32>) {
    pooled.clear();
    pooled.resize(2 * blocks * BLOCK, 0.0);
    let (means, most) = pooled.split_at_mut(blocks * BLOCK);
    for cell in head.chunks_exact(blocks) {
        let cell = cell.as_flattened();
        for ((mean, most), number) in means.iter_mut().zip(most.iter_mut()).zip(cell) {
            *mean += number;
            *most = most.max(*number);
        }
    }
    means.iter_mut().for_each(|mean| *mean /= cells as f32);
}

/// The sum of products, sixteen side by side so that it can be done so.
fn dot(one: &[f32], other: &[f32]) -> f32 {
    let mut sums = [0.0; BLOCK];
    for (one, other) in one.as_chunks::<BLOCK>().0.iter().zip(other.as_chunks::<BLOCK>().0) {
        for i in 0..BLOCK {
            sums[i] += one[i] * other[i];
        }
    }
    let mut count = BLOCK;
    while count > 1 {
        count /= 2;
        for i in 0..count {
            sums[i] += sums[i + count];
        }
    }
    sums[0]
}

impl Dense {
    /// For each that comes out the weights of all that go in, and its bias.
    fn columns(&self) -> Vec<(Vec<f32>, f32)> {
        let count = self.bias.len();
        let column = |out| self.weights.iter().skip(out).step_by(count).copied().collect();
        self.bias.iter().enumerate().map(|(out, bias)| (column(out), *bias)).collect()
    }

    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let mut sums = self.bias.clone();
        for (input, weights) in inputs.iter().zip(self.weights.chunks_exact(sums.len())) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += input * weight;
            }
        }
        sums
    }
}

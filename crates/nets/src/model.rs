//! A net as its file holds it: its shape, its weights, and how it came about.

/// The longest edge of a board.
pub const LARGEST: usize = 19;

/// How a net is built.
///
/// `planes` go through a convolution into `channels`; `blocks` of two convolutions follow, each block
/// added to what it began with. From there a convolution leads to `policy` channels and then to
/// `plies` numbers for each cell, and one over single cells to `value` channels, whose mean and
/// maximum over the board go through a dense layer of `hidden` to one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What is known of each cell.
    pub planes: usize,
    /// Channels of the body.
    pub channels: usize,
    /// Residual blocks.
    pub blocks: usize,
    /// Channels from which the numbers of a cell are made.
    pub policy: usize,
    /// Channels from which the number of the board is made.
    pub value: usize,
    /// Cells of the dense layer before that number.
    pub hidden: usize,
    /// How many numbers there are for each cell: the ways in which a ply can use it.
    pub plies: usize,
}

/// A convolution: whole-numbered weights and, for each of its channels, a factor and a bias.
///
/// What it sums up (whole numbers) times the factor plus the bias is the activation in real numbers;
/// divided by `step` and rounded to 0..=127 it is what the next layer gets.
#[derive(Clone, Debug, PartialEq)]
pub struct Conv {
    /// Weights by row and column of the window, then by channel that goes in and channel that comes
    /// out.
    pub weights: Vec<i8>,
    /// A factor for each channel that comes out.
    pub scale: Vec<f32>,
    /// A bias for each channel that comes out.
    pub bias: Vec<f32>,
    /// What an activation of 1 stands for; none if it is left in real numbers.
    pub step: Option<f32>,
}

/// A dense layer in real numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense {
    /// Weights by what goes in, then by what comes out.
    pub weights: Vec<f32>,
    /// A bias for each that comes out.
    pub bias: Vec<f32>,
}

/// A net as its file holds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// How it was made, in words.
    pub record: String,
    shape: Shape,
    /// The first convolution and then two for each block.
    pub(crate) body: Vec<Conv>,
    pub(crate) policy: Conv,
    pub(crate) policy_out: Dense,
    pub(crate) value: Conv,
    pub(crate) value_hidden: Dense,
    pub(crate) value_out: Dense,
}

/// No number of a net is larger, and no step smaller than one over this: so nothing ever overflows.
const MOST: f32 = 1e6;

/// What a layer's window is across.
pub(crate) const WINDOW: usize = 3;

/// Everything a file says of a convolution but its numbers.
#[derive(Clone, Copy)]
pub(crate) struct ConvShape {
    pub window: usize,
    pub inputs: usize,
    pub outputs: usize,
    pub rounded: bool,
}

impl ConvShape {
    pub fn weights(&self) -> usize {
        self.window * self.window * self.inputs * self.outputs
    }
}

impl Shape {
    /// Channels are laid out in blocks of so many.
    pub const BLOCK: usize = 16;
    const MOST_PLANES: usize = 64;
    pub(crate) const MOST_CHANNELS: usize = 512;
    const MOST_BLOCKS: usize = 64;
    const MOST_PLIES: usize = 128;

    /// Whether a net of this shape can be run: numbers of channels are multiples of
    /// [`Shape::BLOCK`], and nothing is beyond all measure.
    pub fn is_possible(&self) -> bool {
        let channels = |count: usize| {
            count.is_multiple_of(Shape::BLOCK)
                && (Shape::BLOCK..=Shape::MOST_CHANNELS).contains(&count)
        };
        (1..=Shape::MOST_PLANES).contains(&self.planes)
            && self.blocks <= Shape::MOST_BLOCKS
            && [self.channels, self.policy, self.value].into_iter().all(channels)
            && (1..=Shape::MOST_CHANNELS).contains(&self.hidden)
            && (1..=Shape::MOST_PLIES).contains(&self.plies)
    }

    /// The convolutions in their order: the body, the policy, the value.
    pub(crate) fn convolutions(&self) -> impl Iterator<Item = ConvShape> + use<> {
        let Shape { planes, channels, blocks, policy, value, .. } = *self;
        let body = |inputs| ConvShape { window: WINDOW, inputs, outputs: channels, rounded: true };
        let head =
            |window, outputs| ConvShape { window, inputs: channels, outputs, rounded: false };
        std::iter::once(body(planes))
            .chain(std::iter::repeat_n(body(channels), 2 * blocks))
            .chain([head(WINDOW, policy), head(1, value)])
    }

    /// The dense layers in their order, by what goes in and what comes out.
    pub(crate) fn dense(&self) -> [(usize, usize); 3] {
        [(self.policy, self.plies), (2 * self.value, self.hidden), (self.hidden, 1)]
    }

    /// Multiplications for one cell.
    pub fn work(&self) -> usize {
        self.convolutions().map(|conv| conv.weights()).sum()
    }
}

impl Model {
    /// A net of these layers, the convolutions in the order of [`Shape`] (body, policy, value), and
    /// the dense layers (policy, hidden, value); nothing if they do not fit the shape, or if some
    /// number is beyond all measure or some step is.
    pub fn new(
        shape: Shape,
        record: String,
        convolutions: Vec<Conv>,
        dense: Vec<Dense>,
    ) -> Option<Model> {
        if !shape.is_possible() {
            return None;
        }
        let shapes: Vec<_> = shape.convolutions().collect();
        let fits = shapes.len() == convolutions.len()
            && shapes.iter().zip(&convolutions).all(|(shape, conv)| conv.fits(shape))
            && dense.len() == 3
            && shape.dense().into_iter().zip(&dense).all(|(shape, dense)| dense.fits(shape));
        if !fits {
            return None;
        }
        let mut body = convolutions;
        let (value, policy) = (body.pop()?, body.pop()?);
        let [policy_out, value_hidden, value_out] = dense.try_into().ok()?;
        Some(Model { record, shape, body, policy, policy_out, value, value_hidden, value_out })
    }

    /// How it is built.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn convolutions(&self) -> impl Iterator<Item = &Conv> {
        self.body.iter().chain([&self.policy, &self.value])
    }

    pub(crate) fn dense(&self) -> [&Dense; 3] {
        [&self.policy_out, &self.value_hidden, &self.value_out]
    }
}

impl Conv {
    fn fits(&self, shape: &ConvShape) -> bool {
        self.weights.len() == shape.weights()
            && self.scale.len() == shape.outputs
            && self.bias.len() == shape.outputs
            && self.scale.iter().chain(&self.bias).all(|number| number.abs() <= MOST)
            && self.step.is_some() == shape.rounded
            && self.step.is_none_or(|step| (1.0 / MOST..=MOST).contains(&step))
    }
}

impl Dense {
    fn fits(&self, (inputs, outputs): (usize, usize)) -> bool {
        self.weights.len() == inputs * outputs
            && self.bias.len() == outputs
            && self.weights.iter().chain(&self.bias).all(|number| number.abs() <= MOST)
    }
}

//! A net in real numbers that learns from examples, and becomes one of whole numbers when it is to
//! play.
//!
//! It has the layers of [`Shape`] without any normalisation: small nets learn without. How wrong it
//! is about an example is the cross-entropy of its policy, over the plies that were legal, and that of
//! its value; its numbers are moved by Adam (D. P. Kingma and J. Ba, 2015). A net of whole numbers has
//! weights rounded to 8 bits with a factor for each channel, and a step for each layer that is found
//! by what the layer says of some examples.

mod file;
mod pass;
#[cfg(test)]
mod tests;

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};

use self::pass::Tape;
use crate::{
    grid::Planes,
    model::{Conv, ConvShape, Dense, Model, Shape},
};

/// A position as a net is to see it.
#[derive(Clone, Debug)]
pub struct Example {
    planes: Planes,
    /// Where the policy speaks for each legal ply, and how likely it should be.
    plies: Vec<([u16; 2], f32)>,
    /// The result for the side to move, from -1 to 1.
    pub value: f32,
}

/// No place of the policy.
const NOWHERE: u16 = u16::MAX;

impl Example {
    /// Planes, the legal plies with the numbers of the policy whose sum speaks for each and how likely
    /// each should be, and the result for the side to move.
    pub fn new(
        planes: Planes,
        plies: impl IntoIterator<Item = ([Option<usize>; 2], f32)>,
        value: f32,
    ) -> Example {
        let place = |place: Option<usize>| {
            place.and_then(|place| u16::try_from(place).ok()).unwrap_or(NOWHERE)
        };
        let plies = plies.into_iter().map(|(places, chance)| (places.map(place), chance));
        Example { planes, plies: plies.collect(), value }
    }

    /// Roughly how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let edge = self.planes.size() + 2;
        edge * edge * self.planes.count().next_multiple_of(4) + self.plies.len() * 8 + 128
    }
}

/// How wrong a net was about examples: sums of cross-entropies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrong {
    /// Of the plies.
    pub policy: f64,
    /// Of the results.
    pub value: f64,
    /// How many examples.
    pub examples: usize,
}

/// Which way the numbers of a net should go, by some examples.
#[derive(Clone, Debug)]
pub struct Slope {
    numbers: Vec<f32>,
    /// How wrong it was about them.
    pub wrong: Wrong,
}

/// A net that learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Learner {
    shape: Shape,
    /// All numbers, layer by layer, each its weights and then its biases.
    numbers: Vec<f32>,
    /// What Adam remembers of earlier slopes: their mean, and that of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u32,
}

/// Where a layer's numbers are.
#[derive(Clone, Copy)]
struct Part {
    weights: usize,
    bias: usize,
    end: usize,
}

/// The largest slope that is followed: a longer one is cut to this length.
const STEEPEST: f32 = 2.0;
/// How much weights go back towards nothing.
const DECAY: f32 = 1e-4;
/// Steps at the beginning that are smaller, as little is known of the slopes yet.
const CAREFUL: f32 = 100.0;

impl Learner {
    /// A net that knows nothing yet. `None` if no net is built like that.
    pub fn fresh(shape: Shape, seed: u64) -> Option<Learner> {
        if !shape.is_possible() {
            return None;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let count = parts(&shape).last().map_or(0, |part| part.end);
        let mut numbers = vec![0.0; count];
        let parts = parts(&shape);
        let convolutions: Vec<ConvShape> = shape.convolutions().collect();
        for (place, part) in parts.iter().enumerate() {
            let spread = match convolutions.get(place) {
                Some(conv) => {
                    // What is added to a block begins small, so that many blocks do no harm.
                    let adds = conv.rounded && place > 0 && place % 2 == 0;
                    let each = (2.0 / (conv.window * conv.window * conv.inputs) as f32).sqrt();
                    if adds { 0.25 * each } else { each }
                }
                None => [0.1, (1.0 / shape.value as f32).sqrt(), 0.1][place - convolutions.len()],
            };
            for number in &mut numbers[part.weights..part.bias] {
                *number = spread * normal(&mut rng);
            }
        }
        let zeros = vec![0.0; count];
        Some(Learner { shape, numbers, means: zeros.clone(), squares: zeros, steps: 0 })
    }

    /// A net to go on from.
    pub fn of(model: &Model) -> Learner {
        let shape = model.shape();
        let mut numbers = Vec::new();
        let mut fed = 1.0;
        for conv in model.convolutions() {
            let outputs = conv.scale.len();
            let real =
                |(at, weight): (usize, &i8)| f32::from(*weight) * conv.scale[at % outputs] / fed;
            numbers.extend(conv.weights.iter().enumerate().map(real));
            numbers.extend(&conv.bias);
            fed = conv.step.unwrap_or(fed);
        }
        for dense in model.dense() {
            numbers.extend(dense.weights.iter().chain(&dense.bias));
        }
        let zeros = vec![0.0; numbers.len()];
        Learner { shape, numbers, means: zeros.clone(), squares: zeros, steps: 0 }
    }

    /// How it is built.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How wrong it is about examples, and which way its numbers should go. Several threads can find
    /// the slopes of some examples each.
    pub fn slope<'a>(&self, examples: impl IntoIterator<Item = &'a Example>) -> Slope {
        let mut slope = Slope { numbers: vec![0.0; self.numbers.len()], wrong: Wrong::default() };
        let mut tape = Tape::default();
        for example in examples.into_iter().filter(|example| self.can_see(example)) {
            tape.see(self, &example.planes);
            let wrong = tape.learn(self, example, &mut slope.numbers);
            slope.wrong = slope.wrong.and(wrong);
        }
        slope
    }

    /// Moves the numbers by some slopes, in their order.
    pub fn learn(&mut self, slopes: &[Slope], rate: f32) -> Wrong {
        let wrong = slopes.iter().fold(Wrong::default(), |wrong, slope| wrong.and(slope.wrong));
        if wrong.examples == 0 {
            return wrong;
        }
        let mut sum = vec![0.0; self.numbers.len()];
        for slope in slopes {
            sum.iter_mut().zip(&slope.numbers).for_each(|(sum, number)| *sum += number);
        }
        let each = 1.0 / wrong.examples as f32;
        let length = each * sum.iter().map(|number| number * number).sum::<f32>().sqrt();
        // A number that is none would spoil all others.
        if !length.is_finite() {
            return wrong;
        }
        let by = each * (STEEPEST / (length + 1e-9)).min(1.0);
        self.steps = self.steps.saturating_add(1);
        let steps = self.steps as f32;
        let [first, second] = [0.9_f32, 0.99].map(|kept| 1.0 / (1.0 - kept.powf(steps)));
        let rate = rate * (steps / CAREFUL).min(1.0);
        let weights = parts(&self.shape);
        for part in weights {
            for at in part.weights..part.end {
                let slope = by * sum[at];
                let (mean, square) = (&mut self.means[at], &mut self.squares[at]);
                *mean += 0.1 * (slope - *mean);
                *square += 0.01 * (slope * slope - *square);
                let decay = if at < part.bias { DECAY * self.numbers[at] } else { 0.0 };
                let step = *mean * first / ((*square * second).sqrt() + 1e-7);
                self.numbers[at] -= rate * (step + decay);
            }
        }
        wrong
    }

    /// The net in whole numbers. Some examples say how large the numbers of each layer become.
    pub fn rounded<'a>(
        &self,
        examples: impl IntoIterator<Item = &'a Example>,
        record: &str,
    ) -> Option<Model> {
        let mut tape = Tape::default();
        let mut most = vec![0.0_f32; 1 + 2 * self.shape.blocks];
        for example in examples.into_iter().filter(|example| self.can_see(example)) {
            tape.see(self, &example.planes);
            most.iter_mut().zip(tape.body()).for_each(|(most, numbers)| {
                *most = numbers.iter().copied().fold(*most, f32::max);
            });
        }
        let parts = parts(&self.shape);
        let mut fed = 1.0;
        let convolutions =
            self.shape.convolutions().zip(&parts).enumerate().map(|(place, (conv, part))| {
                let weights = &self.numbers[part.weights..part.bias];
                let mut widest = vec![1e-6_f32; conv.outputs];
                for (at, weight) in weights.iter().enumerate() {
                    let widest = &mut widest[at % conv.outputs];
                    *widest = widest.max(weight.abs());
                }
                let factor = |at: usize| widest[at % conv.outputs] / 127.0;
                let whole = |(at, weight): (usize, &f32)| (weight / factor(at)).round() as i8;
                // A layer that says nothing says it in steps of one.
                let step = conv
                    .rounded
                    .then(|| most[place])
                    .map(|most| if most > 0.0 { most / 127.0 } else { 1.0 });
                let rounded = Conv {
                    weights: weights.iter().enumerate().map(whole).collect(),
                    scale: (0..conv.outputs).map(|out| factor(out) * fed).collect(),
                    bias: self.numbers[part.bias..part.end].to_vec(),
                    step,
                };
                fed = step.unwrap_or(fed);
                rounded
            });
        let convolutions: Vec<Conv> = convolutions.collect();
        let dense = parts[convolutions.len()..].iter().map(|part| Dense {
            weights: self.numbers[part.weights..part.bias].to_vec(),
            bias: self.numbers[part.bias..part.end].to_vec(),
        });
        Model::new(self.shape, record.to_owned(), convolutions, dense.collect())
    }

    /// Whether an example is one for a net of this shape.
    fn can_see(&self, example: &Example) -> bool {
        let cells = example.planes.size() * example.planes.size();
        let here =
            |place: &u16| *place == NOWHERE || usize::from(*place) < cells * self.shape.plies;
        example.planes.count() == self.shape.planes
            && example.value.is_finite()
            && example.plies.iter().all(|(places, _)| places.iter().all(here))
    }
}

impl Wrong {
    fn and(self, other: Wrong) -> Wrong {
        Wrong {
            policy: self.policy + other.policy,
            value: self.value + other.value,
            examples: self.examples + other.examples,
        }
    }

    /// For one example on average.
    pub fn each(self) -> [f64; 2] {
        [self.policy, self.value].map(|sum| sum / self.examples.max(1) as f64)
    }
}

/// Where each layer's numbers are: the convolutions in their order, then the dense layers.
fn parts(shape: &Shape) -> Vec<Part> {
    let convolutions = shape.convolutions().map(|conv| (conv.weights(), conv.outputs));
    let dense = shape.dense().map(|(inputs, outputs)| (inputs * outputs, outputs));
    let mut end = 0;
    let part = |(weights, outputs)| {
        let begin = end;
        end += weights + outputs;
        Part { weights: begin, bias: begin + weights, end }
    };
    convolutions.chain(dense).map(part).collect()
}

/// A number of which two thirds are between -1 and 1 (Box and Muller 1958).
fn normal(rng: &mut Xoshiro256PlusPlus) -> f32 {
    let mut even = || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
    let (one, other) = (even(), even());
    (-2.0 * (1.0 - one).ln()).sqrt() * (std::f32::consts::TAU * other).cos()
}

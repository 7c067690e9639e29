//! A net in real numbers looks at a board, and finds which way its numbers should go.
//!
//! All numbers of a board are by cell and then by channel. A convolution is a product of matrices:
//! for each cell what lies in the window around it, times the weights.

use std::borrow::Cow;

use nalgebra::{DMatrixView, DMatrixViewMut};

use super::{Example, Learner, NOWHERE, Part, Wrong, parts};
use crate::{
    grid::Planes,
    model::{Shape, WINDOW},
};

/// What a net has seen of one board, layer by layer, and the room for it.
#[derive(Default)]
pub struct Tape {
    size: usize,
    /// For each layer of the body, and then for the policy, what was in the windows.
    windows: Vec<Vec<f32>>,
    /// What each of them said.
    said: Vec<Vec<f32>>,
    /// What the layer of the value said, its means and maxima, where the maxima are, and the hidden
    /// layer.
    value: Vec<f32>,
    pooled: Vec<f32>,
    peaks: Vec<usize>,
    hidden: Vec<f32>,
    policy: Vec<f32>,
    odds: f32,
}

impl Tape {
    /// What each layer of the body said.
    pub fn body(&self) -> &[Vec<f32>] {
        &self.said[..self.said.len().saturating_sub(1)]
    }

    /// Looks at a board.
    pub fn see(&mut self, net: &Learner, planes: &Planes) {
        let shape = net.shape;
        let Shape { channels, blocks, plies, .. } = shape;
        let layers = 2 + 2 * blocks;
        self.size = planes.size();
        self.windows.resize_with(layers, Vec::new);
        self.said.resize_with(layers, Vec::new);
        let (parts, cells) = (parts(&shape), self.cells());
        first_windows(planes, &mut self.windows[0]);
        for layer in 0..layers {
            let outputs = if layer + 1 == layers { shape.policy } else { channels };
            if layer > 0 {
                let (windows, said) = (&mut self.windows[layer], &self.said[from(layer, layers)]);
                windows_of(said, self.size, channels, windows);
            }
            let mut said = std::mem::take(&mut self.said[layer]);
            let added = (layer > 0 && layer % 2 == 0 && layer + 1 < layers)
                .then(|| self.said[layer - 2].as_slice());
            apply(net, parts[layer], &self.windows[layer], outputs, added, &mut said);
            self.said[layer] = said;
        }
        let trunk = &self.said[layers - 2];
        let mut value = std::mem::take(&mut self.value);
        apply(net, parts[layers], trunk, shape.value, None, &mut value);
        self.value = value;
        self.pool(shape.value, cells);
        let dense = |part: Part, inputs: &[f32]| {
            let mut out = net.numbers[part.bias..part.end].to_vec();
            multiply(&mut out, 1, inputs, false, &net.numbers[part.weights..part.bias], false, 1.0);
            out
        };
        self.hidden = dense(parts[layers + 2], &self.pooled);
        self.hidden.iter_mut().for_each(|number| *number = number.max(0.0));
        self.odds = dense(parts[layers + 3], &self.hidden)[0];
        let out = parts[layers + 1];
        self.policy.clear();
        (0..cells).for_each(|_| self.policy.extend(&net.numbers[out.bias..out.end]));
        let weights = &net.numbers[out.weights..out.bias];
        multiply(&mut self.policy, cells, &self.said[layers - 1], false, weights, false, 1.0);
        debug_assert_eq!(self.policy.len(), cells * plies);
    }

    /// Adds to a slope what an example says of what was just seen.
    pub fn learn(&self, net: &Learner, example: &Example, slope: &mut [f32]) -> Wrong {
        let shape = net.shape;
        let layers = 2 + 2 * shape.blocks;
        let (parts, cells) = (parts(&shape), self.cells());
        let mut wrong = Wrong { examples: 1, ..Wrong::default() };

        // The policy, back to the trunk.
        let mut by_policy = vec![0.0; cells * shape.plies];
        wrong.policy = self.policy_slope(example, &mut by_policy);
        let out = parts[layers + 1];
        let head = &self.said[layers - 1];
        let (weights, bias) = slope[out.weights..out.end].split_at_mut(out.bias - out.weights);
        multiply(weights, shape.policy, head, true, &by_policy, false, 1.0);
        add_rows(bias, &by_policy);
        let mut by_head = vec![0.0; head.len()];
        multiply(
            &mut by_head,
            cells,
            &by_policy,
            false,
            &net.numbers[out.weights..out.bias],
            true,
            0.0,
        );
        cut(&mut by_head, head);
        let mut by_trunk = self.back(net, layers - 1, parts[layers - 1], &by_head, slope);

        // The value, back to the trunk.
        let chance = 0.5 * (example.value.clamp(-1.0, 1.0) + 1.0);
        let won = 1.0 / (1.0 + (-self.odds).exp());
        // The logarithms of what is nearly nothing are bounded.
        let log = |chance: f32| f64::from(chance.max(1e-7)).ln();
        wrong.value = -(f64::from(chance) * log(won) + f64::from(1.0 - chance) * log(1.0 - won));
        let by_odds = [won - chance];
        let by_hidden = dense_back(net, parts[layers + 3], &self.hidden, &by_odds, slope);
        let mut by_hidden = by_hidden;
        cut(&mut by_hidden, &self.hidden);
        let by_pooled = dense_back(net, parts[layers + 2], &self.pooled, &by_hidden, slope);
        let (by_mean, by_most) = by_pooled.split_at(shape.value);
        let mut by_value = vec![0.0; cells * shape.value];
        for (at, number) in by_value.iter_mut().enumerate() {
            *number = by_mean[at % shape.value] / cells as f32;
        }
        for (channel, peak) in self.peaks.iter().enumerate() {
            by_value[peak * shape.value + channel] += by_most[channel];
        }
        cut(&mut by_value, &self.value);
        let trunk = &self.said[layers - 2];
        let part = parts[layers];
        let (weights, bias) = slope[part.weights..part.end].split_at_mut(part.bias - part.weights);
        multiply(weights, shape.channels, trunk, true, &by_value, false, 1.0);
        add_rows(bias, &by_value);
        multiply(
            &mut by_trunk,
            cells,
            &by_value,
            false,
            &net.numbers[part.weights..part.bias],
            true,
            1.0,
        );

        // The blocks, from the last to the first.
        for block in (0..shape.blocks).rev() {
            let (one, other) = (1 + 2 * block, 2 + 2 * block);
            cut(&mut by_trunk, &self.said[other]);
            let mut by_inner = self.back(net, other, parts[other], &by_trunk, slope);
            cut(&mut by_inner, &self.said[one]);
            let by_before = self.back(net, one, parts[one], &by_inner, slope);
            by_trunk.iter_mut().zip(by_before).for_each(|(sum, number)| *sum += number);
        }
        cut(&mut by_trunk, &self.said[0]);
        self.weights_back(0, parts[0], &by_trunk, slope);
        wrong
    }

    /// The numbers of the cells, and of the board.
    #[cfg(test)]
    pub fn said(&self) -> (&[f32], f32) {
        (&self.policy, self.odds)
    }

    fn cells(&self) -> usize {
        self.size * self.size
    }

    /// How wrong the policy is, and which way its numbers should go.
    fn policy_slope(&self, example: &Example, slope: &mut [f32]) -> f64 {
        let places = |places: &[u16; 2]| {
            places.map(usize::from).into_iter().filter(|place| *place != usize::from(NOWHERE))
        };
        let plies = &example.plies;
        let numbers =
            plies.iter().map(|(at, _)| places(at).map(|place| self.policy[place]).sum::<f32>());
        let numbers: Vec<f32> = numbers.collect();
        let most = numbers.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = numbers.iter().map(|number| (number - most).exp()).sum();
        let all = most + sum.ln();
        let mut wrong = 0.0;
        for ((at, right), number) in plies.iter().zip(&numbers) {
            wrong += f64::from(right * (all - number));
            for place in places(at) {
                slope[place] += (number - all).exp() - right;
            }
        }
        wrong
    }

    /// The means and the maxima of the channels of the value.
    fn pool(&mut self, channels: usize, cells: usize) {
        self.pooled.clear();
        self.pooled.resize(2 * channels, 0.0);
        self.peaks.clear();
        self.peaks.resize(channels, 0);
        let (means, most) = self.pooled.split_at_mut(channels);
        for (cell, numbers) in self.value.chunks_exact(channels).enumerate() {
            for (channel, number) in numbers.iter().enumerate() {
                means[channel] += number / cells as f32;
                if *number > most[channel] {
                    (most[channel], self.peaks[channel]) = (*number, cell);
                }
            }
        }
    }

    /// Adds to the slope of a layer's own numbers, and returns that of what it was given.
    fn back(
        &self,
        net: &Learner,
        layer: usize,
        part: Part,
        by: &[f32],
        slope: &mut [f32],
    ) -> Vec<f32> {
        self.weights_back(layer, part, by, slope);
        let mut by_windows = vec![0.0; self.windows[layer].len()];
        multiply(
            &mut by_windows,
            self.cells(),
            by,
            false,
            &net.numbers[part.weights..part.bias],
            true,
            0.0,
        );
        let channels = net.shape.channels;
        let mut back = vec![0.0; self.cells() * channels];
        let each = WINDOW * WINDOW * channels;
        for (cell, numbers) in by_windows.chunks_exact(each).enumerate() {
            for (place, numbers) in numbers.chunks_exact(channels).enumerate() {
                if let Some(other) = neighbour(cell, place, self.size) {
                    let to = &mut back[other * channels..][..channels];
                    to.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
                }
            }
        }
        back
    }

    fn weights_back(&self, layer: usize, part: Part, by: &[f32], slope: &mut [f32]) {
        let inputs = self.windows[layer].len() / self.cells();
        let (weights, bias) = slope[part.weights..part.end].split_at_mut(part.bias - part.weights);
        multiply(weights, inputs, &self.windows[layer], true, by, false, 1.0);
        add_rows(bias, by);
    }
}

/// The layer that a layer looks at: the one before, but for the policy, which looks at the trunk.
fn from(layer: usize, layers: usize) -> usize {
    if layer + 1 == layers { layers - 2 } else { layer - 1 }
}

/// What a layer says of what is in its windows, cut off below 0.
fn apply(
    net: &Learner,
    part: Part,
    windows: &[f32],
    outputs: usize,
    added: Option<&[f32]>,
    said: &mut Vec<f32>,
) {
    let weights = &net.numbers[part.weights..part.bias];
    let cells = windows.len() / (weights.len() / outputs);
    said.clear();
    (0..cells).for_each(|_| said.extend(&net.numbers[part.bias..part.end]));
    if let Some(added) = added {
        said.iter_mut().zip(added).for_each(|(number, added)| *number += added);
    }
    multiply(said, cells, windows, false, weights, false, 1.0);
    said.iter_mut().for_each(|number| *number = number.max(0.0));
}

/// Back through a dense layer.
fn dense_back(net: &Learner, part: Part, given: &[f32], by: &[f32], slope: &mut [f32]) -> Vec<f32> {
    let (weights, bias) = slope[part.weights..part.end].split_at_mut(part.bias - part.weights);
    multiply(weights, given.len(), given, true, by, false, 1.0);
    add_rows(bias, by);
    let mut back = vec![0.0; given.len()];
    multiply(&mut back, 1, by, false, &net.numbers[part.weights..part.bias], true, 0.0);
    back
}

/// Where a layer said nothing, nothing goes back.
fn cut(by: &mut [f32], said: &[f32]) {
    for (number, said) in by.iter_mut().zip(said) {
        if *said <= 0.0 {
            *number = 0.0;
        }
    }
}

fn add_rows(sums: &mut [f32], rows: &[f32]) {
    for row in rows.chunks_exact(sums.len()) {
        sums.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
    }
}

/// The cell at a place of the window around another, if that is on the board.
fn neighbour(cell: usize, place: usize, size: usize) -> Option<usize> {
    let row = (cell / size + place / WINDOW).checked_sub(1)?;
    let column = (cell % size + place % WINDOW).checked_sub(1)?;
    (row < size && column < size).then_some(row * size + column)
}

/// What is in the windows around all cells; nothing is beyond the board.
fn windows_of(said: &[f32], size: usize, channels: usize, windows: &mut Vec<f32>) {
    windows.clear();
    windows.resize(size * size * WINDOW * WINDOW * channels, 0.0);
    for (cell, window) in windows.chunks_exact_mut(WINDOW * WINDOW * channels).enumerate() {
        for (place, numbers) in window.chunks_exact_mut(channels).enumerate() {
            if let Some(other) = neighbour(cell, place, size) {
                numbers.copy_from_slice(&said[other * channels..][..channels]);
            }
        }
    }
}

/// The same of the planes, which have a border.
fn first_windows(planes: &Planes, windows: &mut Vec<f32>) {
    windows.clear();
    let size = planes.size();
    for (row, column) in (0..size).flat_map(|row| (0..size).map(move |column| (row, column))) {
        for (down, across) in
            (0..WINDOW).flat_map(|down| (0..WINDOW).map(move |across| (down, across)))
        {
            let at = |plane| f32::from(planes.get(row + down, column + across, plane));
            windows.extend((0..planes.count()).map(at));
        }
    }
}

/// `out`, of so many rows, becomes the product of two matrices plus `kept` times itself. All are row
/// by row; one that is turned is the other way round.
fn multiply(
    out: &mut [f32],
    rows: usize,
    one: &[f32],
    one_turned: bool,
    other: &[f32],
    other_turned: bool,
    kept: f32,
) {
    let (inner, columns) = (one.len() / rows, out.len() / rows);
    let one = if one_turned { turned(one, inner) } else { Cow::Borrowed(one) };
    let other = if other_turned { turned(other, columns) } else { Cow::Borrowed(other) };
    // The library has matrices column by column: to it all of these are the other way round.
    let one = DMatrixView::from_slice(&one, inner, rows);
    let other = DMatrixView::from_slice(&other, columns, inner);
    DMatrixViewMut::from_slice(out, columns, rows).gemm(1.0, &other, &one, kept);
}

/// A matrix of so many rows, row by row, the other way round.
fn turned(numbers: &[f32], rows: usize) -> Cow<'static, [f32]> {
    let columns = numbers.len() / rows;
    let mut out = vec![0.0; numbers.len()];
    for (row, numbers) in numbers.chunks_exact(columns).enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            out[column * rows + row] = *number;
        }
    }
    Cow::Owned(out)
}

//! Plain Rust: written to be read, and what every other kernel is held to.

use crate::layer::{BLOCK, Row, Task};

pub fn sum<const Q: usize>(task: &Task<'_, Q>, sums: &mut [Row; Q]) {
    let Task { input, layer, weights, row } = task;
    let size = input.size();
    for (weights, sums) in weights.iter().zip(sums) {
        for (column, sums) in sums[..size].iter_mut().enumerate() {
            *sums = [0; BLOCK];
            for down in layer.rows(*row, size) {
                for group in 0..layer.groups {
                    let line = input.line(row + down + layer.offset(), group);
                    let weights = &weights[(down * layer.groups + group) * layer.window..];
                    for across in 0..layer.window {
                        let four = line[column + across + layer.offset()].to_le_bytes();
                        let (weights, _) = weights[across].0.as_chunks::<4>();
                        for (sum, weights) in sums.iter_mut().zip(weights) {
                            for (number, weight) in four.iter().zip(weights) {
                                *sum += i32::from(*number) * i32::from(*weight);
                            }
                        }
                    }
                }
            }
        }
    }
}

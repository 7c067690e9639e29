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
                        let four = four.map(i32::from);
                        let (weights, _) = weights[across].0.as_chunks::<4>();
                        for (sum, weights) in sums.iter_mut().zip(weights) {
                            let [a, b, c, d] = weights.map(i32::from);
                            let products = four[0] * a + four[1] * b + four[2] * c + four[3] * d;
                            // It never wraps; a check of that, as tests have it, would take ten times as long.
                            *sum = sum.wrapping_add(products);
                        }
                    }
                }
            }
        }
    }
}

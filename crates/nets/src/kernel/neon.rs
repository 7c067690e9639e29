//! NEON, as every 64-bit ARM processor has it: products of bytes of 16 bits, added up in pairs of 32.
#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::pieces;
use crate::layer::{Row, Task, Weights};

/// Cells at once: with eight registers each, 24 of the 32.
const MOST: usize = 3;

#[target_feature(enable = "neon")]
pub fn sum<const Q: usize>(task: &Task<'_, Q>, sums: &mut [Row; Q]) {
    for (weights, sums) in task.weights.iter().zip(sums) {
        for (from, length) in pieces(task.input.size(), MOST) {
            match length {
                1 => piece::<1, Q>(task, weights, from, sums),
                2 => piece::<2, Q>(task, weights, from, sums),
                _ => piece::<3, Q>(task, weights, from, sums),
            }
        }
    }
}

#[target_feature(enable = "neon")]
fn piece<const P: usize, const Q: usize>(
    task: &Task<'_, Q>,
    weights: &[Weights],
    from: usize,
    sums: &mut Row,
) {
    let Task { input, layer, row, .. } = task;
    let (window, offset) = (layer.window, layer.offset());
    // Two channels in each, the first and the second pair of their four products apart.
    let mut acc = [[vdupq_n_s32(0); 8]; P];
    for down in layer.rows(*row, input.size()) {
        for group in 0..layer.groups {
            let line = &input.line(row + down + offset, group)[from + offset..];
            let weights = &weights[(down * layer.groups + group) * window..][..window];
            for (across, weights) in weights.iter().enumerate() {
                let line = &line[across..][..P];
                let (twos, _) = weights.0.as_chunks::<8>();
                for (i, two) in twos.iter().enumerate() {
                    // SAFETY: it reads 8 bytes from anywhere, and these are 8.
                    let two = unsafe { vld1_s8(two.as_ptr()) };
                    for (acc, four) in acc.iter_mut().zip(line) {
                        // Activations are at most 127, so that their sign says nothing.
                        let four = vreinterpret_s8_u32(vdup_n_u32(*four));
                        acc[i] = vpadalq_s16(acc[i], vmull_s8(four, two));
                    }
                }
            }
        }
    }
    for (acc, sums) in acc.into_iter().zip(&mut sums[from..]) {
        for (i, sums) in sums.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let four = vpaddq_s32(acc[2 * i], acc[2 * i + 1]);
            // SAFETY: it writes 16 bytes anywhere, and these are four numbers of four.
            unsafe { vst1q_s32(sums.as_mut_ptr(), four) };
        }
    }
}

//! AVX2: products of bytes are added up in pairs of 16 bits, which cannot overflow as activations
//! are at most 127, and then in pairs of 32 bits.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::pieces;
use crate::layer::{End, Lines, Row, Task, Weights};

/// Cells at once: with two registers each, 12 of the 16.
const MOST: usize = 6;

#[target_feature(enable = "avx2")]
pub fn sum<const Q: usize>(task: &Task<'_, Q>, sums: &mut [Row; Q]) {
    for (weights, sums) in task.weights.iter().zip(sums) {
        for (from, length) in pieces(task.input.size(), MOST) {
            match length {
                1 => piece::<1, Q>(task, weights, from, sums),
                2 => piece::<2, Q>(task, weights, from, sums),
                3 => piece::<3, Q>(task, weights, from, sums),
                4 => piece::<4, Q>(task, weights, from, sums),
                5 => piece::<5, Q>(task, weights, from, sums),
                _ => piece::<6, Q>(task, weights, from, sums),
            }
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn round(sums: &Row, end: &End<'_>, lines: &mut Lines<'_>) {
    crate::layer::round(sums, end, lines);
}

#[target_feature(enable = "avx2")]
fn piece<const P: usize, const Q: usize>(
    task: &Task<'_, Q>,
    weights: &[Weights],
    from: usize,
    sums: &mut Row,
) {
    let Task { input, layer, row, .. } = task;
    let (window, offset) = (layer.window, layer.offset());
    let ones = _mm256_set1_epi16(1);
    let mut acc = [[_mm256_setzero_si256(); 2]; P];
    for down in layer.rows(*row, input.size()) {
        for group in 0..layer.groups {
            let line = &input.line(row + down + offset, group)[from + offset..];
            let weights = &weights[(down * layer.groups + group) * window..][..window];
            for (across, weights) in weights.iter().enumerate() {
                let line = &line[across..][..P];
                let weights = load(weights);
                for p in 0..P {
                    let four = _mm256_set1_epi32(line[p] as i32);
                    for half in 0..2 {
                        let pairs = _mm256_maddubs_epi16(four, weights[half]);
                        let fours = _mm256_madd_epi16(pairs, ones);
                        acc[p][half] = _mm256_add_epi32(acc[p][half], fours);
                    }
                }
            }
        }
    }
    for (acc, sums) in acc.into_iter().zip(&mut sums[from..]) {
        for (acc, sums) in acc.into_iter().zip(sums.as_chunks_mut::<8>().0) {
            // SAFETY: it writes 32 bytes anywhere, and these are eight numbers of four.
            unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), acc) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(weights: &Weights) -> [__m256i; 2] {
    let (halves, _) = weights.0.as_chunks::<32>();
    // SAFETY: they read 32 bytes from anywhere, and each half is 32.
    unsafe {
        [
            _mm256_loadu_si256(halves[0].as_ptr().cast()),
            _mm256_loadu_si256(halves[1].as_ptr().cast()),
        ]
    }
}

//! AVX2, twice: products of bytes are added up in pairs of 16 bits, which cannot overflow as
//! activations are at most 127, and then in pairs of 32 bits; or, where there is AVX-VNNI, by one
//! instruction that does all of it.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::pieces;
use crate::layer::{BLOCK, End, Lines, Row, Task, Weights};

/// Cells at once: with two registers each, 12 of the 16.
const MOST: usize = 6;

/// A kernel for processors with these instructions: its name, the function of one piece of a row, and
/// the one that adds up products.
macro_rules! kernel {
    ($features:literal, $sum:ident, $piece:ident, $add:ident) => {
        #[target_feature(enable = $features)]
        pub fn $sum<const Q: usize>(task: &Task<'_, Q>, sums: &mut [Row; Q]) {
            for (weights, sums) in task.weights.iter().zip(sums) {
                for (from, length) in pieces(task.input.size(), MOST) {
                    match length {
                        1 => $piece::<1, Q>(task, weights, from, sums),
                        2 => $piece::<2, Q>(task, weights, from, sums),
                        3 => $piece::<3, Q>(task, weights, from, sums),
                        4 => $piece::<4, Q>(task, weights, from, sums),
                        5 => $piece::<5, Q>(task, weights, from, sums),
                        _ => $piece::<6, Q>(task, weights, from, sums),
                    }
                }
            }
        }

        #[target_feature(enable = $features)]
        fn $piece<const P: usize, const Q: usize>(
            task: &Task<'_, Q>,
            weights: &[Weights],
            from: usize,
            sums: &mut Row,
        ) {
            let Task { input, layer, row, .. } = task;
            let (window, offset) = (layer.window, layer.offset());
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
                                acc[p][half] = $add(acc[p][half], four, weights[half]);
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
    };
}

kernel!("avx2", sum, piece, add);
kernel!("avx2,avxvnni", sum_vnni, piece_vnni, _mm256_dpbusd_avx_epi32);

#[inline]
#[target_feature(enable = "avx2")]
fn add(sums: __m256i, four: __m256i, weights: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(four, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

#[target_feature(enable = "avx2")]
pub fn round(sums: &Row, end: &End<'_>, lines: &mut Lines<'_>) {
    crate::layer::round(sums, end, lines);
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(weights: &Weights) -> [__m256i; 2] {
    let (halves, _) = weights.0.as_chunks::<{ 2 * BLOCK }>();
    // SAFETY: they read 32 bytes from anywhere, and each half is 32.
    unsafe {
        [
            _mm256_loadu_si256(halves[0].as_ptr().cast()),
            _mm256_loadu_si256(halves[1].as_ptr().cast()),
        ]
    }
}

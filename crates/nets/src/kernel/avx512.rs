//! AVX-512 with VNNI: one instruction multiplies 64 pairs of bytes and adds them up by fours.
//!
//! Two blocks of channels are summed up for up to 13 cells of a row at once, in 26 registers. Where
//! the piece is a whole row, the border beside it, which is zero, is not multiplied at all.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::pieces;
use crate::layer::{BLOCK, End, Lines, Row, Task, Weights};

const MOST: usize = 13;

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub fn sum<const Q: usize>(task: &Task<'_, Q>, sums: &mut [Row; Q]) {
    let size = task.input.size();
    for (from, length) in pieces(size, MOST) {
        let whole = length == size && !task.layer.bordered;
        macro_rules! with_length {
            ($($length:literal)*) => {
                match (length, whole) {
                    $(
                        ($length, true) => piece::<$length, Q, true>(task, from, sums),
                        ($length, false) => piece::<$length, Q, false>(task, from, sums),
                    )*
                    _ => unreachable!("no piece is longer than {MOST}"),
                }
            };
        }
        with_length!(1 2 3 4 5 6 7 8 9 10 11 12 13);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub fn round(sums: &Row, end: &End<'_>, lines: &mut Lines<'_>) {
    crate::layer::round(sums, end, lines);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn piece<const P: usize, const Q: usize, const WHOLE: bool>(
    task: &Task<'_, Q>,
    from: usize,
    sums: &mut [Row; Q],
) {
    let Task { input, layer, weights, row } = task;
    let mut acc = [[_mm512_setzero_si512(); Q]; P];
    // The columns of the window one by one: which cells each meets is known when this is compiled.
    macro_rules! column {
        ($line:expr, $weights:expr, $across:expr, $cells:expr) => {
            let weights: [__m512i; Q] = std::array::from_fn(|q| load($weights[q]));
            for p in $cells {
                let four = _mm512_set1_epi32($line[p + $across] as i32);
                for q in 0..Q {
                    acc[p][q] = _mm512_dpbusd_epi32(acc[p][q], four, weights[q]);
                }
            }
        };
    }
    if layer.window == 1 {
        for group in 0..layer.groups {
            let line = &input.line(row + 1, group)[from + 1..][..P];
            column!(line, weights.map(|weights| &weights[group]), 0, 0..P);
        }
    } else {
        for down in layer.rows(*row, input.size()) {
            for group in 0..layer.groups {
                let line = &input.line(row + down, group)[from..][..P + 2];
                let at = (down * layer.groups + group) * 3;
                let weights: [&[Weights; 3]; Q] = weights.map(|weights| {
                    weights[at..].first_chunk().unwrap_or(const { &[Weights([0; 4 * BLOCK]); 3] })
                });
                let (first, last) = (usize::from(WHOLE), P - usize::from(WHOLE));
                column!(line, weights.map(|weights| &weights[0]), 0, first..P);
                column!(line, weights.map(|weights| &weights[1]), 1, 0..P);
                column!(line, weights.map(|weights| &weights[2]), 2, 0..last);
            }
        }
    }
    for (p, acc) in acc.into_iter().enumerate() {
        for (q, acc) in acc.into_iter().enumerate() {
            let to = &mut sums[q][from + p];
            // SAFETY: it writes 64 bytes anywhere, and these are sixteen numbers of four.
            unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), acc) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(weights: &Weights) -> __m512i {
    // SAFETY: it reads 64 bytes from anywhere, and these are 64.
    unsafe { _mm512_loadu_si512(weights.0.as_ptr().cast()) }
}

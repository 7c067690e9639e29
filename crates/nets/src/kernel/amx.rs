//! AMX: one instruction multiplies sixteen cells of 64 channels with their weights to sixteen channels
//! that come out, 16,384 products in sixteen cycles.
//!
//! It works on eight registers of a kilobyte each, tiles, which belong to a thread and have to be set
//! up before they are used. Rust knows neither the registers nor the instructions yet, so they are
//! written as the processor's own text. Linux keeps the registers for nobody who has not asked.
#![allow(unsafe_code)]

use std::{
    arch::{
        asm,
        x86_64::{__cpuid_count, _MM_HINT_T1, _mm_prefetch},
    },
    marker::PhantomData,
    sync::LazyLock,
};

use crate::{
    layer::{BLOCK, End, Sums, Weights},
    tiles::Lane,
};

/// Rows of a tile: cells, or words of weights.
pub(crate) const TILE: usize = 16;
/// Tiles of cells at once: one of weights serves them all, and two take turns with what goes in.
pub(crate) const MOST: usize = 5;

/// The tiles of this thread, set up. A thread that is done with them says so, as otherwise the system
/// would go on to keep eight kilobytes for it whenever it changes threads.
pub(crate) struct Unit {
    /// It belongs to its thread.
    _here: PhantomData<*const ()>,
}

/// What tiles look like: each has sixteen rows of 64 bytes.
#[repr(C, align(64))]
struct Setup {
    palette: u8,
    start: u8,
    reserved: [u8; 14],
    bytes: [u16; 16],
    rows: [u8; 16],
}

static SETUP: Setup = {
    let (mut bytes, mut rows) = ([0; 16], [0; 16]);
    let mut tile = 0;
    while tile < 8 {
        (bytes[tile], rows[tile]) = (64, TILE as u8);
        tile += 1;
    }
    Setup { palette: 1, start: 0, reserved: [0; 14], bytes, rows }
};

/// Whether this processor has tiles and the system lets us use them.
pub(crate) fn is_here() -> bool {
    static IS_HERE: LazyLock<bool> = LazyLock::new(|| {
        const TILES_AND_BYTES: u32 = 1 << 24 | 1 << 25;
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni")
            && __cpuid_count(0, 0).eax >= 7
            && __cpuid_count(7, 0).edx & TILES_AND_BYTES == TILES_AND_BYTES;
        has && cfg!(target_os = "linux") && allowed()
    });
    *IS_HERE
}

/// Asks Linux for the registers, for all threads of this process: those there are and those to come.
/// A system that is too old, or does not want to, says no.
fn allowed() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: i64 = 0x1023;
    const XFEATURE_XTILEDATA: i64 = 18;
    let mut answer = ARCH_PRCTL;
    // SAFETY: the system call reads two numbers and changes no memory of ours; by its convention it
    // overwrites these two registers.
    unsafe {
        asm!(
            "syscall",
            inout("rax") answer,
            in("rdi") ARCH_REQ_XCOMP_PERM,
            in("rsi") XFEATURE_XTILEDATA,
            out("rcx") _,
            out("r11") _,
            options(nostack),
        );
    }
    answer == 0
}

/// What a convolution takes for some tiles of cells.
pub(crate) struct Task<'a> {
    pub lanes: &'a [Lane],
    /// Lanes from one cell to the next.
    pub depth: usize,
    pub weights: &'a [Weights],
    /// Weights from one word of channels to the next.
    pub apart: usize,
    /// Where the weights are, seen from these, that are wanted next: there may be more of them than
    /// the caches near the processor hold.
    pub next: Option<usize>,
}

/// The channels of a block in the lanes of some cells.
pub(crate) struct Part<'a> {
    pub lanes: &'a mut [Lane],
    /// Lanes from one cell to the next.
    pub depth: usize,
    /// The first of the channels in its lane.
    pub from: usize,
}

impl Unit {
    /// Sets up the tiles of this thread, where there are any.
    pub fn new() -> Option<Unit> {
        is_here().then(|| {
            // SAFETY: the tiles are there and allowed, and this reads the 64 bytes of the setup.
            unsafe { asm!("ldtilecfg [{}]", in(reg) &raw const SETUP, options(nostack, readonly)) };
            Unit { _here: PhantomData }
        })
    }

    /// Sums up as many tiles of cells as there are `sums`, at most [`MOST`], over all `steps`: where
    /// the lanes of the first cell and the weights of the first word are.
    pub fn sum(&self, task: &Task<'_>, steps: &[(usize, usize)], sums: &mut [[Sums; TILE]]) {
        match sums.len() {
            1 => self.sum_of::<1>(task, steps, sums),
            2 => self.sum_of::<2>(task, steps, sums),
            3 => self.sum_of::<3>(task, steps, sums),
            4 => self.sum_of::<4>(task, steps, sums),
            _ => self.sum_of::<5>(task, steps, sums),
        }
    }

    fn sum_of<const M: usize>(
        &self,
        task: &Task<'_>,
        steps: &[(usize, usize)],
        sums: &mut [[Sums; TILE]],
    ) {
        let Task { lanes, depth, weights, apart, next } = *task;
        // A tile of sums, the register that what goes in takes turns in, and what to do with them.
        macro_rules! each_tile {
            ($do:ident) => {
                $do!(0 5);
                $do!(1 6);
                $do!(2 5);
                $do!(3 6);
                $do!(4 5);
            };
        }
        macro_rules! empty {
            ($tile:literal $turn:literal) => {
                if M > $tile {
                    // SAFETY: `self` says that the tiles are set up.
                    unsafe { asm!(concat!("tilezero tmm", $tile), options(nomem, nostack)) };
                }
            };
        }
        each_tile!(empty);
        for &(lane, weight) in steps {
            let lanes = &lanes[lane..][..(M * TILE - 1) * depth + 1];
            let weights = &weights[weight..][..(TILE - 1) * apart + 1];
            // SAFETY: the tiles are set up, and the last of the sixteen rows of 64 bytes that it reads
            // is the last of these weights.
            unsafe {
                asm!(
                    "tileloadd tmm7, [{} + {}]",
                    in(reg) weights.as_ptr(),
                    in(reg) apart * size_of::<Weights>(),
                    options(nostack, readonly, preserves_flags),
                );
            }
            if let Some(next) = next {
                for word in 0..TILE {
                    let place = weights.as_ptr().wrapping_add(next + word * apart);
                    // SAFETY: a hint, for which any place will do.
                    unsafe { _mm_prefetch::<_MM_HINT_T1>(place.cast()) };
                }
            }
            macro_rules! add {
                ($tile:literal $turn:literal) => {
                    if M > $tile {
                        // SAFETY: as above; the last row of the last tile is the last of these lanes.
                        unsafe {
                            asm!(
                                concat!("tileloadd tmm", $turn, ", [{} + {}]"),
                                concat!("tdpbusd tmm", $tile, ", tmm", $turn, ", tmm7"),
                                in(reg) lanes.as_ptr().wrapping_add($tile * TILE * depth),
                                in(reg) depth * size_of::<Lane>(),
                                options(nostack, readonly, preserves_flags),
                            );
                        }
                    }
                };
            }
            each_tile!(add);
        }
        macro_rules! store {
            ($tile:literal $turn:literal) => {
                if M > $tile {
                    // SAFETY: the tiles are set up, and these sums are sixteen rows of 64 bytes.
                    unsafe {
                        asm!(
                            concat!("tilestored [{} + {}], tmm", $tile),
                            in(reg) sums[$tile].as_mut_ptr(),
                            in(reg) size_of::<Sums>(),
                            options(nostack, preserves_flags),
                        );
                    }
                }
            };
        }
        each_tile!(store);
    }

    /// Scales sums, adds what is to be added, and rounds.
    pub fn round(&self, sums: &[Sums; TILE], end: &End<'_>, part: Part<'_>) {
        // SAFETY: there are tiles here only where there is AVX-512, too.
        unsafe { round(sums, end, part) }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: it forgets what is in the tiles, which nobody has a use for any more.
        unsafe { asm!("tilerelease", options(nomem, nostack, preserves_flags)) };
    }
}

/// What follows the sums, compiled for this processor.
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn round(sums: &[Sums; TILE], end: &End<'_>, part: Part<'_>) {
    match end.adds() {
        true => round_cells::<true>(sums, end, part),
        false => round_cells::<false>(sums, end, part),
    }
}

#[inline(always)]
fn round_cells<const ADDS: bool>(sums: &[Sums; TILE], end: &End<'_>, part: Part<'_>) {
    for (sums, lane) in sums.iter().zip(part.lanes.iter_mut().step_by(part.depth)) {
        let numbers = &mut lane.0.as_chunks_mut::<BLOCK>().0[part.from / BLOCK];
        *numbers = end.rounded(sums, if ADDS { numbers } else { &[0; BLOCK] });
    }
}

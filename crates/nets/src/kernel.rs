//! The inner loops, in plain Rust and in the instructions of several processors.
//!
//! A kernel sums up products of whole numbers, which is exact, and so every one finds the same. What
//! follows the sums is one function in plain Rust, compiled again for each kernel.
//!
//! Most take a board row by row ([`Task`]). AMX takes sixteen cells at a time, for which boards are
//! laid out cell by cell (`tiles.rs`).
//!
//! Every board is calculated from the beginning and by itself. What is known of another one would
//! spare little: a net sees a position as its side to move does, so that the next that looks alike is
//! two plies away; after k layers two stones have reached up to 2(2k + 1)² cells, on 11x11 every one
//! after four or five of the thirteen layers of the quick net; and to spare a part of the first ones,
//! the sums of all of them would have to be kept for every position that a search may go on from.
//! Several boards in one pass would spare reading the weights again. With AMX that is a tenth of what
//! the large net takes on 11x11 and nothing of what the quick one takes, less than a search loses that
//! has to choose several positions before it has looked at the first.

#[cfg(target_arch = "x86_64")]
pub(crate) mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;

use std::fmt;

use crate::layer::{End, Lines, Row, Task};

/// How a net is calculated. Only what this processor can do can be had.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    AvxVnni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Amx,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kernel {
    /// Plain Rust: what all others are held to.
    pub const PLAIN: Kernel = Kernel(Kind::Plain);

    /// The fastest one here.
    pub fn best() -> Kernel {
        Kernel::all().pop().unwrap_or(Kernel::PLAIN)
    }

    /// All that this processor can run, the slowest first.
    pub fn all() -> Vec<Kernel> {
        let kinds = [
            (Kind::Plain, true),
            #[cfg(target_arch = "x86_64")]
            (Kind::Avx2, is_x86_feature_detected!("avx2")),
            #[cfg(target_arch = "x86_64")]
            (
                Kind::AvxVnni,
                is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni"),
            ),
            #[cfg(target_arch = "x86_64")]
            (
                Kind::Avx512,
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vnni"),
            ),
            #[cfg(target_arch = "x86_64")]
            (Kind::Amx, amx::is_here()),
            #[cfg(target_arch = "aarch64")]
            (Kind::Neon, std::arch::is_aarch64_feature_detected!("neon")),
        ];
        kinds.into_iter().filter(|(_, here)| *here).map(|(kind, _)| Kernel(kind)).collect()
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self.0 {
            Kind::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::AvxVnni => "avx-vnni",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "avx512",
            #[cfg(target_arch = "x86_64")]
            Kind::Amx => "amx",
            #[cfg(target_arch = "aarch64")]
            Kind::Neon => "neon",
        }
    }

    /// The tiles of this thread, if this kernel works on them.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn unit(self) -> Option<amx::Unit> {
        (self.0 == Kind::Amx).then(amx::Unit::new).flatten()
    }

    pub(crate) fn sum_one(self, task: &Task<'_, 1>, sums: &mut [Row; 1]) {
        self.sum(task, sums);
    }

    pub(crate) fn sum_two(self, task: &Task<'_, 2>, sums: &mut [Row; 2]) {
        self.sum(task, sums);
    }

    #[allow(unsafe_code)]
    fn sum<const Q: usize>(self, task: &Task<'_, Q>, sums: &mut [Row; Q]) {
        match self.0 {
            Kind::Plain => plain::sum(task, sums),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernel::all` alone makes this kernel, and only where AVX2 is there.
            Kind::Avx2 => unsafe { avx2::sum(task, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernel::all` alone makes this kernel, and only where both are there.
            Kind::AvxVnni => unsafe { avx2::sum_vnni(task, sums) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `Kernel::all` alone makes this kernel, and only where AVX-512 F, BW and VNNI
            // are there, as they are where AMX is.
            Kind::Avx512 | Kind::Amx => unsafe { avx512::sum(task, sums) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: `Kernel::all` alone makes this kernel, and only where NEON is there.
            Kind::Neon => unsafe { neon::sum(task, sums) },
        }
    }

    /// Scales sums, adds what is to be added, and rounds.
    #[allow(unsafe_code)]
    pub(crate) fn round(self, sums: &Row, end: &End<'_>, lines: &mut Lines<'_>) {
        match self.0 {
            Kind::Plain => crate::layer::round(sums, end, lines),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `sum`.
            Kind::Avx2 | Kind::AvxVnni => unsafe { avx2::round(sums, end, lines) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `sum`.
            Kind::Avx512 | Kind::Amx => unsafe { avx512::round(sums, end, lines) },
            #[cfg(target_arch = "aarch64")]
            // NEON is part of every processor that this is compiled for.
            Kind::Neon => crate::layer::round(sums, end, lines),
        }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Cuts a row of cells into pieces of nearly the same length, none longer than `most`.
pub(crate) fn pieces(size: usize, most: usize) -> impl Iterator<Item = (usize, usize)> {
    let count = size.div_ceil(most);
    (0..count).map(move |i| {
        let (from, to) = (i * size / count, (i + 1) * size / count);
        (from, to - from)
    })
}

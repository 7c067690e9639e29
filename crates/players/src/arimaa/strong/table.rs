//! What the search found out about positions, shared by all its threads without locks.
//!
//! An entry is two words, the second being what is known and the first the key combined with it:
//! an entry torn by two writers fits no key.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ludoteca_games::arimaa::{Square, Step};

use super::search::Deed;
use crate::thought::Bound;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// Its score, seen from itself.
    pub score: i32,
    /// How many steps deep it was searched.
    pub depth: i32,
    /// Whether the score is exact.
    pub bound: Bound,
    /// What was best.
    pub deed: Option<Deed>,
}

/// The table.
pub struct SharedTable {
    entries: Vec<[AtomicU64; 2]>,
    mask: usize,
}

impl SharedTable {
    /// A table of at most so many megabytes.
    pub fn new(megabytes: usize) -> SharedTable {
        let count = (megabytes.max(1) << 20) / 16;
        let count = 1usize << count.ilog2();
        let mut entries = Vec::new();
        entries.resize_with(count, || [AtomicU64::new(0), AtomicU64::new(0)]);
        SharedTable { entries, mask: count - 1 }
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Known> {
        let [check, word] = &self.entries[key as usize & self.mask];
        let word = word.load(Relaxed);
        (check.load(Relaxed) ^ word == key && word != 0).then(|| unpack(word))
    }

    /// Remembers what is known, unless more is known of the same position.
    #[inline]
    pub fn put(&self, key: u64, known: Known) {
        let [check, word] = &self.entries[key as usize & self.mask];
        let old = word.load(Relaxed);
        let same = check.load(Relaxed) ^ old == key;
        if same && old != 0 && known.bound != Bound::Exact && unpack(old).depth > known.depth + 4 {
            return;
        }
        let new = pack(&known);
        check.store(key ^ new, Relaxed);
        word.store(new, Relaxed);
    }
}

/// Score in 16 bits, depth in 8, bound in 2, deed in 14; the highest bit is always set.
fn pack(known: &Known) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 0u64,
        Bound::Least => 1,
        Bound::Most => 2,
    };
    let deed = match known.deed {
        None => 0u64,
        Some(Deed::End) => 1 << 12,
        Some(Deed::Step(Step { from, to })) => {
            2 << 12 | (from.index() as u64) << 6 | to.index() as u64
        }
    };
    1 << 63
        | u64::from(known.score as i16 as u16)
        | u64::from(known.depth.clamp(-128, 127) as i8 as u8) << 16
        | bound << 24
        | deed << 26
}

fn unpack(word: u64) -> Known {
    let deed = word >> 26;
    Known {
        score: i32::from(word as u16 as i16),
        depth: i32::from((word >> 16) as u8 as i8),
        bound: [Bound::Exact, Bound::Least, Bound::Most, Bound::Most][(word >> 24 & 3) as usize],
        deed: match deed >> 12 & 3 {
            0 => None,
            1 => Some(Deed::End),
            _ => Some(Deed::Step(Step {
                from: Square::at((deed >> 6) as usize),
                to: Square::at(deed as usize),
            })),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_the_table_is_found_there_and_under_no_other_key() {
        let table = SharedTable::new(1);
        let step = Step { from: Square::at(63), to: Square::at(62) };
        for (n, bound) in [Bound::Exact, Bound::Least, Bound::Most].into_iter().enumerate() {
            for (m, deed) in [None, Some(Deed::End), Some(Deed::Step(step))].into_iter().enumerate()
            {
                let known = Known { score: 29_990 - 30_000 * m as i32, depth: 7, bound, deed };
                let key = 0x1234_5678_9abc_def0 + (n * 3 + m) as u64;
                table.put(key, known);
                assert_eq!(table.get(key), Some(known));
                assert_eq!(table.get(key ^ 1 << 60), None);
            }
        }
        assert_eq!(table.get(0), None);
    }
}

//! What the solver remembers: for a position, between which bounds its score lies.
//!
//! A place is one 64-bit word, so that threads share a table without locks: a word is either the
//! old one or the new one, and what it says of a position is true whoever wrote it.
//!
//! A table begins small and grows: as long as it fits into the processor's caches it is several
//! times faster than one of full size, and most positions are solved before that is needed.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
};

use super::solver::Score;

/// Places in pairs: the newer entry stands first, the one before it second.
type Pair = [AtomicU64; 2];

/// A table.
pub(super) struct BoundsTable {
    /// The sizes it can have, smallest first, each made when it is first needed.
    sizes: Vec<Size>,
    /// Which of them is used.
    current: AtomicUsize,
    /// About how many entries were put there.
    filled: AtomicUsize,
    /// Entries of another round are as good as none: this is how the table is cleared at once.
    round: u64,
}

struct Size {
    /// As many bits of a mixed key as choose the pair; the rest is kept in the place.
    index_bits: u32,
    pairs: OnceLock<Vec<Pair>>,
}

/// Bounds of a score.
pub(super) type Bounds = (Score, Score);

/// Bits of a key: seven for each column.
const KEY_BITS: u32 = 49;
/// Bits of a bound.
const BOUND_BITS: u32 = 6;
/// What is added to a bound so that it is never negative.
const SHIFT: Score = 32;
/// Bits for the rest of the key: enough for the smallest table.
const REST_BITS: u32 = 36;
/// How many bits the smallest size has, and how many more each following one.
const FIRST_BITS: u32 = 15;
const GROWTH_BITS: u32 = 3;
/// One in so many entries is counted, for all of them.
const COUNTED: u64 = 256;
/// Rounds until the places have to be wiped.
const ROUNDS: u64 = 1 << (64 - REST_BITS - 2 * BOUND_BITS);

/// Bounds that say nothing.
const UNKNOWN: Bounds = (-SHIFT, SHIFT - 1);

impl BoundsTable {
    /// A table that never grows and stays in the fastest caches: half a megabyte.
    pub fn small() -> BoundsTable {
        BoundsTable::with_bits(FIRST_BITS)
    }

    /// A table that grows to at most so many megabytes.
    pub fn growing(megabytes: usize) -> BoundsTable {
        let pairs = ((megabytes << 20) / size_of::<Pair>()).max(1);
        BoundsTable::with_bits(pairs.ilog2())
    }

    fn with_bits(most: u32) -> BoundsTable {
        let most = most.clamp(FIRST_BITS, KEY_BITS);
        let smaller = (FIRST_BITS..most).step_by(GROWTH_BITS as usize);
        let size = |index_bits| Size { index_bits, pairs: OnceLock::new() };
        BoundsTable {
            sizes: smaller.chain([most]).map(size).collect(),
            current: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
            round: 1,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self.current.get_mut() = 0;
        *self.filled.get_mut() = 0;
        self.round += 1;
        if self.round == ROUNDS {
            self.sizes.iter_mut().for_each(|size| size.pairs = OnceLock::new());
            self.round = 1;
        }
    }

    /// The pair for a key, what an entry of that key begins with, and the key's bits mixed.
    #[inline]
    fn place(&self, key: u64) -> (&Pair, u64, u64) {
        let size = &self.sizes[self.current.load(Relaxed)];
        let pairs = size.pairs.get_or_init(|| {
            let mut pairs = Vec::new();
            pairs.resize_with(1 << size.index_bits, Pair::default);
            pairs
        });
        // Multiplying by an odd number loses nothing, so no two keys have both index and rest in
        // common.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & ((1 << KEY_BITS) - 1);
        let rest_bits = KEY_BITS - size.index_bits;
        let rest = mixed & ((1 << rest_bits) - 1);
        (&pairs[(mixed >> rest_bits) as usize], self.round << REST_BITS | rest, mixed)
    }

    /// Bounds of the score of the position with that key.
    #[inline]
    pub fn get(&self, key: u64) -> Bounds {
        let (pair, mark, _) = self.place(key);
        for place in pair {
            let entry = place.load(Relaxed);
            if entry >> (2 * BOUND_BITS) == mark {
                let bound = |bits: u64| (bits & ((1 << BOUND_BITS) - 1)) as Score - SHIFT;
                return (bound(entry >> BOUND_BITS), bound(entry));
            }
        }
        UNKNOWN
    }

    /// Remembers bounds.
    #[inline]
    pub fn put(&self, key: u64, (low, high): Bounds) {
        let (pair, mark, mixed) = self.place(key);
        let entry =
            mark << (2 * BOUND_BITS) | ((low + SHIFT) as u64) << BOUND_BITS | (high + SHIFT) as u64;
        let first = pair[0].load(Relaxed);
        if first >> (2 * BOUND_BITS) != mark {
            pair[1].store(first, Relaxed);
        }
        pair[0].store(entry, Relaxed);
        // The high bits are the well mixed ones.
        if mixed >> (KEY_BITS - COUNTED.ilog2()) == 0 {
            self.count();
        }
    }

    /// Counts entries, and changes to the next size when this one is full. What it holds is left
    /// behind: it is little beside what the next will hold.
    #[cold]
    fn count(&self) {
        let filled = self.filled.fetch_add(COUNTED as usize, Relaxed);
        let current = self.current.load(Relaxed);
        if current + 1 < self.sizes.len() && filled >= 2 << self.sizes[current].index_bits {
            self.filled.store(0, Relaxed);
            self.current.store(current + 1, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_found_was_put_there_for_that_very_key(
            keys in proptest::collection::vec(0u64..1 << KEY_BITS, 1..200),
            asked in 0u64..1 << KEY_BITS,
        ) {
            let table = BoundsTable::small();
            let bounds = |key: u64| ((key % 20) as Score - 20, (key % 19) as Score);
            for key in &keys {
                table.put(*key, bounds(*key));
            }
            prop_assert_eq!(table.get(*keys.last().unwrap()), bounds(*keys.last().unwrap()));
            for key in keys.iter().chain([&asked]) {
                let found = table.get(*key);
                prop_assert!(found == UNKNOWN || found == bounds(*key) && keys.contains(key));
            }
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_however_often_it_is_cleared() {
        let mut table = BoundsTable::small();
        for _ in 0..ROUNDS + 2 {
            table.put(77, (-3, 4));
            assert_eq!(table.get(77), (-3, 4));
            table.clear();
            assert_eq!(table.get(77), UNKNOWN);
        }
    }

    #[test]
    fn a_full_table_grows_up_to_its_size_and_begins_small_when_cleared() {
        let mut table = BoundsTable::growing(4);
        let bytes = |table: &BoundsTable| {
            (size_of::<Pair>() << table.sizes[table.current.load(Relaxed)].index_bits) >> 10
        };
        assert_eq!(bytes(&table), 512);
        let keys = || (0..1 << 20).map(|n| ludoteca_games::scatter(n) >> (64 - KEY_BITS));
        keys().for_each(|key| table.put(key, (0, 1)));
        assert_eq!(bytes(&table), 4096);
        let kept = keys().filter(|key| table.get(*key) == (0, 1)).count();
        assert!(kept > 400_000, "{kept}");
        table.clear();
        assert_eq!(bytes(&table), 512);
    }
}

//! A table of positions already searched (a *transposition table*).

use ludoteca_games::scatter;

use crate::{search::Score, thought::Bound};

/// What is remembered of a position. The score is as seen from that position.
#[derive(Clone, Debug)]
pub(crate) struct Entry<P> {
    pub key: u64,
    pub score: Score,
    pub depth: u32,
    pub bound: Bound,
    /// Whether no position behind the score was only evaluated.
    pub complete: bool,
    pub best: Option<P>,
}

/// Places in pairs: the first keeps the deeper search, the second the newer.
pub(crate) struct TranspositionTable<P> {
    places: Vec<[Option<Entry<P>>; 2]>,
}

impl<P: Clone> TranspositionTable<P> {
    /// A table of about so many megabytes.
    pub fn new(megabytes: usize) -> TranspositionTable<P> {
        let pairs = (megabytes << 20) / size_of::<[Option<Entry<P>>; 2]>();
        TranspositionTable { places: vec![[None, None]; pairs.max(1)] }
    }

    fn index(&self, key: u64) -> usize {
        // Keys of a game may have patterns in their high bits.
        ((u128::from(scatter(key)) * self.places.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<&Entry<P>> {
        self.places[self.index(key)].iter().flatten().find(|entry| entry.key == key)
    }

    pub fn put(&mut self, entry: Entry<P>) {
        let index = self.index(entry.key);
        let [deep, new] = &mut self.places[index];
        let deeper =
            deep.as_ref().is_none_or(|old| old.key == entry.key || entry.depth >= old.depth);
        if deeper {
            if deep.as_ref().is_some_and(|old| old.key != entry.key) {
                *new = deep.take();
            }
            *deep = Some(entry);
        } else {
            *new = Some(entry);
        }
    }
}

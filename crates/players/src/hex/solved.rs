//! What the solver remembers.

use std::hash::{Hash, Hasher};

use ludoteca_games::hex::Colour;
use rustc_hash::FxHasher;

use super::{inferior::Stones, solver::Proof};

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<const W: usize> {
    /// Its stones.
    pub stones: Stones<W>,
    /// Who moves.
    pub colour: Colour,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<const W: usize> {
    /// How hard it is to prove that the side to move wins.
    pub phi: u32,
    /// How hard it is to prove that it loses.
    pub delta: u32,
    /// What is proved.
    pub proof: Option<Proof<W>>,
}

/// Positions by their keys. Each has four places; the newest takes that of one which is not proved,
/// if there is any. It begins small, as most positions are solved before a large one is cleared.
pub struct ProofTable<const W: usize> {
    places: Vec<Place<W>>,
    used: usize,
    most: usize,
    next: usize,
}

type Place<const W: usize> = Option<(Key<W>, Entry<W>)>;

const WAYS: usize = 4;
const FIRST_PLACES: usize = 1 << 10;

impl<const W: usize> ProofTable<W> {
    /// A table that grows to at most so many megabytes.
    pub fn new(megabytes: usize) -> ProofTable<W> {
        let most = (megabytes.max(1) << 20) / size_of::<Place<W>>();
        ProofTable { places: vec![None; FIRST_PLACES], used: 0, most, next: 0 }
    }

    fn grow(&mut self) {
        let larger = vec![None; 2 * self.places.len()];
        let before = std::mem::replace(&mut self.places, larger);
        self.used = 0;
        for (key, entry) in before.into_iter().flatten() {
            self.put(key, entry);
        }
    }

    fn set(&self, key: &Key<W>) -> usize {
        let mut hasher = FxHasher::default();
        (key.stones[0].words(), key.stones[1].words(), key.colour as u8).hash(&mut hasher);
        let sets = self.places.len() / WAYS;
        ((u128::from(hasher.finish()) * sets as u128) >> 64) as usize * WAYS
    }

    /// What is known of a position.
    pub fn get(&self, key: &Key<W>) -> Option<Entry<W>> {
        let set = self.set(key);
        let known = self.places[set..set + WAYS].iter().flatten().find(|(known, _)| known == key);
        known.map(|(_, entry)| *entry)
    }

    /// Remembers what is known of a position.
    pub fn put(&mut self, key: Key<W>, entry: Entry<W>) {
        let set = self.set(&key);
        self.next = (self.next + 1) % WAYS;
        let places = &mut self.places[set..set + WAYS];
        let same =
            places.iter().position(|place| matches!(place, Some((known, _)) if *known == key));
        let free = || places.iter().position(Option::is_none);
        let open = || {
            places
                .iter()
                .position(|place| matches!(place, Some((_, entry)) if entry.proof.is_none()))
        };
        let at = same.or_else(free).or_else(open).unwrap_or(self.next);
        self.used += usize::from(places[at].is_none());
        places[at] = Some((key, entry));
        if self.used > self.places.len() / 2 && 2 * self.places.len() <= self.most {
            self.grow();
        }
    }
}

//! Who is asked where to look first, and who seems to win. What is proved does not depend on it: it
//! says in which order moves are tried and how hard a position seems before it is searched, and
//! decides nothing.
//!
//! (C. Gao, M. Müller, R. Hayward, "Focused depth-first proof number search using convolutional
//! neural networks for the game of Hex", 2017.)

use ludoteca_games::hex::Colour;
use rustc_hash::FxHashMap;

use super::{Ground, Place, Stones};
use crate::hex::solved::Key;

/// Says which moves look good. The same position always gets the same answer.
pub trait Guide<const W: usize>: Send {
    /// What it sees of a position of a board.
    fn look(&mut self, ground: &Ground<W>, stones: &Stones<W>, colour: Colour) -> Hint;
}

/// What a guide sees of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// For each cell how good it looks to the side to move: the logarithm of its chance to be the
    /// best, but for a constant.
    pub promise: Box<[f32]>,
    /// What it expects for the side to move, from -1 to 1.
    pub value: f32,
}

/// With fewer moves left a position is mostly solved before a guide has looked at it.
const LEAST: usize = 10;
/// The part of a table's room that is for what a guide has said.
const SHARE: usize = 8;
/// What it costs to ask a guide, for the clock.
const ASKED: u64 = 1 << 14;
/// How much harder than others a position is to lose that seems won.
const SURE: f32 = 4.0;

/// A guide with what it has said.
pub(super) struct Guided<const W: usize> {
    guide: Box<dyn Guide<W>>,
    said: FxHashMap<Key<W>, Hint>,
    most: usize,
}

impl<const W: usize> Guided<W> {
    /// One whose answers are kept in its share of so many megabytes.
    pub fn new(guide: Box<dyn Guide<W>>, megabytes: usize, cells: usize) -> Guided<W> {
        // A map has twice the room it needs at the worst, and every list a head of its own.
        let bytes = 2 * size_of::<(Key<W>, Hint)>() + cells * size_of::<f32>() + 16;
        Guided { guide, said: FxHashMap::default(), most: (megabytes << 20) / SHARE / bytes }
    }

    /// What it says of a position with so many moves left; nothing where asking does not pay. The
    /// clock is told of the work by `work`.
    pub fn look(
        &mut self,
        ground: &Ground<W>,
        place: &Place<W>,
        moves: usize,
        work: &mut dyn FnMut(u64) -> bool,
    ) -> Option<&Hint> {
        if moves < LEAST {
            return None;
        }
        if self.said.len() >= self.most {
            self.said.clear();
        }
        let key = Key { stones: place.stones, colour: place.colour };
        let guide = &mut self.guide;
        Some(self.said.entry(key).or_insert_with(|| {
            work(ASKED);
            guide.look(ground, &place.stones, place.colour)
        }))
    }
}

impl Hint {
    /// How much harder it seems to show that the side to move loses than where nobody knows.
    pub(super) fn doubt_of_loss(&self) -> f32 {
        1.0 + SURE * 0.5 * (1.0 + self.value)
    }
}

//! Proofs that the solver has found, to be used where other stones stand beside them.
//!
//! A proof says: with these stones, and with these cells free of the other colour, a colour wins,
//! whatever stands elsewhere. It decides every position that has the stones and the cells; and if
//! it holds for who moves first, the other side has to play on its cells.

use ludoteca_games::hex::Colour;

use super::{
    cells::{Cells, Ground},
    inferior::Stones,
};

/// Proofs kept for a colour that moves first, or that moves second.
const KEPT: usize = 1 << 14;
/// Proofs looked at in one go, before any is looked at alone.
const CHUNK: usize = 16;

/// One proof.
#[derive(Clone, Copy)]
struct Proved<const W: usize> {
    /// The winner's stones that it needs.
    own: Cells<W>,
    /// The cells that it needs free of the other colour.
    cells: Cells<W>,
}

impl<const W: usize> Proved<W> {
    /// Whether it holds with such stones.
    #[inline]
    fn fits(&self, own: &Cells<W>, other: &Cells<W>) -> bool {
        (self.own.without(own) | (self.cells & *other)).is_empty()
    }
}

/// The proofs found last.
pub struct Proofs<const W: usize> {
    /// By winner and whether it moves first.
    lists: [[List<W>; 2]; 2],
}

#[derive(Default)]
struct List<const W: usize> {
    proofs: Vec<Proved<W>>,
    next: usize,
}

impl<const W: usize> Default for Proofs<W> {
    fn default() -> Proofs<W> {
        Proofs { lists: Default::default() }
    }
}

impl<const W: usize> List<W> {
    /// The cells of those that decide a position with such stones.
    fn fitting(&self, own: Cells<W>, other: Cells<W>) -> impl Iterator<Item = Cells<W>> + '_ {
        let some = move |chunk: &&[Proved<W>]| {
            chunk.iter().fold(false, |some, proof| some | proof.fits(&own, &other))
        };
        let fits = move |proof: &&Proved<W>| proof.fits(&own, &other);
        self.proofs
            .chunks(CHUNK)
            .filter(some)
            .flatten()
            .filter(fits)
            .map(move |proof| proof.cells.without(&own))
    }

    fn push(&mut self, proof: Proved<W>) {
        if self.proofs.len() < KEPT {
            self.proofs.push(proof);
        } else {
            self.proofs[self.next] = proof;
            self.next = (self.next + 1) % KEPT;
        }
    }
}

impl<const W: usize> Proofs<W> {
    /// Remembers that `winner` wins with its stones and some cells, whether it moves `first` or not.
    pub fn put(
        &mut self,
        ground: &Ground<W>,
        winner: Colour,
        first: bool,
        own: &Cells<W>,
        cells: Cells<W>,
    ) {
        // Without cells it would be said to hold everywhere; a finished chain is no such proof.
        if cells.is_empty() {
            return;
        }
        // Groups that touch none of its cells can be no part of the chain.
        let near = cells.fold(Cells::NONE, |near, cell| near | ground.near[cell]);
        let own = ground.flood(near, own);
        self.lists[winner as usize][usize::from(first)].push(Proved { own, cells });
    }

    /// Cells that suffice for a colour that moves first or second, if a proof fits.
    pub fn wins(&self, winner: Colour, first: bool, stones: &Stones<W>) -> Option<Cells<W>> {
        self.fitting(winner, first, stones).next()
    }

    /// Every proof that fits for a colour that moves first: the other has to play on its cells.
    pub fn threats(
        &self,
        winner: Colour,
        stones: &Stones<W>,
    ) -> impl Iterator<Item = Cells<W>> + '_ {
        self.fitting(winner, true, stones)
    }

    fn fitting(
        &self,
        winner: Colour,
        first: bool,
        stones: &Stones<W>,
    ) -> impl Iterator<Item = Cells<W>> + '_ {
        let (own, other) = (stones[winner as usize], stones[1 - winner as usize]);
        self.lists[winner as usize][usize::from(first)].fitting(own, other)
    }
}

//! OR: semi connections that have no cell in common, put together.

use super::{
    Cells, Depth,
    slots::{Slot, Store},
};

/// How many full connections one new semi connection can make.
pub(super) const UNIONS: usize = 12;

/// What OR finds for a pair of ends.
pub(super) struct Unions<'a, const W: usize> {
    pub(super) slot: &'a Slot<W>,
    pub(super) store: &'a Store<W>,
    pub(super) older: &'a [Cells<W>],
    /// What all may have in common, as an end captures it.
    pub(super) captured: Cells<W>,
    /// The unions with their depths.
    pub(super) found: [(Cells<W>, Depth); UNIONS],
    pub(super) count: usize,
}

impl<const W: usize> Unions<'_, W> {
    /// Where more are needed than are tried in every way: all that narrow the meet, in turn.
    pub(super) fn whatever_narrows(&mut self, newest: Cells<W>) {
        let (mut meet, mut union) = (newest, newest);
        for semi in self.older {
            if !meet.within(semi) {
                meet &= *semi;
                union |= *semi;
            }
        }
        if meet.is_empty() && !self.slot.has_full(self.store, &union) {
            self.found[0] = (union, self.depth(&union));
            self.count = 1;
        }
    }

    /// How many moves it takes at most to join the ends with a union of semi connections: the other
    /// side moves first, and a semi connection that it leaves alone is played. It cannot spoil all
    /// that take no longer than the first few whose carriers have nothing in common.
    fn depth(&self, union: &Cells<W>) -> Depth {
        let usable = || self.slot.semi.both(self.store).filter(|(semi, _)| semi.within(union));
        let mut meet = !self.captured;
        let mut least = 0;
        while let Some(next) = usable().map(|(_, depth)| depth).filter(|d| *d >= least).min() {
            let these = usable().filter(|(_, depth)| *depth == next);
            meet = these.fold(meet, |meet, (semi, _)| meet & *semi);
            if meet.is_empty() {
                return next + 1 + self.captured.count() as Depth;
            }
            least = next + 1;
        }
        union.count() as Depth
    }

    /// Adds up to `more` of the older ones to a union whose parts still have `meet` in common. Some
    /// cell of the meet has to go next, so only those without it are tried.
    pub(super) fn combine(&mut self, meet: Cells<W>, union: Cells<W>, more: usize) {
        if self.count == UNIONS {
            return;
        }
        let Some(cell) = meet.first() else {
            self.found[self.count] = (union, self.depth(&union));
            self.count += 1;
            return;
        };
        if more == 0 {
            return;
        }
        // The last one has to leave nothing in common.
        let missed = if more == 1 { meet } else { Cells::of(cell) };
        for semi in self.older.iter().filter(|semi| !semi.meets(&missed)) {
            let union = union | *semi;
            let known = self.found[..self.count].iter().any(|(known, _)| known.within(&union))
                || self.slot.has_full(self.store, &union);
            if !known {
                self.combine(meet & *semi, union, more - 1);
            }
        }
    }
}

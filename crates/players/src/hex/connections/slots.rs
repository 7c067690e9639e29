//! Where connections are kept: the carriers of each pair of ends in one store, and those that wait
//! to be taken up.

use super::{Cells, Node};

#[derive(Clone, Copy)]
pub(super) struct Partners<const W: usize> {
    pub(super) cells: Cells<W>,
    pub(super) edges: [bool; 2],
    /// Those of the cells that it touches, so that nothing better can be found.
    pub(super) touched: Cells<W>,
}

impl<const W: usize> Partners<W> {
    pub(super) const NONE: Partners<W> =
        Partners { cells: Cells::NONE, edges: [false; 2], touched: Cells::NONE };
}

/// The connections of a pair of ends.
#[derive(Clone, Copy)]
pub(super) struct Slot<const W: usize> {
    pub(super) ends: [Node; 2],
    pub(super) full: List,
    pub(super) semi: List,
    /// The cells that all semi connections have in common.
    pub(super) meet: Cells<W>,
    /// The cells of all its carriers.
    pub(super) cells: Cells<W>,
}

/// A list of carriers in one store of all of them, with room to grow.
#[derive(Clone, Copy, Default)]
pub(super) struct List {
    pub(super) start: u32,
    pub(super) len: u16,
    pub(super) room: u16,
}

impl List {
    #[inline]
    pub(super) fn of<const W: usize>(self, store: &[Cells<W>]) -> &[Cells<W>] {
        &store[self.start as usize..][..usize::from(self.len)]
    }

    /// Ends a list that was written at the end of the store.
    pub(super) fn close<const W: usize>(&mut self, store: &[Cells<W>]) {
        self.len = (store.len() - self.start as usize) as u16;
        self.room = self.len;
    }

    /// Adds a carrier; a list without room moves to the end of the store.
    #[inline]
    pub(super) fn push<const W: usize>(&mut self, store: &mut Vec<Cells<W>>, carrier: Cells<W>) {
        if self.len == self.room {
            let (start, len) = (self.start as usize, usize::from(self.len));
            self.start = store.len() as u32;
            self.room = 2 * self.room + 2;
            store.extend_from_within(start..start + len);
            store.resize(self.start as usize + usize::from(self.room), Cells::NONE);
        }
        store[self.start as usize + usize::from(self.len)] = carrier;
        self.len += 1;
    }
}

/// A connection that is not yet taken up.
#[derive(Clone, Copy)]
pub(super) struct Pending<const W: usize> {
    pub(super) ends: [Node; 2],
    pub(super) carrier: Cells<W>,
}

/// Connections not yet taken up, by the size of their carriers.
#[derive(Clone)]
pub(super) struct Waiting<const W: usize> {
    pub(super) fulls: Vec<Vec<Pending<W>>>,
    pub(super) semis: Vec<Vec<Pending<W>>>,
}

impl<const W: usize> Slot<W> {
    pub(super) fn new(ends: [Node; 2]) -> Slot<W> {
        Slot {
            ends,
            full: List::default(),
            semi: List::default(),
            meet: !Cells::NONE,
            cells: Cells::NONE,
        }
    }

    /// Whether a full connection is known that needs no other cells.
    #[inline]
    pub(super) fn has_full(&self, store: &[Cells<W>], carrier: &Cells<W>) -> bool {
        self.full.of(store).iter().any(|known| known.within(carrier))
    }

    /// Whether any connection is known that needs no other cells.
    #[inline]
    pub(super) fn has_any(&self, store: &[Cells<W>], carrier: &Cells<W>) -> bool {
        // What all semi connections have in common is in each of them.
        self.meet.within(carrier) && self.semi.of(store).iter().any(|known| known.within(carrier))
            || self.has_full(store, carrier)
    }

    /// Drops semi connections that need all cells of a full one.
    pub(super) fn drop_semis_around(&mut self, store: &mut [Cells<W>], full: &Cells<W>) {
        let start = self.semi.start as usize;
        let before = std::mem::replace(&mut self.semi.len, 0);
        for i in start..start + usize::from(before) {
            if !full.within(&store[i]) {
                store[start + usize::from(self.semi.len)] = store[i];
                self.semi.len += 1;
            }
        }
    }
}

impl<const W: usize> Waiting<W> {
    pub(super) fn new(size: usize) -> Waiting<W> {
        Waiting { fulls: vec![Vec::new(); size + 1], semis: vec![Vec::new(); size + 1] }
    }

    #[inline]
    pub(super) fn push(&mut self, semi: bool, ends: [Node; 2], carrier: Cells<W>) {
        let lists = if semi { &mut self.semis } else { &mut self.fulls };
        if let Some(list) = lists.get_mut(carrier.count()) {
            list.push(Pending { ends, carrier });
        }
    }

    pub(super) fn clear(&mut self) {
        self.fulls.iter_mut().chain(&mut self.semis).for_each(Vec::clear);
    }
}

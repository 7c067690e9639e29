//! Where connections are kept: the carriers of each pair of ends in one store, and those that wait
//! to be taken up.

use super::{Cells, Depth, Node};

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

/// The carriers of all connections, and beside them their depths, so that carriers lie close.
#[derive(Clone, Default)]
pub(super) struct Store<const W: usize> {
    carriers: Vec<Cells<W>>,
    depths: Vec<Depth>,
}

impl<const W: usize> Store<W> {
    pub(super) fn clear(&mut self) {
        self.carriers.clear();
        self.depths.clear();
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.carriers.reserve(more);
        self.depths.reserve(more);
    }

    pub(super) fn len(&self) -> usize {
        self.carriers.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.carriers.capacity() * size_of::<Cells<W>>()
            + self.depths.capacity() * size_of::<Depth>()
    }

    pub(super) fn push(&mut self, carrier: Cells<W>, depth: Depth) {
        self.carriers.push(carrier);
        self.depths.push(depth);
    }
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
    pub(super) fn of<const W: usize>(self, store: &Store<W>) -> &[Cells<W>] {
        &store.carriers[self.start as usize..][..usize::from(self.len)]
    }

    #[inline]
    pub(super) fn depths<const W: usize>(self, store: &Store<W>) -> &[Depth] {
        &store.depths[self.start as usize..][..usize::from(self.len)]
    }

    /// Lowers the depth of a carrier, if it is here.
    pub(super) fn lower<const W: usize>(
        self,
        store: &mut Store<W>,
        carrier: &Cells<W>,
        depth: Depth,
    ) {
        if let Some(at) = self.of(store).iter().position(|known| known == carrier) {
            let known = &mut store.depths[self.start as usize + at];
            *known = depth.min(*known);
        }
    }

    /// Each carrier with its depth.
    pub(super) fn both<const W: usize>(
        self,
        store: &Store<W>,
    ) -> impl Iterator<Item = (&Cells<W>, Depth)> + Clone {
        self.of(store).iter().zip(self.depths(store).iter().copied())
    }

    /// The same list in another store.
    pub(super) fn copied<const W: usize>(self, from: &Store<W>, to: &mut Store<W>) -> List {
        let start = to.len() as u32;
        to.carriers.extend_from_slice(self.of(from));
        to.depths.extend_from_slice(self.depths(from));
        List { start, len: self.len, room: self.len }
    }

    /// Ends a list that was written at the end of the store.
    pub(super) fn close<const W: usize>(&mut self, store: &Store<W>) {
        self.len = (store.len() - self.start as usize) as u16;
        self.room = self.len;
    }

    /// Adds a carrier; a list without room moves to the end of the store.
    #[inline]
    pub(super) fn push<const W: usize>(
        &mut self,
        store: &mut Store<W>,
        carrier: Cells<W>,
        depth: Depth,
    ) {
        if self.len == self.room {
            let (start, len) = (self.start as usize, usize::from(self.len));
            self.start = store.len() as u32;
            self.room = 2 * self.room + 2;
            let end = self.start as usize + usize::from(self.room);
            store.carriers.extend_from_within(start..start + len);
            store.carriers.resize(end, Cells::NONE);
            store.depths.extend_from_within(start..start + len);
            store.depths.resize(end, 0);
        }
        let at = self.start as usize + usize::from(self.len);
        (store.carriers[at], store.depths[at]) = (carrier, depth);
        self.len += 1;
    }
}

/// A connection that is not yet taken up.
#[derive(Clone, Copy)]
pub(super) struct Pending<const W: usize> {
    pub(super) ends: [Node; 2],
    pub(super) depth: Depth,
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
    pub(super) fn has_full(&self, store: &Store<W>, carrier: &Cells<W>) -> bool {
        self.full.of(store).iter().any(|known| known.within(carrier))
    }

    /// Whether any connection is known that needs no other cells.
    #[inline]
    pub(super) fn has_any(&self, store: &Store<W>, carrier: &Cells<W>) -> bool {
        // What all semi connections have in common is in each of them.
        self.meet.within(carrier) && self.semi.of(store).iter().any(|known| known.within(carrier))
            || self.has_full(store, carrier)
    }

    /// Drops semi connections that need all cells of a full one.
    pub(super) fn drop_semis_around(&mut self, store: &mut Store<W>, full: &Cells<W>) {
        let start = self.semi.start as usize;
        let before = std::mem::replace(&mut self.semi.len, 0);
        for i in start..start + usize::from(before) {
            if !full.within(&store.carriers[i]) {
                let at = start + usize::from(self.semi.len);
                store.carriers[at] = store.carriers[i];
                store.depths[at] = store.depths[i];
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
    pub(super) fn push(&mut self, semi: bool, ends: [Node; 2], carrier: Cells<W>, depth: Depth) {
        let lists = if semi { &mut self.semis } else { &mut self.fulls };
        let count = carrier.count();
        if let Some(list) = lists.get_mut(count) {
            // Every move needs a cell of its own.
            list.push(Pending { ends, carrier, depth: depth.min(count as Depth) });
        }
    }

    pub(super) fn clear(&mut self) {
        self.fulls.iter_mut().chain(&mut self.semis).for_each(Vec::clear);
    }
}

//! The rules AND and OR, applied to what waits until nothing new comes of it.

use super::{
    Cells, Connections, Depth, Node, TAKEN_UP, Until,
    slots::{Pending, Slot},
    unions::{UNIONS, Unions},
};
use crate::Clock;

impl<const W: usize> Connections<W> {
    /// Takes up what waits, small carriers first.
    pub(super) fn run(&mut self, until: Until, clock: &mut Clock) {
        for size in 0..self.waiting.fulls.len() {
            loop {
                if self.steps >= self.limits.steps || clock.work(TAKEN_UP) {
                    return;
                }
                if let Some(pending) = self.waiting.fulls[size].pop() {
                    let winning = pending.ends.into_iter().all(|node| node >= self.edge(false));
                    self.take_full(pending);
                    if until != Until::All && winning && self.won().is_some() {
                        return;
                    }
                } else if let Some(pending) = self.waiting.semis[size].pop() {
                    let winning = pending.ends.into_iter().all(|node| node >= self.edge(false));
                    self.take_semi(pending);
                    if until == Until::Semi && winning && self.wins_to_move().is_some() {
                        return;
                    }
                } else {
                    break;
                }
            }
        }
    }

    /// The slot of a pair, made if there is none; none if there are too many.
    #[inline]
    fn slot_of(&mut self, ends: [Node; 2]) -> Option<usize> {
        match self.pairs[self.place(ends[0], ends[1])] {
            0 if self.slots.len() == usize::from(u16::MAX) => None,
            0 => {
                self.add_slot(Slot::new(ends));
                Some(self.slots.len() - 1)
            }
            at => Some(usize::from(at) - 1),
        }
    }

    pub(super) fn add_slot(&mut self, slot: Slot<W>) {
        let [a, b] = slot.ends;
        self.slots.push(slot);
        for place in [self.place(a, b), self.place(b, a)] {
            self.pairs[place] = self.slots.len() as u16;
        }
    }

    fn take_full(&mut self, Pending { ends, carrier, depth }: Pending<W>) {
        let Some(at) = self.slot_of(ends) else { return };
        let slot = &mut self.slots[at];
        if slot.has_full(&self.store, &carrier) {
            // The same carrier may be found again by a shorter way.
            slot.full.lower(&mut self.store, &carrier, depth);
            return;
        }
        if usize::from(slot.full.len) >= self.limits.fulls {
            return;
        }
        self.steps += 1;
        slot.full.push(&mut self.store, carrier, depth);
        slot.cells |= carrier;
        slot.drop_semis_around(&mut self.store, &carrier);
        self.make_partners(ends, carrier.is_empty());
        let [a, b] = ends;
        self.and(a, b, &carrier, depth);
        self.and(b, a, &carrier, depth);
    }

    /// AND: a new full connection from `far` to `mid`, and each from `mid` to anywhere else.
    fn and(&mut self, far: Node, mid: Node, carrier: &Cells<W>, depth: Depth) {
        let count = self.ground.count();
        let cell = usize::from(mid);
        // What is joined over an edge does not help to join the edges.
        if cell >= count {
            return;
        }
        let partners = self.partners[cell];
        let known = self.partners[usize::from(far)].touched;
        let mut cells = partners.cells.without(&(*carrier | known));
        let far_cell = Some(usize::from(far)).filter(|far| *far < count);
        if let Some(far) = far_cell {
            cells.remove(far);
        }
        let edges = (0..2).filter(|edge| partners.edges[*edge]).map(|edge| count + edge);
        let (semi, through) = match self.own.has(cell) {
            true => (false, *carrier),
            false => (true, *carrier | Cells::of(cell)),
        };
        for to in cells.chain(edges.filter(|edge| *edge != usize::from(far))) {
            let to = to as Node;
            let target = match self.pairs[self.place(far, to)] {
                0 => None,
                at => Some(&self.slots[usize::from(at) - 1]),
            };
            let source = &self.slots[usize::from(self.pairs[self.place(mid, to)]) - 1];
            for (other, other_depth) in source.full.both(&self.store) {
                if far_cell.is_some_and(|far| other.has(far)) {
                    continue;
                }
                let shared = *other & *carrier;
                let captured = match shared.is_empty() {
                    true => Cells::NONE,
                    false => match self.allowed(&shared, [mid, far, to], [far, to]) {
                        Some(captured) => captured,
                        None => continue,
                    },
                };
                let joined = through | *other | captured;
                let known = target.is_some_and(|slot| match semi {
                    true => slot.has_any(&self.store, &joined),
                    false => slot.has_full(&self.store, &joined),
                });
                if !known {
                    // One after the other; a stone has to be put on an empty cell before, and what
                    // is played on captured cells and answered there delays it.
                    let depth = depth + other_depth + Depth::from(semi) + captured.count() as Depth;
                    self.waiting.push(semi, [far, to], joined, depth);
                }
            }
        }
    }

    fn take_semi(&mut self, Pending { ends, carrier, depth }: Pending<W>) {
        let Some(at) = self.slot_of(ends) else { return };
        let edge = self.edge(false);
        let slot = &mut self.slots[at];
        if slot.has_any(&self.store, &carrier) {
            return;
        }
        let narrows = !slot.meet.within(&carrier);
        if usize::from(slot.semi.len) >= self.limits.semis {
            if !narrows {
                return;
            }
            // One that all others share a cell with is worth more than the largest.
            slot.semi.len -= 1;
        }
        self.steps += 1;
        if narrows && ends.into_iter().all(|node| node >= edge) {
            self.winning |= carrier;
        }
        slot.semi.push(&mut self.store, carrier, depth);
        slot.cells |= carrier;
        slot.meet &= carrier;
        let (meet, ends) = (slot.meet, slot.ends);
        let all_captured = |end: Node| meet.within(&self.captured_by(end, ends));
        if meet.is_empty() || ends.into_iter().any(all_captured) {
            self.or(at);
        }
    }

    /// OR: the newest semi connection of a pair, and others, so that no cell is common to all.
    fn or(&mut self, at: usize) {
        let slot = &self.slots[at];
        let Some((newest, older)) = slot.semi.of(&self.store).split_last() else { return };
        let mut unions = Unions {
            slot,
            store: &self.store,
            older,
            captured: Cells::NONE,
            found: [(Cells::NONE, 0); UNIONS],
            count: 0,
        };
        let more = self.limits.ors.saturating_sub(1);
        unions.combine(*newest, *newest, more);
        if unions.count == 0 {
            unions.whatever_narrows(*newest);
        }
        for end in slot.ends {
            unions.captured = self.captured_by(end, slot.ends);
            let meet = newest.without(&unions.captured);
            if meet != *newest {
                unions.combine(meet, *newest | unions.captured, more);
            }
        }
        let (found, count, ends) = (unions.found, unions.count, slot.ends);
        for (union, depth) in &found[..count] {
            self.waiting.push(false, ends, *union, *depth);
        }
    }
}

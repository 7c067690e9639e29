//! Connections after a move, from those before it: only what its stones touch is combined anew.

use super::{Cells, Connections, Node, Until, slots::Slot};
use crate::{Budget, Clock};

impl<const W: usize> Connections<W> {
    /// The connections after stones were added to the position of `from`.
    pub fn follow(&mut self, from: &Connections<W>, own: Cells<W>, other: Cells<W>, until: Until) {
        self.follow_within(from, own, other, until, &mut Clock::start(&Budget::default()));
    }

    /// The same within a budget. Whatever is found until that is spent holds.
    pub fn follow_within(
        &mut self,
        from: &Connections<W>,
        own: Cells<W>,
        other: Cells<W>,
        until: Until,
        clock: &mut Clock,
    ) {
        self.clear(from.own | own, from.empty.without(&(own | other)));
        self.follow_captured(from, own | other);
        self.partners.copy_from_slice(&from.partners);
        // With room for what is new, so that all of it need not move at once.
        self.slots.reserve(from.slots.len() * 9 / 8);
        self.store.reserve(from.store.len() * 9 / 8);
        // Most pairs stay as they are: no new stone is at their ends or in their carriers.
        let new = own | other;
        let edge = self.edge(false);
        let mut changed = vec![false; self.partners.len()];
        for cell in other | self.ground.flood(own, &self.own) {
            changed[cell] = true;
            changed[usize::from(self.nodes[cell])] = true;
        }
        for slot in &from.slots {
            let new_end = slot.ends.into_iter().any(|node| changed[usize::from(node)]);
            if !new_end && !slot.cells.meets(&new) {
                let mut kept = *slot;
                for list in [&mut kept.full, &mut kept.semi] {
                    *list = list.copied(&from.store, &mut self.store);
                }
                self.keep(kept);
                continue;
            }
            self.part(slot.ends);
            let gone = |node: Node| node < edge && other.has(usize::from(node));
            let ends = slot
                .ends
                .map(|node| if node < edge { self.nodes[usize::from(node)] } else { node });
            if slot.ends.into_iter().any(gone) || ends[0] == ends[1] {
                continue;
            }
            let mut kept = Slot::new(ends);
            kept.full.start = self.store.len() as u32;
            let mut lost = false;
            for (carrier, depth) in slot.full.both(&from.store) {
                let broken = *carrier & other;
                let left = carrier.without(&new);
                if !broken.is_empty() {
                    lost = true;
                    // Broken by one stone it still holds for whoever repairs it.
                    if broken.count() == 1 {
                        self.waiting.push(true, ends, left, depth.saturating_sub(1));
                    }
                } else if new_end || left != *carrier {
                    self.waiting.push(false, ends, left, depth);
                } else {
                    self.store.push(left, depth);
                    kept.cells |= left;
                }
            }
            kept.full.close(&self.store);
            kept.semi.start = self.store.len() as u32;
            for (carrier, depth) in slot.semi.both(&from.store) {
                if carrier.meets(&other) {
                    continue;
                }
                let left = carrier.without(&own);
                if new_end || left != *carrier {
                    self.waiting.push(true, ends, left, depth);
                } else {
                    self.store.push(left, depth);
                    kept.meet &= left;
                    kept.cells |= left;
                }
            }
            kept.semi.close(&self.store);
            if lost && kept.meet.is_empty() {
                // Others of its semi connections may make a full one now.
                for (carrier, depth) in kept.semi.both(&self.store) {
                    self.waiting.push(true, ends, *carrier, depth);
                }
                kept.semi.len = 0;
                kept.meet = !Cells::NONE;
            }
            if let Some(smallest) = kept.full.of(&self.store).first() {
                self.make_partners(ends, smallest.is_empty());
            }
            self.keep(kept);
        }
        self.run(until, clock);
    }

    /// Takes over what is left of a slot.
    fn keep(&mut self, slot: Slot<W>) {
        if slot.full.len + slot.semi.len == 0 {
            return;
        }
        if slot.ends.into_iter().all(|node| node >= self.edge(false)) {
            let semis = slot.semi.of(&self.store);
            self.winning = semis.iter().fold(Cells::NONE, |all, semi| all | *semi);
        }
        self.add_slot(slot);
    }

    /// The ends are not fully connected any more.
    fn part(&mut self, [a, b]: [Node; 2]) {
        let cells = self.ground.count();
        for (from, to) in [(a, b), (b, a)] {
            let (partners, to) = (&mut self.partners[usize::from(from)], usize::from(to));
            match to.checked_sub(cells) {
                None => {
                    partners.cells.remove(to);
                    partners.touched.remove(to);
                }
                Some(edge) => partners.edges[edge] = false,
            }
        }
    }
}

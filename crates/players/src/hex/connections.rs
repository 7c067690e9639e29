//! H-Search: which groups, edges and empty cells of a colour are virtually connected
//! (V. Anshelevich, "A hierarchical approach to computer Hex", 2002).
//!
//! A *full* connection between two ends holds though the other colour moves first, a *semi*
//! connection if its own colour moves first; either needs only the empty cells of its carrier.
//! Neighbours are fully connected with an empty carrier. Two full connections that meet at a stone
//! make a full one, at an empty cell a semi one (AND); semi connections without a cell common to
//! all of them make a full one (OR).
//!
//! Each rule gives a carrier that is at least as large as those it is made of. So connections are
//! taken up in the order of their size, and one that is a superset of a known one is dropped: what
//! is kept is minimal, and nothing has to be taken back. [`Limits`] bound the work.
//!
//! A stone of the other colour only takes connections away. An own stone shrinks carriers and joins
//! groups, and only what it touched is combined anew ([`Connections::follow`]). To take a stone
//! back is to go on with the connections of the position before.

mod slots;
mod unions;

use std::sync::Arc;

use ludoteca_games::hex::Colour;

use self::{
    slots::{List, Partners, Pending, Slot, Waiting},
    unions::{UNIONS, Unions},
};
use super::cells::{Cells, Ground};
use crate::{Budget, Clock};

/// An end of a connection: a group by its lowest cell, an empty cell, or behind all cells one of
/// the two edges, which a group that touches it belongs to.
pub type Node = u16;

/// What bounds the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Full connections kept for a pair of ends.
    pub fulls: usize,
    /// Semi connections kept for a pair of ends.
    pub semis: usize,
    /// Cells of a carrier.
    pub size: usize,
    /// Semi connections put together into a full one.
    pub ors: usize,
    /// Connections taken up.
    pub steps: usize,
}

/// What it costs to take up a connection, for the clock.
const TAKEN_UP: u64 = 1 << 8;

/// Farther than any two cells are.
pub const FAR: u8 = u8::MAX;

/// When to stop before everything is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Not.
    All,
    /// With a full connection from edge to edge.
    Full,
    /// With a semi connection from edge to edge.
    Semi,
}

/// The connections of one colour.
#[derive(Clone)]
pub struct Connections<const W: usize> {
    ground: Arc<Ground<W>>,
    colour: Colour,
    limits: Limits,
    own: Cells<W>,
    empty: Cells<W>,
    /// The end that each cell belongs to.
    nodes: Vec<Node>,
    /// For each end those it is fully connected with.
    partners: Vec<Partners<W>>,
    /// The place in `slots`, plus one, of each pair of ends, in either order.
    pairs: Vec<u16>,
    slots: Vec<Slot<W>>,
    /// The carriers of all slots.
    store: Vec<Cells<W>>,
    waiting: Waiting<W>,
    /// All cells of the semi connections from edge to edge that narrow down their meet.
    winning: Cells<W>,
    steps: usize,
}

/// A connection to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection<const W: usize> {
    /// What it joins.
    pub ends: [Node; 2],
    /// The cells it needs.
    pub carrier: Cells<W>,
    /// Whether its own colour has to move first.
    pub semi: bool,
}

impl<const W: usize> Connections<W> {
    /// Nothing yet; to be filled by [`Connections::build`] or [`Connections::follow`].
    pub fn new(ground: &Arc<Ground<W>>, colour: Colour, limits: Limits) -> Connections<W> {
        let nodes = ground.count() + 2;
        Connections {
            ground: ground.clone(),
            colour,
            limits,
            own: Cells::NONE,
            empty: ground.all,
            nodes: vec![0; ground.count()],
            partners: vec![Partners::NONE; nodes],
            pairs: vec![0; nodes * nodes],
            slots: Vec::new(),
            store: Vec::new(),
            waiting: Waiting::new(limits.size.min(ground.count())),
            winning: Cells::NONE,
            steps: 0,
        }
    }

    /// The node of the first edge (top or left) or the second.
    pub fn edge(&self, second: bool) -> Node {
        (self.ground.count() + usize::from(second)) as Node
    }

    /// The node that a cell belongs to.
    pub fn node(&self, cell: usize) -> Node {
        self.nodes[cell]
    }

    /// The colour whose connections these are.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// How the cells lie.
    pub fn ground(&self) -> &Ground<W> {
        &self.ground
    }

    /// The stones of the colour.
    pub fn own(&self) -> &Cells<W> {
        &self.own
    }

    /// The empty cells.
    pub fn empty(&self) -> &Cells<W> {
        &self.empty
    }

    /// The pairs of ends with a full connection.
    pub fn joined(&self) -> impl Iterator<Item = [Node; 2]> + '_ {
        self.slots.iter().filter(|slot| slot.full.len > 0).map(|slot| slot.ends)
    }

    /// All connections.
    pub fn all(&self) -> impl Iterator<Item = Connection<W>> + '_ {
        self.slots.iter().flat_map(|slot| {
            let connection = |semi| {
                move |carrier: &Cells<W>| Connection { ends: slot.ends, carrier: *carrier, semi }
            };
            let full = slot.full.of(&self.store).iter().map(connection(false));
            full.chain(slot.semi.of(&self.store).iter().map(connection(true)))
        })
    }

    /// The full connections of two ends, smallest first.
    pub fn full(&self, a: Node, b: Node) -> &[Cells<W>] {
        self.slot(a, b).map_or(&[], |slot| slot.full.of(&self.store))
    }

    /// The semi connections of two ends, smallest first.
    pub fn semi(&self, a: Node, b: Node) -> &[Cells<W>] {
        self.slot(a, b).map_or(&[], |slot| slot.semi.of(&self.store))
    }

    /// The smallest full connection from edge to edge: the colour has won, whoever moves.
    pub fn won(&self) -> Option<Cells<W>> {
        self.full(self.edge(false), self.edge(true)).first().copied()
    }

    /// The smallest semi connection from edge to edge: the colour wins if it moves.
    pub fn wins_to_move(&self) -> Option<Cells<W>> {
        self.won().or_else(|| self.semi(self.edge(false), self.edge(true)).first().copied())
    }

    /// The cells one of which the other colour must play, as every other leaves a semi connection
    /// from edge to edge untouched; and all cells that this is known from.
    pub fn must_play(&self) -> (Cells<W>, Cells<W>) {
        match self.slot(self.edge(false), self.edge(true)) {
            Some(slot) if slot.full.len > 0 => (Cells::NONE, slot.full.of(&self.store)[0]),
            Some(slot) if slot.semi.len > 0 => (slot.meet & self.empty, self.winning),
            _ => (self.empty, Cells::NONE),
        }
    }

    /// For each cell how many stones it takes, with one on it, to join it to the first edge and to
    /// the second over full connections; [`FAR`] if there is no way.
    pub fn distances(&self) -> [Vec<u8>; 2] {
        [false, true].map(|second| {
            let mut far = vec![FAR; self.ground.count()];
            let mut seen = Cells::NONE;
            let mut front = self.partners[usize::from(self.edge(second))].cells;
            for stones in 1..FAR {
                if front.is_empty() {
                    break;
                }
                // A group costs nothing: what it is connected with is as near.
                let mut groups = front & self.own;
                while let Some(group) = groups.next() {
                    seen.insert(group);
                    far[group] = stones - 1;
                    let more = self.partners[group].cells.without(&seen);
                    groups |= more & self.own;
                    front |= more;
                }
                front = front.without(&seen);
                seen |= front;
                let mut next = Cells::NONE;
                for cell in front {
                    far[cell] = stones;
                    next |= self.partners[cell].cells;
                }
                front = next.without(&seen);
            }
            far
        })
    }

    fn slot(&self, a: Node, b: Node) -> Option<&Slot<W>> {
        let at = self.pairs[self.place(a, b)];
        (at > 0).then(|| &self.slots[usize::from(at) - 1])
    }

    #[inline]
    fn place(&self, a: Node, b: Node) -> usize {
        usize::from(a) * self.partners.len() + usize::from(b)
    }

    /// The connections of a position without a chain from edge to edge, from scratch.
    pub fn build(&mut self, own: Cells<W>, other: Cells<W>, until: Until) {
        self.build_within(own, other, until, &mut Clock::start(&Budget::default()));
    }

    /// The same within a budget. Whatever is found until that is spent holds.
    pub fn build_within(
        &mut self,
        own: Cells<W>,
        other: Cells<W>,
        until: Until,
        clock: &mut Clock,
    ) {
        self.clear(own, self.ground.all.without(&(own | other)));
        let ground = self.ground.clone();
        for cell in self.empty {
            for near in ground.near[cell].without(&other) {
                if self.own.has(near) || near > cell {
                    self.waiting.push(false, [cell as Node, self.nodes[near]], Cells::NONE);
                }
            }
            for second in [false, true] {
                if ground.edges[self.colour as usize][usize::from(second)].has(cell) {
                    self.waiting.push(false, [cell as Node, self.edge(second)], Cells::NONE);
                }
            }
        }
        self.run(until, clock);
    }

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
        self.partners.copy_from_slice(&from.partners);
        self.slots.reserve(from.slots.len());
        self.store.reserve(from.store.len());
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
                    let start = self.store.len() as u32;
                    self.store.extend_from_slice(list.of(&from.store));
                    *list = List { start, len: list.len, room: list.len };
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
            for carrier in slot.full.of(&from.store) {
                let broken = *carrier & other;
                let left = carrier.without(&new);
                if !broken.is_empty() {
                    lost = true;
                    // Broken by one stone it still holds for whoever repairs it.
                    if broken.count() == 1 {
                        self.waiting.push(true, ends, left);
                    }
                } else if new_end || left != *carrier {
                    self.waiting.push(false, ends, left);
                } else {
                    self.store.push(left);
                    kept.cells |= left;
                }
            }
            kept.full.close(&self.store);
            kept.semi.start = self.store.len() as u32;
            for carrier in slot.semi.of(&from.store) {
                if carrier.meets(&other) {
                    continue;
                }
                let left = carrier.without(&own);
                if new_end || left != *carrier {
                    self.waiting.push(true, ends, left);
                } else {
                    self.store.push(left);
                    kept.meet &= left;
                    kept.cells |= left;
                }
            }
            kept.semi.close(&self.store);
            if lost && kept.meet.is_empty() {
                // Others of its semi connections may make a full one now.
                for carrier in kept.semi.of(&self.store) {
                    self.waiting.push(true, ends, *carrier);
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

    /// Lends the room for what waits to others, as nothing waits here any more.
    pub fn lend_room(&mut self, to: &mut Connections<W>) {
        std::mem::swap(&mut self.waiting, &mut to.waiting);
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

    /// Empties everything and finds the groups of the stones.
    fn clear(&mut self, own: Cells<W>, empty: Cells<W>) {
        self.own = own;
        self.empty = empty;
        self.slots.clear();
        self.store.clear();
        self.pairs.fill(0);
        self.partners.fill(Partners::NONE);
        self.waiting.clear();
        self.winning = Cells::NONE;
        self.steps = 0;
        for (cell, node) in self.nodes.iter_mut().enumerate() {
            *node = cell as Node;
        }
        let edges = self.ground.edges[self.colour as usize];
        let mut left = own;
        while let Some(cell) = left.first() {
            let group = self.ground.flood(Cells::of(cell), &own);
            left = left.without(&group);
            let node = match edges.iter().position(|edge| group.meets(edge)) {
                Some(second) => self.edge(second == 1),
                None => cell as Node,
            };
            for stone in group {
                self.nodes[stone] = node;
            }
        }
    }

    fn make_partners(&mut self, [a, b]: [Node; 2], touch: bool) {
        let cells = self.ground.count();
        for (from, to) in [(a, b), (b, a)] {
            let (partners, to) = (&mut self.partners[usize::from(from)], usize::from(to));
            match to.checked_sub(cells) {
                None => {
                    partners.cells.insert(to);
                    if touch {
                        partners.touched.insert(to);
                    }
                }
                Some(edge) => partners.edges[edge] = true,
            }
        }
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

    /// Takes up what waits, small carriers first.
    fn run(&mut self, until: Until, clock: &mut Clock) {
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

    fn add_slot(&mut self, slot: Slot<W>) {
        let [a, b] = slot.ends;
        self.slots.push(slot);
        for place in [self.place(a, b), self.place(b, a)] {
            self.pairs[place] = self.slots.len() as u16;
        }
    }

    fn take_full(&mut self, Pending { ends, carrier }: Pending<W>) {
        let Some(at) = self.slot_of(ends) else { return };
        let slot = &mut self.slots[at];
        if usize::from(slot.full.len) >= self.limits.fulls || slot.has_full(&self.store, &carrier) {
            return;
        }
        self.steps += 1;
        slot.full.push(&mut self.store, carrier);
        slot.cells |= carrier;
        slot.drop_semis_around(&mut self.store, &carrier);
        self.make_partners(ends, carrier.is_empty());
        let [a, b] = ends;
        self.and(a, b, &carrier);
        self.and(b, a, &carrier);
    }

    /// AND: a new full connection from `far` to `mid`, and each from `mid` to anywhere else.
    fn and(&mut self, far: Node, mid: Node, carrier: &Cells<W>) {
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
            for other in source.full.of(&self.store) {
                if other.meets(carrier) || far_cell.is_some_and(|far| other.has(far)) {
                    continue;
                }
                let joined = through | *other;
                let known = target.is_some_and(|slot| match semi {
                    true => slot.has_any(&self.store, &joined),
                    false => slot.has_full(&self.store, &joined),
                });
                if !known {
                    self.waiting.push(semi, [far, to], joined);
                }
            }
        }
    }

    fn take_semi(&mut self, Pending { ends, carrier }: Pending<W>) {
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
        slot.semi.push(&mut self.store, carrier);
        slot.cells |= carrier;
        slot.meet &= carrier;
        if slot.meet.is_empty() {
            self.or(at);
        }
    }

    /// OR: the newest semi connection of a pair, and others, so that no cell is common to all.
    fn or(&mut self, at: usize) {
        let slot = &self.slots[at];
        let Some((newest, older)) = slot.semi.of(&self.store).split_last() else { return };
        let mut unions =
            Unions { slot, store: &self.store, older, found: [Cells::NONE; UNIONS], count: 0 };
        unions.combine(*newest, *newest, self.limits.ors.saturating_sub(1));
        if unions.count == 0 {
            unions.whatever_narrows(*newest);
        }
        let (found, count, ends) = (unions.found, unions.count, slot.ends);
        for union in &found[..count] {
            self.waiting.push(false, ends, *union);
        }
    }
}

#[cfg(test)]
mod tests;

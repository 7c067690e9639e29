//! H-Search: which groups, edges and empty cells of a colour are virtually connected
//! (V. Anshelevich, "A hierarchical approach to computer Hex", 2002).
//!
//! A *full* connection between two ends holds though the other colour moves first, a *semi*
//! connection if its own colour moves first; either needs only the empty cells of its carrier.
//! Neighbours are fully connected with an empty carrier. Two full connections that meet at a stone
//! make a full one, at an empty cell a semi one (AND); semi connections without a cell common to
//! all of them make a full one (OR).
//!
//! With [`Limits::captures`] parts may also have cells in common that a stone on one of their ends
//! would capture ([`inferior`](super::inferior)): whatever the other colour plays there is answered
//! there, and edges count as stones of their colour (J. Pawlewicz and others, "Stronger Virtual
//! Connections in Hex", 2015).
//!
//! Each rule gives a carrier that is at least as large as those it is made of. So connections are
//! taken up in the order of their size, and one that is a superset of a known one is dropped: what
//! is kept is minimal, and nothing has to be taken back. [`Limits`] bound the work.
//!
//! A stone of the other colour only takes connections away. An own stone shrinks carriers and joins
//! groups, and only what it touched is combined anew ([`Connections::follow`]). To take a stone
//! back is to go on with the connections of the position before.

mod because;
mod captures;
mod follow;
mod rules;
mod slots;
mod unions;

use std::sync::Arc;

use ludoteca_games::hex::Colour;

pub use self::because::Because;
use self::slots::{Partners, Slot, Store, Waiting};
use super::cells::{Cells, Ground};
use crate::{Budget, Clock};

/// An end of a connection: a group by its lowest cell, an empty cell, or behind all cells one of
/// the two edges, which a group that touches it belongs to.
pub type Node = u16;

/// How many moves a connection takes (definition 6 of the makers of Hexodus, after Anshelevich):
/// neighbours 0, a bridge 2.
pub type Depth = u16;

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
    /// Whether parts may have cells in common that one of their ends captures.
    pub captures: bool,
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
    /// For each empty cell those that a stone on it would capture, where that is made use of.
    captured: Vec<Cells<W>>,
    /// For each end those it is fully connected with.
    partners: Vec<Partners<W>>,
    /// The place in `slots`, plus one, of each pair of ends, in either order.
    pairs: Vec<u16>,
    slots: Vec<Slot<W>>,
    /// The carriers of all slots.
    store: Store<W>,
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
    /// How many moves of both colours it takes at most to join the ends on its cells, if the own
    /// colour hurries and the other delays it.
    pub depth: Depth,
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
            captured: vec![Cells::NONE; if limits.captures { nodes } else { 0 }],
            partners: vec![Partners::NONE; nodes],
            pairs: vec![0; nodes * nodes],
            slots: Vec::new(),
            store: Store::default(),
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
                let ends = slot.ends;
                move |(carrier, depth): (&Cells<W>, _)| Connection {
                    ends,
                    carrier: *carrier,
                    semi,
                    depth,
                }
            };
            let full = slot.full.both(&self.store).map(connection(false));
            full.chain(slot.semi.both(&self.store).map(connection(true)))
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

    /// How many moves of both colours the smallest full connection from edge to edge takes at most.
    pub fn won_within(&self) -> Option<Depth> {
        let slot = self.slot(self.edge(false), self.edge(true))?;
        slot.full.depths(&self.store).first().copied()
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
        self.find_captured(self.empty);
        let ground = self.ground.clone();
        for cell in self.empty {
            for near in ground.near[cell].without(&other) {
                if self.own.has(near) || near > cell {
                    self.waiting.push(false, [cell as Node, self.nodes[near]], Cells::NONE, 0);
                }
            }
            for second in [false, true] {
                if ground.edges[self.colour as usize][usize::from(second)].has(cell) {
                    self.waiting.push(false, [cell as Node, self.edge(second)], Cells::NONE, 0);
                }
            }
        }
        self.run(until, clock);
    }

    /// How many bytes it takes, without the room for what waits.
    pub fn bytes(&self) -> usize {
        let Connections { captured, partners, pairs, slots, store, .. } = self;
        size_of_val(&captured[..])
            + size_of_val(&partners[..])
            + size_of_val(&pairs[..])
            + slots.capacity() * size_of::<Slot<W>>()
            + store.bytes()
    }

    /// Lends the room for what waits to others, as nothing waits here any more.
    pub fn lend_room(&mut self, to: &mut Connections<W>) {
        std::mem::swap(&mut self.waiting, &mut to.waiting);
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
}

#[cfg(test)]
mod tests;

//! Why a connection holds: which others it is made of, found again when somebody asks, so that to
//! build connections costs nothing for it.

use super::{Cells, Connection, Connections, Node};

/// What a connection is made of.
#[derive(Clone, Debug, PartialEq)]
pub enum Because<const W: usize> {
    /// Its ends touch.
    Touch,
    /// AND: two full connections that meet at a stone of the cell, or at the cell if it is empty.
    And(usize, [Connection<W>; 2]),
    /// OR: semi connections without a cell common to all of them.
    Or(Vec<Connection<W>>),
}

impl<const W: usize> Connections<W> {
    /// Of what a connection is made: of several ways one that is the soonest done. None if some part
    /// of it is no longer kept.
    pub fn because(&self, connection: &Connection<W>) -> Option<Because<W>> {
        if connection.carrier.is_empty() && self.touch(connection.ends) {
            return Some(Because::Touch);
        }
        let and = self.and_of(connection);
        match and {
            None if !connection.semi => self.or_of(connection),
            and => and,
        }
    }

    /// The cells of an end: a group, an empty cell or the cells along an edge.
    pub fn cells_of(&self, node: Node) -> Cells<W> {
        match usize::from(node).checked_sub(self.ground.count()) {
            Some(edge) => self.ground.edges[self.colour as usize][edge],
            None if self.own.has(usize::from(node)) => {
                self.ground.flood(Cells::of(usize::from(node)), &self.own)
            }
            None => Cells::of(usize::from(node)),
        }
    }

    /// Whether an empty cell touches what else it is to be joined with.
    fn touch(&self, ends: [Node; 2]) -> bool {
        let count = self.ground.count();
        let [a, b] = ends.map(|node| self.cells_of(node));
        // Stones that touch an edge are part of it.
        let stones = |node: Node| match usize::from(node) >= count {
            true => {
                let own =
                    (0..count).filter(|cell| self.own.has(*cell) && self.nodes[*cell] == node);
                own.collect()
            }
            false => Cells::NONE,
        };
        let meets = |from: Cells<W>, to: Node, cells: Cells<W>| {
            let along = usize::from(to) >= count && from.meets(&cells);
            let near = if usize::from(to) >= count { stones(to) } else { cells };
            let mut from = from;
            along || from.any(|cell| self.ground.near[cell].meets(&near))
        };
        match ends.map(|node| usize::from(node) < count) {
            [true, _] => meets(a, ends[1], b),
            [false, true] => meets(b, ends[0], a),
            [false, false] => false,
        }
    }

    fn fulls(&self, a: Node, b: Node) -> impl Iterator<Item = Connection<W>> + '_ {
        let both = self.slot(a, b).map(|slot| slot.full.both(&self.store));
        both.into_iter().flatten().map(move |(carrier, depth)| Connection {
            ends: [a, b],
            carrier: *carrier,
            semi: false,
            depth,
        })
    }

    fn and_of(&self, connection: &Connection<W>) -> Option<Because<W>> {
        let Connection { ends: [a, b], carrier, semi, .. } = *connection;
        let ends: Cells<W> = [a, b]
            .into_iter()
            .map(usize::from)
            .filter(|node| *node < self.ground.count())
            .collect();
        let mids = if semi { carrier } else { self.own };
        let mut best: Option<(u32, Because<W>)> = None;
        for mid in mids.without(&ends) {
            // A group goes by its lowest cell; what touches an edge belongs to that.
            if usize::from(self.nodes[mid]) != mid {
                continue;
            }
            let wanted = if semi { carrier.without(&Cells::of(mid)) } else { carrier };
            let within = |part: &Connection<W>| part.carrier.within(&wanted);
            for one in self.fulls(a, mid as Node).filter(within) {
                let rest = |other: &Connection<W>| {
                    !other.carrier.meets(&one.carrier)
                        && (other.carrier | one.carrier) == wanted
                        && !(other.carrier | one.carrier).meets(&ends)
                };
                for other in self.fulls(mid as Node, b).filter(rest) {
                    let sum = u32::from(one.depth) + u32::from(other.depth);
                    if best.as_ref().is_none_or(|(least, _)| sum < *least) {
                        best = Some((sum, Because::And(mid, [one, other])));
                    }
                }
            }
        }
        best.map(|(_, because)| because)
    }

    fn or_of(&self, connection: &Connection<W>) -> Option<Because<W>> {
        let Connection { ends: [a, b], carrier, .. } = *connection;
        let slot = self.slot(a, b)?;
        let semis = slot.semi.both(&self.store).filter(|(semi, _)| semi.within(&carrier));
        let mut parts: Vec<Connection<W>> = semis
            .map(|(semi, depth)| Connection { ends: [a, b], carrier: *semi, semi: true, depth })
            .collect();
        let makes = |parts: &[Connection<W>]| {
            let meet = parts.iter().fold(carrier, |meet, part| meet & part.carrier);
            let union = parts.iter().fold(Cells::NONE, |union, part| union | part.carrier);
            meet.is_empty() && union == carrier
        };
        if !makes(&parts) {
            return None;
        }
        // The deepest that are not needed go first.
        parts.sort_by_key(|part| (part.depth, part.carrier.count()));
        for at in (0..parts.len()).rev() {
            let part = parts.remove(at);
            if !makes(&parts) {
                parts.insert(at, part);
            }
        }
        Some(Because::Or(parts))
    }
}

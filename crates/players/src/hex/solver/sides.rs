//! Positions that a group of the side not to move splits: who is to move wins if it wins on one of
//! the two sides, while the other side is lost.
//!
//! So the sides are positions to be solved each on its own, with the same colour to move: the cells
//! of the other side are given to the colour that is split. If that colour moves, nothing of its
//! own has to be done: after each of its moves the position is such a one, and a side that it loses
//! refutes all its moves on the other.

use super::{Bounds, Cells, Entry, NEVER, Place, Proof, Solver};

impl<const W: usize> Solver<W> {
    /// Searches a position split into two sides until its numbers reach the bounds, or it is
    /// solved.
    pub(super) fn search_sides(
        &mut self,
        depth: usize,
        place: &Place<W>,
        sides: [Cells<W>; 2],
        bounds: Bounds,
    ) {
        let only = |other_side: Cells<W>| {
            let mut side = *place;
            side.stones[place.colour.other() as usize] |= other_side;
            side
        };
        let sides = [only(sides[1]), only(sides[0])];
        let visited = sides.map(|side| self.visit(depth, place, &side));
        let mut known = visited.map(|(entry, _)| entry);
        loop {
            if let Some(proof) = known.iter().filter_map(|side| side.proof).find(|side| side.wins) {
                return self.prove(place, proof);
            }
            if let [Some(first), Some(second)] = known.map(|side| side.proof) {
                let cells = first.cells | second.cells;
                return self.prove(place, Proof { wins: false, cells });
            }
            let phi = known[0].phi.min(known[1].phi);
            let delta = (known[0].delta + known[1].delta).min(NEVER - 1);
            if phi >= bounds.phi || delta >= bounds.delta || self.clock.is_spent() {
                return self.store(place, Entry { phi, delta, proof: None });
            }
            let (best, other) = if known[0].phi <= known[1].phi { (0, 1) } else { (1, 0) };
            let second = known[other].phi;
            let side_bounds = Bounds {
                phi: bounds.phi.min(second.saturating_add(second / 4 + 1)).min(NEVER - 1),
                delta: bounds.delta - (delta - known[best].delta),
            };
            self.descend(depth, place, &sides[best], visited[best].1, side_bounds);
            known[best] = self.known(&sides[best]).unwrap_or(known[best]);
        }
    }
}

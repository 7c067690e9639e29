//! The search itself: depth first, and next the move that is the nearest to a proof.

use super::{
    Bounds, Cells, Entry, Look, NEVER, Place, Proof, Solver, Trace, What, frontier::HARD, inferior,
    regions,
};
use crate::hex::inferior::{Filled, Stones};

/// What it costs to go on with a move, for the clock: proofs are looked through.
const LOOKED_UP: u64 = 1 << 12;

/// A move with what is known of the position after it.
#[derive(Clone, Copy)]
struct Child<const W: usize> {
    cell: usize,
    place: Place<W>,
    captured: Stones<W>,
    /// Where its connections are kept.
    kept: Option<usize>,
    phi: u32,
    delta: u32,
}

impl<const W: usize> Child<W> {
    /// The move loses: so do all that are `left` beside its refutation, whose cells are `needed`.
    fn refute(&self, proof: &Proof<W>, left: &mut Cells<W>, needed: &mut Cells<W>) {
        let refutation = proof.cells | self.captured[self.place.colour as usize];
        *needed |= refutation;
        *left &= refutation;
        left.remove(self.cell);
    }
}

impl<const W: usize> Solver<W> {
    /// Searches a position until its numbers reach the bounds, or it is solved.
    pub(super) fn search(&mut self, depth: usize, place: &Place<W>, bounds: Bounds) {
        let kept = self.kept.len();
        let begun = self.clock.nodes();
        match self.look(depth, place) {
            Look::Decided(proof) => self.prove(place, proof),
            Look::Moves(moves, needed) => {
                match regions::split(&self.ground, &place.stones, place.colour.other()) {
                    Some(sides) => {
                        self.trace.iter_mut().for_each(Trace::part);
                        self.search_sides(depth, place, sides, bounds);
                        self.trace.iter_mut().for_each(Trace::whole);
                        let proof = self.known(place).and_then(|entry| entry.proof);
                        self.note_proof(None, proof);
                    }
                    None => self.search_moves(depth, place, moves, needed, bounds),
                }
            }
        }
        self.spare.extend(self.kept.drain(kept..));
        if self.clock.nodes() - begun >= HARD {
            self.note_found(place);
        }
    }

    /// Searches a position with these moves left, while these cells are needed to refute all
    /// others.
    fn search_moves(
        &mut self,
        depth: usize,
        place: &Place<W>,
        moves: Cells<W>,
        mut needed: Cells<W>,
        bounds: Bounds,
    ) {
        let mut left = moves;
        let mut children: Vec<Child<W>> = Vec::new();
        let (mut order, width) = self.in_order(depth, place, moves);
        loop {
            children.retain(|child| left.has(child.cell));
            while children.len() < width
                && let Some(cell) = order.pop()
            {
                if !left.has(cell) {
                    continue;
                }
                let (child, proof) = self.child(depth, place, cell);
                self.note_proof(Some(cell), proof);
                match proof {
                    Some(proof) if !proof.wins => {
                        return self.win(place, &child, proof);
                    }
                    Some(proof) => {
                        child.refute(&proof, &mut left, &mut needed);
                        children.retain(|child| left.has(child.cell));
                    }
                    None => children.push(child),
                }
            }
            if children.is_empty() {
                let proof = Proof { wins: false, cells: needed };
                return self.prove(place, proof);
            }
            let phi = children.iter().map(|child| child.delta).min().unwrap_or(NEVER);
            let delta = children.iter().map(|child| child.phi).sum::<u32>().min(NEVER - 1);
            if phi >= bounds.phi || delta >= bounds.delta || self.clock.work(LOOKED_UP) {
                self.note_weights(phi, delta, &children, None);
                return self.store(place, Entry { phi, delta, proof: None });
            }
            let best = (0..children.len())
                .min_by_key(|i| (children[*i].delta, children[*i].phi))
                .unwrap_or(0);
            let second = children
                .iter()
                .enumerate()
                .filter(|(i, _)| *i != best)
                .map(|(_, child)| child.delta)
                .min()
                .unwrap_or(NEVER);
            let child = children[best];
            let child_bounds = Bounds {
                phi: bounds.delta - (delta - child.phi),
                delta: bounds.phi.min(second.saturating_add(second / 4 + 1)).min(NEVER - 1),
            };
            self.note_weights(phi, delta, &children, Some(child.cell));
            self.trace.iter_mut().for_each(|trace| trace.down(child.cell));
            self.descend(depth, place, &child.place, child.kept, child_bounds);
            self.trace.iter_mut().for_each(Trace::up);
            let Some(entry) = self.known(&child.place) else { continue };
            (children[best].phi, children[best].delta) = (entry.phi, entry.delta);
            match entry.proof {
                Some(proof) if !proof.wins => return self.win(place, &child, proof),
                Some(proof) => child.refute(&proof, &mut left, &mut needed),
                None => {}
            }
        }
    }

    fn note_proof(&mut self, then: Option<usize>, proof: Option<Proof<W>>) {
        if let (Some(trace), Some(proof)) = (&mut self.trace, proof) {
            trace.note(then, What::Proved(proof.wins));
        }
    }

    fn note_weights(&mut self, phi: u32, delta: u32, children: &[Child<W>], next: Option<usize>) {
        if let Some(trace) = &mut self.trace {
            let moves = children.iter().map(|child| (child.cell, child.phi, child.delta));
            trace.note(None, What::Weighed { phi, delta, moves: moves.collect(), next });
        }
    }

    /// Searches a position that comes of adding stones to the one at `depth`, with its connections
    /// if they are kept.
    pub(super) fn descend(
        &mut self,
        depth: usize,
        from: &Place<W>,
        to: &Place<W>,
        kept: Option<usize>,
        bounds: Bounds,
    ) {
        match kept {
            Some(at) => std::mem::swap(&mut self.line[depth + 1], &mut self.kept[at]),
            None => self.advance(depth, from, to),
        }
        self.search(depth + 1, to, bounds);
        if let Some(at) = kept {
            std::mem::swap(&mut self.line[depth + 1], &mut self.kept[at]);
        }
    }

    /// What is known of the position after a move, looking at it if it is new.
    fn child(
        &mut self,
        depth: usize,
        place: &Place<W>,
        cell: usize,
    ) -> (Child<W>, Option<Proof<W>>) {
        let (after, captured) = self.after(place, cell);
        let (Entry { phi, delta, proof }, kept) = self.visit(depth, place, &after);
        (Child { cell, place: after, captured, kept, phi, delta }, proof)
    }

    /// The position after a move.
    pub(super) fn after(&self, place: &Place<W>, cell: usize) -> (Place<W>, Stones<W>) {
        let mut stones = place.stones;
        stones[place.colour as usize].insert(cell);
        let Filled { stones, captured, .. } =
            regions::fill(&self.ground, stones, inferior::around(&self.ground, cell));
        (Place { stones, colour: place.colour.other() }, captured)
    }

    /// Moves with the most promising ones last, and how many of them are looked at beside each
    /// other: as the guide says, or else those first that lie on short ways of both colours.
    pub(super) fn in_order(
        &mut self,
        depth: usize,
        place: &Place<W>,
        moves: Cells<W>,
    ) -> (Vec<usize>, usize) {
        let mut order: Vec<usize> = moves.collect();
        let count = order.len();
        if let Some(hint) = self.hint(place, count) {
            let promise = &hint.promise;
            order.sort_by(|a, b| promise[*a].total_cmp(&promise[*b]).then(b.cmp(a)));
            return (order, count / 5 + 1);
        }
        let far = [0, 1].map(|colour| self.line[depth][colour].distances());
        let way = |cell: usize| far.iter().flatten().map(|far| u32::from(far[cell])).sum::<u32>();
        order.sort_by_cached_key(|cell| std::cmp::Reverse((way(*cell), *cell)));
        (order, count / 4 + 4)
    }

    /// A move that wins is found.
    fn win(&mut self, place: &Place<W>, child: &Child<W>, proof: Proof<W>) {
        let own = place.colour as usize;
        let cells = proof.cells | child.captured[own] | Cells::of(child.cell);
        self.prove(place, Proof { wins: true, cells });
    }
}

//! Where a search that was cut short stands, and what others have proved: for those who share the
//! search of one position among many.

use ludoteca_games::hex::Colour;

use super::{Cells, EFFORT, Look, Place, Proof, Solver, decided, regions};
use crate::{Clock, hex::inferior::Stones};

/// A proof that took so many positions is worth telling others of.
pub(super) const HARD: u64 = 40;
/// So many such proofs are kept until somebody asks for them.
const MOST_FOUND: usize = 256;

/// A position that is proved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known<const W: usize> {
    /// Its stones.
    pub stones: Stones<W>,
    /// Who moves.
    pub colour: Colour,
    /// Who wins, and why.
    pub proof: Proof<W>,
}

/// What is left to show of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum Frontier<const W: usize> {
    /// Nothing.
    Proved(Proof<W>),
    /// One of these moves wins, or none does; what looks best comes first. All other moves are
    /// refuted with the help of some cells.
    Open(Vec<Branch<W>>, Cells<W>),
}

/// A move of a position that is not proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch<const W: usize> {
    /// Where.
    pub cell: usize,
    /// How hard it seems to show that whoever moves next wins.
    pub phi: u32,
    /// How hard it seems to show that whoever moves next loses.
    pub delta: u32,
    /// What is proved of the position after it.
    pub proof: Option<Proof<W>>,
}

impl<const W: usize> Solver<W> {
    /// Where the search of a position stands, which nobody has won yet.
    pub fn frontier(&mut self, stones: Stones<W>, colour: Colour, clock: Clock) -> Frontier<W> {
        self.clock = clock;
        let filled = regions::fill(&self.ground, stones, self.ground.all);
        let place = Place { stones: filled.stones, colour };
        let known = |solver: &Solver<W>, place: &Place<W>| {
            solver
                .chain(place)
                .or_else(|| solver.known(place)?.proof)
                .or_else(|| solver.proved(place))
        };
        if let Some(proof) = known(self, &place) {
            return Frontier::Proved(self.lift(proof, colour, &filled.captured));
        }
        self.build(&place);
        let (moves, needed) = match self.look(0, &place) {
            Look::Decided(proof) => {
                return Frontier::Proved(self.lift(proof, colour, &filled.captured));
            }
            Look::Moves(moves, needed) => (moves, needed),
        };
        let needed = needed | filled.captured[colour.other() as usize];
        let (order, _) = self.in_order(0, &place, moves);
        let effort = EFFORT * order.len() as u32;
        let branch = |cell: usize| {
            let (after, captured) = self.after(&place, cell);
            if let Some(proof) = known(self, &after) {
                let winner = if proof.wins { after.colour } else { colour } as usize;
                let cells = proof.cells | captured[winner] | filled.captured[winner];
                let proof = Proof { cells: cells.without(&Cells::of(cell)), ..proof };
                let entry = decided(proof);
                return Branch { cell, phi: entry.phi, delta: entry.delta, proof: Some(proof) };
            }
            let (phi, delta) =
                self.known(&after).map_or((1, effort), |entry| (entry.phi, entry.delta));
            Branch { cell, phi, delta, proof: None }
        };
        Frontier::Open(order.into_iter().rev().map(branch).collect(), needed)
    }

    /// Takes over what somebody else has proved.
    pub fn learn(&mut self, known: &Known<W>) {
        let Known { stones, colour, proof } = *known;
        let winner = if proof.wins { colour } else { colour.other() };
        self.proofs.put(&self.ground, winner, proof.wins, &stones[winner as usize], proof.cells);
        let filled = regions::fill(&self.ground, stones, self.ground.all);
        // What is filled for nothing may lie on the cells of the proof, which then is none of the
        // filled position.
        if !proof.cells.meets(&filled.stones[winner.other() as usize]) {
            self.store(&Place { stones: filled.stones, colour }, decided(proof));
        }
    }

    /// The proofs found since somebody last asked that were hard to find.
    pub fn found(&mut self) -> Vec<Known<W>> {
        std::mem::take(&mut self.found)
    }

    /// Notes a position if it is proved.
    pub(super) fn note_found(&mut self, place: &Place<W>) {
        if self.found.len() < MOST_FOUND
            && let Some(proof) = self.known(place).and_then(|entry| entry.proof)
        {
            let Place { stones, colour } = *place;
            self.found.push(Known { stones, colour, proof });
        }
    }
}

//! What is certain beside what the net believes: connections from edge to edge, cells that need not be
//! tried, and the exact solver.
//!
//! All of it holds whatever the net says: a move is only left out if it loses or if another is at
//! least as good, and once a win is proved the cells that it needs are remembered and every move in
//! them is answered.

use std::sync::Arc;

use ludoteca_games::{
    Hex,
    hex::{Cell, Colour, HexPly},
};

use super::graph::Finding;
use crate::{
    Clock,
    hex::{
        cells::{Cells, Ground},
        connections::{Connections, Limits, Until},
        inferior::{self, Filled, Stones},
        regions,
        solver::Solver,
        stones,
    },
};

/// How far the connections of the position itself are worked out.
const ROOT: Limits =
    Limits { fulls: 4, semis: 8, size: 40, ors: 3, steps: 40_000, captures: false };
/// The same for positions that come up again and again.
const WITHIN: Limits =
    Limits { fulls: 2, semis: 4, size: 24, ors: 3, steps: 8_000, captures: false };
/// The largest board on which the solver gets a large share of the budget from the first move on.
const SOLVABLE: usize = 6;

/// What is certain of the position itself.
pub enum Certain {
    /// This move wins.
    Wins(Cell),
    /// It is lost. These moves are the hardest to answer.
    Lost(Vec<Cell>),
    /// All other moves lose, or are no better than one of these.
    Open(Vec<Cell>),
}

/// Proves positions of boards of one size.
pub trait Prover: Send {
    /// What is certain of the position itself, within a part of the budget.
    fn prove(&mut self, position: &Hex, clock: &mut Clock) -> Certain;

    /// What is certain of a position that comes up again and again.
    fn examine(&mut self, position: &Hex, clock: &mut Clock) -> Option<Finding<HexPly>>;
}

/// The prover of a size, with a table of so many megabytes.
pub fn prover(size: usize, table: usize) -> Box<dyn Prover> {
    match size {
        0..=8 => Box::new(Proofs::<1>::new(size, table)),
        9..=11 => Box::new(Proofs::<2>::new(size, table)),
        12..=16 => Box::new(Proofs::<4>::new(size, table)),
        _ => Box::new(Proofs::<6>::new(size, table)),
    }
}

struct Proofs<const W: usize> {
    ground: Arc<Ground<W>>,
    table: usize,
    connections: [Connections<W>; 2],
    within: [Connections<W>; 2],
    /// The solver, with what it has proved so far.
    solver: Option<Solver<W>>,
    kept: Option<Kept<W>>,
}

/// A win that is being kept.
struct Kept<const W: usize> {
    colour: Colour,
    /// The own stones when it was found, with the move that keeps it.
    stones: Cells<W>,
    /// The cells it needs.
    carrier: Cells<W>,
}

/// What connections say.
enum Known<const W: usize> {
    /// The side to move wins, on these cells.
    Wins(Cells<W>),
    /// It has lost: on these cells that can be seen.
    Lost(Cells<W>),
    Open(Cells<W>),
}

impl<const W: usize> Proofs<W> {
    fn new(size: usize, table: usize) -> Proofs<W> {
        let ground = Arc::new(Ground::new(size));
        let connections =
            |limits| Colour::BOTH.map(|colour| Connections::new(&ground, colour, limits));
        Proofs {
            connections: connections(ROOT),
            within: connections(WITHIN),
            ground,
            table,
            solver: None,
            kept: None,
        }
    }

    /// The cells of a win that was found before and that the opponent's move has not broken: with the
    /// move on our side it still holds.
    fn remembered(&self, stones: &Stones<W>, colour: Colour) -> Option<Cells<W>> {
        let kept = self.kept.as_ref().filter(|kept| kept.colour == colour)?;
        let [own, other] = [colour, colour.other()].map(|colour| stones[colour as usize]);
        let holds = kept.stones.within(&own) && (kept.carrier & other).count() <= 1;
        holds.then(|| kept.carrier.without(&(own | other)))
    }

    /// The move with which a win holds whose cells suffice if the own colour moves, and the cells it
    /// needs then.
    fn keep(
        &mut self,
        stones: &Stones<W>,
        colour: Colour,
        carrier: Cells<W>,
        clock: &mut Clock,
    ) -> Option<Cell> {
        let own = colour as usize;
        // On the cells alone, with everything else given to the opponent, it is a small matter.
        let mut given = *stones;
        let empty = self.ground.all.without(&(stones[0] | stones[1]));
        given[1 - own] |= empty.without(&carrier);
        let mut solver = Solver::<W>::new(self.ground.size, self.table, clock.part(1));
        for cell in carrier {
            let mut next = given;
            next[own].insert(cell);
            let needed = if self.ground.joined(colour, &next[own]) {
                Cells::NONE
            } else {
                match solver.solve(next, colour.other()) {
                    Some(proof) if proof.wins => continue,
                    Some(proof) => proof.cells & carrier,
                    None => return None,
                }
            };
            let mut stones = stones[own];
            stones.insert(cell);
            let carrier = needed.without(&Cells::of(cell));
            self.kept = Some(Kept { colour, stones, carrier });
            return Some(self.ground.cell(cell));
        }
        None
    }

    fn cells(&self, cells: Cells<W>) -> Vec<Cell> {
        cells.map(|cell| self.ground.cell(cell)).collect()
    }
}

impl<const W: usize> Prover for Proofs<W> {
    fn prove(&mut self, position: &Hex, clock: &mut Clock) -> Certain {
        let (stones, colour) = (stones(position, &self.ground), position.colour());
        let all = self.ground.all.without(&(stones[0] | stones[1]));
        if let Some(carrier) = self.remembered(&stones, colour) {
            if let Some(cell) = self.keep(&stones, colour, carrier, clock) {
                return Certain::Wins(cell);
            }
            return Certain::Open(self.cells(carrier));
        }
        self.kept = None;
        if clock.look() {
            return Certain::Open(self.cells(all));
        }
        // A budget of little is for the net rather than for connections.
        let mut part = clock.share(0.3);
        let known = known(&self.ground, &mut self.connections, stones, colour, &mut part);
        drop(part);
        clock.look();
        let open = match known {
            Known::Wins(carrier) => {
                return match self.keep(&stones, colour, carrier, clock) {
                    Some(cell) => Certain::Wins(cell),
                    None => Certain::Open(self.cells(carrier & all)),
                };
            }
            Known::Lost(cells) => return Certain::Lost(self.cells(cells & all)),
            Known::Open(open) => open,
        };
        let share = match position.size() {
            0..=SOLVABLE => 0.5,
            _ => (position.count() as f64 / self.ground.count() as f64 - 0.15).clamp(0.0, 0.25),
        };
        if share > 0.0 {
            let part = clock.share(share);
            let solver = match &mut self.solver {
                Some(solver) => {
                    solver.set_clock(part);
                    solver
                }
                none => none.insert(Solver::new(position.size(), self.table, part)),
            };
            let proof = solver.solve(stones, colour);
            let wins = proof.is_some_and(|proof| proof.wins);
            let won = wins.then(|| solver.winning_move(stones, colour)).flatten();
            // Its part of the clock has ended, and what it counted is to be known to all.
            solver.set_clock(clock.part(1));
            clock.look();
            match proof {
                Some(proof) if !proof.wins => {
                    return Certain::Lost(self.cells(proof.cells & all));
                }
                Some(proof) => {
                    if let Some((cell, carrier)) = won.filter(|(cell, _)| all.has(*cell)) {
                        let mut own = stones[colour as usize];
                        own.insert(cell);
                        self.kept = Some(Kept { colour, stones: own, carrier: carrier & all });
                        return Certain::Wins(self.ground.cell(cell));
                    }
                    return match self.keep(&stones, colour, proof.cells & all, clock) {
                        Some(cell) => Certain::Wins(cell),
                        None => Certain::Open(self.cells(proof.cells & all)),
                    };
                }
                None => {}
            }
        }
        Certain::Open(self.cells(open))
    }

    fn examine(&mut self, position: &Hex, clock: &mut Clock) -> Option<Finding<HexPly>> {
        let (stones, colour) = (stones(position, &self.ground), position.colour());
        let mut part = clock.part(1);
        let known = known(&self.ground, &mut self.within, stones, colour, &mut part);
        match known {
            Known::Wins(_) => Some(Finding::Wins),
            Known::Lost(_) => Some(Finding::Loses),
            Known::Open(open) => Some(Finding::Open(plies(&self.cells(open)))),
        }
    }
}

/// Stones on cells.
pub fn plies(cells: &[Cell]) -> Vec<HexPly> {
    cells.iter().copied().map(HexPly::Stone).collect()
}

/// What connections say of a position, and which moves they leave. Where the budget ends too soon,
/// what was found until then holds.
fn known<const W: usize>(
    ground: &Ground<W>,
    connections: &mut [Connections<W>; 2],
    stones: Stones<W>,
    colour: Colour,
    clock: &mut Clock,
) -> Known<W> {
    let Filled { stones: filled, captured, .. } = regions::fill(ground, stones, ground.all);
    let (own, other) = (colour as usize, colour.other() as usize);
    for (winner, known) in
        [(colour, Known::Wins(captured[own])), (colour.other(), Known::Lost(captured[other]))]
    {
        if ground.joined(winner, &filled[winner as usize]) {
            return known;
        }
    }
    connections[own].build_within(filled[own], filled[other], Until::Semi, clock);
    if let Some(carrier) = connections[own].wins_to_move() {
        return Known::Wins(carrier | captured[own]);
    }
    connections[other].build_within(filled[other], filled[own], Until::Full, clock);
    let (must, needed) = connections[other].must_play();
    if must.is_empty() {
        return Known::Lost(needed | captured[other]);
    }
    let mut open = must;
    for inferior in inferior::inferior(ground, &filled, colour, must) {
        open.remove(inferior.cell);
    }
    Known::Open(if open.is_empty() { must } else { open })
}

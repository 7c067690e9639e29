//! What the solver decides within a share of the budget needs no search.

use ludoteca_games::Hex;

use super::{Plan, keeping, ranking::Ranked, search::Mind};
use crate::{
    hex::solver::{Proof, Solver, Trace},
    search::{WIN, decided},
};

/// The share of the budget for the solver on an empty board; it grows with the stones, as the solver
/// then decides more and more of the positions that it can decide at all. What the solver takes and does
/// not decide is missing where the game is decided, between the opening and the end: at most 30 % and then
/// 20 % of the rest won 36 of 48 games against 80 % and then 50 % (11x11, 0.15 s of processor time a move).
const LEAST_SHARE: f64 = 0.05;
const MOST_SHARE: f64 = 0.3;
/// How fast it grows with the part of the cells that is taken.
const GROWS: f64 = 1.0;
/// The part of what is then left at most for the solver when it is asked again, and how fast that grows.
const MOST_AGAIN: f64 = 0.2;
const GROWS_AGAIN: f64 = 4.0;
/// The part for exploring after which it is asked at once if the position seems decided.
const FIRST: f64 = 0.4;
/// The part of what is left then that one doubt of the move that was found may take; with the rest the
/// solver goes on with the position.
const DOUBTS: f64 = 0.4;

/// What the solver knows of a position, and goes on from.
pub(super) struct Probe<const W: usize> {
    solver: Solver<W>,
}

/// What came of asking the solver.
pub(super) enum Probed<const W: usize> {
    /// The position is decided.
    Decided(Plan<W>),
    /// It is not; whoever has found a move may ask again.
    Open(Box<Probe<W>>),
}

/// How far the game is: the part of the cells that is taken.
fn taken<const W: usize>(position: &Hex, mind: &Mind<W>) -> f64 {
    position.count() as f64 / mind.ground().count() as f64
}

/// What the solver says of a position within its share; none if it is not asked. `trace` keeps what
/// the solver does, if somebody wants to see it.
pub(super) fn probe<const W: usize>(
    position: &Hex,
    mind: &mut Mind<W>,
    trace: &mut Option<Trace>,
) -> Option<Probed<W>> {
    let settings = *mind.settings();
    if settings.probe == 0 || !mind.is_whole() {
        return None;
    }
    let share = (LEAST_SHARE + GROWS * taken(position, mind)).min(MOST_SHARE);
    let mut clock = mind.share(share);
    clock.end_after(settings.probe);
    if clock.look() {
        return None;
    }
    let mut solver = Solver::<W>::new(position.size(), settings.table, clock);
    let (stones, colour) = (*mind.stones(), position.colour());
    solver.trace = trace.take();
    let proof = solver.solve(stones, colour);
    *trace = solver.trace.take();
    let Some(proof) = proof else {
        return Some(Probed::Open(Box::new(Probe { solver })));
    };
    Some(Probed::Decided(decide(position, mind, &solver, proof)?))
}

/// What is to be done where the solver has decided: none if it is not known how the win is kept.
fn decide<const W: usize>(
    position: &Hex,
    mind: &mut Mind<W>,
    solver: &Solver<W>,
    proof: Proof<W>,
) -> Option<Plan<W>> {
    if !proof.wins {
        return Some(Plan::Lost(mind.by_promise(proof.cells)));
    }
    let won = solver.winning_move(*mind.stones(), position.colour());
    let (cell, carrier) = won.or_else(|| keeping::keeping(position, mind, proof.cells))?;
    Some(Plan::Win(cell, carrier))
}

/// The parts of what is left of the budget for exploring, one after the other; the second is for
/// positions that do not seem decided after the first. What is left then is for the solver.
pub(super) fn exploring<const W: usize>(position: &Hex, mind: &Mind<W>) -> [f64; 2] {
    if mind.settings().probe == 0 {
        return [1.0, 1.0];
    }
    let again = (GROWS_AGAIN * taken(position, mind)).min(MOST_AGAIN);
    let first = FIRST.min(1.0 - again);
    [first, (1.0 - again - first) / (1.0 - first)]
}

impl<const W: usize> Probe<W> {
    /// A solver that knows nothing yet.
    #[cfg(test)]
    pub(super) fn new(position: &Hex, mind: &mut Mind<W>) -> Probe<W> {
        let (table, clock) = (mind.settings().table, mind.share(1.0));
        Probe { solver: Solver::new(position.size(), table, clock) }
    }

    /// Asks the solver whether the best of these moves loses, and then the next, and what comes of the
    /// position after all, as far as the budget goes.
    pub(super) fn doubt(
        mut self,
        position: &Hex,
        mind: &mut Mind<W>,
        mut moves: Vec<Ranked>,
    ) -> Plan<W> {
        let (colour, stones) = (position.colour(), *mind.stones());
        let after = |cell: usize| {
            let mut after = stones;
            after[colour as usize].insert(cell);
            after
        };
        while let Some(cell) = to_doubt(&moves) {
            self.solver.set_clock(mind.share(DOUBTS));
            let Some(proof) = self.solver.solve(after(cell), colour.other()) else { break };
            if !proof.wins {
                return Plan::Win(cell, proof.cells);
            }
            lose(&mut moves);
        }
        self.solver.set_clock(mind.share(1.0));
        if let Some(proof) = self.solver.solve(stones, colour)
            && let Some(plan) = decide(position, mind, &self.solver, proof)
        {
            return plan;
        }
        // On its way it may have met moves that lose.
        while let Some(cell) = to_doubt(&moves)
            && self.solver.recall(after(cell), colour.other()).is_some_and(|proof| proof.wins)
        {
            lose(&mut moves);
        }
        Plan::Search(moves)
    }
}

/// The best move, if it is not decided what comes of it.
fn to_doubt(moves: &[Ranked]) -> Option<usize> {
    moves.first().filter(|best| !best.score.is_some_and(decided)).map(|best| best.cell)
}

/// The best move is known to lose.
fn lose(moves: &mut Vec<Ranked>) {
    let mut lost = moves.remove(0);
    lost.score = Some(-(WIN - 2));
    moves.push(lost);
}

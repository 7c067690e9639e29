//! What the solver decides within a share of the budget needs no search.

use ludoteca_games::Hex;

use super::{Plan, keeping, ranking::Ranked, search::Mind};
use crate::{
    hex::solver::{Solver, Trace},
    search::{WIN, decided},
};

/// The share of the budget for the solver on an empty board; it grows with the stones.
const LEAST_SHARE: f64 = 0.1;
const MOST_SHARE: f64 = 0.85;
/// The part of what is then left at most for doubts of the move that was found.
const MOST_DOUBT: f64 = 0.3;

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
    let share = (LEAST_SHARE + 2.0 * taken(position, mind)).min(MOST_SHARE);
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
    if !proof.wins {
        return Some(Probed::Decided(Plan::Lost(mind.by_promise(proof.cells))));
    }
    let won = solver.winning_move(stones, colour);
    drop(solver);
    let (cell, carrier) = won.or_else(|| keeping::keeping(position, mind, proof.cells))?;
    Some(Probed::Decided(Plan::Win(cell, carrier)))
}

/// The part of the budget that is left for doubts when the solver is asked again.
pub(super) fn doubts<const W: usize>(position: &Hex, mind: &Mind<W>) -> f64 {
    taken(position, mind).min(MOST_DOUBT)
}

impl<const W: usize> Probe<W> {
    /// A solver that knows nothing yet.
    #[cfg(test)]
    pub(super) fn new(position: &Hex, mind: &mut Mind<W>) -> Probe<W> {
        let (table, clock) = (mind.settings().table, mind.share(1.0));
        Probe { solver: Solver::new(position.size(), table, clock) }
    }

    /// Asks the solver whether the best of these moves loses, and then the next, as far as the
    /// budget goes.
    pub(super) fn doubt(
        mut self,
        position: &Hex,
        mind: &mut Mind<W>,
        mut moves: Vec<Ranked>,
    ) -> Plan<W> {
        let colour = position.colour();
        while let Some(best) = moves.first().filter(|best| !best.score.is_some_and(decided)) {
            let cell = best.cell;
            let mut stones = *mind.stones();
            stones[colour as usize].insert(cell);
            self.solver.set_clock(mind.share(1.0));
            let Some(proof) = self.solver.solve(stones, colour.other()) else { break };
            if !proof.wins {
                return Plan::Win(cell, proof.cells);
            }
            let mut lost = moves.remove(0);
            lost.score = Some(-(WIN - 2));
            moves.push(lost);
        }
        Plan::Search(moves)
    }
}

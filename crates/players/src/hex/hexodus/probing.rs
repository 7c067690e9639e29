//! What the solver decides within a share of the budget needs no search.

use ludoteca_games::Hex;

use super::{Plan, keeping, search::Mind};
use crate::hex::solver::{Solver, Trace};

/// The share of the budget for the solver on an empty board; it grows with the stones.
const LEAST_SHARE: f64 = 0.1;
const MOST_SHARE: f64 = 0.6;

/// What to do in a position that the solver decides.
/// `trace` keeps what the solver does, if somebody wants to see it.
pub(super) fn probe<const W: usize>(
    position: &Hex,
    mind: &mut Mind<W>,
    trace: &mut Option<Trace>,
) -> Option<Plan<W>> {
    let settings = *mind.settings();
    if settings.probe == 0 || !mind.is_whole() {
        return None;
    }
    let [cells, stones] = [mind.ground().count(), position.count()].map(|count| count as f64);
    let share = (LEAST_SHARE + 2.0 * stones / cells).min(MOST_SHARE);
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
    let proof = proof?;
    if !proof.wins {
        return Some(Plan::Lost(mind.by_promise(proof.cells)));
    }
    let won = solver.winning_move(stones, colour);
    drop(solver);
    let (cell, carrier) = won.or_else(|| keeping::keeping(position, mind, proof.cells))?;
    Some(Plan::Win(cell, carrier))
}

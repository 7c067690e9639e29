//! Who wins a position of Hex, and with which moves.

use std::time::Instant;

use ludoteca_games::{
    Game, Hex,
    hex::{HexPly, Swap},
};

use super::{
    cells::{Cells, Ground},
    inferior::Stones,
    net_guide,
    shared::GUIDED_FROM,
    solver::Solver,
};
use crate::{
    Budget, Clock,
    solve::{Asked, Extent, GuidedBy, Progress, Solution, Solved},
    thought::Verdict,
};

/// The table of a solver at its largest, in megabytes.
const MEGABYTES: usize = 1024;

/// Solves a position whose game goes on, as far as the budget allows.
pub fn solve(position: &Hex, budget: &Budget, progress: Progress<'_>) -> Solution {
    solve_to(position, Asked::default(), budget, progress)
}

/// The same, as it is asked.
pub(crate) fn solve_to(
    position: &Hex,
    asked: Asked,
    budget: &Budget,
    progress: Progress<'_>,
) -> Solution {
    match position.size() {
        0..=8 => solve_on::<1>(position, asked, budget, progress),
        9..=11 => solve_on::<2>(position, asked, budget, progress),
        12..=16 => solve_on::<4>(position, asked, budget, progress),
        _ => solve_on::<6>(position, asked, budget, progress),
    }
}

/// A solver that is guided as somebody wants it: by the net, if nobody says and the board is so
/// large that it pays.
fn solver<const W: usize>(size: usize, guided: Option<GuidedBy>, clock: Clock) -> Solver<W> {
    let solver = Solver::new(size, MEGABYTES, clock);
    let usual = if size < GUIDED_FROM { GuidedBy::Nobody } else { GuidedBy::Net };
    match guided.unwrap_or(usual) {
        GuidedBy::Nobody => solver,
        GuidedBy::Net => solver.guided_by(net_guide()),
    }
}

/// The stones of a position.
pub fn stones<const W: usize>(position: &Hex, ground: &Ground<W>) -> Stones<W> {
    let mut stones = [Cells::NONE; 2];
    for cell in position.cells() {
        if let Some(colour) = position.stone(cell) {
            stones[colour as usize].insert(ground.number(cell));
        }
    }
    stones
}

fn solve_on<const W: usize>(
    position: &Hex,
    asked: Asked,
    budget: &Budget,
    progress: Progress<'_>,
) -> Solution {
    let begun = Instant::now();
    let mut solver: Solver<W> = solver(position.size(), asked.guided, Clock::start(budget));
    let plies = position.legal_plies();
    let mut solved = vec![Solved::Unknown; plies.len()];
    progress(0, plies.len());
    let whole = proof(&mut solver, position);
    // With no swap in sight the proof of the whole says more than what is known of the moves.
    let plain =
        swap_of(position).is_none() && !(position.count() == 0 && position.swap() != Swap::None);
    let only_outcome = asked.extent == Extent::Outcome;
    // A refuted move shows that all moves beside its refutation lose, and a lost position that all
    // moves do.
    let mut open = match whole {
        Some((false, _)) => Cells::<W>::NONE,
        _ => !Cells::<W>::NONE,
    };
    // What the proof needs comes first: a move that wins is among it.
    let number = |ply: &HexPly| match ply {
        HexPly::Stone(cell) => Some(cell.row() * position.size() + cell.column()),
        HexPly::SwapPieces | HexPly::SwapSides => None,
    };
    let needed = |ply: &HexPly| match (whole, number(ply)) {
        (Some((_, cells)), Some(cell)) => cells.has(cell),
        _ => false,
    };
    let mut order: Vec<usize> = (0..plies.len()).collect();
    order.sort_by_key(|i| !needed(&plies[*i]));
    if only_outcome && plain {
        order.clear();
    }
    for (done, i) in order.into_iter().enumerate() {
        if only_outcome && solved.contains(&Solved::Outcome(Verdict::Win)) {
            break;
        }
        progress(done, plies.len());
        let mut next = *position;
        next.play_unchecked(&plies[i]);
        let wins = match number(&plies[i]) {
            Some(cell) if swap_of(&next).is_none() => match open.has(cell) {
                false => Some(false),
                true => proof(&mut solver, &next).map(|(wins, cells)| {
                    if wins {
                        open &= cells;
                    }
                    !wins
                }),
            },
            _ => side_to_move_wins(&mut solver, &next)
                .map(|wins| wins == (next.side() == position.side())),
        };
        if let Some(wins) = wins {
            solved[i] = Solved::Outcome(verdict(wins));
        }
    }
    let moves: Vec<(String, Solved)> =
        plies.iter().map(|ply| position.write_ply(ply)).zip(solved).collect();
    let mut solution = Solution::of_moves(moves, solver.nodes(), begun.elapsed().as_secs_f64());
    if let Some((wins, _)) = whole.filter(|_| plain) {
        solution.outcome = Some(verdict(wins));
    }
    if only_outcome {
        solution.moves.retain(|(_, solved)| *solved != Solved::Unknown);
    }
    solution
}

fn verdict(wins: bool) -> Verdict {
    if wins { Verdict::Win } else { Verdict::Loss }
}

/// The swap that can be made now.
fn swap_of(position: &Hex) -> Option<HexPly> {
    position.legal_plies().into_iter().find(|ply| !matches!(ply, HexPly::Stone(_)))
}

/// Whether the side to move wins, and the cells that suffice for the winner.
fn proof<const W: usize>(solver: &mut Solver<W>, position: &Hex) -> Option<(bool, Cells<W>)> {
    if let Some(winner) = position.winner() {
        return Some((winner == position.colour(), Cells::NONE));
    }
    let stones = stones(position, solver.ground());
    solver.solve(stones, position.colour()).map(|proof| (proof.wins, proof.cells))
}

/// Whether the side to move wins, by a swap if need be.
fn side_to_move_wins<const W: usize>(solver: &mut Solver<W>, position: &Hex) -> Option<bool> {
    let (wins, _) = proof(solver, position)?;
    match swap_of(position) {
        Some(swap) if !wins => {
            let mut next = *position;
            next.play_unchecked(&swap);
            let (wins, _) = proof(solver, &next)?;
            Some(wins == (next.side() == position.side()))
        }
        _ => Some(wins),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaBeta, Player, Watch, evaluations, thought::Value};

    #[test]
    fn with_or_without_a_swap_every_move_is_worth_what_a_search_to_the_end_says() {
        for swap in [Swap::None, Swap::Pieces, Swap::Sides] {
            for moves in ["", "a1", "b2", "b1", "c1 a1", "b2 c3"] {
                let start = Hex::new(3, swap).unwrap();
                let position = start.read_position(moves).unwrap().into_position();
                let solution = solve(&position, &Budget::default(), &mut |_, _| {});
                let mut best = Verdict::Loss;
                for (ply, (name, solved)) in position.legal_plies().iter().zip(&solution.moves) {
                    let mut next = position;
                    next.play_unchecked(ply);
                    let mut search = AlphaBeta::new(None, evaluations::none(), 16);
                    let value =
                        search.consider(&next, &Budget::default(), &mut Watch::nobody()).value;
                    let same = next.side() == position.side();
                    let Value::Proved { result, .. } = (if same { value } else { value.flipped() })
                    else {
                        panic!("searched to the end")
                    };
                    assert_eq!(solved.verdict(), Some(result), "{moves}, {name}, {swap:?}");
                    best = best.max(result);
                }
                assert_eq!(solution.outcome, Some(best), "{moves}, {swap:?}");
                let outcome = Asked { extent: Extent::Outcome, ..Asked::default() };
                let alone = solve_to(&position, outcome, &Budget::default(), &mut |_, _| {});
                assert_eq!(alone.outcome, Some(best), "{moves}, {swap:?}");
                assert!(alone.moves.iter().all(|known| solution.moves.contains(known)));
                assert!(alone.nodes <= solution.nodes, "{moves}, {swap:?}");
            }
        }
    }

    #[test]
    fn a_budget_that_does_not_suffice_leaves_moves_unknown_and_claims_nothing() {
        let start = Hex::new(9, Swap::None).unwrap();
        let solution = solve(&start, &Budget::nodes(50), &mut |_, _| {});
        assert_eq!(solution.outcome, None);
        assert!(solution.moves.iter().all(|(_, solved)| solved.verdict().is_none()));
    }
}

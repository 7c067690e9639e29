//! Who wins a position of Hex, and with which moves.

use std::time::Instant;

use ludoteca_games::{Game, Hex, hex::HexPly};

use super::{
    cells::{Cells, Ground},
    inferior::Stones,
    solver::Solver,
};
use crate::{
    Budget, Clock,
    solve::{Progress, Solution, Solved},
    thought::Verdict,
};

/// The table of a solver at its largest, in megabytes.
const MEGABYTES: usize = 1024;

/// Solves a position whose game goes on, as far as the budget allows.
pub fn solve(position: &Hex, budget: &Budget, progress: Progress<'_>) -> Solution {
    match position.size() {
        0..=8 => solve_on::<1>(position, budget, progress),
        9..=11 => solve_on::<2>(position, budget, progress),
        12..=16 => solve_on::<4>(position, budget, progress),
        _ => solve_on::<6>(position, budget, progress),
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

fn solve_on<const W: usize>(position: &Hex, budget: &Budget, progress: Progress<'_>) -> Solution {
    let begun = Instant::now();
    let mut solver = Solver::<W>::new(position.size(), MEGABYTES, Clock::start(budget));
    let plies = position.legal_plies();
    let mut solved = vec![Solved::Unknown; plies.len()];
    // A refuted move shows that all moves beside its refutation lose.
    let mut open = !Cells::<W>::NONE;
    for (done, (ply, solved)) in plies.iter().zip(&mut solved).enumerate() {
        progress(done, plies.len());
        let mut next = *position;
        next.play_unchecked(ply);
        let swaps = next.legal_plies().iter().any(|ply| !matches!(ply, HexPly::Stone(_)));
        let wins = match ply {
            HexPly::Stone(cell) if !open.has(solver.ground().number(*cell)) => Some(false),
            HexPly::Stone(_) if !swaps => match proof(&mut solver, &next) {
                Some((wins, cells)) => {
                    if wins {
                        open &= cells;
                    }
                    Some(!wins)
                }
                None => None,
            },
            _ => side_to_move_wins(&mut solver, &next)
                .map(|wins| wins == (next.side() == position.side())),
        };
        if let Some(wins) = wins {
            *solved = Solved::Outcome(if wins { Verdict::Win } else { Verdict::Loss });
        }
    }
    let moves: Vec<(String, Solved)> =
        plies.iter().map(|ply| position.write_ply(ply)).zip(solved).collect();
    Solution::of_moves(moves, solver.nodes(), begun.elapsed().as_secs_f64())
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
    let swap = position.legal_plies().into_iter().find(|ply| !matches!(ply, HexPly::Stone(_)));
    match swap {
        Some(swap) if !wins => {
            let mut next = *position;
            next.play_unchecked(&swap);
            let (wins, _) = proof(solver, &next)?;
            Some(wins == (next.side() == position.side()))
        }
        _ => Some(wins),
    }
}

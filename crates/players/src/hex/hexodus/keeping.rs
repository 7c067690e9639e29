//! Moves that need no search: how a connection is kept, and what to play without time.

use ludoteca_games::{Hex, hex::Colour};

use super::search::Mind;
use crate::hex::{cells::Cells, paths::shortest_way, solver::Solver};

/// The move with which a connection holds whose cells suffice if the own colour moves, and the cells
/// it needs then: the one after which those are the fewest. None when the budget is spent before one
/// is found.
pub(super) fn keeping<const W: usize>(
    position: &Hex,
    mind: &mut Mind<W>,
    carrier: Cells<W>,
) -> Option<(usize, Cells<W>)> {
    if let Some(kept) = mind.keeping(carrier) {
        return Some(kept);
    }
    if mind.clock().is_spent() {
        return None;
    }
    // The rules of connections do not find every one that there is. Here one is known to be there:
    // it is searched for, with all cells elsewhere given to the opponent.
    let colour = position.colour();
    let mut stones = *mind.stones();
    let empty = mind.ground().all.without(&(stones[0] | stones[1]));
    stones[colour.other() as usize] |= empty.without(&carrier);
    let mut solver = Solver::<W>::new(position.size(), mind.settings().table, mind.clock().part(1));
    for cell in carrier {
        let mut next = stones;
        next[colour as usize].insert(cell);
        if mind.ground().joined(colour, &next[colour as usize]) {
            return Some((cell, Cells::NONE));
        }
        let proof = solver.solve(next, colour.other())?;
        if !proof.wins {
            return Some((cell, proof.cells & carrier));
        }
    }
    None
}

/// A move for who has no time for more, of those that are left: where the shortest ways of both
/// colours meet, or else near the middle of the own one.
pub(super) fn hasty<const W: usize>(position: &Hex, left: Cells<W>) -> Option<usize> {
    let way = |colour: Colour| -> Vec<usize> {
        let cells = shortest_way(position, colour).unwrap_or_default();
        let number = cells.iter().map(|cell| cell.row() * position.size() + cell.column());
        number.filter(|cell| left.has(*cell)).collect()
    };
    let [own, other] = [position.colour(), position.colour().other()].map(way);
    let size = position.size() as isize;
    let from_middle = |cell: &usize| {
        let [down, right] =
            [*cell as isize / size, *cell as isize % size].map(|at| 2 * at + 1 - size);
        down.abs() + right.abs() + (down + right).abs()
    };
    let nearest = |cells: Vec<usize>| cells.into_iter().min_by_key(from_middle);
    let both = own.iter().copied().filter(|cell| other.contains(cell)).collect();
    nearest(both).or_else(|| nearest(own)).or_else(|| nearest(left.collect()))
}

//! Where a position falls apart: empty cells that do not hang together meet only over groups.
//!
//! A chain that wins passes no group twice, nor an edge. So what is reached from the two edges of a
//! colour over one of its groups alone is **dead**: no stone there matters to anybody. And if every
//! way of a colour from edge to edge leads over one of its groups, that group **splits** the board:
//! the colour has to win on both sides of it, and neither side feels what is played on the other
//! (P. Henderson, "Playing and solving the game of Hex", 2010, on decompositions).

use ludoteca_games::hex::Colour;

use super::{
    cells::{Cells, Ground},
    inferior::{self, Filled, Stones},
};

/// Adds all stones that can be added for nothing, as [`inferior::fill`] does, with those of dead
/// regions.
pub fn fill<const W: usize>(ground: &Ground<W>, stones: Stones<W>, around: Cells<W>) -> Filled<W> {
    let mut filled = inferior::fill(ground, stones, around);
    loop {
        let dead = dead(ground, &filled.stones);
        if dead.is_empty() {
            return filled;
        }
        filled.stones[Colour::Red as usize] |= dead;
        filled.dead |= dead;
        let near = dead.fold(Cells::NONE, |near, cell| near | ground.near[cell]);
        let more = inferior::fill(ground, filled.stones, near);
        filled.stones = more.stones;
        filled.dead |= more.dead;
        for (captured, more) in filled.captured.iter_mut().zip(more.captured) {
            *captured |= more;
        }
    }
}

/// The empty cells on the two sides of a group that splits the board for its colour, if there is
/// one and nobody has won.
pub fn split<const W: usize>(
    ground: &Ground<W>,
    stones: &Stones<W>,
    colour: Colour,
) -> Option<[Cells<W>; 2]> {
    let empty = inferior::empty(ground, stones);
    if hangs_together(ground, &empty) {
        return None;
    }
    let (own, edges) = (&stones[colour as usize], &ground.edges[colour as usize]);
    let at_edges = ground.flood(edges[0] | edges[1], own);
    groups(ground, own.without(&at_edges)).find_map(|group| {
        let side = ground.flood(edges[0], &(*own | empty).without(&group));
        let sides = [side & empty, empty.without(&side)];
        (!side.meets(&edges[1]) && sides.iter().all(|side| !side.is_empty())).then_some(sides)
    })
}

/// The empty cells that each colour reaches from its edges over one group or edge alone.
fn dead<const W: usize>(ground: &Ground<W>, stones: &Stones<W>) -> Cells<W> {
    let empty = inferior::empty(ground, stones);
    if hangs_together(ground, &empty) {
        return Cells::NONE;
    }
    let mut dead = Cells::NONE;
    for (own, edges) in stones.iter().zip(&ground.edges) {
        let ways = *own | empty;
        let at_edge = edges.map(|edge| ground.flood(edge, own));
        // An edge belongs to the groups that touch it: what is behind it is not reached from the
        // other one.
        for (edge, other) in [(0, 1), (1, 0)] {
            let reached = ground.flood(edges[other], &ways.without(&at_edge[edge]));
            dead |= empty.without(&reached);
        }
        for group in groups(ground, own.without(&(at_edge[0] | at_edge[1]))) {
            dead |= empty.without(&ground.flood(edges[0] | edges[1], &ways.without(&group)));
        }
    }
    dead
}

/// Whether every empty cell is reached from every other over empty cells: then no group stands
/// between them.
fn hangs_together<const W: usize>(ground: &Ground<W>, empty: &Cells<W>) -> bool {
    empty.first().is_none_or(|cell| ground.flood(Cells::of(cell), empty) == *empty)
}

/// The groups that stones make.
fn groups<const W: usize>(
    ground: &Ground<W>,
    stones: Cells<W>,
) -> impl Iterator<Item = Cells<W>> + '_ {
    let mut left = stones;
    std::iter::from_fn(move || {
        let group = ground.flood(Cells::of(left.first()?), &stones);
        left = left.without(&group);
        Some(group)
    })
}

#[cfg(test)]
mod tests;

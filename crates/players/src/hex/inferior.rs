//! Cells that need not be tried: dead, captured and dominated ones (P. Henderson, R. Hayward,
//! "Probing the 4-3-2 edge template in Hex" and "Captured-reversible moves and star-decomposition
//! domination in Hex").
//!
//! All of it follows from one question that the program answers itself, by trying all ways to fill
//! the neighbourhood of a cell: can the cell ever matter? It cannot if, however its empty
//! neighbours are filled, those of one colour lie side by side, so that the cell joins nothing that
//! is not joined already. Such a cell is **dead**, and any stone may stand there.
//! - Two cells are **captured** by a colour if its stone on either makes the other dead: whatever
//!   the opponent plays there is answered there. Its stones may stand on both.
//! - A move is **answered** if the opponent has a reply that makes the stone dead: the reply is won
//!   for nothing.
//! - A move is **dominated** by another after which its cell is dead or captured: the other gives
//!   all that this one gives.

use std::sync::LazyLock;

use ludoteca_games::hex::Colour;

use super::cells::{Beside, Cells, Ground};

/// Stones of both colours, red first.
pub type Stones<const W: usize> = [Cells<W>; 2];

/// What stands in six directions around a cell: a digit to base 3 each, 0 for nothing.
type Ring = u16;
const POWERS: [Ring; 6] = [1, 3, 9, 27, 81, 243];
const RINGS: usize = 729;

/// Whether a cell in the middle of a ring is dead.
static DEAD: LazyLock<[bool; RINGS]> =
    LazyLock::new(|| std::array::from_fn(|ring| is_dead(ring as Ring)));

/// For each ring and colour the directions in which a stone makes the cell in the middle dead, as
/// bits.
static KILLERS: LazyLock<[[u8; 2]; RINGS]> = LazyLock::new(|| {
    let kills = |ring: usize, colour: Colour, i: usize| {
        let power = usize::from(POWERS[i]);
        (ring / power).is_multiple_of(3) && DEAD[ring + usize::from(digit(colour)) * power]
    };
    let of = |ring, colour| (0..6).map(|i| u8::from(kills(ring, colour, i)) << i).sum();
    std::array::from_fn(|ring| Colour::BOTH.map(|colour| of(ring, colour)))
});

/// Tries all ways to fill the ring.
fn is_dead(ring: Ring) -> bool {
    let digit = |i: usize| ring / POWERS[i] % 3;
    match (0..6).find(|i| digit(*i) == 0) {
        Some(i) => is_dead(ring + POWERS[i]) && is_dead(ring + 2 * POWERS[i]),
        None => (0..6).filter(|i| digit(*i) != digit((i + 1) % 6)).count() <= 2,
    }
}

/// A position with the stones that may be added to it for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled<const W: usize> {
    /// All stones, with those added.
    pub stones: Stones<W>,
    /// What each colour has captured.
    pub captured: Stones<W>,
    /// Dead cells; a red stone stands on each.
    pub dead: Cells<W>,
}

/// Digit of a colour.
fn digit(colour: Colour) -> Ring {
    colour as Ring + 1
}

fn ring<const W: usize>(ground: &Ground<W>, stones: &Stones<W>, cell: usize) -> Ring {
    let mut ring = 0;
    for (beside, power) in ground.ring[cell].iter().zip(POWERS) {
        ring += power
            * match *beside {
                Beside::Edge(colour) => digit(colour),
                Beside::Cell(near) => {
                    let near = usize::from(near);
                    Ring::from(stones[0].has(near)) + 2 * Ring::from(stones[1].has(near))
                }
            };
    }
    ring
}

pub(super) fn empty<const W: usize>(ground: &Ground<W>, stones: &Stones<W>) -> Cells<W> {
    ground.all.without(&(stones[0] | stones[1]))
}

/// The cell in a direction where there is one.
fn beside<const W: usize>(ground: &Ground<W>, cell: usize, direction: usize) -> Option<usize> {
    match ground.ring[cell][direction] {
        Beside::Cell(near) => Some(usize::from(near)),
        Beside::Edge(_) => None,
    }
}

/// Adds all stones that can be added for nothing, looking at `around` first and then at whatever
/// the added stones change.
pub fn fill<const W: usize>(ground: &Ground<W>, stones: Stones<W>, around: Cells<W>) -> Filled<W> {
    fill_for(ground, stones, around, &Colour::BOTH)
}

/// What a colour captures with its stones on a cell as well, wherever else stones will stand: what the
/// other colour captures is left open.
pub(super) fn captured_from<const W: usize>(
    ground: &Ground<W>,
    mut stones: Stones<W>,
    colour: Colour,
    cell: usize,
) -> Cells<W> {
    stones[colour as usize].insert(cell);
    fill_for(ground, stones, ground.near[cell], &[colour]).captured[colour as usize]
}

/// The same, with captures of some colours alone.
fn fill_for<const W: usize>(
    ground: &Ground<W>,
    stones: Stones<W>,
    around: Cells<W>,
    colours: &[Colour],
) -> Filled<W> {
    let mut filled = Filled { stones, captured: [Cells::NONE; 2], dead: Cells::NONE };
    let mut look = around;
    while let Some(cell) = look.first() {
        look.remove(cell);
        let free = empty(ground, &filled.stones);
        if !free.has(cell) {
            continue;
        }
        let here = ring(ground, &filled.stones, cell);
        if DEAD[usize::from(here)] {
            filled.dead.insert(cell);
            filled.stones[0].insert(cell);
            look |= ground.near[cell];
            continue;
        }
        let killers = KILLERS[usize::from(here)];
        let capture = (0..6).filter(|i| (killers[0] | killers[1]) >> i & 1 != 0).find_map(|i| {
            let near = beside(ground, cell, i)?;
            let there = KILLERS[usize::from(ring(ground, &filled.stones, near))];
            let both = |colour: &Colour| {
                let colour = *colour as usize;
                killers[colour] >> i & there[colour] >> ((i + 3) % 6) & 1 != 0
            };
            colours.iter().copied().find(both).map(|colour| (near, colour as usize))
        });
        if let Some((near, colour)) = capture {
            for cell in [cell, near] {
                filled.captured[colour].insert(cell);
                filled.stones[colour].insert(cell);
                look |= ground.near[cell];
            }
        }
    }
    filled
}

/// The cells whose rings change with a stone, and those beside them.
pub fn around<const W: usize>(ground: &Ground<W>, cell: usize) -> Cells<W> {
    ground.near[cell].fold(ground.near[cell], |all, near| all | ground.near[near])
}

/// Moves of a colour that need not be tried, with the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inferior {
    /// The move.
    pub cell: usize,
    /// Why.
    pub why: Why,
}

/// Why a move need not be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// This reply makes it dead.
    Answered(usize),
    /// This move gives all that it gives.
    Dominated(usize),
}

/// Which of `moves` of a colour need not be tried, in a filled position. Moves that are not among
/// them are known to lose.
pub fn inferior<const W: usize>(
    ground: &Ground<W>,
    stones: &Stones<W>,
    colour: Colour,
    moves: Cells<W>,
) -> Vec<Inferior> {
    let free = empty(ground, stones);
    let mut inferior = Vec::new();
    let mut kept = moves;
    for cell in moves {
        let here = ring(ground, stones, cell);
        let killers = KILLERS[usize::from(here)][colour.other() as usize];
        let killer = (killers != 0).then(|| killers.trailing_zeros() as usize);
        if let Some(reply) = killer.and_then(|direction| beside(ground, cell, direction)) {
            inferior.push(Inferior { cell, why: Why::Answered(reply) });
            kept.remove(cell);
        }
    }
    // A move that is left dominates others. One that is known to lose does so, too: then they lose.
    let better = free.without(&moves) | kept;
    for cell in better {
        if moves.has(cell) && !kept.has(cell) {
            continue;
        }
        let near = around(ground, cell);
        if !near.meets(&kept) {
            continue;
        }
        let mut after = *stones;
        after[colour as usize].insert(cell);
        let filled = fill(ground, after, near);
        let mut worse = (filled.captured[colour as usize] | filled.dead) & kept;
        worse.remove(cell);
        for cell_worse in worse {
            inferior.push(Inferior { cell: cell_worse, why: Why::Dominated(cell) });
        }
        kept = kept.without(&worse);
    }
    inferior
}

#[cfg(test)]
mod tests;

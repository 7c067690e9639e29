//! Plans that settle a position without search, because they tell a side what to answer to every
//! move until the board is full.
//!
//! Each column has an even number of cells, so the side that moved last can often *follow up*:
//! answer every stone with one on top of it. Rows are counted from 1 at the bottom. Whoever follows
//! up in a column of even height gets its even rows and leaves the odd ones; this is why threats on
//! odd rows are good for the side that began the game, and threats on even rows for the other
//! (V. Allis, *A Knowledge-based Approach of Connect-Four*, 1988).
//!
//! Two such plans are tried here. Both hold whatever the other side does, so the bounds are proofs.

use ludoteca_games::connect4::{BOTTOM, CELLS, STRIDE, four};

use super::solver::Score;

/// Rows 1, 3 and 5.
pub(super) const ODD_ROWS: u64 = BOTTOM * 0b01_0101;
/// Rows 2, 4 and 6.
pub(super) const EVEN_ROWS: u64 = BOTTOM * 0b10_1010;

/// A plan of the side that is not to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The score that the side to move cannot surpass against it.
    pub bound: Score,
    /// The cell on which the plan wins at last; none where it only holds the draw, or where the
    /// four comes from cells that it is sure to get.
    pub target: Option<u32>,
}

/// The plan of the second side when the first is to move: follow up everywhere.
///
/// The number of columns of odd height is even then. A stone on the free cell of one of them is
/// answered on the free cell of another, every other stone by one on top of it. So the first side
/// never gets more than the odd rows and the free cells that are on even rows now; if these, with
/// the stones it has, hold no four, it cannot win. The second side is sure of the other even rows.
#[inline]
pub(super) fn second_follows(first: u64, second: u64, threats: u64) -> Option<Plan> {
    let taken = first | second;
    let empty = CELLS ^ taken;
    let free = (taken + BOTTOM) & CELLS;
    if four(first | empty & ODD_ROWS | free & EVEN_ROWS) {
        return None;
    }
    let sure = empty & EVEN_ROWS & !free;
    let targets = threats & sure;
    // The lower the target, the sooner the first side has to play below it: when everything else
    // is full, at the latest.
    for (row, bound) in [(1, -3), (3, -2), (5, -1)] {
        let target = targets & BOTTOM << row;
        if target != 0 {
            return Some(Plan { bound, target: Some(target.trailing_zeros()) });
        }
    }
    let bound = if four(second | sure) { -1 } else { 0 };
    Some(Plan { bound, target: None })
}

/// The plan of the first side when the second is to move: wait, with a threat on an odd row of a
/// column of odd height as target.
///
/// Without the target's column the number of columns of odd height is even again, and the first
/// side follows up as the second does in [`second_follows`]. A stone in the target's column is
/// answered on top of it, until the target itself is the answer. The second side never gets more
/// than the odd rows of the other columns, the free cells that are on even rows, and the even rows
/// below the target; and in the end it has to play below the target, as nothing else is left.
#[inline]
pub(super) fn first_waits(first: u64, second: u64, threats: u64) -> Option<Plan> {
    let taken = first | second;
    let empty = CELLS ^ taken;
    let free = (taken + BOTTOM) & CELLS;
    for (row, bound) in [(2, -2), (4, -1)] {
        let mut targets = threats & empty & BOTTOM << row;
        while targets != 0 {
            let target = targets & targets.wrapping_neg();
            targets ^= target;
            let at = target.trailing_zeros();
            let column = COLUMN << (at / STRIDE as u32 * STRIDE as u32);
            let elsewhere = empty & ODD_ROWS & !column;
            let below = empty & column & EVEN_ROWS & (target - 1);
            if free & column & EVEN_ROWS != 0
                && !four(second | elsewhere | free & EVEN_ROWS | below)
            {
                return Some(Plan { bound, target: Some(at) });
            }
        }
    }
    None
}

/// The cells of the first column.
pub(super) const COLUMN: u64 = (1 << (STRIDE - 1)) - 1;

#[cfg(test)]
mod tests {
    use ludoteca_games::{Connect4, Game, Side, connect4::completing};
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
    use rustc_hash::FxHashMap;

    use super::*;

    /// The score by looking at everything.
    fn plain(position: &Connect4, seen: &mut FxHashMap<u64, Score>) -> Score {
        if let Some(outcome) = position.outcome() {
            let stones = position.count() as Score;
            return if outcome.winner.is_some() { -((44 - stones) / 2) } else { 0 };
        }
        if let Some(score) = seen.get(&position.key()) {
            return *score;
        }
        let after = |ply: u8| {
            let mut next = *position;
            next.play_unchecked(&ply);
            next
        };
        let scores = position.legal_plies().into_iter().map(|ply| -plain(&after(ply), seen));
        let best = scores.max().expect("the game goes on");
        seen.insert(position.key(), best);
        best
    }

    #[test]
    fn no_score_surpasses_what_a_plan_allows() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut plans = [0; 2];
        let mut settled = 0;
        for _ in 0..60_000 {
            let mut position = Connect4::default();
            while position.count() < 27
                && let Some(ply) = position.random_ply(&mut rng)
            {
                position.play_unchecked(&ply);
            }
            let mut seen = FxHashMap::default();
            while let Some(ply) = position.random_ply(&mut rng) {
                let [first, second] = Side::BOTH.map(|side| position.stones(side));
                let plan = match position.side() {
                    Side::First => second_follows(first, second, completing(second)),
                    Side::Second => first_waits(first, second, completing(first)),
                };
                let own = position.stones(position.side());
                let wins_now = completing(own) & position.playable() != 0;
                if let Some(plan) = plan.filter(|_| !wins_now) {
                    let score = plain(&position, &mut seen);
                    assert!(score <= plan.bound, "{score} against {plan:?} in {position:?}");
                    plans[position.side() as usize] += 1;
                    settled += usize::from(score == plan.bound);
                }
                position.play_unchecked(&ply);
            }
        }
        assert!(plans[0] > 1000 && plans[1] > 100, "{plans:?}");
        assert!(settled > 1000, "{settled}");
    }
}

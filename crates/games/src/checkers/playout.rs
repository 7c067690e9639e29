//! Random games of checkers, without lists of steps and without shared history.

use rand::Rng;

use super::{
    Checkers, LONGEST_QUIET,
    board::{Board, CheckersPly, crown_row},
};
use crate::{Dice, Game, Outcome, Side, bits};

/// The third time has at least so many quiet plies before it.
const SHORTEST_CIRCLE: usize = 8;

/// Plays at random to the end.
pub fn playout<R: Rng + ?Sized>(position: &Checkers, rng: &mut R) -> (Outcome, u32) {
    if let Some(outcome) = position.outcome() {
        return (outcome, 0);
    }
    let Checkers { mut board, mut side, .. } = *position;
    let mut plies = 0;
    let mut chains = Vec::new();
    let mut dice = Dice::new(rng);
    // The positions since the last ply that was not quiet, but for the one that is there now.
    let mut past = [0; LONGEST_QUIET];
    let mut quiet = usize::from(position.quiet);
    for (place, key) in past[..quiet].iter_mut().rev().zip(position.past.keys()) {
        *place = key;
    }
    let mut key = board.key(side);
    let mut key_known = true;
    loop {
        let before = board;
        // Two copies of the same code, so that each knows which way is ahead.
        let played = match side {
            Side::First => random_ply(&mut board, Side::First, &mut chains, &mut dice),
            Side::Second => random_ply(&mut board, Side::Second, &mut chains, &mut dice),
        };
        let played = match played {
            Some(played) => played,
            None => return (Outcome::win(side.other(), "reason-no-move"), plies),
        };
        plies += 1;
        let moved = side;
        side = side.other();
        if played == Played::ForGood {
            quiet = 0;
            key_known = false;
            continue;
        }
        past[quiet] = if key_known { key } else { before.key(moved) };
        quiet += 1;
        key = board.key(side);
        key_known = true;
        let times = |past: &[u64]| past.iter().filter(|before| **before == key).count();
        let reason = if quiet >= SHORTEST_CIRCLE && times(&past[..quiet]) >= 2 {
            "reason-repetition"
        } else if quiet == LONGEST_QUIET {
            "reason-quiet"
        } else {
            continue;
        };
        let outcome = match board.can_move(side) {
            true => Outcome::draw(reason),
            false => Outcome::win(moved, "reason-no-move"),
        };
        return (outcome, plies);
    }
}

/// What a ply did.
#[derive(PartialEq)]
enum Played {
    /// A king stepped, and may step back.
    Quiet,
    /// Something was taken, or a man has gone on.
    ForGood,
}

/// Makes one legal ply, each equally likely; none if there is none.
#[inline(always)]
fn random_ply(
    board: &mut Board,
    side: Side,
    chains: &mut Vec<CheckersPly>,
    dice: &mut Dice<'_, impl Rng + ?Sized>,
) -> Option<Played> {
    if board.can_take(side) {
        chains.clear();
        board.moves(side, |ply| chains.push(ply));
        let pick = if chains.len() == 1 { 0 } else { dice.below(chains.len() as u32) };
        board.play(side, chains[pick as usize]);
        return Some(Played::ForGood);
    }
    let ends = board.step_ends(side);
    let counts = ends.map(|(_, ends)| ends.count_ones());
    let all = counts.iter().sum();
    if all == 0 {
        return None;
    }
    let mut pick = dice.below(all);
    let mut nth = 0;
    while pick >= counts[nth] {
        pick -= counts[nth];
        nth += 1;
    }
    let (way, ends) = ends[nth];
    let to = bits::nth(ends, pick);
    let from = way.opposite().shift(to);
    let king = board.kings & from != 0;
    board.pieces[side.index()] ^= from | to;
    if king {
        board.kings ^= from | to;
        return Some(Played::Quiet);
    }
    board.kings |= to & crown_row(side);
    Some(Played::ForGood)
}

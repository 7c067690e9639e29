//! What the searches share: scores that know how far away a win is.
//!
//! A score is a number for the side to move at its own position. A won game counts [`WIN`], and one
//! less for every ply on the way there, so that the nearest win and the farthest loss are best.
//! [`farther`] takes a score one ply up the tree, [`nearer`] takes a bound one ply down; scores in a
//! table are therefore always as seen from their own position.

use ludoteca_games::{Game, Outcome, Side};

use crate::{
    evaluations::Curve,
    thought::{Bound, Unit, Value, Verdict},
};

/// A number for the side to move. It has room for the sum of all rules that a file can hold.
pub(crate) type Score = i64;

/// A game that is won now.
pub(crate) const WIN: Score = 1_000_000_000_000_000_000;
/// Beyond every score.
pub(crate) const INFINITE: Score = WIN + 100_000;
/// A won game has more than this, however far away; an evaluation has less.
const WON: Score = WIN - 100_000;

/// Whether a score says who wins, and not only who seems to.
pub(crate) fn decided(score: Score) -> bool {
    score.abs() > WON
}

/// Plies to the end of a decided game.
pub(crate) fn plies_to_end(score: Score) -> u32 {
    (WIN - score.abs()).max(0) as u32
}

/// The score of the position one ply before.
pub(crate) fn farther(score: Score) -> Score {
    if decided(score) { score - score.signum() } else { score }
}

/// The bound that has to be met one ply on.
pub(crate) fn nearer(bound: Score) -> Score {
    if decided(bound) { bound + bound.signum() } else { bound }
}

/// The score of a finished game for `side`.
pub(crate) fn finished(outcome: Outcome, side: Side) -> Score {
    match outcome.winner {
        None => 0,
        Some(winner) if winner == side => WIN,
        Some(_) => -WIN,
    }
}

/// What is known of a position without looking further: the result of a finished game.
pub(crate) fn known<G: Game>(position: &G) -> Option<Value> {
    let score = finished(position.outcome()?, position.side());
    Some(value(score, true, Curve::PROOFS))
}

/// A score as a value. `complete` says that no position behind it was only evaluated; `curve` is
/// what the evaluation's scores are.
pub(crate) fn value(score: Score, complete: bool, curve: Curve) -> Value {
    if decided(score) {
        let result = if score > 0 { Verdict::Win } else { Verdict::Loss };
        Value::Proved { result, plies: Some(plies_to_end(score)) }
    } else if complete {
        Value::Proved { result: Verdict::Draw, plies: None }
    } else {
        curve.guess(score)
    }
}

/// What seems so, though it is not proved: a win or a loss that leaves something out has no score.
pub(crate) fn seems(score: Score, curve: Curve) -> Value {
    if decided(score) {
        Value::Guess { result: score.signum() as f64, score: None, unit: Unit::Unknown }
    } else {
        curve.guess(score)
    }
}

/// A ply at the root as a value, and whether that is only an upper bound. Of a ply that was cut
/// nothing else is known, which proves nothing but a loss.
pub(crate) fn root_value(
    score: Score,
    bound: Bound,
    complete: bool,
    curve: Curve,
) -> (Value, bool) {
    match (bound, value(score, complete, curve)) {
        (Bound::Most, Value::Proved { result: Verdict::Loss, .. }) => {
            (Value::Proved { result: Verdict::Loss, plies: None }, false)
        }
        (Bound::Most, _) => (seems(score, curve), true),
        (_, value) => (value, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_goes_up_and_its_bound_comes_down_the_same_way() {
        for score in [WIN, WIN - 1, WIN - 40, WON - 1, 17, 0, -17, 1 - WON, -WIN + 40, -WIN] {
            assert_eq!(nearer(farther(score)), score);
            for bound in [WIN - 3, 5, 0, -5, -WIN + 3] {
                assert_eq!(farther(score) > bound, score > nearer(bound), "{score} {bound}");
            }
        }
    }

    #[test]
    fn a_decided_score_says_how_far_the_end_is() {
        let lost_in_two = farther(farther(-WIN));
        assert_eq!(
            value(lost_in_two, false, Curve::PROOFS),
            Value::Proved { result: Verdict::Loss, plies: Some(2) }
        );
    }
}

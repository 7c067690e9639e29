//! The ground a colony walks on: what it has to know of a game beyond its rules.

use ludoteca_games::{Game, Outcome, Side};
use rustc_hash::FxHashSet;

use crate::evaluations::Evaluation;

/// How sharply results at the end of a short look are told apart, if a game does not say otherwise:
/// by gains of a move or two, not by what wins games.
const SHARPNESS: f64 = 4.0;

/// What a colony has to know of a game beyond its rules.
#[derive(Clone)]
pub struct Ground<G: Game> {
    /// How positions are judged where a game is not played to its end.
    pub evaluation: Box<dyn Evaluation<G>>,
    /// How many differences that matter an evaluation's scale holds.
    pub sharpness: f64,
    /// Whether the side to move has a turn that wins at once, asked of any state.
    pub won: fn(&G) -> bool,
    /// Whether the side to move has lost, whatever it does; asked of states that are judged. None
    /// where nothing is known but by the evaluation.
    pub lost: Option<fn(&G) -> bool>,
    /// The plies of a turn that wins at once, asked before a search.
    pub win: fn(&G) -> Option<Vec<G::Ply>>,
    /// A ply that needs no search: a place of a setup.
    pub setup: fn(&G, u64) -> Option<G::Ply>,
}

impl<G: Game> Ground<G> {
    /// Any game, with an evaluation.
    pub fn plain(evaluation: Box<dyn Evaluation<G>>) -> Ground<G> {
        Ground {
            evaluation,
            sharpness: SHARPNESS,
            won: |at| winning_turn(at).is_some(),
            lost: None,
            win: winning_turn,
            setup: |_, _| None,
        }
    }

    /// An evaluation as a result from 0 to 1: ½ + ½·tanh(sharpness·(worth − before) / scale), where
    /// `before` is what the state at the root is worth to the same side, and the scale is the
    /// evaluation's.
    pub fn squashed(&self, worth: f64, before: f64) -> f64 {
        0.5 + 0.5 * (self.sharpness * (worth - before) / self.evaluation.scale()).tanh()
    }
}

/// What a position is worth to a side, as it is evaluated.
pub fn worth<G: Game>(evaluation: &mut dyn Evaluation<G>, at: &G, side: Side) -> f64 {
    let judged = f64::from(evaluation.judge(at));
    if at.side() == side { judged } else { -judged }
}

/// The result of a finished game for a side.
pub fn result(outcome: Outcome, side: Side) -> f64 {
    match outcome.winner {
        None => 0.5,
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
    }
}

/// The first turn that wins at once, ply by ply; what leads to the same state is looked at once.
fn winning_turn<G: Game>(at: &G) -> Option<Vec<G::Ply>> {
    fn explore<G: Game>(at: &G, seen: &mut FxHashSet<u64>, turn: &mut Vec<G::Ply>) -> bool {
        let side = at.side();
        at.legal_plies().into_iter().any(|ply| {
            let mut next = at.clone();
            next.play_unchecked(&ply);
            if !G::ONE_PLY_TURNS && !seen.insert(next.key()) {
                return false;
            }
            turn.push(ply);
            let wins = match next.outcome() {
                Some(outcome) => outcome.winner == Some(side),
                None => next.side() == side && explore(&next, seen, turn),
            };
            if !wins {
                turn.pop();
            }
            wins
        })
    }
    let mut turn = Vec::new();
    explore(at, &mut FxHashSet::default(), &mut turn).then_some(turn)
}

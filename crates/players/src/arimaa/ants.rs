//! `ants` as it is in Arimaa: it looks a turn ahead, judges by the seed evaluation, and sees goals,
//! also those of the next turn that no reply stops.

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{ArimaaPly, Kind, STEPS, State, turns},
};

use super::{
    by_turns::{self, Judged, TurnAnts},
    seed::{self, TERMS, Weights},
    setup, tactics,
};
use crate::{
    Form, Player, PlayerError, PlayerKind,
    ants::{Ants, Asked, Ground, Thesis, Usual, levels},
};

/// A game is judged after one turn, as random games of Arimaa say nothing; all steps of a turn get
/// trails, so that a turn found by chance is found again; and a turn is improved by a step, as among
/// tens of thousands few are found by chance. What was learned is followed closely and forgotten soon,
/// as the mean result of a step rises when the ants find how to go on from it.
const USUAL: Usual = Usual {
    depth: Some(1),
    grow: STEPS as usize,
    local: true,
    alpha: 3.0,
    kept: 0.2,
    thesis: Thesis::Arimaa,
};

/// What the terms of the evaluation count if nobody says. A colony looks a turn ahead and no further:
/// what it captures in that turn is its own, and what is gained by standing well may be gone in the
/// next.
const WEIGHTS: [f64; 4] = [4.0, 1.0, 1.0, 1.0];

/// Points differ more in Arimaa than what matters: a goal and a whole army saved are far from a dog,
/// and a dog has to be told from a good square.
const SHARPNESS: f64 = 1.0;

/// What is asked of whoever wants a colony that plays Arimaa.
#[derive(Debug, PartialEq)]
struct ArimaaAnts {
    asked: Asked<Arimaa>,
    weights: Weights,
    /// Whether a move is a whole turn, and not a step.
    by_turns: bool,
}

impl ArimaaAnts {
    fn read(form: &mut Form<'_>) -> Result<ArimaaAnts, PlayerError> {
        let asked = Asked::read(form, USUAL);
        let as_printed = asked.as_ref().is_ok_and(|asked| asked.as_printed);
        let unsaid = if as_printed { [1.0; TERMS] } else { WEIGHTS };
        let weights = seed::weights(form, WEIGHTS, unsaid);
        let by_turns =
            form.choice("moves", [("steps", false), ("turns", true)], "key-moves").or(false);
        let by_turns = by_turns || as_printed && !form.given("moves");
        let asked = asked?;
        if by_turns && asked.learns_before() {
            return Err(PlayerError::TurnsBefore);
        }
        Ok(ArimaaAnts { asked, weights, by_turns })
    }

    fn build(&self, seed: u64) -> Box<dyn Player<Arimaa>> {
        let evaluation = if self.asked.evaluation == seed::evaluation() {
            seed::weighted(self.weights)
        } else {
            self.asked.evaluation.make()
        };
        let settings = self.asked.settings(seed);
        if self.by_turns {
            let ground = Ground {
                evaluation: Box::new(Judged(evaluation)),
                sharpness: SHARPNESS,
                won: |at| tactics::goal(at.state()).is_some(),
                lost: Some(|at| tactics::cannot_hold(at.state())),
                win: by_turns::win,
                setup: |_, _| None,
            };
            return Box::new(TurnAnts::new(Ants::new(settings, ground), seed));
        }
        let ground = Ground {
            evaluation,
            sharpness: SHARPNESS,
            won: |at| !at.in_setup() && tactics::goal(at.state()).is_some(),
            lost: Some(|at| !at.in_setup() && tactics::cannot_hold(at.state())),
            win: winning_turn,
            setup: |at, variant| at.in_setup().then(|| setup::placement(at, variant)).flatten(),
        };
        Box::new(Ants::new(settings, ground))
    }
}

pub(crate) fn kind() -> PlayerKind<Arimaa> {
    PlayerKind::by_chance("ants", ArimaaAnts::read, ArimaaAnts::build).with_levels(levels())
}

/// A turn that wins at once: a goal, or whatever leaves the other side without rabbits or turns.
pub fn winning_turn(at: &Arimaa) -> Option<Vec<ArimaaPly>> {
    let side = at.side();
    if let Some(steps) = tactics::goal(at.state()) {
        let end = usize::from(at.state().made) + steps.len() < usize::from(STEPS);
        let steps = steps.iter().map(|step| ArimaaPly::Step(*step));
        return Some(steps.chain(end.then_some(ArimaaPly::End)).collect());
    }
    let mut steps = Vec::new();
    let winning = turns(at).into_iter().find(|turn| {
        let next = State::new(*turn.end(), side.other());
        steps.clear();
        next.steps(&mut steps);
        let decided = steps.is_empty() || next.board.pieces(side.other(), Kind::Rabbit) == 0;
        decided && turn.played(at).outcome().is_some_and(|end| end.winner == Some(side))
    });
    winning.map(|turn| turn.plies(at).collect())
}

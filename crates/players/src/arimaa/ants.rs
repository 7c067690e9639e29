//! `ants` as it is in Arimaa: it looks a turn ahead, judges by the seed evaluation, and sees goals,
//! also those of the next turn that no reply stops.

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{ArimaaPly, Kind, STEPS, State, turns},
};

use super::{seed, setup, tactics};
use crate::{
    Form, PlayerKind,
    ants::{Ants, Asked, Ground, Usual, levels},
};

/// A game is judged after one turn, as random games of Arimaa say nothing; all steps of a turn get
/// trails, so that a turn found by chance is found again; and a turn is improved by a step, as among
/// tens of thousands few are found by chance. What was learned is followed closely and forgotten soon,
/// as the mean result of a step rises when the ants find how to go on from it.
const USUAL: Usual =
    Usual { depth: Some(1), grow: STEPS as usize, local: true, alpha: 3.0, kept: 0.2 };

/// What the terms of the evaluation count if nobody says. A colony looks a turn ahead and no further:
/// what it captures in that turn is its own, and what is gained by standing well may be gone in the
/// next.
const WEIGHTS: [f64; 4] = [4.0, 1.0, 1.0, 1.0];

/// Points differ more in Arimaa than what matters: a goal and a whole army saved are far from a dog,
/// and a dog has to be told from a good square.
const SHARPNESS: f64 = 1.0;

pub(crate) fn kind() -> PlayerKind<Arimaa> {
    let read = |form: &mut Form<'_>| {
        let asked = Asked::read(form, USUAL);
        let weights = seed::weights(form, WEIGHTS);
        Ok((asked?, weights))
    };
    PlayerKind::by_chance("ants", read, |(asked, weights): &(Asked<Arimaa>, _), seed| {
        let evaluation = if asked.evaluation == seed::evaluation() {
            seed::weighted(*weights)
        } else {
            asked.evaluation.make()
        };
        let ground = Ground {
            evaluation,
            sharpness: SHARPNESS,
            won: |at| !at.in_setup() && tactics::goal(at.state()).is_some(),
            lost: Some(|at| !at.in_setup() && tactics::cannot_hold(at.state())),
            win: winning_turn,
            setup: |at, variant| at.in_setup().then(|| setup::placement(at, variant)).flatten(),
        };
        Ants::new(asked.settings(seed), ground)
    })
    .with_levels(levels())
}

/// A turn that wins at once: a goal, or whatever leaves the other side without rabbits or turns.
fn winning_turn(at: &Arimaa) -> Option<Vec<ArimaaPly>> {
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

#[cfg(test)]
mod tests {
    use ludoteca_games::{Arimaa, Game, Position};

    use crate::{
        AnyWatch, Budget, Supply,
        arimaa::puzzles::{Aim, puzzles},
        machine,
    };

    #[test]
    fn a_colony_that_looks_a_turn_ahead_finds_goals_that_no_reply_stops() {
        let in_two = puzzles().iter().filter(|puzzle| puzzle.aim == Aim::GoalInTwo);
        let mut solved = 0;
        for puzzle in in_two.take(5) {
            let mut ants = machine(Arimaa::NAME, "ants:ants=50,searches=350", &Supply::seeded(1))
                .expect("such a colony can be had");
            let side = Game::side(&puzzle.position);
            let mut position: Box<dyn Position> = Box::new(puzzle.position.clone());
            while position.side() == side && position.outcome().is_none() {
                let thought =
                    ants.consider(position.as_ref(), &Budget::default(), AnyWatch::Nobody).unwrap();
                position.play(&thought.ply().unwrap()).unwrap();
            }
            let end = position.as_any().downcast_ref().expect("a position of Arimaa");
            solved += usize::from(puzzle.solved_by(end));
        }
        assert!(solved >= 3, "{solved}");
    }
}

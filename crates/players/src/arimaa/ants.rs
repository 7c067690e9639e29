//! `ants` as it is in Arimaa: it looks a turn ahead, judges by the seed evaluation, and sees goals.

use std::marker::PhantomData;

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{ArimaaPly, Kind, STEPS, State, turns},
};

use super::{setup, tactics};
use crate::{
    Erased, PlayerKind,
    ants::{Ants, Ground, Settings, Usual, keys, levels},
    evaluations,
    registry::seed_of,
};

/// A game is judged after one turn, as random games of Arimaa say nothing; and all steps of a turn get
/// trails, so that a turn found by chance is found again.
const USUAL: Usual = Usual { depth: Some(1), grow: STEPS as i64 };

pub(crate) fn kind() -> PlayerKind<Arimaa> {
    PlayerKind {
        name: "ants",
        keys: keys::<Arimaa>(USUAL),
        levels: levels(),
        make: |values, supply| {
            let settings = Settings::read(values, seed_of(values, supply))?;
            let ground = Ground {
                evaluation: evaluations::chosen::<Arimaa>(values),
                won: |at| !at.in_setup() && tactics::goal(at.state()).is_some(),
                win: winning_turn,
                setup: |at, variant| at.in_setup().then(|| setup::placement(at, variant)).flatten(),
            };
            Ok(Erased::boxed(Ants::new(settings, ground)))
        },
        game: PhantomData,
    }
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

//! The players `minimax` and `alphabeta` as they are in Arimaa.

use ludoteca_games::Arimaa;

use super::{Judge, Seed, TERMS, TurnSearch, Weights};
use crate::{
    Form, PlayerKind, evaluations::EvaluationKind, kind::levels_of, played::evaluation_asked,
};

const DEEPEST: i64 = 9;
/// No position has more turns than this.
const WIDEST: i64 = 1_000_000;
const HEAVIEST: f64 = 1000.0;

/// What is asked of whoever wants a [`TurnSearch`].
#[derive(Debug, PartialEq)]
struct Settings {
    /// Turns looked ahead.
    depth: u32,
    /// Turns looked at in each position.
    limit: usize,
    evaluation: EvaluationKind<Arimaa>,
    weights: Weights,
}

impl Settings {
    fn read(form: &mut Form<'_>) -> Settings {
        Settings {
            depth: form.whole("depth", 1..=DEEPEST, "key-depth-turns").or(2),
            limit: form.whole("limit", 1..=WIDEST, "key-limit").or(60),
            evaluation: evaluation_asked(form),
            weights: weights(form, [1.0; TERMS], [1.0; TERMS]),
        }
    }

    fn build(&self, prune: bool) -> TurnSearch {
        let judge = if self.evaluation == super::evaluation() {
            Judge::Seed
        } else {
            Judge::Evaluation(self.evaluation.make())
        };
        TurnSearch::new(self.depth, self.limit, Seed::new(self.weights), judge, prune)
    }
}

/// Looks at every turn of the list.
pub(crate) fn minimax() -> PlayerKind<Arimaa> {
    kind("minimax", |settings| settings.build(false))
}

/// Leaves out what cannot change its choice.
pub(crate) fn alphabeta() -> PlayerKind<Arimaa> {
    kind("alphabeta", |settings| settings.build(true))
}

/// From who sees only pieces and squares to who looks at many replies.
fn kind(name: &'static str, build: fn(&Settings) -> TurnSearch) -> PlayerKind<Arimaa> {
    PlayerKind::new(name, |form| Ok(Settings::read(form)), build)
        .with_levels(levels_of([
            "depth=1,w3=0,w4=0",
            "depth=1",
            "depth=2,limit=20",
            "depth=2,limit=75",
        ]))
        .telling("depth=2,limit=5")
}

/// The keys that weigh the terms, what they usually are, and what they are here if nobody says.
pub(crate) fn weights(form: &mut Form<'_>, usual: [f64; TERMS], unsaid: [f64; TERMS]) -> Weights {
    let keys = [("w1", "key-w1"), ("w2", "key-w2"), ("w3", "key-w3"), ("w4", "key-w4")];
    Weights::new(std::array::from_fn(|term| {
        let (name, help) = keys[term];
        let weight = form.real(name, 0.0..=HEAVIEST, help).or(usual[term]);
        if form.given(name) { weight } else { unsaid[term] }
    }))
}

//! The players `minimax` and `alphabeta` as they are in Arimaa.

use std::marker::PhantomData;

use ludoteca_games::{
    Arimaa,
    params::{Key, Kind, Values},
};

use super::{Judge, Seed, TERMS, TurnSearch, Weights};
use crate::{AnyPlayer, Erased, Level, PlayerKind, evaluations};

/// Turns looked ahead, and turns looked at in each position, if nobody says.
const USUAL: (i64, i64) = (2, 60);
const DEEPEST: i64 = 9;
/// No position has more turns than this.
const WIDEST: i64 = 1_000_000;
const HEAVIEST: f64 = 1000.0;
const WEIGHTS: [(&str, &str); TERMS] =
    [("w1", "key-w1"), ("w2", "key-w2"), ("w3", "key-w3"), ("w4", "key-w4")];

/// Looks at every turn of the list.
pub(crate) fn minimax() -> PlayerKind<Arimaa> {
    PlayerKind {
        name: "minimax",
        keys: keys(),
        levels: levels(),
        make: |values, _| Ok(seated(values, false)),
        game: PhantomData,
    }
}

/// Leaves out what cannot change its choice.
pub(crate) fn alphabeta() -> PlayerKind<Arimaa> {
    PlayerKind { name: "alphabeta", make: |values, _| Ok(seated(values, true)), ..minimax() }
}

fn keys() -> Vec<Key> {
    let (depth, limit) = USUAL;
    let first = [
        Key::new("depth", Kind::Int(1, DEEPEST), "key-depth-turns").or(depth),
        Key::new("limit", Kind::Int(1, WIDEST), "key-limit").or(limit),
        evaluations::key::<Arimaa>(),
    ];
    first.into_iter().chain(weight_keys([1.0; TERMS])).collect()
}

/// The keys that weigh the terms, and what they are if nobody says.
pub(crate) fn weight_keys(usual: [f64; TERMS]) -> Vec<Key> {
    let weight = |((name, help), usual)| Key::new(name, Kind::Real(0.0, HEAVIEST), help).or(usual);
    WEIGHTS.into_iter().zip(usual).map(weight).collect()
}

/// The weights that were chosen.
pub(crate) fn weights(values: &Values) -> Weights {
    Weights::new(WEIGHTS.map(|(name, _)| values.real(name).unwrap_or(1.0)))
}

/// From who sees only pieces and squares to who looks at many replies.
fn levels() -> Vec<Level> {
    [
        ("level-beginner", "depth=1,w3=0,w4=0"),
        ("level-casual", "depth=1"),
        ("level-club", "depth=2,limit=20"),
        ("level-expert", "depth=2,limit=75"),
    ]
    .map(|(name, keys)| Level { name, keys: keys.to_owned() })
    .into()
}

fn seated(values: &Values, prune: bool) -> Box<dyn AnyPlayer> {
    let (depth, limit) = USUAL;
    let depth = values.int("depth").unwrap_or(depth) as u32;
    let limit = values.int("limit").unwrap_or(limit) as usize;
    let seed = Seed::new(weights(values));
    let judge = match evaluations::chosen::<Arimaa>(values) {
        evaluation if evaluation.name == "seed" => Judge::Seed,
        evaluation => Judge::Evaluation(evaluation),
    };
    Erased::<Arimaa, _>::boxed(TurnSearch::new(depth, limit, seed, judge, prune))
}

//! Evaluations: what a position seems to be worth when the search stops there.
//!
//! An evaluation of one game is one line in `all`; every search over that game then offers it as
//! a value of its key `eval`. Every game also has `none`, which sees nothing.

mod breakthrough;
mod checkers;
mod lines;

use std::{any::Any, sync::Arc};

use ludoteca_games::{
    Game,
    params::{Key, Kind, Values},
};

use crate::{arimaa, hex, registry::of_game, search::Score};

/// A way to judge positions of `G`.
#[derive(Clone)]
pub struct Evaluation<G> {
    /// Its name, a value of the key `eval`.
    pub name: &'static str,
    /// The judgement of a position for the side to move; more is better.
    pub judge: Arc<dyn Fn(&G) -> i32 + Send + Sync>,
    /// The judgement that means three quarters of a win.
    pub scale: f64,
}

/// The evaluations of particular games, each an `Evaluation` of that game.
fn all() -> Vec<Box<dyn Any>> {
    vec![
        Box::new(lines::connect4()),
        Box::new(lines::tictactoe()),
        Box::new(checkers::pieces()),
        Box::new(breakthrough::race()),
        Box::new(hex::path_evaluation()),
        Box::new(arimaa::seed_evaluation()),
    ]
}

impl<G: Game> Evaluation<G> {
    /// Sees nothing: every position seems even.
    pub fn none() -> Evaluation<G> {
        Evaluation { name: "none", judge: Arc::new(|_| 0), scale: 1.0 }
    }

    /// The judgement as a score, which is below every won game.
    pub(crate) fn score(&self, position: &G) -> Score {
        (self.judge)(position).into()
    }
}

/// Every evaluation of a game, the usual one first.
pub fn evaluations<G: Game>() -> Vec<Evaluation<G>> {
    of_game::<Evaluation<G>>(all()).chain([Evaluation::none()]).collect()
}

/// The key that chooses an evaluation.
pub(crate) fn key<G: Game>() -> Key {
    let names: Vec<&'static str> = evaluations::<G>().iter().map(|each| each.name).collect();
    let usual = names[0];
    Key::new("eval", Kind::Choice(names), "key-eval").or(usual)
}

/// The evaluation that was chosen.
pub(crate) fn chosen<G: Game>(values: &Values) -> Evaluation<G> {
    let name = values.word("eval");
    let mut all = evaluations::<G>().into_iter();
    all.find(|each| name.is_none_or(|name| name == each.name)).unwrap_or_else(Evaluation::none)
}

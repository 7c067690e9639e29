//! Evaluations: what a position seems to be worth when the search stops there.
//!
//! An evaluation of one game is one line where that game is [`Played`](crate::Played); every search
//! over that game then offers it as a value of its key `eval`. Every game also has `none`, which
//! sees nothing.

mod breakthrough;
mod checkers;
mod lines;

use std::{fmt, sync::Arc};

use ludoteca_games::Game;

use crate::search::Score;

pub(crate) use breakthrough::race;
pub(crate) use checkers::pieces;
pub(crate) use lines::{connect4 as connect4_lines, tictactoe as tictactoe_lines};

/// A way to judge positions of `G`.
#[derive(Clone)]
pub struct Evaluation<G> {
    /// The judgement of a position for the side to move; more is better.
    pub judge: Arc<dyn Fn(&G) -> i32 + Send + Sync>,
    /// The judgement that means three quarters of a win.
    pub scale: f64,
}

/// An evaluation that can be chosen by name, and is made when it is needed.
pub struct EvaluationKind<G> {
    /// Its name, a value of the key `eval`.
    pub name: &'static str,
    make: fn() -> Evaluation<G>,
}

impl<G> EvaluationKind<G> {
    /// One of that name, made like this.
    pub fn new(name: &'static str, make: fn() -> Evaluation<G>) -> EvaluationKind<G> {
        EvaluationKind { name, make }
    }

    /// Makes one.
    pub fn make(&self) -> Evaluation<G> {
        (self.make)()
    }
}

impl<G: Game> Evaluation<G> {
    /// Sees nothing: every position seems even.
    pub fn none() -> Evaluation<G> {
        Evaluation { judge: Arc::new(|_| 0), scale: 1.0 }
    }

    /// The judgement as a score, which is below every won game.
    pub(crate) fn score(&self, position: &G) -> Score {
        (self.judge)(position).into()
    }
}

impl<G> Clone for EvaluationKind<G> {
    fn clone(&self) -> EvaluationKind<G> {
        EvaluationKind { ..*self }
    }
}

/// The evaluations of a game differ in their names.
impl<G> PartialEq for EvaluationKind<G> {
    fn eq(&self, other: &EvaluationKind<G>) -> bool {
        self.name == other.name
    }
}

impl<G> fmt::Debug for EvaluationKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

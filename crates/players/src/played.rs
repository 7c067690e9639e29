//! What a game has for players: who plays it besides those who play any game, and how its positions
//! can be judged.
//!
//! The games themselves know no players; what each of them has is said in [`crate::registry`], in
//! the game's own types, so that a player of another game does not even compile there.

use ludoteca_games::Game;

#[cfg(feature = "nets")]
use crate::neural::{
    Board, BuiltInNet, Eyes,
    levels::{self, Step},
};
use crate::{
    evaluations::{EvaluationKind, none},
    form::Form,
    kind::PlayerKind,
};

/// A game with what is particular to it among players. What it leaves out it does not have: every
/// game has the players of any game.
pub trait Played: Game {
    /// Whether `alphabeta` beats `mcts` in the same time: one wrong move among many loses, and
    /// random games do not see it.
    const TOO_SHARP_FOR_CHANCE: bool = false;

    /// The player that proves what it says of almost any position, where the game has one.
    const EXACT: Option<&'static str> = None;

    /// Other programs that play it. How strong they are nobody knows.
    fn programs() -> Vec<PlayerKind<Self>> {
        Vec::new()
    }

    /// The players of this game alone, the strongest last. One with the name of a player of any
    /// game plays in its place.
    fn specialists() -> Vec<PlayerKind<Self>> {
        Vec::new()
    }

    /// What a net is shown of the games that begin as this one; none where no net can see them.
    #[cfg(feature = "nets")]
    fn eyes(position: &Self) -> Option<Box<dyn Eyes<Self>>> {
        Board::of(position)
    }

    /// The nets of this game that come with the program, the usual one first.
    #[cfg(feature = "nets")]
    fn nets() -> Vec<BuiltInNet> {
        Vec::new()
    }

    /// The levels of `neural`, the gentlest first.
    #[cfg(feature = "nets")]
    fn neural_levels() -> &'static [Step] {
        levels::HEX
    }

    /// How its positions can be judged, the usual way first.
    fn evaluations() -> Vec<EvaluationKind<Self>> {
        Vec::new()
    }
}

/// Every evaluation of a game, the usual one first. The last sees nothing, and every game has it.
pub fn evaluations<G: Played>() -> Vec<EvaluationKind<G>> {
    G::evaluations().into_iter().chain([EvaluationKind::new("none", none)]).collect()
}

/// The key `eval`, which chooses an evaluation.
pub(crate) fn evaluation_asked<G: Played>(form: &mut Form<'_>) -> EvaluationKind<G> {
    let all = evaluations::<G>();
    let usual = all[0].clone();
    form.choice("eval", all.into_iter().map(|each| (each.name, each)), "key-eval").or(usual)
}

//! Evaluations: what a position seems to be worth where a search stops.
//!
//! An evaluation is a thing with state: it may keep whatever helps it with the next position (what a
//! network worked out for the last one, random games already played), judge several positions at
//! once, and say which plies look best before any is tried. Hand-made terms are the simplest kind
//! ([`by`]), random games another ([`Playouts`]); every search takes any of them.
//!
//! An evaluation of one game is one line where that game is [`Played`](crate::Played); every search
//! over that game then offers it as a value of its key `eval`. Every game also has `none`, which
//! sees nothing.

#[cfg(feature = "breakthrough")]
mod breakthrough;
#[cfg(feature = "checkers")]
mod checkers;
#[cfg(feature = "connect4")]
mod connect4;
mod lines;
#[cfg(feature = "tictactoe")]
mod tictactoe;

use std::fmt;

use ludoteca_games::{Game, Side, Unit, Value};
use rand_xoshiro::Xoshiro256PlusPlus;

#[cfg(feature = "breakthrough")]
pub(crate) use breakthrough::race;
#[cfg(feature = "checkers")]
pub(crate) use checkers::pieces;
#[cfg(feature = "connect4")]
pub(crate) use connect4::connect4_lines;
#[cfg(feature = "tictactoe")]
pub(crate) use tictactoe::tictactoe_lines;

/// Judges positions of `G`.
pub trait Evaluation<G: Game>: Send + Sync {
    /// What a position in which the game goes on is worth to the side to move; more is better.
    fn judge(&mut self, position: &G) -> i32;

    /// The judgement that leans to one side by three quarters of a win.
    fn scale(&self) -> f64;

    /// What a judgement is. It may only be a chance where the scale was fitted to games.
    fn unit(&self) -> Unit {
        Unit::Points
    }

    /// How a search that ends with judgements tells what it found.
    fn curve(&self) -> Curve {
        Curve { unit: self.unit(), scale: self.scale() }
    }

    /// Another one like it, for another thread. What never changes may be shared.
    fn another(&self) -> Box<dyn Evaluation<G>>;

    /// Judges several positions, which may cost less than one after the other.
    fn judge_all(&mut self, positions: &[G], judged: &mut Vec<i32>) {
        judged.clear();
        judged.extend(positions.iter().map(|position| self.judge(position)));
    }

    /// The result that is to be expected, for the first side: 1 is a win, ½ a draw. Whoever leaves
    /// it to chance takes that from `chance`, so that the same seed gives the same thought.
    fn expect(&mut self, position: &G, _chance: &mut Xoshiro256PlusPlus) -> f64 {
        let own = 0.5 + 0.5 * (f64::from(self.judge(position)) / self.scale()).tanh();
        if position.side() == Side::First { own } else { 1.0 - own }
    }

    /// The game that it plays to come to what it expects, if it plays one, with the same chances.
    fn playing(&self, _position: &G, _chance: &mut Xoshiro256PlusPlus) -> Option<Vec<G::Ply>> {
        None
    }

    /// How likely each ply seems to be the best before any is tried, together 1, in `priors`. False
    /// if it has no opinion.
    fn priors(&mut self, _position: &G, _plies: &[G::Ply], _priors: &mut Vec<f32>) -> bool {
        false
    }
}

impl<G: Game> Evaluation<G> for Box<dyn Evaluation<G>> {
    fn judge(&mut self, position: &G) -> i32 {
        self.as_mut().judge(position)
    }

    fn scale(&self) -> f64 {
        self.as_ref().scale()
    }

    fn unit(&self) -> Unit {
        self.as_ref().unit()
    }

    fn another(&self) -> Box<dyn Evaluation<G>> {
        self.as_ref().another()
    }

    fn judge_all(&mut self, positions: &[G], judged: &mut Vec<i32>) {
        self.as_mut().judge_all(positions, judged);
    }

    fn expect(&mut self, position: &G, chance: &mut Xoshiro256PlusPlus) -> f64 {
        self.as_mut().expect(position, chance)
    }

    fn playing(&self, position: &G, chance: &mut Xoshiro256PlusPlus) -> Option<Vec<G::Ply>> {
        self.as_ref().playing(position, chance)
    }

    fn priors(&mut self, position: &G, plies: &[G::Ply], priors: &mut Vec<f32>) -> bool {
        self.as_mut().priors(position, plies, priors)
    }
}

impl<G: Game> Clone for Box<dyn Evaluation<G>> {
    fn clone(&self) -> Box<dyn Evaluation<G>> {
        self.as_ref().another()
    }
}

/// An evaluation that can be chosen by name, and is made when it is needed.
pub struct EvaluationKind<G: Game> {
    /// Its name, a value of the key `eval`.
    pub name: &'static str,
    make: fn() -> Box<dyn Evaluation<G>>,
}

impl<G: Game> EvaluationKind<G> {
    /// One of that name, made like this.
    pub fn new(name: &'static str, make: fn() -> Box<dyn Evaluation<G>>) -> EvaluationKind<G> {
        EvaluationKind { name, make }
    }

    /// Makes one.
    pub fn make(&self) -> Box<dyn Evaluation<G>> {
        (self.make)()
    }
}

impl<G: Game> Clone for EvaluationKind<G> {
    fn clone(&self) -> EvaluationKind<G> {
        EvaluationKind { ..*self }
    }
}

/// The evaluations of a game differ in their names.
impl<G: Game> PartialEq for EvaluationKind<G> {
    fn eq(&self, other: &EvaluationKind<G>) -> bool {
        self.name == other.name
    }
}

impl<G: Game> fmt::Debug for EvaluationKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// What the scores of a search are, and how a result follows from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// What they are.
    pub unit: Unit,
    /// The score that leans to one side by three quarters of a win.
    pub scale: f64,
}

impl Curve {
    /// For what is only ever known or not known.
    pub const PROOFS: Curve = Curve { unit: Unit::Unknown, scale: 1.0 };

    /// A score as a guess.
    pub fn guess(self, score: i64) -> Value {
        let result = (score as f64 / self.scale).tanh();
        Value::Guess { result, score: Some(score), unit: self.unit }
    }
}

/// Judges by a function and remembers nothing. Its judgements are points; `scale` is how many of
/// them lean to one side by three quarters of a win.
pub fn by<G: Game>(
    scale: f64,
    judge: impl Fn(&G) -> i32 + Clone + Send + Sync + 'static,
) -> Box<dyn Evaluation<G>> {
    Box::new(By { judge, scale, unit: Unit::Points })
}

/// The same where the scale was fitted to games: positions judged at `scale` were won with a chance
/// of ½ + ½·tanh 1. The example `curves` of the arena measures it.
pub fn fitted<G: Game>(
    scale: f64,
    judge: impl Fn(&G) -> i32 + Clone + Send + Sync + 'static,
) -> Box<dyn Evaluation<G>> {
    Box::new(By { judge, scale, unit: Unit::Fitted })
}

/// Sees nothing: every position seems even.
pub fn none<G: Game>() -> Box<dyn Evaluation<G>> {
    Box::new(By { judge: |_: &G| 0, scale: 1.0, unit: Unit::Unknown })
}

#[derive(Clone)]
struct By<F> {
    judge: F,
    scale: f64,
    unit: Unit,
}

impl<G: Game, F: Fn(&G) -> i32 + Clone + Send + Sync + 'static> Evaluation<G> for By<F> {
    fn judge(&mut self, position: &G) -> i32 {
        (self.judge)(position)
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    fn unit(&self) -> Unit {
        self.unit
    }

    fn another(&self) -> Box<dyn Evaluation<G>> {
        Box::new(self.clone())
    }
}

/// Random games: a position is worth what comes of playing on at random (a Monte Carlo evaluation).
#[derive(Clone, Copy, Debug, Default)]
pub struct Playouts;

impl<G: Game> Evaluation<G> for Playouts {
    /// A judgement has no dice: nothing is known without any.
    fn judge(&mut self, _: &G) -> i32 {
        0
    }

    fn scale(&self) -> f64 {
        1.0
    }

    fn unit(&self) -> Unit {
        Unit::Playouts
    }

    /// A judgement without dice says nothing.
    fn curve(&self) -> Curve {
        Curve::PROOFS
    }

    fn another(&self) -> Box<dyn Evaluation<G>> {
        Box::new(Playouts)
    }

    fn expect(&mut self, position: &G, chance: &mut Xoshiro256PlusPlus) -> f64 {
        match position.clone().playout(chance).0.winner {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        }
    }

    fn playing(&self, position: &G, chance: &mut Xoshiro256PlusPlus) -> Option<Vec<G::Ply>> {
        Some(position.playout_plies(chance))
    }
}

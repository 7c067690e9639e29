//! How a thought of `neural` ended, whatever the game.

use ludoteca_games::{Game, Unit, Verdict};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    graph::{Graph, Look, Tried},
    settings::Manner,
};
use crate::{search, thought::Value};

/// How a thought ended.
pub struct Found<P> {
    /// What it plays.
    pub ply: Option<P>,
    pub how: How,
    /// The moves, best first.
    pub tried: Vec<Tried<P>>,
    /// What is expected for the side to move.
    pub value: Value,
    /// The turn that wins at once, where that is known without a search.
    pub turn: Vec<P>,
    /// The moves that were left out as they lose or are no better than others, with the chance that
    /// the net gave them.
    pub left_out: Vec<(P, f32)>,
}

/// What a ply was found by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A first stone that may be taken over.
    First,
    /// A setup that is known.
    SetUp,
    /// A swap, or not, by a table.
    Swap,
    /// What it sees at first.
    Glance,
    /// The search.
    Search,
    /// A proof.
    Proof,
}

impl<P: Clone> Found<P> {
    /// Nothing was thought of: some legal ply.
    pub fn nothing<G: Game<Ply = P>>(position: &G) -> Found<P> {
        Found {
            ply: position.legal_plies().first().cloned(),
            how: How::Glance,
            tried: Vec::new(),
            value: search::known(position).unwrap_or(Value::NOTHING),
            turn: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// A turn that wins.
    pub fn winning(turn: Vec<P>) -> Found<P> {
        let known = Some(Verdict::Win);
        let won = |ply: &P| Tried { ply: ply.clone(), prior: 1.0, visits: 0, value: 1.0, known };
        Found {
            ply: turn.first().cloned(),
            how: How::Proof,
            tried: turn.first().map(won).into_iter().collect(),
            value: proved(Verdict::Win),
            turn,
            left_out: Vec::new(),
        }
    }

    /// What a search has found until now.
    pub fn searched<G: Game<Ply = P>>(graph: &Graph<G>, left_out: Vec<(P, f32)>) -> Found<P> {
        let tried = graph.tried();
        let value = graph.known().map_or_else(|| guess(graph.value().1), proved);
        let ply = tried.first().map(|best| best.ply.clone());
        Found { ply, how: How::Search, tried, value, turn: Vec::new(), left_out }
    }

    /// What it sees at first, or one of the moves that look not much worse.
    pub fn at_a_glance(look: Look<P>, manner: &Manner, rng: &mut Xoshiro256PlusPlus) -> Found<P> {
        let Look { value, mut plies, wins } = look;
        if let Some(place) = wins {
            // Nobody overlooks that it has won.
            plies[place].1 += SURE;
        }
        plies.sort_by(|a, b| b.1.total_cmp(&a.1));
        let logarithms: Vec<f32> = plies.iter().map(|(_, logarithm)| *logarithm).collect();
        let priors = chances(&logarithms, 1.0);
        let tried = plies.into_iter().zip(priors).map(|((ply, _), prior)| Tried {
            ply,
            prior,
            visits: 0,
            value,
            known: None,
        });
        let mut tried: Vec<Tried<P>> = tried.collect();
        if manner.temperature > 0.0 {
            let view = manner.view.min(tried.len());
            let mut left = rng.random::<f32>();
            let picked =
                chances(&logarithms[..view], manner.temperature as f32).iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
            if let Some(before) = tried.get_mut(..=picked.unwrap_or(0)) {
                before.rotate_right(1);
            }
        }
        Found {
            ply: tried.first().map(|best| best.ply.clone()),
            how: How::Glance,
            value: guess(value),
            tried,
            turn: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

impl<P> Found<P> {
    /// Whether nothing is left to be hoped for.
    pub fn is_hopeless(&self) -> bool {
        match self.value {
            Value::Proved { result, .. } => result == Verdict::Loss,
            value => value.result() < f64::from(HOPELESS),
        }
    }
}

/// A position that seems as bad as this is given up, if that is wanted.
const HOPELESS: f32 = -0.97;
/// What is added to the logarithm of a ply that wins at once.
const SURE: f32 = 30.0;

/// A result that is expected.
pub fn guess(result: f32) -> Value {
    Value::Guess { result: f64::from(result), score: None, unit: Unit::Fitted }
}

/// A result that is proved.
pub fn proved(result: Verdict) -> Value {
    Value::Proved { result, plies: None }
}

/// What a move is worth to the side that plays it.
pub fn value_of<P>(tried: &Tried<P>) -> Value {
    tried.known.map_or_else(|| guess(tried.value), proved)
}

/// Chances out of logarithms, together 1. The higher the temperature, the more alike they become.
pub fn chances(logarithms: &[f32], temperature: f32) -> Vec<f32> {
    let most = logarithms.iter().copied().fold(f32::MIN, f32::max);
    let chances = logarithms.iter().map(|each| ((each - most) / temperature).exp());
    let mut chances: Vec<f32> = chances.collect();
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

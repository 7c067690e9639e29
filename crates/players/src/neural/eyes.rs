//! What a net is shown of a game, and which of its numbers speak for a ply.

use std::sync::Arc;

use ludoteca_games::{Game, find};
use ludoteca_nets::{Evaluator, Model, Net, Planes, Shape};

use super::graph::{Finding, Look, Looks};
use crate::{Played, PlayerError};

/// The numbers of the policy whose sum speaks for a ply: none for one that touches no cell.
pub type Places = [Option<usize>; 2];

/// How a net is shown positions of a game: the one thing about a game that a net has to agree with.
pub trait Eyes<G: Game>: Send + Sync {
    /// What the record of a net that sees so begins with: the game's name, and where what is seen
    /// depends on more than that, something that tells it apart.
    fn name(&self) -> String {
        G::NAME.to_owned()
    }

    /// How many planes it is shown.
    fn planes(&self) -> usize;

    /// How many numbers it has for each cell.
    fn plies(&self) -> usize {
        1
    }

    /// What it is shown of a position whose game goes on.
    fn show(&self, position: &G) -> Planes;

    /// Where the policy speaks for a legal ply.
    fn places(&self, position: &G, ply: &G::Ply) -> Places;

    /// A number that is equal for positions that are one to a search.
    fn key(&self, position: &G) -> u64 {
        position.future_key()
    }

    /// The place of a ply that wins at once among all legal ones.
    fn wins_at_once(&self, position: &G, plies: &[G::Ply]) -> Option<usize> {
        let side = position.side();
        plies.iter().position(|ply| {
            let mut next = position.clone();
            next.play_unchecked(ply);
            next.outcome().is_some_and(|outcome| outcome.winner == Some(side))
        })
    }

    /// The plies with which the side to move wins before the other one moves again, where somebody
    /// knows that sooner than a net has looked.
    fn winning_turn(&self, _: &G) -> Option<Vec<G::Ply>> {
        None
    }

    /// What is certain of a position that a search comes back to.
    fn examine(&self, _: &G) -> Option<Finding<G::Ply>> {
        None
    }

    /// The ply to begin with where a game begins with a setup that is no matter for a search; `variant`
    /// chooses one.
    fn set_up(&self, _position: &G, _variant: u64) -> Option<G::Ply> {
        None
    }
}

/// Whether a net is one for these eyes: of that shape, and by its record for what they see.
pub fn fits<G: Game>(model: &Model, eyes: &dyn Eyes<G>) -> bool {
    let name = eyes.name();
    let says = made_for(&model.record) == name || (name == G::NAME && is_of::<G>(model));
    has_shape(model, eyes) && says
}

/// Whether a net has the shape for these eyes.
pub fn has_shape<G: Game>(model: &Model, eyes: &dyn Eyes<G>) -> bool {
    let Shape { planes, plies, .. } = model.shape();
    planes == eyes.planes() && plies == eyes.plies()
}

/// Whether a net is one of this game, as far as its record names any.
pub fn is_of<G: Game>(model: &Model) -> bool {
    let made_for = made_for(&model.record);
    let game = made_for.split('/').next().unwrap_or_default();
    // Who wrote a record in words of its own need not have named the game.
    game == G::NAME || find(game).is_err()
}

/// What the record of a net says it was made for, `hex` of `hex:11 6x64, …`.
fn made_for(record: &str) -> String {
    let ends = |c: char| c == ':' || c == ',' || c.is_whitespace();
    record.split(ends).next().unwrap_or_default().to_lowercase()
}

/// A net that looks at positions of any game.
pub struct Onlooker<G: Game> {
    pub eyes: Arc<dyn Eyes<G>>,
    evaluator: Evaluator,
}

impl<G: Played> Onlooker<G> {
    pub fn new(eyes: Arc<dyn Eyes<G>>, net: &Net) -> Onlooker<G> {
        Onlooker { eyes, evaluator: Evaluator::new(net.clone()) }
    }
}

impl<G: Game> Looks<G> for Onlooker<G> {
    fn look(&mut self, position: &G) -> Look<G::Ply> {
        let seen = self.evaluator.evaluate(&self.eyes.show(position));
        let number = |place: Option<usize>| place.and_then(|place| seen.policy.get(place));
        let logarithm = |ply: &G::Ply| {
            self.eyes.places(position, ply).into_iter().filter_map(number).sum::<f32>()
        };
        let plies = position.legal_plies();
        let wins = self.eyes.wins_at_once(position, &plies);
        let plies = plies.into_iter().map(|ply| (logarithm(&ply), ply));
        Look { value: expected(seen.value), plies: plies.map(|(n, ply)| (ply, n)).collect(), wins }
    }

    fn key(&self, position: &G) -> u64 {
        self.eyes.key(position)
    }

    fn wins(&self, position: &G) -> bool {
        self.eyes.winning_turn(position).is_some()
    }
}

/// The result from -1 to 1 of the logarithm of the odds.
pub fn expected(odds: f32) -> f32 {
    (0.5 * odds).tanh()
}

/// A net that comes with the program, for a game without a player of its own.
#[derive(Clone, Copy)]
pub struct BuiltInNet {
    pub name: &'static str,
    pub file: &'static [u8],
}

impl BuiltInNet {
    pub fn named(&self) -> Result<Named, PlayerError> {
        let file = || self.name.to_owned();
        let model = Model::read(self.file).map_err(|why| PlayerError::Net { file: file(), why })?;
        Ok(Named { name: file(), model: Arc::new(model) })
    }
}

/// A net that plays: one of the program, or one out of a file by its name.
#[derive(Clone)]
pub struct Named {
    pub name: String,
    pub model: Arc<Model>,
}

impl PartialEq for Named {
    fn eq(&self, other: &Named) -> bool {
        self.name == other.name && self.model == other.model
    }
}

impl std::fmt::Debug for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

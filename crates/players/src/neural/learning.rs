//! What a net learns of a game that is played with it: who is asked to play, and what a game teaches.

use std::sync::Arc;

use ludoteca_games::{Game, Position, Side};
use ludoteca_nets::{Model, Shape, learn::Example};
use serde::{Deserialize, Serialize};

use super::{
    eyes::{Eyes, Named, fits},
    general::{General, Wild},
    settings::{Manner, Settings},
};
use crate::{
    AnyPlayer, Erased, PlayerError, Thought,
    played::Played,
    thought::{PlyValue, Value, Verdict},
};

/// The share of what the search expects in what a position is said to be worth; the rest is how the
/// game ended.
const EXPECTED: f32 = 0.5;

/// A game as somebody who learns it sees it, with its type erased.
pub trait Course: Send + Sync {
    /// What the record of a net that plays it begins with.
    fn name(&self) -> String;

    /// The shape of a net of so many blocks of so many channels.
    fn shape(&self, blocks: usize, channels: usize) -> Shape;

    /// Whether a net is one for this game.
    fn fits(&self, model: &Model) -> bool;

    /// A player with a net. One that is wild tries what it thinks little of, too.
    fn player(&self, model: &Arc<Model>, looks: u64, wild: bool, seed: u64) -> Box<dyn AnyPlayer>;

    /// What a thought found out about a position; nothing if it is of no use.
    fn finding(&self, position: &dyn Position, thought: &Thought) -> Option<Finding>;

    /// What that teaches; nothing if it cannot have been found there.
    fn lesson(&self, position: &dyn Position, finding: &Finding) -> Option<Lesson>;

    /// What a ply teaches that somebody played in a position; nothing if it is of no use.
    fn lesson_of_ply(&self, position: &dyn Position, ply: &str) -> Option<Lesson>;
}

/// What a search found out about a position, in so few words that other machines can tell it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// How likely plies should be, by their numbers among the legal ones; others are not.
    chances: Vec<(u32, f32)>,
    /// The result that it expects for the side to move, from -1 to 1.
    expected: f32,
    /// Whether that is proved.
    proved: bool,
}

/// What a position teaches once it is known how its game ended.
pub struct Lesson {
    side: Side,
    /// What its search expected, if there was one, and whether that is proved.
    value: Option<(f32, bool)>,
    /// The position with its images.
    images: Vec<Example>,
}

impl Lesson {
    /// The examples for a game that somebody has won, or nobody.
    pub fn examples(self, winner: Option<Side>) -> impl Iterator<Item = Example> {
        let result = match winner {
            None => 0.0,
            Some(winner) if winner == self.side => 1.0,
            Some(_) => -1.0,
        };
        let value = match self.value {
            Some((expected, true)) => expected,
            Some((expected, false)) => EXPECTED * expected + (1.0 - EXPECTED) * result,
            None => result,
        };
        self.images.into_iter().map(move |mut image| {
            image.value = value;
            image
        })
    }
}

struct Of<G: Played> {
    eyes: Box<dyn Eyes<G>>,
    /// Plies at the beginning that are played by chance.
    loose: usize,
}

/// The course in the game that begins with a position.
pub fn course(position: &dyn Position) -> Result<Box<dyn Course>, PlayerError> {
    struct Begin<'a>(&'a dyn Position);
    impl crate::registry::Visitor for Begin<'_> {
        type Out = Result<Box<dyn Course>, PlayerError>;
        fn visit<G: Played>(self) -> Self::Out {
            let position: Option<&G> = self.0.as_any().downcast_ref();
            let eyes = position.and_then(|position| G::eyes(position));
            let eyes = eyes.ok_or(PlayerError::NoBoard { game: G::NAME })?;
            // A short game is soon decided, and in a long one there is much to see.
            let cells = position.map_or(0, |position| position.geometry().cells.len());
            Ok(Box::new(Of { eyes, loose: (cells / 4).clamp(2, 12) }))
        }
    }
    crate::registry::visit(position.game(), Begin(position))?
}

impl<G: Played> Course for Of<G> {
    fn name(&self) -> String {
        self.eyes.name()
    }

    fn shape(&self, blocks: usize, channels: usize) -> Shape {
        let (planes, plies) = (self.eyes.planes(), self.eyes.plies());
        Shape { planes, channels, blocks, policy: 16, value: 16, hidden: 32, plies }
    }

    fn fits(&self, model: &Model) -> bool {
        fits(model, self.eyes.as_ref())
    }

    fn player(&self, model: &Arc<Model>, looks: u64, wild: bool, seed: u64) -> Box<dyn AnyPlayer> {
        let looks = Some(looks);
        let manner =
            Manner { looks, temperature: 0.0, view: 1, explore: 1.25, resigns: false, threads: 1 };
        let net = Named { name: self.name(), model: Arc::clone(model) };
        let player = General::<G>::new(Settings { net, manner }, seed);
        Erased::boxed(match wild {
            true => player.wild(Wild { noise: 0.25, plies: self.loose }),
            false => player,
        })
    }

    fn finding(&self, position: &dyn Position, thought: &Thought) -> Option<Finding> {
        let position: &G = position.as_any().downcast_ref()?;
        let chances = chances(position, &position.legal_plies(), &thought.candidates)?;
        let chances = (0..).zip(chances).filter(|(_, chance)| *chance > 0.0);
        Some(Finding {
            chances: chances.collect(),
            expected: thought.value.result() as f32,
            proved: matches!(thought.value, Value::Proved { .. }),
        })
    }

    fn lesson(&self, position: &dyn Position, finding: &Finding) -> Option<Lesson> {
        let position: &G = position.as_any().downcast_ref()?;
        let plies = position.legal_plies();
        let mut chances = vec![0.0; plies.len()];
        for (at, chance) in &finding.chances {
            let possible = (0.0..=1.0).contains(chance);
            *chances.get_mut(*at as usize).filter(|_| possible)? = *chance;
        }
        let expected = Some(finding.expected).filter(|value| value.is_finite())?.clamp(-1.0, 1.0);
        Some(self.teaches(position, &plies, &chances, Some((expected, finding.proved))))
    }

    fn lesson_of_ply(&self, position: &dyn Position, ply: &str) -> Option<Lesson> {
        let position: &G = position.as_any().downcast_ref()?;
        let plies = position.legal_plies();
        let played = position.read_ply(ply).ok()?;
        let chance = |ply: &G::Ply| f32::from(u8::from(*ply == played));
        let chances: Vec<f32> = plies.iter().map(chance).collect();
        let known = plies.contains(&played);
        known.then(|| self.teaches(position, &plies, &chances, None))
    }
}

impl<G: Played> Of<G> {
    /// That these plies should be so likely in a position, and in each of its images.
    fn teaches(
        &self,
        position: &G,
        plies: &[G::Ply],
        chances: &[f32],
        value: Option<(f32, bool)>,
    ) -> Lesson {
        let image = |symmetry| {
            let image = position.image(symmetry);
            let at = |ply: &G::Ply| self.eyes.places(&image, &position.ply_image(symmetry, ply));
            let plies = plies.iter().map(at).zip(chances.iter().copied());
            Example::new(self.eyes.show(&image), plies, 0.0)
        };
        let images = (0..position.symmetries()).map(image).collect();
        Lesson { side: position.side(), value, images }
    }
}

/// How often each ply was tried, as a share: none that is known to lose as long as there is another,
/// and one that wins alone.
fn chances<G: Game>(
    position: &G,
    plies: &[G::Ply],
    candidates: &[PlyValue<String>],
) -> Option<Vec<f32>> {
    let is = |each: &PlyValue<String>, verdict: Verdict| matches!(each.value, Value::Proved { result, .. } if result == verdict);
    let won = candidates.iter().any(|each| is(each, Verdict::Win));
    let lost = candidates.iter().all(|each| is(each, Verdict::Loss));
    let weight = |each: &PlyValue<String>| match each.visits {
        _ if won => f32::from(u8::from(is(each, Verdict::Win))),
        _ if !lost && is(each, Verdict::Loss) => 0.0,
        visits => visits.unwrap_or(0) as f32,
    };
    let mut chances = vec![0.0; plies.len()];
    for each in candidates {
        let ply = position.read_ply(&each.ply).ok()?;
        let place = plies.iter().position(|other| *other == ply)?;
        chances[place] += weight(each);
    }
    let sum: f32 = chances.iter().sum();
    (sum > 0.0).then(|| chances.into_iter().map(|chance| chance / sum).collect())
}

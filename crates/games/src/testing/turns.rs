//! Whole turns as plies, for games in which a side makes several plies in a row.
//!
//! [`Turns`] is a game made of another: its plies are complete turns. Turns that lead to the same
//! position are one ply, the first found. A game whose sides alternate ply by ply is unchanged.

use ludoteca_text::{Text, text};
use rustc_hash::FxHashSet;

use crate::{
    Game, Outcome, Side,
    params::{Key, Values},
    picture::{Geometry, Gesture, Picture},
};

/// A position of `G` at the beginning of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Turns<G: Game>(pub G);

/// The plies of one whole turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TurnPlies<P>(pub Vec<P>);

impl<G: Game> Turns<G> {
    fn explore(at: &G, so_far: &mut Vec<G::Ply>, out: &mut Search<'_, G>) {
        for ply in at.legal_plies() {
            let mut next = at.clone();
            next.play_unchecked(&ply);
            if !out.seen.insert(next.key()) {
                continue;
            }
            so_far.push(ply);
            if next.outcome().is_some() || next.side() != out.side {
                out.turns.push(TurnPlies(so_far.clone()));
            } else {
                Self::explore(&next, so_far, out);
            }
            so_far.pop();
        }
    }
}

struct Search<'a, G: Game> {
    side: Side,
    seen: FxHashSet<u64>,
    turns: &'a mut Vec<TurnPlies<G::Ply>>,
}

impl<G: Game> Game for Turns<G> {
    type Ply = TurnPlies<G::Ply>;
    type Refusal = Text;
    const NAME: &'static str = G::NAME;

    fn options() -> Vec<Key> {
        G::options()
    }

    fn start(options: &Values) -> Result<Self, Text> {
        G::start(options).map(Turns).map_err(Into::into)
    }

    fn beginning(&self) -> Self {
        Turns(self.0.beginning())
    }

    fn side(&self) -> Side {
        self.0.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn plies(&self, out: &mut Vec<Self::Ply>) {
        let mut search = Search { side: self.0.side(), seen: FxHashSet::default(), turns: out };
        Self::explore(&self.0, &mut Vec::new(), &mut search);
    }

    fn check(&self, turn: &Self::Ply) -> Result<(), Text> {
        let mut at = self.0.clone();
        for (i, ply) in turn.0.iter().enumerate() {
            if i > 0 && (at.outcome().is_some() || at.side() != self.0.side()) {
                return Err(text!("turn-too-long"));
            }
            at.play(ply)?;
        }
        if !turn.0.is_empty() && (at.outcome().is_some() || at.side() != self.0.side()) {
            Ok(())
        } else {
            Err(text!("turn-too-short"))
        }
    }

    fn play_unchecked(&mut self, turn: &Self::Ply) {
        turn.0.iter().for_each(|ply| self.0.play_unchecked(ply));
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn future_key(&self) -> u64 {
        self.0.future_key()
    }

    /// The plies, divided by commas.
    fn write_ply(&self, turn: &Self::Ply) -> String {
        let mut at = self.0.clone();
        let mut words = Vec::new();
        for ply in &turn.0 {
            words.push(at.write_ply(ply));
            at.play_unchecked(ply);
        }
        words.join(",")
    }

    fn read_ply(&self, words: &str) -> Result<Self::Ply, Text> {
        let mut at = self.0.clone();
        let mut plies = Vec::new();
        for word in words.split(',') {
            let ply = at.read_ply(word).map_err(Into::into)?;
            at.play(&ply)?;
            plies.push(ply);
        }
        Ok(TurnPlies(plies))
    }

    fn geometry(&self) -> Geometry {
        self.0.geometry()
    }

    fn picture(&self) -> Picture {
        self.0.picture()
    }

    /// A whole turn is made ply by ply; where it can be shown as one thing, it is its last ply.
    fn gesture(&self, turn: &Self::Ply) -> Gesture {
        match turn.0.split_last() {
            Some((last, before)) => {
                let mut at = self.0.clone();
                before.iter().for_each(|ply| at.play_unchecked(ply));
                at.gesture(last)
            }
            None => Gesture::path(Vec::new()),
        }
    }

    fn symmetries(&self) -> usize {
        self.0.symmetries()
    }

    fn image(&self, symmetry: usize) -> Self {
        Turns(self.0.image(symmetry))
    }

    fn ply_image(&self, symmetry: usize, turn: &Self::Ply) -> Self::Ply {
        let mut at = self.0.clone();
        let mut image = Vec::new();
        for ply in &turn.0 {
            image.push(at.ply_image(symmetry, ply));
            at.play_unchecked(ply);
        }
        TurnPlies(image)
    }
}

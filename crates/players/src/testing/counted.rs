//! A game that counts what is played of it: a player may call as few positions its own as it likes,
//! but it cannot look at one without playing its way there.

use std::cell::Cell;

use ludoteca_games::{
    Connect4, Game, Line, Outcome, Side, Unread,
    params::{Key, Values},
    picture::{Geometry, Gesture, Picture},
};

use crate::{AnyPlayer, Played, PlayerError, Spec, Supply, registry::general};

/// A position of Connect Four, on which every ply that is played is counted.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted(Connect4);

thread_local! {
    static PLAYED: Cell<u64> = const { Cell::new(0) };
}

impl Counted {
    /// The beginning.
    pub fn begin() -> Counted {
        Counted(Connect4::default())
    }

    /// How many plies this thread has played on all such positions.
    pub fn played() -> u64 {
        PLAYED.get()
    }

    /// The players of any game that can play this one with no more than their names, which these are.
    pub fn players() -> Vec<&'static str> {
        let kinds = general::<Counted>();
        kinds.iter().filter(|kind| kind.needs.is_none()).map(|kind| kind.name).collect()
    }

    /// One of them, as a player text describes it.
    ///
    /// # Errors
    /// When the text describes none.
    pub fn player(words: &str, supply: &Supply<'_>) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        let spec = Spec::read(words)?;
        let kinds = general::<Counted>();
        let names = || kinds.iter().map(|kind| kind.name).collect();
        let kind = kinds.iter().find(|kind| kind.name == spec.name).ok_or_else(|| {
            PlayerError::Unknown { name: spec.name.clone(), game: Self::NAME, names: names() }
        })?;
        kind.machine(words, supply)
    }
}

impl Played for Counted {}

impl Game for Counted {
    type Ply = <Connect4 as Game>::Ply;
    type Refusal = <Connect4 as Game>::Refusal;
    const NAME: &'static str = "counted";

    fn options() -> Vec<Key> {
        Connect4::options()
    }

    fn start(options: &Values) -> Result<Counted, Self::Refusal> {
        Connect4::start(options).map(Counted)
    }

    fn side(&self) -> Side {
        self.0.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn plies(&self, out: &mut Vec<Self::Ply>) {
        self.0.plies(out);
    }

    fn check(&self, ply: &Self::Ply) -> Result<(), Self::Refusal> {
        self.0.check(ply)
    }

    fn play_unchecked(&mut self, ply: &Self::Ply) {
        PLAYED.set(PLAYED.get() + 1);
        self.0.play_unchecked(ply);
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn write_ply(&self, ply: &Self::Ply) -> String {
        self.0.write_ply(ply)
    }

    fn read_ply(&self, words: &str) -> Result<Self::Ply, Self::Refusal> {
        self.0.read_ply(words)
    }

    fn read_position(&self, words: &str) -> Result<Line<Counted>, Unread<Counted>> {
        Line::replay(self.clone(), words, words.split_whitespace())
    }

    fn geometry(&self) -> Geometry {
        self.0.geometry()
    }

    fn picture(&self) -> Picture {
        self.0.picture()
    }

    fn gesture(&self, ply: &Self::Ply) -> Gesture {
        self.0.gesture(ply)
    }
}

//! The list of all games.

use ludoteca_text::{Text, errors, text};

use crate::{
    Game, Position,
    params::{Key, Values},
};

/// A game that can be chosen by name.
#[derive(Clone, Copy)]
pub struct GameKind {
    /// Its name on the command line and in files; `game-NAME` is the message with its title.
    pub name: &'static str,
    options: fn() -> Vec<Key>,
    start: fn(&Values) -> Result<Box<dyn Position>, Text>,
    sample: fn() -> Option<Box<dyn Position>>,
}

errors! {
    /// Why there is no such game, or not here.
    pub enum WrongGame {
        /// No game has that name.
        Unknown(name: String) => {
            let all: Vec<&str> = crate::GAMES.iter().map(|kind| kind.name).collect();
            text!("game-unknown", name = name, list = all.join(", "))
        },
        /// A position is one of another game.
        Other { player: &'static str, position: &'static str } => {
            text!("other-game", player = player, position = position)
        },
    }
}

/// Code that is generic over games, to be run for a game known only by its name.
pub trait GameVisitor {
    /// What comes out.
    type Out;
    /// Runs for the game.
    fn visit<G: Game>(self) -> Self::Out;
}

impl GameKind {
    /// The description of a game type.
    pub const fn of<G: Game>() -> GameKind {
        GameKind {
            name: G::NAME,
            options: G::options,
            start: |values| Ok(Box::new(G::start(values).map_err(Into::into)?)),
            sample: || Some(Box::new(G::sample()?)),
        }
    }

    /// What can be chosen before a game begins.
    pub fn options(&self) -> Vec<Key> {
        (self.options)()
    }

    /// A position that shows what the game is about, where it names one.
    pub fn sample(&self) -> Option<Box<dyn Position>> {
        (self.sample)()
    }

    /// The beginning of a game with these options, each a name and a value as text.
    pub fn begin<'a>(
        &self,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Box<dyn Position>, Text> {
        (self.start)(&Values::read(self.name, &self.options(), options)?)
    }
}

/// The game of that name, or an error that lists all names.
pub fn find(name: &str) -> Result<GameKind, WrongGame> {
    let kind = crate::GAMES.iter().find(|kind| kind.name == name).copied();
    kind.ok_or_else(|| WrongGame::Unknown(name.to_owned()))
}

/// Runs `visitor` for the game of that name.
pub fn visit<V: GameVisitor>(name: &str, visitor: V) -> Result<V::Out, WrongGame> {
    let kind = find(name)?;
    Ok(crate::visit_known(kind.name, visitor).expect("a found game is registered"))
}

/// Registers games: the list that is shown and the way from a name to a type.
macro_rules! games {
    ($($(#[$there:meta])* $game:ty),* $(,)?) => {
        /// Every game, in the order in which they are shown.
        pub const GAMES: &[GameKind] = &[$($(#[$there])* GameKind::of::<$game>()),*];

        fn visit_known<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Out> {
            $($(#[$there])*
            if name == <$game as Game>::NAME {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}
pub(crate) use games;

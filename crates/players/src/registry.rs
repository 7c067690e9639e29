//! All players of all games, by name: what the command line, the page, match files and the API
//! choose from.
//!
//! A player that plays any game is one line in [`general`]; a player, an evaluation or a protocol of
//! one game is one line where that game is [`Played`]. This module imports all players, and no
//! player imports it.

use ludoteca_games::{
    Game, WrongGame,
    params::{Key, Values},
};
use serde::Serialize;

#[cfg(feature = "arimaa")]
use crate::arimaa;
#[cfg(feature = "hex")]
use crate::hex;
#[cfg(feature = "nets")]
use crate::neural;
use crate::{
    AnyPlayer, Level, Played, PlayerError, PlayerKind, PlayerSettings, Spec, Supply, alphabeta,
    ants, depths,
    engine::{self, Wishes},
    evaluations::{self, EvaluationKind},
    mcts, minimax, random,
};
#[cfg(feature = "connect4")]
use crate::{connect4, rules};

/// The players of any game, the strongest last.
pub(crate) fn general<G: Played>() -> Vec<PlayerKind<G>> {
    let mut kinds =
        vec![random::kind(), ants::kind(), minimax::kind(), alphabeta::kind(), mcts::kind()];
    if G::TOO_SHARP_FOR_CHANCE {
        kinds.swap(3, 4);
    }
    kinds
}

#[cfg(feature = "hex")]
impl Played for ludoteca_games::Hex {
    fn programs() -> Vec<PlayerKind<Self>> {
        vec![engine::kind(Wishes { key: "send", help: "key-send" })]
    }

    fn specialists() -> Vec<PlayerKind<Self>> {
        Vec::from([
            hex::distance(),
            hex::dijkstra(),
            hex::minimax(),
            hex::alphabeta(),
            hex::hexodus_kind(),
            #[cfg(feature = "nets")]
            neural::hex(),
        ])
    }

    #[cfg(feature = "nets")]
    fn eyes(_: &Self) -> Option<Box<dyn neural::Eyes<Self>>> {
        Some(Box::new(neural::HexEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Self>> {
        vec![hex::path_evaluation()]
    }
}

#[cfg(feature = "arimaa")]
impl Played for ludoteca_games::Arimaa {
    fn programs() -> Vec<PlayerKind<Self>> {
        vec![engine::kind(Wishes { key: "option", help: "key-option" })]
    }

    fn specialists() -> Vec<PlayerKind<Self>> {
        vec![
            arimaa::ants(),
            arimaa::minimax(),
            arimaa::alphabeta(),
            #[cfg(feature = "nets")]
            neural::general(),
            arimaa::strong::kind(),
        ]
    }

    #[cfg(feature = "nets")]
    fn nets() -> Vec<neural::BuiltInNet> {
        vec![neural::ARIMAA]
    }

    #[cfg(feature = "nets")]
    fn neural_levels() -> &'static [neural::levels::Step] {
        neural::levels::ARIMAA
    }

    #[cfg(feature = "nets")]
    fn eyes(_: &Self) -> Option<Box<dyn neural::Eyes<Self>>> {
        Some(Box::new(neural::ArimaaEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Self>> {
        vec![arimaa::seed_evaluation()]
    }
}

#[cfg(feature = "connect4")]
impl Played for ludoteca_games::Connect4 {
    const EXACT: Option<&'static str> = Some("perfect");

    fn specialists() -> Vec<PlayerKind<Self>> {
        Vec::from([
            rules::kind(),
            rules::minimax(),
            rules::alphabeta(),
            #[cfg(feature = "nets")]
            neural::general(),
            connect4::kind(),
        ])
    }

    #[cfg(feature = "nets")]
    fn nets() -> Vec<neural::BuiltInNet> {
        vec![neural::CONNECT4]
    }

    #[cfg(feature = "nets")]
    fn neural_levels() -> &'static [neural::levels::Step] {
        neural::levels::CONNECT4
    }

    #[cfg(feature = "nets")]
    fn eyes(_: &Self) -> Option<Box<dyn neural::Eyes<Self>>> {
        Some(Box::new(neural::Connect4Eyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Self>> {
        vec![evaluations::connect4_lines()]
    }
}

#[cfg(feature = "checkers")]
impl Played for ludoteca_games::Checkers {
    const TOO_SHARP_FOR_CHANCE: bool = true;

    fn specialists() -> Vec<PlayerKind<Self>> {
        vec![depths::checkers_alphabeta()]
    }

    fn evaluations() -> Vec<EvaluationKind<Self>> {
        vec![evaluations::pieces()]
    }
}

#[cfg(feature = "breakthrough")]
impl Played for ludoteca_games::Breakthrough {
    const TOO_SHARP_FOR_CHANCE: bool = true;

    fn specialists() -> Vec<PlayerKind<Self>> {
        Vec::from([
            depths::breakthrough_minimax(),
            depths::breakthrough_alphabeta(),
            #[cfg(feature = "nets")]
            neural::general(),
        ])
    }

    #[cfg(feature = "nets")]
    fn nets() -> Vec<neural::BuiltInNet> {
        vec![neural::BREAKTHROUGH]
    }

    #[cfg(feature = "nets")]
    fn neural_levels() -> &'static [neural::levels::Step] {
        neural::levels::BREAKTHROUGH
    }

    #[cfg(feature = "nets")]
    fn eyes(_: &Self) -> Option<Box<dyn neural::Eyes<Self>>> {
        Some(Box::new(neural::BreakthroughEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Self>> {
        vec![evaluations::race()]
    }
}

#[cfg(feature = "tictactoe")]
impl Played for ludoteca_games::TicTacToe {
    const EXACT: Option<&'static str> = Some("alphabeta");

    #[cfg(feature = "nets")]
    fn eyes(_: &Self) -> Option<Box<dyn neural::Eyes<Self>>> {
        Some(Box::new(neural::TicTacToeEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Self>> {
        vec![evaluations::tictactoe_lines()]
    }
}

#[cfg(feature = "gdl")]
impl Played for ludoteca_games::Gdl {}

/// The way from a game's name to its players.
macro_rules! played {
    ($($(#[$there:meta])* $game:ty),* $(,)?) => {
        pub(crate) fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Out, WrongGame> {
            $($(#[$there])*
            if game == <$game as Game>::NAME {
                return Ok(visitor.visit::<$game>());
            })*
            Err(WrongGame::Unknown(game.to_owned()))
        }
    };
}

ludoteca_games::with_games!(played);

/// Code that is generic over games with their players.
pub(crate) trait Visitor {
    type Out;
    fn visit<G: Played>(self) -> Self::Out;
}

/// What can be said about a player to somebody who chooses one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PlayerKind))]
pub struct PlayerInfo {
    /// Its name.
    pub name: &'static str,
    /// The name of the message that says in one sentence what it does.
    pub help: String,
    /// Whether it is a person.
    pub human: bool,
    /// Its keys.
    pub keys: Vec<Key>,
    /// Its strengths, weakest first.
    pub levels: Vec<Level>,
    /// The keys with which the story of its thought is short enough to be followed; none if it tells
    /// no story.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub tells: Option<&'static str>,
    /// The key without which it does not play.
    #[serde(skip)]
    #[cfg_attr(feature = "schema", schema(ignore))]
    pub needs: Option<&'static str>,
}

/// Who is to sit at one side of the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Seat {
    /// A person.
    Human,
    /// A player of ours.
    Machine(PlayerSettings),
}

/// The name of the player that is a person.
pub const HUMAN: &str = "human";

/// Every player of a game: first those whose strength nobody knows, as programs and nets out of files,
/// and then from the weakest to the strongest.
#[cfg(not(test))]
fn kinds<G: Played>() -> Vec<PlayerKind<G>> {
    #[cfg(feature = "nets")]
    const NEURAL: &str = "neural";
    let specialists = G::specialists();
    let mut kinds = G::programs();
    #[cfg(feature = "nets")]
    if specialists.iter().all(|kind| kind.name != NEURAL) {
        kinds.push(neural::general());
    }
    kinds.extend(general());
    for specialist in specialists {
        match kinds.iter_mut().find(|kind| kind.name == specialist.name) {
            Some(kind) => *kind = specialist,
            None => kinds.push(specialist),
        }
    }
    kinds
}

/// Nobody: who tests a player by its name does so in `tests/`, and here every player would be compiled
/// for every game once more.
#[cfg(test)]
fn kinds<G: Played>() -> Vec<PlayerKind<G>> {
    Vec::new()
}

/// Every player of a game, a person first.
pub fn players(game: &str) -> Result<Vec<PlayerInfo>, WrongGame> {
    struct List;
    impl Visitor for List {
        type Out = Vec<PlayerInfo>;
        fn visit<G: Played>(self) -> Self::Out {
            let info = |name: &'static str, keys, levels| PlayerInfo {
                name,
                help: format!("player-{name}"),
                human: name == HUMAN,
                keys,
                levels,
                tells: None,
                needs: None,
            };
            let machines = kinds::<G>().into_iter().map(|kind| PlayerInfo {
                tells: kind.tells,
                needs: kind.needs,
                ..info(kind.name, kind.keys(), kind.levels)
            });
            std::iter::once(info(HUMAN, Vec::new(), Vec::new())).chain(machines).collect()
        }
    }
    visit(game, List)
}

/// Who is asked for a hint in a game: the strongest player, thinking as well as it can. The weak
/// opponent somebody chose to play against would give weak advice.
pub fn adviser(game: &str) -> &'static str {
    struct Strongest;
    impl Visitor for Strongest {
        type Out = Option<&'static str>;
        fn visit<G: Played>(self) -> Self::Out {
            kinds::<G>().last().map(|kind| kind.name)
        }
    }
    visit(game, Strongest).ok().flatten().unwrap_or(HUMAN)
}

/// The player of a game that proves what it says of almost any position, if there is one.
pub fn exact(game: &str) -> Option<&'static str> {
    struct Exact;
    impl Visitor for Exact {
        type Out = Option<&'static str>;
        fn visit<G: Played>(self) -> Self::Out {
            G::EXACT
        }
    }
    visit(game, Exact).ok().flatten()
}

/// The text of the player that reviews whole games: the one that proves what it says, or else the
/// strongest, thinking as well as it can.
pub fn reviewer(game: &str) -> String {
    at_its_best(game, exact(game).unwrap_or_else(|| adviser(game)))
}

/// The text of a player that is asked for advice: of one that is named without keys, with those that
/// make it as strong as it is. An opponent may be gentle, advice should not.
pub fn at_its_best(game: &str, words: &str) -> String {
    struct Best<'a>(&'a str);
    impl Visitor for Best<'_> {
        type Out = &'static str;
        fn visit<G: Played>(self) -> Self::Out {
            let kinds = kinds::<G>().into_iter();
            kinds.filter(|kind| kind.name == self.0).map(|kind| kind.best).next().unwrap_or("")
        }
    }
    match visit(game, Best(words)) {
        Ok(best) if !best.is_empty() => format!("{words}:{best}"),
        _ => words.to_owned(),
    }
}

/// The text of a player that is asked for the story of its thought: of one that is named without
/// keys, with those that keep it short; one with keys is as it is. None if it tells no story.
pub fn in_slow_motion(game: &str, words: &str) -> Option<String> {
    struct Tells<'a>(&'a str);
    impl Visitor for Tells<'_> {
        type Out = Option<&'static str>;
        fn visit<G: Played>(self) -> Self::Out {
            kinds::<G>().into_iter().find(|kind| kind.name == self.0)?.tells
        }
    }
    let Spec { name, pairs } = Spec::read(words).ok()?;
    let keys = visit(game, Tells(&name)).ok()??;
    let bare = pairs.is_empty() && !keys.is_empty();
    Some(if bare { format!("{name}:{keys}") } else { words.to_owned() })
}

/// Reads the text of whoever is to sit at a game. An error lists what is allowed.
pub fn seat(game: &str, words: &str, supply: &Supply<'_>) -> Result<Seat, PlayerError> {
    struct Read<'a>(&'a Spec, &'a Supply<'a>);
    impl Visitor for Read<'_> {
        type Out = Result<Seat, PlayerError>;
        fn visit<G: Played>(self) -> Self::Out {
            let Read(spec, supply) = self;
            if spec.name == HUMAN {
                let pairs = spec.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
                Values::read(HUMAN, &[], pairs)?;
                return Ok(Seat::Human);
            }
            let kinds = kinds::<G>();
            let Some(kind) = kinds.iter().find(|kind| kind.name == spec.name) else {
                let names = std::iter::once(HUMAN).chain(kinds.iter().map(|kind| kind.name));
                return Err(PlayerError::Unknown {
                    name: spec.name.clone(),
                    game: G::NAME,
                    names: names.collect(),
                });
            };
            kind.read(spec, supply).map(Seat::Machine)
        }
    }
    visit(game, Read(&Spec::read(words)?, supply))?
}

/// Like [`seat`], for where no person can sit.
pub fn settings(
    game: &str,
    words: &str,
    supply: &Supply<'_>,
) -> Result<PlayerSettings, PlayerError> {
    match seat(game, words, supply)? {
        Seat::Machine(settings) => Ok(settings),
        Seat::Human => Err(PlayerError::Human),
    }
}

/// Reads a player text and builds the player at once.
pub fn machine(
    game: &str,
    words: &str,
    supply: &Supply<'_>,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    settings(game, words, supply)?.build(supply)
}

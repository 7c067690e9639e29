//! All players of all games, by name: what the command line, the page, match files and the API
//! choose from.
//!
//! A player that plays any game is one line in [`general`]. A player or an evaluation of one game
//! is one line in [`specialists`] or in [`crate::evaluations`]; a
//! specialist with the name of a player of any game plays in its place.

use std::any::Any;

use ludoteca_games::{
    Arimaa, Breakthrough, Checkers, Game, GameVisitor, Hex,
    params::{Key, Kind, Values},
    visit,
};
use ludoteca_text::{Text, text};
use serde::Serialize;

use crate::{
    AnyPlayer, Spec, alphabeta, ants, arimaa, connect4, depths,
    engine::{self, StartEngine},
    hex, mcts, minimax, random, rules,
};

/// A player of `G` that can be chosen by name.
pub struct PlayerKind<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// Its keys.
    pub keys: Vec<Key>,
    /// Its strengths for somebody who does not want to choose keys, weakest first.
    pub levels: Vec<Level>,
    /// Makes one, from its keys and what the outside supplies.
    pub make: Make,
    /// The game it plays.
    pub game: std::marker::PhantomData<fn(G)>,
}

/// Makes a player from its keys and what the outside supplies.
pub type Make = fn(&Values, &Supply<'_>) -> Result<Box<dyn AnyPlayer>, Text>;

/// What players need from outside, as this library itself neither reads files, nor starts programs,
/// nor rolls dice.
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    /// The seed of whoever is given none in its text.
    pub seed: u64,
    /// Reads a file that a player text names.
    pub read_file: &'a (dyn Fn(&str) -> Result<String, Text> + Sync),
    /// Makes a player of another program.
    pub engine: &'a StartEngine,
}

impl Supply<'static> {
    /// A seed alone: where files or programs are named they are refused.
    pub fn seeded(seed: u64) -> Supply<'static> {
        Supply {
            seed,
            read_file: &|name| Err(text!("no-files-here", file = name)),
            engine: &|_| Err(text!("no-engines-here")),
        }
    }
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
}

/// A strength of a player, by the keys that make it so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Level {
    /// The name of the message that names it.
    pub name: &'static str,
    /// The player text after the name: `playouts=200`.
    pub keys: String,
}

/// The names of strengths, weakest first.
const LEVELS: [&str; 5] =
    ["level-beginner", "level-casual", "level-club", "level-expert", "level-master"];

/// Strengths that differ in one key, at most five.
pub(crate) fn levels<const N: usize>(key: &str, values: [u32; N]) -> Vec<Level> {
    let level = |(name, value)| Level { name, keys: format!("{key}={value}") };
    LEVELS.into_iter().zip(values).map(level).collect()
}

/// Who sits at one side of the board.
pub enum Seat {
    /// A person.
    Human,
    /// A player of ours.
    Machine(Box<dyn AnyPlayer>),
}

/// The name of the player that is a person.
pub const HUMAN: &str = "human";

/// Other programs that play, for each game whose protocol is spoken. How strong they are nobody
/// knows.
fn programs() -> Vec<Box<dyn Any>> {
    vec![Box::new(engine::kind::<Hex>()), Box::new(engine::kind::<Arimaa>())]
}

/// The players of any game, the strongest last.
fn general<G: Game>() -> Vec<PlayerKind<G>> {
    let mut kinds =
        vec![random::kind(), ants::kind(), minimax::kind(), alphabeta::kind(), mcts::kind()];
    if TOO_SHARP_FOR_CHANCE.contains(&G::NAME) {
        kinds.swap(3, 4);
    }
    kinds
}

/// The games in which `alphabeta` beats `mcts` in the same time: one wrong move among many loses,
/// and random games do not see it.
const TOO_SHARP_FOR_CHANCE: [&str; 2] = [Checkers::NAME, Breakthrough::NAME];

/// The players of one game alone, each a `PlayerKind` of that game, the strongest last.
fn specialists() -> Vec<Box<dyn Any>> {
    vec![
        Box::new(rules::kind()),
        Box::new(rules::minimax()),
        Box::new(rules::alphabeta()),
        Box::new(connect4::kind()),
        Box::new(depths::checkers_alphabeta()),
        Box::new(depths::breakthrough_minimax()),
        Box::new(depths::breakthrough_alphabeta()),
        Box::new(hex::distance()),
        Box::new(hex::dijkstra()),
        Box::new(hex::minimax()),
        Box::new(hex::alphabeta()),
        Box::new(hex::hexodus_kind()),
        Box::new(arimaa::ants()),
        Box::new(arimaa::minimax()),
        Box::new(arimaa::alphabeta()),
        Box::new(arimaa::strong::kind()),
    ]
}

fn kinds<G: Game>() -> Vec<PlayerKind<G>> {
    let mut kinds: Vec<PlayerKind<G>> = of_game(programs()).chain(general()).collect();
    for specialist in of_game::<PlayerKind<G>>(specialists()) {
        match kinds.iter_mut().find(|kind| kind.name == specialist.name) {
            Some(kind) => *kind = specialist,
            None => kinds.push(specialist),
        }
    }
    kinds
}

/// Those of a mixed list that are of type `T`.
pub(crate) fn of_game<T: 'static>(all: Vec<Box<dyn Any>>) -> impl Iterator<Item = T> {
    all.into_iter().filter_map(|any| any.downcast().ok()).map(|boxed| *boxed)
}

/// The key that every player has whose choices are partly left to chance.
pub(crate) fn seed_key() -> Key {
    Key::new("seed", Kind::Int(0, i64::MAX), "key-seed")
}

/// The seed somebody gave in the player text, or the one from outside.
pub(crate) fn seed_of(values: &Values, supply: &Supply<'_>) -> u64 {
    values.int("seed").map_or(supply.seed, |seed| seed as u64)
}

/// Every player of a game, a person first.
pub fn players(game: &str) -> Result<Vec<PlayerInfo>, Text> {
    struct List;
    impl GameVisitor for List {
        type Out = Vec<PlayerInfo>;
        fn visit<G: Game>(self) -> Self::Out {
            let info = |name: &'static str, keys, levels| PlayerInfo {
                name,
                help: format!("player-{name}"),
                human: name == HUMAN,
                keys,
                levels,
            };
            let machines = kinds::<G>().into_iter();
            let machines = machines.map(|kind| info(kind.name, kind.keys, kind.levels));
            std::iter::once(info(HUMAN, Vec::new(), Vec::new())).chain(machines).collect()
        }
    }
    visit(game, List)
}

/// Who is asked for a hint in a game: the strongest player, thinking as well as it can. The weak
/// opponent somebody chose to play against would give weak advice.
pub fn adviser(game: &str) -> &'static str {
    struct Strongest;
    impl GameVisitor for Strongest {
        type Out = Option<&'static str>;
        fn visit<G: Game>(self) -> Self::Out {
            kinds::<G>().last().map(|kind| kind.name)
        }
    }
    visit(game, Strongest).ok().flatten().unwrap_or(HUMAN)
}

/// Seats the player that a text describes at a game. An error lists what is allowed.
pub fn seat(game: &str, words: &str, supply: &Supply<'_>) -> Result<Seat, Text> {
    struct Make<'a>(&'a Spec, &'a Supply<'a>);
    impl GameVisitor for Make<'_> {
        type Out = Result<Seat, Text>;
        fn visit<G: Game>(self) -> Self::Out {
            let Make(spec, supply) = self;
            let pairs = || spec.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()));
            if spec.name == HUMAN {
                return Values::read(HUMAN, &[], pairs()).map(|_| Seat::Human);
            }
            let kinds = kinds::<G>();
            let Some(kind) = kinds.iter().find(|kind| kind.name == spec.name) else {
                let names: Vec<&str> =
                    std::iter::once(HUMAN).chain(kinds.iter().map(|kind| kind.name)).collect();
                return Err(text!(
                    "player-unknown",
                    name = spec.name.as_str(),
                    game = G::NAME,
                    list = names.join(", ")
                ));
            };
            let values = Values::read(kind.name, &kind.keys, pairs())?;
            Ok(Seat::Machine((kind.make)(&values, supply)?))
        }
    }
    visit(game, Make(&Spec::read(words)?, supply))?
}

/// Like [`seat`], for where no person can sit.
pub fn machine(game: &str, words: &str, supply: &Supply<'_>) -> Result<Box<dyn AnyPlayer>, Text> {
    match seat(game, words, supply)? {
        Seat::Machine(player) => Ok(player),
        Seat::Human => Err(text!("human-not-here")),
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{GAMES, Hex};
    use ludoteca_words::Lang;
    use ludoteca_words::languages;

    use super::*;
    use crate::{ENGINE, Random, engine::Program};

    #[test]
    fn every_player_and_every_level_can_be_seated_and_is_explained_in_every_language() {
        for game in GAMES {
            for player in players(game.name).unwrap() {
                if player.name != ENGINE {
                    seat(game.name, player.name, &Supply::seeded(1)).map(|_| ()).unwrap();
                }
                for level in &player.levels {
                    let words = format!("{}:{}", player.name, level.keys);
                    seat(game.name, &words, &Supply::seeded(1)).map(|_| ()).unwrap();
                }
                let keys = player.keys.iter().map(|key| key.help);
                let levels = player.levels.iter().map(|level| level.name);
                for id in keys.chain(levels).chain([player.help.as_str()]) {
                    for language in languages() {
                        assert!(language.knows(id), "{id} in {}", language.code());
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_player_text_is_said_with_what_would_be_right() {
        let refused = |words| {
            Lang::ENGLISH.say(&seat("connect4", words, &Supply::seeded(1)).map(|_| ()).unwrap_err())
        };
        for (words, right) in [
            ("nobody", "human, random, ants, minimax, alphabeta, mcts, rules, perfect"),
            ("mcts:speed=3", "playouts, explore, threads, seed"),
            ("minimax:depth=0", "1 to 99"),
            ("minimax:depth=deep", "1 to 99"),
            ("alphabeta:eval=luck", "lines, none"),
            ("human:name=me", "human"),
            ("random:seed=1,seed=2", "seed"),
            ("rules:level=4", "1 to 3"),
            ("rules:file=mine.txt", "mine.txt"),
        ] {
            assert!(refused(words).contains(right), "{words}: {}", refused(words));
        }
        assert!(seat("chess", "random", &Supply::seeded(1)).is_err());
    }

    #[test]
    fn a_file_of_rules_is_read_from_outside_and_one_with_errors_is_not_used() {
        let seated = |file: &'static str| {
            let read_file = |name: &str| {
                assert_eq!(name, "mine.txt");
                Ok(file.to_owned())
            };
            let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
            machine("connect4", "rules:file=mine.txt", &supply).map(|_| ())
        };
        assert_eq!(seated("#OE HVD 10"), Ok(()));
        assert_eq!(
            Lang::ENGLISH.say(&seated("# H 1\n# H\n##").unwrap_err()),
            "mine.txt has 2 errors, so its rules are not used. The first: Line 2, column 4: found \
             “end of line”, expected H, V or D, or a space and the value. ludoteca rules check \
             lists them all."
        );
    }

    #[test]
    fn another_program_is_asked_of_the_outside_and_never_for_advice() {
        let refused = |words, supply: &Supply<'_>| {
            seat("hex", words, supply).map(|_| ()).unwrap_err().id.into_owned()
        };
        let nobody = Supply::seeded(1);
        assert_eq!(refused("engine", &nobody), "engine-no-command");
        assert_eq!(refused("engine:cmd=\" \"", &nobody), "engine-no-command");
        assert_eq!(refused("engine:cmd=mohex", &nobody), "no-engines-here");
        let start = |program: &Program<'_>| {
            let wait = std::time::Duration::from_millis(500);
            assert_eq!(*program, Program { game: "hex", command: "mohex --quiet", wait });
            Ok(crate::Erased::<Hex, _>::boxed(Random::new(1)))
        };
        let supply = Supply { engine: &start, ..nobody };
        assert!(seat("hex", "engine:cmd=\"mohex --quiet\",wait=0.5", &supply).is_ok());
        assert_eq!(seat("connect4", "engine:cmd=x", &supply).err().unwrap().id, "player-unknown");
        assert!(GAMES.iter().all(|game| adviser(game.name) != ENGINE));
    }
}

//! All players of all games, by name: what the command line, the page, match files and the API
//! choose from.
//!
//! A player that plays any game is one line in [`general`]; a player, an evaluation or a protocol of
//! one game is one line where that game is [`Played`]. This module imports all players, and no
//! player imports it.

use ludoteca_games::{
    Arimaa, Breakthrough, Checkers, Connect4, Game, Gdl, Hex, TicTacToe, WrongGame,
    params::{Key, Values},
};
use serde::Serialize;

use crate::{
    AnyPlayer, Level, Played, PlayerError, PlayerKind, PlayerSettings, Spec, Supply, alphabeta,
    ants, arimaa, connect4, depths,
    engine::{self, Wishes},
    evaluations::{self, EvaluationKind},
    hex, mcts, minimax, neural, random, rules,
};

/// The players of any game, the strongest last.
pub(crate) fn general<G: Played>() -> Vec<PlayerKind<G>> {
    let mut kinds =
        vec![random::kind(), ants::kind(), minimax::kind(), alphabeta::kind(), mcts::kind()];
    if G::TOO_SHARP_FOR_CHANCE {
        kinds.swap(3, 4);
    }
    kinds
}

impl Played for Hex {
    fn programs() -> Vec<PlayerKind<Hex>> {
        vec![engine::kind(Wishes { key: "send", help: "key-send" })]
    }

    fn specialists() -> Vec<PlayerKind<Hex>> {
        vec![
            hex::distance(),
            hex::dijkstra(),
            hex::minimax(),
            hex::alphabeta(),
            hex::hexodus_kind(),
            neural::hex(),
        ]
    }

    fn eyes(_: &Hex) -> Option<Box<dyn neural::Eyes<Hex>>> {
        Some(Box::new(neural::HexEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Hex>> {
        vec![hex::path_evaluation()]
    }
}

impl Played for Arimaa {
    fn programs() -> Vec<PlayerKind<Arimaa>> {
        vec![engine::kind(Wishes { key: "option", help: "key-option" })]
    }

    fn specialists() -> Vec<PlayerKind<Arimaa>> {
        vec![arimaa::ants(), arimaa::minimax(), arimaa::alphabeta(), arimaa::strong::kind()]
    }

    fn evaluations() -> Vec<EvaluationKind<Arimaa>> {
        vec![arimaa::seed_evaluation()]
    }
}

impl Played for Connect4 {
    const EXACT: Option<&'static str> = Some("perfect");

    fn specialists() -> Vec<PlayerKind<Connect4>> {
        vec![
            rules::kind(),
            rules::minimax(),
            rules::alphabeta(),
            neural::general(),
            connect4::kind(),
        ]
    }

    fn nets() -> Vec<neural::BuiltInNet> {
        vec![neural::CONNECT4]
    }

    fn neural_levels() -> &'static [neural::levels::Step] {
        neural::levels::CONNECT4
    }

    fn eyes(_: &Connect4) -> Option<Box<dyn neural::Eyes<Connect4>>> {
        Some(Box::new(neural::Connect4Eyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Connect4>> {
        vec![evaluations::connect4_lines()]
    }
}

impl Played for Checkers {
    const TOO_SHARP_FOR_CHANCE: bool = true;

    fn specialists() -> Vec<PlayerKind<Checkers>> {
        vec![depths::checkers_alphabeta()]
    }

    fn evaluations() -> Vec<EvaluationKind<Checkers>> {
        vec![evaluations::pieces()]
    }
}

impl Played for Breakthrough {
    const TOO_SHARP_FOR_CHANCE: bool = true;

    fn specialists() -> Vec<PlayerKind<Breakthrough>> {
        vec![depths::breakthrough_minimax(), depths::breakthrough_alphabeta(), neural::general()]
    }

    fn nets() -> Vec<neural::BuiltInNet> {
        vec![neural::BREAKTHROUGH]
    }

    fn neural_levels() -> &'static [neural::levels::Step] {
        neural::levels::BREAKTHROUGH
    }

    fn eyes(_: &Breakthrough) -> Option<Box<dyn neural::Eyes<Breakthrough>>> {
        Some(Box::new(neural::BreakthroughEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<Breakthrough>> {
        vec![evaluations::race()]
    }
}

impl Played for TicTacToe {
    const EXACT: Option<&'static str> = Some("alphabeta");

    fn eyes(_: &TicTacToe) -> Option<Box<dyn neural::Eyes<TicTacToe>>> {
        Some(Box::new(neural::TicTacToeEyes))
    }

    fn evaluations() -> Vec<EvaluationKind<TicTacToe>> {
        vec![evaluations::tictactoe_lines()]
    }
}

impl Played for Gdl {}

/// The way from a game's name to its players.
macro_rules! played {
    ($($game:ty),* $(,)?) => {
        pub(crate) fn visit<V: Visitor>(game: &str, visitor: V) -> Result<V::Out, WrongGame> {
            $(if game == <$game as Game>::NAME {
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

/// The name of the player that looks at positions with a net.
const NEURAL: &str = "neural";

/// The name of the player that is a person.
pub const HUMAN: &str = "human";

/// Every player of a game: first those whose strength nobody knows, as programs and nets out of files,
/// and then from the weakest to the strongest.
fn kinds<G: Played>() -> Vec<PlayerKind<G>> {
    let specialists = G::specialists();
    let mut kinds = G::programs();
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

#[cfg(test)]
mod tests {
    use ludoteca_games::{GAMES, Hex};
    use ludoteca_words::Lang;
    use ludoteca_words::languages;

    use super::*;
    use crate::{ENGINE, Program, Random};

    #[test]
    fn every_player_and_every_level_can_be_seated_and_is_explained_in_every_language() {
        for game in GAMES {
            for player in players(game.name).unwrap() {
                if player.needs.is_none() {
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
    fn who_is_exact_proves_the_middle_of_a_game() {
        for (game, plies) in [("connect4", "4444445526"), ("tictactoe", "a1 b2")] {
            let name = exact(game).unwrap();
            assert!(reviewer(game).starts_with(name), "{game}");
            let start = ludoteca_games::tree::Start::of(game).at(plies);
            let tree = ludoteca_games::GameTree::begin(start).unwrap();
            let mut player = machine(game, name, &Supply::seeded(1)).unwrap();
            let budget = crate::Budget::nodes(50_000_000);
            let thought =
                player.consider(tree.position(), &budget, crate::AnyWatch::Nobody).unwrap();
            assert!(matches!(thought.value, crate::thought::Value::Proved { .. }), "{game}");
        }
        assert_eq!(exact("hex"), None);
        assert!(reviewer("hex").starts_with("neural"));
    }

    #[test]
    fn what_was_read_is_written_back_and_read_again_as_the_same() {
        let read = |game: &str, words: &str| settings(game, words, &Supply::seeded(1)).unwrap();
        for game in GAMES {
            for player in players(game.name).unwrap() {
                for level in &player.levels {
                    let one = read(game.name, &format!("{}:{}", player.name, level.keys));
                    let other = read(game.name, &one.to_string());
                    assert_eq!((&one, one.to_string()), (&other, other.to_string()));
                    assert_eq!((one.name(), one.game()), (player.name, game.name));
                }
            }
        }
        let written = |words| read("connect4", words).to_string();
        assert_eq!(
            written("mcts:seed=1, explore=0.50,playouts=20"),
            "mcts:playouts=20,explore=0.5,seed=1"
        );
        assert_eq!(read("connect4", "mcts"), read("connect4", "mcts:threads=1"), "as by default");
        assert_ne!(read("connect4", "mcts"), read("connect4", "mcts:seed=1"));
        assert_ne!(read("connect4", "mcts"), read("hex", "mcts"));
        assert_ne!(read("connect4", "minimax:depth=4"), read("connect4", "minimax:level=2"));
    }

    #[test]
    fn files_with_the_same_rules_make_the_same_settings_and_others_do_not() {
        let read = |file: &'static str| {
            let read_file = |_: &str, _: usize| Ok(file.as_bytes().into());
            let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
            settings("connect4", "rules:file=mine.txt", &supply)
        };
        assert_eq!(read("#OE HVD 10"), read("#OE\tDVH +10"));
        assert_ne!(read("#OE HVD 10"), read("#OE HVD 11"));
        let read_file = |_: &str, _: usize| Ok([0xff, 0xfe].as_slice().into());
        let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
        let told = settings("connect4", "rules:file=mine.bin", &supply).unwrap_err();
        assert_eq!(told, PlayerError::NoText { file: "mine.bin".to_owned() });
    }

    #[test]
    fn whoever_could_take_all_memory_is_read_without_taking_any() {
        // Each of these would take more than there is if it were built, and all of them together.
        for (game, words) in [
            ("connect4", "perfect:table=65536"),
            ("connect4", "ants:table=65536"),
            ("hex", "alphabeta:table=4096"),
            ("arimaa", "strong:table=900"),
        ] {
            for seed in 0..1000 {
                settings(game, words, &Supply::seeded(seed)).unwrap();
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_player_text_is_said_with_what_would_be_right() {
        let refused = |words| {
            Lang::ENGLISH
                .say(&seat("connect4", words, &Supply::seeded(1)).map(|_| ()).unwrap_err().into())
        };
        for (words, right) in [
            ("nobody", "human, random, ants, minimax, alphabeta, mcts, rules, neural, perfect"),
            ("mcts:speed=3", "playouts, explore, threads, eval, seed"),
            ("mcts:eval=none", "playouts, lines"),
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
            let read_file = |name: &str, _: usize| {
                assert_eq!(name, "mine.txt");
                Ok(file.as_bytes().into())
            };
            let supply = Supply { read_file: &read_file, ..Supply::seeded(1) };
            machine("connect4", "rules:file=mine.txt", &supply).map(|_| ())
        };
        assert_eq!(seated("#OE HVD 10"), Ok(()));
        assert_eq!(
            Lang::ENGLISH.say(&seated("# H 1\n# H\n##").unwrap_err().into()),
            "mine.txt has 2 errors, so its rules are not used. The first: Line 2, column 4: found \
             “end of line”, expected H, V or D, or a space and the value. ludoteca rules check \
             lists them all."
        );
    }

    #[test]
    fn another_program_is_asked_of_the_outside_and_never_for_advice() {
        let refused = |words, supply: &Supply<'_>| {
            ludoteca_text::Text::from(seat("hex", words, supply).map(|_| ()).unwrap_err())
                .id
                .into_owned()
        };
        let nobody = Supply::seeded(1);
        assert_eq!(refused("engine", &nobody), "engine-no-command");
        assert_eq!(refused("engine:cmd=\" \"", &nobody), "engine-no-command");
        assert_eq!(refused("engine:cmd=mohex", &nobody), "no-engines-here");
        let start = |program: &Program<'_>| {
            let wait = std::time::Duration::from_millis(500);
            let wishes = ["param_mohex max_time 1", "param_mohex ponder 0"].map(str::to_owned);
            let wanted = Program { game: "hex", command: "mohex --quiet", wait, wishes: &wishes };
            assert_eq!(*program, wanted);
            Ok(crate::Erased::<Hex, _>::boxed(Random::new(1)))
        };
        let supply = Supply { engine: &start, ..nobody };
        for send in [
            "send=\"param_mohex max_time 1; param_mohex ponder 0\"",
            "send=\"param_mohex max_time 1\",send=\"param_mohex ponder 0;\"",
        ] {
            let words = format!("engine:cmd=\"mohex --quiet\",wait=0.5,{send}");
            let settings = settings("hex", &words, &supply).unwrap();
            assert_eq!(seat("hex", &settings.to_string(), &supply), Ok(Seat::Machine(settings)));
        }
        let told = seat("connect4", "engine:cmd=x", &supply).err();
        assert!(matches!(told, Some(PlayerError::Unknown { .. })), "{told:?}");
        assert!(GAMES.iter().all(|game| adviser(game.name) != ENGINE));
    }

    #[test]
    fn whoever_is_asked_for_advice_does_its_best() {
        assert_eq!(at_its_best("hex", adviser("hex")), "neural:level=full");
        for words in ["hexodus:level=normal", "random", "nobody"] {
            assert_eq!(at_its_best("hex", words), words);
        }
        for game in GAMES {
            let words = at_its_best(game.name, adviser(game.name));
            settings(game.name, &words, &Supply::seeded(1)).unwrap();
        }
    }

    #[test]
    fn whoever_tells_a_story_has_keys_that_keep_it_short() {
        let mut tellers = 0;
        for game in GAMES {
            for player in players(game.name).unwrap() {
                let words = in_slow_motion(game.name, player.name);
                assert_eq!(words.is_some(), player.tells.is_some());
                // Who needs a net as well is told so.
                if let Some(words) = words.filter(|_| player.needs.is_none()) {
                    tellers += 1;
                    settings(game.name, &words, &Supply::seeded(1)).unwrap();
                }
            }
        }
        assert!(tellers > 0);
        let chosen = Some("minimax:depth=1".to_owned());
        assert_eq!(in_slow_motion("tictactoe", "minimax:depth=1"), chosen, "whoever knows better");
        for words in ["random", "human", "nobody", "minimax:depth"] {
            assert_eq!(in_slow_motion("tictactoe", words), None);
        }
    }

    #[test]
    fn options_of_a_program_are_given_one_by_one_by_their_names() {
        let start = |program: &Program<'_>| {
            assert_eq!(program.wishes, ["hash=200", "book=none"]);
            Ok(crate::Erased::<ludoteca_games::Arimaa, _>::boxed(Random::new(1)))
        };
        let supply = Supply { engine: &start, ..Supply::seeded(1) };
        let read = |words: &str| settings("arimaa", words, &supply);
        let settings = read("engine:cmd=sharp,option.hash=200,option.book=none").unwrap();
        assert_eq!(settings.to_string(), "engine:cmd=sharp,option=\"hash=200; book=none\"");
        assert_eq!(read(&settings.to_string()), Ok(settings));
        assert_eq!(
            ludoteca_text::Text::from(read("engine:cmd=sharp,option.=1").unwrap_err()).id,
            "key-unknown"
        );
        assert_eq!(ludoteca_text::Text::from(read("mcts:seed.x=1").unwrap_err()).id, "key-unknown");
    }
}

//! Matches: two players, many games, colours changing every game, openings shared by pairs.
//!
//! A match is made ready once: its players have been read and its openings found. After that any of
//! its games can be played by its number, in any order and on any machine, and comes out the same; a
//! match of many jobs is the match of one.

use std::{
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    time::Instant,
};

use ludoteca_games::{GameTree, Side, Start, below, tree::TreeError};
use ludoteca_nets::FileFault;
use ludoteca_players::{AnyPlayer, Failure, PlayerError, PlayerSettings, Stop, Supply, threads};
use ludoteca_text::{Text, errors, text};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    Limits, MatchGame, MatchResult, Seed, Tally,
    game::{nobody, play},
};

errors! {
    /// Why a match is not played.
    pub enum MatchError {
        /// A player plays another game.
        OtherGame { player: &'static str, position: String } => {
            text!("other-game", player = player, position = position)
        },
        /// Games were to begin with openings, and there are none.
        NoOpenings => text!("no-openings"),
        /// An opening is a whole game.
        OpeningOver { position: String } => text!("opening-over", position = position),
        /// A net is one for another game.
        OtherNet => text!("net-other-game"),
        /// Nets are built otherwise.
        NoSuchNet => text!("net-impossible"),
        /// What was kept of a net that learns cannot be used.
        Checkpoint(why: FileFault) => text!("net-checkpoint", why = why),
        /// So many random plies are more than a game has.
        OpeningTooLong { plies: u32 } => text!("opening-too-long", plies = plies),
        /// Nobody can prove how positions of the game end.
        NotExact { game: String } => text!("not-exact", game = Text::new(format!("game-{game}"))),
        /// What came back is no such game.
        NotTheGame { pair: u32, game: u32 } => text!("not-the-game", pair = pair, game = game),
        /// What somebody says to have found in a game cannot be found there.
        NotTheLesson { number: u64 } => text!("not-the-lesson", number = number),
    }
    from {
        /// A player cannot be built.
        Player(PlayerError),
        /// A game cannot begin or go on.
        Tree(TreeError),
        /// A player failed where nobody wins by it.
        Failed(Failure),
    }
}

/// What is played.
#[derive(Clone, Debug)]
pub struct Match {
    /// Where every game begins, before its opening.
    pub start: Start,
    /// The one whose strength is asked for.
    pub a: PlayerSettings,
    /// The other.
    pub b: PlayerSettings,
    /// How many games.
    pub games: u32,
    /// How each pair of games begins.
    pub openings: Openings,
    /// How much A and B may take.
    pub limits: [Limits; 2],
    /// All chance follows from it.
    pub seed: u64,
    /// Games at the same time.
    pub jobs: usize,
}

/// How each pair of games begins.
#[derive(Clone, Debug)]
pub enum Openings {
    /// With so many random plies.
    Plies(u32),
    /// With these games in turn, each as far as it was played.
    Games(Vec<GameTree>),
}

/// A match whose beginning is known and whose players fit it.
pub struct Ready<'a> {
    what: &'a Match,
    supply: &'a Supply<'a>,
    beginning: GameTree,
}

/// Openings that end the game are drawn again, so often.
const DRAWS: u32 = 1000;

/// Plays a match. Its seed takes the place of the supply's. `each` gets every game as soon as it is
/// over, in the order in which they end; `stop` ends the match, and games under way have no result.
pub fn play_match(
    what: &Match,
    supply: &Supply<'_>,
    stop: &Stop,
    each: &mut dyn FnMut(MatchGame),
) -> Result<MatchResult, MatchError> {
    let begun = Instant::now();
    let ready = Ready::new(what, supply)?;
    let mut tally = Tally::default();
    ready.play_all(stop, &mut |game| {
        tally.add(&game);
        each(game);
    })?;
    Ok(tally.result(begun.elapsed().as_secs_f64()))
}

impl Ready<'_> {
    /// Begins the game that all games of the match begin with. Everything that can be wrong is said
    /// here, before the first game.
    pub fn new<'a>(what: &'a Match, supply: &'a Supply<'a>) -> Result<Ready<'a>, MatchError> {
        for player in [&what.a, &what.b] {
            if player.game() != what.start.game {
                let (player, position) = (player.game(), what.start.game.clone());
                return Err(MatchError::OtherGame { player, position });
            }
        }
        if let Openings::Games(games) = &what.openings {
            if games.is_empty() {
                return Err(MatchError::NoOpenings);
            }
            if let Some(over) = games.iter().find(|game| game.ended().is_some()) {
                return Err(MatchError::OpeningOver { position: over.plies().join(" ") });
            }
        }
        let beginning = GameTree::begin(what.start.clone())?;
        let ready = Ready { what, supply, beginning };
        ready.open(0)?;
        Ok(ready)
    }

    /// Plays the game with a number.
    pub fn play(&self, number: u32, stop: &Stop) -> Result<MatchGame, MatchError> {
        let Match { a: player_a, b: player_b, limits, .. } = self.what;
        let mut limits = *limits;
        let a = Side::BOTH[(number % 2) as usize];
        let mut record = self.open(number / 2)?;
        record.name_player(a, &player_a.to_string());
        record.name_player(a.other(), &player_b.to_string());
        let seed = self.seed(number / 2).child(u64::from(number % 2));
        // A player begins every game with no memory of others: what it plays depends on its seed
        // alone, and one that broke down is whole again.
        let mut players =
            [self.build(player_a, seed.child(0))?, self.build(player_b, seed.child(1))?];
        if a == Side::Second {
            players.swap(0, 1);
            limits.swap(0, 1);
        }
        let game = play(record, &mut players, limits, stop, &mut nobody);
        Ok(MatchGame { number, a, game })
    }

    /// Plays all games, with as many at the same time as the match has jobs.
    fn play_all(&self, stop: &Stop, each: &mut dyn FnMut(MatchGame)) -> Result<(), MatchError> {
        let games = self.what.games;
        let next = AtomicU32::new(0);
        let next = || {
            let number = next.fetch_add(1, Ordering::Relaxed);
            (number < games && !stop.is_set()).then_some(number)
        };
        let jobs = self.what.jobs.min(games as usize);
        if jobs < 2 {
            while let Some(number) = next() {
                each(self.play(number, stop)?);
            }
            return Ok(());
        }
        let (send, receive) = mpsc::channel();
        let players = std::iter::repeat_n(send, jobs).map(|send| {
            let next = &next;
            move || {
                while let Some(number) = next() {
                    // Nobody listens any more when another game could not be begun.
                    if send.send(self.play(number, stop)).is_err() {
                        break;
                    }
                }
            }
        });
        let listen = || receive.into_iter().try_for_each(|game| game.map(&mut *each));
        threads::beside(players, listen).0
    }

    fn build(&self, player: &PlayerSettings, seed: Seed) -> Result<Box<dyn AnyPlayer>, MatchError> {
        Ok(player.build(&Supply { seed: seed.value(), ..*self.supply })?)
    }

    /// The seed of a pair of games.
    fn seed(&self, pair: u32) -> Seed {
        Seed::new(self.what.seed).child(pair.into())
    }

    /// The position a pair of games begins with.
    fn open(&self, pair: u32) -> Result<GameTree, MatchError> {
        let plies = match &self.what.openings {
            Openings::Games(games) => return Ok(games[pair as usize % games.len()].clone()),
            Openings::Plies(plies) => *plies,
        };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed(pair).value());
        for _ in 0..DRAWS {
            let mut game = self.beginning.clone();
            for _ in 0..plies {
                let legal = game.position().plies();
                if legal.is_empty() {
                    break;
                }
                game.play(&legal[below(&mut rng, legal.len() as u32) as usize])?;
            }
            if game.ended().is_none() {
                return Ok(game);
            }
        }
        Err(MatchError::OpeningTooLong { plies })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use ludoteca_games::{AnyLine, find};
    use ludoteca_players::{
        Answer, AnyWatch, Budget, Failure, Program, Thought, machine, settings,
    };

    use super::*;

    fn duel(game: &str, a: &str, b: &str, games: u32) -> Match {
        duel_with(game, a, b, games, &Supply::seeded(0))
    }

    fn duel_with(game: &str, a: &str, b: &str, games: u32, supply: &Supply<'_>) -> Match {
        Match {
            start: Start::of(game),
            a: settings(game, a, supply).unwrap(),
            b: settings(game, b, supply).unwrap(),
            games,
            openings: Openings::Plies(0),
            limits: [Limits { nodes: Some(300), ..Limits::default() }; 2],
            seed: 7,
            jobs: 1,
        }
    }

    fn opening(words: &str) -> Openings {
        Openings::Games(vec![GameTree::begin(Start::of("connect4").at(words)).unwrap()])
    }

    fn played(what: &Match) -> MatchResult {
        play_match(what, &Supply::seeded(0), &Stop::default(), &mut |_| {}).unwrap()
    }

    /// The moves of all games by their numbers.
    fn moves(what: &Match) -> BTreeMap<u32, Vec<String>> {
        let mut all = BTreeMap::new();
        let mut keep = |game: MatchGame| {
            all.insert(game.number, game.game.record.plies());
        };
        play_match(what, &Supply::seeded(0), &Stop::default(), &mut keep).unwrap();
        all
    }

    #[test]
    fn a_search_beats_chance_and_the_interval_says_so() {
        let result = played(&duel("tictactoe", "alphabeta", "random", 40));
        assert_eq!((result.games, result.b_wins, result.forfeits), (40, 0, 0));
        assert!(result.elo.low > 0.0, "{result:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_games_with_any_number_of_jobs_and_in_any_order() {
        let mut what = duel("connect4", "random", "mcts:playouts=20", 12);
        what.openings = Openings::Plies(3);
        let one = moves(&what);
        what.jobs = 3;
        assert_eq!(moves(&what), one);
        let supply = Supply::seeded(0);
        let ready = Ready::new(&what, &supply).unwrap();
        for number in [11, 4] {
            let alone = ready.play(number, &Stop::default()).unwrap();
            assert_eq!(alone.game.record.plies(), one[&number]);
        }
        what.seed = 8;
        assert_ne!(moves(&what), one);
    }

    #[test]
    fn pairs_share_an_opening_and_no_two_pairs_need_to() {
        let mut what = duel("connect4", "random", "random", 12);
        what.openings = Openings::Plies(6);
        let all = moves(&what);
        let opening = |number: u32| all[&number][..6].to_vec();
        assert!((0..6).all(|pair| opening(2 * pair) == opening(2 * pair + 1)));
        assert!((1..6).any(|pair| opening(2 * pair) != opening(0)));
        assert_ne!(all[&0], all[&1], "the players of a game have chance of their own");
    }

    #[test]
    fn players_of_arimaa_that_count_positions_set_up_otherwise_in_every_pair() {
        // With a number of positions a search leaves nothing to chance: the setups have to differ.
        let mut what = duel("arimaa", "strong", "strong", 12);
        what.limits = [Limits { nodes: Some(1), ..Limits::default() }; 2];
        let mut setups = BTreeSet::new();
        let mut keep = |game: MatchGame| {
            setups.insert(game.game.record.plies()[..32].to_vec());
        };
        let supply = Supply::seeded(0);
        let result = play_match(&what, &supply, &Stop::default(), &mut keep).unwrap();
        assert_eq!((result.games, result.repeated, setups.len()), (12, 0, 12));
    }

    #[test]
    fn colours_change_every_game_so_that_the_first_side_wins_from_both_hands() {
        // The first side has won within a ply, whoever it is.
        let mut what = duel("connect4", "alphabeta:depth=1", "alphabeta:depth=1", 2);
        what.openings = opening("414141");
        let result = played(&what);
        assert_eq!((result.a_wins, result.b_wins, result.first_wins), (1, 1, 2));
        let mut named = Vec::new();
        what.b = settings("connect4", "random", &Supply::seeded(0)).unwrap();
        let mut keep = |game: MatchGame| named.push(game.game.record.player(game.a).to_owned());
        play_match(&what, &Supply::seeded(0), &Stop::default(), &mut keep).unwrap();
        assert_eq!(named, ["alphabeta:depth=1"; 2]);
    }

    #[test]
    fn each_player_has_its_own_limits_with_either_colour() {
        /// Moves at random, and falls if it may not look at as many positions as it was promised.
        struct Promised(u64, Box<dyn AnyPlayer>);
        impl AnyPlayer for Promised {
            fn think(
                &mut self,
                line: &AnyLine,
                budget: &Budget,
                watch: AnyWatch<'_>,
            ) -> Result<Thought, Failure> {
                assert_eq!(budget.nodes, Some(self.0));
                self.1.think(line, budget, watch)
            }
        }
        let start = |program: &Program<'_>| -> Result<Box<dyn AnyPlayer>, ludoteca_text::Text> {
            let nodes = program.command.parse().unwrap();
            Ok(Box::new(Promised(nodes, machine("hex", "random", &Supply::seeded(1))?)))
        };
        let supply = Supply { engine: &start, ..Supply::seeded(0) };
        let played = |limits: [u64; 2]| {
            let limits = limits.map(|nodes| Limits { nodes: Some(nodes), ..Limits::default() });
            let duel = duel_with("hex", "engine:cmd=3", "engine:cmd=5", 2, &supply);
            let what = Match { limits, start: Start::of("hex").with("size", "2"), ..duel };
            play_match(&what, &supply, &Stop::default(), &mut |_| {}).unwrap()
        };
        assert_eq!((played([3, 5]).games, played([3, 5]).forfeits), (2, 0));
        assert_eq!(played([5, 3]).forfeits, 2);
    }

    #[test]
    fn a_wrong_player_or_opening_is_told_before_the_first_game() {
        let told = |what: Match| {
            let mut none = |_| panic!("a game was played");
            play_match(&what, &Supply::seeded(0), &Stop::default(), &mut none).unwrap_err()
        };
        let other = duel("tictactoe", "random", "random", 2);
        let position = "connect4".to_owned();
        let wrong = MatchError::OtherGame { player: "tictactoe", position };
        assert_eq!(told(Match { start: Start::of("connect4"), ..other }), wrong);
        let mut what = duel("connect4", "random", "random", 2);
        what.openings = opening("4141414");
        let position = "4 1 4 1 4 1 4".to_owned();
        assert_eq!(told(what.clone()), MatchError::OpeningOver { position });
        what.openings = Openings::Games(Vec::new());
        assert_eq!(told(what.clone()), MatchError::NoOpenings);
        what.openings = Openings::Plies(60);
        assert_eq!(told(what), MatchError::OpeningTooLong { plies: 60 });
    }

    #[test]
    fn a_stop_ends_the_match_and_the_game_under_way_has_no_result() {
        for jobs in [1, 2] {
            let what = Match { jobs, ..duel("connect4", "random", "random", 1_000_000) };
            let stop = Stop::default();
            let mut ends = Vec::new();
            let mut each = |game: MatchGame| {
                ends.push(game.game.end.counts());
                if ends.len() == 3 {
                    stop.set();
                }
            };
            let result = play_match(&what, &Supply::seeded(0), &stop, &mut each).unwrap();
            assert_eq!(ends.iter().filter(|counts| **counts).count() as u32, result.games);
            assert!((3..1_000_000).contains(&result.games));
        }
    }

    #[test]
    fn a_player_that_fails_loses_and_is_there_again_for_the_next_game() {
        struct Says(Option<Answer>);
        impl AnyPlayer for Says {
            fn think(
                &mut self,
                _: &AnyLine,
                _: &Budget,
                _: AnyWatch<'_>,
            ) -> Result<Thought, Failure> {
                let answer = self.0.take().expect("it breaks down");
                let mut player = machine("connect4", "random", &Supply::seeded(1))?;
                let start = find("connect4")?.begin([])?;
                let any = player.consider(start.as_ref(), &Budget::default(), AnyWatch::Nobody)?;
                Ok(Thought { answer, ..any })
            }
        }
        let start = |program: &Program<'_>| -> Result<Box<dyn AnyPlayer>, ludoteca_text::Text> {
            Ok(Box::new(Says(match program.command {
                "breaks" => None,
                "cheats" => Some(Answer::Ply("z9".to_owned())),
                _ => Some(Answer::Resign),
            })))
        };
        let supply = Supply { engine: &start, ..Supply::seeded(0) };
        let played = |a: &str| {
            let what = duel_with("hex", &format!("engine:cmd={a}"), "random", 4, &supply);
            play_match(&what, &supply, &Stop::default(), &mut |_| {}).unwrap()
        };
        for (a, kind) in [("breaks", "crash"), ("cheats", "illegal")] {
            let result = played(a);
            assert_eq!((result.b_wins, result.forfeits), (4, 4));
            assert_eq!(result.a_faults, BTreeMap::from([(kind, 4)]));
        }
        let result = played("resigns");
        assert_eq!((result.b_wins, result.forfeits, result.faults.len()), (4, 0, 0));
    }
}

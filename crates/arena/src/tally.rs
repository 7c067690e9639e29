//! What came of a match, counted from its games in whatever order they come.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use ludoteca_games::{Side, tree::ROOT};
use ludoteca_text::Text;
use serde::Serialize;

use crate::{Elo, Finished, GameDone, PairScores, Points, at_fault, tournament::Opening};

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// Its number, from 0. Those of a pair, an even one and the next, share an opening.
    pub number: u32,
    /// The side that `a` played.
    pub a: Side,
    /// The game and how it ended.
    pub game: Finished,
}

/// What came of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// Games played to the end.
    pub games: u32,
    /// Won by `a`.
    pub a_wins: u32,
    /// Won by `b`.
    pub b_wins: u32,
    /// Won by nobody.
    pub draws: u32,
    /// Won by whoever moved first.
    pub first_wins: u32,
    /// Games that ended by a fault of a player, lost by that player.
    pub forfeits: u32,
    /// Those that `a` lost, by the kind of the fault.
    pub a_faults: BTreeMap<&'static str, u32>,
    /// Those that `b` lost.
    pub b_faults: BTreeMap<&'static str, u32>,
    /// Why those games ended, in the order of the games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<GameFault>,
    /// Games that were played before, move by move and by the same hands. They say nothing new: the
    /// difference in strength and its interval count each once.
    pub repeated: u32,
    /// The difference in strength.
    pub elo: Elo,
    /// Seconds it took.
    pub seconds: f64,
}

/// Why a game ended before its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameFault {
    /// The game's number, from 1.
    pub game: u32,
    /// Who lost by it: `a` or `b`.
    pub player: char,
    /// Which fault it was, as records name it.
    pub kind: &'static str,
    /// What was wrong.
    pub reason: Text,
}

/// The games of a match so far.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<u32, Counted>);

/// What counts of a game.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    /// For `a`.
    pub points: Points,
    first_won: bool,
    fault: Option<GameFault>,
    /// The same for games that are the same.
    pub moves: u64,
}

impl MatchGame {
    /// How it came out for `a`; nothing if it has no result.
    pub fn points(&self) -> Option<Points> {
        let end = &self.game.end;
        end.counts().then(|| match end.winner() {
            None => Points::Draw,
            Some(winner) if winner == self.a => Points::Win,
            Some(_) => Points::Loss,
        })
    }

    fn fault(&self) -> Option<GameFault> {
        let end = &self.game.end;
        let side = at_fault(end)?;
        Some(GameFault {
            game: self.number + 1,
            player: if side == self.a { 'a' } else { 'b' },
            kind: end.kind(),
            reason: self.game.fault.clone().unwrap_or_else(|| end.reason()),
        })
    }

    /// A number that is the same for the same moves by the same hands from the same beginning.
    fn moves(&self) -> u64 {
        let record = &self.game.record;
        let mut hasher = DefaultHasher::new();
        let beginning = record.node(ROOT).position().key();
        (beginning, record.plies(), self.a, self.game.end.kind()).hash(&mut hasher);
        hasher.finish()
    }
}

impl Counted {
    /// What counts of a game of a tournament, in which `a` played a side.
    pub fn of(done: &GameDone, a: Side, opening: &Opening) -> Counted {
        let points = match done.winner {
            None => Points::Draw,
            Some(winner) if winner == a => Points::Win,
            Some(_) => Points::Loss,
        };
        let fault = done.early().and_then(|end| {
            let side = at_fault(&end)?;
            Some(GameFault {
                game: 2 * done.pair + done.game + 1,
                player: if side == a { 'a' } else { 'b' },
                kind: end.kind(),
                reason: done.fault.clone().unwrap_or_else(|| end.reason()),
            })
        });
        let mut hasher = DefaultHasher::new();
        (opening, &done.plies, a, &done.end).hash(&mut hasher);
        let first_won = done.winner == Some(Side::First);
        Counted { points, first_won, fault, moves: hasher.finish() }
    }
}

impl Tally {
    /// Counts a game, unless it has no result.
    pub fn add(&mut self, game: &MatchGame) {
        let Some(points) = game.points() else { return };
        let first_won = game.game.end.winner() == Some(Side::First);
        let (fault, moves) = (game.fault(), game.moves());
        self.count(game.number, Counted { points, first_won, fault, moves });
    }

    /// Counts a game by its number.
    pub(crate) fn count(&mut self, number: u32, counted: Counted) {
        self.0.insert(number, counted);
    }

    /// How many games have a result.
    pub fn games(&self) -> u32 {
        self.0.len() as u32
    }

    /// The points of `a`, pair by pair, each game that was played before left out.
    pub fn scores(&self) -> PairScores {
        let mut seen = BTreeSet::new();
        let new = |(number, game): (&u32, &Counted)| {
            seen.insert(game.moves).then_some((number / 2, game.points))
        };
        let new: Vec<(u32, Points)> = self.0.iter().filter_map(new).collect();
        let mut scores = PairScores::default();
        for pair in new.chunk_by(|one, two| one.0 == two.0) {
            match pair {
                [(_, one), (_, two)] => scores.add_pair([*one, *two]),
                _ => pair.iter().for_each(|(_, points)| scores.add_single(*points)),
            }
        }
        scores
    }

    /// What came of all games, which took so many seconds.
    pub fn result(&self, seconds: f64) -> MatchResult {
        let count = |test: &dyn Fn(&Counted) -> bool| {
            self.0.values().filter(|game| test(game)).count() as u32
        };
        let faults: Vec<GameFault> =
            self.0.values().filter_map(|game| game.fault.clone()).collect();
        let by = |player: char| {
            let mut kinds = BTreeMap::new();
            for fault in faults.iter().filter(|fault| fault.player == player) {
                *kinds.entry(fault.kind).or_insert(0) += 1;
            }
            kinds
        };
        let scores = self.scores();
        MatchResult {
            games: self.games(),
            a_wins: count(&|game| game.points == Points::Win),
            b_wins: count(&|game| game.points == Points::Loss),
            draws: count(&|game| game.points == Points::Draw),
            first_wins: count(&|game| game.first_won),
            forfeits: faults.len() as u32,
            a_faults: by('a'),
            b_faults: by('b'),
            faults,
            repeated: self.games() - scores.games(),
            elo: scores.elo(),
            seconds,
        }
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{End, GameTree, Start};
    use ludoteca_text::text;

    use super::*;

    fn game(number: u32, plies: &str, end: Option<End>) -> MatchGame {
        let mut record = GameTree::begin(Start::of("connect4").at(plies)).unwrap();
        let a = Side::BOTH[number as usize % 2];
        end.into_iter().for_each(|end| record.end_early(end));
        let end = record.ended().unwrap();
        let fault = at_fault(&end).map(|_| text!("reason-crashed"));
        MatchGame { number, a, game: Finished { record, end, fault } }
    }

    fn tally(games: &[MatchGame]) -> Tally {
        let mut tally = Tally::default();
        games.iter().for_each(|game| tally.add(game));
        tally
    }

    /// Won by the first side.
    const WON: &str = "4141414";

    #[test]
    fn a_game_counts_for_the_player_and_not_for_the_side_and_an_interrupted_one_for_nobody() {
        let games = [
            game(0, WON, None),
            game(1, WON, None),
            game(2, "44", Some(End::Resigned(Side::First))),
            game(3, "44", Some(End::Agreed)),
            game(4, "4", Some(End::Interrupted)),
        ];
        let result = tally(&games).result(0.0);
        assert_eq!((result.games, result.a_wins, result.b_wins, result.draws), (4, 1, 2, 1));
        assert_eq!((result.first_wins, result.forfeits, result.repeated), (2, 0, 0));
    }

    #[test]
    fn faults_are_told_apart_by_kind_and_player() {
        let games = [
            game(0, "4", Some(End::Crash(Side::First))),
            game(1, "4", Some(End::Crash(Side::Second))),
            game(2, "4", Some(End::Late(Side::Second))),
            game(3, "4", Some(End::Stall(Side::First))),
        ];
        let result = tally(&games).result(0.0);
        assert_eq!((result.forfeits, result.a_wins, result.b_wins), (4, 2, 2));
        assert_eq!(result.a_faults, BTreeMap::from([("crash", 2)]));
        assert_eq!(result.b_faults, BTreeMap::from([("late", 1), ("stall", 1)]));
        let told = result.faults.iter().map(|fault| (fault.game, fault.player, fault.kind));
        let all = [(1, 'a', "crash"), (2, 'a', "crash"), (3, 'b', "late"), (4, 'b', "stall")];
        assert_eq!(told.collect::<Vec<_>>(), all);
    }

    #[test]
    fn a_game_that_was_played_before_by_the_same_hands_counts_once_in_the_interval() {
        let once = tally(&[game(0, WON, None), game(1, WON, None)]);
        let games: Vec<MatchGame> = (0..40).map(|number| game(number, WON, None)).collect();
        let often = tally(&games);
        assert_eq!((once.result(0.0).repeated, often.result(0.0).repeated), (0, 38));
        assert_eq!(once.scores(), often.scores());
        assert_eq!(once.scores().pairs(), [0, 0, 1, 0, 0]);
        assert_eq!(often.result(0.0).games, 40);
    }

    #[test]
    fn the_order_in_which_games_come_makes_no_difference() {
        let mut games: Vec<MatchGame> = (0..7)
            .map(|number| game(number, WON, None))
            .chain([game(7, "44", Some(End::Illegal(Side::First)))])
            .collect();
        let forth = tally(&games).result(0.0);
        games.reverse();
        assert_eq!(tally(&games).result(0.0), forth);
    }
}

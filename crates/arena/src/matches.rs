//! Matches: two players, many games, colours changing every game, openings shared by pairs.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
    time::Instant,
};

use ludoteca_games::{End, GameTree, Side, Start, below};
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, PlayerSettings, Stop, Supply, threads};
use ludoteca_text::{Text, text};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde::Serialize;

use crate::{Elo, PairScores};

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
    /// The budget for each ply.
    pub budget: Budget,
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
    /// With these positions in turn.
    Positions(Vec<String>),
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
    /// Games that ended by an illegal ply or a failure of a player, lost by that player.
    pub forfeits: u32,
    /// Why those games ended, in the order of the games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// The difference in strength.
    pub elo: Elo,
    /// Seconds it took.
    pub seconds: f64,
}

/// Why a game ended before its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fault {
    /// The game's number, from 1.
    pub game: u32,
    /// Who lost by it: `a` or `b`.
    pub player: char,
    /// What was wrong.
    pub reason: Text,
}

/// How far a match is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games played so far.
    pub done: u32,
    /// Games in all.
    pub of: u32,
}

/// One finished game, as seen by `a`.
struct Finished {
    game: u32,
    points: f64,
    first_won: bool,
    fault: Option<Text>,
}

/// Plays a match. Its seed takes the place of the supply's. `progress` is told after every game; the
/// stop flag of the budget ends the match, and games under way do not count.
pub fn play_match(
    what: &Match,
    supply: &Supply<'_>,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<MatchResult, Text> {
    let begun = Instant::now();
    // Everything that can be wrong is said before the first game.
    for player in [&what.a, &what.b] {
        if player.game() != what.start.game {
            let position = what.start.game.as_str();
            return Err(text!("other-game", player = player.game(), position = position));
        }
    }
    for pair in 0..what.games.div_ceil(2) {
        open(what, pair)?;
    }
    let done = Mutex::new(0);
    let failed = Stop::default();
    let play = |_: &mut (), game: usize| -> Option<Result<Finished, Text>> {
        if what.budget.stop.is_set() || failed.is_set() {
            return None;
        }
        let played = play_one(what, supply, game as u32).transpose()?;
        if played.is_err() {
            failed.set();
        } else {
            let mut done = done.lock().expect("no holder panics");
            *done += 1;
            progress(Progress { done: *done, of: what.games });
        }
        Some(played)
    };
    let finished = threads::each(what.jobs, what.games as usize, |_| (), play);
    let finished = finished.into_iter().collect::<Result<Vec<Finished>, Text>>()?;
    Ok(summary(&finished, begun.elapsed().as_secs_f64()))
}

fn summary(finished: &[Finished], seconds: f64) -> MatchResult {
    let count = |test: &dyn Fn(&Finished) -> bool| {
        finished.iter().filter(|result| test(result)).count() as u32
    };
    let mut scores = PairScores::default();
    for pair in finished.chunk_by(|one, two| one.game / 2 == two.game / 2) {
        scores.add(&pair.iter().map(|result| result.points).collect::<Vec<_>>());
    }
    MatchResult {
        games: finished.len() as u32,
        a_wins: count(&|result| result.points == 1.0),
        b_wins: count(&|result| result.points == 0.0),
        draws: count(&|result| result.points == 0.5),
        first_wins: count(&|result| result.first_won),
        forfeits: count(&|result| result.fault.is_some()),
        faults: finished.iter().filter_map(Finished::fault).collect(),
        elo: scores.elo(),
        seconds,
    }
}

/// Plays game number `game`; none if it was stopped before its end.
fn play_one(what: &Match, supply: &Supply<'_>, game: u32) -> Result<Option<Finished>, Text> {
    let mut record = open(what, game / 2)?;
    let a_side = Side::BOTH[(game % 2) as usize];
    let seed = what.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(game) * 2);
    let mut a = what.a.build(&Supply { seed, ..*supply })?;
    let mut b = what.b.build(&Supply { seed: seed + 1, ..*supply })?;
    let (first, second) = if a_side == Side::First { (&mut a, &mut b) } else { (&mut b, &mut a) };
    let (ending, fault) = play_out(&mut record, [first.as_mut(), second.as_mut()], &what.budget);
    if what.budget.stop.is_set() {
        return Ok(None);
    }
    let points = match ending.winner() {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == a_side)),
    };
    let first_won = ending.winner() == Some(Side::First);
    Ok(Some(Finished { game, points, first_won, fault }))
}

impl Finished {
    fn fault(&self) -> Option<Fault> {
        let reason = self.fault.clone()?;
        Some(Fault {
            game: self.game + 1,
            player: if self.points == 0.0 { 'a' } else { 'b' },
            reason,
        })
    }
}

/// The position a pair of games begins with.
fn open(what: &Match, pair: u32) -> Result<GameTree, Text> {
    match &what.openings {
        Openings::Plies(plies) => {
            let seed = what.seed ^ (u64::from(pair) + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            // An opening that ends the game is drawn again.
            for _ in 0..1000 {
                let mut record = GameTree::begin(what.start.clone())?;
                for _ in 0..*plies {
                    let legal = record.position().plies();
                    if legal.is_empty() {
                        break;
                    }
                    record.play(&legal[below(&mut rng, legal.len() as u32) as usize])?;
                }
                if record.ended_here().is_none() {
                    return Ok(record);
                }
            }
            Err(text!("opening-too-long", plies = *plies))
        }
        Openings::Positions(all) => {
            let Some(words) = all.get(pair as usize % all.len().max(1)) else {
                return Err(text!("no-openings"));
            };
            let start = what.start.clone().at(words.clone());
            let record = GameTree::begin(start)?;
            match record.ended_here() {
                None => Ok(record),
                Some(_) => Err(text!("opening-over", position = words.as_str())),
            }
        }
    }
}

/// Plays a game to its end between two machines; and what was wrong if it ended by an illegal ply or
/// a failure, which loses. It is interrupted when the budget's stop flag is set.
pub fn play_out(
    record: &mut GameTree,
    players: [&mut dyn AnyPlayer; 2],
    budget: &Budget,
) -> (End, Option<Text>) {
    loop {
        if let Some(ending) = record.ended_here() {
            return (ending, None);
        }
        if budget.stop.is_set() {
            return (End::Interrupted, None);
        }
        let side = record.position().side();
        let player = &mut *players[side.index()];
        let thought = catch_unwind(AssertUnwindSafe(|| {
            player.consider(record.position(), budget, AnyWatch::Nobody)
        }));
        let (end, why) = match thought {
            Err(_) => (End::Crash(side), text!("reason-crashed")),
            Ok(Err(why)) => (End::Crash(side), why.text),
            Ok(Ok(thought)) => match thought.answer.make(record) {
                Ok(()) => continue,
                Err(_) => {
                    let ply = thought.ply().unwrap_or_default();
                    (End::Illegal(side), text!("reason-illegal", ply = ply))
                }
            },
        };
        return (end, Some(why));
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{AnyLine, find};
    use ludoteca_players::{Answer, Failure, Program, Thought, machine, settings};

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
            budget: Budget::nodes(300),
            seed: 7,
            jobs: 1,
        }
    }

    #[test]
    fn a_search_beats_chance_and_the_interval_says_so() {
        let result =
            play_match(&duel("tictactoe", "alphabeta", "random", 40), &Supply::seeded(0), &|_| {})
                .unwrap();
        assert_eq!((result.games, result.b_wins, result.forfeits), (40, 0, 0));
        assert!(result.elo.low > 0.0, "{result:?}");
    }

    #[test]
    fn the_same_seed_gives_the_same_match_with_any_number_of_jobs() {
        let mut what = duel("connect4", "random", "mcts:playouts=20", 12);
        what.openings = Openings::Plies(3);
        let one = play_match(&what, &Supply::seeded(0), &|_| {}).unwrap();
        what.jobs = 3;
        let three = play_match(&what, &Supply::seeded(0), &|_| {}).unwrap();
        assert_eq!(MatchResult { seconds: 0.0, ..one }, MatchResult { seconds: 0.0, ..three });
    }

    #[test]
    fn colours_change_every_game_so_that_the_first_side_wins_from_both_hands() {
        // The first side has won within a ply, whoever it is.
        let mut what = duel("connect4", "alphabeta:depth=1", "alphabeta:depth=1", 2);
        what.openings = Openings::Positions(vec!["414141".into()]);
        let result = play_match(&what, &Supply::seeded(0), &|_| {}).unwrap();
        assert_eq!((result.a_wins, result.b_wins, result.first_wins), (1, 1, 2));
    }

    #[test]
    fn a_wrong_player_or_opening_is_told_before_the_first_game() {
        let told = |what: Match| {
            play_match(&what, &Supply::seeded(0), &|_| panic!("a game was played")).unwrap_err().id
        };
        let other = duel("tictactoe", "random", "random", 2);
        assert_eq!(told(Match { start: Start::of("connect4"), ..other }), "other-game");
        let mut what = duel("connect4", "random", "random", 2);
        what.openings = Openings::Positions(vec!["4141414".into()]);
        assert_eq!(told(what.clone()), "opening-over");
        what.openings = Openings::Plies(60);
        assert_eq!(told(what), "opening-too-long");
    }

    #[test]
    fn a_player_that_fails_loses_and_the_reason_is_kept_and_one_that_resigns_just_loses() {
        struct Says(Result<Answer, &'static str>);
        impl AnyPlayer for Says {
            fn think(
                &mut self,
                _: &AnyLine,
                _: &Budget,
                _: AnyWatch<'_>,
            ) -> Result<Thought, Failure> {
                let answer = self.0.clone().map_err(Text::new)?;
                let mut player = machine("connect4", "random", &Supply::seeded(1))?;
                let start = find("connect4")?.begin([])?;
                let any = player.consider(start.as_ref(), &Budget::default(), AnyWatch::Nobody)?;
                Ok(Thought { answer, ..any })
            }
        }
        let start = |program: &Program<'_>| -> Result<Box<dyn AnyPlayer>, Text> {
            Ok(Box::new(Says(match program.command {
                "fails" => Err("reason-crashed"),
                "cheats" => Ok(Answer::Ply("z9".to_owned())),
                _ => Ok(Answer::Resign),
            })))
        };
        let supply = Supply { engine: &start, ..Supply::seeded(0) };
        let played = |a: &str| {
            play_match(&duel_with("hex", a, "random", 2, &supply), &supply, &|_| {}).unwrap()
        };
        for (a, reason) in [("fails", "reason-crashed"), ("cheats", "reason-illegal")] {
            let result = played(&format!("engine:cmd={a}"));
            assert_eq!((result.b_wins, result.forfeits), (2, 2));
            let told = result
                .faults
                .iter()
                .map(|fault| (fault.game, fault.player, fault.reason.id.as_ref()));
            assert_eq!(told.collect::<Vec<_>>(), [(1, 'a', reason), (2, 'a', reason)]);
        }
        let result = played("engine:cmd=resigns");
        assert_eq!((result.b_wins, result.forfeits, result.faults.len()), (2, 0, 0));
    }
}

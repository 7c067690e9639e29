//! A ladder: many players of a game, each against those next to it in strength, rated on one scale.
//!
//! Who stands next to whom is found on the way. In each round neighbours on the ladder as it then
//! stands play a pair of games from one opening with colours changed, and then all are rated anew: so
//! games are played where they say most, and none between a master and a child.

use ludoteca_games::Start;
use ludoteca_players::{PlayerSettings, Stop, Supply, threads};
use rustc_hash::FxHashMap;

use crate::{
    Elo, Limits, Match, MatchError, MatchGame, Openings, Ready, Seed, Tally,
    rating::{Meeting, Ratings},
};

/// Who is to be rated, and how.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// Where every game begins, before its opening.
    pub start: Start,
    /// The players, about from the weakest to the strongest.
    pub players: Vec<PlayerSettings>,
    /// The one whose strength is called 0, by its place.
    pub anchor: usize,
    /// About how many games each of them plays.
    pub games: u32,
    /// How each pair of games begins.
    pub openings: Openings,
    /// How much the players may take.
    pub limits: Limits,
    /// All chance follows from it.
    pub seed: u64,
    /// Games at the same time.
    pub jobs: usize,
}

/// A player's place on the ladder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rung {
    /// Which player, by its place in the list.
    pub player: usize,
    /// How much stronger than the anchor it is.
    pub elo: Elo,
    /// How much stronger than the one below it is; nothing for the last.
    pub step: Option<Elo>,
    /// Games it has played; of equal ones one is counted.
    pub games: u32,
}

/// Games in each of which a player meets its two neighbours.
const GAMES_A_ROUND: u32 = 4;

/// Two players, the one that stands first in the list first, and games of theirs.
type Met = ([usize; 2], Vec<MatchGame>);
/// What came of the games of two players.
type Results = FxHashMap<[usize; 2], Tally>;

impl Ladder {
    /// How many games will be played.
    pub fn length(&self) -> u32 {
        self.rounds() * 2 * self.players.len().saturating_sub(1) as u32
    }

    fn rounds(&self) -> u32 {
        self.games.div_ceil(GAMES_A_ROUND).max(1)
    }

    /// Plays the games, and says who stands where, the strongest first. `each` is told of every
    /// game that is over; after a stop it is as it was until then.
    pub fn climb(
        &self,
        supply: &Supply<'_>,
        stop: &Stop,
        each: &(dyn Fn() + Sync),
    ) -> Result<Vec<Rung>, MatchError> {
        let mut results = Results::default();
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        for _ in 0..self.rounds() {
            let meetings: Vec<[usize; 2]> =
                order.windows(2).map(|two| [two[0].min(two[1]), two[0].max(two[1])]).collect();
            for (players, games) in self.round(&meetings, &results, supply, stop, each)? {
                let tally = results.entry(players).or_default();
                games.iter().for_each(|game| tally.add(game));
            }
            if stop.is_set() {
                break;
            }
            let rungs = self.rungs(&results);
            order = rungs.iter().rev().map(|rung| rung.player).collect();
        }
        Ok(self.rungs(&results))
    }

    /// A pair of games of each of these players with another.
    fn round(
        &self,
        meetings: &[[usize; 2]],
        results: &Results,
        supply: &Supply<'_>,
        stop: &Stop,
        each: &(dyn Fn() + Sync),
    ) -> Result<Vec<Met>, MatchError> {
        let play = |_: &mut (), at: usize| {
            let players = meetings[at];
            let first = results.get(&players).map_or(0, Tally::games) / 2 * 2;
            let duel = self.duel(players);
            let games = Ready::new(&duel, supply).and_then(|ready| {
                let play = |number| ready.play(number, stop).inspect(|_| each());
                [first, first + 1].into_iter().map(play).collect()
            });
            Some(games.map(|games| (players, games)))
        };
        threads::each(self.jobs, meetings.len(), |_| (), play).into_iter().collect()
    }

    /// The match of two players, of which games are played now and then.
    fn duel(&self, [a, b]: [usize; 2]) -> Match {
        Match {
            start: self.start.clone(),
            a: self.players[a].clone(),
            b: self.players[b].clone(),
            games: u32::MAX,
            openings: self.openings.clone(),
            limits: [self.limits; 2],
            seed: Seed::new(self.seed).child(a as u64).child(b as u64).value(),
            jobs: 1,
        }
    }

    fn rungs(&self, results: &Results) -> Vec<Rung> {
        let mut games = vec![0; self.players.len()];
        let mut meetings: Vec<Meeting> = Vec::new();
        for (players, tally) in results {
            let scores = tally.scores();
            players.iter().for_each(|player| games[*player] += scores.games());
            meetings.push(Meeting {
                players: *players,
                points: f64::from(scores.half_points()) / 2.0,
                games: f64::from(scores.games()),
            });
        }
        // Sums of numbers depend on their order, which is always to be the same.
        meetings.sort_by_key(|meeting| meeting.players);
        let ratings = Ratings::fit(self.players.len(), self.anchor, &meetings);
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let strength = |player: usize| ratings.elo(player).diff;
        order.sort_by(|a, b| strength(*b).total_cmp(&strength(*a)).then(b.cmp(a)));
        let rung = |(place, player): (usize, &usize)| Rung {
            player: *player,
            elo: ratings.elo(*player),
            step: order.get(place + 1).map(|below| ratings.above(*player, *below)),
            games: games[*player],
        };
        order.iter().enumerate().map(rung).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use ludoteca_players::settings;

    use super::*;

    fn ladder(players: &[&str], games: u32, jobs: usize) -> Ladder {
        let read = |words: &&str| settings("tictactoe", words, &Supply::seeded(0)).unwrap();
        Ladder {
            start: Start::of("tictactoe"),
            players: players.iter().map(read).collect(),
            anchor: 0,
            games,
            openings: Openings::Plies(1),
            limits: Limits { nodes: Some(300), ..Limits::default() },
            seed: 5,
            jobs,
        }
    }

    fn climbed(ladder: &Ladder) -> Vec<Rung> {
        ladder.climb(&Supply::seeded(0), &Stop::default(), &|| {}).unwrap()
    }

    #[test]
    fn the_stronger_stands_above_wherever_it_stood_in_the_list() {
        let players = ["random", "alphabeta:depth=5", "mcts:playouts=2"];
        let rungs = climbed(&ladder(&players, 40, 1));
        let order: Vec<&str> = rungs.iter().map(|rung| players[rung.player]).collect();
        assert_eq!(order, ["alphabeta:depth=5", "mcts:playouts=2", "random"]);
        assert_eq!(rungs[2].elo, Elo { diff: 0.0, low: 0.0, high: 0.0 });
        assert!(rungs[0].elo.low > 0.0 && rungs[0].step.unwrap().diff > 0.0);
        assert!(rungs[2].step.is_none());
    }

    #[test]
    fn it_depends_on_its_seed_alone_and_tells_of_each_game() {
        let players = ["random", "mcts:playouts=3", "alphabeta:depth=2"];
        let one = ladder(&players, 12, 1);
        let counted = AtomicU32::new(0);
        let count = || {
            counted.fetch_add(1, Ordering::Relaxed);
        };
        let rungs = one.climb(&Supply::seeded(0), &Stop::default(), &count).unwrap();
        assert_eq!(counted.into_inner(), one.length());
        assert_eq!(rungs, climbed(&ladder(&players, 12, 3)));
        assert_ne!(rungs, climbed(&Ladder { seed: 6, ..one }));
    }

    #[test]
    fn a_ladder_that_is_stopped_at_once_rates_nobody_above_another() {
        let stop = Stop::default();
        stop.set();
        let rungs =
            ladder(&["random", "mcts"], 10, 1).climb(&Supply::seeded(0), &stop, &|| {}).unwrap();
        assert!(rungs.iter().all(|rung| rung.games == 0 && rung.elo.diff == 0.0));
    }
}

//! `ants-readings`: annex D of the thesis read in many ways. It does not say all it did, and in its own
//! form the colony does not reach its figures in every game: which of the open choices would?
//!
//! Each reading is the colony as printed with something that the text leaves open, or may have meant
//! otherwise. A colony learns once and then plays ten games against chance, five with either side:
//! its knowledge does not change during the games, as the annex says.

use ludoteca_games::Position;
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Stop, Supply, machine};
use serde::{Deserialize, Serialize};

use super::{
    Run,
    chance::{CHANCE_FIELDS, reaches},
    field::Field,
};
use crate::{ExperimentError, Seed, Share};

/// The readings: a name, and the keys that make it of `ants:form=thesis`.
pub const READINGS: [(&str, &str); 18] = [
    ("printed", ""),
    ("draws", "draws=half"),
    ("own", "trails=own"),
    ("grow", "grow=1"),
    ("rho-low", "rho=0.1"),
    ("rho-half", "rho=0.5"),
    ("tau", "tau0=0.01"),
    ("random", "consult=0"),
    ("consult", "consult=1"),
    ("weighted", "greedy=weighted"),
    ("table", "table=1024"),
    ("kept", "searches=2000"),
    ("judged", "depth=8"),
    ("win", "win=on"),
    ("first", "unseen=first"),
    ("first-half", "unseen=first,rho=0.5"),
    ("first-win", "unseen=first,rho=0.5,win=on"),
    ("move", "learn=move,searches=20"),
];
/// Games of each reading in each game if nobody says.
pub const READING_GAMES: u32 = 100;
/// Games that one colony plays with what it learned.
const GAMES_OF_A_COLONY: u32 = 10;
const SEED: u64 = 1;

/// How games of one reading came out for the ants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadingRow {
    /// The game's name among [`CHANCE_FIELDS`].
    pub game: String,
    /// The name of the reading among [`READINGS`].
    pub reading: String,
    /// Games it won.
    pub wins: u32,
    /// Games it lost.
    pub losses: u32,
    /// Games nobody won.
    pub draws: u32,
    /// Moves of the ants, in all games, where there was a choice.
    pub moves: u32,
    /// Those of them made where ants had been before.
    pub known: u32,
}

impl ReadingRow {
    /// The shares of games won, lost and drawn.
    pub fn shares(&self) -> [Share; 3] {
        let games = self.wins + self.losses + self.draws;
        [self.wins, self.losses, self.draws].map(|count| Share::of(count as usize, games as usize))
    }

    /// How many of 100 the reference won, lost and drew in the same game.
    pub fn reference(&self) -> Option<[u32; 3]> {
        let known = CHANCE_FIELDS.iter().find(|(field, _)| field.name == self.game);
        known.map(|(_, reference)| *reference)
    }

    /// Whether no smaller share is won than in the reference, and no greater one lost.
    pub fn holds(&self) -> bool {
        self.reference().is_some_and(|reference| reaches(self.shares(), reference))
    }

    /// Whether the reference, itself the outcome of 100 games, may be by chance as much better as it
    /// is: neither does it win so much more nor lose so much less that 95 of 100 times it would not.
    pub fn may_hold(&self) -> bool {
        let Some([wins, losses, _]) = self.reference() else { return false };
        let [won, lost, _] = self.shares();
        let beside = |count: u32| Share::of(count as usize, 100);
        won.high >= beside(wins).low && lost.low <= beside(losses).high
    }
}

/// Every reading in every game, one colony at a time.
pub fn reading_runs(games: u32) -> Vec<Run<ReadingRow>> {
    let mut runs = Vec::new();
    for (name, keys) in READINGS {
        for (field, _) in CHANCE_FIELDS {
            for colony in 0..games.div_ceil(GAMES_OF_A_COLONY) {
                let count = GAMES_OF_A_COLONY.min(games - colony * GAMES_OF_A_COLONY);
                runs.push(run(field, name, keys, colony, count));
            }
        }
    }
    runs
}

fn run(
    field: Field,
    name: &'static str,
    keys: &'static str,
    colony: u32,
    count: u32,
) -> Run<ReadingRow> {
    let player = match keys {
        "" => "ants:form=thesis".to_owned(),
        keys => format!("ants:form=thesis,{keys}"),
    };
    Run {
        name: format!("{} {player} {SEED} {colony} {count}", field.name),
        make: Box::new(move |stop: &Stop| -> Result<Option<ReadingRow>, ExperimentError> {
            let start = field.start();
            let seed = Seed::new(SEED).child(u64::from(colony));
            let mut ants = machine(&start.game, &player, &Supply::seeded(seed.child(0).value()))?;
            let mut row = ReadingRow {
                game: field.name.into(),
                reading: name.into(),
                wins: 0,
                losses: 0,
                draws: 0,
                moves: 0,
                known: 0,
            };
            for game in 0..count {
                let chance = Supply::seeded(seed.child(1 + u64::from(game)).value());
                let mut chance = machine(&start.game, "random", &chance)?;
                let begin = start.usual()?;
                let second = game % 2 == 1;
                if !play(begin, ants.as_mut(), chance.as_mut(), second, stop, &mut row)? {
                    return Ok(None);
                }
            }
            Ok(Some(row))
        }),
    }
}

/// Plays one game and counts it; false if it was stopped.
fn play(
    mut at: Box<dyn Position>,
    ants: &mut dyn AnyPlayer,
    chance: &mut dyn AnyPlayer,
    ants_second: bool,
    stop: &Stop,
    row: &mut ReadingRow,
) -> Result<bool, ExperimentError> {
    let own = if ants_second { at.side().other() } else { at.side() };
    let budget = Budget { stop: stop.clone(), ..Budget::default() };
    while at.outcome().is_none() {
        let Some(_turn) = stop.turn() else { return Ok(false) };
        let mine = at.side() == own;
        let thought = if mine {
            ants.consider(at.as_ref(), &budget, AnyWatch::Nobody)?
        } else {
            chance.consider(at.as_ref(), &budget, AnyWatch::Nobody)?
        };
        if stop.is_set() {
            return Ok(false);
        }
        if mine && at.plies().len() > 1 {
            row.moves += 1;
            row.known += u32::from(!thought.candidates.is_empty());
        }
        at.play(&thought.ply().unwrap_or_default())?;
    }
    match at.outcome().and_then(|outcome| outcome.winner) {
        None => row.draws += 1,
        Some(winner) if winner == own => row.wins += 1,
        Some(_) => row.losses += 1,
    }
    Ok(true)
}

/// Rows of the same reading in the same game taken together, in the order in which they first come.
pub fn reading_rows(parts: Vec<ReadingRow>) -> Vec<ReadingRow> {
    let mut rows: Vec<ReadingRow> = Vec::new();
    for part in parts {
        let same = |row: &&mut ReadingRow| (&row.game, &row.reading) == (&part.game, &part.reading);
        match rows.iter_mut().find(same) {
            Some(row) => {
                row.wins += part.wins;
                row.losses += part.losses;
                row.draws += part.draws;
                row.moves += part.moves;
                row.known += part.known;
            }
            None => rows.push(part),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use ludoteca_players::settings;

    use super::*;

    #[test]
    fn every_reading_is_a_player_of_its_own_and_meets_chance_in_every_game() {
        let runs = reading_runs(24);
        let names: BTreeSet<&str> = runs.iter().map(|run| run.name.as_str()).collect();
        assert_eq!(names.len(), READINGS.len() * CHANCE_FIELDS.len() * 3);
        assert_eq!(names.len(), runs.len());
        let read = |keys: &str| {
            let text = format!("ants:form=thesis,{keys}");
            settings("connect4", text.trim_end_matches(','), &Supply::seeded(0)).unwrap()
        };
        for (at, (name, keys)) in READINGS.iter().enumerate() {
            let others = READINGS[..at].iter().all(|(_, other)| read(other) != read(keys));
            assert!(others, "{name} is another's");
        }
    }

    #[test]
    fn a_colony_learns_once_and_its_games_are_counted() {
        let (field, _) = CHANCE_FIELDS[0];
        let stop = Stop::default();
        let part = |keys, colony| (run(field, "x", keys, colony, 4).make)(&stop).unwrap().unwrap();
        let short = "ants=6,searches=12";
        let first = part(short, 0);
        assert_eq!(first, part(short, 0));
        assert!(first.known > 0 && first.known < first.moves && first.moves >= 8, "{first:?}");
        let rows = reading_rows(vec![first.clone(), part(short, 1)]);
        assert_eq!((rows.len(), rows[0].wins + rows[0].losses + rows[0].draws), (1, 8));
        stop.set();
        assert_eq!((run(field, "x", short, 0, 4).make)(&stop), Ok(None));
        let of =
            |wins, losses| ReadingRow { wins, losses, draws: 100 - wins - losses, ..first.clone() };
        assert!(of(72, 9).holds() && !of(71, 9).holds() && !of(72, 10).holds());
        assert!(of(60, 18).may_hold() && !of(30, 9).may_hold() && !of(72, 28).may_hold());
    }
}

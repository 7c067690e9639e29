//! `ants-vs-random`: how an ant colony fares against chance.
//!
//! The settings and the reference are those of a thesis on ant colonies (annex D, table 6.6, which it
//! takes from Sharma, Kobti and Goodwin 2008). Beside them stand the colony as it is printed, our own
//! forms, and alpha-beta.

use ludoteca_players::{Stop, Supply, settings};
use serde::{Deserialize, Serialize};

use super::{
    Run,
    field::{BREAKTHROUGH, CHECKERS, CONNECT4, Field, TICTACTOE, TICTACTOE_5},
};
use crate::{ExperimentError, Limits, Match, Openings, Share, play_match};

/// Who plays against chance: a name and the player's text. First the colony as printed, then ours,
/// learning when the annex does and on every move, and whoever searches a tree.
pub const CHANCE_FORMS: [(&str, &str); 4] = [
    ("thesis", "ants:form=thesis"),
    ("before", "ants:learn=before"),
    ("move", "ants"),
    ("alphabeta", "alphabeta:depth=2"),
];
/// Games of each row if nobody says.
pub const CHANCE_GAMES: u32 = 1000;
/// Where all chance of the experiment comes from.
pub const CHANCE_SEED: u64 = 1;
/// Games of one run; with sides split evenly in each, they are in all.
const GAMES_AT_ONCE: u32 = 20;

/// The games, and how many of 100 the reference won, lost and drew.
pub const CHANCE_FIELDS: [(Field, [u32; 3]); 5] = [
    (TICTACTOE, [72, 9, 19]),
    (TICTACTOE_5, [66, 12, 22]),
    (CONNECT4, [73, 27, 0]),
    (BREAKTHROUGH, [74, 26, 0]),
    (CHECKERS, [59, 39, 2]),
];

/// How games with one setting came out for the ants.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChanceRow {
    /// The game's name among [`CHANCE_FIELDS`].
    pub game: String,
    /// Who played, one of [`CHANCE_FORMS`].
    pub form: String,
    /// Games it won.
    pub wins: u32,
    /// Games it lost.
    pub losses: u32,
    /// Games nobody won.
    pub draws: u32,
}

impl ChanceRow {
    /// Games in all.
    pub fn games(&self) -> u32 {
        self.wins + self.losses + self.draws
    }

    /// The shares of games won, lost and drawn.
    pub fn shares(&self) -> [Share; 3] {
        [self.wins, self.losses, self.draws]
            .map(|count| Share::of(count as usize, self.games() as usize))
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
}

/// Whether no smaller share is won than in a reference, by the hundred, and no greater one lost.
pub(super) fn reaches([won, lost, _]: [Share; 3], [wins, losses, _]: [u32; 3]) -> bool {
    won.share * 100.0 >= f64::from(wins) && lost.share * 100.0 <= f64::from(losses)
}

/// All games, some at a time.
pub fn chance_runs(games: u32) -> Vec<Run<ChanceRow>> {
    let mut runs = Vec::new();
    for (field, _) in CHANCE_FIELDS {
        for form in CHANCE_FORMS {
            for first in (0..games).step_by(GAMES_AT_ONCE as usize) {
                let count = GAMES_AT_ONCE.min(games - first);
                runs.push(run(field, form, first, count));
            }
        }
    }
    runs
}

fn run(
    field: Field,
    (form, player): (&'static str, &'static str),
    first: u32,
    count: u32,
) -> Run<ChanceRow> {
    Run {
        name: format!("{} {player} {CHANCE_SEED} {first} {count}", field.name),
        make: Box::new(move |stop: &Stop| -> Result<Option<ChanceRow>, ExperimentError> {
            let (start, supply) = (field.start(), Supply::seeded(0));
            let games = Match {
                a: settings(&start.game, player, &supply)?,
                b: settings(&start.game, "random", &supply)?,
                start,
                games: count,
                openings: Openings::Plies(0),
                limits: [Limits::default(); 2],
                seed: CHANCE_SEED << 32 | u64::from(first),
                jobs: 1,
            };
            let result = play_match(&games, &supply, stop, &mut |_| {})?;
            if let Some(fault) = result.faults.into_iter().next() {
                return Err(fault.reason.into());
            }
            Ok((result.games == count).then(|| ChanceRow {
                game: field.name.into(),
                form: form.into(),
                wins: result.a_wins,
                losses: result.b_wins,
                draws: result.draws,
            }))
        }),
    }
}

/// Rows of the same setting taken together, in the order in which they first come.
pub fn chance_rows(parts: Vec<ChanceRow>) -> Vec<ChanceRow> {
    let mut rows: Vec<ChanceRow> = Vec::new();
    for part in parts {
        let same = |row: &&mut ChanceRow| (&row.game, &row.form) == (&part.game, &part.form);
        match rows.iter_mut().find(same) {
            Some(row) => {
                row.wins += part.wins;
                row.losses += part.losses;
                row.draws += part.draws;
            }
            None => rows.push(part),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_games_are_played_in_parts_that_more_games_leave_as_they_are() {
        let names = |games| -> BTreeSet<String> {
            chance_runs(games).into_iter().map(|run| run.name).collect()
        };
        let cells = CHANCE_FORMS.len() * CHANCE_FIELDS.len();
        assert_eq!(names(1000).len(), cells * 1000 / GAMES_AT_ONCE as usize);
        assert_eq!(names(50).len(), cells * 3);
        assert!(names(60).is_subset(&names(1000)));
        assert_eq!(names(50).intersection(&names(60)).count(), cells * 2);
    }

    #[test]
    fn a_part_comes_out_the_same_whenever_it_is_played_and_parts_add_up() {
        let runs = chance_runs(22);
        let stop = Stop::default();
        let play = |at: usize| (runs[at].make)(&stop).unwrap().unwrap();
        let parts = [play(4), play(5)];
        assert_eq!(parts[0], play(4));
        assert_eq!(parts.each_ref().map(ChanceRow::games), [20, 2]);
        let rows = chance_rows(parts.into());
        assert_eq!(rows.len(), 1);
        let row = &rows[0];
        assert_eq!((row.game.as_str(), row.form.as_str(), row.games()), ("tictactoe", "move", 22));
        assert!(row.wins > 11 && row.holds(), "{row:?}");
        stop.set();
        assert_eq!((runs[0].make)(&stop), Ok(None));
    }

    #[test]
    fn a_row_holds_with_the_shares_of_the_reference_and_not_with_worse_ones() {
        let row = |wins, losses| ChanceRow {
            game: "checkers".into(),
            form: "move".into(),
            wins,
            losses,
            draws: 1000 - wins - losses,
        };
        assert!(row(590, 390).holds());
        assert!(!row(589, 390).holds());
        assert!(!row(600, 391).holds());
    }
}

//! `arimaa-puzzles`: which puzzles of Arimaa a player solves with which settings, and how fast.
//!
//! The settings of `ants` are those of the tables of a thesis on ant colonies (6.1 to 6.3), those of
//! `alphabeta` are of an older one that it quotes (Cerón, 2010). The colony plays as printed
//! (`form=thesis`), as we improved it, and with what `alphabeta` has and nothing else: the same
//! weights, and no goals but those it comes upon.

use std::time::{Duration, Instant};

use ludoteca_games::{Arimaa, Game, Position, arimaa::write_board};
use ludoteca_players::{
    AnyWatch, Budget, Stop, Supply,
    arimaa::puzzles::{Puzzle, puzzles},
    machine,
};
use serde::{Deserialize, Serialize};

use super::Run;
use crate::{ExperimentError, MatchError, Share};

/// A player and how it is set; what does not apply to it is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuzzleSetting {
    /// The player's name.
    pub player: &'static str,
    /// Further keys of its text: in which form it plays.
    pub form: &'static str,
    /// Ants.
    pub ants: Option<u32>,
    /// Rounds in which every ant plays once.
    pub searches: Option<u32>,
    /// Turns looked ahead.
    pub depth: Option<u32>,
    /// Turns looked at in each position.
    pub limit: Option<u32>,
    /// Seconds it is given.
    pub seconds: Option<f64>,
}

/// All settings, in the order of the table.
pub const PUZZLE_SETTINGS: [PuzzleSetting; 38] = [
    alphabeta(1, 1000),
    alphabeta(1, 2000),
    alphabeta(1, 3000),
    alphabeta(1, 4000),
    alphabeta(1, 5000),
    alphabeta(2, 30),
    alphabeta(2, 45),
    alphabeta(2, 55),
    alphabeta(2, 60),
    alphabeta(2, 75),
    alphabeta(3, 10),
    alphabeta(3, 30),
    alphabeta(1, 5000).with("w1=4"),
    alphabeta(2, 75).with("w1=4"),
    ants(30, 200, 1).with(AS_PRINTED),
    ants(50, 200, 1).with(AS_PRINTED),
    ants(70, 200, 1).with(AS_PRINTED),
    ants(30, 350, 1).with(AS_PRINTED),
    ants(50, 350, 1).with(AS_PRINTED),
    ants(70, 350, 1).with(AS_PRINTED),
    ants(30, 200, 2).with(AS_PRINTED),
    ants(50, 350, 1).with(EVEN),
    ants(50, 350, 2).with(EVEN),
    ants(30, 200, 1),
    ants(50, 200, 1),
    ants(70, 200, 1),
    ants(30, 350, 1),
    ants(50, 350, 1),
    ants(70, 350, 1),
    ants(30, 200, 2),
    ants(50, 200, 2),
    ants(70, 200, 2),
    ants(30, 350, 2),
    ants(50, 350, 2),
    ants(70, 350, 2),
    strong(0.1),
    strong(0.3),
    strong(1.0),
];

/// The colony of the thesis.
pub const AS_PRINTED: &str = "form=thesis";
/// Ours with the weights of `alphabeta`, and like it without knowledge of goals.
pub const EVEN: &str = "goals=off,w1=1";

const NOBODY: PuzzleSetting = PuzzleSetting {
    player: "",
    form: "",
    ants: None,
    searches: None,
    depth: None,
    limit: None,
    seconds: None,
};

const fn alphabeta(depth: u32, limit: u32) -> PuzzleSetting {
    PuzzleSetting { player: "alphabeta", depth: Some(depth), limit: Some(limit), ..NOBODY }
}

const fn ants(ants: u32, searches: u32, depth: u32) -> PuzzleSetting {
    PuzzleSetting {
        player: "ants",
        ants: Some(ants),
        searches: Some(searches),
        depth: Some(depth),
        ..NOBODY
    }
}

const fn strong(seconds: f64) -> PuzzleSetting {
    PuzzleSetting { player: "strong", seconds: Some(seconds), ..NOBODY }
}

/// What a player made of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRow {
    /// The puzzle's number.
    pub puzzle: usize,
    /// The player's name, and how it was set.
    pub player: String,
    /// Further keys of its text.
    pub form: String,
    /// Ants.
    pub ants: Option<u32>,
    /// Rounds in which every ant plays once.
    pub searches: Option<u32>,
    /// Turns looked ahead.
    pub depth: Option<u32>,
    /// Turns looked at in each position.
    pub limit: Option<u32>,
    /// Seconds it was given.
    pub seconds: Option<f64>,
    /// Whether its turn did what the puzzle asks for.
    pub solved: bool,
    /// Whether its turn won at once.
    pub terminal: bool,
    /// How long it took for its turn.
    pub milliseconds: f64,
}

/// What a player with one setting made of all puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleSummary {
    /// The setting.
    pub setting: PuzzleSetting,
    /// Puzzles tried, solved, and won at once.
    pub tried: usize,
    /// Of those the ones it solved.
    pub solved: usize,
    /// The same as a share.
    pub share: Share,
    /// Those in which its turn won at once.
    pub terminal: usize,
    /// The least, the middle and the most milliseconds.
    pub milliseconds: [f64; 3],
}

impl PuzzleSetting {
    const fn with(self, form: &'static str) -> PuzzleSetting {
        PuzzleSetting { form, ..self }
    }

    /// The player as it would be typed.
    pub fn player_text(&self) -> String {
        let keys = [
            ("ants", self.ants),
            ("searches", self.searches),
            ("depth", self.depth),
            ("limit", self.limit),
        ];
        let keys = keys.into_iter().filter_map(|(name, value)| Some(format!("{name}={}", value?)));
        let form = (!self.form.is_empty()).then(|| self.form.to_owned());
        match form.into_iter().chain(keys).collect::<Vec<_>>().join(",") {
            keys if keys.is_empty() => self.player.to_owned(),
            keys => format!("{}:{keys}", self.player),
        }
    }

    /// Whether a row is of this setting.
    pub fn is_of(&self, row: &PuzzleRow) -> bool {
        (self.player, self.form) == (row.player.as_str(), row.form.as_str())
            && (self.ants, self.searches) == (row.ants, row.searches)
            && (self.depth, self.limit, self.seconds) == (row.depth, row.limit, row.seconds)
    }
}

/// Every puzzle with every setting.
pub fn puzzle_runs() -> Vec<Run<PuzzleRow>> {
    let pairs = PUZZLE_SETTINGS
        .into_iter()
        .flat_map(|setting| puzzles().iter().map(move |puzzle| (setting, puzzle)));
    let run = |(setting, puzzle): (PuzzleSetting, &'static Puzzle)| {
        let Puzzle { number, position: begin, aim, .. } = puzzle;
        let player = setting.player_text();
        let board = write_board(&begin.state().board, Game::side(begin));
        let seconds = setting.seconds.map(|seconds| format!(" {seconds}s")).unwrap_or_default();
        Run {
            name: format!("{player}{seconds} {number} {aim:?} {board}"),
            make: Box::new(move |stop| try_it(&setting, puzzle, stop)),
        }
    };
    pairs.map(run).collect()
}

/// Has a player make its turn; none if it was stopped before the end.
fn try_it(
    setting: &PuzzleSetting,
    puzzle: &Puzzle,
    stop: &Stop,
) -> Result<Option<PuzzleRow>, ExperimentError> {
    let mut player = machine(Arimaa::NAME, &setting.player_text(), &Supply::seeded(1))?;
    let time = setting.seconds.map(Duration::from_secs_f64);
    let budget = Budget { time, stop: stop.clone(), ..Budget::default() };
    let side = Game::side(&puzzle.position);
    let mut position: Box<dyn Position> = Box::new(puzzle.position.clone());
    let mut taken = Duration::ZERO;
    while position.side() == side && position.outcome().is_none() {
        // Whoever waits for a turn does not think yet.
        let Some(_turn) = stop.turn() else { return Ok(None) };
        let begun = Instant::now();
        let thought = player.consider(position.as_ref(), &budget, AnyWatch::Nobody)?;
        if stop.is_set() {
            return Ok(None);
        }
        position.play(&thought.ply().unwrap_or_default())?;
        taken += begun.elapsed();
    }
    let milliseconds = taken.as_secs_f64() * 1e3;
    let end = position.as_any().downcast_ref().ok_or_else(|| {
        let position = position.game().to_owned();
        MatchError::OtherGame { player: Arimaa::NAME, position }
    })?;
    Ok(Some(PuzzleRow {
        puzzle: puzzle.number,
        player: setting.player.to_owned(),
        form: setting.form.to_owned(),
        ants: setting.ants,
        searches: setting.searches,
        depth: setting.depth,
        limit: setting.limit,
        seconds: setting.seconds,
        solved: puzzle.solved_by(end),
        terminal: position.outcome().is_some_and(|outcome| outcome.winner == Some(side)),
        milliseconds: (milliseconds * 1e3).round() / 1e3,
    }))
}

/// The rows of each setting that has some, taken together.
pub fn puzzle_summaries(rows: &[PuzzleRow]) -> Vec<PuzzleSummary> {
    let summary = |setting: PuzzleSetting| {
        let own: Vec<&PuzzleRow> = rows.iter().filter(|row| setting.is_of(row)).collect();
        let mut times: Vec<f64> = own.iter().map(|row| row.milliseconds).collect();
        times.sort_by(f64::total_cmp);
        let milliseconds = [*times.first()?, times[times.len() / 2], *times.last()?];
        let tried = own.len();
        let solved = own.iter().filter(|row| row.solved).count();
        let terminal = own.iter().filter(|row| row.terminal).count();
        let share = Share::of(solved, tried);
        Some(PuzzleSummary { setting, tried, solved, share, terminal, milliseconds })
    };
    PUZZLE_SETTINGS.into_iter().filter_map(summary).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_puzzle_is_tried_with_every_setting_once() {
        let runs = puzzle_runs();
        let names: BTreeSet<&str> = runs.iter().map(|run| run.name.as_str()).collect();
        assert_eq!(names.len(), PUZZLE_SETTINGS.len() * puzzles().len());
        assert_eq!(names.len(), runs.len());
    }

    #[test]
    fn every_setting_is_a_player_and_its_rows_are_found_again() {
        let easiest = &puzzles()[0];
        for setting in PUZZLE_SETTINGS {
            let mut short = setting;
            short.seconds = setting.seconds.map(|_| 0.01);
            short.limit = setting.limit.map(|_| 2);
            short.searches = setting.searches.map(|_| 1);
            let row = try_it(&short, easiest, &Stop::default()).unwrap().unwrap();
            assert!(short.is_of(&row), "{row:?}");
            let PuzzleSetting { searches, limit, seconds, .. } = setting;
            let own = PuzzleRow { searches, limit, seconds, ..row };
            let summaries = puzzle_summaries(&[own.clone(), own.clone()]);
            assert_eq!((summaries.len(), summaries[0].setting), (1, setting));
            assert_eq!(summaries[0].tried, 2);
            assert_eq!(summaries[0].milliseconds, [own.milliseconds; 3]);
        }
    }

    #[test]
    fn a_goal_in_one_turn_is_solved_and_terminal_and_a_stopped_try_is_no_row() {
        let goal =
            |puzzle: &&Puzzle| puzzle.aim == ludoteca_players::arimaa::puzzles::Aim::GoalInOne;
        let puzzle = puzzles().iter().find(goal).unwrap();
        let row = try_it(&alphabeta(1, 10), puzzle, &Stop::default()).unwrap().unwrap();
        assert!(row.solved && row.terminal && row.milliseconds > 0.0, "{row:?}");
        let stop = Stop::default();
        stop.set();
        assert_eq!(try_it(&alphabeta(1, 10), puzzle, &stop), Ok(None));
    }
}

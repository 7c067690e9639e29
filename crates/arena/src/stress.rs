//! Hextress: how fast a machine plays Hex with each of the algorithms of `hexodus`.
//!
//! `hexodus` plays whole games against itself on small boards: with each first move handed to a
//! thread, which loses the pruning among them (parallel); with the first alone and the others on
//! threads against its value (shared); and one move after another (sequential). All play the same
//! moves, so that their times can be compared with each other and with those of other machines. The
//! idea is that of the program Hextress, with which the makers of Hexodus found out where threads
//! pay (Salamanca, 2007).

use std::{num::NonZero, ops::RangeInclusive, thread};

use ludoteca_games::{End, GameTree, Hex, Start};
use ludoteca_players::{
    AnyPlayer, Erased, Stop, Thought,
    hex::{Hexodus, HexodusSettings, Mode, connections},
};
use serde::{Deserialize, Serialize};

use crate::{ExperimentError, Limits, play as play_game};

/// How `hexodus` plays while it is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StressLevel {
    /// It knows bridges only and looks farther ahead instead. The usual connections see through
    /// boards up to 5x5 without any search, which leaves nothing to share.
    #[default]
    Bridges,
    /// As the level of that name.
    Normal,
    /// As the level of that name.
    Expert,
}

impl StressLevel {
    /// All of them, in the order in which they are measured and shown.
    pub const ALL: [StressLevel; 3] =
        [StressLevel::Bridges, StressLevel::Normal, StressLevel::Expert];

    /// Its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            StressLevel::Bridges => "bridges",
            StressLevel::Normal => "normal",
            StressLevel::Expert => "expert",
        }
    }

    /// How many moves it looks ahead.
    pub fn depth(self) -> u32 {
        self.settings().depth
    }

    /// The boards it is measured on if nobody says: those of the original, and larger ones for
    /// levels that see through those.
    pub fn usual_sizes(self) -> RangeInclusive<usize> {
        match self {
            StressLevel::Bridges => 3..=6,
            StressLevel::Normal | StressLevel::Expert => 3..=8,
        }
    }

    fn settings(self) -> HexodusSettings {
        let bridges = connections::Limits {
            fulls: 1,
            semis: 2,
            size: 2,
            ors: 2,
            steps: 40_000,
            captures: false,
        };
        match self {
            StressLevel::Bridges => {
                HexodusSettings { depth: 4, limits: bridges, ..HexodusSettings::NORMAL }
            }
            StressLevel::Normal => HexodusSettings::NORMAL,
            StressLevel::Expert => HexodusSettings::EXPERT,
        }
    }
}

/// The algorithms, in the order in which they are played and shown.
pub const STRESS_MODES: [Mode; 3] = [Mode::Parallel, Mode::Shared, Mode::Sequential];

/// A board is played again and again until its games last this long together, in seconds.
const ENOUGH: f64 = 1.0;
/// But no more often than this.
const MOST_GAMES: f64 = 200.0;
/// Times whose quotient is less than this are as good as equal.
const EQUAL: f64 = 1.05;

/// What was measured on a board at a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StressRow {
    /// How it was played; older measurements knew bridges only.
    #[serde(default)]
    pub level: StressLevel,
    /// The board's size.
    pub size: usize,
    /// Seconds of one game, each first move handed to a thread.
    pub parallel_seconds: f64,
    /// Seconds of the same game, first moves shared among threads against the value of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_seconds: Option<f64>,
    /// Seconds of the same game, one move searched after another.
    pub sequential_seconds: f64,
    /// Positions looked at in a game, each first move handed to a thread.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallel_positions: Option<u64>,
    /// Positions looked at in a game, one move searched after another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequential_positions: Option<u64>,
    /// How many games were played in each mode; the seconds are their median.
    pub games: u32,
    /// The game.
    pub moves: Vec<String>,
}

impl StressRow {
    /// The faster of the sequential and the parallel algorithm, and how many times as fast it is;
    /// none if they hardly differ.
    pub fn faster(&self) -> Option<(Mode, f64)> {
        if !self.is_searched() {
            return None;
        }
        let (parallel, sequential) = (self.parallel_seconds, self.sequential_seconds);
        let (mode, times) = if parallel < sequential {
            (Mode::Parallel, sequential / parallel)
        } else {
            (Mode::Sequential, parallel / sequential)
        };
        (times >= EQUAL).then_some((mode, times))
    }

    /// Whether anything was searched: where connections show the winner in every position, all
    /// algorithms do the same, and their times differ by chance alone.
    pub fn is_searched(&self) -> bool {
        self.sequential_positions.is_none_or(|positions| positions > self.moves.len() as u64)
    }

    /// How many times as many positions the parallel algorithm looks at, for want of pruning.
    pub fn more_positions(&self) -> Option<f64> {
        Some(self.parallel_positions? as f64 / self.sequential_positions?.max(1) as f64)
    }
}

/// Measures boards of these sizes, each at a level. `progress` is told which part of the work is
/// done, from 0 to 1; `stop` ends the measurement with the boards that are finished.
pub fn stress(
    boards: &[(StressLevel, usize)],
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<StressRow>, ExperimentError> {
    // About how much longer a game takes on the next larger board.
    let work = |(level, size): &(StressLevel, usize)| match level {
        StressLevel::Bridges => 5f64.powi(*size as i32),
        StressLevel::Normal | StressLevel::Expert => 3f64.powi(*size as i32),
    };
    let whole: f64 = boards.iter().map(work).sum();
    let mut done = 0.0;
    let mut told = 0.0f64;
    let mut rows = Vec::new();
    for board in boards {
        let mut within = |part: f64| {
            // How often a board is played is known after its first game: never go back.
            told = told.max((done + part * work(board)) / whole);
            progress(told);
        };
        let Some(row) = measure(*board, stop, &mut within)? else { break };
        rows.push(row);
        done += work(board);
    }
    Ok(rows)
}

/// Measures a board; none if it was stopped before the end.
fn measure(
    (level, size): (StressLevel, usize),
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<StressRow>, ExperimentError> {
    let mut moves: Vec<String> = Vec::new();
    let mut games = 1;
    let mut medians = [0.0; STRESS_MODES.len()];
    let mut positions = [0; STRESS_MODES.len()];
    for (part, mode) in STRESS_MODES.into_iter().enumerate() {
        let mut times = Vec::new();
        while times.len() < games {
            let before = times.len() as f64;
            let mut within = |game: f64| {
                let done = part as f64 + (before + game) / games as f64;
                progress(done / STRESS_MODES.len() as f64);
            };
            let settings = HexodusSettings { mode, ..level.settings() };
            let Some(played) = play(size, settings, stop, &mut within)? else { return Ok(None) };
            if moves.is_empty() {
                moves = played.moves;
                games = (ENOUGH / played.seconds).ceil().clamp(1.0, MOST_GAMES) as usize;
            } else if let Some(differs) = difference(size, &moves, &played.moves) {
                return Err(differs);
            }
            times.push(played.seconds);
            positions[part] = played.positions;
        }
        times.sort_by(f64::total_cmp);
        medians[part] = times[times.len() / 2];
    }
    let [parallel_seconds, shared_seconds, sequential_seconds] = medians;
    let [parallel_positions, _, sequential_positions] = positions;
    Ok(Some(StressRow {
        level,
        size,
        parallel_seconds,
        shared_seconds: Some(shared_seconds),
        sequential_seconds,
        parallel_positions: Some(parallel_positions),
        sequential_positions: Some(sequential_positions),
        games: games as u32,
        moves,
    }))
}

struct Played {
    moves: Vec<String>,
    seconds: f64,
    positions: u64,
}

/// Plays one game; none if it was stopped before the end.
fn play(
    size: usize,
    settings: HexodusSettings,
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<Played>, ExperimentError> {
    let start = GameTree::begin(Start::of("hex").with("size", size.to_string()))?;
    let mut players = [player(settings), player(settings)];
    let (mut seconds, mut positions) = (0.0, 0);
    let mut watch = |game: &GameTree, thought: &Thought| -> Option<End> {
        seconds += thought.seconds;
        positions += thought.nodes;
        progress(game.length() as f64 / (size * size) as f64);
        None
    };
    let game = play_game(start, &mut players, [Limits::default(); 2], stop, &mut watch);
    match game.fault {
        Some(fault) => Err(fault.into()),
        None => {
            let played = || Played { moves: game.record.plies(), seconds, positions };
            Ok(game.end.counts().then(played))
        }
    }
}

fn player(settings: HexodusSettings) -> Box<dyn AnyPlayer> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    Erased::<Hex, _>::boxed(Hexodus::new(HexodusSettings { threads, ..settings }))
}

/// Where two games that should be the same differ, if they do.
fn difference(size: usize, first: &[String], again: &[String]) -> Option<ExperimentError> {
    let longer = first.len().max(again.len());
    let at = (0..longer).find(|at| first.get(*at) != again.get(*at))?;
    let ply = |moves: &[String]| moves.get(at).cloned().unwrap_or_else(|| "–".to_owned());
    let (first, again) = (ply(first), ply(again));
    Some(ExperimentError::Differs { size, number: at + 1, first, again })
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Game, hex::Swap};
    use ludoteca_words::Lang;

    use super::*;

    fn bridges<const N: usize>(sizes: [usize; N]) -> [(StressLevel, usize); N] {
        sizes.map(|size| (StressLevel::Bridges, size))
    }

    #[test]
    fn every_game_is_legal_and_complete() {
        let sizes = [1, 2, 3, 4];
        let boards = [StressLevel::Bridges, StressLevel::Normal]
            .map(|level| sizes.map(|size| (level, size)))
            .concat();
        let rows = stress(&boards, &Stop::default(), &mut |_| {}).unwrap();
        let measured: Vec<_> = rows.iter().map(|row| (row.level, row.size)).collect();
        assert_eq!(measured, boards);
        for row in rows {
            let mut position = Hex::new(row.size, Swap::None).unwrap();
            for ply in &row.moves {
                assert_eq!(position.winner(), None, "{row:?}");
                position.play(&position.read_ply(ply).unwrap()).unwrap();
            }
            assert!(position.winner().is_some(), "{row:?}");
            assert!(row.parallel_seconds > 0.0 && row.sequential_seconds > 0.0, "{row:?}");
            assert!(row.shared_seconds.is_some_and(|seconds| seconds > 0.0), "{row:?}");
            // What the parallel algorithm loses with the pruning among first moves.
            assert!(row.more_positions().is_some_and(|more| more >= 1.0), "{row:?}");
            assert!(row.games >= 1);
        }
    }

    #[test]
    fn there_is_something_to_share_from_4x4_on_and_what_the_parallel_algorithm_loses_is_seen() {
        let boards = [(StressLevel::Bridges, 4), (StressLevel::Bridges, 5)];
        for row in stress(&boards, &Stop::default(), &mut |_| {}).unwrap() {
            assert!(row.is_searched(), "{row:?}");
            assert!(row.more_positions().is_some_and(|more| more > 1.0), "{row:?}");
        }
    }

    #[test]
    fn progress_goes_from_nothing_to_nearly_everything_and_never_back() {
        let mut told = Vec::new();
        stress(&bridges([2, 3]), &Stop::default(), &mut |done| told.push(done)).unwrap();
        assert!(told.is_sorted());
        assert!(told[0] < 0.2 && told.last().is_some_and(|last| (0.5..=1.0).contains(last)));
    }

    #[test]
    fn stopped_it_keeps_the_boards_that_are_finished() {
        let stop = Stop::default();
        let rows = stress(&bridges([2, 6]), &stop, &mut |done| {
            if done > 0.01 {
                stop.set();
            }
        });
        assert_eq!(rows.unwrap().iter().map(|row| row.size).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn games_that_differ_are_told_with_the_place() {
        let game = |moves: &str| moves.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(difference(3, &game("b2 a1"), &game("b2 a1")), None);
        let told = difference(3, &game("b2 a1 c1"), &game("b2 a1")).unwrap();
        assert_eq!(
            Lang::ENGLISH.say(&told.into()),
            "On 3×3 the games differ at move 3, c1 in the first and – in a later one, though all \
             algorithms have to play the same. Please report it."
        );
    }

    #[test]
    fn the_faster_mode_is_named_unless_they_hardly_differ() {
        let row = |parallel_seconds, sequential_seconds| StressRow {
            level: StressLevel::Bridges,
            size: 3,
            parallel_seconds,
            shared_seconds: None,
            sequential_seconds,
            parallel_positions: None,
            sequential_positions: None,
            games: 1,
            moves: Vec::new(),
        };
        assert_eq!(row(1.0, 2.0).faster(), Some((Mode::Parallel, 2.0)));
        assert_eq!(row(3.0, 1.0).faster(), Some((Mode::Sequential, 3.0)));
        assert_eq!(row(1.0, 1.04).faster(), None);
    }
}

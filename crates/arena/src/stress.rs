//! Hextress: how fast a machine plays Hex, with its work shared among processors and without.
//!
//! `hexodus` plays whole games against itself on small boards, first shared among threads, then one
//! move after another. Both are the same work, so that their times can be compared with each other
//! and with those of other machines. The idea is that of the program Hextress, with which the makers
//! of Hexodus found out where threads pay (Salamanca, 2007).

use std::{num::NonZero, thread};

use ludoteca_games::{End, GameTree, Hex, Start};
use ludoteca_players::{
    AnyPlayer, Erased, Stop, Thought,
    hex::{Hexodus, HexodusSettings, Mode, connections},
};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};

use crate::{Limits, play as play_game};

/// How it plays. The usual connections see through boards up to 5x5 without any search, which leaves
/// nothing to share: here it knows bridges only, and looks farther ahead instead.
const SETTINGS: HexodusSettings = HexodusSettings {
    depth: STRESS_DEPTH,
    limits: connections::Limits { fulls: 1, semis: 2, size: 2, ors: 2, steps: 40_000 },
    ..HexodusSettings::NORMAL
};
/// How many moves it looks ahead.
pub const STRESS_DEPTH: u32 = 4;
/// A board is played again and again until its games last this long together, in seconds.
const ENOUGH: f64 = 1.0;
/// But no more often than this.
const MOST_GAMES: f64 = 200.0;
/// Times whose quotient is less than this are as good as equal.
const EQUAL: f64 = 1.05;

/// What was measured on a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StressRow {
    /// The board's size.
    pub size: usize,
    /// Seconds of one game, shared among threads.
    pub parallel_seconds: f64,
    /// Seconds of the same game, one move searched after another.
    pub sequential_seconds: f64,
    /// How many games were played in each mode; the seconds are their median.
    pub games: u32,
    /// The game.
    pub moves: Vec<String>,
}

impl StressRow {
    /// The faster mode, and how many times as fast it is; none if they hardly differ.
    pub fn faster(&self) -> Option<(Mode, f64)> {
        let (parallel, sequential) = (self.parallel_seconds, self.sequential_seconds);
        let (mode, times) = if parallel < sequential {
            (Mode::Parallel, sequential / parallel)
        } else {
            (Mode::Sequential, parallel / sequential)
        };
        (times >= EQUAL).then_some((mode, times))
    }
}

/// Measures boards of these sizes. `progress` is told which part of the work is done, from 0 to 1;
/// `stop` ends the measurement with the boards that are finished.
pub fn stress(
    sizes: &[usize],
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<StressRow>, Text> {
    // About how much longer a game takes on the next larger board.
    let work = |size: usize| 5f64.powi(size as i32);
    let all: f64 = sizes.iter().map(|size| work(*size)).sum();
    let mut done = 0.0;
    let mut told = 0.0f64;
    let mut rows = Vec::new();
    for size in sizes {
        let mut within = |part: f64| {
            // How often a board is played is known after its first game: never go back.
            told = told.max((done + part * work(*size)) / all);
            progress(told);
        };
        let Some(row) = measure(*size, stop, &mut within)? else { break };
        rows.push(row);
        done += work(*size);
    }
    Ok(rows)
}

/// Measures a board; none if it was stopped before the end.
fn measure(
    size: usize,
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<StressRow>, Text> {
    let mut moves: Vec<String> = Vec::new();
    let mut games = 1;
    let mut medians = [0.0; 2];
    for (half, mode) in [Mode::Parallel, Mode::Sequential].into_iter().enumerate() {
        let mut times = Vec::new();
        while times.len() < games {
            let before = times.len() as f64;
            let mut within = |part: f64| {
                progress((half as f64 + (before + part) / games as f64) / 2.0);
            };
            let Some(played) = play(size, mode, stop, &mut within)? else { return Ok(None) };
            if moves.is_empty() {
                moves = played.moves;
                games = (ENOUGH / played.seconds).ceil().clamp(1.0, MOST_GAMES) as usize;
            } else if let Some(differs) = difference(size, &moves, &played.moves) {
                return Err(differs);
            }
            times.push(played.seconds);
        }
        times.sort_by(f64::total_cmp);
        medians[half] = times[times.len() / 2];
    }
    let [parallel_seconds, sequential_seconds] = medians;
    Ok(Some(StressRow { size, parallel_seconds, sequential_seconds, games: games as u32, moves }))
}

struct Played {
    moves: Vec<String>,
    seconds: f64,
}

/// Plays one game; none if it was stopped before the end.
fn play(
    size: usize,
    mode: Mode,
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Result<Option<Played>, Text> {
    let start = GameTree::begin(Start::of("hex").with("size", size.to_string()))?;
    let mut players = [player(mode), player(mode)];
    let mut seconds = 0.0;
    let mut watch = |game: &GameTree, thought: &Thought| -> Option<End> {
        seconds += thought.seconds;
        progress(game.length() as f64 / (size * size) as f64);
        None
    };
    let game = play_game(start, &mut players, &Limits::default(), stop, &mut watch);
    match game.fault {
        Some(fault) => Err(fault),
        None => Ok(game.end.counts().then(|| Played { moves: game.record.plies(), seconds })),
    }
}

fn player(mode: Mode) -> Box<dyn AnyPlayer> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    Erased::<Hex, _>::boxed(Hexodus::new(HexodusSettings { mode, threads, ..SETTINGS }))
}

/// Where two games that should be the same differ, if they do.
fn difference(size: usize, first: &[String], again: &[String]) -> Option<Text> {
    let longer = first.len().max(again.len());
    let at = (0..longer).find(|at| first.get(*at) != again.get(*at))?;
    let ply = |moves: &[String]| moves.get(at).cloned().unwrap_or_else(|| "–".to_owned());
    Some(text!(
        "stress-differs",
        size = size,
        number = at + 1,
        first = ply(first),
        again = ply(again)
    ))
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Game, hex::Swap};
    use ludoteca_players::{Budget, Player, Watch};
    use ludoteca_words::Lang;

    use super::*;

    #[test]
    fn every_game_is_legal_and_complete() {
        let sizes = [1, 2, 3, 4];
        let rows = stress(&sizes, &Stop::default(), &mut |_| {}).unwrap();
        assert_eq!(rows.iter().map(|row| row.size).collect::<Vec<_>>(), sizes);
        for row in rows {
            let mut position = Hex::new(row.size, Swap::None).unwrap();
            for ply in &row.moves {
                assert_eq!(position.winner(), None, "{row:?}");
                position.play(&position.read_ply(ply).unwrap()).unwrap();
            }
            assert!(position.winner().is_some(), "{row:?}");
            assert!(row.parallel_seconds > 0.0 && row.sequential_seconds > 0.0, "{row:?}");
            assert!(row.games >= 1);
        }
    }

    #[test]
    fn there_is_something_to_share_from_3x3_on() {
        for size in [3, 4] {
            let position = Hex::new(size, Swap::None).unwrap();
            let position = position.read_position(["b2", "c3"][size - 3]).unwrap().into_position();
            let thought = Hexodus::new(SETTINGS).consider(
                &position,
                &Budget::default(),
                &mut Watch::nobody(),
            );
            assert_eq!(thought.depth, Some(STRESS_DEPTH), "{size}");
        }
    }

    #[test]
    fn progress_goes_from_nothing_to_nearly_everything_and_never_back() {
        let mut told = Vec::new();
        stress(&[2, 3], &Stop::default(), &mut |done| told.push(done)).unwrap();
        assert!(told.is_sorted());
        assert!(told[0] < 0.2 && told.last().is_some_and(|last| (0.5..=1.0).contains(last)));
    }

    #[test]
    fn stopped_it_keeps_the_boards_that_are_finished() {
        let stop = Stop::default();
        let rows = stress(&[2, 6], &stop, &mut |done| {
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
            Lang::ENGLISH.say(&told),
            "On 3×3 the games differ at move 3, c1 in the first and – in a later one, though both \
             modes have to play the same. Please report it."
        );
    }

    #[test]
    fn the_faster_mode_is_named_unless_they_hardly_differ() {
        let row = |parallel_seconds, sequential_seconds| StressRow {
            size: 3,
            parallel_seconds,
            sequential_seconds,
            games: 1,
            moves: Vec::new(),
        };
        assert_eq!(row(1.0, 2.0).faster(), Some((Mode::Parallel, 2.0)));
        assert_eq!(row(3.0, 1.0).faster(), Some((Mode::Sequential, 3.0)));
        assert_eq!(row(1.0, 1.04).faster(), None);
    }
}

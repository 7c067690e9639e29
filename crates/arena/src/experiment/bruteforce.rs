//! `hex-bruteforce`: how long it takes to play all games of Hex, by an estimate of 2007 and by this
//! machine.
//!
//! The estimate is that of the makers of Hexodus (Salamanca, 2007): games that differ only in the order
//! of their stones are one, games that are one after half a turn are one, and a game takes half of the
//! cells on average. That leaves C(n², n²/4) · C(3n²/4, n²/4) / 2 games of n²/2 moves each; at one move a
//! second that is 12 s on 2×2, 2,400 s on 3×3 and 10⁵⁴ s on 11×11. Where a quarter of the cells is no
//! whole number, the factorials are those of the gamma function.
//!
//! What is measured is the same work truly done: every position is visited once, up to half a turn,
//! and every move of it is played, until somebody has won.

use std::time::{Duration, Instant};

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, Colour, HexPly, Swap},
};
use ludoteca_players::Stop;
use serde::{Deserialize, Serialize};

use super::Run;
use crate::ExperimentError;

/// The smallest board of the estimate.
pub const BRUTE_FORCE_SMALLEST: u32 = 2;
/// The largest board whose positions can all be marked as seen: those of 5×5 would take 100 GB.
pub const BRUTE_FORCE_MEASURED: u32 = 4;
/// Shorter measurements than this are made again and again.
const ENOUGH: Duration = Duration::from_millis(200);
/// How many moves are played between two looks whether to stop.
const LOOK: u64 = 1 << 16;

/// What is known of a board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BruteForceRow {
    /// The board's size.
    pub size: u32,
    /// Games by the estimate.
    pub games_estimated: f64,
    /// Moves by the estimate: its seconds, at one move a second.
    pub moves_estimated: f64,
    /// Positions there are, up to half a turn; none where they were not counted.
    pub positions: Option<u64>,
    /// Those of them in which somebody has won.
    pub ends: Option<u64>,
    /// Moves that were played.
    pub moves: Option<u64>,
    /// Seconds that they took on one processor.
    pub seconds: Option<f64>,
}

impl BruteForceRow {
    /// Moves a second, where they were measured.
    pub fn rate(&self) -> Option<f64> {
        Some(self.moves? as f64 / self.seconds?)
    }
}

/// A row for each board up to `largest`; those up to `measured` are played, too.
pub fn brute_force_runs(largest: u32, measured: u32) -> Vec<Run<BruteForceRow>> {
    let run = |size: u32| {
        let played = size <= measured.min(BRUTE_FORCE_MEASURED);
        Run {
            name: format!("{size} {}", if played { "played" } else { "estimated" }),
            make: Box::new(move |stop: &Stop| -> Result<Option<BruteForceRow>, ExperimentError> {
                let estimated = estimate(size);
                if !played {
                    return Ok(Some(estimated));
                }
                Ok(measure(size, stop)?.map(|(walk, seconds)| BruteForceRow {
                    positions: Some(walk.positions),
                    ends: Some(walk.ends),
                    moves: Some(walk.moves),
                    seconds: Some(seconds),
                    ..estimated
                }))
            }),
        }
    };
    (BRUTE_FORCE_SMALLEST..=largest).map(run).collect()
}

fn estimate(size: u32) -> BruteForceRow {
    let cells = f64::from(size * size);
    let of =
        |all: f64, some: f64| ln_factorial(all) - ln_factorial(some) - ln_factorial(all - some);
    let quarter = cells / 4.0;
    let games = (of(cells, quarter) + of(cells - quarter, quarter)).exp() / 2.0;
    BruteForceRow {
        size,
        games_estimated: games,
        moves_estimated: games * cells / 2.0,
        positions: None,
        ends: None,
        moves: None,
        seconds: None,
    }
}

/// The logarithm of x!, by Stirling's series from 15 on and by division below.
fn ln_factorial(x: f64) -> f64 {
    let (mut x, mut below) = (x, 0.0);
    while x < 15.0 {
        x += 1.0;
        below += x.ln();
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    x * x.ln() - x + (std::f64::consts::TAU * x).ln() / 2.0 + series - below
}

/// Plays everything, several times where once is too short to be measured; none if it was stopped.
fn measure(size: u32, stop: &Stop) -> Result<Option<(Walk, f64)>, ExperimentError> {
    let start = Hex::new(size as usize, Swap::None)?;
    // Whoever came between two walks would be measured with them.
    let Some(_turn) = stop.turn() else { return Ok(None) };
    let begun = Instant::now();
    let mut times = 0;
    loop {
        let mut walk = Walk::new(&start);
        if walk.on(&start, [0; 2], stop).is_none() {
            return Ok(None);
        }
        times += 1;
        let taken = begun.elapsed();
        if taken >= ENOUGH {
            return Ok(Some((walk, taken.as_secs_f64() / f64::from(times))));
        }
    }
}

/// A walk through all positions of a board.
struct Walk {
    /// What a stone of the first colour on a cell adds to the number of a position, and to that of the
    /// position after half a turn.
    cells: Vec<(Cell, [u64; 2])>,
    /// One bit for each position, by the lower of its two numbers.
    seen: Vec<u64>,
    positions: u64,
    ends: u64,
    moves: u64,
}

impl Walk {
    fn new(start: &Hex) -> Walk {
        let cells: Vec<Cell> = start.cells().collect();
        let last = cells.len() - 1;
        let worth = |at: usize| 3u64.pow(at as u32);
        let numbered = |(at, cell): (usize, Cell)| (cell, [worth(at), worth(last - at)]);
        Walk {
            seen: vec![0; (worth(cells.len()) / 64 + 1) as usize],
            cells: cells.into_iter().enumerate().map(numbered).collect(),
            positions: 1,
            ends: 0,
            moves: 0,
        }
    }

    /// Plays every move of a position whose numbers are given; none if it was stopped.
    fn on(&mut self, from: &Hex, numbers: [u64; 2], stop: &Stop) -> Option<()> {
        let stone = if from.colour() == Colour::Red { 1 } else { 2 };
        for at in 0..self.cells.len() {
            let (cell, worth) = self.cells[at];
            if from.stone(cell).is_some() {
                continue;
            }
            self.moves += 1;
            if self.moves.is_multiple_of(LOOK) && stop.is_set() {
                return None;
            }
            let numbers = [0, 1].map(|side| numbers[side] + stone * worth[side]);
            if !self.is_new(numbers[0].min(numbers[1])) {
                continue;
            }
            let mut next = *from;
            next.play_unchecked(&HexPly::Stone(cell));
            self.positions += 1;
            if next.winner().is_some() {
                self.ends += 1;
            } else {
                self.on(&next, numbers, stop)?;
            }
        }
        Some(())
    }

    fn is_new(&mut self, number: u64) -> bool {
        let (word, bit) = (&mut self.seen[(number / 64) as usize], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_estimate_is_that_of_2007() {
        let seconds = |size| estimate(size).moves_estimated;
        assert!((seconds(2) - 12.0).abs() < 1e-6);
        assert_eq!((seconds(3) / 100.0).round() * 100.0, 2400.0);
        assert_eq!(seconds(11).log10().round(), 54.0);
        // 3 × 10⁴⁶ years.
        let years = seconds(11) / (365.25 * 86_400.0);
        assert_eq!((years / 1e46).round(), 3.0);
        assert!((estimate(2).games_estimated - 6.0).abs() < 1e-9);
        assert!((ln_factorial(0.0).exp() - 1.0).abs() < 1e-9);
        assert!((ln_factorial(20.0).exp() / 2_432_902_008_176_640_000.0 - 1.0).abs() < 1e-9);
    }

    /// The same count without any numbering: stones as sets, turned by hand.
    fn plainly(hex: &Hex, seen: &mut BTreeSet<Vec<u8>>) -> [u64; 2] {
        let stones = |cells: &mut dyn Iterator<Item = Cell>| -> Vec<u8> {
            cells.map(|cell| hex.stone(cell).map_or(0, |colour| colour as u8 + 1)).collect()
        };
        let mut cells: Vec<Cell> = hex.cells().collect();
        let straight = stones(&mut cells.clone().into_iter());
        cells.reverse();
        let turned = stones(&mut cells.into_iter());
        if !seen.insert(straight.min(turned)) || hex.winner().is_some() {
            return [u64::from(hex.winner().is_some()), 0];
        }
        let mut sum = [0; 2];
        for cell in hex.cells().filter(|cell| hex.stone(*cell).is_none()) {
            let mut next = *hex;
            next.play_unchecked(&HexPly::Stone(cell));
            let [_, moves] = plainly(&next, seen);
            sum[1] += 1 + moves;
        }
        sum
    }

    #[test]
    fn every_position_is_visited_once_and_every_move_of_it_played() {
        for size in 1..=3 {
            let start = Hex::new(size, Swap::None).unwrap();
            let mut seen = BTreeSet::new();
            let [_, moves] = plainly(&start, &mut seen);
            let mut walk = Walk::new(&start);
            walk.on(&start, [0; 2], &Stop::default()).unwrap();
            assert_eq!((walk.positions, walk.moves), (seen.len() as u64, moves), "{size}");
        }
    }

    #[test]
    fn small_boards_are_played_and_large_ones_only_estimated() {
        let runs = brute_force_runs(11, 3);
        assert_eq!(runs.len(), 10);
        let row = |at: usize| (runs[at].make)(&Stop::default()).unwrap().unwrap();
        let [two, three, four] = [0, 1, 2].map(row);
        assert!(two.rate().unwrap() > 0.0 && three.moves > two.moves, "{two:?} {three:?}");
        assert_eq!((four.size, four.moves, four.seconds), (4, None, None));
        assert_eq!(brute_force_runs(11, 9)[3].name, "5 estimated");
        let stop = Stop::default();
        stop.set();
        let four = &brute_force_runs(4, 4)[2];
        assert_eq!((four.make)(&stop), Ok(None), "it stops on the way");
    }
}

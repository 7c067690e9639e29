//! How the weights of `hexodus` at its best are made: the quick net plays games that are loose enough for
//! losing moves to be in them, the large one says of some positions which moves it would make and who
//! stands better, and the weights are moved until the tables say much the same (gradient descent with a
//! step of its own for each weight; J. Duchi and others, "Adaptive subgradient methods", 2011).
//!
//! The nets are no part of the player: what it knows of them are these weights.

use std::{fmt::Write, sync::Arc, thread};

use ludoteca_games::{
    Game, Hex, below,
    hex::{Colour, HexPly, Swap},
};
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::{
    Settings,
    fitted::{Known, Weights},
    search::{Mind, circuits},
};
use crate::{
    Budget, Clock,
    hex::{
        cells::{Cells, Ground},
        inferior::{self, Stones},
        solver::Hint,
    },
    neural::{guide as net_guide, large_guide as large_net_guide},
};

/// The size of the boards: what is learnt there serves on others.
const SIZE: usize = 11;
/// The part of the positions that are asked about.
const ASKED: f64 = 0.3;
/// From which value on a position is as good as decided, and from which a game is left.
const CLEAR: f32 = 0.97;
const LEFT: f32 = 0.995;
/// How many moves are chosen with the net's own chances; after that the better ones are chosen more often.
const OPENING: usize = 6;
const SHARPER: f64 = 1.25;
/// The most part of the moves of a game that are chosen blindly.
const LOOSE: f64 = 0.2;
/// The net's part of the moves that can save the game, below which a position tells nothing.
const SAVED: f32 = 0.3;
/// How often all positions are gone through, and how fast weights move at first.
const ROUNDS: usize = 12;
const RATES: [f32; 2] = [0.15, 0.05];
/// What pulls weights back to nothing.
const BACK: [f32; 2] = [2e-5, 1e-4];
/// One position of so many is kept for the comparison.
const KEPT: usize = 10;

/// A position with what the net says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The moves from the empty board on.
    pub cells: Vec<usize>,
    /// What it expects for the side to move, from -1 to 1.
    pub value: f32,
    /// The parts of the moves.
    pub moves: Vec<(usize, f32)>,
}

/// Positions of games that the quick net plays, judged by the large one.
pub fn gather(games: usize, seed: u64) -> Vec<Judged> {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let ground = Ground::<2>::new(SIZE);
    let [mut quick, mut large] = [net_guide(), large_net_guide()];
    let mut judged = Vec::new();
    for _ in 0..games {
        let loose = LOOSE * chance(&mut rng);
        let mut position = Hex::new(SIZE, Swap::None).expect("the size is allowed");
        let mut cells = Vec::new();
        while position.winner().is_none() {
            let stones = stones_after(&cells);
            let seen = quick.look(&ground, &stones, position.colour());
            let parts = parts(&ground, &stones, &seen);
            if !cells.is_empty() && seen.value.abs() < CLEAR && chance(&mut rng) < ASKED {
                let seen = large.look(&ground, &stones, position.colour());
                let moves = self::parts(&ground, &stones, &seen);
                judged.push(Judged { cells: cells.clone(), value: seen.value, moves });
            }
            if seen.value.abs() > LEFT && cells.len() > 2 * OPENING {
                break;
            }
            let blindly = cells.is_empty() || chance(&mut rng) < loose;
            let sharp = if cells.len() < OPENING { 1.0 } else { SHARPER };
            let weight = |part: f32| if blindly { 1.0 } else { f64::from(part).powf(sharp) };
            let sum: f64 = parts.iter().map(|(_, part)| weight(*part)).sum();
            let mut left = sum * chance(&mut rng);
            let chosen = parts.iter().find(|(_, part)| {
                left -= weight(*part);
                left < 0.0
            });
            let (cell, _) = *chosen.or(parts.last()).expect("a game that goes on has moves");
            position.play_unchecked(&HexPly::Stone(ground.cell(cell)));
            cells.push(cell);
        }
    }
    judged
}

/// A number from 0 to 1.
fn chance(rng: &mut SplitMix64) -> f64 {
    f64::from(below(rng, u32::MAX)) / f64::from(u32::MAX)
}

/// The stones of moves made in turn.
fn stones_after(cells: &[usize]) -> Stones<2> {
    let of = |first: usize| cells.iter().copied().skip(first).step_by(2).collect();
    [of(0), of(1)]
}

/// The empty cells with their parts of what a net promises.
fn parts(ground: &Ground<2>, stones: &Stones<2>, seen: &Hint) -> Vec<(usize, f32)> {
    let free = inferior::empty(ground, stones);
    let most = free.map(|cell| seen.promise[cell]).fold(f32::MIN, f32::max);
    let sum: f32 = free.map(|cell| (seen.promise[cell] - most).exp()).sum();
    free.map(|cell| (cell, (seen.promise[cell] - most).exp() / sum)).collect()
}

/// A position as the tables see it.
struct Sample {
    /// For each move that can save the game its weights and its part.
    moves: Vec<(Vec<u16>, f32)>,
    /// The weights of the position, with how many times each counts.
    position: Vec<(u16, f32)>,
    /// The chance to win.
    wins: f32,
}

impl Sample {
    /// None where connections decide the position, or the move.
    fn new(ground: &Arc<Ground<2>>, judged: &Judged) -> Option<Sample> {
        let colour = Colour::BOTH[judged.cells.len() % 2];
        let clock = Clock::start(&Budget::default());
        let mind = Mind::new(ground, stones_after(&judged.cells), colour, Settings::MASTER, clock);
        if mind.winning().is_some() || mind.lost().is_some() {
            return None;
        }
        let moves: Cells<2> = mind.moves(0).0.into_iter().collect();
        let step = &mind.line[0];
        let known = Known {
            ground,
            stones: &step.stones,
            connections: &step.connections,
            circuits: &circuits(&step.connections),
            colour,
        };
        let part = |cell: usize| {
            judged.moves.iter().find(|(of, _)| *of == cell).map_or(0.0, |(_, part)| *part)
        };
        let sum: f32 = moves.map(part).sum();
        if moves.count() < 2 || sum < SAVED {
            return None;
        }
        let last = [1, 2].map(|back| judged.cells.iter().nth_back(back - 1).copied());
        let mut sample =
            Sample { moves: Vec::new(), position: Vec::new(), wins: (judged.value + 1.0) / 2.0 };
        known.moves(moves, last, |cell, numbers| {
            let numbers = numbers.iter().map(|number| *number as u16).collect();
            sample.moves.push((numbers, part(cell) / sum));
        });
        let mut times = vec![0.0; Weights::none().positions.len()];
        known.position(|number, more| times[number] += more);
        let counted = times.into_iter().enumerate().filter(|(_, times)| *times != 0.0);
        sample.position = counted.map(|(number, times)| (number as u16, times)).collect();
        Some(sample)
    }

    /// The parts that weights give its moves.
    fn parts(&self, weights: &[f32]) -> Vec<f32> {
        let sum = |numbers: &[u16]| numbers.iter().map(|at| weights[usize::from(*at)]).sum();
        let mut parts: Vec<f32> = self.moves.iter().map(|(numbers, _)| sum(numbers)).collect();
        let most = parts.iter().copied().fold(f32::MIN, f32::max);
        parts.iter_mut().for_each(|part| *part = (*part - most).exp());
        let sum: f32 = parts.iter().sum();
        parts.iter_mut().for_each(|part| *part /= sum);
        parts
    }

    /// The chance to win that weights give it.
    fn chance(&self, weights: &[f32]) -> f32 {
        let odds: f32 =
            self.position.iter().map(|(at, times)| weights[usize::from(*at)] * times).sum();
        1.0 / (1.0 + (-odds).exp())
    }
}

/// Weights that move down a slope, each with a step of its own.
struct Slope {
    weights: Vec<f32>,
    squares: Vec<f32>,
    back: f32,
}

impl Slope {
    fn new(weights: Vec<f32>, back: f32) -> Slope {
        Slope { squares: vec![1e-2; weights.len()], weights, back }
    }

    fn step(&mut self, number: u16, rate: f32, up: f32) {
        let at = usize::from(number);
        let up = up - self.back * self.weights[at];
        self.squares[at] += up * up;
        self.weights[at] += rate * up / self.squares[at].sqrt();
    }
}

/// Fits the weights to positions with so many threads, and gives them as a file has them, with how well
/// they do on positions that they were not fitted to. `made` says where the positions come from.
pub fn fit(judged: &[Judged], threads: usize, made: &str) -> String {
    let ground = Arc::new(Ground::<2>::new(SIZE));
    let sample = |judged: &[Judged]| -> Vec<Sample> {
        judged.iter().filter_map(|each| Sample::new(&ground, each)).collect()
    };
    let kept = judged.len() / KEPT;
    let [test, mut samples] = [&judged[..kept], &judged[kept..]].map(|some| {
        thread::scope(|scope| {
            let begin = |part| scope.spawn(move || sample(part));
            let parts: Vec<_> =
                some.chunks(some.len().div_ceil(threads).max(1)).map(begin).collect();
            parts.into_iter().flat_map(|part| part.join().expect("no sample fails")).collect()
        })
    });
    let test: Vec<Sample> = test;
    let mut rng = SplitMix64::seed_from_u64(0);
    for last in (1..samples.len()).rev() {
        samples.swap(last, below(&mut rng, last as u32 + 1) as usize);
    }
    let none = Weights::none();
    let [mut moves, mut positions] =
        [Slope::new(none.moves, BACK[0]), Slope::new(none.positions, BACK[1])];
    for round in 0..ROUNDS {
        let [of_moves, of_positions] = RATES.map(|rate| rate / (1.0 + 0.3 * round as f32));
        for sample in &samples {
            let parts = sample.parts(&moves.weights);
            // A weight that many moves look up moves once, by all of them.
            let mut ups: Vec<(u16, f32)> = Vec::new();
            for ((numbers, part), given) in sample.moves.iter().zip(&parts) {
                ups.extend(numbers.iter().map(|number| (*number, part - given)));
            }
            ups.sort_unstable_by_key(|(number, _)| *number);
            for same in ups.chunk_by(|a, b| a.0 == b.0) {
                moves.step(same[0].0, of_moves, same.iter().map(|(_, up)| up).sum());
            }
            let up = sample.wins - sample.chance(&positions.weights);
            for (number, times) in &sample.position {
                positions.step(*number, of_positions, up * times);
            }
        }
    }
    let weights = Weights { moves: moves.weights, positions: positions.weights };
    weights.write(&format!("{made}\n{}", agreement(&test, samples.len(), &weights)))
}

/// How well weights agree with the net, in words for the record.
fn agreement(test: &[Sample], fitted: usize, weights: &Weights) -> String {
    let best = |parts: &[f32]| (0..parts.len()).max_by(|a, b| parts[*a].total_cmp(&parts[*b]));
    let same = test.iter().filter(|sample| {
        let net: Vec<f32> = sample.moves.iter().map(|(_, part)| *part).collect();
        best(&net) == best(&sample.parts(&weights.moves))
    });
    let square = |sample: &Sample| (sample.wins - sample.chance(&weights.positions)).powi(2);
    let mean = test.iter().map(square).sum::<f32>() / test.len().max(1) as f32;
    let mut words = format!("fitted to {fitted} positions; on {} others ", test.len());
    let same = 100.0 * same.count() as f64 / test.len().max(1) as f64;
    let _ = write!(words, "the same move is best in {same:.1} %, and the chance to win is ");
    let _ = write!(words, "off by {:.3} (root of the mean square)", mean.sqrt());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_net_says_of_its_games_makes_weights_that_can_be_read() {
        let judged = gather(2, 1);
        assert!(judged.len() > 5, "{}", judged.len());
        for Judged { cells, value, moves } in &judged {
            let sum: f32 = moves.iter().map(|(_, part)| part).sum();
            assert!((sum - 1.0).abs() < 1e-3 && value.abs() <= 1.0);
            assert_eq!(moves.len() + cells.len(), SIZE * SIZE);
        }
        let text = fit(&judged, 2, "two games");
        assert!(text.starts_with("# two games\n# fitted to "));
        let weights = Weights::read(&text).unwrap();
        assert!(weights.moves.iter().chain(&weights.positions).any(|weight| *weight != 0.0));
    }
}

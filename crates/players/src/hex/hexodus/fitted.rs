//! How promising a move looks before anything came of it, and how a position looks: sums of weights
//! from tables. What stands around a cell is told apart by its shape ([`super::shapes`]) and counts by the
//! current through it; beside that stand the resistances, how many stones the shortest ways lack, and
//! where the last moves were made. Of a move the exponential of the sum is its part of the promise
//! (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007), of a position the sum
//! is the logarithm of the odds.
//!
//! The weights were fitted by [`super::fitting`] to what the large net says of positions of its own games;
//! how is written in their file.

use std::sync::LazyLock;

use ludoteca_games::hex::Colour;

use super::{
    search::{LEAST, MOST},
    shapes::{ANSWERS, LASTS, PLACES, SHAPES, Seen},
};
use crate::hex::{
    cells::{Cells, Ground},
    circuit::Circuit,
    connections::{Connections, FAR},
    inferior::{self, Stones},
};

/// The tables of moves, one after the other, with how many weights each has.
const OF_MOVES: [(&str, usize); 7] = [
    ("shape", SHAPES),
    ("current", BINS * BINS),
    ("ways", LONGER * LONGER),
    ("place", PLACES),
    ("after-reply", LASTS),
    ("answer", ANSWERS),
    ("after-own", LASTS),
];
/// The tables of positions.
const OF_POSITIONS: [(&str, usize); 4] =
    [("sums", SUMS), ("lacks", LACKS * LACKS), ("must-play", MUSTS), ("shape-by-current", SHAPES)];

/// Currents are told apart by halves of their logarithm to base 2.
const BINS: usize = 14;
/// How many stones longer than the shortest a way is at most told apart.
const LONGER: usize = 5;
/// What is added up with numbers of its own.
const SUMS: usize = 8;
/// How many stones that a colour lacks are told apart, and how many moves that can save the game.
const LACKS: usize = 8;
const MOST_LACK: usize = 12;
const MUSTS: usize = 16;
/// Resistances are told apart as far as this power of e.
const MOST_APART: f64 = 4.0;

/// Where the tables begin, and behind the last of them where all end.
const fn starts<const N: usize, const M: usize>(tables: [(&str, usize); N]) -> [usize; M] {
    let mut starts = [0; M];
    let mut at = 0;
    while at < N {
        starts[at + 1] = starts[at] + tables[at].1;
        at += 1;
    }
    starts
}
const MOVES: [usize; 8] = starts(OF_MOVES);
const POSITIONS: [usize; 5] = starts(OF_POSITIONS);

/// All weights, as logarithms.
pub(super) struct Weights {
    pub(super) moves: Vec<f32>,
    pub(super) positions: Vec<f32>,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    Weights::read(include_str!("weights.txt")).expect("the weights are whole: a test reads them")
});

/// A weight is written in thousandths.
const WRITTEN: f32 = 1000.0;

impl Weights {
    /// No weights yet.
    pub(super) fn none() -> Weights {
        Weights { moves: vec![0.0; MOVES[7]], positions: vec![0.0; POSITIONS[4]] }
    }

    fn tables() -> impl Iterator<Item = (&'static str, usize)> {
        OF_MOVES.into_iter().chain(OF_POSITIONS)
    }

    /// Reads what [`Weights::write`] has written: each table a line, with its name first.
    pub(super) fn read(text: &str) -> Option<Weights> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut all = Vec::new();
        for (name, count) in Weights::tables() {
            let mut words = lines.next()?.split_whitespace();
            let start = all.len();
            (words.next()? == name).then_some(())?;
            for word in words {
                all.push(f32::from(word.parse::<i16>().ok()?) / WRITTEN);
            }
            (all.len() == start + count).then_some(())?;
        }
        let positions = all.split_off(MOVES[7]);
        Some(Weights { moves: all, positions })
    }

    /// The tables as a file has them, behind lines on how they were made.
    pub(super) fn write(&self, record: &str) -> String {
        let mut text: String = record.lines().map(|line| format!("# {line}\n")).collect();
        let mut all = self.moves.iter().chain(&self.positions);
        for (name, count) in Weights::tables() {
            text += name;
            for weight in all.by_ref().take(count) {
                text += &format!(" {}", (weight * WRITTEN).round() as i16);
            }
            text += "\n";
        }
        text
    }
}

/// A position with what is known of it.
pub(super) struct Known<'a, const W: usize> {
    pub(super) ground: &'a Ground<W>,
    pub(super) stones: &'a Stones<W>,
    pub(super) connections: &'a [Connections<W>; 2],
    pub(super) circuits: &'a [Circuit; 2],
    /// Who moves.
    pub(super) colour: Colour,
}

impl<const W: usize> Known<'_, W> {
    /// Moves with their parts of the promise, the most promising first. `last` are the opponent's last
    /// move and the own one before it.
    pub(super) fn promises(&self, moves: Cells<W>, last: [Option<usize>; 2]) -> Vec<(u16, f32)> {
        let mut weighed = Vec::with_capacity(moves.count());
        self.moves(moves, last, |cell, numbers| {
            let sum: f32 = numbers.iter().map(|number| WEIGHTS.moves[*number]).sum();
            weighed.push((cell as u16, sum));
        });
        let most = weighed.iter().map(|(_, sum)| *sum).fold(f32::MIN, f32::max);
        weighed.iter_mut().for_each(|(_, sum)| *sum = (*sum - most).exp());
        let sum: f32 = weighed.iter().map(|(_, part)| part).sum();
        weighed.iter_mut().for_each(|(_, part)| *part /= sum);
        weighed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        weighed
    }

    /// How much better than even the position is by the resistances, to the side to move: the
    /// logarithm of the other's by the own, within bounds.
    pub(super) fn advantage(&self) -> f64 {
        let [own, other] = [self.colour, self.colour.other()]
            .map(|colour| self.circuits[colour as usize].resistance.clamp(LEAST, MOST).ln());
        other - own
    }

    /// The logarithm of the odds that the side to move wins.
    pub(super) fn odds(&self) -> f64 {
        let mut odds = 0.0;
        self.position(|number, times| odds += WEIGHTS.positions[number] * times);
        odds.into()
    }

    /// The numbers of the weights of each move.
    pub(super) fn moves(
        &self,
        moves: Cells<W>,
        last: [Option<usize>; 2],
        mut tell: impl FnMut(usize, &[usize]),
    ) {
        let seen = Seen::new(self.ground, self.stones, self.colour);
        let sides = [self.colour, self.colour.other()].map(|colour| colour as usize);
        let ways = sides.map(|of| Ways::new(&self.connections[of]));
        let mut numbers = Vec::new();
        for cell in moves {
            numbers.clear();
            seen.shapes(cell, |shape| numbers.push(MOVES[0] + shape));
            let [own, other] = sides.map(|of| self.circuits[of].current[cell]);
            numbers.push(MOVES[1] + bin(own) * BINS + bin(other));
            let [longer, theirs] = [&ways[0], &ways[1]].map(|ways| ways.longer(cell));
            numbers.push(MOVES[2] + longer * LONGER + theirs);
            numbers.push(MOVES[3] + seen.lies(cell));
            if let Some(reply) = last[0] {
                numbers.push(MOVES[4] + seen.after(cell, reply));
                numbers.extend(seen.answers(cell, reply).map(|answer| MOVES[5] + answer));
            }
            numbers.extend(last[1].map(|own| MOVES[6] + seen.after(cell, own)));
            tell(cell, &numbers);
        }
    }

    /// The numbers of the weights of the position, with how many times each counts.
    pub(super) fn position(&self, mut tell: impl FnMut(usize, f32)) {
        let sides = [self.colour, self.colour.other()];
        let indices = sides.map(|colour| colour as usize);
        let better = self.advantage().clamp(-MOST_APART, MOST_APART) as f32;
        let [own, other] = indices.map(|of| Ways::new(&self.connections[of]).least);
        let free = inferior::empty(self.ground, self.stones);
        let (must, _) = self.connections[indices[1]].must_play();
        let (must, free_count) = (must.count(), free.count());
        let taken = 1.0 - free_count as f32 / self.ground.count() as f32;
        let lead = other.min(MOST_LACK) as f32 - own.min(MOST_LACK) as f32;
        let part = must as f32 / free_count as f32;
        let sums =
            [1.0, better, better * taken, lead, lead * taken, part, taken, better.powi(3) / 16.0];
        for (number, times) in sums.into_iter().enumerate() {
            tell(POSITIONS[0] + number, times);
        }
        let lacks = [own, other].map(|lack| lack.min(LACKS - 1));
        tell(POSITIONS[1] + lacks[0] * LACKS + lacks[1], 1.0);
        let musts = if must == free_count { MUSTS - 1 } else { must.min(MUSTS - 2) };
        tell(POSITIONS[2] + musts, 1.0);
        // What is worth something to one side is worth as much less to the other.
        for (colour, sign) in sides.into_iter().zip([1.0, -1.0]) {
            let seen = Seen::new(self.ground, self.stones, colour);
            for cell in free {
                let both: f64 = self.circuits.iter().map(|circuit| circuit.current[cell]).sum();
                let times = sign * both as f32;
                seen.shapes(cell, |shape| tell(POSITIONS[3] + shape, times));
            }
        }
    }
}

/// The bin of a part of the current.
fn bin(current: f64) -> usize {
    ((-2.0 * current.max(1e-6).log2()).max(0.0) as usize).min(BINS - 1)
}

/// How many stones it takes to join the edges of a colour through each cell.
struct Ways {
    through: Vec<usize>,
    least: usize,
}

impl Ways {
    fn new<const W: usize>(connections: &Connections<W>) -> Ways {
        let [first, second] = connections.distances();
        let through = |(first, second): (&u8, &u8)| match (*first, *second) {
            (FAR, _) | (_, FAR) => usize::from(FAR),
            // A stone on an empty cell counts on both ways.
            (first, second) => (usize::from(first) + usize::from(second)).saturating_sub(1),
        };
        let through: Vec<usize> = first.iter().zip(&second).map(through).collect();
        let least = connections.empty().map(|cell| through[cell]).min();
        Ways { least: least.unwrap_or(usize::from(FAR)), through }
    }

    /// How many more stones than the least it takes through an empty cell.
    fn longer(&self, cell: usize) -> usize {
        (self.through[cell] - self.least).min(LONGER - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_are_whole_and_written_as_they_are_read() {
        let text = include_str!("weights.txt");
        let weights = Weights::read(text).unwrap();
        let record: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# ")).collect();
        assert!(weights.write(&record.join("\n")) == text);
        assert!(weights.moves.iter().any(|weight| *weight != 0.0));
        let (short, _) = text.rsplit_once(' ').unwrap();
        assert!(Weights::read(short).is_none());
    }
}

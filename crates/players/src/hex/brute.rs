//! What tests hold clever code against: Hex on tiny boards by trying everything.

use std::collections::HashMap;

use ludoteca_games::{below, hex::Colour};
use rand_xoshiro::SplitMix64;

use super::{
    cells::{Cells, Ground},
    inferior::Stones,
};

/// Whether the side to move wins, by trying everything.
pub struct Brute<'a> {
    ground: &'a Ground<1>,
    seen: HashMap<(Stones<1>, Colour), bool>,
}

impl Brute<'_> {
    /// Nothing tried yet.
    pub fn new(ground: &Ground<1>) -> Brute<'_> {
        Brute { ground, seen: HashMap::new() }
    }

    /// Whether the side to move wins.
    pub fn wins(&mut self, stones: Stones<1>, colour: Colour) -> bool {
        if self.ground.joined(colour.other(), &stones[colour.other() as usize]) {
            return false;
        }
        if self.ground.joined(colour, &stones[colour as usize]) {
            return true;
        }
        if let Some(known) = self.seen.get(&(stones, colour)) {
            return *known;
        }
        let mut free = self.ground.all.without(&(stones[0] | stones[1]));
        let wins = free.any(|cell| {
            let mut next = stones;
            next[colour as usize].insert(cell);
            !self.wins(next, colour.other())
        });
        self.seen.insert((stones, colour), wins);
        wins
    }
}

/// The stones of a board written row by row.
pub fn read(rows: &str) -> Stones<1> {
    let of = |kind: char| {
        let cells = rows.chars().filter(|letter| *letter != '/').enumerate();
        cells.filter(|(_, letter)| *letter == kind).map(|(i, _)| i).collect()
    };
    [of('R'), of('B')]
}

/// Stones on random cells, red and blue in turn.
pub fn random_stones(size: usize, count: usize, rng: &mut SplitMix64) -> Stones<1> {
    let mut both = [Cells::NONE; 2];
    let mut free: Vec<usize> = (0..size * size).collect();
    for i in 0..count.min(free.len()) {
        both[i % 2].insert(free.swap_remove(below(rng, free.len() as u32) as usize));
    }
    both
}

/// A chain of a colour between the edges of the other, so that the board falls apart, and other
/// stones on random cells until at most so many are `free`. Nobody has won.
pub fn walled_stones(ground: &Ground<1>, free: usize, rng: &mut SplitMix64) -> Stones<1> {
    loop {
        let colour = below(rng, 2) as usize;
        let [from, to] = ground.edges[1 - colour];
        let mut both = [Cells::NONE; 2];
        let mut one_of = |mut cells: Cells<1>| cells.nth(below(rng, cells.count() as u32) as usize);
        let mut next = one_of(from);
        while let Some(cell) = next {
            both[colour].insert(cell);
            next = if to.has(cell) { None } else { one_of(ground.near[cell]) };
        }
        if both[colour].count() > ground.size + 1 {
            continue;
        }
        let mut left: Vec<usize> = ground.all.without(&both[colour]).collect();
        while left.len() > free {
            let stone = left.swap_remove(below(rng, left.len() as u32) as usize);
            // More of the wall's colour, as it has to win on both sides.
            both[if below(rng, 4) == 0 { 1 - colour } else { colour }].insert(stone);
        }
        if Colour::BOTH.iter().all(|colour| !ground.joined(*colour, &both[*colour as usize])) {
            return both;
        }
    }
}

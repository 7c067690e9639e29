//! Many random games side by side: every slot of the machine has a bit for each of them, so that
//! one pass over the program moves them all. A game that ends makes room for the next.

use rand::Rng;

use super::{
    described::{Described, ToMove},
    machine::Machine,
    rules::State,
};
use crate::{Side, Tally, below, gdl::limits::LONGEST_GAME};

/// Words of a slot: 64 games each.
const WORDS: usize = 4;
/// Games side by side.
const LANES: usize = 64 * WORDS;

/// Plays random games from a state for as long as `go_on` wants more. Every game that is begun is
/// counted, so that long games are no less likely than short ones.
pub fn play<R: Rng + ?Sized>(
    game: &Described,
    start: &State,
    rng: &mut R,
    go_on: &mut dyn FnMut(&Tally) -> bool,
) -> Tally {
    let mut lanes = Lanes::new(game, start);
    let mut tally = Tally::default();
    let mut more = go_on(&tally);
    if !more {
        return tally;
    }
    let mut asked = 0;
    while lanes.running.iter().any(|word| *word != 0) {
        lanes.ply(rng, &mut tally, more);
        asked += LANES;
        if more && asked >= 100_000 {
            asked = 0;
            more = go_on(&tally);
        }
    }
    tally
}

struct Lanes<'a> {
    game: &'a Described,
    machine: Machine<WORDS>,
    /// For each fact of a state all ones if games begin with it.
    start: Vec<u64>,
    /// The next state, while it is found.
    next: Vec<[u64; WORDS]>,
    running: [u64; WORDS],
    plies: Vec<u32>,
    /// The moves of each role in chunks of 64: the role, and the first of them.
    chunks: Vec<(usize, usize)>,
    /// What may be done of each chunk, a row for each game, while one word is looked at.
    legal: Vec<[u64; 64]>,
}

impl<'a> Lanes<'a> {
    fn new(game: &'a Described, start: &State) -> Lanes<'a> {
        let rules = &game.rules;
        let bit = |at: usize| 0u64.wrapping_sub(start.0[at / 64] >> (at % 64) & 1);
        let start: Vec<u64> = (0..rules.bases.len()).map(bit).collect();
        let mut machine = Machine::new(&rules.program);
        for (slot, value) in machine.slots_mut(1, start.len()).iter_mut().zip(&start) {
            *slot = [*value; WORDS];
        }
        let chunks = rules.roles.iter().enumerate().flat_map(|(role, moves)| {
            (0..moves.moves.len()).step_by(64).map(move |first| (role, first))
        });
        let chunks: Vec<(usize, usize)> = chunks.collect();
        Lanes {
            game,
            machine,
            next: vec![[0; WORDS]; start.len()],
            start,
            running: [u64::MAX; WORDS],
            plies: vec![0; LANES],
            legal: vec![[0; 64]; chunks.len()],
            chunks,
        }
    }

    /// One ply in every game; where a game ends, the next begins if there are to be more.
    fn ply<R: Rng + ?Sized>(&mut self, rng: &mut R, tally: &mut Tally, more: bool) {
        let rules = &self.game.rules;
        self.machine.run(&rules.program.state);
        let terminal = self.machine.signal(rules.terminal);
        let moves: usize = rules.roles.iter().map(|role| role.moves.len()).sum();
        self.machine.slots_mut(1 + rules.bases.len(), moves).fill([0; WORDS]);
        let mut ended = [0; WORDS];
        let mut legal = std::mem::take(&mut self.legal);
        for word in 0..WORDS {
            for ((role, first), rows) in self.chunks.iter().zip(&mut legal) {
                let signals = &rules.roles[*role].legal[*first..];
                *rows = [0; 64];
                for (row, signal) in rows.iter_mut().zip(signals) {
                    *row = self.machine.signal(*signal)[word];
                }
                transpose(rows);
            }
            let mut left = self.running[word];
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let over = terminal[word] >> lane & 1 == 1;
                let winner = if over {
                    Some(self.winner(word, lane))
                } else {
                    self.choose(&legal, word, lane, rng)
                };
                let plies = &mut self.plies[64 * word + lane];
                if winner.is_none() && *plies < LONGEST_GAME {
                    *plies += 1;
                    continue;
                }
                tally.games += 1;
                tally.plies += u64::from(*plies);
                tally.results[winner.flatten().map_or(2, Side::index)] += 1;
                *plies = 0;
                ended[word] |= 1 << lane;
            }
        }
        self.legal = legal;
        self.machine.run(&rules.program.moved);
        for (next, signal) in self.next.iter_mut().zip(&rules.next) {
            *next = self.machine.signal(*signal);
        }
        let slots = self.machine.slots_mut(1, self.start.len());
        for ((slot, next), start) in slots.iter_mut().zip(&self.next).zip(&self.start) {
            for word in 0..WORDS {
                slot[word] = next[word] & !ended[word] | start & ended[word];
            }
        }
        if !more {
            (0..WORDS).for_each(|word| self.running[word] &= !ended[word]);
        }
    }

    /// Draws a move for whoever moves in a game; otherwise how it ends, as nobody can move.
    fn choose<R: Rng + ?Sized>(
        &mut self,
        legal: &[[u64; 64]],
        word: usize,
        lane: usize,
        rng: &mut R,
    ) -> Option<Option<Side>> {
        let mut counts = [0; 2];
        for ((role, _), rows) in self.chunks.iter().zip(legal) {
            counts[*role] += rows[lane].count_ones();
        }
        let only = |role: usize| {
            let own = self.chunks.iter().zip(legal).filter(|((whose, _), _)| *whose == role);
            let mut own = own.filter(|(_, rows)| rows[lane] != 0);
            own.next().map(|((_, first), rows)| first + rows[lane].trailing_zeros() as usize)
        };
        let mover = match self.game.to_move(counts.map(|count| count as usize), only) {
            ToMove::Of(mover) => mover,
            ToMove::Stuck(_) => return Some(None),
        };
        let other = only(1 - mover);
        let mut number = below(rng, counts[mover]);
        let mut chosen = 0;
        for ((role, first), rows) in self.chunks.iter().zip(legal) {
            if *role != mover {
                continue;
            }
            let mut row = rows[lane];
            let count = row.count_ones();
            if number < count {
                for _ in 0..number {
                    row &= row - 1;
                }
                chosen = first + row.trailing_zeros() as usize;
                break;
            }
            number -= count;
        }
        let rules = &self.game.rules;
        for (role, mv) in [(mover, Some(chosen)), (1 - mover, other)] {
            let Some(mv) = mv else { continue };
            self.machine.slots_mut(rules.slot(role, mv), 1)[0][word] |= 1 << lane;
        }
        None
    }

    fn winner(&self, word: usize, lane: usize) -> Option<Side> {
        let goal = |role: usize| {
            let goals = self.game.rules.roles[role].goals.iter();
            let holds = |signal| self.machine.signal(signal)[word] >> lane & 1 == 1;
            goals.copied().find(|(_, signal)| holds(*signal)).map(|(worth, _)| worth)
        };
        self.game.winner([goal(0), goal(1)])
    }
}

/// Turns rows into columns: bit `l` of row `m` changes places with bit `m` of row `l`.
fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut at = 0;
        while at < 64 {
            let swapped = (rows[at] >> width ^ rows[at + width]) & mask;
            rows[at] ^= swapped << width;
            rows[at + width] ^= swapped;
            at = (at + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rows = [0u64; 64];
        (0..64).for_each(|m| rows[m] = crate::scatter(m as u64));
        let before = rows;
        transpose(&mut rows);
        for (m, row) in before.iter().enumerate() {
            for (l, column) in rows.iter().enumerate() {
                assert_eq!(row >> l & 1, column >> m & 1);
            }
        }
    }
}

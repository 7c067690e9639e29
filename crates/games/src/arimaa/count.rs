//! Counts whole turns: what `perft` says of Arimaa.

use rustc_hash::FxHashMap;

use super::{Arimaa, Kind, STEPS, State, home, squares, turns::Path};
use crate::{Count, Game, Side};

/// A turn's end: one way there, and how many there are.
type End = (Path, u64);

/// How many ends `depth` whole turns have, summed over the tree, and how many sequences of steps
/// lead to them. A setup is one turn, and in which order its pieces are placed is not counted.
pub fn count(position: &Arimaa, depth: u32) -> Count {
    let (nodes, sequences) = tree(position, depth);
    Count { nodes, sequences: Some(sequences) }
}

fn tree(position: &Arimaa, depth: u32) -> (u64, u64) {
    if depth == 0 {
        return (1, 1);
    }
    if position.outcome().is_some() {
        return (0, 0);
    }
    if position.in_setup() {
        let setups = setups(position, depth);
        return setups.unwrap_or_else(|| after_setups(position, position.side(), depth));
    }
    let ends = ends(position);
    if depth == 1 {
        return (ends.len() as u64, ends.iter().map(|(_, ways)| ways).sum());
    }
    ends.iter().fold((0, 0), |(nodes, sequences), (path, ways)| {
        let (more, longer) = tree(&path.played(position), depth - 1);
        (nodes + more, sequences + ways * longer)
    })
}

/// The legal ends of the turn that is being made.
fn ends(position: &Arimaa) -> Vec<End> {
    let (begin, barred) = (position.turn_key(), position.barred());
    let mut ends: FxHashMap<u64, End> = FxHashMap::default();
    let mut layer: Vec<(State, End)> = vec![(*position.state(), (Path::new(), 1))];
    let mut steps = Vec::new();
    while !layer.is_empty() {
        let mut places: FxHashMap<u64, usize> = FxHashMap::default();
        let mut next: Vec<(State, End)> = Vec::new();
        for (state, (path, ways)) in &layer {
            let key = state.board.key();
            let legal = state.made > 0 && !state.pushing() && key != begin;
            if legal && !barred.contains(&key) {
                ends.entry(key).or_insert((*path, 0)).1 += ways;
            }
            if state.made == STEPS {
                continue;
            }
            steps.clear();
            state.steps(&mut steps);
            for step in &steps {
                let mut after = *state;
                after.step(*step);
                let place = *places.entry(after.key()).or_insert(next.len());
                if place == next.len() {
                    next.push((after, (path.and(*step), 0)));
                }
                next[place].1.1 += ways;
            }
        }
        layer = next;
    }
    ends.into_values().collect()
}

/// How many ways there are to set up, if the depth ends with that.
fn setups(position: &Arimaa, depth: u32) -> Option<(u64, u64)> {
    let own = arrangements(Kind::ALL.map(|kind| position.waiting(kind)));
    let nodes = match (position.side(), depth) {
        (_, 1) => own,
        (Side::First, 2) => own * arrangements(Kind::ALL.map(Kind::count)),
        _ => return None,
    };
    Some((nodes, nodes))
}

/// In how many ways pieces of kinds can stand on as many squares.
fn arrangements(pieces: [usize; 6]) -> u64 {
    let mut squares = 0;
    let mut ways = 1;
    for count in pieces {
        for nth in 1..=count as u64 {
            squares += 1;
            ways = ways * squares / nth;
        }
    }
    ways
}

/// Goes through every way in which a side can set up what it has yet to, square by square.
fn after_setups(position: &Arimaa, side: Side, depth: u32) -> (u64, u64) {
    if position.side() != side || !position.in_setup() {
        return tree(position, depth - 1);
    }
    let mut counted = (0, 0);
    let free = home(side) & position.state().board.empty();
    for square in squares(free).take(1) {
        for kind in Kind::ALL.into_iter().filter(|kind| position.waiting(*kind) > 0) {
            let mut next = position.clone();
            next.place(kind, square);
            let (nodes, sequences) = after_setups(&next, side, depth);
            counted = (counted.0 + nodes, counted.1 + sequences);
        }
    }
    counted
}

//! All whole turns of a side, each end position once.
//!
//! Positions are found layer by layer, one more step each. A board that was there before, with as
//! many steps left or more, leads to nothing new, save for the pulls that the last step opened. Two
//! steps that have nothing to do with each other are tried in one order only: a node leaves out a
//! step that could as well have gone before the one that led to it and whose piece stands on a lower
//! square. Whatever is left out so is found with a last step from a higher square, and there are only
//! so many squares, so that nothing is lost.

use std::ops::Deref;

use super::{
    Arimaa, ArimaaPly, Board, Kind, Pending, STEPS, Square, State, Step, TRAPS, ahead, beside,
    squares,
};
use crate::{Game, Side};

/// The steps of a turn, at most four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    steps: [Step; STEPS as usize],
    length: u8,
}

impl Path {
    pub(super) fn new() -> Path {
        let none = Step { from: Square::at(0), to: Square::at(0) };
        Path { steps: [none; STEPS as usize], length: 0 }
    }

    /// With one more step, of which there is room for.
    #[inline]
    pub(super) fn and(mut self, step: Step) -> Path {
        self.steps[usize::from(self.length)] = step;
        self.length += 1;
        self
    }

    /// Its plies: the steps, and `end` where the fourth step of the turn does not say it.
    fn plies(self, position: &Arimaa) -> impl Iterator<Item = ArimaaPly> {
        let end = (position.state().made + self.length < STEPS).then_some(ArimaaPly::End);
        (0..self.len()).map(move |at| ArimaaPly::Step(self[at])).chain(end)
    }

    /// The position in which the other side begins its turn.
    pub(super) fn played(self, position: &Arimaa) -> Arimaa {
        let mut next = position.clone();
        for ply in self.plies(position) {
            next.play_unchecked(&ply);
        }
        next
    }
}

impl Deref for Path {
    type Target = [Step];

    #[inline]
    fn deref(&self) -> &[Step] {
        &self.steps[..usize::from(self.length)]
    }
}

/// A turn from its first step (or from where it had come to) to its end; reads like a list of steps.
#[derive(Clone, Copy, Debug)]
pub struct WholeTurn {
    path: Path,
    end: Board,
}

impl WholeTurn {
    /// The board at its end.
    pub fn end(&self) -> &Board {
        &self.end
    }

    /// Its plies: the steps, and `end` where the fourth step of the turn does not say it.
    /// `position` is the one the turn was found in.
    pub fn plies(&self, position: &Arimaa) -> impl Iterator<Item = ArimaaPly> {
        self.path.plies(position)
    }

    /// The position in which the other side begins its turn, from the one the turn was found in.
    pub fn played(&self, position: &Arimaa) -> Arimaa {
        self.path.played(position)
    }
}

impl Deref for WholeTurn {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.path
    }
}

/// Every legal turn of a position, or every way to end the one that has begun, each end once;
/// repetition is respected. None while the sides set up, and none once the game is over.
///
/// ```
/// use ludoteca_games::{Arimaa, arimaa::{read_board, turns}};
/// let homes = ["rrrrrrrrhdcemcdh", "HDCEMCDHRRRRRRRR"].join(&" ".repeat(32));
/// let (board, side) = read_board(&format!("g [{homes}]")).unwrap();
/// assert_eq!(turns(&Arimaa::from_board(board, side)).len(), 3353);
/// ```
pub fn turns(position: &Arimaa) -> Vec<WholeTurn> {
    TurnFinder::default().turns(position)
}

/// Finds the ends of turns. Keeps its memory between searches: one that is used again is faster.
#[derive(Debug, Default)]
pub struct TurnFinder {
    /// Boards without an unfinished push that were reached.
    boards: KeySet,
    /// Boards with what was pending on them.
    begun: KeySet,
    layer: Vec<Node>,
    next: Vec<Node>,
}

/// A state, how the search came to it, and what of it is new.
#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    path: Path,
    /// Own pieces whose steps were tried before the step that led here, save for those into traps.
    earlier: u64,
    /// Whether only what is pending is new.
    only_pending: bool,
}

impl TurnFinder {
    /// What [`turns`] finds.
    pub fn turns(&mut self, position: &Arimaa) -> Vec<WholeTurn> {
        let mut found = Vec::new();
        if position.in_setup() || position.outcome().is_some() {
            return found;
        }
        let state = *position.state();
        let barred = position.barred();
        self.ends(&state, position.turn_key(), |key, steps| {
            if barred.contains(&key) {
                return;
            }
            let mut end = state;
            let mut path = Path::new();
            for step in steps {
                end.step(*step);
                path = path.and(*step);
            }
            found.push(WholeTurn { path, end: end.board });
        });
        found
    }

    /// Calls `found` with the key of every board with which the turn that has come to `state` can
    /// end, once, and with steps that lead there. `begin` is the key of the board at the turn's
    /// beginning, which is no end. Repetition of earlier positions is the caller's affair.
    pub fn ends(&mut self, state: &State, begin: u64, mut found: impl FnMut(u64, &[Step])) {
        self.boards.clear();
        self.begun.clear();
        let mut found = |key: u64, steps: &[Step]| {
            if key != begin {
                found(key, steps);
            }
        };
        let root = Node { state: *state, path: Path::new(), earlier: 0, only_pending: false };
        if !state.pushing() {
            self.boards.insert(state.board.key());
            if state.made > 0 {
                found(state.board.key(), &[]);
            }
        }
        self.layer.clear();
        self.layer.push(root);
        for made in state.made..STEPS {
            let layer = std::mem::take(&mut self.layer);
            for node in &layer {
                if made + 1 == STEPS {
                    self.last_steps(node, &mut found);
                } else {
                    self.steps(node, &mut found);
                }
            }
            self.layer = std::mem::replace(&mut self.next, layer);
            self.next.clear();
        }
    }

    /// Goes on from a node with more than one step left.
    fn steps(&mut self, node: &Node, found: &mut impl FnMut(u64, &[Step])) {
        let State { board, side, pending, .. } = node.state;
        let able = node.state.able();
        if let Pending::Push(to, kind) = pending {
            for from in squares(able & board.stronger(kind) & beside(to.bit())) {
                self.visit(node, Step { from, to }, 0, found);
            }
            return;
        }
        // Whom the last step can pull, and where to: that is no push.
        let mut pulled = (0, 0);
        if let Pending::Pull(to, _) = pending {
            pulled = (node.state.pulled(), to.bit());
            for from in squares(pulled.0) {
                self.visit(node, Step { from, to }, 0, found);
            }
        }
        if node.only_pending {
            return;
        }
        let empty = board.empty();
        for from in squares(able & beside(empty)) {
            let bit = from.bit();
            let kind = board.kind_on(from);
            let mut reach = empty & own_reach(kind, bit, side);
            if node.earlier & bit != 0 && !node.state.could_pull(kind, from) {
                reach &= TRAPS;
            }
            for to in squares(reach) {
                self.visit(node, Step { from, to }, able, found);
            }
        }
        for from in squares(board.overpowered(side, able) & beside(empty)) {
            let mut reach = beside(from.bit()) & empty;
            if pulled.0 & from.bit() != 0 {
                reach &= !pulled.1;
            }
            for to in squares(reach) {
                self.visit(node, Step { from, to }, 0, found);
            }
        }
    }

    /// Makes a step from a node and goes on from there if it leads to anything new. `able` are the
    /// own pieces that could have gone before it, if the step is one by itself.
    #[inline]
    fn visit(&mut self, node: &Node, step: Step, able: u64, found: &mut impl FnMut(u64, &[Step])) {
        let mut state = node.state;
        let lost = state.step(step);
        let path = node.path.and(step);
        let key = state.board.key();
        let new_pending =
            state.pending != Pending::Nothing && self.begun.insert(key ^ state.pending.key());
        let new_board = !state.pushing() && self.boards.insert(key);
        if new_board {
            found(key, &path);
        }
        if !new_board && !new_pending {
            return;
        }
        let from = step.from.bit();
        let earlier = if lost.is_some() {
            0
        } else {
            let own = state.board.of(state.side);
            able & (from - 1) & !beside(from) & !beside(own & TRAPS)
        };
        self.next.push(Node { state, path, earlier, only_pending: !new_board });
    }

    /// The ends that one more step leads to: no board is made for them, only its key.
    fn last_steps(&mut self, node: &Node, found: &mut impl FnMut(u64, &[Step])) {
        let State { board, side, pending, .. } = node.state;
        let mut end = |boards: &mut KeySet, side: Side, kind: Kind, step: Step| {
            let key = board.key_after(side, kind, step.from, step.to);
            if boards.insert(key) {
                found(key, &node.path.and(step));
            }
        };
        match pending {
            Pending::Push(to, kind) => {
                let able = node.state.able();
                for from in squares(able & board.stronger(kind) & beside(to.bit())) {
                    end(&mut self.boards, side, board.kind_on(from), Step { from, to });
                }
                return;
            }
            Pending::Pull(to, _) => {
                for from in squares(node.state.pulled()) {
                    end(&mut self.boards, side.other(), board.kind_on(from), Step { from, to });
                }
            }
            Pending::Nothing => {}
        }
        if node.only_pending {
            return;
        }
        let empty = board.empty();
        let able = node.state.able() & beside(empty);
        for kind in Kind::ALL {
            for from in squares(able & board.kind(kind)) {
                let mut reach = empty & own_reach(kind, from.bit(), side);
                if node.earlier & from.bit() != 0 {
                    reach &= TRAPS;
                }
                for to in squares(reach) {
                    end(&mut self.boards, side, kind, Step { from, to });
                }
            }
        }
    }
}

/// Where a piece steps by itself.
#[inline]
fn own_reach(kind: Kind, from: u64, side: Side) -> u64 {
    if kind == Kind::Rabbit { ahead(from, side) } else { beside(from) }
}

/// A set of keys in open addressing, never more than half full. The key 0 marks a free place: only
/// the empty board has it.
#[derive(Debug, Default)]
struct KeySet {
    places: Vec<u64>,
    held: usize,
}

impl KeySet {
    const LEAST: usize = 1 << 10;

    /// Empties the set and gives it the room that it needed last time.
    fn clear(&mut self) {
        let room = (self.held * 3).next_power_of_two().max(Self::LEAST);
        self.places.clear();
        self.places.resize(room, 0);
        self.held = 0;
    }

    /// Adds a key; whether it is new.
    #[inline]
    fn insert(&mut self, key: u64) -> bool {
        let mask = self.places.len() - 1;
        let mut at = key as usize & mask;
        loop {
            match self.places[at & mask] {
                0 => break,
                held if held == key => return false,
                _ => at = (at + 1) & mask,
            }
        }
        self.places[at] = key;
        self.held += 1;
        if self.held * 2 > self.places.len() {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let room = self.places.len() * 4;
        let mask = room - 1;
        for key in std::mem::replace(&mut self.places, vec![0; room]) {
            if key != 0 {
                let mut at = key as usize & mask;
                while self.places[at] != 0 {
                    at = (at + 1) & mask;
                }
                self.places[at] = key;
            }
        }
    }
}

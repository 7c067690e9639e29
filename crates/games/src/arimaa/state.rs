//! A board in the middle of a turn: whose it is, how many steps were made, and what the last one
//! began. Knows all about steps, and nothing of earlier turns.

use super::board::{Board, Kind, Square, ahead, beside, squares};
use crate::{Side, scatter};

/// Steps a turn has at most.
pub const STEPS: u8 = 4;

/// A piece, own or enemy, goes to the square beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where it stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// What the last step of a turn began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// An enemy of this kind was pushed off this square: a stronger piece has to follow.
    Push(Square, Kind),
    /// A piece of this kind left this square, and an enemy beside it is weaker: it can be pulled.
    Pull(Square, Kind),
}

impl Pending {
    /// 0 for nothing, then what is pushed, then what can be pulled.
    #[inline]
    fn index(self) -> usize {
        match self {
            Pending::Nothing => 0,
            Pending::Push(square, kind) => 1 + square.index() * 6 + kind.index(),
            Pending::Pull(square, kind) => 1 + (64 + square.index()) * 6 + kind.index(),
        }
    }

    /// A number to tell boards apart by what is pending on them.
    #[inline]
    pub(super) fn key(self) -> u64 {
        scatter(self.index() as u64 ^ 0x7065_6e64_696e_6700)
    }
}

/// A piece that a trap swallowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// Whose it was.
    pub side: Side,
    /// What it was.
    pub kind: Kind,
    /// The trap.
    pub trap: Square,
}

impl Capture {
    /// As records have it, `cf3x`.
    pub fn name(&self) -> String {
        format!("{}{}x", self.kind.letter(self.side), self.trap.name())
    }
}

/// A board in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The pieces.
    pub board: Board,
    /// Whose turn it is.
    pub side: Side,
    /// Steps made in this turn.
    pub made: u8,
    /// What the last of them began.
    pub pending: Pending,
}

impl State {
    /// The beginning of a side's turn.
    pub fn new(board: Board, side: Side) -> State {
        State { board, side, made: 0, pending: Pending::Nothing }
    }

    /// Whether a push has to be completed.
    #[inline]
    pub fn pushing(&self) -> bool {
        matches!(self.pending, Pending::Push(..))
    }

    /// Own pieces that can move.
    #[inline]
    pub fn able(&self) -> u64 {
        self.board.of(self.side) & !self.board.frozen(self.side)
    }

    /// Whether a side's piece of this kind on `from` may step to `to` by itself, both being beside
    /// each other: a rabbit not backwards.
    pub fn goes(side: Side, kind: Kind, from: Square, to: Square) -> bool {
        kind != Kind::Rabbit || ahead(from.bit(), side) & to.bit() != 0
    }

    /// Adds every step that the rules of one turn allow.
    pub fn steps(&self, out: &mut Vec<Step>) {
        if self.made == STEPS {
            return;
        }
        let (board, side) = (&self.board, self.side);
        let able = self.able();
        if let Pending::Push(to, kind) = self.pending {
            let pushers = able & board.stronger(kind) & beside(to.bit());
            out.extend(squares(pushers).map(|from| Step { from, to }));
            return;
        }
        let empty = board.empty();
        let rabbits = able & board.kind(Kind::Rabbit);
        for from in squares(able & beside(empty)) {
            let reach = if rabbits & from.bit() != 0 {
                ahead(from.bit(), side)
            } else {
                beside(from.bit())
            };
            out.extend(squares(reach & empty).map(|to| Step { from, to }));
        }
        let pulled = self.pulled();
        if let Pending::Pull(to, _) = self.pending {
            out.extend(squares(pulled).map(|from| Step { from, to }));
        }
        if self.made + 1 < STEPS {
            for from in squares(board.overpowered(side, able) & beside(empty)) {
                let mut reach = beside(from.bit()) & empty;
                if let Pending::Pull(to, _) = self.pending
                    && pulled & from.bit() != 0
                {
                    // The same step completes the pull.
                    reach &= !to.bit();
                }
                out.extend(squares(reach).map(|to| Step { from, to }));
            }
        }
    }

    /// Whether a piece of a kind that leaves a square could pull something after it.
    #[inline]
    pub(super) fn could_pull(&self, kind: Kind, from: Square) -> bool {
        puller_takes(&self.board, self.side, kind, from) != 0
    }

    /// Enemies that can be pulled now.
    #[inline]
    pub(super) fn pulled(&self) -> u64 {
        match self.pending {
            Pending::Pull(to, kind) => puller_takes(&self.board, self.side, kind, to),
            _ => 0,
        }
    }

    /// Makes a step that is allowed; what a trap swallowed.
    #[inline]
    pub fn step(&mut self, Step { from, to }: Step) -> Option<Capture> {
        let kind = self.board.kind_on(from);
        let own = self.board.of(self.side) & from.bit() != 0;
        let side = if own { self.side } else { self.side.other() };
        let lost = self.board.step(side, kind, from, to);
        self.pending = match (own, self.pending) {
            // The piece that completes a push cannot also pull with that step.
            (true, Pending::Push(..)) => Pending::Nothing,
            (true, _) if puller_takes(&self.board, self.side, kind, from) != 0 => {
                Pending::Pull(from, kind)
            }
            (true, _) => Pending::Nothing,
            (false, Pending::Pull(left, puller)) if left == to && puller > kind => Pending::Nothing,
            (false, _) => Pending::Push(from, kind),
        };
        self.made += 1;
        lost.map(|(kind, trap)| Capture { side, kind, trap })
    }

    /// The turn passes to the other side.
    pub fn ended(&self) -> State {
        State::new(self.board, self.side.other())
    }

    /// A number for pieces, side, steps made and what is pending.
    #[inline]
    pub fn key(&self) -> u64 {
        let rest =
            (self.pending.index() * 10 + usize::from(self.made) * 2 + self.side.index()) as u64;
        self.board.key() ^ if rest == 0 { 0 } else { scatter(rest ^ 0x6172_696d_6161_0000) }
    }
}

/// Enemies of `side` that a piece of `kind` that has left `square` can pull there.
#[inline]
fn puller_takes(board: &Board, side: Side, kind: Kind, square: Square) -> u64 {
    board.of(side.other()) & beside(square.bit()) & board.weaker(kind)
}

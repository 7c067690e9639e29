//! Whole actions of a side: a step of its own, a push, a pull.

use ludoteca_games::{
    Side,
    arimaa::{Board, Kind, Square, Step, TRAPS, ahead, beside, squares},
};

/// One action and the board after it.
pub struct Action {
    steps: [Step; 2],
    count: usize,
    /// The board after it.
    pub after: Board,
}

/// Which actions are asked for.
#[derive(Clone, Copy, Default)]
pub struct Choice {
    /// Own pieces that may act.
    pub actors: u64,
    /// Steps from or to one of these squares.
    pub stepping: u64,
    /// Pushes and pulls with one of their three squares here.
    pub moving: u64,
    /// Enemies that may be pushed or pulled.
    pub moved: u64,
}

impl Action {
    /// Its steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.count]
    }

    /// Where the piece that stood on a square stands after it, if it still does.
    pub fn follow(&self, square: Square) -> Square {
        self.steps().iter().find(|step| step.from == square).map_or(square, |step| step.to)
    }
}

/// Shows the actions of a choice, one after the other, until `found` says that it is enough.
pub fn actions(
    board: &Board,
    side: Side,
    choice: Choice,
    mut found: impl FnMut(&Action) -> bool,
) -> bool {
    let empty = board.empty();
    let able = board.of(side) & choice.actors & !board.frozen(side);
    let enemy = board.of(side.other()) & choice.moved;
    let stepping = choice.stepping;
    for from in squares(able & (stepping | beside(stepping))) {
        let kind = board.kind_on(from);
        let mut reach =
            empty & if kind == Kind::Rabbit { ahead(from.bit(), side) } else { beside(from.bit()) };
        if from.bit() & stepping == 0 {
            reach &= stepping;
        }
        for to in squares(reach) {
            let mut after = *board;
            after.step(side, kind, from, to);
            let step = Step { from, to };
            if found(&Action { steps: [step, step], count: 1, after }) {
                return true;
            }
        }
    }
    if choice.moving == 0 {
        return false;
    }
    for own in squares(able & beside(enemy) & !board.kind(Kind::Rabbit)) {
        let kind = board.kind_on(own);
        let around = beside(own.bit());
        for other in squares(enemy & around & board.weaker(kind)) {
            let weaker = board.kind_on(other);
            let touched = (own.bit() | other.bit()) & choice.moving != 0;
            let wanted = if touched { empty } else { empty & choice.moving };
            for to in squares(beside(other.bit()) & wanted) {
                let mut after = *board;
                after.step(side.other(), weaker, other, to);
                after.step(side, kind, own, other);
                let steps = [Step { from: other, to }, Step { from: own, to: other }];
                if found(&Action { steps, count: 2, after }) {
                    return true;
                }
            }
            for to in squares(around & wanted) {
                let mut after = *board;
                after.step(side, kind, own, to);
                after.step(side.other(), weaker, other, own);
                let steps = [Step { from: own, to }, Step { from: other, to: own }];
                if found(&Action { steps, count: 2, after }) {
                    return true;
                }
            }
        }
    }
    false
}

/// A set with all squares at most one step from it.
#[inline]
pub fn around(set: u64) -> u64 {
    set | beside(set)
}

/// A set with the squares that decide who stays on its traps.
#[inline]
pub fn with_guards(set: u64) -> u64 {
    set | beside(set & TRAPS)
}

/// Squares on which an action depends that changes one of a set: a piece goes there from beside it
/// or from there, and those beside the piece freeze it or set it free.
#[inline]
pub fn behind_scenes(set: u64) -> u64 {
    with_guards(around(around(set)))
}

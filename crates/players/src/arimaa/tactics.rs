//! What a side can bring about within its turn, exactly: a rabbit on its goal row, and captures.
//!
//! Neither question is answered by trying turns. Each is about one piece, a rabbit that runs or a
//! prey that is hunted, and each state on the way is first asked how many steps the aim takes at
//! least: a rabbit's way with what stands on it, a prey's way to a trap with those who defend it
//! there. Nearly always that is more than are left, and nothing is tried at all.
//!
//! Where it is not, only actions that can matter are tried. A step, a whole push and a whole pull
//! are one action each, and in a line of the fewest steps each has to change a square on which a
//! later one, or the aim itself, depends; otherwise the line would do without it. Such squares lie
//! near the aim, and the nearer, the fewer steps are left. Lines are looked for by their length, the
//! shortest first, so that leaving out all other actions never loses an answer. Tests compare the
//! answers with all turns of thousands of states.

mod action;
mod capture;
mod goal;
mod hold;
#[cfg(test)]
mod plain;

use std::{fmt, ops::Deref};

use ludoteca_games::arimaa::{Board, Pending, STEPS, Square, State, Step, beside, squares};

pub use capture::{Captures, capture, captures};
pub use goal::goal;
pub use hold::{cannot_hold, holding, holding_reply};

/// The steps of what is left of a turn, at most four.
#[derive(Clone, Copy)]
pub struct Steps {
    list: [Step; STEPS as usize],
    count: usize,
}

impl Steps {
    fn none() -> Steps {
        let nowhere = Square::at(0);
        Steps { list: [Step { from: nowhere, to: nowhere }; STEPS as usize], count: 0 }
    }

    fn add(&mut self, step: Step) {
        self.list[self.count] = step;
        self.count += 1;
    }
}

impl Deref for Steps {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.list[..self.count]
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// The boards from which whole actions go on: this one, or those with what is pending completed, and
/// the step that does so. A push has to be completed, a pull can be. Stops when `found` says so.
fn begin(state: &State, mut found: impl FnMut(Option<Step>, &Board) -> bool) -> bool {
    let (board, side) = (&state.board, state.side);
    let (movers, to) = match state.pending {
        Pending::Nothing => return found(None, board),
        Pending::Push(to, kind) => (state.able() & board.stronger(kind) & beside(to.bit()), to),
        Pending::Pull(to, kind) => {
            if found(None, board) {
                return true;
            }
            (board.of(side.other()) & board.weaker(kind) & beside(to.bit()), to)
        }
    };
    squares(movers).any(|from| {
        let mut next = *state;
        next.step(Step { from, to });
        found(Some(Step { from, to }), &next.board)
    })
}

//! What a puzzle asks for, and whether a turn does it: decided by looking at every reply.

use ludoteca_games::{
    Arimaa, Game,
    arimaa::{Kind, Step, WholeTurn, turns},
};

use crate::arimaa::tactics::{goal, holding_reply};

/// What a turn has to bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A rabbit reaches its goal.
    GoalInOne,
    /// A rabbit reaches its goal in the next turn, whatever the other side does before.
    GoalInTwo,
    /// The other side, which threatens to, cannot reach its goal in its next turn.
    Defend,
    /// A piece of this kind is captured, and the other side cannot reach its goal for it.
    Capture(Kind),
}

/// Why a turn does not do what is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// What has to be done within the turn itself is not done.
    Undone,
    /// The other side reaches its goal with these steps.
    LetsThrough(Vec<Step>),
    /// The other side prevents the goal with these steps.
    Held(Vec<Step>),
}

impl Aim {
    /// Whether a turn that began with one position and ended with the other does it.
    pub fn is_reached(self, begin: &Arimaa, end: &Arimaa) -> bool {
        self.fault(begin, end).is_none()
    }

    /// What is wrong with a turn that began with one position and ended with the other. Whoever has
    /// won needs nothing more.
    pub fn fault(self, begin: &Arimaa, end: &Arimaa) -> Option<Fault> {
        let side = begin.side();
        if let Some(outcome) = end.outcome() {
            return (outcome.winner != Some(side)).then_some(Fault::Undone);
        }
        let done = match self {
            Aim::GoalInOne => false,
            Aim::Capture(kind) => {
                let left = |at: &Arimaa| at.state().board.pieces(side.other(), kind).count_ones();
                left(end) < left(begin)
            }
            Aim::GoalInTwo | Aim::Defend => true,
        };
        if !done {
            return Some(Fault::Undone);
        }
        if let Some(steps) = goal(end.state()) {
            return Some(Fault::LetsThrough(steps.to_vec()));
        }
        match self {
            Aim::GoalInTwo => holding_reply(end.state()).map(Fault::Held),
            _ => None,
        }
    }

    /// Every turn that does it, each end once.
    pub fn solutions(self, begin: &Arimaa) -> Vec<WholeTurn> {
        let mut all = turns(begin);
        all.retain(|turn| self.is_reached(begin, &turn.played(begin)));
        all
    }
}

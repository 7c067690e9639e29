//! How a side keeps the other from its goal in the next turn, found by trying its turns.

use ludoteca_games::{
    Side,
    arimaa::{Board, Kind, State, Step, TurnFinder, goal as goal_row},
};

use super::goal;

/// A turn that leaves the other side no goal in its next turn; none where the goal cannot be
/// stopped. The state is the beginning of a turn.
pub fn holding_reply(state: &State) -> Option<Vec<Step>> {
    // Most goals are stopped by a step or two: looking for those first saves looking at all turns.
    let mut first = Vec::new();
    let mut second = Vec::new();
    state.steps(&mut first);
    for step in &first {
        let mut one = *state;
        one.step(*step);
        if holds(&one, state) {
            return Some(vec![*step]);
        }
    }
    for step in &first {
        let mut one = *state;
        one.step(*step);
        second.clear();
        one.steps(&mut second);
        for next in &second {
            let mut two = one;
            two.step(*next);
            if holds(&two, state) {
                return Some(vec![*step, *next]);
            }
        }
    }
    let mut found = None;
    TurnFinder::default().ends(state, state.board.key(), |_, steps| {
        if found.is_none() && steps.len() > 2 {
            let mut end = *state;
            for step in steps {
                end.step(*step);
            }
            if holds(&end, state) {
                found = Some(steps.to_vec());
            }
        }
    });
    found
}

/// The first deeds of what is left of a turn that began with a board of the key `begin`, each a step or
/// none for its end here, with which the other side has no goal in its next turn: every end of the turn
/// that leaves none is reached with one of them. None where there is nothing to be stopped.
pub fn holding(state: &State, begin: u64) -> Option<Vec<Option<Step>>> {
    goal(&State::new(state.board, state.side.other()))?;
    let mut first = Vec::new();
    TurnFinder::default().ends(state, begin, |_, steps| {
        if first.contains(&steps.first().copied()) {
            return;
        }
        let mut end = *state;
        steps.iter().for_each(|step| _ = end.step(*step));
        if !goes_through(&end.board, state.side) {
            first.push(steps.first().copied());
        }
    });
    Some(first)
}

/// Whether whoever moves loses to a goal in the other side's next turn, whatever it does.
pub fn cannot_hold(state: &State) -> bool {
    // What is no threat now hardly ever becomes one by the turn of whoever is threatened.
    let threat = goal(&State::new(state.board, state.side.other())).is_some();
    threat && holding_reply(state).is_none()
}

/// Whether a turn that began with one state may end with the other, and leaves no goal.
fn holds(end: &State, begin: &State) -> bool {
    !end.pushing() && end.board.key() != begin.board.key() && !goes_through(&end.board, begin.side)
}

/// Whether the other side reaches its goal, or has won, after a reply of `side`.
fn goes_through(board: &Board, side: Side) -> bool {
    let rabbits = |side| board.pieces(side, Kind::Rabbit);
    if rabbits(side) & goal_row(side) != 0 {
        return false;
    }
    let other = side.other();
    goal(&State::new(*board, other)).is_some() || rabbits(side) == 0 && rabbits(other) != 0
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;
    use crate::arimaa::tactics::plain::{follow, states};

    /// Whether every turn of a state leaves the other side a goal.
    fn all_turns_let_through(state: &State) -> bool {
        let mut all = true;
        TurnFinder::default().ends(state, state.board.key(), |_, steps| {
            let end = follow(state, steps).expect("the steps follow the rules");
            all &= goes_through(&end.board, state.side);
        });
        all
    }

    #[test]
    fn what_holds_begins_with_one_of_the_deeds_that_are_told_and_nothing_else_does() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut seen = 0;
        for state in states(2000, &mut rng).filter(|state| state.made == 0) {
            let Some(first) = holding(&state, state.board.key()) else { continue };
            assert_eq!(first.is_empty(), all_turns_let_through(&state), "{state:?}");
            for step in first {
                let mut next = state;
                next.step(step.expect("a turn has a step"));
                let rest = holding(&next, state.board.key());
                assert!(rest.is_none_or(|rest| !rest.is_empty()), "{state:?} {step:?}");
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
    }

    #[test]
    fn a_goal_that_no_turn_stops_is_told_from_one_that_some_turn_stops() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut seen = [0; 2];
        for state in states(2000, &mut rng).filter(|state| state.made == 0) {
            let reply = holding_reply(&state);
            assert_eq!(reply.is_none(), all_turns_let_through(&state), "{state:?}");
            if let Some(steps) = &reply {
                let end = follow(&state, steps).expect("the steps follow the rules");
                assert!(!end.pushing() && end.board.key() != state.board.key(), "{state:?}");
                assert!(!goes_through(&end.board, state.side), "{state:?}");
            }
            assert!(!cannot_hold(&state) || reply.is_none(), "{state:?}");
            seen[usize::from(cannot_hold(&state))] += 1;
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }
}

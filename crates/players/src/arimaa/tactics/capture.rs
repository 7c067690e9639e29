//! Which enemies can be captured within a turn, and how.
//!
//! A piece dies on a trap with no friend beside it. Enemies move only by pushes and pulls, one square
//! for two steps, so that a turn has two of them: as many as the prey's way to the trap and its
//! friends beside the trap need together.

use ludoteca_games::{
    Side,
    arimaa::{Board, STEPS, Square, State, TRAPS, beside, squares},
};

use super::{
    Steps,
    action::{Choice, actions, around, behind_scenes, with_guards},
    begin,
};

/// The enemies that can be captured in what is left of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    within: [u64; STEPS as usize + 1],
}

impl Captures {
    /// The squares of those that can be captured with so many steps or fewer.
    pub fn within(&self, steps: u8) -> u64 {
        self.within[usize::from(steps.min(STEPS))]
    }

    /// The squares of all of them.
    pub fn all(&self) -> u64 {
        self.within(STEPS)
    }

    /// The fewest steps it takes to capture the piece on a square, with all that it takes to complete
    /// a push.
    pub fn fewest(&self, square: Square) -> Option<u8> {
        (0..=STEPS).find(|steps| self.within(*steps) & square.bit() != 0)
    }
}

/// Which enemies the side to move can capture in what is left of its turn, and with how few steps.
/// A piece is named by the square where it stands now.
pub fn captures(state: &State) -> Captures {
    let mut found = Captures::default();
    let left = usize::from(STEPS.saturating_sub(state.made));
    for limit in 1..found.within.len() {
        found.within[limit] = found.within[limit - 1];
        if limit <= left {
            let wanted = !found.within[limit];
            hunt(state, wanted, limit, |prey, _| found.within[limit] |= prey.bit());
        }
    }
    found
}

/// The fewest steps with which the side to move captures the enemy on a square in what is left of
/// its turn, if it can.
pub fn capture(state: &State, prey: Square) -> Option<Steps> {
    let left = usize::from(STEPS.saturating_sub(state.made));
    (1..=left).find_map(|limit| {
        let mut found = None;
        hunt(state, prey.bit(), limit, |_, steps| found = Some(*steps));
        found
    })
}

/// Shows every wanted piece that can be captured in so many steps and not in fewer.
fn hunt(state: &State, wanted: u64, limit: usize, mut caught: impl FnMut(Square, &Steps)) {
    let side = state.side;
    let mut wanted = wanted & state.board.of(side.other());
    begin(state, |first, board| {
        let mut steps = Steps::none();
        first.into_iter().for_each(|step| steps.add(step));
        // A piece that is pulled first keeps the name of the square it came from.
        let pulled = first.filter(|step| state.board.of(side) & step.from.bit() == 0);
        if limit == 1
            && let Some(step) = pulled
        {
            let stands = |prey| if prey == step.from { step.to } else { prey };
            let left = board.of(side.other());
            for prey in squares(wanted).filter(|prey| left & stands(*prey).bit() == 0) {
                caught(prey, &steps);
            }
        }
        let left = limit - steps.len();
        let held = if left == 4 { board.overpowered(side, board.of(side)) } else { 0 };
        for trap in squares(TRAPS) {
            for at in squares(preys(board, side, trap, left, held)) {
                let prey = pulled.filter(|step| step.to == at).map_or(at, |step| step.from);
                let mut hunt = Hunt { side, trap, steps };
                if wanted & prey.bit() != 0 && hunt.catches(board, at, left) {
                    wanted &= !prey.bit();
                    caught(prey, &hunt.steps);
                }
            }
        }
        wanted == 0
    });
}

/// Enemies for which so many steps may be enough to capture them on a trap: one push or pull for
/// each square of their way, and one for each other enemy on the trap or beside it. Who has two squares
/// to go has to be `held` already, beside somebody stronger.
#[inline]
fn preys(board: &Board, side: Side, trap: Square, left: usize, held: u64) -> u64 {
    let enemy = board.of(side.other());
    let trap = trap.bit();
    let near = enemy & around(trap);
    match (near.count_ones() as usize, left / 2) {
        (_, 0) => 0,
        (0, 1) => 0,
        (0, _) => held & beside(beside(trap)),
        (count, moves) if count <= moves => near,
        (count, moves) if count == moves + 1 => near & trap,
        _ => 0,
    }
}

/// The search for a capture on one trap.
struct Hunt {
    side: Side,
    trap: Square,
    steps: Steps,
}

impl Hunt {
    /// Whether the prey can be captured in so many steps and not in fewer; if so, they are added.
    fn catches(&mut self, board: &Board, prey: Square, left: usize) -> bool {
        let Some(choice) = self.choice(board, prey, left) else { return false };
        let kept = self.steps;
        actions(board, self.side, choice, |action| {
            action.steps().iter().for_each(|step| self.steps.add(*step));
            let at = action.follow(prey);
            let gone = action.after.of(self.side.other()) & at.bit() == 0;
            if gone || self.catches(&action.after, at, left - action.steps().len()) {
                return true;
            }
            self.steps = kept;
            false
        })
    }

    /// The actions that may be the first of such a capture, if there can be one. Its last action is a
    /// push or a pull, as own steps take nobody.
    fn choice(&self, board: &Board, prey: Square, left: usize) -> Option<Choice> {
        let trap = self.trap.bit();
        let way = prey.column().abs_diff(self.trap.column()) + prey.row().abs_diff(self.trap.row());
        let others = board.of(self.side.other()) & around(trap) & !prey.bit();
        let moves = way + others.count_ones() as usize;
        let needed = if way > 0 { others | prey.bit() } else { others };
        if 2 * moves > left || left < 2 {
            return None;
        }
        let mut choice = Choice { actors: !0, moving: !0, moved: needed, stepping: 0 };
        if moves > 1 {
            return Some(choice);
        }
        // One push or pull is enough, for which somebody stronger has to come beside the one piece
        // that has to move.
        let kind = squares(needed).map(|square| board.kind_on(square)).next()?;
        let mut near = needed;
        for _ in 1..left {
            near = around(near);
        }
        if board.of(self.side) & near & board.stronger(kind) == 0 {
            return None;
        }
        if left == 2 {
            return Some(choice);
        }
        // Until then it stays where it is. Who moves it stands beside it and depends on those beside
        // himself, and where the two go is as near.
        let last = with_guards(around(around(needed)));
        if left == 3 {
            choice.stepping = last;
            choice.moving = 0;
        } else {
            choice.stepping = behind_scenes(last);
            choice.moving = last;
            choice.moved = !0;
        }
        Some(choice)
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::arimaa::read_board;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;
    use crate::arimaa::tactics::plain::{self, follow, states};

    /// The answer is what all turns say, and the steps of each capture are a turn that does it.
    fn is_exact(state: &State) {
        let found = captures(state);
        let plain = plain::captures(state);
        for prey in squares(!0) {
            let fewest = found.fewest(prey);
            assert_eq!(fewest, plain[prey.index()], "{prey:?} {state:?}");
            let steps = capture(state, prey);
            assert_eq!(steps.map(|steps| steps.len() as u8), fewest, "{prey:?} {state:?}");
            let Some(steps) = steps else { continue };
            let end = follow(state, &steps).expect("the steps follow the rules");
            let at = steps.iter().fold(prey, |at, step| if at == step.from { step.to } else { at });
            assert_eq!(end.board.of(state.side.other()) & at.bit(), 0, "{prey:?} {state:?}");
        }
    }

    #[test]
    fn captures_by_push_by_pull_and_by_taking_a_friend_away_are_found() {
        let cases = [
            ("a push onto the trap", "   cD", "d6", 2),
            ("a pull onto it by who stands there", " CDc", "d6", 2),
            ("the only friend is pushed away", "  ccE", "c6", 2),
            ("who moves it has to come first", "   c        D", "d6", 3),
            ("two squares", "           cD", "d5", 4),
        ];
        for (what, rows, prey, fewest) in cases {
            let (board, side) = read_board(&format!("g [{:16}{rows:48}]", "")).unwrap();
            let state = State::new(board, side);
            let prey = Square::read(prey).unwrap();
            assert_eq!(captures(&state).fewest(prey), Some(fewest), "{what}");
            is_exact(&state);
        }
    }

    #[test]
    fn captures_are_those_of_all_turns_of_random_states() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        states(3000, &mut rng).for_each(|state| is_exact(&state));
    }
}

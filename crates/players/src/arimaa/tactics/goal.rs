//! Whether a side can have a rabbit on its goal row at the end of its turn, and how.
//!
//! Only its own steps bring a rabbit there, so a turn of four has at most three for others: to clear
//! its way, to set it free, to hold a trap for it.

use ludoteca_games::{
    Side,
    arimaa::{
        Board, Kind, STEPS, Square, State, Step, TRAPS, ahead, beside, goal as goal_row, squares,
    },
};

use super::{
    Steps,
    action::{Choice, actions, behind_scenes, with_guards},
    begin,
};

/// The fewest steps after which the side to move can end its turn with a rabbit on its goal row, if
/// it can; none are needed where a rabbit is there already and no push is unfinished. What the other
/// side threatens is the same question with the other side to move.
///
/// ```
/// use ludoteca_games::arimaa::{State, read_board};
/// use ludoteca_players::arimaa::tactics::goal;
/// // A rabbit on d6 and nobody else: 64 squares from a8 to h1.
/// let (board, side) = read_board(&format!("g [{:19}R{:44}]", "", "")).unwrap();
/// assert_eq!(goal(&State::new(board, side)).unwrap().len(), 2);
/// ```
pub fn goal(state: &State) -> Option<Steps> {
    let mut left = usize::from(STEPS.saturating_sub(state.made));
    let side = state.side;
    let rabbits = state.board.pieces(side, Kind::Rabbit);
    if rabbits & goal_row(side) != 0 && !state.pushing() {
        return Some(Steps::none());
    }
    let mut near = goal_row(side);
    for _ in 0..left {
        near |= back(near, side);
    }
    if rabbits & near == 0 {
        return None;
    }
    let mut fewest = None;
    begin(state, |first, board| {
        let spent = usize::from(first.is_some());
        if spent > left {
            return true;
        }
        let ways = Ways::new(board, side, left - spent);
        for limit in 0..=left - spent {
            let hopeful =
                board.pieces(side, Kind::Rabbit) & (ways.free[limit] | ways.blocked[limit]);
            let mut run = Run { side, steps: Steps::none() };
            first.into_iter().for_each(|step| run.steps.add(step));
            if squares(hopeful).any(|rabbit| run.gets_there(board, rabbit, limit)) {
                fewest = Some(run.steps);
                left = (spent + limit).saturating_sub(1);
                break;
            }
        }
        false
    });
    fewest
}

/// The squares from which a side's rabbit steps onto those of a set.
#[inline]
fn back(set: u64, side: Side) -> u64 {
    ahead(set, side.other())
}

/// A rabbit's way to its goal row from any square: how many steps it takes at least.
///
/// Nobody leaves it for less. A capture could take two at once, one on a trap and the friend that held
/// him; but a way over a trap has three steps. One is left, too few to move an enemy, and an own piece
/// there is held by the rabbit beside it.
struct Ways {
    /// Squares from which so many steps are enough on a way where nobody stands.
    free: [u64; 5],
    /// Squares from which so many steps are enough on a way where somebody stands, with those that
    /// take him away: one for an own piece, two for an enemy, and one more if nobody stronger is
    /// beside him yet. With four steps, an enemy is the only one.
    blocked: [u64; 5],
}

impl Ways {
    #[inline]
    fn new(board: &Board, side: Side, left: usize) -> Ways {
        let (own, enemy, open) = (board.of(side), board.of(side.other()), board.empty());
        let held = if left > 2 { board.overpowered(side, own) } else { 0 };
        let goal = goal_row(side);
        let mut free = [goal; 5];
        let mut blocked = [0; 5];
        for steps in 1..=left {
            free[steps] = free[steps - 1] | back(free[steps - 1] & open, side);
            let mut onto = blocked[steps - 1] & open;
            if steps >= 2 {
                onto |= (free[steps - 2] | blocked[steps - 2]) & own;
            }
            if steps >= 3 {
                onto |= free[steps - 3] & held;
            }
            if steps >= 4 {
                onto |= free[steps - 4] & enemy;
            }
            blocked[steps] = blocked[steps - 1] | back(onto, side);
        }
        Ways { free, blocked }
    }
}

/// The search for a way.
struct Run {
    side: Side,
    steps: Steps,
}

impl Run {
    /// Whether this rabbit gets there in so many steps and not in fewer; if so, they are added.
    fn gets_there(&mut self, board: &Board, rabbit: Square, left: usize) -> bool {
        let side = self.side;
        let here = rabbit.bit();
        let (own, enemy) = (board.of(side), board.of(side.other()));
        let rows = if side == Side::First { 7 - rabbit.row() } else { rabbit.row() };
        if rows == 0 {
            return true;
        }
        if own & here == 0 || rows > left {
            return false;
        }
        let strong = beside(enemy & !board.kind(Kind::Rabbit));
        let frozen = here & strong != 0 && beside(here) & own == 0;
        if !frozen && self.alone(board, rabbit, strong, left) {
            return true;
        }
        // Somebody has to help now.
        let help = if frozen { help_for_frozen(own & !here, here) } else { 1 };
        if rows + help > left {
            return false;
        }
        let ways = Ways::new(board, side, left);
        if here & (ways.free[left - help] | ways.blocked[left]) == 0 {
            return false;
        }
        let kept = self.steps;
        if !frozen {
            for to in squares(ahead(here, side) & board.empty()) {
                let mut after = *board;
                after.step(side, Kind::Rabbit, rabbit, to);
                self.steps.add(Step { from: rabbit, to });
                if self.gets_there(&after, to, left - 1) {
                    return true;
                }
                self.steps = kept;
            }
        }
        let spare = left - rows;
        let choice = Choice {
            actors: !here,
            stepping: scene(here, side, spare - 1),
            moving: if spare >= 2 { scene(here, side, spare - 2) } else { 0 },
            moved: !0,
        };
        actions(board, side, choice, |action| {
            let left = left - action.steps().len();
            action.steps().iter().for_each(|step| self.steps.add(*step));
            if self.gets_there(&action.after, rabbit, left) {
                return true;
            }
            self.steps = kept;
            false
        })
    }

    /// Whether this rabbit, which is not frozen, gets there by its own steps; if so, they are added.
    fn alone(&mut self, board: &Board, rabbit: Square, strong: u64, left: usize) -> bool {
        let side = self.side;
        let goal = goal_row(side);
        let others = board.of(side) & !rabbit.bit();
        // Whoever it alone held on a trap is gone once it has left, and the trap is no way for it.
        let stay = others & !(TRAPS & !beside(others));
        let helped = beside(stay);
        let stuck = (strong | TRAPS) & !helped & !goal;
        let open = !(stay | board.of(side.other())) & !stuck;
        let mut near = [goal; 5];
        for steps in 1..left {
            near[steps] = near[steps - 1] | back(near[steps - 1] & open, side);
        }
        let mut at = rabbit;
        let mut onto = ahead(at.bit(), side) & open;
        if onto & near[left - 1] == 0 {
            return false;
        }
        for steps in (0..left).rev() {
            let to = squares(onto & near[steps]).next().unwrap_or(at);
            self.steps.add(Step { from: at, to });
            if to.bit() & goal != 0 {
                break;
            }
            at = to;
            onto = ahead(at.bit(), side) & open;
        }
        true
    }
}

/// How many steps of others it takes at least to set a frozen piece free. A friend comes beside it,
/// or its enemies leave: those are moved, or captured where they stand, by a friend who has to come
/// as near, less one step, and then needs two.
fn help_for_frozen(others: u64, here: u64) -> usize {
    let mut ring = beside(here);
    for steps in 1..STEPS {
        ring = beside(ring);
        if ring & others != 0 {
            return usize::from(steps);
        }
    }
    usize::from(STEPS)
}

/// The squares of which an action has to change one to matter, if `spare` steps are left after it
/// beside those straight ahead of the rabbit. A step sideways takes one of them and widens the way by
/// less than another action would.
fn scene(here: u64, side: Side, spare: usize) -> u64 {
    let mut way = here;
    for _ in 0..STEPS {
        way |= if side == Side::First { way << 8 } else { way >> 8 };
    }
    // A rabbit on its goal row cannot be in trouble any more.
    let mut needed = with_guards(way | beside(way & !goal_row(side)));
    for _ in 0..spare {
        needed = behind_scenes(needed);
    }
    needed
}

#[cfg(test)]
mod tests {
    use ludoteca_games::arimaa::read_board;
    use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

    use super::*;
    use crate::arimaa::tactics::plain::{self, counted, follow, states};

    /// The answer is what all turns say, and its steps are a turn that does it.
    fn is_exact(state: &State) {
        let found = goal(state);
        let fewest = found.map(|steps| steps.len() as u8);
        assert_eq!(fewest, plain::goal(state), "{state:?}");
        if let Some(steps) = found {
            let end = follow(state, &steps).expect("the steps follow the rules");
            assert_ne!(end.board.pieces(state.side, Kind::Rabbit) & goal_row(state.side), 0);
        }
    }

    #[test]
    fn the_fewest_steps_to_goal_are_those_that_outside_programs_found() {
        let mut rows = 0;
        for (state, fewest) in counted() {
            assert_eq!(goal(&state).map_or(0, |steps| steps.len() as u8), fewest, "{state:?}");
            rows += 1;
        }
        assert_eq!(rows, 351);
    }

    /// Gold to move on these rows, from the eighth down, on a board that is empty below them.
    fn gold(rows: &[&str]) -> State {
        let words = rows.iter().map(|row| format!("{row:8}")).collect::<String>();
        let (board, side) = read_board(&format!("g [{words:64}]")).unwrap();
        State::new(board, side)
    }

    #[test]
    fn goals_that_need_help_are_found() {
        let cases: [(&str, &[&str], usize); 6] = [
            ("two friends make room", &[" Cr", "dH", " R"], 4),
            ("a friend on the trap goes when the rabbit leaves it", &["", "", "d H", "  R"], 4),
            ("the same, and the trap is needed", &["", "", "  D h", "c R"], 4),
            ("a capture thaws a friend, who thaws the rabbit", &["", "Rc r", " CdrD"], 4),
            ("nobody is there to help", &["rc", "Rd"], 0),
            ("an enemy is pulled out of the way", &["rD", "R"], 3),
        ];
        for (what, rows, fewest) in cases {
            let state = gold(rows);
            assert_eq!(goal(&state).map_or(0, |steps| steps.len()), fewest, "{what}");
            is_exact(&state);
        }
    }

    #[test]
    fn a_rabbit_at_its_goal_has_only_to_wait_for_the_end_of_a_push() {
        let mut state = gold(&[" R", "", "", "Er"]);
        assert_eq!(goal(&state).unwrap().len(), 0);
        state.step(Step { from: Square::new(1, 4), to: Square::new(2, 4) });
        assert!(state.pushing());
        assert_eq!(goal(&state).unwrap().len(), 1);
        is_exact(&state);
    }

    #[test]
    fn goals_are_those_of_all_turns_of_random_states() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        states(3000, &mut rng).for_each(|state| is_exact(&state));
    }
}

//! The beginning of the search: the turns of the side to move as wholes, each looked at as soon as
//! it is found.
//!
//! A plan of four quiet steps shows its worth only when all of them are made, so a search that tries
//! step after step, and late steps less deep, hardly ever comes to it. Here every end of a turn is
//! judged at once, and the search goes on from the best of them; the later one stands in that order,
//! the less deep it is looked at first (*late move reductions*, for whole turns).

use ludoteca_games::arimaa::{STEPS, Square, State, Step, TurnFinder};

use super::search::{Deed, INFINITE, Node, Search, Try, WIN, decided, over};
use crate::arimaa::tactics;

/// So many turns are looked at as deep as the first.
const DEEP: usize = 10;
/// Three times as many turns are looked at a step less deep.
const WIDER: usize = 3;
/// A turn that threatens to win is looked at so much less deep at most: what it forces is near.
const THREATENING: i32 = 1;
/// How far behind the best a turn is at a glance that is looked at only with more depth.
const HOPELESS: i32 = 300;
/// What is tried without gain is told of so many turns at each depth.
const TOLD: usize = 40;

/// The turns of a state, the most promising first.
pub struct Roots {
    turns: Vec<RootTurn>,
    /// Steps of the turn that were made before.
    made: u8,
}

/// A whole turn, or what is left of one.
struct RootTurn {
    steps: [Step; STEPS as usize],
    count: usize,
    after: State,
    /// Whether whoever plays it has a goal in its next turn, if nobody does anything about it.
    threatens: bool,
    /// What it is worth, as far as it was looked at.
    score: i32,
    /// How deep it was looked at beyond its end; none for a glance.
    depth: Option<i32>,
}

impl RootTurn {
    fn new(steps: &[Step], after: State, score: i32) -> RootTurn {
        let nowhere = Step { from: Square::at(0), to: Square::at(0) };
        let mut kept = [nowhere; STEPS as usize];
        kept[..steps.len()].copy_from_slice(steps);
        RootTurn { steps: kept, count: steps.len(), after, threatens: false, score, depth: None }
    }

    /// Its steps, with the end where they do not bring it about, and what comes after.
    fn line(&self, made: u8, rest: &[Deed]) -> Vec<Deed> {
        let steps = self.steps[..self.count].iter().map(|step| Deed::Step(*step));
        let end = self.count + usize::from(made) < usize::from(STEPS);
        steps.chain(end.then_some(Deed::End)).chain(rest.iter().copied()).collect()
    }
}

impl Roots {
    /// What looks best at a glance; none where there is no turn.
    pub fn first(&self) -> Option<(i32, Vec<Deed>)> {
        self.turns.first().map(|turn| (turn.score, turn.line(self.made, &[])))
    }

    /// Steps that are left of the turn.
    pub fn left(&self) -> i32 {
        i32::from(STEPS - self.made)
    }
}

impl Search<'_> {
    /// The turns of a state, as far as the budget goes. `begin` is the board's key at the beginning of
    /// the turn.
    pub fn roots(&mut self, state: &State, begin: u64) -> Roots {
        let made = state.made;
        if let Some(steps) = tactics::goal(state) {
            let mut end = *state;
            for step in steps.iter() {
                end.step(*step);
            }
            let turn = RootTurn::new(&steps, end.ended(), WIN - steps.len() as i32);
            return Roots { turns: vec![turn], made };
        }
        let mut found: Vec<RootTurn> = Vec::new();
        TurnFinder::default().ends(state, begin, |_, steps| {
            let mut end = *state;
            for step in steps {
                end.step(*step);
            }
            found.push(RootTurn::new(steps, end.ended(), 0));
        });
        // Where there is no budget for all of them, those that are looked at come from everywhere on the
        // board, and not from where the finder begins.
        if self.left() < found.len() as u64 {
            found.sort_by_key(|turn| turn.after.key());
        }
        let mut turns = Vec::with_capacity(found.len());
        for mut turn in found {
            if self.is_barred(turn.after.key()) {
                continue;
            }
            turn.score = self.glance(&turn.after);
            turn.threatens = tactics::goal(&State::new(turn.after.board, state.side)).is_some();
            turns.push(turn);
            if self.tick() {
                break;
            }
        }
        turns.sort_by_key(|turn| std::cmp::Reverse(turn.score));
        Roots { turns, made }
    }

    /// What the end of a turn looks worth to whoever made it.
    fn glance(&mut self, after: &State) -> i32 {
        match over(after) {
            Some(score) => -score,
            None if tactics::goal(after).is_some() => -WIN + 2 * i32::from(STEPS),
            None => -self.judge(after),
        }
    }

    /// Looks so many steps beyond the ends of the turns: the score and the line of the best; none if the
    /// budget was spent before one was looked at.
    pub fn look(&mut self, roots: &mut Roots, depth: i32) -> Option<(i32, Vec<Deed>)> {
        self.tries.clear();
        self.worse = 0;
        // The glances may have taken all there was.
        if self.is_spent() {
            return None;
        }
        let made = roots.made;
        let ply = usize::from(STEPS - made);
        let mut alpha = -INFINITE;
        let mut best = None;
        let (mut less, mut wider) = (0, DEEP);
        for at in 0..roots.turns.len() {
            if at > wider {
                less += 1;
                wider *= WIDER;
            }
            let turn = &roots.turns[at];
            let less = if turn.threatens { less.min(THREATENING) } else { less };
            let reduced = (depth - less).max(0);
            let known = turn.depth.is_some_and(|before| before >= reduced);
            // What loses at once was seen at a glance.
            let lost = turn.score < 0 && decided(turn.score);
            // So much worse at a glance, it need not be looked at to be put at the end.
            let hopeless = reduced == 0 && turn.score < alpha - HOPELESS;
            if at > 0 && turn.score <= alpha && (known || lost || hopeless) {
                continue;
            }
            let (score, looked) = self.follow(&turn.after, ply, [reduced, depth], alpha, at == 0);
            if self.is_spent() {
                break;
            }
            let turn = &mut roots.turns[at];
            (turn.score, turn.depth) = (score, Some(looked));
            let better = score > alpha;
            self.worse += usize::from(!better);
            if better || self.worse <= TOLD {
                let line = turn.line(made, self.line_from(ply));
                self.tries.push(Try { line, score, better });
            }
            if better {
                alpha = score;
                best = self.tries.last().map(|one| (score, one.line.clone()));
                // What was best is looked at first the next time.
                roots.turns[..=at].rotate_right(1);
            }
        }
        if depth == 0 && !self.is_spent() {
            roots.turns.sort_by_key(|turn| std::cmp::Reverse(turn.score));
        }
        best
    }

    /// Looks beyond the end of a turn, at first only as deep as `reduced`, and only at whether it is
    /// better than `alpha`: its score, and how deep it was looked at.
    fn follow(
        &mut self,
        after: &State,
        ply: usize,
        [reduced, depth]: [i32; 2],
        alpha: i32,
        first: bool,
    ) -> (i32, i32) {
        let node = Node::begin(*after, ply);
        let mut below =
            |depth: i32, alpha: i32, beta: i32| -self.after_turn(&node, depth, -beta, -alpha);
        if first || depth == 0 {
            // The first look of all tells how good the others are, too.
            let least = if first { -INFINITE } else { alpha - 100 };
            return (below(depth, least.max(-INFINITE), INFINITE), depth);
        }
        let mut score = below(reduced, alpha, alpha + 1);
        if score <= alpha {
            return (score, reduced);
        }
        if reduced < depth {
            score = below(depth, alpha, alpha + 1);
        }
        if score > alpha {
            score = below(depth, alpha, INFINITE);
        }
        (score, depth)
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{Arimaa, arimaa::turns};

    use super::{
        super::{evaluation::WEIGHTS, table::SharedTable},
        *,
    };
    use crate::{Budget, Clock, arimaa::puzzles::puzzles};

    fn found(position: &Arimaa, budget: &Budget, past: Vec<u64>) -> Roots {
        let table = SharedTable::new(1);
        let mut search = Search::new(&WEIGHTS, &table, Clock::start(budget), past);
        search.roots(position.state(), position.turn_key())
    }

    #[test]
    fn every_turn_is_looked_at_once_save_for_a_third_repetition() {
        let quiet = puzzles().iter().filter(|one| tactics::goal(one.position.state()).is_none());
        for puzzle in quiet.take(4) {
            let all = turns(&puzzle.position);
            let roots = found(&puzzle.position, &Budget::default(), Vec::new());
            assert_eq!(roots.turns.len(), all.len());
            let again = roots.turns[0].after.key();
            let barred = found(&puzzle.position, &Budget::default(), vec![again; 2]);
            assert_eq!(barred.turns.len(), all.len() - 1);
        }
    }

    #[test]
    fn a_budget_for_one_state_is_enough_for_a_turn() {
        for puzzle in puzzles() {
            assert!(found(&puzzle.position, &Budget::nodes(1), Vec::new()).first().is_some());
        }
    }

    #[test]
    fn a_goal_leaves_nothing_else_to_look_at() {
        let goals = puzzles().iter().filter(|one| tactics::goal(one.position.state()).is_some());
        for puzzle in goals {
            let roots = found(&puzzle.position, &Budget::default(), Vec::new());
            assert_eq!((roots.turns.len(), decided(roots.turns[0].score)), (1, true));
        }
    }
}

//! Alpha-beta over steps, from the end of a whole turn on: a shared transposition table, null turns
//! (*null-move pruning*), late steps reduced (*late move reductions*), and at the end of the search
//! only captures and goals (*quiescence search*).
//!
//! Depth is counted in steps; to end a turn early costs the steps it gives up, so that all lines are
//! judged at the same distance. Scores are for the side to move, in hundredths of a rabbit; a won
//! game counts [`WIN`] less the steps until then.

use ludoteca_games::{
    Side,
    arimaa::{ArimaaPly, Kind, STEPS, Square, State, Step, beside, goal as goal_rank, squares},
    scatter,
};

use super::{
    evaluation::{Weights, on_move, square_worth, worth},
    table::{Known, SharedTable},
};
use crate::{Clock, arimaa::tactics, thought::Bound};

/// A game won now.
pub const WIN: i32 = 30_000;
/// Beyond every score.
pub(super) const INFINITE: i32 = 31_000;
/// What an evaluation cannot exceed: above, a score is a proof.
const MOST: i32 = 20_000;
/// What it costs, as an estimate, to leave the opponent a goal.
const GOAL_THREAT: i32 = 3_000;
/// What a better square counts for the order in which steps are tried.
const SQUARE_GAIN: i32 = 40;
/// What it counts there that a step is near the last one: the steps of a turn serve one end.
const NEAR_LAST: i32 = 1_500;
/// The deepest line.
const DEEPEST: usize = 96;
/// How many boards' worth is remembered: the steps of a turn come to the same board in many orders.
const JUDGED: usize = 1 << 16;

/// Something a side does in the middle of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// One step.
    Step(Step),
    /// The end of the turn.
    End,
}

impl Deed {
    /// The ply that it is.
    pub fn ply(self) -> ArimaaPly {
        match self {
            Deed::Step(step) => ArimaaPly::Step(step),
            Deed::End => ArimaaPly::End,
        }
    }
}

/// Whether a score says who wins, and not only who seems to.
pub fn decided(score: i32) -> bool {
    score.abs() > WIN - 1_000
}

/// Steps until a decided game is over.
pub fn steps_to_end(score: i32) -> i32 {
    WIN - score.abs()
}

/// One thread of the search.
pub struct Search<'a> {
    weights: &'a Weights,
    table: &'a SharedTable,
    clock: Clock,
    /// Two deeds for each step from the root that refuted something lately.
    killers: Vec<[Option<Deed>; 2]>,
    /// How often a step refuted something: by side, kind, and where it goes from and to.
    history: Vec<i32>,
    /// Boards by their keys, with what they are worth to Gold.
    judged: Vec<(u64, i32)>,
    /// Beginnings of turns, of the game and of the line that is looked at.
    past: Vec<u64>,
    /// The best line from each step on.
    lines: Vec<Vec<Deed>>,
    spent: bool,
    /// What was tried at the root: all that was better than before, and some of the rest.
    pub tries: Vec<Try>,
    /// How many turns that were tried there were no better.
    pub worse: usize,
}

/// A turn that was tried at the root.
#[derive(Clone, Debug)]
pub struct Try {
    /// The turn, and what answers it.
    pub line: Vec<Deed>,
    /// What it is worth; of one that is no better only a bound.
    pub score: i32,
    /// Whether it was better than all before.
    pub better: bool,
}

/// A state in the line that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Node {
    state: State,
    /// The board's key at the beginning of the turn.
    begin: u64,
    /// Steps from the root.
    ply: usize,
    /// The squares of the last step of this turn and beside them; none at its beginning.
    near: u64,
}

impl Node {
    /// The beginning of a turn.
    pub(super) fn begin(state: State, ply: usize) -> Node {
        Node { state, begin: state.board.key(), ply, near: 0 }
    }
}

impl<'a> Search<'a> {
    /// A search that has seen the beginnings of turns in `past`.
    pub fn new(weights: &'a Weights, table: &'a SharedTable, clock: Clock, past: Vec<u64>) -> Self {
        Search {
            weights,
            table,
            clock,
            killers: vec![[None; 2]; DEEPEST + 1],
            history: vec![0; 2 * 6 * 64 * 4],
            judged: vec![(0, 0); JUDGED],
            past,
            lines: vec![Vec::new(); DEEPEST + 2],
            spent: false,
            tries: Vec::new(),
            worse: 0,
        }
    }

    /// The score of a state at which a turn has just ended, for whoever moves now.
    pub(super) fn after_turn(&mut self, node: &Node, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.past.push(node.state.key());
        let score = self.search(node, depth, alpha, beta, true);
        self.past.pop();
        score
    }

    /// The best line found from so many steps after the root on.
    pub(super) fn line_from(&self, ply: usize) -> &[Deed] {
        &self.lines[ply]
    }

    /// Whether a turn must not end so: the position would be there for the third time.
    pub(super) fn is_barred(&self, key: u64) -> bool {
        self.past.iter().filter(|before| **before == key).count() >= 2
    }

    /// Counts a state that was looked at; whether the budget is spent.
    pub(super) fn tick(&mut self) -> bool {
        self.spent |= self.clock.tick();
        self.spent
    }

    /// Seconds since the search began.
    pub fn seconds(&self) -> f64 {
        self.clock.seconds()
    }

    /// Whether the budget is spent.
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// States that may still be looked at.
    pub(super) fn left(&self) -> u64 {
        self.clock.positions_left()
    }

    /// States looked at, by this thread and by others as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.clock.nodes()
    }

    fn search(&mut self, node: &Node, depth: i32, mut alpha: i32, beta: i32, null: bool) -> i32 {
        self.lines[node.ply].clear();
        if self.tick() {
            return 0;
        }
        let Node { state, begin, ply, .. } = node;
        if state.made == 0
            && let Some(score) = over(state)
        {
            return farther(score, *ply);
        }
        if let Some(steps) = tactics::goal(state) {
            let line = &mut self.lines[*ply];
            line.extend(steps.iter().map(|step| Deed::Step(*step)));
            if usize::from(state.made) + steps.len() < usize::from(STEPS) {
                line.push(Deed::End);
            }
            return WIN - (*ply + steps.len()) as i32;
        }
        // Nobody wins sooner than that.
        let (least, most) = (-WIN + *ply as i32, WIN - *ply as i32 - 1);
        if alpha >= most || beta <= least {
            return alpha.clamp(least, most);
        }
        if *ply >= DEEPEST {
            return self.judge(state);
        }
        let exact = beta - alpha > 1;
        let floor = alpha;
        let key = state.key() ^ if state.made > 0 { scatter(*begin) } else { 0 };
        let known = self.table.get(key);
        if let Some(known) = known.filter(|known| known.depth >= depth && !exact) {
            let score = farther(known.score, *ply);
            match known.bound {
                Bound::Exact => return score,
                Bound::Least if score >= beta => return score,
                Bound::Most if score <= alpha => return score,
                _ => {}
            }
        }
        if depth <= 0 && !state.pushing() {
            let score = self.quiet(node, alpha, beta);
            if known.is_none_or(|known| known.depth <= 0) {
                let bound = bound(score, alpha, beta);
                self.keep(key, node, Known { score, depth: 0, bound, deed: None });
            }
            return score;
        }
        if null && state.made == 0 && depth >= 3 && !exact && !decided(beta) {
            let judged = self.judge(state);
            if judged >= beta {
                let begin = state.board.key();
                let next = Node { state: state.ended(), begin, ply: ply + 1, near: 0 };
                let score = -self.search(&next, depth - 5, -beta, 1 - beta, false);
                if self.spent {
                    return 0;
                }
                if score >= beta && !decided(score) {
                    return score;
                }
            }
        }
        let first = known.and_then(|known| known.deed);
        let deeds = self.ordered(node, first);
        let mut best = -INFINITE;
        let mut best_deed = None;
        let mut tried = 0usize;
        for (deed, quiet) in deeds {
            let Some(next) = self.after(node, deed) else { continue };
            let cost = match deed {
                Deed::Step(_) => 1,
                Deed::End => i32::from(STEPS - state.made),
            };
            let turned = next.state.side != state.side;
            if turned {
                self.past.push(next.state.key());
            }
            let below = |search: &mut Self, depth: i32, alpha: i32, beta: i32| {
                if turned {
                    -search.search(&next, depth, -beta, -alpha, true)
                } else {
                    search.search(&next, depth, alpha, beta, true)
                }
            };
            let mut score;
            if tried == 0 {
                score = below(self, depth - cost, alpha, beta);
            } else {
                let less = if quiet && depth >= 2 { reduction(tried, depth) } else { 0 };
                score = below(self, depth - cost - less, alpha, alpha + 1);
                if score > alpha && less > 0 && !self.spent {
                    score = below(self, depth - cost, alpha, alpha + 1);
                }
                if score > alpha && score < beta && !self.spent {
                    score = below(self, depth - cost, alpha, beta);
                }
            }
            if turned {
                self.past.pop();
            }
            if self.spent {
                return 0;
            }
            tried += 1;
            if score > best {
                best = score;
                best_deed = Some(deed);
                if score > alpha {
                    alpha = score;
                    let (upper, lower) = self.lines.split_at_mut(ply + 1);
                    let line = &mut upper[*ply];
                    line.clear();
                    line.push(deed);
                    line.extend_from_slice(&lower[0]);
                }
                if alpha >= beta {
                    self.refutes(node, deed, depth);
                    break;
                }
            }
        }
        if tried == 0 {
            // No legal turn at its beginning is a loss; in the middle of a turn it is a dead end,
            // which nobody enters.
            return least;
        }
        let bound = bound(best, floor, beta);
        self.keep(key, node, Known { score: best, depth, bound, deed: best_deed });
        best
    }

    /// Remembers what was found out about a state.
    fn keep(&self, key: u64, node: &Node, found: Known) {
        self.table.put(key, Known { score: nearer(found.score, node.ply), ..found });
    }

    /// At the end of the search: what the rest of the turn can capture, or to leave it as it is.
    fn quiet(&mut self, node: &Node, alpha: i32, beta: i32) -> i32 {
        let state = &node.state;
        let mut best = self.judge(state);
        // The turn is left as it is: the opponent may have a goal then.
        if state.made > 0 && tactics::goal(&state.ended()).is_some() {
            best -= GOAL_THREAT;
        }
        if best >= beta {
            return best;
        }
        for prey in squares(tactics::captures(state).all()) {
            let Some(steps) = tactics::capture(state, prey) else { continue };
            let mut next = *state;
            for step in steps.iter() {
                next.step(*step);
            }
            self.clock.tick();
            let ended = next.ended();
            let mut score = match over(&ended) {
                Some(score) => farther(-score, node.ply + steps.len()),
                None => self.judge(&next),
            };
            if !decided(score) && tactics::goal(&ended).is_some() {
                score -= GOAL_THREAT;
            }
            if score > best {
                best = score;
                if best > alpha.max(beta - 1) {
                    break;
                }
            }
        }
        best
    }

    /// The evaluation, kept below what a proof would say.
    pub(super) fn judge(&mut self, state: &State) -> i32 {
        let key = state.board.key();
        let known = &mut self.judged[key as usize % JUDGED];
        if known.0 != key {
            *known = (key, worth(&state.board, self.weights));
        }
        let worth = if state.side == Side::First { known.1 } else { -known.1 };
        (worth + on_move(state, self.weights)).clamp(-MOST, MOST)
    }

    /// The state after a deed; none if the rules forbid the end of the turn it makes.
    fn after(&self, node: &Node, deed: Deed) -> Option<Node> {
        let mut state = node.state;
        if let Deed::Step(step) = deed {
            state.step(step);
        }
        let ply = node.ply + 1;
        if let Deed::Step(Step { from, to }) = deed
            && state.made < STEPS
        {
            let squares = from.bit() | to.bit();
            return Some(Node { state, ply, near: squares | beside(squares), ..*node });
        }
        if state.pushing() || state.board.key() == node.begin {
            return None;
        }
        let next = state.ended();
        if self.is_barred(next.key()) {
            return None;
        }
        Some(Node { state: next, begin: next.board.key(), ply, near: 0 })
    }

    /// All deeds, the most promising first, and whether each is nothing special.
    fn ordered(&self, node: &Node, first: Option<Deed>) -> Vec<(Deed, bool)> {
        let state = &node.state;
        let mut steps = Vec::with_capacity(64);
        state.steps(&mut steps);
        let killers = self.killers[node.ply.min(DEEPEST)];
        let mut scored: Vec<(i32, Deed, bool)> = Vec::with_capacity(steps.len() + 1);
        if state.made > 0 && !state.pushing() {
            scored.push((
                if killers.contains(&Some(Deed::End)) { 90_000 } else { 1_000 },
                Deed::End,
                false,
            ));
        }
        let enemy = state.board.of(state.side.other());
        for step in steps {
            let deed = Deed::Step(step);
            let mut worth = self.history[self.place(state, step)];
            let mut quiet = true;
            let mut next = state.board;
            let whose = if enemy & step.from.bit() != 0 { state.side.other() } else { state.side };
            let kind = state.board.kind_on(step.from);
            let on = |square: Square| square_worth(self.weights, whose, kind, square.index());
            let gain = on(step.to) - on(step.from);
            worth += SQUARE_GAIN * if whose == state.side { gain } else { -gain };
            if let Some((lost, _)) = next.step(whose, kind, step.from, step.to) {
                let value = 20_000 * (1 + lost.index() as i32);
                worth += if whose == state.side { -value } else { value };
                quiet = false;
            } else if whose != state.side {
                worth += 3_000;
            }
            if node.near & (step.from.bit() | step.to.bit()) != 0 {
                worth += NEAR_LAST;
            }
            if killers.contains(&Some(deed)) {
                worth += 80_000;
                quiet = false;
            }
            scored.push((worth, deed, quiet));
        }
        if let Some(found) = scored.iter_mut().find(|scored| Some(scored.1) == first) {
            found.0 = i32::MAX;
            found.2 = false;
        }
        scored.sort_by_key(|scored| std::cmp::Reverse(scored.0));
        scored.into_iter().map(|(_, deed, quiet)| (deed, quiet)).collect()
    }

    /// Where the history of a step is kept.
    fn place(&self, state: &State, Step { from, to }: Step) -> usize {
        let own = state.board.of(Side::First) & from.bit() != 0;
        let kind = state.board.kind_on(from).index();
        let way = match to.index() as i32 - from.index() as i32 {
            8 => 0,
            1 => 1,
            -8 => 2,
            _ => 3,
        };
        ((usize::from(own) * 6 + kind) * 64 + from.index()) * 4 + way
    }

    fn refutes(&mut self, node: &Node, deed: Deed, depth: i32) {
        let killers = &mut self.killers[node.ply.min(DEEPEST)];
        if killers[0] != Some(deed) {
            *killers = [Some(deed), killers[0]];
        }
        if let Deed::Step(step) = deed {
            let place = self.place(&node.state, step);
            self.history[place] += depth.max(1) * depth.max(1);
            if self.history[place] > 15_000 {
                self.history.iter_mut().for_each(|worth| *worth /= 2);
            }
        }
    }
}

/// At the beginning of a turn: the score of a game that is over for the side that would move.
pub(super) fn over(state: &State) -> Option<i32> {
    let (next, moved) = (state.side, state.side.other());
    let rabbits = |side| state.board.pieces(side, Kind::Rabbit);
    if rabbits(moved) & goal_rank(moved) != 0 {
        Some(-WIN)
    } else if rabbits(next) & goal_rank(next) != 0 || rabbits(next) != 0 && rabbits(moved) == 0 {
        Some(WIN)
    } else if rabbits(next) == 0 {
        Some(-WIN)
    } else {
        None
    }
}

/// What a score says of a state that was asked for within these bounds.
fn bound(score: i32, alpha: i32, beta: i32) -> Bound {
    match () {
        () if score >= beta => Bound::Least,
        () if score > alpha => Bound::Exact,
        () => Bound::Most,
    }
}

/// How many steps less deep a late deed is searched at first.
fn reduction(tried: usize, depth: i32) -> i32 {
    match tried {
        0..3 => 0,
        3..9 => 1,
        9..20 => 2,
        _ => 2 + i32::from(depth > 5),
    }
}

/// A score as seen so many steps before it.
fn farther(score: i32, steps: usize) -> i32 {
    if decided(score) { score - score.signum() * steps as i32 } else { score }
}

/// A score as seen from its own position.
fn nearer(score: i32, steps: usize) -> i32 {
    if decided(score) { score + score.signum() * steps as i32 } else { score }
}

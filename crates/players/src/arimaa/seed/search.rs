//! `minimax` and `alphabeta` of Arimaa: whole turns as moves, to a fixed number of turns, and of each
//! position only the first turns by the seed evaluation.
//!
//! Pruning leaves out what cannot change the choice: of equally good turns the first in order is
//! played either way, so that both players choose the same turn for the same value.

use ludoteca_games::{Arimaa, Game, Line, arimaa::ArimaaPly};

use super::{
    POINT, SCALE, Seed,
    turns::{Finder, Turn, Turns},
};
use crate::{
    Budget, Clock, Player, Watch,
    arimaa::setup,
    evaluations::Evaluation,
    plan::Plan,
    search::{INFINITE, Score, decided, farther, finished, nearer},
    thought::{Bound, Thought},
};

/// Looks ahead in Arimaa, turn by turn.
pub struct TurnSearch {
    pub(super) depth: u32,
    limit: usize,
    pub(super) seed: Seed,
    judge: Judge,
    prune: bool,
    finder: Finder,
    plan: Plan<Arimaa>,
    /// Turns looked ahead when the plan was made.
    looked: u32,
}

/// How positions are judged where the search stops. Which turns are looked at is always the seed
/// evaluation's choice.
pub enum Judge {
    /// By the seed evaluation.
    Seed,
    /// By another one.
    Evaluation(Evaluation<Arimaa>),
}

/// What came of looking at a position.
pub(super) struct Found {
    pub score: Score,
    /// Whether a decided score is proved: no turn that could change it was left out.
    pub whole: bool,
    /// The turns that were best, the last one first.
    pub line: Vec<Vec<ArimaaPly>>,
}

/// A turn at the root.
pub(super) struct Root {
    pub plies: Vec<ArimaaPly>,
    pub found: Found,
    pub bound: Bound,
}

/// The turns at the root, as far as one search knows them.
pub(super) struct Roots {
    /// The turns, the chosen one first and the better before the others.
    pub all: Vec<Root>,
    /// Whether no turn was left out.
    pub whole: bool,
    /// Turns looked ahead.
    pub depth: u32,
}

impl TurnSearch {
    /// Looks `depth` turns ahead, in each position at the first `limit` turns. Pruning changes how
    /// long it takes and nothing else.
    pub fn new(depth: u32, limit: usize, seed: Seed, judge: Judge, prune: bool) -> TurnSearch {
        let finder = Finder::default();
        let plan = Plan::default();
        TurnSearch { depth, limit, seed, judge, prune, finder, plan, looked: 0 }
    }

    /// What a position is worth to the side to move.
    fn judged(&self, position: &Arimaa) -> Score {
        match &self.judge {
            Judge::Seed => self.seed.score_for(&position.state().board, position.side()),
            Judge::Evaluation(evaluation) => POINT * evaluation.score(position),
        }
    }

    /// The score that seems to mean three quarters of a win.
    pub(super) fn scale(&self) -> f64 {
        let points = match &self.judge {
            Judge::Seed => SCALE,
            Judge::Evaluation(evaluation) => evaluation.scale,
        };
        POINT as f64 * points
    }

    fn turns(&mut self, position: &Arimaa, clock: &mut Clock) -> Turns {
        self.finder.turns(position, &self.seed, self.limit, clock)
    }

    /// The best line for the side to move; none when the budget is spent.
    fn search(
        &mut self,
        position: &Arimaa,
        depth: u32,
        mut alpha: Score,
        beta: Score,
        clock: &mut Clock,
    ) -> Option<Found> {
        if clock.tick() {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            return Some(Found::leaf(finished(outcome, position.side()), true));
        }
        if depth == 0 {
            return Some(Found::leaf(self.judged(position), false));
        }
        let Turns { turns, mut whole, .. } = self.turns(position, clock);
        if clock.is_spent() {
            return None;
        }
        let mut best = Found::leaf(-INFINITE, false);
        for turn in turns {
            let found = self.after(position, &turn, depth, alpha, beta, clock)?;
            whole &= found.whole;
            if found.score > best.score {
                best = found;
            }
            alpha = alpha.max(best.score);
            if self.prune && alpha >= beta {
                break;
            }
        }
        // One turn shows that a position is won, all of them that it is lost.
        best.whole = if best.score > 0 { best.whole } else { whole };
        Some(best)
    }

    /// The line that begins with `turn`, for the side that makes it.
    fn after(
        &mut self,
        position: &Arimaa,
        turn: &Turn,
        depth: u32,
        alpha: Score,
        beta: Score,
        clock: &mut Clock,
    ) -> Option<Found> {
        let mut next = position.clone();
        let plies = turn.plies(position);
        plies.iter().for_each(|ply| next.play_unchecked(ply));
        let mut found = self.search(&next, depth - 1, -nearer(beta), -nearer(alpha), clock)?;
        found.score = farther(-found.score);
        found.line.push(plies);
        Some(found)
    }

    /// Searches the turns at the root to a depth; none when the budget is spent.
    fn look(
        &mut self,
        position: &Arimaa,
        turns: &Turns,
        depth: u32,
        clock: &mut Clock,
        watch: &mut Watch<'_, Arimaa>,
    ) -> Option<Roots> {
        let mut roots = Roots { all: Vec::new(), whole: turns.whole, depth };
        let mut alpha = -INFINITE;
        for turn in &turns.turns {
            let low = if self.prune { alpha } else { -INFINITE };
            let found = self.after(position, turn, depth, low, INFINITE, clock)?;
            let exact = !self.prune || found.score > alpha;
            let bound = if exact { Bound::Exact } else { Bound::Most };
            alpha = alpha.max(found.score);
            let plies = turn.plies(position);
            let at = roots.all.partition_point(|root| {
                (root.found.score, root.bound == Bound::Exact) >= (found.score, exact)
            });
            roots.all.insert(at, Root { plies, found, bound });
            if watch.is_due() {
                let thought = self.thought(position, &roots, clock, true);
                watch.report(thought);
            }
        }
        Some(roots)
    }

    /// Searches deeper and deeper, as far as the depth and the budget go.
    fn searched(
        &mut self,
        position: &Arimaa,
        budget: &Budget,
        watch: &mut Watch<'_, Arimaa>,
    ) -> Thought<ArimaaPly> {
        let mut clock = Clock::start(budget);
        let turns = self.turns(position, &mut clock);
        // What the order alone says, in case there is no time for more.
        let unsearched = turns.turns.iter().take(1).map(|turn| {
            let plies = turn.plies(position);
            let score = if decided(turn.rank) { farther(turn.rank) } else { turn.rank };
            let found = Found { score, whole: score > 0, line: vec![plies.clone()] };
            Root { plies, found, bound: Bound::Exact }
        });
        let mut roots = Roots { all: unsearched.collect(), whole: false, depth: 0 };
        for depth in 1..=self.depth {
            if clock.is_spent() {
                break;
            }
            // Half a search knows less than a whole one that is a little shallower.
            match self.look(position, &turns, depth, &mut clock, watch) {
                Some(deeper) => roots = deeper,
                None => break,
            }
            if roots.all.first().is_none_or(|best| decided(best.found.score)) {
                break;
            }
        }
        let thought = self.thought(position, &roots, &clock, watch.wants_layers());
        if let Some(best) = roots.all.first() {
            self.plan = Plan::new(position, &best.plies, thought.value);
            self.looked = roots.depth;
        }
        thought
    }
}

impl Player<Arimaa> for TurnSearch {
    fn think(
        &mut self,
        line: &Line<Arimaa>,
        budget: &Budget,
        watch: &mut Watch<'_, Arimaa>,
    ) -> Thought<ArimaaPly> {
        let position = line.position();
        if position.outcome().is_some() {
            self.told(position, Vec::new(), None, 0, false)
        } else if position.in_setup() {
            let ply = setup::placement(position, 0);
            self.told(position, ply.into_iter().collect(), None, 0, watch.wants_layers())
        } else if let Some((plies, value)) = self.plan.rest(position) {
            self.told(position, plies, Some(value), self.looked, watch.wants_layers())
        } else {
            self.searched(position, budget, watch)
        }
    }
}

impl Found {
    fn leaf(score: Score, whole: bool) -> Found {
        Found { score, whole, line: Vec::new() }
    }
}

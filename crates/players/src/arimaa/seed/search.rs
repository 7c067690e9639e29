//! `minimax` and `alphabeta` of Arimaa: whole turns as moves, to a fixed number of turns, and of each
//! position only the first turns by the seed evaluation.
//!
//! Pruning leaves out what cannot change the choice: of equally good turns the first in order is
//! played either way, so that both players choose the same turn for the same value.

use ludoteca_games::{Arimaa, Game, Line, arimaa::ArimaaPly};
use ludoteca_text::text;

use super::{
    POINT, SCALE, Seed,
    turns::{Finder, RankedTurn},
};
use crate::{
    Budget, Clock, Player, Watch,
    arimaa::setup,
    evaluations::{Curve, Evaluation},
    negamax::{Ahead, BestLine, Negamax},
    plan::Plan,
    search::{INFINITE, Score, decided, farther},
    story::search::{Silent, Tale, Teller},
    thought::{Bound, Thought, Unit},
};

/// Looks ahead in Arimaa, turn by turn.
pub struct TurnSearch {
    pub(super) depth: u32,
    search: Negamax<FirstTurns>,
    plan: Plan<Arimaa>,
    /// Turns looked ahead when the plan was made.
    looked: u32,
}

/// The first turns of each position by the seed evaluation, and how the boards after them are judged.
struct FirstTurns {
    limit: usize,
    seed: Seed,
    judge: Judge,
    finder: Finder,
}

/// How positions are judged where the search stops. Which turns are looked at is always the seed
/// evaluation's choice.
pub enum Judge {
    /// By the seed evaluation.
    Seed,
    /// By another one.
    Evaluation(Box<dyn Evaluation<Arimaa>>),
}

/// A turn at the root.
pub(super) struct Root {
    pub plies: Vec<ArimaaPly>,
    pub found: BestLine<Vec<ArimaaPly>>,
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

impl Ahead<Arimaa> for FirstTurns {
    type Move = RankedTurn;
    type Kept = Vec<ArimaaPly>;
    type Moves = std::vec::IntoIter<RankedTurn>;
    const SELECTIVE: bool = true;

    fn moves(&mut self, position: &Arimaa, clock: &mut Clock) -> (Self::Moves, bool) {
        let turns = self.finder.turns(position, &self.seed, self.limit, clock);
        (turns.turns.into_iter(), turns.whole)
    }

    fn play(&self, position: &Arimaa, turn: &RankedTurn) -> (Arimaa, Vec<ArimaaPly>) {
        let mut next = position.clone();
        let plies = turn.plies(position);
        plies.iter().for_each(|ply| next.play_unchecked(ply));
        (next, plies)
    }

    fn plies(turn: &Vec<ArimaaPly>) -> Vec<ArimaaPly> {
        turn.clone()
    }

    fn judge(&mut self, position: &Arimaa, _: &mut Clock) -> Option<Score> {
        Some(match &mut self.judge {
            Judge::Seed => self.seed.score_for(&position.state().board, position.side()),
            Judge::Evaluation(evaluation) => POINT * Score::from(evaluation.judge(position)),
        })
    }
}

impl TurnSearch {
    /// Looks `depth` turns ahead, in each position at the first `limit` turns. Pruning changes how
    /// long it takes and nothing else.
    pub fn new(depth: u32, limit: usize, seed: Seed, judge: Judge, prune: bool) -> TurnSearch {
        let ahead = FirstTurns { limit, seed, judge, finder: Finder::default() };
        let search = Negamax { ahead, prune };
        TurnSearch { depth, search, plan: Plan::default(), looked: 0 }
    }

    pub(super) fn seed(&self) -> &Seed {
        &self.search.ahead.seed
    }

    /// What a judgement in whole points is.
    pub(super) fn curve(&self) -> Curve {
        match &self.search.ahead.judge {
            Judge::Seed => Curve { unit: Unit::Points, scale: SCALE },
            Judge::Evaluation(evaluation) => evaluation.curve(),
        }
    }

    /// Searches the turns at the root to a depth; none when the budget is spent.
    fn look(
        &mut self,
        position: &Arimaa,
        (turns, whole): (&[RankedTurn], bool),
        depth: u32,
        clock: &mut Clock,
        watch: &mut Watch<'_, Arimaa>,
        teller: &mut impl Teller<Arimaa>,
    ) -> Option<Roots> {
        let mut roots = Roots { all: Vec::new(), whole, depth };
        let mut alpha = -INFINITE;
        for turn in turns {
            let low = if self.search.prune { alpha } else { -INFINITE };
            let found = self.search.after(position, turn, depth, (low, INFINITE), clock, teller)?;
            let exact = !self.search.prune || found.score > alpha;
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
        let (turns, whole) = self.search.ahead.moves(position, &mut clock);
        let turns = turns.as_slice();
        // What the order alone says, in case there is no time for more.
        let unsearched = turns.iter().take(1).map(|turn| {
            let plies = turn.plies(position);
            let score = if decided(turn.rank) { farther(turn.rank) } else { turn.rank };
            let found = BestLine { score, complete: score > 0, line: vec![plies.clone()] };
            Root { plies, found, bound: Bound::Exact }
        });
        let mut roots = Roots { all: unsearched.collect(), whole: false, depth: 0 };
        let recorder = watch.recorder.take();
        let mut told = None;
        for depth in 1..=self.depth {
            if clock.is_spent() {
                break;
            }
            let mut tale = recorder
                .as_ref()
                .map(|recorder| Tale::new(position, self.search.prune, recorder.room()));
            let first = (turns, whole);
            let deeper = match &mut tale {
                Some(tale) => self.look(position, first, depth, &mut clock, watch, tale),
                None => self.look(position, first, depth, &mut clock, watch, &mut Silent),
            };
            if deeper.is_some() || told.is_none() {
                told = tale.map(|tale| (tale, depth));
            }
            // Half a search knows less than a whole one that is a little shallower.
            match deeper {
                Some(deeper) => roots = deeper,
                None => break,
            }
            if roots.all.first().is_none_or(|best| decided(best.found.score)) {
                break;
            }
        }
        let thought = self.thought(position, &roots, &clock, watch.wants_layers());
        if let (Some(recorder), Some((tale, depth))) = (recorder, told) {
            let id =
                if self.search.prune { "story-turns-alphabeta" } else { "story-turns-minimax" };
            let told = tale.tell(recorder, text!(id, depth = depth), depth, thought.ply().as_ref());
            watch.recorder = Some(told);
        }
        if let Some(best) = roots.all.first() {
            self.plan = Plan::new(position, &best.plies, thought.value);
            self.looked = roots.depth;
        }
        thought
    }
}

impl Player<Arimaa> for TurnSearch {
    fn plans_turns(&self) -> bool {
        true
    }

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

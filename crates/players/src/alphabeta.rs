//! `alphabeta`: looks ever deeper, and cuts what cannot change the choice.
//!
//! Negamax with alpha-beta bounds, iterative deepening, a transposition table, and ordering by the
//! table's ply, killers and history. Sides need not alternate: a score changes sign only where the
//! side changes. At a fixed depth the value is exactly that of plain minimax: a table entry is used
//! only where it says what a search to the depth asked for would say.

use std::hash::{Hash, Hasher};

use ludoteca_games::{Game, Line};
use ludoteca_text::text;
use rustc_hash::FxHasher;

use crate::{
    Budget, Clock, Form, Level, Played, Player, PlayerKind, Watch,
    evaluations::{Evaluation, EvaluationKind},
    explain::{self, Branch},
    kind,
    minimax::Minimax,
    played::evaluation_asked,
    search::{self, INFINITE, Score, decided, farther, finished, nearer, plies_to_end},
    story::search::{Asked, Leaf, Silent, Tale, Teller},
    thought::{Answer, Bound, Layer, PlyValue, Thought, Value, Variation},
    transpositions::{Entry, TranspositionTable},
};

/// The deepest search.
const DEEPEST: u32 = 99;
/// How far a plain search looks if nobody says.
const PLAIN_DEPTH: u32 = 4;
const HISTORY: usize = 4096;
/// How many times the work of the choice may go into the values of all other plies.
const PATIENCE: u64 = 10;

/// Alpha-beta search.
pub struct AlphaBeta<G: Game, E = Box<dyn Evaluation<G>>> {
    depth: Option<u32>,
    evaluation: E,
    table: TranspositionTable<G::Ply>,
    history: Vec<u32>,
    killers: Vec<[Option<G::Ply>; 2]>,
    lists: Vec<Vec<(u32, G::Ply)>>,
    legal: Vec<G::Ply>,
    clock: Clock,
}

/// A ply at the root.
#[derive(Clone)]
struct Root<P> {
    ply: P,
    score: Score,
    bound: Bound,
    complete: bool,
}

impl<G: Game, E: Evaluation<G>> AlphaBeta<G, E> {
    /// Looks up to `depth` plies ahead, or as far as the budget goes, with a table of so many
    /// megabytes.
    pub fn new(depth: Option<u32>, evaluation: E, megabytes: usize) -> AlphaBeta<G, E> {
        AlphaBeta {
            depth,
            evaluation,
            table: TranspositionTable::new(megabytes),
            history: vec![0; HISTORY],
            killers: Vec::new(),
            lists: Vec::new(),
            legal: Vec::new(),
            clock: Clock::start(&Budget::default()),
        }
    }

    /// The score of a position for its side to move, and whether it is complete. Of no meaning
    /// once the budget is spent.
    fn search(
        &mut self,
        position: &G,
        depth: u32,
        height: usize,
        mut alpha: Score,
        beta: Score,
        teller: &mut impl Teller<G>,
    ) -> (Score, bool) {
        if self.clock.tick() {
            return (0, false);
        }
        if let Some(outcome) = position.outcome() {
            let score = finished(outcome, position.side());
            teller.leaf(score, Leaf::Over(outcome.winner));
            return (score, true);
        }
        if depth == 0 {
            let score = self.evaluation.judge(position).into();
            teller.leaf(score, Leaf::Judged);
            return (score, false);
        }
        let key = position.future_key();
        let mut table_ply = None;
        if let Some(entry) = self.table.get(key) {
            if let Some(score) = usable(entry, depth, alpha, beta) {
                teller.leaf(score, Leaf::Known(entry.bound));
                return (score, entry.complete);
            }
            table_ply = entry.best.clone();
        }

        let low = alpha;
        let mut best = -INFINITE;
        let mut best_ply = None;
        let mut complete = true;
        let mut list = self.ordered(position, height, table_ply.as_ref());
        for tried in 0..list.len() {
            let ply = next_best(&mut list, tried).clone();
            let first = tried == 0;
            let (score, whole) =
                self.after(position, &ply, depth, height, alpha, beta, first, teller);
            if self.clock.is_spent() {
                break;
            }
            complete &= whole;
            if score > best {
                best = score;
                best_ply = Some(ply.clone());
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                // This ply alone shows that the position is good enough.
                complete = whole;
                self.praise(&ply, depth, height);
                if tried + 1 < list.len() {
                    let rest = list[tried + 1..].iter().map(|(_, ply)| vec![ply.clone()]);
                    teller.cut(position, rest);
                }
                break;
            }
        }
        self.lists[height] = list;
        if self.clock.is_spent() {
            return (0, false);
        }
        let bound = match best {
            _ if best >= beta => Bound::Least,
            _ if best <= low => Bound::Most,
            _ => Bound::Exact,
        };
        self.table.put(Entry { key, score: best, depth, bound, complete, best: best_ply });
        (best, complete)
    }

    /// The score of a ply for the side that plays it. All but the first are first asked only
    /// whether they are better.
    #[allow(clippy::too_many_arguments)]
    fn after(
        &mut self,
        position: &G,
        ply: &G::Ply,
        depth: u32,
        height: usize,
        alpha: Score,
        beta: Score,
        first: bool,
        teller: &mut impl Teller<G>,
    ) -> (Score, bool) {
        let mut next = position.clone();
        next.play_unchecked(ply);
        let same = next.side() == position.side();
        let mut ask = |low: Score, high: Score, how: Option<Asked>| {
            let (low, high) = (nearer(low), nearer(high));
            let (low, high) = if same { (low, high) } else { (-high, -low) };
            if let Some(how) = how {
                teller.ask(how);
            }
            teller.enter(position, &next, || vec![ply.clone()], (low, high));
            let (score, whole) = self.search(&next, depth - 1, height + 1, low, high, teller);
            if self.clock.is_spent() {
                return (0, false);
            }
            teller.leave(score);
            let score = if same { score } else { -score };
            (farther(score), whole || decided(score))
        };
        if first {
            return ask(alpha, beta, None);
        }
        let (score, whole) = ask(alpha, alpha + 1, Some(Asked::Whether));
        if score > alpha && score < beta {
            ask(alpha, beta, Some(Asked::Again))
        } else {
            (score, whole)
        }
    }

    /// The plies of a position with a number that says how early each should be tried.
    fn ordered(
        &mut self,
        position: &G,
        height: usize,
        table_ply: Option<&G::Ply>,
    ) -> Vec<(u32, G::Ply)> {
        if self.lists.len() <= height {
            self.lists.resize_with(height + 1, Vec::new);
            self.killers.resize(height + 1, [None, None]);
        }
        let mut list = std::mem::take(&mut self.lists[height]);
        list.clear();
        position.plies(&mut self.legal);
        for ply in self.legal.drain(..) {
            let rank = if Some(&ply) == table_ply {
                u32::MAX
            } else if self.killers[height][0].as_ref() == Some(&ply) {
                u32::MAX - 1
            } else if self.killers[height][1].as_ref() == Some(&ply) {
                u32::MAX - 2
            } else {
                self.history[slot(&ply)]
            };
            list.push((rank, ply));
        }
        list
    }

    /// Remembers a ply that cut.
    fn praise(&mut self, ply: &G::Ply, depth: u32, height: usize) {
        let killers = &mut self.killers[height];
        if killers[0].as_ref() != Some(ply) {
            killers.swap(0, 1);
            killers[0] = Some(ply.clone());
        }
        let history = &mut self.history[slot(ply)];
        *history = (*history + depth * depth).min(u32::MAX / 2);
    }

    /// Searches all plies at the root to a depth. False if the budget ended it; what was found
    /// until then is in `roots`, better plies moved to the front.
    fn deepen(
        &mut self,
        position: &G,
        roots: &mut [Root<G::Ply>],
        depth: u32,
        teller: &mut impl Teller<G>,
    ) -> bool {
        let mut alpha = -INFINITE;
        for at in 0..roots.len() {
            let ply = roots[at].ply.clone();
            let (score, complete) =
                self.after(position, &ply, depth, 0, alpha, INFINITE, at == 0, teller);
            if self.clock.is_spent() {
                return false;
            }
            let bound = if score > alpha { Bound::Exact } else { Bound::Most };
            roots[at] = Root { ply, score, bound, complete };
            if score > alpha {
                alpha = score;
                roots[..=at].rotate_right(1);
            }
        }
        true
    }

    /// Gives the plies that were cut their own values, for somebody who looks; as far as the budget
    /// and [`PATIENCE`] go.
    fn settle(&mut self, position: &G, roots: &mut [Root<G::Ply>], depth: u32) {
        if self.clock.is_spent() {
            return;
        }
        self.clock.end_after(self.clock.nodes().saturating_mul(PATIENCE - 1));
        for root in roots.iter_mut().filter(|root| root.bound == Bound::Most) {
            let (score, complete) =
                self.after(position, &root.ply, depth, 0, -INFINITE, INFINITE, true, &mut Silent);
            if self.clock.is_spent() {
                break;
            }
            (root.score, root.complete, root.bound) = (score, complete, Bound::Exact);
        }
        // The choice stays first: no other ply is better, and sorting keeps equals in order.
        roots.sort_by_key(|root| -root.score);
    }

    fn thought(
        &self,
        position: &G,
        roots: &[Root<G::Ply>],
        depth: u32,
        complete: bool,
        tree: Option<Layer>,
    ) -> Thought<G::Ply> {
        let plies: Vec<PlyValue<G::Ply>> = roots.iter().map(|root| self.judged(root)).collect();
        let best = &roots[0];
        let value = search::value(best.score, complete, self.evaluation.curve());
        let line = self.line(position, &best.ply, depth);
        let layers = match tree {
            Some(tree) => {
                explain::values(position, value, &plies).into_iter().chain([tree]).collect()
            }
            None => Vec::new(),
        };
        Thought {
            answer: Answer::Ply(best.ply.clone()),
            value,
            lines: vec![Variation { plies: line, value }],
            candidates: plies,
            nodes: self.clock.nodes(),
            depth: Some(depth),
            seconds: self.clock.seconds(),
            layers,
        }
    }

    /// What is known of a ply at the root.
    fn judged(&self, root: &Root<G::Ply>) -> PlyValue<G::Ply> {
        let curve = self.evaluation.curve();
        let (value, at_most) = search::root_value(root.score, root.bound, root.complete, curve);
        PlyValue { ply: root.ply.clone(), value, at_most, visits: None }
    }

    /// The best line, as far as the table still knows it.
    fn line(&self, position: &G, first: &G::Ply, depth: u32) -> Vec<G::Ply> {
        let mut at = position.clone();
        let mut line = vec![first.clone()];
        at.play_unchecked(first);
        while line.len() < depth as usize && at.outcome().is_none() {
            let entry = self.table.get(at.future_key()).filter(|entry| entry.bound == Bound::Exact);
            match entry.and_then(|entry| entry.best.clone()) {
                Some(ply) if at.check(&ply).is_ok() => {
                    at.play_unchecked(&ply);
                    line.push(ply);
                }
                _ => break,
            }
        }
        line
    }

    /// The best plies at the root, each with the reply that the table holds against it.
    fn tree(&self, position: &G, roots: &[Root<G::Ply>], depth: u32, complete: bool) -> Layer {
        let best = roots[0].score;
        let curve = self.evaluation.curve();
        let value = search::value(best, complete, curve);
        let branch = |root: &Root<G::Ply>| {
            let mut next = position.clone();
            next.play_unchecked(&root.ply);
            let PlyValue { value, at_most, .. } = self.judged(root);
            let known = self.table.get(next.future_key()).and_then(|entry| entry.best.clone());
            let reply = known.filter(|ply| next.check(ply).is_ok());
            let alpha = || explain::figure(search::value(best, false, curve));
            let cut = (at_most && reply.is_some())
                .then(|| text!("tree-cut", value = explain::figure(value), alpha = alpha()));
            Branch { ply: root.ply.clone(), value, bound: root.bound, reply, cut }
        };
        let ply = position.write_ply(&roots[0].ply);
        let sentence = text!("tree-alphabeta", ply = ply, depth = depth);
        explain::branches(position, value, roots.iter().map(branch), sentence)
    }
}

/// The score an entry gives to a search of `depth` within the bounds, if it says the same.
fn usable<P>(entry: &Entry<P>, depth: u32, alpha: Score, beta: Score) -> Option<Score> {
    // A win within the depth is found by every search of that depth or more; one bound suffices
    // where it points to the win itself.
    let points = match entry.bound {
        Bound::Exact => true,
        Bound::Least => entry.score > 0,
        Bound::Most => entry.score < 0,
    };
    let end = decided(entry.score) && points && plies_to_end(entry.score) <= depth;
    if !(end || entry.depth == depth || (entry.complete && entry.depth <= depth)) {
        return None;
    }
    match entry.bound {
        Bound::Exact => Some(entry.score),
        Bound::Least => (entry.score >= beta).then_some(entry.score),
        Bound::Most => (entry.score <= alpha).then_some(entry.score),
    }
}

/// Brings the best of the plies not yet tried to the place `tried`.
fn next_best<P>(list: &mut [(u32, P)], tried: usize) -> &P {
    let best = (tried..list.len()).max_by_key(|at| (list[*at].0, std::cmp::Reverse(*at)));
    list.swap(tried, best.expect("there is one left"));
    &list[tried].1
}

fn slot<P: Hash>(ply: &P) -> usize {
    let mut hasher = FxHasher::default();
    ply.hash(&mut hasher);
    (hasher.finish() >> 32) as usize % HISTORY
}

impl<G: Game, E: Evaluation<G>> Player<G> for AlphaBeta<G, E> {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let budget = if self.depth.is_some() { budget.clone() } else { budget.clone().or_usual() };
        self.clock = Clock::start(&budget);
        self.history.iter_mut().for_each(|worth| *worth /= 8);
        self.killers.fill([None, None]);
        let plies = position.legal_plies();
        let root = |ply| Root { ply, score: 0, bound: Bound::Most, complete: false };
        let mut roots: Vec<Root<G::Ply>> = plies.into_iter().map(root).collect();
        if roots.is_empty() {
            return Thought {
                answer: Answer::Nothing,
                value: search::known(position).unwrap_or(Value::NOTHING),
                lines: Vec::new(),
                candidates: Vec::new(),
                nodes: 0,
                depth: Some(0),
                seconds: 0.0,
                layers: Vec::new(),
            };
        }
        let mut reached = 0;
        let mut complete = false;
        let recorder = watch.recorder.take();
        let mut told = None;
        for depth in 1..=self.depth.unwrap_or(DEEPEST) {
            let mut tale =
                recorder.as_ref().map(|recorder| Tale::new(position, true, recorder.room()));
            let whole = match &mut tale {
                Some(tale) => self.deepen(position, &mut roots, depth, tale),
                None => self.deepen(position, &mut roots, depth, &mut Silent),
            };
            if whole || told.is_none() {
                told = tale.map(|tale| (tale, depth));
            }
            if !whole {
                // Of the plies not reached this time the last depth knows more than that one loses.
                if decided(roots[0].score) && roots[0].score < 0 {
                    roots.sort_by_key(|root| -root.score);
                }
                break;
            }
            // Best first for the next round; plies only known to be no better keep their order.
            roots.sort_by_key(|root| -root.score);
            reached = depth;
            complete = roots.iter().all(|root| root.complete);
            if complete || decided(roots[0].score) {
                break;
            }
            if watch.is_due() {
                let tree = self.tree(position, &roots, reached, complete);
                watch.report(self.thought(position, &roots, reached, complete, Some(tree)));
            }
        }
        if let (Some(recorder), Some((tale, depth))) = (recorder, told) {
            let sentence = text!("story-deepening", depth = depth);
            watch.recorder = Some(tale.tell(recorder, sentence, depth, Some(&roots[0].ply)));
        }
        // The tree shows what the search cut; only then do all plies get values of their own.
        let tree = watch.wants_layers().then(|| self.tree(position, &roots, reached, complete));
        if tree.is_some() && reached > 0 {
            self.settle(position, &mut roots, reached);
        }
        self.thought(position, &roots, reached, complete, tree)
    }
}

/// What is asked of whoever wants an [`AlphaBeta`].
#[derive(Debug, PartialEq)]
pub(crate) struct Settings<G: Game> {
    pub depth: Option<u32>,
    pub evaluation: EvaluationKind<G>,
    pub megabytes: usize,
    /// As books have it.
    pub plain: bool,
}

impl<G: Played> Settings<G> {
    pub fn read(form: &mut Form<'_>) -> Settings<G> {
        Settings {
            depth: depth_asked(form),
            evaluation: evaluation_asked(form),
            megabytes: table_asked(form),
            plain: plain_asked(form),
        }
    }

    pub fn build(&self) -> Box<dyn Player<G>> {
        let evaluation = self.evaluation.make();
        if self.plain {
            Box::new(Minimax::new(self.depth.unwrap_or(PLAIN_DEPTH), evaluation, 0).pruning())
        } else {
            Box::new(AlphaBeta::new(self.depth, evaluation, self.megabytes))
        }
    }
}

pub(crate) fn depth_asked(form: &mut Form<'_>) -> Option<u32> {
    form.whole("depth", 1..=DEEPEST.into(), "key-depth-limit").optional()
}

pub(crate) fn table_asked(form: &mut Form<'_>) -> usize {
    form.whole("table", 1..=4096, "key-table").or(32)
}

pub(crate) fn plain_asked(form: &mut Form<'_>) -> bool {
    form.switch("plain", "key-plain").or(false)
}

pub(crate) fn levels() -> Vec<Level> {
    kind::levels("depth", [1, 2, 4, 6, 9])
}

pub(crate) fn kind<G: Played>() -> PlayerKind<G> {
    PlayerKind::new("alphabeta", |form| Ok(Settings::<G>::read(form)), Settings::build)
        .with_levels(levels())
        .telling("depth=3,plain=on")
}

//! `minimax` and `alphabeta` as Connect Four plays them: every line to a fixed depth, judged by
//! rules.
//!
//! Where the search stops, the rules score every column as if the side at the root were to move,
//! and the sum is the value of the board for that side. A won game is beyond every sum and is never
//! judged by rules; of several ways to win the nearest is taken, so that a won game is finished.
//! Pruning leaves out what cannot change the choice: each ply at the root is asked whether it is
//! at least as good as the best before it, so that equally good plies are known to be equal, and the
//! seed decides among them with or without pruning.
//!
//! A board that is its own mirror image is searched on one half.

mod kinds;
mod showing;

use std::cmp::Reverse;

use ludoteca_games::{
    Connect4, Game, Line, Side, below,
    connect4::{CENTRE_FIRST, STRIDE},
};
use ludoteca_text::text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{COLUMNS, RuleBook, Worth};
use crate::{
    Budget, Clock, Player, Watch,
    evaluations::Evaluation,
    negamax::{Ahead, BestLine, Negamax},
    search::{INFINITE, Score, decided},
    story::search::{Silent, Tale, Teller},
    thought::{Bound, Thought},
};

pub(crate) use kinds::{alphabeta, minimax};

/// What `MAX` in a file counts where columns are added up; `MIN` counts as much below zero.
const LIMIT: Score = 1_000_000;
/// A game has no more plies.
const DEEPEST: u32 = 42;

/// Looks ahead in Connect Four.
pub struct Lookahead {
    depth: Option<u32>,
    search: Negamax<Columns>,
    rng: Xoshiro256PlusPlus,
}

/// The open columns, and how the boards they lead to are judged.
struct Columns {
    judge: Judge,
    /// The side at the root, for which everything is judged.
    max: Side,
}

/// The columns that are not full, from the centre outwards.
struct OpenColumns {
    left: std::array::IntoIter<u8, COLUMNS>,
    playable: u64,
}

/// How boards are judged where the search stops.
pub enum Judge {
    /// By the sum of what rules give to the columns.
    Rules(RuleBook),
    /// By an evaluation.
    Evaluation(Box<dyn Evaluation<Connect4>>),
}

/// A ply at the root.
struct Root {
    ply: u8,
    found: BestLine<u8>,
    bound: Bound,
}

/// The plies at the root, as far as one search knows them.
#[derive(Default)]
struct Roots {
    all: Vec<Root>,
    /// Whether the budget sufficed for all of them.
    whole: bool,
    depth: u32,
}

impl Judge {
    /// What a board is worth to a side, whoever is to move; none when the budget is spent.
    fn score(&mut self, position: &Connect4, max: Side, clock: &mut Clock) -> Option<Score> {
        Some(match self {
            Judge::Rules(book) => {
                let number = |worth| match worth {
                    Worth::Number(number) => number,
                    Worth::Max => LIMIT,
                    Worth::Min => -LIMIT,
                };
                let mut work = |patterns| clock.work(patterns);
                let columns = book.score_within(position, max, &mut work)?;
                columns.into_iter().flatten().map(number).sum()
            }
            Judge::Evaluation(evaluation) => {
                let score = Score::from(evaluation.judge(position));
                if position.side() == max { score } else { -score }
            }
        })
    }
}

impl Ahead<Connect4> for Columns {
    type Move = u8;
    type Kept = u8;
    type Moves = OpenColumns;

    fn moves(&mut self, position: &Connect4, _: &mut Clock) -> (OpenColumns, bool) {
        (open_columns(position), true)
    }

    fn play(&self, position: &Connect4, ply: &u8) -> (Connect4, u8) {
        let mut next = *position;
        next.play_unchecked(ply);
        (next, *ply)
    }

    fn plies(ply: &u8) -> Vec<u8> {
        vec![*ply]
    }

    fn judge(&mut self, position: &Connect4, clock: &mut Clock) -> Option<Score> {
        let score = self.judge.score(position, self.max, clock)?;
        Some(if position.side() == self.max { score } else { -score })
    }
}

impl Lookahead {
    /// Looks `depth` plies ahead, or as far as the budget goes; among equally good plies the seed
    /// decides. Pruning changes how long it takes and nothing else.
    pub fn new(depth: Option<u32>, judge: Judge, prune: bool, seed: u64) -> Lookahead {
        let search = Negamax { ahead: Columns { judge, max: Side::First }, prune };
        Lookahead { depth, search, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// Searches the plies at the root to a depth. Each is only asked for its own value where it may
    /// be as good as the best before it.
    fn look(
        &mut self,
        position: &Connect4,
        depth: u32,
        clock: &mut Clock,
        watch: &mut Watch<'_, Connect4>,
        teller: &mut impl Teller<Connect4>,
    ) -> Roots {
        let mut roots = Roots { depth, ..Roots::default() };
        let mut alpha = -INFINITE;
        for ply in half(position) {
            let found = self.search.after(position, &ply, depth, (alpha, INFINITE), clock, teller);
            let Some(found) = found else {
                return roots;
            };
            let exact = !self.search.prune || found.score > alpha;
            let bound = if exact { Bound::Exact } else { Bound::Most };
            alpha = alpha.max(found.score - 1);
            roots.all.push(Root { ply, found, bound });
            if watch.is_due() {
                let shown = roots.on_the_whole_board(position, None);
                watch.report(self.thought(position, &shown, clock, true));
            }
        }
        roots.whole = true;
        roots
    }

    /// Gives the plies that were cut their own values, for somebody who looks.
    fn settle(&mut self, position: &Connect4, roots: &mut Roots, clock: &mut Clock) {
        for root in roots.all.iter_mut().filter(|root| root.bound == Bound::Most) {
            let (ply, depth) = (&root.ply, roots.depth);
            let bounds = (-INFINITE, INFINITE);
            let exact = self.search.after(position, ply, depth, bounds, clock, &mut Silent);
            match exact {
                Some(found) => (root.found, root.bound) = (found, Bound::Exact),
                None => break,
            }
        }
    }

    /// One of the equally good plies. A board that is its own mirror image has each of them twice.
    fn choose(&mut self, position: &Connect4, roots: &Roots) -> Option<u8> {
        let best = roots.best()?;
        let ties: Vec<u8> = roots.equal_to(best).map(|root| root.ply).collect();
        let ply = ties[below(&mut self.rng, ties.len() as u32) as usize];
        let twin = twin(ply);
        let turned = is_mirrored(position) && twin != ply && below(&mut self.rng, 2) == 1;
        Some(if turned { twin } else { ply })
    }
}

impl Player<Connect4> for Lookahead {
    fn think(
        &mut self,
        line: &Line<Connect4>,
        budget: &Budget,
        watch: &mut Watch<'_, Connect4>,
    ) -> Thought<u8> {
        let position = line.position();
        let budget = if self.depth.is_some() { budget.clone() } else { budget.clone().or_usual() };
        let mut clock = Clock::start(&budget);
        self.search.ahead.max = position.side();
        let mut roots = Roots::default();
        let recorder = watch.recorder.take();
        let mut told = None;
        for depth in self.depth.unwrap_or(1)..=self.depth.unwrap_or(DEEPEST) {
            let mut tale = recorder.as_ref().map(|recorder| {
                Tale::new(position, self.search.prune, recorder.room()).with_equals()
            });
            let deeper = match &mut tale {
                Some(tale) => self.look(position, depth, &mut clock, watch, tale),
                None => self.look(position, depth, &mut clock, watch, &mut Silent),
            };
            if deeper.whole || told.is_none() {
                told = tale.map(|tale| (tale, depth));
            }
            // Half a search knows less than a whole one that is a little shallower.
            if deeper.whole || roots.all.is_empty() {
                roots = deeper;
            }
            if !roots.whole || roots.depth < depth || roots.is_known() {
                break;
            }
        }
        let choice = self.choose(position, &roots);
        if let (Some(recorder), Some((tale, depth))) = (recorder, told) {
            let id = if self.search.prune { "story-alphabeta" } else { "story-minimax" };
            let told = tale.tell(recorder, text!(id, depth = depth), depth, choice.as_ref());
            watch.recorder = Some(told);
        }
        if watch.wants_layers() && roots.whole && !clock.is_spent() {
            self.settle(position, &mut roots, &mut clock);
        }
        let roots = roots.on_the_whole_board(position, choice);
        self.thought(position, &roots, &clock, watch.wants_layers())
    }
}

impl Roots {
    /// The best score.
    fn best(&self) -> Option<Score> {
        let exact = self.all.iter().filter(|root| root.bound == Bound::Exact);
        exact.map(|root| root.found.score).max()
    }

    fn equal_to(&self, score: Score) -> impl Iterator<Item = &Root> {
        self.all.iter().filter(move |root| root.bound == Bound::Exact && root.found.score == score)
    }

    /// Whether a deeper search would find nothing else.
    fn is_known(&self) -> bool {
        self.best().is_some_and(decided) || self.all.iter().all(|root| root.found.complete)
    }

    /// All columns, the chosen one first and the best before the others; those that were not
    /// searched are like their mirror images.
    fn on_the_whole_board(&self, position: &Connect4, choice: Option<u8>) -> Roots {
        let mut all: Vec<Root> = self.all.iter().map(|root| root.seen(|ply| ply)).collect();
        if is_mirrored(position) {
            let others = self.all.iter().filter(|root| twin(root.ply) != root.ply);
            all.extend(others.map(|root| root.seen(twin)));
        }
        all.sort_by_key(|root| {
            (Reverse(root.found.score), root.bound == Bound::Most, Some(root.ply) != choice)
        });
        Roots { all, ..*self }
    }
}

impl Root {
    /// The same ply, with its columns counted another way.
    fn seen(&self, column: fn(u8) -> u8) -> Root {
        let BestLine { score, complete, line } = &self.found;
        let line = line.iter().map(|ply| column(*ply)).collect();
        let found = BestLine { score: *score, complete: *complete, line };
        Root { ply: column(self.ply), found, bound: self.bound }
    }
}

fn open_columns(position: &Connect4) -> OpenColumns {
    OpenColumns { left: CENTRE_FIRST.into_iter(), playable: position.playable() }
}

impl Iterator for OpenColumns {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let playable = self.playable;
        self.left.find(|column| playable >> (usize::from(*column) * STRIDE) & 0x3f != 0)
    }
}

/// The plies to search at the root: one of each pair where the board is its own mirror image.
fn half(position: &Connect4) -> impl Iterator<Item = u8> + use<> {
    let over = position.outcome().is_some();
    let last = if is_mirrored(position) { COLUMNS as u8 / 2 } else { COLUMNS as u8 };
    open_columns(position).filter(move |ply| !over && *ply <= last)
}

fn is_mirrored(position: &Connect4) -> bool {
    position.image(1) == *position
}

/// The column at the same place of the other half.
fn twin(column: u8) -> u8 {
    COLUMNS as u8 - 1 - column
}

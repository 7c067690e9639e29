//! The search of `hexodus`: alpha-beta over positions with their connections, and the algorithms
//! that share first moves among threads or do not.

use super::{
    WHOLE,
    search::{Mind, chain},
};
use crate::{
    search::{INFINITE, Score, WIN, decided, farther, nearer},
    threads,
};

/// What a position counts in which all moves looked at lose: worse than any that is only judged.
const HOPELESS: Score = 1_000_000;

/// How first moves are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// One after another, with alpha-beta among them.
    Sequential,
    /// Each handed to one of so many threads, without pruning among them.
    Parallel(usize),
    /// The first one alone, the others on so many threads against its value.
    Shared(usize),
}

/// A move with what was found out about it.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Where its stone stands.
    pub cell: usize,
    /// What it is worth to whoever makes it; none before it was searched.
    pub score: Option<Score>,
    /// Whether it may be worth less.
    pub at_most: bool,
    /// What is expected, beginning with it.
    pub line: Vec<usize>,
}

impl Ranked {
    /// A move of which nothing is known yet.
    pub fn new(cell: usize) -> Ranked {
        Ranked { cell, score: None, at_most: false, line: vec![cell] }
    }

    /// Whether it is proved to lose.
    pub fn is_lost(&self) -> bool {
        self.score.is_some_and(|score| decided(score) && score < 0)
    }
}

impl<const W: usize> Mind<W> {
    /// Searches as many of the moves as it looks at, and if all of those lose the others as well. The
    /// best comes first. Those that the budget does not suffice for are left out, unless all others
    /// lose or there are none.
    pub fn rank_all(&mut self, moves: &[Ranked], how: Algorithm) -> Vec<Ranked> {
        let width = if self.ground.size > WHOLE { self.settings.width } else { moves.len() };
        let mut all: Vec<Ranked> = Vec::new();
        for some in moves.chunks(width.max(1)) {
            let ranked = self.rank(some, how);
            all.splice(0..0, ranked);
            if self.clock.is_spent() || !all.iter().all(Ranked::is_lost) {
                break;
            }
        }
        let tried = |cell: usize| all.iter().any(|each| each.cell == cell);
        if all.iter().all(Ranked::is_lost)
            && let Some(open) = moves.iter().find(|each| !tried(each.cell))
        {
            all.insert(0, open.clone());
        }
        all
    }

    /// Searches moves with one of the algorithms, as far as the budget goes, and puts the best first.
    /// Every algorithm finds the same best move and the same value of it.
    fn rank(&mut self, moves: &[Ranked], how: Algorithm) -> Vec<Ranked> {
        let mut ranked = match how {
            _ if self.clock.is_spent() => Vec::new(),
            Algorithm::Sequential => self.one_by_one(moves),
            Algorithm::Parallel(threads) => self.each(moves, -INFINITE, threads),
            Algorithm::Shared(threads) => self.against_the_first(moves, threads),
        };
        // The order they were tried in decides between equals, and a win is a win.
        let place = |ranked: &Ranked| moves.iter().position(|each| each.cell == ranked.cell);
        ranked.sort_by_key(|each| {
            (std::cmp::Reverse(each.score.map(worth)), each.at_most, place(each))
        });
        ranked
    }

    /// One move after another, each against the best so far: alpha-beta at the first level as well.
    /// A win ends it.
    fn one_by_one(&mut self, moves: &[Ranked]) -> Vec<Ranked> {
        let mut ranked: Vec<Ranked> = Vec::new();
        let mut alpha = -INFINITE;
        for each in moves {
            let Some(tried) = self.try_move(each.cell, alpha) else { break };
            alpha = alpha.max(tried.score.unwrap_or(alpha));
            ranked.push(tried);
            if decided(alpha) && alpha > 0 {
                break;
            }
        }
        ranked
    }

    /// Each move for itself, whichever thread is free. With open bounds nothing is pruned at the
    /// first level.
    fn each(&mut self, moves: &[Ranked], alpha: Score, threads: usize) -> Vec<Ranked> {
        let begin = |_| self.part(threads);
        let work = |mind: &mut Mind<W>, at: usize| mind.try_move(moves[at].cell, alpha);
        threads::each(threads, moves.len(), begin, work)
    }

    /// The first move alone, then all others against its value: it makes no difference which of them
    /// comes first, and most of the pruning is kept.
    fn against_the_first(&mut self, moves: &[Ranked], threads: usize) -> Vec<Ranked> {
        let Some((first, others)) = moves.split_first() else { return Vec::new() };
        let Some(first) = self.try_move(first.cell, -INFINITE) else { return Vec::new() };
        let alpha = first.score.unwrap_or(-INFINITE);
        let mut ranked = vec![first];
        if !(decided(alpha) && alpha > 0) {
            ranked.extend(self.each(others, alpha, threads));
        }
        ranked
    }

    /// What comes of a move; none when the budget is spent.
    fn try_move(&mut self, cell: usize, alpha: Score) -> Option<Ranked> {
        self.advance(0, self.colour, cell);
        let mut line = Vec::new();
        let depth = self.settings.depth - 1;
        let score = self.search(1, depth, (-INFINITE, nearer(-alpha)), &mut line)?;
        line.push(cell);
        line.reverse();
        let score = farther(-score);
        let at_most = score <= alpha && alpha > -INFINITE;
        Some(Ranked { cell, score: Some(score), at_most, line })
    }

    /// The score of the position `at` so many moves down the line, for its side to move; none when
    /// the budget is spent. The line to expect is written to `line`, the last move first.
    fn search(
        &mut self,
        at: usize,
        depth: u32,
        (mut alpha, beta): (Score, Score),
        line: &mut Vec<usize>,
    ) -> Option<Score> {
        if self.clock.tick() {
            return None;
        }
        let colour = self.colour_at(at);
        let step = &self.line[at];
        if let Some(winner) = chain(&self.ground, &step.stones) {
            return Some(if winner == colour { WIN - 1 } else { -(WIN - 2) });
        }
        if step.connections[colour as usize].wins_to_move().is_some() {
            return Some(WIN - 1);
        }
        if step.connections[colour.other() as usize].won().is_some() {
            return Some(-(WIN - 2));
        }
        if depth == 0 {
            return Some(self.judge(at, colour));
        }
        let (moves, all) = self.moves(at);
        if moves.is_empty() {
            return Some(-(WIN - 2));
        }
        let mut best = -INFINITE;
        for cell in moves {
            self.advance(at, colour, cell);
            let mut rest = Vec::new();
            let bounds = (nearer(-beta), nearer(-alpha));
            let score = farther(-self.search(at + 1, depth - 1, bounds, &mut rest)?);
            if score > best {
                best = score;
                rest.push(cell);
                *line = rest;
            }
            alpha = alpha.max(best);
            if alpha >= beta || decided(best) && best > 0 {
                break;
            }
        }
        // That the moves looked at lose proves nothing of the others.
        Some(if !all && decided(best) && best < 0 { -HOPELESS } else { best })
    }
}

/// A score as far as it matters to the choice of a move: which win is found first is chance.
fn worth(score: Score) -> Score {
    if decided(score) && score > 0 { WIN } else { score }
}

//! Negamax to a fixed depth: the one search behind `minimax` of every game, Connect Four's searches
//! with rules, and Arimaa's over whole turns.
//!
//! What is a move, in which order moves are tried and how a position is judged are what these differ
//! in ([`Ahead`]). Pruning (alpha-beta) leaves out what cannot change the value and nothing else.
//! Sides need not alternate: a score changes sign only where the side changes.

use ludoteca_games::Game;

use crate::{
    Clock,
    search::{INFINITE, Score, decided, farther, finished, nearer},
    story::search::{Bounds, Leaf, Teller},
};

/// What a search looks ahead with.
pub(crate) trait Ahead<G: Game> {
    /// What is tried.
    type Move;
    /// What is kept of a move in a line.
    type Kept;
    /// Moves one after another.
    type Moves: Iterator<Item = Self::Move>;
    /// Whether moves are left out that might be better: then a decided score alone proves nothing.
    const SELECTIVE: bool = false;

    /// The moves of a position in which the game goes on, in the order in which they are tried,
    /// and whether none was left out that could be better. Positions it looks at for that count.
    fn moves(&mut self, position: &G, clock: &mut Clock) -> (Self::Moves, bool);

    /// The position after a move.
    fn play(&self, position: &G, played: &Self::Move) -> (G, Self::Kept);

    /// The plies of a move.
    fn plies(kept: &Self::Kept) -> Vec<G::Ply>;

    /// What a position is worth to the side to move; none when the budget is spent.
    fn judge(&mut self, position: &G, clock: &mut Clock) -> Option<Score>;
}

/// Looks ahead to a fixed depth.
pub(crate) struct Negamax<A> {
    pub ahead: A,
    /// Whether what cannot change the value is left out.
    pub prune: bool,
}

/// What came of looking at a position.
#[derive(Clone)]
pub(crate) struct BestLine<K> {
    pub score: Score,
    /// Whether no position behind it was only judged, and no move left out that could change it.
    pub complete: bool,
    /// The line that was best, its last move first.
    pub line: Vec<K>,
}

impl<K> BestLine<K> {
    fn leaf(score: Score, complete: bool) -> BestLine<K> {
        BestLine { score, complete, line: Vec::new() }
    }

    /// The moves of the line, the first one first.
    pub fn moves(&self) -> impl Iterator<Item = &K> {
        self.line.iter().rev()
    }

    /// The move after the first.
    pub fn reply(&self) -> Option<&K> {
        self.moves().nth(1)
    }
}

impl<A> Negamax<A> {
    /// The best line for the side to move; none when the budget is spent.
    fn search<G: Game>(
        &mut self,
        position: &G,
        depth: u32,
        (mut alpha, beta): Bounds,
        clock: &mut Clock,
        teller: &mut impl Teller<G>,
    ) -> Option<BestLine<A::Kept>>
    where
        A: Ahead<G>,
    {
        if clock.tick() {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            let score = finished(outcome, position.side());
            teller.leaf(score, Leaf::Over(outcome.winner));
            return Some(BestLine::leaf(score, true));
        }
        if depth == 0 {
            let score = self.ahead.judge(position, clock)?;
            teller.leaf(score, Leaf::Judged);
            return Some(BestLine::leaf(score, false));
        }
        let (mut moves, mut all) = self.ahead.moves(position, clock);
        if clock.is_spent() {
            return None;
        }
        let mut best = BestLine::leaf(-INFINITE, false);
        let mut cut = false;
        while let Some(one) = moves.next() {
            let found = self.after(position, &one, depth, (alpha, beta), clock, teller)?;
            all &= found.complete;
            if found.score > best.score {
                best = found;
            }
            alpha = alpha.max(best.score);
            if self.prune && alpha >= beta {
                cut = true;
                let rest = moves.map(|one| A::plies(&self.ahead.play(position, &one).1));
                teller.cut(position, rest);
                break;
            }
        }
        // One move shows that a position is won or good enough, all of them that it is not.
        let one_suffices = best.score > 0 || cut && !A::SELECTIVE;
        best.complete = if one_suffices { best.complete } else { all };
        Some(best)
    }

    /// The line that begins with a move, for the side that makes it.
    pub fn after<G: Game>(
        &mut self,
        position: &G,
        played: &A::Move,
        depth: u32,
        (alpha, beta): Bounds,
        clock: &mut Clock,
        teller: &mut impl Teller<G>,
    ) -> Option<BestLine<A::Kept>>
    where
        A: Ahead<G>,
    {
        let (next, kept) = self.ahead.play(position, played);
        let (low, high) = (nearer(alpha), nearer(beta));
        let same = next.side() == position.side();
        let bounds = if same { (low, high) } else { (-high, -low) };
        teller.enter(position, &next, || A::plies(&kept), bounds);
        let mut found = self.search(&next, depth - 1, bounds, clock, teller)?;
        teller.leave(found.score);
        if !same {
            found.score = -found.score;
        }
        found.score = farther(found.score);
        found.complete |= !A::SELECTIVE && decided(found.score);
        found.line.push(kept);
        Some(found)
    }
}

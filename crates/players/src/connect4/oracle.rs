//! Knows the exact score of every position: from the book where it can, by search elsewhere.

use ludoteca_games::{
    Connect4, Game,
    connect4::{CENTRE_FIRST, WIDTH},
};

use super::{
    book::Book,
    solver::{Asked, Score, Solver, won_with},
};
use crate::Budget;

/// Exact scores, from book and search.
pub struct Oracle {
    solver: Solver,
    book: Option<&'static Book<'static>>,
}

impl Oracle {
    /// Searches with a table of at most so many megabytes; with or without the opening book.
    pub fn new(megabytes: usize, book: bool) -> Oracle {
        Oracle { solver: Solver::new(megabytes), book: book.then(Book::built_in) }
    }

    /// From now on thinks within a budget, counted from now.
    pub fn begin(&mut self, budget: &Budget) {
        self.solver.begin(budget);
    }

    /// Ends the thought after so many more positions, if the budget does not end it before.
    pub fn end_after(&mut self, nodes: u64) {
        self.solver.end_after(nodes);
    }

    /// Positions searched since the beginning.
    pub fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    /// Whether the book answers for every move in this position.
    pub fn knows_by_heart(&self, position: &Connect4) -> bool {
        self.book.is_some_and(|book| position.count() < book.plies())
    }

    fn in_book(&self, position: &Connect4) -> bool {
        self.book.is_some_and(|book| position.count() <= book.plies())
    }

    /// The score of a position, finished or not, for the side to move; none when the budget is
    /// spent.
    pub fn score(&mut self, position: &Connect4) -> Option<Score> {
        self.score_telling(position, |_| ())
    }

    /// The same, telling of each question that has to be asked.
    pub(super) fn score_telling(
        &mut self,
        position: &Connect4,
        tell: impl FnMut(Asked),
    ) -> Option<Score> {
        match position.outcome() {
            Some(outcome) if outcome.winner.is_none() => Some(0),
            Some(_) => Some(-won_with(position.count())),
            None => match self.book.and_then(|book| book.score(position)) {
                Some(score) => Some(score),
                None => self.solver.score_telling(position, tell),
            },
        }
    }

    /// The score of a move, for the side that makes it.
    pub fn score_after(&mut self, position: &Connect4, column: u8) -> Option<Score> {
        let mut next = *position;
        next.play_unchecked(&column);
        self.score(&next).map(|score| -score)
    }

    /// One best line from a position whose score is known, to the end of the game or as far as the
    /// budget goes; without search as far as the book goes.
    pub fn line(&mut self, position: &Connect4, mut score: Score, search: bool) -> Vec<u8> {
        let mut at = *position;
        let mut line = Vec::new();
        while (search || self.knows_by_heart(&at))
            && let Some(column) = self.keeping(&at, &in_order(&at), score)
        {
            line.push(column);
            at.play_unchecked(&column);
            score = -score;
        }
        line
    }

    /// The first of these moves that keeps the position's score.
    pub fn keeping(&mut self, position: &Connect4, columns: &[u8], score: Score) -> Option<u8> {
        for column in columns {
            let mut next = *position;
            next.play_unchecked(column);
            let kept = if next.outcome().is_some() || self.in_book(&next) {
                self.score(&next)? == -score
            } else {
                // No successor is worse for the opponent, so this is enough to ask.
                !self.solver.reaches(&next, 1 - score)?
            };
            if kept {
                return Some(*column);
            }
        }
        None
    }
}

/// The open columns, the usual choice among equals first.
pub(super) fn in_order(position: &Connect4) -> Vec<u8> {
    let mut open = position.legal_plies();
    open.sort_by_key(|column| rank(*column));
    open
}

/// Where a column stands among them.
pub(super) fn rank(column: u8) -> usize {
    CENTRE_FIRST.iter().position(|each| *each == column).unwrap_or(WIDTH)
}

//! The exact score of a position: who wins with best play, and how soon.
//!
//! Alpha-beta search with windows of width one (*null windows*), halved until the score is known;
//! what is learnt on the way is kept in a table. On top of that: moves that lose at once are never
//! looked at, a move that threatens two wins at once is one, plans that hold to the end of the game
//! settle a position without search ([`super::plans`]), and the table is asked about all children
//! before any of them is searched. Moves that make most threats come first, and the middle columns
//! before the others: an order that is the same everywhere makes the same positions turn up again,
//! which is worth more than a cleverer one (learnt orders cut sooner, but needed three times the
//! nodes).
//!
//! The idea of the whole, of its key and of its windows is from P. Pons, *Solving Connect Four*.

use std::sync::Arc;

use ludoteca_games::{
    Connect4, Game,
    connect4::{BOTTOM, CELLS, CENTRE_FIRST, STRIDE, WIDTH, completing, mirror},
};

use super::{
    plans::{COLUMN, first_waits, second_follows},
    table::BoundsTable,
};
use crate::{Budget, Clock};

/// How good a position is for the side to move: 0 a draw; positive, it wins, and the number is 22
/// less its stones on the board at the end; negative, it loses, likewise counted for the opponent.
pub type Score = i32;

/// Cells of the board.
const SIZE: Score = 42;
/// With fewer empty cells than this, asking the table about the children costs more than it saves.
const WORTH_ASKING: Score = 12;
/// Up to so many stones a position is looked up together with its mirror image; later they hardly
/// ever both turn up.
const MIRRORED: Score = 12;
/// Positions with so many stones or more are remembered nearby: there are most of them, and they are
/// soon of no use.
const NEARBY: Score = 24;

/// Solves positions, and remembers what it has seen.
pub struct Solver {
    /// What it remembers of positions of many stones.
    near: BoundsTable,
    /// What it remembers of the others.
    far: Arc<BoundsTable>,
    clock: Clock,
}

/// A position in the search: the side to move has no four and cannot make one with this move.
#[derive(Clone, Copy)]
struct Node {
    own: u64,
    opponent: u64,
    /// The empty cells on which the opponent would make four.
    threats: u64,
    stones: Score,
}

/// A move to look at.
#[derive(Clone, Copy, Default)]
struct Move {
    order: u32,
    cell: u64,
    /// The empty cells on which the side that makes the move would then make four.
    threats: u64,
}

/// A question about a score, and what is left open after its answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    /// Is it above this?
    pub alpha: Score,
    /// The answer.
    pub above: bool,
    /// The least it can be now.
    pub low: Score,
    /// The most it can be now.
    pub high: Score,
}

impl Solver {
    /// A solver with a table of at most so many megabytes.
    pub fn new(megabytes: usize) -> Solver {
        Solver::with_table(Arc::new(BoundsTable::growing(megabytes)))
    }

    /// Another solver with the same table, for another thread.
    pub fn beside(&self) -> Solver {
        Solver::with_table(Arc::clone(&self.far))
    }

    fn with_table(far: Arc<BoundsTable>) -> Solver {
        Solver { near: BoundsTable::small(), far, clock: Clock::start(&Budget::default()) }
    }

    /// Forgets everything. Only a solver that stands alone can.
    pub fn clear(&mut self) {
        self.near.clear();
        if let Some(far) = Arc::get_mut(&mut self.far) {
            far.clear();
        }
    }

    /// From now on thinks within a budget, counted from now; the positions searched are counted
    /// anew.
    pub fn begin(&mut self, budget: &Budget) {
        self.clock = Clock::start(budget);
    }

    /// Ends the thought after so many more positions, if the budget does not end it before.
    pub(super) fn end_after(&mut self, nodes: u64) {
        self.clock.end_after(nodes);
    }

    /// Positions searched since the beginning.
    pub fn nodes(&self) -> u64 {
        self.clock.nodes()
    }

    /// The exact score of a position whose game goes on; none when the budget is spent.
    ///
    /// ```
    /// use ludoteca_games::{Connect4, Game};
    /// use ludoteca_players::connect4::Solver;
    /// let position = Connect4::default().read_position("44444152").unwrap().into_position();
    /// assert_eq!(Solver::new(16).score(&position), Some(16));
    /// ```
    pub fn score(&mut self, position: &Connect4) -> Option<Score> {
        self.score_telling(position, |_| ())
    }

    /// The same, telling of each question it asks and of what the answer leaves open.
    pub(super) fn score_telling(
        &mut self,
        position: &Connect4,
        mut tell: impl FnMut(Asked),
    ) -> Option<Score> {
        if self.clock.is_spent() {
            return None;
        }
        let Some(node) = Node::new(position) else {
            return Some(won_with(position.count() + 1));
        };
        let stones = node.stones;
        let (mut low, mut high) = (-((SIZE - stones) / 2), (SIZE - 1 - stones) / 2);
        while low < high {
            // From the far ends towards the middle: a test far from the score is quick, and what
            // it leaves in the table helps the next.
            let middle = low + (high - low) / 2;
            let alpha = if middle <= 0 && low / 2 < middle {
                low / 2
            } else if middle >= 0 && high / 2 > middle {
                high / 2
            } else {
                middle
            };
            let score = self.search(node, alpha)?;
            if score <= alpha {
                high = score;
            } else {
                low = score;
            }
            tell(Asked { alpha, above: score > alpha, low, high });
        }
        Some(low)
    }

    /// Whether the score of a position whose game goes on is at least this; none when the budget is
    /// spent.
    pub(super) fn reaches(&mut self, position: &Connect4, score: Score) -> Option<bool> {
        if self.clock.is_spent() {
            return None;
        }
        match Node::new(position) {
            None => Some(won_with(position.count() + 1) >= score),
            Some(node) => Some(self.search(node, score - 1)? >= score),
        }
    }

    #[inline]
    fn table(&self, stones: Score) -> &BoundsTable {
        if stones < NEARBY { &self.far } else { &self.near }
    }

    /// A bound of the score: if it is above `alpha` the score is at least that, otherwise at most.
    fn search(&mut self, node: Node, alpha: Score) -> Option<Score> {
        if self.clock.tick() {
            return None;
        }
        let Node { own, opponent, threats, stones } = node;
        let taken = own | opponent;
        let free = (taken + BOTTOM) & CELLS;
        let lost = -((SIZE - stones) / 2);
        let forced = free & threats;
        if forced != 0 {
            let two = forced & (forced - 1) != 0;
            return if two || threats & forced << 1 != 0 {
                Some(lost)
            } else if stones >= SIZE - 2 {
                Some(0)
            } else {
                let child = node.child(forced, node.threats_after(forced));
                Some(-self.search(child, -alpha - 1)?)
            };
        }
        // A move below a threat of the opponent loses at once.
        let moves = free & !(threats >> 1);
        if moves == 0 {
            return Some(lost);
        }
        if stones >= SIZE - 2 {
            return Some(0);
        }
        let (least, most) = (lost + 1, (SIZE - 1 - stones) / 2);
        if least > alpha {
            return Some(least);
        }
        if most <= alpha {
            return Some(most);
        }
        if let Some(bound) = node.at_most(alpha)
            && bound <= alpha
        {
            return Some(bound);
        }
        if alpha < 0 && !super::could_win(opponent, taken) {
            return Some(0);
        }
        let key = node.key();
        let known = self.table(stones).get(key);
        if known.0 > alpha {
            return Some(known.0);
        }
        if known.1 <= alpha {
            return Some(known.1);
        }

        let mut list = [Move::default(); WIDTH];
        let mut count = 0;
        for column in CENTRE_FIRST {
            let cell = moves & COLUMN << (usize::from(column) * STRIDE);
            if cell == 0 {
                continue;
            }
            let mine = node.threats_after(cell);
            let child = node.child(cell, mine);
            let now = mine & ((taken | cell) + BOTTOM);
            if now != 0 && (now & (now - 1) != 0 || mine & now << 1 != 0) {
                return Some(most);
            }
            if let Some(bound) = child.at_most(-alpha - 1)
                && -bound > alpha
            {
                return Some(-bound);
            }
            let order = mine.count_ones();
            let mut at = count;
            while at > 0 && list[at - 1].order < order {
                list[at] = list[at - 1];
                at -= 1;
            }
            list[at] = Move { order, cell, threats: mine };
            count += 1;
        }
        let list = &list[..count];
        if SIZE - stones >= WORTH_ASKING {
            for each in list {
                let (_, high) =
                    self.table(stones + 1).get(node.child(each.cell, each.threats).key());
                if -high > alpha {
                    return Some(-high);
                }
            }
        }
        let mut best = lost;
        for each in list {
            let score = -self.search(node.child(each.cell, each.threats), -alpha - 1)?;
            if score > alpha {
                self.table(stones).put(key, (score, known.1));
                return Some(score);
            }
            best = best.max(score);
        }
        self.table(stones).put(key, (known.0, best));
        Some(best)
    }
}

impl Node {
    /// The position, unless the side to move can make four at once.
    fn new(position: &Connect4) -> Option<Node> {
        let (own, opponent) = sides(position);
        let threats = completing(opponent) & CELLS & !(own | opponent);
        let wins = completing(own) & position.playable() != 0;
        (!wins).then_some(Node { own, opponent, threats, stones: position.count() as Score })
    }

    /// The cells on which the side to move would make four after a stone on `cell`.
    #[inline]
    fn threats_after(&self, cell: u64) -> u64 {
        completing(self.own | cell) & CELLS & !(self.own | self.opponent | cell)
    }

    /// The position after a stone on `cell`, which makes these threats.
    #[inline]
    fn child(&self, cell: u64, threats: u64) -> Node {
        Node { own: self.opponent, opponent: self.own | cell, threats, stones: self.stones + 1 }
    }

    /// What the side to move can reach at most, where that is seen without search and may matter
    /// for a window above `alpha`.
    #[inline]
    fn at_most(&self, alpha: Score) -> Option<Score> {
        if alpha < -3 {
            return None;
        }
        let Node { own, opponent, threats, stones } = *self;
        let plan = if stones & 1 == 0 {
            second_follows(own, opponent, threats)
        } else {
            first_waits(opponent, own, threats)
        };
        match plan {
            Some(plan) => Some(plan.bound),
            None if alpha >= 0 && stones & 1 == 1 && !super::could_win(own, own | opponent) => {
                Some(0)
            }
            None => None,
        }
    }

    /// A number for the position, the same as for its mirror image as long as that is worth while.
    #[inline]
    fn key(&self) -> u64 {
        if self.stones < MIRRORED {
            mirrored_key(self.own, self.opponent)
        } else {
            plain_key(self.own, self.opponent)
        }
    }
}

/// The score of whoever wins with the last of so many stones.
pub(super) fn won_with(stones: u32) -> Score {
    (SIZE + 2 - stones as Score) / 2
}

/// The stones of the side to move, and of the other.
pub(super) fn sides(position: &Connect4) -> (u64, u64) {
    let side = position.side();
    (position.stones(side), position.stones(side.other()))
}

/// A number for a position that its mirror image has too, and no other position.
pub(super) fn mirrored_key(own: u64, opponent: u64) -> u64 {
    plain_key(own, opponent).min(plain_key(mirror(own), mirror(opponent)))
}

/// A number for a position. The bit above each column's stones tells how high it is.
#[inline]
fn plain_key(own: u64, opponent: u64) -> u64 {
    2 * own + opponent + BOTTOM
}

/// After how many plies a game with that score ends, counted from a position with so many stones.
pub fn plies_left(score: Score, stones: u32) -> u32 {
    let stones = stones as Score;
    let left = match score {
        0 => SIZE - stones,
        1.. => 2 * (22 - score - stones / 2) - 1,
        _ => 2 * (22 + score - (stones + 1) / 2),
    };
    left.max(0) as u32
}

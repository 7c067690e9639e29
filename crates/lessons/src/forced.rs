//! What a side can bring about within so many of its own moves, whatever the other side answers:
//! everything is tried.

use std::any::Any;

use ludoteca_games::{Breakthrough, Checkers, Game, GameVisitor, Position, Side, WrongGame, visit};
use rustc_hash::FxHashMap;

/// What is to be brought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win the game.
    Win,
    /// In checkers, to have more pieces than the other side by more than this, with nothing that it
    /// could take at once.
    Ahead(i32),
}

/// Whether a side brings it about within so many own moves; none if more than `most` positions would
/// have to be looked at.
pub fn forces(
    position: &dyn Position,
    you: Side,
    aim: Aim,
    left: u8,
    most: u64,
) -> Result<Option<bool>, WrongGame> {
    struct Ask<'a>(&'a dyn Position, Search);
    impl GameVisitor for Ask<'_> {
        type Out = Result<Option<bool>, WrongGame>;
        fn visit<G: Game>(self) -> Self::Out {
            let Ask(position, mut search) = self;
            let other = || WrongGame::Other { player: G::NAME, position: position.game() };
            let position: &G = position.as_any().downcast_ref().ok_or_else(other)?;
            let left = search.left;
            Ok(search.within(position, left))
        }
    }
    let search = Search { you, aim, left, looked: 0, most, known: FxHashMap::default() };
    visit(position.game(), Ask(position, search))?
}

/// The pieces of a side less those of the other; none in a game other than checkers.
pub fn balance(position: &dyn Any, you: Side) -> Option<i32> {
    let board = position.downcast_ref::<Checkers>()?.board();
    let count = |side: Side| board.count(side).iter().sum::<u32>() as i32;
    Some(count(you) - count(you.other()))
}

/// Whether a side is ahead by more than this, and the other can take nothing at once.
pub fn ahead(position: &dyn Any, you: Side, by: i32) -> bool {
    let Some(checkers) = position.downcast_ref::<Checkers>() else { return false };
    let other = you.other();
    Game::side(checkers) == other
        && !checkers.board().can_take(other)
        && balance(position, you).is_some_and(|now| now > by)
}

struct Search {
    you: Side,
    aim: Aim,
    left: u8,
    looked: u64,
    most: u64,
    known: FxHashMap<(u64, u8), bool>,
}

impl Search {
    fn within<G: Game>(&mut self, at: &G, left: u8) -> Option<bool> {
        if let Some(done) = self.done(at) {
            return Some(done);
        }
        let mine = at.side() == self.you;
        if left == 0 || self.too_far(at, left) {
            return Some(false);
        }
        self.looked += 1;
        if self.looked > self.most {
            return None;
        }
        let key = (at.future_key(), left);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        // Whoever wants it needs one move, whoever does not has to fail with all of theirs.
        let mut forced = !mine;
        for ply in at.legal_plies() {
            let mut next = at.clone();
            next.play_unchecked(&ply);
            if self.within(&next, left - u8::from(mine))? == mine {
                forced = mine;
                break;
            }
        }
        self.known.insert(key, forced);
        Some(forced)
    }

    fn done<G: Game>(&self, at: &G) -> Option<bool> {
        if let Some(outcome) = at.outcome() {
            return Some(outcome.winner == Some(self.you));
        }
        match self.aim {
            Aim::Ahead(by) if ahead(at, self.you, by) => Some(true),
            _ => None,
        }
    }

    /// Whether nobody needs to look: a piece of Breakthrough goes one rank a move.
    fn too_far<G: Game>(&self, at: &G, left: u8) -> bool {
        let Some(board) = (at as &dyn Any).downcast_ref::<Breakthrough>() else { return false };
        let (mine, last) = (board.pieces(self.you), u32::from(board.size()) - 1);
        let ranks = match self.you {
            Side::First => last.saturating_sub((63 - mine.leading_zeros()) / 8),
            Side::Second => mine.trailing_zeros() / 8,
        };
        let left = u32::from(left);
        ranks > left && board.pieces(self.you.other()).count_ones() > left
    }
}

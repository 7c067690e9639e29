//! Checkers, or English draughts: men that jump forwards, kings that jump both ways, and taking is
//! forced.
//!
//! A ply is a step or a whole chain of jumps. Positions since the last capture or advance of a man
//! hang on a position as a shared list, as no repetition crosses such a ply.

mod board;
mod look;
mod playout;
mod refusal;
mod text;

use ludoteca_text::Text;
use rand::Rng;

pub use board::{Board, CheckersPly, Square, Way};
pub use refusal::CheckersRefusal;
pub use text::{read_board, write_board};

use crate::{
    Game, Line, Outcome, Side, Unread,
    game::plies_by_dice,
    params::Values,
    past::Past,
    picture::{Geometry, Gesture, Layout, Picture, Touched},
    scatter,
};

/// Plies without a capture or an advance of a man that make a draw: forty moves of each side.
const LONGEST_QUIET: usize = 80;

/// A position of checkers. Two are equal when pieces and side are; what was played before is not
/// compared.
#[derive(Clone, Debug)]
pub struct Checkers {
    board: Board,
    side: Side,
    /// Plies since the last capture or advance of a man.
    quiet: u8,
    /// The positions before each of those plies.
    past: Past,
    /// Their keys in one number, whatever their order.
    trail: u64,
    /// How often this position has been on the board since then, this time included.
    times: u8,
    /// What was played last, and whether a man was crowned by it.
    last: Option<(CheckersPly, bool)>,
}

impl PartialEq for Checkers {
    fn eq(&self, other: &Checkers) -> bool {
        self.board == other.board && self.side == other.side
    }
}

impl Default for Checkers {
    fn default() -> Checkers {
        Checkers::from_board(Board::start(), Side::First)
    }
}

impl Checkers {
    /// A board with a side to move. Nothing was played before.
    pub fn from_board(board: Board, side: Side) -> Checkers {
        let past = Past::default();
        Checkers { board, side, quiet: 0, past, trail: 0, times: 1, last: None }
    }

    /// What stands where.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl Board {
    /// A number for the board with a side to move.
    #[inline]
    pub fn key(&self, side: Side) -> u64 {
        // Three times 35 bits and the side are two words.
        let [first, second] = self.pieces;
        let (low, high) = (self.kings & 0xfff_ffff, self.kings >> 28);
        let one = first | low << 35 | (side.index() as u64) << 63;
        scatter(scatter(one).wrapping_add(second | high << 35))
    }
}

impl Game for Checkers {
    type Ply = CheckersPly;
    type Refusal = CheckersRefusal;
    const NAME: &'static str = "checkers";

    fn start(_: &Values) -> Result<Self, CheckersRefusal> {
        Ok(Checkers::default())
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.board.can_move(self.side) {
            Some(Outcome::win(self.side.other(), "reason-no-move"))
        } else if self.times >= 3 {
            Some(Outcome::draw("reason-repetition"))
        } else if usize::from(self.quiet) >= LONGEST_QUIET {
            Some(Outcome::draw("reason-quiet"))
        } else {
            None
        }
    }

    fn plies(&self, out: &mut Vec<CheckersPly>) {
        if self.times < 3 && usize::from(self.quiet) < LONGEST_QUIET {
            self.board.moves(self.side, |ply| out.push(ply));
        }
    }

    fn check(&self, ply: &CheckersPly) -> Result<(), CheckersRefusal> {
        refusal::refusal(self, *ply).map_or(Ok(()), Err)
    }

    fn play_unchecked(&mut self, ply: &CheckersPly) {
        let before = self.board;
        self.board.play(self.side, *ply);
        let king = before.kings & ply.from().bit() != 0;
        if king && ply.takes() == 0 {
            let key = before.key(self.side);
            self.past.push(key);
            self.trail = self.trail.wrapping_add(key);
            self.quiet += 1;
        } else {
            self.past.clear();
            (self.quiet, self.trail) = (0, 0);
        }
        let crowned = !king && self.board.kings & ply.end().bit() != 0;
        self.last = Some((*ply, crowned));
        self.side = self.side.other();
        let key = self.key();
        self.times = 1 + self.past.times(key) as u8;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key(self.side)
    }

    /// What was there since the last ply for good decides when a draw comes.
    #[inline]
    fn future_key(&self) -> u64 {
        match self.quiet {
            0 => self.key(),
            _ => scatter(self.key() ^ scatter(self.trail)),
        }
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        playout::playout(&self, rng)
    }

    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<CheckersPly> {
        plies_by_dice(self, rng)
    }

    fn write_ply(&self, ply: &CheckersPly) -> String {
        text::write_ply(*ply)
    }

    fn read_ply(&self, words: &str) -> Result<CheckersPly, CheckersRefusal> {
        text::read_ply(self, words)
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        text::read_position(self, words)
    }

    fn write_board(&self, layout: &Layout) -> Option<String> {
        Some(look::write_layout(layout))
    }

    fn sample() -> Option<Self> {
        look::sample()
    }

    fn geometry(&self) -> Geometry {
        look::geometry()
    }

    fn picture(&self) -> Picture {
        look::picture(self)
    }

    fn gesture(&self, ply: &CheckersPly) -> Gesture {
        look::gesture(self, *ply)
    }

    fn why_not(&self, touched: &Touched) -> Option<Text> {
        look::why_not(self, touched)
    }
}

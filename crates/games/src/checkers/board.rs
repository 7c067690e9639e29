//! The board of checkers as bits, and whatever pieces can do on it.
//!
//! The 32 playing squares lie in a word with a bit left out after every eight (A. Samuel): then the
//! four diagonal steps are the same shift from every square, four or five bits, and whatever would
//! leave the board falls onto a bit that is no square.

use crate::{Side, bits};

/// The bits that are squares.
const SQUARES: u64 = 0x7_fbfd_feff;
/// The row of squares 1 to 4, where White is crowned.
const TOP: u64 = 0xf;
/// The row of squares 29 to 32, where Black is crowned.
const BOTTOM: u64 = 0xf << 31;
/// The most pieces of a side.
pub const MOST_PIECES: u32 = 12;

/// A playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// One of the four diagonal ways, as the board is numbered: 1 to 4 in the first row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Way {
    /// To the next row, to the left.
    DownLeft,
    /// To the next row, to the right.
    DownRight,
    /// To the row before, to the left.
    UpLeft,
    /// To the row before, to the right.
    UpRight,
}

/// What stands where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The pieces of both sides, kings among them.
    pub(super) pieces: [u64; 2],
    /// The kings of both sides.
    pub(super) kings: u64,
}

/// What a side does in its turn: a step of one piece, or a whole chain of jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckersPly {
    from: Square,
    /// Jumps; none if it is a step.
    jumps: u8,
    /// The way of the step, or of each jump, two bits for each.
    ways: u32,
}

impl Square {
    /// The square of that number, 1 to 32.
    pub fn numbered(number: usize) -> Option<Square> {
        (1..=32).contains(&number).then(|| Square(number as u8 - 1))
    }

    /// Its number, 1 to 32.
    pub fn number(self) -> usize {
        usize::from(self.0) + 1
    }

    /// All squares in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..32).map(Square)
    }

    /// The row from 0, that of square 1 first, and the column from 0, from the left.
    pub fn row_and_column(self) -> (usize, usize) {
        let (row, place) = (usize::from(self.0 / 4), usize::from(self.0 % 4));
        (row, 2 * place + (row + 1) % 2)
    }

    #[inline]
    pub(super) fn bit(self) -> u64 {
        1 << (self.0 + self.0 / 8)
    }

    #[inline]
    pub(super) fn of_bit(bit: u64) -> Square {
        let at = bit.trailing_zeros() as u8;
        Square(at - at / 9)
    }

    /// The square so many steps away, if it is on the board.
    pub(super) fn toward(self, way: Way, steps: usize) -> Option<Square> {
        let bit = (0..steps).fold(self.bit(), |bit, _| way.shift(bit) & SQUARES);
        (bit != 0).then(|| Square::of_bit(bit))
    }
}

/// The squares whose bits are set.
pub(super) fn squares(set: u64) -> impl Iterator<Item = Square> {
    bits::each(set).map(|at| Square(at - at / 9))
}

impl Way {
    /// All four.
    pub(super) const ALL: [Way; 4] = [Way::DownLeft, Way::DownRight, Way::UpLeft, Way::UpRight];

    /// The two ways a man of a side goes. Black goes down.
    #[inline]
    pub(super) fn forward(side: Side) -> [Way; 2] {
        match side {
            Side::First => [Way::DownLeft, Way::DownRight],
            Side::Second => [Way::UpLeft, Way::UpRight],
        }
    }

    /// The other two.
    #[inline]
    pub(super) fn backward(side: Side) -> [Way; 2] {
        Way::forward(side.other())
    }

    /// Bits one step on; those that leave the board are no squares.
    #[inline]
    pub(super) fn shift(self, set: u64) -> u64 {
        match self {
            Way::DownLeft => set << 4,
            Way::DownRight => set << 5,
            Way::UpLeft => set >> 5,
            Way::UpRight => set >> 4,
        }
    }
}

/// The row on which a side's men are crowned.
#[inline]
pub(super) fn crown_row(side: Side) -> u64 {
    match side {
        Side::First => BOTTOM,
        Side::Second => TOP,
    }
}

impl Board {
    /// The beginning of a game.
    pub fn start() -> Board {
        Board { pieces: [0xff | 0xf << 9, 0xf << 22 | 0xff << 27], kings: 0 }
    }

    /// What stands on a square: whose it is, and whether it is a king.
    pub fn piece(&self, square: Square) -> Option<(Side, bool)> {
        let side = Side::BOTH.into_iter().find(|side| self.of(*side) & square.bit() != 0)?;
        Some((side, self.kings & square.bit() != 0))
    }

    /// Puts a piece onto a square, in place of what stands there.
    pub fn put(&mut self, square: Square, side: Side, king: bool) {
        let bit = square.bit();
        self.pieces[side.index()] |= bit;
        self.pieces[side.other().index()] &= !bit;
        self.kings = if king { self.kings | bit } else { self.kings & !bit };
    }

    /// How many men a side has, and how many kings.
    pub fn count(&self, side: Side) -> [u32; 2] {
        let kings = self.of(side) & self.kings;
        [(self.of(side) ^ kings).count_ones(), kings.count_ones()]
    }

    /// The men of a side, by their squares.
    pub fn men(&self, side: Side) -> impl Iterator<Item = Square> {
        squares(self.of(side) & !self.kings)
    }

    /// The kings of a side, by their squares.
    pub fn kings(&self, side: Side) -> impl Iterator<Item = Square> {
        squares(self.of(side) & self.kings)
    }

    #[inline]
    pub(super) fn of(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    #[inline]
    pub(super) fn empty(&self) -> u64 {
        SQUARES & !(self.pieces[0] | self.pieces[1])
    }

    /// Each way with the pieces of a side that may go there.
    #[inline]
    pub(super) fn movers(&self, side: Side) -> [(Way, u64); 4] {
        let own = self.of(side);
        let [one, two] = Way::forward(side);
        let [three, four] = Way::backward(side);
        [(one, own), (two, own), (three, own & self.kings), (four, own & self.kings)]
    }

    /// Where steps of a side lead, by the way they go.
    #[inline]
    pub(super) fn step_ends(&self, side: Side) -> [(Way, u64); 4] {
        let empty = self.empty();
        self.movers(side).map(|(way, movers)| (way, way.shift(movers) & empty))
    }

    /// Where the first jumps of a side lead, by the way they go.
    #[inline]
    pub(super) fn jump_ends(&self, side: Side) -> [(Way, u64); 4] {
        let (empty, other) = (self.empty(), self.of(side.other()));
        self.movers(side).map(|(way, movers)| (way, way.shift(way.shift(movers) & other) & empty))
    }

    /// Whether a side has something to take.
    #[inline]
    pub fn can_take(&self, side: Side) -> bool {
        self.jump_ends(side).iter().any(|(_, ends)| *ends != 0)
    }

    /// Whether a side can move at all.
    #[inline]
    pub fn can_move(&self, side: Side) -> bool {
        self.step_ends(side).iter().any(|(_, ends)| *ends != 0) || self.can_take(side)
    }

    /// Hands every move of a side to `out`: all chains of jumps, or all steps if nothing can be
    /// taken.
    pub fn moves(&self, side: Side, mut out: impl FnMut(CheckersPly)) {
        let jumps = self.jump_ends(side);
        if jumps.iter().all(|(_, ends)| *ends == 0) {
            for (way, ends) in self.step_ends(side) {
                let back = way.opposite();
                for end in squares(ends) {
                    let from = Square::of_bit(back.shift(end.bit()));
                    out(CheckersPly::step(from, way));
                }
            }
            return;
        }
        for (way, ends) in jumps {
            let back = way.opposite();
            for end in squares(ends) {
                let over = back.shift(end.bit());
                let from = back.shift(over);
                let ply = CheckersPly::jump(Square::of_bit(from), way);
                let king = self.kings & from != 0;
                let rest = self.of(side.other()) & !over;
                // Whoever jumps has left its square, and may come back to it.
                let chain = Chain { side, king, empty: self.empty() | from };
                chain.go_on(end.bit(), rest, ply, &mut out);
            }
        }
    }

    /// Makes a move of a side.
    pub fn play(&mut self, side: Side, ply: CheckersPly) {
        let mut at = ply.from.bit();
        let king = self.kings & at != 0;
        self.pieces[side.index()] ^= at;
        self.kings &= !at;
        if ply.jumps == 0 {
            at = ply.way(0).shift(at);
        }
        for jump in 0..ply.jumps {
            let way = ply.way(jump);
            let over = way.shift(at);
            self.pieces[side.other().index()] &= !over;
            self.kings &= !over;
            at = way.shift(over);
        }
        self.pieces[side.index()] |= at;
        if king || at & crown_row(side) != 0 {
            self.kings |= at;
        }
    }
}

/// A chain of jumps while it is made.
struct Chain {
    side: Side,
    king: bool,
    /// The squares to land on. Those of pieces taken on the way are not among them, and need not
    /// be: jumps land only on every other row, and take on the rows between.
    empty: u64,
}

impl Chain {
    /// Goes on from `at` wherever one of `rest` can still be jumped; what cannot go on is a move.
    fn go_on(&self, at: u64, rest: u64, ply: CheckersPly, out: &mut impl FnMut(CheckersPly)) {
        let mut ended = true;
        if self.king || at & crown_row(self.side) == 0 {
            let ways = Way::forward(self.side).into_iter();
            let back = Way::backward(self.side).into_iter().filter(|_| self.king);
            for way in ways.chain(back) {
                let over = way.shift(at) & rest;
                let to = way.shift(over) & self.empty;
                if to != 0 {
                    ended = false;
                    self.go_on(to, rest & !over, ply.then(way), out);
                }
            }
        }
        if ended {
            out(ply);
        }
    }
}

impl Way {
    #[inline]
    pub(super) fn opposite(self) -> Way {
        Way::ALL[3 - self as usize]
    }
}

impl CheckersPly {
    /// A step.
    #[inline]
    pub(super) fn step(from: Square, way: Way) -> CheckersPly {
        CheckersPly { from, jumps: 0, ways: way as u32 }
    }

    /// A single jump.
    #[inline]
    pub(super) fn jump(from: Square, way: Way) -> CheckersPly {
        CheckersPly { from, jumps: 1, ways: way as u32 }
    }

    /// The same chain with one more jump.
    #[inline]
    pub(super) fn then(self, way: Way) -> CheckersPly {
        let ways = self.ways | (way as u32) << (2 * self.jumps);
        CheckersPly { jumps: self.jumps + 1, ways, ..self }
    }

    /// The way of jump number `jump`, or of the step.
    #[inline]
    fn way(self, jump: u8) -> Way {
        Way::ALL[(self.ways >> (2 * jump) & 3) as usize]
    }

    /// Where the piece stands.
    pub fn from(self) -> Square {
        self.from
    }

    /// How many pieces it takes.
    pub fn takes(self) -> usize {
        self.jumps.into()
    }

    /// Where the piece stands, then where it lands after each jump, or after the step.
    pub fn path(self) -> Vec<Square> {
        let mut path = vec![self.from];
        let length = if self.jumps == 0 { 1 } else { 2 };
        for jump in 0..self.jumps.max(1) {
            let last = path[path.len() - 1];
            path.extend(last.toward(self.way(jump), length));
        }
        path
    }

    /// Where the piece ends up.
    pub fn end(self) -> Square {
        *self.path().last().expect("a path has a beginning")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_a_bit_of_its_own_and_is_found_from_it() {
        let all = Square::all().fold(0, |all, square| {
            assert_eq!(Square::of_bit(square.bit()), square);
            assert_eq!(Square::numbered(square.number()), Some(square));
            all | square.bit()
        });
        assert_eq!((all, all.count_ones()), (SQUARES, 32));
        assert_eq!((Square::numbered(0), Square::numbered(33)), (None, None));
    }

    #[test]
    fn a_step_leads_to_the_square_beside_it_in_the_next_row_or_off_the_board() {
        for square in Square::all() {
            let (row, column) = square.row_and_column();
            for (way, down, right) in [
                (Way::DownLeft, 1, -1),
                (Way::DownRight, 1, 1),
                (Way::UpLeft, -1, -1),
                (Way::UpRight, -1, 1),
            ] {
                let there = |square: &Square| {
                    let (r, c) = square.row_and_column();
                    r as i32 == row as i32 + down && c as i32 == column as i32 + right
                };
                assert_eq!(square.toward(way, 1), Square::all().find(there), "{square:?} {way:?}");
                assert_eq!(way.opposite().opposite(), way);
            }
        }
    }

    #[test]
    fn a_game_begins_with_black_on_1_to_12_and_white_on_21_to_32() {
        let numbers = |side| Board::start().men(side).map(Square::number).collect::<Vec<_>>();
        assert_eq!(numbers(Side::First), (1..=12).collect::<Vec<_>>());
        assert_eq!(numbers(Side::Second), (21..=32).collect::<Vec<_>>());
        assert_eq!(Board::start().kings, 0);
    }
}

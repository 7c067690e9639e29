//! The pieces on the board, one bit a square (*bitboards*).
//!
//! Square a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63. Every piece has a bit in its side's set and one
//! in its kind's, so that both are questions of an `and`.

use std::fmt;

use crate::{Side, boards, scatter};

/// The kinds of piece, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The one that wins by reaching the other end; never steps back.
    Rabbit,
    /// Stronger than rabbits.
    Cat,
    /// Stronger than cats.
    Dog,
    /// Stronger than dogs.
    Horse,
    /// Stronger than all but the elephant.
    Camel,
    /// The strongest.
    Elephant,
}

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Kind; 6] =
        [Kind::Rabbit, Kind::Cat, Kind::Dog, Kind::Horse, Kind::Camel, Kind::Elephant];

    /// How many of them a side begins with.
    pub fn count(self) -> usize {
        match self {
            Kind::Rabbit => 8,
            Kind::Elephant | Kind::Camel => 1,
            _ => 2,
        }
    }

    /// 0 for the rabbit to 5 for the elephant.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its letter, in capitals for Gold.
    pub fn letter(self, side: Side) -> char {
        let letter = b"RCDHME"[self.index()] as char;
        if side == Side::First { letter } else { letter.to_ascii_lowercase() }
    }

    /// The piece that a letter stands for.
    pub fn of_letter(letter: char) -> Option<(Side, Kind)> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter(side) == letter)?;
        Some((side, kind))
    }
}

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of a column and a row, both from 0.
    #[inline]
    pub fn new(column: usize, row: usize) -> Square {
        debug_assert!(column < 8 && row < 8);
        Square((row * 8 + column) as u8)
    }

    /// The square of a bit's number, of which the lowest six bits count.
    #[inline]
    pub fn at(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// Its bit's number.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its bit.
    #[inline]
    pub fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// From 0 for a.
    pub fn column(self) -> usize {
        self.index() % 8
    }

    /// From 0 for the first.
    pub fn row(self) -> usize {
        self.index() / 8
    }

    /// `a1` to `h8`.
    pub fn name(self) -> String {
        boards::name(self.column(), self.row())
    }

    /// Reads `a1` to `h8`.
    pub fn read(words: &str) -> Option<Square> {
        let (column, row) = boards::read_name(words)?;
        (column < 8 && row < 8).then(|| Square::new(column, row))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

/// The four traps.
pub const TRAPS: u64 = 1 << 18 | 1 << 21 | 1 << 42 | 1 << 45;
const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_H: u64 = COLUMN_A << 7;
const ROW_1: u64 = 0xff;

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| Square(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        square
    })
}

/// The squares beside those of a set.
#[inline]
pub fn beside(set: u64) -> u64 {
    set << 8 | set >> 8 | (set & !COLUMN_H) << 1 | (set & !COLUMN_A) >> 1
}

/// The squares to which a rabbit of a side may step from those of a set: not back.
#[inline]
pub fn ahead(set: u64, side: Side) -> u64 {
    let forward = if side == Side::First { set << 8 } else { set >> 8 };
    forward | (set & !COLUMN_H) << 1 | (set & !COLUMN_A) >> 1
}

/// The row a side's rabbits want to reach.
#[inline]
pub fn goal(side: Side) -> u64 {
    if side == Side::First { ROW_1 << 56 } else { ROW_1 }
}

/// The two rows a side sets its pieces up on.
pub fn home(side: Side) -> u64 {
    if side == Side::First { ROW_1 | ROW_1 << 8 } else { ROW_1 << 56 | ROW_1 << 48 }
}

/// A number for each piece on each square; a board's key is all of them combined.
const PIECE_KEYS: [[[u64; 64]; 6]; 2] = {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 2 * 6 * 64 {
        keys[n / 384][n / 64 % 6][n % 64] =
            scatter((n as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        n += 1;
    }
    keys
};

/// The number of a piece on a square.
#[inline]
pub fn piece_key(side: Side, kind: Kind, square: Square) -> u64 {
    PIECE_KEYS[side.index()][kind.index()][square.index()]
}

/// Where the pieces are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board {
    sides: [u64; 2],
    kinds: [u64; 6],
    key: u64,
}

impl Board {
    /// Squares with pieces of a side.
    #[inline]
    pub fn of(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    /// Squares with pieces of a kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: Kind) -> u64 {
        self.kinds[kind.index()]
    }

    /// Squares with a side's pieces of a kind.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> u64 {
        self.of(side) & self.kind(kind)
    }

    /// Squares with pieces stronger than a kind, of both sides.
    #[inline]
    pub fn stronger(&self, kind: Kind) -> u64 {
        self.kinds[kind.index() + 1..].iter().fold(0, |all, set| all | set)
    }

    /// Squares with pieces weaker than a kind, of both sides.
    #[inline]
    pub fn weaker(&self, kind: Kind) -> u64 {
        self.kinds[..kind.index()].iter().fold(0, |all, set| all | set)
    }

    /// Squares without a piece.
    #[inline]
    pub fn empty(&self) -> u64 {
        !(self.sides[0] | self.sides[1])
    }

    /// The kind of the piece on a square that has one.
    #[inline]
    pub fn kind_on(&self, square: Square) -> Kind {
        let bit = square.bit();
        let mut kind = 0;
        for (index, set) in self.kinds.iter().enumerate().skip(1) {
            kind |= if set & bit != 0 { index } else { 0 };
        }
        Kind::ALL[kind]
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|side| self.of(*side) & square.bit() != 0)?;
        Some((side, self.kind_on(square)))
    }

    /// All pieces, from a1 to h8.
    pub fn all(&self) -> impl Iterator<Item = (Square, Side, Kind)> {
        squares(!self.empty()).map(|square| {
            let side = if self.sides[0] & square.bit() != 0 { Side::First } else { Side::Second };
            (square, side, self.kind_on(square))
        })
    }

    /// Pieces of a side that cannot move: beside a stronger enemy, and no friend beside them.
    #[inline]
    pub fn frozen(&self, side: Side) -> u64 {
        let (own, enemy) = (self.of(side), self.of(side.other()));
        let alone = own & !beside(own);
        let mut frozen = 0;
        let mut stronger = 0;
        for kind in Kind::ALL.into_iter().rev() {
            frozen |= self.kind(kind) & beside(stronger);
            stronger |= enemy & self.kind(kind);
        }
        frozen & alone
    }

    /// Enemies of `side` beside one of its `able` pieces that is stronger.
    #[inline]
    pub fn overpowered(&self, side: Side, able: u64) -> u64 {
        let enemy = self.of(side.other());
        let mut stronger = 0;
        let mut found = 0;
        for kind in Kind::ALL.into_iter().rev() {
            found |= enemy & self.kind(kind) & beside(stronger);
            stronger |= able & self.kind(kind);
        }
        found
    }

    /// A number that is equal for equal boards and almost never for others.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece onto an empty square.
    pub fn put(&mut self, side: Side, kind: Kind, square: Square) {
        debug_assert!(self.empty() & square.bit() != 0);
        self.sides[side.index()] |= square.bit();
        self.kinds[kind.index()] |= square.bit();
        self.key ^= piece_key(side, kind, square);
    }

    /// Takes a piece away.
    #[inline]
    fn take(&mut self, side: Side, kind: Kind, square: Square) {
        self.sides[side.index()] &= !square.bit();
        self.kinds[kind.index()] &= !square.bit();
        self.key ^= piece_key(side, kind, square);
    }

    /// The key after a step, without making it.
    #[inline]
    pub(super) fn key_after(&self, side: Side, kind: Kind, from: Square, to: Square) -> u64 {
        let key = self.key ^ piece_key(side, kind, from) ^ piece_key(side, kind, to);
        let own = self.of(side) ^ from.bit() ^ to.bit();
        let lost = own & TRAPS & !beside(own);
        if lost == 0 {
            return key;
        }
        let square = Square(lost.trailing_zeros() as u8);
        let lost = if square == to { kind } else { self.kind_on(square) };
        key ^ piece_key(side, lost, square)
    }

    /// Moves a piece to an empty square beside it, and takes the piece of its side that a trap
    /// swallows then: the moved one, or one it left alone. There is never more than one, as no
    /// square lies beside two traps.
    #[inline]
    pub fn step(
        &mut self,
        side: Side,
        kind: Kind,
        from: Square,
        to: Square,
    ) -> Option<(Kind, Square)> {
        let both = from.bit() | to.bit();
        self.sides[side.index()] ^= both;
        self.kinds[kind.index()] ^= both;
        self.key ^= piece_key(side, kind, from) ^ piece_key(side, kind, to);
        let own = self.of(side);
        let lost = own & TRAPS & !beside(own);
        if lost == 0 {
            return None;
        }
        let square = Square(lost.trailing_zeros() as u8);
        let kind = self.kind_on(square);
        self.take(side, kind, square);
        Some((kind, square))
    }
}

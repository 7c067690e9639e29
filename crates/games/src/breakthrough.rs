//! Breakthrough: two rows of pieces a side that only go ahead; whoever reaches the last rank wins.
//!
//! A position is one 64-bit board (*bitboard*) a side, eight bits a row on boards of every size, so that ahead
//! is always eight bits further. There is always a legal move: nothing of one's own stands ahead of
//! the foremost piece, and what stands diagonally ahead of it can be taken.

mod look;
mod refusal;
mod text;

use ludoteca_text::Text;
use rand::Rng;

pub use refusal::BreakthroughRefusal;

use crate::{
    Dice, Game, Line, Outcome, Side, Unread, bits, boards,
    game::plies_by_dice,
    params::{Key, Kind, Values},
    picture::{Geometry, Gesture, Layout, Picture, Touched},
    scatter,
};

/// Bits of a row.
const STRIDE: u8 = 8;
/// The column `a`, and the one that is eighth.
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
/// Cells along an edge.
const SIZES: (i64, i64) = (4, 8);
/// And unless one is asked for.
const USUAL: i64 = 8;

/// A position of Breakthrough. The cell in `column` of `row`, both from 0, is bit `8 × row +
/// column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    pieces: [u64; 2],
    side: Side,
    size: u8,
}

/// A piece goes from a cell to another, each by the number of its bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BreakthroughPly {
    /// Where it stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

impl Breakthrough {
    /// The beginning of a game on a board of `size` (4 to 8), two rows of pieces a side.
    pub fn new(size: u8) -> Result<Breakthrough, BreakthroughRefusal> {
        if !(SIZES.0..=SIZES.1).contains(&size.into()) {
            return Err(Kind::Int(SIZES.0, SIZES.1).refuse("size", i64::from(size)).into());
        }
        let rows = row(0, size) | row(1, size);
        let pieces = [rows, rows << (STRIDE * (size - 2))];
        Ok(Breakthrough { pieces, side: Side::First, size })
    }

    /// Cells along an edge of the board.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The pieces of a side, as bits.
    #[inline]
    pub fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The rank that a side wants to reach, as bits.
    #[inline]
    pub fn goal(&self, side: Side) -> u64 {
        match side {
            Side::First => row(self.size - 1, self.size),
            Side::Second => row(0, self.size),
        }
    }

    /// Pieces that a side begins with.
    fn most(&self) -> u32 {
        2 * u32::from(self.size)
    }

    fn board(&self) -> u64 {
        (0..self.size).fold(0, |all, at| all | row(at, self.size))
    }

    /// Where the pieces of the side to move can go: straight ahead, ahead to a lower column, and
    /// ahead to a higher one.
    #[inline]
    fn targets(&self) -> [u64; 3] {
        let [own, other] = [self.pieces(self.side), self.pieces(self.side.other())];
        targets(self.side, own, other, self.board())
    }

    /// Where a piece on `to` came from by a way of [`Breakthrough::targets`].
    fn source(&self, to: u8, way: usize) -> u8 {
        let across = [0, 1, -1][way];
        let back = if self.side == Side::First { -8 } else { 8 };
        (to as i8 + back + across) as u8
    }

    /// The pieces that have reached the last rank, by who has won so; none if nobody has.
    fn arrived(&self) -> Option<(Side, u64)> {
        let arrived = |side: Side| (side, self.pieces(side) & self.goal(side));
        Side::BOTH.into_iter().map(arrived).find(|(_, pieces)| *pieces != 0)
    }

    /// Why a piece cannot go from a cell to another; none if it can.
    fn refusal(
        &self,
        BreakthroughPly { from, to }: BreakthroughPly,
    ) -> Option<BreakthroughRefusal> {
        let on_board = |cell: u8| cell < 64 && self.board() >> cell & 1 == 1;
        if !on_board(from) || !on_board(to) {
            return Some(BreakthroughRefusal::NotAMove { size: self.size });
        }
        let stands = |side, cell: u8| self.pieces(side) >> cell & 1 == 1;
        if !stands(self.side, from) {
            return Some(if stands(self.side.other(), from) {
                BreakthroughRefusal::NotYours(from)
            } else {
                BreakthroughRefusal::NobodyThere(from)
            });
        }
        let ahead = if self.side == Side::First { 1 } else { -1 };
        let rows = (to / STRIDE) as i8 - (from / STRIDE) as i8;
        let across = (to % STRIDE) as i8 - (from % STRIDE) as i8;
        if rows != ahead || across.abs() > 1 {
            return Some(BreakthroughRefusal::NotAhead);
        }
        if stands(self.side, to) {
            return Some(BreakthroughRefusal::OwnThere(to));
        }
        (across == 0 && stands(self.side.other(), to)).then_some(BreakthroughRefusal::Straight(to))
    }
}

fn cell_name(bit: u8) -> String {
    boards::name(usize::from(bit % STRIDE), usize::from(bit / STRIDE))
}

/// A row of a board of `size`, as bits.
#[inline]
fn row(at: u8, size: u8) -> u64 {
    (0xff >> (STRIDE - size)) << (STRIDE * at)
}

/// As [`Breakthrough::targets`], for whoever has the boards at hand.
#[inline]
fn targets(side: Side, own: u64, other: u64, board: u64) -> [u64; 3] {
    let empty = board & !(own | other);
    let open = board & !own;
    // From the first column there is no lower one; a shift would lead to the end of another row.
    let (lower, higher) = (own & !FIRST_COLUMN, own & !LAST_COLUMN);
    match side {
        Side::First => [own << 8 & empty, lower << 7 & open, higher << 9 & open],
        Side::Second => [own >> 8 & empty, lower >> 9 & open, higher >> 7 & open],
    }
}

/// One random ply of the side whose pieces are `own`; true if it has won by it.
#[inline]
fn random_step(
    side: Side,
    [own, other]: [&mut u64; 2],
    [board, goal]: [u64; 2],
    dice: &mut Dice<'_, impl Rng + ?Sized>,
) -> bool {
    let ways = targets(side, *own, *other, board);
    let counts = ways.map(u64::count_ones);
    let mut pick = dice.below(counts[0] + counts[1] + counts[2]);
    let mut way = 0;
    while pick >= counts[way] {
        pick -= counts[way];
        way += 1;
    }
    let to = bits::nth(ways[way], pick);
    let from = match side {
        Side::First => to >> [8, 7, 9][way],
        Side::Second => to << [8, 9, 7][way],
    };
    *own ^= from | to;
    *other &= !to;
    to & goal != 0 || *other == 0
}

impl Game for Breakthrough {
    type Ply = BreakthroughPly;
    type Refusal = BreakthroughRefusal;
    const NAME: &'static str = "breakthrough";

    fn options() -> Vec<Key> {
        vec![Key::new("size", Kind::Int(SIZES.0, SIZES.1), "option-size").or(USUAL)]
    }

    fn start(options: &Values) -> Result<Self, BreakthroughRefusal> {
        Breakthrough::new(options.int("size").unwrap_or(USUAL) as u8)
    }

    fn beginning(&self) -> Self {
        Breakthrough::new(self.size).unwrap_or(*self)
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some((winner, _)) = self.arrived() {
            return Some(Outcome::win(winner, "reason-breakthrough"));
        }
        let gone = Side::BOTH.into_iter().find(|side| self.pieces(*side) == 0);
        gone.map(|side| Outcome::win(side.other(), "reason-no-pieces"))
    }

    fn plies(&self, out: &mut Vec<BreakthroughPly>) {
        if self.outcome().is_some() {
            return;
        }
        for (way, targets) in self.targets().into_iter().enumerate() {
            let ply = |to| BreakthroughPly { from: self.source(to, way), to };
            out.extend(bits::each(targets).map(ply));
        }
    }

    fn check(&self, ply: &BreakthroughPly) -> Result<(), BreakthroughRefusal> {
        self.refusal(*ply).map_or(Ok(()), Err)
    }

    #[inline]
    fn play_unchecked(&mut self, ply: &BreakthroughPly) {
        let to = 1 << ply.to;
        self.pieces[self.side.index()] ^= 1 << ply.from | to;
        self.side = self.side.other();
        self.pieces[self.side.index()] &= !to;
    }

    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.pieces;
        let rest = self.side.index() as u64 | u64::from(self.size) << 1;
        scatter(scatter(scatter(first).wrapping_add(second)).wrapping_add(rest))
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        if let Some(outcome) = self.outcome() {
            return (outcome, 0);
        }
        let board = self.board();
        let goals = Side::BOTH.map(|side| self.goal(side));
        let [mut first, mut second] = self.pieces;
        let mut dice = Dice::new(rng);
        let mut plies = 0;
        let mut side = self.side;
        let winner = loop {
            plies += 1;
            let won = match side {
                Side::First => random_step(
                    Side::First,
                    [&mut first, &mut second],
                    [board, goals[0]],
                    &mut dice,
                ),
                Side::Second => random_step(
                    Side::Second,
                    [&mut second, &mut first],
                    [board, goals[1]],
                    &mut dice,
                ),
            };
            if won {
                break side;
            }
            side = side.other();
        };
        let end = Breakthrough { pieces: [first, second], side: winner.other(), ..self };
        (end.outcome().expect("somebody has won"), plies)
    }

    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<BreakthroughPly> {
        plies_by_dice(self, rng)
    }

    fn write_ply(&self, ply: &BreakthroughPly) -> String {
        cell_name(ply.from) + &cell_name(ply.to)
    }

    fn read_ply(&self, words: &str) -> Result<BreakthroughPly, BreakthroughRefusal> {
        text::read_ply(self, words)
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        text::read_position(self, words)
    }

    fn write_board(&self, board: &Layout) -> Option<String> {
        Some(text::write_board(self, board))
    }

    fn sample() -> Option<Self> {
        look::sample()
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize) -> Self {
        if symmetry == 0 {
            return *self;
        }
        let mirror =
            |pieces: u64| bits::each(pieces).fold(0, |image, bit| image | 1 << self.mirrored(bit));
        Breakthrough { pieces: self.pieces.map(mirror), ..*self }
    }

    fn ply_image(&self, symmetry: usize, ply: &BreakthroughPly) -> BreakthroughPly {
        match symmetry {
            0 => *ply,
            _ => BreakthroughPly { from: self.mirrored(ply.from), to: self.mirrored(ply.to) },
        }
    }

    fn geometry(&self) -> Geometry {
        look::geometry(self)
    }

    fn picture(&self) -> Picture {
        look::picture(self)
    }

    fn gesture(&self, ply: &BreakthroughPly) -> Gesture {
        look::gesture(self, ply)
    }

    fn why_not(&self, touched: &Touched) -> Option<Text> {
        look::why_not(self, touched)
    }
}

impl Breakthrough {
    /// The cell on the other side of the board, in the same row.
    fn mirrored(&self, bit: u8) -> u8 {
        bit / STRIDE * STRIDE + self.size - 1 - bit % STRIDE
    }
}

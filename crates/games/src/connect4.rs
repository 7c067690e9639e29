//! Connect Four: seven columns of six, four in line wins.
//!
//! A position is two 64-bit boards (*bitboards*). A column has seven bits, the six cells from the bottom and one
//! that is always free, so that lines never run over from one column to the next and adding the
//! bottom row to the stones gives the cells that can be played now (J. Tromp).

use ludoteca_text::{errors, text};
use rand::Rng;

use crate::{
    Dice, Game, Line, Outcome, RowsError, Side, Unread, below, boards,
    game::plies_by_dice,
    params::Values,
    picture::{Entrance, Form, Geometry, Gesture, Layout, Picture, Piece, Placed, Shape, SideLook},
    point, scatter,
};

/// Columns.
pub const WIDTH: usize = 7;
/// Rows.
pub const HEIGHT: usize = 6;
/// Bits of a column, the free one included.
pub const STRIDE: usize = HEIGHT + 1;
/// The bottom row.
pub const BOTTOM: u64 = {
    let mut bits = 0;
    let mut column = 0;
    while column < WIDTH {
        bits |= 1 << (column * STRIDE);
        column += 1;
    }
    bits
};
/// Every cell.
pub const CELLS: u64 = BOTTOM * ((1 << HEIGHT) - 1);
/// The top cell of every column.
const TOP: u64 = BOTTOM << (HEIGHT - 1);
/// The columns, those in most lines first: a good order to look at them.
pub const CENTRE_FIRST: [u8; WIDTH] = [3, 2, 4, 1, 5, 0, 6];
/// Stones on the board after the shortest game.
const SHORTEST: u32 = 7;
/// From a stone to the next in line: up, right, and the two diagonals.
const DIRECTIONS: [usize; 4] = [1, STRIDE, STRIDE - 1, STRIDE + 1];

/// A position of Connect Four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connect4 {
    /// Stones of the side to move.
    own: u64,
    /// All stones.
    all: u64,
}

errors! {
    /// Why Connect Four refuses something. Columns are counted from 0.
    #[derive(Copy)]
    pub enum Connect4Refusal {
        /// That is no column.
        NotAColumn => text!("not-a-column", columns = WIDTH),
        /// There are fewer columns.
        NoSuchColumn(column: usize) => {
            text!("no-such-column", column = column + 1, columns = WIDTH)
        },
        /// No stone has room there.
        Full(column: usize) => text!("column-full", column = column + 1),
        /// A cell of a board is another letter.
        Letter => text!("cell-letter"),
        /// Two stones are in one cell, or one is beside the board.
        Overlap => text!("stones-overlap"),
        /// Below a stone is nothing.
        Floats(column: usize) => text!("stone-floats", column = column + 1),
        /// No turns lead to so many stones.
        Unbalanced { first: u32, second: u32 } => {
            text!("stones-unbalanced", first = first, second = second)
        },
        /// Both have four in line.
        TwoWinners => text!("two-winners"),
        /// Somebody had won before the last stone.
        MovedAfterWin => text!("moved-after-win"),
        /// No legal order of moves leads there.
        NoLegalOrder => text!("no-legal-order"),
    }
    from {
        /// The rows are no board.
        Rows(RowsError),
    }
}

impl Connect4 {
    /// The stones of a side, one bit a cell: bit 7 × column + row, both from 0, row 0 at the bottom.
    pub fn stones(&self, side: Side) -> u64 {
        if side == self.side() { self.own } else { self.own ^ self.all }
    }

    /// The cells that can be played now, as [`Connect4::stones`] numbers them.
    #[inline]
    pub fn playable(&self) -> u64 {
        (self.all + BOTTOM) & CELLS
    }

    /// How many stones are on the board.
    pub fn count(&self) -> u32 {
        self.all.count_ones()
    }

    /// Reads six rows of seven, top down, divided by `/`: `X` the first side, `O` the second, `.`
    /// empty. Refused unless some legal order of moves leads there.
    fn read_rows(words: &str) -> Result<Connect4, Unread<Connect4>> {
        let mut stones = [0u64; 2];
        let board = words.trim();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != HEIGHT {
            let why = RowsError::Count { rows: HEIGHT, found: rows.len() };
            return Err(point(words, board, Connect4Refusal::Rows(why)));
        }
        for (down, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != WIDTH {
                let why = RowsError::Width { cells: WIDTH, found };
                return Err(point(words, row, Connect4Refusal::Rows(why)));
            }
            for (column, (at, cell)) in row.char_indices().enumerate() {
                let bit = 1 << (column * STRIDE + HEIGHT - 1 - down);
                match cell {
                    'X' => stones[0] |= bit,
                    'O' => stones[1] |= bit,
                    '.' => {}
                    _ => {
                        let token = &row[at..at + cell.len_utf8()];
                        return Err(point(words, token, Connect4Refusal::Letter));
                    }
                }
            }
        }
        Connect4::from_stones(stones).map_err(|why| point(words, board, why))
    }

    /// The position with these stones, if some legal order of moves leads there; otherwise why not.
    pub fn from_stones([first, second]: [u64; 2]) -> Result<Connect4, Connect4Refusal> {
        let all = first | second;
        if first & second != 0 || all & !CELLS != 0 {
            return Err(Connect4Refusal::Overlap);
        }
        if let Some(column) = (0..WIDTH).find(|column| {
            let stack = all >> (column * STRIDE) & ((1 << HEIGHT) - 1);
            stack & (stack + 1) != 0
        }) {
            return Err(Connect4Refusal::Floats(column));
        }
        let (ones, twos) = (first.count_ones(), second.count_ones());
        if ones != twos && ones != twos + 1 {
            return Err(Connect4Refusal::Unbalanced { first: ones, second: twos });
        }
        match (four(first), four(second)) {
            (true, true) => return Err(Connect4Refusal::TwoWinners),
            (true, false) if ones == twos => return Err(Connect4Refusal::MovedAfterWin),
            (false, true) if ones != twos => return Err(Connect4Refusal::MovedAfterWin),
            _ => {}
        }
        let position = Connect4 { own: if ones == twos { first } else { second }, all };
        if position.reachable() { Ok(position) } else { Err(Connect4Refusal::NoLegalOrder) }
    }

    /// Whether some order of moves leads here with no four before the last move.
    ///
    /// The last move left no four behind when it is taken back; and where there is no four, there
    /// was none before. So the rest is a question of colours alone: can the stones be taken from
    /// the tops of the columns in turn?
    fn reachable(self) -> bool {
        let mut dead = vec![false; (HEIGHT + 1).pow(WIDTH as u32)];
        self.all == 0
            || self.undone().any(|(before, _)| {
                !four(before.own) && !four(before.own ^ before.all) && before.orderly(&mut dead)
            })
    }

    /// Whether the stones can be taken away in turn. Which heights the columns have left decides
    /// it, so what is once found `dead` is not looked at again: 7⁷ heights at most.
    fn orderly(self, dead: &mut [bool]) -> bool {
        fn back(at: Connect4, heights: usize, dead: &mut [bool]) -> bool {
            let found = at.all == 0
                || !dead[heights]
                    && at.undone().any(|(before, column)| {
                        back(before, heights - (HEIGHT + 1).pow(column as u32), dead)
                    });
            dead[heights] = !found;
            found
        }
        let height = |column: usize| (self.all >> (column * STRIDE) & 0x3f).count_ones() as usize;
        let heights = (0..WIDTH).rev().fold(0, |all, column| all * (HEIGHT + 1) + height(column));
        back(self, heights, dead)
    }

    /// The positions one stone of the side that moved last earlier, with the stone's column.
    fn undone(self) -> impl Iterator<Item = (Connect4, usize)> {
        let tops = (self.all + BOTTOM) >> 1 & self.all & !self.own;
        (0..WIDTH).filter_map(move |column| {
            let top = tops & 0x3f << (column * STRIDE);
            let before = Connect4 { own: self.all ^ self.own ^ top, all: self.all ^ top };
            (top != 0).then_some((before, column))
        })
    }

    fn winning_cells(&self) -> Vec<usize> {
        let stones = self.own ^ self.all;
        let mut line = 0;
        for shift in DIRECTIONS {
            let pairs = stones & stones >> shift;
            let fours = pairs & pairs >> (2 * shift);
            for k in 0..4 {
                line |= fours << (k * shift);
            }
        }
        cells(line).collect()
    }
}

/// Whether four of these stones stand in line.
#[inline]
pub fn four(stones: u64) -> bool {
    let mut found = 0;
    for shift in DIRECTIONS {
        let pairs = stones & stones >> shift;
        found |= pairs & pairs >> (2 * shift);
    }
    found != 0
}

/// The cells on which one more stone would make four of these stand in line. Cells already taken,
/// and bits beside the board, may be among them.
///
/// ```
/// use ludoteca_games::connect4::{CELLS, completing};
/// let three_in_the_bottom_row = 1 << 7 | 1 << 14 | 1 << 21;
/// assert_eq!(completing(three_in_the_bottom_row) & CELLS, 1 | 1 << 28);
/// ```
#[inline]
pub fn completing(stones: u64) -> u64 {
    // Upwards only one end is free.
    let mut found = stones << 1 & stones << 2 & stones << 3;
    for shift in [STRIDE, STRIDE - 1, STRIDE + 1] {
        let behind = stones << shift & stones << (2 * shift);
        let ahead = stones >> shift & stones >> (2 * shift);
        found |= behind & (stones << (3 * shift) | stones >> shift);
        found |= ahead & (stones >> (3 * shift) | stones << shift);
    }
    found
}

/// Stones seen in a mirror.
pub fn mirror(stones: u64) -> u64 {
    (0..WIDTH).fold(0, |image, column| {
        image | (stones >> (column * STRIDE) & 0x7f) << ((WIDTH - 1 - column) * STRIDE)
    })
}

/// The indices, row by row, of the cells whose bits are set.
pub fn cells(bits: u64) -> impl Iterator<Item = usize> {
    (0..WIDTH * HEIGHT).filter(move |index| bits & bit(index % WIDTH, index / WIDTH) != 0)
}

fn bit(column: usize, row: usize) -> u64 {
    1 << (column * STRIDE + row)
}

impl Game for Connect4 {
    /// A column, from 0.
    type Ply = u8;
    type Refusal = Connect4Refusal;
    const NAME: &'static str = "connect4";

    fn start(_: &Values) -> Result<Self, Connect4Refusal> {
        Ok(Connect4::default())
    }

    #[inline]
    fn side(&self) -> Side {
        if self.all.count_ones().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if four(self.own ^ self.all) {
            Some(Outcome::win(self.side().other(), "reason-four"))
        } else if self.all == CELLS {
            Some(Outcome::draw("reason-full"))
        } else {
            None
        }
    }

    fn plies(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let open = self.playable();
            out.extend(
                (0..WIDTH as u8).filter(|column| open >> (*column as usize * STRIDE) & 0x3f != 0),
            );
        }
    }

    fn check(&self, ply: &u8) -> Result<(), Connect4Refusal> {
        let column = usize::from(*ply);
        if column >= WIDTH {
            Err(Connect4Refusal::NoSuchColumn(column))
        } else if self.playable() >> (column * STRIDE) & 0x3f == 0 {
            Err(Connect4Refusal::Full(column))
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&mut self, ply: &u8) {
        let column = usize::from(*ply) * STRIDE;
        self.own ^= self.all;
        self.all |= self.all + (1 << column);
    }

    #[inline]
    fn key(&self) -> u64 {
        // The sum is different for different positions: the bit above each column's stones tells
        // how high it is.
        scatter(self.own + self.all + BOTTOM)
    }

    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u8> {
        self.outcome().is_none().then(|| random_column(self.playable(), rng))
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        if let Some(outcome) = self.outcome() {
            return (outcome, 0);
        }
        let begun = self.count();
        let mut count = begun;
        let (mut mover, mut other) = (self.own, self.own ^ self.all);
        let mut open = OpenColumns::of(self.playable());
        let mut dice = Dice::new(rng);
        loop {
            let pick = dice.below(open.count);
            let all = mover | other;
            let stone = (all + open.bottom(pick)) & !all;
            (mover, other) = (other, mover | stone);
            count += 1;
            if count >= SHORTEST && four(other) {
                let winner = if count % 2 == 1 { Side::First } else { Side::Second };
                return (Outcome::win(winner, "reason-four"), count - begun);
            }
            if stone & TOP != 0 {
                open.remove(pick);
                if open.count == 0 {
                    return (Outcome::draw("reason-full"), count - begun);
                }
            }
        }
    }

    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<u8> {
        plies_by_dice(self, rng)
    }

    fn write_ply(&self, ply: &u8) -> String {
        (ply + 1).to_string()
    }

    fn read_ply(&self, words: &str) -> Result<u8, Connect4Refusal> {
        let column = words.parse().ok().filter(|column| (1..=WIDTH as u8).contains(column));
        column.map(|column| column - 1).ok_or(Connect4Refusal::NotAColumn)
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        if words.contains('/') {
            return Ok(Line::still(Connect4::read_rows(words)?));
        }
        let digits = words.char_indices().filter(|(_, c)| !c.is_whitespace());
        Line::replay(*self, words, digits.map(|(at, c)| &words[at..at + c.len_utf8()]))
    }

    fn write_board(&self, board: &Layout) -> Option<String> {
        let mut rows = [[b'.'; WIDTH]; HEIGHT];
        for (cell, piece) in &board.pieces {
            rows[HEIGHT - 1 - cell / WIDTH][cell % WIDTH] = b"XO"[*piece];
        }
        Some(rows.map(|row| row.map(char::from).iter().collect::<String>()).join("/"))
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize) -> Self {
        match symmetry {
            0 => *self,
            _ => Connect4 { own: mirror(self.own), all: mirror(self.all) },
        }
    }

    fn ply_image(&self, symmetry: usize, ply: &u8) -> u8 {
        if symmetry == 0 { *ply } else { WIDTH as u8 - 1 - ply }
    }

    fn geometry(&self) -> Geometry {
        let r = boards::DISC;
        let disc = |paint| Shape::filled(Form::circle(0.0, 0.0, r), paint).rimmed("rim", 1.2);
        let ring = Shape::drawn(Form::circle(0.0, 0.0, r * 0.58), "c4a-mark", r * 0.1);
        let d = r * 0.5;
        let diamond = Form::path(format!("M0 {}L{d} 0L0 {d}L{} 0Z", -d, -d));
        let diamond = Shape::drawn(diamond, "c4b-mark", r * 0.11);
        let goal = text!("goal-line", line = 4);
        let geometry = boards::columns(WIDTH, HEIGHT).geometry(
            vec![
                Piece::new("yellow-disc", 0, 'X', vec![disc("c4a"), ring]),
                Piece::new("red-disc", 1, 'O', vec![disc("c4b"), diamond]),
            ],
            [
                SideLook::new("yellow", "mark-ring", goal.clone(), 0, "c4a"),
                SideLook::new("red", "mark-diamond", goal, 1, "c4b"),
            ],
        );
        Geometry { entrance: Entrance::Drop, ..geometry }
    }

    fn picture(&self) -> Picture {
        let stones = Side::BOTH.map(|side| self.stones(side));
        let placed = |side: usize| {
            cells(stones[side]).map(move |cell| Placed { cell, piece: side, state: None })
        };
        Picture {
            pieces: placed(0).chain(placed(1)).collect(),
            winning: self.winning_cells(),
            ..Picture::default()
        }
    }

    fn gesture(&self, ply: &u8) -> Gesture {
        let column = usize::from(*ply);
        let row = (self.all >> (column * STRIDE) & 0x3f).count_ones() as usize;
        Gesture::Tap {
            cells: (0..HEIGHT).map(|row| row * WIDTH + column).collect(),
            lands: row * WIDTH + column,
            piece: self.side().index(),
        }
    }
}

/// The columns that are not full, for picking one without a branch.
struct OpenColumns {
    /// A byte for each: how far its bottom cell is shifted.
    shifts: u64,
    count: u32,
}

impl OpenColumns {
    #[inline]
    fn of(playable: u64) -> OpenColumns {
        let mut open = OpenColumns { shifts: 0, count: 0 };
        for shift in (0..WIDTH).rev().map(|column| column * STRIDE) {
            if playable >> shift & 0x3f != 0 {
                open.shifts = open.shifts << 8 | shift as u64;
                open.count += 1;
            }
        }
        open
    }

    #[inline]
    fn bottom(&self, pick: u32) -> u64 {
        1 << (self.shifts >> (8 * pick) & 0xff)
    }

    #[inline]
    fn remove(&mut self, pick: u32) {
        let before = (1 << (8 * pick)) - 1;
        self.shifts = self.shifts & before | self.shifts >> 8 & !before;
        self.count -= 1;
    }
}

/// A column with a free cell, each equally likely; `playable` has one bit in each such column.
#[inline]
fn random_column<R: Rng + ?Sized>(playable: u64, rng: &mut R) -> u8 {
    loop {
        let column = below(rng, WIDTH as u32);
        if playable >> (column as usize * STRIDE) & 0x3f != 0 {
            return column as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_that_cannot_be_taken_in_turn_are_found_out_soon() {
        // The second side under all columns: wherever the search goes, it fails at the very end.
        let second = BOTTOM * 0b10_0101;
        let position = Connect4 { own: CELLS ^ second, all: CELLS };
        let mut dead = vec![false; (HEIGHT + 1).pow(WIDTH as u32)];
        assert!(!position.orderly(&mut dead));
        let seen = dead.iter().filter(|dead| **dead).count();
        assert!(seen > 100_000, "{seen} states are no test");
    }
}

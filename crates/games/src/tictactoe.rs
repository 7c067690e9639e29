//! Tic-tac-toe on three by three cells, or on five by five with four or five in line.

use ludoteca_text::{errors, text};
use rand::Rng;

use crate::{
    Dice, Game, Outcome, Side, below, boards,
    game::plies_off_a_list,
    params::{Key, Kind, SettingError, Values},
    picture::{Form, Geometry, Gesture, Picture, Piece, Placed, Shape, SideLook},
    scatter,
};

/// The size of the board unless something else is asked for.
const USUAL: i64 = 3;

/// A position of tic-tac-toe.
///
/// A row has one bit more than cells, always empty, so that lines never run over from one row to
/// the next: the cell in `column` of `row` is bit `row × (size + 1) + column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    marks: [u32; 2],
    size: u8,
    line: u8,
}

errors! {
    /// Why tic-tac-toe refuses something.
    pub enum TicTacToeRefusal {
        /// That is no cell of a board of that size.
        NotACell { size: u8 } => {
            let last = usize::from(size) - 1;
            text!("not-a-cell", first = "a1", last = boards::name(last, last))
        },
        /// Somebody's mark is there.
        Taken { column: usize, row: usize } => {
            text!("cell-taken", cell = boards::name(column, row))
        },
        /// On a board of that size other lines win.
        Line { line: u8, size: u8 } => {
            let allowed = if size == 3 { "3" } else { "4, 5" };
            text!("line-not-on-size", line = line, size = size, allowed = allowed)
        },
    }
    from {
        /// An option has another value.
        Setting(SettingError),
    }
}

impl TicTacToe {
    /// The empty board of `size` (3 or 5), on which `line` in a row win.
    pub fn new(size: u8, line: u8) -> Result<TicTacToe, TicTacToeRefusal> {
        match (size, line) {
            (3, 3) | (5, 4..=5) => Ok(TicTacToe { marks: [0; 2], size, line }),
            (3 | 5, _) => Err(TicTacToeRefusal::Line { line, size }),
            _ => Err(Kind::IntOf(vec![3, 5]).refuse("size", i64::from(size)).into()),
        }
    }

    /// The marks of a side, one bit a cell: bit `row × (size + 1) + column`, both from 0.
    pub fn marks(&self, side: Side) -> u32 {
        self.marks[side.index()]
    }

    /// Cells along an edge of the board.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// How many in a row win.
    pub fn line(&self) -> u8 {
        self.line
    }

    fn free(&self) -> u32 {
        let cells = if self.size == 3 { all_cells(3) } else { all_cells(5) };
        cells & !(self.marks[0] | self.marks[1])
    }

    /// The marks of the side that moved last.
    fn last(&self) -> u32 {
        self.marks[self.side().other().index()]
    }

    fn bit(&self, column: usize, row: usize) -> u8 {
        (row * (usize::from(self.size) + 1) + column) as u8
    }

    fn place(&self, bit: u8) -> (usize, usize) {
        (usize::from(bit % (self.size + 1)), usize::from(bit / (self.size + 1)))
    }

    /// The cells, row by row, whose bits are set.
    fn cells(&self, bits: u32) -> Vec<usize> {
        let size = usize::from(self.size);
        let set = |cell: &usize| bits >> self.bit(cell % size, cell / size) & 1 == 1;
        (0..size * size).filter(set).collect()
    }

    /// Plays at random to the end. Picked cells leave the list of free ones by changing places with
    /// its last, so that all others stay equally likely.
    #[inline]
    fn random_game<const SIZE: u8, const LINE: u8>(
        self,
        rng: &mut (impl Rng + ?Sized),
    ) -> (Outcome, u32) {
        if let Some(outcome) = self.outcome() {
            return (outcome, 0);
        }
        let begun = (self.marks[0] | self.marks[1]).count_ones();
        let most = u32::from(SIZE) * u32::from(SIZE);
        let mut free = [0; 25];
        let mut left = self.free();
        let mut listed = 0;
        while left != 0 {
            free[listed] = left.trailing_zeros() as u8;
            left &= left - 1;
            listed += 1;
        }
        let (mut mover, mut other) = (self.marks[self.side().index()], self.last());
        let mut dice = Dice::new(rng);
        for count in begun + 1..=most {
            let pick = dice.below(most - count + 1) as usize;
            let cell = free[pick];
            free[pick] = free[(most - count) as usize];
            (mover, other) = (other, mover | 1 << cell);
            if count >= 2 * u32::from(LINE) - 1 && complete(other, SIZE, LINE) {
                let winner = if count % 2 == 1 { Side::First } else { Side::Second };
                return (Outcome::win(winner, "reason-line"), count - begun);
            }
        }
        (Outcome::draw("reason-full"), most - begun)
    }
}

const fn all_cells(size: u32) -> u32 {
    let mut cells = 0;
    let mut row = 0;
    while row < size {
        cells |= ((1 << size) - 1) << (row * (size + 1));
        row += 1;
    }
    cells
}

/// From a mark to the next in line: right, up, and the two diagonals.
#[inline]
fn steps(size: u8) -> [u32; 4] {
    let row = u32::from(size) + 1;
    [1, row, row + 1, row - 1]
}

/// The first marks of every complete line in one direction.
#[inline]
fn begins(marks: u32, step: u32, line: u8) -> u32 {
    let two = marks & marks >> step;
    match line {
        3 => two & two >> step,
        4 => two & two >> (2 * step),
        _ => two & two >> step & two >> (3 * step),
    }
}

#[inline]
fn complete(marks: u32, size: u8, line: u8) -> bool {
    let mut found = 0;
    for step in steps(size) {
        found |= begins(marks, step, line);
    }
    found != 0
}

impl Game for TicTacToe {
    /// The number of a cell's bit.
    type Ply = u8;
    type Refusal = TicTacToeRefusal;
    const NAME: &'static str = "tictactoe";

    fn options() -> Vec<Key> {
        vec![
            Key::new("size", Kind::IntOf(vec![3, 5]), "option-size").or(USUAL),
            Key::new("line", Kind::Int(3, 5), "option-line"),
        ]
    }

    fn start(options: &Values) -> Result<Self, TicTacToeRefusal> {
        let size = options.int("size").unwrap_or(USUAL);
        // Five in line on a board of five is hardly ever made.
        let line = options.int("line").unwrap_or(size.min(4));
        TicTacToe::new(size as u8, line as u8)
    }

    fn beginning(&self) -> Self {
        TicTacToe { marks: [0; 2], ..*self }
    }

    #[inline]
    fn side(&self) -> Side {
        let marks = (self.marks[0] | self.marks[1]).count_ones();
        if marks.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if complete(self.last(), self.size, self.line) {
            Some(Outcome::win(self.side().other(), "reason-line"))
        } else if self.free() == 0 {
            Some(Outcome::draw("reason-full"))
        } else {
            None
        }
    }

    fn plies(&self, out: &mut Vec<u8>) {
        if self.outcome().is_none() {
            let mut free = self.free();
            while free != 0 {
                out.push(free.trailing_zeros() as u8);
                free &= free - 1;
            }
        }
    }

    fn check(&self, ply: &u8) -> Result<(), TicTacToeRefusal> {
        let (column, row) = self.place(*ply);
        let size = usize::from(self.size);
        if column >= size || row >= size {
            Err(TicTacToeRefusal::NotACell { size: self.size })
        } else if self.free() >> ply & 1 == 0 {
            Err(TicTacToeRefusal::Taken { column, row })
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play_unchecked(&mut self, ply: &u8) {
        self.marks[self.side().index()] |= 1 << ply;
    }

    #[inline]
    fn key(&self) -> u64 {
        // 29 bits for the marks of each side, and three above them for the line.
        let [first, second] = self.marks.map(u64::from);
        scatter(first | second << 29 | u64::from(self.line) << 61)
    }

    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<u8> {
        self.outcome().is_none().then(|| random_bit(self.free(), rng))
    }

    fn playout<R: Rng + ?Sized>(self, rng: &mut R) -> (Outcome, u32) {
        match (self.size, self.line) {
            (3, _) => self.random_game::<3, 3>(rng),
            (_, 4) => self.random_game::<5, 4>(rng),
            _ => self.random_game::<5, 5>(rng),
        }
    }

    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<u8> {
        plies_off_a_list(self, rng)
    }

    fn write_ply(&self, ply: &u8) -> String {
        let (column, row) = self.place(*ply);
        boards::name(column, row)
    }

    fn read_ply(&self, words: &str) -> Result<u8, TicTacToeRefusal> {
        let size = usize::from(self.size);
        match boards::read_name(words) {
            Some((column, row)) if column < size && row < size => Ok(self.bit(column, row)),
            _ => Err(TicTacToeRefusal::NotACell { size: self.size }),
        }
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn image(&self, symmetry: usize) -> Self {
        let turn = |marks: u32| {
            (0..32u8)
                .filter(|bit| marks >> bit & 1 == 1)
                .fold(0, |image, bit| image | 1 << self.ply_image(symmetry, &bit))
        };
        TicTacToe { marks: self.marks.map(turn), ..*self }
    }

    fn ply_image(&self, symmetry: usize, ply: &u8) -> u8 {
        let last = usize::from(self.size) - 1;
        let (mut column, mut row) = self.place(*ply);
        if symmetry & 1 != 0 {
            column = last - column;
        }
        if symmetry & 2 != 0 {
            row = last - row;
        }
        if symmetry & 4 != 0 {
            (column, row) = (row, column);
        }
        self.bit(column, row)
    }

    fn geometry(&self) -> Geometry {
        let cross = Form::path("M-15.6 -15.6L15.6 15.6M15.6 -15.6L-15.6 15.6");
        let cross = Shape::drawn(cross, "a", 8.4);
        let nought = Shape::drawn(Form::circle(0.0, 0.0, 16.8), "b", 8.4);
        let goal = text!("goal-line", line = self.line);
        boards::ruled_squares(self.size.into(), self.size.into()).geometry(
            vec![
                Piece::new("cross", 0, 'X', vec![cross]),
                Piece::new("nought", 1, 'O', vec![nought]),
            ],
            [
                SideLook::new("crosses", "mark-cross", goal.clone(), 0, "a"),
                SideLook::new("noughts", "mark-circle", goal, 1, "b"),
            ],
        )
    }

    fn picture(&self) -> Picture {
        let placed = |side: usize| {
            let cells = self.cells(self.marks[side]);
            cells.into_iter().map(move |cell| Placed { cell, piece: side, state: None })
        };
        let mut line = 0;
        for step in steps(self.size) {
            let begins = begins(self.last(), step, self.line);
            (0..u32::from(self.line)).for_each(|k| line |= begins << (k * step));
        }
        Picture {
            pieces: placed(0).chain(placed(1)).collect(),
            winning: self.cells(line),
            ..Picture::default()
        }
    }

    fn gesture(&self, ply: &u8) -> Gesture {
        let (column, row) = self.place(*ply);
        let cell = row * usize::from(self.size) + column;
        Gesture::Tap { cells: vec![cell], lands: cell, piece: self.side().index() }
    }
}

/// One of the set bits, each equally likely.
#[inline]
fn random_bit<R: Rng + ?Sized>(mut bits: u32, rng: &mut R) -> u8 {
    for _ in 0..below(rng, bits.count_ones()) {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

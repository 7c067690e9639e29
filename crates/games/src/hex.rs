//! Hex: whoever joins the two edges of their colour with a chain of stones wins. A draw cannot
//! happen: a full board has exactly one such chain (J. Nash; D. Gale, "The game of Hex and the
//! Brouwer fixed-point theorem", 1979).
//!
//! Red moves first and joins top and bottom, Blue joins left and right. To make up for the first
//! move a game may allow a swap as its second ply, in one of two forms: with `swap-pieces` the red
//! stone becomes a blue one on the other side of the long diagonal, and Red moves next; with
//! `swap-sides` the stone stays and the players change colours, so that whoever began moves next,
//! with Blue.
//!
//! A position as text is its moves from the empty board, or its rows from the top, divided by `/`,
//! with `R`, `B` and `.` for each cell (`.../.R./B..`), followed by the swap if there was one, and by
//! `red` or `blue` if another colour is to move than follows from the stones. A board that no game
//! leads to, as in puzzles, is a position too, and says so.

mod board;
mod look;
mod refusal;
mod text;

use rand::Rng;

use self::board::Board;
pub use self::{
    board::{Cell, Colour, LARGEST},
    refusal::HexRefusal,
};
use crate::{
    Game, Line, Outcome, Side, Unread, below, boards,
    game::plies_off_a_list,
    params::{Key, Kind, Values},
    picture::{EdgeIndex, Geometry, Gesture, Layout, Picture},
    scatter,
};

/// The usual length of an edge.
const USUAL: usize = 11;
/// What a swap adds to the key of a position.
const SWAPPED: u64 = 0x9e37_79b9_7f4a_7c15;
/// What it adds that the colour to move is not the one that follows from the number of stones.
const OUT_OF_TURN: u64 = 0xd1b5_4a32_d192_ed03;

/// A position of Hex.
///
/// ```
/// use ludoteca_games::{Game, Hex, Side, hex::{Colour, Swap}};
/// let start = Hex::new(3, Swap::Sides).unwrap();
/// // The second player takes over Red with the stone on b2, and joins top and bottom.
/// let end = start.read_position("b2 swap-sides a1 b1 c3 a3").unwrap().into_position();
/// assert_eq!(end.winner(), Some(Colour::Red));
/// assert_eq!(end.outcome().unwrap().winner, Some(Side::Second));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hex {
    board: Board,
    /// A number for the stones and the swap, kept up to date.
    key: u64,
    /// How many stones are on the board.
    count: u16,
    colour: Colour,
    winner: Option<Colour>,
    swap: Swap,
    swapped: bool,
    /// Whether it comes from a board that no game leads to.
    unreachable: bool,
}

/// How the second ply of a game may take over the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swap {
    /// Not at all.
    None,
    /// The first stone changes its colour, and its cell for the one across the long diagonal.
    Pieces,
    /// The players change colours.
    Sides,
}

/// What a side does in Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HexPly {
    /// Puts a stone onto a cell.
    Stone(Cell),
    /// Takes over the first stone.
    SwapPieces,
    /// Takes over the first colour.
    SwapSides,
}

impl Hex {
    /// The empty board with edges of `size` cells, from 1 to [`LARGEST`].
    pub fn new(size: usize, swap: Swap) -> Result<Hex, HexRefusal> {
        if !(1..=LARGEST).contains(&size) {
            return Err(Kind::Int(1, LARGEST as i64).refuse("size", size as i64).into());
        }
        Ok(Hex {
            board: Board::new(size),
            key: scatter(size as u64),
            count: 0,
            colour: Colour::Red,
            winner: None,
            swap,
            swapped: false,
            unreachable: false,
        })
    }

    /// This board with these stones alone and that colour to move, for whoever lays stones by hand
    /// and asks what to play. Where no game leads there, as with many stones of one colour, it is a
    /// position all the same, without a swap.
    ///
    /// ```
    /// use ludoteca_games::{Game, Hex, hex::{Cell, Colour, Swap}};
    /// let stones = [0, 1].map(|row| (Cell::new(1, row).unwrap(), Colour::Red));
    /// let hex = Hex::new(3, Swap::None).unwrap().set_up(&stones, Colour::Red).unwrap();
    /// let won = hex.legal_plies().into_iter().filter(|ply| {
    ///     let mut next = hex;
    ///     next.play(ply).is_ok() && next.winner() == Some(Colour::Red)
    /// });
    /// assert_eq!(won.count(), 2);
    /// ```
    pub fn set_up(&self, stones: &[(Cell, Colour)], next: Colour) -> Result<Hex, HexRefusal> {
        let start = Hex::new(self.size(), self.swap)?;
        let mut taken = start.board;
        for (cell, colour) in stones {
            if !taken.has(*cell) {
                return Err(start.not_a_cell());
            }
            if taken.stone(*cell).is_some() {
                return Err(HexRefusal::Taken(*cell));
            }
            taken.put(*cell, *colour);
        }
        let hex = text::set_up(&start, stones, false).ok().filter(|hex| hex.colour == next);
        Ok(hex.unwrap_or_else(|| text::set_up_anyhow(&start, stones, next)))
    }

    /// How many cells an edge has.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// Every cell, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.board.cells()
    }

    /// The cells that touch a cell of this board, at most six.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.board.neighbours(cell)
    }

    /// The stone on a cell.
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        self.board.stone(cell)
    }

    /// How many stones are on the board.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// The colour that moves next.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// The colour that has a chain from edge to edge.
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// How the second ply of this game may take over the first one.
    pub fn swap(&self) -> Swap {
        self.swap
    }

    /// Whether there was a swap.
    pub fn swapped(&self) -> bool {
        self.swapped
    }

    /// Whether it was read from a board that no game leads to, or comes from such a one: too many
    /// stones of a colour, the wrong colour to move, or moves after the end.
    pub fn is_unreachable(&self) -> bool {
        self.unreachable
    }

    /// Who plays a colour.
    pub fn player(&self, colour: Colour) -> Side {
        match (colour, self.exchanged()) {
            (Colour::Red, false) | (Colour::Blue, true) => Side::First,
            (Colour::Blue, false) | (Colour::Red, true) => Side::Second,
        }
    }

    /// The edges that a colour joins, as they are numbered in [`Geometry::edges`].
    pub fn edges(colour: Colour) -> [EdgeIndex; 2] {
        look::edges(colour)
    }

    /// Whether the players have changed colours.
    fn exchanged(&self) -> bool {
        self.swapped && self.swap == Swap::Sides
    }

    /// The swap that can be made now.
    fn open_swap(&self) -> Option<HexPly> {
        let now = self.count == 1 && !self.swapped && self.winner.is_none();
        self.swap.ply().filter(|_| now)
    }

    fn free(&self) -> usize {
        self.size() * self.size() - self.count()
    }

    /// Puts a stone of any colour onto an empty cell.
    fn put(&mut self, cell: Cell, colour: Colour) {
        if self.board.put(cell, colour) {
            self.winner = Some(colour);
        }
        self.key ^= stone_key(cell, colour);
        self.count += 1;
    }

    fn make_swap(&mut self) {
        self.swapped = true;
        self.key ^= SWAPPED;
        if self.swap == Swap::Pieces {
            let first = self.cells().find(|cell| self.stone(*cell).is_some());
            self.board = Board::new(self.size());
            if let Some(cell) = first {
                self.key ^= stone_key(cell, Colour::Red);
                self.count = 0;
                self.put(cell.across(), Colour::Blue);
            }
            self.colour = Colour::Red;
        }
    }

    fn won_by(&self, colour: Colour) -> Outcome {
        let reason = match colour {
            Colour::Red => "reason-hex-red",
            Colour::Blue => "reason-hex-blue",
        };
        Outcome::win(self.player(colour), reason)
    }

    /// Why a swap cannot be made now.
    fn refuse_swap(&self, ply: HexPly) -> HexRefusal {
        match self.swap.ply() {
            None => HexRefusal::NoSwap,
            Some(own) if own != ply => HexRefusal::OtherSwap(own),
            Some(_) => HexRefusal::SwapSecond,
        }
    }

    fn not_a_cell(&self) -> HexRefusal {
        let size = self.size();
        match self.swap.ply() {
            None => HexRefusal::NotACell { size },
            Some(swap) => HexRefusal::NotAMove { size, swap },
        }
    }
}

impl HexPly {
    /// As it is written: `a1`, `swap-sides`.
    pub fn name(&self) -> String {
        match self {
            HexPly::Stone(cell) => cell.name(),
            HexPly::SwapPieces => "swap-pieces".to_owned(),
            HexPly::SwapSides => "swap-sides".to_owned(),
        }
    }
}

impl Swap {
    /// The ply that makes this swap.
    fn ply(self) -> Option<HexPly> {
        match self {
            Swap::None => None,
            Swap::Pieces => Some(HexPly::SwapPieces),
            Swap::Sides => Some(HexPly::SwapSides),
        }
    }
}

/// A number for a stone of that colour on that cell.
#[inline]
fn stone_key(cell: Cell, colour: Colour) -> u64 {
    // Beyond the numbers of the sizes, of which each has a key too.
    scatter(((cell.number() as u64) << 1 | colour as u64) + 0x1000)
}

impl Game for Hex {
    type Ply = HexPly;
    type Refusal = HexRefusal;
    const NAME: &'static str = "hex";

    fn options() -> Vec<Key> {
        let swaps = vec!["none", "pieces", "sides"];
        vec![
            Key::new("size", Kind::Int(1, LARGEST as i64), "option-size")
                .or(USUAL as i64)
                .common(&[7, 9, 11, 13, 19]),
            Key::new("swap", Kind::Choice(swaps), "option-swap").or("none"),
        ]
    }

    fn start(options: &Values) -> Result<Self, HexRefusal> {
        let swap = match options.word("swap") {
            Some("pieces") => Swap::Pieces,
            Some("sides") => Swap::Sides,
            _ => Swap::None,
        };
        let size = options.int("size").unwrap_or(USUAL as i64);
        Hex::new(usize::try_from(size).unwrap_or(0), swap)
    }

    fn beginning(&self) -> Self {
        Hex::new(self.size(), self.swap).unwrap_or(*self)
    }

    #[inline]
    fn side(&self) -> Side {
        self.player(self.colour)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|colour| self.won_by(colour))
    }

    fn plies(&self, out: &mut Vec<HexPly>) {
        if self.winner.is_none() {
            out.extend(self.board.free().map(HexPly::Stone));
            out.extend(self.open_swap());
        }
    }

    fn check(&self, ply: &HexPly) -> Result<(), HexRefusal> {
        match *ply {
            HexPly::Stone(cell) if !self.board.has(cell) => Err(self.not_a_cell()),
            HexPly::Stone(cell) if self.stone(cell).is_some() => Err(HexRefusal::Taken(cell)),
            HexPly::Stone(_) => Ok(()),
            swap if self.open_swap() == Some(swap) => Ok(()),
            swap => Err(self.refuse_swap(swap)),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, ply: &HexPly) {
        match *ply {
            HexPly::Stone(cell) => {
                self.put(cell, self.colour);
                self.colour = self.colour.other();
            }
            HexPly::SwapPieces | HexPly::SwapSides => self.make_swap(),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn random_ply<R: Rng + ?Sized>(&self, rng: &mut R) -> Option<HexPly> {
        if self.winner.is_some() {
            return None;
        }
        let swap = self.open_swap();
        let pick = below(rng, (self.free() + usize::from(swap.is_some())) as u32) as usize;
        self.board.free().nth(pick).map(HexPly::Stone).or(swap)
    }

    fn playout<R: Rng + ?Sized>(mut self, rng: &mut R) -> (Outcome, u32) {
        let mut plies = 0;
        while self.swap != Swap::None && self.count < 2 && !self.swapped {
            let Some(ply) = self.random_ply(rng) else { break };
            self.play_unchecked(&ply);
            plies += 1;
        }
        match self.winner {
            Some(colour) => (self.won_by(colour), plies),
            None => {
                let (winner, stones) = self.board.play_at_random(self.colour, rng);
                (self.won_by(winner), plies + stones)
            }
        }
    }

    fn playout_plies<R: Rng + ?Sized>(&self, rng: &mut R) -> Vec<HexPly> {
        let mut at = *self;
        let mut plies = Vec::new();
        while at.swap != Swap::None
            && at.count < 2
            && !at.swapped
            && let Some(ply) = at.random_ply(rng)
        {
            at.play_unchecked(&ply);
            plies.push(ply);
        }
        plies.extend(plies_off_a_list(&at, rng));
        plies
    }

    fn write_ply(&self, ply: &HexPly) -> String {
        ply.name()
    }

    fn read_ply(&self, words: &str) -> Result<HexPly, HexRefusal> {
        match words {
            "swap-pieces" => Ok(HexPly::SwapPieces),
            "swap-sides" => Ok(HexPly::SwapSides),
            _ => boards::read_name(words)
                .and_then(|(column, row)| Cell::new(column, row))
                .filter(|cell| self.board.has(*cell))
                .map(HexPly::Stone)
                .ok_or_else(|| self.not_a_cell()),
        }
    }

    fn read_position(&self, words: &str) -> Result<Line<Self>, Unread<Self>> {
        text::read(self, words)
    }

    /// Whether there was a swap is not on the board: it is taken from this position, and otherwise
    /// supposed where nothing else explains one blue stone more.
    fn write_board(&self, board: &Layout) -> Option<String> {
        Some(text::write(self, board))
    }

    /// The board may be turned by half. To turn it over along a diagonal exchanges the colours'
    /// edges, and with them who is to move: that is another position.
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, symmetry: usize) -> Self {
        if symmetry == 0 {
            return *self;
        }
        let mut image = Hex { board: Board::new(self.size()), count: 0, ..*self };
        for (cell, colour) in self.stones() {
            image.key ^= stone_key(cell, colour);
            image.put(self.turned(cell), colour);
        }
        image
    }

    fn ply_image(&self, symmetry: usize, ply: &HexPly) -> HexPly {
        match *ply {
            HexPly::Stone(cell) if symmetry == 1 => HexPly::Stone(self.turned(cell)),
            ply => ply,
        }
    }

    /// A board of few cells on which Red cannot be stopped any more.
    fn sample() -> Option<Self> {
        let start = Hex::new(5, Swap::None).ok()?;
        start.read_position("c3 d3 c2 d2 d1 b4 c4 b3").ok().map(|line| line.into_position())
    }

    fn geometry(&self) -> Geometry {
        look::geometry(self)
    }

    fn picture(&self) -> Picture {
        look::picture(self)
    }

    fn gesture(&self, ply: &HexPly) -> Gesture {
        look::gesture(self, ply)
    }
}

impl Hex {
    /// The stones on the board, row by row.
    pub fn stones(&self) -> impl Iterator<Item = (Cell, Colour)> + '_ {
        self.cells().filter_map(|cell| Some((cell, self.stone(cell)?)))
    }

    /// Where a cell comes to lie when the board is turned by half.
    fn turned(&self, cell: Cell) -> Cell {
        let last = self.size() - 1;
        let [column, row] = [cell.column(), cell.row()].map(|at| last.wrapping_sub(at));
        Cell::new(column, row).unwrap_or(cell)
    }
}

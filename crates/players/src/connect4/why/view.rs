//! A position as an explanation needs it: who threatens what, and what the side to move can do
//! about it, one move ahead.

use ludoteca_games::{
    Connect4, Game, Side,
    connect4::{CELLS, completing},
};

/// What is seen in a position without looking further than the next move of each side.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// Who is to move.
    pub side: Side,
    /// The stones of each side.
    pub stones: [u64; 2],
    /// The empty cells on which each side would make four.
    pub threats: [u64; 2],
    /// The cells that can be played now.
    pub free: u64,
}

impl View {
    pub fn of(position: &Connect4) -> View {
        let stones = Side::BOTH.map(|side| position.stones(side));
        let empty = CELLS ^ stones[0] ^ stones[1];
        View {
            side: position.side(),
            stones,
            threats: stones.map(|stones| completing(stones) & empty),
            free: position.playable(),
        }
    }

    /// All stones.
    pub fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// The cells on which the side to move makes four now.
    pub fn wins(&self) -> u64 {
        self.threats[self.side.index()] & self.free
    }

    /// The cells on which the other side would make four if it were to move.
    pub fn attacked(&self) -> u64 {
        self.threats[self.side.other().index()] & self.free
    }

    /// The cells that can be played now and lift the other side to a four.
    pub fn lifting(&self) -> u64 {
        self.free & self.threats[self.side.other().index()] >> 1
    }

    /// The moves after which the other side has no four at once.
    pub fn safe(&self) -> u64 {
        let attacked = self.attacked();
        let stops = match attacked.count_ones() {
            0 => self.free,
            1 => attacked,
            _ => 0,
        };
        stops & !self.lifting()
    }

    /// Whether the other side makes four with its next move, whatever is played now.
    pub fn lost_at_once(&self) -> bool {
        self.free != 0 && self.wins() == 0 && self.safe() == 0
    }

    /// Whether the side to move has at most one move that neither wins nor loses at once.
    pub fn forced(&self) -> bool {
        self.wins() == 0 && self.safe().count_ones() <= 1
    }

    /// The fours that the side to move cannot stop all: those it faces now, and the one on top of
    /// the only one it could stop.
    pub fn unstoppable(&self) -> u64 {
        let attacked = self.attacked();
        if attacked.count_ones() == 1 {
            attacked | attacked << 1 & self.threats[self.side.other().index()]
        } else {
            attacked
        }
    }
}

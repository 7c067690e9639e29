//! How Arimaa looks; what the player is told and how plies are made by hand are parts of it.

mod animals;
mod hand;
mod tell;

use ludoteca_text::{Text, text};

pub use hand::{gesture, shortcuts, why_not};

use super::{
    Arimaa, ArimaaPly, Board, Kind, STEPS, Square, TRAPS, beside, goal, squares, text::write_board,
};
use crate::{
    Game, Side, boards,
    picture::{
        Barred, Form, Geometry, Layout, Picture, Piece, PieceIndex, PieceState, Placed, Rank,
        Shape, SideLook, Steps, Waiting,
    },
};

/// The message that names a kind of piece.
pub fn kind_name(kind: Kind) -> &'static str {
    ["rabbit", "cat", "dog", "horse", "camel", "elephant"][kind.index()]
}

/// The message that names a piece with its colour.
pub fn piece_name(side: Side, kind: Kind) -> &'static str {
    let names = match side {
        Side::First => {
            ["gold-rabbit", "gold-cat", "gold-dog", "gold-horse", "gold-camel", "gold-elephant"]
        }
        Side::Second => [
            "silver-rabbit",
            "silver-cat",
            "silver-dog",
            "silver-horse",
            "silver-camel",
            "silver-elephant",
        ],
    };
    names[kind.index()]
}

/// A piece's place in the list of kinds: Gold's from the rabbit to the elephant, then Silver's.
pub fn index(side: Side, kind: Kind) -> PieceIndex {
    side.index() * 6 + kind.index()
}

/// The piece at that place.
fn piece(index: PieceIndex) -> (Side, Kind) {
    (Side::BOTH[index / 6 % 2], Kind::ALL[index % 6])
}

pub fn geometry() -> Geometry {
    let mut board = boards::chequered_squares(8, 8);
    board.turns = boards::seats(Side::First, ["gold", "silver"]);
    for trap in squares(TRAPS) {
        let cell = &mut board.cells[trap.index()];
        cell.fill = None;
        let (x, y, d) = (cell.x, cell.y, 21.0);
        let diamond = format!("M{x} {}l{d} {d}l-{d} {d}l-{d} -{d}Z", y - d);
        let cross = format!("M{} {}l15 15m0 -15l-15 15", x - 7.5, y - 7.5);
        board.ground.extend([
            Shape::filled(cell.outline.clone(), "trap"),
            Shape::drawn(Form::path(diamond), "trapline", 1.5),
            Shape::drawn(Form::path(cross), "trapline", 1.5),
        ]);
    }
    let pieces = Side::BOTH.into_iter().flat_map(|side| {
        Kind::ALL.into_iter().map(move |kind| {
            let shapes = animals::tile(side, kind);
            Piece::new(piece_name(side, kind), side.index(), kind.letter(side), shapes)
        })
    });
    let ranks = Kind::ALL.into_iter().rev().map(|kind| Rank {
        name: Text::new(kind_name(kind)),
        pieces: Side::BOTH.map(|side| index(side, kind)).to_vec(),
    });
    let ranks = ranks.collect();
    let geometry = board.geometry(
        pieces.collect(),
        [
            SideLook::new("gold", "mark-coin", text!("goal-arimaa", rank = 8), 5, "gold"),
            SideLook::new("silver", "mark-tile", text!("goal-arimaa", rank = 1), 11, "silver"),
        ],
    );
    Geometry { ranks, ..geometry }
}

pub fn picture(position: &Arimaa) -> Picture {
    let state = position.state();
    let board = &state.board;
    let frozen = board.frozen(Side::First) | board.frozen(Side::Second);
    let placed = board.all().map(|(square, side, kind)| {
        let danger =
            TRAPS & square.bit() != 0 && (board.of(side) & beside(square.bit())).count_ones() == 1;
        let state = if frozen & square.bit() != 0 {
            Some(PieceState::Frozen)
        } else {
            danger.then_some(PieceState::Danger)
        };
        Placed { cell: square.index(), piece: index(side, kind), state }
    });
    let winner = position.outcome().filter(|outcome| outcome.reason == "reason-goal");
    let arrived = winner
        .and_then(|outcome| outcome.winner)
        .map_or(0, |side| board.pieces(side, Kind::Rabbit) & goal(side));
    let waiting = Kind::ALL.into_iter().rev().filter_map(|kind| {
        let count = position.waiting(kind);
        (count > 0).then(|| Waiting { piece: index(position.side(), kind), count })
    });
    let over = position.outcome().is_some();
    let playing = !position.in_setup() && !over;
    let end = playing.then(|| position.check(&ArimaaPly::End).err()).flatten();
    Picture {
        pieces: placed.collect(),
        winning: squares(arrived).map(Square::index).collect(),
        notes: tell::notes(position),
        tray: if over { Vec::new() } else { waiting.collect() },
        lost: if position.in_setup() { Vec::new() } else { lost(board) },
        steps: playing.then(|| Steps { done: usize::from(state.made), of: usize::from(STEPS) }),
        barred: end
            .map(|why| Barred { button: text!("arimaa-end-turn"), why: why.into() })
            .into_iter()
            .collect(),
    }
}

/// The pieces that are no longer on the board, strongest first.
fn lost(board: &Board) -> Vec<Waiting> {
    let all = Side::BOTH
        .into_iter()
        .flat_map(|side| Kind::ALL.into_iter().rev().map(move |kind| (side, kind)));
    all.filter_map(|(side, kind)| {
        let left = board.pieces(side, kind).count_ones() as usize;
        let count = kind.count().saturating_sub(left);
        (count > 0).then(|| Waiting { piece: index(side, kind), count })
    })
    .collect()
}

/// A board set up by hand; none in the middle of a turn, which no board tells.
pub fn write_layout(position: &Arimaa, layout: &Layout) -> Option<String> {
    let placed = |kind: Kind| position.waiting(kind) < kind.count();
    let begun = position.in_setup() && Kind::ALL.into_iter().any(placed);
    if position.state().made > 0 || begun {
        return None;
    }
    let mut board = Board::default();
    for (cell, index) in &layout.pieces {
        let (side, kind) = piece(*index);
        board.put(side, kind, Square::at(*cell));
    }
    Some(write_board(&board, layout.side))
}

/// An elephant between two friends, about to throw a dog into a trap.
pub fn sample() -> Option<Arimaa> {
    let words = "g [rrcrrc rrh  d hr   d  m  M E  H     e    H  DC  R DC   R RR RR R]";
    Arimaa::default().read_position(words).ok().map(|line| line.into_position())
}

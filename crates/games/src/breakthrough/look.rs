//! How Breakthrough looks, and how its moves are made by hand.

use ludoteca_text::{Text, text};

use super::{Breakthrough, BreakthroughPly, STRIDE, cell_name};
use crate::{
    Game, Side, bits, boards,
    picture::{
        Form, Geometry, Gesture, Note, PathMark, Picture, Piece, Placed, Shape, SideLook, Tone,
        Touched, Waiting,
    },
};

/// The radius of a piece.
const PIECE: f32 = 21.0;

pub fn geometry(position: &Breakthrough) -> Geometry {
    let size = usize::from(position.size);
    let mut board = boards::chequered_squares(size, size);
    board.turns = boards::seats(Side::First, ["white", "black"]);
    let disc = |paint, rim| Shape::filled(Form::circle(0.0, 0.0, PIECE), paint).rimmed(rim, 1.6);
    // Chevrons point the way a piece goes, at every height one is given.
    let chevrons = |heights: &[f32], up: f32| {
        let one = |y: &f32| format!("M-9 {}L0 {}L9 {}", y + 4.0 * up, y - 4.0 * up, y + 4.0 * up);
        Form::path(heights.iter().map(one).collect::<String>())
    };
    board.geometry(
        vec![
            Piece::new(
                "white-piece",
                0,
                'W',
                vec![disc("cream", "cream2"), Shape::drawn(chevrons(&[0.0], 1.0), "cream2", 3.4)],
            )
            .pointing(),
            Piece::new(
                "black-piece",
                1,
                'B',
                vec![
                    disc("dark", "dark2"),
                    Shape::drawn(chevrons(&[-4.5, 4.5], -1.0), "dark2", 3.0),
                ],
            )
            .pointing(),
        ],
        [
            SideLook::new(
                "white",
                "mark-chevron",
                text!("goal-breakthrough", rank = size),
                0,
                "cream",
            ),
            SideLook::new(
                "black",
                "mark-chevrons",
                text!("goal-breakthrough", rank = 1),
                1,
                "dark",
            ),
        ],
    )
}

pub fn picture(position: &Breakthrough) -> Picture {
    let placed = |side: Side| {
        let cells = bits::each(position.pieces(side)).map(|bit| cell(position, bit));
        cells.map(move |cell| Placed { cell, piece: side.index(), state: None })
    };
    let winning = position.arrived().map_or(0, |(_, pieces)| pieces);
    let lost = Side::BOTH.into_iter().filter_map(|side| {
        let count = (position.most() - position.pieces(side).count_ones()) as usize;
        (count > 0).then_some(Waiting { piece: side.index(), count })
    });
    Picture {
        pieces: Side::BOTH.into_iter().flat_map(placed).collect(),
        winning: bits::each(winning).map(|bit| cell(position, bit)).collect(),
        notes: notes(position),
        lost: lost.collect(),
        ..Picture::default()
    }
}

/// Who is one move from the last rank.
fn notes(position: &Breakthrough) -> Vec<Note> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let (own, other) = (position.side(), position.side().other());
    // Every piece on the rank before the last can go on: there is a square diagonally ahead of it,
    // and nobody's own piece stands on a last rank.
    let near = |side: Side| {
        let goal = position.goal(side);
        let before = if side == Side::First { goal >> STRIDE } else { goal << STRIDE };
        bits::each(position.pieces(side) & before).next()
    };
    let note = |tone, message, bit: u8| {
        let text = text!(message, cell = cell_name(bit));
        Note { tone, text, cells: vec![cell(position, bit)] }
    };
    let mine = near(own).map(|bit| note(Tone::Good, "breakthrough-can-arrive", bit));
    let theirs = near(other).map(|bit| note(Tone::Warn, "breakthrough-will-arrive", bit));
    // Whoever wins now need not fear what comes next.
    mine.or(theirs).into_iter().collect()
}

pub fn gesture(position: &Breakthrough, ply: &BreakthroughPly) -> Gesture {
    let cells = [ply.from, ply.to].map(|bit| cell(position, bit)).to_vec();
    let takes = position.pieces(position.side().other()) >> ply.to & 1 == 1;
    let about = takes.then(|| text!("breakthrough-takes"));
    Gesture::Path { cells, mark: PathMark::Dot, about }
}

pub fn why_not(position: &Breakthrough, touched: &Touched) -> Option<Text> {
    let size = usize::from(position.size);
    let inside = |cell: &usize| {
        let (column, row) = (cell % size, cell / size);
        (row < size).then(|| row as u8 * STRIDE + column as u8)
    };
    let touched: Option<Vec<u8>> = touched.cells.iter().map(inside).collect();
    match touched?[..] {
        [from] if position.pieces(position.side()) >> from & 1 == 1 => {
            let blocked = position.legal_plies().iter().all(|ply| ply.from != from);
            blocked.then(|| text!("breakthrough-blocked", cell = cell_name(from)))
        }
        [from] => {
            let here = BreakthroughPly { from, to: from };
            position.check(&here).err().map(Text::from)
        }
        [from, .., to] => position.check(&BreakthroughPly { from, to }).err().map(Text::from),
        [] => None,
    }
}

/// A game near its end: both sides have runners.
pub fn sample() -> Option<Breakthrough> {
    let board = "BB.B..BB/B.....B./..B..W../.B..B.../...W..W./..W..B../W..W...W/WW..W.WW w";
    Breakthrough::new(8).ok()?.read_position(board).ok().map(|line| line.into_position())
}

/// The place of a bit in the list of cells.
fn cell(position: &Breakthrough, bit: u8) -> usize {
    usize::from(bit / STRIDE) * usize::from(position.size) + usize::from(bit % STRIDE)
}

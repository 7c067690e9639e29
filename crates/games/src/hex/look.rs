//! How Hex looks, and how its moves are made by hand.

use std::collections::VecDeque;

use ludoteca_text::{Text, text};

use super::{Cell, Colour, Hex, HexPly, Swap};
use crate::{
    boards,
    picture::{
        EdgeIndex, Form, Geometry, Gesture, Note, Paint, Picture, Piece, PieceIndex, Placed, Shape,
        SideLook, Tone,
    },
};

/// The radius of a stone.
const STONE: f32 = 13.6;
/// Half the length of the bar cut into it, which points to the edges it is to join.
const BAR: f32 = 5.2;

/// The message that names a colour.
pub fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Blue => "blue",
    }
}

pub fn geometry(hex: &Hex) -> Geometry {
    let stone = |name, colour: Colour, letter, [paint, rim]: [Paint; 2], bar: String| {
        let disc = Shape::filled(Form::circle(0.0, 0.0, STONE), paint).rimmed(rim, 1.0);
        let shapes = vec![disc, Shape::drawn(Form::path(bar), "mark", 2.8)];
        Piece::new(name, piece(colour), letter, shapes)
    };
    let side = |name, mark, goal, piece| {
        let paint = ["a", "b"][piece];
        SideLook { name: Text::new(name), mark, goal, piece, paint }
    };
    // The page may turn the board, so that no edge is always the top one.
    let (row, column) = (hex.size(), boards::letter(hex.size() - 1).to_string());
    let geometry = boards::hexagons(hex.size()).geometry(
        vec![
            stone("red-stone", Colour::Red, 'R', ["a", "a2"], format!("M0 {}V{BAR}", -BAR)),
            stone("blue-stone", Colour::Blue, 'B', ["b", "b2"], format!("M{} 0H{BAR}", -BAR)),
        ],
        [
            side("red", text!("mark-hex-red", last = row), text!("goal-hex-red", last = row), 0),
            side(
                "blue",
                text!("mark-hex-blue", last = column.as_str()),
                text!("goal-hex-blue", last = column.as_str()),
                1,
            ),
        ],
    );
    if hex.exchanged() { geometry.exchanged() } else { geometry }
}

pub fn picture(hex: &Hex) -> Picture {
    let placed =
        |(cell, colour)| Placed { cell: index(hex, cell), piece: piece(colour), state: None };
    let chain = hex.winner.map(|colour| chain(hex, colour)).unwrap_or_default();
    Picture {
        pieces: hex.stones().map(placed).collect(),
        winning: chain.into_iter().map(|cell| index(hex, cell)).collect(),
        notes: swap_note(hex).or_else(|| unreachable_note(hex)).into_iter().collect(),
        ..Picture::default()
    }
}

pub fn gesture(hex: &Hex, ply: &HexPly) -> Gesture {
    match *ply {
        HexPly::Stone(cell) => {
            let cell = index(hex, cell);
            Gesture::Tap { cells: vec![cell], lands: cell, piece: piece(hex.colour) }
        }
        HexPly::SwapPieces => {
            let about = first(hex).map(|cell| {
                text!("hex-offer-pieces", from = cell.name(), to = cell.across().name())
            });
            Gesture::Press { button: text!("hex-take-stone"), about }
        }
        HexPly::SwapSides => {
            let about = first(hex).map(|cell| text!("hex-offer-sides", cell = cell.name()));
            Gesture::Press { button: text!("hex-take-colour"), about }
        }
    }
}

/// The only stone on the board.
fn first(hex: &Hex) -> Option<Cell> {
    hex.stones().next().map(|stone| stone.0).filter(|_| hex.count == 1)
}

/// A shortest chain of a colour from edge to edge; none if there is none.
pub fn chain(hex: &Hex, colour: Colour) -> Vec<Cell> {
    let along = |cell: Cell| if colour == Colour::Red { cell.row() } else { cell.column() };
    let mut waiting: VecDeque<Cell> =
        hex.stones().filter(|stone| stone.1 == colour).map(|stone| stone.0).collect();
    waiting.retain(|cell| along(*cell) == 0);
    // Where each stone was first reached from; those at the edge, from themselves.
    let mut from = vec![None; hex.size() * hex.size()];
    waiting.iter().for_each(|cell| from[index(hex, *cell)] = Some(*cell));
    while let Some(cell) = waiting.pop_front() {
        if along(cell) == hex.size() - 1 {
            let mut chain = vec![cell];
            let mut at = cell;
            while let Some(before) = from[index(hex, at)].filter(|before| *before != at) {
                chain.push(before);
                at = before;
            }
            return chain;
        }
        for near in hex.neighbours(cell).filter(|near| hex.stone(*near) == Some(colour)) {
            let reached = &mut from[index(hex, near)];
            if reached.is_none() {
                *reached = Some(cell);
                waiting.push_back(near);
            }
        }
    }
    Vec::new()
}

/// The edges of the picture that a colour joins.
pub fn edges(colour: Colour) -> [EdgeIndex; 2] {
    match colour {
        Colour::Red => [0, 1],
        Colour::Blue => [2, 3],
    }
}

fn piece(colour: Colour) -> PieceIndex {
    colour as usize
}

fn index(hex: &Hex, cell: Cell) -> usize {
    cell.row() * hex.size() + cell.column()
}

/// That no game leads to a board, so that nobody takes it for one of a game.
fn unreachable_note(hex: &Hex) -> Option<Note> {
    let text = text!("hex-note-unreachable");
    hex.unreachable.then_some(Note { tone: Tone::Info, text, cells: Vec::new() })
}

/// What a swap that has just been made did, as nobody sees it happen. Whoever knows the two players
/// says `who` it was: `you`, the `opponent` or an`other`.
fn swap_note(hex: &Hex) -> Option<Note> {
    let cell = first(hex).filter(|_| hex.swapped)?;
    let words: Text = match hex.swap {
        Swap::None => return None,
        Swap::Pieces => {
            text!("hex-note-pieces", who = "other", from = cell.across().name(), to = cell.name())
        }
        Swap::Sides => text!("hex-note-sides", who = "other", cell = cell.name()),
    };
    Some(Note { tone: Tone::News, text: words, cells: vec![index(hex, cell)] })
}

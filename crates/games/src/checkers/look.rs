//! How checkers looks, what the player is told, and how moves are made by hand.

use ludoteca_text::{Text, text};

use super::{
    Checkers, LONGEST_QUIET,
    board::{Board, CheckersPly, MOST_PIECES, Square, squares},
    refusal::{must_take, not_own},
    text::{find_ply, write_board, write_ply},
};
use crate::{
    Game, Side, boards,
    boards::SQUARE,
    picture::{
        Cell, Form, Geometry, Gesture, Label, Layout, Note, PathMark, Picture, Piece, PieceIndex,
        Placed, Shape, SideLook, Tone, Touched, Waiting,
    },
};

/// The radius of a piece.
const PIECE: f32 = 22.5;
/// The height of the numbers of squares.
const NUMBER: f32 = 11.0;
/// Quiet plies before the draw by them from which it is told.
const SOON: usize = 20;

pub fn geometry() -> Geometry {
    let edge = 8.0 * SQUARE;
    let mut board = boards::Board {
        // As much room as a board with letters around it has, and more of it at the corner that is
        // no square, where the page has its buttons.
        view: [-14.0, -23.0, edge + 46.0, edge + 46.0],
        ground: vec![
            Shape::filled(Form::rect(-9.0, -9.0, edge + 18.0, edge + 18.0, 7.0), "frame"),
            Shape::filled(Form::rect(0.0, 0.0, edge, edge, 0.0), "w1"),
        ],
        cells: Vec::new(),
        labels: Vec::new(),
        edges: Vec::new(),
        turns: boards::seats(Side::Second, ["black", "white"]),
    };
    for square in Square::all() {
        let (row, column) = square.row_and_column();
        let (left, top) = (column as f32 * SQUARE, row as f32 * SQUARE);
        board.cells.push(Cell {
            name: square.number().to_string(),
            x: left + SQUARE / 2.0,
            y: top + SQUARE / 2.0,
            outline: Form::rect(left, top, SQUARE, SQUARE, 0.0),
            hit: None,
            fill: Some("inlay"),
        });
        let number = Label::new(left + 9.0, top + 8.5, square.number().to_string());
        board.labels.push(Label { size: Some(NUMBER), ..number });
    }
    board.geometry(
        vec![
            Piece::new("black-man", 0, 'b', dark(false)),
            Piece::new("black-king", 0, 'B', dark(true)),
            Piece::new("white-man", 1, 'w', cream(false)),
            Piece::new("white-king", 1, 'W', cream(true)),
        ],
        [
            SideLook::new("black", "mark-rings", text!("goal-checkers"), 0, "dark"),
            SideLook::new("white", "mark-one-ring", text!("goal-checkers"), 2, "cream"),
        ],
    )
}

/// A black piece: two rings and a dot, or a ring around a crown.
fn dark(king: bool) -> Vec<Shape> {
    let ring = |r| Shape::drawn(Form::circle(0.0, 0.0, r), "dark2", 1.6);
    let mut shapes = vec![
        Shape::filled(Form::circle(0.0, 0.0, PIECE), "dark").rimmed("dark2", 1.6),
        ring(PIECE - 4.5),
    ];
    if king {
        shapes.push(crown("dark2"));
    } else {
        shapes.extend([ring(9.5), Shape::filled(Form::circle(0.0, 0.0, 2.6), "dark2")]);
    }
    shapes
}

/// A white piece: one ring, and a crown in it.
fn cream(king: bool) -> Vec<Shape> {
    let mut shapes = vec![
        Shape::filled(Form::circle(0.0, 0.0, PIECE), "cream").rimmed("cream2", 1.6),
        Shape::drawn(Form::circle(0.0, 0.0, if king { PIECE - 4.5 } else { 13.0 }), "cream2", 1.6),
    ];
    shapes.extend(king.then(|| crown("cream2")));
    shapes
}

/// A crown of three points.
fn crown(paint: &'static str) -> Shape {
    let outline = "M-9.5 7.5L-10.5 -5.5L-4.5 -0.5L0 -8.5L4.5 -0.5L10.5 -5.5L9.5 7.5Z";
    Shape::drawn(Form::path(outline), paint, 2.2)
}

/// A piece's place in the list of kinds.
fn piece(side: Side, king: bool) -> PieceIndex {
    2 * side.index() + usize::from(king)
}

pub fn picture(position: &Checkers) -> Picture {
    let board = position.board();
    let placed = Square::all().filter_map(|square| {
        let (side, king) = board.piece(square)?;
        Some(Placed { cell: cell(square), piece: piece(side, king), state: None })
    });
    let lost = Side::BOTH.into_iter().filter_map(|side| {
        let left = board.of(side).count_ones();
        let count = MOST_PIECES.saturating_sub(left) as usize;
        (count > 0).then(|| Waiting { piece: piece(side, false), count })
    });
    Picture {
        pieces: placed.collect(),
        notes: notes(position),
        lost: lost.collect(),
        ..Picture::default()
    }
}

/// What has just happened, what has to be done, and how near a draw is.
fn notes(position: &Checkers) -> Vec<Note> {
    let mut notes: Vec<Note> = news(position).into_iter().collect();
    if position.outcome().is_some() {
        return notes;
    }
    let info = |tone, text, cells| Note { tone, text, cells };
    if position.board.can_take(position.side) {
        let plies = position.legal_plies();
        let takers = plies.iter().fold(0, |all, ply| all | ply.from().bit());
        notes.push(info(
            Tone::Info,
            must_take(position).into(),
            squares(takers).map(cell).collect(),
        ));
    }
    let left = LONGEST_QUIET - usize::from(position.quiet);
    if position.times == 2 {
        notes.push(info(Tone::Warn, text!("checkers-seen-twice"), Vec::new()));
    } else if left <= SOON {
        notes.push(info(Tone::Warn, text!("checkers-quiet-long", left = left), Vec::new()));
    }
    notes
}

/// What was taken or crowned by the last ply, which may be long over before somebody looks.
fn news(position: &Checkers) -> Option<Note> {
    let (ply, crowned) = position.last?;
    let (takes, square) = (ply.takes(), ply.end().number());
    let words = write_ply(ply);
    let text = match (takes, crowned) {
        (0, false) => return None,
        (0, true) => text!("checkers-news-crowned", square = square),
        (_, false) => text!("checkers-news-took", ply = words, n = takes),
        (_, true) => text!("checkers-news-took-crowned", ply = words, n = takes, square = square),
    };
    Some(Note { tone: Tone::News, text, cells: ply.path().into_iter().map(cell).collect() })
}

pub fn gesture(position: &Checkers, ply: CheckersPly) -> Gesture {
    let mut after = position.clone();
    after.play_unchecked(&ply);
    let crowned = after.last.is_some_and(|(_, crowned)| crowned);
    let takes = ply.takes();
    let about = match (takes, crowned) {
        (0, false) => None,
        (0, true) => Some(text!("checkers-way-crowned")),
        (_, false) => Some(text!("checkers-way-takes", n = takes)),
        (_, true) => Some(text!("checkers-way-takes-crowned", n = takes)),
    };
    let cells = ply.path().into_iter().map(cell).collect();
    Gesture::Path { cells, mark: PathMark::Dot, about }
}

pub fn why_not(position: &Checkers, touched: &Touched) -> Option<Text> {
    let inside: Option<Vec<Square>> =
        touched.cells.iter().map(|cell| Square::numbered(cell.checked_add(1)?)).collect();
    let path = inside?;
    match path[..] {
        [] => None,
        [square] => untouchable(position, square),
        [from, ..] => match position.board.piece(from) {
            Some((side, _)) if side == position.side => match find_ply(position, &path) {
                Ok(ply) => position.check(&ply).err().map(Text::from),
                Err(_) if position.board.can_take(position.side) && !takes(position, from) => {
                    Some(must_take(position).into())
                }
                Err(why) => Some(why.into()),
            },
            _ => Some(not_own(position, from).into()),
        },
    }
}

/// Whether a legal move begins on a square with a jump.
fn takes(position: &Checkers, from: Square) -> bool {
    position.legal_plies().iter().any(|ply| ply.from() == from && ply.takes() > 0)
}

/// Why nothing on a square can be moved; none if it can.
fn untouchable(position: &Checkers, square: Square) -> Option<Text> {
    if position.board.of(position.side) & square.bit() == 0 {
        return Some(not_own(position, square).into());
    }
    if position.legal_plies().iter().any(|ply| ply.from() == square) {
        return None;
    }
    if position.board.can_take(position.side) {
        return Some(must_take(position).into());
    }
    Some(text!("checkers-blocked", square = square.number()))
}

/// A board set up by hand.
pub fn write_layout(layout: &Layout) -> String {
    let mut board = Board::default();
    for (cell, piece) in &layout.pieces {
        if let Some(square) = cell.checked_add(1).and_then(Square::numbered) {
            board.put(square, Side::BOTH[piece / 2 % 2], piece % 2 == 1);
        }
    }
    write_board(&board, layout.side)
}

/// A king among men.
pub fn sample() -> Option<Checkers> {
    let words = "B:W14,18,21,23,26,27,30,31,K3:B2,5,7,8,11,12,16,20,K29";
    Checkers::default().read_position(words).ok().map(|line| line.into_position())
}

/// The place of a square in the list of cells.
fn cell(square: Square) -> usize {
    square.number() - 1
}

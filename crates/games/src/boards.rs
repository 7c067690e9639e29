//! Boards of the usual shapes: squares, hexagons, and columns into which pieces are dropped.
//!
//! Each gives cells, labels and ground for a [`Geometry`]; a game adds
//! its pieces and sides. Cells are numbered row by row, in every shape.

use ludoteca_text::{Text, text};

use crate::{
    Side,
    picture::{Cell, Edge, Entrance, Form, Geometry, Label, Piece, Rotation, Shape, SideLook},
};

/// The parts of a board that its shape alone decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Left, top, width and height of what has to be seen.
    pub view: [f32; 4],
    /// What lies beneath the cells.
    pub ground: Vec<Shape>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// Letters and numbers along the edges.
    pub labels: Vec<Label>,
    /// The edges that something can be joined to.
    pub edges: Vec<Edge>,
    /// The ways it can lie, the usual one first; none if it lies in one way only.
    pub turns: Vec<Rotation>,
}

impl Board {
    /// The board with its pieces, which appear where they are put.
    pub fn geometry(self, pieces: Vec<Piece>, sides: [SideLook; 2]) -> Geometry {
        let Board { view, ground, cells, labels, edges, turns } = self;
        let (ranks, entrance) = (Vec::new(), Entrance::Fade);
        Geometry { view, ground, cells, labels, edges, turns, pieces, ranks, sides, entrance }
    }
}

/// The side of a square cell, and the distance of columns on a board of columns.
pub const SQUARE: f32 = 60.0;
/// The distance from the centre of a hexagon to its corners.
pub const HEXAGON: f32 = 20.0;
/// The width of the bands along the edges of a board of hexagons, half of it under the cells.
const BAND: f32 = 13.0;
/// The radius of a piece that fits a hole of a board of columns.
pub const DISC: f32 = 21.0;

/// The letter of a column: `a` for 0.
pub fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

/// `a1`, `c3`: a column's letter and a row's number, both counted from 0 here.
pub fn name(column: usize, row: usize) -> String {
    format!("{}{}", letter(column), row + 1)
}

/// Reads `a1`, `c3`; the column and the row, both from 0.
pub fn read_name(words: &str) -> Option<(usize, usize)> {
    let mut chars = words.chars();
    let column = chars.next().filter(char::is_ascii_lowercase)? as usize - 'a' as usize;
    let row = chars.as_str();
    if row.starts_with(['0', '+']) || row.len() > 2 {
        return None;
    }
    Some((column, row.parse::<usize>().ok()?.checked_sub(1)?))
}

/// Squares, the first row at the bottom, `a1` in its left corner, without lines or tones.
pub fn squares(width: usize, height: usize) -> Board {
    let mut cells = Vec::new();
    for row in 0..height {
        for column in 0..width {
            let (left, top) = (column as f32 * SQUARE, (height - 1 - row) as f32 * SQUARE);
            cells.push(Cell {
                name: name(column, row),
                x: left + SQUARE / 2.0,
                y: top + SQUARE / 2.0,
                outline: Form::rect(left, top, SQUARE, SQUARE, 0.0),
                hit: None,
                fill: None,
            });
        }
    }
    let (w, h) = (width as f32 * SQUARE, height as f32 * SQUARE);
    let columns = (0..width)
        .map(|column| Label::new((column as f32 + 0.5) * SQUARE, h + 22.0, letter(column)));
    let rows = (0..height)
        .map(|row| Label::new(-22.0, h - (row as f32 + 0.5) * SQUARE, (row + 1).to_string()));
    Board {
        view: [-32.0, -14.0, w + 46.0, h + 46.0],
        ground: Vec::new(),
        labels: columns.chain(rows).collect(),
        edges: Vec::new(),
        turns: Vec::new(),
        cells,
    }
}

/// Squares on a sheet of wood divided by lines, as for noughts and crosses.
pub fn ruled_squares(width: usize, height: usize) -> Board {
    let mut board = squares(width, height);
    let (w, h) = (width as f32 * SQUARE, height as f32 * SQUARE);
    let mut lines = String::new();
    for column in 1..width {
        lines += &format!("M{} 8V{}", column as f32 * SQUARE, h - 8.0);
    }
    for row in 1..height {
        lines += &format!("M8 {}H{}", row as f32 * SQUARE, w - 8.0);
    }
    board.ground = vec![
        Shape::filled(Form::rect(-8.0, -8.0, w + 16.0, h + 16.0, 14.0), "w1"),
        Shape::drawn(Form::path(lines), "wline", 3.5),
    ];
    board
}

/// Squares of two tones in a frame, as for chess.
pub fn chequered_squares(width: usize, height: usize) -> Board {
    let mut board = squares(width, height);
    let (w, h) = (width as f32 * SQUARE, height as f32 * SQUARE);
    board.ground = vec![Shape::filled(Form::rect(-9.0, -9.0, w + 18.0, h + 18.0, 7.0), "frame")];
    for (index, cell) in board.cells.iter_mut().enumerate() {
        let dark = (index % width + index / width).is_multiple_of(2);
        cell.fill = Some(if dark { "w3" } else { "w1" });
    }
    board
}

/// Holes in a standing frame, the first row at the bottom; columns are numbered from 1.
pub fn columns(width: usize, height: usize) -> Board {
    let mut board = squares(width, height);
    let (w, h) = (width as f32 * SQUARE, height as f32 * SQUARE);
    for cell in &mut board.cells {
        cell.hit = Some(std::mem::replace(&mut cell.outline, Form::circle(cell.x, cell.y, 24.0)));
        cell.fill = Some("hole");
    }
    board.ground = vec![
        Shape::filled(Form::rect(-12.0, -12.0, w + 24.0, h + 24.0, 16.0), "frame"),
        Shape::filled(Form::rect(-6.0, -6.0, w + 12.0, h + 12.0, 11.0), "frame2"),
    ];
    board.labels = (0..width)
        .map(|column| {
            Label::new((column as f32 + 0.5) * SQUARE, h + 27.0, (column + 1).to_string())
        })
        .collect();
    board.view = [-14.0, -14.0, w + 28.0, h + 52.0];
    board
}

/// A rhombus of hexagons, the first row at the top, each row half a cell further right. The first
/// side owns the top and bottom edges, the second the left and right ones; they are numbered in
/// that order.
pub fn hexagons(size: usize) -> Board {
    let across = HEXAGON * 3f32.sqrt();
    let down = HEXAGON * 1.5;
    let centre = |column: usize, row: usize| {
        ((column as f32 + row as f32 / 2.0) * across, row as f32 * down)
    };
    // Corner 0 is at the top; the others follow clockwise.
    let corner = |column: usize, row: usize, k: usize| {
        let (x, y) = centre(column, row);
        let turn = (60.0 * k as f32 - 90.0).to_radians();
        (x + HEXAGON * turn.cos(), y + HEXAGON * turn.sin())
    };
    let path = |points: &[(f32, f32)]| {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
        format!("M{}", points.join("L"))
    };
    let mut cells = Vec::new();
    for row in 0..size {
        for column in 0..size {
            let (x, y) = centre(column, row);
            let corners: Vec<_> = (0..6).map(|k| corner(column, row, k)).collect();
            let tone = ["w1", "w3", "w2"][(column + 2 * row) % 3];
            cells.push(Cell {
                name: name(column, row),
                x,
                y,
                outline: Form::path(path(&corners) + "Z"),
                hit: None,
                fill: Some(tone),
            });
        }
    }
    let last = size - 1;
    let middle = |p: (f32, f32), q: (f32, f32)| ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
    let right_end = middle(corner(last, 0, 0), corner(last, 0, 1));
    let left_end = middle(corner(0, last, 3), corner(0, last, 4));
    let run = |one: &dyn Fn(usize) -> [(f32, f32); 2]| (0..size).flat_map(one).collect::<Vec<_>>();
    let mut top = run(&|i| [corner(i, 0, 5), corner(i, 0, 0)]);
    top.push(right_end);
    let mut right = run(&|i| [corner(last, i, 1), corner(last, i, 2)]);
    right.insert(0, right_end);
    let mut bottom = run(&|i| [corner(last - i, last, 2), corner(last - i, last, 3)]);
    bottom.push(left_end);
    let mut left = run(&|i| [corner(0, last - i, 4), corner(0, last - i, 5)]);
    left.insert(0, left_end);
    let band = |points: &[(f32, f32)], paint| Shape::drawn(Form::path(path(points)), paint, BAND);
    // Bands end round; where two of them meet, the end of one is covered to make a straight cut.
    let straight = |from: (f32, f32), to: (f32, f32)| {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let [x, y] = [to.0 - from.0, to.1 - from.1].map(|way| way / length * BAND / 2.0);
        let [near, far] = [from, (from.0 + x, from.1 + y)];
        let corners = [(near, 1.0), (far, 1.0), (far, -1.0), (near, -1.0)]
            .map(|(at, aside)| (at.0 - aside * y, at.1 + aside * x));
        Shape::filled(Form::path(path(&corners) + "Z"), "b")
    };
    let ground = vec![
        band(&right, "b"),
        band(&left, "b"),
        band(&top, "a"),
        band(&bottom, "a"),
        straight(right_end, corner(last, 0, 1)),
        straight(left_end, corner(0, last, 4)),
        straight(corner(0, 0, 5), corner(0, 0, 4)),
        straight(corner(last, last, 2), corner(last, last, 1)),
    ];

    let columns = (0..size).map(|column| {
        let (x, _) = centre(column, 0);
        Label::new(x - across * 0.55, -down * 1.06, letter(column))
    });
    let rows = (0..size).map(|row| {
        let (x, y) = centre(0, row);
        Label::new(x - across * 1.12, y, (row + 1).to_string())
    });
    let labels = columns.chain(rows).collect();
    let (w, h) = centre(last, last);
    let pad = 34.0;
    let view = [
        -across / 2.0 - pad,
        -HEXAGON - pad,
        w + across + pad * 1.5,
        h + HEXAGON * 2.0 + pad * 1.4,
    ];
    type Point = (f32, f32);
    let edge = |name, from: Point, to: Point| Edge { name, from: from.into(), to: to.into() };
    let outside = |column, row, k| middle(corner(column, row, k), corner(column, row, (k + 1) % 6));
    let edges = vec![
        edge(text!("edge-row", row = 1), outside(0, 0, 5), outside(last, 0, 5)),
        edge(text!("edge-row", row = size), outside(0, last, 2), outside(last, last, 2)),
        edge(text!("edge-column", column = "a"), outside(0, 0, 4), outside(0, last, 4)),
        edge(
            text!("edge-column", column = letter(last).to_string()),
            outside(last, 0, 1),
            outside(last, last, 1),
        ),
    ];
    let turn = |name, degrees| Rotation { name: Text::new(name), degrees, seat: None };
    let turns = match size {
        1 => Vec::new(),
        _ => vec![turn("turn-flat", 0.0), turn("turn-diamond", 60.0), turn("turn-upright", 90.0)],
    };
    Board { view, ground, cells, labels, edges, turns }
}

/// The two ways that a board lies for sides that face each other, by their names: first as it is
/// described, with `below` at the bottom.
pub fn seats(below: Side, names: [&'static str; 2]) -> Vec<Rotation> {
    let seat = |side: Side, degrees| {
        let name = text!("turn-seat", side = Text::new(names[side.index()]));
        Rotation { name, degrees, seat: Some(side.index()) }
    };
    vec![seat(below, 0.0), seat(below.other(), 180.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_nothing_else_is() {
        for (column, row) in [(0, 0), (2, 2), (10, 18)] {
            assert_eq!(read_name(&name(column, row)), Some((column, row)));
        }
        for words in ["", "a", "a0", "1a", "A1", "a01", "a+1", "á1", "a1 ", "a123"] {
            assert_eq!(read_name(words), None, "{words:?}");
        }
    }

    #[test]
    fn every_board_keeps_its_cells_in_view() {
        for board in [ruled_squares(3, 3), chequered_squares(8, 8), columns(7, 6), hexagons(11)] {
            let [left, top, width, height] = board.view;
            for cell in &board.cells {
                assert!(cell.x > left && cell.x < left + width, "{cell:?}");
                assert!(cell.y > top && cell.y < top + height, "{cell:?}");
            }
            for label in &board.labels {
                assert!(label.x > left && label.x < left + width, "{label:?}");
                assert!(label.y > top && label.y < top + height, "{label:?}");
            }
        }
    }

    #[test]
    fn edges_of_hexagons_run_along_their_own_row_or_column() {
        let board = hexagons(5);
        let near = |edge: usize, name: &str| {
            let cell = board.cells.iter().find(|cell| cell.name == name).unwrap();
            let Edge { from, to, .. } = &board.edges[edge];
            let [along, out] =
                [(to[0] - from[0], to[1] - from[1]), (cell.x - from[0], cell.y - from[1])];
            (along.0 * out.1 - along.1 * out.0).abs() / along.0.hypot(along.1) < HEXAGON
        };
        let rims = [["a1", "e1"], ["a5", "e5"], ["a1", "a5"], ["e1", "e5"]];
        for (edge, rim) in rims.into_iter().enumerate() {
            assert!(rim.into_iter().all(|name| near(edge, name)), "{:?}", board.edges[edge]);
            assert!(!near(edge, "c3"), "{:?}", board.edges[edge]);
        }
    }

    #[test]
    fn neighbouring_hexagons_are_equally_far_apart() {
        let board = hexagons(3);
        let centre = |name: &str| {
            let cell = board.cells.iter().find(|cell| cell.name == name).unwrap();
            (cell.x, cell.y)
        };
        let (x, y) = centre("b2");
        for neighbour in ["a2", "c2", "b1", "b3", "c1", "a3"] {
            let (u, v) = centre(neighbour);
            assert!(((x - u).hypot(y - v) - HEXAGON * 3f32.sqrt()).abs() < 0.01, "{neighbour}");
        }
    }
}

//! A board in plain characters, drawn from the same data as the page's.

use crate::{
    boards,
    picture::{CellIndex, Form, Geometry, Label, Picture},
};

/// The position as lines of text: a letter for each piece, `.` for an empty cell, labels around. A
/// label on an empty cell stands there in place of the dot.
pub fn draw(geometry: &Geometry, picture: &Picture) -> String {
    // One character cell for the closest distance of two neighbours in a row.
    let mut gap = f32::INFINITY;
    for (i, a) in geometry.cells.iter().enumerate() {
        for b in &geometry.cells[..i] {
            if (a.y - b.y).abs() < 1.0 {
                gap = gap.min((a.x - b.x).abs());
            }
        }
    }
    let on_cells = on_cells(geometry);
    // Numbers on cells need room beside each other.
    let columns = if on_cells.is_empty() { 2.0 } else { 4.0 };
    let gap = if gap.is_finite() { gap / columns } else { boards::HEXAGON };
    let mut marks: Vec<(f32, f32, String)> = Vec::new();
    for (index, cell) in geometry.cells.iter().enumerate() {
        let piece = picture.pieces.iter().find(|placed| placed.cell == index);
        let written = on_cells.iter().find(|(at, _)| *at == index);
        let empty = || written.map_or(".".to_owned(), |(_, label)| label.text.clone());
        let letter = piece.map(|placed| geometry.pieces[placed.piece].letter.to_string());
        marks.push((cell.x, cell.y, letter.unwrap_or_else(empty)));
    }
    let on_a_cell = |label: &&Label| on_cells.iter().any(|(_, other)| other == label);
    for label in geometry.labels.iter().filter(|label| !on_a_cell(label)) {
        marks.push((label.x, label.y, label.text.clone()));
    }
    let left = marks.iter().map(|mark| mark.0).fold(f32::INFINITY, f32::min);
    marks.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.total_cmp(&b.0)));

    let mut lines: Vec<(f32, String)> = Vec::new();
    for (x, y, text) in marks {
        if lines.last().is_none_or(|line| (line.0 - y).abs() > 1.0) {
            lines.push((y, String::new()));
        }
        let line = &mut lines.last_mut().expect("pushed above").1;
        let column = ((x - left) / gap).round() as usize + 1;
        let begin = (column + 1).saturating_sub(text.chars().count());
        while line.chars().count() < begin {
            line.push(' ');
        }
        line.push_str(&text);
    }
    let lines: Vec<&str> = lines.iter().map(|line| line.1.trim_end()).collect();
    lines.join("\n") + "\n"
}

/// The labels that stand on square cells, each with its cell.
fn on_cells(geometry: &Geometry) -> Vec<(CellIndex, &Label)> {
    let cell = |label: &Label| {
        geometry.cells.iter().position(|cell| match cell.outline {
            Form::Rect { x, y, w, h, .. } => {
                (x..x + w).contains(&label.x) && (y..y + h).contains(&label.y)
            }
            Form::Circle { .. } | Form::Path { .. } => false,
        })
    };
    geometry.labels.iter().filter_map(|label| Some((cell(label)?, label))).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Checkers, Connect4, Game, boards, picture::Picture};

    #[test]
    fn a_position_is_drawn_with_its_labels() {
        let position = Connect4::default().read_position("4453").unwrap().into_position();
        let drawn = super::draw(&position.geometry(), &position.picture());
        let expected = "
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . . . . .
  . . . O . . .
  . . O X X . .
  1 2 3 4 5 6 7
";
        let squeezed = |s: &str| {
            s.lines().map(|l| l.trim().to_owned()).filter(|l| !l.is_empty()).collect::<Vec<_>>()
        };
        assert_eq!(squeezed(&drawn), squeezed(expected));
    }

    #[test]
    fn numbers_on_cells_stand_where_nothing_else_does() {
        let position = Checkers::default();
        let drawn = super::draw(&position.geometry(), &position.picture());
        let expected = "   b   b   b   b
 b   b   b   b
   b   b   b   b
13  14  15  16
  17  18  19  20
 w   w   w   w
   w   w   w   w
 w   w   w   w
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn hexagons_lean_to_the_right() {
        let mut geometry = Connect4::default().geometry();
        let board = boards::hexagons(3);
        (geometry.cells, geometry.labels) = (board.cells, board.labels);
        let drawn = super::draw(&geometry, &Picture::default());
        let dots: Vec<usize> = drawn.lines().filter_map(|line| line.find('.')).collect();
        assert_eq!(dots.len(), 3);
        assert!(dots[0] < dots[1] && dots[1] < dots[2], "{drawn}");
    }
}

//! Plies and boards of Breakthrough as text: `a2a3`, and rows from the top with `W`, `B` and `.`,
//! then a space and `w` or `b` for the side to move.

use ludoteca_text::{Text, text};

use super::{Breakthrough, BreakthroughPly, STRIDE};
use crate::{Game, Line, NotationError, Side, boards, notation::tokens, picture::Layout, point};

/// What a move looks like.
pub fn not_a_move(position: &Breakthrough) -> Text {
    let last = usize::from(position.size - 1);
    text!("breakthrough-not-a-move", first = "a1", last = boards::name(last, last))
}

pub fn read_ply(position: &Breakthrough, words: &str) -> Result<BreakthroughPly, Text> {
    let cell = |words: &str| {
        let (column, row) = boards::read_name(words)?;
        let inside = column.max(row) < usize::from(position.size);
        inside.then(|| row as u8 * STRIDE + column as u8)
    };
    let halves = words.split_at_checked(2);
    let ply =
        halves.and_then(|(from, to)| Some(BreakthroughPly { from: cell(from)?, to: cell(to)? }));
    ply.ok_or_else(|| not_a_move(position))
}

/// Plies, or a board and the plies played from there.
pub fn read_position(
    start: &Breakthrough,
    words: &str,
) -> Result<Line<Breakthrough>, NotationError> {
    let mut rest = tokens(words);
    let Some(board) = tokens(words).next().filter(|first| first.contains('/')) else {
        return Line::replay(*start, words, rest);
    };
    rest.next();
    let pieces = read_rows(start.size, words, board)?;
    let side = match rest.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => return Err(point(words, other.unwrap_or(board), text!("breakthrough-no-side"))),
    };
    let position = Breakthrough { pieces, side, size: start.size };
    if let Some(why) = impossible(&position) {
        return Err(point(words, board, why));
    }
    Line::replay(position, words, rest)
}

fn read_rows(size: u8, words: &str, board: &str) -> Result<[u64; 2], NotationError> {
    let size = usize::from(size);
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        let why = text!("rows-count", rows = size, found = rows.len());
        return Err(point(words, board, why));
    }
    let mut pieces = [0; 2];
    for (down, row) in rows.into_iter().enumerate() {
        let found = row.chars().count();
        if found != size {
            return Err(point(words, row, text!("row-width", cells = size, found = found)));
        }
        for (column, (at, letter)) in row.char_indices().enumerate() {
            let bit = 1 << (usize::from(STRIDE) * (size - 1 - down) + column);
            match letter {
                'W' => pieces[0] |= bit,
                'B' => pieces[1] |= bit,
                '.' => {}
                _ => {
                    let token = &row[at..at + letter.len_utf8()];
                    return Err(point(words, token, text!("breakthrough-cell-letter")));
                }
            }
        }
    }
    Ok(pieces)
}

/// Why no game comes to such a board, as far as it can be told at a glance.
fn impossible(position: &Breakthrough) -> Option<Text> {
    let most = position.most();
    if position.pieces.iter().any(|pieces| pieces.count_ones() > most) {
        return Some(text!("breakthrough-too-many", most = most));
    }
    if position.pieces == [0, 0] {
        return Some(text!("breakthrough-empty"));
    }
    let arrived = Side::BOTH.map(|side| (position.pieces(side) & position.goal(side)).count_ones());
    if arrived[0] + arrived[1] > 1 {
        return Some(text!("breakthrough-two-winners"));
    }
    let outcome = position.outcome();
    outcome
        .is_some_and(|outcome| outcome.winner == Some(position.side))
        .then(|| text!("breakthrough-moved-after-win"))
}

pub fn write_board(position: &Breakthrough, layout: &Layout) -> String {
    let size = usize::from(position.size);
    let mut rows = vec![vec!['.'; size]; size];
    for (cell, piece) in &layout.pieces {
        rows[size - 1 - cell / size][cell % size] = ['W', 'B'][*piece];
    }
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join("/"), ["w", "b"][layout.side.index()])
}

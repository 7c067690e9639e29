//! Plies and boards of Breakthrough as text: `a2a3`, and rows from the top with `W`, `B` and `.`,
//! then a space and `w` or `b` for the side to move.

use super::{Breakthrough, BreakthroughPly, BreakthroughRefusal, STRIDE};
use crate::{
    Game, Line, RowsError, Side, Unread, boards, notation::tokens, picture::Layout, point,
};

pub fn read_ply(
    position: &Breakthrough,
    words: &str,
) -> Result<BreakthroughPly, BreakthroughRefusal> {
    let cell = |words: &str| {
        let (column, row) = boards::read_name(words)?;
        let inside = column.max(row) < usize::from(position.size);
        inside.then(|| row as u8 * STRIDE + column as u8)
    };
    let halves = words.split_at_checked(2);
    let ply =
        halves.and_then(|(from, to)| Some(BreakthroughPly { from: cell(from)?, to: cell(to)? }));
    ply.ok_or(BreakthroughRefusal::NotAMove { size: position.size })
}

/// Plies, or a board and the plies played from there.
pub fn read_position(
    start: &Breakthrough,
    words: &str,
) -> Result<Line<Breakthrough>, Unread<Breakthrough>> {
    let mut rest = tokens(words);
    let Some(board) = tokens(words).next().filter(|first| first.contains('/')) else {
        return Line::replay(*start, words, rest);
    };
    rest.next();
    let pieces = read_rows(start.size, words, board)?;
    let side = match rest.next() {
        Some("w") => Side::First,
        Some("b") => Side::Second,
        other => {
            return Err(point(words, other.unwrap_or(board), BreakthroughRefusal::NoSide));
        }
    };
    let position = Breakthrough { pieces, side, size: start.size };
    if let Some(why) = impossible(&position) {
        return Err(point(words, board, why));
    }
    Line::replay(position, words, rest)
}

fn read_rows(size: u8, words: &str, board: &str) -> Result<[u64; 2], Unread<Breakthrough>> {
    let size = usize::from(size);
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        let why = RowsError::Count { rows: size, found: rows.len() };
        return Err(point(words, board, BreakthroughRefusal::Rows(why)));
    }
    let mut pieces = [0; 2];
    for (down, row) in rows.into_iter().enumerate() {
        let found = row.chars().count();
        if found != size {
            let why = RowsError::Width { cells: size, found };
            return Err(point(words, row, BreakthroughRefusal::Rows(why)));
        }
        for (column, (at, letter)) in row.char_indices().enumerate() {
            let bit = 1 << (usize::from(STRIDE) * (size - 1 - down) + column);
            match letter {
                'W' => pieces[0] |= bit,
                'B' => pieces[1] |= bit,
                '.' => {}
                _ => {
                    let token = &row[at..at + letter.len_utf8()];
                    return Err(point(words, token, BreakthroughRefusal::Letter));
                }
            }
        }
    }
    Ok(pieces)
}

/// Why no game comes to such a board, as far as it can be told at a glance.
fn impossible(position: &Breakthrough) -> Option<BreakthroughRefusal> {
    let most = position.most();
    if position.pieces.iter().any(|pieces| pieces.count_ones() > most) {
        return Some(BreakthroughRefusal::TooMany { most });
    }
    if position.pieces == [0, 0] {
        return Some(BreakthroughRefusal::Empty);
    }
    let arrived = Side::BOTH.map(|side| (position.pieces(side) & position.goal(side)).count_ones());
    if arrived[0] + arrived[1] > 1 {
        return Some(BreakthroughRefusal::TwoWinners);
    }
    let outcome = position.outcome();
    outcome
        .is_some_and(|outcome| outcome.winner == Some(position.side))
        .then_some(BreakthroughRefusal::MovedAfterWin)
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

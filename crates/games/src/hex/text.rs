//! Boards of Hex as text, and whether a game leads to them.

use std::fmt;

use super::{Cell, Colour, Hex, HexPly, HexRefusal, Swap, look};
use crate::{Game, Line, RowsError, Unread, picture::Layout, point};

/// Reads moves from the empty board, or a board.
pub fn read(start: &Hex, words: &str) -> Result<Line<Hex>, Unread<Hex>> {
    let is_board = words.contains('/') || words.trim_start().starts_with(['R', 'B', '.']);
    if is_board {
        read_board(start, words).map(Line::still)
    } else {
        Line::replay(*start, words, words.split_whitespace())
    }
}

/// The rows from the top, divided by `/`.
fn rows(hex: &Hex) -> String {
    let row = |row| {
        let cells = (0..hex.size()).filter_map(|column| Cell::new(column, row));
        cells.map(|cell| hex.stone(cell).map_or('.', letter)).collect::<String>()
    };
    (0..hex.size()).map(row).collect::<Vec<_>>().join("/")
}

/// A board that somebody set up, with the swap if there was one.
pub fn write(hex: &Hex, board: &Layout) -> String {
    let size = hex.size();
    let mut rows = vec![vec!['.'; size]; size];
    let mut count = [0, 0];
    for (cell, piece) in &board.pieces {
        rows[cell / size][cell % size] = letter(Colour::BOTH[*piece]);
        count[*piece] += 1;
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let mut words = rows.join("/");
    let supposed = hex.swap == Swap::Pieces && count[1] == count[0] + 1;
    if let Some(swap) = hex.swap.ply().filter(|_| hex.swapped || supposed) {
        words = words + " " + &hex.write_ply(&swap);
    }
    if hex.unreachable {
        words = words + " " + look::name(hex.colour);
    }
    words
}

fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
    }
}

fn read_board(start: &Hex, words: &str) -> Result<Hex, Unread<Hex>> {
    let mut tokens = words.split_whitespace();
    let board = tokens.next().unwrap_or_default();
    let stones = read_rows(start.size(), words, board)?;
    let (mut swapped, mut next) = (false, None);
    for token in tokens {
        let named = Colour::BOTH.into_iter().find(|colour| look::name(*colour) == token);
        let swap = match token {
            "swap-pieces" => HexPly::SwapPieces,
            "swap-sides" => HexPly::SwapSides,
            _ if next.is_none() && named.is_some() => {
                next = named;
                continue;
            }
            _ => return Err(point(words, token, HexRefusal::AfterBoard)),
        };
        if swapped || start.swap.ply() != Some(swap) {
            return Err(point(words, token, start.refuse_swap(swap)));
        }
        swapped = true;
    }
    match set_up(start, &stones, swapped) {
        Ok(hex) if next.is_none_or(|next| next == hex.colour) => Ok(hex),
        // Who says that there was a swap speaks of a game.
        Err(why) if swapped => Err(point(words, board, why)),
        _ => {
            let next = next.unwrap_or_else(|| fewer(&stones));
            let hex = set_up_anyhow(start, &stones, next);
            Ok(Hex { unreachable: true, ..hex })
        }
    }
}

/// The colour with fewer stones, which is to move if nobody says.
fn fewer(stones: &[(Cell, Colour)]) -> Colour {
    let red = stones.iter().filter(|stone| stone.1 == Colour::Red).count();
    if red * 2 <= stones.len() { Colour::Red } else { Colour::Blue }
}

fn read_rows(size: usize, words: &str, board: &str) -> Result<Vec<(Cell, Colour)>, Unread<Hex>> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        let why = RowsError::Count { rows: size, found: rows.len() };
        return Err(point(words, board, HexRefusal::Rows(why)));
    }
    let mut stones = Vec::new();
    for (down, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != size {
            let why = RowsError::Width { cells: size, found };
            return Err(point(words, row, HexRefusal::Rows(why)));
        }
        for (column, (at, letter)) in row.char_indices().enumerate() {
            let colour = match letter {
                'R' => Colour::Red,
                'B' => Colour::Blue,
                '.' => continue,
                _ => {
                    let token = &row[at..at + letter.len_utf8()];
                    return Err(point(words, token, HexRefusal::Letter));
                }
            };
            stones.extend(Cell::new(column, down).map(|cell| (cell, colour)));
        }
    }
    Ok(stones)
}

/// The position with these stones, if a game leads there; otherwise why not.
///
/// As stones never move, any order of them will do that takes turns and completes no chain before
/// its last stone. So their numbers have to be right, and if there is a chain, the colour that moved
/// last has it, and it breaks when one of its stones, which then was the last, is taken away.
pub fn set_up(start: &Hex, stones: &[(Cell, Colour)], swapped: bool) -> Result<Hex, HexRefusal> {
    let [red, blue] = Colour::BOTH.map(|one| stones.iter().filter(|stone| stone.1 == one).count());
    let blue_first = swapped && start.swap == Swap::Pieces;
    if swapped && stones.is_empty() {
        return Err(HexRefusal::NothingSwapped);
    }
    if swapped && start.size() == 1 {
        // The first stone ended the game.
        return Err(HexRefusal::MovedAfterWin(Colour::Red));
    }
    let (first, second) = if blue_first { (blue, red) } else { (red, blue) };
    if first != second && first != second + 1 {
        return Err(HexRefusal::Unbalanced { red, blue, swapped: blue_first });
    }
    let begins = if blue_first { Colour::Blue } else { Colour::Red };
    let next = if first == second { begins } else { begins.other() };
    let hex = laid(start, stones.iter().copied(), next, swapped);
    let Some(winner) = hex.winner else { return Ok(hex) };
    if winner == next {
        return Err(HexRefusal::MovedAfterWin(winner));
    }
    // A stone that every chain needs is in the shortest one too.
    let breaks = |last: &Cell| {
        let before = stones.iter().copied().filter(|stone| stone.0 != *last);
        laid(start, before, winner, swapped).winner.is_none()
    };
    if look::chain(&hex, winner).iter().any(breaks) {
        Ok(hex)
    } else {
        Err(HexRefusal::NoLastStone(winner))
    }
}

/// The position with these stones and that colour to move, of which no game leads there.
pub fn set_up_anyhow(start: &Hex, stones: &[(Cell, Colour)], next: Colour) -> Hex {
    let start = Hex { swap: Swap::None, ..*start };
    let mut hex = laid(&start, stones.iter().copied(), next, false);
    let usual = if stones.len().is_multiple_of(2) { Colour::Red } else { Colour::Blue };
    if next != usual {
        hex.key ^= super::OUT_OF_TURN;
    }
    hex
}

/// A board with these stones, be it possible or not.
fn laid(
    start: &Hex,
    stones: impl Iterator<Item = (Cell, Colour)>,
    next: Colour,
    swapped: bool,
) -> Hex {
    let mut hex = *start;
    for (cell, colour) in stones {
        hex.put(cell, colour);
    }
    hex.colour = next;
    if swapped {
        hex.swapped = true;
        hex.key ^= super::SWAPPED;
    }
    hex
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {:?}", rows(self), self.swap, self.colour)
    }
}

//! Plies and boards of Arimaa as text.
//!
//! A board is a side and 64 squares in brackets from a8 to h1, or the boxed picture with its ranks.

use super::{
    Arimaa, ArimaaPly, ArimaaRefusal, Board, Kind, Square, Step, TRAPS, beside,
    record::{read_label, replay},
};
use crate::{Game, Line, Side, Unread, point};

/// North, east, south, west.
const DIRECTIONS: [(char, isize, isize); 4] =
    [('n', 0, 1), ('e', 1, 0), ('s', 0, -1), ('w', -1, 0)];

pub fn write_ply(position: &Arimaa, ply: &ArimaaPly) -> String {
    match *ply {
        ArimaaPly::Place(kind, square) => {
            format!("{}{}", kind.letter(position.side()), square.name())
        }
        ArimaaPly::Step(step) => write_step(&position.state().board, step),
        ArimaaPly::End => "end".into(),
    }
}

/// A ply as a record has it: a capture follows its step, and the end of a turn is not written.
pub fn list_ply(position: &Arimaa, ply: &ArimaaPly) -> String {
    match *ply {
        ArimaaPly::End => String::new(),
        ArimaaPly::Place(..) => write_ply(position, ply),
        ArimaaPly::Step(step) => {
            let words = write_ply(position, ply);
            match position.state().clone().step(step) {
                Some(lost) => format!("{words} {}", lost.name()),
                None => words,
            }
        }
    }
}

/// `Ee2n`: the piece, where it stands, where it goes.
fn write_step(board: &Board, Step { from, to }: Step) -> String {
    let letter = board.piece(from).map_or('?', |(side, kind)| kind.letter(side));
    let way = |(_, across, up): &(char, isize, isize)| {
        from.column() as isize + across == to.column() as isize
            && from.row() as isize + up == to.row() as isize
    };
    let direction = DIRECTIONS.iter().find(|way_| way(way_)).map_or('?', |found| found.0);
    format!("{letter}{}{direction}", from.name())
}

pub fn read_ply(position: &Arimaa, words: &str) -> Result<ArimaaPly, ArimaaRefusal> {
    if words == "end" {
        return Ok(ArimaaPly::End);
    }
    let wrong = ArimaaRefusal::NotAPly;
    if !words.is_ascii() || !(3..=4).contains(&words.len()) {
        return Err(wrong);
    }
    let letter = words.chars().next().ok_or(wrong)?;
    let (side, kind) = Kind::of_letter(letter).ok_or(wrong)?;
    let square = Square::read(&words[1..3]).ok_or(wrong)?;
    let Some(direction) = words.chars().nth(3) else {
        if position.in_setup() && side != position.side() {
            return Err(ArimaaRefusal::OtherSetsUp(position.side(), kind));
        }
        return Ok(ArimaaPly::Place(kind, square));
    };
    let (_, across, up) = DIRECTIONS.into_iter().find(|way| way.0 == direction).ok_or(wrong)?;
    let inside = |at: usize, by: isize| at.checked_add_signed(by).filter(|at| *at < 8);
    let (Some(column), Some(row)) = (inside(square.column(), across), inside(square.row(), up))
    else {
        return Err(ArimaaRefusal::OffTheBoard(square));
    };
    match position.state().board.piece(square) {
        Some(piece) if piece == (side, kind) => {
            Ok(ArimaaPly::Step(Step { from: square, to: Square::new(column, row) }))
        }
        Some(stands) => {
            Err(ArimaaRefusal::AnotherStandsThere { square, stands, meant: (side, kind) })
        }
        None => Err(ArimaaRefusal::NobodyThere(square)),
    }
}

/// The board in one line: `g [rrr…RRR]`, from a8 to h1, a space for an empty square.
///
/// ```
/// use ludoteca_games::{Side, arimaa::{Board, read_board, write_board}};
/// let empty = format!("g [{}]", " ".repeat(64));
/// assert_eq!(write_board(&Board::default(), Side::First), empty);
/// assert_eq!(read_board(&empty).unwrap(), (Board::default(), Side::First));
/// ```
pub fn write_board(board: &Board, side: Side) -> String {
    let mut words = String::from(if side == Side::First { "g [" } else { "s [" });
    for row in (0..8).rev() {
        for column in 0..8 {
            let piece = board.piece(Square::new(column, row));
            words.push(piece.map_or(' ', |(side, kind)| kind.letter(side)));
        }
    }
    words + "]"
}

/// Reads a board in one line, as [`write_board`] writes it (dots do for empty squares as well).
pub fn read_board(words: &str) -> Result<(Board, Side), Unread<Arimaa>> {
    let (board, side, rest) = one_line(words)?;
    match rest.trim() {
        "" => Ok((board, side)),
        more => Err(point(words, more, ArimaaRefusal::AfterBoard)),
    }
}

/// A board in one line and what follows it.
fn one_line(words: &str) -> Result<(Board, Side, &str), Unread<Arimaa>> {
    let all = words.trim();
    let shape = || point(words, all, ArimaaRefusal::BoardShape);
    let (label, inside) = words.split_once('[').ok_or_else(shape)?;
    let (inside, rest) = inside.split_once(']').ok_or_else(shape)?;
    let side = match label.trim() {
        "g" | "w" => Side::First,
        "s" | "b" => Side::Second,
        _ => return Err(shape()),
    };
    let found = inside.chars().count();
    if found != 64 {
        return Err(point(words, inside, ArimaaRefusal::SquaresCount { found }));
    }
    let mut board = Board::default();
    for (at, (offset, letter)) in inside.char_indices().enumerate() {
        let square = Square::new(at % 8, 7 - at / 8);
        let token = &inside[offset..offset + letter.len_utf8()];
        put(&mut board, square, letter).map_err(|why| point(words, token, why))?;
    }
    settled(&board).map_err(|why| point(words, inside, why))?;
    Ok((board, side, rest))
}

/// Puts what a letter stands for onto a square.
fn put(board: &mut Board, square: Square, letter: char) -> Result<(), ArimaaRefusal> {
    match Kind::of_letter(letter) {
        Some((side, kind)) => board.put(side, kind, square),
        None if matches!(letter, ' ' | '.' | 'x' | 'X') => {}
        None => return Err(ArimaaRefusal::BoardLetter),
    }
    Ok(())
}

/// No piece stands in a trap alone.
fn settled(board: &Board) -> Result<(), ArimaaRefusal> {
    for side in Side::BOTH {
        let own = board.of(side);
        if let Some(trap) = super::squares(own & TRAPS & !beside(own)).next() {
            let kind = board.kind_on(trap);
            return Err(ArimaaRefusal::AloneInTrap { side, kind, square: trap });
        }
    }
    Ok(())
}

/// The boxed picture: a label `3g`, then a line for each rank, `8| r   r … |`.
fn boxed(words: &str) -> Result<(Board, Side, u32), Unread<Arimaa>> {
    let mut board = Board::default();
    let mut label = None;
    let mut ranks = 0u8;
    for line in words.lines() {
        let trimmed = line.trim();
        if let Some((rank, rest)) = trimmed.split_once('|') {
            let row = rank.trim().parse::<usize>().ok().filter(|row| (1..=8).contains(row));
            let row = row.ok_or_else(|| point(words, line, ArimaaRefusal::Rank))? - 1;
            if ranks & 1 << row != 0 {
                return Err(point(words, line, ArimaaRefusal::RankTwice { rank: row + 1 }));
            }
            ranks |= 1 << row;
            // A space and a letter for each square.
            let cells: Vec<char> = rest.split('|').next().unwrap_or_default().chars().collect();
            if cells.len() > 17 {
                return Err(point(words, line, ArimaaRefusal::RankWidth { rank: row + 1 }));
            }
            for column in 0..8 {
                let letter = cells.get(column * 2 + 1).copied().unwrap_or(' ');
                put(&mut board, Square::new(column, row), letter)
                    .map_err(|why| point(words, line, why))?;
            }
        } else if label.is_none() && !trimmed.is_empty() {
            let first = trimmed.split_whitespace().next().unwrap_or_default();
            let read = read_label(first);
            label = Some(read.ok_or_else(|| point(words, line, ArimaaRefusal::BoardLabel))?);
        }
    }
    let whole = words.trim();
    if ranks != 0xff {
        return Err(point(words, whole, ArimaaRefusal::RanksMissing));
    }
    settled(&board).map_err(|why| point(words, whole, why))?;
    let (number, side) = label.ok_or_else(|| point(words, whole, ArimaaRefusal::BoardLabel))?;
    Ok((board, side, number))
}

pub fn read_position(start: &Arimaa, words: &str) -> Result<Line<Arimaa>, Unread<Arimaa>> {
    if words.contains('|') {
        let (board, side, number) = boxed(words)?;
        let mut position = standing(board, side);
        position.number = if position.in_setup() { 1 } else { number.max(2) };
        return Ok(Line::still(position));
    }
    if words.contains('[') {
        let (board, side, rest) = one_line(words)?;
        return replay(standing(board, side), words, rest);
    }
    replay(start.clone(), words, words)
}

/// A board on which a game goes on, or is yet to be set up: Gold before an empty board, Silver
/// before a board with nothing but Gold's sixteen at home.
fn standing(board: Board, side: Side) -> Arimaa {
    let gold_alone = board.of(Side::First) == super::home(Side::First)
        && Kind::ALL.into_iter().all(|kind| board.kind(kind).count_ones() as usize == kind.count());
    match side {
        Side::First if board == Board::default() => Arimaa::default(),
        Side::Second if board.of(side) == 0 && gold_alone => {
            let mut position = Arimaa::default();
            position.state.board = board;
            position.state.side = side;
            position
        }
        _ => Arimaa::from_board(board, side),
    }
}

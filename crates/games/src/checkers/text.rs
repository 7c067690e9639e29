//! Plies and boards of checkers as text: `11-15`, `15x22x31`, and boards as in PDN's FEN,
//! `B:W18,24,K10:B12,K22`, Black to move.

use super::{
    Checkers, CheckersRefusal,
    board::{Board, CheckersPly, MOST_PIECES, Square, Way, crown_row},
};
use crate::{Game, Line, Side, Unread, notation::tokens, point};

/// What may stand between two squares of a jump.
const JUMPS: [char; 4] = ['x', 'X', '×', ':'];

pub fn write_ply(ply: CheckersPly) -> String {
    let squares: Vec<String> = ply.path().iter().map(|at| at.number().to_string()).collect();
    squares.join(if ply.takes() == 0 { "-" } else { "x" })
}

pub fn read_ply(position: &Checkers, words: &str) -> Result<CheckersPly, CheckersRefusal> {
    let divides = |letter: char| letter == '-' || JUMPS.contains(&letter);
    let squares: Option<Vec<Square>> = words.split(divides).map(read_square).collect();
    let squares = squares.filter(|squares| squares.len() > 1);
    let squares = squares.ok_or(CheckersRefusal::NotAMove)?;
    match squares[..] {
        [from, to] if words.contains(JUMPS) && step(from, to).is_some() => {
            Err(CheckersRefusal::NoJump { from, to })
        }
        _ => find_ply(position, &squares),
    }
}

/// The ply that leads over these squares. Of a chain of jumps it is enough to name the first and the
/// last, if only one chain joins them. It need not be legal.
pub fn find_ply(position: &Checkers, squares: &[Square]) -> Result<CheckersPly, CheckersRefusal> {
    let [from, .., to] = squares[..] else { return Err(CheckersRefusal::NotAMove) };
    if let ([_, _], Some(step)) = (squares, step(from, to)) {
        return Ok(step);
    }
    if let Some(ply) = chain(squares).filter(|ply| position.legal_plies().contains(ply)) {
        return Ok(ply);
    }
    let passes = |path: &[Square]| {
        let mut rest = path.iter();
        squares.iter().all(|square| rest.any(|at| at == square))
    };
    let joins = |ply: &CheckersPly| {
        let path = ply.path();
        path.first() == Some(&from) && path.last() == Some(&to) && passes(&path)
    };
    let mut fitting: Vec<CheckersPly> = position.legal_plies().into_iter().filter(joins).collect();
    if fitting.len() > 1 {
        // Of several ways those are meant that begin as was said.
        let said = &squares[..squares.len() - 1];
        fitting.retain(|ply| ply.path().starts_with(said));
    }
    match fitting[..] {
        [ply] => Ok(ply),
        [] => chain(squares).ok_or(CheckersRefusal::TooFar { from, to }),
        _ => Err(CheckersRefusal::Ambiguous(fitting)),
    }
}

fn read_square(words: &str) -> Option<Square> {
    let digits = !words.is_empty() && words.bytes().all(|byte| byte.is_ascii_digit());
    Square::numbered(words.parse().ok().filter(|_| digits)?)
}

fn way(from: Square, to: Square, steps: usize) -> Option<Way> {
    Way::ALL.into_iter().find(|way| from.toward(*way, steps) == Some(to))
}

fn step(from: Square, to: Square) -> Option<CheckersPly> {
    way(from, to, 1).map(|way| CheckersPly::step(from, way))
}

/// Jumps from each square to the next, if each is two steps away.
fn chain(squares: &[Square]) -> Option<CheckersPly> {
    let (pairs, most) = (squares.windows(2), MOST_PIECES as usize);
    let ways: Option<Vec<Way>> = pairs.map(|pair| way(pair[0], pair[1], 2)).collect();
    let ways = ways.filter(|ways| ways.len() <= most)?;
    let (first, rest) = ways.split_first()?;
    let begun = CheckersPly::jump(squares[0], *first);
    Some(rest.iter().fold(begun, |ply, way| ply.then(*way)))
}

/// Plies, or a board and the plies played from there.
pub fn read_position(start: &Checkers, words: &str) -> Result<Line<Checkers>, Unread<Checkers>> {
    let mut rest = tokens(words);
    // A jump may be written with a colon too, but it begins with a number.
    let is_board = |word: &&str| word.starts_with(['B', 'W', 'b', 'w']);
    let Some(board) = tokens(words).next().filter(is_board) else {
        return Line::replay(start.clone(), words, rest);
    };
    rest.next();
    let (board, side) = read_board(board).map_err(|mut error| {
        error.at += point::<()>(words, board, ()).at - 1;
        error
    })?;
    Line::replay(Checkers::from_board(board, side), words, rest)
}

/// Reads a board and the side to move, as the tag FEN of PDN has it: `W:W21,K9:B1-8`.
pub fn read_board(words: &str) -> Result<(Board, Side), Unread<Checkers>> {
    let shape = |token: &str| point(words, token, CheckersRefusal::BoardShape);
    let parts: Vec<&str> = words.strip_suffix('.').unwrap_or(words).split(':').collect();
    let [next, one, two] = parts[..] else { return Err(shape(words)) };
    let next = side(next).filter(|_| next.len() == 1).ok_or_else(|| shape(next))?;
    let mut board = Board::default();
    let mut said = None;
    for part in [one, two] {
        let whose = side(part).filter(|whose| said != Some(*whose)).ok_or_else(|| shape(part))?;
        said = Some(whose);
        let squares = part[1..].split(',').filter(|_| part.len() > 1);
        for token in squares {
            let wrong = |why| point(words, token, why);
            let number = token.strip_prefix(['K', 'k']).unwrap_or(token);
            let (first, last) = number.split_once('-').unwrap_or((number, number));
            let row = read_square(first).zip(read_square(last));
            let Some((first, last)) = row.filter(|(first, last)| first <= last) else {
                return Err(wrong(CheckersRefusal::BoardSquare));
            };
            for square in Square::all().filter(|square| (first..=last).contains(square)) {
                if board.piece(square).is_some() {
                    return Err(wrong(CheckersRefusal::SquareTwice(square)));
                }
                let king = number.len() < token.len();
                if !king && crown_row(whose) & square.bit() != 0 {
                    return Err(wrong(CheckersRefusal::Uncrowned(square)));
                }
                board.put(square, whose, king);
            }
        }
        if board.of(whose).count_ones() > MOST_PIECES {
            return Err(point(words, part, CheckersRefusal::TooMany));
        }
    }
    if board == Board::default() {
        return Err(point(words, words, CheckersRefusal::Empty));
    }
    Ok((board, next))
}

fn side(words: &str) -> Option<Side> {
    match words.chars().next()? {
        'B' | 'b' => Some(Side::First),
        'W' | 'w' => Some(Side::Second),
        _ => None,
    }
}

/// A board as [`read_board`] reads it, White's pieces first, men before kings.
pub fn write_board(board: &Board, next: Side) -> String {
    let letter = |side| if side == Side::First { 'B' } else { 'W' };
    let mut out = letter(next).to_string();
    for side in [Side::Second, Side::First] {
        let men = board.men(side).map(|square| square.number().to_string());
        let kings = board.kings(side).map(|square| format!("K{}", square.number()));
        let all: Vec<String> = men.chain(kings).collect();
        out += &format!(":{}{}", letter(side), all.join(","));
    }
    out
}

//! A position as a person sees it in a terminal: the board, whose turn it is, and what a value says.

use ludoteca_games::{
    Position, Side, draw_text,
    picture::{CellIndex, Geometry, Placed},
};
use ludoteca_players::{
    label,
    thought::{Value, Verdict},
};
use ludoteca_text::{Text, text};

use crate::console::{Console, Failure};

/// Shows the board and says what there is to know about it, with an empty line after each.
pub fn show(
    position: &dyn Position,
    last: Option<CellIndex>,
    console: Console,
) -> Result<(), Failure> {
    let geometry = position.geometry();
    // A single cell that nothing names is the sheet of a game without a board.
    if geometry.cells.len() > 1 || !geometry.labels.is_empty() {
        console.print(&draw(position, last, console))?;
        console.print("")?;
    }
    let notes = position.picture().notes;
    for note in &notes {
        console.tell(&note.text)?;
    }
    if notes.is_empty() { Ok(()) } else { console.print("") }
}

/// The board of a position, with the letters that somebody has asked for.
fn lettered(position: &dyn Position, console: Console) -> Geometry {
    let mut geometry = position.geometry();
    for piece in &mut geometry.pieces {
        if let (Some(letters), Some(side)) = (console.letters, piece.side) {
            piece.letter = letters[side];
        }
    }
    geometry
}

/// The board; the piece on `last` stands in parentheses, and a line that won in brackets.
pub fn draw(position: &dyn Position, last: Option<CellIndex>, console: Console) -> String {
    let mut geometry = lettered(position, console);
    let mut picture = position.picture();
    let mut marks: Vec<(char, [char; 3])> = Vec::new();
    let marked = picture.winning.iter().map(|cell| (*cell, ['[', ']'])).collect::<Vec<_>>();
    let last = last.filter(|cell| !picture.winning.contains(cell)).map(|cell| (cell, ['(', ')']));
    for (cell, [open, close]) in marked.into_iter().chain(last) {
        let Some(placed) = picture.pieces.iter_mut().find(|placed| placed.cell == cell) else {
            continue;
        };
        // A stand-in that no game uses is drawn in its place and found again in the drawing.
        let stand_in = char::from_u32(0xe000 + marks.len() as u32).expect("for private use");
        let mut piece = geometry.pieces[placed.piece].clone();
        marks.push((stand_in, [open, piece.letter, close]));
        piece.letter = stand_in;
        *placed = Placed { piece: geometry.pieces.len(), ..placed.clone() };
        geometry.pieces.push(piece);
    }
    let drawn = draw_text(&geometry, &picture);
    let lines: Vec<String> =
        drawn.trim_end_matches('\n').lines().map(|l| mark(l, &marks)).collect();
    lines.join("\n")
}

/// Puts the marks of a line where their stand-ins are; the spaces beside them make room.
fn mark(line: &str, marks: &[(char, [char; 3])]) -> String {
    let mut letters: Vec<char> = line.chars().chain([' ']).collect();
    for at in 0..letters.len() {
        let Some((_, [open, letter, close])) = marks.iter().find(|mark| mark.0 == letters[at])
        else {
            continue;
        };
        letters[at] = *letter;
        match at.checked_sub(1).map(|before| &mut letters[before]) {
            Some(before) if *before == ' ' => *before = *open,
            // Neighbours share their brackets.
            Some(before) if before == close => *before = ' ',
            _ => {}
        }
        if letters.get(at + 1) == Some(&' ') {
            letters[at + 1] = *close;
        }
    }
    letters.into_iter().collect::<String>().trim_end().to_owned()
}

/// What a side is called and how it is drawn: "Yellow (X)".
pub fn side(position: &dyn Position, side: Side, console: Console) -> Text {
    let geometry = lettered(position, console);
    let look = &geometry.sides[side.index()];
    let letter = geometry.pieces[look.piece].letter.to_string();
    text!("cli-side", name = look.name.clone(), letter = letter)
}

/// What a value says, proved in words and guessed in percent; nothing where nothing is known.
pub fn value(value: Value) -> Option<Text> {
    match value {
        Value::NOTHING => None,
        Value::Proved { result: Verdict::Win, plies: Some(plies) } => {
            Some(text!("cli-win-in", plies = plies))
        }
        Value::Proved { result: Verdict::Loss, plies: Some(plies) } => {
            Some(text!("cli-loss-in", plies = plies))
        }
        value => Some(label(value, false)),
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{GameTree, Start};
    use ludoteca_words::Lang;

    use super::*;

    fn drawn(position: &str) -> String {
        drawn_with(position, None)
    }

    fn drawn_with(position: &str, letters: Option<[char; 2]>) -> String {
        let record = GameTree::begin(Start::of("connect4").at(position)).unwrap();
        let console = Console { lang: Lang::ENGLISH, letters };
        draw(record.position(), record.last_ply().and_then(|handle| handle.lands()), console)
    }

    #[test]
    fn stones_have_the_letters_that_are_asked_for() {
        let drawn = drawn_with("4453", Some(['O', 'X']));
        assert!(drawn.contains(". .(X)O O . ."), "{drawn}");
    }

    #[test]
    fn the_last_piece_stands_in_parentheses_and_the_winning_line_in_brackets() {
        assert!(drawn("4453").contains(". .(O)X X . ."), "{}", drawn("4453"));
        assert!(drawn("17").contains("X . . . . .(O)"), "{}", drawn("17"));
        assert!(drawn("1122334").contains("[X X X X]. . ."), "{}", drawn("1122334"));
    }
}

//! Pieces for what stands on the cells of a described game.

use ludoteca_words::Text;

use crate::{
    boards::{self, Board},
    picture::{Form, Piece, Shape},
};

/// A blank sheet, for games without a board.
pub fn sheet() -> Board {
    let mut board = boards::squares(1, 1);
    board.labels.clear();
    board.cells[0].fill = Some("w1");
    board
}

/// One piece for each role, and one for everything else that may stand on a cell.
pub fn pieces(roles: &[String; 2], contents: &[String]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    // How many kinds each side has already.
    let mut kinds = [0; 2];
    let whole = roles.iter().enumerate().map(|(side, role)| (role, side));
    let others = contents.iter().map(|name| (name, owner(name, roles).unwrap_or_default()));
    for (name, side) in whole.chain(others) {
        let letter = letter(name, &roles[side], side, &pieces);
        let shapes = shapes(side, kinds[side]);
        kinds[side] += 1;
        pieces.push(Piece {
            name: Text::verbatim(name.clone()),
            side,
            letter,
            shapes,
            points: false,
        });
    }
    pieces
}

/// The role that something on a cell belongs to, by its name: `white-man`, `wp`.
pub fn owner(name: &str, roles: &[String; 2]) -> Option<usize> {
    let contains = roles.iter().position(|role| role.len() > 1 && name.contains(role.as_str()));
    let begins = || {
        let initials = roles.each_ref().map(|role| role.chars().next());
        let same = initials[0] == initials[1];
        initials.iter().position(|initial| !same && *initial == name.chars().next())
    };
    contains.or_else(begins)
}

/// A letter that no other piece has, of the part of the name that the role does not have: a capital
/// for the side that begins.
fn letter(name: &str, role: &str, side: usize, others: &[Piece]) -> char {
    let own = name.replacen(role, "", 1);
    let fits = |letter: &char| letter.is_ascii_alphanumeric();
    let letters = own.chars().chain(name.chars()).filter(fits).chain('a'..='z').chain('0'..='9');
    let cased = letters.map(|letter| match side {
        0 => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    });
    // Beyond those no keyboard has letters enough, and any will do.
    let strange = '\u{100}'..;
    let free = |letter: &char| others.iter().all(|other| other.letter != *letter);
    cased.chain(strange).find(free).unwrap_or('?')
}

/// A disc with its side's mark, and a bar for each kind that came before.
fn shapes(side: usize, kind: usize) -> Vec<Shape> {
    let [body, rim] = [["a", "a2"], ["b", "b2"]][side];
    let mark = match side {
        0 => Form::circle(0.0, 0.0, 6.0),
        _ => Form::path("M0 -7L7 0L0 7L-7 0Z"),
    };
    let mut shapes = vec![
        Shape::filled(Form::circle(0.0, 0.0, boards::DISC), body).rimmed(rim, 1.5),
        Shape::drawn(mark, "mark", 2.4),
    ];
    if kind > 0 {
        let bar = |bar: usize| format!("M-7 {}H7", 11 + 3 * (bar % 3));
        let bars: String = (0..kind.min(3)).map(bar).collect();
        shapes.push(Shape::drawn(Form::path(bars), "mark", 2.0));
    }
    shapes
}

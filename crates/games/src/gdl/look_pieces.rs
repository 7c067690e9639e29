//! Pieces for what stands on the cells of a described game.

use ludoteca_text::Text;

use super::glyphs;
use crate::{
    boards::{self, Board},
    picture::{Form, Paint, Piece, Shape},
};

/// The colours of a side: its body, the rim of it, and what is drawn on it.
pub type Colours = [Paint; 3];

/// The colours that roles are called after.
const NAMED: [(&str, Colours); 7] = [
    ("white", ["cream", "cream2", "cream2"]),
    ("black", ["dark", "dark2", "dark2"]),
    ("red", ["a", "a2", "mark"]),
    ("blue", ["b", "b2", "mark"]),
    ("yellow", ["c4a", "rim", "c4a-mark"]),
    ("gold", ["gold", "gold2", "goldink"]),
    ("silver", ["silver", "silver2", "silverink"]),
];

/// The most letters on a piece.
const LONGEST_LABEL: usize = 4;

/// Something that may stand on a cell.
pub struct Kind {
    pub name: String,
    /// The side it belongs to; none if it is everybody's.
    pub side: Option<usize>,
}

/// A blank sheet, for games without a board.
pub fn sheet() -> Board {
    let mut board = boards::squares(1, 1);
    board.labels.clear();
    board.cells[0].fill = Some("w1");
    board
}

/// What each side looks like: as it is called, if both are called after different colours.
pub fn colours(roles: &[String; 2]) -> [Colours; 2] {
    let named = |role: &String| NAMED.iter().find(|(name, _)| role == name).map(|named| named.1);
    match roles.each_ref().map(named) {
        [Some(first), Some(second)] if first != second => [first, second],
        _ => [["a", "a2", "mark"], ["b", "b2", "mark"]],
    }
}

/// One piece for each role, and one for everything else that may stand on a cell.
pub fn pieces(roles: &[String; 2], kinds: Vec<Kind>) -> Vec<Piece> {
    let colours = colours(roles);
    let labels = labels(&kinds);
    let whole = [0, 1].map(|side| Kind { name: roles[side].clone(), side: Some(side) });
    let all = whole.into_iter().zip([None, None]).chain(kinds.into_iter().zip(labels));
    let mut pieces: Vec<Piece> = Vec::new();
    for (Kind { name, side }, label) in all {
        let letter = letter(&name, side.map(|side| (side, roles[side].as_str())), &pieces);
        pieces.push(Piece {
            name: Text::verbatim(name),
            side,
            letter,
            shapes: shapes(side.map(|side| (side, colours[side])), label.as_deref()),
            points: false,
        });
    }
    pieces
}

/// What is written on each kind of piece, where a side has several: as few letters as tell them
/// apart, without those that they all begin with.
fn labels(kinds: &[Kind]) -> Vec<Option<String>> {
    let label = |kind: &Kind| {
        let names = kinds.iter().filter(|other| other.side == kind.side).map(|other| &other.name);
        let names: Vec<Vec<char>> = names.map(|name| name.chars().collect()).collect();
        let shortest = names.iter().map(Vec::len).min()?;
        if names.len() < 2 {
            return None;
        }
        let same = |at: &usize| names.iter().all(|name| name[*at] == names[0][*at]);
        let common = (0..shortest.saturating_sub(1)).take_while(same).count();
        let cut = |name: &[char], letters: usize| -> String {
            let own = name[common..].iter().filter(|letter| letter.is_ascii_alphanumeric());
            own.take(letters).collect()
        };
        let apart = |letters: &usize| {
            let mut all: Vec<String> = names.iter().map(|name| cut(name, *letters)).collect();
            all.sort_unstable();
            all.dedup();
            all.len() == names.len()
        };
        let letters = (1..LONGEST_LABEL).find(apart).unwrap_or(LONGEST_LABEL);
        Some(cut(&kind.name.chars().collect::<Vec<_>>(), letters))
    };
    kinds.iter().map(label).collect()
}

/// A letter that no other piece has, of the part of the name that the role does not have: a capital
/// for the side that begins.
fn letter(name: &str, owner: Option<(usize, &str)>, others: &[Piece]) -> char {
    let own = owner.map_or(name.to_owned(), |(_, role)| name.replacen(role, "", 1));
    let fits = |letter: &char| letter.is_ascii_alphanumeric();
    let letters = own.chars().chain(name.chars()).filter(fits).chain('a'..='z').chain('0'..='9');
    let cased = letters.map(|letter| match owner {
        Some((0, _)) => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    });
    // Beyond those no keyboard has letters enough, and any will do.
    let strange = '\u{100}'..;
    let free = |letter: &char| others.iter().all(|other| other.letter != *letter);
    cased.chain(strange).find(free).unwrap_or('?')
}

/// A disc with its side's mark, which goes around the label if there is one; what is everybody's
/// is a grey square.
fn shapes(side: Option<(usize, Colours)>, label: Option<&str>) -> Vec<Shape> {
    let small = label.is_none();
    let mark = match side {
        Some((0, _)) => Form::circle(0.0, 0.0, if small { 6.0 } else { 17.5 }),
        _ => {
            let d = if small { 7 } else { 19 };
            Form::path(format!("M0 -{d}L{d} 0L0 {d}L-{d} 0Z"))
        }
    };
    let (mut shapes, ink) = match side {
        Some((_, [body, rim, ink])) => {
            let disc = Shape::filled(Form::circle(0.0, 0.0, boards::DISC), body).rimmed(rim, 1.5);
            (vec![disc, Shape::drawn(mark, ink, if small { 2.4 } else { 1.4 })], ink)
        }
        None => {
            let block = Form::rect(-17.0, -17.0, 34.0, 34.0, 6.0);
            (vec![Shape::filled(block, "silver").rimmed("silver2", 1.5)], "silverink")
        }
    };
    if let Some(label) = label {
        shapes.push(Shape::drawn(Form::path(glyphs::word(label)), ink, 2.2));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_have_the_colours_they_are_called_after_if_both_are() {
        let bodies = |roles: [&str; 2]| colours(&roles.map(str::to_owned)).map(|side| side[0]);
        assert_eq!(bodies(["black", "white"]), ["dark", "cream"]);
        assert_eq!(bodies(["red", "black"]), ["a", "dark"]);
        for roles in [["white", "rival"], ["red", "red"], ["x", "o"]] {
            assert_eq!(bodies(roles), ["a", "b"], "{roles:?}");
        }
    }

    #[test]
    fn kinds_of_one_side_are_told_apart_by_as_few_letters_as_it_takes() {
        let label = |kinds: &[(&str, Option<usize>)]| -> Vec<String> {
            let kind = |(name, side): &(&str, _)| Kind { name: (*name).to_owned(), side: *side };
            let kinds: Vec<Kind> = kinds.iter().map(kind).collect();
            labels(&kinds).into_iter().map(Option::unwrap_or_default).collect()
        };
        let (white, black) = (Some(0), Some(1));
        assert_eq!(label(&[("x", white), ("o", black)]), ["", ""]);
        assert_eq!(label(&[("wp", white), ("bp", black), ("wk", white)]), ["p", "", "k"]);
        let kings = [("white pawn", white), ("white king", white), ("white knight", white)];
        assert_eq!(label(&kings), ["pa", "ki", "kn"]);
        assert_eq!(label(&[("p00", None), ("p01", None), ("p10", None)]), ["00", "01", "10"]);
        assert_eq!(label(&[("w", white), ("wk", white)]), ["w", "wk"]);
    }
}

//! Why a move of checkers is refused, in a sentence for the player.

use ludoteca_text::{Text, text};

use super::{
    Checkers,
    board::{CheckersPly, Square, Way, crown_row},
    text::write_ply,
};
use crate::{Game, Side};

/// How many moves are named where one of them has to be made.
const NAMED: usize = 4;

/// Why a move cannot be made; none if it can.
pub fn refusal(position: &Checkers, ply: CheckersPly) -> Option<Text> {
    let legal = position.legal_plies();
    if legal.contains(&ply) {
        return None;
    }
    let from = ply.from();
    let king = match position.board.piece(from) {
        Some((side, king)) if side == position.side => king,
        _ => return Some(not_own(position, from)),
    };
    if ply.takes() == 0 {
        return Some(no_step(position, ply, king));
    }
    let path = ply.path();
    if let Some(why) = no_jump(position, &path, king) {
        return Some(why);
    }
    let longer = legal.into_iter().filter(|chain| chain.path().starts_with(&path));
    Some(text!("checkers-goes-on", moves = listed(longer)))
}

/// That nothing of one's own stands on a square.
pub fn not_own(position: &Checkers, square: Square) -> Text {
    match position.board.piece(square) {
        Some(_) => text!("checkers-not-yours", square = square.number()),
        None => text!("checkers-nobody-there", square = square.number()),
    }
}

/// That something has to be taken.
pub fn must_take(position: &Checkers) -> Text {
    text!("checkers-must-take", moves = listed(position.legal_plies().into_iter()))
}

/// A few moves by their names, and three dots if there are more.
fn listed(plies: impl Iterator<Item = CheckersPly>) -> String {
    let mut names: Vec<String> = plies.take(NAMED + 1).map(write_ply).collect();
    if names.len() > NAMED {
        names[NAMED] = "…".into();
    }
    names.join(", ")
}

/// The square in the way of a step or a jump, or that a man does not go that way.
fn no_step(position: &Checkers, ply: CheckersPly, king: bool) -> Text {
    if position.board.can_take(position.side) {
        return must_take(position);
    }
    match ply.path()[..] {
        [from, to] if backward(position.side, king, from, to) => text!("checkers-man-back"),
        [_, to] => text!("checkers-square-taken", square = to.number()),
        _ => text!("checkers-not-a-move"),
    }
}

/// What is wrong with the first jump of a chain that cannot be made; none if all can be.
fn no_jump(position: &Checkers, path: &[Square], king: bool) -> Option<Text> {
    let side = position.side;
    let mut taken = 0;
    for (n, pair) in path.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]];
        if n > 0 && !king && from.bit() & crown_row(side) != 0 {
            return Some(text!("checkers-crowned-stops", square = from.number()));
        }
        if backward(side, king, from, to) {
            return Some(text!("checkers-man-jumps-back"));
        }
        let over = between(from, to)?;
        if position.board.of(side) & over.bit() != 0 {
            return Some(text!("checkers-own-jumped", square = over.number()));
        }
        if position.board.of(side.other()) & !taken & over.bit() == 0 {
            return Some(text!("checkers-nothing-to-take", square = over.number()));
        }
        taken |= over.bit();
        // The jumper has left its own square.
        if to != path[0] && position.board.piece(to).is_some() {
            return Some(text!("checkers-square-taken", square = to.number()));
        }
    }
    None
}

/// Whether a man would have to go backwards.
fn backward(side: Side, king: bool, from: Square, to: Square) -> bool {
    let ahead = match side {
        Side::First => to > from,
        Side::Second => to < from,
    };
    !king && !ahead
}

/// The square that a jump goes over.
fn between(from: Square, to: Square) -> Option<Square> {
    let way = Way::ALL.into_iter().find(|way| from.toward(*way, 2) == Some(to))?;
    from.toward(way, 1)
}

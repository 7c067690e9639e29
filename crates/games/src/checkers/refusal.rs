//! Why moves and boards of checkers are refused.

use ludoteca_text::{errors, text};

use super::{
    Checkers,
    board::{CheckersPly, MOST_PIECES, Square, Way, crown_row},
    text::write_ply,
};
use crate::{Game, Side};

/// How many moves are named where one of them has to be made.
const NAMED: usize = 4;

errors! {
    /// Why checkers refuses something.
    pub enum CheckersRefusal {
        /// That is no move.
        NotAMove => text!("checkers-not-a-move"),
        /// The piece is the other side's.
        NotYours(square: Square) => text!("checkers-not-yours", square = square.number()),
        /// There is no piece.
        NobodyThere(square: Square) => text!("checkers-nobody-there", square = square.number()),
        /// One of these has to be made, as they take something.
        MustTake(moves: Vec<CheckersPly>) => text!("checkers-must-take", moves = listed(&moves)),
        /// The jumps go on as in one of these.
        GoesOn(moves: Vec<CheckersPly>) => text!("checkers-goes-on", moves = listed(&moves)),
        /// Any of these may be meant.
        Ambiguous(moves: Vec<CheckersPly>) => {
            let moves: Vec<String> = moves.into_iter().map(write_ply).collect();
            text!("checkers-ambiguous", moves = moves.join(", "))
        },
        /// A step is no jump.
        NoJump { from: Square, to: Square } => {
            text!("checkers-no-jump", from = from.number(), to = to.number())
        },
        /// No piece goes so far.
        TooFar { from: Square, to: Square } => {
            text!("checkers-too-far", from = from.number(), to = to.number())
        },
        /// A man does not step backwards.
        ManBack => text!("checkers-man-back"),
        /// A man does not jump backwards.
        ManJumpsBack => text!("checkers-man-jumps-back"),
        /// Something stands where the piece would go.
        Taken(square: Square) => text!("checkers-square-taken", square = square.number()),
        /// A man that is crowned jumps no further.
        CrownedStops(square: Square) => text!("checkers-crowned-stops", square = square.number()),
        /// What is jumped over is one's own.
        OwnJumped(square: Square) => text!("checkers-own-jumped", square = square.number()),
        /// Nothing is jumped over.
        NothingToTake(square: Square) => {
            text!("checkers-nothing-to-take", square = square.number())
        },
        /// A board is not written like this.
        BoardShape => text!("checkers-board-shape"),
        /// A board has no such square.
        BoardSquare => text!("checkers-board-square"),
        /// Two pieces stand on one square.
        SquareTwice(square: Square) => text!("checkers-square-twice", square = square.number()),
        /// A man stands where it would have been crowned.
        Uncrowned(square: Square) => text!("checkers-uncrowned", square = square.number()),
        /// A side has more pieces than it began with.
        TooMany => text!("checkers-too-many", most = MOST_PIECES),
        /// There is no piece at all.
        Empty => text!("checkers-empty"),
    }
}

/// Why a move cannot be made; none if it can.
pub fn refusal(position: &Checkers, ply: CheckersPly) -> Option<CheckersRefusal> {
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
    Some(CheckersRefusal::GoesOn(longer.collect()))
}

/// That nothing of one's own stands on a square.
pub fn not_own(position: &Checkers, square: Square) -> CheckersRefusal {
    match position.board.piece(square) {
        Some(_) => CheckersRefusal::NotYours(square),
        None => CheckersRefusal::NobodyThere(square),
    }
}

/// That something has to be taken.
pub fn must_take(position: &Checkers) -> CheckersRefusal {
    CheckersRefusal::MustTake(position.legal_plies())
}

/// A few moves by their names, and three dots if there are more.
fn listed(plies: &[CheckersPly]) -> String {
    let mut names: Vec<String> = plies.iter().take(NAMED + 1).copied().map(write_ply).collect();
    if names.len() > NAMED {
        names[NAMED] = "…".into();
    }
    names.join(", ")
}

/// The square in the way of a step or a jump, or that a man does not go that way.
fn no_step(position: &Checkers, ply: CheckersPly, king: bool) -> CheckersRefusal {
    if position.board.can_take(position.side) {
        return must_take(position);
    }
    match ply.path()[..] {
        [from, to] if backward(position.side, king, from, to) => CheckersRefusal::ManBack,
        [_, to] => CheckersRefusal::Taken(to),
        _ => CheckersRefusal::NotAMove,
    }
}

/// What is wrong with the first jump of a chain that cannot be made; none if all can be.
fn no_jump(position: &Checkers, path: &[Square], king: bool) -> Option<CheckersRefusal> {
    let side = position.side;
    let mut taken = 0;
    for (n, pair) in path.windows(2).enumerate() {
        let [from, to] = [pair[0], pair[1]];
        if n > 0 && !king && from.bit() & crown_row(side) != 0 {
            return Some(CheckersRefusal::CrownedStops(from));
        }
        if backward(side, king, from, to) {
            return Some(CheckersRefusal::ManJumpsBack);
        }
        let over = between(from, to)?;
        if position.board.of(side) & over.bit() != 0 {
            return Some(CheckersRefusal::OwnJumped(over));
        }
        if position.board.of(side.other()) & !taken & over.bit() == 0 {
            return Some(CheckersRefusal::NothingToTake(over));
        }
        taken |= over.bit();
        // The jumper has left its own square.
        if to != path[0] && position.board.piece(to).is_some() {
            return Some(CheckersRefusal::Taken(to));
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

//! The seed evaluation of Arimaa, w1·f1 + w2·f2 + w3·f3 + w4·f4, and the searches that judge by it.
//!
//! f1 is material, f2 what squares are worth, f3 the control of traps, f4 mobility; each is Gold's
//! minus Silver's. The form and the figures are those of a thesis, of which the searches over whole
//! turns keep the form too.
//!
//! [`Terms`] says it plainly, term by term; [`Seed`] adds up the same faster.

mod kinds;
mod layers;
mod search;
mod showing;
mod tables;
#[cfg(test)]
mod tests;
mod turns;

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{Board, Kind, Square, TRAPS, beside, squares},
};

use crate::{
    evaluations::{Evaluation, EvaluationKind, by},
    search::Score,
};

pub(crate) use kinds::{alphabeta, minimax, weights};
pub use search::{Judge, TurnSearch};

/// How many terms there are.
pub const TERMS: usize = 4;
/// What a point counts in a score, so that weights with three decimals are exact.
const POINT: i64 = 1000;
/// The points that seem to mean three quarters of a win.
const SCALE: f64 = 100.0;

/// What each term counts, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights([i64; TERMS]);

/// The terms of a board, by side and in order: material, squares, traps, mobility.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms(pub [[i64; TERMS]; 2]);

/// The evaluation with its weights worked in.
#[derive(Clone)]
pub struct Seed {
    weights: Weights,
    /// What a piece on a square adds by itself: Gold's kinds, then Silver's.
    squares: [[Score; 64]; 12],
    /// What two pieces beside each other add.
    pairs: [[Score; 12]; 12],
    rabbits: [Score; 9],
    /// What a rabbit with a friend adds, by its own rank.
    with_friend: [Score; 8],
}

impl Default for Weights {
    fn default() -> Weights {
        Weights([POINT; TERMS])
    }
}

impl Weights {
    /// The weights, of which three decimals count.
    pub fn new(weights: [f64; TERMS]) -> Weights {
        Weights(weights.map(|weight| (weight * POINT as f64).round() as i64))
    }
}

impl Terms {
    /// The terms of a board.
    pub fn of(board: &Board) -> Terms {
        let mut terms = Terms::default();
        for (square, side, kind) in board.all() {
            let [material, worth, control, mobility] = &mut terms.0[side.index()];
            *material += tables::MATERIAL[kind.index()];
            *worth += worth_of_square(board, square, side, kind);
            *control += squares(TRAPS).map(|trap| control_of(trap, square, kind)).sum::<i64>();
            *mobility += neighbours(board, square)
                .map(|(_, other, neighbour)| beside_of(kind, neighbour, side == other))
                .sum::<i64>();
        }
        for side in Side::BOTH {
            terms.0[side.index()][0] += worth_of_rabbits(board, side);
        }
        terms
    }

    /// Gold's minus Silver's.
    pub fn difference(&self) -> [i64; TERMS] {
        std::array::from_fn(|term| self.0[0][term] - self.0[1][term])
    }
}

impl Seed {
    /// The evaluation with these weights.
    pub fn new(weights: Weights) -> Seed {
        let Weights([w1, w2, w3, w4]) = weights;
        let mut seed = Seed {
            weights,
            squares: [[0; 64]; 12],
            pairs: [[0; 12]; 12],
            rabbits: tables::RABBITS.map(|worth| w1 * worth),
            with_friend: tables::WITH_FRIEND.map(|worth| w2 * worth),
        };
        for (side, kind) in pieces() {
            let (sign, code) = (sign(side), code(side, kind));
            for square in squares(!0) {
                let control: i64 = squares(TRAPS).map(|trap| control_of(trap, square, kind)).sum();
                seed.squares[code][square.index()] = sign
                    * (w1 * tables::MATERIAL[kind.index()]
                        + w2 * bare_square(square, side, kind)
                        + w3 * control);
            }
            for (other, neighbour) in pieces() {
                let friends = side == other;
                seed.pairs[code][self::code(other, neighbour)] = w4
                    * (sign * beside_of(kind, neighbour, friends)
                        + self::sign(other) * beside_of(neighbour, kind, friends));
            }
        }
        seed
    }

    /// What a board is worth to Gold, in thousandths of a point.
    pub fn score(&self, board: &Board) -> Score {
        let mut codes = [0u8; 64];
        let mut score = 0;
        for (side, kind) in pieces() {
            let code = code(side, kind);
            for square in squares(board.pieces(side, kind)) {
                codes[square.index()] = code as u8;
                score += self.squares[code][square.index()];
            }
        }
        for side in Side::BOTH {
            let (own, rabbits) = (board.of(side), board.pieces(side, Kind::Rabbit));
            let together: Score = squares(rabbits & beside(own))
                .map(|square| self.with_friend[own_row(square, side)])
                .sum();
            score += sign(side) * (self.rabbits[count(rabbits)] + together);
        }
        let taken = !board.empty();
        let pair = |square: Square, step: usize| {
            let codes = [codes[square.index()], codes[square.index() + step]];
            self.pairs[usize::from(codes[0])][usize::from(codes[1])]
        };
        score += squares(taken & taken >> 8).map(|square| pair(square, 8)).sum::<Score>();
        score +=
            squares(taken & !LAST_COLUMN & taken >> 1).map(|square| pair(square, 1)).sum::<Score>();
        score
    }

    /// What a board is worth to a side.
    pub fn score_for(&self, board: &Board, side: Side) -> Score {
        sign(side) * self.score(board)
    }
}

const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;

/// All pieces there are.
fn pieces() -> impl Iterator<Item = (Side, Kind)> {
    Side::BOTH.into_iter().flat_map(|side| Kind::ALL.into_iter().map(move |kind| (side, kind)))
}

fn code(side: Side, kind: Kind) -> usize {
    side.index() * 6 + kind.index()
}

fn sign(side: Side) -> i64 {
    if side == Side::First { 1 } else { -1 }
}

/// The row as its side counts it, from 0.
fn own_row(square: Square, side: Side) -> usize {
    if side == Side::First { square.row() } else { 7 - square.row() }
}

/// How many rabbits there are; more than eight, on a board made by hand, count as eight.
fn count(rabbits: u64) -> usize {
    (rabbits.count_ones() as usize).min(8)
}

/// f1 of a side's rabbits.
fn worth_of_rabbits(board: &Board, side: Side) -> i64 {
    tables::RABBITS[count(board.pieces(side, Kind::Rabbit))]
}

/// f2 of a piece, whoever is beside it.
fn bare_square(square: Square, side: Side, kind: Kind) -> i64 {
    tables::SQUARES[kind.index()][7 - own_row(square, side)][square.column()]
}

/// f2 of a piece.
fn worth_of_square(board: &Board, square: Square, side: Side, kind: Kind) -> i64 {
    let friend = kind == Kind::Rabbit && board.of(side) & beside(square.bit()) != 0;
    let bonus = if friend { tables::WITH_FRIEND[own_row(square, side)] } else { 0 };
    bare_square(square, side, kind) + bonus
}

/// f3 of a piece for one trap.
fn control_of(trap: Square, square: Square, kind: Kind) -> i64 {
    let control = tables::CONTROL[kind.index()];
    match trap.column().abs_diff(square.column()) + trap.row().abs_diff(square.row()) {
        1 => control,
        2 => control / 2,
        _ => 0,
    }
}

/// f4 of a piece for one neighbour.
fn beside_of(piece: Kind, neighbour: Kind, friends: bool) -> i64 {
    if friends {
        tables::beside_friend(piece, neighbour)
    } else {
        tables::beside_enemy(piece, neighbour)
    }
}

/// The pieces beside a square.
fn neighbours(board: &Board, square: Square) -> impl Iterator<Item = (Square, Side, Kind)> {
    squares(beside(square.bit()) & !board.empty()).filter_map(|neighbour| {
        let (side, kind) = board.piece(neighbour)?;
        Some((neighbour, side, kind))
    })
}

/// The evaluation with all weights 1, for every search.
pub(crate) fn evaluation() -> EvaluationKind<Arimaa> {
    EvaluationKind::new("seed", || weighted(Weights::default()))
}

/// The evaluation with other weights.
pub(crate) fn weighted(weights: Weights) -> Box<dyn Evaluation<Arimaa>> {
    let seed = Seed::new(weights);
    let judge = move |position: &Arimaa| {
        (seed.score_for(&position.state().board, position.side()) / POINT) as i32
    };
    by(SCALE, judge)
}

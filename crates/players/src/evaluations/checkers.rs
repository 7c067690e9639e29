//! `pieces`: men and kings, how far men have come, who guards the own back row and who holds the
//! middle.
//!
//! As taking is forced, a position in which something can be taken is judged by what is left when
//! no more can be: by the best of the captures, against the best of the answers.

use ludoteca_games::{
    Checkers, Game, Side,
    checkers::{Board, Square},
};

use super::{Evaluation, EvaluationKind, by};

const MAN: i32 = 100;
const KING: i32 = 135;
/// For every row a man has come.
const ADVANCE: i32 = 3;
/// For a man on the own back row, which keeps enemies from their crown.
const GUARD: i32 = 9;
/// For a piece in the middle: a man, a king.
const MIDDLE: [i32; 2] = [4, 8];
/// What a lead is worth more when all but the pieces of a side are off the board: whoever leads
/// exchanges.
const FEWER: i32 = 60;
/// Pieces of both sides at the beginning.
const ALL: i32 = 24;

/// The evaluation `pieces`.
pub(crate) fn pieces() -> EvaluationKind<Checkers> {
    EvaluationKind::new("pieces", evaluation)
}

fn evaluation() -> Box<dyn Evaluation<Checkers>> {
    let judge = |position: &Checkers| settled(position.board(), position.side());
    by(150.0, judge)
}

/// The judgement of a board for the side to move once nothing more can be taken.
fn settled(board: &Board, side: Side) -> i32 {
    if !board.can_take(side) {
        return weighed(board, side) - weighed(board, side.other()) + lead(board, side);
    }
    let mut best = i32::MIN;
    board.moves(side, |ply| {
        let mut after = *board;
        after.play(side, ply);
        best = best.max(-settled(&after, side.other()));
    });
    best
}

fn weighed(board: &Board, side: Side) -> i32 {
    let man = |square: Square| {
        let (row, column) = square.row_and_column();
        let come = if side == Side::First { row } else { 7 - row } as i32;
        let guard = if come == 0 { GUARD } else { 0 };
        MAN + ADVANCE * come + guard + middle(row, column, 0)
    };
    let king = |square: Square| {
        let (row, column) = square.row_and_column();
        KING + middle(row, column, 1)
    };
    board.men(side).map(man).sum::<i32>() + board.kings(side).map(king).sum::<i32>()
}

fn middle(row: usize, column: usize, kind: usize) -> i32 {
    let inside = (2..6).contains(&row) && (2..6).contains(&column);
    if inside { MIDDLE[kind] } else { 0 }
}

/// What a lead in pieces is worth besides, the more the fewer are left.
fn lead(board: &Board, side: Side) -> i32 {
    let count = |side| board.count(side).iter().sum::<u32>() as i32;
    let (own, other) = (count(side), count(side.other()));
    (own - other).signum() * FEWER * (ALL - own - other) / ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(words: &str) -> i32 {
        pieces().make().judge(&Checkers::default().read_position(words).unwrap().into_position())
    }

    #[test]
    fn the_beginning_is_even_and_more_pieces_are_better() {
        assert_eq!(judged(""), 0);
        assert!(judged("B:W32:B1,2") > 0 && judged("W:W32:B1,2") < 0);
        assert!(judged("B:W32:BK1") > 0);
    }

    #[test]
    fn what_has_to_be_taken_is_counted_as_taken() {
        let forced = judged("B:W18,26,21:B15");
        assert!(forced > 0, "two pieces are taken, and one is left: {forced}");
        let board = "B:W18,25,26,29,31:B15,1";
        let answers = ["25x18", "26x17"].map(|ply| judged(&format!("{board} 15x22 {ply}")));
        assert_eq!(Some(judged(board)), answers.into_iter().min(), "White chooses the answer");
    }

    #[test]
    fn exchanges_help_whoever_leads() {
        let (many, few) = (judged("B:W29,30,32:B5,6,13,14"), judged("B:W32:B5,6"));
        assert!(few > many, "{few} {many}");
    }
}

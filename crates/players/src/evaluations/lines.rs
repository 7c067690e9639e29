//! `lines`: counts the lines that can still be completed, by how many pieces are already in them.

use ludoteca_games::{Connect4, Game, Side, TicTacToe};

use super::{Evaluation, EvaluationKind, by};

/// What a line with so many own pieces and no others is worth.
const WORTH: [i32; 6] = [0, 1, 4, 16, 64, 0];

/// The difference of both sides' open lines, for the side `own` belongs to.
fn difference(lines: &[u64], own: u64, other: u64) -> i32 {
    let worth = |mine: u64, theirs: u64, line: u64| {
        if theirs & line == 0 { WORTH[(mine & line).count_ones() as usize] } else { 0 }
    };
    lines.iter().map(|line| worth(own, other, *line) - worth(other, own, *line)).sum()
}

/// Every straight line of `length` on a board whose cells have the bit `column × across + row × up`.
fn lines(width: i32, height: i32, length: i32, across: i32, up: i32) -> Vec<u64> {
    let mut all = Vec::new();
    for column in 0..width {
        for row in 0..height {
            for (right, rise) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let (c, r) = (column + right * (length - 1), row + rise * (length - 1));
                if c < width && (0..height).contains(&r) {
                    let bit = |k: i32| (column + right * k) * across + (row + rise * k) * up;
                    all.push((0..length).fold(0, |line, k| line | 1 << bit(k)));
                }
            }
        }
    }
    all
}

/// The evaluation `lines` of Connect Four.
pub(crate) fn connect4() -> EvaluationKind<Connect4> {
    EvaluationKind::new("lines", of_connect4)
}

/// The evaluation `lines` of tic-tac-toe.
pub(crate) fn tictactoe() -> EvaluationKind<TicTacToe> {
    EvaluationKind::new("lines", of_tictactoe)
}

fn of_connect4() -> Box<dyn Evaluation<Connect4>> {
    let lines = lines(7, 6, 4, 7, 1);
    let judge = move |position: &Connect4| {
        let side = position.side();
        difference(&lines, position.stones(side), position.stones(side.other()))
    };
    by(40.0, judge)
}

fn of_tictactoe() -> Box<dyn Evaluation<TicTacToe>> {
    let tables = [(3, 3), (5, 4), (5, 5)].map(|(size, line)| lines(size, size, line, 1, size + 1));
    let judge = move |position: &TicTacToe| {
        let [own, other] = [position.side(), position.side().other()]
            .map(|side: Side| u64::from(position.marks(side)));
        difference(&tables[usize::from(position.line()) - 3], own, other)
    };
    by(20.0, judge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect_four_has_sixty_nine_lines_and_tic_tac_toe_eight() {
        assert_eq!(lines(7, 6, 4, 7, 1).len(), 69);
        assert_eq!(lines(3, 3, 3, 1, 4).len(), 8);
        assert_eq!(lines(5, 5, 4, 1, 6).len(), 28);
    }

    #[test]
    fn the_centre_of_connect_four_lies_on_more_lines_than_the_rim() {
        let after = |ply| {
            connect4()
                .make()
                .judge(&Connect4::default().read_position(ply).unwrap().into_position())
        };
        assert!(after("4") < after("3") && after("3") < after("1"), "judged for the opponent");
    }
}

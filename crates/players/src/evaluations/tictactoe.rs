//! The evaluation `lines` of tic-tac-toe.

use ludoteca_games::{Game, Side, TicTacToe};

use super::{
    Evaluation, EvaluationKind, by,
    lines::{difference, lines},
};

/// How tic-tac-toe is judged.
pub(crate) fn tictactoe_lines() -> EvaluationKind<TicTacToe> {
    EvaluationKind::new("lines", of_tictactoe)
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

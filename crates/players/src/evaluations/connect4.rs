//! The evaluation `lines` of Connect Four.

use ludoteca_games::{Connect4, Game};

use super::{
    Evaluation, EvaluationKind, by,
    lines::{difference, lines},
};

/// How Connect Four is judged.
pub(crate) fn connect4_lines() -> EvaluationKind<Connect4> {
    EvaluationKind::new("lines", of_connect4)
}

fn of_connect4() -> Box<dyn Evaluation<Connect4>> {
    let lines = lines(7, 6, 4, 7, 1);
    let judge = move |position: &Connect4| {
        let side = position.side();
        difference(&lines, position.stones(side), position.stones(side.other()))
    };
    by(40.0, judge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centre_of_connect_four_lies_on_more_lines_than_the_rim() {
        let after = |ply| {
            connect4_lines()
                .make()
                .judge(&Connect4::default().read_position(ply).unwrap().into_position())
        };
        assert!(after("4") < after("3") && after("3") < after("1"), "judged for the opponent");
    }
}

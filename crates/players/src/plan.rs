//! The rest of a turn that was found when it began: where a side makes several plies in a row, a
//! player that has chosen all of them plays on without searching again.

use ludoteca_games::Game;

use crate::thought::Value;

/// The rest of the turn found last.
pub(crate) struct Plan<G: Game> {
    /// The plies after the first, each with the key of the position it is made in. The key tells
    /// pasts apart, so that a plan is not followed where a repetition is nearer.
    steps: Vec<(u64, G::Ply)>,
    /// What the turn was worth when it began.
    value: Value,
}

impl<G: Game> Default for Plan<G> {
    fn default() -> Plan<G> {
        Plan { steps: Vec::new(), value: Value::NOTHING }
    }
}

impl<G: Game> Plan<G> {
    /// The plan to go on with a line after its first ply, as far as it is the same side's turn.
    pub fn new(position: &G, line: &[G::Ply], value: Value) -> Plan<G> {
        let mut steps = Vec::new();
        let mut at = position.clone();
        for (number, ply) in line.iter().enumerate() {
            if at.outcome().is_some() || at.side() != position.side() {
                break;
            }
            if number > 0 {
                steps.push((at.future_key(), ply.clone()));
            }
            at.play_unchecked(ply);
        }
        Plan { steps, value }
    }

    /// What is left of the turn, if this position is in it, and what it is worth here.
    pub fn rest(&self, position: &G) -> Option<(Vec<G::Ply>, Value)> {
        let key = position.future_key();
        let gone = self.steps.iter().position(|(at, _)| *at == key)?;
        let rest: Vec<G::Ply> = self.steps[gone..].iter().map(|(_, ply)| ply.clone()).collect();
        position.check(&rest[0]).ok()?;
        let value = match self.value {
            Value::Proved { result, plies } => {
                let plies = plies.map(|plies| plies.saturating_sub(gone as u32 + 1));
                Value::Proved { result, plies }
            }
            guess => guess,
        };
        Some((rest, value))
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::{
        Arimaa, Side, TicTacToe,
        arimaa::{ArimaaPly, Board, Kind, Square},
    };

    use super::*;
    use crate::thought::Verdict;

    fn played(begin: &Arimaa, plies: &[&str]) -> (Arimaa, Vec<ArimaaPly>) {
        let mut at = begin.clone();
        let mut made = Vec::new();
        for words in plies {
            let ply = at.read_ply(words).unwrap();
            at.play(&ply).unwrap();
            made.push(ply);
        }
        (at, made)
    }

    /// Gold to move with an elephant on c4, silver’s on e2, and a rabbit each.
    fn begin() -> Arimaa {
        let mut board = Board::default();
        for (side, kind, square) in [
            (Side::First, Kind::Elephant, "c4"),
            (Side::Second, Kind::Elephant, "e2"),
            (Side::First, Kind::Rabbit, "h1"),
            (Side::Second, Kind::Rabbit, "h8"),
        ] {
            board.put(side, kind, Square::read(square).unwrap());
        }
        Arimaa::from_board(board, Side::First)
    }

    const WON: Value = Value::Proved { result: Verdict::Win, plies: Some(9) };

    #[test]
    fn a_turn_goes_on_from_each_of_its_positions_and_comes_nearer_to_its_end() {
        let begin = begin();
        let (_, line) = played(&begin, &["Ec4n", "Ec5n", "end", "ee2n", "end"]);
        let plan = Plan::new(&begin, &line, WON);
        assert!(plan.rest(&begin).is_none(), "it begins with the second ply");
        for gone in 1..3 {
            let (at, _) = played(&begin, &["Ec4n", "Ec5n"][..gone]);
            let left = Value::Proved { result: Verdict::Win, plies: Some(9 - gone as u32) };
            assert_eq!(plan.rest(&at), Some((line[gone..3].to_vec(), left)), "{gone}");
        }
        let (over, _) = played(&begin, &["Ec4n", "Ec5n", "end"]);
        assert!(plan.rest(&over).is_none(), "the other side has plans of its own");
    }

    #[test]
    fn a_plan_is_not_followed_elsewhere_nor_after_another_past() {
        let begin = begin();
        let (_, line) = played(&begin, &["Ec4n", "Ec5n", "end"]);
        let plan = Plan::new(&begin, &line, WON);
        let (elsewhere, _) = played(&begin, &["Ec4e"]);
        assert!(plan.rest(&elsewhere).is_none());
        let around = ["Ec4n", "end", "ee2n", "end", "Ec5s", "end", "ee3s", "end", "Ec4n"];
        let (again, _) = played(&begin, &around);
        assert_eq!(again, played(&begin, &["Ec4n"]).0, "the board is the same");
        assert!(plan.rest(&again).is_none());
    }

    #[test]
    fn where_a_turn_is_one_ply_nothing_is_left_of_it() {
        let begin = TicTacToe::new(3, 3).unwrap();
        let plan = Plan::new(&begin, &begin.legal_plies()[..2], Value::NOTHING);
        assert!(plan.steps.is_empty());
    }
}

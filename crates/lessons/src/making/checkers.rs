//! What there is to find in checkers: ends that are won in a few moves, and exchanges that leave one
//! a piece ahead.

use ludoteca_games::{Checkers, Position};

use super::{Finder, Found, SelfPlay, asking};
use crate::{
    LessonError, Prover,
    forced::balance,
    lessons::{Goal, Step},
    proof::Claim,
};

pub struct Shots;

/// The longest end and the longest exchange that is asked for, in moves.
const LONGEST: [u8; 2] = [4, 3];

impl Finder for Shots {
    fn game(&self, chance: u64) -> SelfPlay {
        let players = ["mcts:playouts=20", "alphabeta:depth=2", "mcts:playouts=80"];
        let player = players[chance as usize % players.len()];
        SelfPlay { options: Vec::new(), player, random: 4 + (chance >> 8) as usize % 6 }
    }

    fn backwards(&self) -> bool {
        true
    }

    fn questions(
        &self,
        position: &dyn Position,
        prover: &mut Prover,
    ) -> Result<Vec<Step>, LessonError> {
        let side = position.side();
        let Some(board) = position.as_any().downcast_ref::<Checkers>() else {
            return Ok(Vec::new());
        };
        // Whoever has to take has little to find.
        if board.board().can_take(side) {
            return Ok(Vec::new());
        }
        for moves in 1..=LONGEST[0] {
            match prover.holds(position, side, Claim::Within(moves))? {
                Some(true) if moves > 1 => return Ok(vec![asking(position, Goal::Within(moves))]),
                Some(false) => {}
                _ => return Ok(Vec::new()),
            }
        }
        let Some(by) = balance(position.as_any(), side) else { return Ok(Vec::new()) };
        for left in 1..=LONGEST[1] {
            match prover.holds(position, side, Claim::Gain { left, by })? {
                Some(true) if left > 1 => return Ok(vec![asking(position, Goal::Gain(left))]),
                Some(false) => {}
                _ => return Ok(Vec::new()),
            }
        }
        Ok(Vec::new())
    }

    fn theme(&self, found: &Found<'_>) -> Result<Option<&'static str>, LessonError> {
        let board = |at: &dyn Position| Some(*at.as_any().downcast_ref::<Checkers>()?.board());
        let boards: Option<Vec<_>> = found.positions.iter().map(|at| board(at.as_ref())).collect();
        let Some(boards) = boards else { return Ok(None) };
        let (other, Some(last)) = (found.you.other(), boards.last()) else { return Ok(None) };
        let count =
            |board: &ludoteca_games::checkers::Board, side| board.count(side).iter().sum::<u32>();
        let offered = boards[1].can_take(other);
        if matches!(found.goal, Goal::Gain(_)) {
            let jumps =
                boards.windows(2).map(|pair| count(&pair[0], other) - count(&pair[1], other));
            return Ok(Some(match (offered, jumps.max()) {
                (true, Some(2..)) => "shot",
                (true, _) => "exchange",
                (false, _) => "fork",
            }));
        }
        Ok(Some(match (count(last, other), offered) {
            (1.., _) => "block",
            (0, true) => "offer",
            (0, false) => "trap",
        }))
    }
}

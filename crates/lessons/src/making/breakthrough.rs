//! What there is to find in Breakthrough: a way through, and the one move that stops somebody else's.

use ludoteca_games::{Breakthrough, Game, Position, Side};

use super::{Finder, Found, SelfPlay, asking};
use crate::{
    LessonError, Prover,
    lessons::{Goal, Step},
    proof::Claim,
    puzzles::keys,
};

pub struct Runners;

/// The longest way through that is asked for, in moves.
const LONGEST: u8 = 5;

impl Finder for Runners {
    fn game(&self, chance: u64) -> SelfPlay {
        let size = 5 + chance % 4;
        let player = ["mcts:playouts=30", "mcts:playouts=100"][(chance >> 8) as usize % 2];
        SelfPlay { options: vec![("size", size.to_string())], player, random: 2 }
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
        for moves in 1..=LONGEST {
            match prover.holds(position, side, Claim::Within(moves))? {
                Some(true) if moves > 1 => return Ok(vec![asking(position, Goal::Within(moves))]),
                Some(false) => {}
                _ => return Ok(Vec::new()),
            }
        }
        // Where one move alone stops who is about to arrive there is nothing to find.
        for moves in 1..=3 {
            let step = asking(position, Goal::Hold(moves));
            match keys(&step, Breakthrough::NAME, prover, 2)?.map(|keys| keys.len()) {
                Some(1) if moves > 1 => return Ok(vec![step]),
                Some(2..) => {}
                _ => return Ok(Vec::new()),
            }
        }
        Ok(Vec::new())
    }

    fn theme(&self, found: &Found<'_>) -> Result<Option<&'static str>, LessonError> {
        let [Some(begin), Some(after)] =
            [0, 1].map(|at| found.positions[at].as_any().downcast_ref::<Breakthrough>())
        else {
            return Ok(None);
        };
        let other = found.you.other();
        let takes = begin.pieces(other) != after.pieces(other);
        if matches!(found.goal, Goal::Hold(_)) {
            return Ok(Some(if takes { "catch" } else { "guard" }));
        }
        // The piece that moved, and whether it can be taken where it is.
        let moved = after.pieces(found.you) & !begin.pieces(found.you);
        let offered = Game::outcome(after).is_none()
            && after.legal_plies().iter().any(|ply| moved >> ply.to & 1 == 1);
        // Whoever takes a piece that is about to arrive opens no way of its own.
        let home = if found.you == Side::First { 0 } else { u32::from(begin.size()) - 1 };
        let taken = begin.pieces(other) & !after.pieces(other);
        let arriving = takes && (taken.trailing_zeros() / 8).abs_diff(home) <= 1;
        Ok(Some(match (takes, offered) {
            (_, true) => "offer",
            (true, false) if arriving => "catch",
            (true, false) => "clear",
            (false, false) => "run",
        }))
    }
}

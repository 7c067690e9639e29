//! What there is to find in Connect Four: the exact solver knows how every position ends, and when.

use ludoteca_games::{Connect4, Game, Position, Side, connect4::completing};

use super::{Finder, Found, SelfPlay, asking};
use crate::{
    LessonError, Prover,
    lessons::{Goal, Step},
};

pub struct Columns;

/// With fewer discs than this the solver takes long, and more with many moves to come.
const DISCS: [u32; 2] = [8, 16];
/// A side that is not to win with its moves in the whole game.
const EVER: u8 = 21;

impl Finder for Columns {
    fn game(&self, chance: u64) -> SelfPlay {
        let player = ["mcts:playouts=40", "mcts:playouts=150"][chance as usize % 2];
        SelfPlay { options: Vec::new(), player, random: 2 + chance as usize % 5 }
    }

    fn backwards(&self) -> bool {
        false
    }

    fn questions(
        &self,
        position: &dyn Position,
        prover: &mut Prover,
    ) -> Result<Vec<Step>, LessonError> {
        let Some(board) = board(position) else { return Ok(Vec::new()) };
        let side = Game::side(board);
        let [own, other] = [side, side.other()].map(|side| at_once(board, side));
        if board.count() < DISCS[0] || own != 0 || other != 0 {
            return Ok(Vec::new());
        }
        let Some(ends) = prover.ends(board) else { return Ok(Vec::new()) };
        let goal = match (ends.winner, ends.moves) {
            (Some(winner), moves @ 2..=4) if winner == side => Goal::Within(moves),
            (Some(winner), _) if winner == side && board.count() >= DISCS[1] => Goal::First,
            (None, _) if board.count() >= DISCS[1] => Goal::Hold(EVER),
            _ => return Ok(Vec::new()),
        };
        Ok(vec![asking(position, goal)])
    }

    fn theme(&self, found: &Found<'_>) -> Result<Option<&'static str>, LessonError> {
        match found.goal {
            Goal::Hold(_) => return Ok(Some("hold")),
            Goal::First => return Ok(zugzwang(found)?.then_some("zugzwang")),
            _ => {}
        }
        // The position in which whoever loses moves for the last time.
        let Some(last) = found.positions.iter().rev().nth(2) else { return Ok(None) };
        let Some(last) = board(last.as_ref()) else { return Ok(None) };
        let threats = at_once(last, found.you);
        let key = found.positions.get(1).and_then(|at| board(at.as_ref()));
        let forcing = key.is_some_and(|key| at_once(key, found.you) != 0);
        Ok(Some(match (threats.count_ones(), forcing) {
            (2.., true) => "fork",
            (2.., false) => "quiet",
            (1, _) => "above",
            _ => "zugzwang",
        }))
    }
}

/// Whether with best play whoever loses has to fill the cell below the winner's at last, though
/// nothing is threatened there.
fn zugzwang(found: &Found<'_>) -> Result<bool, LessonError> {
    let prover = &mut Prover::default();
    let Some(after) = found.positions.last().and_then(|at| board(at.as_ref())) else {
        return Ok(false);
    };
    let mut at = *after;
    while Game::outcome(&at).is_none() {
        let threats = at_once(&at, found.you);
        if Game::side(&at) == found.you && threats != 0 {
            return Ok(false);
        }
        if Game::side(&at) != found.you && threats == 0 {
            let loses = |column: &u8| {
                let mut next = at;
                next.play_unchecked(column);
                at_once(&next, found.you) != 0
            };
            let plies = at.legal_plies();
            if plies.iter().all(loses) {
                return Ok(plies.len() > 1 || at.count() < 40);
            }
        }
        // Whoever loses puts it off, whoever wins does not.
        let mut best: Option<(u8, u8)> = None;
        for column in at.legal_plies() {
            let mut next = at;
            next.play_unchecked(&column);
            let moves = match Game::outcome(&next) {
                Some(_) => 0,
                None => match prover.ends(&next) {
                    Some(ends) if ends.winner == Some(found.you) => ends.moves,
                    _ if Game::side(&at) == found.you => continue,
                    _ => return Ok(false),
                },
            };
            let better = best.is_none_or(|(known, _)| match Game::side(&at) == found.you {
                true => moves < known,
                false => moves > known,
            });
            if better {
                best = Some((moves, column));
            }
        }
        let Some((_, column)) = best else { return Ok(false) };
        at.play_unchecked(&column);
    }
    Ok(false)
}

fn board(position: &dyn Position) -> Option<&Connect4> {
    position.as_any().downcast_ref()
}

/// The cells on which a side would have four with its next move.
fn at_once(board: &Connect4, side: Side) -> u64 {
    completing(board.stones(side)) & board.playable()
}

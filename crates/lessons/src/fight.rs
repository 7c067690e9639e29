//! A position as it stands for the goal of a task: what may be played, what serves whom, and whether
//! it is over.

use ludoteca_games::{
    Hex, Position, Side,
    hex::{Cell, Colour},
};
use ludoteca_players::hex::subgame::{Standing as Between, Subgame};

use crate::{
    LessonError, Prover,
    forced::{ahead, balance},
    hex,
    lessons::{Goal, Step, Task},
    proof::Claim,
};

/// A position as it stands for the goal of a task that somebody answers.
pub enum Fight<'a> {
    /// A connection, whether whoever learns wants it, and who moves next.
    Join(Subgame, bool, Colour),
    /// What whoever learns has to be able to do on the whole board.
    Whole(&'a dyn Position, Side, Claim),
}

impl Goal {
    /// Whether it is reached or missed with one move.
    pub fn takes_one_move(&self) -> bool {
        matches!(self, Goal::First | Goal::Hold(_))
    }
}

impl<'a> Fight<'a> {
    /// The fight of a step's task in a position that came from `start` with so many moves of whoever
    /// learns.
    pub fn of(
        step: &Step,
        task: &Task,
        start: &dyn Position,
        position: &'a dyn Position,
        made: u8,
    ) -> Result<Fight<'a>, LessonError> {
        let you = task.you.side();
        let claim = match &task.goal {
            Goal::Join { side, ends } => {
                let subgame = hex::subgame(step, position, *side, ends, &[])?;
                return Ok(Fight::Join(subgame, *side == task.you, hex::colour(position.side())));
            }
            Goal::Win | Goal::First => Claim::Win,
            Goal::Within(moves) => Claim::Within(moves.saturating_sub(made)),
            Goal::Hold(moves) => Claim::Hold(*moves),
            Goal::Gain(moves) => {
                let by = balance(start.as_any(), you).ok_or(LessonError::Broken)?;
                Claim::Gain { left: moves.saturating_sub(made), by }
            }
            Goal::Reach(_) | Goal::Arimaa(_) => return Err(LessonError::Broken),
        };
        Ok(Fight::Whole(position, you, claim))
    }

    /// Whether the goal is reached or missed, if it is over.
    pub fn over(&self) -> Option<bool> {
        let (position, you, claim) = match self {
            Fight::Join(subgame, wanted, _) => {
                return match subgame.standing() {
                    Between::Joined => Some(*wanted),
                    Between::Cut => Some(!wanted),
                    Between::Open => None,
                };
            }
            Fight::Whole(position, you, claim) => (*position, *you, *claim),
        };
        if let Some(outcome) = position.outcome() {
            return Some(match claim {
                Claim::Hold(_) => outcome.winner != Some(you.other()),
                _ => outcome.winner == Some(you),
            });
        }
        match claim {
            Claim::Gain { by, .. } if ahead(position.as_any(), you, by) => Some(true),
            Claim::Within(0) | Claim::Gain { left: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// All that the side to move may play.
    pub fn allowed(&self) -> Vec<String> {
        match self {
            Fight::Join(subgame, ..) => names(subgame.cells()),
            Fight::Whole(position, ..) => position.plies(),
        }
    }

    /// Whether whoever learns can still reach the goal; none if that was too much to find out, and of
    /// connections, which are played out.
    pub fn holds(&mut self, prover: &mut Prover) -> Result<Option<bool>, LessonError> {
        match self {
            Fight::Join(..) => Ok(None),
            Fight::Whole(position, you, claim) => prover.holds(*position, *you, *claim),
        }
    }

    /// What serves the side to move. `enough` of it are sought, and nothing is said that is not
    /// proved.
    pub fn good(&mut self, prover: &mut Prover, enough: usize) -> Result<Vec<String>, LessonError> {
        let (position, mine) = match self {
            Fight::Join(subgame, _, next) => return Ok(names(&subgame.good(*next))),
            Fight::Whole(position, you, _) => (*position, position.side() == *you),
        };
        let mut good = Vec::new();
        for ply in position.plies() {
            if good.len() == enough {
                break;
            }
            if self.after(prover, &ply)? == Some(mine) {
                good.push(ply);
            }
        }
        Ok(good)
    }

    /// A move with which the program shows that the goal is out of reach.
    pub fn refutations(&mut self, prover: &mut Prover) -> Result<Vec<String>, LessonError> {
        if let Fight::Whole(position, ..) = self
            && let Some(hex) = position.as_any().downcast_ref::<Hex>()
        {
            let hex = *hex;
            if self.holds(prover)? == Some(true) {
                return Ok(Vec::new());
            }
            if let Some(ply) = prover.winning_move(&hex) {
                return Ok(vec![ply]);
            }
        }
        self.good(prover, usize::MAX)
    }

    /// Of the moves of a side that cannot reach its goal, those with the fewest right answers.
    pub fn hardest(&mut self, prover: &mut Prover) -> Result<Vec<String>, LessonError> {
        let (position, you, claim) = match self {
            Fight::Join(subgame, _, next) => return Ok(names(&subgame.hardest(*next))),
            Fight::Whole(position, you, claim) => (*position, *you, *claim),
        };
        let mut counted = Vec::new();
        for ply in position.plies() {
            let mut next = position.boxed();
            next.play(&ply)?;
            let mut fight = Fight::Whole(next.as_ref(), you, claim);
            let answers = match fight.over() {
                Some(_) => 0,
                None => fight.good(prover, usize::MAX)?.len(),
            };
            counted.push((answers, ply));
        }
        // Whoever ends it at once resists least.
        let fewest = counted.iter().map(|(answers, _)| *answers).filter(|n| *n > 0).min();
        let fewest = fewest.unwrap_or(0);
        let hardest = counted.into_iter().filter(|(answers, _)| *answers == fewest);
        Ok(hardest.map(|(_, ply)| ply).collect())
    }

    /// Whether the goal can be reached after a move; none if that was too much to find out.
    pub fn after(&self, prover: &mut Prover, ply: &str) -> Result<Option<bool>, LessonError> {
        let Fight::Whole(position, you, claim) = self else { return Ok(None) };
        let spent = u8::from(position.side() == *you);
        let claim = match *claim {
            Claim::Within(left) => Claim::Within(left.saturating_sub(spent)),
            Claim::Gain { left, by } => Claim::Gain { left: left.saturating_sub(spent), by },
            claim => claim,
        };
        let mut next = position.boxed();
        next.play(ply)?;
        let mut fight = Fight::Whole(next.as_ref(), *you, claim);
        match fight.over() {
            Some(done) => Ok(Some(done)),
            None => fight.holds(prover),
        }
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| cell.name()).collect()
}

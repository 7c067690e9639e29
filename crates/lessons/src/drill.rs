//! Playing a task: the program answers every move, and says whether the goal is still in reach.

use ludoteca_games::{Handle, Position, picture::CellIndex};
use ludoteca_text::{Text, text};
use serde::Serialize;

use crate::{
    LessonError, Prover, arimaa,
    fight::Fight,
    lessons::{Goal, Step, Task},
    plain,
};

/// How a task stands after the program's answer.
#[derive(Debug)]
pub struct TaskState {
    /// The position.
    pub position: Box<dyn Position>,
    /// Every move of the task so far, the program's answer among them.
    pub moves: Vec<String>,
    /// Where the last move was made.
    pub last: Option<CellIndex>,
    /// What whoever learns may do now.
    pub handles: Vec<Handle>,
    /// Whether the goal is reached, or can be.
    pub standing: Standing,
    /// What there is to say about the last moves.
    pub says: Option<Text>,
    /// The moves that would have been right, once the goal is out of reach.
    pub better: Vec<String>,
}

/// Whether a goal is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// There is nothing to do.
    Told,
    /// Not yet, and it can be.
    Open,
    /// It is reached.
    Done,
    /// It can no longer be reached.
    Lost,
}

/// A task that the program answers, and where it began.
struct Drill<'a> {
    step: &'a Step,
    task: &'a Task,
    start: Box<dyn Position>,
    /// Whether it says what would have been right.
    tells: bool,
}

impl Step {
    /// The task after these moves of both sides, answered if it is the program's turn. Of answers
    /// that are equally hard, which one it gives depends on `attempt`.
    pub fn turn(
        &self,
        game: &str,
        moves: &[String],
        attempt: usize,
    ) -> Result<TaskState, LessonError> {
        self.turn_telling(game, moves, attempt, true)
    }

    /// The same; `tells` is whether it is said what would have been right.
    pub(crate) fn turn_telling(
        &self,
        game: &str,
        moves: &[String],
        attempt: usize,
        tells: bool,
    ) -> Result<TaskState, LessonError> {
        let start = self.start(game)?;
        let Some(task) = &self.task else {
            return Ok(TaskState::of(start, None, Standing::Told));
        };
        match &task.goal {
            Goal::Reach(cells) => plain::turn(start, moves, |at| plain::standing(task, cells, at)),
            Goal::Arimaa(puzzle) => arimaa::turn(puzzle, start, moves),
            _ => Drill { step: self, task, start, tells }.turn(moves, attempt),
        }
    }

    /// What serves the side to move in a position that came from the step's with so many moves of
    /// whoever learns.
    pub(crate) fn good(
        &self,
        start: &dyn Position,
        position: &dyn Position,
        made: u8,
        prover: &mut Prover,
    ) -> Result<Vec<String>, LessonError> {
        let Some(task) = &self.task else { return Ok(Vec::new()) };
        Fight::of(self, task, start, position, made)?.good(prover, usize::MAX)
    }
}

impl Drill<'_> {
    fn fight<'a>(&self, at: &'a dyn Position, made: u8) -> Result<Fight<'a>, LessonError> {
        Fight::of(self.step, self.task, self.start.as_ref(), at, made)
    }

    fn turn(&self, moves: &[String], attempt: usize) -> Result<TaskState, LessonError> {
        let you = self.task.you.side();
        let mut position = self.start.boxed();
        let (mut last, mut before, mut made) = (None, None, 0_u8);
        for ply in moves {
            let fight = self.fight(position.as_ref(), made)?;
            if fight.over().is_some() {
                return Err(LessonError::Over);
            }
            if !fight.allowed().contains(ply) {
                return Err(refusal(position.as_ref(), ply).into());
            }
            before = Some((position.boxed(), made));
            made = made.saturating_add(u8::from(position.side() == you));
            last = position.play(ply)?.lands();
        }
        let mut turn = TaskState::of(position, last, Standing::Open);
        turn.moves = moves.to_vec();
        let prover = &mut Prover::default();
        let one_move = self.task.goal.takes_one_move() && made > 0;
        let mut fight = self.fight(turn.position.as_ref(), made)?;
        if let Some(done) = fight.over() {
            turn.standing = if done { Standing::Done } else { Standing::Lost };
        } else if turn.position.side() == you {
            // Where one move was asked for, the program has shown already what was wrong with it.
            let allowed = if one_move { Vec::new() } else { fight.allowed() };
            turn.standing = if one_move { Standing::Lost } else { Standing::Open };
            turn.allow(&allowed);
        } else if one_move && fight.holds(prover)? == Some(true) {
            turn.standing = Standing::Done;
        } else {
            self.answer(&mut turn, before, made, prover, attempt)?;
        }
        Ok(turn)
    }

    /// The program's answer: one that reaches its own goal if there is one, else one that is hard to
    /// meet. `before` is what whoever learns has just moved from.
    fn answer(
        &self,
        turn: &mut TaskState,
        before: Option<(Box<dyn Position>, u8)>,
        made: u8,
        prover: &mut Prover,
        attempt: usize,
    ) -> Result<(), LessonError> {
        let side = turn.position.geometry().sides[turn.position.side().index()].name.clone();
        let mut fight = self.fight(turn.position.as_ref(), made)?;
        let winning = fight.refutations(prover)?;
        let lost = !winning.is_empty();
        let choice = if lost { winning } else { fight.hardest(prover)? };
        let Some(reply) = choice.get(attempt % choice.len().max(1)) else { return Ok(()) };
        let right = match &before {
            Some((before, made)) if lost && self.tells => {
                self.fight(before.as_ref(), *made)?.good(prover, usize::MAX)?
            }
            _ => Vec::new(),
        };
        let own = turn.moves.last().filter(|_| before.is_some());
        turn.says = Some(match own {
            None => text!("lesson-begins", side = side, reply = reply.as_str()),
            Some(_) if lost && right.is_empty() => {
                text!("lesson-lost", side = side, reply = reply.as_str())
            }
            Some(_) if lost => {
                let (better, n) = (right.join(", "), right.len());
                text!("lesson-wrong", side = side, reply = reply.as_str(), better = better, n = n)
            }
            Some(own) => {
                text!("lesson-right", own = own.as_str(), side = side, reply = reply.as_str())
            }
        });
        turn.last = turn.position.play(reply)?.lands();
        turn.moves.push(reply.clone());
        if lost {
            turn.standing = Standing::Lost;
            turn.better = right;
            return Ok(());
        }
        let fight = self.fight(turn.position.as_ref(), made)?;
        match fight.over() {
            Some(done) => turn.standing = if done { Standing::Done } else { Standing::Lost },
            None => {
                let allowed = fight.allowed();
                turn.allow(&allowed);
            }
        }
        Ok(())
    }
}

impl TaskState {
    pub(crate) fn of(
        position: Box<dyn Position>,
        last: Option<CellIndex>,
        standing: Standing,
    ) -> TaskState {
        let (moves, handles, better) = (Vec::new(), Vec::new(), Vec::new());
        TaskState { position, moves, last, handles, standing, says: None, better }
    }

    /// The cells of the moves that would have been right.
    pub fn better_cells(&self) -> Vec<CellIndex> {
        let cells = self.position.geometry().cells;
        let cell = |ply: &String| cells.iter().position(|cell| cell.name == *ply);
        self.better.iter().filter_map(cell).collect()
    }

    fn allow(&mut self, plies: &[String]) {
        self.handles = self.position.handles();
        self.handles.retain(|handle| plies.contains(&handle.ply));
    }
}

/// Why a move is not one of those that may be played.
fn refusal(position: &dyn Position, ply: &str) -> Text {
    match position.boxed().play(ply) {
        Err(why) => why,
        Ok(_) => text!("lesson-outside"),
    }
}

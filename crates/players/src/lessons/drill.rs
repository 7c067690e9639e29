//! Playing a task: the program answers every move, and says whether the goal is still in reach.

use ludoteca_games::{
    Handle, Position, Side,
    hex::{Cell, Colour},
    picture::CellIndex,
};
use ludoteca_text::{Text, text};
use serde::Serialize;

use super::{Goal, LessonError, Step, Task, hex, plain, puzzles};
use crate::{
    Budget, Solved,
    hex::subgame::{Standing as Between, Subgame},
    solve,
    thought::Verdict,
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
    /// The cells of the moves that would have been right, once the goal is out of reach.
    pub better: Vec<CellIndex>,
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

/// A position as it stands for the goal of a task.
enum Fight<'a> {
    /// The whole game, and who learns.
    Win(&'a dyn Position, Side),
    /// A connection, whether whoever learns wants it, and who moves next.
    Join(Subgame, bool, Colour),
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
        let mut position = self.start(game)?;
        let Some(task) = &self.task else {
            return Ok(TaskState::of(position, None, Standing::Told));
        };
        match &task.goal {
            Goal::Reach(cells) => {
                return plain::turn(position, moves, |at| plain::standing(task, cells, at));
            }
            Goal::Puzzle(puzzle) => return puzzles::turn(puzzle, position, moves),
            Goal::Win | Goal::Join { .. } => {}
        }
        let you = task.you.side();
        let mut last = None;
        let mut before = None;
        for ply in moves {
            let fight = self.fight(task, position.as_ref())?;
            if fight.over().is_some() {
                return Err(LessonError::Over);
            }
            if !fight.allowed().contains(ply) {
                return Err(refusal(position.as_ref(), ply).into());
            }
            before = Some(position.boxed());
            last = position.play(ply)?.lands();
        }
        let fight = self.fight(task, position.as_ref())?;
        if let Some(done) = fight.over() {
            let standing = if done { Standing::Done } else { Standing::Lost };
            return Ok(TaskState {
                moves: moves.to_vec(),
                ..TaskState::of(position, last, standing)
            });
        }
        let allowed = fight.allowed();
        let mut turn = TaskState::of(position, last, Standing::Open);
        turn.moves = moves.to_vec();
        if turn.position.side() == you {
            turn.allow(&allowed);
            return Ok(turn);
        }
        self.answer(task, turn, before, attempt)
    }

    /// The program's answer: one that reaches its own goal if there is one, else one that is hard to
    /// meet. `before` is what whoever learns has just moved from.
    fn answer(
        &self,
        task: &Task,
        mut turn: TaskState,
        before: Option<Box<dyn Position>>,
        attempt: usize,
    ) -> Result<TaskState, LessonError> {
        let geometry = turn.position.geometry();
        let side = geometry.sides[turn.position.side().index()].name.clone();
        let mut fight = self.fight(task, turn.position.as_ref())?;
        let winning = fight.good()?;
        let lost = !winning.is_empty();
        let choice = if lost { winning } else { fight.hardest()? };
        let Some(reply) = choice.get(attempt % choice.len().max(1)) else { return Ok(turn) };
        let right = match &before {
            Some(before) if lost => self.fight(task, before.as_ref())?.good()?,
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
            let cell = |ply: &String| geometry.cells.iter().position(|cell| cell.name == *ply);
            turn.better = right.iter().filter_map(cell).collect();
            return Ok(turn);
        }
        let fight = self.fight(task, turn.position.as_ref())?;
        match fight.over() {
            Some(done) => turn.standing = if done { Standing::Done } else { Standing::Lost },
            None => {
                let allowed = fight.allowed();
                turn.allow(&allowed);
            }
        }
        Ok(turn)
    }

    fn fight<'a>(&self, task: &Task, position: &'a dyn Position) -> Result<Fight<'a>, LessonError> {
        match &task.goal {
            Goal::Win => Ok(Fight::Win(position, task.you.side())),
            Goal::Join { side, ends } => {
                let subgame = hex::subgame(self, position, *side, ends, &[])?;
                Ok(Fight::Join(subgame, *side == task.you, hex::colour(position.side())))
            }
            Goal::Reach(_) | Goal::Puzzle(_) => Err(LessonError::Broken),
        }
    }

    /// The moves that serve the goal of the side to move.
    #[cfg(test)]
    pub(super) fn good(&self, position: &dyn Position) -> Result<Vec<String>, LessonError> {
        self.task.as_ref().map_or(Ok(Vec::new()), |task| self.fight(task, position)?.good())
    }
}

impl TaskState {
    pub(super) fn of(
        position: Box<dyn Position>,
        last: Option<CellIndex>,
        standing: Standing,
    ) -> TaskState {
        let (moves, handles, better) = (Vec::new(), Vec::new(), Vec::new());
        TaskState { position, moves, last, handles, standing, says: None, better }
    }

    fn allow(&mut self, plies: &[String]) {
        self.handles = self.position.handles();
        self.handles.retain(|handle| plies.contains(&handle.ply));
    }
}

impl Fight<'_> {
    /// Whether the goal is reached or missed, if it is over.
    fn over(&self) -> Option<bool> {
        match self {
            Fight::Win(position, you) => {
                position.outcome().map(|outcome| outcome.winner == Some(*you))
            }
            Fight::Join(subgame, wanted, _) => match subgame.standing() {
                Between::Joined => Some(*wanted),
                Between::Cut => Some(!wanted),
                Between::Open => None,
            },
        }
    }

    /// All that the side to move may play.
    fn allowed(&self) -> Vec<String> {
        match self {
            Fight::Win(position, _) => position.plies(),
            Fight::Join(subgame, ..) => names(subgame.cells()),
        }
    }

    /// What serves the side to move.
    fn good(&mut self) -> Result<Vec<String>, LessonError> {
        match self {
            Fight::Win(position, _) => winning(*position),
            Fight::Join(subgame, _, next) => Ok(names(&subgame.good(*next))),
        }
    }

    /// Of the moves of a side that cannot reach its goal, those with the fewest right answers.
    fn hardest(&mut self) -> Result<Vec<String>, LessonError> {
        let position = match self {
            Fight::Join(subgame, _, next) => return Ok(names(&subgame.hardest(*next))),
            Fight::Win(position, _) => *position,
        };
        let mut counted = Vec::new();
        for ply in position.plies() {
            let mut next = position.boxed();
            next.play(&ply)?;
            let answers = if next.outcome().is_some() { 0 } else { winning(next.as_ref())?.len() };
            counted.push((answers, ply));
        }
        let fewest = counted.iter().map(|(answers, _)| *answers).min();
        let hardest = counted.into_iter().filter(|(answers, _)| Some(*answers) == fewest);
        Ok(hardest.map(|(_, ply)| ply).collect())
    }
}

/// Why a move is not one of those that may be played.
fn refusal(position: &dyn Position, ply: &str) -> Text {
    match position.boxed().play(ply) {
        Err(why) => why,
        Ok(_) => text!("lesson-outside"),
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| cell.name()).collect()
}

/// The moves that win by force. The boards of lessons are small enough to know.
fn winning(position: &dyn Position) -> Result<Vec<String>, LessonError> {
    let solution = solve(position, &Budget::default(), &mut |_, _| {})?;
    let won = |solved: &Solved| solved.verdict() == Some(Verdict::Win);
    Ok(solution.moves.into_iter().filter(|(_, solved)| won(solved)).map(|(ply, _)| ply).collect())
}

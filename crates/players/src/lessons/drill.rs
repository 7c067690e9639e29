//! Playing a task: the program answers every move, and says whether the goal is still in reach.

use ludoteca_games::{Handle, Position, Side, picture::CellIndex};
use ludoteca_words::{Text, text};
use serde::Serialize;

use super::{Goal, Step, Task, hex};
use crate::{
    Budget,
    hex::subgame::{Standing as Between, Subgame},
    solve,
    thought::Verdict,
};

/// How a task stands after the program's answer.
#[derive(Debug)]
pub struct Turn {
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

/// How a position stands for the goal: it is over, for whoever learns or against; or it goes on.
enum State {
    Over(bool),
    Open(View),
}

/// Of the side to move: the moves that serve it, and the hardest ones to meet.
struct View {
    good: Vec<String>,
    hardest: Vec<String>,
    /// All it may play.
    all: Vec<String>,
}

impl Step {
    /// The task after these moves of both sides, answered if it is the program's turn. Of answers
    /// that are equally hard, which one it gives depends on `attempt`.
    pub fn turn(&self, game: &str, moves: &[String], attempt: usize) -> Result<Turn, Text> {
        let mut position = self.start(game)?;
        let Some(task) = &self.task else {
            let standing = Standing::Told;
            return Ok(Turn::of(position, Vec::new(), None, standing));
        };
        let you = task.you.side();
        let mut last = None;
        let mut right = Vec::new();
        for (at, ply) in moves.iter().enumerate() {
            let State::Open(view) = self.state(task, position.as_ref())? else {
                return Err(text!("game-over"));
            };
            if !view.all.contains(ply) {
                return Err(self.refusal(position.as_ref(), ply));
            }
            if at + 1 == moves.len() {
                right = view.good;
            }
            last = position.play(ply)?.lands();
        }
        let moves = moves.to_vec();
        let yours = moves.last().cloned().filter(|_| position.side() != you);
        let view = match self.state(task, position.as_ref())? {
            State::Over(done) => {
                let standing = if done { Standing::Done } else { Standing::Lost };
                return Ok(Turn::of(position, moves, last, standing));
            }
            State::Open(view) => view,
        };
        if position.side() == you {
            let mut turn = Turn::of(position, moves, last, Standing::Open);
            turn.allow(&view.all);
            return Ok(turn);
        }
        self.answer(
            task,
            Turn::of(position, moves, last, Standing::Open),
            view,
            yours,
            right,
            attempt,
        )
    }

    /// The program's answer: one that reaches its own goal if there is one, else one that is hard to
    /// meet.
    fn answer(
        &self,
        task: &Task,
        mut turn: Turn,
        view: View,
        yours: Option<String>,
        right: Vec<String>,
        attempt: usize,
    ) -> Result<Turn, Text> {
        let before = turn.position.geometry();
        let side = before.sides[turn.position.side().index()].name.clone();
        let lost = !view.good.is_empty();
        let choice = if lost { view.good } else { view.hardest };
        let Some(reply) = choice.get(attempt % choice.len().max(1)) else { return Ok(turn) };
        turn.last = turn.position.play(reply)?.lands();
        turn.moves.push(reply.clone());
        turn.says = Some(match &yours {
            None => text!("lesson-begins", side = side, reply = reply.as_str()),
            Some(_) if lost && right.is_empty() => {
                text!("lesson-lost", side = side, reply = reply.as_str())
            }
            Some(_) if lost => {
                let better = right.join(", ");
                let n = right.len();
                text!("lesson-wrong", side = side, reply = reply.as_str(), better = better, n = n)
            }
            Some(own) => {
                text!("lesson-right", own = own.as_str(), side = side, reply = reply.as_str())
            }
        });
        if lost {
            turn.standing = Standing::Lost;
            let cell = |ply: &String| before.cells.iter().position(|cell| cell.name == *ply);
            turn.better = right.iter().filter_map(cell).collect();
            return Ok(turn);
        }
        match self.state(task, turn.position.as_ref())? {
            State::Over(done) => turn.standing = if done { Standing::Done } else { Standing::Lost },
            State::Open(view) => turn.allow(&view.all),
        }
        Ok(turn)
    }

    /// The moves that serve the goal of the side to move.
    #[cfg(test)]
    pub(super) fn good(&self, position: &dyn Position) -> Result<Vec<String>, Text> {
        match self.task.as_ref().map(|task| self.state(task, position)) {
            Some(Ok(State::Open(view))) => Ok(view.good),
            Some(Err(why)) => Err(why),
            _ => Ok(Vec::new()),
        }
    }

    fn state(&self, task: &Task, position: &dyn Position) -> Result<State, Text> {
        match &task.goal {
            Goal::Win => win(position, task.you.side()),
            Goal::Join { side, ends } => {
                let subgame = hex::subgame(self, position, *side, ends, &[])?;
                Ok(join(subgame, *side == task.you, position.side()))
            }
        }
    }

    /// Why a move is not one of those that may be played.
    fn refusal(&self, position: &dyn Position, ply: &str) -> Text {
        match position.boxed().play(ply) {
            Err(why) => why,
            Ok(_) => text!("lesson-outside"),
        }
    }
}

impl Turn {
    fn of(
        position: Box<dyn Position>,
        moves: Vec<String>,
        last: Option<CellIndex>,
        standing: Standing,
    ) -> Turn {
        let (handles, better) = (Vec::new(), Vec::new());
        Turn { position, moves, last, handles, standing, says: None, better }
    }

    fn allow(&mut self, plies: &[String]) {
        self.handles = self.position.handles();
        self.handles.retain(|handle| plies.contains(&handle.ply));
    }
}

fn join(mut subgame: Subgame, yours: bool, next: Side) -> State {
    match subgame.standing() {
        Between::Joined => State::Over(yours),
        Between::Cut => State::Over(!yours),
        Between::Open => {
            let next = if next == Side::First { super::Seat::First } else { super::Seat::Second };
            let next = hex::colour(next);
            let names = |cells: Vec<_>| {
                cells.into_iter().map(|cell: ludoteca_games::hex::Cell| cell.name()).collect()
            };
            State::Open(View {
                good: names(subgame.good(next)),
                hardest: names(subgame.hardest(next)),
                all: names(subgame.cells().to_vec()),
            })
        }
    }
}

fn win(position: &dyn Position, you: Side) -> Result<State, Text> {
    if let Some(outcome) = position.outcome() {
        return Ok(State::Over(outcome.winner == Some(you)));
    }
    let good = winning(position)?;
    let all = position.plies();
    let mut counted = Vec::new();
    for ply in all.iter().filter(|_| good.is_empty() && position.side() != you) {
        let mut next = position.boxed();
        next.play(ply)?;
        let answers = if next.outcome().is_some() { 0 } else { winning(next.as_ref())?.len() };
        counted.push((answers, ply.clone()));
    }
    let fewest = counted.iter().map(|(answers, _)| *answers).min();
    let hardest = counted.into_iter().filter(|(answers, _)| Some(*answers) == fewest);
    Ok(State::Open(View { good, hardest: hardest.map(|(_, ply)| ply).collect(), all }))
}

/// The moves that win by force. The boards of lessons are small enough to know.
fn winning(position: &dyn Position) -> Result<Vec<String>, Text> {
    let solution = solve(position, &Budget::default(), &mut |_, _| {})?;
    let won = |solved: &crate::Solved| solved.verdict() == Some(Verdict::Win);
    Ok(solution.moves.into_iter().filter(|(_, solved)| won(solved)).map(|(ply, _)| ply).collect())
}

//! The puzzles of Arimaa as lessons: one for each grade, with a step for each puzzle.

use ludoteca_games::{Arimaa, Game, Position, Side, WrongGame, arimaa::write_board};

use super::{
    Goal, Lesson, LessonError, Seat, Step, Task,
    drill::{Standing, TaskState},
    plain,
};
use crate::arimaa::puzzles::{Puzzle, puzzles};

/// A lesson for each grade, the easiest first.
pub fn lessons() -> impl Iterator<Item = Lesson> {
    puzzles().chunk_by(|one, next| one.grade == next.grade).map(|alike| Lesson {
        id: format!("puzzles-{}", alike[0].grade),
        steps: alike.iter().map(step).collect(),
    })
}

fn step(puzzle: &'static Puzzle) -> Step {
    let side = Game::side(&puzzle.position);
    let words = write_board(&puzzle.position.state().board, side);
    let squares: Vec<char> = words.chars().skip_while(|letter| *letter != '[').skip(1).collect();
    let you = if side == Side::First { Seat::First } else { Seat::Second };
    Step {
        rows: squares.chunks_exact(8).map(|row| row.iter().collect()).collect(),
        next: you,
        options: Default::default(),
        links: Vec::new(),
        rings: Vec::new(),
        moves: Vec::new(),
        task: Some(Task { you, goal: Goal::Puzzle(puzzle) }),
    }
}

/// A puzzle after these plies; once the turn is over, whether it is solved, and if not, why not.
pub fn turn(
    puzzle: &Puzzle,
    position: Box<dyn Position>,
    moves: &[String],
) -> Result<TaskState, LessonError> {
    let you = Game::side(&puzzle.position);
    let mut turn = plain::turn(position, moves, |at| {
        Ok(match at.outcome().is_none() && at.side() == you {
            true => Standing::Open,
            false if puzzle.solved_by(arimaa(at)?) => Standing::Done,
            false => Standing::Lost,
        })
    })?;
    if turn.standing == Standing::Lost {
        turn.says = puzzle.objection(arimaa(turn.position.as_ref())?);
    }
    Ok(turn)
}

fn arimaa(position: &dyn Position) -> Result<&Arimaa, LessonError> {
    let other = || WrongGame::Other { player: Arimaa::NAME, position: position.game() };
    Ok(position.as_any().downcast_ref().ok_or_else(other)?)
}

//! The puzzles of Arimaa, which have a home of their own beside its players, as puzzles like all
//! others.

use ludoteca_games::{
    Arimaa, Game, Position, WrongGame,
    arimaa::{WholeTurn, turns, write_board},
};
use ludoteca_players::arimaa::puzzles::{Puzzle as ArimaaPuzzle, puzzles};

use crate::{
    LessonError,
    drill::{Standing, TaskState},
    lessons::{Goal, Step},
    plain,
};

/// All of them, the easiest first.
pub fn all() -> impl Iterator<Item = (&'static ArimaaPuzzle, Step)> {
    puzzles().iter().map(|puzzle| (puzzle, step(puzzle)))
}

fn step(puzzle: &'static ArimaaPuzzle) -> Step {
    let side = Game::side(&puzzle.position);
    let words = write_board(&puzzle.position.state().board, side);
    let squares: Vec<char> = words.chars().skip_while(|letter| *letter != '[').skip(1).collect();
    let rows = squares.chunks_exact(8).map(|row| row.iter().collect()).collect();
    Step::asking(rows, side, Goal::Arimaa(puzzle))
}

/// The plies of a turn that solves a puzzle: the shortest there is.
pub fn solution(puzzle: &ArimaaPuzzle) -> Vec<String> {
    let begin = &puzzle.position;
    let mut all = turns(begin);
    all.sort_by_key(|turn| turn.len());
    let solves = |turn: &&WholeTurn| puzzle.aim.is_reached(begin, &turn.played(begin));
    let Some(shortest) = all.iter().find(solves) else { return Vec::new() };
    let mut position = begin.clone();
    let mut plies = Vec::new();
    for ply in shortest.plies(begin) {
        plies.push(Game::write_ply(&position, &ply));
        position.play_unchecked(&ply);
    }
    plies
}

/// A puzzle after these plies; once the turn is over, whether it is solved, and if not, why not.
pub fn turn(
    puzzle: &ArimaaPuzzle,
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

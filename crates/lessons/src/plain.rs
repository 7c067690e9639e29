//! Lessons of any game whose boards can be written: cells that are ringed, and tasks of one turn,
//! which nobody answers, with squares that have to look a certain way at the end.

use std::collections::BTreeMap;

use ludoteca_games::{
    Position,
    picture::{CellIndex, Layout},
};
use ludoteca_players::thought::{Content, Layer, Mark, Sign};
use ludoteca_text::{Text, text};

use crate::{
    LessonError,
    drill::{Standing, TaskState},
    lessons::{Step, Task},
};

/// The position a step begins with: its rows have the letters of the game's pieces, and any other
/// letter is an empty cell.
pub fn lay(step: &Step, start: &dyn Position) -> Result<Box<dyn Position>, LessonError> {
    if step.rows.is_empty() {
        return Ok(start.read_position(&step.position)?.position().boxed());
    }
    let geometry = start.geometry();
    let mut cells: Vec<usize> = (0..geometry.cells.len()).collect();
    cells.sort_by(|one, other| {
        let (one, other) = (&geometry.cells[*one], &geometry.cells[*other]);
        one.y.total_cmp(&other.y).then(one.x.total_cmp(&other.x))
    });
    let letters: Vec<char> = step.rows.concat().chars().collect();
    if letters.len() != cells.len() {
        return Err(LessonError::Broken);
    }
    let piece = |letter: char| geometry.pieces.iter().position(|piece| piece.letter == letter);
    let pieces = cells.into_iter().zip(letters);
    let pieces = pieces.filter_map(|(cell, letter)| Some((cell, piece(letter)?))).collect();
    let board = start.write_board(&Layout { pieces, side: step.next.side() });
    Ok(start.read_position(&board.ok_or(LessonError::Broken)?)?.position().boxed())
}

/// A task of one turn after these plies of one's own; `standing` says how it stands.
pub fn turn(
    mut position: Box<dyn Position>,
    moves: &[String],
    standing: impl Fn(&dyn Position) -> Result<Standing, LessonError>,
) -> Result<TaskState, LessonError> {
    let mut last = None;
    for ply in moves {
        if standing(position.as_ref())? != Standing::Open {
            return Err(LessonError::Over);
        }
        last = position.play(ply)?.lands();
    }
    let standing = standing(position.as_ref())?;
    let mut turn = TaskState::of(position, last, standing);
    turn.moves = moves.to_vec();
    match standing {
        Standing::Open => turn.handles = turn.position.handles(),
        Standing::Lost => turn.says = Some(text!("lesson-turn-over")),
        Standing::Done | Standing::Told => {}
    }
    Ok(turn)
}

/// Whether the cells look as they should; if not, whether the turn still goes on.
pub fn standing(
    task: &Task,
    cells: &BTreeMap<String, char>,
    position: &dyn Position,
) -> Result<Standing, LessonError> {
    let (geometry, picture) = (position.geometry(), position.picture());
    let mut reached = true;
    for (name, letter) in cells {
        let cell = geometry.cells.iter().position(|cell| cell.name == *name);
        let cell = cell.ok_or(LessonError::Broken)?;
        let stands = picture.pieces.iter().find(|placed| placed.cell == cell);
        reached &= stands.map_or('.', |placed| geometry.pieces[placed.piece].letter) == *letter;
    }
    let goes_on = position.outcome().is_none() && position.side() == task.you.side();
    Ok(match (reached, goes_on) {
        (true, _) => Standing::Done,
        (false, true) => Standing::Open,
        (false, false) => Standing::Lost,
    })
}

/// The cells that are ringed.
pub fn layer(
    step: &Step,
    position: &dyn Position,
    words: &Text,
) -> Result<Option<Layer>, LessonError> {
    if step.rings.is_empty() {
        return Ok(None);
    }
    let geometry = position.geometry();
    let marks = step.rings.iter().map(|name| {
        let cell = geometry.cells.iter().position(|cell| cell.name == *name);
        Ok(ring(cell.ok_or(LessonError::Broken)?))
    });
    let content = Content::Marks { marks: marks.collect::<Result<_, LessonError>>()? };
    let (title, sentence) = (text!("lesson-drawing"), words.clone());
    Ok(Some(Layer { id: "lesson", title, sentence, content }))
}

/// A ring around a cell.
pub fn ring(cell: CellIndex) -> Mark {
    Mark {
        cell,
        sign: Sign::Key,
        label: text!("lesson-ring"),
        reason: text!("lesson-ring-why"),
        because: Vec::new(),
        side: None,
    }
}

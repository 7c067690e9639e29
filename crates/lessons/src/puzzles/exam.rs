//! How hard a puzzle is: which of four players of its game find the move that begins its solution.

use ludoteca_games::{Hex, Position, hex::Colour};
use ludoteca_players::{AnyWatch, Budget, Supply, machine};

use super::Puzzle;
use crate::{
    LessonError, hex,
    lessons::{Goal, Step},
};

/// The four players that are asked, the weakest first. Each is the same every time.
pub fn examiners(game: &str) -> [&'static str; 4] {
    match game {
        "connect4" => [
            "alphabeta:depth=1",
            "alphabeta:depth=3",
            "alphabeta:depth=5",
            "mcts:playouts=500,seed=1",
        ],
        "hex" => ["distance", "mcts:playouts=30,seed=1", "dijkstra", "mcts:playouts=300,seed=1"],
        _ => [
            "alphabeta:depth=1",
            "alphabeta:depth=3",
            "mcts:playouts=100,seed=1",
            "mcts:playouts=1000,seed=1",
        ],
    }
}

impl Puzzle {
    /// Its grade as it is measured now.
    pub fn measured(&self) -> Result<u8, LessonError> {
        let answers = self.answers()?;
        Ok(1 + answers.iter().filter(|answer| !self.keys.contains(answer)).count() as u8)
    }

    /// What the examiners play.
    pub(crate) fn answers(&self) -> Result<Vec<String>, LessonError> {
        let start = self.start()?;
        let whole = match &self.task()?.goal {
            Goal::Join { side, ends } => {
                walled(&self.step, start.as_ref(), hex::colour(side.side()), ends)?
            }
            _ => start,
        };
        let mut answers = Vec::new();
        for player in examiners(self.game) {
            let mut player = machine(self.game, player, &Supply::seeded(1))?;
            let thought = player.consider(whole.as_ref(), &Budget::default(), AnyWatch::Nobody);
            let thought = thought.map_err(|failure| LessonError::Refused(failure.into()))?;
            answers.push(thought.ply().unwrap_or_default());
        }
        Ok(answers)
    }
}

/// A task about a connection of a stone with an edge as a whole game: the other edge is joined with
/// the stone, and what lies outside the region is the other side's.
fn walled(
    step: &Step,
    start: &dyn Position,
    colour: Colour,
    ends: &[String; 2],
) -> Result<Box<dyn Position>, LessonError> {
    let hex: &Hex = start.as_any().downcast_ref().ok_or(LessonError::Broken)?;
    let region = hex::region(step);
    let stone = hex.cells().find(|cell| cell.name() == ends[0]).ok_or(LessonError::Broken)?;
    let near = matches!(ends[1].as_str(), "top" | "left");
    let along = |cell: &ludoteca_games::hex::Cell| match colour {
        Colour::Red => (cell.row(), cell.column()),
        Colour::Blue => (cell.column(), cell.row()),
    };
    let (depth, across) = along(&stone);
    let stones: Vec<_> = hex
        .cells()
        .filter(|cell| !region.contains(cell))
        .map(|cell| {
            let (row, column) = along(&cell);
            let behind = column == across && if near { row >= depth } else { row <= depth };
            let wall = if behind { colour } else { colour.other() };
            (cell, hex.stone(cell).unwrap_or(wall))
        })
        .collect();
    Ok(Box::new(hex.set_up(&stones, hex.colour())?))
}

//! What the lessons of Hex are made of: their boards, their drawings, and their subgames.

use ludoteca_games::{
    Game, Hex, Position, Side, WrongGame,
    hex::{Cell, Colour, HexPly},
    picture::{CellIndex, EdgeIndex},
};
use ludoteca_players::{
    hex::subgame::{End, Subgame},
    thought::{Content, Layer, Link, Put},
};
use ludoteca_text::{Text, text};

use crate::{
    LessonError,
    lessons::{Line, Seat, Step},
    plain::ring,
};

/// The position a step begins with.
pub fn lay(step: &Step, start: &dyn Position) -> Result<Box<dyn Position>, LessonError> {
    let start = hex(start)?;
    let stones: Vec<(Cell, Colour)> = drawn(step)
        .filter_map(|(cell, letter)| match letter {
            'R' => Some((cell, Colour::Red)),
            'B' => Some((cell, Colour::Blue)),
            _ => None,
        })
        .collect();
    Ok(Box::new(start.set_up(&stones, colour(step.next.side()))?))
}

/// What is drawn on the board of a step.
pub fn layer(
    step: &Step,
    position: &dyn Position,
    words: &Text,
) -> Result<Option<Layer>, LessonError> {
    let hex = hex(position)?;
    let content = if !step.links.is_empty() {
        let links =
            step.links.iter().map(|line| link(step, hex, line)).collect::<Result<_, _>>()?;
        Content::Links { links, whole: text!("link-whole"), semi: text!("link-semi") }
    } else if !step.rings.is_empty() {
        let marks = step.rings.iter().map(|name| Ok(ring(index(hex, cell(hex, name)?))));
        Content::Marks { marks: marks.collect::<Result<_, LessonError>>()? }
    } else if !step.moves.is_empty() {
        let moves = step.moves.iter().map(|(seat, name)| {
            Ok(Put { cell: index(hex, cell(hex, name)?), from: None, side: seat.side() })
        });
        Content::Moves { moves: moves.collect::<Result<_, LessonError>>()? }
    } else {
        return Ok(None);
    };
    let (title, sentence) = (text!("lesson-drawing"), words.clone());
    Ok(Some(Layer { id: "lesson", title, sentence, content }))
}

/// The subgame for two ends of a side, as the board stands now.
pub fn subgame(
    step: &Step,
    position: &dyn Position,
    side: Seat,
    ends: &[String; 2],
    carrier: &[String],
) -> Result<Subgame, LessonError> {
    let hex = hex(position)?;
    let named = carrier.iter().map(|name| cell(hex, name)).collect::<Result<Vec<_>, _>>()?;
    let region = if named.is_empty() { region(step) } else { named };
    let [from, to] = [end(hex, &ends[0])?, end(hex, &ends[1])?];
    Subgame::new(hex, colour(side.side()), [from, to], &region).ok_or(LessonError::Broken)
}

/// The cells that a step is about.
pub fn region(step: &Step) -> Vec<Cell> {
    drawn(step).filter(|(_, letter)| *letter == '*').map(|(cell, _)| cell).collect()
}

/// The colour of a side; the players of a lesson never change colours.
pub fn colour(side: Side) -> Colour {
    match side {
        Side::First => Colour::Red,
        Side::Second => Colour::Blue,
    }
}

fn link(step: &Step, hex: &Hex, line: &Line) -> Result<Link, LessonError> {
    let (mut cells, mut edges): (Vec<CellIndex>, Vec<EdgeIndex>) = Default::default();
    for name in &line.joins {
        match rim(name) {
            Some(edge) => edges.push(edge),
            None => cells.push(index(hex, cell(hex, name)?)),
        }
    }
    let named = line.carrier.iter().map(|name| cell(hex, name)).collect::<Result<Vec<_>, _>>()?;
    let carrier = if named.is_empty() { region(step) } else { named };
    Ok(Link {
        cells,
        edges,
        side: line.side.side(),
        semi: line.semi,
        carrier: carrier.into_iter().map(|cell| index(hex, cell)).collect(),
        depth: None,
    })
}

/// The letters of a step's board with their cells.
fn drawn(step: &Step) -> impl Iterator<Item = (Cell, char)> {
    step.rows.iter().enumerate().flat_map(|(row, letters)| {
        let place = move |(column, letter)| Some((Cell::new(column, row)?, letter));
        letters.chars().enumerate().filter_map(place)
    })
}

fn hex(position: &dyn Position) -> Result<&Hex, LessonError> {
    let other = || WrongGame::Other { player: Hex::NAME, position: position.game() };
    Ok(position.as_any().downcast_ref().ok_or_else(other)?)
}

/// Of the edges a lesson may name, which of the board's it is.
fn rim(name: &str) -> Option<EdgeIndex> {
    let [top, bottom] = Hex::edges(Colour::Red);
    let [left, right] = Hex::edges(Colour::Blue);
    match name {
        "top" => Some(top),
        "bottom" => Some(bottom),
        "left" => Some(left),
        "right" => Some(right),
        _ => None,
    }
}

fn end(hex: &Hex, name: &str) -> Result<End, LessonError> {
    match name {
        "top" | "left" => Ok(End::Near),
        "bottom" | "right" => Ok(End::Far),
        _ => cell(hex, name).map(End::Stone),
    }
}

fn cell(hex: &Hex, name: &str) -> Result<Cell, LessonError> {
    match hex.read_ply(name)? {
        HexPly::Stone(cell) => Ok(cell),
        HexPly::SwapPieces | HexPly::SwapSides => Err(LessonError::Broken),
    }
}

fn index(hex: &Hex, cell: Cell) -> CellIndex {
    cell.row() * hex.size() + cell.column()
}

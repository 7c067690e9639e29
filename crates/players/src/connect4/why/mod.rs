//! Why a solved position is worth what it is, for a player who never read a paper: the threats and
//! which rows favour whom, what has to be done now, who runs out of good moves first, and a line to
//! the end with remarks on its key moves.
//!
//! A score is a proof, so whatever is said beside it must be true as well: every sentence states
//! something seen in the stones, settled by a plan ([`super::plans`]), or seen in the line shown.

mod line;
mod story;
#[cfg(test)]
mod tests;
mod threats;
mod view;

use ludoteca_games::{
    Connect4, Game, Side,
    connect4::{WIDTH, cells},
};
use ludoteca_text::{Text, text};

use self::{line::Line, view::View};
use super::Score;
use crate::thought::Layer;

/// How many cells a sentence names before it only counts the others.
const NAMED: usize = 3;

/// Layers that explain a solved position. `scores[column]` is the exact score of playing that
/// column (for the side to move), none if full; `line` is one best line of play from `position` to
/// the end of the game (columns from 0), every move of it optimal.
pub(super) fn layers(
    position: &Connect4,
    score: Score,
    scores: &[Option<Score>; WIDTH],
    line: &[u8],
) -> Vec<Layer> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let line = Line::follow(position, line);
    let view = View::of(position);
    let mut layers = vec![story::layer(&view, score, scores, &line)];
    layers.extend(threats::layers(&view));
    layers.extend(line::layers(&line));
    layers
}

/// What a side is called.
fn name(side: Side) -> Text {
    Text::new(["yellow", "red"][side.index()])
}

/// The number of a column, as a person counts; `at` is the bit of any of its cells.
fn column_number(at: u64) -> usize {
    cells(at).next().unwrap_or_default() % WIDTH + 1
}

/// The number of a row, as a person counts, from the bottom.
fn row_number(at: u64) -> usize {
    cells(at).next().unwrap_or_default() / WIDTH + 1
}

/// Each of these cells by itself.
fn each(bits: u64) -> impl Iterator<Item = u64> {
    let mut left = bits;
    std::iter::from_fn(move || {
        let lowest = left & left.wrapping_neg();
        left ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Cells in words, at most so many of them by name.
fn name_cells(bits: u64) -> Text {
    let words = |at| text!("c4-cell", row = row_number(at), column = column_number(at));
    let count = bits.count_ones() as usize;
    if count <= NAMED {
        return list(each(bits).map(words), true);
    }
    let named = list(each(bits).map(words).take(NAMED - 1), false);
    text!("list-more", list = named, count = count - (NAMED - 1))
}

/// The numbers of columns in words, each given by one of its cells.
fn name_columns(bits: u64) -> Text {
    list(each(bits).map(|at| Text::verbatim(column_number(at).to_string())), true)
}

/// `a, b and c`, or `a, b, c` where more will follow.
fn list(items: impl Iterator<Item = Text>, closed: bool) -> Text {
    let mut items: Vec<Text> = items.collect();
    let last = if closed && items.len() > 1 { items.pop() } else { None };
    let comma = |list, last| text!("list-comma", list = list, last = last);
    let list = items.into_iter().reduce(comma).unwrap_or_else(|| Text::verbatim(""));
    match last {
        Some(last) => text!("list-and", list = list, last = last),
        None => list,
    }
}

/// Sentences one after the other; none if there are none.
fn paragraph(sentences: impl IntoIterator<Item = Text>) -> Option<Text> {
    sentences.into_iter().reduce(|first, then| text!("sentences", first = first, then = then))
}

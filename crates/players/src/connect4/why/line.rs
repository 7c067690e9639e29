//! The layers `line` and `line-moves`: one best line of play to the end, and what its key moves do.

use ludoteca_games::{
    Connect4, Game, Outcome, Side,
    connect4::{CELLS, cells, four},
};
use ludoteca_text::{Text, text};

use super::{View, column_number, name, name_cells, paragraph};
use crate::thought::{Content, Layer, Put};

/// A line of play, move by move.
pub(super) struct Line {
    pub steps: Vec<Step>,
    /// How the game ended, if the line leads so far.
    pub end: Option<Outcome>,
}

/// A move of the line.
pub(super) struct Step {
    pub before: View,
    /// Where the stone falls.
    pub cell: u64,
    pub after: View,
}

/// Something worth saying about a move. Cells are bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remark {
    /// It makes four.
    Four,
    /// It fills the board.
    Fills,
    /// It stops a four of the other side, as no other move does.
    Blocks,
    /// It cannot stop all fours of the other side, which has these left.
    CannotStop(u64),
    /// Only this column is left, and the other side makes four on top of it.
    LastColumn,
    /// Every column left lies below a four of the other side.
    NothingElse,
    /// It threatens these fours, of which the other side can stop only one.
    TwoThreats(u64),
    /// It threatens this four, which the other side has to stop.
    Threatens(u64),
    /// It prepares fours on these cells, which cannot be played yet.
    Prepares(u64),
}

impl Line {
    /// Plays the columns one by one, as long as the game goes on and there is room.
    pub fn follow(position: &Connect4, columns: &[u8]) -> Line {
        let mut at = *position;
        let mut steps = Vec::new();
        for column in columns {
            if at.outcome().is_some() || at.check(column).is_err() {
                break;
            }
            let before = View::of(&at);
            at.play_unchecked(column);
            let after = View::of(&at);
            steps.push(Step { before, cell: before.taken() ^ after.taken(), after });
        }
        Line { steps, end: at.outcome() }
    }

    /// Who wins at the end, and on which cell.
    pub fn four(&self) -> Option<(Side, u64)> {
        let winner = self.end?.winner?;
        Some((winner, self.steps.last()?.cell))
    }
}

impl Step {
    pub fn side(&self) -> Side {
        self.before.side
    }

    pub fn remarks(&self) -> Vec<Remark> {
        let Step { before, cell, after } = self;
        let side = before.side.index();
        if four(after.stones[side]) {
            return vec![Remark::Four];
        }
        let mut remarks = Vec::new();
        if before.lost_at_once() {
            remarks.push(if before.attacked() != 0 {
                Remark::CannotStop(after.wins())
            } else if before.free.count_ones() == 1 {
                Remark::LastColumn
            } else {
                Remark::NothingElse
            });
        } else if before.wins() == 0 && before.attacked() & cell != 0 {
            remarks.push(Remark::Blocks);
        }
        let open = after.attacked();
        if open != 0 && after.wins() == 0 {
            remarks.push(if after.lost_at_once() {
                Remark::TwoThreats(after.unstoppable())
            } else {
                Remark::Threatens(open)
            });
        }
        let said = if after.wins() == 0 { after.unstoppable() } else { 0 };
        let later = after.threats[side] & !before.threats[side] & !after.free & !said;
        if later != 0 {
            remarks.push(Remark::Prepares(later));
        }
        if after.taken() == CELLS {
            remarks.push(Remark::Fills);
        }
        remarks
    }
}

impl Remark {
    /// In words; `side` is who makes the move.
    fn words(self, side: Side) -> Text {
        let other = name(side.other());
        match self {
            Remark::Four => text!("line-four"),
            Remark::Fills => text!("line-fills"),
            Remark::Blocks => text!("line-blocks", other = other),
            Remark::CannotStop(fours) => {
                text!("line-cannot-stop", other = other, cells = name_cells(fours))
            }
            Remark::LastColumn => text!("line-last-column", other = other),
            Remark::NothingElse => text!("line-nothing-else", other = other),
            Remark::TwoThreats(fours) => {
                text!("line-two-threats", other = other, cells = name_cells(fours))
            }
            Remark::Threatens(four) => {
                text!("line-threatens", other = other, cells = name_cells(four))
            }
            Remark::Prepares(fours) => text!("line-prepares", cells = name_cells(fours)),
        }
    }
}

pub(super) fn layers(line: &Line) -> Vec<Layer> {
    if line.steps.is_empty() {
        return Vec::new();
    }
    let puts = line
        .steps
        .iter()
        .flat_map(|step| cells(step.cell).map(|cell| Put { cell, from: None, side: step.side() }));
    let mut layers = vec![Layer {
        id: "line",
        title: text!("layer-line"),
        sentence: sentence(line),
        content: Content::Moves { moves: puts.collect() },
    }];
    let rows: Vec<_> = line.steps.iter().enumerate().filter_map(row).collect();
    if !rows.is_empty() {
        layers.push(Layer {
            id: "line-moves",
            title: text!("layer-line-moves"),
            sentence: text!("line-key", count = rows.len(), total = line.steps.len()),
            content: Content::Table {
                columns: vec![
                    text!("line-number"),
                    text!("threat-side"),
                    text!("threat-column"),
                    text!("line-remark"),
                ],
                rows,
            },
        });
    }
    layers
}

fn sentence(line: &Line) -> Text {
    let columns: Vec<String> =
        line.steps.iter().map(|step| column_number(step.cell).to_string()).collect();
    let columns = columns.join(" ");
    let plies = line.steps.len();
    match (line.four(), line.end) {
        (Some((winner, at)), _) => text!(
            "line-wins",
            side = name(winner),
            cell = name_cells(at),
            plies = plies,
            columns = columns
        ),
        (None, Some(_)) => text!("line-draws", plies = plies, columns = columns),
        (None, None) => text!("line-begins", plies = plies, columns = columns),
    }
}

/// The row of a move that something can be said about; moves are counted from 0.
fn row((number, step): (usize, &Step)) -> Option<Vec<Text>> {
    let remarks = step.remarks().into_iter().map(|remark| remark.words(step.side()));
    Some(vec![
        Text::verbatim((number + 1).to_string()),
        name(step.side()),
        Text::verbatim(column_number(step.cell).to_string()),
        paragraph(remarks)?,
    ])
}

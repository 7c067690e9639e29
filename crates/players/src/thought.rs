//! What a player thinks: its move, what it expects (the *principal variation*), and layers that show
//! how it came to it.

mod written;

use ludoteca_games::{
    Game, GameTree, Side, TreeError,
    picture::{CellIndex, EdgeIndex},
};
pub use ludoteca_games::{Unit, Value, Verdict};
use ludoteca_text::Text;
use serde::Serialize;

/// Any `Value` is taken for one of JSON's where types are described.
#[cfg(feature = "schema")]
type Expected = Value;

/// What a player thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Thought<P = String> {
    /// What it would do.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Answer))]
    pub answer: Answer<P>,
    /// What it expects for the side to move.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Expected))]
    pub value: Value,
    /// What it expects to happen, best line first.
    pub lines: Vec<Variation<P>>,
    /// What it thinks of each ply it looked at, best first.
    pub candidates: Vec<PlyValue<P>>,
    /// Positions it looked at.
    pub nodes: u64,
    /// How many plies ahead it looked in full, where that is how it works.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub depth: Option<u32>,
    /// Seconds it took.
    pub seconds: f64,
    /// How it came to it, to be drawn.
    pub layers: Vec<Layer>,
}

/// What a player does in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<P = String> {
    /// It plays.
    Ply(P),
    /// It gives up.
    Resign,
    /// It does nothing: the game is over.
    Nothing,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Variation<P = String> {
    /// Its plies.
    #[serde(rename = "moves")]
    pub plies: Vec<P>,
    /// What it is worth to the side to move now.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Expected))]
    pub value: Value,
}

/// What a ply is worth to the side that plays it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyValue<P = String> {
    /// The ply.
    #[serde(rename = "move")]
    pub ply: P,
    /// What it is worth.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Expected))]
    pub value: Value,
    /// Whether the value is only known to be no better than this (the search was cut).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
    /// How often it was tried, where that is how the player works.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub visits: Option<u64>,
}

/// One way to show how a player came to its move. Whoever draws knows no algorithm.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Layer {
    /// Its name, the same from thought to thought.
    pub id: &'static str,
    /// What it is called.
    pub title: Text,
    /// One sentence that names the cell or ply that matters.
    pub sentence: Text,
    /// What is drawn.
    #[serde(flatten)]
    pub content: Content,
}

/// What a layer draws.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Content {
    /// Cells coloured by a number.
    Heat {
        /// The cells with their numbers, each from 0 to 1 on the scale.
        cells: Vec<Warm>,
        /// Whose heat it is; none is nobody's.
        #[cfg_attr(feature = "schema", schema(required))]
        side: Option<Side>,
        /// What 0 on the scale is.
        low: Text,
        /// What 1 on the scale is.
        high: Text,
        /// The exponent that numbers are drawn with.
        curve: f64,
    },
    /// Plies coloured by a number, as it was at one time after another.
    Trails {
        /// The plies that show on the board.
        plies: Vec<Trail>,
        /// The numbers, the earliest first; the last are those of now.
        frames: Vec<Frame>,
        /// The number at which the scale begins.
        low: f64,
        /// The number at which it ends.
        high: f64,
    },
    /// Something written at each ply.
    Labels {
        /// The plies with what is written.
        plies: Vec<PlyLabel>,
    },
    /// Lines between cells.
    Links {
        /// The lines.
        links: Vec<Link>,
        /// What a line that holds is.
        whole: Text,
        /// What a line that is one ply short is.
        semi: Text,
    },
    /// Cells marked with a reason: those that do not matter, those that must be played.
    Marks {
        /// The marks, at most one a cell.
        marks: Vec<Mark>,
    },
    /// Ways over the board, their cells numbered.
    Paths {
        /// The cells of each way.
        paths: Vec<Vec<CellIndex>>,
    },
    /// Moves that follow one another, numbered, where each puts its stone.
    Moves {
        /// The moves.
        moves: Vec<Put>,
    },
    /// A table.
    Table {
        /// What stands above the columns.
        columns: Vec<Text>,
        /// The rows.
        rows: Vec<Vec<Text>>,
    },
    /// What speaks for or against one ply: a table whose rows are also places on the board.
    Spans {
        /// The ply; a thought may have such a layer, of the same name, for each of several.
        #[serde(rename = "move")]
        ply: String,
        /// What stands above the columns.
        columns: Vec<Text>,
        /// The rows.
        rows: Vec<SpanRow>,
    },
    /// A part of the search tree.
    Tree {
        /// Its root.
        root: TreeNode,
    },
    /// Words.
    Words {
        /// The paragraphs.
        paragraphs: Vec<Text>,
    },
}

/// A cell of a heat layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Warm {
    /// The cell.
    pub cell: CellIndex,
    /// From 0 to 1 on the scale.
    pub heat: f64,
    /// The figure on it.
    pub label: Text,
}

/// A ply of a trails layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trail {
    /// The ply.
    #[serde(rename = "move")]
    pub ply: String,
    /// The cells it leads over, or the one where it puts a piece.
    pub cells: Vec<CellIndex>,
}

/// The numbers of a trails layer at one time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Frame {
    /// When that was.
    pub label: Text,
    /// A number for each ply of the layer.
    pub figures: Vec<f64>,
}

/// What is written at a ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyLabel {
    /// The ply.
    #[serde(rename = "move")]
    pub ply: String,
    /// What is written.
    pub label: Text,
    /// The value behind it, which says how it is drawn.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Expected))]
    pub value: Value,
    /// Whether it is the ply to play.
    pub best: bool,
}

/// Where a move puts its stone.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Put {
    /// The cell.
    pub cell: CellIndex,
    /// The cell it comes from, if it was on the board before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub from: Option<CellIndex>,
    /// Whose stone it is.
    pub side: Side,
}

/// A cell that is marked, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Mark {
    /// The cell.
    pub cell: CellIndex,
    /// What is drawn there.
    pub sign: Sign,
    /// What such a mark is called: marks called the same share a line of the legend.
    pub label: Text,
    /// Why the cell is marked, in one sentence.
    pub reason: Text,
    /// The cells the reason speaks of besides this one; they show with it.
    pub because: Vec<CellIndex>,
    /// Whose mark it is; none is nobody's.
    #[cfg_attr(feature = "schema", schema(required))]
    pub side: Option<Side>,
}

/// What a mark looks like, by what it says of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    /// It matters to nobody any more: struck out.
    Dead,
    /// It is as good as taken by the side of the mark: a stone that is only outlined.
    Taken,
    /// Another cell is at least as good: faint, with a dot.
    Worse,
    /// It is one of the few that matter: a ring.
    Key,
}

/// A line between two cells, or between a cell and an edge of the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Link {
    /// The cells it joins, through any in between.
    pub cells: Vec<CellIndex>,
    /// The edges it ends on: one after the last cell, or a second one before the first. A line
    /// from edge to edge needs no cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<EdgeIndex>,
    /// Whose it is.
    pub side: Side,
    /// Whether it is only one ply short of holding.
    pub semi: bool,
    /// The cells it needs.
    pub carrier: Vec<CellIndex>,
    /// How many plies of both sides it takes at most until its ends are joined, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub depth: Option<u16>,
}

/// A row of a table with the places on the board it is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SpanRow {
    /// What stands in the columns.
    pub texts: Vec<Text>,
    /// Why it counts, where somebody has said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub about: Option<Text>,
    /// The cells of each place, in line.
    pub spans: Vec<Vec<CellIndex>>,
}

/// A node of a search tree, seen from the side to move at the root.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeNode {
    /// The ply that leads to it; none at the root.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub ply: Option<String>,
    /// What it is worth to the side to move at the root; none if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Expected>, nullable = false))]
    pub value: Option<Value>,
    /// How exact the value is.
    pub bound: Bound,
    /// How often it was visited, where that is how the player works.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub visits: Option<u64>,
    /// Whether it is on the best line.
    pub best: bool,
    /// What follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub children: Vec<TreeNode>,
    /// How many children are not shown.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
    /// Why the rest was cut, as the comparison that cut it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub cut: Option<Text>,
}

/// How exact a value is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Bound {
    /// Just this.
    #[default]
    Exact,
    /// This or more.
    Least,
    /// This or less.
    Most,
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

impl Answer {
    /// Does it in a game, at the position shown.
    pub fn make(&self, game: &mut GameTree) -> Result<(), TreeError> {
        match self {
            Answer::Ply(ply) => game.play(ply).map(|_| ()),
            Answer::Resign => game.resign(game.position().side()),
            Answer::Nothing => Err(TreeError::Over),
        }
    }
}

impl<P> From<Option<P>> for Answer<P> {
    fn from(ply: Option<P>) -> Answer<P> {
        ply.map_or(Answer::Nothing, Answer::Ply)
    }
}

impl<P> Thought<P> {
    /// The ply it would play, if it would play one.
    pub fn ply(&self) -> Option<P>
    where
        P: Clone,
    {
        match &self.answer {
            Answer::Ply(ply) => Some(ply.clone()),
            Answer::Resign | Answer::Nothing => None,
        }
    }

    /// The same thought with its plies in the notation of `position`, of which it is a thought.
    pub fn written<G: Game<Ply = P>>(self, position: &G) -> Thought {
        let write_line = |plies: Vec<P>| {
            let mut at = position.clone();
            plies
                .iter()
                .map(|ply| {
                    let words = at.write_ply(ply);
                    at.play_unchecked(ply);
                    words
                })
                .collect()
        };
        Thought {
            answer: match self.answer {
                Answer::Ply(ply) => Answer::Ply(position.write_ply(&ply)),
                Answer::Resign => Answer::Resign,
                Answer::Nothing => Answer::Nothing,
            },
            value: self.value,
            lines: self
                .lines
                .into_iter()
                .map(|line| Variation { plies: write_line(line.plies), value: line.value })
                .collect(),
            candidates: self
                .candidates
                .into_iter()
                .map(|entry| PlyValue {
                    ply: position.write_ply(&entry.ply),
                    value: entry.value,
                    at_most: entry.at_most,
                    visits: entry.visits,
                })
                .collect(),
            nodes: self.nodes,
            depth: self.depth,
            seconds: self.seconds,
            layers: self.layers,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, to_value};

    use super::*;

    #[test]
    fn marks_and_links_are_written_as_the_page_reads_them() {
        let mark = Mark {
            cell: 3,
            sign: Sign::Taken,
            label: Text::verbatim("label"),
            reason: Text::verbatim("reason"),
            because: vec![4],
            side: Some(Side::Second),
        };
        let layer = Layer {
            id: "marks",
            title: Text::verbatim("title"),
            sentence: Text::verbatim("sentence"),
            content: Content::Marks { marks: vec![mark] },
        };
        let written = to_value(&layer).unwrap();
        assert_eq!((&written["id"], &written["kind"]), (&json!("marks"), &json!("marks")));
        let mark = &written["marks"][0];
        assert_eq!((&mark["cell"], &mark["because"]), (&json!(3), &json!([4])));
        assert_eq!((&mark["sign"], &mark["side"]), (&json!("taken"), &json!("second")));

        let joined = |edges| {
            let cells = vec![1, 2];
            Link { cells, edges, side: Side::First, semi: false, carrier: vec![5], depth: None }
        };
        assert_eq!(to_value(joined(vec![0])).unwrap()["edges"], json!([0]));
        assert!(to_value(joined(Vec::new())).unwrap().get("edges").is_none());
    }
}

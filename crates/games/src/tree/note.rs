//! What is said about a position of a game: in words, by a sign, by marks on the board, by a clock
//! and by those who judged it.

use serde::{Deserialize, Serialize};

#[cfg(feature = "schema")]
use crate::Value as Expected;
use crate::{Value, picture::CellIndex};

/// What is said about a position and the ply that led to it. Almost every position has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Remarks))]
#[serde(default)]
pub struct Note {
    /// In words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What the line that begins here is called.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// How good the ply was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub sign: Option<Sign>,
    /// What is drawn on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The time that the ply took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub used: Option<u64>,
    /// The time left to whoever made it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub left: Option<u64>,
    /// What the position is worth to the side to move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Judged>,
}

/// How good a ply was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PlySign))]
pub enum Sign {
    /// Good.
    #[serde(rename = "!")]
    Good,
    /// Bad.
    #[serde(rename = "?")]
    Bad,
    /// Very good.
    #[serde(rename = "!!")]
    Brilliant,
    /// Very bad.
    #[serde(rename = "??")]
    Blunder,
    /// Worth a thought.
    #[serde(rename = "!?")]
    Interesting,
    /// Doubtful.
    #[serde(rename = "?!")]
    Doubtful,
}

/// Something drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DrawnMark))]
pub struct Mark {
    /// What is drawn.
    #[serde(flatten)]
    pub shape: Shape,
    /// In which colour.
    #[serde(default, skip_serializing_if = "Colour::is_usual")]
    pub colour: Colour,
}

/// What can be drawn on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = DrawnShape))]
#[serde(tag = "shape", rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Shape {
    /// The whole cell is coloured.
    Cell { cell: CellIndex },
    /// A circle.
    Circle { cell: CellIndex },
    /// A square.
    Square { cell: CellIndex },
    /// A triangle.
    Triangle { cell: CellIndex },
    /// A cross.
    Cross { cell: CellIndex },
    /// A word.
    Label { cell: CellIndex, words: String },
    /// An arrow.
    Arrow { from: CellIndex, to: CellIndex },
}

/// The colours of marks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = MarkColour))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Colour {
    #[default]
    Green,
    Red,
    Blue,
    Yellow,
}

/// A value, and who says so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = NodeValue))]
pub struct Judged {
    /// What the position is worth to the side to move.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = Expected))]
    pub value: Value,
    /// Who says so, as a player text.
    pub by: String,
}

impl Note {
    /// Nothing is said.
    pub(super) const NONE: Note = Note {
        comment: String::new(),
        name: String::new(),
        sign: None,
        marks: Vec::new(),
        used: None,
        left: None,
        values: Vec::new(),
    };

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Note::NONE
    }

    /// Adds words to the comment, on a line of their own.
    pub fn remark(&mut self, words: &str) {
        let words = plain(words);
        if !self.comment.is_empty() && !words.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(&words);
    }

    /// What somebody judged the position to be worth.
    pub fn value_by(&self, by: &str) -> Option<Value> {
        self.values.iter().find(|judged| judged.by == by).map(|judged| judged.value)
    }

    /// Says what somebody judges the position to be worth, instead of what they said before.
    pub fn judge(&mut self, value: Value, by: &str) {
        self.values.retain(|judged| judged.by != by);
        self.values.push(Judged { value, by: by.to_owned() });
    }
}

impl Sign {
    /// All of them, the best first.
    pub const ALL: [Sign; 6] =
        [Sign::Brilliant, Sign::Good, Sign::Interesting, Sign::Doubtful, Sign::Bad, Sign::Blunder];

    /// As it is written behind a ply.
    pub fn as_str(self) -> &'static str {
        match self {
            Sign::Good => "!",
            Sign::Bad => "?",
            Sign::Brilliant => "!!",
            Sign::Blunder => "??",
            Sign::Interesting => "!?",
            Sign::Doubtful => "?!",
        }
    }

    /// The sign that is written like this.
    pub fn read(words: &str) -> Option<Sign> {
        Sign::ALL.into_iter().find(|sign| sign.as_str() == words)
    }
}

impl Mark {
    /// Something drawn in the usual colour.
    pub fn of(shape: Shape) -> Mark {
        Mark { shape, colour: Colour::default() }
    }
}

impl Colour {
    fn is_usual(&self) -> bool {
        *self == Colour::default()
    }
}

/// Words that every file can carry: one kind of line break, and no other control characters.
pub fn plain(words: &str) -> String {
    let words = words.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    let carried = |c: char| match c {
        '\n' => c,
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => ' ',
        c => c,
    };
    words.chars().map(carried).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;

    #[test]
    fn a_note_is_read_as_it_was_written_and_an_empty_one_is_nothing() {
        let mut note = Note { sign: Sign::read("!?"), used: Some(1200), ..Note::default() };
        note.remark("look");
        note.judge(Value::Guess { result: 0.5, score: Some(7), unit: Unit::Points }, "mcts");
        note.marks.push(Mark::of(Shape::Arrow { from: 1, to: 2 }));
        let label = Shape::Label { cell: 3, words: "A".into() };
        note.marks.push(Mark { shape: label, colour: Colour::Red });
        let words = serde_json::to_string(&note).unwrap();
        assert_eq!(serde_json::from_str::<Note>(&words).unwrap(), note, "{words}");
        assert_eq!(serde_json::to_string(&Note::default()).unwrap(), "{}");
        assert!(Note::default().is_empty() && !note.is_empty());
    }

    #[test]
    fn whoever_judges_again_is_heard_once() {
        let mut note = Note::default();
        note.judge(Value::NOTHING, "mcts");
        note.judge(Value::Guess { result: 1.0, score: None, unit: Unit::Playouts }, "mcts");
        assert_eq!(note.values.len(), 1);
        assert_eq!(note.value_by("mcts").unwrap().result(), 1.0);
        assert_eq!(note.value_by("rules"), None);
    }

    #[test]
    fn comments_keep_their_lines_and_lose_what_no_file_can_carry() {
        let mut note = Note::default();
        note.remark("one\r\ntwo\tthree\u{0}");
        note.remark("four");
        assert_eq!(note.comment, "one\ntwo three \nfour");
    }
}

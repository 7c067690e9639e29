//! Lessons: boards with a few words, and tasks in which the program answers and says at once when a
//! task can no longer be done.
//!
//! A lesson is data ([`Lesson`], read from a file beside this one): positions, what is drawn on
//! them, and goals. Its words are messages named after it.

use std::{collections::BTreeMap, sync::OnceLock};

use ludoteca_games::{Game, Hex, Position, Side, find};
use ludoteca_players::{arimaa::puzzles::Puzzle as ArimaaPuzzle, thought::Layer};
use ludoteca_text::Text;
use serde::{Deserialize, Serialize};

use crate::{LessonError, hex, plain};

/// A lesson.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in addresses and messages.
    pub id: String,
    /// What it goes through, step by step.
    pub steps: Vec<Step>,
}

/// A position with words, and perhaps a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The board row by row, in the letters of the game; `*` is an empty cell of the region that the
    /// step is about.
    #[serde(default)]
    pub(crate) rows: Vec<String>,
    /// The moves that led to it, in a game whose boards cannot be written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) position: String,
    /// Who moves next.
    pub(crate) next: Seat,
    /// The options of the game, besides its size.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) options: BTreeMap<String, String>,
    /// Connections that are drawn. Every one of them is a claim that the tests prove.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) links: Vec<Line>,
    /// Cells that are ringed, where no connections are drawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) rings: Vec<String>,
    /// Moves that are drawn with their numbers, where nothing else is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) moves: Vec<(Seat, String)>,
    pub(crate) task: Option<Task>,
}

/// A side, by the name that its game gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Seat {
    #[serde(alias = "red", alias = "gold")]
    First,
    #[serde(alias = "blue", alias = "silver")]
    Second,
}

/// A connection that is drawn: it holds whoever moves next, or, a semi-connection, if its own side
/// does.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    pub(crate) side: Seat,
    /// What it joins: names of cells, of which those in between are passed, and last perhaps an edge.
    pub(crate) joins: Vec<String>,
    #[serde(default)]
    pub(crate) semi: bool,
    /// The cells it needs, if not the whole region.
    #[serde(default)]
    pub(crate) carrier: Vec<String>,
}

/// What somebody is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Task {
    pub(crate) you: Seat,
    pub(crate) goal: Goal,
}

/// What a task is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Goal {
    /// To win the game, played to its end.
    Win,
    /// A move that wins, however long it takes; it is done once that is played.
    First,
    /// To win with one's own move of this number at the latest.
    Within(u8),
    /// A move after which the other side cannot win within so many moves of its own.
    Hold(u8),
    /// To have a piece more than before, for good, within so many own moves.
    Gain(u8),
    /// That a side's stones join two ends within the region; the other side is to prevent it.
    Join { side: Seat, ends: [String; 2] },
    /// That cells have the pieces of these letters, or none (`.`), before one's turn is over; nobody
    /// answers.
    Reach(BTreeMap<String, char>),
    /// That one's turn solves a puzzle of Arimaa; nobody answers.
    #[serde(skip)]
    Arimaa(&'static ArimaaPuzzle),
}

/// The lessons of a game, in the order in which they are best taken.
pub fn lessons(game: &str) -> &'static [Lesson] {
    const FILES: [(&str, &str); 6] = [
        ("hex", include_str!("lessons/hex.json")),
        ("arimaa", include_str!("lessons/arimaa.json")),
        ("connect4", include_str!("lessons/connect4.json")),
        ("tictactoe", include_str!("lessons/tictactoe.json")),
        ("checkers", include_str!("lessons/checkers.json")),
        ("breakthrough", include_str!("lessons/breakthrough.json")),
    ];
    static ALL: OnceLock<BTreeMap<&str, Vec<Lesson>>> = OnceLock::new();
    let read = |file| serde_json::from_str(file).expect("a test reads these lessons");
    let all = ALL.get_or_init(|| FILES.map(|(game, file)| (game, read(file))).into());
    all.get(game).map_or(&[], Vec::as_slice)
}

impl Lesson {
    /// What it is called.
    pub fn title(&self, game: &str) -> Text {
        Text::new(format!("lesson-{game}-{}", self.id))
    }

    /// What it teaches, in a sentence.
    pub fn about(&self, game: &str) -> Text {
        Text::new(format!("lesson-{game}-{}-about", self.id))
    }

    /// The words of a step, counted from 0.
    pub fn words(&self, game: &str, step: usize) -> Text {
        Text::new(format!("lesson-{game}-{}-{}", self.id, step + 1))
    }

    /// What is said when the task of a step is done.
    pub fn praise(&self, game: &str, step: usize) -> Text {
        Text::new(format!("lesson-{game}-{}-{}-done", self.id, step + 1))
    }
}

impl Step {
    /// A step that is a task and nothing else, for the side to move.
    pub(crate) fn asking(rows: Vec<String>, next: Side, goal: Goal) -> Step {
        let you = Seat::from(next);
        Step {
            rows,
            position: String::new(),
            next: you,
            options: BTreeMap::new(),
            links: Vec::new(),
            rings: Vec::new(),
            moves: Vec::new(),
            task: Some(Task { you, goal }),
        }
    }

    /// Whether there is something to do.
    pub fn has_task(&self) -> bool {
        self.task.is_some()
    }

    /// Who whoever learns plays, if there is something to do.
    pub fn you(&self) -> Option<Side> {
        self.task.as_ref().map(|task| task.you.side())
    }

    /// Whether the program answers in the task.
    pub fn answered(&self) -> bool {
        self.task
            .as_ref()
            .is_some_and(|task| !matches!(task.goal, Goal::Reach(_) | Goal::Arimaa(_)))
    }

    /// Whether the program makes the first move of the task.
    pub fn program_begins(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.you != self.next)
    }

    /// What it begins with.
    pub fn start(&self, game: &str) -> Result<Box<dyn Position>, LessonError> {
        let kind = find(game)?;
        let size = self.rows.len().to_string();
        let sized = !self.rows.is_empty() && kind.options().iter().any(|key| key.name == "size");
        let size = sized.then_some(("size", size.as_str()));
        let own = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let start = kind.begin(own.chain(size))?;
        match game {
            Hex::NAME => hex::lay(self, start.as_ref()),
            _ => plain::lay(self, start.as_ref()),
        }
    }

    /// What is drawn on the board before anybody moves; `words` are those of the step.
    pub fn layer(&self, game: &str, words: &Text) -> Result<Option<Layer>, LessonError> {
        match game {
            Hex::NAME => hex::layer(self, self.start(game)?.as_ref(), words),
            _ => plain::layer(self, self.start(game)?.as_ref(), words),
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Seat {
        match side {
            Side::First => Seat::First,
            Side::Second => Seat::Second,
        }
    }
}

impl Seat {
    pub(crate) fn side(self) -> Side {
        match self {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
        }
    }
}

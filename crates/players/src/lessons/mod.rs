//! Short lessons: boards with a few words, and tasks in which the program answers and says at once
//! when a task can no longer be done.
//!
//! A lesson is data ([`Lesson`], read from a file beside this one): positions, what is drawn on
//! them, and goals. Its words are messages named after it. Whether a goal can still be reached is
//! always searched to the end, never guessed.

mod drill;
mod hex;
mod plain;
mod puzzles;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, sync::OnceLock};

use ludoteca_games::{Game, Hex, NotationError, Position, Side, WrongGame, find, hex::HexRefusal};
use ludoteca_text::{Text, errors, text};
use serde::Deserialize;

pub use self::drill::{Standing, TaskState};
use crate::{SolveError, arimaa::puzzles::Puzzle, thought::Layer};

errors! {
    /// Why a task cannot be done or gone on with.
    pub enum LessonError {
        /// The lesson itself is wrong.
        Broken => text!("lesson-broken"),
        /// The game is over.
        Over => text!("game-over"),
    }
    from {
        /// It is about another game.
        Game(WrongGame),
        /// Its board cannot be read.
        Board(NotationError),
        /// It cannot be judged.
        Unsolved(SolveError),
        /// A cell or a board of Hex is refused.
        Hex(HexRefusal),
        /// A move is refused.
        Refused(Text),
    }
}

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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The board row by row, in the letters of the game; `*` is an empty cell of the region that the
    /// step is about.
    rows: Vec<String>,
    /// Who moves next.
    next: Seat,
    /// The options of the game, besides its size.
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Connections that are drawn. Every one of them is a claim that the tests prove.
    #[serde(default)]
    links: Vec<Line>,
    /// Cells that are ringed, where no connections are drawn.
    #[serde(default)]
    rings: Vec<String>,
    /// Moves that are drawn with their numbers, where nothing else is.
    #[serde(default)]
    moves: Vec<(Seat, String)>,
    task: Option<Task>,
}

/// A side, by the name that its game gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Seat {
    #[serde(alias = "red", alias = "gold")]
    First,
    #[serde(alias = "blue", alias = "silver")]
    Second,
}

/// A connection that is drawn: it holds whoever moves next, or, a semi-connection, if its own side
/// does.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    side: Seat,
    /// What it joins: names of cells, of which those in between are passed, and last perhaps an edge.
    joins: Vec<String>,
    #[serde(default)]
    semi: bool,
    /// The cells it needs, if not the whole region.
    #[serde(default)]
    carrier: Vec<String>,
}

/// What somebody is to do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    you: Seat,
    goal: Goal,
}

/// What a task is about.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Goal {
    /// To win the game.
    Win,
    /// That a side's stones join two ends within the region; the other side is to prevent it.
    Join { side: Seat, ends: [String; 2] },
    /// That cells have the pieces of these letters, or none (`.`), before one's turn is over; nobody
    /// answers.
    Reach(BTreeMap<String, char>),
    /// That one's turn solves a puzzle; nobody answers.
    #[serde(skip)]
    Puzzle(&'static Puzzle),
}

/// The lessons of a game, in the order in which they are best taken.
pub fn lessons(game: &str) -> &'static [Lesson] {
    static HEX: OnceLock<Vec<Lesson>> = OnceLock::new();
    static ARIMAA: OnceLock<Vec<Lesson>> = OnceLock::new();
    static CHECKERS: OnceLock<Vec<Lesson>> = OnceLock::new();
    static BREAKTHROUGH: OnceLock<Vec<Lesson>> = OnceLock::new();
    let read =
        |file| -> Vec<Lesson> { serde_json::from_str(file).expect("a test reads these lessons") };
    match game {
        "hex" => HEX.get_or_init(|| read(include_str!("hex.json"))),
        "arimaa" => ARIMAA.get_or_init(|| {
            let mut all = read(include_str!("arimaa.json"));
            all.extend(puzzles::lessons());
            all
        }),
        "checkers" => CHECKERS.get_or_init(|| read(include_str!("checkers.json"))),
        "breakthrough" => BREAKTHROUGH.get_or_init(|| read(include_str!("breakthrough.json"))),
        _ => &[],
    }
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
        if let Some(puzzle) = self.puzzle(step) {
            return puzzle.task();
        }
        Text::new(format!("lesson-{game}-{}-{}", self.id, step + 1))
    }

    /// What is said when the task of a step is done.
    pub fn praise(&self, game: &str, step: usize) -> Text {
        if let Some(puzzle) = self.puzzle(step) {
            return text!("puzzle-solved", idea = puzzle.theme());
        }
        Text::new(format!("lesson-{game}-{}-{}-done", self.id, step + 1))
    }

    /// What helps whoever does not find it, where there is something.
    pub fn hint(&self, step: usize) -> Option<Text> {
        self.puzzle(step).map(Puzzle::theme)
    }

    fn puzzle(&self, step: usize) -> Option<&'static Puzzle> {
        match self.steps.get(step)?.task.as_ref()?.goal {
            Goal::Puzzle(puzzle) => Some(puzzle),
            _ => None,
        }
    }
}

impl Step {
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
            .is_some_and(|task| !matches!(task.goal, Goal::Reach(_) | Goal::Puzzle(_)))
    }

    /// Whether the program makes the first move of the task.
    pub fn program_begins(&self) -> bool {
        self.task.as_ref().is_some_and(|task| task.you != self.next)
    }

    /// What it begins with.
    pub fn start(&self, game: &str) -> Result<Box<dyn Position>, LessonError> {
        let own = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        if game != Hex::NAME {
            return plain::lay(self, find(game)?.begin(own)?.as_ref());
        }
        let size = self.rows.len().to_string();
        let start = find(game)?.begin(own.chain([("size", size.as_str())]))?;
        hex::lay(self, start.as_ref())
    }

    /// What is drawn on the board before anybody moves; `words` are those of the step.
    pub fn layer(&self, game: &str, words: &Text) -> Result<Option<Layer>, LessonError> {
        if game == Hex::NAME {
            hex::layer(self, self.start(game)?.as_ref(), words)
        } else {
            Ok(None)
        }
    }
}

impl Seat {
    fn side(self) -> Side {
        match self {
            Seat::First => Side::First,
            Seat::Second => Side::Second,
        }
    }
}

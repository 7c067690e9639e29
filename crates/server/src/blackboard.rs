//! The board of a lesson or a puzzle as it goes over the wire: what is asked, what was tried, and what
//! the program answered.

use ludoteca_games::{
    Side,
    picture::{CellIndex, Picture, Touched},
};
use ludoteca_lessons::{LessonError, Standing, TaskState, lessons::Step};
use ludoteca_players::thought::Layer;
use ludoteca_text::Text;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    boards,
    gestures::{Gestures, together},
};

/// The most moves a task can have.
pub const LONGEST: usize = 400;

/// A step of a lesson or a puzzle as it stands, the program having answered.
#[derive(Serialize, ToSchema)]
pub struct Blackboard {
    /// What it says.
    words: Text,
    /// What helps whoever does not find it, one after the other.
    hints: Vec<Text>,
    /// How many steps the lesson has; a puzzle is one.
    steps: usize,
    /// Whether the first move is the program's.
    began: bool,
    /// Whether the program answers each move.
    answers: bool,
    /// Which side whoever learns plays; none where there is nothing to do.
    #[schema(required)]
    you: Option<Side>,
    /// The board, by its tag.
    tag: String,
    picture: Picture,
    /// The cells of the last move.
    last: Vec<CellIndex>,
    /// What is drawn on the board before anybody has moved.
    #[schema(required)]
    layer: Option<Layer>,
    /// What may be played now, and how it is made by hand.
    handles: Vec<Gestures>,
    /// Every move so far, the program's answer among them.
    moves: Vec<String>,
    /// `told` where there is nothing to do; `open`, `done`, or `lost` when it cannot be done any more.
    standing: Standing,
    /// What there is to say about the last moves.
    #[schema(required)]
    says: Option<Text>,
    /// The cells that would have been right, where it is lost.
    better: Vec<CellIndex>,
    /// Why what was tried is no move, where there is something to say.
    #[schema(required)]
    why: Option<Text>,
}

/// What is told of a step besides its board.
pub struct Telling {
    pub words: Text,
    pub hints: Vec<Text>,
    pub steps: usize,
    pub praise: Text,
}

impl Blackboard {
    /// A step of a game after a turn.
    pub fn of(
        game: &str,
        step: &Step,
        telling: Telling,
        turn: TaskState,
        touched: Option<&Touched>,
    ) -> Result<Blackboard, LessonError> {
        let Telling { words, hints, steps, praise } = telling;
        let (board, picture) = (turn.position.geometry(), turn.position.picture());
        Ok(Blackboard {
            hints,
            steps,
            began: step.program_begins(),
            answers: step.answered(),
            why: touched.and_then(|touched| turn.position.why_not(touched)),
            you: step.you(),
            tag: boards::tag(&board),
            last: turn.last.into_iter().collect(),
            layer: step.layer(game, &words)?,
            better: turn.better_cells(),
            handles: together(turn.handles, &board, &picture),
            picture,
            moves: turn.moves,
            says: if turn.standing == Standing::Done { Some(praise) } else { turn.says },
            standing: turn.standing,
            words,
        })
    }
}

//! Lessons: what there is to learn, and the boards on which the program answers. Nothing is kept
//! here: whoever learns sends the moves so far with each one.

use std::collections::HashMap;

use axum::{
    http::{HeaderMap, StatusCode},
    response::Response,
};
use ludoteca_games::{
    GAMES,
    picture::{Picture, Touched},
};
use ludoteca_lessons::lessons::{Lesson, lessons};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::off_the_road,
    asked::{Asked, Named},
    blackboard::{Blackboard, LONGEST, Telling},
    boards,
    error::{Problem, ProblemBody, json},
    page::Asset,
};

/// The lessons of a game.
#[derive(Serialize, ToSchema)]
struct Course {
    lessons: Vec<CourseEntry>,
}

/// A lesson in the list.
#[derive(Serialize, ToSchema)]
struct CourseEntry {
    id: &'static str,
    title: Text,
    about: Text,
    /// How many steps it has.
    steps: usize,
    /// Its board with the most pieces, for a small picture, by its tag.
    tag: String,
    picture: Picture,
}

/// A step of a lesson, and what has been played in it.
#[derive(Deserialize, ToSchema)]
pub struct Attempt {
    lesson: String,
    /// Counted from 0.
    #[serde(default)]
    step: usize,
    /// The moves of both sides so far, as the answers listed them, and perhaps a new one.
    #[serde(default)]
    moves: Vec<String>,
    /// How often it has been tried: of answers that are equally good it decides which is given.
    #[serde(default)]
    attempt: usize,
    /// What was tried with the hand and is no move: `{"cells", "piece"}`.
    touched: Option<Touched>,
}

/// The lessons of a game, in the order in which they are best taken.
#[utoipa::path(
    get,
    path = "/api/lessons/{game}",
    params(("game" = String, Path)),
    responses((status = 200, body = Course), (status = 404, body = ProblemBody))
)]
pub async fn list(Named(game): Named, asked: HeaderMap) -> Result<Response, Problem> {
    static COURSES: std::sync::OnceLock<HashMap<&str, Asset>> = std::sync::OnceLock::new();
    let known = |kind: &ludoteca_games::GameKind| kind.name == game && !lessons(&game).is_empty();
    if !GAMES.iter().any(known) {
        return Err(nothing());
    }
    let courses = COURSES.get_or_init(|| {
        let course = |game| {
            let lessons = lessons(game).iter().map(|lesson| entry(game, lesson));
            let course = Course { lessons: lessons.collect::<Result<_, _>>().unwrap_or_default() };
            Asset::new("application/json", serde_json::to_vec(&course).unwrap_or_default())
        };
        GAMES.iter().map(|kind| (kind.name, course(kind.name))).collect()
    });
    courses.get(game.as_str()).map(|course| course.answer(&asked)).ok_or_else(nothing)
}

/// A step of a lesson after some moves; if it is the program's turn, it answers.
#[utoipa::path(
    post,
    path = "/api/lessons/{game}",
    params(("game" = String, Path)),
    request_body = Attempt,
    responses(
        (status = 200, body = Blackboard),
        (status = 404, body = ProblemBody),
        (status = 422, description = "A move is illegal, or no part of the task.", body = ProblemBody),
    )
)]
pub async fn play(Named(game): Named, Asked(wish): Asked<Attempt>) -> Result<Response, Problem> {
    off_the_road(move || {
        let lesson = lessons(&game).iter().find(|lesson| lesson.id == wish.lesson);
        let lesson = lesson.filter(|lesson| wish.step < lesson.steps.len()).ok_or_else(nothing)?;
        if wish.moves.len() > LONGEST {
            return Err(Problem::refused(text!("game-over")));
        }
        Ok(json(&board(&game, lesson, &wish).map_err(Problem::refused)?))
    })
    .await
}

fn nothing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, text!("lesson-none"))
}

fn entry(game: &str, lesson: &'static Lesson) -> Result<CourseEntry, Text> {
    let boards = lesson.steps.iter().map(|step| step.start(game)).collect::<Result<Vec<_>, _>>()?;
    let fullest = boards.iter().max_by_key(|board| board.picture().pieces.len());
    let fullest = fullest.ok_or_else(|| text!("lesson-broken"))?;
    Ok(CourseEntry {
        id: &lesson.id,
        title: lesson.title(game),
        about: lesson.about(game),
        steps: lesson.steps.len(),
        tag: boards::tag(&fullest.geometry()),
        picture: fullest.picture(),
    })
}

fn board(game: &str, lesson: &Lesson, wish: &Attempt) -> Result<Blackboard, Text> {
    let step = &lesson.steps[wish.step];
    let turn = step.turn(game, &wish.moves, wish.attempt)?;
    let telling = Telling {
        words: lesson.words(game, wish.step),
        hints: Vec::new(),
        steps: lesson.steps.len(),
        praise: lesson.praise(game, wish.step),
    };
    Ok(Blackboard::of(game, step, telling, turn, wish.touched.as_ref())?)
}

//! Puzzles: what there is to find, those of a day, and the boards on which the program answers.
//! Nothing is kept here: whoever solves one sends the moves so far with each one.

use std::sync::OnceLock;

use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode},
    response::Response,
};
use ludoteca_games::{
    GAMES,
    picture::{Picture, Touched},
};
use ludoteca_lessons::puzzles::{self, Date, Puzzle};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::{Reply, off_the_road},
    asked::{Asked, Named},
    blackboard::{Blackboard, LONGEST, Telling},
    boards,
    error::{Problem, ProblemBody, json},
    page::Asset,
};

/// Puzzles.
#[derive(Serialize, ToSchema)]
struct Puzzles {
    puzzles: Vec<PuzzleEntry>,
}

/// A puzzle in a list.
#[derive(Serialize, ToSchema)]
struct PuzzleEntry {
    game: &'static str,
    id: &'static str,
    /// How hard it is, from 1 to 5.
    grade: u8,
}

/// The puzzles of a day.
#[derive(Serialize, ToSchema)]
struct Daily {
    puzzles: Vec<DailyPuzzle>,
}

/// A puzzle of a day, with its board for a small picture.
#[derive(Serialize, ToSchema)]
struct DailyPuzzle {
    game: &'static str,
    id: &'static str,
    grade: u8,
    words: Text,
    tag: String,
    picture: Picture,
}

/// What was tried in a puzzle.
#[derive(Deserialize, ToSchema)]
pub struct PuzzleAttempt {
    /// The moves of both sides so far, as the answers listed them, and perhaps a new one.
    #[serde(default)]
    moves: Vec<String>,
    /// How often it has been tried: of answers that are equally good it decides which is given.
    #[serde(default)]
    attempt: usize,
    /// What was tried with the hand and is no move: `{"cells", "piece"}`.
    touched: Option<Touched>,
}

/// How a puzzle is solved.
#[derive(Serialize, ToSchema)]
struct PuzzleSolution {
    /// The moves of both sides to its end.
    line: Vec<String>,
    /// Wrong first moves that are worth seeing refuted.
    tries: Vec<String>,
}

/// Every puzzle there is, game by game, the easiest of each first.
#[utoipa::path(get, path = "/api/puzzles", responses((status = 200, body = Puzzles)))]
pub async fn list(asked: HeaderMap) -> Reply {
    static ASSET: OnceLock<Asset> = OnceLock::new();
    let asset = ASSET.get_or_init(|| {
        let all = GAMES.iter().flat_map(|kind| puzzles::puzzles(kind.name));
        let entry =
            |one: &'static Puzzle| PuzzleEntry { game: one.game, id: &one.id, grade: one.grade };
        let puzzles = Puzzles { puzzles: all.map(entry).collect() };
        Asset::new("application/json", serde_json::to_vec(&puzzles).unwrap_or_default())
    });
    Ok(asset.answer(&asked))
}

/// The puzzles of a day: one of each grade, the same for everybody.
#[utoipa::path(
    get,
    path = "/api/daily/{date}",
    params(("date" = String, Path, description = "As in `2026-11-19`.")),
    responses(
        (status = 200, body = Daily),
        (status = 422, description = "The calendar has no such day.", body = ProblemBody),
    )
)]
pub async fn daily(Named(date): Named) -> Reply {
    let date = Date::read(&date).map_err(Problem::refused)?;
    off_the_road(move || {
        let mix = puzzles::daily(date).into_iter().map(|one| {
            let start = one.start()?;
            Ok(DailyPuzzle {
                game: one.game,
                id: &one.id,
                grade: one.grade,
                words: one.words()?,
                tag: boards::tag(&start.geometry()),
                picture: start.picture(),
            })
        });
        let puzzles = mix.collect::<Result<_, Text>>().map_err(Problem::refused)?;
        Ok(json(&Daily { puzzles }))
    })
    .await
}

/// A puzzle after some moves; if it is the program's turn, it answers.
#[utoipa::path(
    post,
    path = "/api/puzzles/{game}/{id}",
    params(("game" = String, Path), ("id" = String, Path)),
    request_body = PuzzleAttempt,
    responses(
        (status = 200, body = Blackboard),
        (status = 404, body = ProblemBody),
        (status = 422, description = "A move is illegal, or no part of it.", body = ProblemBody),
    )
)]
pub async fn play(
    Path((game, id)): Path<(String, String)>,
    Asked(wish): Asked<PuzzleAttempt>,
) -> Result<Response, Problem> {
    off_the_road(move || {
        let puzzle = found(&game, &id)?;
        if wish.moves.len() > LONGEST {
            return Err(Problem::refused(text!("game-over")));
        }
        Ok(json(&board(puzzle, &wish).map_err(Problem::refused)?))
    })
    .await
}

/// How a puzzle is solved, and what else looks right and is not.
#[utoipa::path(
    get,
    path = "/api/puzzles/{game}/{id}/solution",
    params(("game" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = PuzzleSolution), (status = 404, body = ProblemBody))
)]
pub async fn solution(Path((game, id)): Path<(String, String)>) -> Reply {
    off_the_road(move || {
        let solution = found(&game, &id)?.solution().map_err(Problem::refused)?;
        Ok(json(&PuzzleSolution { line: solution.line, tries: solution.tries }))
    })
    .await
}

fn found(game: &str, id: &str) -> Result<&'static Puzzle, Problem> {
    let nothing = || Problem::new(StatusCode::NOT_FOUND, text!("puzzle-none"));
    puzzles::find(game, id).ok_or_else(nothing)
}

fn board(puzzle: &Puzzle, wish: &PuzzleAttempt) -> Result<Blackboard, Text> {
    let turn = puzzle.turn(&wish.moves, wish.attempt)?;
    let telling = Telling {
        words: puzzle.words()?,
        hints: puzzle.hints()?.into(),
        steps: 1,
        praise: text!("puzzle-solved", idea = puzzle.idea()),
    };
    Ok(Blackboard::of(puzzle.game, &puzzle.step, telling, turn, wish.touched.as_ref())?)
}

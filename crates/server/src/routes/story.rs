//! Thoughts in slow motion: of a game here, of any other position, and the studies, which are there
//! for it.

use std::sync::OnceLock;

use axum::{extract::State, http::HeaderMap};
use ludoteca_games::picture::Picture;
use ludoteca_players::studies::{STUDIES, Study};
use ludoteca_text::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::{Asked, Named},
    boards,
    error::{Problem, ProblemBody, json},
    files::Files,
    page::Asset,
    story::{Subject, Told, tell},
};

/// Whose thoughts about the position shown are to be told.
#[derive(Deserialize, ToSchema)]
pub struct Curiosity {
    at: usize,
    player: String,
}

/// What there is to study.
#[derive(Serialize, ToSchema)]
struct Studies {
    studies: Vec<StudyEntry>,
}

/// A study in the list.
#[derive(Serialize, ToSchema)]
struct StudyEntry {
    id: &'static str,
    title: Text,
    about: Text,
    subject: Subject,
    /// Its board, by its tag.
    tag: String,
    picture: Picture,
}

/// Positions that are good to watch somebody think about.
#[utoipa::path(get, path = "/api/studies", responses((status = 200, body = Studies)))]
pub async fn list(asked: HeaderMap) -> Reply {
    static ASSET: OnceLock<Asset> = OnceLock::new();
    let asset = ASSET.get_or_init(|| {
        let studies = STUDIES.iter().filter_map(entry).collect();
        let json = serde_json::to_vec(&Studies { studies }).unwrap_or_default();
        Asset::new("application/json", json)
    });
    Ok(asset.answer(&asked))
}

fn entry(study: &Study) -> Option<StudyEntry> {
    let line = study.line().ok()?;
    let position = line.position();
    Some(StudyEntry {
        id: study.id,
        title: study.title(),
        about: study.about(),
        subject: Subject {
            start: study.start(),
            moves: Vec::new(),
            player: study.player.to_owned(),
        },
        tag: boards::tag(&position.geometry()),
        picture: position.picture(),
    })
}

/// How somebody thinks about a position, moment by moment.
#[utoipa::path(
    post,
    path = "/api/story",
    request_body = Subject,
    responses(
        (status = 200, body = Told),
        (status = 422, description = "There is no such position, or nothing to tell.", body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn of_position(State(app): Shared, Asked(subject): Asked<Subject>) -> Reply {
    let (start, moves) = (subject.start.clone(), subject.moves.clone());
    let reached = move || {
        let begun = start.reached()?;
        moves.iter().try_fold(begun, |line, ply| line.play(ply))
    };
    let house = app.house.clone();
    let line = off_the_road(move || house.counted(reached).map_err(Problem::refused)).await?;
    Ok(json(&tell(&app.house, subject, line, &Files::default()).await?))
}

/// How somebody thinks about the position shown of a game, moment by moment.
#[utoipa::path(
    post,
    path = "/api/games/{id}/story",
    params(("id" = String, Path)),
    request_body = Curiosity,
    responses(
        (status = 200, body = Told),
        (status = 409, body = ProblemBody),
        (status = 422, description = "There is nothing to tell.", body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn of_game(State(app): Shared, Named(id): Named, Asked(wish): Asked<Curiosity>) -> Reply {
    let house = app.house.clone();
    let (record, files) = off_the_road(move || house.table(&id)?.shown_at(wish.at)).await?;
    let line = record.line().clone();
    let (board, options) = (record.board().map(str::to_owned), record.start().options.clone());
    let subject = Subject {
        start: ludoteca_games::Start { game: record.game().to_owned(), options, position: board },
        moves: line.plies(),
        player: wish.player,
    };
    Ok(json(&tell(&app.house, subject, line, &files).await?))
}

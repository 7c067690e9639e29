//! How far somebody has come in lessons and puzzles: to look at, to keep, and to take along.

use axum::extract::State;
use ludoteca_games::find;
use ludoteca_text::text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::Asked,
    error::{Problem, ProblemBody, json},
    store::Learnt,
};

/// The most that is said at once, and the longest name.
const MOST: usize = 20_000;
const LONGEST: usize = 64;
/// What such a request may carry.
const LARGEST: usize = 4 << 20;

/// All that somebody has gone through; it is a file of progress too.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Progress {
    learnt: Vec<Learnt>,
}

/// All that was gone through, for the page and as a file to take along.
#[utoipa::path(get, path = "/api/progress", responses((status = 200, body = Progress)))]
pub async fn look(State(app): Shared) -> Reply {
    let learnt = off_the_road(move || Ok(app.house.store().progress()?)).await?;
    Ok(json(&Progress { learnt }))
}

/// Adds progress to what is kept, be it one puzzle or a file; what is known twice is put together.
#[utoipa::path(
    post,
    path = "/api/progress",
    request_body = Progress,
    responses(
        (status = 200, body = Progress),
        (status = 422, description = "It names what there is not, or is too much.", body = ProblemBody),
    )
)]
pub async fn keep(State(app): Shared, Asked(said): Asked<Progress, LARGEST>) -> Reply {
    let learnt = off_the_road(move || {
        let wrong = |one: &Learnt| {
            let named = !one.id.is_empty() && one.id.len() <= LONGEST;
            find(&one.game).is_err() || !named || one.hints > 3
        };
        if said.learnt.len() > MOST || said.learnt.iter().any(wrong) {
            return Err(Problem::refused(text!("progress-wrong")));
        }
        let store = app.house.store();
        store.add_progress(&said.learnt)?;
        Ok(store.progress()?)
    })
    .await?;
    Ok(json(&Progress { learnt }))
}

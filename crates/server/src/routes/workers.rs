//! Those who do work for others.

use axum::{extract::State, http::StatusCode};
use ludoteca_text::text;

use crate::{
    app::{Reply, Shared, off_the_road},
    error::{Problem, ProblemBody, json},
    workers::Workers,
};

/// Who works on the queue that the server was told of, and what is left to do.
#[utoipa::path(
    get,
    path = "/api/workers",
    responses(
        (status = 200, body = Workers),
        (status = 404, description = "The server was told of no queue.", body = ProblemBody),
        (status = 503, description = "The queue does not answer.", body = ProblemBody),
    )
)]
pub async fn look(State(app): Shared) -> Reply {
    off_the_road(move || {
        let none = || Problem::new(StatusCode::NOT_FOUND, text!("workers-none"));
        let ask = app.workers.as_ref().ok_or_else(none)?;
        Ok(json(&ask.0().map_err(Problem::unavailable)?))
    })
    .await
}

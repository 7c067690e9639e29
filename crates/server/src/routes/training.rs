//! Nets that learn here, out of games they play against themselves.

use std::collections::BTreeMap;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::{Asked, Given, Named},
    error::{ProblemBody, json},
    training::{Beginner, Course, TrainingsView},
};

/// What has learnt here, and what learns now.
#[utoipa::path(get, path = "/api/training", responses((status = 200, body = TrainingsView)))]
pub async fn look(State(app): Shared) -> Reply {
    off_the_road(move || Ok(json(&app.trainings.view()?))).await
}

/// A training to begin.
#[derive(Deserialize, ToSchema)]
pub struct TrainingWish {
    /// What the net is called, or is to be called.
    name: String,
    /// The game it is to learn; without one, the net of that name goes on.
    game: Option<String>,
    /// The options of the game.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    options: BTreeMap<String, Given>,
    /// What is set, by key; what is not given is as usual.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    settings: BTreeMap<String, Given>,
}

/// Lets a net learn, from nothing or from where it stopped. There is one training at a time.
#[utoipa::path(
    post,
    path = "/api/training/run",
    request_body = TrainingWish,
    responses(
        (status = 201, body = Course),
        (status = 404, description = "There is no such net.", body = ProblemBody),
        (status = 409, description = "Another training goes on, or there is such a file.", body = ProblemBody),
        (status = 422, description = "The game, its name or a setting is refused.", body = ProblemBody),
    )
)]
pub async fn begin(State(app): Shared, Asked(wish): Asked<TrainingWish>) -> Reply {
    off_the_road(move || {
        let typed = |all: BTreeMap<String, Given>| {
            all.into_iter().map(|(key, value)| (key, value.typed())).collect::<BTreeMap<_, _>>()
        };
        let given: Vec<(String, String)> = typed(wish.settings).into_iter().collect();
        let course = match wish.game {
            None => app.trainings.go_on(&wish.name, &given)?,
            Some(game) => {
                let beginner = Beginner { name: wish.name, game, options: typed(wish.options) };
                app.trainings.begin(beginner, &given)?
            }
        };
        Ok((StatusCode::CREATED, json(&course)).into_response())
    })
    .await
}

/// Stops the training that goes on; what was learnt is kept.
#[utoipa::path(delete, path = "/api/training/run", responses((status = 204)))]
pub async fn stop(State(app): Shared) -> Reply {
    app.trainings.stop();
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Forgets a net. Games that are played with it keep their own copy.
#[utoipa::path(
    delete,
    path = "/api/training/nets/{name}",
    params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub async fn forget(State(app): Shared, Named(name): Named) -> Reply {
    off_the_road(move || {
        app.trainings.forget(&name)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

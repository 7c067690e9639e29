//! The review of a whole game, and what somebody tries in it.

use axum::extract::State;
use ludoteca_games::tree::NodeId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::thoughts::study;
use crate::{
    app::{Reply, Shared, at_table, off_the_road},
    asked::{Asked, Named},
    error::{ProblemBody, json},
    review::{ReviewView, Wish},
    trial::{Still, Trial},
};

/// What is known of a game by its review.
#[utoipa::path(
    get,
    path = "/api/games/{id}/review",
    params(("id" = String, Path)),
    responses((status = 200, body = ReviewView), (status = 404, body = ProblemBody))
)]
pub async fn look(State(app): Shared, Named(id): Named) -> Reply {
    let work = move || app.house.table(&id)?.reviewed();
    Ok(json(&off_the_road(work).await?))
}

/// Begins to review a game, or goes on with it; how far it has come is told as events. Nothing is
/// thought twice.
#[utoipa::path(
    post,
    path = "/api/games/{id}/review",
    params(("id" = String, Path)),
    request_body = Wish,
    responses(
        (status = 202),
        (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn begin(State(app): Shared, Named(id): Named, Asked(wish): Asked<Wish>) -> Reply {
    study(app, id, move |table| table.review(wish)).await
}

/// Stops a review; what is known by it stays.
#[utoipa::path(
    delete,
    path = "/api/games/{id}/review",
    params(("id" = String, Path)),
    responses((status = 200, body = ReviewView), (status = 404, body = ProblemBody))
)]
pub async fn stop(State(app): Shared, Named(id): Named) -> Reply {
    at_table(app, id, |table| table.stop_review()).await
}

/// A ply that somebody tries at a node of the tree.
#[derive(Deserialize, ToSchema)]
pub struct TrialWish {
    node: NodeId,
    r#move: String,
}

/// Judges a ply that somebody tries; it is kept as a variation beside the game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/try",
    params(("id" = String, Path)),
    request_body = TrialWish,
    responses(
        (status = 200, body = Trial),
        (status = 404, body = ProblemBody),
        (status = 422, description = "The move is illegal.", body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn try_at(State(app): Shared, Named(id): Named, Asked(wish): Asked<TrialWish>) -> Reply {
    let work = move || app.house.table(&id)?.try_at(wish.node, &wish.r#move);
    Ok(json(&off_the_road(work).await?))
}

/// A line that begins at a node of the tree.
#[derive(Deserialize, ToSchema)]
pub struct LineWish {
    node: NodeId,
    moves: Vec<String>,
}

/// How the board looks along a line.
#[derive(Serialize, ToSchema)]
pub struct Frames {
    /// After each of its plies, as far as they are legal.
    frames: Vec<Still>,
}

/// Says how the board looks along a line. Nothing is changed.
#[utoipa::path(
    post,
    path = "/api/games/{id}/frames",
    params(("id" = String, Path)),
    request_body = LineWish,
    responses((status = 200, body = Frames), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn frames(State(app): Shared, Named(id): Named, Asked(wish): Asked<LineWish>) -> Reply {
    let work = move || app.house.table(&id)?.frames(wish.node, &wish.moves);
    Ok(json(&Frames { frames: off_the_road(work).await? }))
}

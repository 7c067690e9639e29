//! What people do with the tree of a game: they say something about its positions, and put its lines
//! in order.

use axum::extract::State;
use ludoteca_games::tree::Mark;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, at_table},
    asked::{Asked, Named},
    error::ProblemBody,
    variations::Said,
    view::Change,
};

/// What is to be said about a position; what is not given stays as it is.
#[derive(Deserialize, ToSchema)]
pub struct Remark {
    node: usize,
    /// In words; empty is nothing.
    comment: Option<String>,
    /// The name of the line that begins there; empty is none.
    name: Option<String>,
    /// How good the ply was: `!!`, `!`, `!?`, `?!`, `?` or `??`; empty is nothing.
    sign: Option<String>,
    /// What is drawn on the board.
    marks: Option<Vec<Mark>>,
}

/// Says something about a position of a game.
#[utoipa::path(
    post,
    path = "/api/games/{id}/note",
    params(("id" = String, Path)),
    request_body = Remark,
    responses((status = 200, body = Change), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn note(State(app): Shared, Named(id): Named, Asked(wish): Asked<Remark>) -> Reply {
    let Remark { node, comment, name, sign, marks } = wish;
    let said = Said { comment, name, sign, marks };
    at_table(app, id, move |table| table.act(None, |sheet| sheet.say(node, said))).await
}

/// A node of the tree.
#[derive(Deserialize, ToSchema)]
pub struct AtNode {
    node: usize,
}

/// Deletes a variation: the node and all that comes after it.
#[utoipa::path(
    post,
    path = "/api/games/{id}/prune",
    params(("id" = String, Path)),
    request_body = AtNode,
    responses((status = 200, body = Change), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn prune(State(app): Shared, Named(id): Named, Asked(wish): Asked<AtNode>) -> Reply {
    at_table(app, id, move |table| table.act(None, |sheet| sheet.prune(wish.node))).await
}

/// Puts a variation back that was deleted.
#[utoipa::path(
    post,
    path = "/api/games/{id}/restore",
    params(("id" = String, Path)),
    request_body = AtNode,
    responses((status = 200, body = Change), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn restore(State(app): Shared, Named(id): Named, Asked(wish): Asked<AtNode>) -> Reply {
    at_table(app, id, move |table| table.act(None, |sheet| sheet.restore(wish.node))).await
}

/// Puts a variation before the one that stands before it.
#[utoipa::path(
    post,
    path = "/api/games/{id}/promote",
    params(("id" = String, Path)),
    request_body = AtNode,
    responses((status = 200, body = Change), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn promote(State(app): Shared, Named(id): Named, Asked(wish): Asked<AtNode>) -> Reply {
    at_table(app, id, move |table| table.act(None, |sheet| sheet.promote(wish.node))).await
}

/// A line that is to be the main one.
#[derive(Deserialize, ToSchema)]
pub struct NewMain {
    node: usize,
    /// What the line that was the main one is called from then on.
    before: String,
}

/// Makes a line the main one, in a game between two people.
#[utoipa::path(
    post,
    path = "/api/games/{id}/main",
    params(("id" = String, Path)),
    request_body = NewMain,
    responses((status = 200, body = Change), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn make_main(State(app): Shared, Named(id): Named, Asked(wish): Asked<NewMain>) -> Reply {
    let NewMain { node, before } = wish;
    at_table(app, id, move |table| table.act(None, |sheet| sheet.make_main(node, &before))).await
}

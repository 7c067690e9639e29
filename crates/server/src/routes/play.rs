//! What people do with a game: they move, take back, look around, pause it and sit down.

use std::sync::Arc;

use axum::extract::State;
use ludoteca_games::picture::Touched;
use ludoteca_text::Text;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, at_table, off_the_road},
    asked::{Asked, Named},
    error::{ProblemBody, json},
    sheet::Sheet,
    table::Table,
    view::Change,
    watching::Watcher,
};

/// A move, and how many plies whoever makes it believes to have been played.
#[derive(Deserialize, ToSchema)]
pub struct Move {
    r#move: String,
    at: usize,
    /// Whether it is only to be tried, beside a game that goes on.
    #[serde(default)]
    aside: bool,
}

/// Makes a person's move: a ply of the game where it goes on, and a variation elsewhere. It is stored
/// before it is acknowledged.
#[utoipa::path(
    post,
    path = "/api/games/{id}/moves",
    params(("id" = String, Path)),
    request_body = Move,
    responses(
        (status = 200, body = Change),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The game is elsewhere now; the error has its view.", body = ProblemBody),
        (status = 422, description = "The move is illegal.", body = ProblemBody),
        (status = 507, description = "The disk is full.", body = ProblemBody),
    )
)]
pub async fn play(State(app): Shared, Named(id): Named, Asked(wish): Asked<Move>) -> Reply {
    at_table(app, id, move |table| table.play(wish.at, &wish.r#move, wish.aside)).await
}

/// What somebody tried with the hand, and how many plies they believe to have been played.
#[derive(Deserialize, ToSchema)]
pub struct Tried {
    at: usize,
    /// A piece taken from beside the board, by its place in the geometry.
    piece: Option<usize>,
    /// The cells touched one after the other.
    cells: Vec<usize>,
}

/// Why something is no move.
#[derive(Serialize, ToSchema)]
struct WhyNot {
    /// A message; none where there is nothing to say.
    #[schema(required)]
    why: Option<Text>,
}

/// Says why what somebody tried with the hand is no move. Nothing is changed.
#[utoipa::path(
    post,
    path = "/api/games/{id}/why",
    params(("id" = String, Path)),
    request_body = Tried,
    responses((status = 200, body = WhyNot), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub async fn why(State(app): Shared, Named(id): Named, Asked(wish): Asked<Tried>) -> Reply {
    let Tried { at, piece, cells } = wish;
    let work = move || app.house.table(&id)?.why_not(at, &Touched { piece, cells });
    Ok(json(&WhyNot { why: off_the_road(work).await? }))
}

/// How many plies whoever asks believes to have been played.
#[derive(Deserialize, ToSchema)]
pub struct Where {
    pub at: usize,
}

/// Takes back where the game goes on: against a machine to the person's previous decision. What is
/// taken back is kept as a variation. Where it is then a machine's turn, the game is paused.
/// Elsewhere it only looks one ply back.
#[utoipa::path(
    post,
    path = "/api/games/{id}/undo",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = Change), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn undo(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Reply {
    at_table(app, id, move |table| table.act(Some(wish.at), Sheet::undo)).await
}

/// The way back of undo.
#[utoipa::path(
    post,
    path = "/api/games/{id}/redo",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = Change), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn redo(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Reply {
    at_table(app, id, move |table| table.act(Some(wish.at), Sheet::redo)).await
}

/// Where to look: at a node of the tree, or after so many plies of the line that is looked at.
#[derive(Deserialize, ToSchema)]
pub struct Destination {
    at: usize,
    to: Option<usize>,
    node: Option<usize>,
}

/// Looks at another position of the tree.
#[utoipa::path(
    post,
    path = "/api/games/{id}/goto",
    params(("id" = String, Path)),
    request_body = Destination,
    responses((status = 200, body = Change), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn go_to(State(app): Shared, Named(id): Named, Asked(wish): Asked<Destination>) -> Reply {
    let look = move |sheet: &mut Sheet| match wish {
        Destination { node: Some(node), .. } => sheet.go_to_node(node),
        Destination { at, to, .. } => sheet.go_to(to.unwrap_or(at)),
    };
    at_table(app, id, move |table| table.act(Some(wish.at), look)).await
}

/// Looks at the clocks: whoever has no time left has lost.
#[utoipa::path(
    post,
    path = "/api/games/{id}/clock",
    params(("id" = String, Path)),
    responses((status = 200, body = Change), (status = 404, body = ProblemBody))
)]
pub async fn call_time(State(app): Shared, Named(id): Named) -> Reply {
    at_table(app, id, |table| table.call_time()).await
}

/// Gives up: the person who plays against a machine, or the one of two people who moves next.
#[utoipa::path(
    post,
    path = "/api/games/{id}/resign",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = Change), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn resign(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Reply {
    at_table(app, id, move |table| table.act(Some(wish.at), Sheet::resign)).await
}

/// Whether machines wait.
#[derive(Deserialize, ToSchema)]
pub struct Pause {
    paused: bool,
}

/// Holds the machines back, or lets them go on from the position shown.
#[utoipa::path(
    post,
    path = "/api/games/{id}/pause",
    params(("id" = String, Path)),
    request_body = Pause,
    responses((status = 200, body = Change))
)]
pub async fn pause(State(app): Shared, Named(id): Named, Asked(wish): Asked<Pause>) -> Reply {
    at_table(app, id, move |table| table.act(None, |sheet| sheet.pause(wish.paused))).await
}

/// Lets the machine that moves next make exactly one move; it waits after that, and so does
/// whichever machine moves then.
#[utoipa::path(
    post,
    path = "/api/games/{id}/step",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = Change), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
pub async fn step(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Reply {
    let runtime = Handle::current();
    let work = move |table: &Arc<Table>| {
        let _visitor = Watcher::new(table, runtime);
        table.step(wish.at)
    };
    at_table(app, id, work).await
}

/// Who plays, as player texts; whoever is not named stays.
#[derive(Deserialize, ToSchema)]
pub struct Players {
    first: Option<String>,
    second: Option<String>,
}

/// Seats other players, or the same ones with other settings, while the game goes on.
#[utoipa::path(
    post,
    path = "/api/games/{id}/players",
    params(("id" = String, Path)),
    request_body = Players,
    responses((status = 200, body = Change), (status = 422, body = ProblemBody))
)]
pub async fn seat(State(app): Shared, Named(id): Named, Asked(wish): Asked<Players>) -> Reply {
    at_table(app, id, move |table| table.seat([wish.first, wish.second])).await
}

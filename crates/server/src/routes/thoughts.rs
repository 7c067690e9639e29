//! What is thought of a game, and whoever watches it.

use std::sync::Arc;

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use serde::Deserialize;
use tokio::runtime::Handle;
use utoipa::ToSchema;

use super::play::Where;
use crate::{
    app::{App, Reply, Shared, at_table, off_the_road},
    asked::{Asked, Named},
    error::{Problem, ProblemBody},
    events,
    review::ReviewProgress,
    table::Table,
    view::{Change, ThoughtEvent, Trouble, View},
    watching::Watcher,
};

/// An analysis to begin.
#[derive(Deserialize, ToSchema)]
pub struct Question {
    at: usize,
    player: String,
    /// Who analyses it besides, each by itself.
    #[serde(default)]
    beside: Vec<String>,
    /// How long at most; 30 unless given.
    seconds: Option<f64>,
    /// Whether whoever has thought of the position before need not think again.
    #[serde(default)]
    remembered: bool,
}

/// Begins to analyse the position shown; what is thought comes as events.
#[utoipa::path(
    post,
    path = "/api/games/{id}/think",
    params(("id" = String, Path)),
    request_body = Question,
    responses(
        (status = 202),
        (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn think(State(app): Shared, Named(id): Named, Asked(wish): Asked<Question>) -> Reply {
    let Question { at, player, beside, seconds, remembered } = wish;
    let players: Vec<String> = std::iter::once(player).chain(beside).collect();
    study(app, id, move |table| table.analyse(at, &players, seconds, remembered)).await
}

/// Begins to think about a move for whoever moves next; what is thought comes as events.
#[utoipa::path(
    post,
    path = "/api/games/{id}/hint",
    params(("id" = String, Path)),
    request_body = Where,
    responses(
        (status = 202),
        (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn hint(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Reply {
    study(app, id, move |table| table.hint(wish.at)).await
}

/// Ends every thought; a machine that was choosing its move plays the best it has.
#[utoipa::path(
    post,
    path = "/api/games/{id}/stop",
    params(("id" = String, Path)),
    responses((status = 200, body = Change))
)]
pub async fn stop(State(app): Shared, Named(id): Named) -> Reply {
    at_table(app, id, |table| table.stop()).await
}

/// What a stream brings: the name of each event, and its data.
#[derive(ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what events.rs sends")]
enum WatchEvent<'a> {
    /// How the game stands.
    View(View),
    /// What has changed in it.
    Change(Change),
    /// What somebody thinks.
    Thought(ThoughtEvent<'a>),
    /// How far a review has come.
    Review(ReviewProgress),
    /// Something went wrong that nobody had asked for.
    Trouble(Trouble<'a>),
}

/// What happens at a game, as server-sent events: `view` at once, `change` after each change,
/// `thought` while somebody thinks, `review`
/// while the game is reviewed, `trouble` with an error nobody asked for. Whoever reads too slowly
/// is shown the whole `view` again. Machines think while somebody is connected here.
#[utoipa::path(
    get,
    path = "/api/games/{id}/events",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = WatchEvent), (status = 404, body = ProblemBody))
)]
pub async fn watch_events(State(app): Shared, Named(id): Named) -> Reply {
    let closing = app.closing.clone();
    let table = off_the_road(move || app.house.table(&id)).await?;
    Ok(events::stream(table, closing).await?.into_response())
}

/// Begins something to think about. Whoever asks counts as a watcher until it is answered, so that
/// a thought nobody comes to see is ended soon.
pub(super) async fn study(
    app: Arc<App>,
    id: String,
    begin: impl FnOnce(&Arc<Table>) -> Result<(), Problem> + Send + 'static,
) -> Reply {
    let runtime = Handle::current();
    let work = move || {
        let table = app.house.table(&id)?;
        let _visitor = Watcher::new(&table, runtime);
        begin(&table)
    };
    off_the_road(work).await?;
    Ok(StatusCode::ACCEPTED.into_response())
}

//! Games as a whole: the list of them, a new one, one as it stands, the next of the same players.

use std::collections::BTreeMap;

use axum::{
    extract::State,
    http::{StatusCode, Uri},
    response::IntoResponse,
};
use ludoteca_games::Start;
use ludoteca_text::text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::{Reply, Shared, at_table, off_the_road},
    asked::{Asked, Given, Named, query},
    clocks::Control,
    error::{Problem, ProblemBody, json, ready_json},
    store::After,
    summary::Summary,
    view::View,
};

/// How many games are listed unless a number is given, and at most.
const LISTED: usize = 100;
const LISTED_AT_MOST: usize = 1000;

#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
struct HowMany {
    /// How many games at most; 100 unless given.
    limit: Option<usize>,
    /// Where the list goes on: what `next` of the page before said.
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct Games {
    /// Those last touched, that one first.
    games: Vec<Summary>,
    /// How many there are in all.
    total: usize,
    /// What to ask for the next page with; null where there is none.
    #[schema(required)]
    next: Option<String>,
}

/// The stored games, those last touched first, page by page.
#[utoipa::path(
    get,
    path = "/api/games",
    params(HowMany),
    responses((status = 200, body = Games))
)]
pub async fn list(State(app): Shared, uri: Uri) -> Reply {
    let HowMany { limit, after } = query(&uri)?;
    let limit = limit.unwrap_or(LISTED).min(LISTED_AT_MOST);
    let after =
        match after {
            Some(words) => Some(after_of(&words).ok_or_else(|| {
                Problem::bad(text!("server-query", why = format!("after={words}")))
            })?),
            None => None,
        };
    let listed = move || {
        // One more says whether there are more.
        let (mut games, total) = app.house.list(limit + 1, after.as_ref())?;
        let more = games.len() > limit;
        games.truncate(limit);
        let next = games.last().filter(|_| more).map(Summary::place);
        Ok(json(&Games { games, total, next }))
    };
    off_the_road(listed).await
}

/// The game after which a list goes on.
fn after_of(words: &str) -> Option<After> {
    let (updated, id) = words.split_once('-')?;
    Some(After { updated: updated.parse().ok()?, id: id.to_owned() })
}

/// A game to begin.
#[derive(Deserialize, ToSchema)]
pub struct Wish {
    game: String,
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    options: BTreeMap<String, Given>,
    /// The player text of the side that begins; a person unless given.
    first: Option<String>,
    /// The player text of the other side; a person unless given.
    second: Option<String>,
    /// Where to begin, in the game's notation.
    position: Option<String>,
    /// How much time each side has; as much as it wants unless given.
    clock: Option<Control>,
    /// What the machines' choices begin from.
    seed: Option<u64>,
}

/// Begins a game.
#[utoipa::path(
    post,
    path = "/api/games",
    request_body = Wish,
    responses((status = 201, body = View), (status = 422, body = ProblemBody))
)]
pub async fn begin(State(app): Shared, Asked(wish): Asked<Wish>) -> Reply {
    let options = wish.options.into_iter().map(|(name, value)| (name, value.typed())).collect();
    let start = Start { game: wish.game, options, position: wish.position };
    let person = || ludoteca_players::HUMAN.to_owned();
    let players = [wish.first.unwrap_or_else(person), wish.second.unwrap_or_else(person)];
    let begun = move || app.house.begin(start, players, wish.clock, wish.seed)?.view();
    let view = off_the_road(begun).await?;
    Ok((StatusCode::CREATED, ready_json(view.get().to_owned())).into_response())
}

/// How a game stands.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = 200, body = View), (status = 404, body = ProblemBody))
)]
pub async fn look(State(app): Shared, Named(id): Named) -> Reply {
    at_table(app, id, |table| table.view()).await
}

/// Deletes a game.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody))
)]
pub async fn delete(State(app): Shared, Named(id): Named) -> Reply {
    off_the_road(move || app.house.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Begins the next game of the same players: begun alike, with the sides exchanged and the score
/// carried on.
#[utoipa::path(
    post,
    path = "/api/games/{id}/again",
    params(("id" = String, Path)),
    responses(
        (status = 201, body = View),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The game has not ended.", body = ProblemBody),
    )
)]
pub async fn again(State(app): Shared, Named(id): Named) -> Reply {
    let view = off_the_road(move || app.house.again(&id)?.view()).await?;
    Ok((StatusCode::CREATED, ready_json(view.get().to_owned())).into_response())
}

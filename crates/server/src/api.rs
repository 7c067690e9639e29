//! The API: every route, what it reads, and its description.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use axum::{
    Router,
    extract::{Query, State},
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use ludoteca_arena::Setup;
use ludoteca_games::picture::Touched;
use ludoteca_text::{Text, text};
use ludoteca_words::{Lang, languages};
use serde::{Deserialize, Serialize};
use tokio::{runtime::Handle, sync::watch, task::spawn_blocking};
use utoipa::{OpenApi, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    asked::{Asked, Given, Named},
    catalogue::Catalogue,
    clocks::Control,
    error::{Problem, ProblemBody, json, ready_json},
    events,
    house::House,
    keep, lessons,
    page::{self, Asset},
    rules, setup,
    sheet::Sheet,
    table::{Table, Watcher},
    view::{Shown, Summary, View},
};

/// How many games are listed unless a number is given, and at most.
const LISTED: usize = 100;
const LISTED_AT_MOST: usize = 1000;

/// What the routes work with.
pub struct App {
    /// The games.
    pub house: Arc<House>,
    /// Turns true when the server closes.
    pub closing: watch::Receiver<bool>,
    /// What there is to play.
    pub catalogue: Asset,
}

type Shared = State<Arc<App>>;
type Answer = Result<Response, Problem>;

#[derive(OpenApi)]
#[openapi(
    info(title = "Ludoteca", description = "Board games: play, analyse, understand."),
    components(schemas(ProblemBody))
)]
struct Description;

/// Every route, the page's among them.
pub fn router(app: Arc<App>) -> Router {
    let (routes, _) = described().split_for_parts();
    routes.fallback(anything_else).method_not_allowed_fallback(wrong_method).with_state(app)
}

fn described() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(description))
        .routes(routes!(speakable))
        .routes(routes!(words))
        .routes(routes!(catalogue))
        .routes(routes!(list, begin))
        .routes(routes!(look, delete))
        .routes(routes!(play))
        .routes(routes!(why))
        .routes(routes!(undo))
        .routes(routes!(redo))
        .routes(routes!(go_to))
        .routes(routes!(resign))
        .routes(routes!(call_time))
        .routes(routes!(again))
        .routes(routes!(pause))
        .routes(routes!(step))
        .routes(routes!(seat))
        .routes(routes!(think))
        .routes(routes!(hint))
        .routes(routes!(stop))
        .routes(routes!(watch_events))
        .routes(routes!(setup::set_up))
        .routes(routes!(lessons::list, lessons::play))
        .routes(routes!(keep::save))
        .routes(routes!(keep::open))
        .routes(routes!(rules::list))
        .routes(routes!(rules::look, rules::save, rules::delete))
        .routes(routes!(rules::report))
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
async fn description(asked: HeaderMap) -> Answer {
    static ASSET: OnceLock<Asset> = OnceLock::new();
    let asset = ASSET.get_or_init(|| {
        let json = described().into_openapi().to_json().unwrap_or_default();
        Asset::new("application/json", json)
    });
    Ok(asset.answer(&asked))
}

/// The codes of the languages there are, English first.
#[utoipa::path(get, path = "/api/languages", responses((status = 200, body = Vec<String>)))]
async fn speakable() -> Answer {
    Ok(json(&languages().into_iter().map(Lang::code).collect::<Vec<_>>()))
}

/// The messages of a language, `es.ftl`, in the format of Project Fluent.
#[utoipa::path(
    get,
    path = "/api/words/{file}",
    params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ProblemBody))
)]
async fn words(Named(file): Named, uri: Uri, asked: HeaderMap) -> Answer {
    static ASSETS: OnceLock<Vec<(&str, Asset)>> = OnceLock::new();
    let assets = ASSETS.get_or_init(|| {
        let asset = |lang: Lang| Asset::new("text/plain; charset=utf-8", lang.file());
        languages().into_iter().map(|lang| (lang.code(), asset(lang))).collect()
    });
    let code = file.strip_suffix(".ftl").unwrap_or_default();
    match assets.iter().find(|(known, _)| *known == code) {
        Some((_, asset)) => Ok(asset.answer(&asked)),
        None => Err(Problem::no_path(uri.path())),
    }
}

/// Every game with its options, players, board, and a sample of how it looks.
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
async fn catalogue(State(app): Shared, asked: HeaderMap) -> Answer {
    Ok(app.catalogue.answer(&asked))
}

#[derive(Deserialize, ToSchema, utoipa::IntoParams)]
struct HowMany {
    /// How many games at most.
    limit: Option<usize>,
}

#[derive(Serialize, ToSchema)]
struct Games {
    /// Those last touched, that one first.
    games: Vec<Summary>,
    /// How many there are in all.
    total: usize,
}

/// The stored games, those last touched first.
#[utoipa::path(
    get,
    path = "/api/games",
    params(HowMany),
    responses((status = 200, body = Games))
)]
async fn list(State(app): Shared, uri: Uri) -> Answer {
    let limit = Query::<HowMany>::try_from_uri(&uri)
        .map_err(|error| Problem::bad(text!("server-query", why = error.body_text())))?
        .limit
        .unwrap_or(LISTED)
        .min(LISTED_AT_MOST);
    let listed = move || {
        let (games, total) = app.house.list(limit)?;
        Ok(json(&Games { games, total }))
    };
    off_the_road(listed).await
}

/// A game to begin.
#[derive(Deserialize, ToSchema)]
struct Wish {
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
async fn begin(State(app): Shared, Asked(wish): Asked<Wish>) -> Answer {
    let options = wish.options.into_iter().map(|(name, value)| (name, value.typed())).collect();
    let setup = Setup { game: wish.game, options, position: wish.position };
    let person = || ludoteca_players::HUMAN.to_owned();
    let players = [wish.first.unwrap_or_else(person), wish.second.unwrap_or_else(person)];
    let begun = move || app.house.begin(setup, players, wish.clock, wish.seed)?.view();
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
async fn look(State(app): Shared, Named(id): Named) -> Answer {
    at_table(app, id, |table| table.view()).await
}

/// Deletes a game.
#[utoipa::path(
    delete,
    path = "/api/games/{id}",
    params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody))
)]
async fn delete(State(app): Shared, Named(id): Named) -> Answer {
    off_the_road(move || app.house.delete(&id)).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A move, and how many plies whoever makes it believes to have been played.
#[derive(Deserialize, ToSchema)]
struct Move {
    r#move: String,
    at: usize,
}

/// Makes a person's move. It is stored before it is acknowledged.
#[utoipa::path(
    post,
    path = "/api/games/{id}/moves",
    params(("id" = String, Path)),
    request_body = Move,
    responses(
        (status = 200, body = View),
        (status = 404, body = ProblemBody),
        (status = 409, description = "The game is elsewhere now; the error has its view.", body = ProblemBody),
        (status = 422, description = "The move is illegal.", body = ProblemBody),
        (status = 507, description = "The disk is full.", body = ProblemBody),
    )
)]
async fn play(State(app): Shared, Named(id): Named, Asked(wish): Asked<Move>) -> Answer {
    at_table(app, id, move |table| table.play(wish.at, &wish.r#move)).await
}

/// What somebody tried with the hand, and how many plies they believe to have been played.
#[derive(Deserialize, ToSchema)]
struct Tried {
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
    #[schema(value_type = Option<Object>)]
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
async fn why(State(app): Shared, Named(id): Named, Asked(wish): Asked<Tried>) -> Answer {
    let Tried { at, piece, cells } = wish;
    let work = move || app.house.table(&id)?.why_not(at, &Touched { piece, cells });
    Ok(json(&WhyNot { why: off_the_road(work).await? }))
}

/// How many plies whoever asks believes to have been played.
#[derive(Deserialize, ToSchema)]
struct Where {
    at: usize,
}

/// Takes back: against a machine to the person's previous decision. Where it is then a machine's
/// turn, the game is paused.
#[utoipa::path(
    post,
    path = "/api/games/{id}/undo",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = View), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn undo(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Answer {
    at_table(app, id, move |table| table.act(Some(wish.at), Sheet::undo)).await
}

/// The way back of undo.
#[utoipa::path(
    post,
    path = "/api/games/{id}/redo",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = View), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn redo(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Answer {
    at_table(app, id, move |table| table.act(Some(wish.at), Sheet::redo)).await
}

/// Where to look in the record.
#[derive(Deserialize, ToSchema)]
struct Destination {
    at: usize,
    to: usize,
}

/// Looks at another position of the record. Playing there drops what came after.
#[utoipa::path(
    post,
    path = "/api/games/{id}/goto",
    params(("id" = String, Path)),
    request_body = Destination,
    responses((status = 200, body = View), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn go_to(State(app): Shared, Named(id): Named, Asked(wish): Asked<Destination>) -> Answer {
    at_table(app, id, move |table| table.act(Some(wish.at), |sheet| sheet.go_to(wish.to))).await
}

/// Looks at the clocks: whoever has no time left has lost.
#[utoipa::path(
    post,
    path = "/api/games/{id}/clock",
    params(("id" = String, Path)),
    responses((status = 200, body = View), (status = 404, body = ProblemBody))
)]
async fn call_time(State(app): Shared, Named(id): Named) -> Answer {
    at_table(app, id, |table| table.call_time()).await
}

/// Gives up: the person who plays against a machine, or the one of two people who moves next.
#[utoipa::path(
    post,
    path = "/api/games/{id}/resign",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = View), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn resign(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Answer {
    at_table(app, id, move |table| table.act(Some(wish.at), Sheet::resign)).await
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
async fn again(State(app): Shared, Named(id): Named) -> Answer {
    let view = off_the_road(move || app.house.again(&id)?.view()).await?;
    Ok((StatusCode::CREATED, ready_json(view.get().to_owned())).into_response())
}

/// Whether machines wait.
#[derive(Deserialize, ToSchema)]
struct Pause {
    paused: bool,
}

/// Holds the machines back, or lets them go on from the position shown.
#[utoipa::path(
    post,
    path = "/api/games/{id}/pause",
    params(("id" = String, Path)),
    request_body = Pause,
    responses((status = 200, body = View))
)]
async fn pause(State(app): Shared, Named(id): Named, Asked(wish): Asked<Pause>) -> Answer {
    at_table(app, id, move |table| table.act(None, |sheet| sheet.pause(wish.paused))).await
}

/// Lets the machine that moves next make exactly one move; it waits after that, and so does
/// whichever machine moves then.
#[utoipa::path(
    post,
    path = "/api/games/{id}/step",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 200, body = View), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn step(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Answer {
    let runtime = Handle::current();
    let work = move |table: &Arc<Table>| {
        let _visitor = Watcher::new(table, runtime);
        table.step(wish.at)
    };
    at_table(app, id, work).await
}

/// Who plays, as player texts; whoever is not named stays.
#[derive(Deserialize, ToSchema)]
struct Players {
    first: Option<String>,
    second: Option<String>,
}

/// Seats other players, or the same ones with other settings, while the game goes on.
#[utoipa::path(
    post,
    path = "/api/games/{id}/players",
    params(("id" = String, Path)),
    request_body = Players,
    responses((status = 200, body = View), (status = 422, body = ProblemBody))
)]
async fn seat(State(app): Shared, Named(id): Named, Asked(wish): Asked<Players>) -> Answer {
    at_table(app, id, move |table| table.seat([wish.first, wish.second])).await
}

/// An analysis to begin.
#[derive(Deserialize, ToSchema)]
struct Question {
    at: usize,
    player: String,
    /// How long at most; 30 unless given.
    seconds: Option<f64>,
}

/// Begins to analyse the position shown; what is thought comes as events.
#[utoipa::path(
    post,
    path = "/api/games/{id}/think",
    params(("id" = String, Path)),
    request_body = Question,
    responses((status = 202, body = Object), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn think(State(app): Shared, Named(id): Named, Asked(wish): Asked<Question>) -> Answer {
    study(app, id, move |table| table.analyse(wish.at, &wish.player, wish.seconds)).await
}

/// Begins to think about a move for whoever moves next; what is thought comes as events.
#[utoipa::path(
    post,
    path = "/api/games/{id}/hint",
    params(("id" = String, Path)),
    request_body = Where,
    responses((status = 202, body = Object), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn hint(State(app): Shared, Named(id): Named, Asked(wish): Asked<Where>) -> Answer {
    study(app, id, move |table| table.hint(wish.at)).await
}

/// Ends every thought; a machine that was choosing its move plays the best it has.
#[utoipa::path(
    post,
    path = "/api/games/{id}/stop",
    params(("id" = String, Path)),
    responses((status = 200, body = View))
)]
async fn stop(State(app): Shared, Named(id): Named) -> Answer {
    at_table(app, id, |table| table.stop()).await
}

/// What happens at a game, as server-sent events: `view` at once and after each change, `thought`
/// while somebody thinks, `trouble` with an error nobody asked for. Machines think while somebody
/// is connected here.
#[utoipa::path(
    get,
    path = "/api/games/{id}/events",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 404, body = ProblemBody))
)]
async fn watch_events(State(app): Shared, Named(id): Named) -> Answer {
    let closing = app.closing.clone();
    let table = off_the_road(move || app.house.table(&id)).await?;
    Ok(events::stream(table, closing).await?.into_response())
}

async fn anything_else(method: Method, uri: Uri, asked: HeaderMap) -> Answer {
    match page::answer(&uri, &asked) {
        Some(_) if ![Method::GET, Method::HEAD].contains(&method) => wrong_method(method).await,
        Some(answer) => Ok(answer),
        None => Err(Problem::no_path(uri.path())),
    }
}

async fn wrong_method(method: Method) -> Answer {
    let text = text!("server-wrong-method", method = method.as_str());
    Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, text))
}

/// Does at a game's table what may take a moment, and answers how the game stands then.
async fn at_table(
    app: Arc<App>,
    id: String,
    work: impl FnOnce(&Arc<Table>) -> Result<Shown, Problem> + Send + 'static,
) -> Answer {
    let view = off_the_road(move || work(&app.house.table(&id)?)).await?;
    Ok(ready_json(view.get().to_owned()))
}

/// Begins something to think about. Whoever asks counts as a watcher until it is answered, so that
/// a thought nobody comes to see is ended soon.
async fn study(
    app: Arc<App>,
    id: String,
    begin: impl FnOnce(&Arc<Table>) -> Result<(), Problem> + Send + 'static,
) -> Answer {
    let runtime = Handle::current();
    let work = move || {
        let table = app.house.table(&id)?;
        let _visitor = Watcher::new(&table, runtime);
        begin(&table)
    };
    off_the_road(work).await?;
    Ok((StatusCode::ACCEPTED, ready_json("{}")).into_response())
}

/// Does what waits for the disk or for a lock where it holds up nobody else.
pub async fn off_the_road<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    spawn_blocking(work).await.unwrap_or_else(|_| Err(Problem::panicked()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_answered_and_nothing_else_falls() {
        let fallen = off_the_road::<()>(|| panic!("this work always falls")).await.unwrap_err();
        assert_eq!(fallen.into_response().status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(off_the_road(|| Ok(4)).await.unwrap(), 4);
    }
}

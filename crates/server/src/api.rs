//! The API: every route, and its description.

use std::sync::{Arc, OnceLock};

use axum::{
    Router,
    http::{HeaderMap, Method, StatusCode, Uri},
};
use ludoteca_text::{Arg, text};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::{App, Reply},
    error::{Problem, ProblemBody},
    page::{self, Asset},
    routes::{
        book, constant, editor, games, keep, lab, lessons, play, progress, puzzles, review, rules,
        story, thoughts, tournaments, training, tree, workers,
    },
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Ludoteca", description = "Board games: play, analyse, understand."),
    components(schemas(ProblemBody, Arg))
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
        .routes(routes!(constant::speakable))
        .routes(routes!(constant::words))
        .routes(routes!(constant::catalogue))
        .routes(routes!(constant::board))
        .routes(routes!(games::list, games::begin))
        .routes(routes!(games::look, games::delete))
        .routes(routes!(play::play))
        .routes(routes!(play::why))
        .routes(routes!(play::undo))
        .routes(routes!(play::redo))
        .routes(routes!(play::go_to))
        .routes(routes!(play::resign))
        .routes(routes!(play::call_time))
        .routes(routes!(tree::note))
        .routes(routes!(tree::prune))
        .routes(routes!(tree::restore))
        .routes(routes!(tree::promote))
        .routes(routes!(tree::make_main))
        .routes(routes!(games::again))
        .routes(routes!(play::pause))
        .routes(routes!(play::step))
        .routes(routes!(play::seat))
        .routes(routes!(thoughts::think))
        .routes(routes!(thoughts::hint))
        .routes(routes!(thoughts::stop))
        .routes(routes!(thoughts::watch_events))
        .routes(routes!(review::look, review::begin, review::stop))
        .routes(routes!(review::try_at))
        .routes(routes!(review::frames))
        .routes(routes!(story::list))
        .routes(routes!(story::of_position))
        .routes(routes!(story::of_game))
        .routes(routes!(editor::set_up))
        .routes(routes!(lessons::list, lessons::play))
        .routes(routes!(puzzles::list))
        .routes(routes!(puzzles::daily))
        .routes(routes!(puzzles::play))
        .routes(routes!(puzzles::solution))
        .routes(routes!(progress::look, progress::keep))
        .routes(routes!(book::contents))
        .routes(routes!(book::chapter))
        .routes(routes!(book::search))
        .routes(routes!(book::board))
        .routes(routes!(keep::save))
        .routes(routes!(keep::formats))
        .routes(routes!(keep::open))
        .routes(routes!(rules::list))
        .routes(routes!(rules::look, rules::save, rules::delete))
        .routes(routes!(rules::report))
        .routes(routes!(lab::look))
        .routes(routes!(lab::begin, lab::stop))
        .routes(routes!(lab::import))
        .routes(routes!(lab::delete))
        .routes(routes!(lab::save))
        .routes(routes!(lab::report))
        .routes(routes!(tournaments::list))
        .routes(routes!(tournaments::begin, tournaments::stop))
        .routes(routes!(tournaments::look, tournaments::delete))
        .routes(routes!(tournaments::games))
        .routes(routes!(tournaments::record))
        .routes(routes!(tournaments::file))
        .routes(routes!(tournaments::watch_tournament))
        .routes(routes!(workers::look))
        .routes(routes!(training::look))
        .routes(routes!(training::begin, training::stop))
        .routes(routes!(training::forget))
}

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
async fn description(asked: HeaderMap) -> Reply {
    static ASSET: OnceLock<Asset> = OnceLock::new();
    let asset = ASSET.get_or_init(|| {
        let json = described().into_openapi().to_json().unwrap_or_default();
        Asset::new("application/json", json)
    });
    Ok(asset.answer(&asked))
}

async fn anything_else(method: Method, uri: Uri, asked: HeaderMap) -> Reply {
    match page::answer(&uri, &asked) {
        Some(_) if ![Method::GET, Method::HEAD].contains(&method) => wrong_method(method).await,
        Some(answer) => Ok(answer),
        None => Err(Problem::no_path(uri.path())),
    }
}

async fn wrong_method(method: Method) -> Reply {
    let text = text!("server-wrong-method", method = method.as_str());
    Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, text))
}

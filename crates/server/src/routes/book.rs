//! The book: what is in it, its chapters, what is found in them, and what somebody thinks of their
//! boards.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use ludoteca_book::{BIBLIOGRAPHY, Block, Board, Chapter, Edition, Explained, edition, explained};
use ludoteca_games::{AnyLine, Side, Start, picture::Picture};
use ludoteca_players::{AnyWatch, Budget, Supply, ask, settings, thought::Layer};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::{IntoParams, ToSchema};

use crate::{
    app::{Reply, Shared, Waiting, off_the_road},
    asked::{Named, query},
    boards,
    crew::Thinking,
    error::{Problem, ProblemBody, json},
    gestures::{Gestures, together},
    memory::Roomed,
    page::Asset,
    queue::Need,
};

/// What is in the book.
#[derive(Serialize, ToSchema)]
struct BookContents {
    /// The language it is in, which may be another one than that which was asked for.
    language: &'static str,
    parts: Vec<BookPart>,
    explained: BookExplained,
}

/// Where what somebody watches is explained: by its name, the name of a chapter. A study that is not
/// named is explained where its player is, and so is a layer.
#[derive(Serialize, ToSchema)]
struct BookExplained {
    studies: &'static BTreeMap<String, String>,
    layers: &'static BTreeMap<String, String>,
    players: &'static BTreeMap<String, String>,
}

/// A part of the book; what comes before the first has no title.
#[derive(Serialize, ToSchema)]
struct BookPart {
    title: &'static str,
    chapters: Vec<BookEntry>,
}

/// A chapter in a list.
#[derive(Serialize, ToSchema)]
struct BookEntry {
    name: &'static str,
    title: &'static str,
}

/// A chapter.
#[derive(Serialize, ToSchema)]
struct BookChapter {
    name: &'static str,
    title: &'static str,
    blocks: Vec<BookBlock>,
    #[schema(required)]
    before: Option<BookEntry>,
    #[schema(required)]
    after: Option<BookEntry>,
}

/// A piece of a chapter: words as HTML, or a board.
#[derive(Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum BookBlock {
    Words { html: String },
    Board(Box<BookBoard>),
    Broken { why: Text },
}

/// A position in a chapter.
#[derive(Serialize, ToSchema)]
struct BookBoard {
    /// Counted from 0, in its chapter.
    number: usize,
    caption: String,
    /// Where it is.
    start: Start,
    /// Who thinks about it.
    #[schema(required)]
    player: Option<String>,
    /// The layer of that thought that is shown; `story` is its slow motion.
    #[schema(required)]
    show: Option<String>,
    /// Whose turn it is; none where the game is over.
    #[schema(required)]
    side: Option<Side>,
    /// The board, by its tag.
    tag: String,
    picture: Picture,
}

/// What somebody thinks of a board of the book.
#[derive(Serialize, ToSchema)]
struct BookThought {
    layer: Layer,
    /// What may be played there.
    handles: Vec<Gestures>,
}

/// What was found.
#[derive(Serialize, ToSchema)]
struct BookFinds {
    found: Vec<BookFind>,
}

/// A chapter in which something was found, and the words around it.
#[derive(Serialize, ToSchema)]
struct BookFind {
    name: &'static str,
    title: &'static str,
    excerpt: String,
}

/// Which chapter.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    /// Its name, as `algorithms/mcts`.
    name: String,
}

/// Which board.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WhichBoard {
    /// The chapter's name.
    name: String,
    /// Counted from 0.
    number: usize,
}

/// What is looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Sought {
    words: String,
}

/// What was thought of boards, by their chapter and their number in it.
type Thoughts = HashMap<(String, usize), Arc<Asset>>;

/// How many chapters are told of what was looked for.
const FOUND: usize = 30;

fn no_chapter(name: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, text!("book-no-chapter", name = name))
}

/// What is in the book, in a language that it is written in or else in English.
#[utoipa::path(
    get,
    path = "/api/book/{language}",
    params(("language" = String, Path)),
    responses((status = 200, body = BookContents))
)]
pub async fn contents(Named(language): Named) -> Reply {
    let edition = edition(&language);
    let parts = edition.parts.iter().map(|part| BookPart {
        title: &part.title,
        chapters: part
            .chapters
            .iter()
            .map(|entry| BookEntry { name: &entry.name, title: &entry.title })
            .collect(),
    });
    let Explained { studies, layers, players } = explained();
    let explained = BookExplained { studies, layers, players };
    Ok(json(&BookContents { language: edition.language, parts: parts.collect(), explained }))
}

/// A chapter with its boards.
#[utoipa::path(
    get,
    path = "/api/book/{language}/chapter",
    params(("language" = String, Path), Which),
    responses((status = 200, body = BookChapter), (status = 404, body = ProblemBody))
)]
pub async fn chapter(Named(language): Named, uri: Uri) -> Reply {
    let Which { name } = query(&uri)?;
    off_the_road(move || {
        let edition = edition(&language);
        let number = edition.chapters().iter().position(|chapter| chapter.name == name);
        let number = number.ok_or_else(|| no_chapter(&name))?;
        let chapter = &edition.chapters()[number];
        let beside = |number: usize| {
            let Chapter { name, title, .. } = edition.chapters().get(number)?;
            Some(BookEntry { name, title })
        };
        Ok(json(&BookChapter {
            name: &chapter.name,
            title: &chapter.title,
            blocks: blocks(edition, chapter),
            before: number.checked_sub(1).and_then(beside),
            after: beside(number + 1),
        }))
    })
    .await
}

/// The chapters in which all of some words are found, the best first.
#[utoipa::path(
    get,
    path = "/api/book/{language}/search",
    params(("language" = String, Path), Sought),
    responses((status = 200, body = BookFinds))
)]
pub async fn search(Named(language): Named, uri: Uri) -> Reply {
    let Sought { words } = query(&uri)?;
    off_the_road(move || {
        let found = edition(&language).search(&words).into_iter().take(FOUND);
        let found = found.map(|found| BookFind {
            name: found.name,
            title: found.title,
            excerpt: found.excerpt,
        });
        Ok(json(&BookFinds { found: found.collect() }))
    })
    .await
}

/// The layer that a board of the book shows.
#[utoipa::path(
    get,
    path = "/api/book/{language}/board",
    params(("language" = String, Path), WhichBoard),
    responses(
        (status = 200, body = BookThought),
        (status = 404, body = ProblemBody),
        (status = 503, description = "There is no memory left to think with.", body = ProblemBody),
    )
)]
pub async fn board(
    State(app): Shared,
    Named(language): Named,
    uri: Uri,
    asked: HeaderMap,
) -> Reply {
    /// What was thought of a board is the same for every reader, so nobody thinks twice.
    static THOUGHT: LazyLock<Mutex<Thoughts>> = LazyLock::new(Mutex::default);
    let known = || THOUGHT.lock().unwrap_or_else(PoisonError::into_inner);
    let WhichBoard { name, number } = query(&uri)?;
    let place = (name, number);
    if let Some(asset) = known().get(&place).cloned() {
        return Ok(asset.answer(&asked));
    }
    let chapter = edition(&language).chapter(&place.0).ok_or_else(|| no_chapter(&place.0))?;
    let board = chapter.boards().into_iter().nth(number).ok_or_else(|| no_chapter(&place.0))?;
    let board = board.map_err(Problem::refused)?;
    let (Some(player), Some(show)) = (board.player.clone(), board.show.clone()) else {
        return Err(no_chapter(&place.0));
    };
    let start = start(&board);
    let line = off_the_road(move || start.reached().map_err(Problem::refused)).await?;
    let crew = app.house.crew();
    let supply = Supply::seeded(Board::SEED);
    let settings = settings(&board.game, &player, &supply).map_err(Problem::refused)?;
    let room = crew.room_for(Need::Hint, settings.megabytes()).map_err(Problem::unavailable)?;
    let mut thinker = Roomed::boxed(settings.build_when_asked(supply), room);
    let waiting = Waiting::default();
    let budget =
        Budget { nodes: board.nodes, stop: waiting.0.clone(), ..Budget::time(Board::LONGEST) };
    let (answer, answered) = oneshot::channel();
    let asking = Thinking { need: Need::Hint, stop: &waiting.0, told: Arc::new(|_| ()) };
    let work = move |_place| {
        let thought = ask(thinker.as_mut(), &line, &budget, AnyWatch::AtTheEnd);
        let told = thought.map_err(|failure| failure.text).and_then(|thought| {
            let layer = thought.layers.into_iter().find(|layer| layer.id == show);
            let layer =
                layer.ok_or_else(|| text!("book-no-layer", player = player, layer = show))?;
            Ok(BookThought { layer, handles: handles(&line) })
        });
        // Whoever waited may have gone.
        let _ = answer.send(told);
    };
    crew.think(asking, work).map_err(Problem::unavailable)?;
    let told = answered.await.unwrap_or_else(|_| Err(text!("server-panic")));
    let told = told.map_err(Problem::refused)?;
    let json = serde_json::to_vec(&told).unwrap_or_default();
    let asset = Arc::new(Asset::new("application/json", json));
    known().insert(place, asset.clone());
    Ok(asset.answer(&asked))
}

fn handles(line: &AnyLine) -> Vec<Gestures> {
    let position = line.position();
    together(position.handles(), &position.geometry(), &position.picture())
}

fn blocks(edition: &'static Edition, chapter: &'static Chapter) -> Vec<BookBlock> {
    let address = |name: &str, place: &str| match (name, place) {
        (BIBLIOGRAPHY, key) if !key.is_empty() => format!("#/book/{BIBLIOGRAPHY}?{key}"),
        _ => format!("#/book/{name}"),
    };
    let mut number = 0;
    let shown = edition.shown(chapter, &address).into_iter().map(|block| match block {
        Block::Html(html) => BookBlock::Words { html },
        Block::Board(board) => {
            number += 1;
            match laid(board, number - 1) {
                Ok(board) => BookBlock::Board(Box::new(board)),
                Err(why) => BookBlock::Broken { why },
            }
        }
        Block::Broken(why) => BookBlock::Broken { why: why.into() },
    });
    shown.collect()
}

fn laid(board: Board, number: usize) -> Result<BookBoard, Text> {
    let start = start(&board);
    let line = start.reached()?;
    let position = line.position();
    Ok(BookBoard {
        number,
        caption: board.caption,
        start,
        player: board.player,
        show: board.show,
        side: position.outcome().is_none().then(|| position.side()),
        tag: boards::tag(&position.geometry()),
        picture: position.picture(),
    })
}

fn start(board: &Board) -> Start {
    let position = Some(board.position.clone()).filter(|position| !position.is_empty());
    Start { game: board.game.clone(), options: board.options.clone(), position }
}

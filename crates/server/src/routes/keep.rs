//! Games to and from files: what somebody saves of a game here, and what somebody opens here.

use axum::{
    extract::{Query, State},
    http::{StatusCode, Uri, header},
    response::IntoResponse,
};
use ludoteca_formats::{Format, files};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::{Asked, Named},
    error::{Problem, ProblemBody, json},
    sheet::Sheet,
};

/// The most a request with a file may carry: the largest file, in which JSON may write two letters
/// for one, and a little more.
const LARGEST: usize = 2 * files::MOST_BYTES + 10_000;

/// How many bytes reading may take for each byte of a file.
const GROWS: usize = 24;

/// How a game is wanted.
#[derive(Deserialize, IntoParams)]
struct Wanted {
    /// `sgf`, `xml`, `hexworld`, `json`, `text`, `c4`, `arimaa`, `pdn`, `svg` or `png`, of which each game
    /// has some (the catalogue says which); `xml` unless given.
    format: Option<String>,
}

/// A game as a file.
#[utoipa::path(
    get,
    path = "/api/games/{id}/file",
    params(("id" = String, Path), Wanted),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = ProblemBody),
        (status = 422, description = "The game has no such format.", body = ProblemBody),
    )
)]
pub async fn save(State(app): Shared, Named(id): Named, uri: Uri) -> Reply {
    let wanted = Query::<Wanted>::try_from_uri(&uri)
        .map_err(|error| Problem::bad(text!("server-query", why = error.body_text())))?;
    let format = wanted.0.format.as_deref().map_or(Ok(Format::Xml), Format::named);
    let format = format.map_err(Problem::refused)?;
    off_the_road(move || {
        let sheet = app.house.table(&id)?.sheet()?;
        let file = format.write(&sheet.named());
        let name = format!("{}-{id}.{}", sheet.record.game(), format.ending());
        let headers = [
            (header::CONTENT_TYPE, format.media_type().to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        Ok((headers, file.map_err(Problem::refused)?).into_response())
    })
    .await
}

/// A format that a game can be saved in.
#[derive(Serialize, ToSchema)]
struct Offered {
    format: &'static str,
    /// What of the game it has no place for, as messages.
    leaves_out: Vec<Text>,
}

/// The formats that a game can be saved in, and what each leaves out.
#[utoipa::path(
    get,
    path = "/api/games/{id}/formats",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<Offered>), (status = 404, body = ProblemBody))
)]
pub async fn formats(State(app): Shared, Named(id): Named) -> Reply {
    off_the_road(move || {
        let sheet = app.house.table(&id)?.sheet()?;
        let tree = sheet.named();
        let served = Format::ALL.into_iter().filter(|format| format.serves(tree.game()));
        let offered = |format: Format| Offered {
            format: format.name(),
            leaves_out: format.leaves_out(&tree).iter().map(|part| Text::new(part.id())).collect(),
        };
        Ok(json(&served.map(offered).collect::<Vec<_>>()).into_response())
    })
    .await
}

/// A game from elsewhere.
#[derive(Deserialize, ToSchema)]
pub struct FromElsewhere {
    /// The file as it is, or a HexWorld link.
    text: String,
}

/// A game that has been opened.
#[derive(Serialize, ToSchema)]
struct Arrived {
    id: String,
    /// What of the file is not kept here.
    #[schema(required)]
    left_out: Option<Text>,
}

/// Opens a file or a link: it becomes a game here, between two people, that can be gone on with.
#[utoipa::path(
    post,
    path = "/api/open",
    request_body = FromElsewhere,
    responses(
        (status = 201, body = Arrived),
        (status = 422, description = "The file cannot be read, and where.", body = ProblemBody),
        (status = 503, description = "There is no memory left to read it.", body = ProblemBody),
        (status = 507, description = "The disk is full.", body = ProblemBody),
    )
)]
pub async fn open(State(app): Shared, Asked(wish): Asked<FromElsewhere, LARGEST>) -> Reply {
    off_the_road(move || {
        // What is made of a file takes several times its size while it is read.
        let _room =
            app.house.room((wish.text.len() * GROWS) >> 20).map_err(Problem::unavailable)?;
        let text = wish.text.as_bytes();
        let read = app.house.counted(|| ludoteca_formats::read_numbered(text, 1));
        let (tree, games) = read.map_err(Problem::refused)?;
        let sheet = Sheet::arrived(tree).map_err(Problem::refused)?;
        let id = sheet.id.clone();
        app.house.lay(sheet)?;
        let first = (games > 1).then(|| text!("file-first-game", games = games));
        let unplaced = ludoteca_formats::unplaced(text, 1);
        let names =
            (!unplaced.is_empty()).then(|| text!("file-unread", names = unplaced.join(", ")));
        let left_out = match (first, names) {
            (Some(first), Some(then)) => Some(text!("sentences", first = first, then = then)),
            (first, names) => first.or(names),
        };
        Ok((StatusCode::CREATED, json(&Arrived { id, left_out })).into_response())
    })
    .await
}

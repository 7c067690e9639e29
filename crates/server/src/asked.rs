//! What a request says: the name in its address, and JSON of a bounded size.

use std::time::Duration;

use axum::{
    extract::{FromRequest, FromRequestParts, Path, Query, Request},
    http::{StatusCode, Uri, header, request::Parts},
};
use futures_util::StreamExt;
use ludoteca_text::{Text, text};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::time::timeout;

use crate::error::Problem;

/// The most a request may carry, if nothing else is said.
const LARGEST: usize = 1 << 20;

/// How much more is read and thrown away, so that whoever sends it hears the answer.
const PATIENCE: usize = 64 << 20;

/// How long a request may take to arrive.
const ARRIVAL: Duration = Duration::from_secs(30);

/// The one name in an address: of a game, of a file.
pub struct Named(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(name)) => Ok(Named(name)),
            Err(_) => Err(Problem::no_path(parts.uri.path())),
        }
    }
}

/// What stands behind the question mark of an address.
pub fn query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    let wrong = |why: String| Problem::bad(text!("server-query", why = why));
    Ok(Query::try_from_uri(uri).map_err(|error| wrong(error.body_text()))?.0)
}

/// What a request asks for, as JSON of so many bytes at most.
pub struct Asked<T, const MOST: usize = LARGEST>(pub T);

impl<S: Send + Sync, T: DeserializeOwned, const MOST: usize> FromRequest<S> for Asked<T, MOST> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Asked<T, MOST>, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let text = text!("server-not-json", kind = kind);
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text));
        }
        let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, text!("server-too-slow"));
        let body = timeout(ARRIVAL, read(request, MOST)).await.map_err(late)??;
        serde_json::from_slice(&body).map(Asked).map_err(|error| Problem::bad(misread(&error)))
    }
}

async fn read(request: Request, most: usize) -> Result<Vec<u8>, Problem> {
    let mut pieces = request.into_body().into_data_stream();
    let mut body = Vec::new();
    let mut size = 0;
    while let Some(piece) = pieces.next().await {
        let piece = piece
            .map_err(|error| Problem::bad(text!("server-broken-off", why = error.to_string())))?;
        size += piece.len();
        if size <= most {
            body.extend_from_slice(&piece);
        } else if size > PATIENCE {
            break;
        }
    }
    if size > most {
        let text = text!("server-too-large", limit = most);
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, text));
    }
    Ok(body)
}

fn misread(error: &serde_json::Error) -> Text {
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    text!("server-bad-json", line = error.line(), column = error.column(), why = why)
}

/// An option as it would be typed, or as JSON writes such a thing.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Given {
    /// Words.
    Words(String),
    /// A whole number.
    Int(i64),
    /// A number.
    Real(f64),
    /// On or off.
    Switch(bool),
}

impl Given {
    /// As it would be typed.
    pub fn typed(self) -> String {
        match self {
            Given::Words(words) => words,
            Given::Int(number) => number.to_string(),
            Given::Real(number) => number.to_string(),
            Given::Switch(on) => if on { "on" } else { "off" }.to_owned(),
        }
    }
}

//! Everything that can be answered instead of what was asked for: `{"error": TEXT}`.

use std::{io, path::Path};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use ludoteca_text::{Text, text};
use ludoteca_words::reason;
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use crate::{
    store::StoreError,
    view::{Shown, View},
};

/// A request that was not granted.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    text: Text,
    view: Option<Shown>,
}

/// What a client reads of it.
#[derive(Serialize, ToSchema)]
#[schema(as = Error)]
pub struct ProblemBody<'a> {
    /// What is wrong, as a message: `{"id", "args"}`.
    #[schema(value_type = Text)]
    error: &'a Text,
    /// The game as it stands, where somebody else had changed it before.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<View>, nullable = false)]
    view: Option<&'a RawValue>,
}

impl Problem {
    /// A request that does not make sense.
    pub fn bad(text: impl Into<Text>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, text)
    }

    /// A request that makes sense and that the rules refuse.
    pub fn refused(text: impl Into<Text>) -> Problem {
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, text)
    }

    /// A request that came too late, or at the wrong moment; `view` is how the game stands.
    pub fn conflict(text: impl Into<Text>, view: Shown) -> Problem {
        Problem { view: Some(view), ..Problem::new(StatusCode::CONFLICT, text) }
    }

    /// A folder of the server's own cannot be used.
    pub fn folder(folder: &Path, error: &io::Error) -> Problem {
        let file = folder.display().to_string();
        tracing::error!(%error, file, "a folder of the server");
        let status = match error.kind() {
            io::ErrorKind::StorageFull => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(status, text!("cli-in-file", file = file, why = reason(error)))
    }

    /// There is no such game.
    pub fn no_game(id: &str) -> Problem {
        let shown: String = id.chars().take(40).collect();
        Problem::new(StatusCode::NOT_FOUND, text!("server-no-game", id = shown))
    }

    /// There is nothing at this address.
    pub fn no_path(path: &str) -> Problem {
        let shown: String = path.chars().take(80).collect();
        Problem::new(StatusCode::NOT_FOUND, text!("server-no-path", path = shown))
    }

    /// The server cannot do it now.
    pub fn unavailable(text: impl Into<Text>) -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, text)
    }

    /// Something panicked. The panic itself has been written to stderr.
    pub fn panicked() -> Problem {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, text!("server-panic"))
    }

    /// Any other.
    pub fn new(status: StatusCode, text: impl Into<Text>) -> Problem {
        Problem { status, text: text.into(), view: None }
    }

    /// What is wrong.
    pub fn text(&self) -> &Text {
        &self.text
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        tracing::error!(%error, "storage");
        let status = match error {
            StoreError::Full { .. } => StatusCode::INSUFFICIENT_STORAGE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Problem::new(status, Text::from(&error))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Problem { status, text, view } = self;
        let mut response = json(&ProblemBody { error: &text, view: view.as_deref() });
        *response.status_mut() = status;
        if status == StatusCode::UNAUTHORIZED {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}

/// A JSON answer, never kept by anybody on the way.
pub fn json(body: &impl Serialize) -> Response {
    match serde_json::to_string(body) {
        Ok(body) => ready_json(body),
        Err(error) => {
            tracing::error!(%error, "an answer that is not JSON");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// A JSON answer that is written already.
pub fn ready_json(body: impl Into<axum::body::Body>) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (headers, body.into()).into_response()
}

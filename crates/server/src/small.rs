//! Answers made small for those who can read them so.

use std::io::Write;

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};

use crate::error::Problem;

/// Less than this is sent as it is: it fits into one packet either way.
pub const SMALL: usize = 500;

/// Sends every answer in JSON small to whoever can read it so. Streams are left alone.
pub async fn send(request: Request, next: Next) -> Response {
    let wanted = accepts_gzip(request.headers());
    let response = next.run(request).await;
    let headers = response.headers();
    let json = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    let size = response.body().size_hint().exact().unwrap_or(0);
    if !wanted || !json || size < SMALL as u64 || headers.contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(body) = to_bytes(body, usize::MAX).await else {
        return Problem::panicked().into_response();
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    for (name, value) in [(header::CONTENT_ENCODING, "gzip"), (header::VARY, "accept-encoding")] {
        parts.headers.insert(name, HeaderValue::from_static(value));
    }
    Response::from_parts(parts, Body::from(gzip(&body, Compression::fast())))
}

/// Something in the format of gzip.
pub fn gzip(body: &[u8], how: Compression) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), how);
    encoder.write_all(body).expect("memory takes all that is written");
    encoder.finish().expect("memory takes all that is written").into()
}

/// Whether whoever asks with these headers can read gzip.
pub fn accepts_gzip(asked: &HeaderMap) -> bool {
    let lists = asked.get_all(header::ACCEPT_ENCODING).into_iter();
    lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(',')).any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let refused = |part: &str| {
            part.strip_prefix("q=").is_some_and(|q| q.parse().is_ok_and(|q: f32| q == 0.0))
        };
        named && !parts.any(refused)
    })
}

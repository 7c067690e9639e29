//! Hearing requests out before they are answered.

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::Request,
    middleware::Next,
    response::Response,
};

/// The longest body that is heard out also where nobody wants it.
const SHORT: usize = 1 << 16;

/// Reads the body of a request, if it is short, before the request is answered. A connection whose
/// request was answered before all of it had come has to be closed, and whoever has sent the next one
/// meanwhile is left without an answer.
pub async fn out(request: Request, next: Next) -> Response {
    let short = request.body().size_hint().upper().is_some_and(|upper| upper <= SHORT as u64);
    if !short {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    // Of whoever hangs up in the middle nothing is left to be read, and nobody hears the answer.
    let body = to_bytes(body, SHORT).await.unwrap_or_default();
    next.run(Request::from_parts(parts, Body::from(body))).await
}

//! Who may ask: the page itself and whoever knows the token, not some other page in the browser.
//!
//! - A request must name this server as its host, so that a foreign name that leads here (DNS
//!   rebinding) opens nothing. With a token it may go by any name, as a page that comes by a foreign
//!   one has no cookie of ours; unless the names are given.
//! - A page of another origin cannot use the API.
//! - With a token, the API wants it as a bearer or as the cookie that `/?token=...` sets.

use std::{
    hint::black_box,
    net::{Ipv6Addr, SocketAddr},
    panic::AssertUnwindSafe,
    sync::Arc,
};

use axum::{
    extract::{Query, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use futures_util::FutureExt;
use ludoteca_text::text;

use crate::error::Problem;

/// Only our own files, no frames, nothing from elsewhere.
const POLICY: &str = "default-src 'self'; object-src 'none'; base-uri 'none'; \
                      form-action 'self'; frame-ancestors 'none'";

/// The rules of one server.
pub struct Guard {
    /// The names it goes by; none is any name.
    names: Option<Vec<String>>,
    token: Option<String>,
    cookie: String,
}

impl Guard {
    /// The rules of a server at an address, which was asked for as `host` and goes by further names.
    pub fn new(
        host: &str,
        address: SocketAddr,
        token: Option<String>,
        further: Vec<String>,
    ) -> Guard {
        let bracketed = |name: String| match name.parse::<Ipv6Addr>() {
            Ok(_) => format!("[{name}]"),
            Err(_) => without_port(&name).to_owned(),
        };
        let cookie = format!("ludoteca-{}", address.port());
        let any = token.is_some() && further.is_empty();
        let own = ["localhost", "127.0.0.1", "::1", host].map(str::to_owned);
        let all = own.into_iter().chain([address.ip().to_string()]).chain(further);
        Guard { names: (!any).then(|| all.map(bracketed).collect()), token, cookie }
    }

    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        self.check_host(host, uri)?;
        if uri.path().starts_with("/api/") {
            check_origin(method, headers, host.unwrap_or_default())?;
            self.check_token(headers)?;
        }
        Ok(())
    }

    fn check_host(&self, host: Option<&str>, uri: &Uri) -> Result<(), Problem> {
        let Some(names) = &self.names else { return Ok(()) };
        let known = |host: &str| {
            let name = without_port(host);
            names.iter().any(|known| known.eq_ignore_ascii_case(name))
        };
        let asked = host.unwrap_or_default();
        if known(asked) && uri.host().is_none_or(known) {
            return Ok(());
        }
        let shown: String = asked.chars().take(80).collect();
        Err(Problem::new(StatusCode::FORBIDDEN, text!("server-other-host", host = shown)))
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Problem> {
        let Some(token) = &self.token else { return Ok(()) };
        let bearer = headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "))
            .is_some_and(|given| same(given, token.as_bytes()));
        let hidden = hidden(token);
        let cookie = headers
            .get_all(header::COOKIE)
            .into_iter()
            .filter_map(|cookies| cookies.to_str().ok())
            .flat_map(|cookies| cookies.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .any(|(name, value)| name == self.cookie && same(value.as_bytes(), hidden.as_bytes()));
        if bearer || cookie {
            return Ok(());
        }
        Err(Problem::new(StatusCode::UNAUTHORIZED, text!("server-token-needed")))
    }

    /// The cookie for whoever opens the page with the right token.
    fn welcome(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let token = self.token.as_ref()?;
        let query: Query<Vec<(String, String)>> = Query::try_from_uri(uri).ok()?;
        let (_, given) = query.0.iter().find(|(name, _)| name == "token")?;
        if method != Method::GET || uri.path() != "/" || !same(given.as_bytes(), token.as_bytes()) {
            return None;
        }
        let cookie =
            format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, hidden(token));
        Some(([(header::SET_COOKIE, cookie)], Redirect::to("/")).into_response())
    }
}

/// Stands before every request: checks it, catches what panics behind, and says how the answer may
/// be used.
pub async fn stand(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    let mut response = match guard.check(method, uri, headers) {
        Err(problem) => problem.into_response(),
        Ok(()) => match guard.welcome(method, uri) {
            Some(welcome) => welcome,
            None => AssertUnwindSafe(next.run(request))
                .catch_unwind()
                .await
                .unwrap_or_else(|_| Problem::panicked().into_response()),
        },
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check_origin(method: &Method, headers: &HeaderMap, host: &str) -> Result<(), Problem> {
    let text_of = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let site = text_of(HeaderName::from_static("sec-fetch-site"));
    let foreign_site = site.is_some_and(|site| !["same-origin", "none"].contains(&site));
    let foreign_origin = text_of(header::ORIGIN).is_some_and(|origin| {
        let origin = origin.split_once("://").map_or("", |(_, host)| host);
        !origin.eq_ignore_ascii_case(host)
    });
    let reads = method == Method::GET || method == Method::HEAD;
    if foreign_site || (foreign_origin && !reads) {
        return Err(Problem::new(StatusCode::FORBIDDEN, text!("server-other-origin")));
    }
    Ok(())
}

fn without_port(host: &str) -> &str {
    match (host.starts_with('['), host.rfind(']'), host.rfind(':')) {
        (true, Some(end), _) => &host[..=end],
        (_, _, Some(colon)) => &host[..colon],
        _ => host,
    }
}

/// Compares in a time that says nothing about where the difference is.
fn same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (a, b)| black_box(all | (a ^ b))) == 0
}

/// A token in letters that a cookie may hold.
fn hidden(token: &str) -> String {
    token.bytes().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    use axum::{Router, middleware, routing::get};

    use super::*;

    #[test]
    fn a_server_goes_by_its_own_names_and_by_those_it_was_given() {
        let goes_by =
            |host: &str, bound: &str, token: Option<&str>, names: &[&str], asked: &str| {
                let names = names.iter().map(|name| (*name).to_owned()).collect();
                let guard =
                    Guard::new(host, bound.parse().unwrap(), token.map(str::to_owned), names);
                guard.check_host(Some(asked), &Uri::from_static("/")).is_ok()
            };
        let everywhere = "0.0.0.0:7878";
        for asked in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878", "LOCALHOST"] {
            assert!(goes_by("0.0.0.0", everywhere, None, &["games.home"], asked), "{asked}");
        }
        assert!(goes_by("0.0.0.0", everywhere, None, &["games.home"], "Games.home:7878"));
        assert!(goes_by("0.0.0.0", everywhere, None, &["games.home:80"], "games.home:7878"));
        assert!(goes_by("0.0.0.0", everywhere, None, &["fe80::1"], "[fe80::1]:7878"));
        assert!(!goes_by("0.0.0.0", everywhere, None, &["games.home"], "rebound.example:7878"));
        assert!(!goes_by("127.0.0.1", "127.0.0.1:7878", None, &[], "rebound.example:7878"));
        assert!(goes_by("192.168.1.9", "192.168.1.9:7878", None, &["games.home"], "192.168.1.9"));
        assert!(goes_by("0.0.0.0", everywhere, Some("t"), &[], "any.name"));
        assert!(!goes_by("0.0.0.0", everywhere, Some("t"), &["games.home"], "any.name"));
    }

    async fn falls() {
        panic!("this handler always falls");
    }

    #[tokio::test]
    async fn a_handler_that_panics_is_answered_and_the_next_one_too() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let guard = Arc::new(Guard::new("127.0.0.1", address, None, Vec::new()));
        let routes = Router::new()
            .route("/", get(falls))
            .layer(middleware::from_fn_with_state(guard, stand));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        let asked = move || {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n").unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        for _ in 0..2 {
            let answer = tokio::task::spawn_blocking(asked).await.unwrap();
            assert!(answer.starts_with("HTTP/1.0 500 "), "{answer}");
            assert!(answer.contains("{\"error\":{\"id\":\"server-panic\"}}"), "{answer}");
        }
    }
}

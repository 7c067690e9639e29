//! An answer that stays the same as long as the program runs: sent small, and only to those who have
//! not got it.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::OnceLock,
};

use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use flate2::Compression;

use crate::small::{SMALL, accepts_gzip, gzip};

/// Something that stays the same as long as the program runs.
pub struct Asset {
    kind: &'static str,
    body: Bytes,
    mark: u64,
    keep: &'static str,
    small: OnceLock<Bytes>,
}

impl Asset {
    /// Something to be served as `kind`.
    pub fn new(kind: &'static str, body: impl Into<Bytes>) -> Asset {
        let body = body.into();
        let mut hasher = DefaultHasher::new();
        (kind, &body).hash(&mut hasher);
        Asset { kind, body, mark: hasher.finish(), keep: "no-cache", small: OnceLock::new() }
    }

    /// Something whose address never means anything else, so that whoever has it need not ask again.
    pub fn lasting(kind: &'static str, body: impl Into<Bytes>) -> Asset {
        let keep = "private, max-age=31536000, immutable";
        Asset { keep, ..Asset::new(kind, body) }
    }

    /// What tells it apart from everything else.
    pub fn mark(&self) -> String {
        format!("{:016x}", self.mark)
    }

    /// The answer to a request with these headers: everything, or that nothing has changed.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let small = self.body.len() > SMALL && compressible(self.kind) && accepts_gzip(asked);
        let mark = format!("\"{:016x}{}\"", self.mark, if small { "-gzip" } else { "" });
        let unchanged = has_mark(asked, &mark);
        let mut response = match (unchanged, small) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, true) => Body::from(self.small().clone()).into_response(),
            (false, false) => Body::from(self.body.clone()).into_response(),
        };
        let headers = response.headers_mut();
        let mut set = |name, value: &str| {
            headers.insert(name, HeaderValue::from_str(value).expect("plain letters"));
        };
        set(header::ETAG, &mark);
        set(header::CACHE_CONTROL, self.keep);
        set(header::VARY, "accept-encoding");
        if !unchanged {
            set(header::CONTENT_TYPE, self.kind);
            if small {
                set(header::CONTENT_ENCODING, "gzip");
            }
        }
        response
    }

    /// What it is, as it is.
    #[cfg(test)]
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    fn small(&self) -> &Bytes {
        self.small.get_or_init(|| gzip(&self.body, Compression::best()))
    }
}

fn compressible(kind: &str) -> bool {
    !matches!(kind, "image/png" | "font/woff2")
}

fn has_mark(asked: &HeaderMap, mark: &str) -> bool {
    let lists = asked.get_all(header::IF_NONE_MATCH).into_iter();
    lists
        .filter_map(|list| list.to_str().ok())
        .flat_map(|list| list.split(','))
        .map(|entry| entry.trim().trim_start_matches("W/"))
        .any(|entry| entry == mark || entry == "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().unwrap())])
    }

    #[test]
    fn a_file_is_small_for_those_who_can_read_it_and_sent_once() {
        let asset = Asset::new("text/css; charset=utf-8", "a { color: red }\n".repeat(100));
        let plain = asset.answer(&HeaderMap::new());
        assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
        for (accepted, small) in
            [("gzip, br", true), ("br;q=1, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false)]
        {
            let answer = asset.answer(&asked(header::ACCEPT_ENCODING, accepted));
            let is_small = answer.headers().contains_key(header::CONTENT_ENCODING);
            assert_eq!(is_small, small, "{accepted}");
        }
        let mark = plain.headers()[header::ETAG].to_str().unwrap();
        for (have, status) in [
            (mark.to_owned(), StatusCode::NOT_MODIFIED),
            (format!("\"x\", W/{mark}"), StatusCode::NOT_MODIFIED),
            ("\"x\"".to_owned(), StatusCode::OK),
        ] {
            assert_eq!(asset.answer(&asked(header::IF_NONE_MATCH, &have)).status(), status);
        }
    }

    #[test]
    fn compression_is_undone_to_the_same_file() {
        use std::io::Read;
        let asset = Asset::new("text/css", "b { color: blue }\n".repeat(100));
        let mut back = Vec::new();
        flate2::read::GzDecoder::new(&asset.small()[..]).read_to_end(&mut back).unwrap();
        assert_eq!(back, asset.body);
        assert!(asset.small().len() < 200);
    }
}

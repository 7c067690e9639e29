//! A message to a player over HTTP, and what comes back: an answer, or what went wrong.

use std::time::Duration;

use ureq::{Agent, Error, http::Uri};

use super::error::GgpError;
use crate::process::cut;

/// No answer of a player is longer: a move is a few words.
const MOST_BYTES: u64 = 64 << 10;

/// Where a player listens: `http://host:port`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

impl Address {
    /// Reads an address; `http://` may be left out.
    pub fn read(words: &str) -> Result<Address, GgpError> {
        let whole = match words.contains("://") {
            true => words.to_owned(),
            false => format!("http://{words}"),
        };
        let right = |uri: &Uri| {
            let host = uri.host().is_some_and(|host| !host.is_empty());
            uri.scheme_str() == Some("http") && host
        };
        match whole.parse::<Uri>().ok().filter(right) {
            Some(_) => Ok(Address(whole)),
            None => Err(GgpError::Address(cut(words))),
        }
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Someone who asks players.
pub struct Caller(Agent);

impl Caller {
    /// Ready to ask.
    pub fn new() -> Caller {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            // A player is named by its own address.
            .proxy(None)
            // Players may hang up after each answer.
            .max_idle_connections(0);
        Caller(config.build().into())
    }

    /// Sends a message and waits no longer than `limit` for the whole answer.
    pub fn ask(
        &self,
        player: &Address,
        message: &str,
        limit: Duration,
    ) -> Result<String, GgpError> {
        let seconds = limit.as_secs_f64();
        let trouble = |error: Error| match error {
            Error::Timeout(_) => GgpError::Late { seconds },
            Error::BodyExceedsLimit(_) => GgpError::Endless { most: MOST_BYTES },
            error => GgpError::Unreachable { why: error.to_string() },
        };
        let request = self.0.post(player.as_str()).config().timeout_global(Some(limit)).build();
        let request = request.header("Content-Type", "text/acl").header("Accept", "text/delim");
        let mut answer = request.send(message).map_err(trouble)?;
        let body = answer.body_mut().with_config().limit(MOST_BYTES).read_to_vec();
        let words = String::from_utf8_lossy(&body.map_err(trouble)?).trim().to_owned();
        match answer.status().as_u16() {
            200..=299 => Ok(words),
            status => Err(GgpError::Status { status: status.into(), words: cut(&words) }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_of_http() {
        let read = |words: &str| Address::read(words).map(|address| address.0);
        assert_eq!(read("http://localhost:9147").unwrap(), "http://localhost:9147");
        assert_eq!(read("localhost:9147").unwrap(), "http://localhost:9147");
        assert_eq!(read("http://[::1]:80/player").unwrap(), "http://[::1]:80/player");
        for wrong in ["", "https://localhost:1", "http://", "a b", "http://:80"] {
            assert_eq!(read(wrong), Err(GgpError::Address(wrong.to_owned())), "{wrong}");
        }
    }
}

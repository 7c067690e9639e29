//! Who has something thought here: a browser, which a cookie tells from others. It is no name, and
//! opens nothing: thoughts are shared out among owners, and that is all it is for.
//!
//! Whatever a request sets to work belongs to its owner, and so does what follows from that: a machine
//! that answers a move thinks for whoever made the move.

use std::cell::Cell;

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, header},
    middleware::Next,
    response::Response,
};

use crate::sheet::chance;

/// Somebody who has something thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner(u64);

/// Where a browser keeps who it is.
const COOKIE: &str = "ludoteca-guest";

thread_local! {
    static HERE: Cell<Owner> = const { Cell::new(Owner::NOBODY) };
}

tokio::task_local! {
    static ASKING: Owner;
}

impl Owner {
    /// Whoever does not say who they are: all of them count as one.
    pub const NOBODY: Owner = Owner(0);

    /// The owner with a number.
    #[cfg(test)]
    pub const fn of(number: u64) -> Owner {
        Owner(number)
    }

    /// Who has made the request that is being answered here, or else for whom this thread works.
    pub fn here() -> Owner {
        ASKING.try_with(|owner| *owner).unwrap_or_else(|_| HERE.get())
    }

    /// Works for this owner on this thread.
    pub fn serve<T>(self, work: impl FnOnce() -> T) -> T {
        struct Before(Owner);
        impl Drop for Before {
            fn drop(&mut self) {
                HERE.set(self.0);
            }
        }
        let _before = Before(HERE.replace(self));
        work()
    }

    fn of_request(headers: &HeaderMap) -> Option<Owner> {
        let cookies = headers.get_all(header::COOKIE).into_iter();
        let mut each =
            cookies.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(';'));
        let (_, value) =
            each.find_map(|one| one.trim().split_once('=').filter(|(name, _)| *name == COOKIE))?;
        u64::from_str_radix(value, 16).ok().filter(|number| *number > 0).map(Owner)
    }
}

/// Notes for whom a request is answered, and gives a browser that opens the page a cookie to be known
/// by.
pub async fn note(request: Request, next: Next) -> Response {
    let owner = Owner::of_request(request.headers());
    let uri = request.uri();
    let opens = request.method() == Method::GET && uri.path() == "/" && uri.query().is_none();
    let mut response = ASKING.scope(owner.unwrap_or(Owner::NOBODY), next.run(request)).await;
    if let (None, true, Ok(number)) = (owner, opens, chance()) {
        let cookie = format!("{COOKIE}={:x}; Path=/; HttpOnly; SameSite=Strict", number.max(1));
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_known_by_its_cookie_and_whoever_has_none_is_nobody() {
        for (cookie, owner) in [
            ("ludoteca-guest=1f", Some(Owner(31))),
            ("a=b; ludoteca-guest=2; c=d", Some(Owner(2))),
            ("ludoteca-guest=0", None),
            ("ludoteca-guest=what", None),
            ("ludoteca-guest", None),
            ("", None),
        ] {
            let headers = HeaderMap::from_iter([(header::COOKIE, cookie.parse().unwrap())]);
            assert_eq!(Owner::of_request(&headers), owner, "{cookie}");
        }
    }

    #[test]
    fn a_thread_works_for_somebody_only_as_long_as_it_was_told() {
        let inner = Owner(5).serve(|| (Owner::here(), Owner(6).serve(Owner::here), Owner::here()));
        assert_eq!(inner, (Owner(5), Owner(6), Owner(5)));
        let _ = std::panic::catch_unwind(|| Owner(7).serve(|| panic!("this work always falls")));
        assert_eq!(Owner::here(), Owner::NOBODY);
    }
}

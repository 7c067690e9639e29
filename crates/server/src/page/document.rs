//! The document a browser asks for first. It names everything that the page will need before it can
//! show anything, so that all of it is asked for at once: one script, one style sheet, the words of
//! the visitor's language, the catalogue.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, header};
use ludoteca_text::text;
use ludoteca_words::{Lang, languages};

/// Where the page keeps the language that somebody chose.
const COOKIE: &str = "ludoteca-language";

/// Where all style sheets are in one, and all modules.
pub const STYLE: &str = "ludoteca.css";
/// See [`STYLE`].
pub const SCRIPT: &str = "ludoteca.js";
/// The modules that come only when somebody wants them.
pub const LATER: &str = "ludoteca-later.js";

/// The style sheets that a document names, in order.
pub fn style_sheets(document: &str) -> impl Iterator<Item = &str> {
    document.lines().filter_map(sheet)
}

fn sheet(line: &str) -> Option<&str> {
    line.strip_prefix("<link rel=\"stylesheet\" href=\"")?.strip_suffix("\">")
}

/// A document in a language, with all languages there are, each by the name it gives itself.
pub fn plain(document: &str, lang: Lang) -> String {
    let called = |lang: Lang| (lang.code(), lang.say(&text!("language-name")));
    let names: BTreeMap<_, _> = languages().into_iter().map(called).collect();
    let names = serde_json::to_string(&names).unwrap_or_default();
    let names = names.replace('&', "&amp;").replace('"', "&quot;");
    document
        .replace("<html lang=\"en\">", &format!("<html lang=\"{}\">", lang.code()))
        .replace("content=\"languages\"", &format!("content=\"{names}\""))
}

/// The same with one script and one style sheet, and what that script will ask for at once.
pub fn ready(document: &str, lang: Lang) -> String {
    let words = format!("/api/words/{}.ftl", lang.code());
    let preload =
        |data: &str| format!("<link rel=\"preload\" as=\"fetch\" crossorigin href=\"{data}\">\n");
    let mut html = String::new();
    for line in plain(document, lang).lines().filter(|line| sheet(line).is_none()) {
        if line == "<script type=\"module\" src=\"app.js\"></script>" {
            html += &format!("<link rel=\"stylesheet\" href=\"{STYLE}\">\n");
            html += &format!("<script type=\"module\" src=\"{SCRIPT}\"></script>\n");
            html += &preload(&words);
            html += &preload("/api/catalogue");
        } else {
            html += line;
            html.push('\n');
        }
    }
    html
}

/// The language for whoever asks: the one chosen, else the first that the browser wants and there is.
pub fn language(asked: &HeaderMap) -> Lang {
    let all = |name| asked.get_all(name).into_iter().filter_map(|list| list.to_str().ok());
    let chosen = all(header::COOKIE)
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .and_then(|(_, code)| Lang::named(code));
    // Browsers list what they want most first.
    let wanted = || {
        all(header::ACCEPT_LANGUAGE)
            .flat_map(|list| list.split(','))
            .find_map(|entry| Lang::named(entry.split(';').next()?.trim()))
    };
    chosen.or_else(wanted).unwrap_or(Lang::ENGLISH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_chosen_one_or_the_first_wanted() {
        for (cookie, wanted, code) in [
            ("", "", "en"),
            ("", "es-ES,es;q=0.9,en;q=0.8", "es"),
            ("", "xx, es;q=0.5", "es"),
            ("", "xx", "en"),
            ("a=b; ludoteca-language=en", "es", "en"),
            ("ludoteca-language=xx", "es", "es"),
        ] {
            let asked = HeaderMap::from_iter([
                (header::COOKIE, cookie.parse().unwrap()),
                (header::ACCEPT_LANGUAGE, wanted.parse().unwrap()),
            ]);
            assert_eq!(language(&asked).code(), code, "{cookie} {wanted}");
        }
    }
}

//! The page: files that are part of the program. Only a program for trying things out, with debug
//! assertions, reads them where they lie, so that a changed file needs no building.
//!
//! A browser gets them in few and small answers: see [`join`] and [`document`]. Every file is there by
//! itself too, and `/?plain` is the page made of them, for whoever looks for an error.

mod asset;
mod document;
mod join;

use std::{borrow::Cow, collections::HashMap, sync::OnceLock};

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, Uri, header},
    response::Response,
};
use ludoteca_games::palette;
use ludoteca_lab::report::plot;
use ludoteca_words::{Lang, languages};

pub use asset::Asset;

#[derive(rust_embed::RustEmbed)]
#[folder = "web/"]
struct Files;

const DOCUMENT: &str = "index.html";
const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

/// The answer to whoever asks for an address of the page; none if there is nothing there.
pub fn answer(uri: &Uri, asked: &HeaderMap) -> Option<Response> {
    static PAGE: OnceLock<Page> = OnceLock::new();
    PAGE.get_or_init(Page::new).answer(uri, asked)
}

struct Page {
    files: HashMap<String, Asset>,
    /// The document by language, as it is written and as it is sent.
    plain: HashMap<&'static str, Asset>,
    ready: HashMap<&'static str, Asset>,
}

impl Page {
    fn new() -> Page {
        let mut files: HashMap<String, Asset> = Files::iter()
            .chain(SHARED.map(|(name, _)| name.into()))
            .filter_map(|name| Some((format!("/{name}"), Asset::new(kind(&name)?, bytes(&name)?))))
            .collect();
        let document = text(DOCUMENT).unwrap_or_default();
        let in_all = |write: fn(&str, Lang) -> String| {
            let asset = |lang: Lang| (lang.code(), Asset::new(HTML, write(&document, lang)));
            languages().into_iter().map(asset).collect()
        };
        let plain = in_all(document::plain);
        let ready = match script() {
            Ok([script, later]) => {
                let sheets = document::style_sheets(&document).filter_map(text);
                let style: String = sheets.map(|sheet| bare(&sheet)).collect();
                for (name, kind, body) in [
                    (document::SCRIPT, SCRIPT, script),
                    (document::LATER, SCRIPT, later),
                    (document::STYLE, STYLE, style),
                ] {
                    files.insert(format!("/{name}"), Asset::new(kind, body));
                }
                in_all(document::ready)
            }
            Err(why) => {
                // The page works all the same, more slowly; a test sees to it that this never happens.
                tracing::error!(why, "the modules of the page cannot be joined");
                in_all(document::plain)
            }
        };
        Page { files, plain, ready }
    }

    fn answer(&self, uri: &Uri, asked: &HeaderMap) -> Option<Response> {
        let path = uri.path();
        if path != "/" && path.strip_prefix('/') != Some(DOCUMENT) {
            return Some(self.files.get(path)?.answer(asked));
        }
        let documents = if uri.query() == Some("plain") { &self.plain } else { &self.ready };
        let mut response = documents.get(document::language(asked).code())?.answer(asked);
        let varies = HeaderValue::from_static("accept-encoding, accept-language, cookie");
        response.headers_mut().insert(header::VARY, varies);
        Some(response)
    }
}

/// All modules of the page in two.
fn script() -> Result<[String; 2], String> {
    join::join("app.js", text)
}

/// Writes a file.
type Write = fn() -> String;

/// Style sheets that are not the page's own: pictures and reports have the same colours, and reports
/// the same plots, whose rules hold here only within `.plot`.
const SHARED: [(&str, Write); 2] = [
    ("style/palette.css", || palette::CSS.to_owned()),
    ("style/plot.css", || format!(".plot{{\n{}}}\n", plot::STYLE.replace(":root{", "&{"))),
];

/// A style sheet without its comments and without what its lines are indented by.
fn bare(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let mut bare = parts.next().unwrap_or_default().to_owned();
    bare.extend(parts.filter_map(|part| Some(part.split_once("*/")?.1)));
    let lines = bare.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn bytes(name: &str) -> Option<Bytes> {
    if let Some((_, sheet)) = SHARED.iter().find(|(shared, _)| *shared == name) {
        return Some(Bytes::from(sheet()));
    }
    Some(match Files::get(name)?.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    })
}

fn text(name: &str) -> Option<String> {
    String::from_utf8(bytes(name)?.to_vec()).ok()
}

/// What a file is; none is nothing to be served.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => HTML,
        "js" => SCRIPT,
        "css" => STYLE,
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_is_in_one_of_the_scripts_and_every_style_sheet_in_the_one_sheet() {
        let scripts = script().unwrap();
        let document = text(DOCUMENT).unwrap();
        let sheets: Vec<_> = document::style_sheets(&document).collect();
        for name in Files::iter().filter(|name| name != "types.js") {
            if name.ends_with(".js") {
                let there =
                    scripts.iter().filter(|script| script.contains(&format!("// {name}\n")));
                assert_eq!(there.count(), 1, "{name}");
            } else if name.ends_with(".css") {
                assert!(sheets.contains(&name.as_ref()), "{name}");
            }
        }
    }

    #[test]
    fn the_document_names_all_that_is_needed_and_speaks_the_visitors_language() {
        let page = Page::new();
        for lang in languages() {
            let html = String::from_utf8(page.ready[lang.code()].body().to_vec()).unwrap();
            let named: Vec<_> = ["href=\"", "src=\""]
                .into_iter()
                .flat_map(|before| html.split(before).skip(1))
                .filter_map(|rest| rest.split('"').next())
                .collect();
            let words = format!("/api/words/{}.ftl", lang.code());
            let icons = ["icon.svg", "icon-apple-180.png", "manifest.webmanifest"];
            let rest = ["ludoteca.css", &words, "/api/catalogue", "ludoteca.js"];
            let wanted: Vec<_> = icons.into_iter().chain(rest).collect();
            assert_eq!(named, wanted);
            assert!(html.contains(&format!("<html lang=\"{}\">", lang.code())));
            assert!(html.contains("{&quot;en&quot;:&quot;English&quot;"), "{html}");
        }
    }

    #[test]
    fn the_manifest_names_pictures_that_are_there_and_are_as_large_as_it_says() {
        let manifest: serde_json::Value =
            serde_json::from_str(&text("manifest.webmanifest").unwrap()).unwrap();
        let icons = manifest["icons"].as_array().unwrap();
        for icon in icons {
            let [name, sizes] = ["src", "sizes"].map(|key| icon[key].as_str().unwrap());
            let picture = bytes(name).unwrap();
            if name.ends_with(".svg") {
                assert_eq!(sizes, "any");
                continue;
            }
            let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
            assert_eq!(format!("{}x{}", number(16), number(20)), sizes, "{name}");
        }
        // Browsers that install pages ask for these two.
        for size in ["192x192", "512x512"] {
            assert!(icons.iter().any(|icon| icon["sizes"] == size), "{size}");
        }
    }

    #[test]
    fn comments_and_indentation_of_a_style_sheet_stay_behind() {
        let sheet = "/* What\n it is. */\na {\n  b: c; /* why */\n}\n\n/* last */";
        assert_eq!(bare(sheet), "a {\nb: c;\n}\n");
    }

    #[test]
    fn every_kind_of_file_in_the_page_is_served() {
        let unknown: Vec<_> = Files::iter().filter(|name| kind(name).is_none()).collect();
        assert_eq!(unknown, Vec::<String>::new());
    }
}

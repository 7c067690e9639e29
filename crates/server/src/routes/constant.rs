//! What stays the same as long as the program runs: languages, words, boards, what there is to play.

use std::sync::OnceLock;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, Uri},
};
use ludoteca_games::picture::Geometry;
use ludoteca_text::text;
use ludoteca_words::{Lang, languages};

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::Named,
    boards,
    catalogue::Catalogue,
    error::{Problem, ProblemBody, json},
    page::Asset,
};

/// The codes of the languages there are, English first.
#[utoipa::path(get, path = "/api/languages", responses((status = 200, body = Vec<String>)))]
pub async fn speakable() -> Reply {
    Ok(json(&languages().into_iter().map(Lang::code).collect::<Vec<_>>()))
}

/// The messages of a language, in the format of Project Fluent: in `es.ftl` all that the page may have
/// to say at once, in `es.more.ftl` what is said in lessons and in slow motion alone.
#[utoipa::path(
    get,
    path = "/api/words/{file}",
    params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ProblemBody))
)]
pub async fn words(Named(file): Named, uri: Uri, asked: HeaderMap) -> Reply {
    static ASSETS: OnceLock<Vec<(String, Asset)>> = OnceLock::new();
    let assets = ASSETS.get_or_init(|| {
        let asset =
            |lang: Lang, said| Asset::new("text/plain; charset=utf-8", part(lang.file(), said));
        let both = |lang: Lang| {
            let code = lang.code();
            [
                (format!("{code}.ftl"), asset(lang, Said::AtOnce)),
                (format!("{code}.more.ftl"), asset(lang, Said::Later)),
            ]
        };
        languages().into_iter().flat_map(both).collect()
    });
    match assets.iter().find(|(known, _)| *known == file) {
        Some((_, asset)) => Ok(asset.answer(&asked)),
        None => Err(Problem::no_path(uri.path())),
    }
}

/// When the page says a message.
#[derive(Clone, Copy, PartialEq)]
enum Said {
    /// Perhaps on its first page.
    AtOnce,
    /// In a step of a lesson, while a thought is told in slow motion, or in the lab.
    Later,
    /// Never: only the terminal does.
    Never,
}

impl Said {
    fn of(id: &str) -> Said {
        const TERMINAL: [&str; 2] = ["cli-", "ggp-"];
        const RARE: [&str; 12] = [
            "puzzle-",
            "story-",
            "lab-",
            "page-lab-",
            "train-",
            "page-train-",
            "tournament-",
            "page-tournament-",
            "spread-",
            "worker-",
            "workers-",
            "page-workers-",
        ];
        let is_step = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
        if TERMINAL.iter().any(|begin| id.starts_with(begin)) {
            Said::Never
        } else if RARE.iter().any(|begin| id.starts_with(begin))
            || (id.starts_with("lesson-") && id.split('-').any(is_step))
        {
            Said::Later
        } else {
            Said::AtOnce
        }
    }
}

/// The messages of a file that are said at one time, without comments.
fn part(file: &str, wanted: Said) -> String {
    let mut said = Said::Never;
    let lines = file.lines().filter(|line| {
        if !line.starts_with([' ', '}']) && !line.is_empty() {
            let id = line.split(' ').next().unwrap_or_default();
            said = if line.starts_with('#') { Said::Never } else { Said::of(id) };
        }
        said == wanted
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A board, by the tag that views and other answers name it with. It never changes.
#[utoipa::path(
    get,
    path = "/api/boards/{tag}",
    params(("tag" = String, Path)),
    responses((status = 200, body = Geometry), (status = 404, body = ProblemBody))
)]
pub async fn board(State(app): Shared, Named(tag): Named, asked: HeaderMap) -> Reply {
    let board = match boards::tagged(&tag) {
        Some(board) => Some(board),
        None => off_the_road(move || app.house.board(&tag)).await?,
    };
    let board = board.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, text!("server-no-board")));
    Ok(board?.answer(&asked))
}

/// Every game with its options, players, board, and a sample of how it looks.
#[utoipa::path(get, path = "/api/catalogue", responses((status = 200, body = Catalogue)))]
pub async fn catalogue(State(app): Shared, asked: HeaderMap) -> Reply {
    Ok(app.catalogue.answer(&asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_messages_of_the_command_line_stay_behind_and_no_others() {
        let file = "# Words\none = One\n\ncli-two = Two\n    and more\n\n    and more\nthree = { $n ->\n    [one] A\n   *[other] B\n}\ncli-four = { $n ->\n   *[other] C\n}\nfive =\n    Five\n";
        let wanted =
            "one = One\n\nthree = { $n ->\n    [one] A\n   *[other] B\n}\nfive =\n    Five\n";
        assert_eq!(part(file, Said::AtOnce), wanted);
        let file =
            "lesson-hex-bridge = Bridge\nlesson-hex-bridge-1 = Look\nstory-x = Told\n    more\n";
        assert_eq!(part(file, Said::AtOnce), "lesson-hex-bridge = Bridge\n");
        let later = "lesson-hex-bridge-1 = Look\nstory-x = Told\n    more\n";
        assert_eq!(part(file, Said::Later), later);
    }
}

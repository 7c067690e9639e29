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

/// The messages of a language, `es.ftl`, in the format of Project Fluent: all but those that only the
/// command line says.
#[utoipa::path(
    get,
    path = "/api/words/{file}",
    params(("file" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 404, body = ProblemBody))
)]
pub async fn words(Named(file): Named, uri: Uri, asked: HeaderMap) -> Reply {
    static ASSETS: OnceLock<Vec<(&str, Asset)>> = OnceLock::new();
    let assets = ASSETS.get_or_init(|| {
        let asset =
            |lang: Lang| Asset::new("text/plain; charset=utf-8", without_terminal(lang.file()));
        languages().into_iter().map(|lang| (lang.code(), asset(lang))).collect()
    });
    let code = file.strip_suffix(".ftl").unwrap_or_default();
    match assets.iter().find(|(known, _)| *known == code) {
        Some((_, asset)) => Ok(asset.answer(&asked)),
        None => Err(Problem::no_path(uri.path())),
    }
}

/// A file of messages without those that only the command line says, whose names begin with `cli-`,
/// and without comments.
fn without_terminal(file: &str) -> String {
    let mut said = false;
    let lines = file.lines().filter(|line| {
        if !line.starts_with([' ', '}']) && !line.is_empty() {
            said = !line.starts_with("cli-") && !line.starts_with('#');
        }
        said
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
        assert_eq!(without_terminal(file), wanted);
    }
}

//! The routes of the rules' editor: the kept files, what is wrong with a text, and what its rules
//! say of a position.

use axum::{
    extract::{Query, State},
    http::{StatusCode, Uri},
    response::IntoResponse,
};
use ludoteca_games::{GameTree, Start, params::Kind};
use ludoteca_players::{
    AnyWatch, Budget, Erased, Thought,
    rules::{BUILT_IN, Fault, MOST_LEVEL, Reading, RuleBook, Rules, built_in, explained, read},
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::editor::Stands;
use crate::{
    app::{Reply, Shared, off_the_road},
    asked::{Asked, Named},
    error::{Problem, ProblemBody, json},
    files::{Entry, count, missing, name},
    gestures::{Gestures, together},
};

/// The game that the rules are about.
const GAME: &str = "connect4";

/// The most a request with a file may carry: the largest file, in which JSON may write two letters
/// for one, and a little more.
const LARGEST: usize = 2 * ludoteca_players::rules::MOST_BYTES + 10_000;

/// The most errors of one text that are told; beyond that somebody has pasted something else.
const TOLD: usize = 200;

/// The files there are to follow.
#[derive(Serialize, ToSchema)]
struct Shelf {
    /// The game that the rules are about.
    game: &'static str,
    /// Those that are always there.
    built_in: Vec<Entry>,
    /// Those that people wrote.
    own: Vec<Entry>,
}

/// A file.
#[derive(Serialize, ToSchema)]
struct File {
    name: String,
    text: String,
    built_in: bool,
}

/// The files of rules there are.
#[utoipa::path(get, path = "/api/rules/files", responses((status = 200, body = Shelf)))]
pub async fn list(State(app): Shared) -> Reply {
    off_the_road(move || {
        let entry = |(name, file): (&str, &str)| {
            let (rules, errors) = count(file).unwrap_or_default();
            Entry { name: name.to_owned(), rules, errors, updated: 0 }
        };
        let own = app.house.store().files()?;
        Ok(json(&Shelf { game: GAME, built_in: BUILT_IN.map(entry).into(), own }))
    })
    .await
}

/// The language of a built-in file's comments.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// Its code, `es`; English unless given.
    lang: Option<String>,
}

/// A file of rules.
#[utoipa::path(
    get,
    path = "/api/rules/files/{name}",
    params(("name" = String, Path), InLanguage),
    responses((status = 200, body = File), (status = 404, body = ProblemBody))
)]
pub async fn look(State(app): Shared, Named(name): Named, uri: Uri) -> Reply {
    // Whatever else is asked is not about this.
    let asked = Query::<InLanguage>::try_from_uri(&uri).ok().and_then(|asked| asked.0.lang);
    let lang = asked.and_then(|code| Lang::named(&code)).unwrap_or(Lang::ENGLISH);
    off_the_road(move || {
        let gone = || Problem::new(StatusCode::NOT_FOUND, missing(&name));
        let text = match explained(&name, |text| lang.say(text)) {
            Some(text) => text,
            None => {
                let kept = app.house.store().file(&name)?.ok_or_else(gone)?;
                // What is no text is no file of rules.
                std::str::from_utf8(&kept).map_err(|_| gone())?.to_owned()
            }
        };
        Ok(json(&File { built_in: built_in(&name).is_some(), name, text }))
    })
    .await
}

/// A file to keep.
#[derive(Deserialize, ToSchema)]
pub struct Keep {
    text: String,
    /// What it was called until now; not given for a new one.
    before: Option<String>,
}

/// Keeps a file of rules, also one with errors: no player will use it until they are put right.
#[utoipa::path(
    put,
    path = "/api/rules/files/{name}",
    params(("name" = String, Path)),
    request_body = Keep,
    responses(
        (status = 200, body = Entry),
        (status = 409, description = "Another file has that name.", body = ProblemBody),
        (status = 422, description = "The name or the size is refused.", body = ProblemBody),
        (status = 507, description = "The disk is full.", body = ProblemBody),
    )
)]
pub async fn save(
    State(app): Shared,
    Named(asked): Named,
    Asked(wish): Asked<Keep, LARGEST>,
) -> Reply {
    off_the_road(move || {
        let name = name(&asked).map_err(Problem::refused)?;
        let (rules, errors) = count(&wish.text).map_err(Problem::refused)?;
        let store = app.house.store();
        let before = wish.before.as_deref().filter(|before| *before != name);
        if wish.before.as_deref() != Some(name) && store.file(name)?.is_some() {
            let text = text!("file-exists", name = name);
            return Err(Problem::new(StatusCode::CONFLICT, text));
        }
        store.save_file(name, wish.text.as_bytes(), before)?;
        Ok(json(&Entry { name: name.to_owned(), rules, errors, updated: crate::sheet::now() }))
    })
    .await
}

/// Forgets a file of rules. Games that are played with it keep their own copy.
#[utoipa::path(
    delete,
    path = "/api/rules/files/{name}",
    params(("name" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody))
)]
pub async fn delete(State(app): Shared, Named(name): Named) -> Reply {
    off_the_road(move || match app.house.store().delete_file(&name)? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::new(StatusCode::NOT_FOUND, missing(&name))),
    })
    .await
}

/// A text of rules and a position to judge with it.
#[derive(Deserialize, ToSchema)]
pub struct Draft {
    text: String,
    /// In the game's notation; the beginning unless given.
    position: Option<String>,
    /// What is played from there.
    #[serde(default)]
    moves: Vec<String>,
    /// From 1, very blurred, to 3, exactly, which it is unless given.
    level: Option<i64>,
}

/// What is wrong with a text of rules, and what the lines that are right say of a position.
#[derive(Serialize, ToSchema)]
struct Report {
    /// How many lines are rules.
    rules: usize,
    /// How many lines are wrong.
    wrong: usize,
    /// What is wrong with the first of them, by line and column, both from 1.
    errors: Vec<Wrong>,
    /// Why the position cannot be judged.
    #[schema(required)]
    refused: Option<Text>,
    /// The position, and what the rules say of it.
    #[schema(required)]
    judged: Option<Judged>,
}

/// What is wrong with a line.
#[derive(Serialize, ToSchema)]
struct Wrong {
    line: usize,
    column: usize,
    found: Text,
    expected: Text,
}

/// A position and what rules say of it.
#[derive(Serialize, ToSchema)]
struct Judged {
    #[serde(flatten)]
    stands: Stands,
    handles: Vec<Gestures>,
    /// The position as a board that was set up.
    #[schema(required)]
    board: Option<String>,
    /// As in an analysis.
    thought: Thought,
}

/// Checks a text of rules, and says what its rules make of a position.
#[utoipa::path(
    post,
    path = "/api/rules/report",
    request_body = Draft,
    responses((status = 200, body = Report), (status = 422, description = "The text is too large.", body = ProblemBody))
)]
pub async fn report(Asked(wish): Asked<Draft, LARGEST>) -> Reply {
    off_the_road(move || {
        let Reading { rules, faults } = read(&wish.text).map_err(Problem::refused)?;
        let (right, wrong) = (rules.len(), faults.len());
        let errors = faults.iter().take(TOLD).map(Wrong::of).collect();
        let level = wish.level.unwrap_or(MOST_LEVEL);
        if !(1..=MOST_LEVEL).contains(&level) {
            let (value, allowed) = (level.to_string(), Kind::Int(1, MOST_LEVEL).allowed());
            let why = text!("value-refused", key = "level", value = value, allowed = allowed);
            return Err(Problem::refused(why));
        }
        let (refused, judged) = match judge(RuleBook::new(rules), level, &wish) {
            Ok(judged) => (None, Some(judged)),
            Err(why) => (Some(why), None),
        };
        Ok(json(&Report { rules: right, wrong, errors, refused, judged }))
    })
    .await
}

fn judge(book: RuleBook, level: i64, wish: &Draft) -> Result<Judged, Text> {
    let given = wish.position.clone().filter(|words| !words.trim().is_empty());
    let mut record = GameTree::begin(Start { position: given, ..Start::of(GAME) })?;
    for ply in &wish.moves {
        record.play(ply)?;
    }
    let position = record.position();
    // The same seed every time: the choice among equals must not jump while somebody types.
    let thought = Erased::boxed(Rules::new(book, level, 0)).consider(
        position,
        &Budget::default(),
        AnyWatch::AtTheEnd,
    )?;
    let handles = if record.ended_here().is_some() { Vec::new() } else { position.handles() };
    Ok(Judged {
        stands: Stands::of(&record),
        handles: together(handles, &position.geometry(), &position.picture()),
        board: position.board_text(),
        thought,
    })
}

impl Wrong {
    fn of(fault: &Fault) -> Wrong {
        Wrong {
            line: fault.line,
            column: fault.column,
            found: fault.found.text(),
            expected: fault.expected.text(),
        }
    }
}

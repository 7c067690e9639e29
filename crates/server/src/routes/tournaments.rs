//! Tournaments: they are begun, watched, stopped and gone on with here, and their games are opened.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::{StatusCode, Uri, header},
    response::{
        IntoResponse,
        sse::{Event, KeepAlive, Sse},
    },
};
use futures_util::stream;
use ludoteca_games::Side;
use ludoteca_lab::tournament::{CrossCell, CrossRow, Crosstable, Told, csv, end, games_csv, page};
use ludoteca_text::text;
use ludoteca_words::Lang;
use serde::{Deserialize, Serialize};
use tokio::{sync::watch, time::sleep};
use utoipa::{IntoParams, ToSchema};

use super::lab::{LabTable, table};
use crate::{
    app::{App, Reply, Shared, off_the_road},
    asked::{Asked, Given, Named, query},
    error::{ProblemBody, json},
    events::ALIVE,
    tournaments::{Begin, TournamentEntry, TournamentProgress, TournamentsView},
};

/// So many games are listed at once.
const LISTED: usize = 200;
/// Whoever watches is told no more often than this how it goes.
const LOOK: Duration = Duration::from_millis(800);

/// All tournaments, and the one that is played here.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = TournamentsView)))]
pub async fn list(State(app): Shared) -> Reply {
    off_the_road(move || Ok(json(&app.tournaments.view()?))).await
}

/// A tournament to begin.
#[derive(Deserialize, ToSchema)]
pub struct TournamentWish {
    /// Instead of all else: the one that is to go on.
    tournament: Option<String>,
    /// What it is called.
    #[serde(default)]
    title: String,
    #[serde(default)]
    game: String,
    /// The options of the game.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    options: BTreeMap<String, Given>,
    /// Who takes part, as player texts.
    #[serde(default)]
    players: Vec<String>,
    /// What is set, by key; what is not given is as usual.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    settings: BTreeMap<String, Given>,
}

/// Begins a tournament, or goes on with one. One is played here at a time.
#[utoipa::path(
    post,
    path = "/api/tournaments/run",
    request_body = TournamentWish,
    responses(
        (status = 201, body = TournamentEntry),
        (status = 404, description = "There is no such tournament.", body = ProblemBody),
        (status = 409, description = "Another one is played.", body = ProblemBody),
        (status = 422, description = "The game, a player or a setting is refused.", body = ProblemBody),
    )
)]
pub async fn begin(State(app): Shared, Asked(wish): Asked<TournamentWish>) -> Reply {
    off_the_road(move || {
        let TournamentWish { tournament, title, game, options, players, settings } = wish;
        let typed = |all: BTreeMap<String, Given>| {
            all.into_iter().map(|(key, value)| (key, value.typed())).collect::<BTreeMap<_, _>>()
        };
        let entry = match tournament {
            Some(id) => app.tournaments.go_on(&id)?,
            None => {
                let (options, settings) = (typed(options), typed(settings).into_iter().collect());
                app.tournaments.begin(Begin { title, game, options, players, settings })?
            }
        };
        Ok((StatusCode::CREATED, json(&entry)).into_response())
    })
    .await
}

/// Stops the tournament that is played here; games that are over are kept.
#[utoipa::path(delete, path = "/api/tournaments/run", responses((status = 204)))]
pub async fn stop(State(app): Shared) -> Reply {
    app.tournaments.stop();
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Forgets a tournament with all its games.
#[utoipa::path(
    delete,
    path = "/api/tournaments/{id}",
    params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub async fn delete(State(app): Shared, Named(id): Named) -> Reply {
    off_the_road(move || {
        app.tournaments.delete(&id)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// In which language.
#[derive(Deserialize, IntoParams)]
struct Spoken {
    /// The code of the language; English unless given.
    lang: Option<String>,
}

/// What a tournament says so far, in the words of a language.
#[derive(Serialize, ToSchema)]
struct TournamentReport {
    title: String,
    about: String,
    /// What came of it, in a sentence.
    summary: String,
    /// How far it has come.
    progress: String,
    faults: String,
    crosstable: CrosstableView,
    /// The strengths with their intervals, as SVG.
    strengths: String,
    /// The course of the test as SVG, if there is one.
    #[schema(required)]
    course: Option<String>,
    /// Of two players, what test programs of chess say.
    figures: Vec<String>,
    ranking: LabTable,
    /// Where there are rounds: who stands where, and who met whom.
    rounds: Vec<LabTable>,
    notes: Vec<String>,
    now: TournamentProgress,
}

/// Who scored how much against whom, the strongest first.
#[derive(Serialize, ToSchema)]
#[schema(as = Crosstable)]
struct CrosstableView {
    heading: String,
    /// What the points of a row together are called.
    sum: String,
    rows: Vec<CrossRowView>,
}

/// A row of the table.
#[derive(Serialize, ToSchema)]
#[schema(as = CrossRow)]
struct CrossRowView {
    /// Its place among those who take part.
    player: usize,
    name: String,
    /// Against each column; null against itself, and where nothing was played yet.
    cells: Vec<Option<CrossCellView>>,
    points: String,
}

/// What one scored against another.
#[derive(Serialize, ToSchema)]
#[schema(as = CrossCell)]
struct CrossCellView {
    points: String,
    /// Which part of all points these are, from 0 to 100.
    heat: f64,
    /// The same in a sentence.
    told: String,
}

impl From<Crosstable> for CrosstableView {
    fn from(Crosstable { heading, sum, rows }: Crosstable) -> CrosstableView {
        let cell =
            |CrossCell { points, heat, told }: CrossCell| CrossCellView { points, heat, told };
        let row = |CrossRow { player, name, cells, points }: CrossRow| CrossRowView {
            player,
            name,
            cells: cells.into_iter().map(|one| one.map(cell)).collect(),
            points,
        };
        CrosstableView { heading, sum, rows: rows.into_iter().map(row).collect() }
    }
}

/// What a tournament says so far.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}",
    params(("id" = String, Path), Spoken),
    responses((status = 200, body = TournamentReport), (status = 404, body = ProblemBody))
)]
pub async fn look(State(app): Shared, Named(id): Named, uri: Uri) -> Reply {
    let Spoken { lang } = query(&uri)?;
    off_the_road(move || {
        let now = app.tournaments.progress(&id)?;
        let told = app.tournaments.look(&id, |hall| Ok(Told::of(hall, spoken(lang.as_deref()))))?;
        let heading = spoken(lang.as_deref()).say(&text!("tournament-table"));
        Ok(json(&TournamentReport {
            title: told.title,
            about: told.about,
            summary: told.summary,
            progress: told.progress,
            faults: told.faults,
            crosstable: told.crosstable.into(),
            strengths: told.strengths,
            course: told.course,
            figures: told.figures,
            ranking: table(heading, told.ranking),
            rounds: told.rounds.into_iter().map(|(title, grid)| table(title, grid)).collect(),
            notes: told.notes,
            now,
        }))
    })
    .await
}

/// Which games.
#[derive(Deserialize, IntoParams)]
struct WhichGames {
    /// A player, by its place among those who take part; everybody unless given.
    a: Option<usize>,
    /// Its opponent.
    b: Option<usize>,
    /// The code of the language; English unless given.
    lang: Option<String>,
}

/// The games of a tournament that were asked for.
#[derive(Serialize, ToSchema)]
struct TournamentGames {
    /// The last ones first.
    games: Vec<TournamentGame>,
    /// How many there are; no more than two hundred are listed.
    all: usize,
}

/// A game of a tournament.
#[derive(Serialize, ToSchema)]
struct TournamentGame {
    /// The number of its pair, from 0.
    pair: u32,
    /// 0 or 1: in the other one colours are changed.
    game: u32,
    /// Who began.
    first: String,
    second: String,
    /// Who won: `first`, `second`, or nobody.
    #[schema(required)]
    winner: Option<Side>,
    /// How many plies were played after the opening.
    moves: usize,
    /// How it ended.
    end: String,
    /// Whether somebody's fault ended it.
    fault: bool,
}

/// Games of a tournament, the last ones first.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/games",
    params(("id" = String, Path), WhichGames),
    responses((status = 200, body = TournamentGames), (status = 404, body = ProblemBody))
)]
pub async fn games(State(app): Shared, Named(id): Named, uri: Uri) -> Reply {
    let WhichGames { a, b, lang } = query(&uri)?;
    off_the_road(move || {
        let lang = spoken(lang.as_deref());
        let games = app.tournaments.look(&id, |hall| {
            let pairings = hall.tournament().pairings();
            let mut all = hall.folder().games(0)?;
            all.retain(|done| {
                let players = pairings.get(done.pair as usize).map(|pairing| pairing.players);
                let plays = |who: usize| players.is_some_and(|two| two.contains(&who));
                a.is_none_or(plays) && b.is_none_or(plays)
            });
            let count = all.len();
            let games = all.iter().rev().take(LISTED).map(|done| {
                let [first, second] = hall.names(done).unwrap_or_default().map(str::to_owned);
                TournamentGame {
                    pair: done.pair,
                    game: done.game,
                    first,
                    second,
                    winner: done.winner,
                    moves: done.plies.len(),
                    end: lang.say(&end(done)),
                    fault: done.at_fault().is_some(),
                }
            });
            Ok(TournamentGames { games: games.collect(), all: count })
        })?;
        Ok(json(&games))
    })
    .await
}

/// Which game.
#[derive(Deserialize, IntoParams)]
struct WhichGame {
    /// The number of its pair, from 0.
    pair: u32,
    /// 0 or 1.
    game: u32,
}

/// A game as a file.
#[derive(Serialize, ToSchema)]
struct TournamentRecord {
    /// What `/api/open` opens.
    text: String,
}

/// One game of a tournament as a file that can be opened.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/record",
    params(("id" = String, Path), WhichGame),
    responses((status = 200, body = TournamentRecord), (status = 404, body = ProblemBody))
)]
pub async fn record(State(app): Shared, Named(id): Named, uri: Uri) -> Reply {
    let WhichGame { pair, game } = query(&uri)?;
    off_the_road(move || {
        Ok(json(&TournamentRecord { text: app.tournaments.record(&id, pair, game)? }))
    })
    .await
}

/// Which file.
#[derive(Deserialize, IntoParams)]
struct WhichFile {
    /// `players` or `games`, as tables; `report` is a page.
    what: String,
    /// The code of the language; English unless given.
    lang: Option<String>,
}

/// The tables of a tournament as CSV, or its report.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/file",
    params(("id" = String, Path), WhichFile),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 404, body = ProblemBody),
    )
)]
pub async fn file(State(app): Shared, Named(id): Named, uri: Uri) -> Reply {
    let WhichFile { what, lang } = query(&uri)?;
    off_the_road(move || {
        let lang = spoken(lang.as_deref());
        let (name, words) = app.tournaments.look(&id, |hall| {
            Ok(match what.as_str() {
                "games" => ("games.csv", games_csv(hall)?),
                "report" => ("report.html", page(hall, lang)?),
                _ => ("players.csv", csv(hall)),
            })
        })?;
        let kind = if name.ends_with("csv") { "text/csv" } else { "text/html" };
        let headers = [
            (header::CONTENT_TYPE, format!("{kind}; charset=utf-8")),
            // A report has its style within it, which is not allowed in a page of ours.
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        Ok((headers, words).into_response())
    })
    .await
}

/// What the stream brings.
#[derive(ToSchema)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
#[expect(dead_code, reason = "it describes what is sent")]
enum TournamentEvent {
    /// How far it has come.
    Progress(TournamentProgress),
}

/// How a tournament goes on, as server-sent events: `progress` at once and whenever it has changed,
/// whoever plays it.
#[utoipa::path(
    get,
    path = "/api/tournaments/{id}/events",
    params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "text/event-stream", body = TournamentEvent),
        (status = 404, body = ProblemBody),
    )
)]
pub async fn watch_tournament(State(app): Shared, Named(id): Named) -> Reply {
    let (all, name) = (app.clone(), id.clone());
    let first = off_the_road(move || all.tournaments.progress(&name)).await?;
    let closing = app.closing.clone();
    let place = Watching { app, id, closing, told: None, next: Some(first) };
    let events = stream::unfold(place, async |mut place| {
        let progress = place.next().await?;
        let data = serde_json::to_string(&progress).ok()?;
        place.told = Some(progress);
        Some((Ok::<_, Infallible>(Event::default().event("progress").data(data)), place))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}

/// Somebody who watches a tournament.
struct Watching {
    app: Arc<App>,
    id: String,
    closing: watch::Receiver<bool>,
    told: Option<TournamentProgress>,
    next: Option<TournamentProgress>,
}

impl Watching {
    /// Waits for news; none when the tournament is gone or the server closes.
    async fn next(&mut self) -> Option<TournamentProgress> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        loop {
            let closed = async { self.closing.wait_for(|closing| *closing).await.is_ok() };
            tokio::select! {
                _ = closed => return None,
                () = sleep(LOOK) => {}
            }
            let (app, id) = (self.app.clone(), self.id.clone());
            let now = off_the_road(move || app.tournaments.progress(&id)).await.ok()?;
            if self.told.as_ref() != Some(&now) {
                return Some(now);
            }
        }
    }
}

fn spoken(code: Option<&str>) -> Lang {
    code.and_then(Lang::named).unwrap_or(Lang::ENGLISH)
}

//! The lab: experiments that are chosen, set, run and stopped here, their results, and what these say.

use std::collections::BTreeMap;

use axum::{
    extract::State,
    http::{StatusCode, Uri, header},
    response::IntoResponse,
};
use ludoteca_lab::{
    Kept, Report, find,
    report::{Grid, plot::Plot},
};
use ludoteca_text::text;
use ludoteca_words::Lang;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app::{Reply, Shared, off_the_road},
    asked::{Asked, Given, Named, query},
    error::{Problem, ProblemBody, json},
    lab::{LabResult, LabView, MOST_BYTES},
};

/// The most a request with a file may carry: JSON may write two letters for one.
const LARGEST: usize = 2 * MOST_BYTES + 10_000;

/// So many results stand beside each other at most.
const BESIDE: usize = 8;

/// What can be found out, what was, and what goes on.
#[utoipa::path(get, path = "/api/lab", responses((status = 200, body = LabView)))]
pub async fn look(State(app): Shared) -> Reply {
    off_the_road(move || {
        let mut view = app.lab.view()?;
        view.workers = app.workers.is_some();
        Ok(json(&view))
    })
    .await
}

/// A run to begin.
#[derive(Deserialize, ToSchema)]
pub struct LabWish {
    /// The experiment's name.
    experiment: Option<String>,
    /// What is set, by key; what is not given is as usual.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, String>)]
    settings: BTreeMap<String, Given>,
    /// Instead of both: the result that is to go on.
    result: Option<String>,
}

/// Begins an experiment, or goes on with a result that was stopped. There is one run at a time.
#[utoipa::path(
    post,
    path = "/api/lab/run",
    request_body = LabWish,
    responses(
        (status = 201, body = LabResult),
        (status = 404, description = "There is no such result.", body = ProblemBody),
        (status = 409, description = "Another run goes on.", body = ProblemBody),
        (status = 422, description = "The experiment or a setting is refused.", body = ProblemBody),
    )
)]
pub async fn begin(State(app): Shared, Asked(wish): Asked<LabWish>) -> Reply {
    off_the_road(move || {
        let result = match wish.result {
            Some(id) => app.lab.go_on(&id)?,
            None => {
                let typed = wish.settings.into_iter().map(|(key, value)| (key, value.typed()));
                let given: Vec<(String, String)> = typed.collect();
                app.lab.begin(&wish.experiment.unwrap_or_default(), &given)?
            }
        };
        Ok((StatusCode::CREATED, json(&result)).into_response())
    })
    .await
}

/// Stops the run that goes on; the rows that are finished are kept.
#[utoipa::path(delete, path = "/api/lab/run", responses((status = 204)))]
pub async fn stop(State(app): Shared) -> Reply {
    app.lab.stop();
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A result from elsewhere.
#[derive(Deserialize, ToSchema)]
pub struct LabFile {
    /// The file as it is: rows of an experiment, or a measurement of `stress --save`.
    text: String,
    /// What it is called if it does not say so itself.
    name: String,
}

/// Takes the result of another machine.
#[utoipa::path(
    post,
    path = "/api/lab/results",
    request_body = LabFile,
    responses(
        (status = 201, body = LabResult),
        (status = 422, description = "It is no result.", body = ProblemBody),
    )
)]
pub async fn import(State(app): Shared, Asked(file): Asked<LabFile, LARGEST>) -> Reply {
    off_the_road(move || {
        let name: String = file.name.chars().take(60).collect();
        let result = app.lab.import(&file.text, &name)?;
        Ok((StatusCode::CREATED, json(&result)).into_response())
    })
    .await
}

/// Forgets a result.
#[utoipa::path(
    delete,
    path = "/api/lab/results/{id}",
    params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
pub async fn delete(State(app): Shared, Named(id): Named) -> Reply {
    off_the_road(move || {
        app.lab.delete(&id)?;
        Ok(StatusCode::NO_CONTENT.into_response())
    })
    .await
}

/// A result as a file that another machine can take.
#[utoipa::path(
    get,
    path = "/api/lab/results/{id}/file",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = ProblemBody),
    )
)]
pub async fn save(State(app): Shared, Named(id): Named) -> Reply {
    off_the_road(move || {
        let kept = app.lab.kept(&id)?;
        let experiment = find(&kept.head.experiment).map_err(Problem::refused)?;
        let (ending, words) = experiment.file(&kept);
        let headers = [
            (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{id}.{ending}\"")),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        Ok((headers, words).into_response())
    })
    .await
}

/// Which results, and in which language.
#[derive(Deserialize, IntoParams)]
struct Wanted {
    /// Their names, divided by commas; all of one experiment.
    results: String,
    /// The code of the language; English unless given.
    lang: Option<String>,
}

/// What results say, in the words of a language.
#[derive(Serialize, ToSchema)]
struct LabReport {
    title: String,
    /// The answer in a sentence.
    lead: String,
    /// On which machines it was found.
    machines: Vec<String>,
    plots: Vec<LabPlot>,
    /// The first says it all, further ones more.
    tables: Vec<LabTable>,
    /// What has to be known to read the figures.
    notes: Vec<String>,
}

/// A plot.
#[derive(Serialize, ToSchema)]
struct LabPlot {
    name: String,
    title: String,
    /// The drawing in SVG and the list of whose line is which, as a piece of HTML.
    drawing: String,
}

/// A table.
#[derive(Serialize, ToSchema)]
pub(super) struct LabTable {
    title: String,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns that have words; the others have figures.
    words: Vec<usize>,
}

/// What one result says, or several of an experiment side by side.
#[utoipa::path(
    get,
    path = "/api/lab/report",
    params(Wanted),
    responses(
        (status = 200, body = LabReport),
        (status = 404, description = "There is no such result.", body = ProblemBody),
        (status = 422, description = "They cannot stand side by side.", body = ProblemBody),
    )
)]
pub async fn report(State(app): Shared, uri: Uri) -> Reply {
    let Wanted { results, lang } = query(&uri)?;
    off_the_road(move || {
        let lang = lang.and_then(|code| Lang::named(&code)).unwrap_or(Lang::ENGLISH);
        let ids: Vec<&str> = results.split(',').collect();
        if ids.len() > BESIDE {
            return Err(Problem::refused(text!("lab-too-many", most = BESIDE)));
        }
        let kept = ids.into_iter().map(|id| app.lab.kept(id)).collect::<Result<Vec<Kept>, _>>()?;
        let experiment = find(&kept[0].head.experiment).map_err(Problem::refused)?;
        if kept.iter().any(|kept| kept.head.experiment != experiment.name()) {
            return Err(Problem::refused(text!("lab-other-experiment")));
        }
        Ok(json(&shown(experiment.compared(&kept, lang), lang)))
    })
    .await
}

fn shown(report: Report, lang: Lang) -> LabReport {
    let plot = |(name, plot): &(String, Plot)| LabPlot {
        name: name.clone(),
        title: plot.title.clone(),
        drawing: plot.drawing(lang),
    };
    let heading = report.heading(lang);
    let Report { title, lead, machines, table: first, plots, more, notes, .. } = report;
    let mut tables = vec![table(heading, first)];
    tables.extend(more.into_iter().map(|(title, grid)| table(title, grid)));
    LabReport { title, lead, machines, plots: plots.iter().map(plot).collect(), tables, notes }
}

/// A table with its title.
pub(super) fn table(title: String, Grid { heads, rows, words }: Grid) -> LabTable {
    LabTable { title, heads, rows, words }
}

//! `ludoteca experiment`: many runs with a stated question, and what came of them.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use clap::Args;
use ludoteca_games::params::Values;
use ludoteca_lab::{AnyExperiment, Conduct, Head, Ledger, Progress, Report, find};
use ludoteca_players::Stop;
use ludoteca_spread::kinds::{Rows, make_rows};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
use serde_json::{Value, json};

use crate::{
    args::whole,
    console::{Console, Failure, progress_bar, reason},
    table,
    think::stop_on_interrupt,
    worker::WorkersArgs,
};

#[derive(Args)]
pub struct Options {
    #[arg(id = "name", value_name = "experiment", value_parser = Chosen::read)]
    chosen: Chosen,
    #[arg(long, value_name = "folder")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--games", 2, 1_000_000, words))]
    games: Option<i64>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: Option<i64>,
    #[command(flatten)]
    workers: WorkersArgs,
    #[arg(long)]
    json: bool,
}

/// An experiment and what is set: `hextress:smallest=3,largest=5`.
#[derive(Clone)]
struct Chosen {
    experiment: &'static dyn AnyExperiment,
    settings: Vec<(String, String)>,
}

impl Chosen {
    fn read(words: &str) -> Result<Chosen, Text> {
        let (name, rest) = words.split_once(':').unwrap_or((words, ""));
        let experiment = find(name)?;
        let pair = |pair: &str| match pair.split_once('=') {
            Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
            None => Err(text!("cli-experiment-pair", words = pair)),
        };
        let pairs = rest.split(',').filter(|pair| !pair.trim().is_empty()).map(pair);
        let chosen = Chosen { experiment, settings: pairs.collect::<Result<_, _>>()? };
        chosen.values(None).map(|_| chosen)
    }

    /// What is set, with the games of `--games` where they are given.
    fn values(&self, games: Option<i64>) -> Result<Values, Text> {
        let keys = self.experiment.keys();
        let games = games.map(|games| ("games".to_owned(), games.to_string()));
        let pairs = self.settings.iter().chain(&games);
        let pairs = pairs.map(|(key, value)| (key.as_str(), value.as_str()));
        Ok(Values::read(self.experiment.name(), &keys, pairs)?)
    }
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let experiment = what.chosen.experiment;
    let name = experiment.name();
    if what.games.is_some() && experiment.keys().iter().all(|key| key.name != "games") {
        return Err(Failure::Usage(text!("cli-experiment-no-games", name = name)));
    }
    let settings = what.chosen.values(what.games).map_err(Failure::Usage)?;
    if experiment.done(&settings, &|_| false).all == 0 {
        return Err(Failure::Usage(text!("lab-no-runs")));
    }
    if what.workers.workers.is_some() && experiment.alone() {
        return Err(Failure::Usage(text!("cli-experiment-alone", name = name)));
    }
    let ledger = what.out.as_deref().map(|folder| {
        let head = Head::here(name, &settings);
        Ledger::open(&folder.join("rows.jsonl"), &head, &|row| experiment.fits(row))
    });
    let ledger = ledger.transpose()?;
    let before =
        experiment.done(&settings, &|run| ledger.as_ref().is_some_and(|l| l.row(run).is_some()));
    if before.done > 0 && console.is_watched() {
        console.note(&text!("cli-experiment-goes-on", done = before.done, all = before.all));
    }
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let jobs = what.jobs.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    let bar = progress_bar(STEPS, console);
    let told = |progress: Progress| bar.set_position((progress.part * STEPS as f64) as u64);
    let conduct =
        Conduct { settings: &settings, ledger: ledger.as_ref(), jobs, stop: &stop, told: &told };
    let rows = match what.workers.connect_for::<Rows>(console)? {
        Some(spread) => make_rows(&spread, experiment, &conduct),
        None => experiment.conduct(&conduct).map_err(Text::from),
    };
    bar.finish_and_clear();
    let rows = rows?;
    if rows.is_empty() {
        return Err(text!("cli-experiment-nothing").into());
    }
    if rows.len() < before.all {
        let id =
            if what.out.is_some() { "cli-experiment-stopped" } else { "cli-experiment-not-kept" };
        console.note(&Text::new(id).with("done", rows.len()).with("all", before.all));
    }
    answer(what, &experiment.together(&rows), console)
}

/// How finely progress is drawn.
const STEPS: u64 = 1000;

fn answer(what: &Options, rows: &[Value], console: Console) -> Result<(), Failure> {
    let experiment = what.chosen.experiment;
    let report = experiment.report(rows, console.lang);
    if let Some(folder) = &what.out {
        write_all(folder, &experiment.csv(rows), &report, console.lang)?;
    }
    if what.json {
        return console.json(&json!({ "rows": for_scripts(rows, experiment.name()) }));
    }
    console.print(&report.lead)?;
    console.print("")?;
    table::print(report.table, console)?;
    console.print("")?;
    for note in &report.notes {
        console.print(note)?;
    }
    match &what.out {
        Some(folder) => {
            console.tell(&text!("cli-experiment-written", folder = folder.display().to_string()))
        }
        None => Ok(()),
    }
}

/// The rows as scripts know them. In `ants-vs-random` they ask when the colony learned, which follows
/// from its form.
fn for_scripts(rows: &[Value], experiment: &str) -> Vec<Value> {
    let mut rows = rows.to_vec();
    for row in rows.iter_mut().filter(|_| experiment == "ants-vs-random") {
        row["learn"] = match row["form"].as_str() {
            Some("thesis" | "before") => "before".into(),
            Some("move") => "move".into(),
            _ => Value::Null,
        };
    }
    rows
}

/// The rows as CSV, the plots, and the page with all of it.
fn write_all(folder: &Path, csv: &[u8], report: &Report, lang: Lang) -> Result<(), Text> {
    let write = |name: String, words: &[u8]| {
        let path = folder.join(name);
        let wrong =
            |error| text!("cli-file", file = path.display().to_string(), why = reason(&error));
        fs::write(&path, words).map_err(wrong)
    };
    write("rows.csv".into(), csv)?;
    for (name, plot) in &report.plots {
        write(format!("{name}.svg"), plot.file(lang).as_bytes())?;
    }
    write("report.html".into(), report.page(lang).as_bytes())
}

//! `ludoteca experiment`: many runs with a stated question, and what came of them.
//!
//! An experiment is one type that implements [`Experiment`], and one line in [`ALL`].

mod chance;
mod ledger;
mod puzzles;
mod readings;
mod times;
mod variants;

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use clap::Args;
use indicatif::ProgressBar;
use ludoteca_arena::{
    Share,
    experiment::{Run, conduct},
};
use ludoteca_players::Stop;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;

use self::{
    chance::AntsVsRandom, ledger::Ledger, puzzles::ArimaaPuzzles, readings::AntsReadings,
    variants::AntsVariants,
};
use crate::{
    args::whole,
    console::{Console, Failure, progress_bar, reason},
    report::{
        Grid, escaped,
        plot::{self, Plot},
        whole as whole_page,
    },
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[arg(id = "name", value_name = "experiment", value_parser = read_name)]
    chosen: Listed,
    #[arg(long, value_name = "folder")]
    out: Option<PathBuf>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--games", 2, 1_000_000, words))]
    games: Option<i64>,
    #[arg(long, value_name = "n", allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--jobs", 1, 256, words))]
    jobs: Option<i64>,
    #[arg(long)]
    json: bool,
}

/// An experiment, as the command needs to know it.
pub trait Experiment {
    /// One row of its table.
    type Row: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// Its name.
    const NAME: &'static str;
    /// How many games each row stands for if nobody says; none where no games are played.
    const GAMES: Option<u32>;

    /// All its runs.
    fn runs(games: u32) -> Vec<Run<Self::Row>>;

    /// The rows of its table, where several runs make one.
    fn together(parts: Vec<Self::Row>) -> Vec<Self::Row> {
        parts
    }

    /// What its rows say.
    fn report(rows: &[Self::Row], lang: Lang) -> Report;
}

/// What came of an experiment, in words, tables and plots.
pub struct Report {
    /// What it is about.
    pub title: String,
    /// The answer in a sentence.
    pub lead: String,
    /// The table that is also printed.
    pub table: Grid,
    /// Plots, each with the name of its file.
    pub plots: Vec<(String, Plot)>,
    /// Tables with their headings, for the page alone.
    pub more: Vec<(String, Grid)>,
    /// What has to be known to read the figures.
    pub notes: Vec<String>,
}

/// Tables of experiments are wide, and have sentences in them.
const STYLE: &str =
    "main{max-width:920px}\n.words:not(:first-child){white-space:normal;min-width:13em}\n";

/// All experiments.
const ALL: [Listed; 4] = [
    listed::<AntsVsRandom>(),
    listed::<AntsReadings>(),
    listed::<AntsVariants>(),
    listed::<ArimaaPuzzles>(),
];

/// An experiment in the list of all.
#[derive(Clone, Copy)]
struct Listed {
    name: &'static str,
    conducted: fn(&Options, Console) -> Result<(), Failure>,
}

const fn listed<E: Experiment>() -> Listed {
    Listed { name: E::NAME, conducted: conducted::<E> }
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    (what.chosen.conducted)(what, console)
}

fn read_name(words: &str) -> Result<Listed, Text> {
    ALL.into_iter().find(|listed| listed.name == words).ok_or_else(|| {
        let list = ALL.map(|listed| listed.name).join(", ");
        text!("cli-experiment-unknown", name = words, list = list)
    })
}

fn conducted<E: Experiment>(what: &Options, console: Console) -> Result<(), Failure> {
    let games = match (E::GAMES, what.games) {
        (None, Some(_)) => {
            return Err(Failure::Usage(text!("cli-experiment-no-games", name = E::NAME)));
        }
        (usual, chosen) => chosen.map_or(usual.unwrap_or_default(), |games| games as u32),
    };
    let runs = E::runs(games);
    let ledger = what.out.as_deref().map(|folder| Ledger::<E::Row>::open(folder, E::NAME));
    let ledger = ledger.transpose()?;
    let known = |name: &str| ledger.as_ref().and_then(|ledger| ledger.row(name));
    let before = runs.iter().filter(|run| known(&run.name).is_some()).count();
    if before > 0 && console.is_watched() {
        console.note(&text!("cli-experiment-goes-on", done = before, all = runs.len()));
    }
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let jobs = what.jobs.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |jobs| jobs as usize,
    );
    let bar: ProgressBar = progress_bar(runs.len() as u64, console);
    bar.set_position(before as u64);
    let keep = |name: &str, row: &E::Row| {
        bar.inc(1);
        ledger.as_ref().map_or(Ok(()), |ledger| ledger.keep(name, row))
    };
    let rows = conduct(&runs, known, jobs, &stop, &keep);
    bar.finish_and_clear();
    let rows = rows?;
    if rows.is_empty() {
        return Err(text!("cli-experiment-nothing").into());
    }
    if rows.len() < runs.len() {
        let id =
            if what.out.is_some() { "cli-experiment-stopped" } else { "cli-experiment-not-kept" };
        console.note(&Text::new(id).with("done", rows.len()).with("all", runs.len()));
    }
    let rows = E::together(rows);
    let report = E::report(&rows, console.lang);
    if let Some(folder) = &what.out {
        write_all::<E>(folder, &rows, &report, console.lang)?;
    }
    if what.json {
        return console.json(&json!({ "rows": rows }));
    }
    console.print(&report.lead)?;
    console.print("")?;
    report.table.print(console)?;
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

/// `45% (31–60)`.
fn percent(share: Share) -> Text {
    let Share { share, low, high } = share;
    let percent = |share: f64| (share * 100.0).round();
    text!("cli-experiment-share", share = percent(share), low = percent(low), high = percent(high))
}

/// The rows as CSV, the plots, and the page with all of it.
fn write_all<E: Experiment>(
    folder: &Path,
    rows: &[E::Row],
    report: &Report,
    lang: Lang,
) -> Result<(), Text> {
    let write = |name: String, words: &[u8]| {
        let path = folder.join(name);
        let wrong =
            |error| text!("cli-file", file = path.display().to_string(), why = reason(&error));
        fs::write(&path, words).map_err(wrong)
    };
    let mut table = csv::Writer::from_writer(Vec::new());
    for row in rows {
        table.serialize(row).expect("rows are flat");
    }
    write("rows.csv".into(), &table.into_inner().expect("nothing fails in memory"))?;
    for (name, plot) in &report.plots {
        write(format!("{name}.svg"), plot.file(lang).as_bytes())?;
    }
    write("report.html".into(), page(report, lang).as_bytes())
}

fn page(report: &Report, lang: Lang) -> String {
    let title = escaped(&report.title);
    let mut body = format!("<h1>{title}</h1>\n<p class=\"lead\">{}</p>\n", escaped(&report.lead));
    for (_, plot) in &report.plots {
        body += &plot.html(lang);
    }
    body += &report.table.html(&lang.say(&text!("cli-experiment-table")));
    for (heading, grid) in &report.more {
        body += &grid.html(heading);
    }
    for note in &report.notes {
        body += &format!("<p>{}</p>\n", escaped(note));
    }
    whole_page(&title, &format!("{}{STYLE}", plot::STYLE), &body, lang)
}

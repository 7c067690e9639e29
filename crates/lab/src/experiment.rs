//! Experiments: many runs with a stated question, and what came of them.
//!
//! An experiment is one type that implements [`Experiment`], and one line in [`ALL`]. The command line
//! and the page know experiments only as [`AnyExperiment`]s.

mod bruteforce;
mod chance;
mod hextress;
mod puzzles;
mod readings;
mod table;
mod times;
mod variants;

use std::{
    collections::BTreeMap,
    marker::PhantomData,
    sync::atomic::{AtomicUsize, Ordering},
};

use ludoteca_arena::{
    ExperimentError, Share,
    experiment::{Run, conduct},
};
use ludoteca_games::params::{Key, Kind, Values};
use ludoteca_players::Stop;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

pub(crate) use self::hextress::kept as measured;
use self::{
    bruteforce::HexBruteForce, chance::AntsVsRandom, hextress::Hextress, puzzles::ArimaaPuzzles,
    readings::AntsReadings, variants::AntsVariants,
};
use crate::{Kept, LabError, Ledger, Machine, Report, beside::beside};

/// All experiments.
pub const ALL: [&dyn AnyExperiment; 6] = [
    &Listed::<Hextress>(PhantomData),
    &Listed::<HexBruteForce>(PhantomData),
    &Listed::<AntsVsRandom>(PhantomData),
    &Listed::<AntsReadings>(PhantomData),
    &Listed::<AntsVariants>(PhantomData),
    &Listed::<ArimaaPuzzles>(PhantomData),
];

/// The experiment of a name.
pub fn find(name: &str) -> Result<&'static dyn AnyExperiment, LabError> {
    let named = ALL.into_iter().find(|experiment| experiment.name() == name);
    named.ok_or_else(|| LabError::UnknownExperiment(name.to_owned()))
}

/// An experiment, with the type of its rows. Its words are `lab-NAME` and `lab-NAME-about`.
pub(crate) trait Experiment: Send + Sync + 'static {
    /// One row of its table.
    type Row: Serialize + DeserializeOwned + Clone + Send + Sync;
    /// Its name.
    const NAME: &'static str;
    /// Whether a run has to have the whole machine for itself, so that one is made after another.
    const ALONE: bool = false;

    /// What it asks before it begins.
    fn keys() -> Vec<Key>;

    /// All its runs.
    fn runs(settings: &Values) -> Vec<Run<Self::Row>>;

    /// Makes the rows that are not known yet, and returns all in the order of the runs.
    fn conducted(how: &Conducting<'_, Self::Row>) -> Result<Vec<Self::Row>, ExperimentError> {
        let runs = Self::runs(how.settings);
        let known = runs.iter().filter(|run| (how.known)(&run.name).is_some()).count();
        let done = AtomicUsize::new(known);
        let keep = |name: &str, row: &Self::Row| {
            (how.keep)(name, row)?;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            (how.told)(done as f64 / runs.len() as f64);
            Ok(())
        };
        conduct(&runs, how.known, how.jobs, how.stop, &keep)
    }

    /// The rows of its table, where several runs make one.
    fn together(parts: Vec<Self::Row>) -> Vec<Self::Row> {
        parts
    }

    /// What its rows say.
    fn report(rows: &[Self::Row], lang: Lang) -> Report;

    /// What results say: one alone, or several beside each other.
    fn compared(all: &[Found<Self::Row>], lang: Lang) -> Report {
        let heads: Vec<String> = all.iter().map(|found| found.head(lang)).collect();
        let mut reports: Vec<Report> =
            all.iter().map(|found| Self::report(&found.rows, lang)).collect();
        match (all.len(), reports.pop()) {
            (1, Some(report)) => Report { machines: heads, ..report },
            (_, last) => {
                reports.extend(last);
                beside(reports, &heads, lang)
            }
        }
    }

    /// A result as the text of a file that others can import, and how the file's name ends.
    fn file(kept: &Kept) -> (&'static str, String) {
        ("jsonl", kept.lines())
    }
}

/// How the rows of an experiment are made.
pub(crate) struct Conducting<'a, R> {
    /// What was set.
    pub settings: &'a Values,
    /// How many runs are made at once.
    pub jobs: usize,
    /// Ends it with the rows that are finished.
    pub stop: &'a Stop,
    /// The row of a run, if it was made before.
    pub known: &'a dyn Fn(&str) -> Option<R>,
    /// Gets each new row as soon as it is there.
    pub keep: &'a (dyn Fn(&str, &R) -> Result<(), Text> + Sync),
    /// Is told which part of the whole is done, from 0 to 1.
    pub told: &'a (dyn Fn(f64) + Sync),
}

/// What one result has found.
pub(crate) struct Found<R> {
    /// What it is called.
    pub name: Text,
    /// The version that made it.
    pub version: String,
    /// The machine that made it, where that is known.
    pub machine: Option<Machine>,
    /// The rows of its table.
    pub rows: Vec<R>,
}

impl<R> Found<R> {
    /// `laptop: 4 processors …`.
    fn head(&self, lang: Lang) -> String {
        let name = lang.say(&self.name);
        match &self.machine {
            Some(machine) => format!("{name}: {}", lang.say(&machine.text(&self.version))),
            None => name,
        }
    }
}

/// How an experiment without its types is conducted.
pub struct Conduct<'a> {
    /// What was set.
    pub settings: &'a Values,
    /// Where rows are kept; none if nowhere.
    pub ledger: Option<&'a Ledger>,
    /// How many runs are made at once, unless the experiment needs the machine for itself.
    pub jobs: usize,
    /// Ends it with the rows that are finished.
    pub stop: &'a Stop,
    /// Is told how far it is.
    pub told: &'a (dyn Fn(Progress) + Sync),
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// The rows that are there.
    pub done: usize,
    /// All rows there will be.
    pub all: usize,
    /// Which part of the whole work is done, from 0 to 1.
    pub part: f64,
}

/// An experiment without its types: its rows are JSON.
pub trait AnyExperiment: Send + Sync {
    /// Its name.
    fn name(&self) -> &'static str;
    /// What it asks before it begins.
    fn keys(&self) -> Vec<Key>;
    /// Whether it has to have the whole machine for itself.
    fn alone(&self) -> bool;
    /// Whether this is a row of it.
    fn fits(&self, row: &Value) -> bool;
    /// The names of its runs, in the order of their rows.
    fn runs(&self, settings: &Values) -> Vec<String>;
    /// Makes the row of one run; none if it was stopped.
    fn row(&self, settings: &Values, run: &str, stop: &Stop) -> Result<Option<Value>, Text>;
    /// How many of the runs have a row, of how many.
    fn done(&self, settings: &Values, known: &dyn Fn(&str) -> bool) -> Progress {
        let runs = self.runs(settings);
        let done = runs.iter().filter(|run| known(run)).count();
        Progress { done, all: runs.len(), part: done as f64 / runs.len().max(1) as f64 }
    }
    /// Makes the rows that the ledger does not have, and returns all.
    fn conduct(&self, how: &Conduct<'_>) -> Result<Vec<Value>, ExperimentError>;
    /// The rows of its table out of those of its runs.
    fn together(&self, parts: &[Value]) -> Vec<Value>;
    /// The rows of its table as CSV.
    fn csv(&self, rows: &[Value]) -> Vec<u8>;
    /// What the rows of its table say.
    fn report(&self, rows: &[Value], lang: Lang) -> Report;
    /// What results say: one alone, or several side by side.
    fn compared(&self, all: &[Kept], lang: Lang) -> Report;
    /// A result as the text of a file that others can import, and how the file's name ends.
    fn file(&self, kept: &Kept) -> (&'static str, String);
}

struct Listed<E>(PhantomData<E>);

impl<E: Experiment> Listed<E> {
    fn rows(rows: &[Value]) -> Vec<E::Row> {
        rows.iter().filter_map(read).collect()
    }
}

fn read<R: DeserializeOwned>(row: &Value) -> Option<R> {
    R::deserialize(row).ok()
}

fn written<R: Serialize>(row: &R) -> Value {
    serde_json::to_value(row).expect("rows have only text for keys")
}

impl<E: Experiment> AnyExperiment for Listed<E> {
    fn name(&self) -> &'static str {
        E::NAME
    }

    fn keys(&self) -> Vec<Key> {
        E::keys()
    }

    fn alone(&self) -> bool {
        E::ALONE
    }

    fn fits(&self, row: &Value) -> bool {
        read::<E::Row>(row).is_some()
    }

    fn runs(&self, settings: &Values) -> Vec<String> {
        E::runs(settings).into_iter().map(|run| run.name).collect()
    }

    fn row(&self, settings: &Values, run: &str, stop: &Stop) -> Result<Option<Value>, Text> {
        let found = E::runs(settings).into_iter().find(|found| found.name == run);
        let run = found.ok_or_else(|| LabError::UnknownRun(run.to_owned()))?;
        Ok((run.make)(stop)?.as_ref().map(written))
    }

    fn conduct(&self, how: &Conduct<'_>) -> Result<Vec<Value>, ExperimentError> {
        let known = |name: &str| how.ledger?.row(name);
        let before = self.done(how.settings, &|name| known(name).is_some());
        (how.told)(before);
        let done = AtomicUsize::new(before.done);
        let keep = |name: &str, row: &E::Row| {
            if let Some(ledger) = how.ledger {
                ledger.keep(name, &written(row))?;
            }
            done.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let told = |part: f64| {
            (how.told)(Progress { done: done.load(Ordering::Relaxed), part, ..before });
        };
        let rows = E::conducted(&Conducting {
            settings: how.settings,
            jobs: if E::ALONE { 1 } else { how.jobs },
            stop: how.stop,
            known: &|name| known(name).and_then(read),
            keep: &keep,
            told: &told,
        })?;
        Ok(rows.iter().map(written).collect())
    }

    fn together(&self, parts: &[Value]) -> Vec<Value> {
        E::together(Self::rows(parts)).iter().map(written).collect()
    }

    fn csv(&self, rows: &[Value]) -> Vec<u8> {
        table::csv(&Self::rows(rows))
    }

    fn report(&self, rows: &[Value], lang: Lang) -> Report {
        E::report(&Self::rows(rows), lang)
    }

    fn compared(&self, all: &[Kept], lang: Lang) -> Report {
        let found = |kept: &Kept| {
            let rows: BTreeMap<&str, E::Row> = kept
                .rows
                .iter()
                .filter_map(|(name, row)| Some((name.as_str(), read(row)?)))
                .collect();
            // What was set can be read, as it was when the rows were kept.
            let settings = kept.asked().map(|(_, settings)| settings).unwrap_or_default();
            let runs = E::runs(&settings);
            let parts = runs.iter().filter_map(|run| rows.get(run.name.as_str()).cloned());
            let name = kept.head.name.as_deref();
            Found {
                name: name.map_or(text!("cli-stress-here"), Text::verbatim),
                version: kept.head.version.clone(),
                machine: kept.head.machine.clone(),
                rows: E::together(parts.collect()),
            }
        };
        E::compared(&all.iter().map(found).collect::<Vec<_>>(), lang)
    }

    fn file(&self, kept: &Kept) -> (&'static str, String) {
        E::file(kept)
    }
}

/// The key of an experiment whose rows stand for games.
fn games(usual: u32) -> Key {
    Key::new("games", Kind::Int(2, 1_000_000), "lab-key-games").or(i64::from(usual))
}

/// What was set for [`games`].
fn games_of(settings: &Values) -> u32 {
    settings.int("games").unwrap_or_default() as u32
}

/// `45% (31–60)`.
fn percent(share: Share) -> Text {
    let Share { share, low, high } = share;
    let percent = |share: f64| (share * 100.0).round();
    text!("cli-experiment-share", share = percent(share), low = percent(low), high = percent(high))
}

//! Rows of experiments.

use std::collections::BTreeMap;

use ludoteca_games::params::Values;
use ludoteca_lab::{AnyExperiment, Conduct, Head, find};
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{WAIT, name_of};
use crate::{Bench, Run, Spread, Work};

/// The row of one run of an experiment.
pub struct Rows;

/// A row to be made.
#[derive(Serialize, Deserialize)]
pub struct Job {
    /// The experiment.
    experiment: String,
    /// What is set, each as it would be typed.
    settings: BTreeMap<String, String>,
    /// The name of the run.
    run: String,
}

/// A row that was made.
#[derive(Serialize, Deserialize)]
pub struct Done {
    run: String,
    row: Value,
}

impl Work for Rows {
    const NAME: &'static str = "row";
    type Job = Job;
    type Done = Done;
    type Kept = ();

    fn work(job: Job, (): &mut (), bench: &Bench<'_>) -> Result<Option<Done>, Text> {
        let experiment = find(&job.experiment)?;
        let typed = job.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let settings = Values::read(experiment.name(), &experiment.keys(), typed)?;
        let row = experiment.row(&settings, &job.run, &bench.stop)?;
        Ok(row.map(|row| Done { run: job.run, row }))
    }
}

/// Has workers make the rows that the ledger does not have, and returns all in the order of the runs,
/// without those that were not made when somebody set the stop. A ledger is always the same run of
/// theirs, so that whoever was ended in the middle finds what was made meanwhile.
pub fn make_rows(
    spread: &Spread,
    experiment: &dyn AnyExperiment,
    how: &Conduct<'_>,
) -> Result<Vec<Value>, Text> {
    let here = Head::here(experiment.name(), how.settings);
    let begun = how.ledger.and_then(|ledger| ledger.head().begun).or(here.begun).unwrap_or(0);
    let mut run = Run::begin(spread, &format!("{}-{begun}", experiment.name()), how.stop)?;
    let made = gather(&mut run, experiment, how, &here.settings);
    run.end();
    made
}

fn gather(
    run: &mut Run<'_, Rows>,
    experiment: &dyn AnyExperiment,
    how: &Conduct<'_>,
    settings: &BTreeMap<String, String>,
) -> Result<Vec<Value>, Text> {
    let runs = experiment.runs(how.settings);
    let kept = |name: &String| Some((name.clone(), how.ledger?.row(name)?.clone()));
    let mut rows: BTreeMap<String, Value> = runs.iter().filter_map(kept).collect();
    let told = |rows: &BTreeMap<String, Value>| {
        (how.told)(experiment.done(how.settings, &|name| rows.contains_key(name)));
    };
    let take = |run: &mut Run<'_, Rows>, rows: &mut BTreeMap<String, Value>| {
        let Some(came) = run.next(WAIT)? else { return Ok(false) };
        let Done { run: name, row } = came.done.as_ref().map_err(Text::clone)?;
        if !experiment.fits(row) {
            return Err(text!("spread-garbled", what = name.as_str()));
        }
        if !rows.contains_key(name) {
            if let Some(ledger) = how.ledger {
                ledger.keep(name, row)?;
            }
            rows.insert(name.clone(), row.clone());
        }
        run.accept(&came);
        Ok::<bool, Text>(true)
    };
    // What was made while nobody listened comes first, so that it is not asked for again.
    while take(run, &mut rows)? {}
    for name in runs.iter().filter(|name| !rows.contains_key(*name)).cloned().collect::<Vec<_>>() {
        let job = Job {
            experiment: experiment.name().to_owned(),
            settings: settings.clone(),
            run: name.clone(),
        };
        run.put(&name_of(&name), &job)?;
    }
    told(&rows);
    while run.open() > 0 && !how.stop.is_set() {
        if take(run, &mut rows)? {
            told(&rows);
        }
    }
    Ok(runs.iter().filter_map(|name| rows.remove(name)).collect())
}

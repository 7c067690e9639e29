//! `experiment hextress`: how fast this machine plays, level by level and board by board.

use ludoteca_arena::{ExperimentError, StressLevel, StressRow, experiment::Run, stress};
use ludoteca_games::{
    hex::LARGEST,
    params::{Key, Kind, Values},
};
use ludoteca_players::Stop;
use ludoteca_text::text;
use ludoteca_words::Lang;

use super::{Conducting, Experiment, Found, written};
use crate::{
    Head, Kept, Machine, Report,
    stress::{Measurement, Named, report},
};

/// The experiment.
pub struct Hextress;

/// The boards of the original.
const USUAL: [i64; 2] = [3, 6];

impl Experiment for Hextress {
    type Row = StressRow;
    const NAME: &'static str = "hextress";
    const ALONE: bool = true;

    fn keys() -> Vec<Key> {
        let key = |name, help, usual| Key::new(name, Kind::Int(1, LARGEST as i64), help).or(usual);
        let [smallest, largest] = USUAL;
        vec![
            key("smallest", "lab-key-smallest", smallest),
            key("largest", "lab-key-largest", largest),
        ]
    }

    fn runs(settings: &Values) -> Vec<Run<StressRow>> {
        let run = |board: Board| Run {
            name: name(board),
            make: Box::new(move |stop: &Stop| {
                Ok(stress(&[board], stop, &mut |_| {})?.into_iter().next())
            }),
        };
        boards(settings).map(run).collect()
    }

    /// One board after another, told also while one is measured: the last takes most of the time.
    fn conducted(how: &Conducting<'_, StressRow>) -> Result<Vec<StressRow>, ExperimentError> {
        // About how much longer a game takes on the next larger board.
        let work = |(_, size): Board| 5f64.powi(size as i32);
        let all: f64 = boards(how.settings).map(work).sum();
        let mut done = 0.0;
        let mut rows = Vec::new();
        for board in boards(how.settings) {
            let name = name(board);
            let row = match (how.known)(&name) {
                Some(row) => Some(row),
                None => {
                    let mut within = |part: f64| (how.told)((done + part * work(board)) / all);
                    let made = stress(&[board], how.stop, &mut within)?.into_iter().next();
                    made.iter().try_for_each(|row| (how.keep)(&name, row))?;
                    made
                }
            };
            let Some(row) = row else { break };
            rows.push(row);
            done += work(board);
            (how.told)(done / all);
        }
        Ok(rows)
    }

    fn report(rows: &[StressRow], lang: Lang) -> Report {
        let measurement = Measurement::here(rows.to_vec());
        report(&[Named { name: text!("cli-stress-here"), file: None, measurement }], lang)
    }

    fn compared(all: &[Found<StressRow>], lang: Lang) -> Report {
        let named = |found: &Found<StressRow>| {
            let machine = found.machine.clone().unwrap_or_else(unknown);
            let measurement = Measurement::on(machine, &found.version, found.rows.clone());
            Named { name: found.name.clone(), file: None, measurement }
        };
        report(&all.iter().map(named).collect::<Vec<_>>(), lang)
    }

    /// As `stress --save` writes it, so that `stress --compare` reads it.
    fn file(kept: &Kept) -> (&'static str, String) {
        let mut rows: Vec<StressRow> = kept.rows.values().filter_map(super::read).collect();
        rows.sort_by_key(|row| (row.level, row.size));
        let machine = kept.head.machine.clone().unwrap_or_else(unknown);
        ("json", Measurement::on(machine, &kept.head.version, rows).document())
    }
}

/// A machine of which nothing is known.
fn unknown() -> Machine {
    Machine { processors: 1, cpu: "–".into(), memory: 0, os: "–".into() }
}

/// A level and the size of a board.
type Board = (StressLevel, usize);

fn boards(settings: &Values) -> impl Iterator<Item = Board> + use<> {
    let [smallest, largest] = ["smallest", "largest"].map(|key| settings.int(key).unwrap_or(1));
    let sizes = move || (smallest..=largest).map(|size| size as usize);
    StressLevel::ALL.into_iter().flat_map(move |level| sizes().map(move |size| (level, size)))
}

/// What a row is called. Those with bridges only are called as before there were levels.
fn name((level, size): Board) -> String {
    match level {
        StressLevel::Bridges => format!("{size}×{size}"),
        _ => format!("{} {size}×{size}", level.name()),
    }
}

/// A measurement as the rows of this experiment.
pub fn kept(measurement: &Measurement) -> Kept {
    let rows = measurement.rows.iter().map(|row| (name((row.level, row.size)), written(row)));
    let sizes = || measurement.rows.iter().map(|row| row.size);
    let ends = [("smallest", sizes().min()), ("largest", sizes().max())];
    let ends = ends.map(|(key, size)| (key.to_owned(), size.unwrap_or(1).to_string()));
    Kept {
        head: Head {
            experiment: Hextress::NAME.to_owned(),
            version: measurement.version.clone(),
            name: None,
            machine: Some(measurement.machine()),
            settings: ends.into(),
            begun: None,
        },
        rows: rows.collect(),
    }
}

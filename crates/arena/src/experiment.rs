//! Experiments: many runs, each of which gives one row of a table.
//!
//! An experiment is a list of runs, each with a name that tells it from all others, so that rows
//! that were kept are found again and an experiment that was stopped goes on where it was.

mod bruteforce;
mod chance;
mod field;
mod puzzles;
mod readings;
mod reference;
mod variants;

use std::sync::Mutex;

use ludoteca_players::{Stop, threads};
use ludoteca_text::Text;

use crate::ExperimentError;

pub use self::{
    bruteforce::{BRUTE_FORCE_MEASURED, BRUTE_FORCE_SMALLEST, BruteForceRow, brute_force_runs},
    chance::{
        CHANCE_FIELDS, CHANCE_FORMS, CHANCE_GAMES, CHANCE_SEED, ChanceRow, chance_rows, chance_runs,
    },
    field::Field,
    puzzles::{
        AS_PRINTED, EVEN, PUZZLE_SETTINGS, PuzzleRow, PuzzleSetting, PuzzleSummary, puzzle_runs,
        puzzle_summaries,
    },
    readings::{READING_GAMES, READINGS, ReadingRow, reading_rows, reading_runs},
    reference::{
        THESIS_ALPHABETA, THESIS_ANTS, ThesisAlphaBeta, ThesisAnts, ThesisTime, ThesisTry,
        thesis_share, thesis_tries,
    },
    variants::{
        CONTENDERS, EFFECT_FIELDS, EFFECTS, EVEN_MATCHES, Effect, MILLISECONDS, VARIANT_FIELDS,
        VARIANT_GAMES, VariantRow, contender_score, variant_runs,
    },
};

/// One run of an experiment.
pub struct Run<R> {
    /// What tells it from all other runs, in every version in which its row would mean the same.
    pub name: String,
    /// Makes its row; none if it was stopped before the end.
    pub make: Make<R>,
}

/// Makes a row; none if it was stopped before the end.
pub type Make<R> = Box<dyn Fn(&Stop) -> Result<Option<R>, ExperimentError> + Send + Sync>;

/// Makes the rows of all runs that `known` does not know, `jobs` at a time, and returns all rows in
/// the order of the runs. `keep` gets each new row as soon as it is there; what it fails with ends
/// the experiment. `stop` ends it with the rows that are finished.
pub fn conduct<R: Send>(
    runs: &[Run<R>],
    mut known: impl FnMut(&str) -> Option<R>,
    jobs: usize,
    stop: &Stop,
    keep: &(dyn Fn(&str, &R) -> Result<(), Text> + Sync),
) -> Result<Vec<R>, ExperimentError> {
    let mut rows: Vec<Option<R>> = runs.iter().map(|run| known(&run.name)).collect();
    let open: Vec<usize> = (0..runs.len()).filter(|at| rows[*at].is_none()).collect();
    let keeping = Mutex::new(());
    let failed = Stop::default();
    let make = |_: &mut (), number: usize| -> Option<Result<Option<(usize, R)>, ExperimentError>> {
        if stop.is_set() || failed.is_set() {
            return None;
        }
        let at = open[number];
        let run = &runs[at];
        let one = || -> Result<Option<(usize, R)>, ExperimentError> {
            let Some(row) = (run.make)(stop)? else { return Ok(None) };
            let _one_at_a_time = keeping.lock().expect("no holder panics");
            keep(&run.name, &row)?;
            Ok(Some((at, row)))
        };
        Some(one().inspect_err(|_| failed.set()))
    };
    for made in threads::each(jobs, open.len(), |_| (), make) {
        if let Some((at, row)) = made? {
            rows[at] = Some(row);
        }
    }
    Ok(rows.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use ludoteca_text::text;

    use super::*;

    fn runs(count: usize) -> Vec<Run<usize>> {
        let run = |at: usize| Run {
            name: at.to_string(),
            make: Box::new(move |stop: &Stop| Ok((!stop.is_set()).then_some(at * at))),
        };
        (0..count).map(run).collect()
    }

    #[test]
    fn only_rows_that_are_not_known_are_made_and_all_come_in_order() {
        let kept = Mutex::new(Vec::new());
        let known = |name: &str| (name == "3").then_some(1000);
        let keep = |name: &str, row: &usize| {
            kept.lock().unwrap().push((name.to_owned(), *row));
            Ok(())
        };
        let rows = conduct(&runs(5), known, 2, &Stop::default(), &keep).unwrap();
        assert_eq!(rows, [0, 1, 4, 1000, 16]);
        let mut kept = kept.into_inner().unwrap();
        kept.sort();
        let names: Vec<&str> = kept.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["0", "1", "2", "4"]);
    }

    #[test]
    fn a_stop_leaves_the_rows_that_are_finished() {
        let stop = Stop::default();
        let keep = |name: &str, _: &usize| {
            if name == "1" {
                stop.set();
            }
            Ok(())
        };
        assert_eq!(conduct(&runs(5), |_| None, 1, &stop, &keep).unwrap(), [0, 1]);
    }

    #[test]
    fn a_row_that_cannot_be_kept_ends_the_experiment() {
        let keep = |name: &str, _: &usize| match name {
            "2" => Err(text!("game-over")),
            _ => Ok(()),
        };
        for jobs in [1, 3] {
            let failed = conduct(&runs(50), |_| None, jobs, &Stop::default(), &keep);
            assert_eq!(Text::from(failed.unwrap_err()).id, "game-over");
        }
    }
}

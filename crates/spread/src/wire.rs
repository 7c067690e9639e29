//! What goes over the wire: subjects, jobs and results.
//!
//! A job lies at `ludoteca.work.RUN.GROUP.JOB`: those of a group ask the same of a worker. Its result
//! comes to `ludoteca.result.RUN.JOB`. Both are JSON.

use ludoteca_text::Text;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Programs of one version do the same with the same job. The number after the program's own version
/// rises whenever a job or a result of it changes its meaning.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "-2");

/// The queue of jobs.
pub const WORK: &str = "ludoteca-work";
/// The queue of results.
pub const RESULTS: &str = "ludoteca-results";
/// Whoever works answers here.
pub const STATUS: &str = "ludoteca.status";
/// Jobs that nobody wants any more are named here.
pub const ENOUGH: &str = "ludoteca.enough";

/// What a group of jobs asks of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// The version of whoever asks.
    pub version: String,
    /// The kind of work.
    pub kind: String,
    /// What a worker has to have: programs, by the commands that start them.
    pub needs: Vec<String>,
    /// The run they belong to.
    pub run: String,
}

/// A job.
#[derive(Serialize, Deserialize)]
pub struct Job {
    /// The version of whoever asks.
    pub version: String,
    /// The kind of work.
    pub kind: String,
    /// What is to be done, as its kind writes it.
    pub job: Box<RawValue>,
}

/// What came of a job.
#[derive(Serialize, Deserialize)]
pub struct Done {
    /// Who did it.
    pub worker: String,
    /// Seconds it took.
    pub seconds: f64,
    /// The result, as its kind writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Box<RawValue>>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Text>,
}

/// Jobs that nobody wants any more.
#[derive(Serialize, Deserialize)]
pub struct Enough {
    /// Their run.
    pub run: String,
    /// The one; all, if none is named.
    pub job: Option<String>,
}

/// Whether something can be a part of a subject.
pub fn is_name(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    !name.is_empty() && name.len() <= 100 && name.chars().all(fits)
}

/// Where a job lies.
pub fn work_subject(run: &str, group: &str, job: &str) -> String {
    format!("ludoteca.work.{run}.{group}.{job}")
}

/// Where its result comes to.
pub fn result_subject(run: &str, job: &str) -> String {
    format!("ludoteca.result.{run}.{job}")
}

/// The run and the job that a subject is about.
pub fn run_and_job(subject: &str) -> Option<(&str, &str)> {
    let mut parts = subject.split('.').skip(2);
    Some((parts.next()?, parts.last()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_tell_the_run_and_the_job() {
        assert_eq!(run_and_job(&work_subject("r-1", "g", "12-0")), Some(("r-1", "12-0")));
        assert_eq!(run_and_job(&result_subject("r-1", "12-0")), Some(("r-1", "12-0")));
        assert_eq!(run_and_job("ludoteca"), None);
    }

    #[test]
    fn names_are_what_subjects_can_hold() {
        assert!(is_name("a-B_9"));
        for wrong in ["", "a.b", "a b", "*", ">", "ñ", "a/b", &"a".repeat(101)] {
            assert!(!is_name(wrong), "{wrong}");
        }
    }
}

//! The file in which an experiment keeps its rows as they come, so that it can go on after a stop, and
//! so that another machine can show them.
//!
//! A line is a JSON document: first what the file is, then a row with the name of its run. A last
//! line that was cut off is dropped, and its run made again.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    time::{SystemTime, UNIX_EPOCH},
};

use ludoteca_games::params::Values;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    AnyExperiment, LabError, Machine, VERSION, experiment::measured, find, machine::host,
    stress::Measurement,
};

/// The rows that are known, and the file that new ones are written to.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: Mutex<File>,
    kept: Kept,
}

/// What the file is. Another version may play otherwise, so that its rows would not go together
/// with new ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The experiment's name.
    pub experiment: String,
    /// The version of the program that made the rows.
    pub version: String,
    /// What the result is called among others: the machine's name, or that of a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The machine; older files do not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<Machine>,
    /// What was set, each as it would be typed.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// When it was begun, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begun: Option<u64>,
}

/// The rows of a file, by the names of their runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// What the file is.
    pub head: Head,
    /// Its rows.
    pub rows: BTreeMap<String, Value>,
}

/// How every file begins: with the first field of its head.
const BEGINS: &str = "{\"experiment\":";

#[derive(Serialize, Deserialize)]
struct Entry<R> {
    run: String,
    row: R,
}

impl Head {
    /// What a file is that is begun here and now.
    pub fn here(experiment: &str, settings: &Values) -> Head {
        let typed = |(name, value): (&str, &ludoteca_games::params::Value)| {
            (name.to_owned(), value.to_string())
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Head {
            experiment: experiment.to_owned(),
            version: VERSION.to_owned(),
            name: host(),
            machine: Some(Machine::here()),
            settings: settings.iter().map(typed).collect(),
            begun: Some(now.as_millis() as u64),
        }
    }
}

impl Ledger {
    /// Opens a file, or begins one; a file of another experiment or version is refused, and so is one
    /// with a row that does not fit.
    pub fn open(
        path: &Path,
        head: &Head,
        fits: &dyn Fn(&Value) -> bool,
    ) -> Result<Ledger, LabError> {
        let wrong = |error: io::Error| LabError::io(&error).of(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| LabError::io(&error).of(folder))?;
        }
        let file = OpenOptions::new().read(true).append(true).create(true).open(path);
        let mut file = file.map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(LabError::Busy.of(path));
            }
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        let mut words = String::new();
        file.read_to_string(&mut words).map_err(wrong)?;
        let whole = whole_lines(&words);
        // A first line that was cut off is ours too, if it began as ours do.
        let begun = words.starts_with(BEGINS) || BEGINS.starts_with(&words);
        let kept = if whole.is_empty() && begun {
            Kept { head: head.clone(), rows: BTreeMap::new() }
        } else {
            let kept = read_head(whole).and_then(|found| {
                let Head { experiment, version, .. } = &found;
                if (experiment, version) == (&head.experiment, &head.version) {
                    return Kept::read(found, whole, fits);
                }
                let (experiment, version) = (experiment.clone(), version.clone());
                Err(LabError::Other { experiment, version })
            });
            kept.map_err(|why| why.of(path))?
        };
        // Nothing is changed before it is certain that the file is ours.
        file.set_len(whole.len() as u64).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        if whole.is_empty() {
            write_line(&mut file, head).map_err(wrong)?;
        }
        Ok(Ledger { path: path.to_owned(), file: Mutex::new(file), kept })
    }

    /// What the file is.
    pub fn head(&self) -> &Head {
        &self.kept.head
    }

    /// The row of a run, if it was kept before.
    pub fn row(&self, run: &str) -> Option<&Value> {
        self.kept.rows.get(run)
    }

    /// Keeps the row of a run.
    pub fn keep(&self, run: &str, row: &Value) -> Result<(), LabError> {
        let mut file = self.file.lock().expect("no holder panics");
        write_line(&mut file, &Entry { run: run.to_owned(), row })
            .map_err(|error| LabError::io(&error).of(&self.path))
    }
}

impl Kept {
    /// Reads the rows after the head; what follows the last whole line does not count.
    fn read(head: Head, words: &str, fits: &dyn Fn(&Value) -> bool) -> Result<Kept, LabError> {
        let entry = |(at, line): (usize, &str)| {
            let wrong = || LabError::WrongLine(at + 1);
            let entry: Entry<Value> = serde_json::from_str(line).map_err(|_| wrong())?;
            if fits(&entry.row) { Ok((entry.run, entry.row)) } else { Err(wrong()) }
        };
        let lines = whole_lines(words).lines().enumerate().skip(1);
        Ok(Kept { head, rows: lines.map(entry).collect::<Result<_, LabError>>()? })
    }

    /// The rows of a file of one of our experiments.
    pub fn of(words: &str) -> Result<Kept, LabError> {
        let head = read_head(words)?;
        let experiment = find(&head.experiment)?;
        Kept::read(head, words, &|row| experiment.fits(row))
    }

    /// The experiment, and its settings.
    pub fn asked(&self) -> Result<(&'static dyn AnyExperiment, Values), LabError> {
        let experiment = find(&self.head.experiment)?;
        let given = self.head.settings.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ok((experiment, Values::read(experiment.name(), &experiment.keys(), given)?))
    }

    /// All lines, as the file has them.
    pub fn lines(&self) -> String {
        let line = |line: Result<String, _>| line.expect("texts are the only keys") + "\n";
        let mut words = line(serde_json::to_string(&self.head));
        for (run, row) in &self.rows {
            words += &line(serde_json::to_string(&Entry { run: run.clone(), row }));
        }
        words
    }
}

/// The rows of a file that another machine wrote: the lines of an experiment, or a measurement of
/// `stress --save`. `name` is what it is called if it does not say so itself.
pub fn import(words: &str, name: &str) -> Result<Kept, LabError> {
    let words = words.trim_start_matches('\u{feff}');
    let mut kept = if read_head(words).is_ok() {
        // A file that somebody cut at its end has lost its last line break, and maybe nothing more.
        Kept::of(&format!("{}\n", words.trim_end()))?
    } else {
        measured(&Measurement::read(words)?)
    };
    if kept.rows.is_empty() {
        return Err(LabError::NoRows);
    }
    kept.asked()?;
    kept.head.name.get_or_insert_with(|| name.to_owned());
    Ok(kept)
}

fn read_head(words: &str) -> Result<Head, LabError> {
    let first = words.lines().next().unwrap_or_default();
    serde_json::from_str(first).map_err(|_| LabError::NoLedger)
}

fn whole_lines(words: &str) -> &str {
    &words[..words.rfind('\n').map_or(0, |end| end + 1)]
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    file.write_all((serde_json::to_string(line)? + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;
    use serde_json::json;

    use super::*;

    fn kept(folder: &Path) -> PathBuf {
        folder.join("rows.jsonl")
    }

    fn head() -> Head {
        let settings = Values::default();
        Head::here("x", &settings)
    }

    fn open(folder: &Path) -> Result<Ledger, LabError> {
        Ledger::open(&kept(folder), &head(), &Value::is_u64)
    }

    #[test]
    fn rows_are_found_again_and_a_line_that_was_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new");
        let ledger = open(&place).unwrap();
        ledger.keep("one", &json!(1)).unwrap();
        ledger.keep("two", &json!(2)).unwrap();
        drop(ledger);
        let words = fs::read_to_string(kept(&place)).unwrap();
        fs::write(kept(&place), &words[..words.len() - 3]).unwrap();
        let ledger = open(&place).unwrap();
        assert_eq!((ledger.row("one"), ledger.row("two")), (Some(&json!(1)), None));
        ledger.keep("two", &json!(2)).unwrap();
        drop(ledger);
        assert_eq!(fs::read_to_string(kept(&place)).unwrap(), words);
        // Cut off in its very first line it is begun anew.
        for end in [0, 9, 20] {
            fs::write(kept(&place), &words[..end]).unwrap();
            assert_eq!(open(&place).unwrap().row("one"), None);
        }
    }

    #[test]
    fn files_of_another_experiment_or_version_or_kind_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |words: &str| {
            fs::write(kept(folder.path()), words).unwrap();
            let told = open(folder.path()).unwrap_err();
            assert_eq!(fs::read_to_string(kept(folder.path())).unwrap(), words, "nothing changed");
            Lang::ENGLISH.say(&told.into())
        };
        let head = |experiment: &str, version: &str| {
            format!("{{\"experiment\":\"{experiment}\",\"version\":\"{version}\"}}\n")
        };
        let here = env!("CARGO_PKG_VERSION");
        assert!(refused(&head("y", here)).contains("rows of y"), "{}", refused(&head("y", here)));
        assert!(refused(&head("x", "0.0.1")).contains("0.0.1"));
        for foreign in ["a,b\n1,2\n", "a,b\n1,2", "my only notes", " "] {
            assert!(refused(foreign).contains("no file of an experiment"), "{foreign}");
        }
        assert!(refused(&(head("y", here) + "{\"run\":")).contains("rows of y"));
        assert!(refused(&(head("x", here) + "{}\n")).contains("line 2"));
    }

    #[test]
    fn two_cannot_write_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let _first = open(folder.path()).unwrap();
        let second = open(folder.path()).unwrap_err();
        assert!(Lang::ENGLISH.say(&second.clone().into()).contains("another"), "{second}");
    }
}

//! The file in which an experiment keeps its rows as they come, so that it can go on after a stop.
//!
//! A line is a JSON document: first what the file is, then a row with the name of its run. A last
//! line that was cut off is dropped, and its run made again.

use std::{
    collections::BTreeMap,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::Mutex,
};

use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::console::reason;

/// The rows that are known, and the file that new ones are written to.
#[derive(Debug)]
pub struct Ledger<R> {
    path: PathBuf,
    file: Mutex<File>,
    rows: BTreeMap<String, R>,
}

/// What the file is. Another version may play otherwise, so that its rows would not go together
/// with new ones.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    experiment: String,
    version: String,
}

#[derive(Serialize, Deserialize)]
struct Entry<R> {
    run: String,
    row: R,
}

impl<R: Serialize + DeserializeOwned + Clone> Ledger<R> {
    /// Opens the file of a folder, or begins one; a file of another experiment or version is refused.
    pub fn open(folder: &Path, experiment: &str) -> Result<Ledger<R>, Text> {
        let path = folder.join("rows.jsonl");
        let wrong = |error: io::Error| unusable(&path, reason(&error));
        fs::create_dir_all(folder).map_err(|error| unusable(folder, reason(&error)))?;
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = file.map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(unusable(&path, text!("cli-experiment-busy")));
            }
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
        let mut words = String::new();
        file.read_to_string(&mut words).map_err(wrong)?;
        let whole = words.rfind('\n').map_or(0, |end| end + 1);
        let head =
            Head { experiment: experiment.into(), version: env!("CARGO_PKG_VERSION").into() };
        // Not a letter of a file is touched before it is known to be one of ours.
        let begun = serde_json::to_string(&head).is_ok_and(|line| line.starts_with(&words));
        let rows = match whole {
            0 if begun => BTreeMap::new(),
            _ => read(&words[..whole], &head).map_err(|why| unusable(&path, why))?,
        };
        file.set_len(whole as u64).map_err(wrong)?;
        file.seek(SeekFrom::End(0)).map_err(wrong)?;
        if whole == 0 {
            write_line(&mut file, &head).map_err(wrong)?;
        }
        Ok(Ledger { path, file: Mutex::new(file), rows })
    }

    /// The row of a run, if it was kept.
    pub fn row(&self, run: &str) -> Option<R> {
        self.rows.get(run).cloned()
    }

    /// Keeps the row of a run.
    pub fn keep(&self, run: &str, row: &R) -> Result<(), Text> {
        let mut file = self.file.lock().expect("no holder panics");
        write_line(&mut file, &Entry { run: run.to_owned(), row })
            .map_err(|error| unusable(&self.path, reason(&error)))
    }
}

fn unusable(path: &Path, why: Text) -> Text {
    text!("cli-in-file", file = path.display().to_string(), why = why)
}

fn write_line(file: &mut File, line: &impl Serialize) -> io::Result<()> {
    file.write_all((serde_json::to_string(line)? + "\n").as_bytes())
}

fn read<R: DeserializeOwned>(words: &str, head: &Head) -> Result<BTreeMap<String, R>, Text> {
    let mut lines = words.lines();
    let found: Head = serde_json::from_str(lines.next().unwrap_or_default())
        .map_err(|_| text!("cli-experiment-no-ledger"))?;
    if found != *head {
        let Head { experiment, version } = found;
        return Err(text!("cli-experiment-other", experiment = experiment, version = version));
    }
    let entry = |(at, line): (usize, &str)| {
        let entry: Entry<R> =
            serde_json::from_str(line).map_err(|_| text!("cli-experiment-line", line = at + 2))?;
        Ok((entry.run, entry.row))
    };
    lines.enumerate().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    fn kept(folder: &Path) -> PathBuf {
        folder.join("rows.jsonl")
    }

    #[test]
    fn rows_are_found_again_and_a_line_that_was_cut_off_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new");
        let ledger = Ledger::<u32>::open(&place, "x").unwrap();
        ledger.keep("one", &1).unwrap();
        ledger.keep("two", &2).unwrap();
        drop(ledger);
        let words = fs::read_to_string(kept(&place)).unwrap();
        fs::write(kept(&place), &words[..words.len() - 3]).unwrap();
        let ledger = Ledger::<u32>::open(&place, "x").unwrap();
        assert_eq!((ledger.row("one"), ledger.row("two")), (Some(1), None));
        ledger.keep("two", &2).unwrap();
        drop(ledger);
        assert_eq!(fs::read_to_string(kept(&place)).unwrap(), words);
        // Cut off in its very first line it is begun anew.
        fs::write(kept(&place), &words[..9]).unwrap();
        assert_eq!(Ledger::<u32>::open(&place, "x").unwrap().row("one"), None);
    }

    #[test]
    fn files_of_another_experiment_or_version_or_kind_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |words: &str| {
            fs::write(kept(folder.path()), words).unwrap();
            let told = Ledger::<u32>::open(folder.path(), "x").unwrap_err();
            assert_eq!(fs::read_to_string(kept(folder.path())).unwrap(), words, "nothing changed");
            Lang::ENGLISH.say(&told)
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
        let _first = Ledger::<u32>::open(folder.path(), "x").unwrap();
        let second = Ledger::<u32>::open(folder.path(), "x").unwrap_err();
        assert!(Lang::ENGLISH.say(&second).contains("another"), "{second}");
    }
}

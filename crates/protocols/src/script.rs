//! Programs of a few lines of shell that the tests talk to, and what they were told.

use std::{fs, time::Duration};

use ludoteca_players::Program;
use tempfile::TempDir;

/// A script that is a program. It finds its own path in `$0`, and writes what it is told into
/// `$0.log`.
pub struct Script {
    folder: TempDir,
}

impl Script {
    /// The program of these lines.
    pub fn new(script: &str) -> Script {
        Script { folder: tempfile::tempdir().unwrap() }.with("", script)
    }

    /// The same with a file beside it, which is `$0` and this ending.
    pub fn with(self, ending: &str, words: &str) -> Script {
        fs::write(self.path() + ending, words).unwrap();
        self
    }

    /// Where it is.
    pub fn path(&self) -> String {
        self.folder.path().join("engine").to_str().unwrap().to_owned()
    }

    /// The words that start it.
    pub fn words(&self) -> Vec<String> {
        vec!["sh".to_owned(), self.path()]
    }

    /// What it was told so far, line by line.
    pub fn log(&self) -> Vec<String> {
        let log = fs::read_to_string(self.path() + ".log").unwrap_or_default();
        log.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

/// A program as a player text describes it, whose answers may take so long.
pub fn patient(game: &'static str, wait: Duration) -> Program<'static> {
    Program { game, command: "the engine", wait, wishes: &[] }
}

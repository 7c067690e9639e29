//! The whole program, as somebody at a terminal or a script meets it.

mod choosing;
mod convert;
mod counting;
mod engine;
mod experiment;
mod games;
mod ggp;
mod help;
mod kills;
mod ladder;
mod languages;
mod library;
mod licences;
mod matches;
mod mistakes;
mod play;
mod rules;
mod serve;
mod shown;
mod solve;
mod stress;
mod think;
mod tournament;
mod train;
mod worker;

use assert_cmd::Command;
use serde_json::Value;

/// What a run of the program left behind.
struct Run {
    code: i32,
    out: String,
    err: String,
}

/// The program, in English wherever the tests run.
fn program() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("ludoteca"));
    for name in
        ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LUDOTECA_LANG", "LUDOTECA_LANGUAGES", "COLUMNS"]
    {
        command.env_remove(name);
    }
    command.env("LANG", "C");
    command
}

fn run(words: &[&str]) -> Run {
    finish(program().args(words))
}

/// Runs a line whose words are divided by spaces.
fn line(words: &str) -> Run {
    run(&words.split(' ').collect::<Vec<_>>())
}

fn finish(command: &mut Command) -> Run {
    let output = command.output().expect("the program starts");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("output is text"),
        err: String::from_utf8(output.stderr).expect("errors are text"),
    }
}

impl Run {
    /// The one JSON document on standard output, beside which nothing is said.
    fn json(&self) -> Value {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        serde_json::from_str(&self.out).expect("exactly one JSON document")
    }

    /// What was said of a success.
    fn said(&self) -> &str {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        &self.out
    }

    /// The one line that says what is wrong.
    fn refused(&self, code: i32) -> &str {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        self.err.trim_end()
    }
}

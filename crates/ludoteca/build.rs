//! What `--version` says of a build: the commit it was made of, its day, and for what it was made.
//!
//! The same source makes the same program: the day is that of `SOURCE_DATE_EPOCH`, or else of the
//! commit, and never today. Only a release asks for the commit, so that nothing is built anew after
//! each commit while somebody works on it; `LUDOTECA_COMMIT` names one where there is no repository.

#[path = "src/day.rs"]
mod day;

use std::{env, process::Command};

fn main() {
    for variable in ["LUDOTECA_COMMIT", "SOURCE_DATE_EPOCH"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    // Searches may go deep, and Windows gives a program an eighth of the stack that others do.
    if variable("CARGO_CFG_TARGET_ENV").as_deref() == Some("msvc") {
        println!("cargo::rustc-link-arg-bins=/STACK:8388608");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/day.rs");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let (mut commit, mut made) = if is_release { of_repository() } else { Default::default() };
    if let Some(named) = variable("LUDOTECA_COMMIT") {
        commit = named;
    }
    if let Some(seconds) = variable("SOURCE_DATE_EPOCH").and_then(|words| words.parse().ok()) {
        made = day::of(seconds);
    }
    let from = [commit, made.clone()].join(" ").trim().to_owned();
    let from = if from.is_empty() { from } else { format!(" ({from})") };
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let target = env::var("TARGET").unwrap_or_default();
    println!("cargo::rustc-env=LUDOTECA_BUILD={version}{from} {target}");
    println!("cargo::rustc-env=LUDOTECA_DAY={made}");
}

/// The commit that is checked out, and its day, if this file belongs to one.
fn of_repository() -> (String, String) {
    let here = git(&["ls-files", "--error-unmatch", "build.rs"]);
    let commit = here.and_then(|_| git(&["log", "-1", "--abbrev=10", "--format=%h %ct"]));
    let Some((commit, seconds)) = commit.as_deref().and_then(|words| words.split_once(' ')) else {
        return Default::default();
    };
    // Where the branch that is checked out has moved, it is asked again.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    (commit.to_owned(), seconds.parse().map(day::of).unwrap_or_default())
}

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let words = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    Some(words.trim().to_owned())
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

//! What the book shows together with its answer, `$ ludoteca …` and then what the program says to that:
//! it has to say it.

use std::{fs, path::Path};

use crate::{finish, program};

/// A command and what is shown of its answer.
struct Shown {
    place: String,
    command: String,
    answer: Vec<String>,
}

fn read(folder: &Path, shown: &mut Vec<Shown>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, shown);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(&path).unwrap();
            for block in text.split("\n```text\n").skip(1) {
                let block = block.split("\n```").next().unwrap_or_default();
                let mut answer = None;
                for line in block.lines() {
                    if let Some(command) = line.strip_prefix("$ ") {
                        let (place, command) = (path.display().to_string(), command.to_owned());
                        shown.push(Shown { place, command, answer: Vec::new() });
                        answer = shown.last_mut().map(|shown| &mut shown.answer);
                    } else if let Some(answer) = &mut answer {
                        answer.push(line.to_owned());
                    }
                }
            }
        }
    }
}

/// Words as they are said, however the lines are broken.
fn flat(lines: &str) -> String {
    lines.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_the_book_shows_as_an_answer_is_the_answer() {
    let mut shown = Vec::new();
    read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book"), &mut shown);
    assert!(shown.len() >= 14, "the answers are found");
    for Shown { place, mut command, mut answer } in shown {
        // What it plays in a fifth of a second is another thing on another machine.
        if command.contains("--time") {
            continue;
        }
        let mut typed = String::new();
        if let Some((printed, read)) = command.clone().split_once(" | ") {
            typed = printed.trim_start_matches("printf '").trim_end_matches('\'').to_owned();
            command = read.to_owned();
        }
        // Whoever talks with an engine types the lines that are no answers.
        if command.contains(" engine ") {
            let (replies, lines) = answer.into_iter().partition(|line| line.starts_with('='));
            answer = replies;
            let lines: Vec<String> = lines;
            typed = lines.join("\n") + "\n";
        }
        let run = finish(program().args(command.split(' ').skip(1)).write_stdin(typed));
        let said = if run.out.is_empty() { run.err } else { run.out };
        assert_eq!(flat(&said), flat(&answer.join("\n")), "{place}: {command}");
    }
}

//! `ludoteca`: board games to play, analyse and understand, from the command line.
//!
//! Every command is a file of its own here; what they do lives in the other crates, and what they
//! say lives in the languages' files.

mod args;
mod bench;
mod board;
mod book;
mod browser;
mod completions;
mod console;
mod convert;
mod day;
mod engine;
mod experiment;
mod games;
mod ggp;
mod help;
mod ladder;
mod language;
mod library;
mod licences;
mod manual;
mod matches;
mod perft;
mod play;
mod puzzles;
mod rules;
mod serve;
mod solve;
mod stress;
mod subject;
mod table;
mod think;
mod tournament;
mod train;
mod usage;
mod worker;

#[cfg(test)]
mod told;

use std::{env, panic, process::ExitCode};

use ludoteca_games::gdl::{Patience, with_patience};
use ludoteca_text::text;
use ludoteca_words::Note;

use crate::{
    args::Command,
    console::{Console, Failure},
};

fn main() -> ExitCode {
    let words = args::with_default_command(env::args_os().collect());
    let notes = language::learn(&words);
    let console = Console { lang: language::chosen(&words), letters: None };
    say_what_broke(console);
    let done = panic::catch_unwind(|| {
        let folder = |note: &&Note| note.code.is_none();
        notes.iter().filter(folder).for_each(|note| console.note(&note.text));
        let cli = usage::read(words, console.lang)?;
        // A file is of interest to whoever speaks its language; a server offers all of them.
        let serves = matches!(cli.command, Command::Serve(_));
        let wanted = |code: &String| serves || code == console.lang.code();
        let about = notes.iter().filter(|note| note.code.as_ref().is_some_and(wanted));
        about.for_each(|note| console.note(&note.text));
        let patience = Patience { watch: console::loading(console), ..Patience::default() };
        with_patience(patience, || run(cli.command, console))
    });
    match done {
        Ok(Ok(()) | Err(Failure::Closed)) => ExitCode::SUCCESS,
        Ok(Err(Failure::Failed(why))) => {
            console.note(&why);
            ExitCode::FAILURE
        }
        Ok(Err(Failure::Usage(why))) => {
            console.note(&why);
            ExitCode::from(2)
        }
        Err(_) => ExitCode::FAILURE,
    }
}

fn run(command: Command, console: Console) -> Result<(), Failure> {
    match command {
        Command::Serve(what) => serve::run(what, console),
        Command::Games(what) => games::run(&what, console),
        Command::Play(what) => play::run(&what, console),
        Command::Think(what) => think::run(&what, console),
        Command::Solve(what) => solve::run(&what, console),
        Command::Perft(what) => perft::run(&what, console),
        Command::Engine(what) => engine::run(&what, console),
        Command::Ggp(what) => ggp::run(&what, console),
        Command::Match(what) => matches::run(&what, console),
        Command::Tournament(what) => tournament::run(&what, console),
        Command::Ladder(what) => ladder::run(&what, console),
        Command::Convert(what) => convert::run(&what, console),
        Command::Library(what) => library::run(&what, console),
        Command::Rules(what) => rules::run(&what, console),
        Command::Book(what) => book::run(&what, console),
        Command::Puzzles(what) => puzzles::run(&what, console),
        Command::Stress(what) => stress::run(&what, console),
        Command::Experiment(what) => experiment::run(&what, console),
        Command::Train(what) => train::run(&what, console),
        Command::Bench(what) => bench::run(&what, console),
        Command::Worker(what) => worker::run(what, console),
        Command::Completions(what) => completions::run(&what, console),
        Command::Manual(what) => manual::run(&what, console),
        Command::Licences(what) => licences::run(&what, console),
        Command::Help(what) => help::run(&what, console),
    }
}

/// A fault of ours is told in a sentence too.
fn say_what_broke(console: Console) {
    panic::set_hook(Box::new(move |fault| {
        let place = fault.location().map(ToString::to_string).unwrap_or_default();
        let what = fault.payload_as_str().unwrap_or_default().to_owned();
        console.note(&text!("cli-broken", place = place, what = what));
    }));
}

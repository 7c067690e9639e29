//! Games from files into the library.

use std::ops::ControlFlow;

use clap::Args;
use ludoteca_formats::{FileError, read_each};
use ludoteca_games::GameTree;
use ludoteca_players::Stop;
use ludoteca_server::{Added, Library};
use ludoteca_text::{Text, text};
use serde_json::{Value, json};

use crate::{
    args::DataArgs,
    console::{Console, Failure, progress_bar},
    subject,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[arg(value_name = "file", required = true)]
    files: Vec<String>,
    #[command(flatten)]
    data: DataArgs,
    #[arg(long)]
    json: bool,
}

/// So many games are written at once: a server that wants to write waits only as long as that takes.
const AT_ONCE: usize = 100;

/// What became of the games of all files.
#[derive(Default)]
struct Report {
    added: Vec<Arrival>,
    before: Vec<Arrival>,
    refused: Vec<Refused>,
}

/// A game that is in the library now.
struct Arrival {
    file: String,
    number: usize,
    id: String,
    game: String,
}

/// A file or one of its games that is not.
struct Refused {
    file: String,
    number: Option<usize>,
    why: Text,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let mut library = Library::begin(&what.data.folder()?)?;
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let bar = progress_bar(what.files.len() as u64, console);
    let mut report = Report::default();
    let mut broken = None;
    for file in &what.files {
        if stop.is_set() {
            break;
        }
        let before = [report.added.len(), report.before.len(), report.refused.len()];
        let done = bring(file, &mut library, &stop, &mut report);
        if !what.json {
            bar.suspend(|| report.tell(file, before, console))?;
        }
        bar.inc(1);
        if let Err(why) = done {
            broken = Some(why);
            break;
        }
    }
    bar.finish_and_clear();
    if what.json {
        console.json(&report.json(console))?;
    }
    match (broken, report.refused.len()) {
        (Some(why), _) => Err(why.into()),
        _ if stop.is_set() => Err(text!("cli-library-stopped").into()),
        (None, 0) => Ok(()),
        (None, refused) => Err(text!("cli-library-not-all-added", refused = refused).into()),
    }
}

/// Brings the games of a file, as many at once as are written at once. It fails where nothing can be
/// written any more.
fn bring(file: &str, library: &mut Library, stop: &Stop, report: &mut Report) -> Result<(), Text> {
    let mut waiting: Vec<(usize, GameTree)> = Vec::new();
    let mut number = 0;
    let each = |game: Result<GameTree, FileError>| {
        if stop.is_set() {
            return ControlFlow::Break(Ok(()));
        }
        number += 1;
        match game {
            Ok(game) => waiting.push((number, game)),
            Err(why) => report.refuse(file, Some(number), why.into()),
        }
        if waiting.len() == AT_ONCE {
            let added = report.add(file, library, &mut waiting);
            if added.is_err() {
                return ControlFlow::Break(added);
            }
        }
        ControlFlow::Continue(())
    };
    let in_file = |why: FileError| text!("cli-in-file", file = file, why = why);
    let read = subject::read_whole(file).and_then(|bytes| read_each(&bytes, each).map_err(in_file));
    match read {
        Ok(Some(Err(failed))) => return Err(failed),
        Ok(_) => {}
        Err(why) => report.refuse(file, None, why),
    }
    report.add(file, library, &mut waiting)
}

impl Report {
    fn add(
        &mut self,
        file: &str,
        library: &mut Library,
        waiting: &mut Vec<(usize, GameTree)>,
    ) -> Result<(), Text> {
        let (numbers, games): (Vec<usize>, Vec<GameTree>) = waiting.drain(..).unzip();
        let names: Vec<String> = games.iter().map(|game| game.game().to_owned()).collect();
        let added = library.add(games)?;
        for ((Added { id, before }, number), game) in added.into_iter().zip(numbers).zip(names) {
            let arrival = Arrival { file: file.to_owned(), number, id, game };
            let list = if before { &mut self.before } else { &mut self.added };
            list.push(arrival);
        }
        Ok(())
    }

    fn refuse(&mut self, file: &str, number: Option<usize>, why: Text) {
        self.refused.push(Refused { file: file.to_owned(), number, why });
    }

    /// What became of a file: all that came since `before`.
    fn tell(&self, file: &str, before: [usize; 3], console: Console) -> Result<(), Failure> {
        for Refused { file, number, why } in &self.refused[before[2]..] {
            console.tell(&match number {
                Some(number) => text!(
                    "cli-library-game-refused",
                    file = file.as_str(),
                    number = *number,
                    why = why.clone()
                ),
                // It names the file itself.
                None => why.clone(),
            })?;
        }
        let [added, there, refused] = [
            self.added.len() - before[0],
            self.before.len() - before[1],
            self.refused[before[2]..].iter().filter(|refused| refused.number.is_some()).count(),
        ];
        if added + there + refused == 0 {
            return Ok(());
        }
        console.tell(&text!(
            "cli-library-added",
            file = file,
            added = added,
            there = there,
            refused = refused
        ))
    }

    fn json(&self, console: Console) -> Value {
        let arrived = |all: &[Arrival]| -> Vec<Value> {
            let one = |Arrival { file, number, id, game }: &Arrival| json!({ "file": file, "number": number, "id": id, "game": game });
            all.iter().map(one).collect()
        };
        let refused = self.refused.iter().map(|Refused { file, number, why }| {
            json!({ "file": file, "number": number, "why": console.say(why) })
        });
        json!({
            "added": arrived(&self.added),
            "there": arrived(&self.before),
            "refused": refused.collect::<Vec<_>>(),
        })
    }
}

//! `ludoteca tournament`: many players, many games, and one table.

use std::{
    fs,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use clap::{Args, Subcommand};
use ludoteca_arena::{GameDone, GameJob};
use ludoteca_formats::Format;
use ludoteca_games::Side;
use ludoteca_lab::{
    report::Grid,
    tournament::{
        Hall, TournamentError, answer, csv, games_csv, lines, page, play_here, ranking, read,
        rounds, summary,
    },
};
use ludoteca_players::{Stop, Supply};
use ludoteca_spread::{
    Spread,
    kinds::{Host, play_games},
};
use ludoteca_text::{Text, text};
use serde::Serialize;
use serde_json::json;

use crate::{
    console::{Console, Failure, progress_bar, reason},
    subject, table,
    think::stop_on_interrupt,
    worker::{self, WorkersArgs},
};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Options {
    #[arg(value_name = "file", required = true)]
    file: Option<PathBuf>,
    #[command(flatten)]
    workers: WorkersArgs,
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    then: Option<Then>,
}

#[derive(Subcommand)]
enum Then {
    Resume(Again),
    Table(Of),
    Games(Of),
}

#[derive(Args)]
struct Of {
    #[arg(value_name = "folder")]
    dir: PathBuf,
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Again {
    #[command(flatten)]
    of: Of,
    #[command(flatten)]
    workers: WorkersArgs,
}

/// A game, as the contract has it and more.
#[derive(Serialize)]
struct Game<'a> {
    pair: u32,
    game: u32,
    first: &'a str,
    second: &'a str,
    result: &'static str,
    end: &'a str,
    moves: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    record: String,
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    match (&what.then, &what.file) {
        (Some(Then::Resume(Again { of, workers })), _) => {
            let spread = workers.connect()?;
            play(Hall::resume(&of.dir)?, spread.as_ref(), of.json, console)
        }
        (Some(Then::Table(of)), _) => tell(&Hall::look(&of.dir)?, of.json, console),
        (Some(Then::Games(of)), _) => games(&Hall::look(&of.dir)?, of.json, console),
        (None, Some(file)) => {
            let words = subject::read(&file.display().to_string())?;
            let asked = read(file, &words, &subject::supply(0), &subject::read)?;
            let spread = what.workers.connect()?;
            play(Hall::begin(&asked)?, spread.as_ref(), what.json, console)
        }
        (None, None) => Ok(()),
    }
}

/// Plays what is left, and says what came of it.
fn play(
    hall: Hall,
    spread: Option<&Spread>,
    as_json: bool,
    console: Console,
) -> Result<(), Failure> {
    let [before, of] = hall.tournament().progress();
    if before > 0 && console.is_watched() {
        console.note(&text!("tournament-goes-on", games = before, of = of));
    }
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let bar = progress_bar(of.into(), console);
    bar.set_position(before.into());
    let hall = Mutex::new(hall);
    let each = |hall: &Hall, done: &GameDone| {
        let [games, of] = hall.tournament().progress();
        bar.set_length(of.into());
        bar.set_position(games.into());
        if let Some(reason) = &done.fault {
            bar.suspend(|| tell_fault(hall, done, reason, console));
        }
    };
    let played = match spread {
        Some(spread) => play_elsewhere(&hall, spread, &stop, &each),
        None => play_here(&hall, &subject::supply(0), &stop, &each).map_err(Text::from),
    };
    bar.finish_and_clear();
    let hall = hall.into_inner().unwrap_or_else(PoisonError::into_inner);
    played?;
    write_all(&hall, console)?;
    tell(&hall, as_json, console)?;
    let [games, of] = hall.tournament().progress();
    if stop.is_set() && !hall.tournament().is_over() {
        let folder = hall.folder().path().display().to_string();
        console.note(&text!("tournament-stopped", games = games, of = of, folder = folder));
    }
    Ok(())
}

/// The games of a hall that others play.
struct Others<'a> {
    hall: &'a Mutex<Hall>,
    each: &'a dyn Fn(&Hall, &GameDone),
}

impl Others<'_> {
    fn hall(&self) -> MutexGuard<'_, Hall> {
        self.hall.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Host for Others<'_> {
    fn open(&self) -> Option<Vec<(u32, u32)>> {
        let hall = self.hall();
        let tournament = hall.tournament();
        (!tournament.is_over()).then(|| tournament.open().collect())
    }

    fn job(&self, pair: u32, game: u32) -> Option<GameJob> {
        self.hall().tournament().job(pair, game)
    }

    fn keep(&mut self, done: &GameDone) -> Result<(), Text> {
        let mut hall = self.hall();
        if hall.take(done)? {
            (self.each)(&hall, done);
        }
        Ok(())
    }
}

/// Has workers play all games that are left. The same tournament is always the same run of theirs, so
/// that what they have played while nobody listened is not played again.
fn play_elsewhere(
    hall: &Mutex<Hall>,
    spread: &Spread,
    stop: &Stop,
    each: &dyn Fn(&Hall, &GameDone),
) -> Result<(), Text> {
    let name = {
        let hall = hall.lock().unwrap_or_else(PoisonError::into_inner);
        let (folder, supply) = (hall.folder(), subject::supply(0));
        folder.plan().check(&Supply { read_file: &worker::no_files, ..supply })?;
        format!("tournament-{}-{}", folder.begun(), folder.plan().seed)
    };
    play_games(spread, &name, &mut Others { hall, each }, stop)
}

/// A game that was lost by a fault is told at once, where somebody sees it.
fn tell_fault(hall: &Hall, done: &GameDone, reason: &Text, console: Console) {
    if !console.is_watched() {
        return;
    }
    let [first, second] = hall.names(done).unwrap_or_default();
    console.note(&text!(
        "tournament-fault-note",
        pair = done.pair + 1,
        game = done.game + 1,
        first = first,
        second = second,
        reason = reason.clone()
    ));
}

fn tell(hall: &Hall, as_json: bool, console: Console) -> Result<(), Failure> {
    if as_json {
        return console.json(&answer(hall));
    }
    let tournament = hall.tournament();
    let standings = tournament.standings();
    console.tell(&summary(tournament, &standings))?;
    console.print("")?;
    table::print(ranking(tournament, &standings, console.lang), console)?;
    console.print("")?;
    for (heading, rounds) in rounds(tournament, console.lang) {
        console.print(&heading)?;
        table::print(rounds, console)?;
        console.print("")?;
    }
    let told = lines(tournament, &standings);
    told.iter().try_for_each(|line| console.tell(line))?;
    if !told.is_empty() {
        console.print("")?;
    }
    if standings.repeated > 0 {
        console.tell(&text!("cli-match-repeated", games = standings.repeated))?;
    }
    let plan = tournament.plan();
    let (anchor, elo) = plan.anchor;
    let anchor = plan.entrants[anchor].name.as_str();
    console.tell(&text!("tournament-scale", anchor = anchor, elo = elo))?;
    let folder = hall.folder().path().display().to_string();
    console.tell(&text!("tournament-written", folder = folder))
}

/// The report and the tables, beside the games.
fn write_all(hall: &Hall, console: Console) -> Result<(), Failure> {
    let write = |name: &str, words: String| {
        let path = hall.folder().path().join(name);
        let wrong =
            |error| text!("cli-file", file = path.display().to_string(), why = reason(&error));
        fs::write(&path, words).map_err(wrong)
    };
    write("report.html", page(hall, console.lang)?)?;
    write("players.csv", csv(hall))?;
    write("games.csv", games_csv(hall)?)?;
    Ok(())
}

fn games(hall: &Hall, as_json: bool, console: Console) -> Result<(), Failure> {
    let all = hall.folder().games(0)?;
    if !as_json {
        return table::print(listed(hall, &all, console), console);
    }
    let mut list = Vec::new();
    for done in &all {
        let Some(job) = hall.tournament().job(done.pair, done.game) else { continue };
        let record = done.record(&job).map_err(TournamentError::from)?;
        let [first, second] = hall.names(done).unwrap_or_default();
        list.push(Game {
            pair: done.pair,
            game: done.game,
            first,
            second,
            result: result(done),
            end: &done.end,
            moves: done.plies.len(),
            seconds: done.seconds,
            fault: done.fault.as_ref().map(|why| console.say(why)),
            record: Format::Json.text(&record)?,
        });
    }
    console.json(&json!({ "games": list }))
}

fn result(done: &GameDone) -> &'static str {
    match done.winner {
        None => "draw",
        Some(Side::First) => "first",
        Some(Side::Second) => "second",
    }
}

fn listed(hall: &Hall, all: &[GameDone], console: Console) -> Grid {
    let heads = ["pair", "first", "second", "result", "moves", "end"];
    let row = |done: &GameDone| {
        let [first, second] = hall.names(done).unwrap_or_default();
        let score = match done.winner {
            None => "½–½",
            Some(Side::First) => "1–0",
            Some(Side::Second) => "0–1",
        };
        let why = done.fault.as_ref().map_or_else(|| done.end.clone(), |why| console.say(why));
        let pair = format!("{}.{}", done.pair + 1, done.game + 1);
        vec![pair, first.into(), second.into(), score.into(), done.plies.len().to_string(), why]
    };
    Grid {
        heads: heads
            .map(|head| console.say(&Text::new(format!("tournament-head-{head}"))))
            .to_vec(),
        rows: all.iter().map(row).collect(),
        words: vec![1, 2, 5],
    }
}

//! `ludoteca stress`: Hextress, how fast this machine plays, and how fast others did.

use std::{collections::BTreeSet, fs};

use clap::Args;
use ludoteca_arena::{StressLevel, stress};
use ludoteca_games::{
    hex::LARGEST,
    params::{Key, Kind, Value},
};
use ludoteca_lab::stress::{Measurement, Named, report, tables};
use ludoteca_players::Stop;
use ludoteca_text::{Text, text};
use serde_json::json;

use crate::{
    args::whole,
    console::{Console, Failure, progress_bar, reason},
    subject, table,
    think::stop_on_interrupt,
};

#[derive(Args)]
pub struct Options {
    #[arg(long, value_name = "sizes", value_delimiter = ',', allow_negative_numbers = true)]
    #[arg(value_parser = |words: &str| whole("--sizes", 1, LARGEST as i64, words))]
    sizes: Option<Vec<i64>>,
    #[arg(long, value_name = "levels", value_delimiter = ',')]
    #[arg(value_parser = |words: &str| level("--levels", words))]
    levels: Option<Vec<StressLevel>>,
    #[arg(long, value_name = "file")]
    save: Option<String>,
    #[arg(long, value_name = "file", num_args = 1..)]
    compare: Option<Vec<String>>,
    #[arg(long)]
    json: bool,
    #[arg(long, value_name = "file")]
    html: Option<String>,
}

/// A level by its name.
fn level(name: &'static str, words: &str) -> Result<StressLevel, Text> {
    let names = StressLevel::ALL.map(StressLevel::name);
    let chosen = Key::new(name, Kind::Choice(names.into()), "").read(words)?;
    let level =
        StressLevel::ALL.into_iter().find(|level| chosen == Value::Word(level.name().into()));
    Ok(level.unwrap_or_default())
}

pub fn run(what: &Options, console: Console) -> Result<(), Failure> {
    let mut all = Vec::new();
    for file in what.compare.iter().flatten() {
        let wrong = |why| text!("cli-in-file", file = file.as_str(), why = why);
        let measurement = Measurement::read(&subject::read(file)?).map_err(wrong)?;
        let name = Text::verbatim(file.as_str());
        all.push(Named { name, file: Some(file.clone()), measurement });
    }
    // Whoever just compares files does not wait for a measurement.
    let asked = what.sizes.is_some() || what.levels.is_some() || what.save.is_some();
    if what.compare.is_none() || asked {
        let measurement = measure(what, console)?;
        all.push(Named { name: text!("cli-stress-here"), file: None, measurement });
    }
    answer(what, &all, console)?;
    // After the answer, so that a file that cannot be written costs nobody the measurement.
    if let (Some(file), Some(Named { measurement, .. })) = (&what.save, all.last()) {
        write(file, &measurement.document())?;
        if !what.json {
            console.tell(&text!("cli-stress-saved", file = file.as_str()))?;
        }
    }
    if let Some(file) = &what.html {
        write(file, &report(&all, console.lang).page(console.lang))?;
        if !what.json {
            console.tell(&text!("cli-stress-written", file = file.as_str()))?;
        }
    }
    Ok(())
}

fn write(file: &str, words: &str) -> Result<(), Text> {
    fs::write(file, words).map_err(|error| text!("cli-file", file = file, why = reason(&error)))
}

/// Measures this machine.
fn measure(what: &Options, console: Console) -> Result<Measurement, Failure> {
    let sizes = |level: StressLevel| match &what.sizes {
        Some(sizes) => sizes.iter().map(|size| *size as usize).collect::<Vec<_>>(),
        None => level.usual_sizes().collect(),
    };
    let levels = what.levels.as_deref().unwrap_or(&StressLevel::ALL).iter();
    let boards = levels.flat_map(|level| sizes(*level).into_iter().map(|size| (*level, size)));
    let boards: Vec<_> = boards.collect::<BTreeSet<_>>().into_iter().collect();
    let stop = Stop::default();
    stop_on_interrupt(stop.clone());
    let bar = progress_bar(100, console);
    let rows = stress(&boards, &stop, &mut |done| bar.set_position((done * 100.0) as u64));
    bar.finish_and_clear();
    let rows = rows?;
    if rows.is_empty() {
        return Err(text!("cli-stress-nothing").into());
    }
    if rows.len() < boards.len() {
        console.note(&text!("cli-stress-stopped", boards = rows.len(), all = boards.len()));
    }
    Ok(Measurement::here(rows))
}

fn answer(what: &Options, all: &[Named], console: Console) -> Result<(), Failure> {
    match (all, &what.compare) {
        ([one], None) if what.json => console.json(&one.measurement),
        _ if what.json => console.json(&json!({ "measurements": all })),
        _ => tell(all, console),
    }
}

fn tell(all: &[Named], console: Console) -> Result<(), Failure> {
    for (index, named) in all.iter().enumerate() {
        console.tell(&tables::machine(named, index, all.len() > 1))?;
        for text in tables::faster(&named.measurement) {
            console.tell(&text)?;
        }
        console.print("")?;
    }
    table::print(tables::times(all, console.lang), console)?;
    console.print("")?;
    for text in tables::notes(all) {
        console.tell(&text)?;
    }
    Ok(())
}

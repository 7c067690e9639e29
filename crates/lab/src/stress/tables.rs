//! Measurements as rows and columns, and in sentences: the same at the terminal and on a page.

use std::collections::BTreeSet;

use ludoteca_arena::{STRESS_DEPTH, StressRow};
use ludoteca_players::hex::Mode;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{Measurement, Named};
use crate::{
    beside,
    report::{Grid, three_digits},
};

/// Both modes, in the order in which they are played and shown.
pub const MODES: [Mode; 2] = [Mode::Parallel, Mode::Sequential];

/// The times of one measurement, or of several side by side.
pub fn times(all: &[Named], lang: Lang) -> Grid {
    match all {
        [one] => times_of_one(&one.measurement, lang),
        _ => times_of_several(all, lang),
    }
}

fn times_of_one(measurement: &Measurement, lang: Lang) -> Grid {
    let heads = [
        text!("cli-stress-board"),
        mode_name(Mode::Parallel),
        mode_name(Mode::Sequential),
        text!("cli-stress-faster"),
        text!("cli-stress-games"),
    ];
    let row = |row: &StressRow| {
        let faster = match row.faster() {
            Some((mode, times)) => {
                let times = (times * 10.0).round() / 10.0;
                text!("cli-stress-times", mode = mode_name(mode), times = times)
            }
            None => text!("cli-stress-equal"),
        };
        let [parallel, sequential] = MODES.map(|mode| three_digits(time(row, mode)));
        let games = Text::verbatim(row.games.to_string());
        [board(row.size), parallel, sequential, faster, games].map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: measurement.rows.iter().map(row).collect(),
        words: vec![0, 3],
    }
}

fn times_of_several(all: &[Named], lang: Lang) -> Grid {
    let mut heads = vec![text!("cli-stress-board"), text!("cli-stress-mode")];
    heads.extend((0..all.len()).map(number));
    heads.push(text!("cli-stress-fastest"));
    let mut rows = Vec::new();
    for size in sizes(all) {
        for mode in MODES {
            let times = all.iter().map(|named| {
                let rows = &named.measurement.rows;
                rows.iter().find(|row| row.size == size).map(|row| time(row, mode))
            });
            let times: Vec<Option<f64>> = times.collect();
            let known = times.iter().enumerate().filter_map(|(at, time)| Some((at, (*time)?)));
            let fastest = known.min_by(|one, two| one.1.total_cmp(&two.1));
            let mut row = vec![board(size), mode_name(mode)];
            row.extend(times.iter().map(|time| time.map_or(Text::verbatim("–"), three_digits)));
            row.push(fastest.map_or(Text::verbatim("–"), |(at, _)| number(at)));
            rows.push(row.iter().map(|text| lang.say(text)).collect());
        }
    }
    let heads = heads.iter().map(|text| lang.say(text)).collect();
    Grid { heads, rows, words: vec![0, 1, all.len() + 2] }
}

/// All boards that were measured, the smallest first.
pub fn sizes(all: &[Named]) -> BTreeSet<usize> {
    all.iter().flat_map(|named| &named.measurement.rows).map(|row| row.size).collect()
}

/// The time of a mode on a board.
pub fn time(row: &StressRow, mode: Mode) -> f64 {
    match mode {
        Mode::Sequential => row.sequential_seconds,
        _ => row.parallel_seconds,
    }
}

/// What a mode is called.
pub fn mode_name(mode: Mode) -> Text {
    match mode {
        Mode::Sequential => text!("cli-stress-sequential"),
        _ => text!("cli-stress-parallel"),
    }
}

/// What a board is called.
pub fn board(size: usize) -> Text {
    Text::verbatim(format!("{size}×{size}"))
}

/// What a measurement is called beside others.
pub fn number(index: usize) -> Text {
    Text::verbatim(beside::number(index))
}

/// The machine of a measurement, in a sentence; numbered where there are several.
pub fn machine(named: &Named, index: usize, several: bool) -> Text {
    let measurement = &named.measurement;
    let machine = measurement.machine().text(&measurement.version);
    if !several {
        return machine;
    }
    text!(
        "cli-stress-numbered",
        number = number(index),
        name = named.name.clone(),
        machine = machine
    )
}

/// Which mode wins where.
pub fn faster(measurement: &Measurement) -> Vec<Text> {
    let boards = |wanted: Option<Mode>| {
        let rows = measurement.rows.iter();
        let rows = rows.filter(|row| row.faster().map(|(mode, _)| mode) == wanted);
        rows.map(|row| format!("{0}×{0}", row.size)).collect::<Vec<_>>().join(", ")
    };
    let told = [
        ("cli-stress-wins-parallel", boards(Some(Mode::Parallel))),
        ("cli-stress-wins-sequential", boards(Some(Mode::Sequential))),
        ("cli-stress-wins-neither", boards(None)),
    ];
    let told = told.into_iter().filter(|(_, boards)| !boards.is_empty());
    told.map(|(id, boards)| text!(id, boards = boards)).collect()
}

/// What the figures are, and where they cannot be compared.
pub fn notes(all: &[Named]) -> Vec<Text> {
    let mut notes =
        vec![text!("cli-stress-unit"), text!("cli-stress-settings", depth = STRESS_DEPTH)];
    let differs = |size: &usize| {
        let rows = all.iter().flat_map(|named| &named.measurement.rows);
        let games: BTreeSet<&[String]> =
            rows.filter(|row| row.size == *size).map(|row| row.moves.as_slice()).collect();
        games.len() > 1
    };
    let boards = sizes(all).into_iter().filter(differs).map(|size| format!("{size}×{size}"));
    let boards = boards.collect::<Vec<_>>().join(", ");
    if !boards.is_empty() {
        notes.push(text!("cli-stress-other-games", boards = boards));
    }
    notes
}

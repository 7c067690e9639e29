//! Measurements as rows and columns, and in sentences: the same at the terminal and on a page.

use std::collections::BTreeSet;

use ludoteca_arena::{STRESS_MODES, StressLevel, StressRow};
use ludoteca_players::hex::Mode;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{Measurement, Named};
use crate::{
    beside,
    report::{Grid, three_digits},
};

/// The times of one measurement, or of several side by side.
pub fn times(all: &[Named], lang: Lang) -> Grid {
    match all {
        [one] => times_of_one(&one.measurement, lang),
        _ => times_of_several(all, lang),
    }
}

fn times_of_one(measurement: &Measurement, lang: Lang) -> Grid {
    let [parallel, shared, sequential] = STRESS_MODES.map(mode_name);
    let heads = [
        text!("cli-stress-level"),
        text!("cli-stress-board"),
        parallel,
        shared,
        sequential,
        text!("cli-stress-faster"),
        text!("cli-stress-positions"),
        text!("cli-stress-games"),
    ];
    let row = |row: &StressRow| {
        let tenths = |number: f64| (number * 10.0).round() / 10.0;
        let faster = match row.faster() {
            Some((mode, times)) => {
                text!("cli-stress-times", mode = mode_name(mode), times = tenths(times))
            }
            None => text!("cli-stress-equal"),
        };
        let more = row.more_positions();
        let more = more.map(|more| text!("cli-stress-more", times = tenths(more)));
        let [parallel, shared, sequential] = STRESS_MODES.map(|mode| seconds(time(row, mode)));
        let games = Text::verbatim(row.games.to_string());
        let more = more.unwrap_or(Text::verbatim(NOTHING));
        let (level, board) = (level_name(row.level), board(row.size));
        let cells = [level, board, parallel, shared, sequential, faster, more, games];
        cells.map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: measurement.rows.iter().map(row).collect(),
        words: vec![0, 1, 5],
    }
}

fn times_of_several(all: &[Named], lang: Lang) -> Grid {
    let mut heads =
        vec![text!("cli-stress-level"), text!("cli-stress-board"), text!("cli-stress-mode")];
    heads.extend((0..all.len()).map(number));
    heads.push(text!("cli-stress-fastest"));
    let mut rows = Vec::new();
    for (level, size) in boards(all) {
        for mode in STRESS_MODES {
            let times = all.iter().map(|named| {
                let mut rows = named.measurement.rows.iter();
                time(rows.find(|row| (row.level, row.size) == (level, size))?, mode)
            });
            let times: Vec<Option<f64>> = times.collect();
            let known = times.iter().enumerate().filter_map(|(at, time)| Some((at, (*time)?)));
            let Some((fastest, _)) = known.min_by(|one, two| one.1.total_cmp(&two.1)) else {
                continue;
            };
            let mut row = vec![level_name(level), board(size), mode_name(mode)];
            row.extend(times.into_iter().map(seconds));
            row.push(number(fastest));
            rows.push(row.iter().map(|text| lang.say(text)).collect());
        }
    }
    let heads = heads.iter().map(|text| lang.say(text)).collect();
    Grid { heads, rows, words: vec![0, 1, 2, all.len() + 3] }
}

/// What stands where nothing was measured.
const NOTHING: &str = "–";

fn seconds(time: Option<f64>) -> Text {
    time.map_or(Text::verbatim(NOTHING), three_digits)
}

/// All boards that were measured at any level, by level and size.
fn boards(all: &[Named]) -> BTreeSet<(StressLevel, usize)> {
    let rows = all.iter().flat_map(|named| &named.measurement.rows);
    rows.map(|row| (row.level, row.size)).collect()
}

/// All levels that were measured.
pub fn levels(all: &[Named]) -> BTreeSet<StressLevel> {
    boards(all).into_iter().map(|(level, _)| level).collect()
}

/// The boards that were measured at a level, the smallest first.
pub fn sizes(all: &[Named], level: StressLevel) -> Vec<usize> {
    boards(all).into_iter().filter(|board| board.0 == level).map(|board| board.1).collect()
}

/// The time of a mode on a board, where it was measured.
pub fn time(row: &StressRow, mode: Mode) -> Option<f64> {
    match mode {
        Mode::Sequential => Some(row.sequential_seconds),
        Mode::Shared => row.shared_seconds,
        _ => Some(row.parallel_seconds),
    }
}

/// What a mode is called.
pub fn mode_name(mode: Mode) -> Text {
    match mode {
        Mode::Sequential => text!("cli-stress-sequential"),
        Mode::Shared => text!("cli-stress-shared"),
        _ => text!("cli-stress-parallel"),
    }
}

/// What a level is called.
pub fn level_name(level: StressLevel) -> Text {
    match level {
        StressLevel::Bridges => text!("cli-stress-bridges"),
        StressLevel::Normal => text!("level-normal"),
        StressLevel::Expert => text!("level-expert"),
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

/// Which of the two algorithms wins where, and from which board on the parallel one pays.
pub fn faster(measurement: &Measurement) -> Vec<Text> {
    let mut told = Vec::new();
    for level in StressLevel::ALL {
        let rows = || measurement.rows.iter().filter(move |row| row.level == level);
        let faster = |row: &StressRow| row.faster().map(|(mode, _)| mode);
        let boards = |wanted: Option<Mode>| {
            let rows = rows().filter(|row| faster(row) == wanted);
            rows.map(|row| format!("{0}×{0}", row.size)).collect::<Vec<_>>().join(", ")
        };
        let wins = [
            ("cli-stress-wins-parallel", boards(Some(Mode::Parallel))),
            ("cli-stress-wins-sequential", boards(Some(Mode::Sequential))),
            ("cli-stress-wins-neither", boards(None)),
        ];
        let wins = wins.into_iter().filter(|(_, boards)| !boards.is_empty());
        told.extend(wins.map(|(id, boards)| text!(id, level = level_name(level), boards = boards)));
        let pays = |row: &&StressRow| faster(row) == Some(Mode::Parallel);
        let larger = rows().collect::<Vec<_>>().into_iter().rev().take_while(pays).last();
        if rows().next().is_some() {
            told.push(match larger {
                Some(row) => {
                    text!("cli-stress-pays", level = level_name(level), board = board(row.size))
                }
                None => text!("cli-stress-pays-not", level = level_name(level)),
            });
        }
    }
    told
}

/// What the figures are, and where they cannot be compared.
pub fn notes(all: &[Named]) -> Vec<Text> {
    let mut notes = vec![text!("cli-stress-unit"), text!("cli-stress-algorithms")];
    let [bridges, normal, expert] = StressLevel::ALL.map(StressLevel::depth);
    notes.push(text!("cli-stress-settings", bridges = bridges, normal = normal, expert = expert));
    let differs = |(level, size): &(StressLevel, usize)| {
        let rows = all.iter().flat_map(|named| &named.measurement.rows);
        let games: BTreeSet<&[String]> = rows
            .filter(|row| (row.level, row.size) == (*level, *size))
            .map(|row| row.moves.as_slice())
            .collect();
        games.len() > 1
    };
    let differing: BTreeSet<usize> =
        boards(all).into_iter().filter(differs).map(|(_, size)| size).collect();
    if !differing.is_empty() {
        let boards = differing.iter().map(|size| format!("{size}×{size}"));
        let boards = boards.collect::<Vec<_>>().join(", ");
        notes.push(text!("cli-stress-other-games", boards = boards));
    }
    notes
}

//! `experiment ants-readings`: annex D of the thesis read in many ways, and which of them reaches its
//! figures.

use ludoteca_arena::experiment::{
    CHANCE_FIELDS, Field, READING_GAMES, READINGS, ReadingRow, Run, reading_rows, reading_runs,
};
use ludoteca_games::params::{Key, Values};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{Experiment, Report, games, games_of, percent};
use crate::report::{
    Grid,
    plot::{Line, Plot, Point, Scale},
};

/// The experiment.
pub struct AntsReadings;

/// The reading that learns during the game, against what the annex says.
const IN_THE_GAME: &str = "move";

impl Experiment for AntsReadings {
    type Row = ReadingRow;
    const NAME: &'static str = "ants-readings";

    fn keys() -> Vec<Key> {
        vec![games(READING_GAMES)]
    }

    fn runs(settings: &Values) -> Vec<Run<ReadingRow>> {
        reading_runs(games_of(settings))
    }

    fn together(parts: Vec<ReadingRow>) -> Vec<ReadingRow> {
        reading_rows(parts)
    }

    fn report(rows: &[ReadingRow], lang: Lang) -> Report {
        let notes = [
            text!("cli-readings-how"),
            text!("cli-readings-known"),
            text!("cli-readings-rules"),
            text!("cli-readings-marks"),
            text!("cli-puzzles-interval"),
        ];
        Report {
            title: lang.say(&text!("cli-readings-title")),
            lead: lang.say(&lead(rows)),
            table: table(rows, lang),
            plots: vec![
                ("won".into(), plot(rows, 0, text!("cli-chance-won-title"), lang)),
                ("lost".into(), plot(rows, 1, text!("cli-chance-lost-title"), lang)),
            ],
            more: vec![(lang.say(&text!("cli-readings-each")), each(rows, lang))],
            notes: notes.iter().map(|note| lang.say(note)).collect(),
            ..Report::default()
        }
    }
}

fn of<'r>(rows: &'r [ReadingRow], reading: &str, field: Field) -> Option<&'r ReadingRow> {
    rows.iter().find(|row| row.reading == reading && row.game == field.name)
}

/// In how many games a reading reaches the reference.
fn held(rows: &[ReadingRow], reading: &str) -> usize {
    rows.iter().filter(|row| row.reading == reading && row.holds()).count()
}

/// What the readings come to: how many of those that learn before the game reach the reference
/// everywhere, and the one that does so most often.
fn lead(rows: &[ReadingRow]) -> Text {
    let before = READINGS.iter().map(|(name, _)| *name).filter(|name| *name != IN_THE_GAME);
    let held: Vec<(&str, usize)> = before.map(|name| (name, held(rows, name))).collect();
    let all = held.iter().filter(|(_, games)| *games == CHANCE_FIELDS.len()).count();
    let best = held.iter().rev().max_by_key(|(_, games)| *games);
    let (best, games) = best.copied().unwrap_or_default();
    text!(
        "cli-readings-lead",
        readings = held.len(),
        all = all,
        best = keys_of(best),
        games = games,
        printed = held.first().map_or(0, |(_, games)| *games)
    )
}

fn keys_of(reading: &str) -> &'static str {
    match READINGS.iter().find(|(name, _)| *name == reading) {
        Some((_, "")) | None => "form=thesis",
        Some((_, keys)) => keys,
    }
}

/// A line for each reading, with what came of it in each game, and one for the reference.
fn table(rows: &[ReadingRow], lang: Lang) -> Grid {
    let mut heads = vec![text!("cli-readings-reading")];
    heads.extend(CHANCE_FIELDS.iter().map(|(field, _)| field.title()));
    heads.extend([text!("cli-readings-reached"), text!("cli-readings-blind")]);
    let reference = CHANCE_FIELDS.iter().map(|(_, figures)| Text::verbatim(slashed(*figures)));
    let nothing = Text::verbatim("–");
    let reference = [text!("cli-chance-reference-head")]
        .into_iter()
        .chain(reference)
        .chain([nothing.clone(), nothing.clone()]);
    let row = |(name, _): &(&str, &str)| {
        let cells = CHANCE_FIELDS.iter().map(|(field, _)| {
            let Some(row) = of(rows, name, *field) else { return nothing.clone() };
            let shares = row.shares().map(|share| (share.share * 100.0).round() as u32);
            let mark = match (row.holds(), row.may_hold()) {
                (true, _) => " ✓",
                (false, true) => " ≈",
                (false, false) => "",
            };
            Text::verbatim(slashed(shares) + mark)
        });
        let own = || rows.iter().filter(|row| row.reading == *name);
        let moves: u32 = own().map(|row| row.moves).sum();
        let known: u32 = own().map(|row| row.known).sum();
        let known = 100.0 * f64::from(known) / f64::from(moves.max(1));
        [Text::verbatim(keys_of(name))]
            .into_iter()
            .chain(cells)
            .chain([
                Text::verbatim(format!("{} / {}", held(rows, name), CHANCE_FIELDS.len())),
                text!("percent", percent = known.round()),
            ])
            .map(|text| lang.say(&text))
            .collect::<Vec<_>>()
    };
    let reference: Vec<String> = reference.map(|text| lang.say(&text)).collect();
    Grid {
        heads: heads.iter().map(|text| lang.say(text)).collect(),
        rows: [reference].into_iter().chain(READINGS.iter().map(row)).collect(),
        words: vec![0],
    }
}

fn slashed(figures: [u32; 3]) -> String {
    figures.map(|figure| figure.to_string()).join("/")
}

/// What each reading means, and its shares with their intervals.
fn each(rows: &[ReadingRow], lang: Lang) -> Grid {
    let heads = [
        text!("cli-readings-reading"),
        text!("cli-readings-means"),
        text!("cli-experiment-game"),
        text!("cli-chance-won-share"),
        text!("cli-chance-lost-share"),
        text!("cli-readings-blind"),
    ];
    let row = |row: &ReadingRow| {
        let [won, lost, _] = row.shares();
        let known = 100.0 * f64::from(row.known) / f64::from(row.moves.max(1));
        let field = CHANCE_FIELDS.iter().find(|(field, _)| field.name == row.game);
        let cells = [
            Text::verbatim(keys_of(&row.reading)),
            Text::new(format!("cli-reading-{}", row.reading)),
            field.map_or_else(|| Text::verbatim(row.game.as_str()), |(field, _)| field.title()),
            percent(won),
            percent(lost),
            text!("percent", percent = known.round()),
        ];
        cells.map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: rows.iter().map(row).collect(),
        words: vec![0, 1, 2],
    }
}

/// One of the shares of every reading, a line for each game, with the reference first.
fn plot(rows: &[ReadingRow], which: usize, heading: Text, lang: Lang) -> Plot {
    let line = |(colour, (field, reference)): (usize, &(Field, [u32; 3]))| {
        let value = f64::from(reference[which]);
        let first = Point { column: 0, value, spread: None, told: format!("{value}") };
        let point = |(at, (name, _)): (usize, &(&str, &str))| {
            let share = of(rows, name, *field)?.shares()[which];
            let told = text!("cli-experiment-point", name = keys_of(name), share = percent(share));
            Some(Point {
                column: at + 1,
                value: share.share * 100.0,
                spread: Some([share.low * 100.0, share.high * 100.0]),
                told: lang.say(&told),
            })
        };
        let points = READINGS.iter().enumerate().filter_map(point);
        let points = [first].into_iter().chain(points).collect();
        Line { name: lang.say(&field.title()), colour, dashed: false, points }
    };
    let reference = lang.say(&text!("cli-chance-reference-head"));
    let columns = READINGS.iter().map(|(name, _)| (*name).to_owned());
    Plot {
        title: lang.say(&heading),
        unit: "%".into(),
        scale: Scale::Linear,
        columns: [reference].into_iter().chain(columns).collect(),
        joined: false,
        within: None,
        lines: CHANCE_FIELDS.iter().enumerate().map(line).collect(),
    }
}

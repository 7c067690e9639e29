//! `experiment arimaa-puzzles`: who solves our puzzles of Arimaa, with which settings, and how fast.

use ludoteca_arena::experiment::{
    PuzzleRow, PuzzleSetting, PuzzleSummary, Run, puzzle_runs, puzzle_summaries,
};
use ludoteca_games::params::{Key, Values};
use ludoteca_players::arimaa::puzzles::{Puzzle, puzzles};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{Experiment, Report, percent};
use crate::report::{
    Grid, figure,
    plot::{Line, Plot, Point, Scale},
    three_digits,
};

/// The experiment.
pub struct ArimaaPuzzles;

impl Experiment for ArimaaPuzzles {
    type Row = PuzzleRow;
    const NAME: &'static str = "arimaa-puzzles";

    fn keys() -> Vec<Key> {
        Vec::new()
    }

    fn runs(_: &Values) -> Vec<Run<PuzzleRow>> {
        puzzle_runs()
    }

    fn report(rows: &[PuzzleRow], lang: Lang) -> Report {
        let summaries = puzzle_summaries(rows);
        let best = summaries.iter().rev().max_by_key(|summary| summary.solved);
        let lead = best.map_or(text!("cli-experiment-nothing"), |best| {
            text!(
                "cli-puzzles-lead",
                puzzles = puzzles().len(),
                settings = summaries.len(),
                solved = best.solved,
                best = full_name(&best.setting)
            )
        });
        let notes = [
            text!("cli-puzzles-terminal"),
            text!("cli-puzzles-interval"),
            text!("cli-puzzles-time"),
        ];
        Report {
            title: lang.say(&text!("cli-puzzles-title")),
            lead: lang.say(&lead),
            table: table(&summaries, lang),
            plots: vec![
                ("solved".into(), solved_plot(&summaries, lang)),
                ("time".into(), time_plot(&summaries, lang)),
            ],
            more: vec![(lang.say(&text!("cli-puzzles-each")), each(rows, lang))],
            notes: notes.iter().map(|note| lang.say(note)).collect(),
            ..Report::default()
        }
    }
}

/// A line for each setting. What none of them has is left out.
fn table(summaries: &[PuzzleSummary], lang: Lang) -> Grid {
    type Key = fn(&PuzzleSetting) -> Option<Text>;
    let keys: [(Text, Key); 5] = [
        (text!("cli-puzzles-ants"), |setting| number(setting.ants)),
        (text!("cli-puzzles-searches"), |setting| number(setting.searches)),
        (text!("cli-puzzles-depth"), |setting| number(setting.depth)),
        (text!("cli-puzzles-limit"), |setting| number(setting.limit)),
        (text!("cli-puzzles-seconds"), |setting| Some(figure(&setting.seconds?.to_string()))),
    ];
    let used = |key: &Key| summaries.iter().any(|summary| key(&summary.setting).is_some());
    let keys: Vec<(Text, Key)> = keys.into_iter().filter(|(_, key)| used(key)).collect();
    let mut heads = vec![text!("cli-puzzles-player")];
    heads.extend(keys.iter().map(|(head, _)| head.clone()));
    heads.extend([
        text!("cli-puzzles-solved"),
        text!("cli-puzzles-share"),
        text!("cli-puzzles-at-once"),
        text!("cli-puzzles-median"),
        text!("cli-puzzles-most"),
    ]);
    let row = |summary: &PuzzleSummary| {
        let [_, median, most] = summary.milliseconds;
        let mut row = vec![Text::verbatim(summary.setting.player)];
        let values = keys.iter().map(|(_, key)| key(&summary.setting));
        row.extend(values.map(|value| value.unwrap_or_else(|| Text::verbatim("–"))));
        row.extend([
            text!("cli-puzzles-of", solved = summary.solved, tried = summary.tried),
            percent(summary.share),
            Text::verbatim(summary.terminal.to_string()),
            milliseconds(median),
            milliseconds(most),
        ]);
        row.iter().map(|text| lang.say(text)).collect()
    };
    Grid {
        heads: heads.iter().map(|text| lang.say(text)).collect(),
        rows: summaries.iter().map(row).collect(),
        words: vec![0],
    }
}

fn number(number: Option<u32>) -> Option<Text> {
    number.map(|number| Text::verbatim(number.to_string()))
}

fn milliseconds(time: f64) -> Text {
    three_digits(time.max(0.001))
}

/// A line for each puzzle.
fn each(rows: &[PuzzleRow], lang: Lang) -> Grid {
    let heads = [
        text!("cli-puzzles-puzzle"),
        text!("cli-puzzles-grade"),
        text!("cli-puzzles-solved"),
        text!("cli-puzzles-task"),
        text!("cli-puzzles-theme"),
    ];
    let row = |puzzle: &Puzzle| {
        let own = || rows.iter().filter(|row| row.puzzle == puzzle.number);
        let solved = own().filter(|row| row.solved).count();
        let cells = [
            Text::verbatim(puzzle.number.to_string()),
            Text::verbatim(puzzle.grade.to_string()),
            text!("cli-puzzles-of", solved = solved, tried = own().count()),
            puzzle.task(),
            puzzle.theme(),
        ];
        cells.map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: puzzles().iter().map(row).collect(),
        words: vec![3, 4],
    }
}

fn solved_plot(summaries: &[PuzzleSummary], lang: Lang) -> Plot {
    let point = |summary: &PuzzleSummary| {
        let told = text!(
            "cli-puzzles-solved-point",
            setting = full_name(&summary.setting),
            solved = summary.solved,
            tried = summary.tried,
            share = percent(summary.share)
        );
        let spread = [summary.share.low, summary.share.high].map(|end| end * 100.0);
        (summary.share.share * 100.0, spread, told)
    };
    let unit = Text::verbatim("%");
    plot(summaries, text!("cli-puzzles-solved-title"), unit, Scale::Linear, point, lang)
}

fn time_plot(summaries: &[PuzzleSummary], lang: Lang) -> Plot {
    let point = |summary: &PuzzleSummary| {
        let [least, median, most] = summary.milliseconds.map(|time| time.max(0.001));
        let told = text!(
            "cli-puzzles-time-point",
            setting = full_name(&summary.setting),
            median = milliseconds(median),
            most = milliseconds(most)
        );
        (median, [least, most], told)
    };
    let unit = Text::verbatim("ms");
    plot(summaries, text!("cli-puzzles-time-title"), unit, Scale::Logarithmic, point, lang)
}

/// A column for each setting; those that differ in one figure are joined.
fn plot(
    summaries: &[PuzzleSummary],
    title: Text,
    unit: Text,
    scale: Scale,
    point: impl Fn(&PuzzleSummary) -> (f64, [f64; 2], Text),
    lang: Lang,
) -> Plot {
    let mut lines: Vec<Line> = Vec::new();
    for (column, summary) in summaries.iter().enumerate() {
        let name = lang.say(&family(&summary.setting));
        let (value, spread, told) = point(summary);
        let point = Point { column, value, spread: Some(spread), told: lang.say(&told) };
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(point),
            None => {
                let colour = lines.len();
                lines.push(Line { name, colour, dashed: false, points: vec![point] });
            }
        }
    }
    let columns = summaries.iter().map(|summary| lang.say(&short_name(&summary.setting)));
    let columns = columns.collect();
    let (title, unit) = (lang.say(&title), lang.say(&unit));
    Plot { title, unit, scale, columns, joined: true, within: None, lines }
}

/// What settings are called that differ in one figure only.
fn family(setting: &PuzzleSetting) -> Text {
    match setting.depth {
        Some(depth) => text!("cli-puzzles-family", player = setting.player, depth = depth),
        None => Text::verbatim(setting.player),
    }
}

/// The figures of a setting that its family does not name.
fn short_name(setting: &PuzzleSetting) -> Text {
    let PuzzleSetting { ants, searches, limit, seconds, .. } = *setting;
    if let (Some(ants), Some(searches)) = (ants, searches) {
        Text::verbatim(format!("{ants} × {searches}"))
    } else if let Some(limit) = limit {
        text!("cli-puzzles-turns", limit = limit)
    } else {
        seconds.map_or(Text::verbatim(setting.player), seconds_text)
    }
}

/// A setting as somebody would type it, and its time.
fn full_name(setting: &PuzzleSetting) -> Text {
    let player = setting.player_text();
    match setting.seconds {
        Some(seconds) => {
            text!("cli-puzzles-timed", player = player, seconds = seconds_text(seconds))
        }
        None => Text::verbatim(player),
    }
}

fn seconds_text(seconds: f64) -> Text {
    text!("cli-puzzles-in-seconds", seconds = figure(&seconds.to_string()))
}

//! `experiment ants-vs-random`: how an ant colony fares against chance, beside a reference.

use ludoteca_arena::experiment::{
    CHANCE_FIELDS, CHANCE_GAMES, CHANCE_SEED, COLONY, ChanceRow, LEARN, Run, chance_rows,
    chance_runs,
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
pub struct AntsVsRandom;

impl Experiment for AntsVsRandom {
    type Row = ChanceRow;
    const NAME: &'static str = "ants-vs-random";

    fn keys() -> Vec<Key> {
        vec![games(CHANCE_GAMES)]
    }

    fn runs(settings: &Values) -> Vec<Run<ChanceRow>> {
        chance_runs(games_of(settings))
    }

    fn together(parts: Vec<ChanceRow>) -> Vec<ChanceRow> {
        chance_rows(parts)
    }

    fn report(rows: &[ChanceRow], lang: Lang) -> Report {
        let on_every_move = || rows.iter().filter(|row| row.learn == "move");
        let lead = text!(
            "cli-chance-lead",
            held = on_every_move().filter(|row| row.holds()).count(),
            all = on_every_move().count()
        );
        let notes = [
            text!("cli-chance-player", player = COLONY, seed = CHANCE_SEED),
            text!("cli-chance-learn"),
            text!("cli-chance-reference"),
            text!("cli-puzzles-interval"),
        ];
        Report {
            title: lang.say(&text!("cli-chance-title")),
            lead: lang.say(&lead),
            table: table(rows, lang),
            plots: vec![
                ("won".into(), plot(rows, 0, text!("cli-chance-won-title"), lang)),
                ("lost".into(), plot(rows, 1, text!("cli-chance-lost-title"), lang)),
            ],
            more: Vec::new(),
            notes: notes.iter().map(|note| lang.say(note)).collect(),
            ..Report::default()
        }
    }
}

fn table(rows: &[ChanceRow], lang: Lang) -> Grid {
    let heads = [
        text!("cli-experiment-game"),
        Text::verbatim("learn"),
        text!("cli-experiment-count"),
        text!("cli-experiment-won"),
        text!("cli-experiment-lost"),
        text!("cli-experiment-drawn"),
        text!("cli-chance-won-share"),
        text!("cli-chance-lost-share"),
        text!("cli-chance-reference-head"),
        text!("cli-chance-holds"),
    ];
    let row = |row: &ChanceRow| {
        let [won, lost, _] = row.shares();
        let reference = row.reference().map_or_else(String::new, |reference| {
            reference.map(|figure| figure.to_string()).join("/")
        });
        let number = |number: u32| Text::verbatim(number.to_string());
        let cells = [
            title(&row.game),
            Text::verbatim(row.learn.as_str()),
            number(row.games()),
            number(row.wins),
            number(row.losses),
            number(row.draws),
            percent(won),
            percent(lost),
            Text::verbatim(reference),
            Text::new(if row.holds() { "cli-chance-yes" } else { "cli-chance-no" }),
        ];
        cells.map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: rows.iter().map(row).collect(),
        words: vec![0],
    }
}

fn title(name: &str) -> Text {
    let known = CHANCE_FIELDS.iter().find(|(field, _)| field.name == name);
    known.map_or_else(|| Text::verbatim(name), |(field, _)| field.title())
}

/// One of the shares, won or lost, over the games, for both ways to learn and the reference.
fn plot(rows: &[ChanceRow], which: usize, heading: Text, lang: Lang) -> Plot {
    let at = |name: &str| CHANCE_FIELDS.iter().position(|(field, _)| field.name == name);
    let learned = LEARN.iter().enumerate().map(|(colour, learn)| {
        let own = rows.iter().filter(|row| row.learn == *learn);
        let point = |row: &ChanceRow| {
            let share = row.shares()[which];
            let told =
                text!("cli-experiment-point", name = title(&row.game), share = percent(share));
            Some(Point {
                column: at(&row.game)?,
                value: share.share * 100.0,
                spread: Some([share.low * 100.0, share.high * 100.0]),
                told: lang.say(&told),
            })
        };
        let points = own.filter_map(point).collect();
        Line { name: format!("learn={learn}"), colour, dashed: false, points }
    });
    let reference = CHANCE_FIELDS.iter().enumerate().map(|(column, (_, reference))| {
        let value = f64::from(reference[which]);
        Point { column, value, spread: None, told: format!("{value}") }
    });
    let reference = Line {
        name: lang.say(&text!("cli-chance-reference-head")),
        colour: LEARN.len(),
        dashed: true,
        points: reference.collect(),
    };
    Plot {
        title: lang.say(&heading),
        unit: "%".into(),
        scale: Scale::Linear,
        columns: CHANCE_FIELDS.iter().map(|(field, _)| lang.say(&field.title())).collect(),
        joined: false,
        within: None,
        lines: learned.chain([reference]).collect(),
    }
}

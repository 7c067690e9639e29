//! `experiment ants-variants`: which variant of the ant colony is how strong, and what its parameters
//! do.

use ludoteca_arena::{
    Share,
    experiment::{
        CONTENDERS, EFFECT_FIELDS, EFFECTS, Effect, Field, MILLISECONDS, Run, VARIANT_FIELDS,
        VARIANT_GAMES, VariantRow, contender_score, variant_runs,
    },
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
pub struct AntsVariants;

impl Experiment for AntsVariants {
    type Row = VariantRow;
    const NAME: &'static str = "ants-variants";

    fn keys() -> Vec<Key> {
        vec![games(VARIANT_GAMES)]
    }

    fn runs(settings: &Values) -> Vec<Run<VariantRow>> {
        variant_runs(games_of(settings))
    }

    fn report(rows: &[VariantRow], lang: Lang) -> Report {
        let notes = [
            text!("cli-variants-time", milliseconds = MILLISECONDS),
            text!("cli-variants-bwas"),
            text!("cli-variants-effects"),
            text!("cli-puzzles-interval"),
        ];
        let mut plots = vec![("scores".to_owned(), scores_plot(rows, lang))];
        plots.extend(EFFECTS.iter().map(|effect| {
            (format!("{}-{}", effect.variant, effect.key), effect_plot(rows, effect, lang))
        }));
        let (parameters, matches): (Vec<_>, Vec<_>) =
            rows.iter().partition(|row| row.key.is_some());
        Report {
            title: lang.say(&text!("cli-variants-title")),
            lead: lang.say(&lead(rows)),
            table: table(rows, lang),
            plots,
            more: vec![
                (lang.say(&text!("cli-variants-matches")), each(&matches, lang)),
                (lang.say(&text!("cli-variants-parameters")), each(&parameters, lang)),
            ],
            notes: notes.iter().map(|note| lang.say(note)).collect(),
            ..Report::default()
        }
    }
}

/// Who is best, and which of the ants.
fn lead(rows: &[VariantRow]) -> Text {
    let best = |all: &[(&'static str, &'static str)]| {
        let score = |(name, _): &(&'static str, &'static str)| {
            Some((*name, contender_score(rows, None, name, None)?))
        };
        all.iter().filter_map(score).max_by(|(_, a), (_, b)| a.share.total_cmp(&b.share))
    };
    let ants: Vec<_> =
        CONTENDERS.into_iter().filter(|(_, player)| player.starts_with("ants")).collect();
    match (best(&CONTENDERS), best(&ants)) {
        (Some((first, most)), Some((ants, share))) => text!(
            "cli-variants-lead",
            first = first,
            most = percent(most),
            ants = ants,
            share = percent(share)
        ),
        _ => text!("cli-experiment-nothing"),
    }
}

/// A line for each game, and one for all, with the score of each contender against all others.
fn table(rows: &[VariantRow], lang: Lang) -> Grid {
    let mut heads = vec![lang.say(&text!("cli-variants-points"))];
    heads.extend(CONTENDERS.map(|(name, _)| name.to_owned()));
    let fields = VARIANT_FIELDS.into_iter().map(Some).chain([None]);
    let row = |field: Option<Field>| {
        let title = field.map_or(text!("cli-variants-all"), |field| field.title());
        let scores = CONTENDERS.map(|(name, _)| match contender_score(rows, field, name, None) {
            Some(share) => bare(share),
            None => Text::verbatim("–"),
        });
        [title].iter().chain(&scores).map(|text| lang.say(text)).collect()
    };
    Grid { heads, rows: fields.map(row).collect(), words: vec![0] }
}

/// `45 (31–60)`.
fn bare(share: Share) -> Text {
    let [share, low, high] = [share.share, share.low, share.high].map(|part| part * 100.0);
    Text::verbatim(format!("{share:.0} ({low:.0}–{high:.0})"))
}

/// A line for each match.
fn each(rows: &[&VariantRow], lang: Lang) -> Grid {
    let heads = [
        text!("cli-experiment-game"),
        Text::verbatim("a"),
        Text::verbatim("b"),
        text!("cli-experiment-won"),
        text!("cli-experiment-lost"),
        text!("cli-experiment-drawn"),
        text!("cli-variants-elo"),
    ];
    let row = |row: &&VariantRow| {
        let number = |number: u32| Text::verbatim(number.to_string());
        let elo = format!("{:+.0} ({:+.0} … {:+.0})", row.elo, row.elo_low, row.elo_high);
        let cells = [
            title(&row.game),
            Text::verbatim(row.a.as_str()),
            Text::verbatim(row.b.as_str()),
            number(row.wins),
            number(row.losses),
            number(row.draws),
            Text::verbatim(elo.replace('-', "−")),
        ];
        cells.map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: rows.iter().map(row).collect(),
        words: vec![0, 1, 2],
    }
}

fn title(name: &str) -> Text {
    let known = VARIANT_FIELDS.iter().find(|field| field.name == name);
    known.map_or_else(|| Text::verbatim(name), Field::title)
}

fn scores_plot(rows: &[VariantRow], lang: Lang) -> Plot {
    let line = |(colour, (name, _)): (usize, &(&str, &str))| {
        let point = |(column, field): (usize, &Field)| {
            let share = contender_score(rows, Some(*field), name, None)?;
            Some(point(column, share, &Text::verbatim(*name), lang))
        };
        let points = VARIANT_FIELDS.iter().enumerate().filter_map(point).collect();
        Line { name: (*name).to_owned(), colour, dashed: false, points }
    };
    Plot {
        title: lang.say(&text!("cli-variants-scores-title")),
        unit: "%".into(),
        scale: Scale::Linear,
        columns: VARIANT_FIELDS.iter().map(|field| lang.say(&field.title())).collect(),
        joined: false,
        within: None,
        lines: CONTENDERS.iter().enumerate().map(line).collect(),
    }
}

/// A parameter's values from left to right; the usual one scores a half against itself.
fn effect_plot(rows: &[VariantRow], effect: &Effect, lang: Lang) -> Plot {
    let line = |(colour, field): (usize, &Field)| {
        let title = field.title();
        let point = |(column, value): (usize, &&str)| {
            if column == effect.usual {
                let told = lang.say(&text!("cli-variants-usual", value = *value));
                return Some(Point { column, value: 50.0, spread: None, told });
            }
            Some(point(column, effect.score(rows, *field, value)?, &title, lang))
        };
        let points = effect.values.iter().enumerate().filter_map(point).collect();
        Line { name: lang.say(&title), colour, dashed: false, points }
    };
    let heading = text!("cli-variants-effect-title", variant = effect.variant, key = effect.key);
    let column = |value: &&str| lang.say(&crate::report::figure(value));
    Plot {
        title: lang.say(&heading),
        unit: "%".into(),
        scale: Scale::Linear,
        columns: effect.values.iter().map(column).collect(),
        joined: true,
        within: None,
        lines: EFFECT_FIELDS.iter().enumerate().map(line).collect(),
    }
}

fn point(column: usize, share: Share, name: &Text, lang: Lang) -> Point {
    let told = text!("cli-experiment-point", name = name.clone(), share = percent(share));
    Point {
        column,
        value: share.share * 100.0,
        spread: Some([share.low * 100.0, share.high * 100.0]),
        told: lang.say(&told),
    }
}

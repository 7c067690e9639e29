//! The times of puzzles one by one, as in the tables 6.1 to 6.5 of the thesis, and those tables.

use ludoteca_arena::experiment::{
    PUZZLE_SETTINGS, PuzzleRow, PuzzleSetting, THESIS_ALPHABETA, THESIS_ANTS, ThesisTime,
};
use ludoteca_players::arimaa::puzzles::puzzles;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::puzzles::{family, milliseconds, short_name};
use crate::report::Grid;

/// A table with its heading for each player in each of its forms, and those of the thesis.
pub fn grids(rows: &[PuzzleRow], lang: Lang) -> Vec<(String, Grid)> {
    let mut families: Vec<(Text, Vec<PuzzleSetting>)> = Vec::new();
    for setting in PUZZLE_SETTINGS {
        let name = family(&setting);
        match families.iter_mut().find(|(known, _)| *known == name) {
            Some((_, settings)) => settings.push(setting),
            None => families.push((name, vec![setting])),
        }
    }
    let ours = families.into_iter().map(|(name, settings)| {
        (lang.say(&text!("cli-times-heading", name = name)), ours(rows, &settings, lang))
    });
    let thesis = [
        (lang.say(&text!("cli-times-thesis-ants")), thesis_ants(lang)),
        (lang.say(&text!("cli-times-thesis-alphabeta")), thesis_alphabeta(lang)),
    ];
    ours.chain(thesis).collect()
}

/// A line for each puzzle, a column for each setting: milliseconds, in brackets where it was not
/// solved.
fn ours(rows: &[PuzzleRow], settings: &[PuzzleSetting], lang: Lang) -> Grid {
    let heads = [text!("cli-puzzles-puzzle")].into_iter().chain(settings.iter().map(short_name));
    let row = |puzzle: usize| {
        let cells = settings.iter().map(move |setting| {
            let own = |row: &&PuzzleRow| row.puzzle == puzzle && setting.is_of(row);
            rows.iter().find(own).map_or(Text::verbatim("–"), |row| {
                let time = milliseconds(row.milliseconds);
                match (row.terminal, row.solved) {
                    (true, _) => text!("cli-times-at-once", time = time),
                    (false, true) => time,
                    (false, false) => text!("cli-times-unsolved", time = time),
                }
            })
        });
        [Text::verbatim(puzzle.to_string())].into_iter().chain(cells)
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).collect(),
        rows: puzzles()
            .iter()
            .map(|puzzle| row(puzzle.number).map(|text| lang.say(&text)).collect())
            .collect(),
        words: Vec::new(),
    }
}

fn thesis_time(time: ThesisTime) -> Text {
    match time {
        ThesisTime::Milliseconds(time) => milliseconds(time),
        ThesisTime::AtOnce => Text::verbatim("PT"),
        ThesisTime::Overflow => text!("cli-puzzles-overflow"),
    }
}

/// Tables 6.1 to 6.3.
fn thesis_ants(lang: Lang) -> Grid {
    let setting = |each: &ludoteca_arena::experiment::ThesisAnts| {
        Text::verbatim(format!("{} × {}, {}", each.ants, each.searches, each.depth))
    };
    let heads = [text!("cli-puzzles-puzzle")].into_iter().chain(THESIS_ANTS.iter().map(setting));
    let row = |at: usize| {
        let times = THESIS_ANTS.iter().map(move |each| thesis_time(each.times[at]));
        [Text::verbatim((at + 1).to_string())].into_iter().chain(times)
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).collect(),
        rows: (0..8).map(|at| row(at).map(|text| lang.say(&text)).collect()).collect(),
        words: Vec::new(),
    }
}

/// Tables 6.4 and 6.5.
fn thesis_alphabeta(lang: Lang) -> Grid {
    let heads = [
        text!("cli-puzzles-puzzle"),
        text!("cli-puzzles-limit"),
        text!("cli-puzzles-depth"),
        text!("cli-times-milliseconds"),
        text!("cli-puzzles-solved"),
    ];
    let rows = THESIS_ALPHABETA.iter().map(|line| {
        let cells = [
            Text::verbatim(line.puzzle.to_string()),
            Text::verbatim(line.limit.to_string()),
            Text::verbatim(line.depth.to_string()),
            thesis_time(line.time),
            Text::new(if line.solved { "cli-chance-yes" } else { "cli-chance-no" }),
        ];
        cells.map(|text| lang.say(&text)).into()
    });
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: rows.collect(),
        words: Vec::new(),
    }
}

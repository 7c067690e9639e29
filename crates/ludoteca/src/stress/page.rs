//! Measurements as one HTML file that needs nothing else: machines, plots and the table of times.

use std::fmt::Write;

use ludoteca_arena::{STRESS_MODES, StressLevel, StressRow};
use ludoteca_players::hex::Mode;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{
    Named,
    tables::{self, board, level_name, mode_name, number, time},
};
use crate::report::{
    escaped,
    plot::{self, Line, Plot, Point, Scale},
    three_digits, whole,
};

const STYLE: &str = include_str!("stress.css");

/// The whole file.
pub fn page(all: &[Named], lang: Lang) -> String {
    let say = |text: &Text| escaped(&lang.say(text));
    let title = say(&match all {
        [_] => text!("cli-stress-title"),
        _ => text!("cli-stress-title-several"),
    });
    let mut body = format!("<h1>{title}</h1>\n");
    match all {
        [one] => {
            let _ =
                writeln!(body, "<p class=\"lead\">{}</p>", say(&tables::machine(one, 0, false)));
            let _ = writeln!(body, "<p>{}</p>", faster(one, lang));
        }
        _ => {
            body += "<ul class=\"machines\">\n";
            for (index, named) in all.iter().enumerate() {
                let machine = say(&tables::machine(named, index, true));
                let _ = writeln!(body, "<li>{machine} <span>{}</span></li>", faster(named, lang));
            }
            body += "</ul>\n";
        }
    }
    for level in tables::levels(all) {
        let scales = [
            (Scale::Linear, text!("cli-stress-linear", level = level_name(level))),
            (Scale::Logarithmic, text!("cli-stress-logarithmic", level = level_name(level))),
        ];
        for (scale, heading) in scales {
            body += &plot(all, level, scale, lang.say(&heading), lang).html(lang);
        }
    }
    body += &tables::times(all, lang).html(&lang.say(&text!("cli-stress-table")));
    for note in tables::notes(all) {
        let _ = writeln!(body, "<p>{}</p>", say(&note));
    }
    whole(&title, &format!("{}{STYLE}", plot::STYLE), &body, lang)
}

fn faster(named: &Named, lang: Lang) -> String {
    let told = tables::faster(&named.measurement);
    told.iter().map(|text| escaped(&lang.say(text))).collect::<Vec<_>>().join(" ")
}

/// The times of all measurements at a level: a line for each of them and each mode. Its colour says
/// whose it is, its dashes the mode; where there is only one measurement its modes have colours of
/// their own.
fn plot(all: &[Named], level: StressLevel, scale: Scale, title: String, lang: Lang) -> Plot {
    let sizes: Vec<usize> = tables::sizes(all, level);
    let mut lines = Vec::new();
    for (index, named) in all.iter().enumerate() {
        for (place, mode) in STRESS_MODES.into_iter().enumerate() {
            let of_whom = |words: String| match all {
                [_] => words,
                _ => format!("{} {words}", lang.say(&number(index))),
            };
            let point = |row: &StressRow| {
                let value = time(row, mode)?;
                let told = text!(
                    "cli-stress-point",
                    board = board(row.size),
                    mode = mode_name(mode),
                    seconds = three_digits(value)
                );
                let column = sizes.iter().position(|size| *size == row.size)?;
                Some(Point { column, value, spread: None, told: of_whom(lang.say(&told)) })
            };
            let rows = named.measurement.rows.iter().filter(|row| row.level == level);
            let points: Vec<Point> = rows.filter_map(point).collect();
            if points.is_empty() {
                continue;
            }
            lines.push(Line {
                name: of_whom(lang.say(&mode_name(mode))),
                colour: if all.len() == 1 { place } else { index },
                dashed: mode == Mode::Sequential,
                points,
            });
        }
    }
    let columns = sizes.iter().map(|size| lang.say(&board(*size))).collect();
    Plot { title, unit: lang.say(&text!("cli-stress-axis")), scale, columns, joined: true, lines }
}

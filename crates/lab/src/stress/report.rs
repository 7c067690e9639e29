//! What measurements say: machines, plots and the table of times.

use ludoteca_arena::{STRESS_MODES, StressLevel, StressRow};
use ludoteca_players::hex::Mode;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{
    Named,
    tables::{self, board, level_name, mode_name, number, time},
};
use crate::report::{
    Report,
    plot::{Line, Plot, Point, Scale},
    three_digits,
};

/// What one measurement says, or several side by side.
pub fn report(all: &[Named], lang: Lang) -> Report {
    let say = |text: &Text| lang.say(text);
    let several = all.len() > 1;
    let faster = |named: &Named| {
        let told = tables::faster(&named.measurement);
        told.iter().map(say).collect::<Vec<_>>().join(" ")
    };
    let machine = |(index, named): (usize, &Named)| {
        format!("{} {}", say(&tables::machine(named, index, several)), faster(named))
    };
    let mut machines: Vec<String> = all.iter().enumerate().map(machine).collect();
    let (title, lead) = if several {
        (text!("cli-stress-title-several"), say(&text!("lab-compared", results = all.len())))
    } else {
        (text!("cli-stress-title"), machines.pop().unwrap_or_default())
    };
    let plots = tables::levels(all).into_iter().flat_map(|level| {
        let scales = [
            ("linear", Scale::Linear, "cli-stress-linear"),
            ("logarithmic", Scale::Logarithmic, "cli-stress-logarithmic"),
        ];
        scales.map(|(name, scale, heading)| {
            let heading = say(&Text::new(heading).with("level", level_name(level)));
            (format!("{}-{name}", level.name()), plot(all, level, scale, heading, lang))
        })
    });
    Report {
        title: say(&title),
        lead,
        machines,
        heading: say(&text!("cli-stress-table")),
        table: tables::times(all, lang),
        plots: plots.collect(),
        more: Vec::new(),
        notes: tables::notes(all).iter().map(say).collect(),
    }
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
    let unit = lang.say(&text!("cli-stress-axis"));
    Plot { title, unit, scale, columns, joined: true, within: None, lines }
}

//! What measurements say: machines, plots and the table of times.

use ludoteca_arena::StressRow;
use ludoteca_players::hex::Mode;
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{
    Named,
    tables::{self, MODES, board, mode_name, number, time},
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
    let scales = [
        ("linear", Scale::Linear, text!("cli-stress-linear")),
        ("logarithmic", Scale::Logarithmic, text!("cli-stress-logarithmic")),
    ];
    let plots = scales
        .map(|(name, scale, heading)| (name.to_owned(), plot(all, scale, say(&heading), lang)));
    Report {
        title: say(&title),
        lead,
        machines,
        heading: say(&text!("cli-stress-table")),
        table: tables::times(all, lang),
        plots: plots.into(),
        more: Vec::new(),
        notes: tables::notes(all).iter().map(say).collect(),
    }
}

/// The times of all measurements: a line for each of them and each mode. Its colour says whose it
/// is, its dashes the mode; where there is only one measurement its modes have colours of their own.
fn plot(all: &[Named], scale: Scale, title: String, lang: Lang) -> Plot {
    let sizes: Vec<usize> = tables::sizes(all).into_iter().collect();
    let mut lines = Vec::new();
    for (index, named) in all.iter().enumerate() {
        for (place, mode) in MODES.into_iter().enumerate() {
            let of_whom = |words: String| match all {
                [_] => words,
                _ => format!("{} {words}", lang.say(&number(index))),
            };
            let point = |row: &StressRow| {
                let value = time(row, mode);
                let told = text!(
                    "cli-stress-point",
                    board = board(row.size),
                    mode = mode_name(mode),
                    seconds = three_digits(value)
                );
                let column = sizes.iter().position(|size| *size == row.size).unwrap_or(0);
                Point { column, value, spread: None, told: of_whom(lang.say(&told)) }
            };
            lines.push(Line {
                name: of_whom(lang.say(&mode_name(mode))),
                colour: if all.len() == 1 { place } else { index },
                dashed: mode == Mode::Sequential,
                points: named.measurement.rows.iter().map(point).collect(),
            });
        }
    }
    let columns = sizes.iter().map(|size| lang.say(&board(*size))).collect();
    let unit = lang.say(&text!("cli-stress-axis"));
    Plot { title, unit, scale, columns, joined: true, within: None, lines }
}

//! Measurements as one HTML file that needs nothing else: machines, plots and the table of times.

use std::fmt::Write;

use ludoteca_words::{Lang, Text, text};

use super::{
    Named,
    plot::{Scale, class, plot, sample},
    tables::{self, Grid, MODES, mode_name, number},
};
use crate::page::{escaped, whole};

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
    let scales = [
        (Scale::Linear, text!("cli-stress-linear")),
        (Scale::Logarithmic, text!("cli-stress-logarithmic")),
    ];
    for (scale, heading) in scales {
        let _ = write!(
            body,
            "<section>\n<h2>{}</h2>\n{}{}</section>\n",
            say(&heading),
            plot(all, scale, lang),
            legend(all, lang)
        );
    }
    body += &table(all, lang);
    for note in tables::notes(all) {
        let _ = writeln!(body, "<p>{}</p>", say(&note));
    }
    whole(&title, STYLE, &body, lang)
}

fn faster(named: &Named, lang: Lang) -> String {
    let told = tables::faster(&named.measurement);
    told.iter().map(|text| escaped(&lang.say(text))).collect::<Vec<_>>().join(" ")
}

/// Which line is whose.
fn legend(all: &[Named], lang: Lang) -> String {
    let mut legend = "<ul class=\"legend\">\n".to_owned();
    for index in 0..all.len() {
        for mode in MODES {
            let mut name = lang.say(&mode_name(mode));
            if all.len() > 1 {
                name = format!("{} {name}", lang.say(&number(index)));
            }
            let sample = sample(&class(index, mode, all.len()));
            let _ = writeln!(legend, "<li>{sample}{}</li>", escaped(&name));
        }
    }
    legend + "</ul>\n"
}

fn table(all: &[Named], lang: Lang) -> String {
    let heading = escaped(&lang.say(&text!("cli-stress-table")));
    let Grid { heads, rows } = Grid::of(all, lang);
    let class = |column: usize| {
        if Grid::is_figure(column, all.len()) { "" } else { " class=\"words\"" }
    };
    let mut html = format!(
        "<section>\n<h2>{heading}</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" \
         aria-label=\"{heading}\">\n<table>\n<thead><tr>"
    );
    for (column, head) in heads.iter().enumerate() {
        let _ = write!(html, "<th scope=\"col\"{}>{}</th>", class(column), escaped(head));
    }
    html += "</tr></thead>\n<tbody>\n";
    for row in rows {
        html += "<tr>";
        for (column, words) in row.iter().enumerate() {
            let _ = write!(html, "<td{}>{}</td>", class(column), escaped(words));
        }
        html += "</tr>\n";
    }
    html + "</tbody>\n</table>\n</div>\n</section>\n"
}

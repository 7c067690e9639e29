//! A report on rules as one HTML file that needs nothing else, in the look of the page.

use std::fmt::Write;

use ludoteca_games::{
    Position,
    picture::{Form, Shape},
};
use ludoteca_lab::report::{escaped, whole};
use ludoteca_players::rules::{COLUMNS, HEADS, score_text};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::Asked;

const STYLE: &str = include_str!("report.css");

/// The whole file.
pub fn page(asked: &Asked<'_>, lang: Lang) -> String {
    let say = |text: &Text| escaped(&lang.say(text));
    let position = asked.record.position();
    let title = say(&text!("cli-rules-title", file = asked.file));
    let side = position.geometry().sides[position.side().index()].name.clone();
    let mut page = format!(
        "<h1>{title}</h1>\n<p class=\"lead\">{}</p>\n<p>{} {}</p>\n",
        say(&asked.sentence()),
        say(&asked.own()),
        say(&text!("cli-rules-level-is", level = asked.level as f64)),
    );
    let named = say(&text!("page-board", game = text!("game-connect4"), side = side));
    page += &drawing(asked, &named, lang);
    for column in 0..COLUMNS {
        let chosen = asked.report.choice.is_some_and(|choice| usize::from(choice) == column);
        let class = if chosen { " class=\"chosen\"" } else { "" };
        let heading = say(&asked.heading(column));
        let _ = write!(page, "<section{class}>\n<h2>{heading}</h2>\n");
        let mut rows = String::new();
        for row in asked.rows(column, lang) {
            let [line, rule, count, worth, sum] = row.map(|words| escaped(&words));
            let _ = writeln!(
                rows,
                "<tr><td>{line}</td><td><code>{rule}</code></td><td>{count}</td><td>{worth}</td>\
                 <td>{sum}</td></tr>"
            );
        }
        if !rows.is_empty() {
            let heads = HEADS.map(|id| format!("<th scope=\"col\">{}</th>", say(&id.into())));
            let heads = heads.concat();
            let _ = write!(
                page,
                "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\">\n\
                 <table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
            );
        }
        page += "</section>\n";
    }
    let reasons = asked.reasons();
    if !reasons.is_empty() {
        let _ = write!(page, "<h2>{}</h2>\n<dl>\n", say(&text!("rules-why")));
    }
    for (rules, about) in &reasons {
        let (rules, about) = (escaped(rules), say(about));
        let _ = writeln!(page, "<dt><code>{rules}</code></dt><dd>{about}</dd>");
    }
    if !reasons.is_empty() {
        page += "</dl>\n";
    }
    whole(&title, STYLE, &page, lang)
}

/// The board as SVG, with the score of each column above it.
fn drawing(asked: &Asked<'_>, named: &str, lang: Lang) -> String {
    let position: &dyn Position = asked.record.position();
    let geometry = position.geometry();
    let picture = position.picture();
    let [left, top, width, height] = geometry.view;
    // Room for the scores.
    let (top, height) = (top - 34.0, height + 34.0);
    let mut svg = format!(
        "<svg viewBox=\"{left} {top} {width} {height}\" role=\"img\" aria-label=\"{named}\">\n"
    );
    let mut draw = |shape: &Shape, x: f32, y: f32| {
        let paint = |name: Option<&str>| match name {
            Some(name) => format!("var(--{name})"),
            None => "none".to_owned(),
        };
        let form = match &shape.form {
            Form::Circle { x, y, r } => format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
            Form::Rect { x, y, w, h, r } => {
                format!("rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"")
            }
            Form::Path { d } => format!("path d=\"{}\"", escaped(d)),
        };
        let place = if x == 0.0 && y == 0.0 {
            String::new()
        } else {
            format!(" transform=\"translate({x} {y})\"")
        };
        let (fill, stroke) = (paint(shape.fill), paint(shape.stroke));
        let width = shape.width;
        let _ = writeln!(
            svg,
            "<{form}{place} style=\"fill:{fill};stroke:{stroke};stroke-width:{width}\"/>"
        );
    };
    geometry.ground.iter().for_each(|shape| draw(shape, 0.0, 0.0));
    for cell in &geometry.cells {
        let hole = Shape { form: cell.outline.clone(), fill: cell.fill, stroke: None, width: 0.0 };
        draw(&hole, 0.0, 0.0);
    }
    for placed in &picture.pieces {
        let cell = &geometry.cells[placed.cell];
        geometry.pieces[placed.piece].shapes.iter().for_each(|shape| draw(shape, cell.x, cell.y));
    }
    let mut write = |x: f32, y: f32, class: &str, words: &str| {
        let words = escaped(words);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{words}</text>");
    };
    for label in &geometry.labels {
        write(label.x, label.y, "axis", &label.text);
    }
    for (column, entry) in asked.report.columns.iter().enumerate() {
        let chosen = asked.report.choice.is_some_and(|choice| usize::from(choice) == column);
        let words = match entry.level_score {
            Some(score) => lang.say(&score_text(Some(score))),
            None => "–".to_owned(),
        };
        let x = geometry.cells[column].x;
        write(x, top + 14.0, if chosen { "score chosen" } else { "score" }, &words);
    }
    svg + "</svg>\n"
}

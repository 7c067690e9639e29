//! What a tournament looks like: the table of who scored how much against whom, the strengths with
//! their intervals, the course of the test. Reports and the page show the same.

use std::fmt::Write;

use ludoteca_arena::tournament::{Cell, Standing, Standings, Tournament};
use ludoteca_text::text;
use ludoteca_words::Lang;

use crate::report::escaped;

/// A curve has at most so many points.
const POINTS: usize = 400;

/// Who scored how much against whom, the strongest first.
#[derive(Clone, Debug)]
pub struct Crosstable {
    /// What it is called.
    pub heading: String,
    /// What the points of a row together are called.
    pub sum: String,
    /// A row for each player, in the order of the columns.
    pub rows: Vec<CrossRow>,
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct CrossRow {
    /// Its place among the entrants.
    pub player: usize,
    /// Who it is.
    pub name: String,
    /// Against each column; none against itself, and where nothing was played yet.
    pub cells: Vec<Option<CrossCell>>,
    /// All its points.
    pub points: String,
}

/// What one scored against another.
#[derive(Clone, Debug)]
pub struct CrossCell {
    /// The points, a half as ½.
    pub points: String,
    /// Which part of all points these are, from 0 to 100.
    pub heat: f64,
    /// The same in a sentence.
    pub told: String,
}

impl Crosstable {
    /// The table as it is now.
    pub fn of(tournament: &Tournament, standings: &Standings, lang: Lang) -> Crosstable {
        let order: Vec<usize> = standings.rows.iter().map(|row| row.player).collect();
        let row = |row: &Standing| {
            let against = |other: &usize| {
                let cell = &standings.cells[row.player][*other];
                let b = tournament.plan().entrants[*other].name.as_str();
                (cell.games() > 0).then(|| CrossCell::of(cell, [&row.name, b], lang))
            };
            CrossRow {
                player: row.player,
                name: row.name.clone(),
                cells: order.iter().map(against).collect(),
                points: half(row.points()),
            }
        };
        Crosstable {
            heading: lang.say(&text!("tournament-crosstable")),
            sum: lang.say(&text!("tournament-sum")),
            rows: standings.rows.iter().map(row).collect(),
        }
    }

    /// The table as HTML.
    pub fn html(&self) -> String {
        let heading = escaped(&self.heading);
        let numbers = (1..=self.rows.len()).map(|at| format!("<th scope=\"col\">{at}</th>"));
        let mut html = format!(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{heading}\">\n\
             <table class=\"cross\">\n<thead><tr><th></th>{}<th>{}</th></tr></thead>\n<tbody>\n",
            numbers.collect::<String>(),
            escaped(&self.sum)
        );
        for (place, row) in self.rows.iter().enumerate() {
            let (number, name) = (place + 1, escaped(&row.name));
            let _ = write!(html, "<tr><th scope=\"row\"><span>{number}</span> {name}</th>");
            for (column, cell) in row.cells.iter().enumerate() {
                html += &match cell {
                    _ if column == place => "<td class=\"self\"></td>".to_owned(),
                    None => "<td></td>".to_owned(),
                    Some(CrossCell { points, heat, told }) => format!(
                        "<td title=\"{}\" style=\"--heat:{heat:.0}%\">{points}</td>",
                        escaped(told)
                    ),
                };
            }
            let _ = writeln!(html, "<td class=\"sum\">{}</td></tr>", row.points);
        }
        html + "</tbody>\n</table>\n</div>\n"
    }
}

impl CrossCell {
    fn of(cell: &Cell, [a, b]: [&str; 2], lang: Lang) -> CrossCell {
        let Cell { wins, losses, draws, .. } = *cell;
        let told =
            text!("tournament-cell", a = a, b = b, wins = wins, losses = losses, draws = draws);
        CrossCell {
            points: half(cell.points()),
            heat: 100.0 * cell.points() / f64::from(cell.games().max(1)),
            told: lang.say(&told),
        }
    }
}

/// Points, a half as ½.
pub(super) fn half(points: f64) -> String {
    let whole = points.floor();
    match (whole, points > whole) {
        (_, false) => format!("{whole:.0}"),
        (0.0, true) => "½".to_owned(),
        _ => format!("{whole:.0}½"),
    }
}

const WIDTH: f64 = 700.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 110.0;
const ROW: f64 = 34.0;

/// The strengths with their intervals.
pub fn strengths(tournament: &Tournament, standings: &Standings, lang: Lang) -> String {
    let rows = &standings.rows;
    let low = rows.iter().map(|row| row.low).fold(f64::INFINITY, f64::min);
    let high = rows.iter().map(|row| row.high).fold(f64::NEG_INFINITY, f64::max);
    let reach = (high - low).max(1.0);
    let [low, high] = [low - 0.06 * reach, high + 0.02 * reach];
    let x = |elo: f64| LEFT + (elo - low) / (high - low) * (WIDTH - LEFT - RIGHT);
    let height = ROW * rows.len() as f64 + 28.0;
    let heading = escaped(&lang.say(&text!("tournament-strengths")));
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{heading}\">\n");
    let step = nice(reach / 5.0);
    // Nothing is not written as less than nothing.
    let mut tick = (low / step).ceil() * step + 0.0;
    while tick <= high {
        let (x, bottom) = (x(tick), height - 22.0);
        let _ = writeln!(
            svg,
            "<path class=\"grid\" d=\"M{x:.1} 0V{bottom}\"/>\
             <text class=\"column\" x=\"{x:.1}\" y=\"{}\">{tick:.0}</text>",
            height - 8.0
        );
        tick += step;
    }
    for (place, row) in rows.iter().enumerate() {
        let y = ROW * place as f64 + ROW / 2.0;
        let Standing { elo, low: from, high: to, name, player, .. } = row;
        let [at, left, right] = [*elo, *from, *to].map(x);
        let first = if place == 0 { " first" } else { "" };
        let name = escaped(&shortened(name));
        let error = if *player == tournament.plan().anchor.0 {
            String::new()
        } else {
            format!(" ± {:.0}", (to - from) / 2.0)
        };
        let _ = writeln!(
            svg,
            "<text x=\"0\" y=\"{y}\">{name}</text>\
             <rect class=\"strength{first}\" x=\"{LEFT}\" y=\"{}\" width=\"{:.1}\" height=\"14\" rx=\"3\"/>\
             <path class=\"reach\" d=\"M{left:.1} {y}H{right:.1}M{left:.1} {}v10M{right:.1} {}v10\"/>\
             <text x=\"{:.1}\" y=\"{y}\"><tspan class=\"elo\">{elo:.0}</tspan>{error}</text>",
            y - 7.0,
            (at - LEFT).max(1.0),
            y - 5.0,
            y - 5.0,
            right + 10.0
        );
    }
    svg + "</svg>\n"
}

/// A name no longer than there is room for.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 26;
    if name.chars().count() <= LONGEST {
        return name.to_owned();
    }
    name.chars().take(LONGEST - 1).collect::<String>() + "…"
}

/// The next round number.
fn nice(rough: f64) -> f64 {
    let ten = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * ten)
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}

/// The course of the test between its bounds.
/// None without a test, or before its first pair.
pub fn course(tournament: &Tournament, lang: Lang) -> Option<String> {
    let course = tournament.trial().filter(|course| !course.ratios().is_empty())?;
    let ratios = course.ratios();
    let [lower, upper] = course.sprt().bounds();
    let least = ratios.iter().copied().fold(lower, f64::min);
    let most = ratios.iter().copied().fold(upper, f64::max);
    let (left, height) = (46.0, 220.0);
    let y = |ratio: f64| 14.0 + (most - ratio) / (most - least) * (height - 40.0);
    let x = |pair: usize| left + (WIDTH - left - 12.0) * pair as f64 / ratios.len() as f64;
    let every = ratios.len().div_ceil(POINTS);
    let last = ratios.len() - 1;
    let points = ratios
        .iter()
        .enumerate()
        .filter(|(pair, _)| pair % every == 0 || *pair == last)
        .map(|(pair, ratio)| format!("{:.1},{:.1}", x(pair + 1), y(*ratio)));
    let points: Vec<String> =
        std::iter::once(format!("{:.1},{:.1}", x(0), y(0.0))).chain(points).collect();
    let heading = escaped(&lang.say(&text!("tournament-sprt")));
    let mut svg =
        format!("<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{heading}\">\n");
    for (at, class) in [(lower, "bound low"), (0.0, "grid"), (upper, "bound high")] {
        let y = y(at);
        let _ = writeln!(
            svg,
            "<path class=\"{class}\" d=\"M{left} {y:.1}H{}\"/>\
             <text class=\"figure\" x=\"{}\" y=\"{y:.1}\">{at:.2}</text>",
            WIDTH - 12.0,
            left - 6.0
        );
    }
    let pairs = escaped(&lang.say(&text!("tournament-sprt-pairs", pairs = ratios.len())));
    let _ = writeln!(
        svg,
        "<polyline class=\"line c0\" points=\"{}\"/>\
         <text class=\"figure\" x=\"{}\" y=\"{}\">{pairs}</text>",
        points.join(" "),
        WIDTH - 12.0,
        height - 8.0
    );
    Some(svg + "</svg>\n")
}

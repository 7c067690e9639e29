//! Figures over named columns as SVG: evenly divided, or in powers of ten.

use std::fmt::Write;

use ludoteca_games::palette;
use ludoteca_text::text;
use ludoteca_words::Lang;

use super::{escaped, figure, superscript};

/// How plots look, on any page that has some.
pub const STYLE: &str = include_str!("plot.css");

/// A plot.
#[derive(Clone)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What the figures are.
    pub unit: String,
    /// How the figures are laid out.
    pub scale: Scale,
    /// What stands below, from left to right.
    pub columns: Vec<String>,
    /// Whether the columns are steps of one way, so that points are joined. Otherwise those of one
    /// column stand side by side.
    pub joined: bool,
    /// From where to where the figures reach, where plots are to be compared; none is as far as these.
    pub within: Option<[f64; 2]>,
    /// What is drawn.
    pub lines: Vec<Line>,
}

/// Points that belong together.
#[derive(Clone)]
pub struct Line {
    /// What it is called in the legend.
    pub name: String,
    /// Its colour, one of [`COLOURS`].
    pub colour: usize,
    /// Whether it is dashed and its points hollow.
    pub dashed: bool,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A figure over a column.
#[derive(Clone)]
pub struct Point {
    /// The column, from 0.
    pub column: usize,
    /// The figure.
    pub value: f64,
    /// From where to where it may as well be.
    pub spread: Option<[f64; 2]>,
    /// What is told to whoever points at it.
    pub told: String,
}

/// How figures are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal differences.
    Linear,
    /// Equal steps are equal factors.
    Logarithmic,
}

/// How far apart points of one column stand at most.
const MOST_APART: f64 = 18.0;

/// So many colours are told apart; further lines take them again.
pub const COLOURS: usize = 8;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 36.0;
/// More columns than this have their names written slanting, and so do those too narrow for them.
const UPRIGHT: usize = 8;
/// About how wide a letter of a name is.
const LETTER: f64 = 6.8;
/// How much room slanting names take, more than upright ones.
const SLANTING: f64 = 60.0;
/// How much room the names of lines take, in a file without a legend beside it.
const NAMES: f64 = 26.0;
/// About so many lines are drawn across.
const LINES: f64 = 5.0;

/// The figures at which lines are drawn, from the bottom to the top of the plot.
struct Ticks {
    scale: Scale,
    at: Vec<f64>,
    /// Digits after the point, where they are the same for all.
    decimals: usize,
}

impl Ticks {
    fn new(scale: Scale, least: f64, most: f64) -> Ticks {
        match scale {
            Scale::Linear => {
                let rough = most / LINES;
                let power = rough.log10().floor();
                let ten = 10f64.powf(power);
                let factors = [1.0, 2.0, 5.0, 10.0];
                let step = factors.map(|factor| factor * ten).into_iter().find(|s| *s >= rough);
                let step = step.unwrap_or(rough);
                let count = (most / step).ceil().max(1.0) as usize;
                let decimals = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
                let at = (0..=count).map(|line| line as f64 * step).collect();
                Ticks { scale, at, decimals }
            }
            Scale::Logarithmic => {
                let low = least.log10().floor() as i32;
                let high = (most.log10().ceil() as i32).max(low + 1);
                let step = ((high - low) as f64 / (2.0 * LINES)).ceil() as usize;
                let at = (low..high + step as i32).step_by(step).map(|power| 10f64.powi(power));
                Ticks { scale, at: at.collect(), decimals: 0 }
            }
        }
    }

    /// How high a figure is, as a coordinate of the drawing.
    fn y(&self, value: f64) -> f64 {
        let place = |value: f64| match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.log10(),
        };
        let (bottom, top) = (place(self.at[0]), place(self.at[self.at.len() - 1]));
        let part = (place(value) - bottom) / (top - bottom);
        HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP)
    }

    fn label(&self, value: f64, lang: Lang) -> String {
        // Beyond this nobody counts the noughts.
        if self.scale == Scale::Logarithmic && value >= 1e6 {
            return format!("10{}", superscript(value.log10().round() as u32));
        }
        let decimals = match self.scale {
            Scale::Linear => self.decimals,
            Scale::Logarithmic => (-value.log10().round()).clamp(0.0, 12.0) as usize,
        };
        if decimals == 0 {
            return lang.say(&text!("verbatim", words = value));
        }
        lang.say(&figure(&format!("{value:.decimals$}")))
    }
}

impl Plot {
    /// As a section of a page.
    pub fn html(&self, lang: Lang) -> String {
        let heading = escaped(&self.title);
        format!("<section>\n<h2>{heading}</h2>\n{}</section>\n", self.drawing(lang))
    }

    /// The drawing and which line in it is whose, for a page that has [`STYLE`].
    pub fn drawing(&self, lang: Lang) -> String {
        self.svg(false, lang) + &self.legend()
    }

    /// As a file of its own.
    pub fn file(&self, lang: Lang) -> String {
        let ground = "svg{background:var(--card)}\n";
        let style = format!("<style>\n{}{}{STYLE}{ground}</style>\n", palette::CSS, super::STYLE);
        let svg = self.svg(true, lang);
        let svg = svg.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1);
        svg.replacen(">\n", &format!(">\n{style}"), 1)
    }

    /// `named` writes the names of the lines below, in their colours.
    fn svg(&self, named: bool, lang: Lang) -> String {
        let [least, most] = self.within.unwrap_or_else(|| self.reach());
        let ticks = Ticks::new(self.scale, least.min(most), most);
        let slanting = self.columns.len() > UPRIGHT || self.longest_name() > self.column_width();
        let below = HEIGHT + if slanting { SLANTING } else { 0.0 };
        let height = below + if named { NAMES } else { 0.0 };
        let mut svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n",
            escaped(&self.title)
        );
        let unit = escaped(&self.unit);
        let _ = writeln!(svg, "<text class=\"unit\" x=\"0\" y=\"8\">{unit}</text>");
        for tick in &ticks.at {
            let (y, label) = (ticks.y(*tick), ticks.label(*tick, lang));
            let right = WIDTH - RIGHT;
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>\
                 <text class=\"figure\" x=\"{}\" y=\"{y:.1}\">{label}</text>",
                LEFT - 8.0
            );
        }
        for (column, name) in self.columns.iter().enumerate() {
            let (x, y, name) = (self.x(column), HEIGHT - BOTTOM + 20.0, escaped(name));
            let _ = if slanting {
                let y = y - 6.0;
                let class = format!("column slanting\" transform=\"rotate(-45 {x:.1} {y})");
                writeln!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y}\">{name}</text>")
            } else {
                writeln!(svg, "<text class=\"column\" x=\"{x:.1}\" y=\"{y}\">{name}</text>")
            };
        }
        for (number, line) in self.lines.iter().enumerate() {
            self.draw(line, self.aside(number), &ticks, &mut svg);
        }
        if named {
            let y = below + NAMES / 2.0;
            let _ = write!(svg, "<text x=\"{LEFT}\" y=\"{y}\">");
            for line in &self.lines {
                let (class, name) = (line.class(), escaped(&line.name));
                let _ = write!(svg, "<tspan class=\"name {class}\" dx=\"12\">{name}</tspan>");
            }
            svg += "</text>\n";
        }
        svg + "</svg>\n"
    }

    /// From where to where the figures reach.
    pub fn reach(&self) -> [f64; 2] {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let reach = |point: &Point| point.spread.unwrap_or([point.value; 2]);
        let least = points().map(|point| reach(point)[0]).fold(f64::INFINITY, f64::min);
        let most = points().map(|point| reach(point)[1]).fold(f64::MIN_POSITIVE, f64::max);
        [least, most]
    }

    fn x(&self, column: usize) -> f64 {
        LEFT + (column as f64 + 0.5) * self.column_width()
    }

    fn column_width(&self) -> f64 {
        (WIDTH - LEFT - RIGHT) / self.columns.len() as f64
    }

    /// About how wide the longest name below is.
    fn longest_name(&self) -> f64 {
        let letters = self.columns.iter().map(|name| name.chars().count()).max();
        letters.unwrap_or_default() as f64 * LETTER
    }

    /// How far beside the middle of a column a line has its points.
    fn aside(&self, line: usize) -> f64 {
        if self.joined {
            return 0.0;
        }
        let apart = (self.column_width() * 0.7 / self.lines.len() as f64).min(MOST_APART);
        (line as f64 - (self.lines.len() - 1) as f64 / 2.0) * apart
    }

    fn draw(&self, line: &Line, aside: f64, ticks: &Ticks, svg: &mut String) {
        let class = line.class();
        let place = |point: &Point| (self.x(point.column) + aside, ticks.y(point.value));
        if self.joined {
            let way = line.points.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}"));
            let way = way.collect::<Vec<_>>().join(" ");
            let _ = writeln!(svg, "<polyline class=\"line {class}\" points=\"{way}\"/>");
        }
        for point in &line.points {
            let (x, y) = place(point);
            if let Some([low, high]) = point.spread {
                let [low, high] = [ticks.y(low), ticks.y(high)];
                let _ = writeln!(
                    svg,
                    "<path class=\"spread {class}\" d=\"M{x:.1} {low:.1}V{high:.1}\"/>"
                );
            }
            let _ = writeln!(
                svg,
                "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\">\
                 <title>{}</title></circle>",
                escaped(&point.told)
            );
        }
    }

    /// Which line is whose.
    fn legend(&self) -> String {
        let mut legend = "<ul class=\"legend\">\n".to_owned();
        for line in &self.lines {
            let class = line.class();
            let way = format!("<polyline class=\"line {class}\" points=\"2,6 42,6\"/>");
            let way = if self.joined { way.as_str() } else { "" };
            let _ = writeln!(
                legend,
                "<li><svg class=\"sample\" viewBox=\"0 0 44 12\" aria-hidden=\"true\">{way}\
                 <circle class=\"dot {class}\" cx=\"22\" cy=\"6\" r=\"4.5\"/></svg>{}</li>",
                escaped(&line.name)
            );
        }
        legend + "</ul>\n"
    }
}

impl Line {
    fn class(&self) -> String {
        let dashes = if self.dashed { "dashed " } else { "" };
        format!("{dashes}c{}", self.colour % COLOURS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, least: f64, most: f64) -> Vec<String> {
        let ticks = Ticks::new(scale, least, most);
        ticks.at.iter().map(|tick| ticks.label(*tick, Lang::ENGLISH)).collect()
    }

    #[test]
    fn lines_stand_at_round_figures_and_reach_over_all_figures() {
        assert_eq!(labels(Scale::Linear, 0.1, 6.4), ["0", "2", "4", "6", "8"]);
        assert_eq!(labels(Scale::Linear, 0.1, 0.9), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(Scale::Logarithmic, 0.002, 6.4), ["0.001", "0.01", "0.1", "1", "10"]);
        assert_eq!(labels(Scale::Logarithmic, 1.0, 1.0), ["1", "10"]);
        assert_eq!(labels(Scale::Logarithmic, 1e5, 1e7), ["100,000", "10⁶", "10⁷"]);
    }

    #[test]
    fn every_figure_is_inside_the_plot() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for (least, most) in [(1e-9, 1e9), (0.5, 0.5), (1.0, 10.0), (3e-4, 0.07), (7.0, 1e5)] {
                let ticks = Ticks::new(scale, least, most);
                for value in [least, most] {
                    let y = ticks.y(value);
                    assert!((TOP - 0.1..=HEIGHT - BOTTOM + 0.1).contains(&y), "{value}: {y}");
                }
                assert!(ticks.at.len() <= 13, "{:?}", ticks.at);
            }
        }
    }

    #[test]
    fn names_too_long_for_their_columns_are_written_slanting() {
        let plot = |name: &str| Plot {
            title: String::new(),
            unit: String::new(),
            scale: Scale::Linear,
            columns: vec![name.into(); 7],
            joined: true,
            within: None,
            lines: Vec::new(),
        };
        let slanting = |name| plot(name).file(Lang::ENGLISH).contains("column slanting");
        assert!(slanting("Tic-tac-toe 3×3") && !slanting("Hex 7×7"));
    }

    #[test]
    fn points_are_joined_where_columns_are_a_sequence_and_stand_side_by_side_where_not() {
        let line = |value| {
            let point = |column| Point { column, value, spread: None, told: String::new() };
            Line { name: String::new(), colour: 0, dashed: false, points: vec![point(0), point(1)] }
        };
        let plot = |joined| Plot {
            title: String::new(),
            unit: String::new(),
            scale: Scale::Linear,
            columns: vec!["a".into(), "b".into()],
            joined,
            within: None,
            lines: vec![line(1.0), line(2.0)],
        };
        let drawn = |joined| plot(joined).html(Lang::ENGLISH);
        assert!(drawn(true).contains("<polyline") && !drawn(false).contains("<polyline"));
        let [first, second] = [0, 1].map(|line| plot(false).aside(line));
        assert!(first < 0.0 && first + second == 0.0, "{first} {second}");
        assert_eq!(plot(true).aside(1), 0.0);
    }

    #[test]
    fn a_plot_of_nothing_and_one_of_noughts_can_be_drawn() {
        for points in [Vec::new(), vec![0.0, 0.0]] {
            let point = |(column, value)| Point { column, value, spread: None, told: "&".into() };
            let points = points.into_iter().enumerate().map(point).collect();
            let line = Line { name: String::new(), colour: 9, dashed: true, points };
            let plot = Plot {
                title: "<>".into(),
                unit: "%".into(),
                scale: Scale::Linear,
                columns: vec!["a".into(), "b".into()],
                joined: true,
                within: None,
                lines: vec![line],
            };
            let file = plot.file(Lang::ENGLISH);
            assert!(file.starts_with("<svg xmlns=") && file.contains("<style>"), "{file}");
            assert!(!file.contains("NaN") && !file.contains("inf"), "{file}");
        }
    }
}

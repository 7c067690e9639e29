//! Times over board sizes as SVG: evenly divided seconds, or powers of ten for small boards.

use std::fmt::Write;

use ludoteca_players::hex::Mode;
use ludoteca_words::{Lang, text};

use super::{
    Named,
    tables::{MODES, board, figure, mode_name, number, seconds, sizes, time},
};
use crate::page::escaped;

/// How the seconds are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps are equal seconds.
    Linear,
    /// Equal steps are equal factors.
    Logarithmic,
}

/// So many colours are told apart; further measurements take them again.
pub const COLOURS: usize = 8;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 36.0;
/// About so many lines are drawn across.
const LINES: f64 = 5.0;

/// The seconds at which lines are drawn, from the bottom to the top of the plot.
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

    /// How high some seconds are, as a coordinate of the drawing.
    fn y(&self, seconds: f64) -> f64 {
        let place = |seconds: f64| match self.scale {
            Scale::Linear => seconds,
            Scale::Logarithmic => seconds.log10(),
        };
        let (bottom, top) = (place(self.at[0]), place(self.at[self.at.len() - 1]));
        let part = (place(seconds) - bottom) / (top - bottom);
        HEIGHT - BOTTOM - part * (HEIGHT - BOTTOM - TOP)
    }

    fn label(&self, seconds: f64, lang: Lang) -> String {
        let decimals = match self.scale {
            Scale::Linear => self.decimals,
            Scale::Logarithmic => (-seconds.log10().round()).clamp(0.0, 12.0) as usize,
        };
        lang.say(&figure(&format!("{seconds:.decimals$}")))
    }
}

/// The plot of all measurements: a line for each of them and each mode.
pub fn plot(all: &[Named], scale: Scale, lang: Lang) -> String {
    let sizes: Vec<usize> = sizes(all).into_iter().collect();
    let rows = all.iter().flat_map(|named| &named.measurement.rows);
    let times: Vec<f64> = rows.flat_map(|row| MODES.map(|mode| time(row, mode))).collect();
    let least = times.iter().copied().fold(f64::INFINITY, f64::min);
    let most = times.iter().copied().fold(0.0, f64::max);
    let ticks = Ticks::new(scale, least, most);
    let x = |size: usize| {
        let at = sizes.iter().position(|each| *each == size).unwrap_or(0) as f64;
        LEFT + (at + 0.5) * (WIDTH - LEFT - RIGHT) / sizes.len() as f64
    };
    let title = match scale {
        Scale::Linear => text!("cli-stress-linear"),
        Scale::Logarithmic => text!("cli-stress-logarithmic"),
    };
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
        escaped(&lang.say(&title))
    );
    let unit = escaped(&lang.say(&text!("cli-stress-axis")));
    let _ = writeln!(svg, "<text class=\"unit\" x=\"{}\" y=\"8\">{unit}</text>", LEFT - 8.0);
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
    for size in &sizes {
        let _ = writeln!(
            svg,
            "<text class=\"board\" x=\"{:.1}\" y=\"{}\">{}</text>",
            x(*size),
            HEIGHT - BOTTOM + 20.0,
            lang.say(&board(*size))
        );
    }
    for (index, named) in all.iter().enumerate() {
        for mode in MODES {
            let class = class(index, mode, all.len());
            let points = named.measurement.rows.iter().map(|row| {
                let seconds = time(row, mode);
                (row.size, seconds, x(row.size), ticks.y(seconds))
            });
            let points: Vec<_> = points.collect();
            let line = points.iter().map(|(_, _, x, y)| format!("{x:.1},{y:.1}"));
            let line = line.collect::<Vec<_>>().join(" ");
            let _ = writeln!(svg, "<polyline class=\"line {class}\" points=\"{line}\"/>");
            for (size, time, x, y) in points {
                let mut told = lang.say(&text!(
                    "cli-stress-point",
                    board = board(size),
                    mode = mode_name(mode),
                    seconds = seconds(time)
                ));
                if all.len() > 1 {
                    told = format!("{} {told}", lang.say(&number(index)));
                }
                let _ = writeln!(
                    svg,
                    "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\">\
                     <title>{}</title></circle>",
                    escaped(&told)
                );
            }
        }
    }
    svg + "</svg>\n"
}

/// A piece of a line, as it is drawn in the plots.
pub fn sample(class: &str) -> String {
    format!(
        "<svg class=\"sample\" viewBox=\"0 0 44 12\" aria-hidden=\"true\">\
         <polyline class=\"line {class}\" points=\"2,6 42,6\"/>\
         <circle class=\"dot {class}\" cx=\"22\" cy=\"6\" r=\"4.5\"/></svg>"
    )
}

/// How a line looks: its colour says whose it is, its dashes the mode. Where there is only one
/// measurement its modes have colours of their own.
pub fn class(index: usize, mode: Mode, measurements: usize) -> String {
    let (dashes, place) =
        if mode == Mode::Sequential { ("sequential", 1) } else { ("parallel", 0) };
    let colour = if measurements == 1 { place } else { index % COLOURS };
    format!("{dashes} c{colour}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: Scale, least: f64, most: f64) -> Vec<String> {
        let ticks = Ticks::new(scale, least, most);
        ticks.at.iter().map(|tick| ticks.label(*tick, Lang::ENGLISH)).collect()
    }

    #[test]
    fn lines_stand_at_round_figures_and_reach_over_all_times() {
        assert_eq!(labels(Scale::Linear, 0.1, 6.4), ["0", "2", "4", "6", "8"]);
        assert_eq!(labels(Scale::Linear, 0.1, 0.9), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(Scale::Logarithmic, 0.002, 6.4), ["0.001", "0.01", "0.1", "1", "10"]);
        assert_eq!(labels(Scale::Logarithmic, 1.0, 1.0), ["1", "10"]);
    }

    #[test]
    fn every_time_is_inside_the_plot() {
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for (least, most) in [(1e-9, 1e9), (0.5, 0.5), (1.0, 10.0), (3e-4, 0.07), (7.0, 1e5)] {
                let ticks = Ticks::new(scale, least, most);
                for seconds in [least, most] {
                    let y = ticks.y(seconds);
                    assert!((TOP - 0.1..=HEIGHT - BOTTOM + 0.1).contains(&y), "{seconds}: {y}");
                }
                assert!(ticks.at.len() <= 13, "{:?}", ticks.at);
            }
        }
    }
}

//! `experiment hex-bruteforce`: how long it takes to play all games of Hex, at one move a second as in
//! an estimate of 2007, and on this machine.

use ludoteca_arena::experiment::{
    BRUTE_FORCE_MEASURED, BRUTE_FORCE_SMALLEST, BruteForceRow, Run, brute_force_runs,
};
use ludoteca_games::{
    hex::LARGEST,
    params::{Key, Kind, Values},
};
use ludoteca_text::{Text, text};
use ludoteca_words::Lang;

use super::{Experiment, Report};
use crate::report::{
    Grid, figure,
    plot::{Line, Plot, Point, Scale},
    power, three_digits,
};

/// The experiment.
pub struct HexBruteForce;

/// The board of the last estimate of 2007.
const USUAL: i64 = 11;
/// The last board that its figure shows.
const SHOWN: u32 = 4;
/// Seconds of a year.
const YEAR: f64 = 365.25 * 86_400.0;

impl Experiment for HexBruteForce {
    type Row = BruteForceRow;
    const NAME: &'static str = "hex-bruteforce";
    /// Runs beside it would take its processor's time.
    const ALONE: bool = true;

    fn keys() -> Vec<Key> {
        let smallest = i64::from(BRUTE_FORCE_SMALLEST);
        let measured = i64::from(BRUTE_FORCE_MEASURED);
        vec![
            Key::new("largest", Kind::Int(smallest, LARGEST as i64), "lab-key-largest").or(USUAL),
            Key::new("played", Kind::Int(smallest, measured), "lab-key-played").or(measured),
        ]
    }

    fn runs(settings: &Values) -> Vec<Run<BruteForceRow>> {
        let [largest, played] =
            ["largest", "played"].map(|key| settings.int(key).unwrap_or_default() as u32);
        brute_force_runs(largest, played)
    }

    fn report(rows: &[BruteForceRow], lang: Lang) -> Report {
        let machine = Extrapolation::of(rows);
        let mut notes = vec![
            text!("lab-brute-estimate"),
            text!("lab-brute-figure", size = SHOWN),
            text!("lab-brute-played", size = BRUTE_FORCE_MEASURED),
        ];
        if let Some(machine) = &machine {
            let rate = (machine.rate / 1e5).round() / 10.0;
            notes.push(text!("lab-brute-extrapolated", size = machine.size, rate = rate));
            notes.push(text!("lab-brute-factors", factors = factors(rows, lang)));
        }
        notes.push(text!("lab-brute-solvers"));
        let few: Vec<&BruteForceRow> = rows.iter().filter(|row| row.size <= SHOWN).collect();
        let all: Vec<&BruteForceRow> = rows.iter().collect();
        let [shown, whole] = [text!("lab-brute-linear"), text!("lab-brute-logarithmic")];
        Report {
            title: lang.say(&text!("lab-brute-title")),
            lead: lang.say(&lead(rows, machine.as_ref())),
            heading: lang.say(&text!("lab-brute-table")),
            table: table(rows, machine.as_ref(), lang),
            plots: vec![
                ("figure-11".into(), plot(&few, machine.as_ref(), Scale::Linear, shown, lang)),
                ("all".into(), plot(&all, machine.as_ref(), Scale::Logarithmic, whole, lang)),
            ],
            notes: notes.iter().map(|note| lang.say(note)).collect(),
            ..Report::default()
        }
    }
}

/// How fast the machine played the largest board that it played.
struct Extrapolation {
    size: u32,
    /// Moves a second.
    rate: f64,
}

impl Extrapolation {
    fn of(rows: &[BruteForceRow]) -> Option<Extrapolation> {
        let last = rows.iter().rfind(|row| row.rate().is_some())?;
        Some(Extrapolation { size: last.size, rate: last.rate()? })
    }

    fn seconds(&self, row: &BruteForceRow) -> f64 {
        row.moves_estimated / self.rate
    }
}

fn lead(rows: &[BruteForceRow], machine: Option<&Extrapolation>) -> Text {
    let Some(last) = rows.last() else { return text!("cli-experiment-nothing") };
    let (size, time) = (last.size, duration(last.moves_estimated));
    match machine {
        Some(machine) => {
            let here = duration(last.seconds.unwrap_or_else(|| machine.seconds(last)));
            text!("lab-brute-lead", size = size, time = time, here = here)
        }
        None => text!("lab-brute-lead-estimate", size = size, time = time),
    }
}

/// Seconds, and years where they are some.
fn duration(seconds: f64) -> Text {
    let (years, seconds) = (seconds / YEAR, power(seconds));
    match years >= 1.0 {
        true => text!("lab-brute-years", seconds = seconds, years = power(years)),
        false => text!("cli-puzzles-in-seconds", seconds = seconds),
    }
}

/// How many times as many moves there truly are as the estimate has, board by board.
fn factors(rows: &[BruteForceRow], lang: Lang) -> String {
    let factor = |row: &BruteForceRow| {
        let times = figure(&format!("{:.1}", row.moves? as f64 / row.moves_estimated));
        Some(format!("{} {}", lang.say(&board(row.size)), lang.say(&times)))
    };
    rows.iter().filter_map(factor).collect::<Vec<_>>().join(", ")
}

fn table(rows: &[BruteForceRow], machine: Option<&Extrapolation>, lang: Lang) -> Grid {
    let heads = [
        text!("cli-stress-board"),
        text!("lab-brute-games"),
        text!("lab-brute-seconds"),
        text!("lab-brute-positions"),
        text!("lab-brute-ends"),
        text!("lab-brute-moves"),
        text!("lab-brute-here"),
    ];
    let none = || Text::verbatim("–");
    let count =
        |count: Option<u64>| count.map_or_else(none, |count| text!("verbatim", words = count));
    let row = |row: &BruteForceRow| {
        let here = match (row.seconds, machine) {
            (Some(seconds), _) => three_digits(seconds),
            (None, Some(machine)) => {
                text!("lab-brute-about", seconds = power(machine.seconds(row)))
            }
            (None, None) => none(),
        };
        let cells = [
            board(row.size),
            power(row.games_estimated),
            power(row.moves_estimated),
            count(row.positions),
            count(row.ends),
            count(row.moves),
            here,
        ];
        cells.map(|text| lang.say(&text)).into()
    };
    Grid {
        heads: heads.map(|text| lang.say(&text)).into(),
        rows: rows.iter().map(row).collect(),
        words: vec![0],
    }
}

fn board(size: u32) -> Text {
    Text::verbatim(format!("{size}×{size}"))
}

/// The estimate, what was measured, and dashed what follows from it for the boards beyond.
fn plot(
    rows: &[&BruteForceRow],
    machine: Option<&Extrapolation>,
    scale: Scale,
    title: Text,
    lang: Lang,
) -> Plot {
    let line = |name: Text,
                colour: usize,
                dashed: bool,
                seconds: &dyn Fn(&BruteForceRow) -> Option<f64>| {
        let point = |(column, row): (usize, &&BruteForceRow)| {
            let value = seconds(row)?;
            let told = text!("lab-brute-point", board = board(row.size), seconds = power(value));
            Some(Point { column, value, spread: None, told: lang.say(&told) })
        };
        let points: Vec<Point> = rows.iter().enumerate().filter_map(point).collect();
        Line { name: lang.say(&name), colour, dashed, points }
    };
    let beyond = |row: &BruteForceRow| {
        let machine = machine.filter(|machine| row.size > machine.size)?;
        Some(machine.seconds(row))
    };
    let lines = [
        line(text!("lab-brute-line-estimate"), 1, false, &|row| Some(row.moves_estimated)),
        line(text!("lab-brute-line-here"), 0, false, &|row| row.seconds),
        line(text!("lab-brute-line-beyond"), 0, true, &beyond),
    ];
    Plot {
        title: lang.say(&title),
        unit: lang.say(&text!("cli-stress-axis")),
        scale,
        columns: rows.iter().map(|row| lang.say(&board(row.size))).collect(),
        joined: true,
        within: None,
        lines: lines.into_iter().filter(|line| !line.points.is_empty()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_players::Stop;

    use super::*;

    fn rows(largest: i64, played: u32) -> Vec<BruteForceRow> {
        let runs = brute_force_runs(largest as u32, played);
        runs.iter().map(|run| (run.make)(&Stop::default()).unwrap().unwrap()).collect()
    }

    #[test]
    fn the_figures_of_2007_stand_beside_those_of_this_machine() {
        let report = HexBruteForce::report(&rows(USUAL, 3), Lang::ENGLISH);
        let cell = |row: usize, column: usize| report.table.rows[row][column].as_str();
        assert_eq!([cell(0, 2), cell(1, 2)], ["12", "2,400"]);
        assert!(cell(9, 2).starts_with("9.") && cell(9, 2).ends_with("× 10⁵³"), "{}", cell(9, 2));
        assert!(cell(9, 6).starts_with('≈') && !cell(1, 6).starts_with('≈'), "{}", cell(9, 6));
        assert!(report.lead.contains("3.07 × 10⁴⁶"), "{}", report.lead);
        let [figure, whole] = [0, 1].map(|at| &report.plots[at].1);
        assert_eq!((figure.columns.len(), whole.columns.len()), (3, 10));
        assert_eq!(whole.lines.len(), 3);
        let drawn = whole.file(Lang::ENGLISH);
        assert!(drawn.contains(">10⁴") && !drawn.contains("0000000"), "{drawn}");
    }

    #[test]
    fn boards_that_nobody_played_are_only_estimated() {
        let rows: Vec<BruteForceRow> = rows(4, 0);
        let report = HexBruteForce::report(&rows, Lang::ENGLISH);
        assert!(report.table.rows.iter().all(|row| row[6] == "–"));
        assert_eq!(report.plots[0].1.lines.len(), 1);
        let nothing = HexBruteForce::report(&[], Lang::ENGLISH);
        assert!(!nothing.lead.is_empty());
    }
}

//! Reports of several results as one, so that they can be compared.

use ludoteca_text::text;
use ludoteca_words::Lang;

use crate::report::{Grid, Report, plot::Plot};

/// Sets reports of one experiment side by side: plots of one scale one after another, and the rows of
/// their tables below each other. `heads` say whose they are.
pub fn beside(reports: Vec<Report>, heads: &[String], lang: Lang) -> Report {
    let mut all = Report::default();
    if let Some(first) = reports.first() {
        all.title.clone_from(&first.title);
        all.heading = first.heading(lang);
        all.notes.clone_from(&first.notes);
    }
    all.lead = lang.say(&text!("lab-compared", results = reports.len()));
    let said = reports.iter().zip(heads).enumerate();
    all.machines =
        said.map(|(at, (report, head))| format!("{} {head} {}", number(at), report.lead)).collect();
    all.table = together(reports.iter().map(|report| &report.table).collect());
    let mut plots: Vec<(usize, String, Plot)> = Vec::new();
    for (at, report) in reports.into_iter().enumerate() {
        let named = report.plots.into_iter();
        plots.extend(named.map(|(name, plot)| (at, name, plot)));
        let more = report.more.into_iter();
        all.more.extend(more.map(|(heading, grid)| (format!("{} {heading}", number(at)), grid)));
    }
    let mut names: Vec<String> = Vec::new();
    for (_, name, _) in &plots {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    for name in names {
        let own = || plots.iter().filter(|(_, other, _)| *other == name);
        let join = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a.min(c), b.max(d)];
        let within = own().map(|(_, _, plot)| plot.reach()).reduce(join);
        let own = own().map(|(at, _, plot)| {
            let title = format!("{} {}", number(*at), plot.title);
            (format!("{name}-{}", at + 1), Plot { title, within, ..plot.clone() })
        });
        all.plots.extend(own);
    }
    all
}

/// What a result is called beside others.
pub fn number(index: usize) -> String {
    format!("#{}", index + 1)
}

/// The rows of tables with the same heads: line by line where all have as many, one table after
/// another where not. Tables whose heads differ cannot share them, so that theirs are left empty.
fn together(tables: Vec<&Grid>) -> Grid {
    let Some(widest) = tables.iter().max_by_key(|table| table.heads.len()) else {
        return Grid::default();
    };
    let mut heads = vec!["#".to_owned()];
    heads.extend(widest.heads.iter().cloned());
    let cells = |at: usize, table: &Grid, row: &Vec<String>| {
        let own = widest.heads.iter().map(|head| {
            let column = table.heads.iter().position(|own| own == head);
            column.and_then(|column| row.get(column).cloned()).unwrap_or_default()
        });
        [number(at)].into_iter().chain(own).collect::<Vec<_>>()
    };
    let most = tables.iter().map(|table| table.rows.len()).max().unwrap_or_default();
    let even = tables.iter().all(|table| table.rows.len() == most);
    let numbered = || tables.iter().enumerate();
    let rows = if even {
        let line =
            |line: usize| numbered().map(move |(at, table)| cells(at, table, &table.rows[line]));
        (0..most).flat_map(line).collect()
    } else {
        numbered()
            .flat_map(|(at, table)| table.rows.iter().map(move |row| cells(at, table, row)))
            .collect()
    };
    let words = [0].into_iter().chain(widest.words.iter().map(|column| column + 1)).collect();
    Grid { heads, rows, words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::plot::{Line, Point, Scale};

    fn report(figures: &[f64]) -> Report {
        let point = |(column, value): (usize, &f64)| Point {
            column,
            value: *value,
            spread: None,
            told: String::new(),
        };
        let points = figures.iter().enumerate().map(point).collect();
        let line = Line { name: "a".into(), colour: 0, dashed: false, points };
        let plot = Plot {
            title: "times".into(),
            unit: "s".into(),
            scale: Scale::Linear,
            columns: figures.iter().map(f64::to_string).collect(),
            joined: true,
            within: None,
            lines: vec![line],
        };
        Report {
            lead: "Well.".into(),
            table: Grid {
                heads: vec!["what".into(), "s".into()],
                rows: figures.iter().map(|x| vec!["x".into(), x.to_string()]).collect(),
                words: vec![0],
            },
            plots: vec![("times".into(), plot)],
            ..Report::default()
        }
    }

    fn compared(one: &[f64], two: &[f64]) -> Report {
        let heads = ["old".to_owned(), "new".to_owned()];
        beside(vec![report(one), report(two)], &heads, Lang::ENGLISH)
    }

    #[test]
    fn plots_of_all_results_have_one_scale_and_their_numbers() {
        let all = compared(&[1.0, 2.0], &[30.0, 4.0]);
        let titles: Vec<&str> = all.plots.iter().map(|(_, plot)| plot.title.as_str()).collect();
        assert_eq!(titles, ["#1 times", "#2 times"]);
        assert!(all.plots.iter().all(|(_, plot)| plot.within == Some([1.0, 30.0])));
        assert_eq!(all.machines, ["#1 old Well.", "#2 new Well."]);
    }

    #[test]
    fn rows_go_line_by_line_where_there_are_as_many_and_one_table_after_another_where_not() {
        let numbers = |all: &Report| -> Vec<String> {
            all.table.rows.iter().map(|row| format!("{} {}", row[0], row[2])).collect()
        };
        let even = compared(&[1.0, 2.0], &[3.0, 4.0]);
        assert_eq!(numbers(&even), ["#1 1", "#2 3", "#1 2", "#2 4"]);
        let odd = compared(&[1.0, 2.0], &[3.0]);
        assert_eq!(numbers(&odd), ["#1 1", "#1 2", "#2 3"]);
        assert_eq!((even.table.heads.len(), even.table.words), (3, vec![0, 1]));
    }
}

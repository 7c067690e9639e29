//! `experiment`: the rows of the contract, folders to go on in, tables and plots.

use std::{collections::BTreeSet, fs, path::Path};

use insta::assert_snapshot;
use ludoteca_arena::experiment::{PUZZLE_SETTINGS, puzzle_runs};
use serde_json::json;

use crate::{line, run};

/// A folder in which every run but the first `missing` has a row, as if some machine had made them.
fn folder(missing: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let runs = puzzle_runs();
    let puzzles = runs.len() / PUZZLE_SETTINGS.len();
    let version = env!("CARGO_PKG_VERSION");
    let mut words =
        json!({ "experiment": "arimaa-puzzles", "version": version }).to_string() + "\n";
    for (at, run) in runs.iter().enumerate().skip(missing) {
        let (setting, puzzle) = (PUZZLE_SETTINGS[at / puzzles], at % puzzles + 1);
        let row = json!({
            "puzzle": puzzle, "player": setting.player, "ants": null, "searches": null,
            "depth": setting.depth, "limit": setting.limit, "seconds": setting.seconds,
            "solved": at % 7 < 4, "terminal": at % 7 < 2, "milliseconds": (at * 37 % 1000) as f64 + 0.5,
        });
        words += &(json!({ "run": run.name, "row": row }).to_string() + "\n");
    }
    fs::write(folder.path().join("rows.jsonl"), words).unwrap();
    folder
}

fn experiment(folder: &Path, more: &[&str]) -> crate::Run {
    let out = folder.to_str().unwrap();
    run(&[&["experiment", "arimaa-puzzles", "--out", out], more].concat())
}

#[test]
fn an_experiment_goes_on_where_it_stopped_with_the_rows_of_the_contract() {
    let folder = folder(2);
    let answer = experiment(folder.path(), &["--json", "--jobs", "2"]).json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), puzzle_runs().len());
    let names: BTreeSet<&str> = rows[0].as_object().unwrap().keys().map(String::as_str).collect();
    let contract = [
        "puzzle",
        "player",
        "ants",
        "searches",
        "depth",
        "limit",
        "seconds",
        "solved",
        "terminal",
        "milliseconds",
    ];
    assert_eq!(names, BTreeSet::from(contract));
    for (at, row) in rows[..2].iter().enumerate() {
        let known = [&row["puzzle"], &row["player"], &row["ants"], &row["depth"], &row["limit"]];
        assert_eq!(json!(known), json!([at + 1, "alphabeta", null, 1, 1000]));
        // Both are goals in one turn.
        assert_eq!((&row["solved"], &row["terminal"]), (&json!(true), &json!(true)));
    }
    assert_eq!(rows[2]["milliseconds"], json!(74.5), "what was known is not made again");
    let again = experiment(folder.path(), &["--json"]).json();
    assert_eq!(again, answer);
}

#[test]
fn the_folder_has_the_rows_as_csv_the_plots_and_a_page_that_stands_alone() {
    let folder = folder(0);
    let told = experiment(folder.path(), &["--lang", "es"]);
    assert!(told.said().contains("report.html") || told.said().contains("página"), "{}", told.out);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let csv = read("rows.csv");
    let head = "puzzle,player,ants,searches,depth,limit,seconds,solved,terminal,milliseconds";
    assert_eq!(csv.lines().next(), Some(head));
    assert_eq!(csv.lines().nth(1), Some("1,alphabeta,,,1,1000,,true,true,0.5"));
    assert_eq!(csv.lines().count(), puzzle_runs().len() + 1);
    let page = read("report.html");
    for part in ["<html lang=\"es\">", "light-dark(", "Problemas resueltos", "ms", "strong"] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("role=\"img\"").count(), 2);
    assert_eq!(page.matches("<circle class=\"dot").count(), 2 * (PUZZLE_SETTINGS.len() + 4));
    for part in ["http", "<script", "src=", "<link", "NaN", "inf", "puzzle-", "cli-"] {
        assert!(!page.contains(part), "{part}");
    }
    for name in ["solved.svg", "time.svg"] {
        let plot = read(name);
        assert!(plot.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{name}");
        assert!(!plot.contains("NaN") && !plot.contains("inf"), "{name}");
    }
}

#[test]
fn people_see_a_line_for_each_setting_in_both_languages() {
    let folder = folder(0);
    for lang in ["en", "es"] {
        let told = experiment(folder.path(), &["--lang", lang]);
        let told = told.said().replace(folder.path().to_str().unwrap(), "FOLDER");
        assert_snapshot!(format!("experiment-{lang}"), told);
    }
}

#[test]
fn what_cannot_be_done_is_told() {
    let unknown = line("experiment luck");
    assert!(unknown.refused(2).contains("arimaa-puzzles"), "{}", unknown.err);
    let folder = folder(0);
    let path = folder.path().join("rows.jsonl");
    let old = fs::read_to_string(&path).unwrap().replacen(env!("CARGO_PKG_VERSION"), "0.0.0", 1);
    fs::write(&path, &old).unwrap();
    let refused = experiment(folder.path(), &[]);
    assert!(refused.refused(1).contains("0.0.0"), "{}", refused.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), old, "nothing is lost");
    let nowhere = experiment(&path, &[]);
    assert!(nowhere.refused(1).contains("rows.jsonl"), "{}", nowhere.err);
}

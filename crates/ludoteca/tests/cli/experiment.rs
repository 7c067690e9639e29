//! `experiment`: the rows of the contract, folders to go on in, tables and plots.

use std::{collections::BTreeSet, fs, path::Path};

use insta::assert_snapshot;
use ludoteca_arena::experiment::{
    CHANCE_FIELDS, CHANCE_FORMS, CONTENDERS, EFFECT_FIELDS, EFFECTS, EVEN_MATCHES, PUZZLE_SETTINGS,
    READINGS, Run, VARIANT_FIELDS, chance_runs, puzzle_runs, reading_runs, variant_runs,
};
use serde_json::{Value, json};

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
            "puzzle": puzzle, "player": setting.player, "form": setting.form,
            "ants": setting.ants, "searches": setting.searches,
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
        "form",
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
    let head = "puzzle,player,form,ants,searches,depth,limit,seconds,solved,terminal,milliseconds";
    assert_eq!(csv.lines().next(), Some(head));
    assert_eq!(csv.lines().nth(1), Some("1,alphabeta,,,,1,1000,,true,true,0.5"));
    assert_eq!(csv.lines().count(), puzzle_runs().len() + 1);
    let page = read("report.html");
    for part in ["<html lang=\"es\">", "light-dark(", "Problemas resueltos", "ms", "strong"] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("role=\"img\"").count(), 2);
    assert_eq!(page.matches("<circle class=\"dot").count(), 2 * (PUZZLE_SETTINGS.len() + 12));
    // A table of times for each player, form and depth, and the tables of the thesis.
    assert_eq!(page.matches("<table").count(), 2 + 12 + 2);
    for part in ["PT 0", "57906", "179198", "sin memoria"] {
        assert!(page.contains(part), "{part}");
    }
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
fn all_games_of_hex_are_estimated_as_in_2007_and_played_where_that_is_possible() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "hex-bruteforce:played=3", "--out", out];
    let rows = run(&[&words[..], &["--json"]].concat()).json()["rows"].clone();
    let rows = rows.as_array().unwrap();
    let seconds: Vec<f64> =
        rows.iter().map(|row| row["moves_estimated"].as_f64().unwrap()).collect();
    assert_eq!((seconds[0].round(), (seconds[1] / 100.0).round()), (12.0, 24.0));
    assert_eq!((seconds[9].log10().round(), rows.len()), (54.0, 10));
    assert_eq!((&rows[1]["positions"], &rows[1]["moves"]), (&json!(2781), &json!(8155)));
    assert!(rows[1]["seconds"].as_f64().unwrap() > 0.0 && rows[2]["seconds"].is_null());
    for (lang, part) in [("en", "one move a second"), ("es", "una jugada por segundo")] {
        let told = run(&[&words[..], &["--lang", lang]].concat());
        assert!(told.said().contains(part) && told.said().contains("× 10⁵³"), "{}", told.out);
    }
    assert!(folder.path().join("figure-11.svg").exists());
}

#[test]
fn what_an_experiment_asks_is_set_behind_a_colon() {
    let answer = line("experiment hextress:smallest=2,largest=3 --json").json();
    let sizes: Vec<_> = answer["rows"].as_array().unwrap().iter().map(|row| &row["size"]).collect();
    assert_eq!(sizes, [2, 3, 2, 3, 2, 3], "at three levels");
    for (words, part) in [
        ("hextress:largest", "key=value"),
        ("hextress:largest=99", "from 1 to 19"),
        ("hextress:colour=red", "smallest, largest"),
        ("hextress:smallest=4,largest=3", "nothing to do"),
        ("ants-vs-random:games=1", "from 2 to"),
    ] {
        let refused = run(&["experiment", words]);
        assert!(refused.refused(2).contains(part), "{}", refused.err);
    }
    let twice = line("experiment ants-vs-random:games=4 --games 6");
    assert!(twice.refused(2).contains("games"), "{}", twice.err);
}

#[test]
fn what_cannot_be_done_is_told() {
    let unknown = line("experiment luck");
    assert!(unknown.refused(2).contains("arimaa-puzzles"), "{}", unknown.err);
    let none = line("experiment arimaa-puzzles --games 10");
    assert!(none.refused(2).contains("--games"), "{}", none.err);
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

/// A folder in which every run of an experiment but the first `missing` has a row.
fn begun<R>(
    name: &str,
    runs: &[Run<R>],
    missing: usize,
    row: impl Fn(usize) -> Value,
) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let mut words = json!({ "experiment": name, "version": version }).to_string() + "\n";
    for (at, run) in runs.iter().enumerate().skip(missing) {
        words += &(json!({ "run": run.name, "row": row(at) }).to_string() + "\n");
    }
    fs::write(folder.path().join("rows.jsonl"), words).unwrap();
    folder
}

#[test]
fn ants_against_chance_are_told_with_a_row_for_each_game_and_form() {
    // Two parts for each row, one of them of twenty games.
    let parts = chance_runs(24);
    let row = |at: usize| {
        let (field, _) = CHANCE_FIELDS[at / 8];
        let (wins, losses) = if at.is_multiple_of(2) { (15, 5) } else { (3, 0) };
        let draws = if at.is_multiple_of(2) { 0 } else { 1 };
        json!({ "game": field.name, "form": CHANCE_FORMS[at / 2 % 4].0, "wins": wins, "losses": losses,
            "draws": draws })
    };
    let folder = begun("ants-vs-random", &parts, 1, row);
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "ants-vs-random", "--games", "24", "--out", out];
    let answer = run(&[&words[..], &["--json"]].concat()).json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 20);
    assert_eq!((&rows[0]["game"], &rows[0]["form"]), (&json!("tictactoe"), &json!("thesis")));
    let games = |row: &Value| ["wins", "losses", "draws"].map(|key| row[key].as_u64().unwrap());
    assert_eq!(games(&rows[0]).iter().sum::<u64>(), 24, "the part that was missing is played");
    let large = json!({
        "game": "tictactoe-5", "form": "move", "learn": "move", "wins": 18, "losses": 5, "draws": 1,
    });
    assert_eq!(rows[6], large);
    let folder = begun("ants-vs-random", &parts, 0, row);
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "ants-vs-random", "--games", "24", "--out", out];
    for lang in ["en", "es"] {
        let told = run(&[&words[..], &["--lang", lang]].concat());
        let told = told.said().replace(out, "FOLDER");
        assert_snapshot!(format!("ants-vs-random-{lang}"), told);
        let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
        for part in ["NaN", "inf\"", "cli-", "game-", "<script", "http"] {
            assert!(!page.contains(part), "{part}");
        }
        // Both plots have five games and a sample in the legend, for everybody and the reference.
        assert_eq!(page.matches("<circle class=\"dot").count(), 2 * 5 * 6);
    }
    let csv = fs::read_to_string(folder.path().join("rows.csv")).unwrap();
    assert_eq!(csv.lines().next(), Some("game,form,wins,losses,draws"));
    assert_eq!(csv.lines().count(), 21);
}

#[test]
fn variants_of_ants_are_told_with_scores_matches_and_a_plot_for_each_parameter() {
    let runs = variant_runs(2);
    let pairs: Vec<(&str, &str)> = (0..CONTENDERS.len())
        .flat_map(|a| (a + 1..CONTENDERS.len()).map(move |b| (CONTENDERS[a].0, CONTENDERS[b].0)))
        .collect();
    let contests = pairs.len() * VARIANT_FIELDS.len();
    let values: Vec<(&str, &str, &str)> = EFFECTS
        .iter()
        .flat_map(|effect| {
            let others = effect.values.iter().enumerate().filter(|(at, _)| *at != effect.usual);
            others.map(|(_, value)| (effect.variant, effect.key, *value))
        })
        .collect();
    let row = |at: usize| {
        let mut row = json!({ "a": "x", "b": "y", "variant": null, "key": null, "value": null,
            "wins": at % 3, "losses": (at + 1) % 3, "draws": 1,
            "elo": 12.3, "elo_low": -100.0, "elo_high": 124.6 });
        if at < contests {
            let (a, b) = pairs[at % pairs.len()];
            row["game"] = json!(VARIANT_FIELDS[at / pairs.len()].name);
            (row["a"], row["b"]) = (json!(a), json!(b));
        } else if at < contests + EVEN_MATCHES.len() {
            let [a, b] = EVEN_MATCHES[at - contests];
            row["game"] = json!("arimaa");
            (row["a"], row["b"]) = (json!(a.0), json!(b.0));
        } else {
            let at = at - contests - EVEN_MATCHES.len();
            let (variant, key, value) = values[at / EFFECT_FIELDS.len()];
            row["game"] = json!(EFFECT_FIELDS[at % EFFECT_FIELDS.len()].name);
            (row["variant"], row["key"]) = (json!(variant), json!(key));
            row["value"] = json!(value);
        }
        row
    };
    let folder = begun("ants-variants", &runs, 1, row);
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "ants-variants", "--games", "2", "--out", out];
    let answer = run(&[&words[..], &["--json"]].concat()).json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), runs.len());
    let made = [&rows[0]["game"], &rows[0]["a"], &rows[0]["b"], &rows[0]["key"]];
    assert_eq!(json!(made), json!(["tictactoe", "thesis", "as", null]));
    let folder = begun("ants-variants", &runs, 0, row);
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "ants-variants", "--games", "2", "--out", out];
    for lang in ["en", "es"] {
        let told = run(&[&words[..], &["--lang", lang]].concat());
        let told = told.said().replace(out, "FOLDER");
        assert_snapshot!(format!("ants-variants-{lang}"), told);
        let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
        for part in ["NaN", "inf\"", "cli-", "game-", "<script", "http"] {
            assert!(!page.contains(part), "{part}");
        }
        assert_eq!(page.matches("role=\"img\"").count(), 1 + EFFECTS.len());
    }
    assert!(folder.path().join("ggp-rho.svg").exists());
}

#[test]
fn readings_of_the_annex_are_told_with_a_line_each_beside_the_reference() {
    let runs = reading_runs(2);
    let row = |at: usize| {
        let (field, _) = CHANCE_FIELDS[at % CHANCE_FIELDS.len()];
        let (wins, draws) = [(2, 0), (1, 1), (0, 0)][at % 3];
        json!({ "game": field.name, "reading": READINGS[at / CHANCE_FIELDS.len()].0,
            "wins": wins, "losses": 2 - wins - draws, "draws": draws, "moves": 20, "known": at % 20 })
    };
    let folder = begun("ants-readings", &runs, 1, row);
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "ants-readings", "--games", "2", "--out", out];
    let answer = run(&[&words[..], &["--json"]].concat()).json();
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), READINGS.len() * CHANCE_FIELDS.len());
    assert!(rows[0]["known"].as_u64().unwrap() > 0, "the part that was missing is played");
    let folder = begun("ants-readings", &runs, 0, row);
    let out = folder.path().to_str().unwrap();
    let words = ["experiment", "ants-readings", "--games", "2", "--out", out];
    for lang in ["en", "es"] {
        let told = run(&[&words[..], &["--lang", lang]].concat());
        let told = told.said().replace(out, "FOLDER");
        assert_snapshot!(format!("ants-readings-{lang}"), told);
        let page = fs::read_to_string(folder.path().join("report.html")).unwrap();
        for part in ["NaN", "inf\"", "cli-", "game-", "<script", "http"] {
            assert!(!page.contains(part), "{part}");
        }
        assert_eq!(page.matches("<circle class=\"dot").count(), 2 * 5 * (READINGS.len() + 2));
    }
}

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{line, run};

/// A file of that name and text; the folder goes when it is dropped.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.txt");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn a_right_file_is_told_with_the_number_of_its_rules() {
    assert_eq!(line("rules check @rules").said(), "@rules is right: 27 rules.\n");
    assert_eq!(
        line("rules check @heuristic --lang es").said(),
        "@heuristic es correcto: 12 reglas.\n"
    );
    assert_eq!(line("rules check @rules --json").json(), json!({ "rules": 27, "errors": [] }));
}

#[test]
fn every_error_of_a_file_is_listed_and_the_status_is_one() {
    let (_folder, path) = file("// ours\n#OE HVD 10\nOOO 5\n# H ten\n");
    let told = run(&["rules", "check", &path]);
    assert_eq!(told.code, 1);
    assert_eq!(
        told.out,
        "Line 3, column 4: found “space”, expected O X _ z I E ?, or the one # or = that every \
         sequence has.\nLine 4, column 5: found “t”, expected a value: a whole number, MAX or MIN.\n"
    );
    assert_eq!(told.err, format!("{path} has 2 errors; good rules: 1.\n"));
    let told = run(&["rules", "check", &path, "--json", "--lang", "es"]);
    assert_eq!(told.code, 1);
    let answer: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(
        answer,
        json!({ "rules": 1, "errors": [
            { "line": 3, "column": 4, "found": "espacio",
              "expected": "O X _ z I E ?, o el # o = que tiene toda secuencia" },
            { "line": 4, "column": 5, "found": "t",
              "expected": "un valor: un número entero, MAX o MIN" },
        ] })
    );
}

#[test]
fn the_report_gives_the_scores_that_seed_004_prints() {
    let answer = line("rules report @rules --position 4 --level 2 --json").json();
    let columns = answer["columns"].as_array().unwrap();
    let all = |field: &str| columns.iter().map(|column| column[field].clone()).collect::<Vec<_>>();
    assert_eq!(json!(all("column")), json!([1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(json!(all("score")), json!([-41, -35, -32, 9, -32, -35, -41]));
    assert_eq!(json!(all("level_score")), json!([-50, -40, -40, 0, -40, -40, -50]));
    assert_eq!(answer["choice"], 4);
    for column in columns {
        let fired = column["fired"].as_array().unwrap();
        let sum: i64 = fired
            .iter()
            .map(|rule| rule["count"].as_i64().unwrap() * rule["value"].as_i64().unwrap())
            .sum();
        assert_eq!(column["score"], sum);
        assert!(fired.iter().all(|rule| rule["line"].is_u64()));
    }
}

#[test]
fn limits_and_columns_without_a_score_are_told_apart() {
    let (_folder, path) = file("#OOO MAX\n#XXX H MIN\n");
    let answer = run(&["rules", "report", &path, "--position", "17273747566", "--json"]);
    assert_eq!(answer.code, 1, "the game is over: {}", answer.out);
    let answer = run(&["rules", "report", &path, "--position", "112233", "--json"]).json();
    assert_eq!((&answer["columns"][3]["score"], &answer["choice"]), (&json!("MAX"), &json!(4)));
    assert_eq!(answer["columns"][0]["score"], Value::Null);
    assert_eq!(answer["columns"][3]["fired"][0]["value"], "MAX");
    let full = run(&["rules", "report", "@rules", "--position", "111111", "--json"]).json();
    assert_eq!(
        full["columns"][0],
        json!({ "column": 1, "score": null, "level_score": null, "fired": [] })
    );
}

#[test]
fn people_see_the_board_the_choice_and_what_fired() {
    let told = |lang: &str| {
        let words = format!("rules report @rules --position 4435 --level 1 --lang {lang}");
        line(&words).said().to_owned()
    };
    assert_snapshot!("report-en", told("en"));
    assert_snapshot!("report-es", told("es"));
}

#[test]
fn the_page_stands_alone_in_the_language_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html").to_str().unwrap().to_owned();
    let words = ["rules", "report", "@rules", "--position", "4", "--level", "2", "--html", &path];
    run(&[&words[..], &["--lang", "es"]].concat()).said();
    let page = fs::read_to_string(&path).unwrap();
    for part in
        ["<html lang=\"es\">", "<svg", "−50", "Columna 4", "light-dark(", "<code>#z HVD 2</code>"]
    {
        assert!(page.contains(part), "{part}");
    }
    for part in ["http", "<script", "src=", "<link"] {
        assert!(!page.contains(part), "{part}");
    }
    let told =
        run(&["rules", "report", "@rules", "--position", "4", "--html", "/no/such/folder/x"]);
    assert_eq!(told.refused(1), "/no/such/folder/x: it does not exist.");
}

#[test]
fn a_player_follows_the_file_it_names_and_never_another() {
    let (_folder, path) = file("#I H 5 // only beside the walls\n");
    let player = format!("rules:file=\"{path}\"");
    let answer = run(&["think", "connect4", "--player", &player, "--json"]).json();
    assert!(["1", "7"].contains(&answer["move"].as_str().unwrap()), "{answer}");
    let duel =
        ["match", "connect4", "--a", &player, "--b", "rules:level=1", "--games", "2", "--json"];
    assert_eq!(run(&duel).json()["games"], 2);
    fs::write(&path, "#\n").unwrap();
    let told = run(&["think", "connect4", "--player", &player]);
    assert!(told.refused(2).contains("has one error"), "{}", told.err);
    let told = run(&["rules", "report", &path, "--position", "4"]);
    assert!(told.refused(1).contains("has one error"), "{}", told.err);
    let told = line("think connect4 --player rules:file=/no/such/file");
    assert_eq!(told.refused(2), "/no/such/file: it does not exist.");
}

#[test]
fn what_is_too_large_for_a_file_of_rules_is_refused() {
    let (_folder, path) = file(&"# H 1\n".repeat(1_700_000));
    let told = run(&["rules", "check", &path]);
    assert!(told.refused(1).contains("10,000,000 bytes"), "{}", told.err);
    // Many in few bytes are as many rows of a report.
    let (_folder, path) = file(&"# 1\n".repeat(80_000));
    for words in [&["rules", "check", &path][..], &["rules", "report", &path, "--position", "4"]] {
        let told = run(words);
        assert!(told.refused(1).contains("at most 10,000 rules"), "{}", told.err);
    }
}

//! `stress`: what is measured, kept and compared. Nothing here depends on how long anything takes.

use std::{collections::BTreeSet, fs};

use insta::assert_snapshot;
use serde_json::{Value, json};

use crate::{line, run};

/// The names of an object's fields.
fn names(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// A measurement of a machine that never was.
fn measurement(processors: u64, times: &[(u64, f64, f64)]) -> Value {
    let rows: Vec<Value> = times
        .iter()
        .map(|(size, parallel, sequential)| {
            json!({
                "size": size,
                "parallel_seconds": parallel,
                "sequential_seconds": sequential,
                "moves": ["b2", "b1", "c1", "a3", "b3"],
            })
        })
        .collect();
    json!({
        "processors": processors, "version": "0.1.0", "cpu": "Intel Core <2> Duo",
        "memory": 2_147_483_648u64, "os": "Mac OS 10.4.9", "rows": rows,
    })
}

/// Files with these contents, and the folder that goes when it is dropped.
fn files(contents: &[&Value]) -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let write = |(index, content): (usize, &&Value)| {
        let path = folder.path().join(format!("{index}.json")).to_str().unwrap().to_owned();
        fs::write(&path, content.to_string()).unwrap();
        path
    };
    let paths = contents.iter().enumerate().map(write).collect();
    (folder, paths)
}

#[test]
fn a_measurement_has_the_fields_of_the_contract_and_whole_games() {
    let answer = line("stress --sizes 3,2,3 --levels normal,bridges --json").json();
    assert_eq!(
        names(&answer),
        BTreeSet::from(["processors", "version", "cpu", "memory", "os", "rows"])
    );
    assert!(answer["processors"].as_u64().unwrap() > 0 && answer["memory"].is_u64());
    assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));
    assert!(["cpu", "os"].iter().all(|name| !answer[name].as_str().unwrap().is_empty()));
    let rows = answer["rows"].as_array().unwrap();
    let boards = rows.iter().map(|row| (row["level"].as_str(), row["size"].as_u64()));
    let expected = ["bridges", "normal"].map(|level| [2, 3].map(|size| (Some(level), Some(size))));
    assert_eq!(boards.collect::<Vec<_>>(), expected.concat());
    for row in rows {
        assert_eq!(
            names(row),
            BTreeSet::from([
                "level",
                "size",
                "parallel_seconds",
                "shared_seconds",
                "sequential_seconds",
                "parallel_positions",
                "sequential_positions",
                "games",
                "moves"
            ])
        );
        assert!(row["parallel_seconds"].is_f64() && row["sequential_seconds"].is_f64());
        assert!(row["parallel_positions"].as_u64() >= row["sequential_positions"].as_u64());
        let moves: Vec<&str> =
            row["moves"].as_array().unwrap().iter().map(|ply| ply.as_str().unwrap()).collect();
        // Whoever thinks on at the end of the game is told who won it.
        let size = row["size"].to_string();
        let words = ["think", "hex", "--player", "random", "--size", &size, "--position"];
        let over = run(&[&words[..], &[&moves.join(" ")]].concat());
        assert!(over.refused(1).contains("the game is over"), "{}", over.err);
        let before = moves[..moves.len() - 1].join(" ");
        assert_eq!(run(&[&words[..], &[&before]].concat()).code, 0, "{before}");
    }
}

#[test]
fn people_see_the_machine_the_times_and_the_faster_mode() {
    let english = line("stress --sizes 3");
    for part in
        ["processor", "GiB of memory", "Board", "3×3", "games", "looks 4 moves ahead", "Expert"]
    {
        assert!(english.said().contains(part), "{part} in {}", english.out);
    }
    let spanish = line("stress --sizes 3 --lang es");
    for part in ["procesador", "GiB de memoria", "Tablero", "3×3", "partidas"] {
        assert!(spanish.said().contains(part), "{part} in {}", spanish.out);
    }
}

#[test]
fn what_is_saved_is_what_was_measured_and_can_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("here.json").to_str().unwrap().to_owned();
    let measured =
        run(&["stress", "--sizes", "2,3", "--levels", "bridges,expert", "--save", &file, "--json"])
            .json();
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved, measured);
    let compared = run(&["stress", "--compare", &file, &file, "--json"]).json();
    let mut expected = measured;
    expected["file"] = json!(file);
    assert_eq!(compared, json!({ "measurements": [expected.clone(), expected] }));
}

#[test]
fn this_machine_is_measured_beside_the_files_where_sizes_are_asked_for() {
    let (_folder, paths) = files(&[&measurement(2, &[(3, 0.5, 0.25)])]);
    let told = run(&["stress", "--compare", &paths[0], "--sizes", "2", "--json"]).json();
    let all = told["measurements"].as_array().unwrap();
    assert_eq!((all.len(), &all[0]["rows"][0]["size"]), (2, &json!(3)));
    assert_eq!((&all[1]["file"], &all[1]["rows"][0]["size"]), (&Value::Null, &json!(2)));
}

#[test]
fn measurements_stand_side_by_side_in_both_languages() {
    let two = measurement(2, &[(3, 0.0042, 0.0021), (4, 0.5, 0.49), (6, 7.25, 12.0)]);
    let mut one = measurement(1, &[(3, 0.03, 0.02), (4, 2.0, 1.5)]);
    one["rows"][1]["moves"] = json!(["c3"]);
    let (folder, paths) = files(&[&two, &one]);
    for lang in ["en", "es"] {
        let told = run(&["stress", "--compare", &paths[0], &paths[1], "--lang", lang]);
        let told = told.said().replace(folder.path().to_str().unwrap(), "FOLDER");
        let alone = run(&["stress", "--compare", &paths[0], "--lang", lang]).said().to_owned();
        assert_snapshot!(format!("stress-{lang}"), format!("{told}\n{alone}"));
    }
}

#[test]
fn the_page_stands_alone_with_table_and_both_plots() {
    let two = measurement(2, &[(3, 0.0042, 0.0021), (4, 0.5, 0.49), (6, 7.25, 12.0)]);
    let (folder, paths) = files(&[&two, &two]);
    let page = folder.path().join("page.html").to_str().unwrap().to_owned();
    for files in [&paths[..1], &paths[..]] {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        run(&[&["stress", "--compare"], &files[..], &["--html", &page, "--lang", "es"]].concat())
            .said();
        let page = fs::read_to_string(&page).unwrap();
        for part in [
            "<html lang=\"es\">",
            "light-dark(",
            "escala logarítmica",
            "6×6",
            "Core &lt;2&gt;",
            "7,25",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert_eq!(page.matches("role=\"img\"").count(), 2);
        // Three boards in two modes, twice, for each measurement.
        assert_eq!(page.matches("<title>").count(), 1 + 12 * files.len());
        for part in ["http", "<script", "src=", "<link", "NaN", "inf"] {
            assert!(!page.contains(part), "{part}");
        }
    }
}

#[test]
fn files_of_another_form_are_refused_with_what_is_wrong() {
    let mut wrong = measurement(2, &[(3, 0.5, 0.25)]);
    wrong["rows"][0]["sequential_seconds"] = json!("soon");
    let (_folder, paths) = files(&[&wrong, &json!([1]), &measurement(2, &[])]);
    let told = |file: &str, lang: &str| {
        let told = run(&["stress", "--compare", file, "--lang", lang]);
        told.refused(1).strip_prefix(file).unwrap().to_owned()
    };
    assert_eq!(
        told(&paths[0], "en"),
        ": rows[0].sequential_seconds has to be a number of seconds above 0."
    );
    assert!(told(&paths[1], "es").starts_with(": no es una medición"));
    assert_eq!(told(&paths[2], "en"), ": rows has to be a list with at least one board.");
    assert_eq!(told("/no/such/file", "en"), ": it does not exist.");
}

#[test]
fn sizes_and_files_that_cannot_be_are_told() {
    for sizes in ["0", "20", "three", "3,,4", ""] {
        let told = run(&["stress", "--sizes", sizes]);
        assert!(told.refused(2).ends_with("takes a number from 1 to 19."), "{}", told.err);
    }
    let told = line("stress --levels master");
    assert!(told.refused(2).ends_with("takes one of bridges, normal, expert."), "{}", told.err);
    assert!(line("stress --compare").refused(2).starts_with("--compare needs a value."));
    for option in ["--save", "--html"] {
        let told = line(&format!("stress --sizes 1 {option} /no/such/folder/x --json"));
        assert_eq!((told.code, told.err.trim_end()), (1, "/no/such/folder/x: it does not exist."));
        assert!(told.out.contains("\"rows\""), "the measurement is not lost: {}", told.out);
    }
}

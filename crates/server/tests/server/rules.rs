//! Files of rules: kept, followed by players, and judged while they are written.

use serde_json::json;

use crate::client::{Client, House};

/// Always plays on top of the opponent, which no built-in rules do.
const ON_TOP: &str = "#X V 100\n";

fn save(client: &Client, name: &str, text: &str) {
    let answer = client.put(&format!("/api/rules/files/{name}"), json!({ "text": text }));
    assert_eq!(answer.status, 200, "{}", answer.body);
}

#[test]
fn files_are_kept_listed_renamed_and_deleted() {
    let house = House::open();
    save(&house, "mine", "# H 1\nwrong here\n");
    let shelf = house.get("/api/rules/files").json();
    assert_eq!(shelf["game"], "connect4");
    assert_eq!(shelf["built_in"][0]["name"], "@rules");
    assert_eq!((&shelf["own"][0]["rules"], &shelf["own"][0]["errors"]), (&json!(1), &json!(1)));
    let file = house.get("/api/rules/files/@heuristic").json();
    assert!(file["text"].as_str().unwrap().contains("#OOO HVD 4"));
    let moved = json!({ "text": "# V 2", "before": "mine" });
    assert_eq!(house.put("/api/rules/files/a%20b", moved.clone()).json()["name"], "a b");
    house.get("/api/rules/files/mine").assert_error(404, "file-missing");
    assert_eq!(house.get("/api/rules/files/a%20b").json()["text"], "# V 2");
    house.put("/api/rules/files/a%20b", json!({ "text": "" })).assert_error(409, "file-exists");
    house.put("/api/rules/files/@rules", moved).assert_error(422, "file-name-built-in");
    assert_eq!(house.delete("/api/rules/files/a%20b").status, 204);
    house.delete("/api/rules/files/a%20b").assert_error(404, "file-missing");
}

#[test]
fn a_file_of_ten_megabytes_is_taken_and_a_larger_one_refused_in_words() {
    let house = House::open();
    let line = "// a comment that says nothing at all, over and over\n";
    let large = line.repeat(10_000_000 / line.len());
    save(&house, "large", &large);
    let larger = large + line;
    let answer = house.put("/api/rules/files/larger", json!({ "text": larger }));
    answer.assert_error(422, "rules-too-large");
    house.post("/api/rules/report", json!({ "text": larger })).assert_error(422, "rules-too-large");
}

#[test]
fn a_game_goes_on_with_the_rules_it_began_with_after_a_restart_and_without_the_file() {
    let mut house = House::open();
    save(&house, "mine", ON_TOP);
    let id = house.begin("connect4", "human", "rules:file=mine");
    assert_eq!(house.delete("/api/rules/files/mine").status, 204);
    house.restart();
    let mut events = house.watch(&id);
    house.play(&id, 0, "1").view();
    let view = events.until("view", |view| view["at"] == 2);
    assert_eq!(view["moves"][1], "1");
    let answer =
        house.post("/api/games", json!({ "game": "connect4", "first": "rules:file=mine" }));
    answer.assert_error(422, "file-missing");
    let wish = json!({ "at": 2, "player": "rules:file=mine" });
    assert_eq!(house.act(&id, "think", wish).status, 202, "the game's own copy serves");
}

#[test]
fn no_path_of_the_machine_is_read() {
    let house = House::open();
    let file = house.folder.path().join("secret.txt");
    std::fs::write(&file, "# H 1").unwrap();
    for path in [file.to_str().unwrap(), "../secret.txt", "/etc/hostname"] {
        let player = format!("rules:file=\"{path}\"");
        let answer = house.post("/api/games", json!({ "game": "connect4", "first": player }));
        answer.assert_error(422, "file-missing");
    }
}

#[test]
fn a_file_with_errors_is_not_followed_and_the_first_is_named() {
    let house = House::open();
    save(&house, "broken", "# H 1\n#O H ten\n");
    let answer =
        house.post("/api/games", json!({ "game": "connect4", "second": "rules:file=broken" }));
    answer.assert_error(422, "rules-faulty");
}

#[test]
fn a_report_names_every_error_and_judges_the_position_by_the_lines_that_are_right() {
    let house = House::open();
    let text = "# H 1 // right\n#O H ten\n##\n#XX_ HVD 500\n";
    let ask = json!({ "text": text, "position": "1", "moves": ["7", "1", "7"] });
    let report = house.post("/api/rules/report", ask).json();
    assert_eq!((&report["rules"], &report["wrong"]), (&json!(2), &json!(2)));
    let at =
        |n: usize| (report["errors"][n]["line"].clone(), report["errors"][n]["column"].clone());
    assert_eq!((at(0), at(1)), ((json!(2), json!(6)), (json!(3), json!(2))));
    assert_eq!(report["errors"][0]["found"]["args"]["words"], "t");
    assert_eq!(report["errors"][0]["expected"]["id"], "rules-expected-value");
    let judged = &report["judged"];
    assert_eq!(
        (&judged["side"], &judged["handles"][0]["plies"][0]),
        (&json!("first"), &json!("1"))
    );
    let layers = judged["thought"]["layers"].as_array().unwrap();
    assert_eq!(layers.iter().filter(|layer| layer["id"] == "fired").count(), 7);
    assert_eq!(layers[0]["kind"], "labels");

    let refused = house.post("/api/rules/report", json!({ "text": "", "position": "8" })).json();
    assert_eq!(refused["refused"]["id"], "notation-error");
    assert!(refused["judged"].is_null());
    let over = json!({ "text": "", "position": "1212121" });
    let over = house.post("/api/rules/report", over).json();
    assert_eq!(over["judged"]["outcome"]["winner"], "first");
    assert!(over["judged"]["thought"]["move"].is_null());
}

#[test]
fn of_very_many_errors_the_first_are_told_and_all_are_counted() {
    let house = House::open();
    let report = house.post("/api/rules/report", json!({ "text": "x\n".repeat(5000) })).json();
    assert_eq!(report["wrong"], 5000);
    assert_eq!(report["errors"].as_array().unwrap().len(), 200);
}

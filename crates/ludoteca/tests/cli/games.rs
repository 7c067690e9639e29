use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::Value;

use crate::line;

#[test]
fn the_games_are_listed_in_both_languages() {
    assert_snapshot!("games-en", line("games").said());
    assert_snapshot!("games-es", line("games --lang es").said());
}

#[test]
fn a_described_game_is_shown_and_played_and_its_errors_name_the_file_and_the_place() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../gdl/tictactoe.gdl");
    let answer = line(&format!("games --gdl {file}"));
    let said = answer.said();
    assert!(said.contains("Roles: x, o.") && said.contains("mcts"), "{said}");
    let answer = line(&format!("games --gdl {file} --json")).json();
    assert_eq!(answer["games"][0]["roles"], serde_json::json!(["x", "o"]));
    let nodes = line(&format!("perft gdl:{file} 3 --json")).json();
    assert_eq!(nodes["nodes"], 504);
    let folder = tempfile::tempdir().unwrap();
    let wrong = folder.path().join("wrong.gdl");
    std::fs::write(&wrong, "(role x)\n(role (o").unwrap();
    let wrong = wrong.to_str().unwrap();
    for command in ["games --gdl ", "play gdl:", "bench playouts gdl:"] {
        let answer = line(&format!("{command}{wrong}"));
        let told = answer.refused(1);
        assert!(told.contains("wrong.gdl: Line 2, column 7"), "{told}");
    }
    // A described game has no options but its description, which is nobody's to name.
    for command in ["bench playouts gdl:", "perft gdl:"] {
        let depth = if command.starts_with("perft") { " 1" } else { "" };
        let answer = line(&format!("{command}{file}{depth} --size 3"));
        let told = answer.refused(2);
        assert!(told.contains("gdl has no “size”") && !told.contains("rules"), "{told}");
    }
}

#[test]
fn what_is_not_on_the_board_of_a_described_game_is_told_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heap.gdl");
    let words =
        "(role left) (role right) (init (heap 2)) (init (control left)) (less 2 1) (less 1 0)
        (<= (legal ?r take) (true (control ?r))) (<= (legal ?r pass) (true (control ?r)))
        (<= (legal ?r noop) (role ?r) (not (true (control ?r))))
        (<= (next (heap ?m)) (true (heap ?n)) (less ?n ?m))
        (<= (next (control left)) (true (control right)))
        (<= (next (control right)) (true (control left)))
        (<= terminal (true (heap 0))) (goal left 100) (goal right 0)";
    std::fs::write(&file, words).unwrap();
    let file = file.to_str().unwrap();
    for command in
        [format!("games --gdl {file}"), format!("think gdl:{file} --player random --seed 1")]
    {
        let answer = line(&command);
        let said = answer.said();
        assert!(said.contains("Also holds: heap(2)") && !said.contains(" .\n"), "{said}");
    }
}

#[test]
fn the_games_are_described_for_programs() {
    let answer = line("games --json").json();
    assert_json_snapshot!(answer);
    let described = |key: &Value| {
        assert!(key["type"].is_string() && key["help"]["en"].is_string(), "{key}");
        assert!(key["help"]["es"].is_string() && key.get("default").is_some(), "{key}");
    };
    for game in answer["games"].as_array().unwrap() {
        assert!(game["name"].is_string());
        game["options"].as_object().unwrap().values().for_each(described);
        for player in game["players"].as_array().unwrap() {
            assert!(player["name"].is_string() && player["help"]["es"].is_string());
            player["keys"].as_object().unwrap().values().for_each(described);
        }
    }
    // The same in every language, so that programs need not choose one.
    assert_eq!(line("games --json --lang es").json(), answer);
}

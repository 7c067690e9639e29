use insta::{assert_json_snapshot, assert_snapshot};
use serde_json::Value;

use crate::line;

#[test]
fn the_games_are_listed_in_both_languages() {
    assert_snapshot!("games-en", line("games").said());
    assert_snapshot!("games-es", line("games --lang es").said());
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

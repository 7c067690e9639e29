//! Puzzles: their list, those of a day, boards that answer, solutions, and progress in them.

use serde_json::{Value, json};

use crate::client::House;

/// The first puzzle of a game, and where it is.
fn first(house: &House, game: &str) -> (Value, String) {
    let all = house.get("/api/puzzles").json();
    let all = all["puzzles"].as_array().unwrap();
    let one = all.iter().find(|one| one["game"] == game).unwrap().clone();
    let path = format!("/api/puzzles/{game}/{}", one["id"].as_str().unwrap());
    (one, path)
}

#[test]
fn a_puzzle_is_tried_refuted_and_solved() {
    let house = House::open();
    let (_, path) = first(&house, "connect4");
    let begun = house.post(&path, json!({})).json();
    assert_eq!((&begun["standing"], &begun["steps"]), (&json!("open"), &json!(1)));
    assert_eq!(begun["hints"].as_array().unwrap().len(), 2);
    let solution = house.get(&format!("{path}/solution")).json();
    let wrong = house.post(&path, json!({ "moves": [solution["tries"][0]] })).json();
    assert_eq!((&wrong["standing"], &wrong["better"]), (&json!("lost"), &json!([])));
    let done = house.post(&path, json!({ "moves": solution["line"] })).json();
    assert_eq!((&done["standing"], &done["says"]["id"]), (&json!("done"), &json!("puzzle-solved")));
}

#[test]
fn what_is_no_puzzle_no_day_and_no_move_is_refused() {
    let house = House::open();
    let (_, path) = first(&house, "hex");
    house.post(&path, json!({ "moves": ["z9"] })).assert_error(422, "not-a-cell");
    house.post(&path, json!({ "moves": vec!["a1"; 500] })).assert_error(422, "game-over");
    house.post("/api/puzzles/hex/nothing", json!({})).assert_error(404, "puzzle-none");
    house.get("/api/puzzles/chess/1/solution").assert_error(404, "puzzle-none");
    house.get("/api/daily/2026-02-30").assert_error(422, "puzzle-no-day");
}

#[test]
fn a_day_has_five_puzzles_with_their_boards() {
    let house = House::open();
    let day = house.get("/api/daily/2026-11-19").json();
    let puzzles = day["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), 5);
    for puzzle in puzzles {
        house.get(&format!("/api/boards/{}", puzzle["tag"].as_str().unwrap())).json();
        assert!(puzzle["picture"]["pieces"].as_array().unwrap().len() > 1);
    }
}

#[test]
fn progress_is_kept_over_a_restart_and_a_file_of_it_is_put_together_with_what_is_there() {
    let mut house = House::open();
    assert_eq!(house.get("/api/progress").json(), json!({ "learnt": [] }));
    let (one, _) = first(&house, "checkers");
    let tried = json!({ "way": "puzzle", "game": "checkers", "id": one["id"], "tries": 2 });
    house.post("/api/progress", json!({ "learnt": [tried] })).json();
    house.restart();
    let file = json!({ "learnt": [
        { "way": "puzzle", "game": "checkers", "id": one["id"], "done": 70 },
        { "way": "lesson", "game": "hex", "id": "bridge", "done": 60 },
    ] });
    house.post("/api/progress", file.clone()).json();
    let kept = house.post("/api/progress", file).json();
    let learnt = kept["learnt"].as_array().unwrap();
    assert_eq!(learnt.len(), 2);
    assert_eq!((&learnt[0]["id"], &learnt[0]["done"]), (&json!("bridge"), &json!(60)));
    assert_eq!((&learnt[1]["tries"], &learnt[1]["done"]), (&json!(2), &json!(70)));
    assert_eq!(house.get("/api/progress").json(), kept);
    let wrong = json!({ "learnt": [{ "way": "puzzle", "game": "chess", "id": "x" }] });
    house.post("/api/progress", wrong).assert_error(422, "progress-wrong");
}

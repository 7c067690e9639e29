//! Lessons: their list, and boards on which the program answers.

use serde_json::{Value, json};

use crate::client::House;

fn bridge(house: &House, moves: &[&str]) -> Value {
    let body = json!({ "lesson": "bridge", "step": 1, "moves": moves });
    house.post("/api/lessons/hex", body).json()
}

#[test]
fn the_catalogue_and_the_list_name_the_same_lessons_in_order() {
    let house = House::open();
    let catalogue = house.get("/api/catalogue").json();
    let games = catalogue["games"].as_array().unwrap();
    let hex = games.iter().find(|game| game["name"] == "hex").unwrap();
    let course = house.get("/api/lessons/hex").json();
    let lessons = course["lessons"].as_array().unwrap();
    let listed: Vec<&Value> = lessons.iter().map(|lesson| &lesson["id"]).collect();
    assert_eq!(listed, hex["lessons"].as_array().unwrap().iter().collect::<Vec<_>>());
    assert!(lessons.iter().all(|lesson| lesson["steps"].as_u64() >= Some(2)));
    house.get("/api/lessons/gdl").assert_error(404, "lesson-none");
    house.get("/api/lessons/nothing").assert_error(404, "lesson-none");
}

#[test]
fn the_program_enters_a_bridge_and_says_what_came_of_the_answer() {
    let house = House::open();
    let begun = bridge(&house, &[]);
    assert_eq!((&begun["you"], &begun["standing"]), (&json!("first"), &json!("open")));
    assert_eq!(begun["moves"], json!(["b3"]));
    assert_eq!(begun["handles"].as_array().unwrap().len(), 1);
    let done = bridge(&house, &["b3", "c3"]);
    assert_eq!(done["standing"], "done");
    assert_eq!(done["says"]["id"], "lesson-hex-bridge-2-done");
}

#[test]
fn a_lesson_step_or_move_that_is_not_there_is_refused() {
    let house = House::open();
    let ask = |body| house.post("/api/lessons/hex", body);
    ask(json!({ "lesson": "nothing" })).assert_error(404, "lesson-none");
    ask(json!({ "lesson": "bridge", "step": 99 })).assert_error(404, "lesson-none");
    let moves = json!({ "lesson": "bridge", "step": 1, "moves": ["b3", "e5"] });
    ask(moves).assert_error(422, "lesson-outside");
    let many = json!({ "lesson": "bridge", "step": 1, "moves": vec!["b3"; 500] });
    ask(many).assert_error(422, "game-over");
    house
        .post("/api/lessons/chess", json!({ "lesson": "bridge" }))
        .assert_error(404, "lesson-none");
}

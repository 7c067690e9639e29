//! Thoughts in slow motion: what is sent, how much that is, and what is refused.

use serde_json::{Value, json};

use crate::client::{Answer, House};

fn studies(house: &House) -> Vec<Value> {
    let list = house.get("/api/studies").view();
    list["studies"].as_array().unwrap().clone()
}

fn tell(house: &House, subject: &Value) -> Answer {
    house.post("/api/story", subject.clone())
}

/// What stands on a board of a story, put together from those it is told by.
fn stands(told: &Value, board: usize) -> Vec<Value> {
    let board = &told["boards"][board];
    let gone = board["gone"].as_array().cloned().unwrap_or_default();
    let before = board["from"].as_u64().map(|from| stands(told, from as usize)).unwrap_or_default();
    let stay = before.into_iter().filter(|placed| !gone.contains(&placed["cell"]));
    stay.chain(board["pieces"].as_array().cloned().unwrap_or_default()).collect()
}

#[test]
fn every_study_is_told_whole_in_few_bytes_and_the_same_every_time() {
    let house = House::open();
    for study in studies(&house) {
        let answer = tell(&house, &study["subject"]);
        let told = answer.view();
        let moments = told["story"]["moments"].as_array().unwrap();
        assert_eq!(told["shown"].as_array().unwrap().len(), moments.len());
        assert_eq!(stands(&told, 0).len(), study["picture"]["pieces"].as_array().unwrap().len());
        assert_eq!(tell(&house, &told["subject"]).body, answer.body, "{}", study["id"]);
        let body = study["subject"].to_string();
        let headers = [("content-type", "application/json"), ("accept-encoding", "gzip")];
        let small = house.size_of("POST", "/api/story", &headers, body.as_bytes());
        let (plain, id) = (answer.body.len(), &study["id"]);
        println!("{id}: {} moments, {plain} bytes, {small} compressed", moments.len());
        assert!(small < 60_000, "{id}: {small} of {plain} bytes");
        assert!(small < 6000 + 120 * moments.len(), "{id}: {small} for {} moments", moments.len());
    }
}

#[test]
fn the_position_shown_of_a_game_is_told_as_one_that_can_be_asked_for_again() {
    let house = House::open();
    let wish = json!({ "game": "hex", "options": { "size": 3 }, "position": "b2 a1" });
    let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
    let at = json!({ "at": 2, "player": "mcts:playouts=3" });
    let told = house.act(&id, "story", at.clone()).view();
    assert_eq!(told["subject"]["moves"], json!(["b2", "a1"]));
    assert_eq!(told["subject"]["options"]["size"], "3");
    assert_eq!(stands(&told, 0).len(), 2);
    assert_eq!(tell(&house, &told["subject"]).view(), told);
    house.play(&id, 2, "c1").view();
    house.act(&id, "story", at).assert_error(409, "server-moved-on");
}

#[test]
fn what_cannot_be_told_is_refused_with_words() {
    let house = House::open();
    let asked = |game: &str, position: &str, player: &str| {
        tell(&house, &json!({ "game": game, "position": position, "player": player }))
    };
    asked("tictactoe", "a1", "random").assert_error(422, "story-none");
    asked("tictactoe", "a1", "nobody").assert_error(422, "story-none");
    asked("tictactoe", "a1 a1", "mcts").assert_error(422, "notation-error");
    asked("tictactoe", "a1 a2 b1 b2 c1", "mcts").assert_error(422, "game-over");
    asked("chess", "", "mcts").assert_error(422, "game-unknown");
    asked("tictactoe", "a1", "mcts:playouts=-1").assert_error(422, "value-refused");
    let moves = json!({ "game": "tictactoe", "moves": ["a1", "z9"], "player": "mcts" });
    assert_eq!(tell(&house, &moves).status, 422);
    assert_eq!(house.thoughts(), 0, "nobody goes on thinking");
}

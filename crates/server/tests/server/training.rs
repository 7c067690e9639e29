//! Nets that learn here: one at a time, kept with what they go on with, and followed by players.

use std::{
    thread::sleep,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::client::{Client, House, LIMIT};

/// Waits until something is true of how the trainings stand.
fn until(client: &Client, what: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let all = client.get("/api/training").json();
        if what(&all) {
            return all;
        }
        assert!(begun.elapsed() < LIMIT, "{all}");
        sleep(Duration::from_millis(50));
    }
}

fn wish(name: &str) -> Value {
    json!({ "name": name, "game": "tictactoe", "settings": { "net": "2x16", "threads": 1 } })
}

#[test]
fn a_net_learns_stops_goes_on_after_the_program_and_is_played_against() {
    let mut house = House::open();
    assert_eq!(house.post("/api/training/run", wish("mine")).status, 201);
    house.post("/api/training/run", wish("other")).assert_error(409, "train-busy");
    house.delete("/api/training/nets/mine").assert_error(409, "train-busy");
    until(&house, |all| all["nets"][0]["games"].as_u64() >= Some(16));
    assert_eq!(house.delete("/api/training/run").status, 204);
    let all = until(&house, |all| all["going"].is_null());
    assert_eq!(all["trouble"], json!(null));
    let games = all["nets"][0]["games"].as_u64();
    assert!(all["nets"][0]["shown"].as_array().unwrap().len() <= 6);
    house.post("/api/training/run", wish("mine")).assert_error(409, "file-exists");
    house.restart();
    let again = json!({ "name": "mine", "settings": { "threads": 1 } });
    assert_eq!(house.post("/api/training/run", again).status, 201);
    until(&house, |all| all["nets"][0]["games"].as_u64() > games);
    house.delete("/api/training/run");
    until(&house, |all| all["going"].is_null());
    let game = json!({ "game": "tictactoe", "first": "neural:net=mine", "second": "human" });
    assert_eq!(house.post("/api/games", game.clone()).status, 201);
    assert_eq!(house.delete("/api/training/nets/mine").status, 204);
    house.post("/api/games", game).assert_error(422, "file-missing");
    house.delete("/api/training/nets/mine").assert_error(404, "file-missing");
}

#[test]
fn what_cannot_learn_is_refused() {
    let house = House::open();
    house.post("/api/training/run", wish("@mine")).assert_error(422, "file-name-built-in");
    house.post("/api/training/run", json!({ "name": "nobody" })).assert_error(404, "file-missing");
    let minutes = json!({ "name": "x", "game": "tictactoe", "settings": { "minutes": 0 } });
    house.post("/api/training/run", minutes).assert_error(422, "value-refused");
    let game = json!({ "name": "x", "game": "chess" });
    assert_eq!(house.post("/api/training/run", game).status, 422);
}

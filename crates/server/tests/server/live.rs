//! Thoughts while they are thought, and everybody who watches.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::{Value, json};

use crate::client::{House, LIMIT, wait_until};

/// A machine that thinks until it is stopped.
const ENDLESS: &str = "minimax:depth=42";

fn at(n: usize) -> impl Fn(&Value) -> bool {
    move |view| view["at"] == n
}

#[test]
fn a_machine_answers_and_shows_what_it_thinks() {
    let house = House::open();
    let id = house.begin("connect4", "human", "alphabeta:depth=3");
    let mut events = house.watch(&id);
    assert_eq!(events.next().unwrap().1, house.view(&id), "the first event is the game");
    house.play(&id, 0, "4").view();
    let asked = events.until("view", at(1));
    let thinks = json!({ "purpose": "move", "player": "alphabeta:depth=3", "before": null });
    assert_eq!(asked["thinking"], thinks);
    let thought = events.until("thought", |thought| thought["done"] == true);
    assert_eq!((&thought["purpose"], &thought["at"]), (&json!("move"), &json!(1)));
    assert_eq!(thought["stopped"], false);
    assert!(!thought["thought"]["layers"].as_array().unwrap().is_empty());
    let answered = events.until("view", at(2));
    assert_eq!(answered["moves"][1], thought["thought"]["move"]);
    assert!(answered["thinking"].is_null());
    wait_until("the thread has gone", || house.thoughts() == 0);
}

#[test]
fn a_machine_thinks_only_while_somebody_watches() {
    let house = House::open();
    let id = house.begin("connect4", "human", "random");
    let view = house.play(&id, 0, "4").view();
    assert!(view["thinking"].is_null());
    assert_eq!(house.thoughts(), 0);
    house.watch(&id).until("view", at(2));
}

#[test]
fn a_browser_closed_in_the_middle_of_a_thought_leaves_no_thread_and_the_game_goes_on_later() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, "human");
    let mut events = house.watch(&id);
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    assert_eq!(house.thoughts(), 1);
    drop(events);
    wait_until("the thread has gone", || house.thoughts() == 0);
    assert_eq!(house.view(&id)["at"], 0, "a thought nobody waited for plays nothing");
    let mut again = house.watch(&id);
    again.until("view", |view| view["thinking"]["purpose"] == "move");
    house.act(&id, "stop", json!({})).view();
    again.until("view", at(1));
}

#[test]
fn an_analysis_nobody_watches_is_ended_too() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let question = json!({ "player": ENDLESS, "seconds": 86400, "at": 0 });
    assert_eq!(house.act(&id, "think", question).status, 202);
    assert_eq!(house.thoughts(), 1);
    wait_until("the thread has gone", || house.thoughts() == 0);
}

#[test]
fn stop_makes_a_machine_play_the_best_it_has() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, "human");
    let mut events = house.watch(&id);
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    house.ask("POST", &format!("/api/games/{id}/stop"), &[], b"").view();
    let thought = events.until("thought", |thought| thought["done"] == true);
    assert_eq!(thought["stopped"], true);
    events.until("view", at(1));
    wait_until("the thread has gone", || house.thoughts() == 0);
}

#[test]
fn two_tabs_see_the_same_and_one_that_leaves_stops_nothing() {
    let house = House::open();
    let id = house.begin("connect4", "human", ENDLESS);
    let (mut one, mut other) = (house.watch(&id), house.watch(&id));
    house.play(&id, 0, "4").view();
    assert_eq!(one.until("view", at(1)), other.until("view", at(1)));
    drop(one);
    house.act(&id, "stop", json!({})).view();
    other.until("view", at(2));
}

#[test]
fn a_person_cannot_move_for_a_machine() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, "human");
    let refused = house.play(&id, 0, "4");
    refused.assert_error(409, "server-machines-turn");
    assert_eq!(refused.json()["view"]["at"], 0);
}

#[test]
fn taking_back_ends_the_thought_about_the_old_position() {
    let house = House::open();
    let id = house.begin("connect4", "human", ENDLESS);
    let mut events = house.watch(&id);
    house.play(&id, 0, "4").view();
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    let view = house.act(&id, "undo", json!({ "at": 1 })).view();
    assert_eq!((&view["at"], &view["thinking"]), (&json!(0), &Value::Null));
    wait_until("the thread has gone", || house.thoughts() == 0);
    assert_eq!(house.view(&id)["at"], 0);
}

#[test]
fn another_player_takes_over_in_the_middle_of_a_thought() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, "human");
    let mut events = house.watch(&id);
    events.until("view", |view| view["thinking"]["player"] == ENDLESS);
    house.act(&id, "players", json!({ "first": "random", "second": "human" })).view();
    events.until("view", at(1));
    wait_until("the threads have gone", || house.thoughts() == 0);
}

#[test]
fn an_analysis_runs_to_its_end_or_is_stopped_or_replaced() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let mut events = house.watch(&id);
    let think = |player: &str| house.act(&id, "think", json!({ "player": player, "at": 0 }));
    assert_eq!(think("alphabeta:depth=3").status, 202);
    let done = |thought: &Value| thought["done"] == true;
    let thought = events.until("thought", done);
    assert_eq!((&thought["purpose"], &thought["stopped"]), (&json!("analysis"), &json!(false)));
    assert!(events.until("view", |_| true)["thinking"].is_null());

    assert_eq!(think(ENDLESS).status, 202);
    events.until("view", |view| view["thinking"]["player"] == ENDLESS);
    assert_eq!(think("mcts").status, 202);
    events.until("view", |view| view["thinking"]["player"] == "mcts");
    wait_until("the first thread has gone", || house.thoughts() == 1);
    house.act(&id, "stop", json!({})).view();
    let thought = events.until("thought", done);
    assert_eq!((&thought["player"], &thought["stopped"]), (&json!("mcts"), &json!(true)));

    assert_eq!(think(ENDLESS).status, 202);
    house.play(&id, 0, "4").view();
    assert!(events.until("view", at(1))["thinking"].is_null());
    wait_until("the thread has gone with the position", || house.thoughts() == 0);
    think("mcts").assert_error(409, "server-moved-on");
}

#[test]
fn a_hint_is_a_legal_move_from_somebody_stronger_than_a_weak_opponent() {
    let house = House::open();
    let id = house.begin("tictactoe", "human", "mcts:playouts=50");
    let mut events = house.watch(&id);
    assert_eq!(house.act(&id, "hint", json!({ "at": 0 })).status, 202);
    let thought = events.until("thought", |thought| thought["done"] == true);
    assert_eq!((&thought["purpose"], &thought["player"]), (&json!("hint"), &json!("mcts")));
    house.play(&id, 0, thought["thought"]["move"].as_str().unwrap()).view();
}

#[test]
fn two_machines_play_on_pause_and_go_on() {
    let house = House::open();
    let id = house.begin("tictactoe", "random", "random");
    let mut events = house.watch(&id);
    events.until("view", at(2));
    let paused = house.act(&id, "pause", json!({ "paused": true })).view();
    assert_eq!((&paused["paused"], &paused["thinking"]), (&json!(true), &Value::Null));
    wait_until("the thread has gone", || house.thoughts() == 0);
    assert_eq!(house.view(&id)["at"], paused["at"]);

    let back = house.act(&id, "goto", json!({ "at": paused["at"], "to": 1 })).view();
    assert_eq!(back["paused"], true, "looking back holds two machines");
    house.act(&id, "pause", json!({ "paused": false })).view();
    let end = events.until("view", |view| !view["outcome"].is_null());
    assert!(end["at"].as_u64().unwrap() >= 5);
    wait_until("the threads have gone", || house.thoughts() == 0);
}

#[test]
fn a_step_is_exactly_one_move_of_a_machine_however_often_it_is_asked_for() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, ENDLESS);
    house.act(&id, "pause", json!({ "paused": true })).view();
    let mut events = house.watch(&id);
    for before in 0..3 {
        let [one, two] = [0, 1].map(|_| house.act(&id, "step", json!({ "at": before })).view());
        assert_eq!((&one["thinking"]["purpose"], &one["paused"]), (&json!("move"), &json!(true)));
        assert_eq!(one["thinking"], two["thinking"]);
        house.act(&id, "stop", json!({})).view();
        let view = events.until("view", at(before + 1));
        assert_eq!((&view["paused"], &view["thinking"]), (&json!(true), &Value::Null));
    }
    wait_until("the thread has gone", || house.thoughts() == 0);
    assert_eq!(house.view(&id)["at"], 3);
    house.act(&id, "step", json!({ "at": 2 })).assert_error(409, "server-moved-on");
}

#[test]
fn a_step_of_a_game_that_is_not_paused_holds_it_after_that_move() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, ENDLESS);
    let mut events = house.watch(&id);
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    assert_eq!(house.act(&id, "step", json!({ "at": 0 })).view()["paused"], true);
    house.act(&id, "stop", json!({})).view();
    let view = events.until("view", at(1));
    assert_eq!((&view["paused"], &view["thinking"]), (&json!(true), &Value::Null));
}

#[test]
fn a_step_needs_a_machine_to_move_and_gives_a_person_the_turn() {
    let house = House::open();
    let id = house.begin("tictactoe", "human", "random");
    house.act(&id, "step", json!({ "at": 0 })).assert_error(422, "server-persons-turn");
    let mut events = house.watch(&id);
    house.play(&id, 0, "a1").view();
    events.until("view", at(2));
    house.act(&id, "goto", json!({ "at": 2, "to": 1 })).view();
    house.act(&id, "step", json!({ "at": 1 })).view();
    let view = events.until("view", |view| view["at"] == 2 && view["thinking"].is_null());
    assert_eq!((&view["paused"], &view["side"]), (&json!(false), &json!("first")));
    house.act(&id, "resign", json!({ "at": 2 })).view();
    house.act(&id, "step", json!({ "at": 2 })).assert_error(422, "game-over");
}

#[test]
fn a_level_changed_during_a_game_counts_from_the_thought_that_is_under_way() {
    let house = House::open();
    let id = house.begin("connect4", "human", ENDLESS);
    let mut events = house.watch(&id);
    house.play(&id, 0, "4").view();
    events.until("view", |view| view["thinking"]["player"] == ENDLESS);
    let view = house.act(&id, "players", json!({ "second": "alphabeta:depth=2" })).view();
    assert_eq!(
        (&view["at"], &view["players"]),
        (&json!(1), &json!(["human", "alphabeta:depth=2"]))
    );
    let thought = events.until("thought", |thought| thought["done"] == true);
    assert_eq!(thought["player"], "alphabeta:depth=2");
    assert_eq!(events.until("view", at(2))["players"][1], "alphabeta:depth=2");
}

#[test]
fn a_deleted_game_ends_its_streams_and_thoughts() {
    let house = House::open();
    let id = house.begin("connect4", ENDLESS, "human");
    let mut events = house.watch(&id);
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    assert_eq!(house.delete(&format!("/api/games/{id}")).status, 204);
    events.end();
    wait_until("the thread has gone", || house.thoughts() == 0);
    house.play(&id, 0, "4").assert_error(404, "server-no-game");
}

#[test]
fn a_watcher_that_reads_slowly_misses_events_and_is_shown_the_game_afresh() {
    let house = House::open();
    // A hundred stones that come and go are a change of some size.
    let cells = (1..=10).flat_map(|row| ('a'..='j').map(move |column| format!("{column}{row}")));
    let stones: Vec<String> = cells.collect();
    let wish = json!({ "game": "hex", "options": { "size": 19 }, "position": stones.join(" ") });
    let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
    let mut slow = TcpStream::connect(house.address).unwrap();
    slow.set_read_timeout(Some(LIMIT)).unwrap();
    let asked = format!("GET /api/games/{id}/events HTTP/1.0\r\nHost: localhost\r\n\r\n");
    slow.write_all(asked.as_bytes()).unwrap();
    let mut byte = [0];
    slow.read_exact(&mut byte).unwrap();

    // More than the sockets between us can hold.
    const CHANGES: usize = 3000;
    for change in 0..CHANGES {
        let (at, to) = if change % 2 == 0 { (100, 0) } else { (0, 100) };
        house.act(&id, "goto", json!({ "at": at, "to": to })).view();
    }
    house.play(&id, 100, "s19").view();

    let mut received = String::new();
    let mut buffer = [0; 65536];
    while !received.contains("\"at\":101,") {
        let n = slow.read(&mut buffer).unwrap();
        assert!(n > 0, "the stream ended before the latest position came");
        received.push_str(&String::from_utf8_lossy(&buffer[..n]));
    }
    let told = received.matches("event: change").count();
    assert!(told < CHANGES, "nothing was missed: {told}");
    assert!(received.matches("event: view").count() > 1, "shown afresh");
}

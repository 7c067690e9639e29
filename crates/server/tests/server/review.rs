//! Whole games reviewed, what somebody tries in them, and several analysts at once.

use serde_json::{Value, json};

use crate::client::{Client, House, wait_until};

/// A player that thinks until it is stopped.
const ENDLESS: &str = "minimax:depth=42";

/// A game of tic-tac-toe with what is wrong in it: in reply to the middle an edge loses, and the second
/// cross gives that back.
fn with_mistakes(client: &Client) -> String {
    let position = "b2 b1 b3 a1 c1 a3 a2 c2";
    let wish =
        json!({ "game": "tictactoe", "first": "human", "second": "human", "position": position });
    let answer = client.post("/api/games", wish);
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn review(client: &Client, id: &str) -> Value {
    client.get(&format!("/api/games/{id}/review")).json()
}

fn reviewed(client: &Client, id: &str, wish: Value) -> Value {
    assert_eq!(client.act(id, "review", wish).status, 202);
    wait_until("the review is complete", || review(client, id)["running"] == false);
    let found = review(client, id);
    assert_eq!(found["done"], found["of"]);
    found
}

#[test]
fn a_review_finds_the_known_mistakes_of_a_game_by_the_exact_player() {
    let house = House::open();
    let id = with_mistakes(&house);
    let before = review(&house, &id);
    assert_eq!((&before["wanted"], &before["done"]), (&json!(false), &json!(0)));
    let found = reviewed(&house, &id, json!({}));
    assert_eq!(found["player"], "alphabeta");
    let points = found["points"].as_array().unwrap();
    assert_eq!(points.len(), 9);
    for (point, proved) in points.iter().zip(["draw", "draw", "win", "draw"]) {
        assert_eq!(point["value"]["proved"], proved, "{point}");
    }
    let errors: Vec<_> = found["errors"].as_array().unwrap().iter().collect();
    let told = |i: usize| (&errors[i]["at"], &errors[i]["side"], &errors[i]["thrown"]);
    assert_eq!(told(0), (&json!(1), &json!("second"), &json!("draw")));
    assert_eq!(told(1), (&json!(2), &json!("first"), &json!("win")));
    assert_eq!(errors[1]["grade"], "blunder");
    assert!(points[2]["line"].as_array().unwrap().len() > 1, "the refutation is known");
}

#[test]
fn what_was_judged_is_there_after_a_restart_and_is_not_thought_again() {
    let mut house = House::open();
    let id = with_mistakes(&house);
    let found = reviewed(&house, &id, json!({}));
    house.restart();
    assert_eq!(review(&house, &id), found);
    let mut events = house.watch(&id);
    assert_eq!(house.act(&id, "review", json!({})).status, 202);
    // Whoever has nothing to think of is done at once.
    let progress = events.until("review", |progress| progress["running"] == false);
    assert_eq!(progress["done"], found["of"]);
}

#[test]
fn a_review_stops_when_told_and_one_that_was_not_stopped_goes_on_after_a_restart() {
    let mut house = House::open();
    let id = house.begin("connect4", "human", "human");
    let endless = json!({ "player": ENDLESS, "seconds": 3600 });
    assert_eq!(house.act(&id, "review", endless.clone()).status, 202);
    wait_until("it is under way", || house.thoughts() == 1);
    assert_eq!(review(&house, &id)["running"], true);
    let stopped = house.delete(&format!("/api/games/{id}/review")).json();
    assert_eq!((&stopped["running"], &stopped["wanted"]), (&json!(false), &json!(true)));
    wait_until("the thread has gone", || house.thoughts() == 0);
    house.restart();
    drop(house.watch(&id));
    assert_eq!(review(&house, &id)["running"], false, "somebody stopped it");

    assert_eq!(house.act(&id, "review", endless).status, 202);
    house.restart();
    assert_eq!(review(&house, &id)["running"], false);
    let mut events = house.watch(&id);
    events.until("review", |progress| progress["running"] == true);
    assert_eq!(house.delete(&format!("/api/games/{id}")).status, 204);
    wait_until("nobody reviews a game that is gone", || house.thoughts() == 0);
}

#[test]
fn a_move_that_somebody_waits_for_goes_before_a_review() {
    let house = House::open();
    let machine = house.begin("connect4", ENDLESS, "human");
    let mut events = house.watch(&machine);
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    let id = with_mistakes(&house);
    assert_eq!(house.act(&id, "review", json!({})).status, 202);
    wait_until("both are under way", || house.thoughts() == 2);
    assert_eq!(review(&house, &id)["done"], 0);
    house.act(&machine, "stop", json!({})).view();
    events.until("view", |view| view["at"] == 1);
    wait_until("the review is complete", || review(&house, &id)["running"] == false);
    let found = review(&house, &id);
    assert_eq!(found["done"], found["of"]);
}

#[test]
fn whatever_is_tried_is_judged_and_stands_beside_the_game() {
    let house = House::open();
    let id = with_mistakes(&house);
    let found = reviewed(&house, &id, json!({}));
    let node = found["points"][2]["node"].clone();
    let before = house.view(&id);
    let tried = |ply: &str| house.act(&id, "try", json!({ "node": node, "move": ply }));
    let wrong = tried("b3").json();
    assert_eq!(wrong["error"]["thrown"], "win");
    let good = tried(found["points"][2]["best"].as_str().unwrap()).json();
    assert_eq!((&good["error"], &good["value"]["proved"]), (&Value::Null, &json!("win")));
    assert_eq!(tried("b2").status, 422, "somebody stands there");
    let after = house.view(&id);
    for part in ["moves", "at", "outcome", "picture"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    let line: Vec<Value> =
        [vec![good["move"].clone()], good["line"].as_array().unwrap().clone()].concat();
    let wish = json!({ "node": node, "moves": line });
    let frames = house.act(&id, "frames", wish).json()["frames"].as_array().unwrap().clone();
    assert_eq!(frames.len(), line.len());
    for (i, frame) in frames.iter().enumerate() {
        assert_eq!(frame["picture"]["pieces"].as_array().unwrap().len(), 3 + i);
    }
    let nowhere = json!({ "node": 999, "moves": ["a1"] });
    assert_eq!(house.act(&id, "frames", nowhere).status, 422);
}

#[test]
fn variations_are_reviewed_when_somebody_wants_it() {
    let house = House::open();
    let id = with_mistakes(&house);
    let found = reviewed(&house, &id, json!({}));
    assert!(found["beside"].as_array().unwrap().is_empty());
    let node = found["points"][3]["node"].clone();
    // A player that has not judged anything yet.
    let quick = json!({ "player": "alphabeta:depth=2", "seconds": 1 });
    assert_eq!(house.act(&id, "try", json!({ "node": node, "move": "c3" })).status, 200);
    let without = reviewed(&house, &id, quick);
    let with = reviewed(&house, &id, json!({ "variations": true }));
    assert_eq!(with["player"], "alphabeta:depth=2", "as before");
    assert_eq!(with["of"].as_u64(), without["of"].as_u64().map(|of| of + 1));
    assert_eq!(with["beside"].as_array().unwrap().len(), 1);
}

#[test]
fn several_analysts_think_at_once_and_what_they_thought_is_remembered() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let mut events = house.watch(&id);
    let ask = |remembered: bool| {
        let wish = json!({
            "at": 0, "player": "alphabeta:depth=3", "beside": ["rules"], "remembered": remembered
        });
        assert_eq!(house.act(&id, "think", wish).status, 202);
    };
    let mut heard = || {
        let mut done = std::collections::BTreeMap::new();
        while done.len() < 2 {
            let thought = events.until("thought", |thought| thought["done"] == true);
            let player = thought["player"].as_str().unwrap().to_owned();
            done.insert(player, thought["thought"].clone());
        }
        done
    };
    ask(false);
    let first = heard();
    assert!(first.keys().any(|player| player.starts_with("rules")));
    ask(true);
    // Even the time it took is the same: nobody thought again.
    assert_eq!(heard(), first);
    let four = json!({ "at": 0, "player": "rules", "beside": ["mcts", "random", "minimax"] });
    assert_eq!(house.act(&id, "think", four).json()["error"]["id"], "server-analysts");
}

#[test]
fn how_a_review_is_wished_is_checked() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    for wish in [json!({ "seconds": -1 }), json!({ "player": "nobody" }), json!({ "seconds": 1e9 })]
    {
        assert_eq!(house.act(&id, "review", wish).status, 422);
    }
    assert_eq!(house.get("/api/games/nowhere/review").status, 404);
    assert_eq!(review(&house, &id)["wanted"], false);
}

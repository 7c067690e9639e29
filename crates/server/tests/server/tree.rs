//! A game as a tree over the wire: variations, what is said, and a game that stays what it was.

use serde_json::{Value, json};

use crate::client::{House, fold, wait_until};

/// A machine that thinks until it is stopped.
const ENDLESS: &str = "minimax:depth=42";

/// The plies of the game as it was played.
fn played(view: &Value) -> Vec<String> {
    let twigs = view["tree"].as_array().unwrap();
    let mut plies = Vec::new();
    let mut at = view["end"].as_u64().unwrap() as usize;
    while let Some(after) = twigs[at]["after"].as_u64() {
        plies.push(twigs[at]["ply"].as_str().unwrap().to_owned());
        at = after as usize;
    }
    plies.reverse();
    plies
}

#[test]
fn an_ended_game_is_explored_and_its_end_and_score_stay() {
    let mut house = House::open();
    let wish = json!({ "game": "connect4", "second": "random", "position": "121212" });
    let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
    house.play(&id, 6, "1").view();
    let mut view = house.view(&id);
    assert_eq!((&view["ended"]["winner"], &view["node"]), (&json!("first"), &view["end"]));
    for (what, wish) in [
        ("goto", json!({ "at": 7, "to": 5 })),
        ("moves", json!({ "at": 5, "move": "7" })),
        ("moves", json!({ "at": 6, "move": "7" })),
        ("undo", json!({ "at": 7 })),
        ("note", json!({ "node": 8, "comment": "instead", "sign": "!?" })),
    ] {
        let change = house.act(&id, what, wish).view();
        fold(&mut view, &change);
        assert_eq!(view, house.view(&id), "{what}");
        assert_eq!((&view["ended"]["winner"], &view["outcome"]), (&json!("first"), &Value::Null));
        assert_eq!(played(&view).join(""), "1212121");
    }
    assert_eq!(view["score"]["won"], json!([1, 0]));
    assert_eq!((&view["node"], &view["tree"][8]["comment"]), (&json!(8), &json!("instead")));
    house.restart();
    let again = house.view(&id);
    assert_eq!((&again["tree"], &again["node"]), (&view["tree"], &view["node"]));
    house.act(&id, "goto", json!({ "at": 6, "node": 99 })).assert_error(422, "no-such-node");
}

#[test]
fn a_machine_answers_only_in_the_game_and_thinks_on_while_somebody_writes() {
    let house = House::open();
    let id = house.begin("connect4", "human", ENDLESS);
    let mut events = house.watch(&id);
    house.play(&id, 0, "4").view();
    events.until("view", |view| view["thinking"]["purpose"] == "move");
    let change = house.act(&id, "note", json!({ "node": 1, "comment": "the centre" })).view();
    assert_eq!(change["thinking"]["purpose"], "move", "nobody is held up by a comment");
    assert_eq!(house.thoughts(), 1);
    let change = house.act(&id, "goto", json!({ "at": 1, "node": 0 })).view();
    assert_eq!(change["thinking"], Value::Null, "it waits while somebody looks elsewhere");
    house.play(&id, 0, "3").view();
    let change = house.play(&id, 1, "3").view();
    assert_eq!((&change["thinking"], &change["end"]), (&Value::Null, &json!(1)));
    let change = house.act(&id, "goto", json!({ "at": 2, "node": 1 })).view();
    assert_eq!(change["thinking"]["purpose"], "move", "and goes on where the game stands");
    let body = json!({ "at": 1, "move": "5", "aside": true });
    let change = house.act(&id, "moves", body).view();
    assert_eq!((&change["node"], &change["end"]), (&json!(4), &json!(1)), "it was only tried");
    house.act(&id, "stop", json!({})).view();
    wait_until("the thread has gone", || house.thoughts() == 0);
}

#[test]
fn what_is_taken_back_is_a_variation_and_can_be_put_back() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    for (at, ply) in ["4", "4", "3"].iter().enumerate() {
        house.play(&id, at, ply).view();
    }
    let view = house.act(&id, "undo", json!({ "at": 3 })).view();
    assert_eq!((&view["end"], &view["taken_back"]), (&json!(2), &json!(true)));
    house.act(&id, "redo", json!({ "at": 2 })).view();
    house.act(&id, "undo", json!({ "at": 3 })).view();
    house.play(&id, 2, "7").view();
    let view = house.view(&id);
    assert_eq!((played(&view).join(""), &view["taken_back"]), ("447".to_owned(), &json!(false)));
    assert_eq!((&view["tree"][3]["ply"], &view["tree"][3]["place"]), (&json!("3"), &json!(1)));
}

#[test]
fn variations_are_put_in_order_deleted_and_brought_back_and_what_was_played_is_not() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    for (at, ply) in ["4", "4"].iter().enumerate() {
        house.play(&id, at, ply).view();
    }
    for ply in ["1", "2"] {
        let at = house.view(&id)["at"].clone();
        house.act(&id, "goto", json!({ "at": at, "node": 1 })).view();
        house.play(&id, 1, ply).view();
    }
    let act = |what: &str, wish: Value| house.act(&id, what, wish);
    let places = || -> Vec<Value> {
        let view = house.view(&id);
        view["tree"].as_array().unwrap()[2..].iter().map(|twig| twig["place"].clone()).collect()
    };
    assert_eq!(places(), [0, 1, 2]);
    act("promote", json!({ "node": 4 })).view();
    assert_eq!(places(), [0, 2, 1]);
    act("promote", json!({ "node": 4 })).assert_error(422, "tree-played-first");
    let change = act("prune", json!({ "node": 4 })).view();
    assert_eq!((&change["node"], places()), (&json!(1), vec![json!(0), json!(1), Value::Null]));
    act("prune", json!({ "node": 2 })).assert_error(422, "tree-main-line");
    act("restore", json!({ "node": 4 })).view();
    assert_eq!(places(), [0, 2, 1]);
    act("main", json!({ "node": 3, "before": "as it was" })).view();
    let view = house.view(&id);
    assert_eq!(
        (played(&view).join(""), &view["tree"][2]["name"]),
        ("41".into(), &json!("as it was"))
    );
    let against = house.begin("connect4", "human", "random");
    let refused = house.act(&against, "main", json!({ "node": 0, "before": "" }));
    refused.assert_error(422, "server-played-stays");
}

#[test]
fn the_same_position_is_known_by_whichever_way_it_came_about() {
    let house = House::open();
    let id = house.begin("hex", "human", "human");
    for (at, ply) in ["a1", "b2", "c3"].iter().enumerate() {
        house.play(&id, at, ply).view();
    }
    house.act(&id, "goto", json!({ "at": 3, "to": 0 })).view();
    for (at, ply) in ["c3", "b2", "a1"].iter().enumerate() {
        let change = house.play(&id, at, ply).view();
        assert_eq!(change["twins"], if at == 2 { json!([3]) } else { json!([]) });
    }
}

#[test]
fn what_is_drawn_and_said_comes_back_from_sgf_and_what_it_leaves_out_is_told_before() {
    let house = House::open();
    let id = house.begin("hex", "human", "human");
    house.play(&id, 0, "c3").view();
    let marks = json!([
        { "shape": "circle", "cell": 3 },
        { "shape": "arrow", "from": 0, "to": 12, "colour": "red" },
    ]);
    let said = json!({ "node": 1, "comment": "so", "name": "a way", "sign": "??", "marks": marks });
    house.act(&id, "note", said).view();
    let twig = house.view(&id)["tree"][1].clone();
    let offered = house.get(&format!("/api/games/{id}/formats")).json();
    let left_out = |format: &str| {
        let of = offered.as_array().unwrap().iter().find(|one| one["format"] == format).unwrap();
        of["leaves_out"]
            .as_array()
            .unwrap()
            .iter()
            .map(|text| text["id"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!((left_out("sgf"), left_out("xml")), (vec![json!("file-part-colours")], vec![]));
    for format in ["sgf", "xml", "json"] {
        let file = house.get(&format!("/api/games/{id}/file?format={format}")).body;
        let arrived = house.post("/api/open", json!({ "text": file })).json();
        let mut back = house.view(arrived["id"].as_str().unwrap())["tree"][1].clone();
        if format == "sgf" {
            back["marks"][1]["colour"] = json!("red");
        }
        assert_eq!(back, twig, "{format}");
    }
}

#[test]
fn a_ply_that_puts_a_piece_down_says_where_and_one_that_moves_a_piece_does_not() {
    let house = House::open();
    let lands = |wish| {
        let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
        let tree = house.view(&id)["tree"].as_array().unwrap().clone();
        tree.iter().map(|twig| twig["lands"].as_u64()).collect::<Vec<_>>()
    };
    let options = json!({ "size": 5, "swap": "pieces" });
    let hex = json!({ "game": "hex", "options": options, "position": "b1 swap-pieces c3" });
    assert_eq!(lands(hex), [None, Some(1), None, Some(12)]);
    let checkers = json!({ "game": "checkers", "position": "11-15 22-18 15x22" });
    assert_eq!(lands(checkers), [None; 4]);
}

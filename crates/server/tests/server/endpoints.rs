//! Every endpoint, used as it is meant to be.

use std::{collections::BTreeSet, time::Instant};

use ludoteca_games::GAMES;
use serde_json::{Value, json};

use crate::client::{House, fold};

#[test]
fn the_languages_and_their_words_are_served() {
    let house = House::open();
    assert_eq!(house.get("/api/languages").json(), json!(["en", "es"]));
    let spanish = house.get("/api/words/es.ftl");
    assert!(spanish.body.contains("language-name = Español"));
    assert_eq!(spanish.headers["content-type"], "text/plain; charset=utf-8");
    let more = house.get("/api/words/es.more.ftl");
    assert!(
        more.body.contains("lesson-hex-bridge-1 = ")
            && !spanish.body.contains("lesson-hex-bridge-1 = ")
    );
    for unknown in ["/api/words/xx.ftl", "/api/words/es", "/api/words/..%2fCargo.toml"] {
        house.get(unknown).assert_error(404, "server-no-path");
    }
}

#[test]
fn the_catalogue_has_every_game_with_players_and_a_picture() {
    let house = House::open();
    let catalogue = house.get("/api/catalogue").json();
    let games = catalogue["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, GAMES.iter().map(|kind| kind.name).collect::<Vec<_>>());
    for game in games {
        assert_eq!(game["players"][0]["name"], "human");
        assert_eq!(game["players"][0]["human"], true);
        assert!(game["players"].as_array().unwrap().iter().any(|player| player["name"] == "mcts"));
        assert!(!game["geometry"]["cells"].as_array().unwrap().is_empty());
        assert!(game["sample"]["picture"]["pieces"].as_array().unwrap().len() >= 2);
        let players = game["players"].as_array().unwrap().iter();
        let keys = players.flat_map(|player| player["keys"].as_array().unwrap());
        for key in keys.chain(game["options"].as_array().unwrap()) {
            assert!(key["name"].is_string() && key["type"].is_string() && key["help"].is_string());
        }
    }
}

#[test]
fn the_page_and_the_constant_answers_are_sent_once_and_small() {
    let house = House::open();
    for path in ["/", "/app.js", "/api/catalogue", "/api/words/en.ftl", "/api/openapi.json"] {
        let small = house.ask("GET", path, &[("accept-encoding", "gzip")], b"");
        assert_eq!(
            (small.status, &small.headers["content-encoding"]),
            (200, &"gzip".parse().unwrap())
        );
        assert_eq!(small.headers["cache-control"], "no-cache");
        let mark = small.headers["etag"].to_str().unwrap();
        let again = [("accept-encoding", "gzip"), ("if-none-match", mark)];
        let again = house.ask("GET", path, &again, b"");
        assert_eq!((again.status, again.body.as_str()), (304, ""));
    }
    let page = house.get("/");
    assert!(page.body.starts_with("<!doctype html>"));
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self';"), "{policy}");
    assert_eq!(house.get("/app.js").headers["content-type"], "text/javascript; charset=utf-8");
}

#[test]
fn a_new_game_begins_as_wished() {
    let house = House::open();
    let answer = house.post("/api/games", json!({ "game": "connect4" }));
    assert_eq!(answer.status, 201);
    let view = answer.json();
    assert_eq!(view["players"], json!(["human", "human"]));
    assert_eq!(view["human"], json!([true, true]));
    assert_eq!((&view["at"], &view["side"]), (&json!(0), &json!("first")));
    assert_eq!(view["moves"], json!([]));
    assert_eq!(view["handles"][0]["kind"], "tap");
    assert_eq!(view["handles"][0]["plies"].as_array().unwrap().len(), 7);
    assert!(view["outcome"].is_null() && view["thinking"].is_null());
    assert_eq!(view["paused"], false);
    assert_eq!(house.board(&view)["cells"].as_array().unwrap().len(), 42);

    for size in [json!("5"), json!(5)] {
        let wish = json!({
            "game": "tictactoe", "options": { "size": size }, "position": "b2 c3",
            "first": "human", "second": "mcts:playouts=10", "seed": 7,
        });
        let view = house.post("/api/games", wish).json();
        assert_eq!(view["options"], json!({ "size": "5" }));
        assert_eq!(house.board(&view)["cells"].as_array().unwrap().len(), 25);
        assert_eq!((&view["at"], &view["moves"]), (&json!(2), &json!(["b2", "c3"])));
        assert_eq!(view["movers"], json!([0, 1]));
        assert_eq!(view["picture"]["pieces"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn a_game_is_played_to_its_end_and_listed() {
    let house = House::open();
    let older = house.begin("tictactoe", "human", "human");
    let id = house.begin("connect4", "human", "human");
    let plies = ["4", "3", "4", "3", "4", "3", "4"];
    let mut shown = house.view(&id);
    for (at, ply) in plies.iter().enumerate() {
        let change = house.play(&id, at, ply).view();
        assert_eq!(change["at"], at + 1);
        assert_eq!(change["last"].as_array().unwrap().len(), 1);
        fold(&mut shown, &change);
        assert_eq!(shown, house.view(&id), "what is acknowledged is what is shown");
    }
    let view = house.view(&id);
    assert_eq!(view["outcome"]["winner"], "first");
    assert!(view["outcome"]["reason"]["id"].is_string());
    assert_eq!(view["ended"], view["outcome"]);
    assert_eq!(view["picture"]["winning"].as_array().unwrap().len(), 4);
    house.play(&id, 7, "1").assert_error(422, "game-over");

    let list = house.get("/api/games").json();
    assert_eq!(list["total"], 2);
    let [last, first] = [&list["games"][0], &list["games"][1]];
    assert_eq!((&last["id"], &first["id"]), (&json!(id), &json!(older)));
    assert_eq!(
        (&last["plies"], &last["over"], &last["turn"]),
        (&json!(7), &json!(true), &json!(false))
    );
    assert_eq!(
        (&first["plies"], &first["over"], &first["turn"]),
        (&json!(0), &json!(false), &json!(true))
    );
    assert_eq!(last["outcome"]["winner"], "first");
    let stands = last["stands"].as_array().unwrap();
    assert_eq!(stands.iter().map(|cells| cells.as_array().unwrap().len()).sum::<usize>(), 7);
    assert_eq!(house.get("/api/games?limit=1").json()["games"].as_array().unwrap().len(), 1);

    assert_eq!(house.delete(&format!("/api/games/{id}")).status, 204);
    house.get(&format!("/api/games/{id}")).assert_error(404, "server-no-game");
    assert_eq!(house.get("/api/games").json()["total"], 1);
}

#[test]
fn a_game_is_looked_through_taken_back_and_continued_from_there() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    for (at, ply) in ["1", "2", "3"].iter().enumerate() {
        house.play(&id, at, ply).view();
    }
    let at = |view: Value| view["at"].as_u64().unwrap();
    assert_eq!(at(house.act(&id, "undo", json!({ "at": 3 })).view()), 2);
    assert_eq!(at(house.act(&id, "redo", json!({ "at": 2 })).view()), 3);
    house.act(&id, "redo", json!({ "at": 3 })).assert_error(422, "nothing-to-redo");
    let back = house.act(&id, "goto", json!({ "at": 3, "to": 0 })).view();
    assert_eq!((&back["at"], &house.view(&id)["moves"]), (&json!(0), &json!(["1", "2", "3"])));
    assert_eq!(back["last"], json!([]));
    house.act(&id, "undo", json!({ "at": 0 })).assert_error(422, "nothing-to-undo");
    house.act(&id, "goto", json!({ "at": 0, "to": 4 })).assert_error(422, "no-such-ply");
    house.act(&id, "goto", json!({ "at": 0, "to": 1 })).view();
    let played = house.play(&id, 1, "7").view();
    assert_eq!((&played["kept"], &played["moves"]), (&json!(1), &json!(["7"])));
    assert_eq!(house.view(&id)["moves"], json!(["1", "7"]));
}

#[test]
fn a_person_resigns_and_takes_it_back() {
    let house = House::open();
    let id = house.begin("connect4", "mcts", "human");
    let view = house.act(&id, "resign", json!({ "at": 0 })).view();
    assert_eq!(view["outcome"]["winner"], "first");
    assert_eq!(view["ended"], view["outcome"]);
    house.act(&id, "resign", json!({ "at": 0 })).assert_error(422, "game-over");
    let view = house.act(&id, "undo", json!({ "at": 0 })).view();
    assert!(view["outcome"].is_null());
    let machines = house.begin("connect4", "random", "random");
    house.act(&machines, "resign", json!({ "at": 0 })).assert_error(422, "server-nobody-resigns");
}

#[test]
fn a_game_is_begun_with_clocks_that_can_be_played_with() {
    let house = House::open();
    let with =
        |clock: Value| house.post("/api/games", json!({ "game": "connect4", "clock": clock }));
    let view = with(json!({ "minutes": 5, "extra": 10 })).json();
    let clocks = json!({ "minutes": 5, "extra": 10, "left": [300_000, 300_000], "running": null });
    assert_eq!(view["clocks"], clocks);
    with(json!({ "minutes": 0 })).assert_error(422, "value-refused");
    with(json!({ "minutes": 5, "extra": 9999 })).assert_error(422, "value-refused");
    assert_eq!(with(Value::Null).json()["clocks"], Value::Null);
}

#[test]
fn players_change_and_machines_pause() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    assert_eq!(house.act(&id, "pause", json!({ "paused": true })).view()["paused"], false);
    let seats = json!({ "first": "random", "second": "alphabeta:depth=2" });
    let view = house.act(&id, "players", seats).view();
    assert_eq!(view["players"], json!(["random", "alphabeta:depth=2"]));
    assert_eq!(view["human"], json!([false, false]));
    assert_eq!(house.act(&id, "pause", json!({ "paused": true })).view()["paused"], true);
    assert_eq!(house.act(&id, "pause", json!({ "paused": false })).view()["paused"], false);
    let view = house.act(&id, "players", json!({ "second": "alphabeta:depth=5" })).view();
    assert_eq!(view["players"], json!(["random", "alphabeta:depth=5"]), "one seat alone");
    house.act(&id, "players", json!({ "second": "alphabeta:depth=2" })).view();
    let wrong = json!({ "first": "human", "second": "alphabeta:depth=nine" });
    house.act(&id, "players", wrong).assert_error(422, "value-refused");
    assert_eq!(house.view(&id)["players"], json!(["random", "alphabeta:depth=2"]));
}

#[test]
fn the_description_has_every_route_and_every_route_is_there() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let tag = house.view(&id)["tag"].as_str().unwrap().to_owned();
    let puzzles = house.get("/api/puzzles").json();
    let puzzle = &puzzles["puzzles"][0];
    let [game, name] = ["game", "id"].map(|part| puzzle[part].as_str().unwrap());
    let puzzle = format!("/api/puzzles/{game}/{name}");
    let described = house.get("/api/openapi.json").json();
    let mut routes = BTreeSet::new();
    for (path, methods) in described["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            routes.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    // Two kinds of wish under one name would describe each other's fields.
    for (path, fields) in [
        ("/api/games", ["game", "first", "second"]),
        ("/api/games/{id}/think", ["at", "player", "seconds"]),
        ("/api/games/{id}/story", ["at", "player", "at"]),
        ("/api/rules/report", ["text", "position", "level"]),
        ("/api/editor", ["game", "pieces", "side"]),
        ("/api/open", ["text", "text", "text"]),
        ("/api/lessons/{game}", ["lesson", "moves", "attempt"]),
    ] {
        let body = &described["paths"][path]["post"]["requestBody"]["content"]["application/json"];
        let schema = body["schema"]["$ref"].as_str().unwrap().trim_start_matches('#');
        let properties = described.pointer(schema).unwrap()["properties"].as_object().unwrap();
        assert!(
            fields.iter().all(|field| properties.contains_key(*field)),
            "{path}: {properties:?}"
        );
    }
    let expected = [
        "DELETE /api/games/{id}",
        "DELETE /api/games/{id}/review",
        "DELETE /api/lab/results/{id}",
        "DELETE /api/lab/run",
        "DELETE /api/rules/files/{name}",
        "DELETE /api/tournaments/run",
        "DELETE /api/tournaments/{id}",
        "DELETE /api/training/nets/{name}",
        "DELETE /api/training/run",
        "GET /api/boards/{tag}",
        "GET /api/book/{language}",
        "GET /api/book/{language}/board",
        "GET /api/book/{language}/chapter",
        "GET /api/book/{language}/search",
        "GET /api/catalogue",
        "GET /api/daily/{date}",
        "GET /api/games",
        "GET /api/games/{id}",
        "GET /api/games/{id}/events",
        "GET /api/games/{id}/file",
        "GET /api/games/{id}/formats",
        "GET /api/games/{id}/review",
        "GET /api/lab",
        "GET /api/lab/report",
        "GET /api/lab/results/{id}/file",
        "GET /api/languages",
        "GET /api/lessons/{game}",
        "GET /api/openapi.json",
        "GET /api/progress",
        "GET /api/puzzles",
        "GET /api/puzzles/{game}/{id}/solution",
        "GET /api/rules/files",
        "GET /api/rules/files/{name}",
        "GET /api/studies",
        "GET /api/tournaments",
        "GET /api/tournaments/{id}",
        "GET /api/tournaments/{id}/events",
        "GET /api/tournaments/{id}/file",
        "GET /api/tournaments/{id}/games",
        "GET /api/tournaments/{id}/record",
        "GET /api/training",
        "GET /api/words/{file}",
        "GET /api/workers",
        "POST /api/games",
        "POST /api/games/{id}/again",
        "POST /api/games/{id}/clock",
        "POST /api/games/{id}/frames",
        "POST /api/games/{id}/goto",
        "POST /api/games/{id}/hint",
        "POST /api/games/{id}/main",
        "POST /api/games/{id}/moves",
        "POST /api/games/{id}/note",
        "POST /api/games/{id}/pause",
        "POST /api/games/{id}/players",
        "POST /api/games/{id}/promote",
        "POST /api/games/{id}/prune",
        "POST /api/games/{id}/redo",
        "POST /api/games/{id}/resign",
        "POST /api/games/{id}/restore",
        "POST /api/games/{id}/review",
        "POST /api/games/{id}/step",
        "POST /api/games/{id}/stop",
        "POST /api/games/{id}/story",
        "POST /api/games/{id}/think",
        "POST /api/games/{id}/try",
        "POST /api/games/{id}/undo",
        "POST /api/games/{id}/why",
        "POST /api/lab/results",
        "POST /api/lab/run",
        "POST /api/lessons/{game}",
        "POST /api/open",
        "POST /api/progress",
        "POST /api/puzzles/{game}/{id}",
        "POST /api/rules/report",
        "POST /api/editor",
        "POST /api/story",
        "POST /api/tournaments/run",
        "POST /api/training/run",
        "PUT /api/rules/files/{name}",
    ];
    assert_eq!(routes, BTreeSet::from(expected.map(str::to_owned)));
    for route in
        routes.iter().filter(|route| !route.starts_with("DELETE") && !route.ends_with("events"))
    {
        let (method, path) = route.split_once(' ').unwrap();
        let path = path.replace("/api/puzzles/{game}/{id}", &puzzle);
        let path = path.replace("{date}", "2026-11-19");
        let path = path.replace("{id}", &id).replace("{file}", "en.ftl").replace("{game}", "hex");
        let path = path.replace("{name}", "@rules").replace("{tag}", &tag);
        let answer = house.ask(method, &path, &[("content-type", "application/json")], b"{");
        // Of the lab there are no results yet, nor are there tournaments or workers.
        let empty = ["/api/lab/re", "/api/tournaments/", "/api/workers"];
        let none = empty.iter().any(|it| path.starts_with(it)) && method == "GET";
        let right = if none { &[400, 404][..] } else { &[200, 400, 409] };
        assert!(right.contains(&answer.status), "{route}: {}", answer.status);
        house.ask("PATCH", &path, &[], b"").assert_error(405, "server-wrong-method");
    }
}

#[test]
fn a_move_is_acknowledged_at_once() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let plies = "656173566152215676422337377473141445425321".chars();
    let mut times: Vec<f64> = Vec::new();
    for (at, ply) in plies.enumerate() {
        let begun = Instant::now();
        let answer = house.play(&id, at, &ply.to_string());
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        assert_eq!(answer.view()["at"], at + 1);
    }
    times.sort_by(f64::total_cmp);
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    assert!(house.view(&id)["outcome"]["winner"].is_null());
    println!("{} moves acknowledged: median {median:.2} ms, slowest {slowest:.2} ms", times.len());
}

#[test]
fn the_next_game_exchanges_the_sides_and_carries_the_score_over_a_restart() {
    let mut house = House::open();
    let begun = json!({ "game": "connect4", "second": "rules", "position": "121212" });
    let id = house.post("/api/games", begun).json()["id"].as_str().unwrap().to_owned();
    house.act(&id, "again", json!({})).assert_error(409, "server-not-over");
    let view = house.play(&id, 6, "1").view();
    assert_eq!(view["score"], json!({ "won": [1, 0], "drawn": 0 }));
    let answer = house.act(&id, "again", json!({}));
    assert_eq!(answer.status, 201, "{}", answer.body);
    let next = answer.json();
    assert_eq!(next["players"], json!(["rules", "human"]));
    assert_eq!(next["score"], json!({ "won": [0, 1], "drawn": 0 }));
    assert_eq!(next["moves"], json!(["1", "2", "1", "2", "1", "2"]));
    let next = next["id"].as_str().unwrap();
    house.restart();
    assert_eq!(house.view(next)["score"], json!({ "won": [0, 1], "drawn": 0 }));
    let resigned = house.act(next, "resign", json!({ "at": 6 })).view();
    assert_eq!(resigned["score"], json!({ "won": [1, 1], "drawn": 0 }));
}

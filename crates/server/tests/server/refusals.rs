//! Bad input: a clear answer each, nothing lost, nothing broken.

use std::thread;

use ludoteca_server::{Config, Server};
use ludoteca_words::languages;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, House, config};

#[test]
fn illegal_moves_are_refused_in_the_games_own_words_and_change_nothing() {
    let house = House::open();
    let wish = json!({ "game": "connect4", "position": "444444" });
    let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
    let refused = house.play(&id, 6, "4");
    refused.assert_error(422, "column-full");
    assert_eq!(refused.json()["error"]["args"]["column"], 4.0);
    house.play(&id, 6, "8").assert_error(422, "not-a-column");
    house.play(&id, 6, "").assert_error(422, "not-a-column");
    assert_eq!(house.view(&id)["moves"].as_array().unwrap().len(), 6);
}

#[test]
fn a_wish_that_cannot_be_granted_says_what_is_allowed() {
    let house = House::open();
    for (wish, id) in [
        (json!({ "game": "chess" }), "game-unknown"),
        (json!({ "game": "connect4", "first": "nobody" }), "player-unknown"),
        (json!({ "game": "connect4", "second": "mcts:colour=red" }), "key-unknown"),
        (json!({ "game": "connect4", "second": "" }), "player-nameless"),
        (json!({ "game": "connect4", "options": { "size": 5 } }), "key-unknown-none"),
        (json!({ "game": "tictactoe", "options": { "size": "4" } }), "value-refused"),
        (json!({ "game": "connect4", "position": "4x" }), "notation-error"),
    ] {
        house.post("/api/games", wish).assert_error(422, id);
    }
    assert_eq!(house.get("/api/games").json()["total"], 0);
    let game = house.begin("connect4", "human", "human");
    for (question, id) in [
        (json!({ "at": 0, "player": "human" }), "human-not-here"),
        (json!({ "at": 0, "player": "nobody" }), "player-unknown"),
        (json!({ "at": 0, "player": "mcts", "seconds": -1 }), "value-refused"),
        (json!({ "at": 0, "player": "mcts", "seconds": 1e300 }), "value-refused"),
    ] {
        house.act(&game, "think", question).assert_error(422, id);
    }
    assert_eq!(house.thoughts(), 0);
}

#[test]
fn unknown_games_are_not_found_whatever_is_asked_of_them() {
    let house = House::open();
    for id in ["000000000000", "x", "%00", "..", "%2e%2e%2f", "a%20b", "%f0%9f%8e%b2", "%27--"] {
        let path = format!("/api/games/{id}");
        let deleted = house.delete(&path).error();
        assert_eq!((deleted.0, house.get(&path).status), (404, 404), "{id}");
        assert_eq!(house.get(&format!("{path}/events")).status, 404, "{id}");
        for (what, body) in [
            ("moves", json!({ "move": "4", "at": 0 })),
            ("undo", json!({ "at": 0 })),
            ("redo", json!({ "at": 0 })),
            ("goto", json!({ "at": 0, "to": 0 })),
            ("resign", json!({ "at": 0 })),
            ("pause", json!({ "paused": true })),
            ("step", json!({ "at": 0 })),
            ("players", json!({ "first": "human", "second": "human" })),
            ("think", json!({ "at": 0, "player": "mcts" })),
            ("hint", json!({ "at": 0 })),
            ("stop", json!({})),
            ("again", json!({})),
        ] {
            assert_eq!(house.act(id, what, body).error().0, 404, "{id}/{what}");
        }
    }
}

#[test]
fn broken_json_is_answered_with_what_and_where() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let path = format!("/api/games/{id}/moves");
    for (body, line, column) in [
        ("", 1, 0),
        ("{", 1, 1),
        ("{\"move\":\n \"4\" \"at\": 0}", 2, 6),
        ("{\"move\": \"4\"}", 1, 13),
        ("{\"move\": 4, \"at\": 0}", 1, 10),
        ("{\"move\": \"4\", \"at\": -1}", 1, 22),
        ("null", 1, 4),
    ] {
        let answer = house.post_bytes(&path, body.as_bytes());
        answer.assert_error(400, "server-bad-json");
        let args = &answer.json()["error"]["args"];
        assert_eq!(
            (&args["line"], &args["column"]),
            (&json!(line as f64), &json!(column as f64)),
            "{body}"
        );
    }
    let deep = "[".repeat(100_000);
    house.post_bytes(&path, deep.as_bytes()).assert_error(400, "server-bad-json");
    house
        .post_bytes(&path, b"{\"move\": \"\xff\", \"at\": 0}")
        .assert_error(400, "server-bad-json");
    assert_eq!(house.view(&id)["at"], 0);
}

#[test]
fn a_body_over_a_megabyte_and_one_that_is_not_json_are_refused() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let path = format!("/api/games/{id}/moves");
    for size in [(1 << 20) + 1, 20 << 20] {
        let body = vec![b' '; size];
        house.post_bytes(&path, &body).assert_error(413, "server-too-large");
    }
    let mut largest = b"{\"move\": \"4\", \"at\": 0}".to_vec();
    largest.resize(1 << 20, b' ');
    assert_eq!(house.post_bytes(&path, &largest).view()["at"], 1);
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"] {
        let answer = house.ask("POST", &path, &[("content-type", kind)], b"{}");
        answer.assert_error(415, "server-not-json");
    }
    let kind = [("content-type", "Application/JSON; charset=utf-8")];
    house.ask("POST", &path, &kind, b"{\"move\": \"5\", \"at\": 1}").view();
}

#[test]
fn tricks_with_paths_find_nothing() {
    let house = House::open();
    for path in [
        "/../Cargo.toml",
        "/../../../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2fetc%2fpasswd",
        "/..%5c..%5cetc%5cpasswd",
        "//etc/passwd",
        "//index.html",
        "/./index.html",
        "/style/../index.html",
        "/index.html%00.js",
        "/index.html/",
        "/api",
        "/api/",
        "/api/../index.html",
        "/%61pi/games",
        "/ludoteca.db",
        "/web/index.html",
        "/%",
        "/%zz",
        "/%ff%fe",
    ] {
        let asked = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        let answer = String::from_utf8_lossy(&house.raw(asked.as_bytes())).into_owned();
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        assert!(answer.contains("\"server-no-path\""), "{path}: {answer}");
    }
    assert_eq!(house.ask("POST", "/", &[], b"").error().0, 405);
    house.get("/nothing/here").assert_error(404, "server-no-path");
    assert_eq!(house.get("/api/games?limit=many").error(), (400, "server-query".into()));
}

#[test]
fn of_many_moves_at_once_exactly_one_is_made() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    for round in 0..5 {
        let answers: Vec<_> = thread::scope(|scope| {
            let tabs: Vec<_> = (0..20)
                .map(|tab| {
                    let (client, id) = (house.client.clone(), &id);
                    scope.spawn(move || client.play(id, round, &(tab % 7 + 1).to_string()))
                })
                .collect();
            tabs.into_iter().map(|tab| tab.join().unwrap()).collect()
        });
        let (made, late): (Vec<_>, Vec<_>) =
            answers.iter().partition(|answer| answer.status == 200);
        assert_eq!((made.len(), late.len()), (1, 19));
        for answer in late {
            answer.assert_error(409, "server-moved-on");
            assert_eq!(answer.json()["view"]["revision"], made[0].json()["revision"]);
        }
    }
    assert_eq!(house.view(&id)["moves"].as_array().unwrap().len(), 5);
}

#[test]
fn a_foreign_name_that_leads_here_opens_nothing() {
    let house = House::open();
    let port = house.address.port();
    for (host, status) in [
        ("localhost".into(), 200),
        (format!("localhost:{port}"), 200),
        ("LocalHost:1".into(), 200),
        ("127.0.0.1".into(), 200),
        (format!("[::1]:{port}"), 200),
        ("evil.example".into(), 403),
        (format!("evil.example:{port}"), 403),
        ("localhost.evil.example".into(), 403),
        ("192.168.0.1".into(), 403),
        ("[::2]".into(), 403),
        ("".into(), 403),
    ] {
        for path in ["/", "/api/games"] {
            let answer = house.ask("GET", path, &[("host", &host)], b"");
            assert_eq!(answer.status, status, "{host}");
            if status == 403 {
                answer.assert_error(403, "server-other-host");
            }
        }
    }
    let nameless = house.raw(b"GET /api/games HTTP/1.0\r\n\r\n");
    assert!(nameless.starts_with(b"HTTP/1.0 403 "));
    let two_faced = b"GET http://evil.example/api/games HTTP/1.0\r\nHost: localhost\r\n\r\n";
    assert!(house.raw(two_faced).starts_with(b"HTTP/1.0 403 "));
}

#[test]
fn on_a_network_a_server_wants_a_token_or_the_names_it_goes_by() {
    let folder = tempfile::tempdir().unwrap();
    let everywhere = Config { host: "0.0.0.0".into(), ..config(folder.path()) };
    let refused = Server::start(everywhere).err().unwrap();
    assert_eq!(refused.id, "server-open-to-all");

    let asked = |change: &dyn Fn(&mut Config), host: &str| {
        let house = House::open_with(|config| {
            config.host = "0.0.0.0".into();
            change(config);
        });
        let client = Client::new(([127, 0, 0, 1], house.address.port()).into());
        client.ask("GET", "/", &[("host", host)], b"").status
    };
    let named = |config: &mut Config| config.names = vec!["my-machine.lan".into()];
    assert_eq!(asked(&named, "my-machine.lan"), 200);
    assert_eq!(asked(&named, "localhost:7878"), 200);
    assert_eq!(asked(&named, "rebound.example"), 403);
    let knowing = |config: &mut Config| config.token = Some("t".into());
    assert_eq!(asked(&knowing, "any.name"), 200);
}

#[test]
fn whoever_would_take_the_last_of_the_memory_is_refused_and_everything_else_goes_on() {
    // Room for two of them, and some that is kept for others.
    let house = House::open_with(|config| config.memory = Some(130));
    let games: Vec<String> = (0..3).map(|_| house.begin("hex", "human", "human")).collect();
    let think = |game: &String| {
        let wish = json!({ "at": 0, "player": "alphabeta:table=32", "seconds": 3600 });
        house.act(game, "think", wish)
    };
    assert_eq!((think(&games[0]).status, think(&games[1]).status), (202, 202));
    think(&games[2]).assert_error(503, "server-memory");
    let large = json!({ "at": 0, "player": "alphabeta:table=4096" });
    house.act(&games[2], "think", large).assert_error(503, "server-memory");
    assert_eq!(house.play(&games[2], 0, "a1").status, 200);
    let file = json!({ "text": " ".repeat(9_000_000) });
    house.post("/api/open", file).assert_error(503, "server-memory");
    // When one has stopped there is room again.
    assert_eq!(house.act(&games[0], "stop", json!({})).status, 200);
    while think(&games[1]).status == 503 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    // A machine that finds no room says so, and its game waits.
    let game = house.begin("hex", "alphabeta:table=4096", "human");
    let mut events = house.watch(&game);
    let trouble = events.until("trouble", |_| true);
    assert_eq!(trouble["error"]["id"], "server-memory");
    assert_eq!((&house.view(&game)["paused"], &house.view(&game)["at"]), (&json!(true), &json!(0)));
}

#[test]
fn pages_of_other_origins_cannot_play() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let path = format!("/api/games/{id}/moves");
    let ours = format!("http://{}", house.address);
    let json = ("content-type", "application/json");
    let body = b"{\"move\": \"4\", \"at\": 0}";
    for foreign in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:1"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let answer = house.ask("POST", &path, &[json, foreign], body);
        answer.assert_error(403, "server-other-origin");
    }
    house
        .ask("GET", &format!("/api/games/{id}/events"), &[("sec-fetch-site", "cross-site")], b"")
        .assert_error(403, "server-other-origin");
    assert_eq!(house.view(&id)["at"], 0);
    let same = [json, ("origin", ours.as_str()), ("sec-fetch-site", "same-origin")];
    house.ask("POST", &path, &same, body).view();
}

#[test]
fn with_a_token_the_api_is_for_those_who_know_it() {
    let token = "open sesame; 2";
    let house = House::open_with(|config| config.token = Some(token.into()));
    assert_eq!(house.get("/").status, 200);
    let refused = house.get("/api/games");
    refused.assert_error(401, "server-token-needed");
    assert_eq!(refused.headers["www-authenticate"], "Bearer");
    for wrong in ["Bearer ", "Bearer open", "Bearer open sesame; 3", "Basic x"] {
        house
            .ask("GET", "/api/games", &[("authorization", wrong)], b"")
            .assert_error(401, "server-token-needed");
    }
    let bearer = format!("Bearer {token}");
    assert_eq!(house.ask("GET", "/api/games", &[("authorization", &bearer)], b"").status, 200);

    let welcome = house.get("/?token=open%20sesame;%202");
    assert_eq!((welcome.status, &welcome.headers["location"]), (303, &"/".parse().unwrap()));
    let cookie = welcome.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let sent = format!("theme=dark; {cookie}");
    assert_eq!(house.ask("GET", "/api/games", &[("cookie", &sent)], b"").status, 200);
    let wrong = house.get("/?token=guess");
    assert!(!wrong.headers.contains_key("set-cookie"));
    let name = cookie.split('=').next().unwrap();
    for wrong in [format!("{name}=guess"), format!("{name}={token}"), "x=y".into()] {
        house
            .ask("GET", "/api/games", &[("cookie", &wrong)], b"")
            .assert_error(401, "server-token-needed");
    }
}

#[test]
fn a_body_that_nobody_wants_is_heard_out_and_the_next_request_answered() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let head = format!(
        "POST /api/games/{id}/step HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n"
    );
    let rest = "noiseGET /api/languages HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    for _ in 0..8 {
        let answers = house.halting(head.as_bytes(), rest.as_bytes());
        let answers = String::from_utf8_lossy(&answers);
        assert_eq!(answers.matches("HTTP/1.1 ").count(), 2, "{answers}");
        assert!(answers.contains("HTTP/1.1 200 "), "{answers}");
    }
}

#[test]
fn noise_is_answered_and_breaks_nothing() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let actions = [
        "moves", "undo", "redo", "goto", "resign", "pause", "step", "players", "think", "hint",
        "stop",
    ];
    let value = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..9_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        "[1-7]".prop_map(Value::from),
    ];
    let field = prop_oneof![
        "move", "at", "to", "paused", "first", "second", "player", "seconds", "game", "options"
    ];
    let body = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        prop::collection::hash_map(field, value, 0..8)
            .prop_map(|fields| serde_json::to_vec(&fields).unwrap()),
    ];
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&(0..=actions.len(), body), |(action, body)| {
            let path = match actions.get(action) {
                Some(action) => format!("/api/games/{id}/{action}"),
                None => "/api/games".to_owned(),
            };
            let answer = house.post_bytes(&path, &body);
            prop_assert!(answer.status < 500, "{path}: {}", answer.body);
            if answer.status >= 400 {
                let id = answer.json()["error"]["id"].as_str().unwrap().to_owned();
                prop_assert!(languages().iter().all(|lang| lang.knows(&id)), "no words for {id}");
            }
            Ok(())
        })
        .unwrap();
    runner
        .run(&prop::collection::vec(any::<u8>(), 0..300), |bytes| {
            let answer = house.noise(&bytes);
            prop_assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"));
            Ok(())
        })
        .unwrap();
    runner
        .run(&"/[ -~]{0,40}", |path| {
            let asked =
                format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
            let answer = house.raw(asked.as_bytes());
            prop_assert!(answer.starts_with(b"HTTP/1.1 4") || answer.starts_with(b"HTTP/1.1 200"));
            Ok(())
        })
        .unwrap();
    assert_eq!(house.get("/api/languages").status, 200);
}

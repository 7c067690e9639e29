//! Other programs as players: for those who know the token, and for nobody else.

use ludoteca_server::{Config, Server};
use serde_json::{Value, json};

use crate::client::{Client, House, config};

/// Whether the catalogue offers other programs for Hex.
fn offered(catalogue: &Value) -> bool {
    let games = catalogue["games"].as_array().unwrap();
    let hex = games.iter().find(|game| game["name"] == "hex").unwrap();
    hex["players"].as_array().unwrap().iter().any(|player| player["name"] == "engine")
}

/// A program that would leave a file behind if it were started.
fn program(house: &House) -> (String, std::path::PathBuf) {
    let sign = house.folder.path().join("started");
    (format!("engine:cmd=\"touch {}\"", sign.display()), sign)
}

#[test]
fn without_a_token_no_program_is_offered_accepted_or_started() {
    let mut house = House::open();
    let (engine, sign) = program(&house);
    assert!(!offered(&house.get("/api/catalogue").json()));
    for side in ["first", "second"] {
        let wish = json!({ "game": "hex", side: engine });
        house.post("/api/games", wish).assert_error(422, "server-no-engines");
    }
    let game = house.begin("hex", "human", "human");
    let players = json!({ "first": "human", "second": engine });
    house.act(&game, "players", players).assert_error(422, "server-no-engines");
    let question = json!({ "at": 0, "player": engine });
    house.act(&game, "think", question).assert_error(422, "server-no-engines");

    // Nor one from a game that was begun when there was a token.
    house.server.take().unwrap().stop();
    let token = Config { token: Some("t".into()), ..config(house.folder.path()) };
    let server = Server::start(token).unwrap();
    let knowing = Client::new(server.address()).knowing("t");
    let game = knowing.begin("hex", &engine, "human");
    server.stop();
    let server = Server::start(config(house.folder.path())).unwrap();
    house.client = Client::new(server.address());
    house.server = Some(server);
    let mut events = house.watch(&game);
    let trouble = events.until("trouble", |_| true);
    assert_eq!(trouble["error"]["id"], "server-no-engines");
    assert!(!sign.exists(), "it was started");
}

#[cfg(unix)]
#[test]
fn with_a_token_a_program_plays_and_when_it_fails_the_game_waits_for_another() {
    let house = House::open_with(|config| config.token = Some("t".into()));
    let (engine, sign) = program(&house);
    let wish = json!({ "game": "hex", "first": engine });
    house.post("/api/games", wish).assert_error(401, "server-token-needed");
    assert!(!sign.exists());

    let client = house.knowing("t");
    assert!(offered(&client.get("/api/catalogue").json()));
    // It answers everything, plays a1 once, and then ends.
    let script = house.folder.path().join("engine.sh");
    let answers = "while read -r cmd rest; do case $cmd in genmove) [ -n \"$n\" ] && exit 3; n=1; \
                   printf '= a1\\n\\n' ;; *) printf '= \\n\\n' ;; esac; done";
    std::fs::write(&script, answers).unwrap();
    let engine = format!("engine:cmd=\"sh {}\"", script.display());
    let game = client.begin("hex", &engine, "human");
    let mut events = client.watch(&game);
    events.until("view", |view| view["moves"] == json!(["a1"]));
    assert_eq!(client.play(&game, 1, "b2").status, 200);
    let trouble = events.until("trouble", |_| true);
    assert_eq!(trouble["error"]["id"], "server-player-fell");
    assert_eq!(trouble["error"]["args"]["why"]["id"], "engine-ended");
    let view = events.until("view", |view| view["paused"] == true);
    assert_eq!(view["moves"], json!(["a1", "b2"]));
    // The game goes on with somebody else.
    let players = json!({ "first": "random", "second": "human" });
    assert_eq!(client.act(&game, "players", players).status, 200);
    assert_eq!(client.act(&game, "pause", json!({ "paused": false })).status, 200);
    events.until("view", |view| view["moves"].as_array().unwrap().len() == 3);
}

#[cfg(unix)]
#[test]
fn a_program_that_resigns_has_lost() {
    let house = House::open_with(|config| config.token = Some("t".into()));
    let client = house.knowing("t");
    let script = house.folder.path().join("engine.sh");
    let answers = "while read -r cmd rest; do case $cmd in genmove) printf '= resign\\n\\n' ;; \
                   *) printf '= \\n\\n' ;; esac; done";
    std::fs::write(&script, answers).unwrap();
    let engine = format!("engine:cmd=\"sh {}\"", script.display());
    let game = client.begin("hex", &engine, "human");
    let view = client.watch(&game).until("view", |view| !view["outcome"].is_null());
    assert_eq!(view["outcome"]["winner"], "second");
    assert_eq!(view["outcome"]["reason"]["id"], "reason-resigned");
}

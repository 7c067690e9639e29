//! Tournaments on the page: begun, watched, stopped, gone on with, their games opened, and those of the
//! terminal beside them.

use std::{fs, path::Path};

use ludoteca_lab::tournament::{Hall, read};
use ludoteca_players::Supply;
use serde_json::{Value, json};

use crate::client::{Client, House, wait_until};

fn wish(players: &[&str], rounds: u32) -> Value {
    json!({
        "title": "A small \"one\"",
        "game": "tictactoe",
        "players": players,
        "settings": { "rounds": rounds, "time": 0.05, "opening_plies": 1, "jobs": 1 },
    })
}

fn begin(client: &Client, wish: Value) -> String {
    let answer = client.post("/api/tournaments/run", wish);
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

fn look(client: &Client, id: &str) -> Value {
    client.get(&format!("/api/tournaments/{id}?lang=es")).view()
}

#[test]
fn a_tournament_is_played_told_and_its_games_are_opened() {
    let house = House::open();
    let id = begin(&house, wish(&["alphabeta:depth=2", "random", "random:seed=2"], 2));
    wait_until("it is over", || look(&house, &id)["now"]["over"] == json!(true));
    let told = look(&house, &id);
    assert_eq!(told["title"], "A small \"one\"");
    assert_eq!((&told["now"]["games"], &told["now"]["of"]), (&json!(12), &json!(12)));
    let rows = told["crosstable"]["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["name"]), (3, &json!("alphabeta:depth=2")));
    assert!(told["strengths"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(told["course"], Value::Null);
    let [a, b] = [0, 1].map(|at: usize| rows[at]["player"].as_u64().unwrap());
    let of_two = house.get(&format!("/api/tournaments/{id}/games?a={a}&b={b}&lang=es")).view();
    assert_eq!(of_two["all"], 4);
    let game = &of_two["games"][0];
    let path = format!("/api/tournaments/{id}/record?pair={}&game={}", game["pair"], game["game"]);
    let text = house.get(&path).view()["text"].clone();
    let opened = house.post("/api/open", json!({ "text": text })).json();
    let view = house.view(opened["id"].as_str().unwrap());
    assert_eq!(view["game"], "tictactoe");
    assert!(!view["ended"].is_null());
    // The opening is part of the game.
    assert_eq!(view["moves"].as_array().unwrap().len() as u64, game["moves"].as_u64().unwrap() + 1);
    let csv = house.get(&format!("/api/tournaments/{id}/file?what=games")).body;
    assert_eq!(csv.lines().count(), 13);
    assert!(house.get(&format!("/api/tournaments/{id}/file?what=report")).body.contains("<svg"));
    wait_until("nothing is played", || house.get("/api/tournaments").view()["going"].is_null());
    assert_eq!(house.delete(&format!("/api/tournaments/{id}")).status, 204);
    house.get(&format!("/api/tournaments/{id}")).assert_error(404, "tournament-unknown");
}

#[test]
fn a_tournament_that_was_stopped_goes_on_after_a_restart_and_plays_no_game_twice() {
    let mut house = House::open();
    let id = begin(&house, wish(&["random", "random:seed=2"], 10_000));
    house
        .post("/api/tournaments/run", wish(&["random", "random:seed=2"], 1))
        .assert_error(409, "tournament-going");
    let games = |house: &House| look(house, &id)["now"]["games"].as_u64().unwrap();
    wait_until("some are over", || games(&house) > 20);
    house.delete(&format!("/api/tournaments/{id}")).assert_error(409, "tournament-going");
    house.restart();
    let before = games(&house);
    assert_eq!(look(&house, &id)["now"]["playing"], json!(false));
    assert_eq!(begin(&house, json!({ "tournament": id })), id);
    wait_until("it goes on", || games(&house) > before);
    assert_eq!(house.delete("/api/tournaments/run").status, 204);
    wait_until("it has stopped", || house.get("/api/tournaments").view()["going"].is_null());
    let csv = house.get(&format!("/api/tournaments/{id}/file?what=games")).body;
    let mut numbers: Vec<&str> =
        csv.lines().skip(1).map(|line| line.split(",r").next().unwrap()).collect();
    let all = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!((numbers.len(), all as u64), (all, games(&house)));
}

#[test]
fn a_folder_of_the_terminal_is_watched_while_others_play_it() {
    let house = House::open();
    let folder = house.folder.path().join("tournaments").join("from a terminal");
    let words = "game = \"tictactoe\"\nplayers = [\"random\", \"random:seed=2\"]\nrounds = 3\n";
    let nothing = |_: &str| unreachable!("it names no file");
    let supply = Supply::seeded(0);
    let mut asked = read(Path::new("mine.toml"), words, &supply, &nothing).unwrap();
    asked.out = folder.clone();
    let mut hall = Hall::begin(&asked).unwrap();
    let list = house.get("/api/tournaments").view();
    let entry = &list["tournaments"][0];
    assert_eq!((&entry["title"], &entry["playing"]), (&json!("mine"), &json!(true)));
    let path = format!("/api/tournaments/{}", entry["id"].as_str().unwrap().replace(' ', "%20"));
    assert_eq!(house.get(&path).view()["now"]["games"], 0);
    let job = hall.tournament().job(0, 0).unwrap();
    let done = job.play(&supply, &ludoteca_players::Stop::default()).unwrap().unwrap();
    assert!(hall.take(&done).unwrap());
    assert_eq!(house.get(&path).view()["now"]["games"], 1);
    house
        .post("/api/tournaments/run", json!({ "tournament": "from a terminal" }))
        .assert_error(409, "tournament-busy");
    drop(hall);
    assert_eq!(house.get(&path).view()["now"]["playing"], json!(false));
}

#[test]
fn what_cannot_be_played_is_refused_in_words_and_leaves_nothing_behind() {
    let house = House::open();
    let begin = |wish: Value| house.post("/api/tournaments/run", wish);
    begin(wish(&["random"], 1)).assert_error(422, "tournament-players");
    begin(wish(&["random", "nobody"], 1)).assert_error(422, "player-unknown");
    begin(wish(&["random", "random"], 1)).assert_error(422, "tournament-twice");
    let program = json!({ "game": "hex", "players": ["random", "engine:cmd=\"sh\""] });
    begin(program).assert_error(422, "server-no-engines");
    begin(wish(&["random", "mcts"], 0)).assert_error(422, "value-refused");
    begin(json!({ "game": "chess", "players": ["random", "mcts"] }))
        .assert_error(422, "game-unknown");
    begin(json!({ "tournament": "7" })).assert_error(404, "tournament-unknown");
    begin(json!({ "tournament": "../games" })).assert_error(404, "tournament-unknown");
    assert_eq!(house.get("/api/tournaments").view()["tournaments"], json!([]));
    house.get("/api/workers").assert_error(404, "workers-none");
    // What somebody broke is told, and the others are listed.
    let broken = house.folder.path().join("tournaments").join("9");
    fs::create_dir_all(&broken).unwrap();
    fs::write(broken.join("tournament.db"), "no database").unwrap();
    let entry = house.get("/api/tournaments").view()["tournaments"][0].clone();
    assert_eq!(entry["broken"]["id"], "tournament-database", "{entry}");
    assert_eq!(house.delete("/api/tournaments/9").status, 204);
}

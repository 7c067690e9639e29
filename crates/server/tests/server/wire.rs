//! How much goes over the wire, and that nothing is missing for it.

use ludoteca_games::GAMES;
use serde_json::{Value, json};

use crate::client::{House, fold};

/// The cells of a board of Hex, row by row.
fn cells(size: usize) -> Vec<String> {
    let letters = ('a'..='z').take(size);
    (1..=size).flat_map(|row| letters.clone().map(move |column| format!("{column}{row}"))).collect()
}

fn hex(house: &House, size: usize, plies: &[String]) -> String {
    let wish = json!({ "game": "hex", "options": { "size": size }, "position": plies.join(" ") });
    house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned()
}

/// What a move of a game that is under way costs with one watcher, headers apart.
fn exchange(size: usize) -> usize {
    let house = House::open();
    let cells = cells(size);
    let (played, free) = cells.split_at(cells.len() / 2);
    let id = hex(&house, size, played);
    let mut events = house.watch(&id);
    events.next();
    let before = events.bytes;
    let wish = json!({ "move": free[0], "at": played.len() }).to_string();
    let answer = house.post_bytes(&format!("/api/games/{id}/moves"), wish.as_bytes());
    assert_eq!(events.next().unwrap().1["at"], played.len() + 1);
    wish.len() + answer.body.len() + (events.bytes - before)
}

#[test]
fn a_move_costs_little_on_the_wire_whatever_the_size_of_the_board() {
    for size in [11, 19] {
        let bytes = exchange(size);
        println!("a move on {size}x{size}: {bytes} bytes");
        assert!(bytes < 3000, "{size}x{size}: {bytes}");
    }
}

#[test]
fn a_move_of_a_long_game_costs_no_more_than_the_first() {
    let house = House::open();
    let id = house.begin("arimaa", "human", "human");
    let mut view = house.view(&id);
    let setup = "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2 \
                 ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7";
    let round = "Ee2n end me7s end Md2n end ed7s end Ee3s end me6n end Md3s end ed6n end";
    for ply in setup.split_whitespace().chain(round.split_whitespace()) {
        let change = house.play(&id, view["at"].as_u64().unwrap() as usize, ply).view();
        assert_eq!(change["moves"].as_array().unwrap().len(), 1);
        fold(&mut view, &change);
    }
    assert_eq!(view, house.view(&id));
    let size = |ply: &str, at: u64| house.play(&id, at as usize, ply).body.len();
    let early = size("Ee2n", 48);
    for (at, ply) in "Ee3n end ed7s end".split_whitespace().enumerate() {
        house.play(&id, 49 + at, ply).view();
    }
    assert!(size("Ee4n", 53) < early * 3 / 2);
}

#[test]
fn a_list_of_a_hundred_large_games_is_small() {
    let house = House::open();
    let cells = cells(19);
    for game in 0..100 {
        hex(&house, 19, &cells[..60 + game]);
    }
    let (plain, small) = (house.size("/api/games", false), house.size("/api/games", true));
    println!("a list of 100 games: {plain} bytes, {small} compressed");
    assert!(small < 60_000, "{small}");
    let list = house.get("/api/games").json();
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.len(), 100);
    let tag = &games[0]["tag"];
    assert!(games.iter().all(|game| game["tag"] == *tag), "all are played on one board");
    assert_eq!(house.board(&games[0])["cells"].as_array().unwrap().len(), 361);
}

#[test]
fn a_list_comes_page_by_page_and_every_game_once() {
    let house = House::open();
    let begun: Vec<String> = (0..7).map(|_| house.begin("tictactoe", "human", "human")).collect();
    let mut listed = Vec::new();
    let mut next = Value::Null;
    loop {
        let after = next.as_str().map(|place| format!("&after={place}")).unwrap_or_default();
        let page = house.get(&format!("/api/games?limit=3{after}")).view();
        assert_eq!(page["total"], 7);
        let games = page["games"].as_array().unwrap();
        listed.extend(games.iter().map(|game| game["id"].as_str().unwrap().to_owned()));
        next = page["next"].clone();
        if next.is_null() {
            break;
        }
        assert_eq!(games.len(), 3);
    }
    listed.sort();
    let mut all = begun;
    all.sort();
    assert_eq!(listed, all);
    for wrong in ["nothing", "-", "x-y"] {
        house.get(&format!("/api/games?after={wrong}")).assert_error(400, "server-query");
    }
}

#[test]
fn changes_put_in_their_place_are_the_game_in_every_game() {
    let house = House::open();
    for kind in GAMES {
        let id = house.begin(kind.name, "human", "human");
        let mut view = house.view(&id);
        for turn in 0..30 {
            if !view["outcome"].is_null() {
                break;
            }
            let at = view["at"].as_u64().unwrap();
            let ply = a_ply(&view, &house.board(&view), turn);
            let change = match turn % 7 {
                5 => house.act(&id, "undo", json!({ "at": at })),
                6 => house.act(&id, "goto", json!({ "at": at, "to": at / 2 })),
                _ => house.play(&id, at as usize, &ply),
            };
            fold(&mut view, &change.view());
            assert_eq!(view, house.view(&id), "{}", kind.name);
        }
    }
}

/// Some legal ply of a game.
fn a_ply(view: &Value, board: &Value, which: usize) -> String {
    let taken: Vec<&Value> = pieces(view).iter().map(|placed| &placed["cell"]).collect();
    let entries = view["handles"].as_array().unwrap();
    let plies = entries.iter().flat_map(|entry| -> Vec<String> {
        let strings = |all: &Value| serde_json::from_value(all.clone()).unwrap();
        if entry["kind"] == "press" {
            return vec![entry["ply"].as_str().unwrap().to_owned()];
        } else if entry["kind"] != "cells" {
            return strings(&entry["plies"]);
        }
        let all = (0..board["cells"].as_array().unwrap().len()).map(Value::from);
        let free = || all.filter(|cell| !taken.contains(&cell)).collect();
        let cells: Vec<Value> = entry["cells"].as_array().cloned().unwrap_or_else(free);
        let name = |cell: &Value| &board["cells"][cell.as_u64().unwrap() as usize]["name"];
        cells.iter().map(|cell| name(cell).as_str().unwrap().to_owned()).collect()
    });
    let plies: Vec<String> = plies.filter(|ply| !ply.contains('>')).collect();
    plies[which * 7 % plies.len()].clone()
}

fn pieces(view: &Value) -> &Vec<Value> {
    view["picture"]["pieces"].as_array().unwrap()
}

#[test]
fn the_answer_and_the_stream_bring_the_same_change_once() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let (mut one, mut other) = (house.watch(&id), house.watch(&id));
    one.next();
    other.next();
    let answer = house.play(&id, 0, "4").view();
    for events in [&mut one, &mut other] {
        assert_eq!(events.next_as_sent().unwrap(), ("change".to_owned(), answer.clone()));
    }
    let nothing = house.act(&id, "stop", json!({})).view();
    assert_eq!(nothing["since"], nothing["revision"], "nothing has changed");
    assert_eq!(nothing["revision"], answer["revision"]);
    let next = house.play(&id, 1, "4").view();
    assert_eq!(next["since"], answer["revision"]);
    assert_eq!(one.next_as_sent().unwrap().1, next, "nothing is told of what has not changed");
}

#[test]
fn a_revision_is_later_than_all_before_it_also_after_a_restart() {
    let mut house = House::open();
    let id = house.begin("connect4", "human", "human");
    let before = house.play(&id, 0, "4").view();
    house.restart();
    let after = house.view(&id);
    assert!(after["revision"].as_i64() > before["revision"].as_i64());
    assert_eq!(house.board(&after)["cells"].as_array().unwrap().len(), 42);
}

#[test]
fn a_board_is_asked_for_once_and_comes_small() {
    let house = House::open();
    let view = house.view(&hex(&house, 11, &[]));
    let path = format!("/api/boards/{}", view["tag"].as_str().unwrap());
    let board = house.get(&path);
    assert!(board.headers["cache-control"].to_str().unwrap().contains("immutable"));
    assert_eq!(board.headers["content-type"], "application/json");
    assert!(house.size(&path, true) * 4 < board.body.len());
    house.get("/api/boards/0123456789abcdef").assert_error(404, "server-no-board");
}

#[test]
fn whoever_takes_the_other_colour_is_shown_another_board() {
    let house = House::open();
    let wish = json!({ "game": "hex", "options": { "swap": "sides" } });
    let answer = house.post("/api/games", wish);
    assert_eq!(answer.status, 201, "{}", answer.body);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    let first = house.play(&id, 0, "c2").view();
    let swapped = house.play(&id, 1, "swap-sides").view();
    assert_ne!(first["tag"], swapped["tag"]);
    let (before, after) = (house.board(&first), house.board(&swapped));
    assert_eq!(before["sides"][0], after["sides"][1]);
    assert_eq!(before["cells"], after["cells"]);
}

#[test]
fn json_is_sent_small_to_those_who_can_read_it_and_plain_to_others() {
    let house = House::open();
    let id = hex(&house, 19, &cells(19)[..200]);
    let path = format!("/api/games/{id}");
    let small = house.ask("GET", &path, &[("accept-encoding", "gzip")], b"");
    assert_eq!(small.headers["content-encoding"], "gzip");
    assert!(house.size(&path, true) * 3 < house.size(&path, false));
    assert!(!house.get(&path).headers.contains_key("content-encoding"));
    let little = house.ask("GET", "/api/languages", &[("accept-encoding", "gzip")], b"");
    assert!(!little.headers.contains_key("content-encoding"));
}

//! Games saved to files and opened from them.

use ludoteca_words::languages;
use serde_json::json;

use crate::client::{Answer, House};

fn file(house: &House, id: &str, format: &str) -> Answer {
    house.get(&format!("/api/games/{id}/file?format={format}"))
}

fn open(house: &House, text: &str) -> Answer {
    house.post("/api/open", json!({ "text": text }))
}

/// The id of a game that was opened.
fn opened(house: &House, text: &str) -> String {
    let answer = open(house, text);
    assert_eq!(answer.status, 201, "{}", answer.body);
    answer.json()["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_is_saved_in_every_format_it_has_and_opened_again() {
    let house = House::open();
    let options = json!({ "size": 5, "swap": "pieces" });
    let wish = json!({ "game": "hex", "options": options, "second": "random" });
    let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
    house.play(&id, 0, "c2").view();
    house.act(&id, "resign", json!({ "at": 1 })).view();
    let sgf = file(&house, &id, "sgf");
    assert_eq!(sgf.status, 200, "{}", sgf.body);
    let disposition = sgf.headers["content-disposition"].to_str().unwrap();
    assert_eq!(disposition, format!("attachment; filename=\"hex-{id}.sgf\""));
    assert!(sgf.body.contains("SZ[5]RU[swap-pieces]PW[random]RE[W+R]"), "{}", sgf.body);
    let link = file(&house, &id, "hexworld").body;
    assert_eq!(link.trim_end(), "https://hexworld.org/board/#5c1,c2:rb");
    assert!(house.get(&format!("/api/games/{id}/file")).body.contains("<game name=\"hex\""));
    assert!(file(&house, &id, "svg").body.starts_with("<svg"));
    for format in ["sgf", "xml", "json", "hexworld"] {
        let view = house.view(&opened(&house, &file(&house, &id, format).body));
        assert_eq!(view["moves"], json!(["c2"]), "{format}");
        assert_eq!(view["players"], json!(["human", "human"]));
        assert_eq!(view["outcome"]["winner"], "second", "{format}");
    }
}

#[test]
fn an_opened_game_can_be_gone_on_with_and_begun_again_as_it_began() {
    let mut house = House::open();
    let id = opened(&house, "(;GM[11]SZ[3]AB[a1]AW[c1];B[b1];W[b2])");
    assert_eq!(house.view(&id)["at"], 2);
    house.play(&id, 2, "a2").view();
    house.restart();
    let view = house.view(&id);
    assert_eq!(view["moves"], json!(["b1", "b2", "a2"]));
    house.act(&id, "goto", json!({ "at": 3, "to": 0 })).view();
    assert_eq!(house.view(&id)["board"], "R.B/.../...");
    let xml = file(&house, &id, "xml").body;
    assert!(xml.contains("<position>R.B/.../...</position>"), "{xml}");
}

#[test]
fn a_file_keeps_its_comments_variations_names_and_end_here_and_in_the_next_file() {
    let mut house = House::open();
    let sgf =
        "(;GM[11]SZ[5]PB[Ana]PW[Luis]RE[B+T];B[a1]C[well](;W[b1]BM[1];B[c3])(;W[b2]N[better]))";
    let arrived = open(&house, sgf).json();
    assert!(arrived["left_out"].is_null());
    let id = arrived["id"].as_str().unwrap();
    house.restart();
    let view = house.view(id);
    assert_eq!((&view["moves"], &view["at"]), (&json!(["a1", "b1", "c3"]), &json!(3)));
    assert_eq!(view["outcome"]["reason"]["id"], "reason-late");
    let again = file(&house, id, "sgf").body;
    for part in ["PB[Ana]", "PW[Luis]", "RE[B+T]", "C[well]", "BM[1]", "N[better]", "W[b2]"] {
        assert!(again.contains(part), "{part} in {again}");
    }
}

#[test]
fn what_is_played_in_the_past_is_kept_as_a_variation_of_the_game() {
    let mut house = House::open();
    let id = house.begin("connect4", "human", "human");
    for (at, ply) in ["4", "4", "3"].into_iter().enumerate() {
        house.play(&id, at, ply).view();
    }
    house.act(&id, "goto", json!({ "at": 3, "to": 1 })).view();
    let played = house.play(&id, 1, "7").view();
    assert_eq!((&played["kept"], &played["moves"]), (&json!(1), &json!(["7"])));
    house.restart();
    assert_eq!(house.view(&id)["moves"], json!(["4", "7"]), "it is what is looked at");
    let kept = file(&house, &id, "json").json();
    let moves: Vec<&str> =
        kept["moves"].as_array().unwrap().iter().map(|one| one["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["4", "4", "3", "7"]);
    assert_eq!(kept["moves"][3]["after"], 1);
}

#[test]
fn what_is_not_kept_is_said_and_what_cannot_be_read_is_refused_with_its_place() {
    let house = House::open();
    assert!(open(&house, "4435").json()["left_out"].is_null());
    let first = open(&house, "1. 11-15 *\n1. 9-13 *").json();
    assert_eq!(house.view(first["id"].as_str().unwrap())["moves"], json!(["11-15"]));
    assert_eq!(first["left_out"]["id"], "file-first-game");
    let unread = open(&house, "(;GM[11]SZ[3]EV[Cup];B[b2]DM[1])").json();
    assert_eq!(unread["left_out"]["args"]["names"], "EV, DM");
    let both = open(&house, "[Event \"Cup\"]\n1. 11-15 *\n1. 9-13 *").json();
    let ids = ["first", "then"].map(|name| both["left_out"]["args"][name]["id"].clone());
    assert_eq!(ids, ["file-first-game", "file-unread"]);
    let wrong = open(&house, "(;GM[11]\n;B[z9])");
    wrong.assert_error(422, "file-at");
    assert_eq!(wrong.json()["error"]["args"]["line"], 2.0);
    open(&house, "Dear all").assert_error(422, "file-unknown");
    open(&house, "<!DOCTYPE x><game/>").assert_error(422, "file-at");
    open(&house, &" ".repeat(10_000_001)).assert_error(422, "file-too-large");
    open(&house, &" ".repeat(21_000_000)).assert_error(413, "server-too-large");
    let id = house.begin("connect4", "human", "human");
    file(&house, &id, "sgf").assert_error(422, "format-not-of-game");
    file(&house, &id, "pdf").assert_error(422, "format-unknown");
    house.get("/api/games/nobody/file").assert_error(404, "server-no-game");
    house
        .get(&format!("/api/games/{id}/file?format=xml&format=sgf"))
        .assert_error(400, "server-query");
}

#[test]
fn the_catalogue_says_what_each_game_can_be_saved_as() {
    let house = House::open();
    let games = house.get("/api/catalogue").json()["games"].clone();
    for (game, formats) in [
        ("hex", json!(["sgf", "xml", "hexworld", "json", "text", "svg", "png"])),
        ("connect4", json!(["xml", "json", "text", "c4", "svg", "png"])),
        ("arimaa", json!(["xml", "json", "text", "arimaa", "svg", "png"])),
    ] {
        let card = games.as_array().unwrap().iter().find(|card| card["name"] == game).unwrap();
        assert_eq!(card["formats"], formats);
        for format in formats.as_array().unwrap() {
            let words = format!("page-save-{}", format.as_str().unwrap());
            assert!(languages().into_iter().all(|lang| lang.knows(&words)), "{words}");
        }
    }
}

#[test]
fn a_picture_of_dots_is_sent_as_what_it_is() {
    let house = House::open();
    let id = house.begin("connect4", "human", "human");
    let picture = file(&house, &id, "png");
    assert_eq!(picture.headers["content-type"], "image/png");
    assert!(picture.body.contains("PNG\r\n") && picture.body.contains("IHDR"));
    let name = picture.headers["content-disposition"].to_str().unwrap();
    assert_eq!(name, format!("attachment; filename=\"connect4-{id}.png\""));
}

#[test]
fn a_picture_has_the_colours_of_the_page_by_day() {
    let house = House::open();
    let palette = String::from_utf8(house.get("/style/palette.css").body.into_bytes()).unwrap();
    for (game, moves) in [("hex", "f6 e5"), ("connect4", "1212121"), ("tictactoe", "b2 a1")] {
        let wish = json!({ "game": game, "position": moves });
        let id = house.post("/api/games", wish).json()["id"].as_str().unwrap().to_owned();
        let picture = file(&house, &id, "svg").body;
        let colours = picture.split("=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        for colour in colours {
            assert!(palette.contains(&format!("#{colour}")), "{game}: {colour}");
        }
    }
}

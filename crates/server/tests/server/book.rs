//! The book: its contents, chapters, what is found, and every board with what is thought of it.

use ludoteca_book::{Board, edition};

use crate::client::House;

#[test]
fn every_chapter_comes_with_its_boards_and_every_board_with_its_layer_or_story() {
    let house = House::open();
    let mut layers = 0;
    for chapter in edition("en").chapters() {
        let path = format!("/api/book/en/chapter?name={}", chapter.name);
        let shown = house.get(&path).json();
        let blocks = shown["blocks"].as_array().unwrap();
        assert!(
            blocks.iter().all(|block| block["kind"] != "broken"),
            "{}: {blocks:?}",
            chapter.name
        );
        let boards = blocks.iter().filter(|block| block["kind"] == "board");
        for (number, board) in boards.enumerate() {
            assert_eq!(board["number"], number);
            let place = format!("{} {number}", chapter.name);
            match board["show"].as_str() {
                None => {}
                Some(Board::STORY) => {
                    let mut subject = board["start"].clone();
                    subject["player"] = board["player"].clone();
                    let told = house.post("/api/story", subject).json();
                    assert!(told["story"]["moments"].as_array().unwrap().len() > 1, "{place}");
                }
                Some(layer) => {
                    let path = format!("/api/book/en/board?name={}&number={number}", chapter.name);
                    let answer = house.get(&path);
                    let thought = answer.json();
                    assert_eq!(thought["layer"]["id"], layer, "{place}: {thought}");
                    assert_eq!(house.get(&path).body, answer.body, "nobody thinks twice");
                    layers += 1;
                }
            }
        }
    }
    assert!(layers > 20);
}

#[test]
fn whoever_tells_a_thought_is_explained_by_a_chapter_and_so_is_every_study() {
    let house = House::open();
    let explained = house.get("/api/book/es").json()["explained"].clone();
    let games = house.get("/api/catalogue").json();
    let mut tell = 0;
    for player in games["games"].as_array().unwrap().iter().flat_map(|game| {
        game["players"].as_array().unwrap().iter().filter(|player| !player["tells"].is_null())
    }) {
        assert!(explained["players"][player["name"].as_str().unwrap()].is_string(), "{player}");
        tell += 1;
    }
    assert!(tell > 10);
    let studies = house.get("/api/studies").json();
    let known: Vec<_> =
        studies["studies"].as_array().unwrap().iter().map(|study| study["id"].clone()).collect();
    for study in explained["studies"].as_object().unwrap().keys() {
        assert!(known.iter().any(|id| id == study.as_str()), "{study}");
    }
}

#[test]
fn the_book_is_in_the_readers_language_or_else_in_english_and_what_is_missing_is_said() {
    let house = House::open();
    for (asked, language) in [("es", "es"), ("en", "en"), ("fr", "en"), ("..", "en")] {
        let contents = house.get(&format!("/api/book/{asked}")).json();
        assert_eq!(contents["language"], language);
        assert_eq!(contents["parts"][0]["chapters"][0]["name"], "index");
    }
    let first = house.get("/api/book/es/chapter?name=index").json();
    assert_eq!(first["before"], serde_json::Value::Null);
    assert_eq!(first["after"]["name"], "play/hex-rules");
    let found = house.get("/api/book/es/search?words=escaleras").json();
    assert_eq!(found["found"][0]["name"], "play/hex-ladders");
    assert_eq!(house.get("/api/book/es/search?words=").json()["found"], serde_json::json!([]));
    house.get("/api/book/es/search").assert_error(400, "server-query");
    house.get("/api/book/es/chapter?name=../secret").assert_error(404, "book-no-chapter");
    house.get("/api/book/es/board?name=index&number=99").assert_error(404, "book-no-chapter");
    house.get("/api/book/es/board?name=index&number=x").assert_error(400, "server-query");
}

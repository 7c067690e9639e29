//! Positions that are set up by hand.

use serde_json::{Value, json};

use crate::client::House;

fn pieces(house: &House, pieces: &[(usize, usize)]) -> Value {
    house.post("/api/editor", json!({ "game": "connect4", "pieces": pieces })).json()
}

#[test]
fn a_board_that_a_game_leads_to_is_a_position_and_can_be_played_from() {
    let house = House::open();
    let laid = pieces(&house, &[(3, 0), (10, 1), (2, 0)]);
    assert_eq!(laid["text"], "......./......./......./......./...O.../..XX...");
    assert!(laid["refused"].is_null());
    assert_eq!(laid["position"]["side"], "second");
    let begun = json!({ "game": "connect4", "position": laid["text"] });
    let view = house.post("/api/games", begun).json();
    assert_eq!(view["board"], laid["text"]);
    assert_eq!((&view["side"], &view["at"]), (&json!("second"), &json!(0)));
    let won = pieces(&house, &[(0, 0), (1, 0), (2, 0), (3, 0), (7, 1), (8, 1), (9, 1)]);
    assert_eq!(won["position"]["outcome"]["winner"], "first");
}

#[test]
fn an_impossible_board_is_refused_with_the_reason() {
    let house = House::open();
    for (board, why) in [
        (&[(7, 0)][..], "stone-floats"),
        (&[(0, 0), (1, 0)], "stones-unbalanced"),
        (&[(0, 0), (1, 0), (7, 1), (8, 1)], ""),
        (&[(0, 1), (7, 0)], "no-legal-order"),
        (&[(0, 0), (1, 0), (2, 0), (3, 0), (7, 1), (8, 1), (9, 1), (10, 1)], "two-winners"),
    ] {
        let laid = pieces(&house, board);
        assert_eq!(laid["refused"]["id"].as_str().unwrap_or_default(), why, "{laid}");
        assert!(laid["text"].is_string(), "the text can be copied all the same");
        assert_eq!(laid["position"].is_null(), !why.is_empty());
    }
}

#[test]
fn a_text_is_read_and_what_is_no_text_or_no_board_is_said() {
    let house = House::open();
    let text = |words: &str| {
        house.post("/api/editor", json!({ "game": "connect4", "text": words })).json()
    };
    assert_eq!(text("443")["position"]["picture"]["pieces"].as_array().unwrap().len(), 3);
    assert_eq!(text("443")["text"], "......./......./......./......./...O.../..XX...");
    assert_eq!(text("")["position"]["side"], "first");
    assert_eq!(text("49")["refused"]["id"], "notation-error");
    let ask = |body| house.post("/api/editor", body);
    for cells in [json!([[42, 0]]), json!([[0, 2]]), json!([[0, 0], [0, 1]])] {
        ask(json!({ "game": "connect4", "pieces": cells })).assert_error(422, "setup-off-board");
    }
    let third = json!({ "game": "connect4", "pieces": [], "side": "third" });
    ask(third).assert_error(422, "value-refused");
    let level = json!({ "text": "# H 1", "level": 4 });
    house.post("/api/rules/report", level).assert_error(422, "value-refused");
    ask(json!({ "game": "tictactoe", "pieces": [] })).assert_error(422, "setup-never");
    ask(json!({ "game": "chess", "pieces": [] })).assert_error(422, "game-unknown");
}

#[test]
fn options_that_make_no_game_are_told_with_their_place_and_not_turned_away() {
    let house = House::open();
    let described = |rules: &str| {
        let wish = json!({ "game": "gdl", "options": { "rules": rules }, "text": "" });
        house.post("/api/editor", wish).json()
    };
    let refused = &described("(role x)\n(role")["refused"];
    assert_eq!((&refused["id"], &refused["args"]["line"]), (&json!("gdl-at"), &json!(2.0)));
    let whole = described(include_str!("../../../../gdl/tictactoe.gdl"));
    assert_eq!(house.board(&whole["position"])["cells"].as_array().unwrap().len(), 9);
}

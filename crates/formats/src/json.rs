//! Any game as JSON: `{"game": "hex", "options": {"size": "11"}, "moves": [{"move": "f6"}]}`.
//!
//! The moves are one list, so that no depth is too deep. Each follows the one before it, or the one
//! whose number, counted from 1, is in `after`; 0 is the beginning.

use std::collections::BTreeMap;

use ludoteca_games::Side;
use ludoteca_text::{Text, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Record, record::Reason};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(default)]
    players: [String; 2],
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default)]
    moves: Vec<Move>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lost: Option<Given>,
    /// Whether both agreed to a draw.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    drawn: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    r#move: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<usize>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
}

/// Who lost before the end on the board.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    side: Order,
    by: Why,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    First,
    Second,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Why {
    Resignation,
    Forfeit,
    Unsaid,
}

/// A game as a file.
pub fn write(record: &Record) -> String {
    let mut moves = Vec::new();
    // Nodes wait with the number of the move they follow.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    let follow = |waiting: &mut Vec<(usize, usize)>, at: usize, number: usize| {
        waiting.extend(record.nodes()[at].next().iter().rev().map(|next| (*next, number)));
    };
    follow(&mut waiting, 0, 0);
    while let Some((at, after)) = waiting.pop() {
        let node = &record.nodes()[at];
        moves.push(Move {
            r#move: node.ply().to_owned(),
            after: (after != moves.len()).then_some(after),
            comment: node.comment().to_owned(),
        });
        follow(&mut waiting, at, moves.len());
    }
    let options = record.options().iter();
    let sheet = Sheet {
        game: record.game().to_owned(),
        options: options.map(|(name, value)| (name.clone(), value.clone().into())).collect(),
        position: record.board().map(str::to_owned),
        players: Side::BOTH.map(|side| record.player(side).to_owned()),
        comment: record.nodes()[0].comment().to_owned(),
        moves,
        lost: record.lost().map(|lost| Given {
            side: if lost.side == Side::First { Order::First } else { Order::Second },
            by: match lost.reason {
                Reason::Resigned => Why::Resignation,
                Reason::Forfeited => Why::Forfeit,
                Reason::Unsaid => Why::Unsaid,
            },
        }),
        drawn: record.is_agreed_draw(),
    };
    let document = serde_json::to_string_pretty(&sheet).expect("words and lists are JSON");
    document + "\n"
}

/// A game from a file.
pub fn read(words: &str) -> Result<Record, Text> {
    let sheet: Sheet = serde_json::from_str(words).map_err(|error| {
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        let why = text!("json-broken", why = why);
        text!("file-at", line = error.line(), column = error.column(), why = why)
    })?;
    let typed = |value: &Value| match value {
        Value::String(words) => words.clone(),
        other => other.to_string(),
    };
    let options: Vec<(&str, String)> =
        sheet.options.iter().map(|(name, value)| (name.as_str(), typed(value))).collect();
    let pairs = options.iter().map(|(name, value)| (*name, value.as_str()));
    let mut record = Record::begin(&sheet.game, pairs, sheet.position.as_deref())?;
    record.remark(0, &sheet.comment);
    for (side, name) in Side::BOTH.into_iter().zip(&sheet.players) {
        record.name_player(side, name);
    }
    let mut numbers = vec![record.end()];
    for (number, Move { r#move, after, comment }) in sheet.moves.iter().enumerate() {
        let refused = |why| text!("file-move", number = number + 1, why = why);
        let after = numbers.get(after.unwrap_or(number));
        let after = after.ok_or_else(|| refused(text!("json-after", number = number + 1)))?;
        let at = record.play(*after, r#move).map_err(refused)?;
        record.remark(at, comment);
        numbers.push(at);
    }
    if let Some(Given { side, by }) = sheet.lost {
        let side = Side::BOTH[side as usize];
        let reason = match by {
            Why::Resignation => Reason::Resigned,
            Why::Forfeit => Reason::Forfeited,
            Why::Unsaid => Reason::Unsaid,
        };
        record.lose(side, reason);
    } else if sheet.drawn {
        record.draw();
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    #[test]
    fn moves_are_one_list_and_say_what_they_follow_only_where_it_is_not_the_one_before() {
        let mut record = Record::begin("tictactoe", [], Some("b2 a1")).unwrap();
        record.play(1, "c3").unwrap();
        record.remark(1, "the centre");
        let written: Value = serde_json::from_str(&write(&record)).unwrap();
        let expected = serde_json::json!([
            { "move": "b2", "comment": "the centre" },
            { "move": "a1" },
            { "move": "c3", "after": 1 },
        ]);
        assert_eq!(written["moves"], expected);
        assert_eq!(read(&write(&record)).unwrap(), record);
    }

    #[test]
    fn numbers_serve_as_options_and_mistakes_are_told_by_their_place() {
        let record = read(r#"{"game": "hex", "options": {"size": 5}, "moves": [{"move": "c3"}]}"#);
        assert_eq!(record.unwrap().options()["size"], "5");
        for (wrong, said) in [
            ("{\"game\": \"hex\",\n oops}", "Line 2, column 2"),
            (
                r#"{"game": "hex", "moves": [{"move": "c3"}, {"move": "c3"}]}"#,
                "Move 2: c3 is taken.",
            ),
            (r#"{"game": "hex", "moves": [{"move": "c3", "after": 1}]}"#, "Move 1"),
            (r#"{"game": "go"}"#, "go"),
        ] {
            let found = Lang::ENGLISH.say(&read(wrong).unwrap_err());
            assert!(found.contains(said), "{wrong}: {found}");
        }
        let deep = "[".repeat(100_000);
        assert!(read(&format!("{{\"game\": {deep}")).is_err());
    }
}

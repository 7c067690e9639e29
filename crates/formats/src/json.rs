//! Any game as JSON: `{"game": "hex", "options": {"size": "11"}, "moves": [{"move": "f6"}]}`.
//!
//! The moves are one list, so that no depth is too deep. Each follows the one before it, or the one
//! whose number, counted from 1, is in `after`; 0 is the beginning.

use std::collections::BTreeMap;

use ludoteca_games::{
    End, GameTree, Side, Start,
    tree::{Judged, Mark, Note, ROOT, Sign, plain},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, error::Category};

use crate::{
    error::{FileError, FileFault},
    kind::{FormatKind, Holds, Told, all_is_read, any_game, everything, if_so, only},
    marks::touched,
    place::shown,
    sides::done,
};

/// The format.
pub const FORMAT: FormatKind = FormatKind {
    name: "json",
    ending: "json",
    media_type: "application/json",
    serves: any_game,
    told: |words| if_so(words.trim_start().starts_with('{'), Told::Surely),
    holds: Holds::Game,
    read: |words| Ok(only(move || read(words))),
    unplaced: all_is_read,
    write: |tree| Ok(write(tree).into()),
    stops_early: true,
    keeps: everything,
};

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
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sign: Option<Sign>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Mark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<Judged>,
    #[serde(default)]
    moves: Vec<Move>,
    /// The number of the last move that was played, where its line goes on beyond it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    played: Option<usize>,
    /// How it ended before the end on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    end: Option<Given>,
    /// How older files say so.
    #[serde(default, skip_serializing)]
    lost: Option<Lost>,
    /// How older files say that both agreed to a draw.
    #[serde(default, skip_serializing)]
    drawn: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    r#move: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<usize>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sign: Option<Sign>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Mark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    used: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<Judged>,
}

/// An end that the board does not show, and who lost by it, or won where somebody else decided.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    by: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lost {
    side: Side,
    by: Why,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Why {
    Resignation,
    Forfeit,
    Unsaid,
}

/// A game as a file.
pub fn write(tree: &GameTree) -> String {
    let mut moves = Vec::new();
    let mut played = None;
    // Nodes wait with the number of the move they follow.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    let follow = |waiting: &mut Vec<(usize, usize)>, at: usize, number: usize| {
        waiting.extend(tree.node(at).next().iter().rev().map(|next| (*next, number)));
    };
    follow(&mut waiting, ROOT, 0);
    if tree.last() == ROOT && !waiting.is_empty() {
        played = Some(0);
    }
    while let Some((at, after)) = waiting.pop() {
        let Note { comment, name, sign, marks, used, left, values } = tree.note(at).clone();
        let after = (after != moves.len()).then_some(after);
        let r#move = tree.node(at).ply();
        moves.push(Move { r#move, after, name, sign, comment, marks, used, left, values });
        if at == tree.last() && !tree.node(at).next().is_empty() {
            played = Some(moves.len());
        }
        follow(&mut waiting, at, moves.len());
    }
    let begin = tree.note(ROOT).clone();
    let options = tree.options().into_iter();
    let sheet = Sheet {
        game: tree.game().to_owned(),
        options: options.map(|(name, value)| (name, value.into())).collect(),
        position: tree.board().map(str::to_owned),
        players: Side::BOTH.map(|side| tree.player(side).to_owned()),
        name: begin.name,
        sign: begin.sign,
        comment: begin.comment,
        marks: begin.marks,
        used: begin.used,
        left: begin.left,
        values: begin.values,
        moves,
        played,
        end: tree.early().map(|end| Given { by: end.kind().to_owned(), side: end.side() }),
        lost: None,
        drawn: false,
    };
    let document = serde_json::to_string_pretty(&sheet).expect("words and lists are JSON");
    document + "\n"
}

/// What is wrong with JSON that is no game: the reader says so in English alone, but names what it means.
fn misfit(why: &str) -> FileFault {
    let named = |before: &str| {
        let (name, _) = why.strip_prefix(before)?.split_once('`')?;
        Some(shown(name))
    };
    named("unknown field `")
        .map(FileFault::JsonUnknown)
        .or_else(|| named("missing field `").map(FileFault::JsonMissing))
        .unwrap_or(FileFault::JsonBroken)
}

/// A game from a file.
pub fn read(words: &str) -> Result<GameTree, FileError> {
    let sheet: Sheet = serde_json::from_str(words).map_err(|error| {
        let fault = match error.classify() {
            Category::Eof => FileFault::JsonEnds,
            Category::Syntax => FileFault::JsonNone,
            _ => misfit(&error.to_string()),
        };
        FileError { at: Some((error.line(), error.column())), fault }
    })?;
    let typed = |value: Value| match value {
        Value::String(words) => words,
        other => other.to_string(),
    };
    let options = sheet.options.into_iter().map(|(name, value)| (name, typed(value)));
    let start = Start { game: sheet.game, options: options.collect(), position: sheet.position };
    let mut tree = GameTree::begin(start)?;
    let Sheet { name, sign, marks, used, left, values, .. } = sheet;
    let note = Note { name: plain(&name), sign, marks, used, left, values, ..Note::default() };
    if !note.is_empty() {
        *tree.note_mut(ROOT) = note;
    }
    tree.remark(ROOT, &sheet.comment);
    for (side, name) in Side::BOTH.into_iter().zip(&sheet.players) {
        tree.name_player(side, name);
    }
    let mut numbers = vec![tree.last()];
    for (number, told) in sheet.moves.into_iter().enumerate() {
        let refused = |why| FileFault::Move { number: number + 1, why: Box::new(why) };
        let after = numbers.get(told.after.unwrap_or(number));
        let after = after.ok_or_else(|| refused(FileFault::JsonAfter { number: number + 1 }))?;
        let at = tree.add(*after, &told.r#move).map_err(|why| refused(why.into()))?;
        told.say(&mut tree, at);
        numbers.push(at);
    }
    if let Some(last) = sheet.played.and_then(|played| numbers.get(played)) {
        tree.stop(*last);
    }
    let end = match (sheet.end, sheet.lost) {
        (Some(Given { by, side }), _) => Some(End::named(&by, side).ok_or(FileFault::JsonEnd(by))?),
        (None, Some(Lost { side, by: Why::Resignation })) => Some(End::Resigned(side)),
        (None, Some(Lost { side, by: Why::Forfeit })) => Some(End::Forfeited(side)),
        (None, Some(Lost { side, by: Why::Unsaid })) => Some(End::Unsaid(side)),
        (None, None) => sheet.drawn.then_some(End::Agreed),
    };
    if let Some(end) = end {
        tree.end_early(end);
    }
    let cells = tree.position().geometry().cells.len();
    let marks = tree.nodes().iter().flat_map(|node| &node.note().marks);
    if let Some(cell) = marks.flat_map(|mark| touched(&mark.shape)).find(|cell| *cell >= cells) {
        return Err(FileFault::XmlCell(cell.to_string()).into());
    }
    Ok(done(tree))
}

impl Move {
    /// Says about a node what was told with its move.
    fn say(self, tree: &mut GameTree, at: usize) {
        let Move { name, sign, comment, marks, used, left, values, .. } = self;
        let note = Note { name: plain(&name), sign, marks, used, left, values, ..Note::default() };
        // A move that is told twice has its note from wherever one was given.
        if !note.is_empty() {
            let comment = std::mem::take(&mut tree.note_mut(at).comment);
            *tree.note_mut(at) = Note { comment, ..note };
        }
        tree.remark(at, &comment);
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    #[test]
    fn moves_are_one_list_and_say_what_they_follow_only_where_it_is_not_the_one_before() {
        let mut tree = GameTree::begin(Start::of("tictactoe").at("b2 a1")).unwrap();
        tree.add(1, "c3").unwrap();
        tree.remark(1, "the centre");
        let written: Value = serde_json::from_str(&write(&tree)).unwrap();
        let expected = serde_json::json!([
            { "move": "b2", "comment": "the centre" },
            { "move": "a1" },
            { "move": "c3", "after": 1 },
        ]);
        assert_eq!(written["moves"], expected);
        assert_eq!(read(&write(&tree)).unwrap(), tree);
    }

    #[test]
    fn everything_that_is_said_about_a_move_is_kept() {
        let mut tree = GameTree::begin(Start::of("tictactoe").at("b2 a1")).unwrap();
        let aside = tree.add(1, "c3").unwrap();
        let note = tree.note_mut(aside);
        (note.sign, note.name) = (Some(Sign::Doubtful), "the corner".to_owned());
        (note.used, note.left) = (Some(1500), Some(60_000));
        note.judge(ludoteca_games::Value::NOTHING, "mcts");
        note.marks.push(Mark::of(ludoteca_games::tree::Shape::Arrow { from: 0, to: 4 }));
        tree.note_mut(ROOT).marks.push(Mark::of(ludoteca_games::tree::Shape::Cell { cell: 2 }));
        tree.end_early(End::Late(Side::First));
        assert_eq!(read(&write(&tree)).unwrap(), tree);
        tree.go_on();
        tree.go_to_ply(1).unwrap();
        tree.resign(Side::Second).unwrap();
        assert_eq!(read(&write(&tree)).unwrap(), tree, "it stops where it was given up");
    }

    #[test]
    fn files_of_older_versions_say_otherwise_how_a_game_ended() {
        let begun = "{\"game\": \"hex\", \"moves\": [{\"move\": \"c3\"}], ";
        let early = |rest: &str| read(&format!("{begun}{rest}}}")).unwrap().early().cloned();
        let lost = early("\"lost\": {\"side\": \"second\", \"by\": \"forfeit\"}");
        assert_eq!(lost, Some(End::Forfeited(Side::Second)));
        assert_eq!(early("\"drawn\": true"), Some(End::Agreed));
    }

    #[test]
    fn numbers_serve_as_options_and_mistakes_are_told_by_their_place() {
        let tree = read(r#"{"game": "hex", "options": {"size": 5}, "moves": [{"move": "c3"}]}"#);
        assert_eq!(tree.unwrap().options()["size"], "5");
        for (wrong, said) in [
            ("{\"game\": \"hex\",\n oops}", "Line 2, column 2"),
            (
                r#"{"game": "hex", "moves": [{"move": "c3"}, {"move": "c3"}]}"#,
                "Move 2: c3 is taken.",
            ),
            (r#"{"game": "hex", "moves": [{"move": "c3", "after": 1}]}"#, "Move 1"),
            (r#"{"game": "go"}"#, "go"),
            (r#"{"game": "hex", "end": {"by": "luck"}}"#, "luck"),
        ] {
            let found = Lang::ENGLISH.say(&read(wrong).unwrap_err().into());
            assert!(found.contains(said), "{wrong}: {found}");
        }
        let deep = "[".repeat(100_000);
        assert!(read(&format!("{{\"game\": {deep}")).is_err());
    }

    #[test]
    fn json_that_is_none_is_refused_in_our_own_words() {
        let why = |words: &str| read(words).unwrap_err().fault;
        assert_eq!(why("{\"game\": \"hex\""), FileFault::JsonEnds);
        assert_eq!(why("{\"game\" \"hex\"}"), FileFault::JsonNone);
        assert_eq!(why("{\"moves\": []}"), FileFault::JsonMissing("game".to_owned()));
        assert_eq!(why("{\"gane\": \"hex\"}"), FileFault::JsonUnknown("gane".to_owned()));
        assert_eq!(why("{\"game\": \"hex\", \"moves\": [\"a1\"]}"), FileFault::JsonBroken);
    }
}

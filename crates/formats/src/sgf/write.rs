//! Writes Hex as SGF.

use ludoteca_games::Side;

use super::{SWAPPED, scan::escaped};
use crate::{Record, record::Reason};

/// Parentheses and places that wait while another branch is written.
enum Task {
    Write(&'static str),
    Node(usize),
}

/// A game of Hex as a file.
pub fn write(record: &Record) -> String {
    let mut out = String::from("(");
    head(record, &mut out);
    let mut tasks = follow(record, 0);
    while let Some(task) = tasks.pop() {
        match task {
            Task::Write(words) => out.push_str(words),
            Task::Node(at) => {
                let node = &record.nodes()[at];
                let letter = if node.mover() == "black" { "B" } else { "W" };
                out.push_str("\n;");
                put(&mut out, letter, node.ply());
                put(&mut out, "C", node.comment());
                tasks.append(&mut follow(record, at));
            }
        }
    }
    out.push_str(")\n");
    out
}

/// What is written after a node, the last first.
fn follow(record: &Record, at: usize) -> Vec<Task> {
    let next = record.nodes()[at].next();
    let branch = |at: &usize| [Task::Write(")"), Task::Node(*at), Task::Write("\n(")];
    match next {
        [only] => vec![Task::Node(*only)],
        many => many.iter().rev().flat_map(branch).collect(),
    }
}

fn head(record: &Record, out: &mut String) {
    let option = |name: &str| record.options().get(name).map(String::as_str).unwrap_or_default();
    out.push_str(";FF[4]GM[11]CA[UTF-8]");
    put(out, "AP", concat!("Ludoteca:", env!("CARGO_PKG_VERSION")));
    put(out, "SZ", option("size"));
    match option("swap") {
        "none" => {}
        swap => put(out, "RU", &format!("swap-{swap}")),
    }
    put(out, "PB", record.player(Side::First));
    put(out, "PW", record.player(Side::Second));
    if let Some(Some(winner)) = record.winner() {
        let end = &record.nodes()[record.end()];
        let colour = if end.name(winner) == "black" { "B" } else { "W" };
        let how = match record.lost().map(|lost| lost.reason) {
            Some(Reason::Resigned) => "R",
            Some(Reason::Forfeited) => "F",
            Some(Reason::Unsaid) | None => "",
        };
        put(out, "RE", &format!("{colour}+{how}"));
    } else if record.is_agreed_draw() {
        put(out, "RE", "Draw");
    }
    if let Some(board) = record.board() {
        set_up(record, board, out);
    }
    put(out, "C", record.nodes()[0].comment());
}

/// The stones of a board, and whose turn it is there.
fn set_up(record: &Record, board: &str, out: &mut String) {
    let start = &record.nodes()[0];
    let cells = start.position().geometry().cells;
    let pieces = start.position().picture().pieces;
    for (kind, name) in ["AB", "AW"].into_iter().enumerate() {
        let stones = pieces.iter().filter(|placed| placed.piece == kind);
        let stones: Vec<String> =
            stones.map(|placed| format!("[{}]", cells[placed.cell].name)).collect();
        if !stones.is_empty() {
            *out += &format!("\n{name}{}", stones.concat());
        }
    }
    out.push('\n');
    put(out, "PL", if start.mover_next() == "black" { "B" } else { "W" });
    if board.ends_with("swap-sides") {
        put(out, SWAPPED, "sides");
    }
}

/// A property, unless there is nothing to say.
fn put(out: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        *out += &format!("{name}[{}]", escaped(value));
    }
}

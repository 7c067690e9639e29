//! Writes Hex as SGF.

use ludoteca_games::{
    End, GameTree, Side,
    tree::{NodeId, ROOT},
};

use super::{SWAPPED, notes, scan::escaped};
use crate::sides::Sides;

/// Parentheses and places that wait while another branch is written.
enum Task {
    Write(&'static str),
    Node(NodeId),
}

/// A game of Hex as a file.
pub fn write(tree: &GameTree) -> String {
    let sides = Sides::of(tree);
    let cells = tree.node(ROOT).position().geometry().cells;
    let cells: Vec<String> = cells.into_iter().map(|cell| cell.name).collect();
    let mut out = String::from("(");
    head(tree, &sides, &mut out);
    notes::write(&mut out, tree.note(ROOT), &cells, true);
    let mut tasks = follow(tree, ROOT);
    while let Some(task) = tasks.pop() {
        match task {
            Task::Write(words) => out.push_str(words),
            Task::Node(at) => {
                let black = sides.mover(tree, at) == "black";
                out.push_str("\n;");
                put(&mut out, if black { "B" } else { "W" }, &tree.node(at).ply());
                notes::write(&mut out, tree.note(at), &cells, black);
                tasks.append(&mut follow(tree, at));
            }
        }
    }
    out.push_str(")\n");
    out
}

/// What is written after a node, the last first.
fn follow(tree: &GameTree, at: NodeId) -> Vec<Task> {
    let branch = |at: &NodeId| [Task::Write(")"), Task::Node(*at), Task::Write("\n(")];
    match tree.node(at).next() {
        [only] => vec![Task::Node(*only)],
        many => many.iter().rev().flat_map(branch).collect(),
    }
}

fn head(tree: &GameTree, sides: &Sides, out: &mut String) {
    let options = tree.options();
    let option = |name: &str| options.get(name).map(String::as_str).unwrap_or_default();
    out.push_str(";FF[4]GM[11]CA[UTF-8]");
    put(out, "AP", concat!("Ludoteca:", env!("CARGO_PKG_VERSION")));
    put(out, "SZ", option("size"));
    match option("swap") {
        "none" => {}
        swap => put(out, "RU", &format!("swap-{swap}")),
    }
    put(out, "PB", tree.player(Side::First));
    put(out, "PW", tree.player(Side::Second));
    if let Some(end) = tree.ended() {
        put(out, "RE", &result(tree, sides, &end));
    }
    if let Some(board) = tree.board() {
        set_up(tree, sides, board, out);
    }
}

/// How a game ended.
fn result(tree: &GameTree, sides: &Sides, end: &End) -> String {
    let Some(winner) = end.winner() else {
        return if end.counts() { "Draw" } else { "Void" }.to_owned();
    };
    let colour = if sides.name(tree.last(), winner) == "black" { "B" } else { "W" };
    let how = match end {
        End::Resigned(_) => "R",
        End::Late(_) => "T",
        End::Board { .. } | End::Unsaid(_) | End::Adjudicated(_) => "",
        _ => "F",
    };
    format!("{colour}+{how}")
}

/// The stones of a board, and whose turn it is there.
fn set_up(tree: &GameTree, sides: &Sides, board: &str, out: &mut String) {
    let start = tree.node(ROOT).position();
    let cells = start.geometry().cells;
    let pieces = start.picture().pieces;
    for (kind, name) in ["AB", "AW"].into_iter().enumerate() {
        let stones = pieces.iter().filter(|placed| placed.piece == kind);
        let stones: Vec<String> =
            stones.map(|placed| format!("[{}]", cells[placed.cell].name)).collect();
        if !stones.is_empty() {
            *out += &format!("\n{name}{}", stones.concat());
        }
    }
    out.push('\n');
    put(out, "PL", if sides.next(tree, ROOT) == "black" { "B" } else { "W" });
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

//! Writes a game as XML.

use ludoteca_games::{
    GameTree, Side,
    tree::{Colour, Judged, Mark, ROOT, Shape},
};
use quick_xml::escape::escape;

use super::ENDS;
use crate::{
    marks::{Cells, colour_name, shape_name},
    sides::Sides,
};

/// What waits to be written.
enum Task {
    /// All that follows a node.
    After(usize),
    /// A variation that begins with this node.
    Aside(usize),
    /// The end of a variation.
    Close,
}

/// A game as a file.
pub fn write(tree: &GameTree) -> String {
    let sides = Sides::of(tree);
    let cells = Cells::of(tree);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<game");
    attribute(&mut out, "name", tree.game());
    for (name, value) in tree.options() {
        attribute(&mut out, &name, &value);
    }
    out.push_str(">\n");
    for side in Side::BOTH {
        let name = tree.player(side);
        if !name.is_empty() {
            let of = [("side", sides.name(ROOT, side))];
            element(&mut out, 1, "player", &of, name);
        }
    }
    if let Some(board) = tree.board() {
        element(&mut out, 1, "position", &[], board);
    }
    // Where the game stopped, if something was looked at beyond it.
    let stops = |out: &mut String, depth: usize, at: usize| {
        if at == tree.last() && !tree.node(at).next().is_empty() {
            line(out, depth, "<played/>");
        }
    };
    said(&mut out, 1, tree, &cells, ROOT);
    stops(&mut out, 1, ROOT);
    let ply = |out: &mut String, depth: usize, at: usize| {
        let side = [("side", sides.mover(tree, at))];
        element(out, depth, "move", &side, &tree.node(at).ply());
        said(out, depth, tree, &cells, at);
        stops(out, depth, at);
    };
    let mut depth = 1;
    let mut tasks = vec![Task::After(ROOT)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(at) => {
                let Some((played, others)) = tree.node(at).next().split_first() else { continue };
                ply(&mut out, depth, *played);
                tasks.push(Task::After(*played));
                tasks.extend(others.iter().rev().copied().map(Task::Aside));
            }
            Task::Aside(at) => {
                line(&mut out, depth, "<variation>");
                depth += 1;
                ply(&mut out, depth, at);
                tasks.extend([Task::Close, Task::After(at)]);
            }
            Task::Close => {
                depth -= 1;
                line(&mut out, depth, "</variation>");
            }
        }
    }
    result(tree, &sides, &mut out);
    out.push_str("</game>\n");
    out
}

/// What is said about a node.
fn said(out: &mut String, depth: usize, tree: &GameTree, cells: &Cells, at: usize) {
    let note = tree.note(at);
    let [used, left] = [note.used, note.left].map(|time| time.map(|time| time.to_string()));
    let all = [
        ("name", Some(note.name.as_str()).filter(|name| !name.is_empty())),
        ("sign", note.sign.map(|sign| sign.as_str())),
        ("used", used.as_deref()),
        ("left", left.as_deref()),
    ];
    let all: Vec<_> = all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
    if !all.is_empty() {
        element(out, depth, "note", &all, "");
    }
    if !note.comment.is_empty() {
        element(out, depth, "comment", &[], &note.comment);
    }
    note.marks.iter().for_each(|one| mark(out, depth, cells, one));
    note.values.iter().for_each(|one| value(out, depth, one));
}

fn mark(out: &mut String, depth: usize, cells: &Cells, mark: &Mark) {
    let mut all = vec![("shape", shape_name(&mark.shape))];
    let mut words = "";
    match &mark.shape {
        Shape::Arrow { from, to } => {
            all.extend([("from", cells.name(*from)), ("to", cells.name(*to))]);
        }
        Shape::Label { cell, words: written } => {
            all.push(("cell", cells.name(*cell)));
            words = written;
        }
        Shape::Cell { cell }
        | Shape::Circle { cell }
        | Shape::Square { cell }
        | Shape::Triangle { cell }
        | Shape::Cross { cell } => all.push(("cell", cells.name(*cell))),
    }
    if mark.colour != Colour::default() {
        all.push(("colour", colour_name(mark.colour)));
    }
    element(out, depth, "mark", &all, words);
}

/// A value has the parts that it has in JSON.
fn value(out: &mut String, depth: usize, judged: &Judged) {
    let Ok(serde_json::Value::Object(parts)) = serde_json::to_value(judged) else { return };
    let parts: Vec<(String, String)> = parts
        .into_iter()
        .map(|(name, part)| (name, part.as_str().map_or(part.to_string(), str::to_owned)))
        .collect();
    let parts: Vec<(&str, &str)> =
        parts.iter().map(|(name, part)| (name.as_str(), part.as_str())).collect();
    element(out, depth, "value", &parts, "");
}

fn result(tree: &GameTree, sides: &Sides, out: &mut String) {
    let Some(end) = tree.ended() else { return };
    out.push_str("  <result");
    if let Some(side) = end.winner() {
        attribute(out, "winner", sides.name(tree.last(), side));
    }
    let by = ENDS.iter().find(|known| known.1 == end.kind()).map_or("unsaid", |known| known.0);
    attribute(out, "by", by);
    out.push_str("/>\n");
}

fn element(out: &mut String, depth: usize, name: &str, attributes: &[(&str, &str)], words: &str) {
    indent(out, depth);
    *out += &format!("<{name}");
    attributes.iter().for_each(|(name, value)| attribute(out, name, value));
    if words.is_empty() && !["move", "player"].contains(&name) {
        out.push_str("/>\n");
    } else {
        *out += &format!(">{}</{name}>\n", escape(words));
    }
}

/// White space other than blanks would be read as blanks, unless it is written by its number.
fn attribute(out: &mut String, name: &str, value: &str) {
    let value = escape(value).replace('\n', "&#10;").replace('\r', "&#13;").replace('\t', "&#9;");
    *out += &format!(" {name}=\"{value}\"");
}

fn line(out: &mut String, depth: usize, words: &str) {
    indent(out, depth);
    *out += words;
    out.push('\n');
}

/// Deep variations are not pushed out of sight, nor a large file made larger by them.
fn indent(out: &mut String, depth: usize) {
    (0..depth.min(20)).for_each(|_| out.push_str("  "));
}

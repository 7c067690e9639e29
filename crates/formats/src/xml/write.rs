//! Writes a game as XML.

use ludoteca_games::Side;
use quick_xml::escape::escape;

use super::{AGREED, REASONS};
use crate::{Node, Record};

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
pub fn write(record: &Record) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<game");
    attribute(&mut out, "name", record.game());
    for (name, value) in record.options() {
        attribute(&mut out, name, value);
    }
    out.push_str(">\n");
    let nodes = record.nodes();
    for side in Side::BOTH {
        let name = record.player(side);
        if !name.is_empty() {
            let of = [("side", nodes[0].name(side).as_ref())];
            element(&mut out, 1, "player", &of, name);
        }
    }
    if let Some(board) = record.board() {
        element(&mut out, 1, "position", &[], board);
    }
    comment(&mut out, 1, nodes[0].comment());
    let mut depth = 1;
    let mut tasks = vec![Task::After(0)];
    while let Some(task) = tasks.pop() {
        match task {
            Task::After(at) => {
                let Some((played, others)) = nodes[at].next().split_first() else { continue };
                ply(&mut out, depth, &nodes[*played]);
                tasks.push(Task::After(*played));
                tasks.extend(others.iter().rev().copied().map(Task::Aside));
            }
            Task::Aside(at) => {
                line(&mut out, depth, "<variation>");
                depth += 1;
                ply(&mut out, depth, &nodes[at]);
                tasks.extend([Task::Close, Task::After(at)]);
            }
            Task::Close => {
                depth -= 1;
                line(&mut out, depth, "</variation>");
            }
        }
    }
    result(record, &mut out);
    out.push_str("</game>\n");
    out
}

fn ply(out: &mut String, depth: usize, node: &Node) {
    element(out, depth, "move", &[("side", node.mover())], node.ply());
    comment(out, depth, node.comment());
}

fn comment(out: &mut String, depth: usize, words: &str) {
    if !words.is_empty() {
        element(out, depth, "comment", &[], words);
    }
}

fn result(record: &Record, out: &mut String) {
    let Some(winner) = record.winner() else { return };
    out.push_str("  <result");
    if let Some(side) = winner {
        attribute(out, "winner", record.nodes()[record.end()].name(side));
    }
    let reason = |lost: crate::Lost| REASONS.iter().find(|known| known.1 == lost.reason);
    let by = match record.lost().and_then(reason) {
        Some((by, _)) => by,
        None if record.is_agreed_draw() => AGREED,
        None => "play",
    };
    attribute(out, "by", by);
    out.push_str("/>\n");
}

fn element(out: &mut String, depth: usize, name: &str, attributes: &[(&str, &str)], words: &str) {
    indent(out, depth);
    *out += &format!("<{name}");
    attributes.iter().for_each(|(name, value)| attribute(out, name, value));
    *out += &format!(">{}</{name}>\n", escape(words));
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

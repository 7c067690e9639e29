//! Writes a game as XML.

use ludoteca_games::{GameTree, Side, tree::ROOT};
use quick_xml::escape::escape;

use super::ENDS;
use crate::sides::Sides;

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
    comment(&mut out, 1, &tree.note(ROOT).comment);
    let ply = |out: &mut String, depth: usize, at: usize| {
        let side = [("side", sides.mover(tree, at))];
        element(out, depth, "move", &side, &tree.node(at).ply());
        comment(out, depth, &tree.note(at).comment);
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

fn comment(out: &mut String, depth: usize, words: &str) {
    if !words.is_empty() {
        element(out, depth, "comment", &[], words);
    }
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

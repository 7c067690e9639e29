//! Lists in plain lines: a search tree, and the commands HexGui offers in its menu.

use ludoteca_players::{
    Thought, label,
    thought::{Bound, Layer, TreeNode},
};
use ludoteca_text::{Text, text};

use super::gfx;

use crate::Say;

/// A search tree, each ply below the one it answers.
pub fn tree(root: &TreeNode, say: &Say, lines: &mut Vec<String>) {
    children(root, "", say, lines);
}

fn children(node: &TreeNode, indent: &str, say: &Say, lines: &mut Vec<String>) {
    for child in &node.children {
        let mut line = indent.to_owned() + child.ply.as_deref().unwrap_or("…");
        if let Some(value) = child.value {
            line = line + " " + &say(&label(value, child.bound == Bound::Most));
        }
        if let Some(visits) = child.visits {
            line += &format!(" ({visits})");
        }
        lines.push(line);
        children(child, &format!("{indent}  "), say, lines);
        if let Some(cut) = &child.cut {
            lines.push(format!("{indent}  {}", say(cut)));
        }
    }
    if node.more > 0 {
        lines.push(format!("{indent}…{}", node.more));
    }
}

/// What HexGui's menu offers: `type/label/command` a line. `thought` shows which layers the player
/// has; `%c` becomes the colour to move.
pub fn menu(thought: Option<&Thought>, say: &Say) -> String {
    let entry = |kind: &str, title: &Text, command: &str| {
        // A slash would end the label.
        format!("{kind}/{}/{command}", say(title).replace('/', "-"))
    };
    let mut lines = vec![
        entry("string", &text!("htp-menu-think"), "ludoteca-think %c"),
        entry("var", &text!("htp-menu-line"), "ludoteca-line %c"),
        entry("pspairs", &text!("htp-menu-values"), "ludoteca-values %c"),
    ];
    let mut ids: Vec<&str> = Vec::new();
    for Layer { id, title, content, .. } in thought.iter().flat_map(|thought| &thought.layers) {
        if ids.contains(id) {
            continue;
        }
        ids.push(id);
        let title = text!("htp-menu-layer", title = title.clone());
        let drawn = gfx::is_drawn(content);
        let kind = if drawn { "gfx" } else { "string" };
        lines.push(entry(kind, &title, &format!("ludoteca-layer {id} %c")));
    }
    lines.extend([
        entry("string", &text!("htp-menu-layers"), "ludoteca-layers %c"),
        entry("string", &text!("htp-menu-solve"), "ludoteca-solve %c"),
        entry("plist", &text!("htp-menu-winning"), "ludoteca-winning %c"),
        entry("inferior", &text!("htp-menu-inferior"), "vc-build %c"),
        entry("plist", &text!("htp-menu-legal"), "all_legal_moves %c"),
        entry("param", &text!("htp-menu-game"), "param_game"),
        entry("param", &text!("htp-menu-settings"), "param_ludoteca"),
    ]);
    lines.join("\n")
}

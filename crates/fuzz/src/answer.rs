//! What a target answered, in outline.

use std::hash::{Hash, Hasher};

use ludoteca_games::GameTree;
use ludoteca_text::{Arg, Text};
use rustc_hash::FxHasher;

/// An answer in outline: two inputs with the same one are much alike to whoever reads them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Answer(u64);

impl Answer {
    /// What has an outline of its own.
    pub fn of(what: impl Hash) -> Answer {
        let mut hasher = FxHasher::default();
        what.hash(&mut hasher);
        Answer(hasher.finish())
    }

    /// A reason, by the names of its messages. What somebody typed makes no difference.
    pub fn reason(why: impl Into<Text>) -> Answer {
        let mut ids = Vec::new();
        names(&why.into(), &mut ids);
        Answer::of(ids)
    }

    /// A game, by about how much of everything it has.
    pub fn game(tree: &GameTree) -> Answer {
        let nodes = tree.nodes().len();
        let end = tree.ended().map(|end| end.kind());
        let game = (tree.game().to_owned(), tree.options().len(), end);
        Answer::of((game, about(tree.length()), about(nodes), nodes > tree.length() + 1))
    }

    /// Words of a protocol, by how their lines begin.
    pub fn words(words: &str) -> Answer {
        let begins = |line: &str| line.chars().take(12).filter(|c| !c.is_numeric()).collect();
        let mut lines: Vec<String> = words.lines().take(40).map(begins).collect();
        lines.dedup();
        Answer::of(lines)
    }

    /// What was read, or why it was not.
    pub fn from<T, E: Into<Text>>(
        read: Result<T, E>,
        outline: impl FnOnce(&T) -> Answer,
    ) -> Answer {
        match read {
            Ok(read) => outline(&read),
            Err(why) => Answer::reason(why),
        }
    }
}

/// How long a number is in twos.
pub fn about(number: usize) -> u32 {
    number.checked_ilog2().map_or(0, |digits| digits + 1)
}

fn names(text: &Text, ids: &mut Vec<String>) {
    ids.push(text.id.to_string());
    for arg in text.args.values() {
        if let Arg::Text(text) = arg {
            names(text, ids);
        }
    }
}

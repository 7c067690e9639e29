//! A tree taken apart, as a store keeps it, and put together again.

use super::{End, GameTree, Node, NodeId, Note, ROOT, TreeError};

/// All of a tree besides what it began from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// The nodes in order, without the beginning: the first of them has number 1.
    pub nodes: Vec<KeptNode>,
    /// What is said about the beginning.
    pub note: Note,
    /// The position shown.
    pub cursor: NodeId,
    /// Where the game as it was played stops.
    pub last: NodeId,
    /// The end that the board does not show, and the node where it came.
    pub early: Option<(NodeId, End)>,
    /// What the players are called.
    pub players: [String; 2],
}

/// One node of a tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptNode {
    /// The node before, which has a lower number.
    pub parent: NodeId,
    /// The place among those that follow the same node; none if it was taken out.
    pub place: Option<usize>,
    /// The ply that led here.
    pub ply: String,
    /// What is said about it.
    pub note: Note,
}

impl GameTree {
    /// One node, to be kept. The beginning has none.
    pub fn kept_node(&self, at: NodeId) -> Option<KeptNode> {
        let node = self.nodes.get(at)?;
        let parent = node.parent?;
        let place = self.nodes[parent].next.iter().position(|next| *next == at);
        Some(KeptNode { parent, place, ply: node.ply(), note: node.note().clone() })
    }

    /// The end that the board does not show and the node where it came, even if the game goes
    /// another way now.
    pub fn kept_end(&self) -> Option<&(NodeId, End)> {
        self.head.early.as_ref()
    }

    /// The whole tree, to be kept.
    pub fn keep(&self) -> Kept {
        Kept {
            nodes: (1..self.nodes.len()).filter_map(|at| self.kept_node(at)).collect(),
            note: self.note(ROOT).clone(),
            cursor: self.head.cursor,
            last: self.head.last,
            early: self.head.early.clone(),
            players: self.head.players.clone(),
        }
    }

    /// A tree that was kept. What does not fit together is refused.
    pub fn restore(start: super::Start, kept: Kept) -> Result<GameTree, TreeError> {
        let (mut tree, _) = GameTree::bare(start)?;
        tree.set_note(ROOT, kept.note);
        let mut places: Vec<Option<usize>> = vec![None];
        for (number, KeptNode { parent, place, ply, note }) in kept.nodes.into_iter().enumerate() {
            let known = tree.nodes.get(parent).ok_or(TreeError::NoSuchNode(parent))?;
            let line = known.line.play(&ply)?;
            tree.nodes.push(Node::new(line, Some(parent)));
            tree.set_note(number + 1, note);
            places.push(place);
            match place {
                Some(_) => tree.nodes[parent].next.push(number + 1),
                None => tree.nodes[number + 1].detached = Some(usize::MAX),
            }
        }
        for node in &mut tree.nodes {
            node.next.sort_by_key(|at| places[*at]);
        }
        for at in [kept.cursor, kept.last].into_iter().chain(kept.early.as_ref().map(|e| e.0)) {
            if !tree.holds(at) {
                return Err(TreeError::NoSuchNode(at));
            }
        }
        tree.make_first(kept.last);
        tree.head.last = kept.last;
        tree.head.cursor = kept.cursor;
        tree.head.far = kept.cursor;
        tree.head.early = kept.early.filter(|(_, end)| end.is_early());
        tree.head.players = kept.players;
        Ok(tree)
    }

    fn set_note(&mut self, at: NodeId, note: Note) {
        self.nodes[at].note = (!note.is_empty()).then(|| Box::new(note));
    }
}

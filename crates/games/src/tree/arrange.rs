//! Putting the lines of a tree in order: which is played, which is a variation, which is gone.

use std::borrow::Cow;

use super::{GameTree, Node, NodeId, ROOT, TreeError};

impl GameTree {
    /// Makes the line to a node, and on from there, the main line.
    pub fn make_main(&mut self, node: NodeId) -> Result<(), TreeError> {
        self.known(node)?;
        if !self.main_line().any(|at| at == node) && node != ROOT {
            self.make_first(node);
            self.head.last = self.leaf(node);
            self.head.taken = None;
        }
        Ok(())
    }

    /// Puts the variation that a node is in before the line that stands before it where they part.
    /// What was played stays first.
    pub fn promote(&mut self, node: NodeId) -> Result<(), TreeError> {
        self.known(node)?;
        let aside = self.back(node).find_map(|at| {
            let parent = self.nodes[at].parent?;
            let place = self.nodes[parent].next.iter().position(|next| *next == at)?;
            (place > 0).then_some((parent, place))
        });
        let (parent, place) = aside.ok_or(TreeError::PlayedFirst)?;
        let mut next = self.nodes[parent].next.clone();
        if self.back(self.head.last).any(|at| at == next[place - 1]) {
            return Err(TreeError::PlayedFirst);
        }
        next.swap(place - 1, place);
        self.set_next(parent, next);
        Ok(())
    }

    /// Takes a variation out. It is kept aside with its number, so that [`GameTree::attach`] can put
    /// it back. What was played cannot be taken out.
    pub fn detach(&mut self, node: NodeId) -> Result<(), TreeError> {
        self.known(node)?;
        let parent = self.nodes[node].parent;
        let Some(parent) = parent.filter(|_| !self.back(self.head.last).any(|at| at == node))
        else {
            return Err(TreeError::MainLine);
        };
        let gone = |taken: NodeId| {
            std::iter::successors(Some(taken), |at| self.nodes[*at].parent).any(|at| at == node)
        };
        self.head.taken = self.head.taken.filter(|taken| !gone(*taken));
        for seen in [&mut self.head.cursor, &mut self.head.far] {
            let mut back = std::iter::successors(Some(*seen), |at| self.nodes[*at].parent);
            if back.any(|at| at == node) {
                *seen = parent;
            }
        }
        let mut next = self.nodes[parent].next.clone();
        let place = next.iter().position(|at| *at == node).unwrap_or_default();
        next.remove(place);
        self.set_next(parent, next);
        self.set_detached(node, Some(place));
        Ok(())
    }

    /// Puts a variation back that was taken out.
    pub fn attach(&mut self, node: NodeId) -> Result<(), TreeError> {
        let taken_out = self.nodes.get(node).and_then(|node| node.detached.zip(node.parent));
        let (place, parent) = taken_out.ok_or(TreeError::NoSuchNode(node))?;
        let mut next = self.nodes[parent].next.clone();
        // Whatever was played there in the meantime stays what was played.
        let played = usize::from(self.main_line().any(|at| next.first() == Some(&at)));
        next.insert(place.clamp(played.min(next.len()), next.len()), node);
        self.set_next(parent, next);
        self.set_detached(node, None);
        Ok(())
    }

    /// The same game as files tell it, in which the game goes on as far as its first line does: what
    /// was taken back at the end stands beside the last ply, which is there twice.
    pub fn for_files(&self) -> Cow<'_, GameTree> {
        let last = self.head.last;
        let Some(parent) = self.nodes[last].parent.filter(|_| !self.nodes[last].next.is_empty())
        else {
            return Cow::Borrowed(self);
        };
        let mut tree = self.clone();
        tree.change = None;
        let again = tree.nodes.len();
        let next = std::mem::take(&mut tree.nodes[last].next);
        for after in &next {
            tree.nodes[*after].parent = Some(again);
        }
        let line = tree.nodes[last].line.clone();
        tree.nodes.push(Node { next, ..Node::new(line, Some(parent)) });
        tree.nodes[parent].next.push(again);
        Cow::Owned(tree)
    }

    /// The end of the line that goes on from a node.
    fn leaf(&self, from: NodeId) -> NodeId {
        let mut leaf = from;
        while let Some(next) = self.nodes[leaf].next.first() {
            leaf = *next;
        }
        leaf
    }

    /// Puts every node on the way to a node before those beside it.
    pub(super) fn make_first(&mut self, node: NodeId) {
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            self.put_first(parent, at);
            at = parent;
        }
    }

    fn put_first(&mut self, parent: NodeId, node: NodeId) {
        if self.nodes[parent].next.first() == Some(&node) {
            return;
        }
        let mut next = self.nodes[parent].next.clone();
        next.retain(|at| *at != node);
        next.insert(0, node);
        self.set_next(parent, next);
    }

    fn known(&self, node: NodeId) -> Result<(), TreeError> {
        if self.holds(node) { Ok(()) } else { Err(TreeError::NoSuchNode(node)) }
    }
}

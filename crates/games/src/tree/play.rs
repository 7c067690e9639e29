//! Playing in a tree and looking around in it.

use super::{AnyLine, End, GameTree, MOST_PLIES, Node, NodeId, Note, ROOT, TreeError};
use crate::Side;

impl GameTree {
    /// Plays a ply of the game at the position shown. It is part of the main line from then on; what
    /// came after that position before is kept beside it. An error changes nothing.
    pub fn play(&mut self, words: &str) -> Result<NodeId, TreeError> {
        if self.ended_here().is_some() {
            return Err(TreeError::Over);
        }
        let node = self.explore(self.head.cursor, words)?;
        self.head.early = None;
        self.stop_at(node);
        Ok(node)
    }

    /// Adds a ply after a node and returns the node it leads to, which may have been there before.
    /// A first ply after the last one of the main line goes on with the game, if nobody has ended
    /// it; any other is a variation. The cursor stays where it is. An error changes nothing.
    pub fn add(&mut self, after: NodeId, words: &str) -> Result<NodeId, TreeError> {
        let goes_on =
            after == self.head.last && self.nodes[after].next.is_empty() && self.early().is_none();
        let node = self.explore(after, words)?;
        if goes_on {
            self.head.last = node;
        }
        Ok(node)
    }

    /// Adds a ply after a node beside the game, and returns the node it leads to, which may have
    /// been there before. The cursor stays where it is. An error changes nothing.
    pub fn explore(&mut self, after: NodeId, words: &str) -> Result<NodeId, TreeError> {
        let line = self.nodes[after].line.play(words)?;
        let ply = line.ply();
        // Keys first: writing plies down takes longer.
        let key = line.position().key();
        let known = self.nodes[after].next.iter().copied();
        let mut known = known.filter(|at| self.nodes[*at].key == key);
        match known.find(|at| self.nodes[*at].line.ply() == ply) {
            Some(node) => Ok(node),
            None => self.push(after, line),
        }
    }

    /// Adds a node behind those that follow another.
    pub(super) fn push(&mut self, after: NodeId, line: AnyLine) -> Result<NodeId, TreeError> {
        if self.nodes.len() > MOST_PLIES {
            return Err(TreeError::Full);
        }
        let node = self.nodes.len();
        self.nodes.push(Node::new(line, Some(after)));
        let mut next = self.nodes[after].next.clone();
        next.push(node);
        self.set_next(after, next);
        Ok(node)
    }

    /// Lets the game as it was played stop at a node, and shows it. The way there is the main line.
    pub(super) fn stop_at(&mut self, node: NodeId) {
        self.stop(node);
        self.head.cursor = node;
        self.head.far = node;
        self.head.taken = None;
    }

    /// Says that the game as it was played stops at a node, whatever comes after it.
    pub fn stop(&mut self, node: NodeId) {
        self.make_first(node);
        self.head.last = node;
    }

    /// Gives up for a side.
    pub fn resign(&mut self, side: Side) -> Result<(), TreeError> {
        self.finish(End::Resigned(side))
    }

    /// Ends the game at the position shown in a way that the board does not show. What came after
    /// is kept, but the game stops here.
    pub fn finish(&mut self, end: End) -> Result<(), TreeError> {
        if self.ended_here().is_some() {
            return Err(TreeError::Over);
        }
        self.stop_at(self.head.cursor);
        self.head.early = Some((self.head.last, end)).filter(|(_, end)| end.is_early());
        Ok(())
    }

    /// Says how the game as it was played ended, unless the board knows better.
    pub fn end_early(&mut self, end: End) {
        if end.is_early() && self.nodes[self.head.last].position().outcome().is_none() {
            self.head.early = Some((self.head.last, end));
        }
    }

    /// Says that the game has not ended, unless the board shows that it has.
    pub fn go_on(&mut self) {
        self.head.early = None;
    }

    /// Takes the last ply of the game back, or the end that the board does not show, and shows where
    /// the game stops now. What was taken back is kept beside it.
    pub fn take_back(&mut self) -> Result<(), TreeError> {
        if self.early().is_none() {
            let before = self.nodes[self.head.last].parent;
            let before = before.ok_or(TreeError::NothingToUndo)?;
            self.head.taken.get_or_insert(self.head.last);
            self.head.last = before;
        }
        self.head.early = None;
        self.head.cursor = self.head.last;
        self.head.far = self.head.last;
        Ok(())
    }

    /// Whether something was taken back that can be put back.
    pub fn taken_back(&self) -> bool {
        self.next_taken().is_some()
    }

    /// Puts the next ply back that was taken back, as long as nothing else was played instead.
    pub fn put_back(&mut self) -> Result<(), TreeError> {
        let next = self.next_taken().ok_or(TreeError::NothingToRedo)?;
        let taken = self.head.taken.filter(|taken| *taken != next);
        self.head.early = None;
        self.stop_at(next);
        self.head.taken = taken;
        Ok(())
    }

    /// The node after the end of the game on the way to where it stopped before.
    fn next_taken(&self) -> Option<NodeId> {
        let taken = self.head.taken?;
        self.back(taken).find(|at| self.nodes[*at].parent == Some(self.head.last))
    }

    /// Shows a node.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), TreeError> {
        if !self.holds(node) {
            return Err(TreeError::NoSuchNode(node));
        }
        if !self.back(self.head.far).any(|at| at == node) {
            self.head.far = node;
        }
        self.head.cursor = node;
        Ok(())
    }

    /// Shows the position after so many plies of the line that is looked at.
    pub fn go_to_ply(&mut self, at: usize) -> Result<(), TreeError> {
        let line = self.shown_line();
        let node = match at.checked_sub(1) {
            None => ROOT,
            Some(place) => {
                *line.get(place).ok_or(TreeError::NoSuchPly { at, plies: line.len() })?
            }
        };
        self.go_to(node)
    }

    /// Goes back one ply; an end that the board does not show counts as one, and is gone.
    pub fn undo(&mut self) -> Result<(), TreeError> {
        if self.head.cursor == self.head.last && self.early().is_some() {
            self.head.early = None;
            return Ok(());
        }
        let before = self.nodes[self.head.cursor].parent;
        self.head.cursor = before.ok_or(TreeError::NothingToUndo)?;
        Ok(())
    }

    /// Goes forward one ply: along the line last visited, or where that does not lead on, along the
    /// one that was played.
    pub fn redo(&mut self) -> Result<(), TreeError> {
        self.head.cursor = self.onward(self.head.cursor).ok_or(TreeError::NothingToRedo)?;
        if !self.back(self.head.far).any(|at| at == self.head.cursor) {
            self.head.far = self.head.cursor;
        }
        Ok(())
    }

    /// The node after a node on the line that is looked at. After the end of the game as it was
    /// played there is none, unless somebody has just been there.
    fn onward(&self, at: NodeId) -> Option<NodeId> {
        let depth = self.nodes[at].line.len();
        let far = self.back(self.head.far).take_while(|far| self.nodes[*far].line.len() > depth);
        let visited = far.last().filter(|next| self.nodes[*next].parent == Some(at));
        visited.or_else(|| self.played_after(at))
    }

    /// What is said about a node, to be changed.
    pub fn note_mut(&mut self, at: NodeId) -> &mut Note {
        self.remember_note(at);
        self.nodes[at].note.get_or_insert_default()
    }

    /// Adds what was said about a position.
    pub fn remark(&mut self, at: NodeId, words: &str) {
        if !words.is_empty() {
            self.note_mut(at).remark(words);
        }
    }
}

//! Changes to a tree that can be undone as a whole, without a copy of the tree: whoever stores trees
//! wants to know which nodes a change has touched, and to take it back if it could not be stored.

use std::collections::BTreeSet;

use super::{GameTree, Head, NodeId, Note};

/// What a tree was like before a change, as far as it is not any more.
#[derive(Clone, Debug)]
pub(super) struct Change {
    head: Head,
    nodes: usize,
    before: Vec<Before>,
}

/// One thing as it was before.
#[derive(Clone, Debug)]
enum Before {
    Next(NodeId, Vec<NodeId>),
    Detached(NodeId, Option<usize>),
    Note(NodeId, Option<Box<Note>>),
}

impl GameTree {
    /// Begins a change that can be undone.
    pub fn begin_change(&mut self) {
        let (head, nodes) = (self.head.clone(), self.nodes.len());
        self.change = Some(Box::new(Change { head, nodes, before: Vec::new() }));
    }

    /// The nodes that are new since the change was begun, or are no longer what they were: their
    /// note or their place among those beside them.
    pub fn touched(&self) -> BTreeSet<NodeId> {
        let Some(change) = &self.change else { return BTreeSet::new() };
        let mut touched: BTreeSet<NodeId> = (change.nodes..self.nodes.len()).collect();
        for before in &change.before {
            match before {
                Before::Next(at, before) => {
                    let now = &self.nodes[*at].next;
                    touched.extend(now.iter().zip(before).filter(|(a, b)| a != b).map(|(a, _)| a));
                    touched.extend(now.iter().skip(before.len()));
                    touched.extend(before.iter().filter(|node| !now.contains(node)));
                }
                Before::Detached(at, _) | Before::Note(at, _) => {
                    touched.insert(*at);
                }
            }
        }
        touched
    }

    /// Whether the game is no longer at the position it was at, or has ended otherwise.
    pub fn moved(&self) -> bool {
        self.change.as_ref().is_some_and(|change| {
            change.head.cursor != self.head.cursor || change.head.early != self.head.early
        })
    }

    /// Where the cursor was when the change was begun.
    pub fn cursor_before(&self) -> NodeId {
        self.change.as_ref().map_or(self.head.cursor, |change| change.head.cursor)
    }

    /// Ends the change: it stays.
    pub fn keep_change(&mut self) {
        self.change = None;
    }

    /// Undoes everything since the change was begun.
    pub fn undo_change(&mut self) {
        let Some(change) = self.change.take() else { return };
        for before in change.before.into_iter().rev() {
            match before {
                Before::Next(at, next) => self.nodes[at].next = next,
                Before::Detached(at, place) => self.nodes[at].detached = place,
                Before::Note(at, note) => self.nodes[at].note = note,
            }
        }
        self.nodes.truncate(change.nodes);
        self.head = change.head;
    }

    pub(super) fn set_next(&mut self, at: NodeId, next: Vec<NodeId>) {
        let before = std::mem::replace(&mut self.nodes[at].next, next);
        self.remember(Before::Next(at, before));
    }

    pub(super) fn set_detached(&mut self, at: NodeId, place: Option<usize>) {
        let before = std::mem::replace(&mut self.nodes[at].detached, place);
        self.remember(Before::Detached(at, before));
    }

    pub(super) fn remember_note(&mut self, at: NodeId) {
        if self.change.is_some() {
            self.remember(Before::Note(at, self.nodes[at].note.clone()));
        }
    }

    fn remember(&mut self, before: Before) {
        if let Some(change) = &mut self.change {
            change.before.push(before);
        }
    }
}

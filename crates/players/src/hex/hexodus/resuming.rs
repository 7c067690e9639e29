//! What was explored before the opponent replied is gone on from: of a tree only the part behind the
//! two moves that were made is left, and it begins where the game has come to.

use super::exploring::{Node, Tree};

impl<const W: usize> Tree<W> {
    /// Takes over what another tree knows of the position that this one begins with, if that comes of
    /// its own by a move of each side.
    pub(super) fn go_on_from(&mut self, mut known: Tree<W>) {
        let Some(at) = known.after_a_move_of_each(self) else { return };
        // Those on their way when the time was over were never looked at.
        let seen = |known: &Tree<W>, of: usize| -> Vec<usize> {
            let children = known.nodes[of].children.iter().copied();
            children.filter(|child| known.nodes[*child].visits > 0).collect()
        };
        let root = &mut self.nodes[0];
        let mut first = seen(&known, at);
        first.retain(|child| {
            root.moves.iter().any(|(cell, _)| usize::from(*cell) == known.nodes[*child].cell)
        });
        for child in &first {
            root.visits += known.nodes[*child].visits;
            root.total -= known.nodes[*child].total;
        }
        // Of each position the old number, and the new one of the position before.
        let mut open: Vec<(usize, usize)> = first.into_iter().map(|child| (child, 0)).collect();
        let mut next = 0;
        while let Some(&(old, parent)) = open.get(next) {
            next += 1;
            let number = self.nodes.len();
            open.extend(seen(&known, old).into_iter().map(|child| (child, number)));
            let mut node = std::mem::replace(&mut known.nodes[old], Node::new(0, 0, 0, 0.0));
            (node.parent, node.pending) = (parent, 0);
            node.depth = self.nodes[parent].depth + 1;
            node.children.clear();
            if node.step.is_some() {
                self.kept.push(number);
            }
            self.nodes[parent].adopt(number, &mut node);
            self.nodes.push(node);
        }
        self.nodes[0].proof = self.proved(0);
    }

    /// The position of this tree after which another one begins: a move of each side later.
    fn after_a_move_of_each(&self, later: &Tree<W>) -> Option<usize> {
        let own = self.colour as usize;
        if self.colour != later.colour
            || (0..2).any(|of| !self.stones[of].within(&later.stones[of]))
        {
            return None;
        }
        let mut at = 0;
        for of in [own, 1 - own] {
            let new = later.stones[of].without(&self.stones[of]);
            let mut children = self.nodes[at].children.iter().copied();
            at = children.find(|child| new.has(self.nodes[*child].cell))?;
            if new.count() != 1 || self.nodes[at].visits == 0 {
                return None;
            }
        }
        Some(at)
    }
}

impl<const W: usize> Node<W> {
    /// Takes a position over as the next of those after this one: the moves that lead to these come
    /// first, in the same order.
    fn adopt(&mut self, number: usize, child: &mut Node<W>) {
        let place = self.children.len();
        let of_child = |(cell, _): &(u16, f32)| usize::from(*cell) == child.cell;
        if let Some(at) = self.moves[place..].iter().position(of_child) {
            self.moves[place..=place + at].rotate_right(1);
            child.prior = self.moves[place].1.into();
            self.children.push(number);
        }
    }
}

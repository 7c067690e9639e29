//! A closer look at positions that are gone on from again and again: their connections are worked out
//! once more, the farther the more often, which takes too long for every position. So more time does not
//! only show more positions, but also more of each that matters.

use std::sync::Arc;

use super::exploring::Tree;
use crate::{
    Clock,
    hex::{
        cells::Ground,
        connections::{Connections, Limits, Until},
    },
};

/// With how many visits a position is looked at again, and how far its connections are worked out then.
const CLOSER: [(u32, Limits); 3] = [
    (24, Limits { fulls: 12, semis: 24, ..FAR }),
    (192, Limits { fulls: 24, semis: 48, ..FAR }),
    (1536, Limits { fulls: 48, semis: 96, ..FAR }),
];

const FAR: Limits =
    Limits { fulls: 0, semis: 0, size: usize::MAX, ors: 5, steps: 400_000, captures: true };

impl<const W: usize> Tree<W> {
    /// Looks closer at those of the positions that led to a leaf that have been visited often enough
    /// now.
    pub(super) fn look_closer(&mut self, ground: &Arc<Ground<W>>, leaf: usize, clock: &mut Clock) {
        let mut at = leaf;
        loop {
            let (visits, parent) = (self.nodes[at].visits, self.nodes[at].parent);
            let limits = CLOSER.iter().find(|(often, _)| *often == visits);
            if let Some((_, limits)) = limits
                && self.look_closer_at(ground, at, *limits, clock)
            {
                self.nodes[at].proof = self.nodes[at].proof.or_else(|| self.proved(at));
                self.prove_from(at);
            }
            if at == 0 {
                break;
            }
            at = parent;
        }
    }

    /// Works out the connections of a position with these limits. Whether anything is known now that
    /// was not: that it is decided, or moves that lose.
    fn look_closer_at(
        &mut self,
        ground: &Arc<Ground<W>>,
        at: usize,
        limits: Limits,
        clock: &mut Clock,
    ) -> bool {
        let colour = self.to_move(self.nodes[at].depth);
        let node = &mut self.nodes[at];
        let Some(step) = node.step.as_ref().filter(|_| node.proof.is_none()) else { return false };
        let mut worked_out = |of, until| {
            let mut connections = Connections::new(ground, of, limits);
            let [own, other] = [of, of.other()].map(|colour| step.stones[colour as usize]);
            connections.build_within(own, other, until, clock);
            connections
        };
        let wins = worked_out(colour, Until::Semi).wins_to_move().is_some();
        let (must, _) = worked_out(colour.other(), Until::Full).must_play();
        if wins || must.is_empty() {
            // At the root a move is wanted, and which one wins this does not say.
            node.proof = (at != 0).then_some(wins);
            return at != 0;
        }
        let tried = node.children.len();
        let loses = |(cell, _): &(u16, f32)| !must.has(usize::from(*cell));
        let lost: Vec<usize> = node.moves[..tried]
            .iter()
            .zip(&node.children)
            .filter(|(ply, _)| loses(ply))
            .map(|(_, child)| *child)
            .collect();
        let before = node.moves.len();
        let mut number = 0;
        node.moves.retain(|ply| {
            number += 1;
            number <= tried || !loses(ply)
        });
        let mut news = node.moves.len() < before;
        for number in lost {
            let child = &mut self.nodes[number];
            // One that is on its way says itself what comes of it.
            if child.proof.is_none() && child.visits > 0 {
                (child.proof, child.step) = (Some(true), None);
                self.kept.retain(|kept| *kept != number);
                news = true;
            }
        }
        news
    }
}

//! The course of a test: pair by pair in the order of their numbers, whenever they were played.
//!
//! Short games end first. If pairs were counted as they come, those of one kind would be counted
//! first; and whether the test has ended would depend on who was quick. So only those pairs count
//! before which there is no gap, and the first of them with which a bound is crossed decides, even
//! if games that were under way then would say otherwise.

use std::collections::BTreeSet;

use crate::{Decision, PairScores, Sprt, tally::Counted};

/// A test as far as it has come.
#[derive(Clone, Debug)]
pub struct Course {
    sprt: Sprt,
    /// How many pairs count.
    counted: usize,
    seen: BTreeSet<u64>,
    scores: PairScores,
    ratios: Vec<f64>,
    decision: Option<Decision>,
}

impl Course {
    pub(super) fn new(sprt: Sprt) -> Course {
        Course {
            sprt,
            counted: 0,
            seen: BTreeSet::new(),
            scores: PairScores::default(),
            ratios: Vec::new(),
            decision: None,
        }
    }

    /// Counts the pairs that are whole now, as long as nothing is decided.
    pub(super) fn follow(&mut self, over: &[[Option<Counted>; 2]]) {
        while let (None, Some([Some(one), Some(two)])) = (self.decision, over.get(self.counted)) {
            self.counted += 1;
            // Games that were played before say nothing new.
            let new = [one, two].map(|game| self.seen.insert(game.moves));
            match new {
                [true, true] => self.scores.add_pair([one.points, two.points]),
                [true, false] => self.scores.add_single(one.points),
                [false, true] => self.scores.add_single(two.points),
                [false, false] => {}
            }
            let ratio = self.sprt.ratio(&self.scores);
            self.ratios.push(ratio);
            self.decision = self.sprt.decision(ratio);
        }
    }

    /// The test.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// The logarithm of the ratio of likelihoods after every pair.
    pub fn ratios(&self) -> &[f64] {
        &self.ratios
    }

    /// How it was decided, if it was.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }
}

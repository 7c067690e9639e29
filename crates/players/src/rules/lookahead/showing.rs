//! What a search with rules found, as a thought: values, lines, and the layers that show it.

use ludoteca_games::{Connect4, Game};
use ludoteca_text::text;

use super::{Judge, Lookahead, Root, Roots, open_columns};
use crate::{
    Clock,
    evaluations::Curve,
    explain::{self, Branch},
    search::{self, decided},
    thought::{Layer, PlyValue, Thought, Unit, Value, Variation},
};

/// The sum of rules that leans to one side by three quarters of a win.
const SCALE: f64 = 100.0;

impl Lookahead {
    /// The thought that follows from what was found; the ply to play stands first.
    pub(super) fn thought(
        &self,
        position: &Connect4,
        roots: &Roots,
        clock: &Clock,
        layers: bool,
    ) -> Thought<u8> {
        let value = self.whole_value(position, roots);
        let candidates: Vec<PlyValue<u8>> =
            roots.all.iter().map(|root| self.candidate(root)).collect();
        let line = |root: &Root| Variation {
            plies: root.found.moves().copied().collect(),
            value: self.candidate(root).value,
        };
        let any_ply = open_columns(position).next().filter(|_| position.outcome().is_none());
        let layers = if layers {
            let tree = self.tree(position, roots, value);
            self.values(position, value, &candidates).into_iter().chain(tree).collect()
        } else {
            Vec::new()
        };
        Thought {
            answer: candidates.first().map(|best| best.ply).or(any_ply).into(),
            value,
            lines: roots.all.iter().take(3).map(line).collect(),
            candidates,
            nodes: clock.nodes(),
            depth: Some(roots.depth),
            seconds: clock.seconds(),
            layers,
        }
    }

    fn curve(&self) -> Curve {
        match &self.search.ahead.judge {
            Judge::Rules(_) => Curve { unit: Unit::Points, scale: SCALE },
            Judge::Evaluation(evaluation) => evaluation.curve(),
        }
    }

    fn candidate(&self, root: &Root) -> PlyValue<u8> {
        let found = &root.found;
        let (value, at_most) =
            search::root_value(found.score, root.bound, found.complete, self.curve());
        PlyValue { ply: root.ply, value, at_most, visits: None }
    }

    /// What the position is worth. A ply that is not known to its end may still be better than a
    /// proved draw or loss.
    fn whole_value(&self, position: &Connect4, roots: &Roots) -> Value {
        let Some(Root { found: best, .. }) = roots.all.first() else {
            return search::known(position).unwrap_or(Value::NOTHING);
        };
        let complete = roots.whole && roots.all.iter().all(|root| root.found.complete);
        let value = search::value(best.score, complete, self.curve());
        if complete || best.score > 0 || !decided(best.score) {
            value
        } else {
            search::seems(best.score, self.curve())
        }
    }

    /// What each ply is worth: the sum of the rules where they judge, as somebody who writes rules
    /// wants to see what became of them.
    fn values(&self, position: &Connect4, whole: Value, plies: &[PlyValue<u8>]) -> Option<Layer> {
        let mut layer = explain::values(position, whole, plies)?;
        if let (Judge::Rules(_), Value::Guess { score: Some(_), .. }) =
            (&self.search.ahead.judge, whole)
        {
            let ply = position.write_ply(&plies[0].ply);
            layer.sentence = text!("lookahead-best", ply = ply, score = explain::figure(whole));
        }
        Some(layer)
    }

    /// The best plies, each with the reply that decides its value.
    fn tree(&self, position: &Connect4, roots: &Roots, value: Value) -> Option<Layer> {
        let best = roots.all.first()?;
        let alpha = explain::figure(search::value(best.found.score, false, self.curve()));
        let branch = |root: &Root| {
            let PlyValue { ply, value, at_most, .. } = self.candidate(root);
            let reply = root.found.reply().copied();
            let cut = (at_most && reply.is_some())
                .then(|| text!("tree-cut", value = explain::figure(value), alpha = alpha.clone()));
            Branch { ply, value, bound: root.bound, reply, cut }
        };
        let ply = position.write_ply(&best.ply);
        let sentence = if self.search.prune {
            text!("tree-alphabeta", ply = ply, depth = roots.depth)
        } else {
            text!("tree-minimax", ply = ply, depth = roots.depth)
        };
        Some(explain::branches(position, value, roots.all.iter().map(branch), sentence))
    }
}

//! What a search with rules found, as a thought: values, lines, and the layers that show it.

use ludoteca_games::{Connect4, Game};
use ludoteca_text::{Text, text};

use super::{Judge, Lookahead, Root, Roots, open_columns};
use crate::{
    Clock,
    explain::{self, Branch},
    rules::Worth,
    search::{self, decided},
    thought::{Content, Layer, PlyValue, Thought, Value, Variation},
};

/// The sum of rules that seems to mean three quarters of a win.
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

    fn scale(&self) -> f64 {
        match &self.search.ahead.judge {
            Judge::Rules(_) => SCALE,
            Judge::Evaluation(evaluation) => evaluation.scale(),
        }
    }

    fn candidate(&self, root: &Root) -> PlyValue<u8> {
        let found = &root.found;
        let (value, at_most) =
            search::root_value(found.score, root.bound, found.complete, self.scale());
        PlyValue { ply: root.ply, value, at_most, visits: None }
    }

    /// What the position is worth. A ply that is not known to its end may still be better than a
    /// proved draw or loss.
    fn whole_value(&self, position: &Connect4, roots: &Roots) -> Value {
        let Some(Root { found: best, .. }) = roots.all.first() else {
            return search::known(position).unwrap_or(Value::NOTHING);
        };
        let complete = roots.whole && roots.all.iter().all(|root| root.found.complete);
        let value = search::value(best.score, complete, self.scale());
        if complete || best.score > 0 || !decided(best.score) {
            value
        } else {
            Value::Guess { result: value.result(), score: None }
        }
    }

    /// What each ply is worth: the sum of the rules where they judge, as somebody who writes rules
    /// wants to see what became of them.
    fn values(&self, position: &Connect4, whole: Value, plies: &[PlyValue<u8>]) -> Option<Layer> {
        let mut layer = explain::values(position, whole, plies)?;
        if let (Judge::Rules(_), Content::Labels { plies: labels }) =
            (&self.search.ahead.judge, &mut layer.content)
        {
            for (label, ply) in labels.iter_mut().zip(plies) {
                if let Value::Guess { score: Some(_), .. } = ply.value {
                    let score = self.figure(ply.value);
                    let bound = || text!("label-at-most-score", score = score.clone());
                    label.label = if ply.at_most { bound() } else { score };
                }
            }
            if let Value::Guess { score: Some(_), .. } = whole {
                let ply = position.write_ply(&plies[0].ply);
                layer.sentence = text!("lookahead-best", ply = ply, score = self.figure(whole));
            }
        }
        Some(layer)
    }

    /// A value beside a sign of comparison.
    fn figure(&self, value: Value) -> Text {
        match (&self.search.ahead.judge, value) {
            (Judge::Rules(_), Value::Guess { score: Some(score), .. }) => {
                Worth::Number(score).text()
            }
            _ => explain::figure(value),
        }
    }

    /// The best plies, each with the reply that decides its value.
    fn tree(&self, position: &Connect4, roots: &Roots, value: Value) -> Option<Layer> {
        let best = roots.all.first()?;
        let alpha = self.figure(search::value(best.found.score, false, self.scale()));
        let branch = |root: &Root| {
            let PlyValue { ply, value, at_most, .. } = self.candidate(root);
            let reply = root.found.reply().copied();
            let cut = (at_most && reply.is_some())
                .then(|| text!("tree-cut", value = self.figure(value), alpha = alpha.clone()));
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

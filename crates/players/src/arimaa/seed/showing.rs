//! What a search over turns found, as a thought: values, lines, and the layers that show it.

use ludoteca_games::{Arimaa, Game, arimaa::ArimaaPly};
use ludoteca_text::{Text, text};

use super::{
    POINT, layers,
    search::{Root, Roots, TurnSearch},
    turns::written,
};
use crate::{
    Clock, explain,
    search::{self, decided},
    thought::{Bound, Content, Layer, PlyValue, Thought, Value, Variation, Verdict},
};

/// How many turns the table of turns shows.
const SHOWN: usize = 10;

impl TurnSearch {
    /// The thought that follows from what was found.
    pub(super) fn thought(
        &self,
        position: &Arimaa,
        roots: &Roots,
        clock: &Clock,
        layers: bool,
    ) -> Thought<ArimaaPly> {
        let value = self.whole_value(roots);
        // A ply is worth what the best turn is worth that begins with it.
        let mut candidates: Vec<PlyValue<ArimaaPly>> = Vec::new();
        for root in &roots.all {
            let Some(ply) = root.plies.first() else { continue };
            if candidates.iter().all(|known| known.ply != *ply) {
                let (value, at_most) = self.value(root);
                candidates.push(PlyValue { ply: *ply, value, at_most, visits: None });
            }
        }
        let line = |root: &Root| Variation {
            plies: root.found.moves().flatten().copied().collect(),
            value: self.value(root).0,
        };
        let exact = roots.all.iter().filter(|root| root.bound == Bound::Exact);
        let layers = if layers {
            let values = self.values(position, value, roots, &candidates);
            let turns = self.turns_table(position, roots);
            let account = layers::account(&position.state().board, self.seed());
            values.into_iter().chain(turns).chain(account).collect()
        } else {
            Vec::new()
        };
        Thought {
            answer: candidates.first().map(|best| best.ply).into(),
            value,
            lines: exact.take(3).map(line).collect(),
            candidates,
            nodes: clock.nodes(),
            depth: Some(roots.depth),
            seconds: clock.seconds(),
            layers,
        }
    }

    /// A thought that took no search: the end of the game, a setup, a turn that goes on.
    pub(super) fn told(
        &self,
        position: &Arimaa,
        plies: Vec<ArimaaPly>,
        value: Option<Value>,
        depth: u32,
        layers: bool,
    ) -> Thought<ArimaaPly> {
        let known = search::known(position).unwrap_or(Value::NOTHING);
        let ply = plies.first().copied();
        let sentence = match ply {
            Some(ply) if position.in_setup() => {
                text!("seed-sets-up", ply = position.write_ply(&ply))
            }
            _ => text!("seed-goes-on", turn = written(position, &plies)),
        };
        let value = value.unwrap_or(known);
        let candidate = |ply| PlyValue { ply, value, at_most: false, visits: None };
        let candidates: Vec<PlyValue<ArimaaPly>> = ply.map(candidate).into_iter().collect();
        let mut shown = Vec::new();
        if layers {
            let values = explain::values(position, value, &candidates);
            shown.extend(values.map(|values| Layer { sentence, ..values }));
            shown.extend(layers::account(&position.state().board, self.seed()));
        }
        Thought {
            answer: ply.into(),
            value,
            lines: if plies.is_empty() { vec![] } else { vec![Variation { plies, value }] },
            candidates,
            nodes: 0,
            depth: (depth > 0).then_some(depth),
            seconds: 0.0,
            layers: shown,
        }
    }

    /// What a turn is worth, and whether that is only an upper bound.
    fn value(&self, root: &Root) -> (Value, bool) {
        let found = &root.found;
        let at_most = root.bound == Bound::Most;
        if !decided(found.score) {
            return (self.curve().guess(points(found.score)), at_most);
        }
        let result = if found.score > 0 { Verdict::Win } else { Verdict::Loss };
        if !found.complete || at_most && result == Verdict::Win {
            return (search::seems(found.score, self.curve()), at_most);
        }
        let plies: usize = found.line.iter().map(Vec::len).sum();
        (Value::Proved { result, plies: (!at_most).then_some(plies as u32) }, false)
    }

    /// What the position is worth. A turn that was left out may be better than one that loses.
    fn whole_value(&self, roots: &Roots) -> Value {
        let Some(best) = roots.all.first() else { return Value::NOTHING };
        let all = roots.whole && roots.all.iter().all(|root| root.found.complete);
        match self.value(best).0 {
            Value::Proved { result: Verdict::Loss, .. } if !all => {
                search::seems(best.found.score, self.curve())
            }
            value => value,
        }
    }

    /// What each ply is worth, in points.
    fn values(
        &self,
        position: &Arimaa,
        whole: Value,
        roots: &Roots,
        plies: &[PlyValue<ArimaaPly>],
    ) -> Option<Layer> {
        let mut layer = explain::values(position, whole, plies)?;
        if let Content::Labels { plies: labels } = &mut layer.content {
            for (label, ply) in labels.iter_mut().zip(plies) {
                label.label = explain::label(ply.value, ply.at_most);
            }
        }
        let turn = written(position, &roots.all.first()?.plies);
        layer.sentence = match whole {
            Value::Proved { result: Verdict::Win, .. } => text!("seed-wins", turn = turn),
            Value::Proved { .. } => text!("seed-loses", turn = turn),
            Value::Guess { result: -1.0, score: None, .. } => text!("seed-seems-lost", turn = turn),
            guess => {
                text!("seed-best", turn = turn, score = explain::figure(guess), depth = roots.depth)
            }
        };
        Some(layer)
    }

    /// The best turns, each with the reply that decides its value.
    fn turns_table(&self, position: &Arimaa, roots: &Roots) -> Option<Layer> {
        let best = roots.all.first()?;
        let row = |root: &Root| {
            let mut next = position.clone();
            root.plies.iter().for_each(|ply| next.play_unchecked(ply));
            let replies = root.found.reply();
            let reply = replies.map_or_else(String::new, |reply| written(&next, reply));
            let (value, at_most) = self.value(root);
            let turn = Text::verbatim(written(position, &root.plies));
            vec![turn, Text::verbatim(reply), explain::label(value, at_most)]
        };
        Some(Layer {
            id: "turns",
            title: text!("layer-seed-turns"),
            sentence: text!(
                "seed-turns",
                turn = written(position, &best.plies),
                turns = roots.all.len(),
                depth = roots.depth
            ),
            content: Content::Table {
                columns: vec![text!("seed-turn"), text!("seed-reply"), text!("seed-points")],
                rows: roots.all.iter().take(SHOWN).map(row).collect(),
            },
        })
    }
}

/// A score in whole points.
fn points(score: search::Score) -> i64 {
    (score as f64 / POINT as f64).round() as i64
}

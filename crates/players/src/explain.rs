//! Layers that several players share: what each ply is worth, and a part of the search tree.

use ludoteca_games::Game;
use ludoteca_text::{Text, text};

use crate::thought::{Bound, Content, Layer, PlyLabel, PlyValue, TreeNode, Value, Verdict, Warm};

/// How many plies and replies a part of a search tree shows.
pub(crate) const TREE_WIDTH: usize = 5;

/// A ply at the root of a search tree.
pub(crate) struct Branch<P> {
    /// The ply.
    pub ply: P,
    /// What it is worth.
    pub value: Value,
    /// How exact that is.
    pub bound: Bound,
    /// The reply that decides it.
    pub reply: Option<P>,
    /// Why it was cut, as the comparison that cut it.
    pub cut: Option<Text>,
}

/// What is written at a ply of that value.
pub fn label(value: Value, at_most: bool) -> Text {
    match value {
        Value::Proved { result: Verdict::Win, .. } => text!("label-win"),
        Value::Proved { result: Verdict::Draw, .. } => text!("label-draw"),
        Value::Proved { result: Verdict::Loss, .. } => text!("label-loss"),
        Value::Guess { result, .. } if at_most => text!("label-at-most", percent = percent(result)),
        Value::Guess { result, .. } => text!("label-guess", percent = percent(result)),
    }
}

/// A number of points with its sign.
pub fn points(score: i64) -> Text {
    match score {
        1.. => Text::verbatim(format!("+{score}")),
        0 => Text::verbatim("0"),
        _ => Text::verbatim(format!("−{}", score.unsigned_abs())),
    }
}

/// A value beside a sign of comparison, which says for itself that it is a guess.
pub(crate) fn figure(value: Value) -> Text {
    match value {
        Value::Guess { result, .. } => text!("percent", percent = percent(result)),
        proved => label(proved, false),
    }
}

/// A result from -1 to 1 as a chance in whole percent. A guess is never certain.
pub(crate) fn percent(result: f64) -> f64 {
    ((result + 1.0) * 50.0).round().clamp(1.0, 99.0)
}

/// The layer `values`: what each ply is worth. `plies` come best first; `whole` is what the position
/// is worth, which may be less certain than what its best ply is worth.
pub(crate) fn values<G: Game>(
    position: &G,
    whole: Value,
    plies: &[PlyValue<G::Ply>],
) -> Option<Layer> {
    let best = plies.first()?;
    let ply = position.write_ply(&best.ply);
    let sentence = match whole {
        Value::Proved { result: Verdict::Win, plies: Some(plies) } => {
            text!("values-win-in", ply = ply, plies = plies)
        }
        Value::Proved { result: Verdict::Win, plies: None } => text!("values-win", ply = ply),
        Value::Proved { result: Verdict::Draw, .. } => text!("values-draw", ply = ply),
        Value::Proved { result: Verdict::Loss, plies: Some(plies) } => {
            text!("values-loss-in", ply = ply, plies = plies)
        }
        Value::Proved { result: Verdict::Loss, plies: None } => text!("values-loss", ply = ply),
        Value::Guess { result, .. } => {
            text!("values-guess", ply = ply, percent = percent(result))
        }
    };
    let labels = plies.iter().enumerate().map(|(rank, each)| PlyLabel {
        ply: position.write_ply(&each.ply),
        label: label(each.value, each.at_most),
        value: each.value,
        best: rank == 0,
    });
    Some(Layer {
        id: "values",
        title: text!("layer-values"),
        sentence,
        content: Content::Labels { plies: labels.collect() },
    })
}

/// The layer `visits`: where a player that tries plies again and again has spent its tries.
pub(crate) fn visits<G: Game>(position: &G, plies: &[PlyValue<G::Ply>]) -> Option<Layer> {
    let tries = |each: &PlyValue<G::Ply>| each.visits.unwrap_or(0);
    let most = plies.iter().max_by_key(|each| tries(each)).filter(|each| tries(each) > 0)?;
    let total: u64 = plies.iter().map(tries).sum();
    let share = |each: &PlyValue<G::Ply>| 100.0 * tries(each) as f64 / total as f64;
    let warm = plies.iter().filter_map(|each| {
        Some(Warm {
            cell: position.gesture(&each.ply).lands()?,
            heat: tries(each) as f64 / tries(most) as f64,
            label: text!("percent", percent = share(each).round()),
        })
    });
    let cells: Vec<Warm> = warm.collect();
    (!cells.is_empty()).then(|| Layer {
        id: "visits",
        title: text!("layer-visits"),
        sentence: text!(
            "visits-most",
            ply = position.write_ply(&most.ply),
            percent = share(most).round(),
            total = total
        ),
        content: Content::Heat {
            cells,
            side: None,
            low: text!("percent", percent = 0),
            high: text!("percent", percent = share(most).round()),
            curve: 0.55,
        },
    })
}

/// The layer `tree`: a part of the search tree.
pub(crate) fn tree(root: TreeNode, sentence: Text) -> Layer {
    Layer { id: "tree", title: text!("layer-tree"), sentence, content: Content::Tree { root } }
}

/// The layer `tree` of a search that looks at all plies: the best of them, each with the reply that
/// decides its value. `branches` come best first; `value` is what the position is worth.
pub(crate) fn branches<G: Game>(
    position: &G,
    value: Value,
    branches: impl ExactSizeIterator<Item = Branch<G::Ply>>,
    sentence: Text,
) -> Layer {
    let more = branches.len().saturating_sub(TREE_WIDTH);
    let children = branches.take(TREE_WIDTH).enumerate().map(|(rank, branch)| {
        let mut next = position.clone();
        next.play_unchecked(&branch.ply);
        let node = |ply| TreeNode {
            ply: Some(ply),
            value: Some(branch.value),
            bound: branch.bound,
            best: rank == 0,
            ..TreeNode::default()
        };
        let reply = branch.reply.map(|reply| node(next.write_ply(&reply)));
        TreeNode {
            more: next.legal_plies().len().saturating_sub(reply.iter().len()),
            children: reply.into_iter().collect(),
            cut: branch.cut,
            ..node(position.write_ply(&branch.ply))
        }
    });
    let root = TreeNode {
        value: Some(value),
        best: true,
        children: children.collect(),
        more,
        ..TreeNode::default()
    };
    tree(root, sentence)
}

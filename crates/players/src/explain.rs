//! Layers that several players share: what each ply is worth, and a part of the search tree.

use ludoteca_games::{
    Game,
    picture::{CellIndex, Gesture},
};
use ludoteca_text::{Text, text};

use crate::thought::{
    Bound, Content, Frame, Layer, PlyLabel, PlyValue, Trail, TreeNode, Unit, Value, Verdict, Warm,
};

/// Fewer games than this are counted, not told as a share.
const FEW: u64 = 10;
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
        Value::Guess { result, unit, .. } if unit.is_chance() => {
            let id = if at_most { "label-at-most" } else { "label-guess" };
            Text::new(id).with("percent", percent(result))
        }
        guess if at_most => text!("label-at-most-score", score = figure(guess)),
        guess => figure(guess),
    }
}

/// What is written at a ply: of a handful of games the count, as a share would say too much.
fn tried_label<P>(each: &PlyValue<P>) -> Text {
    match few(each) {
        Some((won, games)) => text!("label-few", won = won, games = games),
        None => label(each.value, each.at_most),
    }
}

/// How many games were won with a ply, of how many, if that is only a handful and the value comes of
/// just those.
fn few<P>(each: &PlyValue<P>) -> Option<(f64, u64)> {
    match (each.value, each.visits) {
        (Value::Guess { result, unit: Unit::Playouts, .. }, Some(games @ 1..FEW)) => {
            let halves = (result + 1.0) * games as f64;
            let whole = (halves - halves.round()).abs() < 0.01;
            whole.then(|| (halves.round() / 2.0, games))
        }
        _ => None,
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

/// A number with its sign, to two decimals.
pub(crate) fn signed(number: f64) -> Text {
    let number = (number * 100.0).round() / 100.0;
    let sign = match number {
        0.0 => return Text::verbatim("0"),
        _ if number > 0.0 => "+",
        _ => "−",
    };
    text!("signed", sign = sign, number = number.abs())
}

/// A value in figures, as it stands beside a sign of comparison or the name of its unit.
pub(crate) fn figure(value: Value) -> Text {
    let Value::Guess { result, score, unit } = value else { return label(value, false) };
    match (unit, score) {
        _ if unit.is_chance() => text!("percent", percent = percent(result)),
        (Unit::Leaning, _) => signed(result),
        (Unit::Rabbits, Some(hundredths)) => signed(hundredths as f64 / 100.0),
        (Unit::Needed, Some(stones)) => Text::verbatim(stones.unsigned_abs().to_string()),
        (Unit::Stones | Unit::Points, Some(score)) => points(score),
        _ if result > 0.0 => text!("label-seems-win"),
        _ if result < 0.0 => text!("label-seems-loss"),
        _ => text!("label-unknown"),
    }
}

/// A guess with the name of its unit, as it stands in a sentence.
pub(crate) fn told(value: Value) -> Text {
    let figure = figure(value);
    let Value::Guess { unit, score, .. } = value else { return figure };
    let named = unit.is_chance() || unit == Unit::Leaning || score.is_some();
    let name = match unit {
        Unit::Playouts => "playouts",
        Unit::Fitted => "fitted",
        Unit::Leaning => "leaning",
        Unit::Stones => "stones",
        Unit::Needed => "needed",
        Unit::Points => "points",
        Unit::Rabbits => "rabbits",
        Unit::Unknown if figure == text!("label-unknown") => return text!("unit-unknown"),
        Unit::Unknown => return figure,
    };
    if named { text!("unit-told", unit = name, figure = figure) } else { figure }
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
        Value::Guess { .. } => {
            let worth = match few(best) {
                Some((won, games)) => text!("unit-told-few", won = won, games = games),
                None => told(whole),
            };
            text!("values-guess", ply = ply, worth = worth)
        }
    };
    let labels = plies.iter().enumerate().map(|(rank, each)| PlyLabel {
        ply: position.write_ply(&each.ply),
        label: tried_label(each),
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
    // Where pieces go from cell to cell several plies may end in one, so each is an arrow.
    let ways: Vec<_> = plies
        .iter()
        .filter(|each| tries(each) > 0)
        .map(|each| (each, on_board(&position.gesture(&each.ply))))
        .filter(|(_, cells)| !cells.is_empty())
        .collect();
    let content = if ways.iter().any(|(_, cells)| cells.len() > 1) {
        let trail = |(each, cells): &(&PlyValue<G::Ply>, Vec<CellIndex>)| Trail {
            ply: position.write_ply(&each.ply),
            cells: cells.clone(),
        };
        let figures = ways.iter().map(|(each, _)| tries(each) as f64).collect();
        Content::Trails {
            plies: ways.iter().map(trail).collect(),
            frames: vec![Frame { label: text!("visits-now"), figures }],
            low: 0.0,
            high: tries(most) as f64,
        }
    } else {
        Content::Heat {
            cells,
            side: None,
            low: text!("percent", percent = 0),
            high: text!("percent", percent = share(most).round()),
            curve: 0.55,
        }
    };
    (!ways.is_empty()).then(|| Layer {
        id: "visits",
        title: text!("layer-visits"),
        sentence: text!(
            "visits-most",
            ply = position.write_ply(&most.ply),
            percent = share(most).round(),
            total = total
        ),
        content,
    })
}

/// The cells that show a gesture.
pub(crate) fn on_board(gesture: &Gesture) -> Vec<CellIndex> {
    match gesture {
        Gesture::Path { cells, .. } => cells.clone(),
        other => other.lands().into_iter().collect(),
    }
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

#[cfg(test)]
mod tests {
    use ludoteca_games::TicTacToe;

    use super::*;

    #[test]
    fn of_a_handful_of_games_the_sentence_counts_them_and_gives_no_share() {
        let position = TicTacToe::new(3, 3).unwrap();
        let value = Value::Guess { result: 1.0, score: None, unit: Unit::Playouts };
        let said = |games: u64| {
            let ply = position.legal_plies()[0];
            let tried = PlyValue { ply, value, at_most: false, visits: Some(games) };
            let layer = values(&position, value, &[tried]).unwrap();
            layer.sentence.args["worth"].clone()
        };
        assert_eq!(said(3), text!("unit-told-few", won = 3.0, games = 3_u64).into());
        assert_ne!(said(30), text!("unit-told-few", won = 30.0, games = 30_u64).into());
    }
}

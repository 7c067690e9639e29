//! How `neural` explains itself: what its net sees at first, what became of that, what is certain, and
//! which stones matter.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, HexPly},
};
use ludoteca_text::{Text, text};

use super::{
    Found, How,
    graph::{Graph, Tried},
    sight::Sight,
    value_of,
};
use crate::{
    Clock, explain,
    thought::{
        Answer, Content, Layer, Mark, PlyValue, Put, Sign, Thought, TreeNode, Value, Variation,
        Warm,
    },
};

/// Up to so many stones it is worked out which of them matter.
const MOST_STONES: usize = 80;
/// Lines that are told.
const LINES: usize = 3;
/// A chance that is worth a figure, and one that is worth a word.
pub(super) const WORTH_DRAWING: f32 = 0.005;
const WORTH_A_REASON: f32 = 0.02;

/// What the result would lose, from 0 to 1, if a stone were not there: as the net sees it.
pub(super) fn stones(position: &Hex, sight: &mut Sight) -> Vec<(Cell, f32)> {
    if position.count() > MOST_STONES {
        return Vec::new();
    }
    let whole = sight.see(position).value();
    let stones: Vec<Cell> = position.stones().map(|(cell, _)| cell).collect();
    let without = stones.into_iter().map(|cell| {
        let value = sight.see_without(position, Some(cell)).value();
        (cell, 0.5 * (whole - value).abs())
    });
    without.collect()
}

/// The thought to be told.
pub(super) fn thought(
    position: &Hex,
    graph: &Graph,
    found: &Found,
    clock: &Clock,
    stones: &[(Cell, f32)],
    layers: bool,
) -> Thought<HexPly> {
    let stone = |tried: &Tried| HexPly::Stone(tried.cell);
    let mut candidates: Vec<PlyValue<HexPly>> = Vec::new();
    // A swap is no move of the search, nor a first stone.
    if let Some(ply) = found.ply
        && found.tried.first().map(stone) != Some(ply)
    {
        candidates.push(PlyValue { ply, value: found.value, at_most: false, visits: None });
    }
    let seen = |(place, each): &(usize, &Tried)| *place == 0 || each.visits > 0;
    candidates.extend(found.tried.iter().enumerate().filter(seen).map(|(_, each)| PlyValue {
        ply: stone(each),
        value: value_of(each),
        at_most: false,
        visits: Some(u64::from(each.visits)),
    }));
    let lines = match found.how {
        How::Search | How::Proof => {
            let best = found.tried.iter().take(LINES).enumerate().filter(seen);
            let line = |(_, each): (usize, &Tried)| Variation {
                plies: graph.line(each.cell).into_iter().map(HexPly::Stone).collect(),
                value: value_of(each),
            };
            best.map(line).collect()
        }
        _ => found.ply.iter().map(|ply| one(*ply, found.value)).collect(),
    };
    let mut thought = Thought {
        answer: Answer::from(found.ply),
        value: found.value,
        lines,
        candidates,
        nodes: clock.nodes(),
        depth: None,
        seconds: clock.seconds(),
        layers: Vec::new(),
    };
    if layers && found.ply.is_some() {
        let values = explain::values(position, found.value, &thought.candidates);
        let visits = explain::visits(position, &thought.candidates);
        thought.layers.extend([values, visits, policy(position, found)].into_iter().flatten());
        thought
            .layers
            .extend([left_out(position, found), mattering(position, stones)].into_iter().flatten());
        thought.layers.extend(expected(position, &thought.lines));
        thought.layers.push(account(graph, found));
        thought.layers.extend(tree(position, graph, found));
    }
    thought
}

fn one(ply: HexPly, value: Value) -> Variation<HexPly> {
    Variation { plies: vec![ply], value }
}

pub(super) fn index(position: &Hex, cell: Cell) -> usize {
    cell.row() * position.size() + cell.column()
}

pub(super) fn percent(share: f32) -> f64 {
    f64::from(100.0 * share).round()
}

/// The layer `policy`: where the net would play before anything is tried.
fn policy(position: &Hex, found: &Found) -> Option<Layer> {
    let best = found.tried.iter().max_by(|a, b| a.prior.total_cmp(&b.prior))?;
    let warm = |each: &Tried| Warm {
        cell: index(position, each.cell),
        heat: f64::from(each.prior / best.prior),
        label: text!("percent", percent = percent(each.prior)),
    };
    let worth = found.tried.iter().filter(|each| each.prior >= WORTH_DRAWING);
    let first = found.tried.first()?;
    let sentence = match first.cell == best.cell {
        true => text!("neural-policy", cell = best.cell.name(), percent = percent(best.prior)),
        false => text!(
            "neural-policy-other",
            cell = best.cell.name(),
            percent = percent(best.prior),
            chosen = first.cell.name(),
            less = percent(first.prior)
        ),
    };
    Some(Layer {
        id: "policy",
        title: text!("layer-policy"),
        sentence,
        content: Content::Heat {
            cells: worth.map(warm).collect(),
            side: None,
            low: text!("percent", percent = 0),
            high: text!("percent", percent = percent(best.prior)),
            curve: 0.55,
        },
    })
}

/// The layer `left-out`: what the net likes and what is certain rules out.
fn left_out(position: &Hex, found: &Found) -> Option<Layer> {
    let liked = |cell: &Cell| {
        found.tried.iter().any(|each| each.cell == *cell && each.prior >= WORTH_A_REASON)
    };
    let lost = found.tried.iter().filter(|each| each.wins == Some(false) && liked(&each.cell));
    let lost: Vec<Cell> = lost.map(|each| each.cell).collect();
    if found.left_out.is_empty() && lost.is_empty() {
        return None;
    }
    let mark = |cell: &Cell, reason: &'static str| Mark {
        cell: index(position, *cell),
        sign: Sign::Worse,
        label: text!("neural-left-out-label"),
        reason: Text::new(reason).with("cell", cell.name()),
        because: Vec::new(),
        side: Some(position.side()),
    };
    let ruled_out = found.left_out.iter().map(|(cell, _)| mark(cell, "neural-left-out-reason"));
    let is_ruled_out = |cell: &Cell| found.left_out.iter().any(|(other, _)| other == cell);
    let only_lost = lost.iter().filter(|cell| !is_ruled_out(cell));
    let refuted = only_lost.map(|cell| mark(cell, "neural-refuted-reason"));
    let marks: Vec<Mark> = ruled_out.chain(refuted).collect();
    Some(Layer {
        id: "left-out",
        title: text!("layer-left-out"),
        sentence: disagreement(found)
            .unwrap_or_else(|| text!("neural-left-out", count = marks.len())),
        content: Content::Marks { marks },
    })
}

/// What the net liked best of all that is ruled out, where it did like it.
fn disagreement(found: &Found) -> Option<Text> {
    let ruled_out = found.left_out.iter().copied();
    let lost = found.tried.iter().filter(|each| each.wins == Some(false));
    let all = ruled_out.chain(lost.map(|each| (each.cell, each.prior)));
    let (cell, share) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let said = text!("neural-disagrees", cell = cell.name(), percent = percent(share));
    (share >= WORTH_A_REASON).then_some(said)
}

/// The layer `expected`: how it expects the game to go on.
fn expected(position: &Hex, lines: &[Variation<HexPly>]) -> Option<Layer> {
    let mut at = *position;
    let mut moves = Vec::new();
    for ply in lines.first().map_or(&[][..], |line| &line.plies) {
        let HexPly::Stone(cell) = ply else { break };
        moves.push(Put { cell: index(position, *cell), from: None, side: at.side() });
        at.play(ply).ok()?;
    }
    (moves.len() > 1).then(|| Layer {
        id: "expected",
        title: text!("layer-expected"),
        sentence: text!("neural-expected", count = moves.len()),
        content: Content::Moves { moves },
    })
}

/// The layer `stones`: what each stone is worth to its side.
fn mattering(position: &Hex, stones: &[(Cell, f32)]) -> Option<Layer> {
    let (cell, most) = stones.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let warm = |(cell, worth): &(Cell, f32)| Warm {
        cell: index(position, *cell),
        heat: f64::from(worth / most.max(0.01)).min(1.0),
        label: text!("percent", percent = percent(*worth)),
    };
    Some(Layer {
        id: "stones",
        title: text!("layer-stones"),
        sentence: text!("neural-stones", cell = cell.name(), percent = percent(*most)),
        content: Content::Heat {
            cells: stones.iter().map(warm).collect(),
            side: None,
            low: text!("percent", percent = 0),
            high: text!("percent", percent = percent(*most)),
            curve: 0.6,
        },
    })
}

/// The layer `account`: how it came to its move, in words.
fn account(graph: &Graph, found: &Found) -> Layer {
    let (seen, mean) = graph.value();
    let looks: u32 = found.tried.iter().map(|each| each.visits).sum();
    let chance = |value: f32| explain::percent(f64::from(value));
    let first = match found.how {
        How::First => text!("neural-first"),
        How::Swap => text!("neural-swap"),
        How::Glance => text!("neural-glance"),
        How::Proof => text!("neural-proof"),
        How::Search => {
            text!("neural-searched", seen = chance(seen), mean = chance(mean), looks = looks)
        }
    };
    Layer {
        id: "account",
        title: text!("layer-account"),
        sentence: first.clone(),
        content: Content::Words { paragraphs: vec![first, text!("neural-how")] },
    }
}

/// The moves tried most, and after each the replies tried most.
fn tree(position: &Hex, graph: &Graph, found: &Found) -> Option<Layer> {
    let best = found.tried.first().filter(|_| found.how == How::Search)?;
    let node = |each: &Tried, value: Value, best| TreeNode {
        ply: Some(position.write_ply(&HexPly::Stone(each.cell))),
        value: Some(value),
        visits: Some(u64::from(each.visits)),
        best,
        ..TreeNode::default()
    };
    let children = found.tried.iter().take(explain::TREE_WIDTH).enumerate().map(|(place, each)| {
        let replies = graph.replies(each.cell);
        let tried = replies.iter().filter(|reply| reply.visits > 0);
        let shown = tried.take(2).enumerate();
        TreeNode {
            children: shown
                .map(|(order, reply)| {
                    node(reply, value_of(reply).flipped(), place == 0 && order == 0)
                })
                .collect(),
            more: replies.iter().filter(|reply| reply.visits > 0).count().saturating_sub(2),
            ..node(each, value_of(each), place == 0)
        }
    });
    let root = TreeNode {
        value: Some(found.value),
        visits: Some(found.tried.iter().map(|each| u64::from(each.visits)).sum()),
        best: true,
        children: children.collect(),
        more: found.tried.len().saturating_sub(explain::TREE_WIDTH),
        ..TreeNode::default()
    };
    let ply = position.write_ply(&HexPly::Stone(best.cell));
    Some(explain::tree(root, text!("neural-tree", ply = ply)))
}

//! How `neural` explains itself: what its net sees at first, what became of that, what is certain, and
//! which stones matter.

use ludoteca_games::{
    Game, Hex, Side, Verdict,
    hex::Cell,
    picture::{CellIndex, Gesture},
};
use ludoteca_text::{Text, text};

use super::{
    found::{Found, How, value_of},
    graph::{Graph, Tried},
    sight::Sight,
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
pub(super) fn thought<G: Game>(
    position: &G,
    graph: &Graph<G>,
    found: &Found<G::Ply>,
    clock: &Clock,
    layers: bool,
) -> Thought<G::Ply> {
    let mut candidates: Vec<PlyValue<G::Ply>> = Vec::new();
    // A swap is no move of the search, nor a first stone.
    if let Some(ply) = &found.ply
        && found.tried.first().map(|best| &best.ply) != Some(ply)
    {
        let (ply, value) = (ply.clone(), found.value);
        candidates.push(PlyValue { ply, value, at_most: false, visits: None });
    }
    let seen = |(place, each): &(usize, &Tried<G::Ply>)| *place == 0 || each.visits > 0;
    candidates.extend(found.tried.iter().enumerate().filter(seen).map(|(_, each)| PlyValue {
        ply: each.ply.clone(),
        value: value_of(each),
        at_most: false,
        visits: Some(u64::from(each.visits)),
    }));
    let lines = match found.how {
        How::Search | How::Proof => {
            let best = found.tried.iter().take(LINES).enumerate().filter(seen);
            let line = |(_, each): (usize, &Tried<G::Ply>)| Variation {
                plies: match found.turn.first() {
                    Some(first) if *first == each.ply => found.turn.clone(),
                    _ => graph.line(&each.ply),
                },
                value: value_of(each),
            };
            best.map(line).collect()
        }
        _ => found.ply.iter().map(|ply| one(ply.clone(), found.value)).collect(),
    };
    let mut thought = Thought {
        answer: Answer::from(found.ply.clone()),
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
        thought.layers.extend(left_out(position, found));
        thought.layers.extend(expected(position, &thought.lines));
        thought.layers.push(account(graph, found));
        thought.layers.extend(tree(position, graph, found));
    }
    thought
}

fn one<P>(ply: P, value: Value) -> Variation<P> {
    Variation { plies: vec![ply], value }
}

/// The cell that shows a ply.
pub(super) fn lands<G: Game>(position: &G, ply: &G::Ply) -> Option<CellIndex> {
    position.gesture(ply).lands()
}

pub(super) fn percent(share: f32) -> f64 {
    f64::from(100.0 * share).round()
}

/// The layer `policy`: where the net would play before anything is tried. Of plies that go to the same
/// cell the best is drawn.
fn policy<G: Game>(position: &G, found: &Found<G::Ply>) -> Option<Layer> {
    let best = found.tried.iter().max_by(|a, b| a.prior.total_cmp(&b.prior))?;
    let mut cells: Vec<Warm> = Vec::new();
    for each in found.tried.iter().filter(|each| each.prior >= WORTH_DRAWING) {
        let Some(cell) = lands(position, &each.ply) else { continue };
        let heat = f64::from(each.prior / best.prior);
        let warm = Warm { cell, heat, label: text!("percent", percent = percent(each.prior)) };
        match cells.iter_mut().find(|other| other.cell == cell) {
            Some(other) if other.heat >= heat => {}
            Some(other) => *other = warm,
            None => cells.push(warm),
        }
    }
    let first = found.tried.first()?;
    let name = |each: &Tried<G::Ply>| position.write_ply(&each.ply);
    let sentence = match first.ply == best.ply {
        true => text!("neural-policy", cell = name(best), percent = percent(best.prior)),
        false => text!(
            "neural-policy-other",
            cell = name(best),
            percent = percent(best.prior),
            chosen = name(first),
            less = percent(first.prior)
        ),
    };
    Some(Layer {
        id: "policy",
        title: text!("layer-policy"),
        sentence,
        content: Content::Heat {
            cells,
            side: None,
            low: text!("percent", percent = 0),
            high: text!("percent", percent = percent(best.prior)),
            curve: 0.55,
        },
    })
}

/// The layer `left-out`: what the net likes and what is certain rules out.
fn left_out<G: Game>(position: &G, found: &Found<G::Ply>) -> Option<Layer> {
    let lost = found.tried.iter().filter(|each| {
        each.known == Some(Verdict::Loss)
            && each.prior >= WORTH_A_REASON
            && !found.left_out.iter().any(|(ply, _)| *ply == each.ply)
    });
    let mark = |ply: &G::Ply, reason: &'static str| {
        Some(Mark {
            cell: lands(position, ply)?,
            sign: Sign::Worse,
            label: text!("neural-left-out-label"),
            reason: Text::new(reason).with("cell", position.write_ply(ply)),
            because: Vec::new(),
            side: Some(position.side()),
        })
    };
    let ruled_out =
        found.left_out.iter().filter_map(|(ply, _)| mark(ply, "neural-left-out-reason"));
    let refuted = lost.filter_map(|each| mark(&each.ply, "neural-refuted-reason"));
    let marks: Vec<Mark> = ruled_out.chain(refuted).collect();
    (!marks.is_empty()).then(|| Layer {
        id: "left-out",
        title: text!("layer-left-out"),
        sentence: disagreement(position, found)
            .unwrap_or_else(|| text!("neural-left-out", count = marks.len())),
        content: Content::Marks { marks },
    })
}

/// What the net liked best of all that is ruled out, where it did like it.
fn disagreement<G: Game>(position: &G, found: &Found<G::Ply>) -> Option<Text> {
    let ruled_out = found.left_out.iter().map(|(ply, share)| (ply, *share));
    let lost = found.tried.iter().filter(|each| each.known == Some(Verdict::Loss));
    let all = ruled_out.chain(lost.map(|each| (&each.ply, each.prior)));
    let (ply, share) = all.max_by(|a, b| a.1.total_cmp(&b.1))?;
    let said = text!("neural-disagrees", ply = position.write_ply(ply), percent = percent(share));
    (share >= WORTH_A_REASON).then_some(said)
}

/// The layer `expected`: how it expects the game to go on.
fn expected<G: Game>(position: &G, lines: &[Variation<G::Ply>]) -> Option<Layer> {
    let mut at = position.clone();
    let mut moves = Vec::new();
    for ply in lines.first().map_or(&[][..], |line| &line.plies) {
        let gesture = at.gesture(ply);
        let from = match &gesture {
            Gesture::Path { cells, .. } if cells.len() > 1 => cells.first().copied(),
            _ => None,
        };
        // A button, as for the end of a turn, moves nothing.
        if let Some(cell) = gesture.lands() {
            let side = from.and_then(|from| owner(&at, from)).unwrap_or(at.side());
            moves.push(Put { cell, from, side });
        }
        at.play(ply).ok()?;
    }
    (moves.len() > 1).then(|| Layer {
        id: "expected",
        title: text!("layer-expected"),
        sentence: text!("neural-expected", count = moves.len()),
        content: Content::Moves { moves },
    })
}

/// Whose piece stands on a cell: a side may move the other's.
fn owner<G: Game>(position: &G, cell: CellIndex) -> Option<Side> {
    let kinds = position.geometry().pieces;
    let placed = position.picture().pieces.into_iter().find(|placed| placed.cell == cell)?;
    let side = kinds.get(placed.piece)?.side?;
    Side::BOTH.into_iter().find(|each| each.index() == side)
}

/// The layer `stones`: what each stone is worth to its side.
pub(super) fn mattering(position: &Hex, stones: &[(Cell, f32)]) -> Option<Layer> {
    let (cell, most) = stones.iter().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let warm = |(cell, worth): &(Cell, f32)| Warm {
        cell: cell.row() * position.size() + cell.column(),
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
fn account<G: Game>(graph: &Graph<G>, found: &Found<G::Ply>) -> Layer {
    let (seen, mean) = graph.value();
    let looks: u32 = found.tried.iter().map(|each| each.visits).sum();
    let chance = |value: f32| explain::percent(f64::from(value));
    let first = match found.how {
        How::First => text!("neural-first"),
        How::SetUp => text!("neural-set-up"),
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
        sentence: first,
        content: Content::Words { paragraphs: vec![text!("neural-how")] },
    }
}

/// The moves tried most, and after each the replies tried most.
fn tree<G: Game>(position: &G, graph: &Graph<G>, found: &Found<G::Ply>) -> Option<Layer> {
    let best = found.tried.first().filter(|_| found.how == How::Search)?;
    let node = |at: &G, each: &Tried<G::Ply>, value: Value, best| TreeNode {
        ply: Some(at.write_ply(&each.ply)),
        value: Some(value),
        visits: Some(u64::from(each.visits)),
        best,
        ..TreeNode::default()
    };
    let children = found.tried.iter().take(explain::TREE_WIDTH).enumerate().map(|(place, each)| {
        let mut next = position.clone();
        next.play_unchecked(&each.ply);
        let replies = graph.replies(&each.ply);
        let tried = replies.iter().filter(|reply| reply.visits > 0);
        let shown = tried.take(2).enumerate().map(|(order, reply)| {
            let value = value_of(reply);
            let value = if next.side() == position.side() { value } else { value.flipped() };
            node(&next, reply, value, place == 0 && order == 0)
        });
        TreeNode {
            children: shown.collect(),
            more: replies.iter().filter(|reply| reply.visits > 0).count().saturating_sub(2),
            ..node(position, each, value_of(each), place == 0)
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
    let ply = position.write_ply(&best.ply);
    Some(explain::tree(root, text!("neural-tree", ply = ply)))
}

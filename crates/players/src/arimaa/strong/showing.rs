//! What `strong` shows of its thought: the turn it plans, what can be captured, and what speaks for
//! each side.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, State, kind_name, squares},
};
use ludoteca_text::{Text, text};

use super::evaluation::{Counts, FEATURES, GROUPS, WEIGHTS, WHOLE, features};
use crate::{
    arimaa::tactics,
    explain::{self, signed},
    thought::{Content, Layer, Mark, Put, Sign, Value, Verdict},
};

pub fn layers(position: &Arimaa, line: &[ArimaaPly], value: Value) -> Vec<Layer> {
    let mut layers = Vec::new();
    layers.extend(plan(position, line, value));
    layers.extend(threats(position));
    layers.push(terms(position));
    layers
}

/// The steps of the turn that is planned, numbered in their order.
fn plan(position: &Arimaa, line: &[ArimaaPly], value: Value) -> Option<Layer> {
    let mut moves: Vec<Put> = Vec::new();
    let mut words = Vec::new();
    let mut at = position.clone();
    for ply in line {
        if at.outcome().is_some() || at.side() != position.side() {
            break;
        }
        if let ArimaaPly::Step(step) = ply {
            words.push(at.write_ply(ply));
            let (from, cell) = (step.from.index(), step.to.index());
            let side = at.state().board.piece(step.from).map_or(at.side(), |(side, _)| side);
            moves.push(Put { cell, from: Some(from), side });
        }
        at.play_unchecked(ply);
    }
    let turn = words.join(" ");
    let sentence = match value {
        Value::Proved { result: Verdict::Win, .. } => text!("strong-plan-win", turn = turn),
        Value::Proved { .. } => text!("strong-plan-loss", turn = turn),
        guess => text!("strong-plan", turn = turn, worth = explain::told(guess)),
    };
    (!moves.is_empty()).then(|| Layer {
        id: "plan",
        title: text!("layer-plan"),
        sentence,
        content: Content::Moves { moves },
    })
}

/// Pieces of either side that the other could capture in one turn.
fn threats(position: &Arimaa) -> Option<Layer> {
    let state = position.state();
    let mut marks = Vec::new();
    for side in Side::BOTH {
        // Who is not to move would have a whole turn.
        let hunter = if side == state.side { *state } else { State::new(state.board, side) };
        for prey in squares(tactics::captures(&hunter).all()) {
            let Some(steps) = tactics::capture(&hunter, prey) else { continue };
            let kind = Text::new(kind_name(state.board.kind_on(prey)));
            marks.push(Mark {
                cell: prey.index(),
                sign: Sign::Key,
                label: text!("strong-threat"),
                reason: text!(
                    "strong-threat-why",
                    kind = kind,
                    square = prey.name(),
                    steps = steps.len()
                ),
                because: steps.iter().map(|step| step.from.index()).collect(),
                side: Some(side),
            });
        }
    }
    let first = marks.first()?;
    Some(Layer {
        id: "captures",
        title: text!("layer-captures"),
        sentence: first.reason.clone(),
        content: Content::Marks { marks },
    })
}

/// The evaluation, group by group, in rabbits.
fn terms(position: &Arimaa) -> Layer {
    let mut counts = Counts([0; FEATURES]);
    features(position.state(), &mut counts);
    let mut rows = Vec::new();
    // Rounded as a sum, so that the rows make up the whole to the last digit.
    let (mut parts, mut whole) = (0, 0);
    let rabbits = |hundredths: i32| signed(f64::from(hundredths) / 100.0);
    for group in GROUPS {
        parts += group.features.clone().map(|at| counts.0[at] * WEIGHTS[at]).sum::<i32>();
        let sum = parts / WHOLE - whole;
        whole += sum;
        if sum != 0 {
            rows.push(vec![Text::new(format!("strong-{}", group.name)), rabbits(sum)]);
        }
    }
    let sentence = match whole {
        0 => text!("strong-terms-even"),
        1.. => text!("strong-terms", side = Text::new("gold"), rabbits = f64::from(whole) / 100.0),
        _ => text!("strong-terms", side = Text::new("silver"), rabbits = f64::from(-whole) / 100.0),
    };
    Layer {
        id: "terms",
        title: text!("layer-terms"),
        sentence,
        content: Content::Table {
            columns: vec![text!("strong-term"), text!("strong-worth")],
            rows,
        },
    }
}

//! A proof search told step by step: the tree with both numbers of each position, and the most
//! proving move that is followed.

use ludoteca_games::{Game, Hex, Side, hex::HexPly};
use ludoteca_text::{Text, text};
use rustc_hash::FxHashMap;

use crate::{
    hex::{
        cells::Ground,
        layers::name,
        solver::{Event, NEVER, Trace, What},
    },
    story::{
        DrawnId, Moment, MomentKind, NodeChange, NodeState, Recorder, StoryNode, StoryNodeId, Sum,
    },
};

/// The tree as it is told.
struct Told<'a, const W: usize> {
    recorder: &'a mut Recorder<HexPly>,
    position: &'a Hex,
    ground: &'a Ground<W>,
    nodes: FxHashMap<Vec<usize>, StoryNodeId>,
}

/// Tells what the solver did.
pub(super) fn tell<const W: usize>(
    recorder: &mut Recorder<HexPly>,
    position: &Hex,
    ground: &Ground<W>,
    trace: Trace,
    hides: Vec<DrawnId>,
) {
    let root = recorder.node(StoryNode::root());
    let story = recorder.story();
    story.sentence = text!("proof-story");
    story.values = Some(text!("proof-values"));
    story.more |= trace.more;
    let nodes = FxHashMap::from_iter([(Vec::new(), root)]);
    let mut told = Told { recorder, position, ground, nodes };
    let mut opening = Some((text!("proof-chapter"), hides));
    for event in &trace.events {
        let mut moment = told.moment(event);
        if let Some((chapter, hides)) = opening.take() {
            (moment.chapter, moment.hides) = (Some(chapter), hides);
        }
        told.recorder.keep(moment);
    }
}

impl<const W: usize> Told<'_, W> {
    fn ply(&self, cell: usize) -> HexPly {
        HexPly::Stone(self.ground.cell(cell))
    }

    /// The node of a line, with all on the way there.
    fn node(&mut self, line: &[usize]) -> StoryNodeId {
        let mut parent = 0;
        for end in 1..=line.len() {
            if let Some(known) = self.nodes.get(&line[..end]) {
                parent = *known;
                continue;
            }
            let ply = self.ply(line[end - 1]);
            let side = self.mover(end - 1);
            parent = self.recorder.node(StoryNode::after(parent, vec![ply], side));
            self.nodes.insert(line[..end].to_vec(), parent);
        }
        parent
    }

    /// Who moves after so many moves.
    fn mover(&self, moves: usize) -> Side {
        let side = self.position.side();
        if moves.is_multiple_of(2) { side } else { side.other() }
    }

    fn moment(&mut self, Event { line, what }: &Event) -> Moment<HexPly> {
        let node = self.node(line);
        let colour = match line.len().is_multiple_of(2) {
            true => self.position.colour(),
            false => self.position.colour().other(),
        };
        match what {
            What::Proved(wins) => {
                let winner = if *wins { colour } else { colour.other() };
                let sentence = match line.last() {
                    None => text!("proof-proved", side = name(winner)),
                    Some(last) => text!(
                        "proof-proved-after",
                        ply = self.ply(*last).name(),
                        side = name(winner)
                    ),
                };
                let change = NodeChange {
                    value: Some(name(winner)),
                    notes: Some(notes(if *wins { (0, NEVER) } else { (NEVER, 0) })),
                    ..NodeChange::to(node, NodeState::Proved)
                };
                Moment {
                    node: Some(node),
                    changes: vec![change],
                    figure: Some(name(winner)),
                    ..Moment::new(
                        MomentKind::Choose,
                        sentence,
                        text!("proof-proved-brief", side = name(winner)),
                    )
                }
            }
            What::Weighed { phi, delta, moves, next } => {
                let mut changes = vec![NodeChange {
                    notes: Some(notes((*phi, *delta))),
                    ..NodeChange::to(node, NodeState::Open)
                }];
                let mut further = line.clone();
                let mut rows = Vec::new();
                for (cell, phi, delta) in moves {
                    further.push(*cell);
                    let child = self.node(&further);
                    further.pop();
                    let state =
                        if Some(*cell) == *next { NodeState::Best } else { NodeState::Waiting };
                    changes.push(NodeChange {
                        notes: Some(notes((*phi, *delta))),
                        ..NodeChange::to(child, state)
                    });
                    let written = Text::verbatim(self.ply(*cell).name());
                    rows.push(vec![written, count(*phi), count(*delta)]);
                }
                let sum = Sum {
                    columns: vec![
                        text!("mcts-column-move"),
                        text!("proof-column-phi"),
                        text!("proof-column-delta"),
                    ],
                    rows,
                    chosen: next
                        .and_then(|next| moves.iter().position(|(cell, _, _)| *cell == next)),
                };
                let side = name(colour);
                let (phi, delta) = (count(*phi), count(*delta));
                let figure = text!("proof-numbers", phi = phi.clone(), delta = delta.clone());
                let (kind, sentence, brief) = match next {
                    Some(next) => {
                        let ply = self.ply(*next).name();
                        (
                            MomentKind::Visit,
                            text!(
                                "proof-next",
                                side = side,
                                ply = ply.clone(),
                                phi = phi,
                                delta = delta
                            ),
                            text!("proof-next-brief", ply = ply),
                        )
                    }
                    None => (
                        MomentKind::Up,
                        text!("proof-back", side = side, phi = phi, delta = delta),
                        text!("proof-back-brief"),
                    ),
                };
                Moment {
                    node: Some(node),
                    changes,
                    figure: Some(figure),
                    sum: Some(sum),
                    ..Moment::new(kind, sentence, brief)
                }
            }
        }
    }
}

/// A proof number as it is written.
fn count(number: u32) -> Text {
    match number {
        NEVER.. => Text::verbatim("∞"),
        number => Text::new("verbatim").with("words", number),
    }
}

fn notes((phi, delta): (u32, u32)) -> Vec<Text> {
    vec![text!("proof-phi", count = count(phi)), text!("proof-delta", count = count(delta))]
}

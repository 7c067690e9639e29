//! The story of an exact score: the questions that were asked about it, each of which can only be
//! answered with yes or no (*null windows*), and then which column keeps it.

use ludoteca_games::{Connect4, Game};
use ludoteca_text::{Text, text};

use super::solver::{Asked, Score};
use crate::{
    explain::points,
    story::{KindName, Moment, MomentKind, NodeChange, NodeState, Recorder, StoryNode},
};

/// Tells how a score was found, and of the columns as they were tried until one kept it.
pub(super) fn tell(
    mut recorder: Recorder<u8>,
    position: &Connect4,
    asked: &[Asked],
    score: Option<Score>,
    tried: &[u8],
    best: Option<u8>,
) -> Recorder<u8> {
    let side = position.side();
    let root = recorder.node(StoryNode::root());
    let story = recorder.story();
    story.sentence = text!("story-perfect");
    story.values = Some(text!("story-perfect-values"));
    let kinds = [
        (MomentKind::Visit, "story-perfect-asks"),
        (MomentKind::Cut, "story-perfect-rules-out"),
        (MomentKind::Choose, "story-kind-choose"),
    ];
    story.kinds = kinds.map(|(kind, name)| KindName { kind, name: Text::new(name) }).to_vec();
    let at = |value: Option<Text>, state| NodeChange { value, ..NodeChange::to(root, state) };
    for one in asked {
        let Asked { alpha, above, low, high } = *one;
        let id = match (low == high, above) {
            (true, true) => "story-perfect-yes-only",
            (true, false) => "story-perfect-no-only",
            (false, true) => "story-perfect-yes",
            (false, false) => "story-perfect-no",
        };
        let (bar, low, high) = (points(alpha.into()), points(low.into()), points(high.into()));
        let sentence = text!(id, bar = bar.clone(), low = low.clone(), high = high.clone());
        let left = match low == high {
            true => low,
            false => text!("story-perfect-left", low = low, high = high),
        };
        recorder.keep(Moment {
            figure: Some(left.clone()),
            node: Some(root),
            changes: vec![at(Some(left), NodeState::Open)],
            ..Moment::new(MomentKind::Visit, sentence, text!("story-perfect-brief", bar = bar))
        });
    }
    let Some(score) = score else {
        recorder.story().more = true;
        return recorder;
    };
    let value = points(score.into());
    let id = if asked.is_empty() { "story-perfect-by-heart" } else { "story-perfect-known" };
    recorder.keep(Moment {
        figure: Some(value.clone()),
        node: Some(root),
        changes: vec![at(Some(value.clone()), NodeState::Proved)],
        ..Moment::new(
            MomentKind::Visit,
            text!(id, value = value.clone()),
            text!("story-perfect-brief-known", value = value.clone()),
        )
    });
    for column in tried {
        let node = recorder.node(StoryNode::after(root, vec![*column], side));
        let ply = position.write_ply(column);
        let keeps = Some(*column) == best;
        let (kind, id, brief, state, figure) = if keeps {
            let figure = value.clone();
            let brief = "story-perfect-brief-keeps";
            (MomentKind::Choose, "story-perfect-keeps", brief, NodeState::Best, figure)
        } else {
            let figure = text!("story-less", value = value.clone());
            let brief = "story-perfect-brief-loses";
            (MomentKind::Cut, "story-perfect-loses", brief, NodeState::Cut, figure)
        };
        let change = NodeChange { value: Some(figure.clone()), ..NodeChange::to(node, state) };
        recorder.keep(Moment {
            figure: Some(figure),
            node: Some(node),
            changes: vec![change],
            ..Moment::new(
                kind,
                text!(id, ply = ply.clone(), value = value.clone()),
                text!(brief, ply = ply),
            )
        });
        if keeps {
            break;
        }
    }
    recorder
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Budget, Player, Watch,
        connect4::{Oracle, Perfect, Slips},
    };

    #[test]
    fn each_answer_leaves_less_open_until_the_score_is_left_and_a_column_that_keeps_it() {
        let position = Connect4::default().read_position("44444152265617").unwrap().into_position();
        let player = || Perfect::new(Oracle::new(16, false), Slips::default(), 1);
        let mut watch = Watch::recording(100);
        let thought = player().consider(&position, &Budget::default(), &mut watch);
        let alone = player().consider(&position, &Budget::default(), &mut Watch::nobody());
        assert_eq!(
            (thought.ply(), thought.value, thought.nodes),
            (alone.ply(), alone.value, alone.nodes)
        );
        let story = watch.recorder.unwrap().finish().unwrap();
        let score = Oracle::new(16, false).score(&position).unwrap();
        let mut asked = Vec::new();
        Oracle::new(16, false).score_telling(&position, |one| asked.push(one));
        let (mut low, mut high) = (Score::MIN, Score::MAX);
        for one in &asked {
            assert_eq!(one.above, score > one.alpha, "{one:?}");
            assert!(low <= one.low && one.high <= high && one.low <= score && score <= one.high);
            (low, high) = (one.low, one.high);
        }
        assert!(!asked.is_empty() && low == high);
        let known = &story.moments[asked.len()];
        assert_eq!(known.figure, Some(points(score.into())));
        let last = story.moments.last().unwrap();
        assert_eq!(
            (last.kind, story.way(last.node.unwrap())),
            (MomentKind::Choose, vec![thought.ply().unwrap()])
        );
    }
}

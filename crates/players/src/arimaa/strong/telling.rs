//! The story of `strong`: what it sees before it searches (goals and captures within a turn), and then
//! depth by depth the turns it tries, each better one with the line it begins.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, State, Step, kind_name, squares},
};
use ludoteca_text::{Text, text};

use super::{
    played,
    search::{Try, decided, steps_to_end},
};
use crate::{
    arimaa::tactics,
    story::{
        Drawn, KindName, Look, Moment, MomentKind, NodeChange, NodeState, Recorder, StoryNode,
        StoryNodeId, words::pressed,
    },
    thought::{Mark, Sign},
};

/// What was found at one depth.
pub struct Round {
    /// In steps.
    pub depth: i32,
    /// What was tried at the root, in that order, as far as it was kept.
    pub tries: Vec<Try>,
    /// How many turns were tried that were no better.
    pub worse: usize,
    /// What the best of it is worth.
    pub score: i32,
    /// The line it begins.
    pub line: Vec<ArimaaPly>,
}

/// Tells what was seen and what was tried.
pub fn tell(
    mut recorder: Recorder<ArimaaPly>,
    position: &Arimaa,
    rounds: &[Round],
) -> Recorder<ArimaaPly> {
    recorder.node(StoryNode::root());
    let story = recorder.story();
    story.sentence = text!("story-strong");
    story.values = Some(text!("story-strong-values"));
    let kinds = [
        (MomentKind::New, "story-strong-sees"),
        (MomentKind::Visit, "story-strong-tries"),
        (MomentKind::Up, "story-strong-better"),
        (MomentKind::Cut, "story-strong-worse"),
        (MomentKind::Choose, "story-kind-choose"),
    ];
    story.kinds = kinds.map(|(kind, name)| KindName { kind, name: Text::new(name) }).to_vec();
    let mut tree = Tree { recorder, position, nodes: Vec::new() };
    for side in [position.side(), position.side().other()] {
        tree.goal(side);
        tree.captures(side);
    }
    for round in rounds {
        tree.round(round);
    }
    if let Some(last) = rounds.last() {
        tree.choice(last);
    }
    tree.recorder
}

/// The tree of steps, as it grows.
struct Tree<'a> {
    recorder: Recorder<ArimaaPly>,
    position: &'a Arimaa,
    /// Each node but the root: what it follows, and its step.
    nodes: Vec<(StoryNodeId, ArimaaPly)>,
}

impl Tree<'_> {
    /// The position as a side sees it that is to move: whoever is not would have a whole turn.
    fn state(&self, side: Side) -> State {
        let state = self.position.state();
        if side == state.side { *state } else { State::new(state.board, side) }
    }

    fn name(&self, side: Side) -> Text {
        self.position.geometry().sides[side.index()].name.clone()
    }

    fn mark(&mut self, cells: Vec<usize>, side: Side, label: &'static str, reason: &Text) -> usize {
        let (cell, because) = (cells[0], cells[1..].to_vec());
        let mark = Mark {
            cell,
            sign: Sign::Key,
            label: Text::new(label),
            reason: reason.clone(),
            because,
            side: Some(side),
        };
        let look = Look::Mark(mark);
        self.recorder.draw(Drawn { look, sentence: reason.clone(), because: Vec::new() })
    }

    /// What the goal detector sees.
    fn goal(&mut self, side: Side) {
        let Some(steps) = tactics::goal(&self.state(side)) else { return };
        let steps: Vec<Step> = steps.iter().copied().collect();
        let Some(last) = steps.last() else { return };
        let (home, count) = (last.to.name(), steps.len());
        let sentence =
            text!("story-strong-goal", side = self.name(side), square = home, steps = count);
        let cells = std::iter::once(last.to.index());
        let cells = cells.chain(steps.iter().map(|step| step.from.index())).collect();
        let shown = self.mark(cells, side, "story-strong-goal-mark", &sentence);
        let brief = text!("story-strong-brief-goal", side = self.name(side));
        self.recorder.keep(Moment {
            node: Some(0),
            shows: vec![shown],
            ..Moment::new(MomentKind::New, sentence, brief)
        });
    }

    /// What the capture detector sees.
    fn captures(&mut self, side: Side) {
        let state = self.state(side);
        for prey in squares(tactics::captures(&state).all()) {
            let Some(steps) = tactics::capture(&state, prey) else { continue };
            let kind = Text::new(kind_name(state.board.kind_on(prey)));
            let sentence =
                text!("strong-threat-why", kind = kind, square = prey.name(), steps = steps.len());
            let cells = std::iter::once(prey.index());
            let cells = cells.chain(steps.iter().map(|step| step.from.index())).collect();
            let shown = self.mark(cells, side, "strong-threat", &sentence);
            let brief = text!("story-strong-brief-capture", square = prey.name());
            self.recorder.keep(Moment {
                node: Some(0),
                shows: vec![shown],
                ..Moment::new(MomentKind::New, sentence, brief)
            });
        }
    }

    /// The nodes of a line, those there were and new ones.
    fn line(&mut self, plies: &[ArimaaPly]) -> Vec<StoryNodeId> {
        // That the last turn of a line ends there changes nothing that is told.
        let plies = match plies {
            [before @ .., _, ArimaaPly::End] => &plies[..=before.len()],
            _ => plies,
        };
        let mut at = self.position.clone();
        let mut parent = 0;
        let mut line = Vec::new();
        for ply in plies {
            let known = self.nodes.iter().position(|one| *one == (parent, *ply));
            parent = match known {
                Some(known) => known + 1,
                None => {
                    self.nodes.push((parent, *ply));
                    self.recorder.node(StoryNode::after(parent, vec![*ply], at.side()))
                }
            };
            at.play_unchecked(ply);
            line.push(parent);
        }
        line
    }

    /// The steps of a turn; where there is none, that it ends.
    fn words(&self, plies: &[ArimaaPly]) -> Text {
        let mut at = self.position.clone();
        let mut words = Vec::new();
        let mut ends = None;
        for ply in plies {
            if at.side() != self.position.side() || at.outcome().is_some() {
                break;
            }
            match pressed(&at, ply) {
                // That a turn ends early need not be said of it.
                Some(button) => ends = ends.or(Some(button)),
                None => words.push(at.write_ply(ply)),
            }
            at.play_unchecked(ply);
        }
        ends.filter(|_| words.is_empty()).unwrap_or_else(|| Text::verbatim(words.join(" ")))
    }

    fn round(&mut self, round: &Round) {
        let mut best = None;
        let mut chapter = Some(text!("story-strong-depth", depth = round.depth));
        let worse = round.worse;
        for one in round.tries.iter().filter(|one| one.better) {
            let plies = played(self.position, &one.line);
            let line = self.line(&plies);
            let Some(first) = line.first().copied() else { continue };
            let value = rabbits(one.score);
            let id = if best.is_none() { "story-strong-first" } else { "story-strong-gains" };
            let sentence = text!(
                id,
                turn = self.words(&plies),
                value = value.clone(),
                held = best.map_or_else(|| value.clone(), rabbits),
                depth = round.depth
            );
            let brief = text!("story-strong-brief", ply = self.words(&plies[..1]));
            let mut changes: Vec<NodeChange> =
                line.iter().map(|node| NodeChange::to(*node, NodeState::Done)).collect();
            changes[0].value = Some(value.clone());
            let root =
                NodeChange { value: Some(value.clone()), ..NodeChange::to(0, NodeState::Open) };
            changes.push(root);
            self.recorder.keep(Moment {
                figure: Some(value),
                chapter: chapter.take(),
                node: Some(first),
                changes,
                ..Moment::new(MomentKind::Up, sentence, brief)
            });
            best = Some(one.score);
        }
        if worse > 0 {
            let sentence = text!(
                "story-strong-rest",
                count = worse,
                value = best.map_or_else(|| Text::verbatim(""), rabbits)
            );
            let brief = text!("story-strong-brief-rest", count = worse);
            self.recorder.keep(Moment {
                chapter,
                node: Some(0),
                ..Moment::new(MomentKind::Cut, sentence, brief)
            });
        }
    }

    fn choice(&mut self, round: &Round) {
        let value = rabbits(round.score);
        let line = self.line(&round.line);
        let mut changes: Vec<NodeChange> =
            line.iter().map(|node| NodeChange::to(*node, NodeState::Best)).collect();
        changes
            .push(NodeChange { value: Some(value.clone()), ..NodeChange::to(0, NodeState::Best) });
        let turn = self.words(&round.line);
        let sentence = text!("story-strong-plays", turn = turn.clone(), value = value.clone());
        self.recorder.keep(Moment {
            figure: Some(value),
            node: Some(0),
            changes,
            ..Moment::new(MomentKind::Choose, sentence, text!("story-brief-end", ply = turn))
        });
    }
}

/// A score in rabbits, or in how many steps the game is over.
fn rabbits(score: i32) -> Text {
    let n = f64::from(score.abs()) / 100.0;
    match score {
        _ if decided(score) && score > 0 => text!("story-strong-wins", n = steps_to_end(score)),
        _ if decided(score) => text!("story-strong-loses", n = steps_to_end(score)),
        0.. => text!("story-strong-ahead", n = n),
        _ => text!("story-strong-behind", n = n),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::*, *};
    use crate::Watch;

    #[test]
    fn it_tells_what_the_detectors_saw_and_the_steps_it_tried_at_each_depth() {
        let mut position = Arimaa::default();
        while position.in_setup() {
            let ply = crate::arimaa::setup::placement(&position, 1).unwrap();
            position.play_unchecked(&ply);
        }
        let settings =
            Settings { depth: Some(2), nodes: Some(20_000), threads: 1, megabytes: 1, seed: 1 };
        let mut watch = Watch::recording(500);
        let told = Strong::new(settings).consider(&position, &Budget::default(), &mut watch);
        let alone =
            Strong::new(settings).consider(&position, &Budget::default(), &mut Watch::nobody());
        assert_eq!((told.ply(), told.value, told.nodes), (alone.ply(), alone.value, alone.nodes));
        let story = watch.recorder.unwrap().finish().unwrap();
        assert!(story.moments.iter().filter(|moment| moment.kind == MomentKind::Up).count() > 1);
        let chapters = story.moments.iter().filter(|moment| moment.chapter.is_some()).count();
        assert!(chapters >= 1);
        let last = story.moments.last().unwrap();
        assert_eq!((last.kind, last.node), (MomentKind::Choose, Some(0)));
        let first = last.changes.first().unwrap().node;
        assert_eq!(story.way(first).first(), told.ply().as_ref());
    }
}

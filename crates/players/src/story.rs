//! A thought in slow motion: what a search did, moment by moment, as data that whoever plays it back
//! needs no knowledge of the algorithm to draw.
//!
//! A story has a tree, if the search has one, and things drawn on the board. Both are told whole at
//! the beginning, so that everything has its place from the start; a moment says only what becomes
//! of them. Nothing is kept unless somebody asks ([`Watch::recording`](crate::Watch::recording)), and
//! never more than so many moments.

pub(crate) mod search;
pub(crate) mod words;

use ludoteca_games::{Game, Side, picture::CellIndex};
use ludoteca_text::Text;
use serde::Serialize;

use self::words::pressed;
use crate::{
    Stop,
    thought::{Link, Mark},
};

/// The number of a node in the tree of a story.
pub type StoryNodeId = usize;

/// The number of something that a story draws on the board.
pub type DrawnId = usize;

/// What a search did, in order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Story<P = String> {
    /// What one sees here, in a sentence that a beginner understands.
    pub sentence: Text,
    /// The tree: the first node is the position that was thought about, and every other one comes
    /// after the one it follows. Empty where the algorithm has no tree.
    pub nodes: Vec<StoryNode<P>>,
    /// What the figures at the nodes mean, where they need words: whose they are, and in what unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub values: Option<Text>,
    /// What stands above each level of the tree, where there is something to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Text>,
    /// Everything that is ever drawn on the board.
    pub drawn: Vec<Drawn>,
    /// What the kinds of moments are called here.
    pub kinds: Vec<KindName>,
    /// What happened.
    pub moments: Vec<Moment<P>>,
    /// Numbers that change from moment to moment, to be drawn as curves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
    /// Whether the search did more than is told: it went on after the last moment, or before it.
    pub more: bool,
}

/// A node of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StoryNode<P = String> {
    /// The node it follows; the first has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub parent: Option<StoryNodeId>,
    /// The plies that lead here from there; usually one.
    #[serde(rename = "moves", skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<P>,
    /// What they are called, where they are not made on the board but by a button: what that says.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub words: Option<Text>,
    /// Who makes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub side: Option<Side>,
    /// How many more nodes follow it that are never looked at and are not in the tree.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: usize,
}

/// What kind of moment it is, by how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MomentKind {
    /// Something is looked at: a ring.
    Visit,
    /// A value is handed up or added: an arrow.
    Up,
    /// Something is left out: two strokes.
    Cut,
    /// A choice is made: a filled dot.
    Choose,
    /// Something new is there: a plus.
    New,
    /// Something fades or is taken away: a minus.
    Fade,
}

/// What a kind of moment is called in a story.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct KindName {
    /// The kind.
    pub kind: MomentKind,
    /// What it is called.
    pub name: Text,
}

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Moment<P = String> {
    /// What kind it is.
    pub kind: MomentKind,
    /// What happens, in one sentence.
    pub sentence: Text,
    /// The same in a few words, for a list.
    pub brief: Text,
    /// The figure or comparison that goes with it, for the end of its line in a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub figure: Option<Text>,
    /// The part of the story that begins here, where one does: a depth, a simulation, a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub chapter: Option<Text>,
    /// The node of the tree where it happens. Its position is on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub node: Option<StoryNodeId>,
    /// Plies after the position of the node, or after the beginning where there is no tree, that
    /// are on the board too: a random game, the walk of an ant.
    #[serde(rename = "moves", skip_serializing_if = "Vec::is_empty")]
    pub plies: Vec<P>,
    /// What becomes of nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<NodeChange>,
    /// What is drawn on the board from now on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<DrawnId>,
    /// What is no longer drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hides: Vec<DrawnId>,
    /// What is drawn strongly at this moment alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stresses: Vec<DrawnId>,
    /// A calculation, row by row: what is compared, with the formula filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub sum: Option<Sum>,
}

/// A calculation as a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Sum {
    /// What stands above the columns.
    pub columns: Vec<Text>,
    /// The rows.
    pub rows: Vec<Vec<Text>>,
    /// The row that was decisive.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub chosen: Option<usize>,
}

/// What a node is from a moment on. What is not said stays as it was.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NodeChange {
    /// The node.
    pub node: StoryNodeId,
    /// Its state.
    pub state: NodeState,
    /// Its value as it is known now: `+1`, `≥ 0`, `3/7`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub value: Option<Text>,
    /// Small figures below it while it is being decided: `α +1`, `β 0`; two proof numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub notes: Option<Vec<Text>>,
    /// Why it was cut, as the comparison that did it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    pub why: Option<Text>,
}

/// How far a search is with a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum NodeState {
    /// It has not been looked at yet.
    #[default]
    Waiting,
    /// It is being looked at.
    Open,
    /// It is finished.
    Done,
    /// It was left out.
    Cut,
    /// It is on the line that is best so far.
    Best,
    /// Its value is proved.
    Proved,
}

/// Something that a story draws on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Drawn {
    /// What it looks like.
    #[serde(flatten)]
    pub look: Look,
    /// What it is, in a sentence, for whoever points at it.
    pub sentence: Text,
    /// What it was made from, all of which is drawn before it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<DrawnId>,
}

/// How something looks on the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "look", rename_all = "lowercase")]
pub enum Look {
    /// A line between cells or edges.
    Link(Link),
    /// A cell that is marked.
    Mark(Mark),
    /// A cell that is coloured by a number, with the figure on it. A later one on the same cell
    /// takes its place.
    Warm {
        /// The cell.
        cell: CellIndex,
        /// From 0 to 1.
        heat: f64,
        /// The figure.
        label: Text,
        /// Whose heat it is; none is nobody's.
        #[cfg_attr(feature = "schema", schema(required))]
        side: Option<Side>,
    },
    /// A way over cells, or the one cell where something is put, as heavy as its number.
    Trail {
        /// The cells.
        cells: Vec<CellIndex>,
        /// From 0 to 1.
        heat: f64,
        /// What is written at it.
        label: Text,
    },
    /// Cells that belong together: a line that a rule looks at.
    Span {
        /// The cells.
        cells: Vec<CellIndex>,
    },
}

/// A number that changes from moment to moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Curve {
    /// What it is.
    pub label: Text,
    /// The moment from which each number holds, and the number.
    pub points: Vec<(usize, f64)>,
}

impl<P> Moment<P> {
    /// A moment of which only the words are known yet.
    pub fn new(kind: MomentKind, sentence: Text, brief: Text) -> Moment<P> {
        Moment {
            kind,
            sentence,
            brief,
            figure: None,
            chapter: None,
            node: None,
            plies: Vec::new(),
            changes: Vec::new(),
            shows: Vec::new(),
            hides: Vec::new(),
            stresses: Vec::new(),
            sum: None,
        }
    }
}

impl<P> StoryNode<P> {
    /// The position that was thought about.
    pub fn root() -> StoryNode<P> {
        StoryNode { parent: None, plies: Vec::new(), words: None, side: None, more: 0 }
    }

    /// A node that follows another by plies of a side.
    pub fn after(parent: StoryNodeId, plies: Vec<P>, side: Side) -> StoryNode<P> {
        StoryNode { parent: Some(parent), plies, words: None, side: Some(side), more: 0 }
    }
}

impl NodeChange {
    /// A node that is in a state from now on.
    pub fn to(node: StoryNodeId, state: NodeState) -> NodeChange {
        NodeChange { node, state, value: None, notes: None, why: None }
    }
}

/// Keeps what a search does, up to so many moments.
#[derive(Debug)]
pub struct Recorder<P> {
    story: Story<P>,
    most: usize,
    /// Ends the thought when there is more to tell than is kept.
    enough: Option<Stop>,
}

impl<P> Recorder<P> {
    /// Keeps that many moments at most.
    pub fn new(most: usize) -> Recorder<P> {
        let story = Story {
            sentence: Text::verbatim(""),
            nodes: Vec::new(),
            values: None,
            levels: Vec::new(),
            drawn: Vec::new(),
            kinds: Vec::new(),
            moments: Vec::new(),
            curves: Vec::new(),
            more: false,
        };
        Recorder { story, most, enough: None }
    }

    /// The same for a thought of which nothing but its story is wanted: it is ended when no more of
    /// it is kept.
    pub fn ending(self, thought: Stop) -> Recorder<P> {
        Recorder { enough: Some(thought), ..self }
    }

    /// How many moments there is room for.
    pub fn room(&self) -> usize {
        self.most.saturating_sub(self.story.moments.len())
    }

    /// Whether nothing more is kept. Whoever records may leave out what would be lost.
    pub fn is_full(&self) -> bool {
        self.story.moments.len() >= self.most
    }

    /// The story so far, for whatever is not told moment by moment.
    pub fn story(&mut self) -> &mut Story<P> {
        &mut self.story
    }

    /// Adds a node to the tree and returns its number.
    pub fn node(&mut self, node: StoryNode<P>) -> StoryNodeId {
        self.story.nodes.push(node);
        self.story.nodes.len() - 1
    }

    /// Adds something that is drawn on the board and returns its number; nobody sees it before a
    /// moment shows it.
    pub fn draw(&mut self, drawn: Drawn) -> DrawnId {
        self.story.drawn.push(drawn);
        self.story.drawn.len() - 1
    }

    /// Keeps a moment, if there is room for it.
    pub fn keep(&mut self, moment: Moment<P>) {
        if self.is_full() {
            self.story.more = true;
            self.enough.iter().for_each(Stop::set);
        } else {
            self.story.moments.push(moment);
        }
    }

    /// Keeps the moment in which it ends. There is always room for it: where there was none left,
    /// it takes the place of the last one, and what it says of nodes makes up for what is not told.
    pub fn conclude(&mut self, moment: Moment<P>) {
        if self.is_full() {
            self.story.more = true;
            self.story.moments.pop();
        }
        if self.most > 0 {
            self.story.moments.push(moment);
        }
    }

    /// The number that the next moment has.
    pub fn next(&self) -> usize {
        self.story.moments.len()
    }

    /// What was kept; nothing if no moment was.
    pub fn finish(self) -> Option<Story<P>> {
        Some(self.story).filter(|story| !story.moments.is_empty())
    }
}

impl<P: Clone> Story<P> {
    /// The plies from the position that was thought about to a node.
    pub fn way(&self, to: StoryNodeId) -> Vec<P> {
        let back = std::iter::successors(Some(to), |at| self.nodes[*at].parent);
        let mut nodes: Vec<StoryNodeId> = back.collect();
        nodes.reverse();
        nodes.into_iter().flat_map(|at| self.nodes[at].plies.iter().cloned()).collect()
    }

    /// The plies from the position that was thought about to what is on the board at a moment.
    pub fn line_at(&self, moment: usize) -> Vec<P> {
        let moment = &self.moments[moment];
        let mut line = moment.node.map(|node| self.way(node)).unwrap_or_default();
        line.extend(moment.plies.iter().cloned());
        line
    }

    /// The same story with its plies in the notation of `position`, of which it is a story.
    pub fn written<G: Game<Ply = P>>(self, position: &G) -> Story {
        let write = |from: &G, plies: &[P]| {
            let mut at = from.clone();
            let words: Vec<String> = plies
                .iter()
                .map(|ply| {
                    let words = at.write_ply(ply);
                    at.play_unchecked(ply);
                    words
                })
                .collect();
            (at, words)
        };
        let mut positions: Vec<G> = Vec::with_capacity(self.nodes.len());
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            let from = node.parent.map_or(position, |parent| &positions[parent]);
            let (reached, plies) = write(from, &node.plies);
            let words = match &node.plies[..] {
                [ply] => pressed(from, ply),
                _ => None,
            };
            positions.push(reached);
            let StoryNode { parent, side, more, .. } = node;
            nodes.push(StoryNode { parent, plies, words, side, more });
        }
        let moments = self.moments.into_iter().map(|moment| {
            let from = moment.node.map_or(position, |node| &positions[node]);
            let (_, plies) = write(from, &moment.plies);
            Moment {
                plies,
                kind: moment.kind,
                sentence: moment.sentence,
                brief: moment.brief,
                figure: moment.figure,
                chapter: moment.chapter,
                node: moment.node,
                changes: moment.changes,
                shows: moment.shows,
                hides: moment.hides,
                stresses: moment.stresses,
                sum: moment.sum,
            }
        });
        Story {
            sentence: self.sentence,
            moments: moments.collect(),
            nodes,
            values: self.values,
            levels: self.levels,
            drawn: self.drawn,
            kinds: self.kinds,
            curves: self.curves,
            more: self.more,
        }
    }
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

#[cfg(test)]
pub(crate) mod checks;

#[cfg(test)]
mod tests {
    use ludoteca_games::{Connect4, Game};

    use super::*;

    #[test]
    fn a_recorder_keeps_so_many_moments_and_says_that_there_were_more() {
        let words = || Text::verbatim("");
        let mut recorder = Recorder::<u8>::new(2);
        assert!(Recorder::<u8>::new(2).finish().is_none(), "nothing happened");
        for _ in 0..3 {
            recorder.keep(Moment::new(MomentKind::Visit, words(), words()));
        }
        let story = recorder.finish().unwrap();
        assert_eq!((story.moments.len(), story.more), (2, true));
    }

    #[test]
    fn a_thought_that_is_only_told_ends_when_no_more_of_it_is_kept() {
        let stop = Stop::default();
        let mut recorder = Recorder::<u8>::new(1).ending(stop.clone());
        let words = || Text::verbatim("");
        recorder.keep(Moment::new(MomentKind::Visit, words(), words()));
        assert!(!stop.is_set(), "it may have been the last");
        recorder.keep(Moment::new(MomentKind::Visit, words(), words()));
        assert!(stop.is_set());
    }

    #[test]
    fn the_end_of_a_thought_is_always_told() {
        let words = || Text::verbatim("");
        for kept in 0..5 {
            let mut recorder = Recorder::<u8>::new(2);
            for _ in 0..kept {
                recorder.keep(Moment::new(MomentKind::Visit, words(), words()));
            }
            recorder.conclude(Moment::new(MomentKind::Choose, words(), words()));
            let story = recorder.finish().unwrap();
            assert_eq!(story.moments.len(), (kept + 1).min(2));
            assert_eq!(story.moments.last().unwrap().kind, MomentKind::Choose);
            assert_eq!(story.more, kept >= 2);
        }
        let mut none = Recorder::<u8>::new(0);
        none.conclude(Moment::new(MomentKind::Choose, words(), words()));
        assert!(none.finish().is_none());
    }

    #[test]
    fn the_board_of_a_moment_is_its_node_and_what_was_played_on_from_there() {
        let position = Connect4::default();
        let mut recorder = Recorder::new(9);
        let root = recorder.node(StoryNode::root());
        let four = recorder.node(StoryNode::after(root, vec![3], Side::First));
        let two = recorder.node(StoryNode::after(four, vec![1], Side::Second));
        let words = || Text::verbatim("");
        recorder.keep(Moment {
            node: Some(two),
            plies: vec![6],
            ..Moment::new(MomentKind::Visit, words(), words())
        });
        let story = recorder.finish().unwrap().written(&position);
        assert_eq!(story.line_at(0), ["4", "2", "7"]);
        assert_eq!(position.legal_plies().len(), 7);
    }
}

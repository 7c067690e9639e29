//! The story of a search that hands values up a tree: minimax, with or without alpha-beta.
//!
//! A search tells a [`Teller`] where it goes. [`Silent`] hears nothing and costs nothing; a [`Tale`]
//! keeps what it hears and makes a story of it. All it keeps is seen from the side at the root, Max,
//! and wins are counted from there. A search that is too long for its story is told down to the level
//! that fits; what is further down is one moment with its value, so that every story is whole.

use ludoteca_games::{Game, Side};
use ludoteca_text::{Text, text};

use super::{
    KindName, Moment, MomentKind, NodeChange, NodeState, Recorder, StoryNode, StoryNodeId,
    words::pressed,
};
use crate::{
    explain::points,
    search::{INFINITE, Score, decided, plies_to_end},
    thought::Bound,
};

/// How many plies that were cut have nodes of their own; of others only the number is told.
const CUT_SHOWN: usize = 3;

/// Who is told where a search goes.
pub(crate) trait Teller<G: Game> {
    /// It looks at the position that plies lead to, within bounds for the side to move there.
    fn enter(&mut self, from: &G, to: &G, plies: impl FnOnce() -> Vec<G::Ply>, bounds: Bounds) {
        let _ = (from, to, plies, bounds);
    }

    /// It looks no further there, for a reason; the score is for the side to move.
    fn leaf(&mut self, score: Score, leaf: Leaf) {
        let _ = (score, leaf);
    }

    /// It leaves out the rest of the moves there.
    fn cut(&mut self, position: &G, rest: impl Iterator<Item = Vec<G::Ply>>) {
        let _ = (position, rest);
    }

    /// It is about to look at a move in a way that is not the plain one.
    fn ask(&mut self, how: Asked) {
        let _ = how;
    }

    /// It comes back from there with a score for the side to move there.
    fn leave(&mut self, score: Score) {
        let _ = score;
    }
}

/// What the side to move has for sure, and what the other side will not let it exceed.
pub(crate) type Bounds = (Score, Score);

/// What a search wants to know of a move, if it is not just its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Asked {
    /// Only whether it is better than what there is.
    Whether,
    /// How good it is, now that it seems to be better.
    Again,
}

/// Why a search looks no further.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Leaf {
    /// The game is over.
    Over(Option<Side>),
    /// It was asked to go no deeper, and judges the position.
    Judged,
    /// It has been in that position before, and knows this of its score for the side to move.
    Known(Bound),
}

/// Nobody is told.
pub(crate) struct Silent;

impl<G: Game> Teller<G> for Silent {}

/// A value as Max sees it, and how exact it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Worth {
    score: Score,
    bound: Bound,
}

/// What was heard of a search.
pub(crate) struct Tale<G: Game> {
    max: Side,
    sides: [Text; 2],
    /// Whether it cuts, so that bounds are of interest.
    prunes: bool,
    /// What a ply at the root may be worse than the best one before it and still be asked for its
    /// own value.
    slack: Score,
    most: usize,
    nodes: Vec<Node<G::Ply>>,
    events: Vec<Event>,
    /// The way to where the search is.
    way: Vec<Frame>,
    /// The deepest level that is told.
    levels: usize,
    asked: Option<Asked>,
    visits: u64,
    cuts: usize,
}

struct Node<P> {
    parent: Option<StoryNodeId>,
    plies: Vec<P>,
    /// What its plies are called.
    words: Text,
    side: Option<Side>,
    turn: Side,
    level: usize,
    more: usize,
}

enum Event {
    Visit {
        node: usize,
        alpha: Score,
        beta: Score,
        asked: Option<Asked>,
        /// The bounds of the node it follows.
        above: Bounds,
        end: Option<End>,
    },
    Up {
        node: usize,
        child: usize,
        worth: Worth,
        own: Worth,
        held: Option<Worth>,
        alpha: Score,
        beta: Score,
    },
    Cut {
        node: usize,
        by: usize,
        own: Worth,
        alpha: Score,
        beta: Score,
        cut: Vec<usize>,
        count: usize,
    },
}

/// What a visit ended with, where nothing is told of what follows.
#[derive(Clone, Copy)]
struct End {
    leaf: Option<Leaf>,
    worth: Worth,
    below: u64,
}

/// A position that the search is in.
struct Frame {
    /// Its node, if it is told.
    node: Option<usize>,
    /// The moment it was entered.
    event: usize,
    level: usize,
    is_max: bool,
    alpha: Score,
    beta: Score,
    /// What is known of the value by what was handed up: not below, not above.
    range: (Score, Score),
    own: Option<Worth>,
    best: Option<usize>,
    leaf: Option<Leaf>,
    begun: u64,
    /// What was known before the last move that was looked at.
    before: Option<Known>,
}

/// What is known of a position from the moves that were looked at.
#[derive(Clone, Copy)]
struct Known {
    range: (Score, Score),
    own: Option<Worth>,
    best: Option<usize>,
    alpha: Score,
    beta: Score,
}

impl Event {
    fn node(&self) -> usize {
        match self {
            Event::Visit { node, .. } | Event::Up { node, .. } | Event::Cut { node, .. } => *node,
        }
    }

    /// Whether somebody is seen to win there.
    fn decides(&self) -> bool {
        matches!(self, Event::Visit { end: Some(end), .. } if decided(end.worth.score))
    }
}

impl Worth {
    fn of(score: Score, (low, high): (Score, Score)) -> Worth {
        let bound = match () {
            () if low == high => Bound::Exact,
            () if score <= low => Bound::Least,
            () => Bound::Most,
        };
        Worth { score, bound }
    }

    fn text(self) -> Text {
        match self.bound {
            Bound::Exact => figure(self.score),
            Bound::Least => text!("story-least", value = figure(self.score)),
            Bound::Most => text!("story-most", value = figure(self.score)),
        }
    }

    fn range(self) -> (Score, Score) {
        match self.bound {
            Bound::Exact => (self.score, self.score),
            Bound::Least => (self.score, Score::MAX),
            Bound::Most => (Score::MIN, self.score),
        }
    }
}

/// A score as Max sees it.
pub(crate) fn figure(score: Score) -> Text {
    match score {
        INFINITE.. => Text::verbatim("+∞"),
        _ if score <= -INFINITE => Text::verbatim("−∞"),
        _ if !decided(score) => points(score),
        1.. => text!("story-wins-in", n = plies_to_end(score)),
        _ => text!("story-loses-in", n = plies_to_end(score)),
    }
}

impl<G: Game> Tale<G> {
    /// Begins with the position that is thought about; `prunes` says whether the search cuts.
    pub fn new(position: &G, prunes: bool, most: usize) -> Tale<G> {
        let max = position.side();
        let sides = position.geometry().sides.map(|side| side.name);
        let root = Node {
            parent: None,
            plies: Vec::new(),
            words: text!("story-root"),
            side: None,
            turn: max,
            level: 0,
            more: 0,
        };
        let mut tale = Tale {
            max,
            sides,
            prunes,
            slack: 0,
            most,
            nodes: vec![root],
            events: Vec::new(),
            way: Vec::new(),
            levels: usize::MAX,
            asked: None,
            visits: 0,
            cuts: 0,
        };
        tale.arrive(Some(0), 0, max, (-INFINITE, INFINITE));
        tale
    }

    /// The same where plies at the root are asked for their values if they may be as good as the
    /// best one.
    pub fn with_equals(self) -> Tale<G> {
        Tale { slack: 1, ..self }
    }

    /// The score of a position so many levels down for the side to move, as Max sees it.
    fn seen(&self, score: Score, level: usize, is_max: bool) -> Score {
        let score = if decided(score) { score - score.signum() * level as Score } else { score };
        if is_max { score } else { -score }
    }

    fn arrive(&mut self, node: Option<usize>, level: usize, turn: Side, bounds: Bounds) {
        let is_max = turn == self.max;
        let (low, high) = bounds;
        let (low, high) = (self.seen(low, level, is_max), self.seen(high, level, is_max));
        let (alpha, beta) = (low.min(high), low.max(high));
        let event = self.events.len();
        self.visits += 1;
        let asked = self.asked.take();
        let above = self.way.last().map_or((alpha, beta), |above| (above.alpha, above.beta));
        if let Some(node) = node {
            self.events.push(Event::Visit { node, alpha, beta, asked, above, end: None });
        }
        let worst = if is_max { Score::MIN } else { Score::MAX };
        self.way.push(Frame {
            node,
            event,
            level,
            is_max,
            alpha,
            beta,
            range: (worst, worst),
            own: None,
            best: None,
            leaf: None,
            begun: self.visits,
            before: None,
        });
    }

    /// A node for plies after another; the one there was, if there was one.
    fn child(&mut self, parent: usize, from: &G, plies: Vec<G::Ply>, turn: Side) -> usize {
        let known = (parent + 1..self.nodes.len())
            .find(|at| self.nodes[*at].parent == Some(parent) && self.nodes[*at].plies == plies);
        if let Some(known) = known {
            return known;
        }
        let mut at = from.clone();
        let mut words = Vec::new();
        for ply in &plies {
            words.push(at.write_ply(ply));
            at.play_unchecked(ply);
        }
        let button = plies.first().filter(|_| plies.len() == 1).and_then(|ply| pressed(from, ply));
        let words = button.unwrap_or_else(|| Text::verbatim(words.join(" ")));
        let side = Some(from.side());
        let level = self.nodes[parent].level + 1;
        self.nodes.push(Node { parent: Some(parent), plies, words, side, turn, level, more: 0 });
        self.nodes.len() - 1
    }

    /// Tells one level less for as long as there is too much to tell.
    fn shorten(&mut self) {
        while self.events.len() + 1 > self.most {
            let deepest = self.nodes.iter().map(|node| node.level).max().unwrap_or(0);
            let levels = deepest.min(self.levels) - usize::from(deepest > 0);
            if levels < 1 {
                return;
            }
            self.levels = levels;
            // Nothing is told of what follows a node of the last level but its value.
            let told = |node: usize, nodes: &[Node<G::Ply>]| nodes[node].level <= levels;
            let mut ends: Vec<Option<End>> = Vec::new();
            ends.resize(self.nodes.len(), None);
            let mut number = 0;
            let mut places: Vec<usize> = Vec::with_capacity(self.events.len());
            let nodes = &self.nodes;
            // What a visit that is told no further came to is what was handed up after it.
            for event in self.events.iter_mut().rev() {
                match event {
                    Event::Up { child, worth, .. } => {
                        ends[*child] = Some(End { leaf: None, worth: *worth, below: 0 });
                    }
                    Event::Visit { node, end, .. } if nodes[*node].level == levels => {
                        *end = end.or(ends[*node].take());
                    }
                    _ => {}
                }
            }
            let mut below: Vec<u64> = vec![0; nodes.len()];
            let mut above: Option<usize> = None;
            let mut kept: Vec<Event> = Vec::with_capacity(self.events.len());
            for event in std::mem::take(&mut self.events) {
                places.push(number);
                let node = event.node();
                let inside = match &event {
                    Event::Visit { .. } => told(node, nodes),
                    _ => nodes[node].level < levels,
                };
                if inside {
                    if let (Event::Visit { .. }, true) = (&event, nodes[node].level == levels) {
                        above = Some(number);
                    }
                    number += 1;
                    kept.push(event);
                } else if let (Event::Visit { end, .. }, Some(above)) = (&event, above) {
                    below.resize(below.len().max(above + 1), 0);
                    below[above] += 1 + end.map_or(0, |end| end.below);
                }
            }
            for (event, below) in kept.iter_mut().zip(below) {
                if let Event::Visit { end: Some(end), .. } = event {
                    end.below += below;
                }
            }
            self.events = kept;
            // Nodes of levels that are no longer told lose their numbers.
            let mut numbers: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
            let mut nodes: Vec<Node<G::Ply>> = Vec::new();
            for mut node in std::mem::take(&mut self.nodes) {
                let stays = node.level <= levels;
                numbers.push(stays.then_some(nodes.len()));
                if stays {
                    node.parent = node.parent.and_then(|parent| numbers[parent]);
                    if node.level == levels {
                        node.more = 0;
                    }
                    nodes.push(node);
                }
            }
            self.nodes = nodes;
            let moved = |node: &mut usize| *node = numbers[*node].unwrap_or(0);
            for event in &mut self.events {
                match event {
                    Event::Visit { node, .. } => moved(node),
                    Event::Up { node, child, .. } => {
                        moved(node);
                        moved(child);
                    }
                    Event::Cut { node, by, cut, .. } => {
                        moved(node);
                        moved(by);
                        cut.iter_mut().for_each(moved);
                    }
                }
            }
            for frame in &mut self.way {
                frame.node = frame.node.and_then(|node| numbers[node]);
                frame.best = frame.best.and_then(|best| numbers[best]);
                if let Some(before) = &mut frame.before {
                    before.best = before.best.and_then(|best| numbers[best]);
                }
                frame.event = places.get(frame.event).copied().unwrap_or(number);
            }
        }
    }
}

impl<G: Game> Teller<G> for Tale<G> {
    fn enter(&mut self, from: &G, to: &G, plies: impl FnOnce() -> Vec<G::Ply>, bounds: Bounds) {
        let Some(above) = self.way.last() else { return };
        let level = above.level + 1;
        let parent = above.node.filter(|_| level <= self.levels);
        // Whose turn it would be is of no meaning once the game is over.
        let turn = to.side();
        let node = parent.map(|parent| self.child(parent, from, plies(), turn));
        self.arrive(node, level, turn, bounds);
        self.shorten();
    }

    fn leaf(&mut self, score: Score, leaf: Leaf) {
        let Some(frame) = self.way.last() else { return };
        let score = self.seen(score, frame.level, frame.is_max);
        let bound = match leaf {
            Leaf::Known(Bound::Least) if frame.is_max => Bound::Least,
            Leaf::Known(Bound::Most) if !frame.is_max => Bound::Least,
            Leaf::Known(Bound::Least | Bound::Most) => Bound::Most,
            _ => Bound::Exact,
        };
        if let Some(frame) = self.way.last_mut() {
            frame.leaf = Some(leaf);
            frame.range = Worth { score, bound }.range();
        }
    }

    fn cut(&mut self, position: &G, rest: impl Iterator<Item = Vec<G::Ply>>) {
        let mut rest = rest.peekable();
        if rest.peek().is_none() {
            return;
        }
        let Some(frame) = self.way.last_mut() else { return };
        let open = if frame.is_max { &mut frame.range.1 } else { &mut frame.range.0 };
        *open = if frame.is_max { Score::MAX } else { Score::MIN };
        let told = (frame.node, frame.best, frame.own);
        let (alpha, beta, is_max) = (frame.alpha, frame.beta, frame.is_max);
        let (Some(node), Some(by), Some(own)) = told else {
            self.cuts += rest.count();
            return;
        };
        if self.nodes[node].level >= self.levels {
            self.cuts += rest.count();
            return;
        }
        let bound = if is_max { Bound::Least } else { Bound::Most };
        let own = Worth { bound, ..own };
        let mut cut = Vec::new();
        for plies in rest.by_ref().take(CUT_SHOWN) {
            let mut next = position.clone();
            plies.iter().for_each(|ply| next.play_unchecked(ply));
            cut.push(self.child(node, position, plies, next.side()));
        }
        let more = rest.count();
        self.nodes[node].more = more;
        let count = cut.len() + more;
        self.cuts += count;
        self.events.push(Event::Cut { node, by, own, alpha, beta, cut, count });
        self.shorten();
    }

    fn ask(&mut self, how: Asked) {
        self.asked = Some(how);
        // What was only a first answer is forgotten for the second one.
        if let (Asked::Again, Some(frame)) = (how, self.way.last_mut())
            && let Some(Known { range, own, best, alpha, beta }) = frame.before.take()
        {
            *frame = Frame { range, own, best, alpha, beta, ..*frame };
        }
    }

    fn leave(&mut self, score: Score) {
        let Some(left) = self.way.pop() else { return };
        let score = self.seen(score, left.level, left.is_max);
        let worth = Worth::of(score, left.range);
        let below = self.visits - left.begun;
        let last = left.node.is_some_and(|node| self.nodes[node].level >= self.levels);
        if (left.leaf.is_some() || last)
            && left.node.is_some()
            && let Some(Event::Visit { end, .. }) = self.events.get_mut(left.event)
        {
            *end = Some(End { leaf: left.leaf, worth, below });
        }
        let slack = if self.way.len() == 1 { self.slack } else { 0 };
        let prunes = self.prunes;
        let Some(frame) = self.way.last_mut() else { return };
        let held = frame.own;
        let Frame { range, own, best, alpha, beta, .. } = *frame;
        frame.before = Some(Known { range, own, best, alpha, beta });
        let (low, high) = worth.range();
        frame.range = if frame.is_max {
            (frame.range.0.max(low), frame.range.1.max(high))
        } else {
            (frame.range.0.min(low), frame.range.1.min(high))
        };
        let better = held
            .is_none_or(|held| if frame.is_max { score > held.score } else { score < held.score });
        if better {
            frame.own = Some(worth);
            if left.node.is_some() {
                frame.best = left.node;
            }
        }
        let own = frame.own.unwrap_or(worth).score;
        if prunes && frame.is_max {
            frame.alpha = frame.alpha.max(own - slack);
        } else if prunes {
            frame.beta = frame.beta.min(own);
        }
        let own = Worth::of(own, frame.range);
        frame.own = Some(own);
        let (alpha, beta) = (frame.alpha, frame.beta);
        if let (Some(node), Some(child)) = (frame.node, left.node) {
            self.events.push(Event::Up { node, child, worth, own, held, alpha, beta });
            self.shorten();
        }
    }
}

mod telling;
#[cfg(test)]
mod tests;

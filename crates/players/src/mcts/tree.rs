//! The tree of a Monte Carlo search: how it grows, what it proves, and what of it is kept.

use ludoteca_games::{Game, Side, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{Clock, evaluations::Evaluation};

/// Nodes a tree may have; beyond that it no longer grows, only counts.
const MOST_NODES: usize = 8_000_000;
/// Positions looked at to find the one actually reached in the old tree.
const LOOK_FOR: usize = 20_000;
/// What it costs to look at one of them, for the clock.
const LOOKED_AT: u64 = 1 << 10;

pub(super) struct Tree<G: Game, E> {
    evaluation: E,
    position: Option<G>,
    nodes: Vec<Node<G::Ply>>,
    explore: f64,
    rng: Xoshiro256PlusPlus,
    playouts: u64,
    path: Vec<u32>,
    /// How likely the ply of each node seemed to be the best before it was tried. Empty where
    /// nobody says such things, as trees are large.
    priors: Vec<f32>,
    /// The priors of the plies of one position.
    said: Vec<f32>,
}

pub(super) struct Node<P> {
    /// The ply that leads here; none at the root.
    pub ply: Option<P>,
    /// Whose ply it is here.
    pub side: Side,
    children: u32,
    count: u32,
    pub visits: u32,
    /// Points of the first side: 1 a win, ½ a draw.
    points: f64,
    pub proof: Option<Proof>,
}

/// Sees how a tree grows. All that it is told has still to be done.
pub(super) trait Witness<G: Game, E> {
    /// From the last node of a path it goes on to a child. If `unproved`, after a visit to the best
    /// one, of which everything is known.
    fn chooses(&mut self, _: &Tree<G, E>, _path: &[u32], _child: u32, _unproved: bool) {}
    /// The position at the end of a path is evaluated, with these chances.
    fn evaluates(&mut self, _: &Tree<G, E>, _path: &[u32], _: &G, _: &Xoshiro256PlusPlus) {}
    /// The last node of a path has a proof, and others may have one by it.
    fn proves(&mut self, _: &Tree<G, E>, _path: &[u32]) {}
    /// Nodes learn a result.
    fn learns(&mut self, _: &Tree<G, E>, _nodes: &[u32], _points: f64) {}
}

/// Nobody.
impl<G: Game, E> Witness<G, E> for () {}

/// A proved result, and how far away the end is at most (for a win) or at least (for a loss).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Proof {
    pub winner: Option<Side>,
    pub plies: u32,
}

/// What became of a ply, seen by the side that plays it.
#[derive(Clone, Debug)]
pub(super) struct Tried<P> {
    pub ply: P,
    pub visits: u64,
    /// Points in all those visits.
    pub points: f64,
    pub proof: Option<Proof>,
}

impl<G: Game, E: Evaluation<G>> Tree<G, E> {
    pub fn new(evaluation: E, explore: f64, seed: u64) -> Tree<G, E> {
        Tree {
            evaluation,
            position: None,
            nodes: Vec::new(),
            explore,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            playouts: 0,
            path: Vec::new(),
            priors: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Positions evaluated since the last [`Tree::move_to`].
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    pub fn proof(&self) -> Option<Proof> {
        self.nodes.first().and_then(|root| root.proof)
    }

    /// Makes `position` the root, and keeps what is known of it.
    pub fn move_to(&mut self, position: &G, clock: &mut Clock) {
        self.playouts = 0;
        match self.find(position, clock) {
            Some(0) => {}
            Some(node) => self.keep_below(node),
            None => {
                self.nodes = vec![Node::new(None, position)];
                self.priors.clear();
            }
        }
        self.position = Some(position.clone());
    }

    /// The node of a position, looked for breadth first. Of a position that came about in another
    /// way it may know what is not true here.
    fn find(&self, position: &G, clock: &mut Clock) -> Option<u32> {
        let key = position.future_key();
        let mut queue = vec![(0u32, self.position.clone()?)];
        let mut at = 0;
        while at < queue.len() && !clock.work(LOOKED_AT) {
            let (index, here) = &queue[at];
            if here.future_key() == key && here == position {
                return Some(*index);
            }
            let (node, here) = (&self.nodes[*index as usize], here.clone());
            for child in node.children..node.children + node.count {
                if queue.len() < LOOK_FOR && self.nodes[child as usize].visits > 0 {
                    let mut next = here.clone();
                    next.play_unchecked(
                        self.nodes[child as usize].ply.as_ref().expect("not the root"),
                    );
                    queue.push((child, next));
                }
            }
            at += 1;
        }
        None
    }

    /// Drops all nodes but `root` and what is below it.
    fn keep_below(&mut self, root: u32) {
        let mut old: Vec<Option<Node<G::Ply>>> =
            std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        let mut take = |index: u32| old[index as usize].take().expect("a node has one parent");
        let mut kept = vec![take(root)];
        kept[0].ply = None;
        let old_priors = std::mem::take(&mut self.priors);
        let prior = |index: u32| old_priors.get(index as usize).copied().unwrap_or(0.0);
        let mut at = 0;
        while at < kept.len() {
            let (children, count) = (kept[at].children, kept[at].count);
            kept[at].children = kept.len() as u32;
            if !old_priors.is_empty() {
                self.priors.resize(kept.len(), 0.0);
                self.priors.extend((children..children + count).map(prior));
            }
            kept.extend((children..children + count).map(&mut take));
            at += 1;
        }
        self.nodes = kept;
    }

    /// One more position that is evaluated, and what it teaches.
    ///
    /// Where a side would choose a ply that is proved to draw, a draw is what the path so far
    /// learns; but nothing is spent on what is known: it goes on below the best ply that is not
    /// proved, and only what is below learns from that.
    pub fn grow(&mut self, witness: &mut impl Witness<G, E>) {
        let mut position = self.position.clone().expect("a tree grows after `move_to`");
        let mut path = std::mem::take(&mut self.path);
        path.clear();
        path.push(0);
        let mut taught = 0;
        let points = loop {
            let index = *path.last().expect("the root is on the path") as usize;
            if let Some(proof) = self.nodes[index].proof {
                witness.proves(self, &path);
                break proof.points();
            }
            if self.nodes[index].count == 0 {
                let worth_it = self.nodes[index].visits > 0 || path.len() == 1;
                if !worth_it || !self.expand(index, &position) {
                    witness.evaluates(self, &path, &position, &self.rng);
                    break self.evaluation.expect(&position, &mut self.rng);
                }
                self.prove(&path);
                continue;
            }
            let mut child = self.select(index, false);
            witness.chooses(self, &path, child, false);
            if let Some(proof) = self.nodes[child as usize].proof {
                path.push(child);
                witness.learns(self, &path[taught..], proof.points());
                self.teach(&path[taught..], proof.points());
                path.pop();
                taught = path.len();
                child = self.select(index, true);
                witness.chooses(self, &path, child, true);
            }
            position.play_unchecked(self.nodes[child as usize].ply.as_ref().expect("not the root"));
            path.push(child);
        };
        witness.learns(self, &path[taught..], points);
        self.teach(&path[taught..], points);
        self.path = path;
        self.playouts += 1;
    }

    /// Counts a result at nodes.
    fn teach(&mut self, nodes: &[u32], points: f64) {
        for index in nodes {
            let node = &mut self.nodes[*index as usize];
            node.visits += 1;
            node.points += points;
        }
    }

    /// Gives a node its children; false if there is no room.
    fn expand(&mut self, index: usize, position: &G) -> bool {
        let plies = position.legal_plies();
        if self.nodes.len() + plies.len() > MOST_NODES {
            return false;
        }
        let children = self.nodes.len() as u32;
        if self.evaluation.priors(position, &plies, &mut self.said) {
            self.priors.resize(self.nodes.len(), 0.0);
            self.priors.append(&mut self.said);
        }
        for ply in plies {
            let mut next = position.clone();
            next.play_unchecked(&ply);
            self.nodes.push(Node::new(Some(ply), &next));
        }
        self.nodes[index].count = self.nodes.len() as u32 - children;
        self.nodes[index].children = children;
        true
    }

    /// Proves what follows, from the end of a path to its beginning.
    fn prove(&mut self, path: &[u32]) {
        for index in path.iter().rev() {
            let node = &self.nodes[*index as usize];
            let children = node.children as usize..(node.children + node.count) as usize;
            let proofs = self.nodes[children].iter().map(|child| child.proof);
            match follows(node.side, proofs) {
                Some(proof) => self.nodes[*index as usize].proof = Some(proof),
                None => break,
            }
        }
    }

    /// The child to visit next: the most promising for the side to move, or one not tried yet. If
    /// `unproved`, one that is not proved; there is one as long as the node itself is not.
    fn select(&mut self, index: usize, unproved: bool) -> u32 {
        let offset = below(&mut self.rng, self.nodes[index].count);
        let node = &self.nodes[index];
        let log = node.log();
        let mut best = node.children;
        let mut best_worth = f64::NEG_INFINITY;
        for turn in 0..node.count {
            let child = node.children + (turn + offset) % node.count;
            let worth = self.worth(node, child, log, unproved);
            if worth > best_worth {
                (best, best_worth) = (child, worth);
            }
        }
        best
    }

    /// What decides which child is visited. `log` is the logarithm of the visits to the parent.
    fn worth(&self, parent: &Node<G::Ply>, child: u32, log: f64, unproved: bool) -> f64 {
        let tried = &self.nodes[child as usize];
        match tried.proof {
            Some(_) if unproved => -2.0,
            Some(Proof { winner: Some(winner), .. }) if winner != parent.side => -1.0,
            Some(_) => tried.mean(parent.side),
            None => {
                let (mean, bonus) = self.promise(parent, child, log);
                mean + bonus
            }
        }
    }

    /// What a child that is not proved promises to the side that moves to it: the mean result, and
    /// what there is for it being little known (UCT; where something was thought of plies
    /// beforehand PUCT, Rosin 2011).
    fn promise(&self, parent: &Node<G::Ply>, child: u32, log: f64) -> (f64, f64) {
        let tried = &self.nodes[child as usize];
        if let Some(prior) = self.prior(child) {
            // What was never tried is taken to be what its parent is.
            let known = if tried.visits == 0 { parent } else { tried };
            let doubt = f64::from(parent.visits).sqrt() / f64::from(1 + tried.visits);
            return (known.mean(parent.side), self.explore * prior * doubt);
        }
        if tried.visits == 0 {
            return (0.0, f64::INFINITY);
        }
        (tried.mean(parent.side), self.explore * (log / f64::from(tried.visits)).sqrt())
    }

    /// Of which two parts the worth of a child is made that is not proved: its mean result, and
    /// what there is for it being little known.
    pub fn promised(&self, parent: u32, child: u32) -> (f64, f64) {
        let parent = &self.nodes[parent as usize];
        self.promise(parent, child, parent.log())
    }

    /// The worth that decides which child is visited.
    pub fn worth_of(&self, parent: u32, child: u32, unproved: bool) -> f64 {
        let parent = &self.nodes[parent as usize];
        self.worth(parent, child, parent.log(), unproved)
    }

    /// How likely the ply of a node seemed to be the best before it was tried, where somebody says
    /// such things.
    pub fn prior(&self, node: u32) -> Option<f64> {
        let prior = || self.priors.get(node as usize).copied().unwrap_or(0.0);
        (!self.priors.is_empty()).then(|| f64::from(prior()))
    }

    /// How much it tries what it knows little of.
    pub fn explores(&self) -> f64 {
        self.explore
    }

    /// The position at the root, if there is one.
    pub fn root(&self) -> Option<&G> {
        self.position.as_ref()
    }

    /// The node of a number; 0 is the root.
    pub fn node(&self, node: u32) -> &Node<G::Ply> {
        &self.nodes[node as usize]
    }

    /// The children of a node.
    pub fn children(&self, node: u32) -> std::ops::Range<u32> {
        let node = &self.nodes[node as usize];
        node.children..node.children + node.count
    }

    /// What judges positions.
    pub fn evaluation(&self) -> &E {
        &self.evaluation
    }

    /// The children most visited one after the other, from the root, if a path has been visited
    /// once more.
    pub fn favourites(&self, path: &[u32]) -> Vec<u32> {
        let visits = |node: u32| self.node(node).visits + u32::from(path.contains(&node));
        let after = |node: &u32| {
            let best = self.children(*node).rev().max_by_key(|child| visits(*child))?;
            (visits(best) > 0).then_some(best)
        };
        std::iter::successors(after(&0), after).collect()
    }

    /// What became of the plies at the root.
    pub fn tried(&self) -> Vec<Tried<G::Ply>> {
        self.tried_at(0)
    }

    fn tried_at(&self, index: u32) -> Vec<Tried<G::Ply>> {
        let Some(node) = self.nodes.get(index as usize) else { return Vec::new() };
        (node.children..node.children + node.count)
            .map(|child| {
                let child = &self.nodes[child as usize];
                let visits = f64::from(child.visits);
                let points = match node.side {
                    Side::First => child.points,
                    Side::Second => visits - child.points,
                };
                Tried {
                    ply: child.ply.clone().expect("not the root"),
                    visits: child.visits.into(),
                    points,
                    proof: child.proof,
                }
            })
            .collect()
    }

    /// What became of the plies after a ply at the root.
    pub fn replies(&self, ply: &G::Ply) -> Vec<Tried<G::Ply>> {
        self.child(0, ply).map_or_else(Vec::new, |child| self.tried_at(child))
    }

    /// How often a ply at the root was tried.
    pub fn visits(&self, ply: &G::Ply) -> u32 {
        self.child(0, ply).map_or(0, |child| self.nodes[child as usize].visits)
    }

    fn child(&self, index: u32, ply: &G::Ply) -> Option<u32> {
        let node = self.nodes.get(index as usize)?;
        (node.children..node.children + node.count)
            .find(|child| self.nodes[*child as usize].ply.as_ref() == Some(ply))
    }

    /// The line that begins with a ply at the root and goes on with what `rank` puts first.
    pub fn line(&self, first: &G::Ply, rank: impl Fn(Side, &mut [Tried<G::Ply>])) -> Vec<G::Ply> {
        let mut line = vec![first.clone()];
        let mut at = self.child(0, first);
        while let Some(index) = at {
            let mut tried = self.tried_at(index);
            rank(self.nodes[index as usize].side, &mut tried);
            let Some(best) = tried.first().filter(|best| best.visits > 4 || best.proof.is_some())
            else {
                break;
            };
            line.push(best.ply.clone());
            at = self.child(index, &best.ply);
        }
        line
    }
}

/// What the proofs of its children prove of a position where `side` moves.
pub(super) fn follows(side: Side, children: impl Iterator<Item = Option<Proof>>) -> Option<Proof> {
    let mut win: Option<Proof> = None;
    let mut rest: Option<Proof> = None;
    let mut all = true;
    for proof in children {
        match proof {
            None => all = false,
            Some(proof) if proof.winner == Some(side) => {
                if win.is_none_or(|best| proof.plies < best.plies) {
                    win = Some(proof);
                }
            }
            Some(proof) => {
                // A draw before any loss, a late loss before an early one.
                let rank = |proof: &Proof| (proof.winner.is_none(), proof.plies);
                if rest.is_none_or(|best| rank(&proof) > rank(&best)) {
                    rest = Some(proof);
                }
            }
        }
    }
    let proof = win.or(if all { rest } else { None })?;
    Some(Proof { plies: proof.plies + 1, ..proof })
}

impl Proof {
    /// What it counts for the first side.
    pub fn points(&self) -> f64 {
        match self.winner {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        }
    }
}

impl<P> Node<P> {
    fn new<G: Game<Ply = P>>(ply: Option<P>, position: &G) -> Node<P> {
        let proof = position.outcome().map(|outcome| Proof { winner: outcome.winner, plies: 0 });
        Node { ply, side: position.side(), children: 0, count: 0, visits: 0, points: 0.0, proof }
    }

    /// The logarithm of its visits.
    fn log(&self) -> f64 {
        f64::from(self.visits.max(1)).ln()
    }

    /// The points of a side.
    pub fn points(&self, side: Side) -> f64 {
        if side == Side::First { self.points } else { f64::from(self.visits) - self.points }
    }

    /// The mean result for a side; a proof is as good as it says.
    pub fn mean(&self, side: Side) -> f64 {
        if let Some(proof) = self.proof {
            return match proof.winner {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == side)),
            };
        }
        let first = self.points / f64::from(self.visits.max(1));
        if side == Side::First { first } else { 1.0 - first }
    }
}

//! The positions that `neural` has looked at, as a graph: positions reached in several ways are one.
//!
//! The search is PUCT (D. Silver and others, "Mastering the game of Go without human knowledge",
//! 2017) on a graph: a position's value is the mean of what the net says of it and of its moves'
//! values, weighted by how often each move was tried (as KataGo does it), and so it does not matter
//! by which way it was reached. Wins and losses that are proved count as such: a move that loses is
//! not tried again, nor does it weigh in the mean.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, HexPly},
};
use rustc_hash::FxHashMap;

use super::sight::{Sight, chances};

/// How much less than its position an untried move seems worth, for all the chance that is tried.
const DOUBT: f32 = 0.2;
/// The most room for positions, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// No node.
const NONE: u32 = u32::MAX;

/// A move at a position.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub cell: Cell,
    /// Its chance to be the best, as the net sees it.
    pub prior: f32,
    /// How often it was tried from here.
    pub visits: u32,
    node: u32,
}

/// A position.
struct Node {
    key: u64,
    /// What the net expects for the side to move.
    seen: f32,
    /// The same after all that was tried.
    mean: f32,
    /// How often it was reached and gone on from, with the first time.
    visits: u32,
    /// Whether the side to move wins, where that is proved.
    wins: Option<bool>,
    /// Whether its connections were worked out.
    examined: bool,
    edges: Vec<Edge>,
}

/// What a proof says of a position.
pub enum Finding {
    /// The side to move wins.
    Wins,
    /// It loses.
    Loses,
    /// All other moves lose, or are no better than one of these.
    Open(Vec<Cell>),
}

/// Positions and what is known of them.
#[derive(Default)]
pub struct Graph {
    nodes: Vec<Node>,
    places: FxHashMap<u64, u32>,
    /// Nodes and places of edges from the root down.
    path: Vec<(u32, usize)>,
    edges: usize,
}

/// A move of the root as it is told.
#[derive(Clone, Copy, Debug)]
pub struct Tried {
    pub cell: Cell,
    pub prior: f32,
    pub visits: u32,
    /// The result it leads to for the side that plays it, from -1 to 1.
    pub value: f32,
    /// Whether that side then wins, where that is proved.
    pub wins: Option<bool>,
}

impl Graph {
    /// Makes a position the root and keeps what can be reached from it.
    pub fn move_to(&mut self, position: &Hex, sight: &mut Sight) {
        match self.places.get(&key(position)) {
            Some(0) => {}
            Some(root) => self.keep_below(*root),
            None => {
                *self = Graph::default();
                self.add(position, sight);
            }
        }
        // A proof by connections says who wins, and not with which move: of the root more is wanted.
        self.nodes[0].wins = None;
        self.count(0);
    }

    /// Whether there is room for more.
    pub fn has_room(&self) -> bool {
        let bytes = self.edges * size_of::<Edge>() + self.nodes.len() * size_of::<Node>();
        bytes < MOST_BYTES
    }

    /// Whether the side to move at the root wins, where that is proved.
    pub fn wins(&self) -> Option<bool> {
        self.nodes.first().and_then(|root| root.wins)
    }

    /// What the net alone expects at the root, and what comes out after all that was tried.
    pub fn value(&self) -> (f32, f32) {
        self.nodes.first().map_or((0.0, 0.0), |root| (root.seen, root.mean))
    }

    /// Says what is proved of the root.
    pub fn tell_root(&mut self, finding: &Finding) {
        self.tell(0, finding);
    }

    /// Tries one more line. `examine` is asked about a position when it was reached `after` times.
    pub fn grow(
        &mut self,
        position: &Hex,
        sight: &mut Sight,
        explore: f32,
        after: u32,
        examine: &mut dyn FnMut(&Hex) -> Option<Finding>,
    ) {
        let mut position = *position;
        let mut at = 0;
        self.path.clear();
        loop {
            let node = &mut self.nodes[at as usize];
            if node.wins.is_some() {
                break;
            }
            if node.visits >= after && !node.examined {
                node.examined = true;
                if let Some(finding) = examine(&position) {
                    self.tell(at, &finding);
                    continue;
                }
            }
            let Some(place) = self.choose(at, explore) else { break };
            self.path.push((at, place));
            let edge = self.nodes[at as usize].edges[place];
            position.play_unchecked(&HexPly::Stone(edge.cell));
            if edge.node != NONE {
                at = edge.node;
                continue;
            }
            let known = self.places.get(&key(&position)).copied();
            let next = known.unwrap_or_else(|| self.add(&position, sight));
            self.nodes[at as usize].edges[place].node = next;
            break;
        }
        while let Some((at, place)) = self.path.pop() {
            self.nodes[at as usize].edges[place].visits += 1;
            self.count(at);
        }
    }

    /// The moves of the root, best first.
    pub fn tried(&self) -> Vec<Tried> {
        let mut tried = self.nodes.first().map_or_else(Vec::new, |root| self.tried_at(root));
        rank(&mut tried);
        tried
    }

    /// The replies to a move of the root, best first.
    pub fn replies(&self, cell: Cell) -> Vec<Tried> {
        let next = self.nodes.first().and_then(|root| self.after(root, cell));
        let mut tried = next.map_or_else(Vec::new, |node| self.tried_at(node));
        rank(&mut tried);
        tried
    }

    /// What is expected after a move of the root.
    pub fn line(&self, cell: Cell) -> Vec<Cell> {
        let mut line = vec![cell];
        let mut at = self.nodes.first().and_then(|root| self.after(root, cell));
        while let Some(node) = at {
            let mut tried = self.tried_at(node);
            rank(&mut tried);
            let Some(best) = tried.first().filter(|best| best.visits > 0) else { break };
            line.push(best.cell);
            at = self.after(node, best.cell);
        }
        line
    }

    fn after(&self, node: &Node, cell: Cell) -> Option<&Node> {
        let edge = node.edges.iter().find(|edge| edge.cell == cell)?;
        self.nodes.get(edge.node as usize)
    }

    fn tried_at(&self, node: &Node) -> Vec<Tried> {
        let tried = node.edges.iter().map(|edge| {
            let next = self.nodes.get(edge.node as usize);
            Tried {
                cell: edge.cell,
                prior: edge.prior,
                visits: edge.visits,
                value: next.map_or(node.mean, |next| -next.mean),
                wins: next.and_then(|next| next.wins).map(|wins| !wins),
            }
        });
        tried.collect()
    }

    /// The move to try next, none if none is left.
    fn choose(&self, at: u32, explore: f32) -> Option<usize> {
        let node = &self.nodes[at as usize];
        let seen = |edge: &&Edge| edge.visits > 0;
        let tried: f32 = node.edges.iter().filter(seen).map(|edge| edge.prior).sum();
        let untried = node.mean - DOUBT * tried.sqrt();
        let reach = explore * (node.visits as f32).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        for (place, edge) in node.edges.iter().enumerate() {
            let value = match self.nodes.get(edge.node as usize) {
                Some(next) if next.wins == Some(true) => continue,
                Some(next) => -next.mean,
                None => untried,
            };
            let promise = value + reach * edge.prior / (1 + edge.visits) as f32;
            if promise > most {
                (best, most) = (Some(place), promise);
            }
        }
        best
    }

    /// Works out anew what a position is worth, from its moves.
    fn count(&mut self, at: u32) {
        let node = &self.nodes[at as usize];
        let (mut sum, mut weight, mut visits, mut open) = (node.seen, 1.0, 1, false);
        let mut wins = node.wins;
        for edge in &node.edges {
            let next = self.nodes.get(edge.node as usize);
            visits += edge.visits;
            match next.map(|next| (next.wins, next.mean)) {
                Some((Some(true), _)) => {}
                Some((Some(false), _)) => {
                    wins = Some(true);
                    open = true;
                }
                Some((None, mean)) => {
                    sum -= edge.visits as f32 * mean;
                    weight += edge.visits as f32;
                    open = true;
                }
                None => open = true,
            }
        }
        if !open {
            wins = wins.or(Some(false));
        }
        let mean = match wins {
            Some(true) => 1.0,
            Some(false) => -1.0,
            None => sum / weight,
        };
        let node = &mut self.nodes[at as usize];
        (node.mean, node.visits, node.wins) = (mean, visits, wins);
    }

    fn tell(&mut self, at: u32, finding: &Finding) {
        let node = &mut self.nodes[at as usize];
        match finding {
            Finding::Wins => node.wins = Some(true),
            Finding::Loses => node.wins = Some(false),
            // Nothing is left only where something was overlooked.
            Finding::Open(cells) if node.edges.iter().all(|each| !cells.contains(&each.cell)) => {}
            Finding::Open(cells) => {
                let before = node.edges.len();
                node.edges.retain(|edge| cells.contains(&edge.cell));
                self.edges -= before - node.edges.len();
                let sum: f32 = node.edges.iter().map(|edge| edge.prior).sum();
                if sum > 0.0 {
                    node.edges.iter_mut().for_each(|edge| edge.prior /= sum);
                }
            }
        }
        self.count(at);
    }

    /// Adds a position.
    fn add(&mut self, position: &Hex, sight: &mut Sight) -> u32 {
        let key = key(position);
        let mut node = Node {
            key,
            seen: -1.0,
            mean: -1.0,
            visits: 1,
            wins: None,
            examined: false,
            edges: Vec::new(),
        };
        if position.winner().is_some() {
            // Whoever is to move has lost.
            node.wins = Some(false);
        } else {
            let view = sight.see(position);
            let free = position.cells().filter(|cell| position.stone(*cell).is_none());
            let cells: Vec<Cell> = free.collect();
            let logarithms: Vec<f32> = cells.iter().map(|cell| view.cell(*cell)).collect();
            let priors = chances(&logarithms, 1.0);
            let edges = cells.into_iter().zip(priors);
            node.edges =
                edges.map(|(cell, prior)| Edge { cell, prior, visits: 0, node: NONE }).collect();
            node.seen = view.value();
            node.mean = node.seen;
        }
        self.edges += node.edges.len();
        let at = self.nodes.len() as u32;
        self.nodes.push(node);
        self.places.insert(key, at);
        at
    }

    /// Makes a node the root, and forgets what cannot be reached from it.
    fn keep_below(&mut self, root: u32) {
        let mut new = vec![NONE; self.nodes.len()];
        let mut order = vec![root];
        new[root as usize] = 0;
        let mut next = 0;
        while let Some(at) = order.get(next) {
            next += 1;
            for edge in &self.nodes[*at as usize].edges {
                if edge.node != NONE && new[edge.node as usize] == NONE {
                    new[edge.node as usize] = order.len() as u32;
                    order.push(edge.node);
                }
            }
        }
        let mut old: Vec<Option<Node>> = self.nodes.drain(..).map(Some).collect();
        (self.places, self.edges) = (FxHashMap::default(), 0);
        for at in order {
            let Some(mut node) = old[at as usize].take() else { continue };
            for edge in &mut node.edges {
                if edge.node != NONE {
                    edge.node = new[edge.node as usize];
                }
            }
            self.edges += node.edges.len();
            self.places.insert(node.key, self.nodes.len() as u32);
            self.nodes.push(node);
        }
    }
}

/// Best first: proved wins, then by how often they were tried, then proved losses.
fn rank(tried: &mut [Tried]) {
    let class = |each: &Tried| match each.wins {
        Some(true) => 2,
        None => 1,
        Some(false) => 0,
    };
    tried.sort_by(|a, b| {
        let by_class = class(b).cmp(&class(a));
        by_class.then(b.visits.cmp(&a.visits)).then(b.prior.total_cmp(&a.prior))
    });
}

/// Positions of the same stones and the same side to move are one.
fn key(position: &Hex) -> u64 {
    position.key() ^ (position.colour() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

//! The positions that `neural` has looked at, as a graph: positions reached in several ways are one.
//!
//! The search is PUCT (D. Silver and others, "Mastering the game of Go without human knowledge",
//! 2017) on a graph: a position's value is the mean of what the net says of it and of its moves'
//! values, weighted by how often each move was tried (as KataGo does it), and so it does not matter
//! by which way it was reached. Results that are proved count as such: a move whose result is known is
//! not tried again, and one that loses does not weigh in the mean.

use ludoteca_games::{Game, Side, Verdict};
use rustc_hash::FxHashMap;

use super::found::chances;

/// How much less than its position an untried move seems worth, for all the chance that is tried.
const DOUBT: f32 = 0.2;
/// The most room for positions, in bytes.
const MOST_BYTES: usize = 256 << 20;

/// The longest line that is told.
const LONGEST_LINE: usize = 400;

/// No node.
const NONE: u32 = u32::MAX;

/// What somebody sees in a position whose game goes on.
pub struct Look<P> {
    /// The result it expects for the side to move, from -1 to 1.
    pub value: f32,
    /// The moves, and for each the logarithm of its chance to be the best, but for a constant.
    pub plies: Vec<(P, f32)>,
    /// The place of one that wins at once, where that was looked for.
    pub wins: Option<usize>,
}

/// Whoever looks at positions for the search.
pub trait Looks<G: Game> {
    /// Looks at a position whose game goes on.
    fn look(&mut self, position: &G) -> Look<G::Ply>;

    /// A number that is equal for positions that are one to the search.
    fn key(&self, position: &G) -> u64 {
        position.future_key()
    }

    /// Whether the side to move is known to win, without a look, in a position whose game goes on.
    fn wins(&self, _: &G) -> bool {
        false
    }
}

/// A move at a position.
#[derive(Clone, Debug)]
struct Edge<P> {
    ply: P,
    /// Its chance to be the best, as the net sees it.
    prior: f32,
    /// How often it was tried from here, or is being tried now.
    visits: u32,
    node: u32,
    /// Whether it is left out, as it loses or is no better than another.
    left_out: bool,
}

/// A position.
struct Node<P> {
    key: u64,
    /// Whose results these are: the side to move, or anybody where the game is over.
    side: Side,
    /// What the net expects.
    seen: f32,
    /// The same after all that was tried.
    mean: f32,
    /// How often it was reached and gone on from, with the first time.
    visits: u32,
    /// The result, where it is proved.
    known: Option<Verdict>,
    /// Whether somebody was asked for a proof.
    examined: bool,
    edges: Vec<Edge<P>>,
}

/// What a proof says of a position.
pub enum Finding<P> {
    /// The side to move wins.
    Wins,
    /// It loses.
    Loses,
    /// All other moves lose, or are no better than one of these.
    Open(Vec<P>),
}

/// Positions and what is known of them.
pub struct Graph<G: Game> {
    nodes: Vec<Node<G::Ply>>,
    places: FxHashMap<u64, u32>,
    edges: usize,
}

/// A new position that a line has led to. It is part of the graph when somebody has looked at it:
/// meanwhile the graph is free for others, who see that this line is being tried.
pub struct Leaf<G: Game> {
    pub position: G,
    path: Path,
}

/// Nodes and places of edges from the root down.
type Path = Vec<(u32, usize)>;

/// A move of the root as it is told.
#[derive(Clone, Debug)]
pub struct Tried<P> {
    pub ply: P,
    pub prior: f32,
    pub visits: u32,
    /// The result it leads to for the side that plays it, from -1 to 1.
    pub value: f32,
    /// The same, where it is proved.
    pub known: Option<Verdict>,
}

impl<G: Game> Default for Graph<G> {
    fn default() -> Graph<G> {
        Graph { nodes: Vec::new(), places: FxHashMap::default(), edges: 0 }
    }
}

impl<P> Node<P> {
    fn new(key: u64, side: Side, seen: f32) -> Node<P> {
        let (known, examined, edges) = (None, false, Vec::new());
        Node { key, side, seen, mean: seen, visits: 1, known, examined, edges }
    }

    /// What is expected here and what is known, for a side.
    fn of(&self, side: Side) -> (f32, Option<Verdict>) {
        match side == self.side {
            true => (self.mean, self.known),
            false => (-self.mean, self.known.map(Verdict::flipped)),
        }
    }
}

impl<G: Game> Graph<G> {
    /// Makes a position the root and keeps what can be reached from it.
    pub fn move_to(&mut self, position: &G, looks: &mut dyn Looks<G>) {
        let known = self.places.get(&looks.key(position)).copied();
        // Of what was known to be won without a look the moves are not there.
        match known.filter(|at| !self.nodes[*at as usize].edges.is_empty()) {
            Some(0) => {}
            Some(root) => self.keep_below(root),
            None => {
                *self = Graph::default();
                let key = looks.key(position);
                if self.add_end(position, key).is_none() {
                    let look = looks.look(position);
                    self.add(position, key, look, looks);
                }
            }
        }
        // A proof may say who wins, and not with which move: of the root more is wanted.
        self.nodes[0].known = None;
        self.count(0);
    }

    /// Mixes the chances that the net gives to the moves of the root with others.
    pub fn mix(&mut self, share: f32, others: &mut dyn FnMut(usize) -> Vec<f32>) {
        let Some(root) = self.nodes.first_mut() else { return };
        let others = others(root.edges.len());
        for (edge, other) in root.edges.iter_mut().zip(others) {
            edge.prior = (1.0 - share) * edge.prior + share * other;
        }
    }

    /// Whether there is room for more.
    pub fn has_room(&self) -> bool {
        let bytes =
            self.edges * size_of::<Edge<G::Ply>>() + self.nodes.len() * size_of::<Node<G::Ply>>();
        bytes < MOST_BYTES
    }

    /// The result for the side to move at the root, where it is proved.
    pub fn known(&self) -> Option<Verdict> {
        self.nodes.first().and_then(|root| root.known)
    }

    /// What the net alone expects at the root, and what comes out after all that was tried.
    pub fn value(&self) -> (f32, f32) {
        self.nodes.first().map_or((0.0, 0.0), |root| (root.seen, root.mean))
    }

    /// How many more times the move tried most was tried than any other that may still be played; where
    /// the same side moves again, the least of that along the moves of its turn. Nothing where a draw
    /// is known: whether that is played depends on what the others are worth.
    pub fn lead(&self) -> u32 {
        let Some(root) = self.nodes.first() else { return 0 };
        let mut least = u32::MAX;
        let mut at = Some(root);
        while let Some(node) = at.filter(|node| node.side == root.side && least > 0) {
            let (lead, best) = self.lead_at(node);
            least = least.min(lead);
            at = best.and_then(|best| self.nodes.get(best.node as usize));
            at = at.filter(|next| !next.edges.is_empty());
        }
        least
    }

    /// The same at one position, and the move tried most.
    fn lead_at<'a>(&'a self, node: &'a Node<G::Ply>) -> (u32, Option<&'a Edge<G::Ply>>) {
        let (mut most, mut second, mut best) = (0, 0, None);
        let open = || node.edges.iter().filter(|edge| !edge.left_out);
        for edge in open() {
            let next = self.nodes.get(edge.node as usize);
            match next.and_then(|next| next.of(node.side).1) {
                Some(Verdict::Loss) => continue,
                Some(Verdict::Draw) => return (0, None),
                _ => {}
            }
            match edge.visits {
                visits if visits > most => (most, second, best) = (visits, most, Some(edge)),
                visits => second = second.max(visits),
            }
        }
        (if open().count() == 1 { u32::MAX } else { most - second }, best)
    }

    /// Says what is proved of the root.
    pub fn tell_root(&mut self, finding: &Finding<G::Ply>) {
        self.tell(0, finding);
    }

    /// Goes down one more line, to what is to be looked at if it is new. `examine` is asked about a
    /// position when it was reached `after` times.
    pub fn descend(
        &mut self,
        position: &G,
        looks: &dyn Looks<G>,
        explore: f32,
        after: u32,
        examine: &mut dyn FnMut(&G) -> Option<Finding<G::Ply>>,
    ) -> Option<Leaf<G>> {
        let mut position = position.clone();
        let mut path = Path::new();
        let mut at = 0;
        loop {
            let node = &mut self.nodes[at as usize];
            if node.known.is_some() {
                break;
            }
            if node.visits >= after && !node.examined {
                node.examined = true;
                if let Some(finding) = examine(&position) {
                    self.tell(at, &finding);
                    continue;
                }
            }
            let Some(place) = self.choose(at, explore) else {
                // All its moves are known by now, perhaps by other ways that lead to them.
                self.count(at);
                break;
            };
            path.push((at, place));
            let edge = &mut self.nodes[at as usize].edges[place];
            edge.visits += 1;
            let next = edge.node;
            position.play_unchecked(&edge.ply);
            if next == NONE {
                let key = looks.key(&position);
                let known = self.places.get(&key).copied();
                let Some(next) = known.or_else(|| self.add_known(&position, key, looks)) else {
                    return Some(Leaf { position, path });
                };
                self.nodes[at as usize].edges[place].node = next;
                break;
            }
            // In a game that can come back to where it was nobody goes round for ever.
            if path.iter().any(|(before, _)| *before == next) {
                break;
            }
            at = next;
        }
        self.count_back(&path);
        None
    }

    /// Makes a leaf that was looked at part of the graph.
    pub fn settle(&mut self, leaf: Leaf<G>, look: Look<G::Ply>, looks: &dyn Looks<G>) {
        let Leaf { position, path } = leaf;
        let key = looks.key(&position);
        let known = self.places.get(&key).copied();
        let next = known.unwrap_or_else(|| self.add(&position, key, look, looks));
        if let Some((at, place)) = path.last() {
            self.nodes[*at as usize].edges[*place].node = next;
        }
        self.count_back(&path);
    }

    fn count_back(&mut self, path: &Path) {
        path.iter().rev().for_each(|(at, _)| self.count(*at));
    }

    /// The moves of the root, best first.
    pub fn tried(&self) -> Vec<Tried<G::Ply>> {
        let mut tried = self.nodes.first().map_or_else(Vec::new, |root| self.tried_at(root));
        rank(&mut tried);
        tried
    }

    /// The replies to a move of the root, best first.
    pub fn replies(&self, ply: &G::Ply) -> Vec<Tried<G::Ply>> {
        let next = self.nodes.first().and_then(|root| self.after(root, ply));
        let mut tried = next.map_or_else(Vec::new, |node| self.tried_at(node));
        rank(&mut tried);
        tried
    }

    /// What is expected after a move of the root.
    pub fn line(&self, ply: &G::Ply) -> Vec<G::Ply> {
        let mut line = vec![ply.clone()];
        let mut at = self.nodes.first().and_then(|root| self.after(root, ply));
        while let Some(node) = at.filter(|_| line.len() < LONGEST_LINE) {
            let mut tried = self.tried_at(node);
            rank(&mut tried);
            let Some(best) = tried.first().filter(|best| best.visits > 0) else { break };
            line.push(best.ply.clone());
            at = self.after(node, &best.ply);
        }
        line
    }

    fn after(&self, node: &Node<G::Ply>, ply: &G::Ply) -> Option<&Node<G::Ply>> {
        let edge = node.edges.iter().find(|edge| edge.ply == *ply)?;
        self.nodes.get(edge.node as usize)
    }

    fn tried_at(&self, node: &Node<G::Ply>) -> Vec<Tried<G::Ply>> {
        let tried = node.edges.iter().filter(|edge| !edge.left_out).map(|edge| {
            let next = self.nodes.get(edge.node as usize);
            let (value, known) = next.map_or((node.mean, None), |next| next.of(node.side));
            let Edge { ply, prior, visits, .. } = edge.clone();
            Tried { ply, prior, visits, value, known }
        });
        tried.collect()
    }

    /// The move to try next, none if none is left.
    fn choose(&self, at: u32, explore: f32) -> Option<usize> {
        let node = &self.nodes[at as usize];
        let seen = |edge: &&Edge<G::Ply>| edge.visits > 0 && !edge.left_out;
        let tried: f32 = node.edges.iter().filter(seen).map(|edge| edge.prior).sum();
        let untried = node.mean - DOUBT * tried.sqrt();
        let reach = explore * (node.visits as f32).sqrt();
        let mut best = None;
        let mut most = f32::NEG_INFINITY;
        let open = node.edges.iter().enumerate().filter(|(_, edge)| !edge.left_out);
        for (place, edge) in open {
            let value = match self.nodes.get(edge.node as usize).map(|next| next.of(node.side)) {
                // What is known need not be tried again.
                Some((_, Some(_))) => continue,
                Some((value, _)) => value,
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
        let (mut sum, mut weight, mut visits) = (node.seen, 1.0, 1);
        // Whether some move may still be better than what is known, and whether one is a draw.
        let (mut open, mut drawn) = (false, false);
        let mut known = node.known;
        for edge in node.edges.iter().filter(|edge| !edge.left_out) {
            visits += edge.visits;
            let next = self.nodes.get(edge.node as usize).map(|next| next.of(node.side));
            let Some((value, result)) = next else {
                open = true;
                continue;
            };
            match result {
                Some(Verdict::Loss) => continue,
                Some(Verdict::Draw) => drawn = true,
                Some(Verdict::Win) => (known, open) = (Some(Verdict::Win), true),
                None => open = true,
            }
            sum += edge.visits as f32 * value;
            weight += edge.visits as f32;
        }
        if !open {
            known = known.or(Some(if drawn { Verdict::Draw } else { Verdict::Loss }));
        }
        let node = &mut self.nodes[at as usize];
        (node.mean, node.visits, node.known) = (sum / weight, visits, known);
        if drawn {
            // Whoever has a draw is no worse off than that.
            node.mean = node.mean.max(0.0);
        }
        if let Some(known) = known {
            node.mean = certain(known);
        }
    }

    fn tell(&mut self, at: u32, finding: &Finding<G::Ply>) {
        let node = &mut self.nodes[at as usize];
        match finding {
            Finding::Wins => node.known = Some(Verdict::Win),
            Finding::Loses => node.known = Some(Verdict::Loss),
            // Nothing is left only where something was overlooked.
            Finding::Open(plies)
                if node.edges.iter().all(|each| each.left_out || !plies.contains(&each.ply)) => {}
            Finding::Open(plies) => {
                // They keep their places: somebody may be trying one of them.
                for edge in &mut node.edges {
                    edge.left_out |= !plies.contains(&edge.ply);
                }
                let open = || node.edges.iter().filter(|edge| !edge.left_out);
                let sum: f32 = open().map(|edge| edge.prior).sum();
                if sum > 0.0 {
                    node.edges.iter_mut().for_each(|edge| edge.prior /= sum);
                }
            }
        }
        self.count(at);
    }

    /// Adds a position in which the game is over; nothing if it goes on.
    fn add_end(&mut self, position: &G, key: u64) -> Option<u32> {
        let outcome = position.outcome()?;
        let result = match outcome.winner {
            None => Verdict::Draw,
            Some(Side::First) => Verdict::Win,
            Some(Side::Second) => Verdict::Loss,
        };
        let mut node = Node::new(key, Side::First, certain(result));
        node.known = Some(result);
        Some(self.push(node))
    }

    /// Adds a position in which the game is over or that is known to be won; nothing if it is neither.
    fn add_known(&mut self, position: &G, key: u64, looks: &dyn Looks<G>) -> Option<u32> {
        let end = self.add_end(position, key);
        if end.is_some() || !looks.wins(position) {
            return end;
        }
        let mut node = Node::new(key, position.side(), certain(Verdict::Win));
        node.known = Some(Verdict::Win);
        Some(self.push(node))
    }

    /// Adds a position whose game goes on.
    fn add(&mut self, position: &G, key: u64, look: Look<G::Ply>, looks: &dyn Looks<G>) -> u32 {
        let logarithms: Vec<f32> = look.plies.iter().map(|(_, number)| *number).collect();
        let edges = look.plies.into_iter().zip(chances(&logarithms, 1.0));
        let edge = |((ply, _), prior)| Edge { ply, prior, visits: 0, node: NONE, left_out: false };
        let mut node = Node::new(key, position.side(), look.value);
        node.edges = edges.map(edge).collect();
        let at = self.push(node);
        if let Some(place) = look.wins {
            let mut next = position.clone();
            next.play_unchecked(&self.nodes[at as usize].edges[place].ply);
            let key = looks.key(&next);
            let known = self.places.get(&key).copied();
            if let Some(next) = known.or_else(|| self.add_end(&next, key)) {
                self.nodes[at as usize].edges[place].node = next;
                self.count(at);
            }
        }
        at
    }

    fn push(&mut self, node: Node<G::Ply>) -> u32 {
        let at = self.nodes.len() as u32;
        self.edges += node.edges.len();
        self.places.insert(node.key, at);
        self.nodes.push(node);
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
        let mut old: Vec<Option<Node<G::Ply>>> = self.nodes.drain(..).map(Some).collect();
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

/// Best first: proved wins, then by how often they were tried, then proved losses; a proved draw goes
/// before what seems worse than a draw.
fn rank<P>(tried: &mut [Tried<P>]) {
    let class = |each: &Tried<P>| match each.known {
        Some(Verdict::Win) => 2,
        None | Some(Verdict::Draw) => 1,
        Some(Verdict::Loss) => 0,
    };
    tried.sort_by(|a, b| {
        let by_class = class(b).cmp(&class(a));
        by_class.then(b.visits.cmp(&a.visits)).then(b.prior.total_cmp(&a.prior))
    });
    let drawn = |each: &Tried<P>| each.known == Some(Verdict::Draw);
    if let Some(draw) = tried.iter().position(drawn)
        && tried.first().is_some_and(|best| class(best) == 1 && best.value < 0.0)
    {
        tried[..=draw].rotate_right(1);
    }
}

/// A result as a number.
fn certain(result: Verdict) -> f32 {
    match result {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    }
}

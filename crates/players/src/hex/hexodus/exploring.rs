//! The search of the strongest level: best first, as `mcts` does it, with the circuits in the place
//! of random games (PUCT; C. Rosin, "Multi-armed bandits with episode context", 2011).
//!
//! Connections and circuits cost a thousand times what other games pay for a position, so that a
//! second suffices for some hundreds. Looking at the same number of moves everywhere these are soon
//! spent; here they go where the current flows and where the judgement says it matters. A position
//! whose connections decide it is proved, and so is one all of whose moves are: what is proved is
//! never looked at again.

use std::{collections::VecDeque, sync::Arc};

use ludoteca_games::hex::Colour;

use super::{
    Judge, SCALE, Settings,
    fitted::Known,
    ranking::Ranked,
    search::{Mind, Step, chain, circuits, judged},
};
use crate::{
    Clock,
    hex::{
        cells::{Cells, Ground},
        inferior::{self, Stones},
    },
    search::{Score, WIN},
    threads,
};

/// How much the promise of a move counts against what came of it.
const EXPLORE: f64 = 1.0;
/// To what power the current through a cell is its promise, where nothing else is.
const SHARP: f64 = 3.0;
/// What it is worth to have the move, in thousandths, so that positions are compared in which one
/// side or the other has it; what was fitted knows it.
const TEMPO: f64 = 400.0;
/// How much worse than the others a move is expected to be that nobody has looked at.
const UNSEEN: f64 = 0.2;
/// From what on the best move is thought to win or lose for certain.
const SURE: f64 = 0.8;
/// How many moves are looked at below the first ones; if there are more, no loss is claimed.
const MOST_MOVES: usize = 48;
/// Positions kept, some 500 bytes each.
const MOST_NODES: usize = 200_000;
/// How much room is given to the connections of positions that are gone on from, in megabytes.
const MOST_KEPT: usize = 128;

/// The positions looked at so far.
pub(super) struct Tree<const W: usize> {
    pub(super) colour: Colour,
    /// The stones of the position that it begins with.
    pub(super) stones: Stones<W>,
    /// The move that led to it.
    last: Option<usize>,
    pub(super) nodes: Vec<Node<W>>,
    /// Those whose connections are kept.
    pub(super) kept: Vec<usize>,
}

pub(super) struct Node<const W: usize> {
    /// The move that leads here, from where, and after how many moves.
    pub(super) cell: usize,
    pub(super) parent: usize,
    pub(super) depth: usize,
    /// How promising its move was before it was looked at.
    pub(super) prior: f64,
    pub(super) visits: u32,
    /// Those that are on their way to it or to what is behind it.
    pub(super) pending: u32,
    /// The sum of what came of all visits, for the side to move here.
    pub(super) total: f64,
    /// Whether the side to move is proved to win.
    pub(super) proof: Option<bool>,
    /// The moves from here, the most promising first, with their part of the promise.
    pub(super) moves: Vec<(u16, f32)>,
    /// Whether these are all that could save the game.
    all: bool,
    /// The positions after the first so many of the moves.
    pub(super) children: Vec<usize>,
    pub(super) step: Option<Box<Step<W>>>,
}

/// What was found out about a position.
struct Looked<const W: usize> {
    proof: Option<bool>,
    value: f64,
    moves: Vec<(u16, f32)>,
    all: bool,
    step: Option<Box<Step<W>>>,
}

/// Who works out positions, with room for those on the way to them.
struct Worker<const W: usize> {
    ground: Arc<Ground<W>>,
    settings: Settings,
    rooms: [Box<Step<W>>; 2],
    clock: Clock,
}

impl<const W: usize> Mind<W> {
    /// Explores a tree as long as the budget lasts, and tells after each doubling of what it has seen.
    pub(super) fn explore(
        &mut self,
        tree: &mut Tree<W>,
        mut tell: impl FnMut(&mut Mind<W>, Vec<Ranked>),
    ) {
        let threads = self.settings.threads.max(1);
        let mut workers: Vec<Worker<W>> = (0..threads).map(|_| self.worker(threads)).collect();
        let mut next_word = (tree.nodes.len() + 1).next_power_of_two().max(16);
        while tree.nodes[0].proof.is_none() && tree.nodes.len() < MOST_NODES {
            let leaves: Vec<usize> = (0..threads).map_while(|_| tree.select()).collect();
            if leaves.is_empty() {
                break;
            }
            let mut free: VecDeque<&mut Worker<W>> = workers.iter_mut().collect();
            let begin = |_| free.pop_front();
            let work = |worker: &mut Option<&mut Worker<W>>, at: usize| {
                worker.as_mut()?.look(tree, leaves[at])
            };
            let looked = threads::each(threads, leaves.len(), begin, work);
            if looked.len() < leaves.len() {
                break;
            }
            for (leaf, looked) in leaves.into_iter().zip(looked) {
                tree.back_up(leaf, looked);
                if self.settings.closer {
                    tree.look_closer(&self.ground, leaf, &mut self.clock);
                }
            }
            if tree.nodes.len() >= next_word {
                next_word *= 2;
                tell(self, tree.ranked());
            }
        }
    }

    fn worker(&self, of: usize) -> Worker<W> {
        Worker {
            ground: Arc::clone(&self.ground),
            settings: self.settings,
            rooms: [(); 2].map(|()| Box::new(Step::room(&self.ground, &self.settings))),
            clock: self.clock.part(of),
        }
    }
}

impl<const W: usize> Tree<W> {
    /// Nothing seen yet of these moves.
    pub(super) fn new(mind: &Mind<W>, moves: &[Ranked]) -> Tree<W> {
        let step = mind.line[0].clone();
        let cells: Cells<W> = moves.iter().map(|each| each.cell).collect();
        let circuits = circuits(&step.connections);
        let known = step.known(&mind.ground, &circuits, mind.colour);
        let moves = promises(&mind.settings, &known, cells, mind.last);
        let mut root = Node::new(0, 0, 0, 1.0);
        (root.visits, root.moves, root.all) = (1, moves, true);
        root.step = Some(Box::new(step));
        Tree {
            colour: mind.colour,
            stones: *mind.stones(),
            last: mind.last[0],
            nodes: vec![root],
            kept: Vec::new(),
        }
    }

    /// Whether it seems decided what comes of the position.
    pub(super) fn seems_decided(&self) -> bool {
        let first = self.nodes[0].children.iter().map(|child| &self.nodes[*child]);
        let most = first.filter(|child| child.visits > 0).max_by_key(|child| child.visits);
        most.is_some_and(|most| most.total.abs() > SURE * f64::from(most.visits))
    }

    /// The move that leads to a position, and the one before.
    fn last(&self, at: usize) -> [Option<usize>; 2] {
        let Node { cell, parent, .. } = self.nodes[at];
        [Some(cell), if parent == 0 { self.last } else { Some(self.nodes[parent].cell) }]
    }

    /// Who moves after so many moves.
    pub(super) fn to_move(&self, depth: usize) -> Colour {
        if depth.is_multiple_of(2) { self.colour } else { self.colour.other() }
    }

    /// A position that was not yet looked at and now shall be; none if there is nothing to be
    /// looked at before others have come back.
    fn select(&mut self) -> Option<usize> {
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            if node.visits == 0 {
                return None;
            }
            let seen = f64::from(node.visits + node.pending).sqrt() * EXPLORE;
            let mean = node.total / f64::from(node.visits);
            let unseen = node.moves.get(node.children.len());
            let new = unseen.map(|(_, prior)| mean - UNSEEN + seen * f64::from(*prior));
            let worth = |child: &usize| {
                let child = &self.nodes[*child];
                let visits = f64::from(child.visits + child.pending);
                let mean = -(child.total + f64::from(child.pending)) / visits;
                mean + seen * child.prior / (1.0 + visits)
            };
            let open = node.children.iter().filter(|child| self.nodes[**child].proof.is_none());
            let best = open
                .map(|child| (*child, worth(child)))
                .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
            match (best, unseen) {
                (Some((child, worth)), _) if new.is_none_or(|new| worth > new) => at = child,
                (_, Some(&(cell, prior))) => {
                    let depth = node.depth + 1;
                    let leaf = self.nodes.len();
                    self.nodes.push(Node::new(usize::from(cell), at, depth, f64::from(prior)));
                    self.nodes[at].children.push(leaf);
                    self.each_up(leaf, |node| node.pending += 1);
                    return Some(leaf);
                }
                _ => return None,
            }
        }
    }

    /// Whatever is done at a position and at all before it.
    fn each_up(&mut self, leaf: usize, mut change: impl FnMut(&mut Node<W>)) {
        let mut at = leaf;
        loop {
            change(&mut self.nodes[at]);
            if at == 0 {
                break;
            }
            at = self.nodes[at].parent;
        }
    }

    fn back_up(&mut self, leaf: usize, looked: Looked<W>) {
        let Looked { proof, mut value, moves, all, step } = looked;
        let node = &mut self.nodes[leaf];
        (node.proof, node.moves, node.all, node.step) = (proof, moves, all, step);
        if node.step.is_some() {
            self.keep(leaf);
        }
        self.each_up(leaf, |node| {
            node.pending -= 1;
            node.visits += 1;
            node.total += value;
            value = -value;
        });
        self.prove_from(leaf);
    }

    /// What is proved of the positions before one of which something is proved.
    pub(super) fn prove_from(&mut self, mut at: usize) {
        while at != 0 && self.nodes[at].proof.is_some() {
            // What is decided is not gone on from.
            self.nodes[at].step = None;
            self.kept.retain(|kept| *kept != at);
            at = self.nodes[at].parent;
            self.nodes[at].proof = self.proved(at);
        }
    }

    /// What is proved of a position by what is proved of those after it.
    pub(super) fn proved(&self, at: usize) -> Option<bool> {
        let node = &self.nodes[at];
        let mut proofs = node.children.iter().map(|child| self.nodes[*child].proof);
        if proofs.clone().any(|proof| proof == Some(false)) {
            return Some(true);
        }
        let lost = node.all && node.children.len() == node.moves.len();
        (lost && proofs.all(|proof| proof == Some(true))).then_some(false)
    }

    /// Keeps the connections of a position, and if there are too many lets go those of the one that
    /// was visited least.
    fn keep(&mut self, at: usize) {
        let bytes =
            |number: &usize| self.nodes[*number].step.as_ref().map_or(0, |step| step.bytes());
        let mut taken: usize = self.kept.iter().map(bytes).sum::<usize>() + bytes(&at);
        while taken > MOST_KEPT << 20 {
            let visits = |i: &usize| self.nodes[self.kept[*i]].visits;
            let Some(least) = (0..self.kept.len()).min_by_key(visits) else { break };
            let gone = self.kept.swap_remove(least);
            taken -= self.nodes[gone].step.take().map_or(0, |step| step.bytes());
        }
        self.kept.push(at);
    }

    /// The first moves as they stand, the best first: a win, then by visits, and last what loses.
    pub(super) fn ranked(&self) -> Vec<Ranked> {
        let mut seen: Vec<&Node<W>> = self.nodes[0]
            .children
            .iter()
            .map(|child| &self.nodes[*child])
            .filter(|child| child.visits > 0)
            .collect();
        seen.sort_by_key(|child| {
            let rank = match child.proof {
                Some(false) => 0,
                None => 1,
                Some(true) => 2,
            };
            (rank, std::cmp::Reverse(child.visits))
        });
        let mut ranked: Vec<Ranked> =
            seen.into_iter().map(|child| self.ranked_one(child)).collect();
        if ranked.first().is_none_or(Ranked::is_lost)
            && let Some((cell, _)) = self.nodes[0].moves.get(self.nodes[0].children.len())
        {
            ranked.insert(0, Ranked::new(usize::from(*cell)));
        }
        ranked
    }

    fn ranked_one(&self, child: &Node<W>) -> Ranked {
        let score = match child.proof {
            Some(false) => WIN - 1,
            Some(true) => -(WIN - 2),
            None => {
                let mean = (-child.total / f64::from(child.visits)).clamp(-0.9999, 0.9999);
                (mean.atanh() * SCALE).round() as Score
            }
        };
        let mut line = vec![child.cell];
        let mut at = child;
        while let Some(next) =
            at.children.iter().map(|child| &self.nodes[*child]).max_by_key(|next| {
                let wins = next.proof == Some(false);
                let loses = next.proof == Some(true);
                (wins, !loses, next.visits)
            })
        {
            line.push(next.cell);
            at = next;
        }
        Ranked { cell: child.cell, score: Some(score), at_most: false, line }
    }
}

impl<const W: usize> Node<W> {
    pub(super) fn new(cell: usize, parent: usize, depth: usize, prior: f64) -> Node<W> {
        Node {
            cell,
            parent,
            depth,
            prior,
            visits: 0,
            pending: 0,
            total: 0.0,
            proof: None,
            moves: Vec::new(),
            all: false,
            children: Vec::new(),
            step: None,
        }
    }
}

impl<const W: usize> Worker<W> {
    /// Looks at a position; none when the budget is spent.
    fn look(&mut self, tree: &Tree<W>, leaf: usize) -> Option<Looked<W>> {
        if self.clock.is_spent() {
            return None;
        }
        let mut way = vec![leaf];
        let mut at = tree.nodes[leaf].parent;
        while tree.nodes[at].step.is_none() && at != 0 {
            way.push(at);
            at = tree.nodes[at].parent;
        }
        let mut from: Option<&Step<W>> = tree.nodes[at].step.as_deref();
        let [here, there] = &mut self.rooms;
        let (mut here, mut there) = (here, there);
        for at in way.into_iter().rev() {
            let node = &tree.nodes[at];
            let mover = tree.to_move(node.depth).other();
            let from = from.take().unwrap_or(&**there);
            here.follow(&self.ground, from, mover, node.cell, &mut self.clock);
            std::mem::swap(&mut here, &mut there);
        }
        // What the last one led to is `there`.
        let depth = tree.nodes[leaf].depth;
        let colour = tree.to_move(depth);
        let decided = |wins: bool| Looked {
            proof: Some(wins),
            value: if wins { 1.0 } else { -1.0 },
            moves: Vec::new(),
            all: true,
            step: None,
        };
        let looked = 'look: {
            let step = &**there;
            if let Some(winner) = chain(&self.ground, &step.stones) {
                break 'look decided(winner == colour);
            }
            if step.connections[colour as usize].wins_to_move().is_some() {
                break 'look decided(true);
            }
            let (mut worth, _) = step.connections[colour.other() as usize].must_play();
            for inferior in inferior::inferior(&self.ground, &step.stones, colour, worth) {
                worth.remove(inferior.cell);
            }
            if worth.is_empty() {
                break 'look decided(false);
            }
            let circuits = circuits(&step.connections);
            let known = step.known(&self.ground, &circuits, colour);
            let mut moves = promises(&self.settings, &known, worth, tree.last(leaf));
            let all = moves.len() <= MOST_MOVES;
            moves.truncate(MOST_MOVES);
            let tempo = if self.settings.judge == Judge::Fitted { 0.0 } else { TEMPO };
            let judged = judged(&self.settings, &known) as f64;
            let value = ((judged + tempo) / SCALE).tanh();
            let room = Box::new(Step::room(&self.ground, &self.settings));
            let step = there.taken(room);
            Looked { proof: None, value, moves, all, step: Some(step) }
        };
        // A look that the budget cut short is worth nothing, as less is known than of the others.
        let spent = self.clock.tick();
        (!spent || looked.proof.is_some()).then_some(looked)
    }
}

/// Moves with their parts of the promise, the most promising first.
fn promises<const W: usize>(
    settings: &Settings,
    known: &Known<'_, W>,
    moves: Cells<W>,
    last: [Option<usize>; 2],
) -> Vec<(u16, f32)> {
    if settings.judge == Judge::Fitted {
        return known.promises(moves, last);
    }
    let both = |cell: usize| known.circuits[0].current[cell] + known.circuits[1].current[cell];
    let weight = |cell: usize| (both(cell) + 1e-3).powf(SHARP);
    let mut weighed: Vec<(u16, f64)> = moves.map(|cell| (cell as u16, weight(cell))).collect();
    weighed.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let sum: f64 = weighed.iter().map(|(_, weight)| weight).sum();
    weighed.into_iter().map(|(cell, weight)| (cell, (weight / sum) as f32)).collect()
}

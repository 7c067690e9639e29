//! The proof of one position in parts that many can search at the same time (job-level proof-number
//! search; I.-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan, B.-T. Chen, 2010).
//!
//! Whoever shares a proof keeps the upper part of its tree. A leaf is a [`Part`]: somebody searches it
//! with the solver of one machine, for so many positions. It comes back proved, or with its moves and
//! how hard each seems, and then these are the leaves. The next part is the one that is the nearest to
//! a proof; parts that somebody has already count as harder, so that others go elsewhere.

use ludoteca_games::hex::Colour;
use serde::{Deserialize, Serialize};

use super::{
    cells::{Cells, Ground},
    inferior::Stones,
    net_guide,
    proofs::Proofs,
    solver::{Branch, Frontier, Known, NEVER, Proof, Solver},
};
use crate::{Budget, Clock, Stop};

/// Cells of a board of any size.
type Wide = Cells<6>;

/// A position to be searched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Cells of an edge.
    pub size: usize,
    /// The stones: cells by their numbers, row by row.
    pub red: Vec<u16>,
    /// Those of the other.
    pub blue: Vec<u16>,
    /// Who moves.
    pub blue_moves: bool,
    /// How many positions may be looked at.
    pub nodes: u64,
}

/// What came of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Searched {
    /// What is proved of it.
    pub proved: Option<Proved>,
    /// If nothing is: its moves that may win.
    pub moves: Vec<Move>,
    /// The cells that refute all others.
    pub needed: Vec<u16>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Who wins, and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proved {
    /// Whether it is the side to move.
    pub wins: bool,
    /// The cells that suffice for the winner.
    pub cells: Vec<u16>,
}

/// A move of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Where.
    pub cell: u16,
    /// How hard it seems to show that whoever moves next wins.
    pub phi: u32,
    /// How hard it seems to show that whoever moves next loses.
    pub delta: u32,
    /// What is proved of the position after it.
    pub proved: Option<Proved>,
}

/// A position that is proved, to be told to others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The position.
    pub part: Part,
    /// What is proved of it.
    pub proved: Proved,
}

/// Searches parts on boards of one size, and remembers what it has found.
pub trait Searcher: Send {
    /// Searches a part; nothing if it is stopped.
    fn search(&mut self, part: &Part, stop: &Stop) -> Option<Searched>;
    /// Takes over what somebody else has proved.
    fn learn(&mut self, fact: &Fact);
    /// What was proved with much work since it was last asked.
    fn found(&mut self) -> Vec<Fact>;
}

/// A searcher for boards of a size, with so many megabytes for what it remembers.
pub fn searcher(size: usize, megabytes: usize) -> Box<dyn Searcher> {
    fn of<const W: usize>(size: usize, megabytes: usize) -> Box<dyn Searcher> {
        let solver = Solver::<W>::new(size, megabytes, Clock::start(&Budget::default()));
        Box::new(if size < GUIDED_FROM { solver } else { solver.guided_by(net_guide()) })
    }
    match size {
        0..=8 => of::<1>(size, megabytes),
        9..=11 => of::<2>(size, megabytes),
        12..=16 => of::<4>(size, megabytes),
        _ => of::<6>(size, megabytes),
    }
}

/// The smallest board on which the net saves more than it takes.
pub(super) const GUIDED_FROM: usize = 7;

fn cells<const W: usize>(numbers: &[u16]) -> Cells<W> {
    // What comes from elsewhere may be anything at all.
    numbers.iter().map(|number| usize::from(*number)).filter(|number| *number < 64 * W).collect()
}

fn numbers<const W: usize>(cells: Cells<W>) -> Vec<u16> {
    cells.map(|cell| cell as u16).collect()
}

impl Part {
    fn new<const W: usize>(size: usize, stones: &Stones<W>, colour: Colour, nodes: u64) -> Part {
        let [red, blue] = stones.map(numbers);
        Part { size, red, blue, blue_moves: colour == Colour::Blue, nodes }
    }

    /// Its stones, if they can stand on such a board.
    fn stones<const W: usize>(&self) -> Stones<W> {
        [cells(&self.red), cells(&self.blue)]
    }

    /// The stones of a colour.
    pub(super) fn stones_of(&self, colour: Colour) -> Wide {
        self.stones()[colour as usize]
    }

    /// Who moves.
    pub fn mover(&self) -> Colour {
        if self.blue_moves { Colour::Blue } else { Colour::Red }
    }

    /// Whether it is a position: cells of the board, none of them taken twice.
    pub fn is_sound(&self) -> bool {
        let count = (self.size * self.size) as u16;
        let [red, blue] = self.stones::<6>();
        (1..=19).contains(&self.size)
            && self.red.iter().chain(&self.blue).all(|cell| *cell < count)
            && !red.meets(&blue)
    }
}

impl Proved {
    fn new<const W: usize>(proof: &Proof<W>) -> Proved {
        Proved { wins: proof.wins, cells: numbers(proof.cells) }
    }

    fn proof<const W: usize>(&self) -> Proof<W> {
        Proof { wins: self.wins, cells: cells(&self.cells) }
    }
}

impl<const W: usize> Searcher for Solver<W> {
    fn search(&mut self, part: &Part, stop: &Stop) -> Option<Searched> {
        let (stones, colour) = (part.stones(), part.mover());
        let budget = Budget { stop: stop.clone(), ..Budget::nodes(part.nodes) };
        self.set_clock(Clock::start(&budget));
        let proof = self.solve(stones, colour);
        let nodes = self.nodes();
        let proved = |proof: &Proof<W>, nodes| {
            let (moves, needed) = (Vec::new(), Vec::new());
            Some(Searched { proved: Some(Proved::new(proof)), moves, needed, nodes })
        };
        if let Some(proof) = proof {
            return proved(&proof, nodes);
        }
        let frontier = self.frontier(stones, colour, Clock::start(&Budget::default()));
        let nodes = nodes + self.nodes();
        match frontier {
            _ if stop.is_set() => None,
            Frontier::Proved(proof) => proved(&proof, nodes),
            Frontier::Open(branches, needed) => {
                let each = |Branch { cell, phi, delta, proof }: &Branch<W>| Move {
                    cell: *cell as u16,
                    phi: *phi,
                    delta: *delta,
                    proved: proof.as_ref().map(Proved::new),
                };
                let moves = branches.iter().map(each).collect();
                Some(Searched { proved: None, moves, needed: numbers(needed), nodes })
            }
        }
    }

    fn learn(&mut self, fact: &Fact) {
        if fact.part.is_sound() && fact.part.size == self.ground().size {
            let (stones, colour) = (fact.part.stones(), fact.part.mover());
            self.learn(&Known { stones, colour, proof: fact.proved.proof() });
        }
    }

    fn found(&mut self) -> Vec<Fact> {
        let size = self.ground().size;
        let fact = |known: Known<W>| Fact {
            part: Part::new(size, &known.stones, known.colour, 0),
            proved: Proved::new(&known.proof),
        };
        self.found().into_iter().map(fact).collect()
    }
}

/// The upper part of the tree of a proof.
pub struct SharedProof {
    ground: Ground<6>,
    nodes: Vec<Node>,
    proofs: Proofs<6>,
    /// Positions for each part.
    effort: u64,
}

struct Node {
    stones: Stones<6>,
    colour: Colour,
    state: State,
    /// How hard it seems that the side to move wins, and that it loses.
    phi: u32,
    delta: u32,
}

enum State {
    Leaf { busy: bool },
    Inner { children: Vec<(usize, usize)>, needed: Wide },
    Proved(Proof<6>),
}

impl SharedProof {
    /// The proof of a position, in parts of so many positions looked at.
    pub fn new(root: &Part, effort: u64) -> SharedProof {
        let mut shared = SharedProof {
            ground: Ground::new(root.size),
            nodes: Vec::new(),
            proofs: Proofs::default(),
            effort,
        };
        shared.add(root.stones(), root.mover(), 1, 1);
        shared
    }

    /// What is proved of the position, once it is.
    pub fn proved(&self) -> Option<Proved> {
        match &self.nodes[0].state {
            State::Proved(proof) => Some(Proved::new(proof)),
            _ => None,
        }
    }

    /// A move that wins, if the side to move does.
    pub fn winning_move(&self) -> Option<u16> {
        let State::Proved(Proof { wins: true, cells }) = self.nodes[0].state else { return None };
        let root = &self.nodes[0];
        let mut tried = cells.filter(|cell| {
            let mut stones = root.stones;
            stones[root.colour as usize].insert(*cell);
            self.ground.joined(root.colour, &stones[root.colour as usize])
                || self.proofs.wins(root.colour, false, &stones).is_some()
        });
        tried.next().map(|cell| cell as u16)
    }

    /// The part that should be searched next, by its number; nothing while others have all that can be
    /// searched. It counts as taken from now on.
    pub fn hand_out(&mut self) -> Option<(usize, Part)> {
        let at = self.pick(0)?;
        let Node { stones, colour, state, .. } = &mut self.nodes[at];
        *state = State::Leaf { busy: true };
        Some((at, Part::new(self.ground.size, stones, *colour, self.effort)))
    }

    /// Takes what came of a part.
    pub fn take(&mut self, at: usize, searched: &Searched) {
        if !matches!(self.nodes.get(at), Some(Node { state: State::Leaf { .. }, .. })) {
            return;
        }
        match &searched.proved {
            Some(proved) => self.prove(at, proved.proof()),
            None => {
                let (stones, colour) = (self.nodes[at].stones, self.nodes[at].colour);
                let mut children = Vec::new();
                for Move { cell, phi, delta, proved } in &searched.moves {
                    let cell = usize::from(*cell);
                    let mut next = stones;
                    next[colour as usize].insert(cell);
                    let child = self.add(next, colour.other(), *phi, *delta);
                    if let Some(proved) = proved {
                        self.prove(child, proved.proof());
                    }
                    children.push((cell, child));
                }
                let needed = cells(&searched.needed);
                self.nodes[at].state = State::Inner { children, needed };
            }
        }
        self.settle(0);
    }

    /// The parts that somebody has and that still matter.
    pub fn wanted(&self) -> Vec<usize> {
        let mut wanted = Vec::new();
        self.collect(0, &mut wanted);
        wanted
    }

    fn add(&mut self, stones: Stones<6>, colour: Colour, phi: u32, delta: u32) -> usize {
        let state = State::Leaf { busy: false };
        self.nodes.push(Node { stones, colour, state, phi, delta });
        self.nodes.len() - 1
    }

    fn prove(&mut self, at: usize, proof: Proof<6>) {
        let node = &mut self.nodes[at];
        (node.phi, node.delta) = if proof.wins { (0, NEVER) } else { (NEVER, 0) };
        node.state = State::Proved(proof);
        let winner = if proof.wins { node.colour } else { node.colour.other() };
        let own = node.stones[winner as usize];
        self.proofs.put(&self.ground, winner, proof.wins, &own, proof.cells);
    }

    /// Whether a proof of another position decides this one.
    fn known(&self, node: &Node) -> Option<Proof<6>> {
        let by = |winner: Colour| {
            let wins = winner == node.colour;
            Some(Proof { wins, cells: self.proofs.wins(winner, wins, &node.stones)? })
        };
        by(node.colour).or_else(|| by(node.colour.other()))
    }

    /// Works out the numbers of a node from those below it.
    fn settle(&mut self, at: usize) {
        let State::Inner { children, needed } = &self.nodes[at].state else { return };
        let (mut children, mut needed) = (children.clone(), *needed);
        for (_, child) in &children {
            self.settle(*child);
        }
        let count = children.len();
        let mut left: Wide = children.iter().map(|(cell, _)| *cell).collect();
        for (cell, child) in &children {
            match &self.nodes[*child].state {
                State::Proved(Proof { wins: false, cells }) => {
                    let cells = *cells | Cells::of(*cell);
                    return self.prove(at, Proof { wins: true, cells });
                }
                // The move loses, and so do all that do not meet its refutation.
                State::Proved(Proof { wins: true, cells }) if left.has(*cell) => {
                    needed |= *cells;
                    left &= *cells;
                    left.remove(*cell);
                }
                _ => {}
            }
        }
        children.retain(|(cell, _)| left.has(*cell));
        if children.is_empty() {
            return self.prove(at, Proof { wins: false, cells: needed });
        }
        let looked_at = || children.iter().take(width(count)).map(|(_, child)| &self.nodes[*child]);
        let phi = looked_at().map(|child| child.delta).min().unwrap_or(NEVER);
        let delta = looked_at().map(|child| u64::from(child.phi)).sum::<u64>();
        let node = &mut self.nodes[at];
        (node.phi, node.delta) = (phi, delta.min(u64::from(NEVER - 1)) as u32);
        node.state = State::Inner { children, needed };
    }

    /// The leaf below a node that is the nearest to a proof and that nobody has.
    fn pick(&mut self, at: usize) -> Option<usize> {
        match &self.nodes[at].state {
            State::Proved(_) | State::Leaf { busy: true } => None,
            State::Leaf { busy: false } => match self.known(&self.nodes[at]) {
                Some(proof) => {
                    self.prove(at, proof);
                    self.settle(0);
                    self.pick(0)
                }
                None => Some(at),
            },
            State::Inner { children, .. } => {
                let mut order: Vec<(u64, usize)> = children
                    .iter()
                    .map(|(_, child)| {
                        let harder = 1 + self.busy(*child) as u64;
                        (u64::from(self.nodes[*child].delta) * harder, *child)
                    })
                    .collect();
                // Moves that look bad are not looked at before there is need to.
                let width = width(order.len());
                order[..width].sort();
                order.into_iter().find_map(|(_, child)| self.pick(child))
            }
        }
    }

    /// How many parts below a node somebody has.
    fn busy(&self, at: usize) -> usize {
        match &self.nodes[at].state {
            State::Leaf { busy } => usize::from(*busy),
            State::Inner { children, .. } => {
                children.iter().map(|(_, child)| self.busy(*child)).sum()
            }
            State::Proved(_) => 0,
        }
    }

    fn collect(&self, at: usize, wanted: &mut Vec<usize>) {
        match &self.nodes[at].state {
            State::Leaf { busy: true } => wanted.push(at),
            State::Inner { children, .. } => {
                children.iter().for_each(|(_, child)| self.collect(*child, wanted));
            }
            _ => {}
        }
    }
}

/// How many of so many moves are looked at beside each other.
fn width(moves: usize) -> usize {
    (moves / 5 + 1).min(moves)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;

    /// Proves an opening in parts, with several who search and whose results come back late.
    fn proved(size: usize, first: Option<usize>, effort: u64, many: usize) -> (bool, usize) {
        let red = first.into_iter().map(|cell| cell as u16).collect();
        let root = Part { size, red, blue: Vec::new(), blue_moves: first.is_some(), nodes: 0 };
        let mut shared = SharedProof::new(&root, effort);
        let mut searchers: Vec<_> = (0..many).map(|_| searcher(size, 4)).collect();
        let mut under_way = VecDeque::new();
        let mut parts = 0;
        loop {
            while under_way.len() < many
                && let Some(next) = shared.hand_out()
            {
                under_way.push_back(next);
            }
            if let Some(proved) = shared.proved() {
                return (proved.wins, parts);
            }
            let (at, part) = under_way.pop_front().expect("there is something to search");
            assert!(part.is_sound());
            let searched = searchers[parts % many].search(&part, &Stop::default()).unwrap();
            let facts: Vec<Fact> = searchers[parts % many].found();
            searchers.iter_mut().for_each(|each| facts.iter().for_each(|fact| each.learn(fact)));
            shared.take(at, &searched);
            parts += 1;
        }
    }

    /// First moves that win, as in the solver's own tests.
    const WINNING: [(usize, &str); 3] = [
        (3, "c1 a2 b2 c2 a3"),
        (4, "d1 c2 b3 a4"),
        (5, "e1 b2 c2 d2 e2 b3 c3 d3 e3 a4 b4 c4 d4 a5"),
    ];

    #[test]
    fn in_parts_every_opening_is_worth_what_one_machine_says() {
        let mut parts = 0;
        for (size, winning) in WINNING {
            let mut alone: Solver<1> = Solver::new(size, 16, Clock::start(&Budget::default()));
            let mut found = Vec::new();
            for cell in 0..size * size {
                let (blue_wins, count) = proved(size, Some(cell), 3, 1 + cell % 3);
                let stones = [Cells::of(cell), Cells::NONE];
                assert_eq!(blue_wins, alone.solve(stones, Colour::Blue).unwrap().wins, "{cell}");
                if !blue_wins {
                    found.push(Ground::<1>::new(size).cell(cell).name());
                }
                parts += count;
            }
            if size < 5 {
                assert_eq!(found.join(" "), winning);
            }
        }
        assert!(parts > 200, "{parts} parts");
        assert!(proved(6, None, 20, 4).0);
    }

    #[test]
    fn what_is_no_position_is_not_learned() {
        let part = Part { size: 3, red: vec![1, 700], blue: vec![1], blue_moves: false, nodes: 0 };
        assert!(!part.is_sound());
        let proved = Proved { wins: true, cells: vec![2, 65535] };
        searcher(3, 1).learn(&Fact { part, proved });
    }
}

//! How the gates of a program hang together, so that a change can be followed from one to the next.
//!
//! Nodes are numbered in the order in which they can be found out: what never holds, the facts, the
//! moves, and then the gates. A signal here is twice a node, plus one if it is denied.

use rustc_hash::FxHashMap;

use super::network::{Block, NEVER, Program, Signal};

/// No ring.
pub const NONE: u32 = u32::MAX;
/// A wire's end is the node it goes into times eight, plus one of these, plus one if what comes
/// along it is denied there: a gate that others need,
pub const INNER: u32 = 0;
/// one that is only watched,
pub const LEAF: u32 = 2;
/// and one of a ring.
pub const OF_RING: u32 = 4;

/// The wires of a program.
#[derive(Debug)]
pub struct Wires {
    /// The node of each slot of the program.
    node_of: Vec<u32>,
    /// One more than there are: the last says where the others end.
    pub nodes: Vec<Node>,
    /// For each node the ends of its wires, then the watched bits that it turns over.
    pub ends: Vec<u32>,
    /// How many inputs of each node do not hold as long as no node does.
    pub missing: Vec<u32>,
    /// Where the waiting nodes of each level begin, and once more where the last ones end.
    pub levels: Vec<u32>,
    /// Facts that depend on each other.
    pub rings: Vec<Ring>,
    /// The watched bits as long as no node holds.
    pub seen: Vec<u64>,
}

/// A gate, or something that is given.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Where the ends of its wires begin.
    pub ends: u32,
    /// Where they end, and its watched bits begin.
    pub bits: u32,
    /// From which level on it is known.
    pub level: u32,
    /// The ring it belongs to.
    pub ring: u32,
}

/// Facts that depend on each other: they hold if gates do which may need facts of the ring.
#[derive(Debug)]
pub struct Ring {
    /// The node that stands for the whole ring while it waits.
    pub node: u32,
    /// The node of the first fact.
    pub first_fact: u32,
    /// For each fact the gates that need it.
    pub needed_by: Vec<Vec<u32>>,
    /// The node of the first gate.
    pub first_gate: u32,
    /// The fact that follows from each gate.
    pub heads: Vec<u32>,
}

/// Wires that are being laid.
struct Laying {
    node_of: Vec<u32>,
    /// The level of each node, and its ring.
    nodes: Vec<(u32, u32)>,
    missing: Vec<u32>,
    /// From each node: to which one, and whether denied.
    wires: Vec<Vec<(u32, bool)>>,
    rings: Vec<Ring>,
}

impl Wires {
    /// The wires of some blocks of a program whose first slots, `given` of them, are facts and
    /// moves. `watched` are bits, each in one or more signals: it is set if an odd number of them
    /// hold. They are kept in `words` words.
    pub fn new(
        program: &Program,
        blocks: &[&Block],
        given: usize,
        watched: &[(usize, Signal)],
        words: usize,
    ) -> Wires {
        let mut laying = Laying {
            node_of: vec![NONE; program.slots],
            nodes: Vec::new(),
            missing: Vec::new(),
            wires: Vec::new(),
            rings: Vec::new(),
        };
        for slot in 0..=given {
            laying.node_of[slot] = laying.node(0, NONE, 1);
        }
        for block in blocks {
            let mut gates: Vec<(u32, &[Signal])> = Vec::new();
            let mut rest = &block.code[..];
            while let [head, count, after @ ..] = rest {
                let (inputs, after) = after.split_at(*count as usize);
                rest = after;
                gates.push((head >> 1, inputs));
            }
            match block.cleared[..] {
                [] => gates.into_iter().for_each(|(slot, inputs)| laying.gate(slot, inputs)),
                _ => laying.ring(&block.cleared, &gates),
            }
        }
        laying.finish(watched, words)
    }

    /// What a signal of the program is here. It is one of the program's.
    pub fn signal(&self, signal: Signal) -> Signal {
        2 * self.node_of[signal as usize >> 1] + (signal & 1)
    }
}

impl Laying {
    fn node(&mut self, level: u32, ring: u32, missing: u32) -> u32 {
        self.nodes.push((level, ring));
        self.missing.push(missing);
        self.wires.push(Vec::new());
        self.nodes.len() as u32 - 1
    }

    /// The level after all of these signals.
    fn level(&self, inputs: impl Iterator<Item = Signal>) -> u32 {
        let node = |signal: Signal| self.node_of[signal as usize >> 1] as usize;
        inputs.map(|signal| self.nodes[node(signal)].0).max().unwrap_or_default() + 1
    }

    fn wire(&mut self, signal: Signal, to: u32) {
        let node = self.node_of[signal as usize >> 1] as usize;
        let denied = signal & 1 == 1;
        self.wires[node].push((to, denied));
        self.missing[to as usize] += u32::from(!denied);
    }

    fn gate(&mut self, slot: u32, inputs: &[Signal]) {
        let level = self.level(inputs.iter().copied());
        let node = self.node(level, NONE, 0);
        self.node_of[slot as usize] = node;
        inputs.iter().for_each(|signal| self.wire(*signal, node));
    }

    /// A block whose facts, the slots `facts`, depend on each other. Their gates say that not all
    /// of their inputs hold, and each of those is a denied alternative.
    fn ring(&mut self, facts: &[u32], gates: &[(u32, &[Signal])]) {
        let number = self.rings.len() as u32;
        let place =
            |slot: u32| slot.checked_sub(facts[0]).filter(|at| (*at as usize) < facts.len());
        let inner: FxHashMap<u32, &[Signal]> =
            gates.iter().copied().filter(|(slot, _)| place(*slot).is_none()).collect();
        let mut alternatives: Vec<(u32, Vec<Signal>)> = Vec::new();
        for (slot, inputs) in gates {
            let Some(head) = place(*slot) else { continue };
            for alternative in inputs.iter().map(|signal| signal ^ 1) {
                let gate = inner.get(&(alternative >> 1)).filter(|_| alternative & 1 == 0);
                let needs = gate.map_or_else(|| vec![alternative], |gate| gate.to_vec());
                if !needs.contains(&NEVER) {
                    alternatives.push((head, needs));
                }
            }
        }
        let own = |signal: Signal| place(signal >> 1).filter(|_| signal & 1 == 0);
        let outside = alternatives.iter().flat_map(|(_, needs)| needs);
        let level = self.level(outside.copied().filter(|signal| own(*signal).is_none()));
        let node = self.node(level, number, 0);
        let first_fact = self.nodes.len() as u32;
        for slot in facts {
            self.node_of[*slot as usize] = self.node(level, NONE, 1);
        }
        let first_gate = self.nodes.len() as u32;
        let mut needed_by = vec![Vec::new(); facts.len()];
        let mut heads = Vec::new();
        for (at, (head, needs)) in alternatives.into_iter().enumerate() {
            heads.push(head);
            let gate = self.node(level, number, 0);
            for signal in needs {
                match own(signal) {
                    Some(fact) => {
                        needed_by[fact as usize].push(at as u32);
                        self.missing[gate as usize] += 1;
                    }
                    None => self.wire(signal, gate),
                }
            }
        }
        self.rings.push(Ring { node, first_fact, needed_by, first_gate, heads });
    }

    fn finish(self, watched: &[(usize, Signal)], words: usize) -> Wires {
        let Laying { node_of, nodes: laid, missing, wires, rings } = self;
        let mut seen = vec![0; words];
        let mut bits: Vec<Vec<u32>> = vec![Vec::new(); laid.len()];
        for (bit, signal) in watched {
            bits[node_of[*signal as usize >> 1] as usize].push(*bit as u32);
            seen[bit / 64] ^= u64::from(signal & 1) << (bit % 64);
        }
        let mut nodes = Vec::new();
        let mut ends = Vec::new();
        let mut waiting: Vec<u32> = vec![0];
        for ((level, ring), (from, bits)) in laid.iter().zip(wires.iter().zip(bits)) {
            let begin = ends.len() as u32;
            ends.extend(from.iter().map(|(to, denied)| {
                let kind = match (laid[*to as usize].1, wires[*to as usize].is_empty()) {
                    (NONE, true) => LEAF,
                    (NONE, false) => INNER,
                    _ => OF_RING,
                };
                8 * to + kind + u32::from(*denied)
            }));
            nodes.push(Node { ends: begin, bits: ends.len() as u32, level: *level, ring: *ring });
            ends.extend(bits);
            if waiting.len() <= *level as usize + 1 {
                waiting.resize(*level as usize + 2, 0);
            }
            waiting[*level as usize + 1] += 1;
        }
        let end = ends.len() as u32;
        nodes.push(Node { ends: end, bits: end, level: 0, ring: NONE });
        for level in 1..waiting.len() {
            waiting[level] += waiting[level - 1];
        }
        Wires { node_of, nodes, ends, missing, levels: waiting, rings, seen }
    }
}

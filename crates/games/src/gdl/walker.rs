//! Goes from state to state and finds out only what changes: every gate counts the inputs that do
//! not hold, and whatever changes is passed on level by level, so that no gate is looked at twice.

use super::{
    machine::Machine,
    network::{Block, Program, Signal},
    rules::State,
};

/// How the gates of a program hang together.
#[derive(Debug)]
pub struct Wires {
    /// For each slot, where its part of `ends` begins; and once more where the last one ends.
    begins: Vec<u32>,
    /// Twice the node that a slot goes into, plus one if it goes there denied.
    ends: Vec<u32>,
    nodes: Vec<Node>,
    levels: usize,
}

/// A gate, or a loop of gates, which is always run as a whole.
#[derive(Debug)]
struct Node {
    level: u32,
    /// The slot of the gate.
    slot: u32,
    inputs: Vec<Signal>,
    /// The loop.
    block: Option<Block>,
}

/// A place in the game, and what holds there.
#[derive(Debug)]
pub struct Walker {
    /// Each slot has all bits set or none.
    machine: Machine<1>,
    /// How many inputs of each gate do not hold.
    missing: Vec<u32>,
    waiting: Vec<Vec<u32>>,
    is_waiting: Vec<bool>,
    state: State,
}

impl Wires {
    /// The wires of a program.
    pub fn new(program: &Program) -> Wires {
        let mut nodes: Vec<Node> = Vec::new();
        // The node that gives each slot, and the level from which on it is known.
        let mut level = vec![0; program.slots];
        let mut wires: Vec<Vec<u32>> = vec![Vec::new(); program.slots];
        for block in program.state.iter().chain(&program.moved) {
            let mut all: Vec<(u32, Vec<Signal>)> = Vec::new();
            let mut rest = &block.code[..];
            while let [head, count, after @ ..] = rest {
                let (inputs, after) = after.split_at(*count as usize);
                rest = after;
                all.push((head >> 1, inputs.to_vec()));
            }
            let own: Vec<u32> = all.iter().map(|(slot, _)| *slot).collect();
            let is_loop = !block.cleared.is_empty();
            let found = match is_loop {
                // The slots of a loop do not go into it.
                true => {
                    let inputs = all.into_iter().flat_map(|(_, inputs)| inputs);
                    let mut outside: Vec<Signal> =
                        inputs.filter(|signal| !own.contains(&(signal >> 1))).collect();
                    outside.sort_unstable();
                    outside.dedup();
                    vec![(own[0], outside, Some(block.clone()))]
                }
                false => all.into_iter().map(|(slot, inputs)| (slot, inputs, None)).collect(),
            };
            for (slot, inputs, block) in found {
                let below = inputs.iter().map(|signal| level[*signal as usize >> 1]);
                let own_level: u32 = below.max().unwrap_or_default() + 1;
                let node = nodes.len() as u32;
                for signal in &inputs {
                    wires[*signal as usize >> 1].push(2 * node + (signal & 1));
                }
                match &block {
                    Some(_) => own.iter().for_each(|slot| level[*slot as usize] = own_level),
                    None => level[slot as usize] = own_level,
                }
                nodes.push(Node { level: own_level, slot, inputs, block });
            }
        }
        let mut begins = vec![0];
        let mut ends = Vec::new();
        for wires in wires {
            ends.extend(wires);
            begins.push(ends.len() as u32);
        }
        let levels = nodes.iter().map(|node| node.level as usize + 1).max().unwrap_or_default();
        Wires { begins, ends, nodes, levels }
    }
}

impl Walker {
    /// A walker in the state in which nothing holds.
    pub fn new(program: &Program, wires: &Wires, facts: usize) -> Walker {
        let mut machine = Machine::new(program);
        machine.run(&program.state);
        machine.run(&program.moved);
        let missing = wires.nodes.iter().map(|node| {
            let holds = |signal: &&Signal| machine.signal(**signal)[0] == 0;
            node.inputs.iter().filter(holds).count() as u32
        });
        Walker {
            missing: missing.collect(),
            waiting: vec![Vec::new(); wires.levels],
            is_waiting: vec![false; wires.nodes.len()],
            state: State(vec![0; facts.div_ceil(64)].into()),
            machine,
        }
    }

    /// Whether a signal holds here.
    #[inline]
    pub fn holds(&self, signal: Signal) -> bool {
        self.machine.signal(signal)[0] != 0
    }

    /// Goes to a state. The slots of its facts come first after slot 0.
    pub fn go(&mut self, wires: &Wires, state: &State) {
        for word in 0..state.0.len() {
            let mut changed = self.state.0[word] ^ state.0[word];
            self.state.0[word] = state.0[word];
            while changed != 0 {
                let slot = 64 * word + changed.trailing_zeros() as usize + 1;
                changed &= changed - 1;
                self.turn_over(wires, slot);
            }
        }
        self.settle(wires);
    }

    /// Finds the state after moves, which are given by their slots, and stays where it is.
    pub fn look_ahead(&mut self, wires: &Wires, moves: &[usize], next: &[Signal], out: &mut State) {
        moves.iter().for_each(|slot| self.turn_over(wires, *slot));
        self.settle(wires);
        for (signals, word) in next.chunks(64).zip(&mut out.0) {
            let mut bits = 0;
            for (at, signal) in signals.iter().enumerate() {
                bits |= u64::from(self.holds(*signal)) << at;
            }
            *word = bits;
        }
        // What this changes is found out together with the next step.
        moves.iter().for_each(|slot| self.turn_over(wires, *slot));
    }

    #[inline]
    fn turn_over(&mut self, wires: &Wires, slot: usize) {
        let value = &mut self.machine.slots_mut(slot, 1)[0][0];
        *value = !*value;
        self.pass_on(wires, slot);
    }

    /// Tells those who need a slot that it has changed.
    #[inline]
    fn pass_on(&mut self, wires: &Wires, slot: usize) {
        let held = self.machine.slots_mut(slot, 1)[0][0] != 0;
        let ends = wires.begins[slot] as usize..wires.begins[slot + 1] as usize;
        for end in &wires.ends[ends] {
            let node = *end as usize >> 1;
            let missing = &mut self.missing[node];
            let holds = held != (end & 1 == 1);
            let crossed = if holds {
                *missing -= 1;
                *missing == 0
            } else {
                *missing += 1;
                *missing == 1
            };
            let Node { level, block, .. } = &wires.nodes[node];
            if (crossed || block.is_some()) && !self.is_waiting[node] {
                self.is_waiting[node] = true;
                self.waiting[*level as usize].push(node as u32);
            }
        }
    }

    fn settle(&mut self, wires: &Wires) {
        for level in 0..wires.levels {
            while let Some(node) = self.waiting[level].pop() {
                self.is_waiting[node as usize] = false;
                let Node { slot, block, .. } = &wires.nodes[node as usize];
                match block {
                    None => {
                        let holds = self.missing[node as usize] == 0;
                        if holds != (self.machine.slots_mut(*slot as usize, 1)[0][0] != 0) {
                            self.turn_over(wires, *slot as usize);
                        }
                    }
                    Some(block) => {
                        let before: Vec<u64> = block
                            .cleared
                            .iter()
                            .map(|slot| self.machine.signal(2 * slot)[0])
                            .collect();
                        self.machine.run(std::slice::from_ref(block));
                        for (slot, before) in block.cleared.iter().zip(before) {
                            if self.machine.signal(2 * slot)[0] != before {
                                self.pass_on(wires, *slot as usize);
                            }
                        }
                    }
                }
            }
        }
    }
}

//! A description without variables as a network of gates (a *propositional network*, or propnet:
//! Schkufza, Love and Genesereth 2008), and the network as a program.
//!
//! There is one kind of gate: all of its inputs hold, each taken as it is or denied. Alternatives
//! are a denied gate of denied inputs. Equal gates are one gate, and whatever nobody asks for is
//! left out. Gates come after their inputs; where facts depend on each other in a circle (is this
//! cell joined to that one?), their gates are a *loop*, which begins with nothing and is run until
//! nothing changes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    components::components,
    ground::{Ground, GroundRule},
    terms::TermId,
};

/// The number of a slot times two, plus one if its value is denied. Slot 0 never holds.
pub type Signal = u32;

/// What never holds.
pub const NEVER: Signal = 0;
/// What always holds.
pub const ALWAYS: Signal = 1;

/// Gates that are run together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// For each gate twice its slot (plus one if the result is denied), the number of its inputs,
    /// and the inputs.
    pub code: Vec<u32>,
    /// The slots to be cleared at first, if the block is run until nothing changes.
    pub cleared: Vec<u32>,
}

/// A program: slots for the facts of a state come first after slot 0, then those for the moves.
#[derive(Clone, Debug)]
pub struct Program {
    /// How many slots there are.
    pub slots: usize,
    /// What follows from the state alone.
    pub state: Vec<Block>,
    /// What follows from the state and the moves.
    pub moved: Vec<Block>,
}

/// A gate on the way to a program.
struct Gate {
    slot: u32,
    inputs: Vec<Signal>,
    denied: bool,
}

/// Gates that belong together.
struct Group {
    gates: Vec<Gate>,
    cleared: Vec<u32>,
    moved: bool,
}

/// Builds the network of a description.
pub struct Network {
    slots: usize,
    /// The signal of each fact that may or may not hold.
    signals: FxHashMap<TermId, Signal>,
    /// Which slots depend on the moves.
    moved: Vec<bool>,
    /// The group that gives each slot; none gives facts of a state and moves.
    group_of: Vec<Option<u32>>,
    known: FxHashMap<Vec<Signal>, u32>,
    groups: Vec<Group>,
}

impl Network {
    /// The network of everything that follows from the facts of a state, `bases`, and from `moves`.
    /// Where a fact needs that one does not hold which needs it in turn there is none: these two.
    pub fn new(
        ground: &Ground,
        bases: &[TermId],
        moves: &[TermId],
    ) -> Result<Network, (TermId, TermId)> {
        let mut network = Network {
            slots: 1 + bases.len() + moves.len(),
            signals: FxHashMap::default(),
            moved: Vec::new(),
            group_of: vec![None; 1 + bases.len() + moves.len()],
            known: FxHashMap::default(),
            groups: Vec::new(),
        };
        for (at, fact) in bases.iter().chain(moves).enumerate() {
            network.signals.insert(*fact, 2 * (at as u32 + 1));
            network.moved.push(at >= bases.len());
        }
        network.moved.insert(0, false);
        let mut rules: FxHashMap<TermId, Vec<&GroundRule>> = FxHashMap::default();
        for rule in &ground.rules {
            rules.entry(rule.head).or_default().push(rule);
        }
        let facts: Vec<TermId> =
            ground.facts.iter().copied().filter(|fact| rules.contains_key(fact)).collect();
        let place: FxHashMap<TermId, usize> =
            facts.iter().enumerate().map(|(at, fact)| (*fact, at)).collect();
        let needs: Vec<Vec<usize>> = facts
            .iter()
            .map(|fact| {
                let used = rules[fact].iter().flat_map(|rule| rule.is.iter().chain(&rule.not));
                used.filter_map(|used| place.get(used).copied()).collect()
            })
            .collect();
        for component in components(&needs) {
            let circle = component.len() > 1 || needs[component[0]].contains(&component[0]);
            let members: Vec<TermId> = component.iter().map(|at| facts[*at]).collect();
            if circle {
                network.circle(&members, &rules)?;
            } else {
                let alternatives: Vec<Signal> =
                    rules[&members[0]].iter().map(|rule| network.rule(rule)).collect();
                let signal = network.any(alternatives);
                network.signals.insert(members[0], signal);
            }
        }
        Ok(network)
    }

    /// The signal of a fact.
    pub fn signal(&self, ground: &Ground, fact: Option<TermId>) -> Signal {
        match fact {
            Some(fact) if ground.always.contains(&fact) => ALWAYS,
            Some(fact) => self.signals.get(&fact).copied().unwrap_or(NEVER),
            None => NEVER,
        }
    }

    fn rule(&mut self, rule: &GroundRule) -> Signal {
        let inputs = self.inputs(rule);
        self.all(inputs)
    }

    /// The signals a rule asks for. A fact that nothing brings about never holds.
    fn inputs(&self, rule: &GroundRule) -> Vec<Signal> {
        let signal = |fact: &TermId| self.signals.get(fact).copied().unwrap_or(NEVER);
        let denied = rule.not.iter().map(|fact| signal(fact) ^ 1);
        rule.is.iter().map(signal).chain(denied).collect()
    }

    /// How many slots there are.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Whether a signal depends on the moves.
    pub fn is_moved(&self, signal: Signal) -> bool {
        self.moved[signal as usize >> 1]
    }

    /// Whether a slot is that of a fact of a state or of a move.
    pub fn is_given(&self, slot: u32) -> bool {
        self.group_of[slot as usize].is_none()
    }

    /// The inputs of the gate that gives a slot; none if it is given or belongs to a loop.
    pub fn gate(&self, slot: u32) -> Option<&[Signal]> {
        let group = &self.groups[self.group_of[slot as usize]? as usize];
        group.cleared.is_empty().then(|| &group.gates[0].inputs[..])
    }

    /// What is left of a signal where something that it asks for is known to hold; none if it does
    /// not ask for it, all by itself or in each of its alternatives.
    pub fn without(&mut self, signal: Signal, known: Signal) -> Option<Signal> {
        if signal == known {
            return Some(ALWAYS);
        }
        let inputs = self.gate(signal >> 1)?.to_vec();
        if signal & 1 == 1 {
            let rests: Option<Vec<Signal>> = inputs
                .into_iter()
                .map(|denied| match denied & 1 {
                    0 => (denied ^ 1 == known).then_some(ALWAYS),
                    _ => self.without_one(denied ^ 1, known),
                })
                .collect();
            return Some(self.any(rests?));
        }
        self.without_one(signal, known)
    }

    fn without_one(&mut self, signal: Signal, known: Signal) -> Option<Signal> {
        if signal == known {
            return Some(ALWAYS);
        }
        let inputs = self.gate(signal >> 1)?;
        let rest = inputs.iter().copied().filter(|input| *input != known).collect();
        if !inputs.contains(&known) {
            return None;
        }
        Some(self.all(rest))
    }

    /// What a signal surely asks for.
    pub fn asks(&self, signal: Signal) -> Vec<Signal> {
        let of = |signal: Signal| match self.gate(signal >> 1).filter(|_| signal & 1 == 0) {
            Some(inputs) => inputs.to_vec(),
            None => vec![signal],
        };
        match self.gate(signal >> 1) {
            Some(inputs) if signal & 1 == 1 => {
                let mut ways = inputs.iter().map(|denied| of(denied ^ 1));
                let first = ways.next().unwrap_or_default();
                ways.fold(first, |asked, way| {
                    asked.into_iter().filter(|one| way.contains(one)).collect()
                })
            }
            _ => of(signal),
        }
    }

    /// Which slots are needed for these signals.
    pub fn needed(&self, asked: impl Iterator<Item = Signal>) -> Vec<bool> {
        let mut needed = vec![false; self.slots];
        asked.for_each(|signal| needed[signal as usize / 2] = true);
        for group in self.groups.iter().rev() {
            if group.gates.iter().any(|gate| needed[gate.slot as usize]) {
                let inputs = group.gates.iter().flat_map(|gate| &gate.inputs);
                inputs.for_each(|signal| needed[*signal as usize / 2] = true);
                // Of a loop all is needed or nothing.
                group.gates.iter().for_each(|gate| needed[gate.slot as usize] = true);
            }
        }
        needed
    }

    /// All of these hold.
    pub fn all(&mut self, inputs: Vec<Signal>) -> Signal {
        match tidy(inputs) {
            Err(signal) => signal,
            Ok(inputs) => {
                if let Some(slot) = self.known.get(&inputs) {
                    return 2 * slot;
                }
                let slot = self.slot(&inputs);
                self.known.insert(inputs.clone(), slot);
                let moved = self.moved[slot as usize];
                let gates = vec![Gate { slot, inputs, denied: false }];
                self.group_of[slot as usize] = Some(self.groups.len() as u32);
                self.groups.push(Group { gates, cleared: Vec::new(), moved });
                2 * slot
            }
        }
    }

    /// One of these holds.
    fn any(&mut self, inputs: Vec<Signal>) -> Signal {
        self.all(inputs.into_iter().map(|signal| signal ^ 1).collect()) ^ 1
    }

    fn slot(&mut self, inputs: &[Signal]) -> u32 {
        let slot = self.slots as u32;
        self.slots += 1;
        self.group_of.push(None);
        self.moved.push(inputs.iter().any(|signal| self.moved[*signal as usize / 2]));
        slot
    }

    /// Facts that depend on each other. An error names two of which one depends on the other's
    /// absence.
    fn circle(
        &mut self,
        members: &[TermId],
        rules: &FxHashMap<TermId, Vec<&GroundRule>>,
    ) -> Result<(), (TermId, TermId)> {
        let own: FxHashSet<TermId> = members.iter().copied().collect();
        for rule in members.iter().flat_map(|fact| &rules[fact]) {
            if let Some(denied) = rule.not.iter().find(|denied| own.contains(denied)) {
                return Err((rule.head, *denied));
            }
        }
        let first = self.slots as u32;
        for fact in members {
            let slot = self.slot(&[]);
            self.signals.insert(*fact, 2 * slot);
        }
        let mut gates = Vec::new();
        for (at, fact) in members.iter().enumerate() {
            let mut alternatives = Vec::new();
            for rule in &rules[fact] {
                // Outside of the circle gates may be shared, inside they are the circle's own.
                let (inside, outside): (Vec<TermId>, Vec<TermId>) =
                    rule.is.iter().partition(|fact| own.contains(fact));
                let outer = GroundRule { head: rule.head, is: outside, not: rule.not.clone() };
                let mut inputs = vec![self.rule(&outer)];
                inputs.extend(inside.iter().map(|fact| self.signals[fact]));
                match tidy(inputs) {
                    Err(signal) => alternatives.push(signal ^ 1),
                    Ok(inputs) => {
                        let slot = self.slot(&inputs);
                        alternatives.push(2 * slot + 1);
                        gates.push(Gate { slot, inputs, denied: false });
                    }
                }
            }
            let slot = first + at as u32;
            let inputs = match tidy(alternatives) {
                Ok(inputs) => inputs,
                Err(signal) => vec![signal],
            };
            gates.push(Gate { slot, inputs, denied: true });
        }
        let moved = gates
            .iter()
            .any(|gate| gate.inputs.iter().any(|signal| self.moved[*signal as usize / 2]));
        for gate in &gates {
            self.moved[gate.slot as usize] = moved;
            self.group_of[gate.slot as usize] = Some(self.groups.len() as u32);
        }
        let cleared = (first..first + members.len() as u32).collect();
        self.groups.push(Group { gates, cleared, moved });
        Ok(())
    }

    /// The program that gives these signals.
    pub fn program(&self, asked: impl Iterator<Item = Signal>) -> Program {
        let needed = self.needed(asked);
        let kept = |group: &&Group| needed[group.gates[0].slot as usize];
        let kept: Vec<&Group> = self.groups.iter().filter(kept).collect();
        let part = |moved: bool| {
            let mut blocks: Vec<Block> = Vec::new();
            for group in kept.iter().filter(|group| group.moved == moved) {
                let plain = group.cleared.is_empty();
                if !plain || blocks.last().is_none_or(|last| !last.cleared.is_empty()) {
                    blocks.push(Block { code: Vec::new(), cleared: group.cleared.clone() });
                }
                let code = &mut blocks.last_mut().expect("just pushed").code;
                for gate in &group.gates {
                    code.extend([2 * gate.slot + u32::from(gate.denied), gate.inputs.len() as u32]);
                    code.extend(&gate.inputs);
                }
            }
            blocks
        };
        Program { slots: self.slots, state: part(false), moved: part(true) }
    }
}

/// Inputs of a gate without needless ones, or what it always gives.
fn tidy(mut inputs: Vec<Signal>) -> Result<Vec<Signal>, Signal> {
    inputs.sort_unstable();
    inputs.dedup();
    let contradicts = |pair: &[Signal]| pair[0] ^ 1 == pair[1];
    if inputs.first() == Some(&NEVER) || inputs.windows(2).any(contradicts) {
        return Err(NEVER);
    }
    inputs.retain(|signal| *signal != ALWAYS);
    match inputs[..] {
        [] => Err(ALWAYS),
        [signal] => Err(signal),
        _ => Ok(inputs),
    }
}

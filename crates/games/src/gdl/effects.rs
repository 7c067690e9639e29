//! What each move changes, found out beforehand, so that making it asks only for that.
//!
//! As long as it is open what the roles do, every fact of the next state needs gates that ask for
//! all moves there are. Here one move after the other is taken to be made and all others not to be,
//! and what is left of the gates is a signal of the state alone, most often the fact itself: it
//! stays as it is. What most moves make of a fact is its *course*; the few others are listed by
//! move. A move that nothing asks for, as a role makes it while another one moves, is *silent*, and
//! may be made together with any other.

use std::{cmp::Reverse, collections::BinaryHeap};

use rustc_hash::FxHashMap;

use super::{
    limits::MOST_EFFECT_STEPS,
    network::{ALWAYS, NEVER, Network, Signal},
};

/// What each move changes.
pub struct Effects {
    /// What becomes of each fact unless a move's list says otherwise.
    pub course: Vec<Signal>,
    /// What else becomes of facts by a move that is not silent. The first list is for when nobody
    /// makes one.
    pub lists: Vec<Vec<(u32, Signal)>>,
    /// The list of each move; 0 for silent ones.
    pub list_of: Vec<u32>,
}

/// A gate that depends on the moves.
struct Gate {
    slot: u32,
    /// What it asks for if no move is made, apart from what is known to hold or not to.
    asks: Vec<Signal>,
    /// How many of its inputs are known not to hold then.
    barred: u32,
    /// What it gives then.
    gives: Signal,
}

struct Finder<'a> {
    network: &'a mut Network,
    gates: Vec<Gate>,
    /// For each slot that depends on moves the gates it goes into, and whether it is denied there.
    users: FxHashMap<u32, Vec<(u32, bool)>>,
    /// For each such slot the facts it decides, and whether it is denied for them.
    facts: FxHashMap<u32, Vec<(u32, bool)>>,
    steps: usize,
}

impl Effects {
    /// Finds what each move changes, among `facts` facts and `moves` moves, which have the first
    /// slots of the network in this order. `next` says which facts hold next. None if facts that
    /// depend on moves depend on each other, or if it would take too long.
    pub fn find(
        network: &mut Network,
        next: &[Signal],
        facts: usize,
        moves: usize,
    ) -> Option<Effects> {
        let mut finder = Finder::new(network, next)?;
        let unmoved: Vec<Signal> = {
            let gives: FxHashMap<u32, Signal> =
                finder.gates.iter().map(|gate| (gate.slot, gate.gives)).collect();
            next.iter()
                .map(|signal| match finder.network.is_moved(*signal) {
                    true => gives.get(&(signal >> 1)).unwrap_or(&NEVER) ^ (signal & 1),
                    false => *signal,
                })
                .collect()
        };
        let mut list_of = vec![0; moves];
        // For each fact what lists make of it.
        let mut changes: Vec<Vec<(u32, Signal)>> = vec![Vec::new(); facts];
        let mut count = 1;
        for (mv, list) in list_of.iter_mut().enumerate() {
            let slot = (1 + facts + mv) as u32;
            if finder.users.contains_key(&slot) || finder.facts.contains_key(&slot) {
                *list = count;
                finder.follow(slot, |fact, signal| changes[fact as usize].push((count, signal)))?;
                count += 1;
            }
        }
        let mut lists = vec![Vec::new(); count as usize];
        let mut course = Vec::new();
        for (fact, (changes, unmoved)) in changes.iter().zip(unmoved).enumerate() {
            let fact = fact as u32;
            let usual = most_common(unmoved, count as usize, changes);
            course.push(usual);
            if usual != unmoved {
                finder.steps += count as usize;
                let mut changed = changes.iter().map(|(list, _)| *list).peekable();
                for list in 0..count {
                    if changed.next_if_eq(&list).is_none() {
                        lists[list as usize].push((fact, unmoved));
                    }
                }
            }
            for (list, signal) in changes.iter().filter(|(_, signal)| *signal != usual) {
                lists[*list as usize].push((fact, *signal));
            }
        }
        (finder.steps <= MOST_EFFECT_STEPS).then_some(Effects { course, lists, list_of })
    }
}

/// What becomes of a fact by most of `count` lists, if those that are not among `changes` leave it
/// `unmoved`.
fn most_common(unmoved: Signal, count: usize, changes: &[(u32, Signal)]) -> Signal {
    let mut counts: FxHashMap<Signal, usize> = FxHashMap::default();
    changes.iter().for_each(|(_, signal)| *counts.entry(*signal).or_default() += 1);
    *counts.entry(unmoved).or_default() += count - changes.len();
    let most = counts.into_iter().max_by_key(|(signal, count)| (*count, Reverse(*signal)));
    most.map_or(unmoved, |(signal, _)| signal)
}

impl<'a> Finder<'a> {
    fn new(network: &'a mut Network, next: &[Signal]) -> Option<Finder<'a>> {
        let needed = network.needed(next.iter().copied());
        let mut finder = Finder {
            network,
            gates: Vec::new(),
            users: FxHashMap::default(),
            facts: FxHashMap::default(),
            steps: 0,
        };
        let mut gives: FxHashMap<u32, Signal> = FxHashMap::default();
        // Slots are numbered in the order in which they can be found out.
        for slot in (0..needed.len() as u32).filter(|slot| needed[*slot as usize]) {
            if !finder.network.is_moved(2 * slot) {
                continue;
            }
            if finder.network.is_given(slot) {
                gives.insert(slot, NEVER);
                continue;
            }
            let inputs = finder.network.gate(slot)?.to_vec();
            finder.steps += inputs.len();
            let mut gate = Gate { slot, asks: Vec::new(), barred: 0, gives: NEVER };
            for input in inputs {
                let (from, denied) = (input >> 1, input & 1 == 1);
                let without = match gives.get(&from) {
                    Some(signal) => signal ^ u32::from(denied),
                    None => input,
                };
                gate.ask(without);
                if finder.network.is_moved(input) {
                    let user = (finder.gates.len() as u32, denied);
                    finder.users.entry(from).or_default().push(user);
                }
            }
            gate.gives = match gate.barred {
                0 => finder.network.all(gate.asks.clone()),
                _ => NEVER,
            };
            gives.insert(slot, gate.gives);
            finder.gates.push(gate);
        }
        for (fact, signal) in next.iter().enumerate() {
            if finder.network.is_moved(*signal) {
                let facts = finder.facts.entry(signal >> 1).or_default();
                facts.push((fact as u32, signal & 1 == 1));
            }
        }
        (finder.steps <= MOST_EFFECT_STEPS).then_some(finder)
    }

    /// Takes the move in a slot to be made, and tells what else becomes of facts.
    fn follow(&mut self, slot: u32, mut tell: impl FnMut(u32, Signal)) -> Option<()> {
        // For each gate with other inputs what they were and what they are.
        let mut other: FxHashMap<u32, Vec<(Signal, Signal)>> = FxHashMap::default();
        let mut waiting = BinaryHeap::new();
        let mut changed = Some((slot, NEVER, ALWAYS));
        loop {
            if let Some((slot, was, is)) = changed {
                for (user, denied) in self.users.get(&slot).into_iter().flatten() {
                    let change = (was ^ u32::from(*denied), is ^ u32::from(*denied));
                    other.entry(*user).or_insert_with(|| {
                        waiting.push(Reverse(*user));
                        Vec::new()
                    });
                    other.entry(*user).or_default().push(change);
                    self.steps += 1;
                }
                for (fact, denied) in self.facts.get(&slot).into_iter().flatten() {
                    tell(*fact, is ^ u32::from(*denied));
                    self.steps += 1;
                }
            }
            if self.steps > MOST_EFFECT_STEPS {
                return None;
            }
            let Some(Reverse(next)) = waiting.pop() else { return Some(()) };
            let gate = &self.gates[next as usize];
            let changes = other.remove(&next).unwrap_or_default();
            self.steps += gate.asks.len() * changes.len();
            let mut now = Gate { asks: gate.asks.clone(), ..*gate };
            for (was, is) in changes {
                now.unask(was);
                now.ask(is);
            }
            let (slot, was) = (now.slot, now.gives);
            let is = if now.barred > 0 { NEVER } else { self.network.all(now.asks) };
            changed = (is != was).then_some((slot, was, is));
        }
    }
}

impl Gate {
    fn ask(&mut self, signal: Signal) {
        match signal {
            NEVER => self.barred += 1,
            ALWAYS => {}
            _ => self.asks.push(signal),
        }
    }

    fn unask(&mut self, signal: Signal) {
        match signal {
            NEVER => self.barred -= 1,
            ALWAYS => {}
            _ => {
                if let Some(at) = self.asks.iter().position(|asked| *asked == signal) {
                    self.asks.swap_remove(at);
                }
            }
        }
    }
}

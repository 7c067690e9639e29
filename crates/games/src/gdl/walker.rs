//! Goes from state to state and finds out only what changes: every gate counts the inputs that do
//! not hold, and whatever changes is passed on level by level, so that no gate is looked at twice
//! (*differential forward propagation*).

use super::{
    network::Signal,
    rules::State,
    wires::{INNER, LEAF, NONE, Node, Ring, Wires},
};

/// A place in the game, and what holds there.
#[derive(Debug)]
pub struct Walker {
    now: Seen,
    /// Somewhere it was before and may come back to.
    home: Option<Box<Seen>>,
    /// The nodes that wait for their turn, by levels, and how many there are of each level.
    waiting: Vec<u32>,
    counts: Vec<u32>,
    is_waiting: Vec<bool>,
    /// The last level that anything waits on.
    last: usize,
    /// What has happened to each ring since it was last looked at.
    rings: Vec<Change>,
}

/// What holds in a state.
#[derive(Clone, Debug)]
struct Seen {
    state: State,
    /// How many inputs of each node do not hold. A node holds if none is missing.
    missing: Vec<u32>,
    /// Whether each node was seen to hold by those who need it.
    held: Vec<bool>,
    /// The watched bits.
    bits: Vec<u64>,
}

/// What has happened to a ring.
#[derive(Clone, Debug, Default)]
struct Change {
    /// Gates that have come to hold.
    gained: Vec<u32>,
    /// Whether one no longer holds.
    lost: bool,
}

impl Walker {
    /// A walker in the state in which nothing holds.
    pub fn new(wires: &Wires, facts: usize) -> Walker {
        let nodes = wires.missing.len();
        let now = Seen {
            state: State(vec![0; facts.div_ceil(64)].into()),
            missing: wires.missing.clone(),
            held: vec![false; nodes],
            bits: wires.seen.clone(),
        };
        let mut walker = Walker {
            now,
            home: None,
            waiting: vec![0; nodes],
            counts: vec![0; wires.levels.len()],
            is_waiting: vec![false; nodes],
            last: 0,
            rings: vec![Change::default(); wires.rings.len()],
        };
        for node in 0..nodes {
            let Node { ends, bits, ring, .. } = wires.nodes[node];
            if wires.missing[node] != 0 {
                continue;
            }
            match (ring, ends == bits) {
                (NONE, true) => walker.turn_bits(wires, node),
                (NONE, false) => walker.wait(wires, node as u32),
                _ => {
                    if let Some(gate) =
                        (node as u32).checked_sub(wires.rings[ring as usize].first_gate)
                    {
                        walker.rings[ring as usize].gained.push(gate);
                    }
                    walker.wait(wires, wires.rings[ring as usize].node);
                }
            }
        }
        walker.settle(wires);
        walker
    }

    /// Whether a signal of the wires holds here.
    #[inline]
    pub fn holds(&self, signal: Signal) -> bool {
        (self.now.missing[signal as usize >> 1] == 0) != (signal & 1 == 1)
    }

    /// The watched bits.
    #[inline]
    pub fn bits(&self) -> &[u64] {
        &self.now.bits
    }

    /// The state it is in.
    #[inline]
    pub fn state(&self) -> &State {
        &self.now.state
    }

    /// Goes to a state, if that is nearer by way of a place it remembers; and remembers those that
    /// are far from everything, as the beginnings of random games are.
    pub fn go(&mut self, wires: &Wires, state: &State) {
        let far = 4 + wires.missing.len() as u32 / 256;
        let mut way = distance(&self.now.state, state);
        if way > far {
            let from_home = self.home.as_ref().map(|home| distance(&home.state, state));
            if let (Some(home), Some(from_home)) = (&self.home, from_home)
                && from_home + far < way
            {
                self.now.copy_from(home);
                way = from_home;
            }
        }
        self.step_to(wires, state);
        if way > far {
            match &mut self.home {
                Some(home) => home.copy_from(&self.now),
                None => self.home = Some(Box::new(self.now.clone())),
            }
        }
    }

    /// Goes to a state that is near.
    #[inline]
    pub fn step_to(&mut self, wires: &Wires, state: &State) {
        for word in 0..state.0.len() {
            let mut changed = self.now.state.0[word] ^ state.0[word];
            self.now.state.0[word] = state.0[word];
            while changed != 0 {
                // The nodes of the facts come first after that of what never holds.
                let node = 64 * word + changed.trailing_zeros() as usize + 1;
                changed &= changed - 1;
                self.turn_over(wires, node);
            }
        }
        self.settle(wires);
    }

    /// Does as if moves were made, given by their nodes; shows the watched bits and stays where it
    /// is.
    pub fn look_ahead(&mut self, wires: &Wires, moves: &[usize], then: impl FnOnce(&[u64])) {
        moves.iter().for_each(|node| self.turn_over(wires, *node));
        self.settle(wires);
        then(&self.now.bits);
        moves.iter().for_each(|node| self.turn_over(wires, *node));
        self.settle(wires);
    }

    #[inline]
    fn turn_over(&mut self, wires: &Wires, node: usize) {
        let missing = &mut self.now.missing[node];
        *missing ^= 1;
        let holds = *missing == 0;
        self.pass_on(wires, node, holds);
    }

    /// Tells those who need a node that it has changed.
    #[inline]
    fn pass_on(&mut self, wires: &Wires, node: usize, holds: bool) {
        let Node { ends, bits, .. } = wires.nodes[node];
        for end in &wires.ends[ends as usize..bits as usize] {
            let to = *end as usize >> 3;
            let gains = holds != (end & 1 == 1);
            let missing = &mut self.now.missing[to];
            let before = *missing;
            *missing = if gains { before - 1 } else { before + 1 };
            if before != u32::from(gains) {
                continue;
            }
            match end & 6 {
                LEAF => self.turn_bits(wires, to),
                INNER => self.wait(wires, to as u32),
                _ => {
                    let ring = wires.nodes[to].ring as usize;
                    let Ring { node, first_gate, .. } = &wires.rings[ring];
                    match gains {
                        true => self.rings[ring].gained.push(to as u32 - first_gate),
                        false => self.rings[ring].lost = true,
                    }
                    self.wait(wires, *node);
                }
            }
        }
        self.turn_bits(wires, node);
    }

    #[inline]
    fn turn_bits(&mut self, wires: &Wires, node: usize) {
        let begin = wires.nodes[node].bits as usize;
        let end = wires.nodes[node + 1].ends as usize;
        for bit in &wires.ends[begin..end] {
            self.now.bits[*bit as usize >> 6] ^= 1 << (bit & 63);
        }
    }

    #[inline]
    fn wait(&mut self, wires: &Wires, node: u32) {
        if !std::mem::replace(&mut self.is_waiting[node as usize], true) {
            let level = wires.nodes[node as usize].level as usize;
            self.waiting[(wires.levels[level] + self.counts[level]) as usize] = node;
            self.counts[level] += 1;
            self.last = self.last.max(level);
        }
    }

    fn settle(&mut self, wires: &Wires) {
        let mut level = 0;
        while level <= self.last {
            while self.counts[level] > 0 {
                self.counts[level] -= 1;
                let node = self.waiting[(wires.levels[level] + self.counts[level]) as usize];
                self.is_waiting[node as usize] = false;
                match wires.nodes[node as usize].ring {
                    NONE => self.see(wires, node as usize),
                    ring => self.see_ring(wires, ring as usize),
                }
            }
            level += 1;
        }
        self.last = 0;
    }

    /// Looks at a gate whose inputs have changed.
    #[inline]
    fn see(&mut self, wires: &Wires, node: usize) {
        let holds = self.now.missing[node] == 0;
        if holds != self.now.held[node] {
            self.now.held[node] = holds;
            self.pass_on(wires, node, holds);
        }
    }

    /// Looks at a ring whose gates have changed. If none was lost, what held still holds, and only
    /// what is new is followed; otherwise all is forgotten and found again.
    fn see_ring(&mut self, wires: &Wires, number: usize) {
        let Ring { first_fact, needed_by, first_gate, heads, .. } = &wires.rings[number];
        let mut found = std::mem::take(&mut self.rings[number].gained);
        let missing = &mut self.now.missing;
        let gate = |gate: u32| (first_gate + gate) as usize;
        let mut touched = Vec::new();
        if std::mem::take(&mut self.rings[number].lost) {
            for (at, users) in needed_by.iter().enumerate() {
                let fact = *first_fact as usize + at;
                touched.push(fact);
                if missing[fact] == 0 {
                    missing[fact] = 1;
                    users.iter().for_each(|user| missing[gate(*user)] += 1);
                }
            }
            found.clear();
            found.extend(0..heads.len() as u32);
        }
        found.retain(|one| missing[gate(*one)] == 0);
        let lost = !touched.is_empty();
        while let Some(next) = found.pop() {
            let head = heads[next as usize];
            let fact = (first_fact + head) as usize;
            if missing[fact] == 0 {
                continue;
            }
            missing[fact] = 0;
            if !lost {
                touched.push(fact);
            }
            for user in &needed_by[head as usize] {
                let user_missing = &mut missing[gate(*user)];
                *user_missing -= 1;
                if *user_missing == 0 {
                    found.push(*user);
                }
            }
        }
        self.rings[number].gained = found;
        touched.into_iter().for_each(|fact| self.see(wires, fact));
    }
}

impl Seen {
    fn copy_from(&mut self, other: &Seen) {
        self.state.0.copy_from_slice(&other.state.0);
        self.missing.copy_from_slice(&other.missing);
        self.held.copy_from_slice(&other.held);
        self.bits.copy_from_slice(&other.bits);
    }
}

/// How many facts differ.
#[inline]
fn distance(one: &State, two: &State) -> u32 {
    one.0.iter().zip(&two.0).map(|(one, two)| (one ^ two).count_ones()).sum()
}

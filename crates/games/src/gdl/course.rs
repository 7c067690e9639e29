//! Wires of a game, and what there is to read off them: what may be done, what comes next, whether
//! it is over.
//!
//! There are two ways to the next state. Where it is known what each move changes ([`Effects`]),
//! only that is looked at. Otherwise moves go into the wires like facts, and all that they bring
//! about is followed.

use rustc_hash::FxHashMap;

use super::{
    effects::Effects,
    network::{ALWAYS, Block, Network, Program, Signal},
    rules::{Role, State},
    walker::Walker,
    wires::Wires,
};
use crate::bits::{self, each};

/// Wires, and what is read off them. Signals are those of the wires; beyond them they are those of
/// `rare` gates.
#[derive(Debug)]
pub struct Course {
    wires: Wires,
    facts: usize,
    terminal: Signal,
    /// What a state may be worth to each role, and when it is.
    goals: Vec<Vec<(u8, Signal)>>,
    guards: Vec<Guard>,
    /// Gates that are so seldom asked for that nobody follows their inputs.
    rare: Vec<Vec<Signal>>,
    /// What each move changes, list by list, and each move's list.
    lists: Vec<Vec<(u32, Signal)>>,
    list_of: Option<Vec<u32>>,
}

/// What most moves of a role ask for besides their own conditions: that it is the role's turn.
#[derive(Debug)]
struct Guard {
    signal: Signal,
    /// Where the role's moves are among the watched words.
    words: std::ops::Range<usize>,
    /// The moves that do not ask for it.
    free: Vec<u64>,
}

/// The most inputs that are looked at to find out about a rare gate.
const MOST_RARE: u32 = 64;

impl Course {
    /// A course where it is known what each move changes; none if that cannot be known, or if
    /// roles often make moves at the same time.
    pub fn quick(
        network: &mut Network,
        roles: &[Role],
        next: &[Signal],
        terminal: Signal,
    ) -> Option<Course> {
        let moves = roles.iter().map(|role| role.moves.len()).sum();
        let effects = Effects::find(network, next, next.len(), moves)?;
        let may_be_silent = |role: &&Role| {
            let own = role.first..role.first + role.moves.len();
            effects.list_of[own].contains(&0)
        };
        if roles.iter().filter(may_be_silent).count() + 1 < roles.len() {
            return None;
        }
        let mut legal = Vec::new();
        for role in roles {
            legal.push(guarded(network, &role.legal));
        }
        let watched = legal
            .iter()
            .flat_map(|(guard, moves)| moves.iter().map(|(signal, _)| *signal).chain([*guard]));
        let mut asked: Vec<Signal> = effects.course.clone();
        asked.extend(watched.chain([terminal]));
        let goals = roles.iter().flat_map(|role| role.goals.iter().map(|(_, signal)| *signal));
        let seldom: Vec<Signal> =
            effects.lists.iter().flatten().map(|(_, signal)| *signal).chain(goals).collect();
        let rare = rare(network, &mut asked, &seldom);
        let program = network.program(asked.into_iter());
        debug_assert!(
            program.moved.is_empty(),
            "what each move changes depends on the state alone"
        );
        let blocks: Vec<&Block> = program.state.iter().collect();
        let mut course =
            Course::lay(&program, &blocks, next.len() + moves, &effects.course, &legal);
        let mut signals: FxHashMap<u32, Signal> = FxHashMap::default();
        for slot in rare {
            let inputs = network.gate(slot).unwrap_or_default().iter();
            let inputs = inputs.map(|input| course.signal(&signals, *input)).collect();
            signals.insert(slot, 2 * (course.wires.missing.len() + course.rare.len()) as Signal);
            course.rare.push(inputs);
        }
        let lists = effects.lists.iter().map(|list| {
            list.iter().map(|(fact, signal)| (*fact, course.signal(&signals, *signal))).collect()
        });
        course.lists = lists.collect();
        course.list_of = Some(effects.list_of);
        course.read_off(roles, terminal, &signals);
        Some(course)
    }

    /// The course on which any moves can be made together.
    pub fn full(program: &Program, roles: &[Role], next: &[Signal], terminal: Signal) -> Course {
        let moves: usize = roles.iter().map(|role| role.moves.len()).sum();
        let blocks: Vec<&Block> = program.state.iter().chain(&program.moved).collect();
        let free = |role: &Role| role.legal.iter().map(|signal| (*signal, false)).collect();
        let legal: Vec<Guarded> = roles.iter().map(|role| (ALWAYS, free(role))).collect();
        let mut course = Course::lay(program, &blocks, next.len() + moves, next, &legal);
        course.read_off(roles, terminal, &FxHashMap::default());
        course
    }

    /// Lays the wires. Watched are the facts that change next, and what may be done.
    fn lay(
        program: &Program,
        blocks: &[&Block],
        given: usize,
        next: &[Signal],
        legal: &[Guarded],
    ) -> Course {
        let mut watched = Vec::new();
        for (fact, signal) in next.iter().enumerate() {
            let itself = 2 * (fact as Signal + 1);
            if *signal != itself {
                watched.extend([(fact, *signal), (fact, itself)]);
            }
        }
        let mut words = next.len().div_ceil(64);
        let mut guards = Vec::new();
        for (_, moves) in legal {
            let first = words;
            words += moves.len().div_ceil(64);
            let mut free = vec![0; words - first];
            for (mv, (signal, guarded)) in moves.iter().enumerate() {
                watched.push((64 * first + mv, *signal));
                free[mv / 64] |= u64::from(!guarded) << (mv % 64);
            }
            guards.push(Guard { signal: ALWAYS, words: first..words, free });
        }
        let wires = Wires::new(program, blocks, given, &watched, words);
        for (guard, (signal, _)) in guards.iter_mut().zip(legal) {
            guard.signal = wires.signal(*signal);
        }
        Course {
            wires,
            facts: next.len(),
            terminal: ALWAYS,
            goals: Vec::new(),
            guards,
            rare: Vec::new(),
            lists: Vec::new(),
            list_of: None,
        }
    }

    fn read_off(&mut self, roles: &[Role], terminal: Signal, rare: &FxHashMap<u32, Signal>) {
        self.terminal = self.signal(rare, terminal);
        let goals = |role: &Role| {
            role.goals.iter().map(|(worth, signal)| (*worth, self.signal(rare, *signal))).collect()
        };
        self.goals = roles.iter().map(goals).collect();
    }

    fn signal(&self, rare: &FxHashMap<u32, Signal>, signal: Signal) -> Signal {
        match rare.get(&(signal >> 1)) {
            Some(rare) => rare ^ (signal & 1),
            None => self.wires.signal(signal),
        }
    }

    /// A walker for this course, in the state in which nothing holds.
    pub fn walker(&self) -> Walker {
        Walker::new(&self.wires, self.facts)
    }

    /// Sends a walker to a state.
    #[inline]
    pub fn go(&self, walker: &mut Walker, state: &State) {
        walker.go(&self.wires, state);
    }

    /// Sends a walker to a state that is one step away.
    #[inline]
    pub fn step(&self, walker: &mut Walker, state: &State) {
        walker.step_to(&self.wires, state);
    }

    /// Whether the game is over where a walker is.
    #[inline]
    pub fn is_over(&self, walker: &Walker) -> bool {
        walker.holds(self.terminal)
    }

    /// What the state that a walker is in is worth to a role.
    pub fn goal(&self, walker: &Walker, role: usize) -> Option<u8> {
        let mut goals = self.goals[role].iter();
        goals.find(|(_, signal)| self.holds(walker, *signal)).map(|(worth, _)| *worth)
    }

    /// What a role may do, a bit for each of its moves.
    #[inline]
    pub fn legal<'a>(
        &'a self,
        walker: &'a Walker,
        role: usize,
    ) -> impl Iterator<Item = u64> + Clone + 'a {
        let Guard { signal, words, free } = &self.guards[role];
        let all = if walker.holds(*signal) { u64::MAX } else { 0 };
        walker.bits()[words.clone()].iter().zip(free).map(move |(word, free)| word & (free | all))
    }

    /// Finds the state after moves, numbered among those of all roles; false if this course cannot
    /// tell.
    #[inline]
    pub fn after(
        &self,
        walker: &mut Walker,
        moves: impl Iterator<Item = usize>,
        out: &mut State,
    ) -> bool {
        let Some(list_of) = &self.list_of else {
            let nodes: Vec<usize> = moves.map(|mv| 1 + self.facts + mv).collect();
            let now = walker.state().clone();
            walker.look_ahead(&self.wires, &nodes, |bits| out.change(&now, bits));
            return true;
        };
        let mut loud = moves.map(|mv| list_of[mv]).filter(|list| *list != 0);
        let list = loud.next().unwrap_or_default();
        if loud.next().is_some() {
            return false;
        }
        out.change(walker.state(), walker.bits());
        for (fact, signal) in &self.lists[list as usize] {
            let word = &mut out.0[*fact as usize >> 6];
            let bit = fact & 63;
            *word = *word & !(1 << bit) | u64::from(self.holds(walker, *signal)) << bit;
        }
        true
    }

    #[inline]
    fn holds(&self, walker: &Walker, signal: Signal) -> bool {
        match (signal as usize >> 1).checked_sub(self.wires.missing.len()) {
            None => walker.holds(signal),
            Some(rare) => {
                let all = self.rare[rare].iter().all(|input| self.holds(walker, *input));
                all != (signal & 1 == 1)
            }
        }
    }
}

impl State {
    /// Becomes another state with the facts of some bits changed.
    #[inline]
    fn change(&mut self, other: &State, bits: &[u64]) {
        for ((word, other), bits) in self.0.iter_mut().zip(&other.0).zip(bits) {
            *word = other ^ bits;
        }
    }
}

/// The numbers of the moves that words have bits for.
pub fn moves(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(at, word)| each(word).map(move |bit| 64 * at + usize::from(bit)))
}

/// How many bits words have.
#[inline]
pub fn count(words: impl Iterator<Item = u64>) -> usize {
    words.map(|word| word.count_ones() as usize).sum()
}

/// The number of the bit that has `n` others before it.
#[inline]
pub fn nth(words: impl Iterator<Item = u64>, mut n: u32) -> Option<usize> {
    for (at, word) in words.enumerate() {
        let count = word.count_ones();
        if n < count {
            return Some(64 * at + bits::nth(word, n).trailing_zeros() as usize);
        }
        n -= count;
    }
    None
}

/// What most moves of a role ask for, and what each move asks for besides; whether it asks for the
/// first at all.
type Guarded = (Signal, Vec<(Signal, bool)>);

fn guarded(network: &mut Network, legal: &[Signal]) -> Guarded {
    let mut counts: FxHashMap<Signal, usize> = FxHashMap::default();
    for signal in legal.iter().flat_map(|signal| network.asks(*signal)) {
        *counts.entry(signal).or_default() += 1;
    }
    let most = counts.into_iter().max_by_key(|(signal, count)| (*count, *signal));
    let guard = most.filter(|(_, count)| *count > 1).map_or(ALWAYS, |(signal, _)| signal);
    let moves = legal.iter().map(|signal| match network.without(*signal, guard) {
        Some(rest) => (rest, true),
        None => (*signal, false),
    });
    (guard, moves.collect())
}

/// The slots of gates that only `seldom` needs, each after those that it needs. Those that are a
/// lot of work are added to `asked`.
fn rare(network: &Network, asked: &mut Vec<Signal>, seldom: &[Signal]) -> Vec<u32> {
    let followed = network.needed(asked.iter().copied());
    let mut work = vec![1u32; network.slots()];
    let of_seldom = network.needed(seldom.iter().copied());
    let only = |followed: &[bool]| -> Vec<u32> {
        let slots = 0..network.slots() as u32;
        slots.filter(|slot| of_seldom[*slot as usize] && !followed[*slot as usize]).collect()
    };
    for slot in only(&followed) {
        if network.is_given(slot) {
            continue;
        }
        let inputs = network.gate(slot);
        let sum = inputs.map(|inputs| inputs.iter().map(|input| work[*input as usize >> 1]).sum());
        match sum.filter(|sum| *sum <= MOST_RARE) {
            Some(sum) => work[slot as usize] = sum,
            None => asked.push(2 * slot),
        }
    }
    let followed = network.needed(asked.iter().copied());
    only(&followed).into_iter().filter(|slot| !network.is_given(*slot)).collect()
}

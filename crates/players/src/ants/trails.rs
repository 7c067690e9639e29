//! The trails: pheromone and desirability of pairs of a state and a move, in bounded memory.
//!
//! A state belongs to the side that moves in it, so that one table of states is one table per role.
//! The pairs of a state lie beside each other in the order of its plies. When the table is full, the
//! states nobody has visited for longest go, and of those the ones least visited.

use ludoteca_games::{Side, scatter};

/// What an ant smells at a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scent {
    /// The pheromone, τ.
    pub tau: f64,
    /// τ^α.
    pub trail: f64,
    /// η^β.
    pub desire: f64,
}

/// What is remembered of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory {
    /// The desirability, η.
    pub eta: f64,
    /// The sum of the results of all games through it.
    pub results: f64,
    /// Games through it.
    pub visits: u32,
    /// Those that ended as draws.
    pub draws: u32,
    /// This search's games through it, and the sum of their results.
    pub round: (u32, f64),
    /// The sum of turns from it to the end.
    pub turns: f64,
}

/// A state with trails: where they lie.
#[derive(Clone, Copy, Debug)]
struct State {
    key: u64,
    first: usize,
    count: usize,
    /// The side that moves.
    side: Side,
    /// The search that visited it last.
    seen: u32,
    visits: u32,
}

/// Pheromone and desirability of all pairs.
pub struct Trails {
    /// For each hash one more than the place of a state; 0 is empty.
    slots: Vec<u32>,
    states: Vec<State>,
    scents: Vec<Scent>,
    memories: Vec<Memory>,
    /// The most pairs there is room for.
    room: usize,
    alpha: f64,
    beta: f64,
}

const FEWEST_SLOTS: usize = 1 << 10;

impl Trails {
    /// No trails yet; they will take about so many megabytes at most.
    pub fn new(megabytes: usize, alpha: f64, beta: f64) -> Trails {
        // Each pair has at most its share of a state, which has two to four slots.
        let pair = size_of::<Scent>() + size_of::<Memory>();
        let state = size_of::<State>() + 4 * size_of::<u32>();
        let room = (megabytes << 20) / (pair + state);
        Trails {
            slots: vec![0; FEWEST_SLOTS],
            states: Vec::new(),
            scents: Vec::new(),
            memories: Vec::new(),
            room: room.min(u32::MAX as usize / 4),
            alpha,
            beta,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(FEWEST_SLOTS, 0);
        self.states.clear();
        self.scents.clear();
        self.memories.clear();
    }

    /// How many pairs have trails.
    pub fn pairs(&self) -> usize {
        self.scents.len()
    }

    /// The place of a state, if it has trails.
    #[inline]
    pub fn find(&self, key: u64) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut slot = scatter(key) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return None,
                place if self.states[place as usize - 1].key == key => {
                    return Some(place as usize - 1);
                }
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// What ants smell in a state, one scent for each ply.
    #[inline]
    pub fn scents(&self, place: usize) -> &[Scent] {
        let State { first, count, .. } = self.states[place];
        &self.scents[first..first + count]
    }

    /// What is remembered in a state, for each ply.
    pub fn memories(&self, place: usize) -> &[Memory] {
        let State { first, count, .. } = self.states[place];
        &self.memories[first..first + count]
    }

    /// The number of a pair among all.
    pub fn pair(&self, place: usize, ply: usize) -> usize {
        self.states[place].first + ply
    }

    /// The scent of a pair.
    pub fn scent(&self, pair: usize) -> &Scent {
        &self.scents[pair]
    }

    /// What is remembered of a pair. The desirability is changed by [`Trails::set_eta`].
    pub fn memory(&mut self, pair: usize) -> &mut Memory {
        &mut self.memories[pair]
    }

    /// Every pair of a side, with its trail.
    pub fn pairs_of(&self, side: Side) -> impl Iterator<Item = usize> {
        let states = self.states.iter().filter(move |state| state.side == side);
        states.flat_map(|state| state.first..state.first + state.count)
    }

    /// Changes a trail.
    pub fn set_tau(&mut self, pair: usize, tau: f64) {
        let scent = &mut self.scents[pair];
        scent.tau = tau;
        scent.trail = tau.powf(self.alpha);
    }

    /// Changes a desirability.
    pub fn set_eta(&mut self, pair: usize, eta: f64) {
        self.memories[pair].eta = eta;
        self.scents[pair].desire = eta.powf(self.beta);
    }

    /// A scent before anybody has been there.
    pub fn fresh(&self, tau: f64, eta: f64) -> Scent {
        Scent { tau, trail: tau.powf(self.alpha), desire: eta.powf(self.beta) }
    }

    /// A search visits a state.
    pub fn visit(&mut self, place: usize, search: u32) {
        let state = &mut self.states[place];
        state.seen = search;
        state.visits += 1;
    }

    /// All trails keep this share of what they are.
    pub fn evaporate(&mut self, keep: f64) {
        let keep_trail = keep.powf(self.alpha);
        for scent in &mut self.scents {
            scent.tau *= keep;
            scent.trail *= keep_trail;
        }
    }

    /// Holds all trails between the least and the most of their side.
    pub fn hold(&mut self, bounds: [(f64, f64); 2]) {
        let alpha = self.alpha;
        let trails = bounds.map(|(least, most)| (least.powf(alpha), most.powf(alpha)));
        for state in &self.states {
            let ((least, most), trail) = (bounds[state.side.index()], trails[state.side.index()]);
            for scent in &mut self.scents[state.first..state.first + state.count] {
                if scent.tau < least {
                    (scent.tau, scent.trail) = (least, trail.0);
                } else if scent.tau > most {
                    (scent.tau, scent.trail) = (most, trail.1);
                }
            }
        }
    }

    /// Gives trails to a state with `count` plies; its place, or none where there is no room.
    pub fn add(
        &mut self,
        key: u64,
        side: Side,
        count: usize,
        tau: f64,
        eta: impl Fn(usize) -> f64,
    ) -> Option<usize> {
        if self.pairs() + count > self.room {
            return None;
        }
        let flat = self.fresh(tau, 1.0);
        let first = self.pairs();
        for ply in 0..count {
            let eta = eta(ply);
            let desire = if eta == 1.0 { 1.0 } else { eta.powf(self.beta) };
            self.scents.push(Scent { desire, ..flat });
            self.memories.push(Memory { eta, ..Memory::default() });
        }
        self.states.push(State { key, first, count, side, seen: 0, visits: 0 });
        if 2 * self.states.len() > self.slots.len() {
            self.find_places(2 * self.slots.len());
        } else {
            self.put(self.states.len() - 1);
        }
        Some(self.states.len() - 1)
    }

    /// Makes room for so many pairs, if it can: half of all go, those of states unvisited for longest
    /// first and of those the ones least visited; never those of the state `root`.
    pub fn make_room(&mut self, pairs: usize, root: u64) {
        if self.pairs() + pairs <= self.room {
            return;
        }
        let mut order: Vec<usize> = (0..self.states.len()).collect();
        let worth = |place: &usize| {
            let state = &self.states[*place];
            (state.key == root, state.seen, state.visits, *place)
        };
        order.sort_unstable_by_key(|place| std::cmp::Reverse(worth(place)));
        let keep = (self.room / 2).min(self.room.saturating_sub(pairs));
        let mut kept = 0;
        order.retain(|place| {
            kept += self.states[*place].count;
            kept <= keep || self.states[*place].key == root
        });
        order.sort_unstable();
        let (states, scents, memories) = (
            std::mem::take(&mut self.states),
            std::mem::take(&mut self.scents),
            std::mem::take(&mut self.memories),
        );
        for place in order {
            let state = states[place];
            let pairs = state.first..state.first + state.count;
            self.states.push(State { first: self.scents.len(), ..state });
            self.scents.extend_from_slice(&scents[pairs.clone()]);
            self.memories.extend_from_slice(&memories[pairs]);
        }
        self.find_places(self.slots.len());
    }

    fn find_places(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
        (0..self.states.len()).for_each(|place| self.put(place));
    }

    fn put(&mut self, place: usize) {
        let mask = self.slots.len() - 1;
        let mut slot = scatter(self.states[place].key) as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = place as u32 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_never_grows_past_its_room_and_keeps_the_root_and_what_was_visited_last() {
        let mut trails = Trails::new(1, 1.0, 1.0);
        let room = trails.room;
        for key in 0..100_000u64 {
            trails.make_room(7, 0);
            let place = trails.add(key, Side::First, 7, 0.5, |_| 1.0).unwrap();
            trails.visit(place, key as u32);
            assert!(trails.pairs() <= room);
        }
        assert!(trails.find(0).is_some(), "the root");
        assert!((99_990..100_000).all(|key| trails.find(key).is_some()), "the latest");
        assert!((1..1000).all(|key| trails.find(key).is_none()), "the oldest");
        let bytes = trails.scents.len() * (size_of::<Scent>() + size_of::<Memory>())
            + trails.states.len() * size_of::<State>()
            + trails.slots.len() * size_of::<u32>();
        assert!(bytes <= 1 << 20, "{bytes}");
        assert_eq!(trails.add(1 << 40, Side::First, room + 1, 0.5, |_| 1.0), None);
    }

    #[test]
    fn of_states_equally_old_the_least_visited_go_and_the_others_keep_their_trails() {
        let mut trails = Trails::new(1, 1.0, 1.0);
        let states = (trails.room / 2) as u64;
        for key in 0..states {
            let place = trails.add(key, Side::Second, 2, 0.5, |_| 1.0).unwrap();
            trails.set_tau(trails.pair(place, 1), key as f64);
            (0..=key % 2).for_each(|_| trails.visit(place, 1));
        }
        trails.make_room(2, 0);
        assert!(trails.find(0).is_some() && trails.find(2).is_none());
        for key in (states / 2 + 10..states).filter(|key| key % 2 == 1) {
            let place = trails.find(key).unwrap();
            assert_eq!(trails.scents(place)[1].tau, key as f64);
        }
    }

    #[test]
    fn weights_follow_their_exponents_through_evaporation_and_bounds() {
        let mut trails = Trails::new(1, 0.6, 0.8);
        let place = trails.add(7, Side::First, 3, 0.5, |ply| [1.0, 0.25, 3.0][ply]).unwrap();
        trails.set_tau(1, 0.8);
        trails.set_eta(2, 4.0);
        trails.evaporate(0.7);
        trails.hold([(0.4, 0.5), (0.0, 0.1)]);
        for (scent, (tau, eta)) in
            trails.scents(place).iter().zip([(0.4, 1.0), (0.5, 0.25), (0.4, 4.0)])
        {
            assert!((scent.tau - tau).abs() < 1e-12);
            assert!((scent.trail - f64::powf(tau, 0.6)).abs() < 1e-12);
            assert!((scent.desire - f64::powf(eta, 0.8)).abs() < 1e-12);
        }
    }
}

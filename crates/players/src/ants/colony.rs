//! A colony at work on one position: searches, each a round in which every ant plays once.
//!
//! The ants of a round follow trails that nobody changes meanwhile, each with chances of its own, and
//! afterwards all updates are made in the order of the ants. So it does not matter how many threads
//! share the ants. Only where a step renews its trail at once they go one after the other.

use std::ops::Range;

use ludoteca_games::{Game, Side, scatter};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    ground::{Ground, worth},
    settings::{Settings, Variant},
    trails::Trails,
    walk::{Scratch, Stop, Walk, Walker},
};
use crate::{Budget, Clock, threads};

/// A colony and what it knows.
pub struct Colony<G: Game> {
    pub settings: Settings,
    pub ground: Ground<G>,
    pub trails: Trails,
    pub root: G,
    /// What the root is worth to each side.
    before: [f64; 2],
    /// Where this work's chances come from.
    pub stream: u64,
    /// Searches made.
    pub search: u32,
    /// The best path so far of each side.
    pub best: [Option<Best>; 2],
    /// The last search in which a side's trails restarted, and in which it found a better path.
    pub restart: [u32; 2],
    pub better: [u32; 2],
    pub walks: Vec<Walk<G::Ply>>,
    scratches: Vec<Scratch<G>>,
}

/// A path that came out best, as far as it has trails.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    pub result: f64,
    pub turns: u32,
    pub own: Vec<Stop>,
}

impl<G: Game> Colony<G> {
    /// A colony that has done nothing yet.
    pub fn new(settings: Settings, ground: Ground<G>, root: G) -> Colony<G> {
        let trails = Trails::new(settings.table, settings.alpha, settings.beta);
        let scratch = |_| Scratch::new(ground.evaluation.clone());
        let scratches = (0..settings.threads.max(1)).map(scratch).collect();
        let mut colony = Colony {
            settings,
            ground,
            trails,
            root: root.clone(),
            before: [0.0; 2],
            stream: 0,
            search: 0,
            best: [None, None],
            restart: [0; 2],
            better: [0; 2],
            walks: Vec::new(),
            scratches,
        };
        colony.begin(root);
        colony
    }

    /// Forgets all and begins anew at another position.
    pub fn begin(&mut self, root: G) {
        self.trails.clear();
        self.before = [Side::First, Side::Second].map(|side| match root.outcome() {
            Some(_) => 0.0,
            None => worth(self.ground.evaluation.as_mut(), &root, side),
        });
        self.stream = scatter(scatter(self.settings.seed).wrapping_add(root.key()));
        self.search = 0;
        (self.best, self.restart, self.better) = ([None, None], [0; 2], [0; 2]);
        // Roles go evenly to whoever comes to move, or has its part in what others learn.
        let sides = match self.settings.depth {
            Some(1) if !self.settings.whole_paths => [root.side(); 2],
            _ => [root.side(), root.side().other()],
        };
        self.walks.clear();
        self.walks.extend((0..self.settings.ants).map(|ant| Walk::new(sides[ant % 2])));
        self.root = root;
    }

    /// One search; false if the budget ended it before every ant had played. What those learn that
    /// have played is kept.
    pub fn search(&mut self, clock: &mut Clock) -> bool {
        self.search += 1;
        let at_once = self.settings.variant == Variant::Colony && self.settings.renews_at_once;
        let whole = if at_once { self.walk_in_turn(clock) } else { self.walk_side_by_side(clock) };
        if !self.walks.is_empty() {
            self.update();
        }
        whole
    }

    /// The game that the first ant plays in the next search, up to where it would be improved.
    pub fn foreseen(&self) -> Walk<G::Ply> {
        let settings = Settings { local: false, ..self.settings.clone() };
        let role = self.walks.first().map_or(self.root.side(), |walk| walk.role);
        let mut walk = Walk::new(role);
        let mut scratch = Scratch::new(self.ground.evaluation.clone());
        let mut rng = Self::chances(self.stream, self.search + 1, 0);
        let walker = Walker { settings: &settings, ..self.walker() };
        walker.walk(&mut walk, &mut scratch, &mut rng, &mut Clock::start(&Budget::default()));
        walk
    }

    fn walker(&self) -> Walker<'_, G> {
        Walker {
            settings: &self.settings,
            ground: &self.ground,
            trails: &self.trails,
            root: &self.root,
            before: self.before,
        }
    }

    /// The chances of an ant in this search.
    fn chances(stream: u64, search: u32, ant: usize) -> Xoshiro256PlusPlus {
        let round = scatter(stream.wrapping_add(u64::from(search)));
        Xoshiro256PlusPlus::seed_from_u64(round.wrapping_add(ant as u64))
    }

    /// All ants play, one after the other; each smells the steps of those before it.
    fn walk_in_turn(&mut self, clock: &mut Clock) -> bool {
        let mut scratch = self.scratches.swap_remove(0);
        let mut ended = 0;
        while ended < self.walks.len() {
            let mut walk = self.walks[ended].clone();
            let mut rng = Self::chances(self.stream, self.search, ended);
            if !self.walker().walk(&mut walk, &mut scratch, &mut rng, clock) {
                break;
            }
            self.walks[ended] = walk;
            self.settle(ended..ended + 1);
            self.renew(ended);
            ended += 1;
        }
        let whole = ended == self.walks.len();
        self.walks.truncate(ended);
        self.scratches.push(scratch);
        whole
    }

    /// All ants play, each as if it were alone in this search.
    fn walk_side_by_side(&mut self, clock: &mut Clock) -> bool {
        let (stream, search) = (self.stream, self.search);
        let mut walks = std::mem::take(&mut self.walks);
        let mut scratches = std::mem::take(&mut self.scratches);
        let walker = self.walker();
        // How many of its walks a thread has come to the end of.
        let go = |first: usize,
                  walks: &mut [Walk<G::Ply>],
                  scratch: &mut Scratch<G>,
                  clock: &mut Clock| {
            let ends = |(ant, walk): (usize, &mut Walk<G::Ply>)| {
                let mut rng = Self::chances(stream, search, first + ant);
                walker.walk(walk, scratch, &mut rng, clock)
            };
            walks.iter_mut().enumerate().map(ends).take_while(|ended| *ended).count()
        };
        let (count, threads) = (walks.len(), scratches.len());
        let share = count.div_ceil(threads).max(1);
        let ended: Vec<usize> = if let [scratch] = scratches.as_mut_slice() {
            vec![go(0, &mut walks, scratch, clock)]
        } else {
            let mut shares = walks.chunks_mut(share).zip(&mut scratches).enumerate();
            let mine = shares.next();
            let mut part = clock.part(threads);
            let others = shares.map(|(number, (walks, scratch))| {
                let (mut clock, go) = (clock.part(threads), &go);
                move || go(number * share, walks, scratch, &mut clock)
            });
            let (mine, others) = threads::beside(others, || {
                mine.map_or(0, |(_, (walks, scratch))| go(0, walks, scratch, &mut part))
            });
            [mine].into_iter().chain(others).collect()
        };
        let whole = ended.iter().sum::<usize>() == count;
        if !whole {
            let mut ant = 0;
            walks.retain(|_| {
                ant += 1;
                (ant - 1) % share < ended[(ant - 1) / share]
            });
        }
        (self.walks, self.scratches) = (walks, scratches);
        self.settle(0..self.walks.len());
        whole
    }

    /// What a trail of a side begins with.
    pub fn first_trail(&self, side: Side) -> f64 {
        match self.settings.variant {
            Variant::MaxMin => self.bounds(side).1,
            _ => self.settings.tau0,
        }
    }

    /// The least and the most a trail of a side can be in `mmas`. If nobody says, the most is what a
    /// trail comes to if the best result so far is deposited on it in every search, f / ρ (at first
    /// that of a win), and the least is a fiftieth of it.
    pub fn bounds(&self, side: Side) -> (f64, f64) {
        let Settings { tau_min, tau_max, rho, .. } = self.settings;
        let best = self.best[side.index()].as_ref().map_or(1.0, |best| best.result);
        let most = tau_max.unwrap_or(best.max(LEAST_RESULT) / rho);
        (tau_min.unwrap_or(most / 50.0).min(most), most)
    }

    /// Gives trails to the states of these ants' games that are to have them.
    fn settle(&mut self, ants: Range<usize>) {
        let first = [Side::First, Side::Second].map(|side| self.first_trail(side));
        let new = |walk: &Walk<G::Ply>| -> usize {
            walk.path.iter().filter(|stop| stop.new).map(|stop| stop.count as usize).sum()
        };
        let pairs = self.walks[ants.clone()].iter().map(new).sum();
        self.trails.make_room(pairs, self.root.key());
        for walk in &self.walks[ants] {
            let mut etas = walk.etas.as_slice();
            for stop in &walk.path {
                let count = stop.count as usize;
                let place = self.trails.find(stop.key).or_else(|| {
                    let tau = first[stop.side.index()];
                    // Of a state that was thrown out meanwhile nothing is known but its plies.
                    let known = if stop.new && etas.len() >= count { &etas[..count] } else { &[] };
                    let eta = |ply: usize| known.get(ply).copied().unwrap_or(1.0);
                    self.trails.add(stop.key, stop.side, count, tau, eta)
                });
                if stop.new && etas.len() >= count {
                    etas = &etas[count..];
                }
                if let Some(place) = place {
                    self.trails.visit(place, self.search);
                }
            }
        }
    }
}

/// No result counts less for the bounds of trails, which are above nothing.
const LEAST_RESULT: f64 = 0.01;

//! One ant's game: from the root to the end, or until it is judged.
//!
//! Where a state has trails the ant follows them. The first states it meets without are added, and
//! beyond those everything is left to chance.

use std::collections::HashMap;

use ludoteca_games::{Game, Outcome, Side, below};
use rand::{Rng, RngExt};

use super::{
    ground::{Ground, result, worth},
    settings::Settings,
    trails::{Scent, Trails},
};
use crate::{Clock, evaluations::Evaluation};

/// What an ant did.
#[derive(Clone, Debug)]
pub struct Walk<P> {
    /// The side it played for.
    pub role: Side,
    /// How its game came out for that side, from 0 to 1.
    pub result: f64,
    /// Whether the game ended as a draw.
    pub drawn: bool,
    /// Turns played, a begun one included.
    pub turns: u32,
    /// The states it came through that have trails, or are to have them.
    pub path: Vec<Stop>,
    /// What the pairs of states that are to have trails begin with, one state after the other;
    /// nothing where all are alike.
    pub etas: Vec<f64>,
    /// The plies of the game, where somebody may want to replay them.
    pub plies: Vec<P>,
}

/// A state on an ant's path and what was played there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// The state.
    pub key: u64,
    /// The side that moved.
    pub side: Side,
    /// The number of the ply played, and of how many.
    pub ply: u32,
    /// How many plies there were.
    pub count: u32,
    /// The turn it was in, from 0 at the root.
    pub turn: u32,
    /// Whether the state had no trails yet.
    pub new: bool,
}

impl<P> Walk<P> {
    /// Nothing yet.
    pub fn new(role: Side) -> Walk<P> {
        let (path, etas, plies) = (Vec::new(), Vec::new(), Vec::new());
        Walk { role, result: 0.5, drawn: false, turns: 0, path, etas, plies }
    }

    /// Where it moved itself.
    pub fn own(&self) -> impl DoubleEndedIterator<Item = &Stop> {
        self.seen_by(self.role).stops()
    }

    /// The game as a side sees it.
    pub fn seen_by(&self, side: Side) -> View<'_, P> {
        View { walk: self, side }
    }

    fn end(&mut self, outcome: Outcome) {
        self.result = result(outcome, self.role);
        self.drawn = outcome.winner.is_none();
    }

    fn clear(&mut self) {
        self.path.clear();
        self.etas.clear();
        self.plies.clear();
        self.turns = 0;
        self.drawn = false;
    }
}

/// A game as one of its sides sees it.
pub struct View<'a, P> {
    walk: &'a Walk<P>,
    /// The side.
    pub side: Side,
}

impl<P> Clone for View<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for View<'_, P> {}

impl<'a, P> View<'a, P> {
    /// How the game came out for the side, from 0 to 1.
    pub fn result(self) -> f64 {
        if self.side == self.walk.role { self.walk.result } else { 1.0 - self.walk.result }
    }

    /// Whether the game ended as a draw.
    pub fn drawn(self) -> bool {
        self.walk.drawn
    }

    /// Turns played.
    pub fn turns(self) -> u32 {
        self.walk.turns
    }

    /// The states in which the side moved.
    pub fn stops(self) -> impl DoubleEndedIterator<Item = &'a Stop> {
        self.walk.path.iter().filter(move |stop| stop.side == self.side)
    }
}

/// The games of a round as those sides see them that learn from them: the role an ant played for, and
/// the other one too if whole paths count.
pub fn views<P>(walks: &[Walk<P>], whole_paths: bool) -> impl Iterator<Item = View<'_, P>> {
    walks.iter().flat_map(move |walk| {
        let other = whole_paths.then(|| walk.seen_by(walk.role.other()));
        [walk.seen_by(walk.role)].into_iter().chain(other)
    })
}

/// What all ants of a search share.
pub struct Walker<'a, G: Game> {
    pub settings: &'a Settings,
    pub ground: &'a Ground<G>,
    pub trails: &'a Trails,
    pub root: &'a G,
    /// What the root is worth to each side.
    pub before: [f64; 2],
}

/// A game on its way.
pub(super) struct Course<G: Game> {
    pub at: G,
    pub turn: u32,
    /// States still to be added; none left, and trails are followed no more.
    pub grow: usize,
}

/// Lists that are used again and again.
pub struct Scratch<G: Game> {
    pub(super) plies: Vec<G::Ply>,
    pub(super) scents: Vec<Scent>,
    /// Judged states by their keys, and whether the side to move has lost in them: to find out takes
    /// long, and ants that follow a trail come to the same state again and again.
    lost: HashMap<u64, bool>,
    /// This thread's own, as it may remember things.
    pub(super) evaluation: Box<dyn Evaluation<G>>,
}

/// States that are remembered as lost or not.
const MOST_LOST: usize = 1 << 16;

impl<G: Game> Scratch<G> {
    pub fn new(evaluation: Box<dyn Evaluation<G>>) -> Scratch<G> {
        Scratch { plies: Vec::new(), scents: Vec::new(), lost: HashMap::new(), evaluation }
    }
}

impl<G: Game> Walker<'_, G> {
    /// Plays one game, and improves it if ants do that here; false if the budget ended before the
    /// game did.
    pub fn walk<R: Rng>(
        &self,
        walk: &mut Walk<G::Ply>,
        scratch: &mut Scratch<G>,
        rng: &mut R,
        clock: &mut Clock,
    ) -> bool {
        walk.clear();
        let course = Course { at: self.root.clone(), turn: 0, grow: self.settings.grow };
        let whole = self.go_on(course, walk, scratch, rng, clock);
        if whole && self.settings.local {
            self.improve(walk, scratch, rng, clock);
        }
        whole
    }

    /// Plays on to the end; false if the budget ends before.
    pub(super) fn go_on<R: Rng>(
        &self,
        mut course: Course<G>,
        walk: &mut Walk<G::Ply>,
        scratch: &mut Scratch<G>,
        rng: &mut R,
        clock: &mut Clock,
    ) -> bool {
        loop {
            if let Some(outcome) = course.at.outcome() {
                walk.end(outcome);
                break;
            }
            if self.settings.depth.is_some_and(|depth| course.turn >= depth) {
                walk.result = self.judged(&course.at, walk.role, scratch);
                break;
            }
            if clock.is_spent() {
                return false;
            }
            let ply = if course.grow > 0 {
                self.choose(&mut course, walk, scratch, rng, clock)
            } else if G::ONE_PLY_TURNS && self.settings.depth.is_none() && !self.settings.local {
                let (outcome, plies) = course.at.playout(rng);
                walk.end(outcome);
                walk.turns += plies;
                clock.count(plies.into());
                break;
            } else {
                course.at.random_ply(rng)
            };
            let Some(ply) = ply else { break };
            clock.tick();
            self.play(&mut course, &ply, walk);
        }
        true
    }

    pub(super) fn play(&self, course: &mut Course<G>, ply: &G::Ply, walk: &mut Walk<G::Ply>) {
        let side = course.at.side();
        course.at.play_unchecked(ply);
        walk.turns = course.turn + 1;
        if course.at.side() != side {
            course.turn += 1;
        }
        if self.settings.local {
            walk.plies.push(ply.clone());
        }
    }

    /// The result of a game that is judged: whoever can win at once has won, and whoever cannot
    /// prevent it has lost, if the colony sees that.
    fn judged(&self, at: &G, role: Side, scratch: &mut Scratch<G>) -> f64 {
        let won_by = |side: Side| if side == role { 1.0 } else { 0.0 };
        if self.settings.sees_goals && (self.ground.won)(at) {
            return won_by(at.side());
        }
        if let (true, Some(lost)) = (self.settings.sees_goals, self.ground.lost) {
            if scratch.lost.len() >= MOST_LOST {
                scratch.lost.clear();
            }
            if *scratch.lost.entry(at.key()).or_insert_with(|| lost(at)) {
                return won_by(at.side().other());
            }
        }
        let worth = worth(scratch.evaluation.as_mut(), at, role);
        self.ground.squashed(worth, self.before[role.index()])
    }

    /// Chooses where there are trails or will be, and notes it on the path.
    fn choose<R: Rng>(
        &self,
        course: &mut Course<G>,
        walk: &mut Walk<G::Ply>,
        scratch: &mut Scratch<G>,
        rng: &mut R,
        clock: &mut Clock,
    ) -> Option<G::Ply> {
        let (key, side) = (course.at.key(), course.at.side());
        scratch.plies.clear();
        course.at.plies(&mut scratch.plies);
        let count = scratch.plies.len();
        clock.work(LISTED * count as u64);
        let follows = side == walk.role || self.consults(rng);
        let known = self.trails.find(key);
        let ply = match known {
            // Another state with the same key would have other plies.
            Some(place) if self.trails.scents(place).len() != count => {
                course.grow = 0;
                return course.at.random_ply(rng);
            }
            Some(place) if follows => choice(self.settings, self.trails.scents(place), rng),
            None if self.settings.informed => {
                self.smell_new(&course.at, scratch, clock);
                walk.etas.extend(scratch.scents.iter().map(|scent| scent.tau));
                let fresh = |eta: f64| self.trails.fresh(self.settings.tau0, eta);
                scratch.scents.iter_mut().for_each(|scent| *scent = fresh(scent.tau));
                if follows {
                    choice(self.settings, &scratch.scents, rng)
                } else {
                    below(rng, count as u32) as usize
                }
            }
            _ => below(rng, count as u32) as usize,
        };
        if known.is_none() {
            course.grow -= 1;
        }
        walk.path.push(Stop {
            key,
            side,
            ply: ply as u32,
            count: count as u32,
            turn: course.turn,
            new: known.is_none(),
        });
        (count > 0).then(|| scratch.plies[ply].clone())
    }

    fn consults<R: Rng>(&self, rng: &mut R) -> bool {
        match self.settings.consult {
            consult if consult >= 1.0 => true,
            consult if consult <= 0.0 => false,
            consult => rng.random::<f64>() < consult,
        }
    }

    /// The desirabilities that the pairs of a new state begin with.
    pub(super) fn smell_new(&self, at: &G, scratch: &mut Scratch<G>, clock: &mut Clock) {
        let side = at.side();
        let Scratch { plies, scents, evaluation, .. } = scratch;
        scents.clear();
        for ply in plies {
            let mut next = at.clone();
            next.play_unchecked(ply);
            let eta = self.prospect(&next, side, evaluation.as_mut()).max(LEAST_DESIRE);
            clock.work(JUDGED);
            scents.push(Scent { tau: eta, trail: 0.0, desire: 0.0 });
        }
    }

    /// What a position seems to be worth to a side, from 0 to 1.
    pub(super) fn prospect(&self, at: &G, side: Side, evaluation: &mut dyn Evaluation<G>) -> f64 {
        match at.outcome() {
            Some(outcome) => result(outcome, side),
            None => {
                let worth = worth(evaluation, at, side);
                self.ground.squashed(worth, self.before[side.index()])
            }
        }
    }
}

/// What it costs to judge a state, for the clock.
const JUDGED: u64 = 1 << 10;

/// What it costs to list a ply, for the clock.
const LISTED: u64 = 1 << 6;

/// The least desirability something begins with: what seems hopeless may not be.
const LEAST_DESIRE: f64 = 0.01;

/// Which of the pairs of a state an ant takes.
pub fn choice<R: Rng>(settings: &Settings, scents: &[Scent], rng: &mut R) -> usize {
    if settings.variant.takes_the_best() && rng.random::<f64>() < settings.q0 {
        return best(scents, rng);
    }
    let weight = |scent: &Scent| scent.trail * scent.desire;
    let total: f64 = scents.iter().map(weight).sum();
    if !(total > 0.0 && total.is_finite()) {
        return below(rng, scents.len() as u32) as usize;
    }
    let mut left = rng.random::<f64>() * total;
    for (ply, scent) in scents.iter().enumerate() {
        left -= weight(scent);
        if left < 0.0 {
            return ply;
        }
    }
    scents.len().saturating_sub(1)
}

/// The pair with the greatest τ·η^β; of equals any.
fn best<R: Rng>(scents: &[Scent], rng: &mut R) -> usize {
    let (mut best, mut most, mut equals) = (0, f64::NEG_INFINITY, 1);
    for (ply, scent) in scents.iter().enumerate() {
        let worth = scent.tau * scent.desire;
        if worth > most {
            (best, most, equals) = (ply, worth, 1);
        } else if worth == most {
            equals += 1;
            if below(rng, equals) == 0 {
                best = ply;
            }
        }
    }
    best
}

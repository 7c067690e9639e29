//! What a colony would play: the greedy move in each state, and the path of such moves.

use ludoteca_games::{Game, scatter};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::colony::Colony;

/// The longest path that is told.
const LONGEST: usize = 60;

/// A pair with all that is known of it.
#[derive(Clone, Debug)]
pub struct Known<P> {
    pub ply: P,
    pub tau: f64,
    pub eta: f64,
    /// What the greedy choice goes by.
    pub worth: f64,
    /// Games through it, the mean of their results, and of their turns to the end.
    pub visits: u64,
    pub mean: f64,
    pub turns: f64,
}

impl<G: Game> Colony<G> {
    /// The pairs of a state, best first; nothing where no ant has been.
    pub fn known(&self, at: &G) -> Vec<Known<G::Ply>> {
        let plies = at.legal_plies();
        let Some(place) = self.trails.find(at.key()) else { return Vec::new() };
        let pairs = self.trails.scents(place).iter().zip(self.trails.memories(place));
        if pairs.len() != plies.len() {
            return Vec::new();
        }
        let mut known: Vec<Known<G::Ply>> = plies
            .into_iter()
            .zip(pairs)
            .map(|(ply, (scent, memory))| {
                let visits = f64::from(memory.visits.max(1));
                let worth = match self.settings.weighted {
                    true => scent.trail * scent.desire,
                    false => scent.tau * memory.eta,
                };
                Known {
                    ply,
                    tau: scent.tau,
                    eta: memory.eta,
                    worth,
                    visits: memory.visits.into(),
                    mean: memory.results / visits,
                    turns: memory.turns / visits,
                }
            })
            .collect();
        // Of equals the one most tried, and of those the first.
        known.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(b.visits.cmp(&a.visits)));
        known
    }

    /// Greedy moves of both sides that begin with `first`, as far as ants have been.
    pub fn path(&self, at: &G, first: &G::Ply) -> Vec<G::Ply> {
        let mut at = at.clone();
        let mut path = vec![first.clone()];
        at.play_unchecked(first);
        while path.len() < LONGEST && at.outcome().is_none() {
            let Some(best) = self.known(&at).into_iter().next() else { break };
            if best.visits == 0 {
                break;
            }
            at.play_unchecked(&best.ply);
            path.push(best.ply);
        }
        path
    }

    /// Any ply, for a state of which nothing is known; the same whenever it is asked.
    pub fn anything(&self, at: &G) -> Option<G::Ply> {
        let seed = scatter(self.settings.seed).wrapping_add(at.key());
        at.random_ply(&mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

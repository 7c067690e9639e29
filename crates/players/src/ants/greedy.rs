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

/// What each of some pairs, best first, is worth as a result from 0 to 1: its mean result, evened out
/// with that of its neighbours where a worse pair would be worth more. A colony orders moves by their
/// trails, and the latest games count more for those than for the mean of all; what it shows of its
/// moves is to be in its own order. A pair nobody tried is worth as much as one game drawn.
pub fn worths<P>(known: &[Known<P>]) -> Vec<f64> {
    // Runs of pairs that are worth the same: how many, the sum of their results, and their games.
    let mut runs: Vec<(usize, f64, f64)> = Vec::new();
    for each in known {
        let (mean, games) =
            if each.visits == 0 { (0.5, 1.0) } else { (each.mean, each.visits as f64) };
        let mut run = (1, mean * games, games);
        while let Some(before) = runs.pop_if(|before| before.1 / before.2 < run.1 / run.2) {
            run = (before.0 + run.0, before.1 + run.1, before.2 + run.2);
        }
        runs.push(run);
    }
    runs.iter().flat_map(|(count, sum, games)| std::iter::repeat_n(sum / games, *count)).collect()
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

    /// The first ply or any, for a state of which nothing is known; the same whenever it is asked.
    pub fn anything(&self, at: &G) -> Option<G::Ply> {
        if self.settings.unseen_first {
            return at.legal_plies().into_iter().next();
        }
        let seed = scatter(self.settings.seed).wrapping_add(at.key());
        at.random_ply(&mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(pairs: &[(f64, u64)]) -> Vec<Known<usize>> {
        let each = |(ply, (mean, visits)): (usize, &(f64, u64))| Known {
            ply,
            tau: 1.0,
            eta: 1.0,
            worth: 1.0,
            visits: *visits,
            mean: *mean,
            turns: 1.0,
        };
        pairs.iter().enumerate().map(each).collect()
    }

    #[test]
    fn what_moves_are_worth_goes_down_in_the_order_of_the_colony() {
        assert_eq!(worths(&known(&[(0.9, 5), (0.5, 5), (0.1, 5)])), [0.9, 0.5, 0.1]);
        assert_eq!(worths(&known(&[(0.25, 10), (0.75, 10), (0.1, 1)])), [0.5, 0.5, 0.1]);
        // The first is pulled up by both that follow, by as much as they were tried.
        assert_eq!(worths(&known(&[(0.0, 2), (0.5, 2), (1.0, 4)])), [0.625; 3]);
        // Nobody tried the first: half a win, until better ones come behind it.
        assert_eq!(worths(&known(&[(0.0, 0), (0.25, 8)])), [0.5, 0.25]);
        assert_eq!(worths(&known(&[(0.0, 0), (1.0, 1)])), [0.75; 2]);
        assert_eq!(worths::<usize>(&[]), [0.0; 0]);
    }
}

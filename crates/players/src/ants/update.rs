//! How each variant updates its trails after a search.
//!
//! Ant System (Dorigo, Maniezzo and Colorni 1996), Ant Colony System (Dorigo and Gambardella 1997),
//! Max-Min (Stützle and Hoos 2000), Best-Worst (Cordón, Fernández de Viana, Herrera and Moreno 2000),
//! and the one for games (Sharma, Kobti and Goodwin 2008). The best and the worst are those of a role,
//! and what is deposited is the result.

use ludoteca_games::{Game, Side, scatter};
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    colony::{Best, Colony},
    settings::Variant,
    walk::{Stop, View, views},
};

impl<G: Game> Colony<G> {
    /// Updates all trails after a round.
    pub fn update(&mut self) {
        let found = self.remember_the_best();
        match self.settings.variant {
            Variant::System => self.ant_system(),
            Variant::Colony => self.colony_system(),
            Variant::MaxMin => self.max_min(found),
            Variant::BestWorst => self.best_worst(),
            Variant::Games => self.games(),
        }
    }

    /// The number of a pair on a path, while its state has trails.
    fn pair(&self, stop: &Stop) -> Option<usize> {
        self.trails.find(stop.key).map(|place| self.trails.pair(place, stop.ply as usize))
    }

    /// The pairs of some stops, each once.
    fn pairs(&self, stops: &[Stop]) -> Vec<usize> {
        let mut pairs: Vec<usize> = stops.iter().filter_map(|stop| self.pair(stop)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Counts results, and keeps the best path of each side; the best of this round.
    fn remember_the_best(&mut self) -> [Option<Best>; 2] {
        let walks = std::mem::take(&mut self.walks);
        let mut round: [Option<View<'_, G::Ply>>; 2] = [None, None];
        for view in views(&walks, self.settings.whole_paths) {
            for stop in view.stops() {
                if let Some(pair) = self.pair(stop) {
                    let memory = self.trails.memory(pair);
                    memory.visits += 1;
                    memory.draws += u32::from(view.drawn());
                    memory.results += view.result();
                    memory.turns += f64::from(view.turns() - stop.turn);
                    memory.round.0 += 1;
                    memory.round.1 += view.result();
                }
            }
            let best = &mut round[view.side.index()];
            let first = best.is_none_or(|best| order(view) > order(best));
            if first && view.stops().next().is_some() {
                *best = Some(view);
            }
        }
        let round = round.map(|view| {
            let view = view?;
            let own = view.stops().copied().collect();
            Some(Best { result: view.result(), turns: view.turns(), own })
        });
        self.walks = walks;
        for (side, found) in round.iter().enumerate() {
            let Some(found) = found else { continue };
            let known = &mut self.best[side];
            if known.as_ref().is_none_or(|known| found.result > known.result) {
                *known = Some(found.clone());
                self.better[side] = self.search;
            }
        }
        round
    }

    /// Nothing is left of this round's counts.
    fn end_round(&mut self) {
        let walks = std::mem::take(&mut self.walks);
        for stop in views(&walks, self.settings.whole_paths).flat_map(View::stops) {
            if let Some(pair) = self.pair(stop) {
                self.trails.memory(pair).round = (0, 0.0);
            }
        }
        self.walks = walks;
    }

    /// τ ← (1-ρ)τ for all; then every ant adds its result to each pair of its path.
    fn ant_system(&mut self) {
        self.trails.evaporate(1.0 - self.settings.rho);
        let walks = std::mem::take(&mut self.walks);
        for view in views(&walks, self.settings.whole_paths) {
            for stop in view.stops() {
                if let Some(pair) = self.pair(stop) {
                    self.trails.set_tau(pair, self.trails.scent(pair).tau + view.result());
                }
            }
        }
        self.walks = walks;
        self.end_round();
    }

    /// Every step τ ← (1-φ)τ + φτ0; then on the best path so far τ ← (1-ρ)τ + ρ·f(best).
    ///
    /// Unless steps take effect at once they do so after the round, in the order of the ants: then all
    /// ants of a round smell the same.
    fn colony_system(&mut self) {
        if !self.settings.renews_at_once {
            (0..self.walks.len()).for_each(|ant| self.renew(ant));
        }
        let rho = self.settings.rho;
        for side in Side::BOTH {
            let Some(best) = self.best[side.index()].clone() else { continue };
            for pair in self.pairs(&best.own) {
                let tau = self.trails.scent(pair).tau;
                self.trails.set_tau(pair, (1.0 - rho) * tau + rho * best.result);
            }
        }
        self.end_round();
    }

    /// The steps of an ant's game: τ ← (1-φ)τ + φτ0.
    pub fn renew(&mut self, ant: usize) {
        let (phi, tau0) = (self.settings.phi, self.settings.tau0);
        let walks = std::mem::take(&mut self.walks);
        let walk = std::slice::from_ref(&walks[ant]);
        for stop in views(walk, self.settings.whole_paths).flat_map(View::stops) {
            if let Some(pair) = self.pair(stop) {
                let tau = self.trails.scent(pair).tau;
                self.trails.set_tau(pair, (1.0 - phi) * tau + phi * tau0);
            }
        }
        self.walks = walks;
    }

    /// τ ← (1-ρ)τ for all; the best of the round or so far adds its result; all within bounds.
    fn max_min(&mut self, round: [Option<Best>; 2]) {
        self.trails.evaporate(1.0 - self.settings.rho);
        for side in Side::BOTH {
            let best = match self.settings.best_so_far {
                true => self.best[side.index()].clone(),
                false => round[side.index()].clone(),
            };
            let Some(best) = best else { continue };
            for pair in self.pairs(&best.own) {
                self.trails.set_tau(pair, self.trails.scent(pair).tau + best.result);
            }
        }
        self.trails.hold(Side::BOTH.map(|side| self.bounds(side)));
        self.end_round();
    }

    /// τ ← (1-ρ)τ for all; the best so far adds ρ·f(best); what only the round's worst path has
    /// evaporates once more; trails mutate; after a standstill they restart.
    fn best_worst(&mut self) {
        let rho = self.settings.rho;
        self.trails.evaporate(1.0 - rho);
        for side in Side::BOTH {
            let Some(best) = self.best[side.index()].clone() else { continue };
            let pairs = self.pairs(&best.own);
            for &pair in &pairs {
                self.trails.set_tau(pair, self.trails.scent(pair).tau + rho * best.result);
            }
            for pair in self.worst(side) {
                if pairs.binary_search(&pair).is_err() {
                    self.trails.set_tau(pair, (1.0 - rho) * self.trails.scent(pair).tau);
                }
            }
            self.mutate(side, &pairs);
            if self.search - self.better[side.index()].max(self.restart[side.index()])
                >= self.settings.stall
            {
                self.restart(side);
            }
        }
        self.end_round();
    }

    /// The pairs of the round's worst path of a side.
    fn worst(&self, side: Side) -> Vec<usize> {
        let all = views(&self.walks, self.settings.whole_paths).filter(|view| view.side == side);
        let some = all.filter(|view| view.stops().next().is_some());
        let worst =
            some.reduce(|worst, view| if order(view) < order(worst) { view } else { worst });
        let own: Vec<Stop> = worst.into_iter().flat_map(View::stops).copied().collect();
        self.pairs(&own)
    }

    /// With probability Pm a trail changes by ±σ·τ̄·(it-it_r)/(N-it_r), τ̄ the mean trail of the best
    /// path and it_r the last restart; no trail goes below nothing.
    fn mutate(&mut self, side: Side, best: &[usize]) {
        let since = self.restart[side.index()];
        let left = self.settings.searches.saturating_sub(since);
        if best.is_empty() || left == 0 || self.settings.mutation <= 0.0 {
            return;
        }
        let mean = best.iter().map(|pair| self.trails.scent(*pair).tau).sum::<f64>();
        let progress = f64::from(self.search - since) / f64::from(left);
        let change = self.settings.sigma * mean / best.len() as f64 * progress;
        let seed = scatter(self.stream.wrapping_add(u64::from(self.search))) ^ MUTATION;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(side.index() as u64));
        let stays = (1.0 - self.settings.mutation).ln();
        // How many trails stay as they are before the next that mutates.
        let mut skip = || ((1.0 - rng.random::<f64>()).ln() / stays) as usize;
        let mutants: Vec<usize> = {
            let mut pairs = self.trails.pairs_of(side);
            std::iter::from_fn(|| pairs.nth(skip())).collect()
        };
        for pair in mutants {
            let sign = if rng.random::<bool>() { 1.0 } else { -1.0 };
            let tau = self.trails.scent(pair).tau + sign * change;
            self.trails.set_tau(pair, tau.max(0.0));
        }
    }

    fn restart(&mut self, side: Side) {
        let pairs: Vec<usize> = self.trails.pairs_of(side).collect();
        pairs.into_iter().for_each(|pair| self.trails.set_tau(pair, self.settings.tau0));
        self.restart[side.index()] = self.search;
    }

    /// For the pairs visited in this round: τ ← ρτ + the mean result of the round's games through it,
    /// η ← η + wins/visits + ϑ/L, of all games so far; a draw is half a win or none.
    fn games(&mut self) {
        let (rho, theta) = (self.settings.rho, self.settings.theta);
        let walks = std::mem::take(&mut self.walks);
        for stop in views(&walks, self.settings.whole_paths).flat_map(View::stops) {
            let Some(pair) = self.pair(stop) else { continue };
            let memory = *self.trails.memory(pair);
            let (games, results) = memory.round;
            if games == 0 {
                // An ant before this one has been here, and the pair is done.
                continue;
            }
            self.trails.memory(pair).round = (0, 0.0);
            let tau = rho * self.trails.scent(pair).tau + results / f64::from(games);
            self.trails.set_tau(pair, tau);
            let visits = f64::from(memory.visits);
            let halves = if self.settings.half_wins { 0.0 } else { f64::from(memory.draws) / 2.0 };
            let won = (memory.results - halves) / visits;
            let near = theta / (memory.turns / visits);
            self.trails.set_eta(pair, memory.eta + won + near);
        }
        self.walks = walks;
    }
}

/// What tells the chances of mutations from those of ants.
const MUTATION: u64 = 0x6d75_7461_7469_6f6e;

/// By which a path is better than another: its result, and of equal ones how soon it is at its end.
fn order<P>(view: View<'_, P>) -> (f64, i64) {
    let turns = i64::from(view.turns());
    (view.result(), if view.result() < 0.5 { turns } else { -turns })
}

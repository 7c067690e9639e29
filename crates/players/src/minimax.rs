//! `minimax`: looks at every line of play to a fixed depth, and cuts none.
//!
//! The yardstick of the other searches: wherever both know a position exactly, they agree with it.

use std::marker::PhantomData;

use ludoteca_games::{
    Game, Line, below,
    params::{Key, Kind},
};
use ludoteca_text::text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    Budget, Clock, Erased, Player, PlayerKind, Watch,
    evaluations::{self, Evaluation},
    explain::{self, Branch},
    registry::{self, seed_key, seed_of},
    search::{self, INFINITE, Score, farther, finished},
    thought::{Bound, Layer, PlyValue, Thought, Value, Variation},
};

/// Plain minimax.
pub struct Minimax<G: Game> {
    depth: u32,
    evaluation: Evaluation<G>,
    rng: Xoshiro256PlusPlus,
}

/// What came of looking at a position.
struct Found<P> {
    score: Score,
    /// Whether no position behind it was only evaluated.
    complete: bool,
    line: Vec<P>,
}

impl<G: Game> Minimax<G> {
    /// Looks `depth` plies ahead; among equally good plies the seed decides.
    pub fn new(depth: u32, evaluation: Evaluation<G>, seed: u64) -> Minimax<G> {
        Minimax { depth, evaluation, rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// The best line for the side to move; none when the budget is spent.
    fn search(&self, position: &G, depth: u32, clock: &mut Clock) -> Option<Found<G::Ply>> {
        if clock.tick() {
            return None;
        }
        let side = position.side();
        if let Some(outcome) = position.outcome() {
            let score = finished(outcome, side);
            return Some(Found { score, complete: true, line: Vec::new() });
        }
        if depth == 0 {
            let score = self.evaluation.score(position);
            return Some(Found { score, complete: false, line: Vec::new() });
        }
        let mut best = Found { score: -INFINITE, complete: true, line: Vec::new() };
        for ply in position.legal_plies() {
            let found = self.after(position, &ply, depth, clock)?;
            best.complete &= found.complete || search::decided(found.score);
            if found.score > best.score {
                best.score = found.score;
                best.line = found.line;
            }
        }
        Some(best)
    }

    /// The line that begins with `ply`, for the side that plays it.
    fn after(
        &self,
        position: &G,
        ply: &G::Ply,
        depth: u32,
        clock: &mut Clock,
    ) -> Option<Found<G::Ply>> {
        let mut next = position.clone();
        next.play_unchecked(ply);
        let mut found = self.search(&next, depth - 1, clock)?;
        if next.side() != position.side() {
            found.score = -found.score;
        }
        found.score = farther(found.score);
        found.line.insert(0, ply.clone());
        Some(found)
    }
}

impl<G: Game> Player<G> for Minimax<G> {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let mut clock = Clock::start(budget);
        let mut found: Vec<(G::Ply, Found<G::Ply>)> = Vec::new();
        let plies = position.legal_plies();
        for ply in &plies {
            match self.after(position, ply, self.depth, &mut clock) {
                Some(line) => found.push((ply.clone(), line)),
                None => break,
            }
            if watch.is_due() {
                let thought = self.thought(position, &found, &plies, &clock, true);
                watch.report(thought);
            }
        }
        // A ply among the equally good ones, so that games differ.
        if let Some(best) = found.iter().map(|(_, line)| line.score).max() {
            let ties = found.iter().filter(|(_, line)| line.score == best).count() as u32;
            let pick = below(&mut self.rng, ties) as usize;
            let at = (0..found.len()).filter(|at| found[*at].1.score == best).nth(pick);
            found.swap(0, at.expect("as many as were counted"));
        }
        self.thought(position, &found, &plies, &clock, watch.wants_layers())
    }
}

impl<G: Game> Minimax<G> {
    /// The thought that follows from what was found so far; the ply to play stands first.
    fn thought(
        &self,
        position: &G,
        found: &[(G::Ply, Found<G::Ply>)],
        plies: &[G::Ply],
        clock: &Clock,
        layers: bool,
    ) -> Thought<G::Ply> {
        let value =
            |line: &Found<G::Ply>| search::value(line.score, line.complete, self.evaluation.scale);
        let mut order: Vec<&(G::Ply, Found<G::Ply>)> = found.iter().collect();
        order.sort_by_key(|(_, line)| -line.score);
        let values: Vec<PlyValue<G::Ply>> = order
            .iter()
            .map(|(ply, line)| PlyValue {
                ply: ply.clone(),
                value: value(line),
                at_most: false,
                visits: None,
            })
            .collect();
        // A ply that is not known to its end may still be better than a proved draw or loss.
        let complete = found.len() == plies.len()
            && found.iter().all(|(_, line)| line.complete || search::decided(line.score));
        let best = match order.first() {
            None => search::known(position).unwrap_or(Value::NOTHING),
            Some((_, line)) if complete || line.score > 0 => {
                search::value(line.score, complete, self.evaluation.scale)
            }
            Some((_, line)) => {
                Value::Guess { result: value(line).result(), score: Some(line.score) }
            }
        };
        let layers = if layers {
            let tree = self.tree(position, &order, best);
            explain::values(position, best, &values).into_iter().chain(tree).collect()
        } else {
            Vec::new()
        };
        Thought {
            answer: order.first().map(|(ply, _)| ply).or(plies.first()).cloned().into(),
            value: best,
            lines: order
                .iter()
                .take(3)
                .map(|(_, line)| Variation { plies: line.line.clone(), value: value(line) })
                .collect(),
            candidates: values,
            nodes: clock.nodes(),
            depth: Some(self.depth),
            seconds: clock.seconds(),
            layers,
        }
    }

    /// Every ply with the reply that decides its value.
    fn tree(
        &self,
        position: &G,
        order: &[&(G::Ply, Found<G::Ply>)],
        value: Value,
    ) -> Option<Layer> {
        let (best, _) = order.first()?;
        let branch = |(ply, line): &&(G::Ply, Found<G::Ply>)| Branch {
            ply: ply.clone(),
            value: search::value(line.score, line.complete, self.evaluation.scale),
            bound: Bound::Exact,
            reply: line.line.get(1).cloned(),
            cut: None,
        };
        let sentence = text!("tree-minimax", ply = position.write_ply(best), depth = self.depth);
        Some(explain::branches(position, value, order.iter().map(branch), sentence))
    }
}

pub(crate) fn kind<G: Game>() -> PlayerKind<G> {
    PlayerKind {
        name: "minimax",
        keys: vec![
            Key::new("depth", Kind::Int(1, 99), "key-depth").or(4),
            evaluations::key::<G>(),
            seed_key(),
        ],
        levels: registry::levels("depth", [1, 2, 3, 4, 5]),
        make: |values, supply| {
            let depth = values.int("depth").unwrap_or(4) as u32;
            let evaluation = evaluations::chosen(values);
            Ok(Erased::boxed(Minimax::<G>::new(depth, evaluation, seed_of(values, supply))))
        },
        game: PhantomData,
    }
}

//! `minimax`: looks at every line of play to a fixed depth, and cuts none.
//!
//! The yardstick of the other searches: wherever both know a position exactly, they agree with it.

use std::marker::PhantomData;

use ludoteca_games::{Game, Line, below};
use ludoteca_text::text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    Budget, Clock, Form, Played, Player, PlayerKind, Watch,
    evaluations::{Curve, Evaluation, EvaluationKind},
    explain::{self, Branch},
    kind::levels,
    negamax::{Ahead, BestLine, Negamax},
    played::evaluation_asked,
    search::{self, INFINITE, Score},
    thought::{Bound, Layer, PlyValue, Thought, Value, Variation},
};

/// Plain minimax.
pub struct Minimax<G: Game, E = Box<dyn Evaluation<G>>> {
    depth: u32,
    search: Negamax<EveryPly<E>>,
    rng: Xoshiro256PlusPlus,
    game: PhantomData<fn(G)>,
}

/// Every legal ply, as the game lists them, and an evaluation at the end.
struct EveryPly<E>(E);

impl<G: Game, E: Evaluation<G>> Ahead<G> for EveryPly<E> {
    type Move = G::Ply;
    type Kept = G::Ply;
    type Moves = std::vec::IntoIter<G::Ply>;

    fn moves(&mut self, position: &G, _: &mut Clock) -> (Self::Moves, bool) {
        (position.legal_plies().into_iter(), true)
    }

    fn play(&self, position: &G, ply: &G::Ply) -> (G, G::Ply) {
        let mut next = position.clone();
        next.play_unchecked(ply);
        (next, ply.clone())
    }

    fn judge(&mut self, position: &G, _: &mut Clock) -> Option<Score> {
        Some(self.0.judge(position).into())
    }
}

impl<G: Game, E: Evaluation<G>> Minimax<G, E> {
    /// Looks `depth` plies ahead; among equally good plies the seed decides.
    pub fn new(depth: u32, evaluation: E, seed: u64) -> Minimax<G, E> {
        let search = Negamax { ahead: EveryPly(evaluation), prune: false };
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Minimax { depth, search, rng, game: PhantomData }
    }

    fn curve(&self) -> Curve {
        self.search.ahead.0.curve()
    }
}

impl<G: Game, E: Evaluation<G>> Player<G> for Minimax<G, E> {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let mut clock = Clock::start(budget);
        let mut found: Vec<(G::Ply, BestLine<G::Ply>)> = Vec::new();
        let plies = position.legal_plies();
        for ply in &plies {
            let search = &mut self.search;
            match search.after(position, ply, self.depth, -INFINITE, INFINITE, &mut clock) {
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

impl<G: Game, E: Evaluation<G>> Minimax<G, E> {
    /// The thought that follows from what was found so far; the ply to play stands first.
    fn thought(
        &self,
        position: &G,
        found: &[(G::Ply, BestLine<G::Ply>)],
        plies: &[G::Ply],
        clock: &Clock,
        layers: bool,
    ) -> Thought<G::Ply> {
        let value =
            |line: &BestLine<G::Ply>| search::value(line.score, line.complete, self.curve());
        let mut order: Vec<&(G::Ply, BestLine<G::Ply>)> = found.iter().collect();
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
        let complete = found.len() == plies.len() && found.iter().all(|(_, line)| line.complete);
        let best = match order.first() {
            None => search::known(position).unwrap_or(Value::NOTHING),
            Some((_, line)) if complete || line.score > 0 => {
                search::value(line.score, complete, self.curve())
            }
            Some((_, line)) => search::seems(line.score, self.curve()),
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
                .map(|(_, line)| Variation {
                    plies: line.moves().cloned().collect(),
                    value: value(line),
                })
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
        order: &[&(G::Ply, BestLine<G::Ply>)],
        value: Value,
    ) -> Option<Layer> {
        let (best, _) = order.first()?;
        let branch = |(ply, line): &&(G::Ply, BestLine<G::Ply>)| Branch {
            ply: ply.clone(),
            value: search::value(line.score, line.complete, self.curve()),
            bound: Bound::Exact,
            reply: line.reply().cloned(),
            cut: None,
        };
        let sentence = text!("tree-minimax", ply = position.write_ply(best), depth = self.depth);
        Some(explain::branches(position, value, order.iter().map(branch), sentence))
    }
}

/// What is asked of whoever wants a [`Minimax`].
#[derive(Debug, PartialEq)]
struct Settings<G: Game> {
    depth: u32,
    evaluation: EvaluationKind<G>,
}

pub(crate) fn kind<G: Played>() -> PlayerKind<G> {
    to_depth(4)
}

/// A `minimax` that looks so many plies ahead if nobody says.
pub(crate) fn to_depth<G: Played>(usual: u32) -> PlayerKind<G> {
    let read = move |form: &mut Form<'_>| {
        let depth = form.whole("depth", 1..=99, "key-depth").or(usual);
        Ok(Settings::<G> { depth, evaluation: evaluation_asked(form) })
    };
    PlayerKind::by_chance("minimax", read, |settings, seed| {
        Minimax::new(settings.depth, settings.evaluation.make(), seed)
    })
    .with_levels(levels("depth", [1, 2, 3, 4, 5]))
}

//! `minimax`: looks at every line of play to a fixed depth, and cuts none.
//!
//! With pruning it is alpha-beta as books have it, move after move in the order of the game, for
//! whoever wants to see it at work. The yardstick of the other searches: wherever both know a position exactly, they agree with it.

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
    story::search::{Silent, Tale, Teller},
    thought::{Bound, Layer, PlyValue, Thought, Value, Variation},
};

/// Plain minimax.
pub struct Minimax<G: Game, E = Box<dyn Evaluation<G>>> {
    depth: u32,
    search: Negamax<EveryPly<E>>,
    rng: Xoshiro256PlusPlus,
    game: PhantomData<fn(G)>,
}

/// A ply at the root, with what was found of it.
struct Root<P> {
    ply: P,
    line: BestLine<P>,
    bound: Bound,
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

    fn plies(ply: &G::Ply) -> Vec<G::Ply> {
        vec![ply.clone()]
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

    /// The same with pruning. It plays the first of equally good plies, as it knows of no others.
    pub fn pruning(mut self) -> Minimax<G, E> {
        self.search.prune = true;
        self
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
        let Some(recorder) = watch.recorder.take() else {
            return self.searched(position, budget, watch, &mut Silent);
        };
        let mut tale = Tale::new(position, self.search.prune, recorder.room());
        let thought = self.searched(position, budget, watch, &mut tale);
        let id = if self.search.prune { "story-alphabeta" } else { "story-minimax" };
        let sentence = text!(id, depth = self.depth);
        watch.recorder = Some(tale.tell(recorder, sentence, self.depth, thought.ply().as_ref()));
        thought
    }
}

impl<G: Game, E: Evaluation<G>> Minimax<G, E> {
    fn searched(
        &mut self,
        position: &G,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
        teller: &mut impl Teller<G>,
    ) -> Thought<G::Ply> {
        let mut clock = Clock::start(budget);
        let mut found: Vec<Root<G::Ply>> = Vec::new();
        let plies = position.legal_plies();
        let mut alpha = -INFINITE;
        let prune = self.search.prune;
        for ply in &plies {
            let (search, bounds) = (&mut self.search, (alpha, INFINITE));
            match search.after(position, ply, self.depth, bounds, &mut clock, teller) {
                Some(line) => {
                    let exact = !prune || line.score > alpha;
                    alpha = if prune { alpha.max(line.score) } else { alpha };
                    let bound = if exact { Bound::Exact } else { Bound::Most };
                    found.push(Root { ply: ply.clone(), line, bound });
                }
                None => break,
            }
            if watch.is_due() {
                let thought = self.thought(position, &found, &plies, &clock, true);
                watch.report(thought);
            }
        }
        // A ply among the equally good ones, so that games differ.
        if let Some(best) = found.iter().map(|root| root.line.score).max() {
            let ties = found.iter().filter(|root| root.line.score == best).count() as u32;
            let pick = if prune { 0 } else { below(&mut self.rng, ties) as usize };
            let at = (0..found.len()).filter(|at| found[*at].line.score == best).nth(pick);
            found.swap(0, at.expect("as many as were counted"));
        }
        self.thought(position, &found, &plies, &clock, watch.wants_layers())
    }

    /// The thought that follows from what was found so far; the ply to play stands first.
    fn thought(
        &self,
        position: &G,
        found: &[Root<G::Ply>],
        plies: &[G::Ply],
        clock: &Clock,
        layers: bool,
    ) -> Thought<G::Ply> {
        let mut order: Vec<&Root<G::Ply>> = found.iter().collect();
        order.sort_by_key(|root| (-root.line.score, root.bound == Bound::Most));
        let judged = |root: &Root<G::Ply>| {
            search::root_value(root.line.score, root.bound, root.line.complete, self.curve())
        };
        let value = |root: &Root<G::Ply>| judged(root).0;
        let values: Vec<PlyValue<G::Ply>> = order
            .iter()
            .map(|root| {
                let (value, at_most) = judged(root);
                PlyValue { ply: root.ply.clone(), value, at_most, visits: None }
            })
            .collect();
        // A ply that is not known to its end may still be better than a proved draw or loss.
        let complete = found.len() == plies.len() && found.iter().all(|root| root.line.complete);
        let best = match order.first() {
            None => search::known(position).unwrap_or(Value::NOTHING),
            Some(root) if complete || root.line.score > 0 => {
                search::value(root.line.score, complete, self.curve())
            }
            Some(root) => search::seems(root.line.score, self.curve()),
        };
        let layers = if layers {
            let tree = self.tree(position, &order, best);
            explain::values(position, best, &values).into_iter().chain(tree).collect()
        } else {
            Vec::new()
        };
        Thought {
            answer: order.first().map(|root| &root.ply).or(plies.first()).cloned().into(),
            value: best,
            lines: order
                .iter()
                .filter(|root| root.bound == Bound::Exact)
                .take(3)
                .map(|root| Variation {
                    plies: root.line.moves().cloned().collect(),
                    value: value(root),
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
    fn tree(&self, position: &G, order: &[&Root<G::Ply>], value: Value) -> Option<Layer> {
        let best = order.first()?;
        let branch = |root: &&Root<G::Ply>| {
            let Root { line, bound, .. } = root;
            let (value, _) = search::root_value(line.score, *bound, line.complete, self.curve());
            let (ply, reply) = (root.ply.clone(), line.reply().cloned());
            Branch { ply, value, bound: *bound, reply, cut: None }
        };
        let sentence =
            text!("tree-minimax", ply = position.write_ply(&best.ply), depth = self.depth);
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
    .telling("depth=2")
}

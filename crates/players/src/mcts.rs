//! `mcts`: plays thousands of random games and keeps what works. Any other evaluation can take the
//! place of the random games.
//!
//! Monte Carlo tree search: UCT (Kocsis and Szepesvári 2006) with proved wins, draws and losses
//! (Winands, Björnsson and Saito 2008). A position whose value is proved is not visited again. The
//! part of the tree below the position actually reached is kept from ply to ply. With several
//! threads each grows a tree of its own, and their plies are counted together at the root (*root
//! parallelization*).

mod telling;
#[cfg(test)]
mod tests;
mod tree;

use std::sync::atomic::{AtomicBool, Ordering};

use ludoteca_games::{Game, Line, Side};
use ludoteca_text::text;

use self::{
    telling::Telling,
    tree::{Proof, Tree, Tried},
};
use crate::{
    Budget, Clock, Form, Played, Player, PlayerKind, Watch,
    evaluations::{Evaluation, EvaluationKind, Playouts},
    explain,
    kind::{ANY_MEGABYTES, levels},
    search,
    thought::{Layer, PlyValue, Thought, TreeNode, Unit, Value, Variation, Verdict},
    threads,
};

/// Monte Carlo tree search.
pub struct Mcts<G: Game, E = Playouts> {
    settings: Settings,
    trees: Vec<Tree<G, E>>,
}

/// How a [`Mcts`] player thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// Random games, or positions evaluated, for one thought; none is as many as the budget allows.
    pub playouts: Option<u64>,
    /// How much it tries what it knows little of.
    pub explore: f64,
    /// Threads it may start.
    pub threads: usize,
    /// Where its chances come from.
    pub seed: u64,
}

impl<G: Game> Mcts<G> {
    /// A player with these settings that plays random games.
    pub fn new(settings: Settings) -> Mcts<G> {
        Mcts::judging(settings, || Playouts)
    }
}

impl<G: Game, E: Evaluation<G>> Mcts<G, E> {
    /// A player with these settings that evaluates instead of playing random games. Each thread has
    /// an evaluation of its own.
    pub fn judging(settings: Settings, evaluation: impl Fn() -> E) -> Mcts<G, E> {
        let tree =
            |thread| Tree::new(evaluation(), settings.explore, settings.seed.wrapping_add(thread));
        Mcts { settings, trees: (0..settings.threads.max(1) as u64).map(tree).collect() }
    }
}

impl<G: Game, E: Evaluation<G>> Player<G> for Mcts<G, E> {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let mut budget = budget.clone();
        if let Some(playouts) = self.settings.playouts {
            budget.nodes = Some(budget.nodes.map_or(playouts, |nodes| nodes.min(playouts)));
        }
        let clock = Clock::start(&budget.or_usual());
        if position.outcome().is_some() {
            return thought::<G, E>(position, &[], &clock, false);
        }
        let count = self.trees.len();
        let (mine, others) = self.trees.split_first_mut().expect("there is at least one tree");
        // A proof of one thread is a proof for all.
        let proved = AtomicBool::new(false);
        let go_on = |tree: &Tree<G, E>, clock: &Clock| {
            if tree.proof().is_some() {
                proved.store(true, Ordering::Relaxed);
            }
            !proved.load(Ordering::Relaxed) && !clock.is_spent()
        };
        let go_on = &go_on;
        let others = others.iter_mut().map(|tree| {
            let mut clock = clock.part(count);
            move || {
                clock.look();
                tree.move_to(position, &mut clock);
                while go_on(tree, &clock) {
                    tree.grow(&mut ());
                    clock.tick();
                }
            }
        });
        let mut recorder = watch.recorder.take();
        let mut telling = None;
        threads::beside(others, || {
            let mut clock = clock.part(count);
            clock.look();
            mine.move_to(position, &mut clock);
            telling = recorder.take().map(|recorder| Telling::new(recorder, position, mine));
            while go_on(mine, &clock) {
                match &mut telling {
                    Some(telling) if !telling.is_full() => mine.grow(telling),
                    _ => mine.grow(&mut ()),
                }
                clock.tick();
                if mine.playouts().is_multiple_of(256) && watch.is_due() {
                    watch.report(thought(position, &[mine], &clock, true));
                }
            }
        });
        let trees: Vec<&Tree<G, E>> = self.trees.iter().collect();
        if let Some(telling) = telling {
            let mut tried = together(trees.iter().map(|tree| tree.tried()));
            rank(position.side(), &mut tried);
            watch.recorder = Some(telling.end(trees[0], &tried));
        }
        thought(position, &trees, &clock, watch.wants_layers())
    }
}

/// What the trees together think of their root.
fn thought<G: Game, E: Evaluation<G>>(
    position: &G,
    trees: &[&Tree<G, E>],
    clock: &Clock,
    layers: bool,
) -> Thought<G::Ply> {
    let side = position.side();
    let unit = trees.first().map_or(Unit::Unknown, |tree| of_many(tree.evaluation().unit()));
    let mut tried = together(trees.iter().map(|tree| tree.tried()));
    if tried.is_empty() {
        // A budget of nothing: the plies are at least legal.
        let untried = |ply| Tried { ply, visits: 0, points: 0.0, proof: None };
        tried = position.legal_plies().into_iter().map(untried).collect();
    }
    rank(side, &mut tried);
    // What was not looked at is not a thought; only the ply to play is always there.
    let all = tried.len();
    let seen = |each: &Tried<G::Ply>| each.visits > 0 || each.proof.is_some();
    let mut place = 0;
    tried.retain(|each| {
        place += 1;
        place == 1 || seen(each)
    });
    let proof = trees.iter().find_map(|tree| tree.proof()).or_else(|| {
        let unseen = std::iter::repeat_n(None, all - tried.len());
        tree::follows(side, tried.iter().map(|each| each.proof).chain(unseen))
    });
    let plies: Vec<PlyValue<G::Ply>> = tried
        .iter()
        .map(|each| PlyValue {
            ply: each.ply.clone(),
            value: value(side, each, unit),
            at_most: false,
            visits: Some(each.visits),
        })
        .collect();
    let best = match (proof, plies.first()) {
        (Some(proof), _) => proved(side, proof),
        (None, Some(best)) => match best.value {
            // The best ply is proved, but another might still be better.
            Value::Proved { .. } => Value::Guess { result: best.value.result(), score: None, unit },
            guess => guess,
        },
        (None, None) => search::known(position).unwrap_or(Value::NOTHING),
    };
    let lines = tried.iter().take(3).map(|each| {
        let deepest = trees.iter().max_by_key(|tree| tree.visits(&each.ply));
        Variation {
            plies: deepest.map_or_else(Vec::new, |tree| tree.line(&each.ply, rank)),
            value: value(side, each, unit),
        }
    });
    let lines = lines.collect();
    let layers = if layers {
        [explain::values(position, best, &plies), explain::visits(position, &plies)]
            .into_iter()
            .flatten()
            .chain(shown_tree(position, trees, &tried, best, unit))
            .collect()
    } else {
        Vec::new()
    };
    Thought {
        answer: tried.first().map(|each| each.ply.clone()).into(),
        value: best,
        lines,
        candidates: plies,
        nodes: clock.nodes(),
        depth: None,
        seconds: clock.seconds(),
        layers,
    }
}

/// The counts of several trees as if they were one.
fn together<P: Clone + PartialEq>(trees: impl Iterator<Item = Vec<Tried<P>>>) -> Vec<Tried<P>> {
    let mut all: Vec<Tried<P>> = Vec::new();
    for each in trees.flatten() {
        match all.iter_mut().find(|known| known.ply == each.ply) {
            Some(known) => {
                known.visits += each.visits;
                known.points += each.points;
                known.proof = known.proof.or(each.proof);
            }
            None => all.push(each),
        }
    }
    all
}

/// Best first for `side`: proved wins, then by visits, then proved losses; a proved draw goes
/// before what seems worse than a draw.
fn rank<P>(side: Side, tried: &mut [Tried<P>]) {
    let class = |each: &Tried<P>| match each.proof {
        Some(Proof { winner: Some(winner), plies }) if winner == side => {
            (2, u64::from(u32::MAX - plies))
        }
        Some(Proof { winner: Some(_), plies }) => (0, u64::from(plies)),
        _ => (1, each.visits),
    };
    tried.sort_by_key(|each| std::cmp::Reverse(class(each)));
    let drawn = |each: &Tried<P>| each.proof.is_some_and(|proof| proof.winner.is_none());
    if let Some(first) = tried.first()
        && class(first).0 == 1
        && first.points < 0.5 * first.visits as f64
        && let Some(draw) = tried.iter().position(drawn)
    {
        tried[..=draw].rotate_right(1);
    }
}

fn proved(side: Side, proof: Proof) -> Value {
    let result = match proof.winner {
        None => Verdict::Draw,
        Some(winner) if winner == side => Verdict::Win,
        Some(_) => Verdict::Loss,
    };
    // The tree proves who wins, not how soon with best play.
    Value::Proved { result, plies: None }
}

/// What the mean of many judgements is: a chance only where each of them was one.
fn of_many(unit: Unit) -> Unit {
    if unit.is_chance() || unit == Unit::Unknown { unit } else { Unit::Leaning }
}

/// The value of a ply for the side that plays it.
fn value<P>(side: Side, each: &Tried<P>, unit: Unit) -> Value {
    match each.proof {
        Some(proof) => proved(side, proof),
        None if each.visits == 0 => Value::NOTHING,
        None => {
            let result = 2.0 * each.points / each.visits as f64 - 1.0;
            Value::Guess { result, score: None, unit }
        }
    }
}

/// The plies most visited, and after each the replies most visited.
fn shown_tree<G: Game, E: Evaluation<G>>(
    position: &G,
    trees: &[&Tree<G, E>],
    tried: &[Tried<G::Ply>],
    best: Value,
    unit: Unit,
) -> Option<Layer> {
    let first = tried.first()?;
    let side = position.side();
    let node = |at: &G, each: &Tried<G::Ply>, value: Value, best| TreeNode {
        ply: Some(at.write_ply(&each.ply)),
        value: Some(value),
        visits: Some(each.visits),
        best,
        ..TreeNode::default()
    };
    let children = tried.iter().take(explain::TREE_WIDTH).enumerate().map(|(place, each)| {
        let mut next = position.clone();
        next.play_unchecked(&each.ply);
        let mut replies = together(trees.iter().map(|tree| tree.replies(&each.ply)));
        rank(next.side(), &mut replies);
        let shown = replies.iter().take(2).enumerate().map(|(order, reply)| {
            let value = value(next.side(), reply, unit);
            let value = if next.side() == side { value } else { value.flipped() };
            node(&next, reply, value, place == 0 && order == 0)
        });
        TreeNode {
            more: replies.len().saturating_sub(2),
            children: shown.collect(),
            ..node(position, each, value(side, each, unit), place == 0)
        }
    });
    let root = TreeNode {
        value: Some(best),
        visits: Some(tried.iter().map(|each| each.visits).sum()),
        best: true,
        children: children.collect(),
        more: tried.len().saturating_sub(explain::TREE_WIDTH),
        ..TreeNode::default()
    };
    Some(explain::tree(root, text!("tree-mcts", ply = position.write_ply(&first.ply))))
}

/// What a tree takes that has grown as far as it may.
const TREE_MEGABYTES: usize = 512;

/// What is asked of whoever wants a [`Mcts`].
#[derive(Debug, PartialEq)]
struct Asked<G: Game> {
    settings: Settings,
    /// None is random games.
    evaluation: Option<EvaluationKind<G>>,
}

pub(crate) fn kind<G: Played>() -> PlayerKind<G> {
    let read = |form: &mut Form<'_>| {
        let settings = Settings {
            playouts: form.whole("playouts", 1..=1_000_000_000, "key-playouts").optional(),
            explore: form.real("explore", 0.0..=10.0, "key-explore").or(0.6),
            threads: form.whole("threads", 1..=64, "key-threads").or(1),
            ..Settings::default()
        };
        let others = G::evaluations().into_iter().map(|each| (each.name, Some(each)));
        let all = [("playouts", None)].into_iter().chain(others);
        Ok(Asked { settings, evaluation: form.choice("eval", all, "key-eval-mcts").or(None) })
    };
    PlayerKind::by_chance("mcts", read, |asked: &Asked<G>, seed| -> Box<dyn Player<G>> {
        let settings = Settings { seed, ..asked.settings };
        match &asked.evaluation {
            None => Box::new(Mcts::new(settings)),
            Some(evaluation) => Box::new(Mcts::judging(settings, || evaluation.make())),
        }
    })
    .with_levels(levels("playouts", [20, 100, 1000, 10_000, 300_000]))
    .telling("playouts=60")
    .taking(|values| {
        let most = values.int("threads").map_or(1, |threads| threads as usize) * TREE_MEGABYTES;
        // Each playout adds what can be played in one more position.
        let grown = values.int("playouts").map_or(most, |playouts| playouts as usize / 64);
        ANY_MEGABYTES + grown.min(most)
    })
}

//! What the agents `distance` and `dijkstra` share: alpha-beta to a fixed depth over a measure of
//! shortest ways, told in that measure.
//!
//! Many moves measure the same. Among those an agent prefers what leaves it more cells on its
//! shortest ways, since whoever has more ways to go is harder to stop; this decides between equals
//! and never outweighs the measure itself.

use std::{marker::PhantomData, time::Duration};

use ludoteca_games::{
    Game, Hex, Line, Side,
    hex::{Colour, HexPly, LARGEST},
};
use ludoteca_text::{Text, text};

use super::{Ways, layers, spreading};
use crate::{
    AlphaBeta, Budget, Form, Player, PlayerKind, Watch,
    evaluations::{Evaluation, by},
    explain,
    kind::levels,
    search::Score,
    thought::{Content, Layer, Thought, TreeNode, Value},
};

const DEEPEST: i64 = 6;
/// Memory for positions already seen, for each side it plays.
const MEGABYTES: usize = 16;
/// What a whole step of a measure counts in a score; no number of cells comes near half of it.
pub(super) const STEP: i32 = 1000;
const _: () = assert!(2 * LARGEST * LARGEST < STEP as usize);

/// A way to judge positions by their shortest ways.
pub(super) trait Measure: Send + 'static {
    /// Whether it measures the other side's way too.
    const BOTH: bool;

    /// What a position measures for a side: [`STEP`] for each whole step, and the cells that decide
    /// between equals.
    fn score(position: &Hex, side: Side) -> i32;

    /// So many whole steps as a guess, in the unit they are told in.
    fn guess(position: &Hex, steps: i64) -> Value;

    /// Why the best ply looks best.
    fn reason(position: &Hex, ply: String, steps: i64) -> Text;

    /// How the position itself is measured.
    fn account(position: &Hex) -> Text;
}

/// A player that looks ahead to a fixed depth and then measures.
pub(super) struct Agent<M> {
    depth: u32,
    /// The search of each side, as what one measures is of no use to the other.
    searches: [Option<AlphaBeta<Hex>>; 2],
    measure: PhantomData<M>,
}

impl<M: Measure> Agent<M> {
    pub fn new(depth: u32) -> Agent<M> {
        Agent { depth, searches: [None, None], measure: PhantomData }
    }
}

impl<M: Measure> Player<Hex> for Agent<M> {
    fn think(
        &mut self,
        line: &Line<Hex>,
        budget: &Budget,
        watch: &mut Watch<'_, Hex>,
    ) -> Thought<HexPly> {
        let position = line.position();
        let side = position.side();
        let search = self.searches[side.index()].get_or_insert_with(|| {
            AlphaBeta::new(Some(self.depth), evaluation::<M>(side), MEGABYTES)
        });
        let thought = if watch.is_live() {
            let mut pass_on = |thought| {
                if watch.is_due() {
                    watch.report(told::<M>(position, thought));
                }
            };
            search.think(line, budget, &mut Watch::live(Duration::ZERO, &mut pass_on))
        } else if watch.wants_layers() {
            search.think(line, budget, &mut Watch::at_the_end())
        } else {
            search.think(line, budget, &mut Watch::nobody())
        };
        let thought = told::<M>(position, thought);
        if let (Some(recorder), Some(ply)) = (&mut watch.recorder, thought.ply()) {
            spreading::tell(recorder, position, &ply, M::BOTH);
        }
        thought
    }
}

/// The measure as a side judges by it, whoever is to move.
fn evaluation<M: Measure>(side: Side) -> Box<dyn Evaluation<Hex>> {
    let judge = move |position: &Hex| {
        let score = M::score(position, side);
        if position.side() == side { score } else { -score }
    };
    by(f64::from(STEP), judge)
}

/// The colour that a side plays.
fn colour_of(position: &Hex, side: Side) -> Colour {
    if position.player(Colour::Red) == side { Colour::Red } else { Colour::Blue }
}

/// The shortest ways of a side; none if the other side has a chain.
pub(super) fn ways_of(position: &Hex, side: Side) -> Option<Ways> {
    Ways::new(position, colour_of(position, side))
}

/// Whole steps of a score.
fn steps(score: Score) -> i64 {
    (score + i64::from(STEP / 2)).div_euclid(STEP.into())
}

/// A thought of the search in the words and figures of the measure.
fn told<M: Measure>(position: &Hex, mut thought: Thought<HexPly>) -> Thought<HexPly> {
    let measured = |value: &mut Value| {
        if let Value::Guess { score: Some(score), .. } = value {
            *value = M::guess(position, steps(*score));
        }
    };
    let found = match thought.value {
        Value::Guess { score, .. } => score.map(steps),
        Value::Proved { .. } => None,
    };
    measured(&mut thought.value);
    thought.lines.iter_mut().for_each(|line| measured(&mut line.value));
    thought.candidates.iter_mut().for_each(|ply| measured(&mut ply.value));
    let Some(best) = thought.ply().filter(|_| !thought.layers.is_empty()) else {
        return thought;
    };
    // A search that was stopped at once has measured too little to say anything of it.
    let searched = thought.depth > Some(0);
    for layer in thought.layers.iter_mut().filter(|_| searched) {
        match &mut layer.content {
            Content::Labels { plies } => {
                for (label, ply) in plies.iter_mut().zip(&thought.candidates) {
                    label.value = ply.value;
                    label.label = explain::label(ply.value, ply.at_most);
                }
                if let (Value::Guess { .. }, Some(steps)) = (thought.value, found) {
                    layer.sentence = M::reason(position, position.write_ply(&best), steps);
                }
            }
            Content::Tree { root } => {
                measure_tree(root, &measured);
                let alpha = root.value.map(explain::figure);
                for child in &mut root.children {
                    if let (Some(cut), Some(alpha), Some(value)) =
                        (&mut child.cut, &alpha, child.value)
                    {
                        let value = explain::figure(value);
                        *cut = text!("tree-cut", value = value, alpha = alpha.clone());
                    }
                }
            }
            _ => {}
        }
    }
    thought.layers.extend(layers::ways(position));
    thought.layers.push(account::<M>(position));
    thought
}

fn measure_tree(node: &mut TreeNode, measured: &impl Fn(&mut Value)) {
    node.value.iter_mut().for_each(measured);
    node.children.iter_mut().for_each(|child| measure_tree(child, measured));
}

/// The layer `account`: how the position itself is measured.
fn account<M: Measure>(position: &Hex) -> Layer {
    Layer {
        id: "account",
        title: text!("layer-account"),
        sentence: M::account(position),
        content: Content::Words { paragraphs: vec![text!("account-equals")] },
    }
}

/// An agent that can be chosen by name.
pub(super) fn kind<M: Measure>(name: &'static str) -> PlayerKind<Hex> {
    let depth = |form: &mut Form<'_>| Ok(form.whole("depth", 1..=DEEPEST, "key-depth").or(2));
    PlayerKind::new(name, depth, |depth| Agent::<M>::new(*depth))
        .with_levels(levels("depth", [1, 2, 3, 4]))
        .telling("depth=1")
}

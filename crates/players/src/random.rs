//! `random`: any legal ply, each equally likely.

use ludoteca_games::{Game, Line};
use ludoteca_text::text;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use crate::{
    Budget, Clock, Player, PlayerKind, Watch, explain,
    thought::{Layer, PlyValue, Thought, TreeNode, Value, Variation},
};

/// Plays at random.
pub struct Random {
    rng: Xoshiro256PlusPlus,
}

impl Random {
    /// A player whose choices follow from `seed`.
    pub fn new(seed: u64) -> Random {
        Random { rng: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Game> Player<G> for Random {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let clock = Clock::start(budget);
        let value = crate::search::known(position).unwrap_or(Value::NOTHING);
        let ply = position.random_ply(&mut self.rng);
        let plies = position
            .legal_plies()
            .into_iter()
            .map(|ply| PlyValue { ply, value: Value::NOTHING, at_most: false, visits: None })
            .collect();
        Thought {
            lines: ply.iter().map(|ply| Variation { plies: vec![ply.clone()], value }).collect(),
            answer: ply.into(),
            value,
            candidates: plies,
            nodes: 1,
            depth: None,
            seconds: clock.seconds(),
            layers: if watch.wants_layers() { self.layers(position) } else { Vec::new() },
        }
    }
}

impl Random {
    /// All it has to show: the plies, among which nothing but chance decides.
    fn layers<G: Game>(&self, position: &G) -> Vec<Layer> {
        let plies = position.legal_plies();
        let child = |ply| TreeNode { ply: Some(position.write_ply(ply)), ..TreeNode::default() };
        let root = TreeNode {
            best: true,
            children: plies.iter().take(explain::TREE_WIDTH).map(child).collect(),
            more: plies.len().saturating_sub(explain::TREE_WIDTH),
            ..TreeNode::default()
        };
        let sentence = text!("tree-random", plies = plies.len());
        if plies.is_empty() { Vec::new() } else { vec![explain::tree(root, sentence)] }
    }
}

pub(crate) fn kind<G: Game>() -> PlayerKind<G> {
    PlayerKind::by_chance("random", |_| Ok(()), |(), seed| Random::new(seed))
}

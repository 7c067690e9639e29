//! A Monte Carlo search told simulation by simulation: which move is followed and by what sum, the
//! node that is new, the random game, and what every node on the way back learns of it.

use ludoteca_games::{Game, Side};
use ludoteca_text::{Text, text};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::tree::{Node, Proof, Tree, Tried, Witness};
use crate::{
    evaluations::Evaluation,
    story::{
        Curve, Moment, MomentKind, NodeChange, NodeState, Recorder, StoryNode, StoryNodeId, Sum,
        words::{blank, figure, kinds, side},
    },
};

/// How many moves a sum compares, and of how many the visits are drawn as curves.
const ROWS: usize = 9;
const CURVES: usize = 4;

/// Tells how a tree grows.
pub(super) struct Telling<G: Game> {
    recorder: Recorder<G::Ply>,
    sides: [Text; 2],
    /// The nodes of the story by those of the tree, and how the ply to each is written.
    nodes: FxHashMap<u32, StoryNodeId>,
    plies: Vec<String>,
    /// The nodes of the tree that are marked as the line visited most.
    best: Vec<u32>,
    simulation: u64,
    /// Whether the next moment is the first of a simulation.
    begins: bool,
    /// What is to be said of nodes with the next moment.
    changes: Vec<NodeChange>,
    /// The visits of the root's children after each simulation.
    visits: Vec<(usize, Vec<u32>)>,
}

impl<G: Game> Telling<G> {
    /// Nothing is told yet; the tree may know its root from before.
    pub fn new<E: Evaluation<G>>(
        mut recorder: Recorder<G::Ply>,
        position: &G,
        tree: &Tree<G, E>,
    ) -> Telling<G> {
        let story = recorder.story();
        story.sentence = text!("mcts-story");
        story.values = Some(text!("mcts-values"));
        story.kinds = kinds([
            (MomentKind::Choose, "mcts-kind-choose"),
            (MomentKind::New, "mcts-kind-new"),
            (MomentKind::Visit, "mcts-kind-visit"),
            (MomentKind::Up, "mcts-kind-up"),
        ]);
        let mut telling = Telling {
            recorder,
            sides: Side::BOTH.map(|each| side(position, each)),
            nodes: FxHashMap::default(),
            plies: Vec::new(),
            best: Vec::new(),
            simulation: 0,
            begins: false,
            changes: Vec::new(),
            visits: Vec::new(),
        };
        telling.node(tree, &[0]);
        for child in tree.children(0).filter(|child| tree.node(*child).visits > 0) {
            telling.node(tree, &[0, child]);
        }
        telling
    }

    /// Whether there is no room for more.
    pub fn is_full(&self) -> bool {
        self.recorder.is_full()
    }

    /// The node of the story at the end of a path, which is added if it is not there yet.
    fn node<E: Evaluation<G>>(&mut self, tree: &Tree<G, E>, path: &[u32]) -> StoryNodeId {
        let mut parent = None;
        let mut at = None;
        for (depth, index) in path.iter().enumerate() {
            if let Some(known) = self.nodes.get(index) {
                parent = Some(*known);
                continue;
            }
            let ply = tree.node(*index).ply.clone().filter(|_| depth > 0);
            let here = at.get_or_insert_with(|| position_at(tree, &path[..depth]));
            let written = ply.as_ref().map_or_else(String::new, |ply| here.write_ply(ply));
            let mover = path[..depth].last().map(|parent| tree.node(*parent).side);
            let plies: Vec<G::Ply> = ply.into_iter().collect();
            plies.iter().for_each(|ply| here.play_unchecked(ply));
            let new =
                self.recorder.node(StoryNode { parent, plies, words: None, side: mover, more: 0 });
            self.plies.push(written);
            self.nodes.insert(*index, new);
            let node = tree.node(*index);
            if node.visits > 0 {
                let mover = mover.unwrap_or(node.side);
                self.changes.push(known(new, node, mover, 0, 0.0));
            }
            parent = Some(new);
        }
        parent.expect("a path begins at the root")
    }

    /// Something happens in a simulation, which may be the first thing in it.
    fn see<E: Evaluation<G>>(&mut self, tree: &Tree<G, E>) {
        let simulation = tree.playouts() + 1;
        self.begins |= simulation != self.simulation;
        self.simulation = simulation;
    }

    fn keep(&mut self, mut moment: Moment<G::Ply>) {
        if std::mem::take(&mut self.begins) {
            moment.chapter = Some(text!("mcts-simulation", number = self.simulation as f64));
        }
        moment.changes.splice(0..0, std::mem::take(&mut self.changes));
        self.recorder.keep(moment);
    }

    fn side(&self, side: Side) -> Text {
        self.sides[side.index()].clone()
    }

    /// The end of a path gets its place in the tree, if nobody has been there.
    fn is_new<E: Evaluation<G>>(&mut self, tree: &Tree<G, E>, path: &[u32]) -> StoryNodeId {
        let node = self.node(tree, path);
        if tree.node(path[path.len() - 1]).visits == 0 && path.len() > 1 {
            let ply = self.plies[node].clone();
            self.keep(Moment {
                node: Some(node),
                changes: vec![NodeChange::to(node, NodeState::Open)],
                ..Moment::new(
                    MomentKind::New,
                    text!("mcts-new", ply = ply.clone()),
                    text!("mcts-new-brief", ply = ply),
                )
            });
        }
        node
    }

    /// A row of the sum that decides where to go on.
    fn row<E: Evaluation<G>>(
        &self,
        tree: &Tree<G, E>,
        parent: u32,
        child: u32,
        written: String,
    ) -> Vec<Text> {
        let (above, below) = (tree.node(parent), tree.node(child));
        let tries = figure(below.visits.into());
        if let Some(proof) = below.proof {
            let result = match proof.winner {
                None => text!("label-draw"),
                Some(winner) if winner == above.side => text!("label-win"),
                Some(_) => text!("label-loss"),
            };
            return vec![Text::verbatim(written), tries, blank(), blank(), result];
        }
        let (mean, bonus) = tree.promised(parent, child);
        let (c, total, visits) = (tree.explores(), above.visits, below.visits);
        let explored = match tree.prior(child) {
            Some(prior) => text!(
                "mcts-explored-prior",
                c = c,
                prior = prior,
                total = total,
                visits = visits,
                bonus = bonus
            ),
            None if visits == 0 => text!("mcts-untried"),
            None => {
                text!("mcts-explored", c = c, total = total, visits = visits, bonus = bonus)
            }
        };
        let infinite = bonus.is_infinite();
        let value = if infinite { blank() } else { figure(mean) };
        let sum = if infinite { text!("mcts-untried") } else { figure(mean + bonus) };
        vec![Text::verbatim(written), tries, value, explored, sum]
    }

    /// Ends the story: the plies that were tried, best first, and what the first tree knows now.
    pub fn end<E: Evaluation<G>>(
        mut self,
        tree: &Tree<G, E>,
        tried: &[Tried<G::Ply>],
    ) -> Recorder<G::Ply> {
        let Some(position) = tree.root() else { return self.recorder };
        let Some(best) = tried.first() else { return self.recorder };
        let ply = position.write_ply(&best.ply);
        let total: u64 = tried.iter().map(|each| each.visits).sum();
        let value = |each: &Tried<G::Ply>| each.points / each.visits.max(1) as f64;
        let row = |each: &Tried<G::Ply>| {
            let value = match each.proof.map(|proof| proof.winner) {
                Some(None) => text!("label-draw"),
                Some(Some(winner)) if winner == position.side() => text!("label-win"),
                Some(Some(_)) => text!("label-loss"),
                None => figure(value(each)),
            };
            vec![
                Text::verbatim(position.write_ply(&each.ply)),
                figure(each.visits as f64),
                figure(each.points),
                value,
            ]
        };
        let mut changes: Vec<NodeChange> = Vec::new();
        let mut indices: Vec<(u32, StoryNodeId)> = self.nodes.clone().into_iter().collect();
        indices.sort_unstable();
        let line = tree.favourites(&[]);
        for (index, id) in indices {
            let node = tree.node(index);
            let side = self.recorder.story().nodes[id].side.unwrap_or(node.side);
            if node.visits > 0 {
                let mut change = known(id, node, side, 0, 0.0);
                if change.state == NodeState::Done && line.contains(&index) {
                    change.state = NodeState::Best;
                }
                changes.push(change);
            }
        }
        let won = best.proof.is_some_and(|proof| proof.winner == Some(position.side()));
        let sentence = if won {
            text!("mcts-end-win", ply = ply.clone())
        } else {
            text!(
                "mcts-end",
                ply = ply.clone(),
                visits = best.visits,
                total = total,
                value = value(best)
            )
        };
        let root = self.nodes[&0];
        self.recorder.conclude(Moment {
            node: Some(root),
            figure: Some(text!("mcts-tries", visits = best.visits, total = total)),
            chapter: Some(text!("mcts-choice")),
            changes,
            sum: Some(Sum {
                columns: vec![
                    text!("mcts-column-move"),
                    text!("mcts-column-tries"),
                    text!("mcts-column-points"),
                    text!("mcts-column-value"),
                ],
                rows: tried.iter().take(ROWS).map(row).collect(),
                chosen: Some(0),
            }),
            ..Moment::new(MomentKind::Choose, sentence, text!("mcts-end-brief", ply = ply))
        });
        self.draw_curves(tree, tried);
        self.recorder
    }

    /// How often the best plies had been visited after each simulation, and who moves at each level.
    fn draw_curves<E: Evaluation<G>>(&mut self, tree: &Tree<G, E>, tried: &[Tried<G::Ply>]) {
        let last = self.recorder.next() - 1;
        // The last moment took the place of another if there was no room.
        let mut visits = std::mem::take(&mut self.visits);
        visits.retain(|(moment, _)| *moment < last);
        visits.push((last, root_visits(tree, &[])));
        let children: Vec<u32> = tree.children(0).collect();
        let place = |each: &Tried<G::Ply>| {
            children.iter().position(|child| tree.node(*child).ply.as_ref() == Some(&each.ply))
        };
        let curve = |each: &Tried<G::Ply>| {
            let place = place(each)?;
            let points = visits.iter().map(|(moment, visits)| {
                (*moment, f64::from(visits.get(place).copied().unwrap_or(0)))
            });
            let ply = tree.root()?.write_ply(&each.ply);
            Some(Curve { label: text!("mcts-curve", ply = ply), points: points.collect() })
        };
        let curves: Vec<Curve> = tried.iter().take(CURVES).filter_map(curve).collect();
        let story = self.recorder.story();
        story.curves = curves;
        let mut depths = vec![0; story.nodes.len()];
        let mut movers: Vec<Option<Side>> = Vec::new();
        for (id, node) in story.nodes.iter().enumerate() {
            let Some(parent) = node.parent else { continue };
            depths[id] = depths[parent] + 1;
            match movers.get(depths[id] - 1) {
                None => movers.push(node.side),
                Some(side) if *side == node.side => {}
                Some(_) => return,
            }
        }
        let levels = movers.into_iter().flatten().map(|side| self.sides[side.index()].clone());
        story.levels = levels.collect();
    }
}

impl<G: Game, E: Evaluation<G>> Witness<G, E> for Telling<G> {
    fn chooses(&mut self, tree: &Tree<G, E>, path: &[u32], child: u32, unproved: bool) {
        self.see(tree);
        let here = self.node(tree, path);
        let mut further = path.to_vec();
        further.push(child);
        let next = self.node(tree, &further);
        let parent = path[path.len() - 1];
        let position = position_at(tree, path);
        let write = |child: u32| {
            tree.node(child).ply.as_ref().map_or_else(String::new, |ply| position.write_ply(ply))
        };

        let mut rows: Vec<u32> = tree.children(parent).collect();
        let worth = |child: &u32| tree.worth_of(parent, *child, unproved);
        rows.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then((*b == child).cmp(&(*a == child))));
        rows.truncate(ROWS);
        rows.sort_unstable();
        let sum = Sum {
            columns: vec![
                text!("mcts-column-move"),
                text!("mcts-column-tries"),
                text!("mcts-column-value"),
                text!("mcts-column-explore"),
                text!("mcts-column-sum"),
            ],
            chosen: rows.iter().position(|row| *row == child),
            rows: rows.iter().map(|row| self.row(tree, parent, *row, write(*row))).collect(),
        };

        let ply = self.plies[next].clone();
        let mover = self.side(tree.node(parent).side);
        let (mean, bonus) = tree.promised(parent, child);
        let (sentence, amount) = match tree.node(child).proof {
            Some(_) => (text!("mcts-choose-draw", side = mover, ply = ply.clone()), blank()),
            None if bonus.is_infinite() => {
                let sentence = text!("mcts-choose-untried", side = mover, ply = ply.clone());
                (sentence, text!("mcts-untried"))
            }
            None => {
                let sum = mean + bonus;
                let sentence = text!(
                    "mcts-choose",
                    side = mover,
                    ply = ply.clone(),
                    value = mean,
                    bonus = bonus,
                    sum = sum
                );
                (sentence, figure(sum))
            }
        };
        self.keep(Moment {
            node: Some(here),
            figure: Some(amount),
            changes: vec![NodeChange::to(here, NodeState::Open)],
            sum: Some(sum),
            ..Moment::new(MomentKind::Choose, sentence, text!("mcts-choose-brief", ply = ply))
        });
    }

    fn evaluates(
        &mut self,
        tree: &Tree<G, E>,
        path: &[u32],
        position: &G,
        chances: &Xoshiro256PlusPlus,
    ) {
        self.see(tree);
        let node = self.is_new(tree, path);
        let moment = match tree.evaluation().playing(position, &mut chances.clone()) {
            Some(plies) => {
                let mut end = position.clone();
                plies.iter().for_each(|ply| end.play_unchecked(ply));
                let winner = end.outcome().and_then(|outcome| outcome.winner);
                let (sentence, result) = match winner {
                    Some(winner) => {
                        let sentence =
                            text!("mcts-playout", plies = plies.len(), side = self.side(winner));
                        (sentence, self.side(winner))
                    }
                    None => (text!("mcts-playout-draw", plies = plies.len()), text!("mcts-draw")),
                };
                Moment {
                    figure: Some(result),
                    plies,
                    ..Moment::new(MomentKind::Visit, sentence, text!("mcts-playout-brief"))
                }
            }
            None => {
                Moment::new(MomentKind::Visit, text!("mcts-judged"), text!("mcts-judged-brief"))
            }
        };
        self.keep(Moment { node: Some(node), ..moment });
    }

    fn proves(&mut self, tree: &Tree<G, E>, path: &[u32]) {
        self.see(tree);
        let node = self.is_new(tree, path);
        let Some(proof) = tree.node(path[path.len() - 1]).proof else { return };
        let sentence = match (proof.winner, proof.plies) {
            (Some(winner), 0) => text!("mcts-over", side = self.side(winner)),
            (None, 0) => text!("mcts-over-draw"),
            (Some(winner), _) => text!("mcts-proved", side = self.side(winner)),
            (None, _) => text!("mcts-proved-draw"),
        };
        let result = proof.winner.map_or_else(|| text!("mcts-draw"), |winner| self.side(winner));
        let proved: Vec<u32> =
            path.iter().copied().filter(|node| tree.node(*node).proof.is_some()).collect();
        let changes = proved
            .iter()
            .map(|index| NodeChange {
                value: tree.node(*index).proof.map(|proof| self.result(proof)),
                ..NodeChange::to(self.nodes[index], NodeState::Proved)
            })
            .collect();
        self.keep(Moment {
            node: Some(node),
            figure: Some(result),
            changes,
            ..Moment::new(MomentKind::Visit, sentence, text!("mcts-known-brief"))
        });
    }

    fn learns(&mut self, tree: &Tree<G, E>, nodes: &[u32], points: f64) {
        let ids: Vec<StoryNodeId> =
            nodes.iter().filter_map(|node| self.nodes.get(node).copied()).collect();
        let sides: Vec<Side> = (ids.iter().zip(nodes))
            .map(|(id, node)| {
                self.recorder.story().nodes[*id].side.unwrap_or(tree.node(*node).side)
            })
            .collect();
        let own = |side: Side| if side == Side::First { points } else { 1.0 - points };
        let mut changes = Vec::new();
        let mut rows = Vec::new();
        for ((index, id), side) in nodes.iter().zip(&ids).zip(&sides) {
            let node = tree.node(*index);
            let after = known(*id, node, *side, 1, own(*side));
            let name = match self.plies[*id].as_str() {
                "" => text!("mcts-root"),
                ply => Text::verbatim(ply),
            };
            rows.push(vec![
                name,
                self.side(*side),
                share(node.points(*side), node.visits),
                figure(own(*side)),
                share(node.points(*side) + own(*side), node.visits + 1),
            ]);
            changes.push(after);
        }
        let line = tree.favourites(nodes);
        let unmarked: Vec<u32> =
            self.best.iter().copied().filter(|node| !line.contains(node)).collect();
        let plain = |node: u32| match tree.node(node).proof {
            Some(_) => NodeState::Proved,
            None => NodeState::Done,
        };
        for node in unmarked.into_iter().filter(|node| !nodes.contains(node)) {
            changes.push(NodeChange::to(self.nodes[&node], plain(node)));
        }
        for node in line.iter().filter(|node| tree.node(**node).proof.is_none()) {
            let Some(id) = self.nodes.get(node).copied() else { continue };
            match changes.iter_mut().find(|change| change.node == id) {
                Some(change) => change.state = NodeState::Best,
                None => changes.push(NodeChange::to(id, NodeState::Best)),
            }
        }
        self.best = line.into_iter().filter(|node| self.nodes.contains_key(node)).collect();

        let (sentence, brief) = if points == 1.0 || points == 0.0 {
            let winner = if points == 1.0 { Side::First } else { Side::Second };
            (
                text!("mcts-learn", side = self.side(winner), nodes = nodes.len()),
                text!("mcts-learn-brief", side = self.side(winner)),
            )
        } else {
            let sentence = text!(
                "mcts-learn-part",
                first = self.side(Side::First),
                second = self.side(Side::Second),
                points = points,
                rest = 1.0 - points,
                nodes = nodes.len()
            );
            (sentence, text!("mcts-learn-part-brief"))
        };
        self.visits.push((self.recorder.next(), root_visits(tree, nodes)));
        self.keep(Moment {
            node: ids.first().copied(),
            figure: rows.first().and_then(|row| row.last().cloned()),
            changes,
            sum: Some(Sum {
                columns: vec![
                    text!("mcts-column-move"),
                    text!("mcts-column-side"),
                    text!("mcts-column-before"),
                    text!("mcts-column-result"),
                    text!("mcts-column-after"),
                ],
                rows,
                chosen: None,
            }),
            ..Moment::new(MomentKind::Up, sentence, brief)
        });
    }
}

impl<G: Game> Telling<G> {
    fn result(&self, proof: Proof) -> Text {
        proof.winner.map_or_else(|| text!("mcts-draw"), |winner| self.side(winner))
    }
}

/// The position at the end of a path.
fn position_at<G: Game, E: Evaluation<G>>(tree: &Tree<G, E>, path: &[u32]) -> G {
    let mut position = tree.root().cloned().expect("a tree that is told has a root");
    for index in path.iter().skip(1) {
        if let Some(ply) = &tree.node(*index).ply {
            position.play_unchecked(ply);
        }
    }
    position
}

fn root_visits<G: Game, E: Evaluation<G>>(tree: &Tree<G, E>, path: &[u32]) -> Vec<u32> {
    let visits = |child: u32| tree.node(child).visits + u32::from(path.contains(&child));
    tree.children(0).map(visits).collect()
}

/// Points out of visits.
fn share(points: f64, visits: u32) -> Text {
    text!("mcts-share", points = points, visits = visits)
}

/// What is known of a node after so many more visits with so many points, for the side whose move
/// led there.
fn known<P>(id: StoryNodeId, node: &Node<P>, side: Side, visits: u32, points: f64) -> NodeChange {
    let state = if node.proof.is_some() { NodeState::Proved } else { NodeState::Done };
    let value = share(node.points(side) + points, node.visits + visits);
    NodeChange { value: Some(value), ..NodeChange::to(id, state) }
}

//! A made-up game that is nothing but its tree.
//!
//! Either side may be to move at any node, whoever moved before; so whatever searches this right
//! takes sides from the position and not from the depth. A tree is written out by hand
//! ([`Tree::of`]) or grown from a seed, with or without nodes that several ways lead to.

use std::sync::Arc;

use ludoteca_text::{Text, text};
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use crate::{
    Game, Outcome, Side, below, boards,
    params::{Key, Kind, Values},
    picture::{Form, Geometry, Gesture, Picture, Piece, Shape, SideLook},
    scatter,
};

/// The most plies a node has.
const WIDTH: usize = 4;
/// The most plies from the root of a grown tree to a leaf.
const DEPTH: usize = 7;

/// A node of a made-up tree: a position of a made-up game.
///
/// ```
/// use ludoteca_games::{Game, Side, testing::{Tree, draw, split, win}};
/// let mut tree = Tree::of(split(
///     Side::First,
///     [draw(), split(Side::First, [win(Side::Second), win(Side::First)])],
/// ));
/// tree.play(&1).unwrap();
/// assert_eq!(tree.side(), Side::First);
/// tree.play(&1).unwrap();
/// assert_eq!(tree.outcome().unwrap().winner, Some(Side::First));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    wood: Arc<Wood>,
    node: usize,
}

/// A tree written out by hand.
#[derive(Clone, Debug)]
pub enum Branch {
    /// A side chooses among these.
    Split(Side, Vec<Branch>),
    /// The game is over.
    Leaf(Outcome),
}

/// A side chooses among branches.
pub fn split(side: Side, branches: impl IntoIterator<Item = Branch>) -> Branch {
    Branch::Split(side, branches.into_iter().collect())
}

/// The game is won.
pub fn win(side: Side) -> Branch {
    Branch::Leaf(Outcome::win(side, "reason-leaf"))
}

/// The game is drawn.
pub fn draw() -> Branch {
    Branch::Leaf(Outcome::draw("reason-leaf"))
}

/// All nodes; the root is the first.
#[derive(Debug, Default, PartialEq, Eq)]
struct Wood {
    seed: u64,
    nodes: Vec<Node>,
}

#[derive(Debug, PartialEq, Eq)]
struct Node {
    side: Side,
    outcome: Option<Outcome>,
    children: Vec<usize>,
}

impl Tree {
    /// The root of a tree written out by hand.
    ///
    /// # Panics
    /// If a split has no branches, or more than four.
    pub fn of(root: Branch) -> Tree {
        let mut wood = Wood::default();
        wood.add(root);
        Tree { wood: Arc::new(wood), node: 0 }
    }

    /// The root of a tree grown from a seed, in which one way leads to each node.
    pub fn grown(seed: u64) -> Tree {
        let mut rng = SplitMix64::seed_from_u64(seed);
        let mut wood = Wood { seed, nodes: vec![Node::random(&mut rng, 0)] };
        let mut layer = vec![0];
        for depth in 1..=DEPTH {
            let mut next = Vec::new();
            for parent in layer {
                for _ in 0..wood.random_width(parent, depth, &mut rng) {
                    let child = wood.nodes.len();
                    wood.nodes.push(Node::random(&mut rng, depth));
                    wood.nodes[parent].children.push(child);
                    next.push(child);
                }
            }
            layer = next;
        }
        Tree { wood: Arc::new(wood), node: 0 }
    }

    /// The root of a tree grown from a seed, in which several ways may lead to a node: its layers
    /// have up to eight nodes, and each node has children anywhere in the next layer.
    pub fn grown_together(seed: u64) -> Tree {
        let mut rng = SplitMix64::seed_from_u64(seed);
        let mut wood = Wood { seed, nodes: vec![Node::random(&mut rng, 0)] };
        let mut layer = 0..1;
        for depth in 1..=DEPTH {
            let size = 1 + below(&mut rng, 8) as usize;
            let next = layer.end..layer.end + size;
            wood.nodes.extend((0..size).map(|_| Node::random(&mut rng, depth)));
            for parent in layer {
                for _ in 0..wood.random_width(parent, depth, &mut rng) {
                    let child = next.start + below(&mut rng, size as u32) as usize;
                    wood.nodes[parent].children.push(child);
                }
            }
            layer = next;
        }
        Tree { wood: Arc::new(wood), node: 0 }
    }

    /// The number of this node: 0 is the root, and each other has a number of its own.
    pub fn node(&self) -> usize {
        self.node
    }

    fn here(&self) -> &Node {
        &self.wood.nodes[self.node]
    }
}

impl Wood {
    fn add(&mut self, branch: Branch) -> usize {
        let number = self.nodes.len();
        match branch {
            Branch::Leaf(outcome) => self.nodes.push(Node {
                side: Side::First,
                outcome: Some(outcome),
                children: Vec::new(),
            }),
            Branch::Split(side, branches) => {
                assert!((1..=WIDTH).contains(&branches.len()), "a split has one to four branches");
                self.nodes.push(Node { side, outcome: None, children: Vec::new() });
                for branch in branches {
                    let child = self.add(branch);
                    self.nodes[number].children.push(child);
                }
            }
        }
        number
    }

    /// How many children a node gets, whose children are at `depth`. The root has at least two.
    fn random_width(&self, parent: usize, depth: usize, rng: &mut SplitMix64) -> usize {
        match (self.nodes[parent].outcome, depth) {
            (Some(_), _) => 0,
            (None, 1) => 2 + below(rng, WIDTH as u32 - 1) as usize,
            (None, _) => 1 + below(rng, WIDTH as u32) as usize,
        }
    }
}

impl Node {
    /// A node without children yet: a leaf at the greatest depth, and every fourth time before.
    fn random(rng: &mut SplitMix64, depth: usize) -> Node {
        let side = Side::BOTH[below(rng, 2) as usize];
        let leaf = depth == DEPTH || depth > 0 && below(rng, 4) == 0;
        let outcome = leaf.then(|| match below(rng, 3) {
            0 => Outcome::win(Side::First, "reason-leaf"),
            1 => Outcome::win(Side::Second, "reason-leaf"),
            _ => Outcome::draw("reason-leaf"),
        });
        Node { side, outcome, children: Vec::new() }
    }
}

impl Game for Tree {
    /// Which child, from 0.
    type Ply = u8;
    type Refusal = Text;
    const NAME: &'static str = "tree";
    const ONE_PLY_TURNS: bool = false;

    fn options() -> Vec<Key> {
        vec![
            Key::new("seed", Kind::Int(0, i64::MAX), "option-tree-seed").or(1),
            Key::new("together", Kind::Switch, "option-tree-together").or(false),
        ]
    }

    fn start(options: &Values) -> Result<Self, Text> {
        let seed = options.int("seed").unwrap_or(1) as u64;
        let together = options.switch("together");
        Ok(if together { Tree::grown_together(seed) } else { Tree::grown(seed) })
    }

    fn beginning(&self) -> Self {
        Tree { wood: self.wood.clone(), node: 0 }
    }

    fn side(&self) -> Side {
        self.here().side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.here().outcome
    }

    fn plies(&self, out: &mut Vec<u8>) {
        out.extend(0..self.here().children.len() as u8);
    }

    fn check(&self, ply: &u8) -> Result<(), Text> {
        let branches = self.here().children.len();
        if usize::from(*ply) < branches {
            Ok(())
        } else {
            Err(text!("no-such-branch", branches = branches))
        }
    }

    fn play_unchecked(&mut self, ply: &u8) {
        self.node = self.here().children[usize::from(*ply)];
    }

    fn key(&self) -> u64 {
        scatter(scatter(self.wood.seed).wrapping_add(self.node as u64 + 1))
    }

    fn write_ply(&self, ply: &u8) -> String {
        (ply + 1).to_string()
    }

    fn read_ply(&self, words: &str) -> Result<u8, Text> {
        let branch = words.parse().ok().filter(|branch| (1..=WIDTH as u8).contains(branch));
        branch
            .map(|branch| branch - 1)
            .ok_or_else(|| text!("no-such-branch", branches = self.here().children.len()))
    }

    fn geometry(&self) -> Geometry {
        let disc = |paint| vec![Shape::filled(Form::circle(0.0, 0.0, boards::DISC), paint)];
        let goal = Text::new("goal-tree");
        boards::chequered_squares(WIDTH, 1).geometry(
            vec![
                Piece::new("tree-first", 0, 'X', disc("a")),
                Piece::new("tree-second", 1, 'O', disc("b")),
            ],
            [
                SideLook::new("tree-first", "tree-mark-first", goal.clone(), 0, "a"),
                SideLook::new("tree-second", "tree-mark-second", goal, 1, "b"),
            ],
        )
    }

    fn picture(&self) -> Picture {
        Picture::default()
    }

    fn gesture(&self, ply: &u8) -> Gesture {
        let cell = usize::from(*ply);
        Gesture::Tap { cells: vec![cell], lands: cell, piece: self.side().index() }
    }
}

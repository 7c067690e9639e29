//! What the sides of a game are called in files: `black`, `yellow`, `crosses`.

use std::borrow::Cow;

use ludoteca_games::{GameTree, Position, Side, Start, TreeError, picture::Gesture, tree::NodeId};

/// What a side is called in files.
pub type Name = Cow<'static, str>;

/// What the sides are called at each node of a game.
#[derive(Clone, Debug)]
pub struct Sides(Vec<[Name; 2]>);

/// A game that is being read, with the names of its sides.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game so far.
    pub tree: GameTree,
    /// What its sides are called.
    pub sides: Sides,
}

impl Sides {
    /// The names of a game's sides.
    pub fn of(tree: &GameTree) -> Sides {
        let mut sides = Sides(vec![Default::default(); tree.nodes().len()]);
        for at in tree.walk() {
            sides.0[at] = sides.found(tree, at);
        }
        sides
    }

    /// The names at a node, from those at the node before.
    fn found(&self, tree: &GameTree, at: NodeId) -> [Name; 2] {
        let node = tree.node(at);
        match (node.parent(), node.line().handle().map(|handle| handle.gesture)) {
            // Stones never change who has which colour; a button may.
            (None, _) | (_, Some(Gesture::Press { .. }) | None) => names(node.position()),
            (Some(before), _) => self.0[before].clone(),
        }
    }

    /// What a side is called at a node.
    pub fn name(&self, at: NodeId, side: Side) -> &str {
        &self.0[at][side.index()]
    }

    /// The side that is called so at a node.
    pub fn side(&self, at: NodeId, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.name(at, *side) == name)
    }

    /// Who made the ply that leads to a node; nobody made the beginning.
    pub fn mover(&self, tree: &GameTree, at: NodeId) -> &str {
        let before = tree.node(at).parent().zip(tree.mover(at));
        before.map_or("", |(before, side)| self.name(before, side))
    }

    /// Who moves after a node, if the game goes on.
    pub fn next(&self, tree: &GameTree, at: NodeId) -> &str {
        self.name(at, tree.node(at).position().side())
    }
}

impl Reading {
    /// Begins to read a game.
    pub fn begin(start: Start) -> Result<Reading, TreeError> {
        let tree = GameTree::begin(start)?;
        let sides = Sides::of(&tree);
        Ok(Reading { tree, sides })
    }

    /// Plays a ply after a node: of the game itself, or beside it.
    pub fn play(&mut self, after: NodeId, ply: &str, aside: bool) -> Result<NodeId, TreeError> {
        let at = if aside { self.tree.explore(after, ply) } else { self.tree.add(after, ply) }?;
        if at == self.sides.0.len() {
            self.sides.0.push(self.sides.found(&self.tree, at));
        }
        Ok(at)
    }

    /// Who moves after a node.
    pub fn next(&self, at: NodeId) -> &str {
        self.sides.next(&self.tree, at)
    }

    /// The game, with the cursor at its end.
    pub fn done(self) -> GameTree {
        done(self.tree)
    }
}

/// A game that has been read: it began from its board, and the cursor is at its end.
pub fn done(mut tree: GameTree) -> GameTree {
    tree.begin_at_board();
    let _ = tree.go_to(tree.last());
    tree
}

/// What the sides are called in a position. In Hex they are Black and White, as everywhere in files
/// and protocols, and Red and Blue only to people.
fn names(position: &dyn Position) -> [Name; 2] {
    let hex = position.game() == "hex";
    position.geometry().sides.map(|look| match look.name.id.as_ref() {
        "red" if hex => Name::Borrowed("black"),
        "blue" if hex => Name::Borrowed("white"),
        _ => look.name.id,
    })
}

#[cfg(test)]
mod tests {
    use ludoteca_games::tree::ROOT;

    use super::*;

    #[test]
    fn whoever_takes_over_a_colour_is_called_by_it() {
        let start = Start::of("hex").with("swap", "sides").at("b2 swap-sides a1 b1");
        let tree = GameTree::begin(start).unwrap();
        let sides = Sides::of(&tree);
        let movers: Vec<&str> = tree.main_line().map(|at| sides.mover(&tree, at)).collect();
        assert_eq!(movers, ["black", "white", "white", "black"]);
        assert_eq!(sides.side(tree.last(), "black"), Some(Side::Second));
        assert_eq!(sides.mover(&tree, ROOT), "");
    }

    #[test]
    fn sides_are_called_by_their_game() {
        let mut game = Reading::begin(Start::of("tictactoe").at("b2 a1")).unwrap();
        let aside = game.play(1, "c3", true).unwrap();
        assert_eq!((game.next(0), game.next(aside)), ("crosses", "crosses"));
        assert_eq!(game.sides.mover(&game.tree, aside), "noughts");
    }
}

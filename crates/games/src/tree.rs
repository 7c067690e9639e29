//! A game as a tree: where it began, all that was played and all that could have been, what was
//! said about it, and how it ended.
//!
//! The nodes are one list, so no line is too long for a stack, and a node's number never changes.
//! The first is the beginning. Of the nodes that follow another the first is the one that was
//! played, the others are variations. The game as it was played is the *main line*; it stops at
//! [`GameTree::last`], after which there may be what was taken back. Looking around moves the
//! *cursor* and loses nothing, and neither does playing: whatever was there before is kept beside.
//!
//! Every ply of a tree has been played, so a tree never holds an illegal one. Positions are shared
//! with whoever is handed a line ([`AnyLine`]).

use std::{collections::BTreeMap, fmt};

use ludoteca_text::{Text, errors, text};

use crate::{AnyLine, Handle, Position, Side, find, params::Values};

mod arrange;
mod change;
mod end;
mod kept;
mod note;
mod play;
mod start;

use change::Change;
pub use end::End;
pub use kept::{Kept, KeptNode};
pub use note::{Colour, Judged, Mark, Note, Shape, Sign, plain};
pub use start::Start;

/// The most plies of a tree, all variations together.
pub const MOST_PLIES: usize = 50_000;

/// The number of a node in its tree.
pub type NodeId = usize;

/// The node in which every game begins.
pub const ROOT: NodeId = 0;

errors! {
    /// Why something cannot be done in a tree.
    pub enum TreeError {
        /// The game is over.
        Over => text!("game-over"),
        /// It holds as many plies as it can.
        Full => text!("tree-full", most = MOST_PLIES),
        /// It has no such node.
        NoSuchNode(node: NodeId) => text!("no-such-node", node = node),
        /// The line that is looked at is shorter.
        NoSuchPly { at: usize, plies: usize } => text!("no-such-ply", at = at, plies = plies),
        /// What was played cannot be taken out.
        MainLine => text!("tree-main-line"),
        /// Nothing stands before what was played.
        PlayedFirst => text!("tree-played-first"),
        /// It is at its beginning.
        NothingToUndo => text!("nothing-to-undo"),
        /// It is at its end.
        NothingToRedo => text!("nothing-to-redo"),
    }
    from {
        /// The game refuses it, whichever that is.
        Refused(Text),
    }
}

/// A game with all its variations.
///
/// ```
/// use ludoteca_games::tree::{GameTree, Start};
/// let mut game = GameTree::begin(Start::of("connect4").at("4433")).unwrap();
/// game.undo().unwrap();
/// game.play("7").unwrap();
/// assert_eq!(game.plies(), ["4", "4", "3", "7"]);
/// assert_eq!(game.variations(), 1, "the other 3 is kept");
/// ```
#[derive(Clone)]
pub struct GameTree {
    start: Start,
    /// The board it began from in the game's notation, if not as usual.
    board: Option<String>,
    nodes: Vec<Node>,
    head: Head,
    /// What can be undone, while somebody wants to be able to.
    change: Option<Box<Change>>,
}

/// What is true of a tree besides its nodes.
#[derive(Clone, Debug, PartialEq)]
struct Head {
    /// The position shown.
    cursor: NodeId,
    /// The end of the line last visited, along which the cursor goes forward again.
    far: NodeId,
    /// Where the game stopped before some of it was taken back, until something else is played.
    taken: Option<NodeId>,
    /// Where the game as it was played stops.
    last: NodeId,
    /// The end that the board does not show, and where it came; it counts while the game stops
    /// there.
    early: Option<(NodeId, End)>,
    /// What the players are called; nothing if nobody said.
    players: [String; 2],
}

/// A position of a game, and the ply that led to it.
#[derive(Clone)]
pub struct Node {
    line: AnyLine,
    key: u64,
    parent: Option<NodeId>,
    next: Vec<NodeId>,
    /// The place it had among those that follow its parent, if it was taken out from among them.
    detached: Option<usize>,
    note: Option<Box<Note>>,
}

impl GameTree {
    /// Begins a game. If the position to begin from is given by plies, they are its first ones, and
    /// the cursor is behind them.
    pub fn begin(start: Start) -> Result<GameTree, TreeError> {
        let (mut tree, line) = GameTree::bare(start)?;
        let mut lines: Vec<AnyLine> = line.back().collect();
        lines.pop();
        for line in lines.into_iter().rev() {
            let node = tree.push(tree.head.last, line)?;
            tree.head.last = node;
        }
        tree.head.cursor = tree.head.last;
        tree.head.far = tree.head.last;
        Ok(tree)
    }

    /// A game at its very beginning, and the line that leads to where it is to begin.
    fn bare(start: Start) -> Result<(GameTree, AnyLine), TreeError> {
        let usual = start.usual()?;
        let line = start.line(usual.as_ref())?;
        let root = Node::new(line.start(), None);
        let begins = root.position();
        let board = (root.key != usual.key()).then(|| begins.board_text()).flatten();
        let players = Default::default();
        let head = Head { cursor: ROOT, far: ROOT, taken: None, last: ROOT, early: None, players };
        Ok((GameTree { start, board, nodes: vec![root], head, change: None }, line))
    }

    /// What it began from.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Says that the game began where its first ply was made: plies that its start was given by are
    /// only its first ones from then on.
    pub fn begin_at_board(&mut self) {
        self.start.position.clone_from(&self.board);
    }

    /// The game's name.
    pub fn game(&self) -> &str {
        &self.start.game
    }

    /// All its options, also those that were not given.
    pub fn options(&self) -> BTreeMap<String, String> {
        let given = self.start.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let kind = find(self.game()).ok();
        let all = kind.and_then(|kind| Values::read(kind.name, &kind.options(), given).ok());
        all.map_or_else(
            || self.start.options.clone(),
            |all| all.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect(),
        )
    }

    /// The board it began from, in the game's notation, if not as usual.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// What the player of a side is called; nothing if nobody said.
    pub fn player(&self, side: Side) -> &str {
        &self.head.players[side.index()]
    }

    /// Says what the player of a side is called: the one who begins is [`Side::First`].
    pub fn name_player(&mut self, side: Side, name: &str) {
        let words = plain(name);
        self.head.players[side.index()] = words.split_whitespace().collect::<Vec<_>>().join(" ");
    }

    /// All nodes, also those that were taken out; the first is the beginning.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// A node. Asking for one that does not exist is a mistake of whoever asks.
    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at]
    }

    /// Whether there is such a node, and neither it nor any before it was taken out.
    pub fn holds(&self, at: NodeId) -> bool {
        at < self.nodes.len() && self.back(at).all(|node| self.nodes[node].detached.is_none())
    }

    /// The node of the position shown.
    pub fn cursor(&self) -> NodeId {
        self.head.cursor
    }

    /// The position shown.
    pub fn position(&self) -> &dyn Position {
        self.nodes[self.head.cursor].position()
    }

    /// The position shown and the way there.
    pub fn line(&self) -> &AnyLine {
        &self.nodes[self.head.cursor].line
    }

    /// How many plies have been played at the position shown.
    pub fn at(&self) -> usize {
        self.line().len()
    }

    /// The node in which the game as it was played stops.
    pub fn last(&self) -> NodeId {
        self.head.last
    }

    /// How many plies the game as it was played has.
    pub fn length(&self) -> usize {
        self.nodes[self.head.last].line.len()
    }

    /// The nodes from a node back to the beginning.
    fn back(&self, at: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(at), |at| self.nodes[*at].parent)
    }

    /// The nodes from the beginning to a node, both included.
    pub fn path(&self, to: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.back(to).collect();
        path.reverse();
        path
    }

    /// The nodes of the game as it was played, without the beginning.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.played_after(ROOT), |at| self.played_after(*at))
    }

    /// The first of the nodes after a node; none after the end of the game as it was played.
    fn played_after(&self, at: NodeId) -> Option<NodeId> {
        self.nodes[at].next.first().copied().filter(|_| at != self.head.last)
    }

    /// The nodes of the line that is looked at, without the beginning: the one the cursor is in, and
    /// where it leads; the game as it was played if the cursor is in that.
    pub fn shown_line(&self) -> Vec<NodeId> {
        let far = self.path(self.head.far);
        let visited = far.get(self.at()) == Some(&self.head.cursor);
        let mut line = if visited { far } else { self.path(self.head.cursor) };
        let mut end = line[line.len() - 1];
        while let Some(next) = self.played_after(end) {
            line.push(next);
            end = next;
        }
        line.split_off(1)
    }

    /// The plies of the game as it was played.
    pub fn plies(&self) -> Vec<String> {
        self.main_line().map(|at| self.nodes[at].ply()).collect()
    }

    /// Who made the ply that leads to a node; nobody made the beginning.
    pub fn mover(&self, at: NodeId) -> Option<Side> {
        self.nodes[at].parent.map(|before| self.nodes[before].position().side())
    }

    /// The ply that led to the position shown.
    pub fn last_ply(&self) -> Option<Handle> {
        self.line().handle()
    }

    /// The plies of the turn that led to the position shown: the last one, and those that the same
    /// side made before it, the latest first.
    pub fn turn(&self) -> impl Iterator<Item = Handle> + '_ {
        let side = self.mover(self.head.cursor);
        self.back(self.head.cursor)
            .take_while(move |at| side.is_some() && self.mover(*at) == side)
            .filter_map(|at| self.nodes[at].line.handle())
    }

    /// How the game as it was played ended, if it has.
    pub fn ended(&self) -> Option<End> {
        self.end_at(self.head.last)
    }

    /// How the game ended, if the position shown is its end.
    pub fn ended_here(&self) -> Option<End> {
        self.end_at(self.head.cursor)
    }

    fn end_at(&self, at: NodeId) -> Option<End> {
        match self.early() {
            Some(early) if at == self.head.last => Some(early.clone()),
            _ => End::on_board(self.nodes[at].position()),
        }
    }

    /// How the game as it was played ended, if the board does not show it.
    pub fn early(&self) -> Option<&End> {
        self.head.early.as_ref().filter(|(at, _)| *at == self.head.last).map(|(_, end)| end)
    }

    /// What is said about a node.
    pub fn note(&self, at: NodeId) -> &Note {
        self.nodes[at].note()
    }

    /// How many comments there are.
    pub fn comments(&self) -> usize {
        self.walk().filter(|at| !self.note(*at).comment.is_empty()).count()
    }

    /// How many variations there are.
    pub fn variations(&self) -> usize {
        self.walk().map(|at| self.nodes[at].next.len().saturating_sub(1)).sum()
    }

    /// The other nodes with the position of a node, the earliest first.
    pub fn twins(&self, of: NodeId) -> Vec<NodeId> {
        let same = |at: NodeId| at != of && self.nodes[at].key == self.nodes[of].key;
        // Going back to the beginning from each of many would take long.
        let mut twins: Vec<NodeId> = self.walk().filter(|at| same(*at)).collect();
        twins.sort_unstable();
        twins
    }

    /// Every node that was not taken out, in the order in which it would be read aloud: a line to
    /// its end, then the variations, the deepest first.
    pub fn walk(&self) -> impl Iterator<Item = NodeId> + '_ {
        let mut waiting = vec![ROOT];
        std::iter::from_fn(move || {
            let at = waiting.pop()?;
            waiting.extend(self.nodes[at].next.iter().rev());
            Some(at)
        })
    }
}

impl Node {
    fn new(line: AnyLine, parent: Option<NodeId>) -> Node {
        let key = line.position().key();
        Node { line, key, parent, next: Vec::new(), detached: None, note: None }
    }

    /// The position and the way there.
    pub fn line(&self) -> &AnyLine {
        &self.line
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        self.line.position()
    }

    /// The ply that led here; nothing at the beginning.
    pub fn ply(&self) -> String {
        self.line.ply().unwrap_or_default()
    }

    /// The node before; the beginning has none.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes that follow, the one that was played first.
    pub fn next(&self) -> &[NodeId] {
        &self.next
    }

    /// What is said about it.
    pub fn note(&self) -> &Note {
        static NONE: Note = Note::NONE;
        self.note.as_deref().unwrap_or(&NONE)
    }
}

/// The same game with the same variations and notes, however its nodes are numbered and wherever
/// somebody looks.
impl PartialEq for GameTree {
    fn eq(&self, other: &GameTree) -> bool {
        let same = |one: NodeId, two: NodeId| {
            let (one, two) = (&self.nodes[one], &other.nodes[two]);
            one.ply() == two.ply() && one.note() == two.note() && one.next.len() == two.next.len()
        };
        self.game() == other.game()
            && self.board == other.board
            && self.head.players == other.head.players
            && self.ended() == other.ended()
            && self.length() == other.length()
            && self.options() == other.options()
            && self.walk().count() == other.walk().count()
            && self.walk().zip(other.walk()).all(|(one, two)| same(one, two))
    }
}

impl fmt::Debug for GameTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes =
            self.nodes.iter().map(|node| (node.parent, node.ply(), &node.next, node.note()));
        f.debug_struct("GameTree")
            .field("start", &self.start)
            .field("head", &self.head)
            .field("nodes", &nodes.collect::<Vec<_>>())
            .finish()
    }
}

#[cfg(test)]
mod tests;

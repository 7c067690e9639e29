//! A game as a file keeps it: where it began, all that was played with every variation, what was
//! said about it, and how it ended.
//!
//! The plies are a tree in one list. Its first node is the beginning, and the first of the nodes
//! that follow a node is the one that was played; the others are variations. Every ply of a record
//! has been played, so a record never holds an illegal one, and no line is longer than a game.

use std::{borrow::Cow, collections::BTreeMap};

use ludoteca_games::{Position, Side, find, params::Values, picture::Gesture};
use ludoteca_text::{Text, text};

/// The most plies of a record, all variations together.
pub const MOST_PLIES: usize = 50_000;

/// What a side is called in files: `black`, `yellow`.
pub type Name = Cow<'static, str>;

/// A game with its variations and comments.
#[derive(Clone, Debug)]
pub struct Record {
    game: &'static str,
    options: BTreeMap<String, String>,
    board: Option<String>,
    players: [String; 2],
    early: Option<Early>,
    nodes: Vec<Node>,
}

/// A position of a record, and the ply that led to it.
#[derive(Clone, Debug)]
pub struct Node {
    ply: String,
    mover: Name,
    comment: String,
    next: Vec<usize>,
    position: Box<dyn Position>,
    names: [Name; 2],
}

/// An end that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Early {
    Lost(Lost),
    /// Both agreed to a draw.
    Drawn,
}

/// A game that somebody lost before its end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Who lost it.
    pub side: Side,
    /// Why.
    pub reason: Reason,
}

/// Why a game was lost before its end on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// They gave up.
    Resigned,
    /// Their time was up, or they did not come.
    Forfeited,
    /// The file does not say.
    Unsaid,
}

impl Record {
    /// Begins a record. `position` is in the game's notation; if it is a list of plies, they are
    /// the record's first ones.
    pub fn begin<'a>(
        game: &str,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
        position: Option<&str>,
    ) -> Result<Record, Text> {
        let kind = find(game)?;
        let values = Values::read(kind.name, &kind.options(), options)?;
        let options: BTreeMap<String, String> =
            values.iter().map(|(name, value)| (name.to_owned(), value.to_string())).collect();
        let usual =
            kind.begin(options.iter().map(|(name, value)| (name.as_str(), value.as_str())))?;
        let line = match position {
            Some(words) => usual.read_position(words)?,
            None => usual.line(),
        };
        let (start, plies) = (line.start().position().boxed(), line.plies());
        let board = (start.key() != usual.key()).then(|| start.board_text()).flatten();
        let root = Node {
            ply: String::new(),
            mover: Name::default(),
            comment: String::new(),
            next: Vec::new(),
            names: names(start.as_ref()),
            position: start,
        };
        let players = Default::default();
        let mut record =
            Record { game: kind.name, options, board, players, early: None, nodes: vec![root] };
        for ply in plies {
            record.play(record.end(), &ply)?;
        }
        Ok(record)
    }

    /// The record of a game that was played elsewhere. `position` is what it began from, and `plies`
    /// are all of its plies, also those that `position` may be made of.
    pub fn of_game<'a>(
        game: &str,
        options: &BTreeMap<String, String>,
        position: Option<&str>,
        plies: impl IntoIterator<Item = &'a str>,
    ) -> Result<Record, Text> {
        let pairs = || options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let begun = Record::begin(game, pairs(), position)?;
        let mut record = Record::begin(game, pairs(), begun.board())?;
        for ply in plies {
            record.play(record.end(), ply)?;
        }
        Ok(record)
    }

    /// Plays a ply after a node and returns the node it leads to: the continuation if it is the
    /// first, otherwise a variation. An error changes nothing.
    pub fn play(&mut self, after: usize, ply: &str) -> Result<usize, Text> {
        if self.nodes.len() > MOST_PLIES {
            return Err(text!("file-too-many-moves", most = MOST_PLIES));
        }
        let node = &self.nodes[after];
        let mover = node.mover_next();
        let mut position = node.position.clone();
        let handle = position.play(ply)?;
        let names = match handle.gesture {
            // Stones never change who has which colour; a button may.
            Gesture::Press { .. } => names(position.as_ref()),
            _ => node.names.clone(),
        };
        if after == self.end() {
            // Whoever was said to have given up did not, if the game went on.
            self.early = None;
        }
        let index = self.nodes.len();
        let (comment, next) = (String::new(), Vec::new());
        self.nodes.push(Node { ply: handle.ply, mover, comment, next, position, names });
        self.nodes[after].next.push(index);
        Ok(index)
    }

    /// Adds what was said about a position.
    pub fn remark(&mut self, at: usize, words: &str) {
        let words = plain(words);
        let comment = &mut self.nodes[at].comment;
        if !comment.is_empty() && !words.is_empty() {
            comment.push('\n');
        }
        comment.push_str(&words);
    }

    /// Says what the player of a side is called: the one who begins is [`Side::First`].
    pub fn name_player(&mut self, side: Side, name: &str) {
        let words = plain(name);
        self.players[side.index()] = words.split_whitespace().collect::<Vec<_>>().join(" ");
    }

    /// Says that somebody lost although the board does not show it.
    pub fn lose(&mut self, side: Side, reason: Reason) {
        self.end_early(Early::Lost(Lost { side, reason }));
    }

    /// Says that both agreed to a draw.
    pub fn draw(&mut self) {
        self.end_early(Early::Drawn);
    }

    /// The board knows better, if the game has ended there.
    fn end_early(&mut self, how: Early) {
        if self.nodes[self.end()].position.outcome().is_none() {
            self.early = Some(how);
        }
    }

    /// The game's name.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Its options, as they would be typed.
    pub fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    /// The board it began from, in the game's notation, if not as usual.
    pub fn board(&self) -> Option<&str> {
        self.board.as_deref()
    }

    /// What the player of a side is called; nothing if nobody said.
    pub fn player(&self, side: Side) -> &str {
        &self.players[side.index()]
    }

    /// Who lost before the end on the board.
    pub fn lost(&self) -> Option<Lost> {
        match self.early? {
            Early::Lost(lost) => Some(lost),
            Early::Drawn => None,
        }
    }

    /// Whether both agreed to a draw before the end on the board.
    pub fn is_agreed_draw(&self) -> bool {
        self.early == Some(Early::Drawn)
    }

    /// Who won, if the game has ended; none in it is a draw.
    pub fn winner(&self) -> Option<Option<Side>> {
        match self.early {
            Some(Early::Lost(lost)) => Some(Some(lost.side.other())),
            Some(Early::Drawn) => Some(None),
            None => self.nodes[self.end()].position.outcome().map(|outcome| outcome.winner),
        }
    }

    /// All nodes; the first is the beginning.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes of the game as it was played, without the beginning.
    pub fn main_line(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.nodes[0].next.first(), |at| self.nodes[**at].next.first())
            .copied()
    }

    /// The node in which the game as it was played ends.
    pub fn end(&self) -> usize {
        self.main_line().last().unwrap_or(0)
    }

    /// The plies of the game as it was played.
    pub fn plies(&self) -> Vec<&str> {
        self.main_line().map(|at| self.nodes[at].ply.as_str()).collect()
    }

    /// How many comments there are.
    pub fn comments(&self) -> usize {
        self.nodes.iter().filter(|node| !node.comment.is_empty()).count()
    }

    /// How many variations there are.
    pub fn variations(&self) -> usize {
        self.nodes.iter().map(|node| node.next.len().saturating_sub(1)).sum()
    }

    /// Every node in the order in which it would be read aloud: a line to its end, then the
    /// variations, the deepest first.
    fn walk(&self) -> impl Iterator<Item = &Node> {
        let mut waiting = vec![0];
        std::iter::from_fn(move || {
            let node = &self.nodes[waiting.pop()?];
            waiting.extend(node.next.iter().rev());
            Some(node)
        })
    }
}

impl Node {
    /// The ply that led here; nothing at the beginning.
    pub fn ply(&self) -> &str {
        &self.ply
    }

    /// Who made it.
    pub fn mover(&self) -> &str {
        &self.mover
    }

    /// What was said about it.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The nodes that follow, the one that was played first.
    pub fn next(&self) -> &[usize] {
        &self.next
    }

    /// The position.
    pub fn position(&self) -> &dyn Position {
        self.position.as_ref()
    }

    /// Who moves next, if the game goes on.
    pub fn mover_next(&self) -> Name {
        self.name(self.position.side()).clone()
    }

    /// What a side is called here.
    pub fn name(&self, side: Side) -> &Name {
        &self.names[side.index()]
    }

    /// The side that is called so here.
    pub fn side(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.name(*side) == name)
    }
}

/// The same game with the same variations and comments; in which order they came does not matter.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        let one = |node: &Node| (node.ply.clone(), node.comment.clone(), node.next.len());
        self.game == other.game
            && self.options == other.options
            && self.board == other.board
            && self.players == other.players
            && self.early == other.early
            && self.walk().map(one).eq(other.walk().map(one))
    }
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

/// Words that every format can carry: one kind of line break, and no other control characters.
fn plain(words: &str) -> String {
    let words = words.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    let carried = |c: char| match c {
        '\n' => c,
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c if c.is_control() => ' ',
        c => c,
    };
    words.chars().map(carried).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_ply_after_a_node_is_played_and_the_others_are_variations() {
        let mut record = Record::begin("tictactoe", [], Some("b2 a1")).unwrap();
        let aside = record.play(1, "c3").unwrap();
        record.play(aside, "a2").unwrap();
        record.play(record.end(), "c1").unwrap();
        assert_eq!(record.plies(), ["b2", "a1", "c1"]);
        assert_eq!((record.variations(), record.comments()), (1, 0));
        let movers: Vec<&str> = record.nodes().iter().map(Node::mover).collect();
        assert_eq!(movers, ["", "crosses", "noughts", "noughts", "crosses", "crosses"]);
    }

    #[test]
    fn an_illegal_ply_changes_nothing_and_says_why() {
        let mut record = Record::begin("connect4", [], Some("44")).unwrap();
        assert_eq!(record.play(2, "9").unwrap_err().id, "not-a-column");
        assert_eq!(record.nodes().len(), 3);
    }

    #[test]
    fn whoever_takes_over_a_colour_is_called_by_it() {
        let record =
            Record::begin("hex", [("swap", "sides")], Some("b2 swap-sides a1 b1")).unwrap();
        let movers: Vec<&str> = record.main_line().map(|at| record.nodes()[at].mover()).collect();
        assert_eq!(movers, ["black", "white", "white", "black"]);
        assert_eq!(record.nodes()[record.end()].side("black"), Some(Side::Second));
    }

    #[test]
    fn options_are_complete_and_a_board_is_kept_only_where_it_differs() {
        let record = Record::begin("hex", [("size", "2")], Some("../..")).unwrap();
        let options: Vec<_> =
            record.options().iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(options, [("size", "2"), ("swap", "none")]);
        assert_eq!(record.board(), None);
        let set_up = Record::begin("hex", [("size", "2")], Some("R./.B")).unwrap();
        assert_eq!(set_up.board(), Some("R./.B"));
    }

    #[test]
    fn a_game_that_ended_on_the_board_was_not_given_up() {
        let mut record = Record::begin("connect4", [], Some("1212121")).unwrap();
        record.lose(Side::First, Reason::Resigned);
        assert_eq!((record.lost(), record.winner()), (None, Some(Some(Side::First))));
        let mut open = Record::begin("connect4", [], Some("12")).unwrap();
        open.lose(Side::First, Reason::Resigned);
        assert_eq!(open.winner(), Some(Some(Side::Second)));
        open.play(2, "3").unwrap();
        assert_eq!(open.winner(), None, "it went on");
    }

    #[test]
    fn a_draw_is_agreed_only_while_the_game_goes_on() {
        let mut open = Record::begin("connect4", [], Some("12")).unwrap();
        open.draw();
        assert_eq!((open.winner(), open.lost(), open.is_agreed_draw()), (Some(None), None, true));
        let mut over = Record::begin("connect4", [], Some("1212121")).unwrap();
        over.draw();
        assert_eq!((over.winner(), over.is_agreed_draw()), (Some(Some(Side::First)), false));
    }

    #[test]
    fn a_game_played_elsewhere_is_kept_with_its_own_plies_only() {
        let none = BTreeMap::new();
        let record = Record::of_game("connect4", &none, Some("44"), ["4", "3", "5"]).unwrap();
        assert_eq!((record.plies(), record.board()), (vec!["4", "3", "5"], None));
        let rows = "......./......./......./......./......./...X...";
        let set_up = Record::of_game("connect4", &none, Some(rows), ["4"]).unwrap();
        assert_eq!((set_up.plies(), set_up.board()), (vec!["4"], Some(rows)));
    }

    #[test]
    fn comments_keep_their_lines_and_lose_what_no_file_can_carry() {
        let mut record = Record::begin("tictactoe", [], None).unwrap();
        record.remark(0, "one\r\ntwo\tthree\u{0}");
        record.remark(0, "four");
        assert_eq!(record.nodes()[0].comment(), "one\ntwo three \nfour");
        record.name_player(Side::Second, "  Ana\n María ");
        assert_eq!(record.player(Side::Second), "Ana María");
    }
}

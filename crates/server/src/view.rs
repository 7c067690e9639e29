//! Games as the page sees them, and what changes in them.
//!
//! A game is shown whole once ([`View`]). After that only what has changed is told ([`Change`]), with
//! the revision that it changes: whoever has missed one asks for the whole again.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ludoteca_games::{
    End, Handle, Side,
    picture::{CellIndex, Gesture, Picture, Placed},
    tree::NodeId,
};
use ludoteca_players::Thought;
use ludoteca_text::Text;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use crate::{
    boards,
    clocks::{ClocksView, Running},
    gestures::{Gestures, together},
    rearrange,
    sheet::{Score, Sheet, now},
    twigs::{Listed, Twig, changed, listed, plainly, twigs},
};

/// Something for the page, written once and sent to everybody who looks.
pub type Shown = Arc<RawValue>;

/// Writes something for the page.
pub fn shown(thing: &impl Serialize) -> Shown {
    Arc::from(to_raw_value(thing).expect("what the page sees can be written as JSON"))
}

/// A game as it stands at the position shown.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct View {
    /// The number of this state of the game. It grows with every change.
    pub revision: i64,
    id: String,
    game: String,
    options: BTreeMap<String, String>,
    /// When it was begun, in milliseconds of Unix time.
    created: i64,
    #[serde(flatten)]
    now: Now,
    /// What is on the board, cell by cell.
    picture: Picture,
    /// The plies of the record by their places in the tree of the game.
    #[serde(skip)]
    line: Vec<NodeId>,
    /// The whole record; it may go on beyond the position shown.
    moves: Vec<String>,
    /// Which side made each of them: 0 or 1.
    movers: Vec<usize>,
    /// How each of them stands in a list of moves; null where it is the ply itself and its turn has
    /// no name.
    #[schema(required)]
    listed: Option<Vec<Listed>>,
    /// The whole tree of the game by the numbers of its nodes.
    #[serde(serialize_with = "plainly")]
    #[schema(value_type = Vec<Twig>)]
    tree: Vec<Arc<Twig>>,
}

/// What is so little that it is told whole with every change.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Now {
    /// The player texts of the two sides.
    players: [String; 2],
    /// Which sides are people.
    human: [bool; 2],
    /// The board, by its tag: `/api/boards/{tag}` is its geometry.
    tag: String,
    /// Who moves next.
    side: Side,
    /// How many plies have been played at the position shown.
    at: usize,
    /// The node of the position shown.
    node: NodeId,
    /// The node in which the game as it was played stops. What is played there, while the game goes
    /// on, is part of it; what is played elsewhere is a variation.
    end: NodeId,
    /// How the game as it was played ended, wherever one is looking.
    #[schema(required)]
    ended: Option<End>,
    /// Whether something was taken back that can be put back.
    taken_back: bool,
    /// The other nodes with the position shown, the earliest first.
    twins: Vec<NodeId>,
    /// The cells of the ply that led to the position shown, or where the pieces stand that the turn
    /// has moved.
    last: Vec<CellIndex>,
    /// The cells that the turn has led pieces over, way by way in the order they were gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    ways: Vec<Vec<CellIndex>>,
    /// The legal plies and how each is made by hand; and what a person may put elsewhere of what the
    /// turn has put down, written `a1>b2`.
    handles: Vec<Gestures>,
    /// How the game ended, if the position shown is its end.
    #[schema(required)]
    outcome: Option<End>,
    /// What is being thought about now.
    #[schema(required)]
    thinking: Option<Busy>,
    /// The position shown as a board that was set up, in games that have such.
    #[schema(required)]
    board: Option<String>,
    /// Whether machines wait until they are told to go on.
    paused: bool,
    /// The clocks, where the game is played with some.
    #[schema(required)]
    clocks: Option<ClocksView>,
    /// What the players have won of each other in games one after another, by the sides they have
    /// now; this game too if it has ended.
    score: Score,
    /// When it was last touched, in milliseconds of Unix time.
    updated: i64,
}

/// What has changed in a game. What it does not name is as it was.
#[derive(Debug, Serialize, ToSchema)]
pub struct Change {
    /// The state of the game after the change.
    pub revision: i64,
    /// The state that is changed; the same as `revision` where nothing is.
    pub since: i64,
    #[serde(flatten)]
    now: Now,
    /// The cells on which something else stands than before, or nothing.
    touched: Vec<CellIndex>,
    /// What is on the board now; of the pieces, only those on cells that are touched.
    picture: Picture,
    /// How many plies of the record are as they were.
    kept: usize,
    /// The nodes of the tree that are new or no longer what they were.
    #[serde(serialize_with = "plainly")]
    #[schema(value_type = Vec<Twig>)]
    tree: Vec<Arc<Twig>>,
    /// All plies after those.
    moves: Vec<String>,
    /// Which side made each of these.
    movers: Vec<usize>,
    /// How each of these stands in a list of moves.
    #[schema(required)]
    listed: Option<Vec<Listed>>,
}

/// Somebody who thinks.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Busy {
    /// What for.
    pub purpose: Purpose,
    /// Who, as a player text.
    pub player: String,
    /// How many thoughts are before this one, if it waits for a processor; null once it has one.
    #[schema(required)]
    pub before: Option<usize>,
}

/// What somebody thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Purpose {
    /// To make its move.
    Move,
    /// To show what it thinks of the position.
    Analysis,
    /// To help a person.
    Hint,
}

/// What somebody thinks.
#[derive(Serialize, ToSchema)]
pub struct ThoughtEvent<'a> {
    /// What for.
    pub purpose: Purpose,
    /// The position it is about.
    pub at: usize,
    /// Who thinks.
    pub player: &'a str,
    /// Whether this is the last word.
    pub done: bool,
    /// Whether somebody cut it short.
    pub stopped: bool,
    /// What is thought.
    #[schema(value_type = Thought)]
    pub thought: &'a RawValue,
}

/// Something that went wrong and that nobody had asked for.
#[derive(Serialize, ToSchema)]
pub struct Trouble<'a> {
    /// What is wrong.
    #[schema(value_type = Text)]
    pub error: &'a Text,
}

impl View {
    /// How a game looks while somebody is `thinking` and a clock `running`, and how it looked `before`,
    /// of which what is the same is not worked out again.
    pub fn of(
        sheet: &Sheet,
        thinking: Option<Busy>,
        running: Running,
        before: Option<&View>,
    ) -> View {
        let record = &sheet.record;
        let line = record.shown_line();
        // What a node is never changes, and a long game has many.
        let same = before.map_or(0, |before| common(&before.line, &line));
        let known = before.map(|before| before.moves[..same].iter().cloned());
        let new = line[same..].iter().map(|node| record.node(*node).ply());
        let moves = known.into_iter().flatten().chain(new).collect();
        let mut picture = record.position().picture();
        // In this order a change can be put in its place by whoever reads it.
        picture.pieces.sort_by_key(|placed| placed.cell);
        View {
            revision: before.map_or_else(now, |before| before.revision),
            id: sheet.id.clone(),
            game: record.game().to_owned(),
            options: record.start().options.clone(),
            created: sheet.created,
            now: Now::of(sheet, thinking, running, &picture),
            movers: line.iter().filter_map(|at| record.mover(*at)).map(Side::index).collect(),
            listed: all_listed(
                sheet,
                &line,
                before.and_then(|before| before.listed.as_deref()),
                same,
            ),
            tree: twigs(record, before.map_or(&[], |before| &before.tree)),
            picture,
            line,
            moves,
        }
    }

    /// What has changed since `before`. The view gets a revision of its own if anything has.
    pub fn since(&mut self, before: &View) -> Change {
        self.revision = before.revision;
        if self != before {
            // Later than anything that was told of this game, even before it was laid out again.
            self.revision = now().max(before.revision + 1);
        }
        let kept = common(&before.line, &self.line);
        let touched = touched(&before.picture.pieces, &self.picture.pieces);
        let put = self.picture.pieces.iter().filter(|placed| touched.contains(&placed.cell));
        Change {
            revision: self.revision,
            since: before.revision,
            now: self.now.clone(),
            picture: Picture { pieces: put.cloned().collect(), ..self.picture.clone() },
            touched: touched.into_iter().collect(),
            kept,
            moves: self.moves[kept..].to_vec(),
            movers: self.movers[kept..].to_vec(),
            listed: self.listed.as_ref().map(|listed| listed[kept..].to_vec()),
            tree: changed(&self.tree, &before.tree),
        }
    }
}

impl Now {
    fn of(sheet: &Sheet, thinking: Option<Busy>, running: Running, picture: &Picture) -> Now {
        let record = &sheet.record;
        let position = record.position();
        let outcome = record.ended_here();
        let board = position.geometry();
        // Where the board does not show an end, one can look how it might have gone on.
        let handles = if position.outcome().is_some() { Vec::new() } else { handles(sheet) };
        Now {
            players: sheet.players.clone(),
            human: Side::BOTH.map(|side| sheet.human(side)),
            tag: boards::tag(&board),
            side: position.side(),
            at: record.at(),
            node: record.cursor(),
            end: record.last(),
            ended: record.ended(),
            taken_back: record.taken_back(),
            twins: record.twins(record.cursor()),
            last: last(sheet, picture),
            ways: ways(sheet),
            handles: together(handles, &board, picture),
            outcome,
            thinking,
            board: position.board_text(),
            paused: sheet.paused,
            clocks: sheet.clocks.as_ref().map(|clocks| ClocksView::of(clocks, running)),
            score: sheet.score(),
            updated: sheet.updated,
        }
    }
}

/// How many plies two records begin with alike.
fn common(one: &[NodeId], other: &[NodeId]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// The cells on which something else stands.
pub fn touched(before: &[Placed], after: &[Placed]) -> BTreeSet<CellIndex> {
    let on = |pieces: &[Placed]| {
        let mut cells: BTreeMap<CellIndex, Vec<Placed>> = BTreeMap::new();
        for placed in pieces {
            cells.entry(placed.cell).or_default().push(placed.clone());
        }
        cells
    };
    let (before, after) = (on(before), on(after));
    let differs = |cell: &&CellIndex| before.get(cell) != after.get(cell);
    before.keys().chain(after.keys()).filter(differs).copied().collect()
}

/// The legal plies; and for a person, where pieces that the turn has put down could stand instead.
fn handles(sheet: &Sheet) -> Vec<Handle> {
    let mut all = sheet.record.position().handles();
    if sheet.human(sheet.side()) || !sheet.live() {
        all.extend(rearrange::handles(&sheet.record));
    }
    all
}

/// The moves of a game whose turns have names. The first are taken from those known `before`.
fn all_listed(
    sheet: &Sheet,
    line: &[NodeId],
    before: Option<&[Listed]>,
    same: usize,
) -> Option<Vec<Listed>> {
    let record = &sheet.record;
    record.position().turn_name()?;
    let known = before.map_or(&[][..], |before| &before[..same.min(before.len())]);
    let new = line[known.len()..].iter().map(|at| listed(record, *at));
    known.iter().cloned().map(Some).chain(new).collect()
}

fn ways(sheet: &Sheet) -> Vec<Vec<CellIndex>> {
    let gone = |handle: Handle| match handle.gesture {
        Gesture::Path { cells, .. } => Some(cells),
        _ => None,
    };
    let mut ways: Vec<_> = sheet.record.turn().filter_map(gone).collect();
    ways.reverse();
    ways
}

fn last(sheet: &Sheet, picture: &Picture) -> Vec<CellIndex> {
    let record = &sheet.record;
    let Some(last) = record.last_ply() else { return Vec::new() };
    let moved: Vec<CellIndex> = record
        .turn()
        .filter_map(|handle| match &handle.gesture {
            Gesture::Path { cells, .. } => cells.last().copied(),
            _ => None,
        })
        .collect();
    if moved.is_empty() {
        return last.lands().into_iter().collect();
    }
    let stands = |cell: &CellIndex| picture.pieces.iter().any(|placed| placed.cell == *cell);
    moved.into_iter().filter(stands).collect::<BTreeSet<_>>().into_iter().collect()
}

//! Games as the page sees them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ludoteca_games::{
    End, Handle, Side, find,
    picture::{CellIndex, Geometry, Gesture, Picture, Placed},
    tree::NodeId,
};
use ludoteca_players::Thought;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use crate::{
    clocks::{ClocksView, Running},
    rearrange,
    sheet::{Score, Sheet, human},
    store::{Ended, Listed as Stored},
};

/// Something for the page, written once and sent to everybody who looks.
pub type Shown = Arc<RawValue>;

/// Writes something for the page.
pub fn shown(thing: &impl Serialize) -> Shown {
    Arc::from(to_raw_value(thing).expect("what the page sees can be written as JSON"))
}

/// A game as it stands at the position shown.
#[derive(Serialize, ToSchema)]
pub struct View<'a> {
    id: &'a str,
    game: &'a str,
    #[schema(value_type = BTreeMap<String, String>)]
    options: &'a BTreeMap<String, String>,
    /// The player texts of the two sides.
    #[schema(value_type = [String; 2])]
    players: &'a [String; 2],
    /// The board.
    #[schema(value_type = Object)]
    geometry: Geometry,
    /// What is on the board.
    #[schema(value_type = Object)]
    picture: Picture,
    /// Who moves next: `first` or `second`.
    #[schema(value_type = String)]
    side: Side,
    /// How many plies have been played at the position shown.
    at: usize,
    /// The whole record; it may go on beyond the position shown.
    moves: Vec<String>,
    /// Which side made each of them: 0 or 1.
    movers: Vec<usize>,
    /// How each of them stands in a list of moves; null where it is the ply itself and its turn has
    /// no name.
    listed: Option<Vec<Listed>>,
    /// The cells of the ply that led to the position shown, or where the pieces stand that the turn
    /// has moved.
    last: Vec<CellIndex>,
    /// The legal plies and how each is made by hand; and what a person may put elsewhere of what the
    /// turn has put down, written `a1>b2`.
    #[schema(value_type = Vec<Object>)]
    handles: Vec<Handle>,
    /// How the game ended: `{"winner", "reason"}`.
    #[schema(value_type = Option<Object>)]
    outcome: Option<End>,
    /// What is being thought about now.
    thinking: Option<Busy>,
    /// The position shown as a board that was set up, in games that have such.
    board: Option<String>,
    /// Whether machines wait until they are told to go on.
    paused: bool,
    /// The clocks, where the game is played with some.
    clocks: Option<ClocksView>,
    /// What the players have won of each other in games one after another, by the sides they have
    /// now; this game too if it has ended.
    score: Score,
    /// Which sides are people.
    human: [bool; 2],
    /// When it was begun, in milliseconds of Unix time.
    created: i64,
    /// When it was last touched.
    updated: i64,
}

/// A ply in a list of moves.
#[derive(Serialize, ToSchema)]
pub struct Listed {
    /// What is written there; empty if nothing is.
    words: String,
    /// The name of its turn.
    turn: String,
}

/// Somebody who thinks.
#[derive(Clone, Serialize, ToSchema)]
pub struct Busy {
    /// What for.
    pub purpose: Purpose,
    /// Who, as a player text.
    pub player: String,
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

/// A game in the list of games.
#[derive(Serialize, ToSchema)]
pub struct Summary {
    id: String,
    game: String,
    options: BTreeMap<String, String>,
    players: [String; 2],
    created: i64,
    updated: i64,
    /// How many plies the record has.
    plies: usize,
    /// Whether the game as a whole has ended.
    over: bool,
    /// How the game ended.
    #[schema(value_type = Option<Object>)]
    outcome: Option<Ended>,
    /// Whether a person moves next.
    turn: bool,
    #[schema(value_type = Object)]
    geometry: Geometry,
    #[schema(value_type = Object)]
    picture: Picture,
    last: Vec<CellIndex>,
}

/// What a server-sent event `thought` carries.
#[derive(Serialize)]
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
    pub thought: &'a Thought,
}

impl View<'_> {
    /// How a game looks while somebody is `thinking` and a clock `running`.
    pub fn of(sheet: &Sheet, thinking: Option<Busy>, running: Running) -> View<'_> {
        let record = &sheet.record;
        let position = record.position();
        let outcome = record.ended_here();
        let line = record.shown_line();
        View {
            id: &sheet.id,
            game: record.game(),
            options: &record.start().options,
            players: &sheet.players,
            geometry: position.geometry(),
            picture: position.picture(),
            side: position.side(),
            at: record.at(),
            moves: line.iter().map(|at| record.node(*at).ply()).collect(),
            movers: line.iter().filter_map(|at| record.mover(*at)).map(Side::index).collect(),
            listed: listed(sheet, &line),
            last: last(sheet),
            handles: if outcome.is_some() { Vec::new() } else { handles(sheet) },
            outcome,
            thinking,
            board: position.board_text(),
            paused: sheet.paused,
            clocks: sheet.clocks.as_ref().map(|clocks| ClocksView::of(clocks, running)),
            score: sheet.score(),
            human: Side::BOTH.map(|side| sheet.human(side)),
            created: sheet.created,
            updated: sheet.updated,
        }
    }
}

impl Summary {
    /// Games in the list. Boards that several of them are played on are made once.
    pub fn all(games: Vec<Stored>) -> Vec<Summary> {
        let mut boards: BTreeMap<(String, BTreeMap<String, String>), Option<Geometry>> =
            BTreeMap::new();
        let board = |game: &str, options: &BTreeMap<String, String>| {
            let pairs = options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
            find(game).and_then(|kind| kind.begin(pairs)).ok().map(|usual| usual.geometry())
        };
        let summary = |game: Stored| {
            let known = boards.entry((game.game.clone(), game.options.clone()));
            let usual = known.or_insert_with(|| board(&game.game, &game.options)).clone()?;
            let human = |side: Side| human(&game.players[side.index()]);
            let stands = game.look.stands.iter().enumerate();
            let placed = stands.flat_map(|(piece, cells)| {
                cells.iter().map(move |cell| Placed { cell: *cell, piece, state: None })
            });
            Some(Summary {
                turn: game.side.is_some_and(human),
                geometry: game.look.geometry(usual),
                picture: Picture { pieces: placed.collect(), ..Picture::default() },
                id: game.id,
                game: game.game,
                options: game.options,
                players: game.players,
                created: game.created,
                updated: game.updated,
                plies: game.plies,
                over: game.ended.is_some(),
                outcome: game.ended,
                last: game.look.last,
            })
        };
        games.into_iter().filter_map(summary).collect()
    }
}

/// The legal plies; and for a person, where pieces that the turn has put down could stand instead.
fn handles(sheet: &Sheet) -> Vec<Handle> {
    let mut all = sheet.record.position().handles();
    if sheet.human(sheet.side()) {
        all.extend(rearrange::handles(&sheet.record));
    }
    all
}

/// The moves of a game whose turns have names.
fn listed(sheet: &Sheet, line: &[NodeId]) -> Option<Vec<Listed>> {
    let record = &sheet.record;
    record.position().turn_name()?;
    let listed = |at: &NodeId| {
        let node = record.node(*at);
        let before = record.node(node.parent()?).position();
        Some(Listed { words: before.list_ply(&node.ply()), turn: before.turn_name()? })
    };
    line.iter().map(listed).collect()
}

/// The cells of the ply that led to the position shown, or where the pieces stand that the turn has
/// moved.
pub(crate) fn last(sheet: &Sheet) -> Vec<CellIndex> {
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
    let picture = record.position().picture();
    let stands = |cell: &CellIndex| picture.pieces.iter().any(|placed| placed.cell == *cell);
    moved.into_iter().filter(stands).collect::<BTreeSet<_>>().into_iter().collect()
}

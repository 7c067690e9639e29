//! Games as the page sees them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ludoteca_arena::Ending;
use ludoteca_games::{
    Handle, Side,
    picture::{CellIndex, Geometry, Gesture, Picture},
};
use ludoteca_players::Thought;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::ToSchema;

use crate::{
    clocks::{ClocksView, Running},
    rearrange,
    sheet::{Score, Sheet},
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
    moves: Vec<&'a str>,
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
    outcome: Option<Ending>,
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
    /// How the game ended, if the position shown is its end.
    #[schema(value_type = Option<Object>)]
    outcome: Option<Ending>,
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
        let outcome = record.ending();
        View {
            id: &sheet.id,
            game: &record.setup().game,
            options: &record.setup().options,
            players: &sheet.players,
            geometry: position.geometry(),
            picture: position.picture(),
            side: position.side(),
            at: record.at(),
            moves: record.plies().collect(),
            movers: record.movers().map(Side::index).collect(),
            listed: listed(sheet),
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
    /// A game in the list.
    pub fn of(sheet: Sheet) -> Summary {
        let position = sheet.record.position();
        let outcome = sheet.record.ending();
        Summary {
            game: sheet.record.setup().game.clone(),
            options: sheet.record.setup().options.clone(),
            created: sheet.created,
            updated: sheet.updated,
            plies: sheet.record.plies().len(),
            over: sheet.over(),
            turn: outcome.is_none() && sheet.human(sheet.side()),
            outcome,
            geometry: position.geometry(),
            picture: position.picture(),
            last: last(&sheet),
            id: sheet.id,
            players: sheet.players,
        }
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
fn listed(sheet: &Sheet) -> Option<Vec<Listed>> {
    sheet.record.position().turn_name()?;
    sheet
        .record
        .positions()
        .zip(sheet.record.plies())
        .map(|(position, ply)| {
            Some(Listed { words: position.list_ply(ply), turn: position.turn_name()? })
        })
        .collect()
}

fn last(sheet: &Sheet) -> Vec<CellIndex> {
    let record = &sheet.record;
    let Some(last) = record.last() else { return Vec::new() };
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

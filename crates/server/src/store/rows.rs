//! A game as rows: its heading in `games`, a row of `nodes` for each ply.

use std::time::Duration;

use ludoteca_games::{
    End, GameTree, Side, Start,
    tree::{Kept, KeptNode, NodeId, Note, ROOT},
};
use ludoteca_text::Text;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params, params};

use super::files;
use crate::{
    clocks::{Clocks, Control},
    files::Files,
    sheet::{Score, Sheet},
};

/// All rows of a game, not yet played.
pub(super) struct Rows {
    heading: Heading,
    nodes: Vec<KeptNode>,
    files: Files,
}

/// A row of `games`.
struct Heading {
    id: String,
    start: Result<Start, Text>,
    kept: Kept,
    players: [String; 2],
    before: Score,
    seed: u64,
    clocks: Option<Clocks>,
    paused: bool,
    created: i64,
    updated: i64,
}

/// Reads the rows of a game.
pub(super) fn read(db: &Connection, id: &str) -> rusqlite::Result<Option<Rows>> {
    let mut query = db.prepare_cached("SELECT * FROM games WHERE id = ?1")?;
    let Some(heading) = query.query_row([id], heading).optional()? else { return Ok(None) };
    let nodes = db
        .prepare_cached("SELECT parent, place, ply, note FROM nodes WHERE game = ?1 ORDER BY id")?
        .query_map([id], node)?
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Some(Rows { heading, nodes, files: files::of_game(db, id)? }))
}

impl Rows {
    /// The game, played again; otherwise why it cannot be.
    pub fn sheet(self) -> Result<Sheet, Text> {
        let Rows { heading, nodes, files } = self;
        let kept = Kept { nodes, ..heading.kept };
        Ok(Sheet {
            record: GameTree::restore(heading.start?, kept)?,
            id: heading.id,
            players: heading.players,
            files,
            before: heading.before,
            seed: heading.seed,
            clocks: heading.clocks,
            paused: heading.paused,
            created: heading.created,
            updated: heading.updated,
        })
    }
}

/// Writes a game's heading, and those of its nodes.
pub(super) fn write(
    db: &Transaction<'_>,
    sheet: &Sheet,
    nodes: impl IntoIterator<Item = NodeId>,
) -> rusqlite::Result<()> {
    let Sheet { id, record, players: [first, second], .. } = sheet;
    let start = record.start();
    let options = serde_json::to_string(&start.options).unwrap_or_default();
    let early = record.kept_end();
    let control = sheet.clocks.map(|clocks| clocks.control);
    let left =
        sheet.clocks.map_or([0; 2], |clocks| clocks.left().map(|left| left.as_millis() as i64));
    db.prepare_cached(
        "INSERT INTO games (id, game, options, position, first, second, seed, paused, over,
             created, updated, won_first, won_second, drawn, minutes, extra, left_first,
             left_second, cursor, last, early, early_side, early_at, note, named_first,
             named_second)
         VALUES (:id, :game, :options, :position, :first, :second, :seed, :paused, :over,
             :created, :updated, :won_first, :won_second, :drawn, :minutes, :extra, :left_first,
             :left_second, :cursor, :last, :early, :early_side, :early_at, :note, :named_first,
             :named_second)
         ON CONFLICT (id) DO UPDATE SET first = :first, second = :second, paused = :paused,
             over = :over, updated = :updated, minutes = :minutes, left_first = :left_first,
             left_second = :left_second, cursor = :cursor, last = :last, early = :early,
             early_side = :early_side, early_at = :early_at, note = :note,
             named_first = :named_first, named_second = :named_second",
    )?
    .execute(named_params! {
        ":id": id, ":game": start.game, ":options": options, ":position": start.position,
        ":first": first, ":second": second, ":seed": sheet.seed as i64,
        ":paused": sheet.paused, ":over": sheet.over(),
        ":created": sheet.created, ":updated": sheet.updated,
        ":won_first": sheet.before.won[0], ":won_second": sheet.before.won[1],
        ":drawn": sheet.before.drawn,
        ":minutes": control.map(|control| control.minutes),
        ":extra": control.map_or(0, |control| control.extra),
        ":left_first": left[0], ":left_second": left[1],
        ":cursor": record.cursor() as i64, ":last": record.last() as i64,
        ":early": early.map(|(_, end)| end.kind()),
        ":early_side": early.and_then(|(_, end)| end.side()).map(name),
        ":early_at": early.map(|(at, _)| *at as i64),
        ":note": written(record.note(ROOT)),
        ":named_first": record.player(Side::First), ":named_second": record.player(Side::Second),
    })?;
    let mut insert = db.prepare_cached(
        "INSERT INTO nodes VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (game, id) DO UPDATE SET place = excluded.place, note = excluded.note",
    )?;
    for at in nodes {
        let Some(KeptNode { parent, place, ply, note }) = record.kept_node(at) else { continue };
        let place = place.map(|place| place as i64);
        insert.execute(params![id, at as i64, parent as i64, place, ply, written(&note)])?;
    }
    files::write(db, sheet)
}

/// What a side is called in the tables.
pub(super) fn name(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// The side that is called so.
pub(super) fn side(name: Option<String>) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| Some(self::name(*side)) == name.as_deref())
}

fn heading(row: &Row<'_>) -> rusqlite::Result<Heading> {
    let options: String = row.get("options")?;
    let (game, position) = (row.get("game")?, row.get("position")?);
    let start = match serde_json::from_str(&options) {
        Ok(options) => Ok(Start { game, options, position }),
        Err(error) => Err(Text::verbatim(error.to_string())),
    };
    Ok(Heading {
        start,
        kept: kept(row)?,
        id: row.get("id")?,
        players: [row.get("first")?, row.get("second")?],
        before: Score {
            won: [counted(row, "won_first")?, counted(row, "won_second")?],
            drawn: counted(row, "drawn")?,
        },
        seed: row.get::<_, i64>("seed")? as u64,
        clocks: clocks(row)?,
        paused: row.get("paused")?,
        created: row.get("created")?,
        updated: row.get("updated")?,
    })
}

/// The tree but for its nodes.
fn kept(row: &Row<'_>) -> rusqlite::Result<Kept> {
    let kind: Option<String> = row.get("early")?;
    let end = kind.and_then(|kind| End::named(&kind, side(row.get("early_side").ok()?)));
    let at = row.get::<_, Option<i64>>("early_at")?.map(number);
    Ok(Kept {
        nodes: Vec::new(),
        note: read_note(row.get("note")?),
        cursor: number(row.get("cursor")?),
        last: number(row.get("last")?),
        early: at.zip(end),
        players: [row.get("named_first")?, row.get("named_second")?],
    })
}

fn node(row: &Row<'_>) -> rusqlite::Result<KeptNode> {
    let place: Option<i64> = row.get("place")?;
    Ok(KeptNode {
        parent: number(row.get("parent")?),
        place: place.map(number),
        ply: row.get("ply")?,
        note: read_note(row.get("note")?),
    })
}

/// A number of a node; one that cannot be is none there is.
fn number(stored: i64) -> NodeId {
    stored.try_into().unwrap_or(NodeId::MAX)
}

fn written(note: &Note) -> Option<String> {
    if note.is_empty() { None } else { serde_json::to_string(note).ok() }
}

/// What somebody has spoilt by hand is no reason to lose a game.
fn read_note(words: Option<String>) -> Note {
    words.and_then(|words| serde_json::from_str(&words).ok()).unwrap_or_default()
}

fn clocks(row: &Row<'_>) -> rusqlite::Result<Option<Clocks>> {
    let Some(minutes) = row.get::<_, Option<i64>>("minutes")? else { return Ok(None) };
    let left: [i64; 2] = [row.get("left_first")?, row.get("left_second")?];
    let extra: i64 = row.get("extra")?;
    // Clocks that nobody can have agreed on are none.
    let control = u32::try_from(minutes).ok().zip(u32::try_from(extra).ok());
    let control = control.and_then(|(minutes, extra)| Control { minutes, extra }.check().ok());
    let left = left.map(|left| Duration::from_millis(left.clamp(0, MOST_LEFT) as u64));
    Ok(control.map(|control| Clocks::new(control).showing(left)))
}

/// More milliseconds than anybody has earned: thirty years.
const MOST_LEFT: i64 = 1_000_000_000_000;

/// A count; one that cannot be is nothing.
fn counted(row: &Row<'_>, column: &str) -> rusqlite::Result<u32> {
    Ok(row.get::<_, i64>(column)?.try_into().unwrap_or_default())
}

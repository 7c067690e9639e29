//! The list of games. It comes from columns that are written with each change, so that no game is
//! played for it.

use std::collections::BTreeMap;

use ludoteca_games::{Side, picture::CellIndex};
use ludoteca_text::Text;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Store, StoreError, rows};
use crate::{boards, sheet::Sheet};

/// A game in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its name in addresses.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// Its options, as they were given.
    pub options: BTreeMap<String, String>,
    /// Who plays, as player texts.
    pub players: [String; 2],
    /// What they are called, where somebody has said so.
    pub names: [String; 2],
    /// When it was begun, in milliseconds of Unix time.
    pub created: i64,
    /// When it was last touched.
    pub updated: i64,
    /// How many plies were played.
    pub plies: usize,
    /// How the game ended, if it has.
    pub ended: Option<Ended>,
    /// Who moves next at the position shown.
    pub side: Option<Side>,
    /// The position shown.
    pub look: Look,
}

/// How a game ended, as lists tell it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ended {
    /// Who won; none is a draw.
    #[schema(required)]
    pub winner: Option<Side>,
    /// Why, for a person.
    pub reason: Text,
    /// The name of such an end.
    pub kind: String,
}

/// What a small picture shows of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// For each kind of piece, in the order of the board's pieces, the cells where one stands.
    pub stands: Vec<Vec<CellIndex>>,
    /// The board, by its tag.
    #[serde(default)]
    pub tag: String,
}

/// The game after which a list goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// When it was last touched.
    pub updated: i64,
    /// Its name in addresses.
    pub id: String,
}

impl Store {
    /// The games last touched, that one first, from after a game on; and how many there are in all.
    /// A game that could not be played again when it was last looked at is left out.
    pub fn list(
        &self,
        limit: usize,
        after: Option<&After>,
    ) -> Result<(Vec<Listed>, usize), StoreError> {
        let reader = self.reader();
        self.told(read(&reader, limit, after))
    }

    /// A game that was last seen on the board of this tag.
    pub fn played_on(&self, tag: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT id FROM games WHERE look ->> 'tag' = ?1 LIMIT 1";
        let found = self.reader().query_row(query, [tag], |row| row.get(0)).optional();
        self.told(found)
    }
}

impl Look {
    /// What a sheet shows.
    pub fn of(sheet: &Sheet) -> Look {
        let record = &sheet.record;
        let mut stands: Vec<Vec<CellIndex>> = Vec::new();
        for placed in record.position().picture().pieces {
            if stands.len() <= placed.piece {
                stands.resize(placed.piece + 1, Vec::new());
            }
            stands[placed.piece].push(placed.cell);
        }
        Look { stands, tag: boards::tag(&record.position().geometry()) }
    }
}

impl From<&Listed> for After {
    fn from(listed: &Listed) -> After {
        After { updated: listed.updated, id: listed.id.clone() }
    }
}

/// Writes what lists show of a game.
pub(super) fn write(db: &Transaction<'_>, sheet: &Sheet) -> rusqlite::Result<()> {
    let ended = sheet.record.ended();
    let side = (ended.is_none()).then(|| rows::name(sheet.side()));
    let ended = ended.and_then(|end| serde_json::to_string(&end).ok());
    let look = serde_json::to_string(&Look::of(sheet)).unwrap_or_default();
    db.prepare_cached(
        "UPDATE games SET plies = ?2, ended = ?3, side = ?4, look = ?5, over = ?6 WHERE id = ?1",
    )?
    .execute(params![
        sheet.id,
        sheet.record.length() as i64,
        ended,
        side,
        look,
        sheet.over()
    ])?;
    Ok(())
}

fn read(
    db: &Connection,
    limit: usize,
    after: Option<&After>,
) -> rusqlite::Result<(Vec<Listed>, usize)> {
    let mut query = db.prepare_cached(
        "SELECT id, game, options, first, second, named_first, named_second, created, updated, plies,
             ended, side, look
         FROM games
         WHERE look IS NOT NULL AND (updated < ?1 OR updated = ?1 AND id > ?2)
         ORDER BY updated DESC, id LIMIT ?3",
    )?;
    let (updated, id) = after.map_or((i64::MAX, ""), |after| (after.updated, &after.id));
    let games = query
        .query_map(params![updated, id, limit as i64], listed)?
        .collect::<Result<Vec<_>, _>>()?;
    let all: i64 = db.query_row("SELECT count(*) FROM games", [], |row| row.get(0))?;
    Ok((games, all as usize))
}

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let json = |column: &str| row.get::<_, Option<String>>(column).map(Option::unwrap_or_default);
    Ok(Listed {
        id: row.get("id")?,
        game: row.get("game")?,
        options: serde_json::from_str(&json("options")?).unwrap_or_default(),
        players: [row.get("first")?, row.get("second")?],
        names: [row.get("named_first")?, row.get("named_second")?],
        created: row.get("created")?,
        updated: row.get("updated")?,
        plies: row.get::<_, i64>("plies")?.try_into().unwrap_or_default(),
        ended: serde_json::from_str(&json("ended")?).ok(),
        side: rows::side(row.get("side")?),
        look: serde_json::from_str(&json("look")?).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;

    use super::*;
    use crate::files::Files;

    fn sheet(start: Start) -> Sheet {
        let players = ["human".into(), "human".into()];
        Sheet::begin(start, players, Files::default(), 1).unwrap()
    }

    #[test]
    fn a_list_is_read_page_by_page_and_every_game_comes_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        for touched in [7, 3, 7, 1, 7, 9, 3] {
            let mut sheet = sheet(Start::of("tictactoe"));
            sheet.updated = touched;
            store.insert(&sheet).unwrap();
        }
        let (all, total) = store.list(100, None).unwrap();
        assert_eq!((all.len(), total), (7, 7));
        assert_eq!(all.iter().map(|game| game.updated).collect::<Vec<_>>(), [9, 7, 7, 7, 3, 3, 1]);
        let mut pages = Vec::new();
        let mut after = None;
        loop {
            let (page, total) = store.list(2, after.as_ref()).unwrap();
            assert_eq!(total, 7);
            let Some(end) = page.last() else { break };
            after = Some(After::from(end));
            pages.extend(page);
        }
        assert_eq!(pages, all);
    }

    #[test]
    fn a_listed_game_shows_how_it_stands_and_how_it_ended() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let mut game = sheet(Start::of("hex").with("size", "3").with("swap", "sides").at("b2"));
        store.insert(&game).unwrap();
        let listed = || store.list(1, None).unwrap().0.remove(0);
        assert_eq!((listed().plies, listed().side), (1, Some(Side::Second)));
        let tag = |game: &Sheet| boards::tag(&game.record.position().geometry());
        assert_eq!(listed().look, Look { stands: vec![vec![4]], tag: tag(&game) });
        assert_eq!(store.played_on(&tag(&game)).unwrap(), Some(game.id.clone()));
        assert_eq!(store.played_on("nothing").unwrap(), None);
        game.record.begin_change();
        game.play("swap-sides", false).unwrap();
        game.resign().unwrap();
        store.save(&game).unwrap();
        let listed = listed();
        assert_eq!(listed.look.tag, tag(&game), "the colours are exchanged");
        assert_eq!((listed.plies, listed.side), (2, None));
        let ended = listed.ended.unwrap();
        assert_eq!((ended.winner, &*ended.kind), (Some(Side::Second), "resigned"));
        assert_eq!(ended.reason.id, "reason-resigned");
    }
}

//! The tables of the store, and how those of older versions become those of this one.

use std::{path::Path, time::Duration};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::{StoreError, error::explained, keeper::LOG, list, rows};

/// What makes the tables of each version out of those of the one before; a file says its own in
/// `PRAGMA user_version`.
pub(super) const STEPS: [&str; 8] =
    [GAMES, FILES, SCORES, CLOCKS, TREES, BYTES, JUDGEMENTS, PROGRESS];
pub(super) const VERSION: i64 = STEPS.len() as i64;

/// The version in which games became trees, and lists no longer had to play them.
pub(super) const WITH_TREES: i64 = 5;

const GAMES: &str = "
    CREATE TABLE games (
        id       TEXT PRIMARY KEY,
        game     TEXT NOT NULL,
        options  TEXT NOT NULL,                 -- a JSON object
        position TEXT,                          -- where it began, if not as usual
        first    TEXT NOT NULL,                 -- the player of each side
        second   TEXT NOT NULL,
        seed     INTEGER NOT NULL,
        at       INTEGER NOT NULL,              -- plies played at the position shown
        resigned TEXT CHECK (resigned IN ('first', 'second')),
        paused   INTEGER NOT NULL,
        over     INTEGER NOT NULL,
        created  INTEGER NOT NULL,              -- milliseconds of Unix time
        updated  INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX games_by_touch ON games (updated);
    CREATE TABLE plies (
        game   TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,                -- from 1
        ply    TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT, WITHOUT ROWID;
";

const FILES: &str = "
    CREATE TABLE files (                        -- the rules that people wrote
        name    TEXT PRIMARY KEY,
        text    TEXT NOT NULL,
        updated INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE game_files (                   -- those that a game is played with
        game TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID;
";

const SCORES: &str = "
    ALTER TABLE games ADD COLUMN won_first  INTEGER NOT NULL DEFAULT 0;  -- in the games before, by
    ALTER TABLE games ADD COLUMN won_second INTEGER NOT NULL DEFAULT 0;  -- whoever has that side now
    ALTER TABLE games ADD COLUMN drawn      INTEGER NOT NULL DEFAULT 0;
";

const CLOCKS: &str = "
    ALTER TABLE games ADD COLUMN late        INTEGER NOT NULL DEFAULT 0;  -- the side did not resign,
                                                                          -- its time was up
    ALTER TABLE games ADD COLUMN minutes     INTEGER;                     -- for each side, if the
    ALTER TABLE games ADD COLUMN extra       INTEGER NOT NULL DEFAULT 0;  -- game has clocks, and
                                                                          -- seconds for each turn
    ALTER TABLE games ADD COLUMN left_first  INTEGER NOT NULL DEFAULT 0;  -- milliseconds
    ALTER TABLE games ADD COLUMN left_second INTEGER NOT NULL DEFAULT 0;
";

const TREES: &str = "
    CREATE TABLE nodes (
        game   TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        id     INTEGER NOT NULL,                -- from 1; 0 is the beginning
        parent INTEGER NOT NULL,                -- the node before
        place  INTEGER,                         -- among those after it, 0 was played; NULL is gone
        ply    TEXT NOT NULL,
        note   TEXT,                            -- what is said about it, a JSON object
        PRIMARY KEY (game, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO nodes SELECT game, number, number - 1, 0, ply, NULL FROM plies;

    ALTER TABLE games ADD COLUMN cursor       INTEGER NOT NULL DEFAULT 0;  -- the node shown
    ALTER TABLE games ADD COLUMN last         INTEGER NOT NULL DEFAULT 0;  -- where the game stops
    ALTER TABLE games ADD COLUMN early        TEXT;        -- an end that the board does not show,
    ALTER TABLE games ADD COLUMN early_side   TEXT;        -- the side that it names,
    ALTER TABLE games ADD COLUMN early_at     INTEGER;     -- and the node where it came
    ALTER TABLE games ADD COLUMN note         TEXT;        -- what is said about the beginning
    ALTER TABLE games ADD COLUMN named_first  TEXT NOT NULL DEFAULT '';    -- what players are called
    ALTER TABLE games ADD COLUMN named_second TEXT NOT NULL DEFAULT '';
    -- For lists, all of it known from the rest:
    ALTER TABLE games ADD COLUMN plies        INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE games ADD COLUMN ended        TEXT;        -- how it ended, a JSON object
    ALTER TABLE games ADD COLUMN side         TEXT;        -- who moves next
    ALTER TABLE games ADD COLUMN look         TEXT;        -- the position shown, a JSON object; NULL
                                                           -- if the game cannot be played again
    UPDATE games SET
        cursor = at,
        last = (SELECT count(*) FROM plies WHERE game = games.id),
        early = CASE WHEN resigned IS NULL THEN NULL WHEN late THEN 'late' ELSE 'resigned' END,
        early_side = resigned,
        early_at = CASE WHEN resigned IS NULL THEN NULL
                        ELSE (SELECT count(*) FROM plies WHERE game = games.id) END;
    ALTER TABLE games DROP COLUMN at;
    ALTER TABLE games DROP COLUMN resigned;
    ALTER TABLE games DROP COLUMN late;
    DROP TABLE plies;
    DROP INDEX games_by_touch;
    CREATE INDEX games_by_touch ON games (updated DESC, id);
";

const BYTES: &str = "
    CREATE TABLE bytes (                        -- the files that people keep, of any kind
        name    TEXT PRIMARY KEY,
        bytes   BLOB NOT NULL,
        updated INTEGER NOT NULL
    ) STRICT;
    INSERT INTO bytes SELECT name, CAST(text AS BLOB), updated FROM files;
    DROP TABLE files;
    ALTER TABLE bytes RENAME TO files;
    CREATE TABLE game_bytes (                   -- those that a game is played with
        game  TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        name  TEXT NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (game, name)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO game_bytes SELECT game, name, CAST(text AS BLOB) FROM game_files;
    DROP TABLE game_files;
    ALTER TABLE game_bytes RENAME TO game_files;
";

const JUDGEMENTS: &str = "
    CREATE TABLE judgements (                   -- what players thought of positions
        game    TEXT NOT NULL REFERENCES games ON DELETE CASCADE,
        node    INTEGER NOT NULL,
        player  TEXT NOT NULL,
        seconds REAL NOT NULL,                  -- how long it was given
        thought TEXT NOT NULL,                  -- a JSON object
        layers  TEXT,                           -- how it came to it, a JSON array; NULL if too long
        PRIMARY KEY (game, node, player)
    ) STRICT;
    CREATE TABLE reviews (                      -- the games that somebody wants reviewed
        game       TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
        player     TEXT NOT NULL,
        seconds    REAL NOT NULL,               -- for each position
        variations INTEGER NOT NULL,            -- whether those are reviewed too
        running    INTEGER NOT NULL             -- whether it goes on by itself
    ) STRICT;
";

const PROGRESS: &str = "
    CREATE TABLE progress (                     -- how far somebody has come in lessons and puzzles
        way   TEXT NOT NULL CHECK (way IN ('lesson', 'puzzle')),
        game  TEXT NOT NULL,
        id    TEXT NOT NULL,
        tries INTEGER NOT NULL,                 -- what was tried in vain
        hints INTEGER NOT NULL,                 -- how much was told: 3 is the solution
        done  INTEGER,                          -- milliseconds of Unix time; NULL is not yet
        PRIMARY KEY (way, game, id)
    ) STRICT, WITHOUT ROWID;
";

/// Whether the tables of a file are those of an older version than ours.
pub(super) fn is_older(file: &Path) -> Result<bool, StoreError> {
    let told = |error: rusqlite::Error| explained(file, &error);
    let connection = open_to_read(file)?;
    let found: i64 =
        connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(told)?;
    Ok(found < VERSION)
}

/// Opens a file for writing and brings its tables up to date.
pub(super) fn open(file: &Path) -> Result<Connection, StoreError> {
    let told = |error: rusqlite::Error| explained(file, &error);
    let mut connection = Connection::open(file).map_err(told)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(told)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(told)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(told)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(told)?;
    // The log stays small, but whoever writes does not wait for that: there is a keeper for it.
    connection.pragma_update(None, "wal_autocheckpoint", 0).map_err(told)?;
    connection.pragma_update(None, "journal_size_limit", LOG as i64).map_err(told)?;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(told)?;
    let found: i64 =
        transaction.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(told)?;
    if found > VERSION {
        return Err(StoreError::Newer { file: file.to_owned(), found, known: VERSION });
    }
    for step in &STEPS[found.max(0) as usize..] {
        transaction.execute_batch(step).map_err(told)?;
    }
    if found < WITH_TREES {
        look_at_all(&transaction).map_err(told)?;
    }
    if found < VERSION {
        transaction.pragma_update(None, "user_version", VERSION).map_err(told)?;
    }
    transaction.commit().map_err(told)?;
    Ok(connection)
}

/// Opens a file for reading beside whoever writes.
pub(super) fn open_to_read(file: &Path) -> Result<Connection, StoreError> {
    let told = |error: rusqlite::Error| explained(file, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(file, flags).map_err(told)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(told)?;
    Ok(connection)
}

/// Plays every game once, so that no list has to.
fn look_at_all(db: &Transaction<'_>) -> rusqlite::Result<()> {
    let ids = db
        .prepare("SELECT id FROM games")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<Vec<String>, _>>()?;
    for id in ids {
        match rows::read(db, &id)?.map(rows::Rows::sheet) {
            Some(Ok(sheet)) => list::write(db, &sheet)?,
            Some(Err(why)) => tracing::warn!(%id, %why, "a stored game cannot be played again"),
            None => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fs};

    use serde::Deserialize;
    use serde_json::Value;

    use crate::{draft::Draft, sheet::Sheet, store::Store};

    /// Games that the version before trees stored, and what it said of each of them.
    const DATABASE: &[u8] = include_bytes!("../../tests/data/version-4.db");
    const SAID: &str = include_str!("../../tests/data/version-4.json");

    #[derive(Deserialize)]
    struct Said {
        id: String,
        game: String,
        options: BTreeMap<String, String>,
        players: [String; 2],
        at: usize,
        moves: Vec<String>,
        outcome: Value,
        board: Option<String>,
        paused: bool,
        clocks: Value,
        score: Value,
        created: i64,
        updated: i64,
    }

    fn check(name: &str, sheet: &Sheet, said: &Said) {
        let record = &sheet.record;
        let line = record.shown_line();
        let moves: Vec<String> = line.iter().map(|at| record.node(*at).ply()).collect();
        assert_eq!(
            (&*said.game, &said.options),
            (record.game(), &record.start().options),
            "{name}"
        );
        assert_eq!((&said.moves, said.at), (&moves, record.at()), "{name}");
        assert_eq!(said.moves, record.plies(), "{name}");
        assert_eq!((&said.players, said.paused), (&sheet.players, sheet.paused), "{name}");
        assert_eq!(said.board, record.position().board_text(), "{name}");
        assert_eq!((said.created, said.updated), (sheet.created, sheet.updated), "{name}");
        assert_eq!(said.score, serde_json::to_value(sheet.score()).unwrap(), "{name}");
        let end = serde_json::to_value(record.ended_here()).unwrap();
        let parts = ["winner", "reason"];
        assert_eq!(parts.map(|part| &said.outcome[part]), parts.map(|part| &end[part]), "{name}");
        assert_eq!(said.clocks.is_null(), sheet.clocks.is_none(), "{name}");
        if let Some(clocks) = sheet.clocks {
            let left = clocks.left().map(|left| Value::from(left.as_millis() as u64));
            assert_eq!(said.clocks["left"], Value::from(left.to_vec()), "{name}");
            assert_eq!(said.clocks["minutes"], clocks.control.minutes, "{name}");
            assert_eq!(said.clocks["extra"], clocks.control.extra, "{name}");
        }
    }

    #[test]
    fn games_of_the_version_before_trees_come_back_as_they_were_and_go_on() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ludoteca.db"), DATABASE).unwrap();
        let said: BTreeMap<String, Said> = serde_json::from_str(SAID).unwrap();
        let store = Store::open(folder.path()).unwrap();
        let (listed, all) = store.list(100, None).unwrap();
        assert_eq!((listed.len(), all), (said.len(), said.len()));
        for (name, said) in &said {
            let sheet = store.load(&said.id).unwrap().unwrap();
            check(name, &sheet, said);
            let listed = listed.iter().find(|listed| listed.id == said.id).unwrap();
            assert_eq!(listed.plies, said.moves.len(), "{name}");
            assert_eq!(listed.ended.is_some(), sheet.over(), "{name}");
            let pieces = sheet.record.position().picture().pieces.len();
            assert_eq!(listed.look.stands.iter().flatten().count(), pieces, "{name}");
        }
        let rules = store.load(&said["with a file of rules"].id).unwrap().unwrap();
        assert_eq!(*rules.files["mine"], *b"#O V 3\n");
        assert_eq!(store.files().unwrap().len(), 1);
        let mut back = store.load(&said["two plies back"].id).unwrap().unwrap();
        let mut draft = Draft::begin(&mut back);
        draft.play("7", false).unwrap();
        store.save(&draft).unwrap();
        draft.keep();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        let again = store.load(&back.id).unwrap().unwrap();
        assert_eq!(again.record.plies(), ["4", "4", "3", "5", "2"]);
        assert_eq!(again.record.variations(), 1, "7 is kept beside 5");
    }

    /// Two games and a file of rules that the version before files of any kind stored.
    const WITH_TEXTS: &[u8] = include_bytes!("../../tests/data/version-5.db");

    #[test]
    fn files_that_were_kept_as_text_come_back_with_the_games_that_follow_them() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ludoteca.db"), WITH_TEXTS).unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.file("mine").unwrap().as_deref(), Some(&b"#O V 3\n"[..]));
        let (listed, _) = store.list(100, None).unwrap();
        let load = |game: &str| {
            let listed = listed.iter().find(|listed| listed.game == game).unwrap();
            store.load(&listed.id).unwrap().unwrap()
        };
        let following = load("connect4");
        assert_eq!(*following.files["mine"], *b"#O V 3\n");
        assert_eq!(following.record.plies(), ["4"]);
        let hex = load("hex");
        assert_eq!(hex.record.plies(), ["c3", "a5"]);
        assert_eq!(hex.record.variations(), 1);
        store.save_file("weights", &[0, 255, 7], None).unwrap();
        assert_eq!(store.file("weights").unwrap().as_deref(), Some(&[0, 255, 7][..]));
    }

    /// The same games as the version before reviews kept them.
    const WITHOUT_REVIEWS: &[u8] = include_bytes!("../../tests/data/version-6.db");

    #[test]
    fn games_of_the_version_before_reviews_come_back_and_can_be_reviewed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ludoteca.db"), WITHOUT_REVIEWS).unwrap();
        let store = Store::open(folder.path()).unwrap();
        let (listed, _) = store.list(100, None).unwrap();
        let plies = |game: &str| {
            let listed = listed.iter().find(|listed| listed.game == game).unwrap();
            store.load(&listed.id).unwrap().unwrap().record.plies()
        };
        assert_eq!(plies("connect4"), ["4"]);
        assert_eq!(plies("hex"), ["c3", "a5"]);
        assert_eq!(store.file("mine").unwrap().as_deref(), Some(&b"#O V 3\n"[..]));
        for listed in &listed {
            assert_eq!(store.wanted(&listed.id).unwrap(), None);
            assert!(store.judgements(&listed.id, "perfect").unwrap().is_empty());
        }
    }

    /// A game, its review and a file of rules that the version before progress stored.
    const WITHOUT_PROGRESS: &[u8] = include_bytes!("../../tests/data/version-7.db");

    #[test]
    fn what_the_version_before_progress_kept_comes_back_and_progress_is_kept_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ludoteca.db"), WITHOUT_PROGRESS).unwrap();
        let store = Store::open(folder.path()).unwrap();
        let (listed, _) = store.list(100, None).unwrap();
        let hex = listed.iter().find(|listed| listed.game == "hex").unwrap();
        assert_eq!(store.load(&hex.id).unwrap().unwrap().record.plies(), ["c3", "a5"]);
        assert_eq!(store.judgements(&hex.id, "hexodus").unwrap()[&1].seconds, 0.5);
        assert!(store.wanted(&hex.id).unwrap().is_some());
        assert!(store.progress().unwrap().is_empty());
    }
}

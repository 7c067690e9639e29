//! Where games are kept: one SQLite file in the data folder, in plain tables that anybody can read.
//!
//! A game is written in one transaction before anybody is told that it changed. The write-ahead
//! log outlives a killed program; a finished game is also waited for until it is on the disk.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use ludoteca_arena::{Loss, Setup};
use ludoteca_games::Side;
use ludoteca_text::Text;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, named_params, params};

use crate::{
    clocks::{Clocks, Control},
    files::Files,
    sheet::{Played, Score, Sheet},
};

mod error;
mod files;
pub use error::StoreError;
use error::explained;

/// What makes the tables of each version out of those of the one before; a file says its own in
/// `PRAGMA user_version`.
const STEPS: [&str; 4] = [GAMES, FILES, SCORES, CLOCKS];
const VERSION: i64 = STEPS.len() as i64;

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

const COLUMNS: &str = "id, game, options, position, first, second, seed, at, resigned, paused,
    created, updated, won_first, won_second, drawn, late, minutes, extra, left_first, left_second";

/// The stored games.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    file: PathBuf,
    /// Held as long as the store is open: two servers on one folder would play over each other.
    _lock: File,
}

impl Store {
    /// Opens the store in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let refused = |error: std::io::Error| StoreError::Folder {
            folder: folder.to_owned(),
            why: error.to_string(),
        };
        fs::create_dir_all(folder).map_err(refused)?;
        let lock = File::create(folder.join("ludoteca.lock")).map_err(refused)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse { folder: folder.to_owned() });
            }
            Err(TryLockError::Error(error)) => {
                tracing::warn!(%error, "this file system has no locks; one server at a time, please");
            }
        }
        let file = folder.join("ludoteca.db");
        let connection = prepare(&file)?;
        Ok(Store { connection: Mutex::new(connection), file, _lock: lock })
    }

    /// Writes a game. The first `kept` plies are known to be stored already.
    pub fn save(&self, sheet: &Sheet, kept: usize) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let over = sheet.over();
        if over {
            self.told(connection.pragma_update(None, "synchronous", "FULL"))?;
        }
        let saved = write(&mut connection, sheet, kept, over);
        if over {
            self.told(connection.pragma_update(None, "synchronous", "NORMAL"))?;
        }
        self.told(saved)
    }

    /// Reads a game.
    pub fn load(&self, id: &str) -> Result<Option<Sheet>, StoreError> {
        let connection = self.connection();
        let query = format!("SELECT {COLUMNS} FROM games WHERE id = ?1");
        let found = connection
            .prepare_cached(&query)
            .and_then(|mut rows| rows.query_row([id], heading).optional());
        self.told(found)?.map(|heading| self.read(&connection, heading)).transpose()
    }

    /// The games last touched, that one first, and how many there are in all. A game that cannot
    /// be played again is left out.
    pub fn list(&self, limit: usize) -> Result<(Vec<Sheet>, usize), StoreError> {
        let connection = self.connection();
        let query = format!("SELECT {COLUMNS} FROM games ORDER BY updated DESC, id LIMIT ?1");
        let headings = connection.prepare_cached(&query).and_then(|mut rows| {
            rows.query_map([limit as i64], heading)?.collect::<Result<Vec<_>, _>>()
        });
        let mut sheets = Vec::new();
        for heading in self.told(headings)? {
            match self.read(&connection, heading) {
                Err(error @ StoreError::Unreadable { .. }) => tracing::warn!(%error, "left out"),
                read => sheets.push(read?),
            }
        }
        let all =
            connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        Ok((sheets, self.told(all)? as usize))
    }

    /// Forgets a game.
    pub fn delete(&self, id: &str) -> Result<(), StoreError> {
        let deleted = self.connection().execute("DELETE FROM games WHERE id = ?1", [id]);
        self.told(deleted).map(|_| ())
    }

    fn read(&self, connection: &Connection, heading: Heading) -> Result<Sheet, StoreError> {
        let plies = connection
            .prepare_cached("SELECT ply FROM plies WHERE game = ?1 ORDER BY number")
            .and_then(|mut rows| {
                rows.query_map([&heading.id], |row| row.get(0))?.collect::<Result<Vec<_>, _>>()
            });
        let plies = self.told(plies)?;
        let files = self.told(files::of_game(connection, &heading.id))?;
        let id = heading.id.clone();
        heading.sheet(plies, files).map_err(|why| StoreError::Unreadable { id, why })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic leaves no transaction open: it is rolled back when it is dropped.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn told<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| explained(&self.file, &error))
    }

    /// Lets the file grow no further, as a full disk would, or lets it grow again.
    #[cfg(test)]
    pub fn fill_disk(&self, full: bool) {
        let connection = self.connection();
        let used: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        let most = if full { used } else { 1_000_000 };
        connection.pragma_update(None, "max_page_count", most).unwrap();
    }

    /// Lets nothing be written, as a disk that has become read-only would.
    #[cfg(test)]
    pub fn refuse_writes(&self) {
        self.connection().pragma_update(None, "query_only", true).unwrap();
    }
}

/// A row of `games`.
struct Heading {
    id: String,
    setup: Result<Setup, Text>,
    players: [String; 2],
    before: Score,
    seed: u64,
    at: usize,
    lost: Option<Loss>,
    clocks: Option<Clocks>,
    paused: bool,
    created: i64,
    updated: i64,
}

impl Heading {
    fn sheet(self, plies: Vec<String>, files: Files) -> Result<Sheet, Text> {
        let played = Played { plies, at: self.at, lost: self.lost };
        Ok(Sheet {
            record: played.replay(self.setup?)?,
            id: self.id,
            players: self.players,
            files,
            before: self.before,
            seed: self.seed,
            clocks: self.clocks,
            paused: self.paused,
            created: self.created,
            updated: self.updated,
        })
    }
}

fn heading(row: &Row<'_>) -> rusqlite::Result<Heading> {
    let options: String = row.get("options")?;
    let setup = serde_json::from_str(&options)
        .map_err(|error| Text::verbatim(error.to_string()))
        .map(|options| (options, row.get("game"), row.get("position")));
    let setup = match setup {
        Ok((options, game, position)) => Ok(Setup { game: game?, options, position: position? }),
        Err(why) => Err(why),
    };
    Ok(Heading {
        setup,
        id: row.get("id")?,
        players: [row.get("first")?, row.get("second")?],
        before: Score {
            won: [row.get("won_first")?, row.get("won_second")?],
            drawn: row.get("drawn")?,
        },
        seed: row.get::<_, i64>("seed")? as u64,
        at: row.get::<_, i64>("at")?.try_into().unwrap_or(usize::MAX),
        lost: loss(row)?,
        clocks: clocks(row)?,
        paused: row.get("paused")?,
        created: row.get("created")?,
        updated: row.get("updated")?,
    })
}

fn loss(row: &Row<'_>) -> rusqlite::Result<Option<Loss>> {
    let late: bool = row.get("late")?;
    let loss = if late { Loss::Late } else { Loss::Resigned };
    Ok(row.get::<_, Option<String>>("resigned")?.map(|side| match side.as_str() {
        "first" => loss(Side::First),
        _ => loss(Side::Second),
    }))
}

fn clocks(row: &Row<'_>) -> rusqlite::Result<Option<Clocks>> {
    let Some(minutes) = row.get("minutes")? else { return Ok(None) };
    let left: [u32; 2] = [row.get("left_first")?, row.get("left_second")?];
    let control = Control { minutes, extra: row.get("extra")? };
    let left = left.map(|left| Duration::from_millis(left.into()));
    Ok(Some(Clocks::new(control).showing(left)))
}

fn write(db: &mut Connection, sheet: &Sheet, kept: usize, over: bool) -> rusqlite::Result<()> {
    let Sheet { id, record, players: [first, second], .. } = sheet;
    let setup = record.setup();
    let played = sheet.played();
    let options = serde_json::to_string(&setup.options).unwrap_or_default();
    let lost = played.lost.map(|loss| match loss.side() {
        Side::First => "first",
        Side::Second => "second",
    });
    let late = matches!(played.lost, Some(Loss::Late(_)));
    let control = sheet.clocks.map(|clocks| clocks.control);
    let left =
        sheet.clocks.map_or([0; 2], |clocks| clocks.left().map(|left| left.as_millis() as i64));
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction
        .prepare_cached(
            "INSERT INTO games VALUES (:id, :game, :options, :position, :first, :second, :seed,
                 :at, :resigned, :paused, :over, :created, :updated, :won_first, :won_second,
                 :drawn, :late, :minutes, :extra, :left_first, :left_second)
             ON CONFLICT (id) DO UPDATE SET first = :first, second = :second, at = :at,
                 resigned = :resigned, paused = :paused, over = :over, updated = :updated,
                 late = :late, minutes = :minutes, left_first = :left_first,
                 left_second = :left_second",
        )?
        .execute(named_params! {
            ":id": id, ":game": setup.game, ":options": options, ":position": setup.position,
            ":first": first, ":second": second, ":seed": sheet.seed as i64,
            ":at": played.at as i64, ":resigned": lost, ":paused": sheet.paused,
            ":over": over, ":created": sheet.created, ":updated": sheet.updated,
            ":won_first": sheet.before.won[0], ":won_second": sheet.before.won[1],
            ":drawn": sheet.before.drawn, ":late": late,
            ":minutes": control.map(|control| control.minutes),
            ":extra": control.map_or(0, |control| control.extra),
            ":left_first": left[0], ":left_second": left[1],
        })?;
    transaction
        .prepare_cached("DELETE FROM plies WHERE game = ?1 AND number > ?2")?
        .execute(params![id, kept as i64])?;
    let mut insert = transaction.prepare_cached("INSERT INTO plies VALUES (?1, ?2, ?3)")?;
    for (i, ply) in played.plies.iter().enumerate().skip(kept) {
        insert.execute(params![id, i as i64 + 1, ply])?;
    }
    drop(insert);
    files::write(&transaction, sheet)?;
    transaction.commit()
}

fn prepare(file: &Path) -> Result<Connection, StoreError> {
    let told = |error: rusqlite::Error| explained(file, &error);
    let mut connection = Connection::open(file).map_err(told)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(told)?;
    connection.pragma_update(None, "journal_mode", "WAL").map_err(told)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(told)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(told)?;
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
    if found < VERSION {
        transaction.pragma_update(None, "user_version", VERSION).map_err(told)?;
    }
    transaction.commit().map_err(told)?;
    Ok(connection)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(position: &str) -> Sheet {
        let setup = Setup { position: Some(position.into()), ..Setup::of("connect4") };
        let players = ["human".into(), "mcts".into()];
        Sheet::begin(setup, players, Files::default(), u64::MAX - 5).unwrap()
    }

    fn id_of(error: &StoreError) -> String {
        Text::from(error).id.into_owned()
    }

    #[test]
    fn a_game_comes_back_as_it_was_saved() {
        let folder = tempfile::tempdir().unwrap();
        let mut sheet = sheet("4435");
        sheet.before = Score { won: [3, 1], drawn: 2 };
        sheet = sheet.with_clocks(Some(Control { minutes: 10, extra: 3 }));
        {
            let store = Store::open(folder.path()).unwrap();
            store.save(&sheet, 0).unwrap();
            sheet.undo().unwrap();
            sheet.undo().unwrap();
            sheet.play("7").unwrap();
            sheet.record.lose(Loss::Late(Side::Second)).unwrap();
            let left = [600_000, 1234].map(Duration::from_millis);
            sheet.clocks = sheet.clocks.map(|clocks| clocks.showing(left));
            sheet.updated += 1;
            store.save(&sheet, 0).unwrap();
        }
        let store = Store::open(folder.path()).unwrap();
        let read = store.load(&sheet.id).unwrap().unwrap();
        assert_eq!(format!("{read:?}"), format!("{sheet:?}"));
        assert!(store.load("nobody").unwrap().is_none());
        store.delete(&sheet.id).unwrap();
        assert!(store.load(&sheet.id).unwrap().is_none());
    }

    #[test]
    fn a_file_of_the_first_version_is_brought_up_to_date_and_keeps_its_games() {
        let folder = tempfile::tempdir().unwrap();
        let old = Connection::open(folder.path().join("ludoteca.db")).unwrap();
        old.execute_batch(GAMES).unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        old.execute_batch(
            "INSERT INTO games VALUES ('old', 'connect4', '{}', NULL, 'human', 'rules', 7, 1,
                 NULL, 0, 0, 1, 2);
             INSERT INTO plies VALUES ('old', 1, '4');",
        )
        .unwrap();
        drop(old);
        let store = Store::open(folder.path()).unwrap();
        let read = store.load("old").unwrap().unwrap();
        assert_eq!((read.played().plies, read.seed), (vec!["4".to_owned()], 7));
        store.save_file("mine", "# H 1", None).unwrap();
        drop(store);
        assert_eq!(Store::open(folder.path()).unwrap().files().unwrap().len(), 1);
    }

    #[test]
    fn only_what_changed_is_written_and_dropped_plies_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let mut sheet = sheet("4435");
        store.save(&sheet, 0).unwrap();
        sheet.go_to(2).unwrap();
        sheet.play("6").unwrap();
        store.save(&sheet, 2).unwrap();
        let read = store.load(&sheet.id).unwrap().unwrap();
        assert_eq!(read.played().plies, ["4", "4", "6"]);
    }

    #[test]
    fn games_are_listed_by_last_touch_and_a_broken_one_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let mut sheets = [sheet("4"), sheet("44"), sheet("443")];
        for (i, touched) in [20, 30, 10].into_iter().enumerate() {
            sheets[i].updated = touched;
            store.save(&sheets[i], 0).unwrap();
        }
        let ids = |limit| {
            let (sheets, all) = store.list(limit).unwrap();
            (sheets.into_iter().map(|sheet| sheet.id).collect::<Vec<_>>(), all)
        };
        let [a, b, c] = sheets.map(|sheet| sheet.id);
        assert_eq!(ids(9), (vec![b.clone(), a.clone(), c.clone()], 3));
        assert_eq!(ids(1), (vec![b.clone()], 3));
        let broken = "UPDATE plies SET ply = 'nonsense' WHERE game = ?1";
        store.connection().execute(broken, [&b]).unwrap();
        assert_eq!(ids(9).0, [a, c]);
        assert_eq!(id_of(&store.load(&b).unwrap_err()), "server-game-unreadable");
    }

    #[test]
    fn a_full_disk_is_named_and_leaves_what_was_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let mut sheet = sheet("44");
        store.save(&sheet, 0).unwrap();
        store.fill_disk(true);
        // Long player texts need more pages than the file has.
        let before = sheet.clone();
        sheet.players[1] = format!("mcts:{}", "x".repeat(100_000));
        sheet.play("1").unwrap();
        let error = store.save(&sheet, 2).unwrap_err();
        assert_eq!(id_of(&error), "server-disk-full");
        let read = store.load(&sheet.id).unwrap().unwrap();
        assert_eq!(read.played(), before.played());
        store.fill_disk(false);
        store.save(&sheet, 2).unwrap();
        assert_eq!(store.load(&sheet.id).unwrap().unwrap().played(), sheet.played());
    }

    #[test]
    fn a_folder_that_cannot_be_made_and_one_in_use_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("plain file");
        fs::write(&file, "").unwrap();
        assert_eq!(id_of(&Store::open(&file.join("data")).unwrap_err()), "server-data-folder");
        let open = Store::open(folder.path()).unwrap();
        assert_eq!(id_of(&Store::open(folder.path()).unwrap_err()), "server-data-in-use");
        drop(open);
        Store::open(folder.path()).unwrap();
    }

    #[test]
    fn a_newer_file_and_a_damaged_one_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.connection().pragma_update(None, "user_version", VERSION + 1).unwrap();
        drop(store);
        assert_eq!(id_of(&Store::open(folder.path()).unwrap_err()), "server-data-newer");

        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ludoteca.db");
        let noise = "no database at all. ".repeat(500);
        fs::write(&file, &noise).unwrap();
        assert_eq!(id_of(&Store::open(folder.path()).unwrap_err()), "server-data-damaged");
        assert_eq!(fs::read_to_string(&file).unwrap(), noise);
    }
}

//! The folder in which a tournament is kept: one SQLite file, in plain tables that anybody can read.
//!
//! A game counts once it is on the disk, and then for ever: each is one transaction, waited for, under
//! the number of its pair and its own. What was begun and not finished is not there, and is played
//! again from its seed. Others may read while somebody plays.

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use ludoteca_arena::{GameDone, tournament::Plan};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use serde::{Serialize, de::DeserializeOwned};

use super::TournamentError;
use crate::VERSION;

/// The folder of a tournament.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    file: PathBuf,
    base: Connection,
    plan: Plan,
    title: String,
    jobs: usize,
    pin: bool,
    begun: u64,
    /// Held by who plays, as long as it plays; the system lets it go when a program is killed.
    _lock: Option<File>,
}

const FILE: &str = "tournament.db";
const LOCK: &str = "tournament.lock";
/// Whoever plays is waited for that long, looked at so often.
const MOMENT: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);
/// Another program that writes is waited for that long.
const PATIENCE: Duration = Duration::from_secs(10);

const TABLES: &str = "
    CREATE TABLE tournament (
        title   TEXT NOT NULL,
        version TEXT NOT NULL,                  -- of the program that began it
        plan    TEXT NOT NULL,                  -- all that it follows from, as JSON
        jobs    INTEGER NOT NULL,               -- games at the same time
        pin     INTEGER NOT NULL,               -- whether each has processors of its own
        begun   INTEGER NOT NULL                -- milliseconds of Unix time
    ) STRICT;
    CREATE TABLE games (
        pair   INTEGER NOT NULL,
        game   INTEGER NOT NULL,                -- 0 or 1: the players change sides
        first  TEXT NOT NULL,                   -- who began
        second TEXT NOT NULL,
        winner TEXT CHECK (winner IN ('first', 'second')),
        end    TEXT NOT NULL,                   -- how it ended
        done   TEXT NOT NULL,                   -- what was played, as JSON
        over   INTEGER NOT NULL,                -- milliseconds of Unix time
        PRIMARY KEY (pair, game)
    ) STRICT;
";

/// The version of the tables.
const LAYOUT: i64 = 1;

impl Folder {
    /// Begins a tournament in a folder, which is made if it is not there. One that has a tournament
    /// is refused.
    pub fn begin(
        path: &Path,
        title: &str,
        plan: &Plan,
        jobs: usize,
        pin: bool,
    ) -> Result<Folder, TournamentError> {
        fs::create_dir_all(path).map_err(|error| TournamentError::io(path, &error))?;
        let lock = lock(path)?;
        let file = path.join(FILE);
        let told = |error: rusqlite::Error| TournamentError::sql(&file, &error);
        let mut base = Connection::open(&file).map_err(told)?;
        prepare(&base).map_err(told)?;
        if begun(&base).map_err(told)? {
            return Err(TournamentError::Begun { folder: path.display().to_string() });
        }
        let row = (title, VERSION, written(plan), jobs as i64, pin, now());
        let whole = base.transaction().and_then(|whole| {
            whole.execute_batch(TABLES)?;
            whole.execute("INSERT INTO tournament VALUES (?1, ?2, ?3, ?4, ?5, ?6)", row)?;
            whole.pragma_update(None, "user_version", LAYOUT)?;
            whole.commit()
        });
        whole.map_err(told)?;
        Folder::load(path, base, Some(lock))
    }

    /// Opens a folder to play on, which nobody else may do meanwhile.
    pub fn resume(path: &Path) -> Result<Folder, TournamentError> {
        let file = present(path)?;
        let lock = lock(path)?;
        let told = |error: rusqlite::Error| TournamentError::sql(&file, &error);
        let base = Connection::open(&file).map_err(told)?;
        prepare(&base).map_err(told)?;
        Folder::load(path, base, Some(lock))
    }

    /// Opens a folder to look at, whoever plays.
    pub fn look(path: &Path) -> Result<Folder, TournamentError> {
        let file = present(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let told = |error: rusqlite::Error| TournamentError::sql(&file, &error);
        let mut base = Connection::open_with_flags(&file, flags).map_err(told)?;
        base.busy_timeout(PATIENCE).map_err(told)?;
        if begun(&base).is_err_and(|error| cannot_write(&error)) && !has_log(&file) {
            base = unchanging(&file).map_err(told)?;
        }
        base.pragma_update(None, "query_only", true).map_err(told)?;
        Folder::load(path, base, None)
    }

    fn load(path: &Path, base: Connection, lock: Option<File>) -> Result<Folder, TournamentError> {
        let folder = || path.display().to_string();
        let file = path.join(FILE);
        let told = |error: rusqlite::Error| TournamentError::sql(&file, &error);
        if !begun(&base).map_err(told)? {
            return Err(TournamentError::None { folder: folder() });
        }
        let row = base.query_row("SELECT * FROM tournament", [], |row| {
            let plan: (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            Ok((plan, row.get::<_, i64>(3)?, row.get::<_, bool>(4)?, row.get::<_, i64>(5)?))
        });
        let ((title, version, plan), jobs, pin, begun) = row.map_err(told)?;
        // Another version may play otherwise, and its games would not go together with new ones.
        if lock.is_some() && version != VERSION {
            return Err(TournamentError::Version { folder: folder(), version, ours: VERSION });
        }
        let plan = read(&plan).map_err(told)?;
        let (path, jobs, begun) = (path.to_owned(), jobs.max(1) as usize, begun as u64);
        Ok(Folder { path, file, base, plan, title, jobs, pin, begun, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What it is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Games at the same time.
    pub fn jobs(&self) -> usize {
        self.jobs
    }

    /// Whether each of them has processors of its own.
    pub fn pin(&self) -> bool {
        self.pin
    }

    /// When it was begun, in milliseconds of Unix time.
    pub fn begun(&self) -> u64 {
        self.begun
    }

    /// Keeps a game: when this returns it is on the disk. Says whether it is new; the first result of
    /// a game stays.
    pub fn keep(&self, names: [&str; 2], done: &GameDone) -> Result<bool, TournamentError> {
        let winner = done.winner.map(|side| ["first", "second"][side.index()]);
        let [first, second] = names;
        let row =
            params![done.pair, done.game, first, second, winner, done.end, written(done), now()];
        let insert = "INSERT OR IGNORE INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let kept = self.base.prepare_cached(insert).and_then(|mut insert| insert.execute(row));
        Ok(kept.map_err(|error| TournamentError::sql(&self.file, &error))? > 0)
    }

    /// The games that were kept after so many, in the order in which they were.
    pub fn games(&self, after: usize) -> Result<Vec<GameDone>, TournamentError> {
        let games = || -> rusqlite::Result<Vec<GameDone>> {
            let mut select = self
                .base
                .prepare_cached("SELECT done FROM games ORDER BY rowid LIMIT -1 OFFSET ?1")?;
            let rows = select.query_map([after as i64], |row| row.get::<_, String>(0))?;
            rows.map(|row| read(&row?)).collect()
        };
        games().map_err(|error| TournamentError::sql(&self.file, &error))
    }

    /// One game.
    pub fn game(&self, pair: u32, game: u32) -> Result<Option<GameDone>, TournamentError> {
        let select = "SELECT done FROM games WHERE pair = ?1 AND game = ?2";
        let row = self.base.query_row(select, [pair, game], |row| row.get::<_, String>(0));
        let done = row.optional().and_then(|row| row.map(|row| read(&row)).transpose());
        done.map_err(|error| TournamentError::sql(&self.file, &error))
    }

    /// When the last game was kept, in milliseconds of Unix time.
    pub fn touched(&self) -> Result<Option<u64>, TournamentError> {
        let last = self.base.query_row("SELECT max(over) FROM games", [], |row| row.get(0));
        let last: Option<i64> = last.map_err(|error| TournamentError::sql(&self.file, &error))?;
        Ok(last.map(|last| last as u64))
    }

    /// How many games were kept since then, in milliseconds of Unix time.
    pub fn since(&self, moment: u64) -> Result<u32, TournamentError> {
        let select = "SELECT count(*) FROM games WHERE over > ?1";
        let count = self.base.query_row(select, [moment as i64], |row| row.get(0));
        count.map_err(|error| TournamentError::sql(&self.file, &error))
    }

    /// Whether somebody plays it now.
    pub fn is_played(&self) -> bool {
        let open = File::open(self.path.join(LOCK));
        open.is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }
}

fn present(path: &Path) -> Result<PathBuf, TournamentError> {
    let file = path.join(FILE);
    if file.is_file() {
        return Ok(file);
    }
    Err(TournamentError::None { folder: path.display().to_string() })
}

fn lock(path: &Path) -> Result<File, TournamentError> {
    let place = path.join(LOCK);
    let wrong = |error| TournamentError::io(&place, &error);
    let file = File::options().read(true).write(true).create(true).truncate(false).open(&place);
    let file = file.map_err(wrong)?;
    // A program that was killed just now may take a moment to be gone.
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < MOMENT => thread::sleep(LOOK),
            Err(TryLockError::WouldBlock) => {
                return Err(TournamentError::Busy { folder: path.display().to_string() });
            }
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        }
    }
}

/// A log beside the file, so that others can read meanwhile; every game is waited for.
fn prepare(base: &Connection) -> rusqlite::Result<()> {
    base.busy_timeout(PATIENCE)?;
    base.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    base.pragma_update(None, "synchronous", "FULL")
}

/// Whether that is so because nothing can be written beside the file.
fn cannot_write(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Whether there is more than stands in the file itself.
fn has_log(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// A file on a disk that can only be read, and so changes no more.
fn unchanging(file: &Path) -> rusqlite::Result<Connection> {
    let path = file.to_string_lossy();
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(format!("file:{path}?immutable=1"), flags)
}

fn begun(base: &Connection) -> rusqlite::Result<bool> {
    let select = "SELECT count(*) FROM sqlite_master WHERE name = 'tournament'";
    base.query_row(select, [], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}

fn written(what: &impl Serialize) -> String {
    serde_json::to_string(what).expect("texts are the only keys")
}

fn read<T: DeserializeOwned>(words: &str) -> rusqlite::Result<T> {
    let wrong = |error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error))
    };
    serde_json::from_str(words).map_err(wrong)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

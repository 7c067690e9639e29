//! Where games are kept: one SQLite file in the data folder, in plain tables that anybody can read.
//!
//! A game is written in one transaction before anybody is told that it changed: its heading and the
//! nodes of its tree that the change has touched. The write-ahead log outlives a killed program; a
//! finished game is also waited for until it is on the disk, and others write meanwhile. Whoever reads
//! has a connection of their own, and games are played again only after it is free for the next.

use std::{
    fs::{File, TryLockError},
    io,
    path::{Path, PathBuf},
    slice,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludoteca_games::tree::NodeId;
use rusqlite::{Connection, TransactionBehavior};

use crate::sheet::Sheet;

mod backup;
mod check;
mod error;
mod files;
mod judgements;
mod keeper;
mod list;
mod private;
mod progress;
mod rows;
mod schema;
mod spare;
pub use backup::{BackedUp, back_up};
pub use check::{Damage, check_file};
pub use error::StoreError;
use error::explained;
pub use judgements::{Judgement, Wanted};
use keeper::Keeper;
pub use list::{After, Ended, Listed};
pub use progress::Learnt;
use spare::Spare;

/// What the file of the store is called.
pub const FILE: &str = "ludoteca.db";

/// The stored games.
#[derive(Debug)]
pub struct Store {
    /// They close before the writer: only who may write puts the log away, and only the last.
    keeper: Keeper,
    reader: Mutex<Connection>,
    writer: Arc<Mutex<Connection>>,
    file: PathBuf,
    spare: Spare,
    /// Held as long as the store is open: two servers on one folder would play over each other. None
    /// of a visitor, who only adds games and reads.
    _lock: Option<File>,
}

impl Store {
    /// Opens the store in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let refused = |error: io::Error| StoreError::Folder {
            folder: folder.to_owned(),
            why: error.to_string(),
        };
        private::folder(folder).map_err(refused)?;
        let lock = locked(folder)?;
        private::file(&folder.join(FILE)).map_err(refused)?;
        Store::of(folder, Some(lock))
    }

    /// Opens the store that is in a folder already, for somebody who comes and goes while a server may
    /// be using it, and who changes no game.
    pub fn visit(folder: &Path) -> Result<Store, StoreError> {
        let file = folder.join(FILE);
        if !file.exists() {
            return Err(StoreError::Nothing { folder: folder.to_owned() });
        }
        // The tables of an older version are made anew while no server works with them.
        let lock = schema::is_older(&file)?.then(|| locked(folder)).transpose()?;
        let store = Store::of(folder, None);
        drop(lock);
        store
    }

    fn of(folder: &Path, lock: Option<File>) -> Result<Store, StoreError> {
        let refused = |error: io::Error| StoreError::Folder {
            folder: folder.to_owned(),
            why: error.to_string(),
        };
        let file = folder.join(FILE);
        let writer = Arc::new(Mutex::new(schema::open(&file)?));
        let keeper = Keeper::new(&file, schema::open(&file)?, writer.clone()).map_err(refused)?;
        let reader = Mutex::new(schema::open_to_read(&file)?);
        let spare = Spare::new(folder);
        spare.keep();
        Ok(Store { keeper, writer, reader, file, spare, _lock: lock })
    }

    /// Writes a new game.
    pub fn insert(&self, sheet: &Sheet) -> Result<(), StoreError> {
        self.insert_all(slice::from_ref(sheet))
    }

    /// Writes new games, all of them or none.
    pub fn insert_all(&self, sheets: &[Sheet]) -> Result<(), StoreError> {
        self.write(sheets.iter().map(|sheet| (sheet, 1..sheet.record.nodes().len())))
    }

    /// Writes a game that is stored already: its heading, and what has changed of its tree since the
    /// change was begun.
    pub fn save(&self, sheet: &Sheet) -> Result<(), StoreError> {
        self.write([(sheet, sheet.record.touched())])
    }

    /// Writes games, each with those of its nodes.
    fn write<'a>(
        &self,
        sheets: impl IntoIterator<Item = (&'a Sheet, impl IntoIterator<Item = NodeId>)>,
    ) -> Result<(), StoreError> {
        let mut writer = self.writer();
        let mut over = false;
        let written = writer.transaction_with_behavior(TransactionBehavior::Immediate).and_then(
            |transaction| {
                for (sheet, nodes) in sheets {
                    rows::write(&transaction, sheet, nodes)?;
                    list::write(&transaction, sheet)?;
                    over |= sheet.over();
                }
                transaction.commit()
            },
        );
        drop(writer);
        self.told(written)?;
        if over {
            let unsafe_yet =
                |why: io::Error| StoreError::Disk { file: self.file.clone(), why: why.to_string() };
            self.keeper.wait().map_err(unsafe_yet)?;
        }
        Ok(())
    }

    /// Reads a game.
    pub fn load(&self, id: &str) -> Result<Option<Sheet>, StoreError> {
        let rows = {
            let reader = self.reader();
            let whole = reader.unchecked_transaction();
            self.told(whole.and_then(|whole| rows::read(&whole, id)))?
        };
        let unreadable = |why| StoreError::Unreadable { id: id.to_owned(), why };
        rows.map(|rows| rows.sheet().map_err(unreadable)).transpose()
    }

    /// Forgets a game; says whether there was one.
    pub fn delete(&self, id: &str) -> Result<bool, StoreError> {
        Ok(self.forget("DELETE FROM games WHERE id = ?1", id)? > 0)
    }

    /// Deletes what has a name, and says how much that was. To delete takes some room first, so that
    /// on a full disk what is kept for that is lent.
    fn forget(&self, delete: &str, name: &str) -> Result<usize, StoreError> {
        let writer = self.writer();
        let deleted = || self.told(writer.execute(delete, [name]));
        match deleted() {
            Err(StoreError::Full { .. }) => {
                // First the log is brought home and begun anew: it may be most of what there is.
                let bring_home = || {
                    let _ = writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
                };
                self.spare.lend(|| {
                    bring_home();
                    let deleted = deleted();
                    bring_home();
                    deleted
                })
            }
            done => done,
        }
    }

    fn writer(&self) -> MutexGuard<'_, Connection> {
        self.keeper.note();
        // A panic leaves no transaction open: it is rolled back when it is dropped.
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reader(&self) -> MutexGuard<'_, Connection> {
        self.reader.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn told<T>(&self, result: rusqlite::Result<T>) -> Result<T, StoreError> {
        result.map_err(|error| explained(&self.file, &error))
    }

    /// Lets the file grow no further, as a full disk would, or lets it grow again.
    #[cfg(test)]
    pub fn fill_disk(&self, full: bool) {
        let writer = self.writer();
        let used: i64 = writer.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        let most = if full { used } else { 1_000_000 };
        writer.pragma_update(None, "max_page_count", most).unwrap();
    }

    /// Lets nothing be written, as a disk that has become read-only would.
    #[cfg(test)]
    pub fn refuse_writes(&self) {
        self.writer().pragma_update(None, "query_only", true).unwrap();
    }
}

/// Takes a folder for oneself.
fn locked(folder: &Path) -> Result<File, StoreError> {
    let refused =
        |error: io::Error| StoreError::Folder { folder: folder.to_owned(), why: error.to_string() };
    let lock = private::file(&folder.join("ludoteca.lock")).map_err(refused)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(StoreError::InUse { folder: folder.to_owned() });
        }
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "this file system has no locks; one server at a time, please");
        }
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Duration};

    use ludoteca_games::{End, Side, Start, tree::Sign};
    use ludoteca_text::Text;

    use super::*;
    use crate::{clocks::Control, draft::Draft, files::Files, sheet::Score};

    fn sheet(position: &str) -> Sheet {
        let players = ["human".into(), "mcts".into()];
        let start = Start::of("connect4").at(position);
        Sheet::begin(start, players, Files::default(), u64::MAX - 5).unwrap()
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
            store.insert(&sheet).unwrap();
            sheet.record.begin_change();
            sheet.undo().unwrap();
            sheet.undo().unwrap();
            sheet.play("7", false).unwrap();
            sheet.record.note_mut(1).sign = Some(Sign::Good);
            sheet.record.remark(0, "begun");
            sheet.record.name_player(Side::First, "Ana");
            sheet.record.finish(End::Late(Side::Second)).unwrap();
            let left = [600_000, 1234].map(Duration::from_millis);
            sheet.clocks = sheet.clocks.map(|clocks| clocks.showing(left));
            sheet.updated += 1;
            store.save(&sheet).unwrap();
            sheet.record.keep_change();
        }
        let store = Store::open(folder.path()).unwrap();
        let read = store.load(&sheet.id).unwrap().unwrap();
        assert_eq!(format!("{read:?}"), format!("{sheet:?}"));
        assert!(store.load("nobody").unwrap().is_none());
        store.delete(&sheet.id).unwrap();
        assert!(store.load(&sheet.id).unwrap().is_none());
    }

    #[test]
    fn a_file_of_any_version_before_trees_is_brought_up_to_date_and_keeps_its_games() {
        for version in 1..schema::WITH_TREES {
            let folder = tempfile::tempdir().unwrap();
            let old = Connection::open(folder.path().join("ludoteca.db")).unwrap();
            for step in &schema::STEPS[..version as usize] {
                old.execute_batch(step).unwrap();
            }
            old.pragma_update(None, "user_version", version).unwrap();
            old.execute_batch(
                "INSERT INTO games (id, game, options, first, second, seed, at, paused, over,
                     created, updated)
                     VALUES ('old', 'connect4', '{}', 'human', 'rules', 7, 1, 0, 0, 1, 2);
                 INSERT INTO plies VALUES ('old', 1, '4');",
            )
            .unwrap();
            drop(old);
            let store = Store::open(folder.path()).unwrap();
            let read = store.load("old").unwrap().unwrap();
            assert_eq!((read.record.plies(), read.seed), (vec!["4".to_owned()], 7));
            assert_eq!(store.list(9, None).unwrap().0[0].plies, 1);
            store.save_file("mine", b"# H 1", None).unwrap();
            drop(store);
            assert_eq!(Store::open(folder.path()).unwrap().files().unwrap().len(), 1);
        }
    }

    #[test]
    fn only_what_changed_is_written_and_nothing_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let mut sheet = sheet("4435");
        store.insert(&sheet).unwrap();
        let rows = || -> i64 {
            store.writer().query_row("SELECT total_changes()", [], |row| row.get(0)).unwrap()
        };
        let before = rows();
        let mut draft = Draft::begin(&mut sheet);
        draft.play("6", false).unwrap();
        store.save(&draft).unwrap();
        draft.keep();
        assert_eq!(rows() - before, 3, "the heading, what lists show of it, and one node");
        let mut draft = Draft::begin(&mut sheet);
        draft.go_to(2).unwrap();
        draft.play("6", false).unwrap();
        store.save(&draft).unwrap();
        draft.keep();
        let read = store.load(&sheet.id).unwrap().unwrap();
        assert_eq!(read.record.plies(), ["4", "4", "3", "5", "6"]);
        assert_eq!(read.record, sheet.record);
        assert_eq!(read.record.variations(), 1, "6 is there beside 3");
    }

    #[test]
    fn a_variation_that_was_deleted_stays_so_and_can_come_back_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let mut sheet = sheet("4435");
        let aside = sheet.record.add(2, "1").unwrap();
        {
            let store = Store::open(folder.path()).unwrap();
            store.insert(&sheet).unwrap();
            let mut draft = Draft::begin(&mut sheet);
            draft.record.detach(aside).unwrap();
            store.save(&draft).unwrap();
            draft.keep();
        }
        let store = Store::open(folder.path()).unwrap();
        let mut read = store.load(&sheet.id).unwrap().unwrap();
        assert_eq!((read.record.variations(), read.record == sheet.record), (0, true));
        read.record.attach(aside).unwrap();
        assert_eq!(read.record.variations(), 1);
    }

    #[test]
    fn a_broken_game_is_told_by_its_name_and_left_out_of_lists_when_it_is_old() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let sheets = [sheet("4"), sheet("44")];
        sheets.iter().for_each(|sheet| store.insert(sheet).unwrap());
        let broken = "UPDATE nodes SET ply = 'nonsense' WHERE game = ?1";
        store.writer().execute(broken, [&sheets[0].id]).unwrap();
        assert_eq!(id_of(&store.load(&sheets[0].id).unwrap_err()), "server-game-unreadable");
        let hidden = "UPDATE games SET look = NULL WHERE id = ?1";
        store.writer().execute(hidden, [&sheets[0].id]).unwrap();
        let (listed, all) = store.list(9, None).unwrap();
        assert_eq!((listed.len(), &listed[0].id, all), (1, &sheets[1].id, 2));
    }

    #[test]
    fn a_full_disk_is_named_and_leaves_what_was_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let mut sheet = sheet("44");
        store.insert(&sheet).unwrap();
        store.fill_disk(true);
        let before = sheet.record.keep();
        {
            // Long player texts need more pages than the file has.
            let mut draft = Draft::begin(&mut sheet);
            draft.players[1] = format!("mcts:{}", "x".repeat(100_000));
            draft.play("1", false).unwrap();
            let error = store.save(&draft).unwrap_err();
            assert_eq!(id_of(&error), "server-disk-full");
        }
        assert_eq!((sheet.record.keep(), sheet.players[1].as_str()), (before.clone(), "mcts"));
        assert_eq!(store.load(&sheet.id).unwrap().unwrap().record.keep(), before);
        store.fill_disk(false);
        let mut draft = Draft::begin(&mut sheet);
        draft.play("1", false).unwrap();
        store.save(&draft).unwrap();
        draft.keep();
        assert_eq!(store.load(&sheet.id).unwrap().unwrap().record, sheet.record);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_stored_can_be_read_by_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("some/data");
        let store = Store::open(&data).unwrap();
        store.insert(&sheet("4")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&data), 0o700);
        for file in fs::read_dir(&data).unwrap() {
            let file = file.unwrap().path();
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
        // What somebody has opened to others stays open.
        fs::set_permissions(data.join("ludoteca.db"), PermissionsExt::from_mode(0o644)).unwrap();
        drop(store);
        Store::open(&data).unwrap();
        assert_eq!(mode(&data.join("ludoteca.db")), 0o644);
    }

    #[test]
    fn numbers_that_nobody_can_have_written_spoil_neither_the_list_nor_their_game() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let sheets = [sheet("4"), sheet("44")];
        sheets.iter().for_each(|sheet| store.insert(sheet).unwrap());
        for column in ["minutes", "extra", "left_first", "won_first", "drawn", "plies", "cursor"] {
            for number in ["-1", "5000000000", "9223372036854775807"] {
                let spoil = format!("UPDATE games SET minutes = 1, {column} = {number}");
                let spoil = format!("{spoil} WHERE id = ?1");
                store.writer().execute(&spoil, [&sheets[0].id]).unwrap();
                assert_eq!(store.list(9, None).unwrap().0.len(), 2, "{column} {number}");
                let loaded = store.load(&sheets[0].id);
                match column {
                    "cursor" => assert_eq!(id_of(&loaded.unwrap_err()), "server-game-unreadable"),
                    _ => assert_eq!(loaded.unwrap().unwrap().record.plies(), ["4"], "{column}"),
                }
                assert!(store.load(&sheets[1].id).unwrap().is_some());
            }
        }
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
    fn a_visitor_comes_beside_a_server_but_makes_no_tables_anew_under_it() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(id_of(&Store::visit(folder.path()).unwrap_err()), "server-data-none");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was made");
        let server = Store::open(folder.path()).unwrap();
        let games = [sheet("4"), sheet("44")];
        Store::visit(folder.path()).unwrap().insert_all(&games).unwrap();
        assert_eq!(server.list(9, None).unwrap().1, 2);
        server.insert(&sheet("444")).unwrap();
        let visitor = Store::visit(folder.path()).unwrap();
        assert_eq!(visitor.list(9, None).unwrap().1, 3);
        // Nobody is kept out by somebody who only visits.
        drop(server);
        let server = Store::open(folder.path()).unwrap();
        drop(visitor);
        server.writer().pragma_update(None, "user_version", schema::VERSION - 1).unwrap();
        assert_eq!(id_of(&Store::visit(folder.path()).unwrap_err()), "server-data-in-use");
    }

    #[test]
    fn a_newer_file_and_a_damaged_one_are_refused_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.writer().pragma_update(None, "user_version", schema::VERSION + 1).unwrap();
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

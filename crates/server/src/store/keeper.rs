//! What makes writes last, beside whoever writes: waiting for a disk takes long, and nobody else's move
//! should wait for it too.
//!
//! The log is brought home by a thread of its own, with a connection of its own. What has to be on the
//! disk before it is told is waited for when the next may write already.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, Once, PoisonError,
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread::{Builder, JoinHandle},
};

use rusqlite::Connection;

/// A log of so many bytes is brought home. As much is kept free on the disk.
pub const LOG: u64 = 1 << 20;

/// One that has grown so long is brought home while nobody writes: where somebody always does, its end
/// would never be reached.
const LONG: u64 = 8 * LOG;

/// Who brings the log home.
#[derive(Debug)]
pub struct Keeper {
    log: PathBuf,
    /// The log is known in its folder.
    listed: Once,
    /// Says that something was written; none once it is to end.
    written: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// The one of a database, with a connection for it alone.
    pub fn new(file: &Path, own: Connection, writer: Arc<Mutex<Connection>>) -> io::Result<Keeper> {
        let log = log(file);
        let (written, told) = sync_channel(1);
        let keeping = log.clone();
        let work = move || bring_home(&keeping, &own, &writer, &told);
        let thread = Builder::new().name("keeper".to_owned()).spawn(work)?;
        Ok(Keeper { log, listed: Once::new(), written: Some(written), thread: Some(thread) })
    }

    /// Something is being written.
    pub fn note(&self) {
        if let Some(written) = &self.written {
            // Whatever came before is looked after, however often it is told.
            let _ = written.try_send(());
        }
    }

    /// Waits until all that was written is on the disk.
    pub fn wait(&self) -> io::Result<()> {
        let synced = File::options().write(true).open(&self.log).and_then(|log| log.sync_data());
        match synced {
            // There is no log where all of it is home.
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            synced => synced?,
        }
        self.listed.call_once(|| {
            // Where folders cannot be waited for, they need not be.
            let _ = self.log.parent().map(|folder| File::open(folder).and_then(|at| at.sync_all()));
        });
        Ok(())
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.written = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The log of a database.
fn log(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

fn bring_home(log: &Path, own: &Connection, writer: &Mutex<Connection>, told: &Receiver<()>) {
    let longer = |than: u64| fs::metadata(log).is_ok_and(|found| found.len() > than);
    // What cannot be brought home now will be later; it is safe where it is.
    let home = |with: &Connection| {
        let done = with.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
            Ok(row.get::<_, i64>(1)? == row.get::<_, i64>(2)?)
        });
        done.unwrap_or(false)
    };
    while told.recv().is_ok() {
        if longer(LOG) && !home(own) && longer(LONG) {
            home(&writer.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::{super::schema, *};

    #[test]
    fn the_log_stays_short_although_whoever_writes_never_brings_it_home() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.db");
        let open = || schema::open(&file).unwrap();
        let writer = Arc::new(Mutex::new(open()));
        let keeper = Keeper::new(&file, open(), writer.clone()).unwrap();
        let row = format!("INSERT INTO files VALUES (?1, zeroblob({}), 0)", LOG / 10);
        // Much more than the log may ever hold.
        for name in 0..300 {
            keeper.note();
            writer.lock().unwrap().execute(&row, [name.to_string()]).unwrap();
            // Whoever brings the log home has its time between two writes.
            let long = || fs::metadata(log(&file)).unwrap().len() > LONG + LOG;
            while long() {
                keeper.note();
                thread::yield_now();
                let write = "INSERT OR REPLACE INTO files VALUES ('x', x'00', 0)";
                writer.lock().unwrap().execute(write, []).unwrap();
            }
        }
        keeper.wait().unwrap();
        drop(keeper);
        assert_eq!(Arc::strong_count(&writer), 1, "it has ended");
        let count = "SELECT count(*) FROM files WHERE name <> 'x'";
        let count: i64 = writer.lock().unwrap().query_row(count, [], |row| row.get(0)).unwrap();
        assert_eq!(count, 300);
    }
}

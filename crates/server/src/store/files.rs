//! The kept files in the store, and the copies that games have of them.

use std::{collections::BTreeMap, sync::Arc};

use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::{Store, StoreError};
use crate::{
    files::{Entry, Files, count},
    sheet::{Sheet, now},
};

impl Store {
    /// The kept files of rules, in the order of their names. What is no text is a net.
    pub fn files(&self) -> Result<Vec<Entry>, StoreError> {
        let connection = self.reader();
        let query = "SELECT name, bytes, updated FROM files ORDER BY name COLLATE NOCASE, name";
        let rows = connection.prepare_cached(query).and_then(|mut rows| {
            rows.query_map([], |row| {
                let bytes: Vec<u8> = row.get("bytes")?;
                let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
                let (rules, errors) = count(&text).unwrap_or_default();
                let (name, updated) = (row.get("name")?, row.get("updated")?);
                Ok(Some(Entry { name, rules, errors, updated }))
            })?
            .filter_map(Result::transpose)
            .collect()
        });
        self.told(rows)
    }

    /// What is in a kept file.
    pub fn file(&self, name: &str) -> Result<Option<Arc<[u8]>>, StoreError> {
        let connection = self.reader();
        let found = connection
            .prepare_cached("SELECT bytes FROM files WHERE name = ?1")
            .and_then(|mut rows| rows.query_row([name], |row| row.get::<_, Vec<u8>>(0)).optional());
        Ok(self.told(found)?.map(Arc::from))
    }

    /// Keeps a file, instead of the one called `before` if that is given.
    pub fn save_file(
        &self,
        name: &str,
        bytes: &[u8],
        before: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut connection = self.writer();
        let mut save = || {
            let transaction = connection.transaction()?;
            if let Some(before) = before {
                transaction.execute("DELETE FROM files WHERE name = ?1", [before])?;
            }
            transaction.execute(
                "INSERT OR REPLACE INTO files VALUES (?1, ?2, ?3)",
                params![name, bytes, now()],
            )?;
            transaction.commit()
        };
        self.told(save())
    }

    /// Forgets a file; says whether it was there.
    pub fn delete_file(&self, name: &str) -> Result<bool, StoreError> {
        Ok(self.forget("DELETE FROM files WHERE name = ?1", name)? > 0)
    }
}

/// The files that a game's players follow.
pub(super) fn of_game(db: &Connection, game: &str) -> rusqlite::Result<Files> {
    let files = db
        .prepare_cached("SELECT name, bytes FROM game_files WHERE game = ?1")?
        .query_map([game], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?.into())))?
        .collect::<Result<BTreeMap<String, Arc<[u8]>>, _>>()?;
    Ok(Arc::new(files))
}

/// Writes a game's files; those that are there already cost nothing.
pub(super) fn write(transaction: &Transaction<'_>, sheet: &Sheet) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO game_files VALUES (?1, ?2, ?3)
         ON CONFLICT (game, name) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes",
    )?;
    sheet.files.iter().try_for_each(|(name, bytes)| {
        insert.execute(params![sheet.id, name, &bytes[..]]).map(|_| ())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_kept_listed_renamed_and_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        store.save_file("b", b"# H 1\nwrong\n", None).unwrap();
        store.save_file("A", b"# H 1\n#O V 2\n", None).unwrap();
        let listed = |store: &Store| {
            let entries = store.files().unwrap().into_iter();
            entries.map(|entry| (entry.name, entry.rules, entry.errors)).collect::<Vec<_>>()
        };
        assert_eq!(listed(&store), [("A".to_owned(), 2, 0), ("b".to_owned(), 1, 1)]);
        store.save_file("c", b"# V 3", Some("b")).unwrap();
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(listed(&store), [("A".to_owned(), 2, 0), ("c".to_owned(), 1, 0)]);
        assert_eq!(store.file("c").unwrap().as_deref(), Some(&b"# V 3"[..]));
        assert_eq!(store.file("b").unwrap(), None);
        assert!(store.delete_file("c").unwrap());
        assert!(!store.delete_file("c").unwrap());
    }
}

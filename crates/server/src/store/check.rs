//! Whether all that is stored is whole: the database as such, and every game, read and played again.

use std::path::Path;

use ludoteca_text::{Text, text};
use rusqlite::Connection;

use super::{FILE, Store, StoreError, error::explained, schema};

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    /// The game that it is about, if it is about one.
    pub id: Option<String>,
    /// What is wrong.
    pub why: Text,
}

/// What is wrong with the file of a folder as a database, which nothing is written to.
pub fn check_file(folder: &Path) -> Result<Vec<Damage>, StoreError> {
    let file = folder.join(FILE);
    if !file.exists() {
        return Err(StoreError::Nothing { folder: folder.to_owned() });
    }
    let told = |error: rusqlite::Error| explained(&file, &error);
    let reader = schema::open_to_read(&file)?;
    let lines = column(&reader, "PRAGMA integrity_check").map_err(told)?;
    let wrong = lines.into_iter().filter(|line| line != "ok");
    Ok(wrong
        .map(|line| Damage { id: None, why: text!("server-data-unsound", why = line) })
        .collect())
}

impl Store {
    /// The names of all games, also of those that lists leave out, the one last touched last.
    pub fn ids(&self) -> Result<Vec<String>, StoreError> {
        self.told(column(&self.reader(), "SELECT id FROM games ORDER BY updated, id"))
    }

    /// What is wrong with a game: it cannot be played again, or something said about it is lost.
    pub fn check(&self, id: &str) -> Option<Damage> {
        let damage = |why| Some(Damage { id: Some(id.to_owned()), why });
        match self.load(id) {
            // Somebody has deleted it in the meantime.
            Ok(None) => return None,
            Ok(Some(_)) => {}
            Err(why) => return damage(Text::from(&why)),
        }
        let query = "SELECT count(*) FROM
             (SELECT note FROM games WHERE id = ?1 UNION ALL SELECT note FROM nodes WHERE game = ?1)
             WHERE note IS NOT NULL AND NOT json_valid(note)";
        let spoilt = self.reader().query_row(query, [id], |row| row.get::<_, i64>(0));
        match self.told(spoilt) {
            Ok(0) => None,
            Ok(notes) => damage(text!("server-game-notes-lost", id = id, notes = notes as usize)),
            Err(why) => damage(Text::from(&why)),
        }
    }
}

/// The one column of an answer.
fn column(db: &Connection, query: &str) -> rusqlite::Result<Vec<String>> {
    db.prepare(query)?.query_map([], |row| row.get(0))?.collect()
}

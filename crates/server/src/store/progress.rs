//! How far somebody has come in lessons and puzzles.

use rusqlite::{Row, params};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Store, StoreError};

/// What there is to go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    Lesson,
    Puzzle,
}

/// How far somebody has come in a lesson or a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Learnt {
    pub way: Way,
    pub game: String,
    pub id: String,
    /// How often something was tried in vain.
    #[serde(default)]
    pub tries: u32,
    /// How many hints were read; 3 where the solution was.
    #[serde(default)]
    pub hints: u8,
    /// When it was done, in milliseconds of Unix time; none if not yet.
    #[serde(default)]
    #[schema(required)]
    pub done: Option<i64>,
}

impl Way {
    fn word(self) -> &'static str {
        match self {
            Way::Lesson => "lesson",
            Way::Puzzle => "puzzle",
        }
    }
}

impl Store {
    /// All that was gone through.
    pub fn progress(&self) -> Result<Vec<Learnt>, StoreError> {
        let reader = self.reader();
        let query = "SELECT way, game, id, tries, hints, done FROM progress ORDER BY way, game, id";
        let rows = reader
            .prepare_cached(query)
            .and_then(|mut rows| rows.query_map([], read)?.collect::<rusqlite::Result<Vec<_>>>());
        self.told(rows)
    }

    /// Adds progress to what is kept. Whatever is known twice is put together, so that to say the same
    /// again changes nothing: most tries, most hints, and when it was done first.
    pub fn add_progress(&self, learnt: &[Learnt]) -> Result<(), StoreError> {
        let mut writer = self.writer();
        let mut write = || {
            let transaction = writer.transaction()?;
            {
                let mut add = transaction.prepare_cached(
                    "INSERT INTO progress VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT (way, game, id) DO UPDATE SET
                         tries = max(tries, excluded.tries),
                         hints = max(hints, excluded.hints),
                         done = coalesce(min(done, excluded.done), done, excluded.done)",
                )?;
                for one in learnt {
                    let Learnt { way, game, id, tries, hints, done } = one;
                    add.execute(params![way.word(), game, id, tries, hints, done])?;
                }
            }
            transaction.commit()
        };
        self.told(write())
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<Learnt> {
    let way: String = row.get("way")?;
    let way = if way == Way::Lesson.word() { Way::Lesson } else { Way::Puzzle };
    Ok(Learnt {
        way,
        game: row.get("game")?,
        id: row.get("id")?,
        tries: row.get("tries")?,
        hints: row.get("hints")?,
        done: row.get("done")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_put_together_and_never_lost_by_saying_less() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let learnt = |tries, hints, done| Learnt {
            way: Way::Puzzle,
            game: "hex".into(),
            id: "0123abcd".into(),
            tries,
            hints,
            done,
        };
        for one in
            [learnt(2, 0, None), learnt(1, 3, Some(70)), learnt(0, 0, Some(90)), learnt(0, 1, None)]
        {
            store.add_progress(&[one]).unwrap();
        }
        drop(store);
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(store.progress().unwrap(), [learnt(2, 3, Some(70))]);
    }
}

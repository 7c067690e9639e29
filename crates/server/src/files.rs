//! The files that people keep here for players to follow, and how those come by them.
//!
//! A player text names a file, never a path: nothing of the machine's own files can be read. A game
//! keeps its own copy of every file its players follow, so that it goes on as it began whatever
//! becomes of the file.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use ludoteca_players::{StartEngine, Supply, rules, seat};
use ludoteca_text::{Text, text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::Store;

/// The most letters a name has.
const LONGEST: usize = 60;

/// Files by name, as a game keeps them.
pub type Files = Arc<BTreeMap<String, Arc<[u8]>>>;

/// A kept file in the list of them.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FileEntry)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// How many of its lines are rules.
    pub rules: usize,
    /// How many are wrong; with any at all it is not used.
    pub errors: usize,
    /// When it was last saved, in milliseconds of Unix time.
    pub updated: i64,
}

/// A name as it is kept, or why no file can be called that.
pub fn name(words: &str) -> Result<&str, Text> {
    let name = words.trim();
    let letters = name.chars().count();
    if letters == 0 || letters > LONGEST || name.chars().any(char::is_control) {
        return Err(text!("file-name-length", most = LONGEST));
    }
    if name.starts_with('@') {
        return Err(text!("file-name-built-in", name = name));
    }
    Ok(name)
}

/// How many of a file's lines are rules and how many are wrong; an error if it is too large.
pub fn count(file: &str) -> Result<(usize, usize), Text> {
    let reading = rules::read(file)?;
    Ok((reading.rules.len(), reading.faults.len()))
}

/// Checks the player texts of a game, building nobody, and hands out the files they follow, as they
/// are now; where one is gone, as it was in `before`.
pub fn gather(
    game: &str,
    players: &[String; 2],
    store: &Store,
    engine: &StartEngine,
    before: &Files,
) -> Result<Files, Text> {
    let files = Mutex::new(BTreeMap::new());
    let read_file = |name: &str, _: usize| {
        let file = kept(store, name).or_else(|why| before.get(name).cloned().ok_or(why))?;
        let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
        files.insert(name.to_owned(), file.clone());
        Ok(file)
    };
    let supply = Supply { seed: 0, read_file: &read_file, engine };
    players.iter().try_for_each(|player| seat(game, player, &supply).map(|_| ()))?;
    Ok(Arc::new(files.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

/// The file of that name, as it is now.
pub fn kept(store: &Store, name: &str) -> Result<Arc<[u8]>, Text> {
    match store.file(name) {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(missing(name)),
        Err(error) => Err(Text::from(&error)),
    }
}

/// The file of that name among those of a game.
pub fn of_game(files: &Files, name: &str) -> Result<Arc<[u8]>, Text> {
    files.get(name).cloned().ok_or_else(|| missing(name))
}

/// There is no such file.
pub fn missing(name: &str) -> Text {
    let shown: String = name.chars().take(LONGEST).collect();
    text!("file-missing", name = shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crew::Crew;

    #[test]
    fn a_name_is_short_plain_and_no_built_in_one() {
        assert_eq!(name("  mis reglas, v2 "), Ok("mis reglas, v2"));
        for wrong in ["", " ", "a\nb", &"x".repeat(61)] {
            assert_eq!(name(wrong).unwrap_err().id, "file-name-length", "{wrong:?}");
        }
        assert_eq!(name("@rules").unwrap_err().id, "file-name-built-in");
    }

    #[test]
    fn whoever_would_take_all_memory_is_only_read() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let players = ["perfect:table=65536".to_owned(), "alphabeta:table=4096".to_owned()];
        for _ in 0..100 {
            let (none, crew) = (Files::default(), Crew::default());
            assert_eq!(gather("connect4", &players, &store, crew.engines(), &none), Ok(none));
        }
    }

    #[test]
    fn only_what_is_kept_here_is_read_and_never_a_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("outside.txt");
        std::fs::write(&path, "# H 1").unwrap();
        let store = Store::open(&folder.path().join("data")).unwrap();
        let path = path.to_str().unwrap();
        let players = [format!("rules:file=\"{path}\""), "human".to_owned()];
        let none = Files::default();
        let gather = |before: &Files| {
            gather("connect4", &players, &store, Crew::default().engines(), before)
        };
        assert_eq!(gather(&none).unwrap_err().id, "file-missing");
        store.save_file(path, b"# H 2", None).unwrap();
        let files = gather(&none).unwrap();
        assert_eq!(*files[path], *b"# H 2");
        store.delete_file(path).unwrap();
        assert_eq!(gather(&files), Ok(files), "a copy serves");
    }
}

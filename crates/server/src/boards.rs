//! Boards by name: a board is sent once, and whatever stands on it names it by its tag.
//!
//! A tag is made of the board itself. It never means another one, so whoever has the board of a tag
//! may keep it for ever.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

use ludoteca_games::picture::Geometry;

use crate::page::Asset;

/// How many boards are remembered. One that was forgotten is remembered again by the next view of a
/// game that is played on it.
const REMEMBERED: usize = 500;

/// The tag of a board, which is remembered with it.
pub fn tag(board: &Geometry) -> String {
    let json = serde_json::to_vec(board).expect("a board can be written as JSON");
    let asset = Asset::lasting("application/json", json);
    let tag = asset.mark();
    let mut all = boards();
    if !all.contains_key(&tag) {
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(tag.clone(), Arc::new(asset));
    }
    tag
}

/// Remembers a board under a tag that was given to it elsewhere, perhaps by another version.
pub fn remember(tag: &str, board: &Geometry) -> Option<Arc<Asset>> {
    let made = tagged(&self::tag(board))?;
    boards().insert(tag.to_owned(), made.clone());
    Some(made)
}

/// The board of a tag, if it is remembered.
pub fn tagged(tag: &str) -> Option<Arc<Asset>> {
    boards().get(tag).cloned()
}

fn boards() -> MutexGuard<'static, HashMap<String, Arc<Asset>>> {
    static BOARDS: OnceLock<Mutex<HashMap<String, Arc<Asset>>>> = OnceLock::new();
    BOARDS.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use ludoteca_games::find;

    use super::*;

    #[test]
    fn equal_boards_have_one_tag_and_others_have_others() {
        let board = |size: &str| find("hex").unwrap().begin([("size", size)]).unwrap().geometry();
        assert_eq!(tag(&board("7")), tag(&board("7")));
        assert_ne!(tag(&board("7")), tag(&board("8")));
        assert_ne!(tag(&board("7")), tag(&board("7").exchanged()), "colours exchanged");
        assert!(tagged(&tag(&board("7"))).is_some());
        assert!(tagged("nothing").is_none());
    }
}

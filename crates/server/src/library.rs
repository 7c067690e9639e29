//! The stored games of a folder, for whoever is no server: beside one that runs, or alone.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    path::Path,
};

use ludoteca_formats::Format;
use ludoteca_games::GameTree;
use ludoteca_text::{Text, text};

use crate::{
    sheet::Sheet,
    store::{self, BackedUp, Damage, FILE, Listed, Store, StoreError},
};

/// The stored games of a folder.
#[derive(Debug)]
pub struct Library {
    store: Store,
    /// The games by what is easily seen of them, once somebody adds any.
    known: Option<Known>,
}

/// Games with as many plies of the same game, each with its mark once that is known.
type Known = HashMap<(String, usize), Vec<(String, Option<u64>)>>;

/// What became of a game that was to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// Its name here.
    pub id: String,
    /// Whether it was there already, in exactly this form.
    pub before: bool,
}

impl Library {
    /// Opens the stored games of a folder, in which there have to be some.
    pub fn open(folder: &Path) -> Result<Library, Text> {
        Ok(Library { store: told(Store::visit(folder))?, known: None })
    }

    /// The same for whoever brings games: where none were stored, there are some now.
    pub fn begin(folder: &Path) -> Result<Library, Text> {
        if !folder.join(FILE).exists() {
            told(Store::open(folder))?;
        }
        Library::open(folder)
    }

    /// Whether anything was ever stored in a folder.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(FILE).exists()
    }

    /// The games, the one last touched first, and how many there are with those that could not be
    /// played again when they were last looked at.
    pub fn list(&self) -> Result<(Vec<Listed>, usize), Text> {
        told(self.store.list(usize::MAX >> 1, None))
    }

    /// The whole name of a game by as much of its beginning as no other shares.
    pub fn find(&self, begin: &str) -> Result<String, Text> {
        let ids = told(self.store.ids())?;
        let mut fitting = ids.into_iter().filter(|id| id.starts_with(begin));
        match (fitting.next(), fitting.next()) {
            (None, _) => Err(text!("server-no-game", id = begin)),
            (Some(id), None) => Ok(id),
            (Some(id), Some(_)) if id == begin => Ok(id),
            (Some(_), Some(_)) => Err(text!("server-several-games", id = begin)),
        }
    }

    /// A game, with its machines by name.
    pub fn game(&self, id: &str) -> Result<GameTree, Text> {
        let sheet = told(self.store.load(id))?;
        Ok(sheet.ok_or_else(|| text!("server-no-game", id = id))?.named())
    }

    /// Adds games, all of them or none, but for those that are there already in exactly this form.
    pub fn add(&mut self, games: Vec<GameTree>) -> Result<Vec<Added>, Text> {
        let mut known = match self.known.take() {
            Some(known) => known,
            None => self.know()?,
        };
        let mut new: Vec<Sheet> = Vec::new();
        let mut all = Vec::new();
        for game in games {
            let sheet = Sheet::arrived(game)?;
            let game = sheet.named();
            let mark = mark(&game);
            let alike = known.entry((game.game().to_owned(), game.length())).or_default();
            let mut found = None;
            for (id, marked) in alike.iter_mut() {
                // What cannot be read is like no other.
                let marked = match marked {
                    Some(marked) => *marked,
                    None => *marked.insert(self.game(id).as_ref().map_or(0, self::mark)),
                };
                let here = new.iter().find(|sheet| sheet.id == *id).map(Sheet::named);
                if marked == mark && here.map_or_else(|| self.game(id), Ok).as_ref() == Ok(&game) {
                    found = Some(id.clone());
                    break;
                }
            }
            let id = found.clone().unwrap_or_else(|| sheet.id.clone());
            all.push(Added { id, before: found.is_some() });
            if found.is_none() {
                alike.push((sheet.id.clone(), Some(mark)));
                new.push(sheet);
            }
        }
        told(self.store.insert_all(&new))?;
        // Only now: what was not added is not there.
        self.known = Some(known);
        Ok(all)
    }

    fn know(&self) -> Result<Known, Text> {
        let mut known = Known::new();
        for Listed { id, game, plies, .. } in self.list()?.0 {
            known.entry((game, plies)).or_default().push((id, None));
        }
        Ok(known)
    }

    /// The names of all games, the one last touched last.
    pub fn ids(&self) -> Result<Vec<String>, Text> {
        told(self.store.ids())
    }

    /// What is wrong with a game, if anything is.
    pub fn check(&self, id: &str) -> Option<Damage> {
        self.store.check(id)
    }

    /// What is wrong with the file in a folder, as a database. Nothing is written to it.
    pub fn check_file(folder: &Path) -> Result<Vec<Damage>, Text> {
        told(store::check_file(folder))
    }

    /// Copies all that is stored in a folder into one file, as it is at this moment, while others go on
    /// reading and writing. A file that is there is replaced.
    pub fn back_up(folder: &Path, target: &Path) -> Result<BackedUp, Text> {
        told(store::back_up(folder, target))
    }
}

fn told<T>(result: Result<T, StoreError>) -> Result<T, Text> {
    result.map_err(|error| Text::from(&error))
}

/// A number that games have in common only if they are the same in everything that can be kept of them.
fn mark(game: &GameTree) -> u64 {
    let mut hasher = DefaultHasher::new();
    Format::Json.write(game).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}

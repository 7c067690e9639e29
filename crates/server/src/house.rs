//! The house: the store, the tables that are laid out, and the crew that thinks at them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludoteca_games::Start;
use ludoteca_text::Text;

use crate::{
    boards,
    clocks::Control,
    crew::Crew,
    error::Problem,
    files::{Files, gather},
    memory::Room,
    page::Asset,
    sheet::{Sheet, chance},
    store::{After, Store},
    summary::Summary,
    table::Table,
};

/// How many tables stay laid out although nobody sits at them, and how many positions of theirs.
const IDLE_TABLES: usize = 64;
const IDLE_POSITIONS: usize = 200_000;

/// All games of a server.
pub struct House {
    store: Arc<Store>,
    crew: Arc<Crew>,
    tables: Mutex<HashMap<String, Place>>,
}

/// Where a table stands, or will as soon as its game has been read. Whoever reads it holds its lock,
/// and not that of all the others.
type Place = Arc<Mutex<Option<Arc<Table>>>>;

impl House {
    /// Opens the doors.
    pub fn new(store: Store, crew: Crew) -> House {
        House { store: Arc::new(store), crew: Arc::new(crew), tables: Mutex::default() }
    }

    /// Begins a game and stores it.
    pub fn begin(
        &self,
        start: Start,
        players: [String; 2],
        control: Option<Control>,
        seed: Option<u64>,
    ) -> Result<Arc<Table>, Problem> {
        let seed = match seed {
            Some(seed) => seed,
            None => new_seed()?,
        };
        let control = control.map(Control::check).transpose().map_err(Problem::refused)?;
        let none = Files::default();
        let files = self.gather(&start.game, &players, &none)?;
        let sheet = Sheet::begin(start, players, files, seed).map_err(Problem::refused)?;
        self.lay(sheet.with_clocks(control))
    }

    /// Begins the next game of two whose game has ended, and stores it.
    pub fn again(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let ended = self.table(id)?.ended()?;
        let game = ended.record.game();
        let files = self.gather(game, &ended.exchanged(), &ended.files)?;
        let next = ended.again(files, new_seed()?);
        self.lay(next.map_err(Problem::refused)?)
    }

    fn gather(&self, game: &str, players: &[String; 2], before: &Files) -> Result<Files, Problem> {
        gather(game, players, &self.store, self.crew.engines(), before).map_err(Problem::refused)
    }

    /// Stores a new game and lays it out.
    pub fn lay(&self, sheet: Sheet) -> Result<Arc<Table>, Problem> {
        self.store.insert(&sheet)?;
        let id = sheet.id.clone();
        let table = Arc::new(Table::new(sheet, self.store.clone(), self.crew.clone()));
        self.tables().insert(id, Arc::new(Mutex::new(Some(table.clone()))));
        Ok(table)
    }

    /// The table of a game. There is never more than one.
    pub fn table(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let place = self.place(id);
        let mut stands = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = &*stands {
            return Ok(table.clone());
        }
        let sheet = match self.store.load(id) {
            Ok(Some(sheet)) => sheet,
            missing => {
                self.tables().retain(|_, other| !Arc::ptr_eq(other, &place));
                return Err(missing.err().map_or_else(|| Problem::no_game(id), Problem::from));
            }
        };
        let table = Arc::new(Table::new(sheet, self.store.clone(), self.crew.clone()));
        *stands = Some(table.clone());
        Ok(table)
    }

    /// The place of a game's table, which may be empty yet.
    fn place(&self, id: &str) -> Place {
        let mut tables = self.tables();
        if let Some(place) = tables.get(id) {
            return place.clone();
        }
        tidy(&mut tables);
        tables.entry(id.to_owned()).or_default().clone()
    }

    /// Clears tables away that nobody sits at, where they are too many or too large.
    pub fn tidy(&self) {
        tidy(&mut self.tables());
    }

    /// The games last touched, that one first, from after a game on; and how many there are.
    pub fn list(
        &self,
        limit: usize,
        after: Option<&After>,
    ) -> Result<(Vec<Summary>, usize), Problem> {
        let (games, all) = self.store.list(limit, after)?;
        Ok((games.into_iter().map(Summary::from).collect(), all))
    }

    /// The board of a tag that a stored game was last seen on: nobody has looked at that game since the
    /// server was begun.
    pub fn board(&self, tag: &str) -> Result<Option<Arc<Asset>>, Problem> {
        match self.store.played_on(tag)? {
            Some(id) => Ok(boards::remember(tag, &self.table(&id)?.board()?)),
            None => Ok(None),
        }
    }

    /// Deletes a game.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        self.table(id)?.delete()?;
        self.tables().remove(id);
        Ok(())
    }

    /// Room in the memory for so many megabytes, while it is held.
    pub fn room(&self, megabytes: usize) -> Result<Room, Text> {
        self.crew.room(megabytes)
    }

    /// How many threads think now.
    pub fn thoughts(&self) -> usize {
        self.crew.busy()
    }

    /// Ends every thought and waits for the last thread.
    pub fn close(&self) {
        self.crew.dismiss();
    }

    /// The crew.
    pub fn crew(&self) -> Arc<Crew> {
        self.crew.clone()
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tidy(tables: &mut HashMap<String, Place>) {
    let (mut idle, mut positions) = (0, 0);
    tables.retain(|_, place| {
        if is_used(place) {
            return true;
        }
        let stands = place.lock().unwrap_or_else(PoisonError::into_inner);
        let weight = stands.as_ref().map_or(0, |table| table.weight());
        let stays = idle + 1 < IDLE_TABLES && weight <= IDLE_POSITIONS - positions;
        if stays {
            (idle, positions) = (idle + 1, positions + weight);
        }
        stays
    });
}

/// Whether somebody sits at a table or is about to. Nobody can begin to while the list is locked.
fn is_used(place: &Place) -> bool {
    let sits = |place: &Place| match place.try_lock() {
        Ok(stands) => stands.as_ref().is_some_and(|table| Arc::strong_count(table) > 1),
        Err(_) => true,
    };
    Arc::strong_count(place) > 1 || sits(place)
}

/// A seed that nobody chose: 53 bits, which every JSON reader reads exactly.
fn new_seed() -> Result<u64, Problem> {
    Ok(chance().map_err(Problem::unavailable)? >> 11)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_described_game_is_cleared_away_when_nobody_looks_at_it() {
        let folder = tempfile::tempdir().unwrap();
        let house = House::new(Store::open(folder.path()).unwrap(), Crew::default());
        let begin = |game: &str| {
            let people = ["human".to_owned(), "human".to_owned()];
            house.begin(Start::of(game), people, None, Some(1)).unwrap()
        };
        let tables = || house.tables().len();
        let (described, plain) = (begin("gdl"), begin("hex"));
        house.tidy();
        assert_eq!(tables(), 2, "somebody holds both");
        drop(plain);
        house.tidy();
        assert_eq!(tables(), 2, "a small one may stay");
        drop(described);
        house.tidy();
        assert_eq!(tables(), 1);
        for _ in 0..2 * IDLE_TABLES {
            begin("tictactoe");
        }
        house.tidy();
        assert!(tables() < IDLE_TABLES);
    }

    #[test]
    fn a_board_that_nobody_remembers_is_that_of_a_stored_game() {
        let folder = tempfile::tempdir().unwrap();
        let house = House::new(Store::open(folder.path()).unwrap(), Crew::default());
        let people = ["human".to_owned(), "human".to_owned()];
        house.begin(Start::of("hex").with("size", "7"), people, None, Some(1)).unwrap();
        let (games, _) = house.store.list(1, None).unwrap();
        assert!(house.board(&games[0].look.tag).unwrap().is_some());
        assert!(house.board("nothing").unwrap().is_none());
    }
}

//! The house: the store, the tables that are laid out, and the crew that thinks at them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludoteca_games::{
    Start,
    gdl::{Account, Patience, let_go, with_patience},
};
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
    tables: Tables,
}

/// All tables that are laid out, or are just being.
type Tables = Arc<Mutex<HashMap<String, Spot>>>;

/// Where a table stands, or will as soon as its game has been read. Whoever reads it holds its lock,
/// and not that of all the others.
type Spot = Arc<Mutex<Option<Arc<Table>>>>;

impl House {
    /// Opens the doors.
    pub fn new(store: Store, crew: Crew) -> House {
        House { store: Arc::new(store), crew: Arc::new(crew), tables: Tables::default() }
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
        let begun = self.counted(|| Sheet::begin(start, players, files, seed));
        let sheet = begun.map_err(Problem::refused)?;
        self.lay(sheet.with_clocks(control))
    }

    /// Begins the next game of two whose game has ended, and stores it.
    pub fn again(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let ended = self.table(id)?.ended()?;
        let game = ended.record.game();
        let files = self.gather(game, &ended.exchanged(), &ended.files)?;
        let seed = new_seed()?;
        let next = self.counted(|| ended.again(files, seed));
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
        let sheet = match self.counted(|| self.store.load(id)) {
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
    fn place(&self, id: &str) -> Spot {
        let mut tables = self.tables();
        if let Some(place) = tables.get(id) {
            return place.clone();
        }
        tidy(&mut tables);
        tables.entry(id.to_owned()).or_default().clone()
    }

    /// Does what may load a described game, which takes of the memory that all share. Games that nobody
    /// looks at make room for it.
    pub fn counted<T>(&self, work: impl FnOnce() -> T) -> T {
        let (crew, tables) = (self.crew.clone(), self.tables.clone());
        let account: Account = Arc::new(move |bytes| {
            let megabytes = bytes.div_ceil(1 << 20);
            let room = crew.room(megabytes).or_else(|_| {
                tidy(&mut locked(&tables));
                crew.room(megabytes)
            });
            Ok(Box::new(room?))
        });
        with_patience(Patience { account: Some(account), ..Patience::here() }, work)
    }

    /// Clears tables away that nobody sits at, where they are too many or too large.
    pub fn tidy(&self) {
        tidy(&mut self.tables());
        let_go();
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

    /// Deletes a game, also one that cannot be laid out any more.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        let place = self.place(id);
        let stands = place.lock().unwrap_or_else(PoisonError::into_inner);
        let deleted = match &*stands {
            Some(table) => table.delete(),
            None => match self.store.delete(id) {
                Ok(true) => Ok(()),
                Ok(false) => Err(Problem::no_game(id)),
                Err(error) => Err(error.into()),
            },
        };
        if stands.is_none() || deleted.is_ok() {
            self.tables().retain(|_, other| !Arc::ptr_eq(other, &place));
        }
        deleted
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

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Spot>> {
        locked(&self.tables)
    }
}

fn locked(tables: &Tables) -> MutexGuard<'_, HashMap<String, Spot>> {
    tables.lock().unwrap_or_else(PoisonError::into_inner)
}

fn tidy(tables: &mut HashMap<String, Spot>) {
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
fn is_used(place: &Spot) -> bool {
    let sits = |place: &Spot| match place.try_lock() {
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

    /// A game that takes some megabytes, another one for each test.
    fn heavy(test: &str) -> Start {
        let numbers: String = (0..30).map(|n| format!("(n {n}) ")).collect();
        let words = format!(
            "; {test}
             (role x) (role o) (init a) (<= (next a) (true a)) (legal x noop) (legal o noop)
             (<= terminal (true b)) (goal x 50) (goal o 50) {numbers}
             (<= (next b) (p ?a ?b ?c)) (<= (p ?a ?b ?c) (n ?a) (n ?b) (n ?c) (true a))"
        );
        Start::of("gdl").with("rules", &words)
    }

    fn house(folder: &std::path::Path, megabytes: usize) -> House {
        House::new(Store::open(folder).unwrap(), Crew::default().within(Some(megabytes)))
    }

    fn begin(house: &House, start: Start) -> Result<Arc<Table>, Problem> {
        house.begin(start, ["human", "human"].map(str::to_owned), None, Some(1))
    }

    #[test]
    fn described_games_take_of_the_memory_that_all_share_until_nobody_looks_at_them() {
        let folder = tempfile::tempdir().unwrap();
        let poor = house(folder.path(), 10);
        let refused = begin(&poor, heavy("counted")).err().unwrap();
        assert!(format!("{refused:?}").contains("server-memory"), "{refused:?}");
        assert!(poor.room(10).is_ok(), "what was refused takes nothing");
        drop(poor);

        let house = house(folder.path(), 100);
        let table = begin(&house, heavy("counted")).unwrap();
        house.tidy();
        assert!(house.room(95).is_err(), "somebody looks at it");
        drop(table);
        house.tidy();
        assert!(house.room(100).is_ok());
    }

    #[test]
    fn heavy_games_are_listed_and_deleted_where_none_of_them_could_be_loaded() {
        let folder = tempfile::tempdir().unwrap();
        {
            let rich = house(folder.path(), 100);
            let tables: Vec<_> = (0..20).map(|_| begin(&rich, heavy("listed")).unwrap()).collect();
            drop(tables);
            rich.tidy();
        }
        let poor = house(folder.path(), 0);
        let (games, total) = poor.list(100, None).unwrap();
        assert_eq!((games.len(), total), (20, 20));
        assert!(poor.tables().is_empty(), "no table was laid out for it");
        let (listed, _) = poor.store.list(1, None).unwrap();
        let id = &listed[0].id;
        let refused = poor.table(id).err().unwrap();
        assert!(format!("{refused:?}").contains("server-memory"), "{refused:?}");
        poor.delete(id).unwrap();
        assert!(poor.delete(id).is_err());
        assert_eq!(poor.list(100, None).unwrap().1, 19);
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

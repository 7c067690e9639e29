//! The house: the store, the tables that are laid out, and the crew that thinks at them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludoteca_arena::Setup;

use crate::{
    clocks::Control,
    crew::Crew,
    error::Problem,
    files::{Files, gather},
    sheet::{Sheet, chance},
    store::Store,
    summary::Summary,
    table::Table,
};

/// How many tables stay laid out although nobody sits at them.
const IDLE_TABLES: usize = 64;

/// All games of a server.
pub struct House {
    store: Arc<Store>,
    crew: Arc<Crew>,
    tables: Mutex<HashMap<String, Arc<Table>>>,
}

impl House {
    /// Opens the doors.
    pub fn new(store: Store, crew: Crew) -> House {
        House { store: Arc::new(store), crew: Arc::new(crew), tables: Mutex::default() }
    }

    /// Begins a game and stores it.
    pub fn begin(
        &self,
        setup: Setup,
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
        let files = self.gather(&setup.game, &players, &none)?;
        let sheet = Sheet::begin(setup, players, files, seed).map_err(Problem::refused)?;
        self.lay(sheet.with_clocks(control))
    }

    /// Begins the next game of two whose game has ended, and stores it.
    pub fn again(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let ended = self.table(id)?.ended()?;
        let game = &ended.record.setup().game;
        let files = self.gather(game, &ended.exchanged(), &ended.files)?;
        let next = ended.again(files, new_seed()?);
        self.lay(next.map_err(Problem::refused)?)
    }

    fn gather(&self, game: &str, players: &[String; 2], before: &Files) -> Result<Files, Problem> {
        gather(game, players, &self.store, self.crew.engines(), before).map_err(Problem::refused)
    }

    /// Stores a new game and lays it out.
    pub fn lay(&self, sheet: Sheet) -> Result<Arc<Table>, Problem> {
        self.store.save(&sheet, 0)?;
        let id = sheet.id.clone();
        let table = Arc::new(Table::new(sheet, self.store.clone(), self.crew.clone()));
        self.tables().insert(id, table.clone());
        Ok(table)
    }

    /// The table of a game. There is never more than one.
    pub fn table(&self, id: &str) -> Result<Arc<Table>, Problem> {
        let mut tables = self.tables();
        if let Some(table) = tables.get(id) {
            return Ok(table.clone());
        }
        let sheet = self.store.load(id)?.ok_or_else(|| Problem::no_game(id))?;
        if tables.len() >= IDLE_TABLES {
            // Whoever uses a table holds it; nobody can begin to while the list is locked.
            tables.retain(|_, table| Arc::strong_count(table) > 1);
        }
        let table = Arc::new(Table::new(sheet, self.store.clone(), self.crew.clone()));
        tables.insert(id.to_owned(), table.clone());
        Ok(table)
    }

    /// The games last touched, that one first, and how many there are.
    pub fn list(&self, limit: usize) -> Result<(Vec<Summary>, usize), Problem> {
        let (sheets, all) = self.store.list(limit)?;
        Ok((sheets.into_iter().map(Summary::of).collect(), all))
    }

    /// Deletes a game.
    pub fn delete(&self, id: &str) -> Result<(), Problem> {
        self.table(id)?.delete()?;
        self.tables().remove(id);
        Ok(())
    }

    /// How many threads think now.
    pub fn thoughts(&self) -> usize {
        self.crew.busy()
    }

    /// Ends every thought and waits for the last thread.
    pub fn close(&self) {
        self.crew.dismiss();
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A seed that nobody chose: 53 bits, which every JSON reader reads exactly.
fn new_seed() -> Result<u64, Problem> {
    Ok(chance().map_err(Problem::unavailable)? >> 11)
}

//! Where a tournament is played: its folder, and the tournament as its games make it.
//!
//! Whoever has played a game hands it in here, on this machine or another: it is held against the
//! rules, kept, and only then counted.

use std::{
    collections::HashSet,
    path::Path,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use ludoteca_arena::{GameDone, GameJob, MatchError, tournament::Tournament};
use ludoteca_players::{Stop, Supply, threads};

use super::{Asked, Folder, TournamentError, processors};

/// A tournament with the folder that keeps it.
#[derive(Debug)]
pub struct Hall {
    folder: Folder,
    tournament: Tournament,
    read: usize,
}

impl Hall {
    /// Begins a tournament.
    pub fn begin(asked: &Asked) -> Result<Hall, TournamentError> {
        let Asked { out, title, plan, jobs, pin } = asked;
        Hall::of(Folder::begin(out, title, plan, *jobs, *pin)?)
    }

    /// Goes on with one.
    pub fn resume(path: &Path) -> Result<Hall, TournamentError> {
        Hall::of(Folder::resume(path)?)
    }

    /// Looks at one, whoever plays it.
    pub fn look(path: &Path) -> Result<Hall, TournamentError> {
        Hall::of(Folder::look(path)?)
    }

    fn of(folder: Folder) -> Result<Hall, TournamentError> {
        let tournament = Tournament::new(folder.plan().clone());
        let mut hall = Hall { folder, tournament, read: 0 };
        hall.refresh()?;
        Ok(hall)
    }

    /// Counts what was kept since it was last looked.
    pub fn refresh(&mut self) -> Result<(), TournamentError> {
        let games = self.folder.games(self.read)?;
        self.read += games.len();
        for done in &games {
            self.tournament.take(done);
        }
        Ok(())
    }

    /// The folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The tournament as far as it has come.
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// The names of the two sides of a game.
    pub fn names(&self, done: &GameDone) -> Option<[&str; 2]> {
        let pairing = self.tournament.pairings().get(done.pair as usize)?;
        let [a, b] = pairing.players;
        let players = if done.game == 0 { [a, b] } else { [b, a] };
        Some(players.map(|player| self.tournament.plan().entrants[player].name.as_str()))
    }

    /// Takes a game that somebody has played: of this tournament, by the rules, and none that is
    /// known. When it says that the game is new, the game is kept for good; whoever played it may
    /// forget it then, and not before.
    pub fn take(&mut self, done: &GameDone) -> Result<bool, TournamentError> {
        let foreign = || MatchError::NotTheGame { pair: done.pair, game: done.game };
        let job = self.tournament.job(done.pair, done.game).ok_or_else(foreign)?;
        if self.tournament.knows(done.pair, done.game) {
            return Ok(false);
        }
        done.record(&job)?;
        let names = job.players.each_ref().map(|player| player.name.as_str());
        if self.folder.keep(names, done)? {
            self.read += 1;
        }
        Ok(self.tournament.take(done))
    }
}

/// What the players of a tournament on this machine know of each other.
struct Shared<'a> {
    hall: &'a Mutex<Hall>,
    under_way: Mutex<HashSet<(u32, u32)>>,
    changed: Condvar,
    /// Somebody could not go on, and so nobody does.
    failed: Stop,
}

/// Plays all games that are left on this machine, so many at the same time. `each` is told of every
/// game as it is kept. A stop leaves the games under way unplayed.
pub fn play_here(
    hall: &Mutex<Hall>,
    supply: &Supply<'_>,
    stop: &Stop,
    each: &(dyn Fn(&Hall, &GameDone) + Sync),
) -> Result<(), TournamentError> {
    let (jobs, pin) = {
        let hall = lock(hall);
        (hall.folder.jobs(), hall.folder.pin())
    };
    let places = if pin { processors::divided(jobs) } else { Vec::new() };
    let failed = Stop::default();
    let shared = Shared { hall, under_way: Mutex::default(), changed: Condvar::new(), failed };
    let work = |number: usize| {
        let (shared, place) = (&shared, places.get(number));
        move || {
            if let Some(place) = place {
                processors::stay(place);
            }
            shared.work(supply, stop, each).inspect_err(|_| {
                shared.failed.set();
                shared.changed.notify_all();
            })
        }
    };
    let ((), done) = threads::beside((0..jobs).map(work), || ());
    done.into_iter().collect()
}

impl Shared<'_> {
    fn work(
        &self,
        supply: &Supply<'_>,
        stop: &Stop,
        each: &(dyn Fn(&Hall, &GameDone) + Sync),
    ) -> Result<(), TournamentError> {
        while let Some(job) = self.next(stop) {
            let done = job.play(supply, stop)?;
            if let Some(done) = &done {
                let mut hall = lock(self.hall);
                if hall.take(done)? {
                    each(&hall, done);
                }
            }
            lock(&self.under_way).remove(&(job.pair, job.game));
            // Those who wait for the end of a round, or for the end of all.
            self.changed.notify_all();
        }
        Ok(())
    }

    /// The next game that nobody plays; waits where one may yet come.
    fn next(&self, stop: &Stop) -> Option<GameJob> {
        let mut under_way = lock(&self.under_way);
        loop {
            if stop.is_set() || self.failed.is_set() {
                return None;
            }
            {
                let hall = lock(self.hall);
                let tournament = hall.tournament();
                let free = tournament.open().find(|open| !under_way.contains(open));
                if let Some((pair, game)) = free {
                    under_way.insert((pair, game));
                    return tournament.job(pair, game);
                }
                if tournament.is_over() || under_way.is_empty() {
                    return None;
                }
            }
            under_way = self.changed.wait(under_way).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

//! The memory that those who think may take together: running out of it would end the whole server
//! and every game in it, so that whoever would take the last of it is refused instead.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ludoteca_games::AnyLine;
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Failure, Thought};
use ludoteca_text::{Text, text};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// How many megabytes there are for all, and how many are taken.
#[derive(Debug)]
pub struct Memory {
    most: usize,
    taken: Mutex<usize>,
}

/// Some of it, until dropped.
#[derive(Debug)]
pub struct Room {
    memory: Arc<Memory>,
    megabytes: usize,
}

/// A player and the room it needs: one goes with the other.
pub struct Roomed {
    player: Box<dyn AnyPlayer>,
    _room: Room,
}

impl Memory {
    /// So many megabytes; none is half of what this machine has, or of what of it is ours.
    pub fn new(megabytes: Option<usize>) -> Arc<Memory> {
        let most = megabytes.unwrap_or_else(half);
        Arc::new(Memory { most, taken: Mutex::new(0) })
    }

    /// Takes so many megabytes, if there are as many.
    pub fn room(self: &Arc<Memory>, megabytes: usize) -> Result<Room, Text> {
        let mut taken = self.taken();
        let with = taken.saturating_add(megabytes);
        if with > self.most {
            let (taken, most) = (*taken, self.most);
            return Err(text!("server-memory", needed = megabytes, taken = taken, most = most));
        }
        *taken = with;
        Ok(Room { memory: self.clone(), megabytes })
    }

    fn taken(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// However small a machine is.
const LEAST: usize = 600;

/// Half of the megabytes there are.
fn half() -> usize {
    let refresh = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let bytes = System::new_with_specifics(refresh).map_or(0, |system| {
        let ours = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
        system.total_memory().min(ours)
    });
    // One player of any kind can always think.
    usize::try_from(bytes >> 21).unwrap_or(usize::MAX).max(LEAST)
}

impl Drop for Room {
    fn drop(&mut self) {
        *self.memory.taken() -= self.megabytes;
    }
}

impl Roomed {
    /// A player that has its room.
    pub fn boxed(player: Box<dyn AnyPlayer>, room: Room) -> Box<dyn AnyPlayer> {
        Box::new(Roomed { player, _room: room })
    }
}

impl AnyPlayer for Roomed {
    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        self.player.think(line, budget, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_would_take_the_last_of_it_is_refused_until_somebody_has_gone() {
        let memory = Memory::new(Some(100));
        let rooms = [memory.room(48).unwrap(), memory.room(48).unwrap()];
        let refused = memory.room(48).unwrap_err();
        assert_eq!(refused, text!("server-memory", needed = 48, taken = 96, most = 100));
        assert!(memory.room(usize::MAX).is_err());
        drop(rooms);
        assert!(memory.room(100).is_ok());
        assert!(Memory::new(None).most >= LEAST);
    }
}

//! The memory that those who think may take together: running out of it would end the whole server
//! and every game in it, so that whoever would take the last of it is refused instead.
//!
//! It is shared as the [queue](crate::queue) is. The lesser a need, the more it has to leave for the
//! greater ones; and what one owner holds leaves something for the others.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ludoteca_games::AnyLine;
use ludoteca_players::{AnyPlayer, AnyWatch, Budget, Failure, Thought};
use ludoteca_text::{Text, text};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::{owner::Owner, queue::Need};

/// How many megabytes there are for all, and how many are taken.
#[derive(Debug)]
pub struct Memory {
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// What each owner holds; nobody holds nothing.
    own: BTreeMap<Owner, usize>,
}

/// Some of it, until dropped.
#[derive(Debug)]
pub struct Room {
    memory: Arc<Memory>,
    owner: Option<Owner>,
    megabytes: usize,
}

/// So much of the whole may be taken when an analysis or what goes on in the background takes the
/// last of it, and so much may one owner hold.
const FOR_ANALYSES: f64 = 0.9;
const FOR_BACKGROUND: f64 = 0.5;
const FOR_ONE: f64 = 0.8;

/// A player and the room it needs: one goes with the other.
pub struct Roomed {
    player: Box<dyn AnyPlayer>,
    _room: Room,
}

impl Memory {
    /// So many megabytes; none is half of what this machine has, or of what of it is ours.
    pub fn new(megabytes: Option<usize>) -> Arc<Memory> {
        let most = megabytes.unwrap_or_else(half);
        Arc::new(Memory { most, taken: Mutex::default() })
    }

    /// Takes so many megabytes for what belongs to all, if there are as many.
    pub fn room(self: &Arc<Memory>, megabytes: usize) -> Result<Room, Text> {
        let mut taken = self.taken();
        self.check(&taken, megabytes)?;
        taken.all += megabytes;
        Ok(Room { memory: self.clone(), owner: None, megabytes })
    }

    /// Takes so many megabytes for something that an owner needs, if that leaves enough for others.
    pub fn room_for(
        self: &Arc<Memory>,
        owner: Owner,
        need: Need,
        megabytes: usize,
    ) -> Result<Room, Text> {
        let part = match need {
            Need::Move | Need::Hint => 1.0,
            Need::Analysis => FOR_ANALYSES,
            Need::Review | Need::Work => FOR_BACKGROUND,
        };
        let mut taken = self.taken();
        self.check(&taken, megabytes)?;
        let own = taken.own.get(&owner).copied().unwrap_or(0);
        let (most, mine) = (self.part(part), self.part(FOR_ONE));
        if taken.all + megabytes > most {
            let (taken, kept) = (taken.all, self.most - most);
            let (needed, all) = (megabytes, self.most);
            return Err(text!(
                "server-memory-kept",
                needed = needed,
                taken = taken,
                most = all,
                kept = kept
            ));
        }
        if own + megabytes > mine {
            return Err(text!("server-memory-own", needed = megabytes, own = own, most = mine));
        }
        taken.all += megabytes;
        *taken.own.entry(owner).or_default() += megabytes;
        Ok(Room { memory: self.clone(), owner: Some(owner), megabytes })
    }

    fn check(&self, taken: &Taken, megabytes: usize) -> Result<(), Text> {
        if taken.all.saturating_add(megabytes) <= self.most {
            return Ok(());
        }
        Err(text!("server-memory", needed = megabytes, taken = taken.all, most = self.most))
    }

    fn part(&self, part: f64) -> usize {
        (self.most as f64 * part) as usize
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
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
        let mut taken = self.memory.taken();
        taken.all -= self.megabytes;
        if let Some(owner) = self.owner
            && let Some(own) = taken.own.get_mut(&owner)
        {
            *own -= self.megabytes;
            if *own == 0 {
                taken.own.remove(&owner);
            }
        }
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
    use proptest::prelude::*;

    use super::*;

    const A: Owner = Owner::of(1);
    const B: Owner = Owner::of(2);

    fn refusal(room: Result<Room, Text>) -> Option<String> {
        room.err().map(|why| why.id.into_owned())
    }

    #[test]
    fn whoever_would_take_the_last_of_it_is_refused_until_somebody_has_gone() {
        let memory = Memory::new(Some(100));
        let rooms = [memory.room(48).unwrap(), memory.room(48).unwrap()];
        let refused = memory.room(48).unwrap_err();
        assert_eq!(refused, text!("server-memory", needed = 48, taken = 96, most = 100));
        assert!(memory.room(usize::MAX).is_err());
        assert!(memory.room_for(A, Need::Move, usize::MAX).is_err());
        drop(rooms);
        assert!(memory.room(100).is_ok());
        assert!(Memory::new(None).most >= LEAST);
    }

    #[test]
    fn the_lesser_need_leaves_some_for_the_greater_and_one_owner_for_another() {
        let memory = Memory::new(Some(100));
        let work = memory.room_for(A, Need::Work, 40).unwrap();
        let kept = memory.room_for(A, Need::Work, 20).unwrap_err();
        let told = text!("server-memory-kept", needed = 20, taken = 40, most = 100, kept = 50);
        assert_eq!(kept, told);
        let analysis = memory.room_for(A, Need::Analysis, 40).unwrap();
        let own = memory.room_for(A, Need::Move, 10).unwrap_err();
        assert_eq!(own, text!("server-memory-own", needed = 10, own = 80, most = 80));
        let kept = refusal(memory.room_for(B, Need::Analysis, 20));
        assert_eq!(kept.as_deref(), Some("server-memory-kept"));
        let other = memory.room_for(B, Need::Move, 20).unwrap();
        let full = refusal(memory.room_for(B, Need::Move, 1));
        assert_eq!(full.as_deref(), Some("server-memory"));
        drop((work, analysis, other));
        assert!(memory.taken().own.is_empty());
    }

    proptest! {
        /// However greedy the others are: there is always some left for one more move of one more
        /// owner, and what is given back is there again.
        #[test]
        fn nobody_can_keep_the_others_out(
            asked in prop::collection::vec((1..4usize, 1..60usize), 1..40)
        ) {
            let memory = Memory::new(Some(200));
            let mut rooms = Vec::new();
            for (need, megabytes) in asked {
                let need = [Need::Move, Need::Analysis, Need::Review, Need::Work][need];
                rooms.extend(memory.room_for(A, need, megabytes));
                prop_assert!(memory.taken().all <= 160);
                drop(memory.room_for(B, Need::Move, 40).unwrap());
            }
            drop(rooms);
            prop_assert_eq!(memory.taken().all, 0);
        }
    }
}

//! The threads that think: who of those who want to has a place in the [queue](Queue) gets a thread of
//! their own, and all of them can be ended. Nobody holds a thread while waiting.
//!
//! A thread that thinks is less urgent to the system than those that answer requests, and the less
//! urgent the lesser its need: on a machine that thinks on all its processors a move is still
//! acknowledged at once.

mod aside;
mod roster;
mod urgency;

use std::{
    sync::{Arc, PoisonError},
    thread,
    time::Duration,
};

use ludoteca_players::{StartEngine, Stop};
use ludoteca_text::{Text, text};

pub use self::aside::Aside;
use self::{
    aside::InTurn,
    roster::{Common, Wanted},
};
use crate::{
    memory::{Memory, Room},
    owner::Owner,
    queue::{MOST_EACH, Need, Ticket, TooMuch},
};

/// All thinking threads of a server, and those who wait for one.
pub struct Crew {
    common: Arc<Common>,
    memory: Arc<Memory>,
    engines: &'static StartEngine,
}

/// Hears how many are before a thought.
pub type Told = Arc<dyn Fn(usize) + Send + Sync>;

type Work = Box<dyn FnOnce(Place) + Send>;

/// A place to think, until dropped.
pub struct Place {
    common: Arc<Common>,
    ticket: Ticket,
    /// Ends the thought, because its time is over or its place is needed.
    pub stop: Stop,
}

/// A thought as whoever asks for it describes it.
pub struct Thinking<'a> {
    /// What it is needed for.
    pub need: Need,
    /// Ends it, also while it waits.
    pub stop: &'a Stop,
    /// Is told how many are before it, whenever that changes, while it waits.
    pub told: Told,
}

/// How long the dismissed are waited for. A player looks at its clock every few milliseconds;
/// whoever takes longer than this is not coming.
const PATIENCE: Duration = Duration::from_secs(5);

impl Default for Crew {
    /// A crew without other programs: whoever can open the page could start them.
    fn default() -> Crew {
        Crew::with_engines(&|_| Err(text!("server-no-engines")))
    }
}

impl Crew {
    /// A crew that other programs may join, as `engines` starts them.
    pub fn with_engines(engines: &'static StartEngine) -> Crew {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Crew { common: Common::new(processors, 2 * processors), memory: Memory::new(None), engines }
    }

    /// The same with so many megabytes for all; none is half of what the machine has.
    pub fn within(self, megabytes: Option<usize>) -> Crew {
        Crew { memory: Memory::new(megabytes), ..self }
    }

    /// The same on so many processors, with as many places of a kind.
    #[cfg(test)]
    pub fn on(self, processors: usize) -> Crew {
        Crew { common: Common::new(processors, processors), ..self }
    }

    /// Room for something of all that takes so many megabytes, for as long as it is held.
    pub fn room(&self, megabytes: usize) -> Result<Room, Text> {
        self.memory.room(megabytes)
    }

    /// The same for something that the owner this thread works for needs.
    pub fn room_for(&self, need: Need, megabytes: usize) -> Result<Room, Text> {
        self.memory.room_for(Owner::here(), need, megabytes)
    }

    /// How another program becomes a player.
    pub fn engines(&self) -> &'static StartEngine {
        self.engines
    }

    /// Has something thought as soon as there is a place for it, on a thread of its own, for the owner
    /// this thread works for. What comes back is how many are before it, if it has to wait. An error
    /// says why it is not thought at all.
    pub fn think(
        &self,
        thinking: Thinking<'_>,
        work: impl FnOnce(Place) + Send + 'static,
    ) -> Result<Option<usize>, Text> {
        let Thinking { need, stop, told } = thinking;
        let owner = Owner::here();
        let mut roster = self.common.roster();
        roster.check()?;
        let ticket = roster.queue.enter(owner, need).map_err(|TooMuch| enough())?;
        let (stop, work) = (stop.clone(), Box::new(work));
        roster.wanted.insert(ticket, Wanted { owner, need, stop, before: 0, told, work });
        self.common.go_on(&mut roster);
        if roster.placed.contains_key(&ticket) {
            return Ok(None);
        }
        let line = roster.queue.line();
        let before = line.into_iter().find(|(of, _)| *of == ticket).map(|(_, before)| before);
        let wanted = roster.wanted.get_mut(&ticket).ok_or_else(|| text!("server-no-place"))?;
        wanted.before = before.unwrap_or(0);
        Ok(before)
    }

    /// Sets a thread to work that goes on by itself, until `stop`. What of it thinks waits for a turn:
    /// that of [`Crew::stop_in_turn`], or one [aside](Crew::aside).
    pub fn work(&self, stop: Stop, work: impl FnOnce() + Send + 'static) -> Result<(), Text> {
        let mut roster = self.common.roster();
        roster.check()?;
        let owner = Owner::here();
        self.common.spawn(&mut roster, Need::Work, stop, move || owner.serve(work))
    }

    /// What ends work that this thread's owner asks for, and gives each thread of it its turns, for as
    /// long as nobody waits for another thought.
    pub fn stop_in_turn(&self) -> Stop {
        Stop::in_turn(InTurn::new(&self.common, Owner::here()))
    }

    /// Somebody who thinks only while nobody waits for another thought.
    pub fn aside(&self) -> Aside {
        Aside::new(self.common.clone(), Owner::here(), Need::Review)
    }

    /// How many are thinking now, or wait for a place.
    pub fn busy(&self) -> usize {
        let roster = self.common.roster();
        roster.present + roster.wanted.len()
    }

    /// Whether everybody has been sent home.
    pub fn is_dismissed(&self) -> bool {
        self.common.roster().dismissed
    }

    /// Ends every thought and waits, for a few seconds at most, until the last thread has gone.
    /// Nobody new thinks afterwards.
    pub fn dismiss(&self) {
        self.dismiss_within(PATIENCE);
    }

    /// The same with other patience. A thread that will not end is left behind, and its name is
    /// told: a server that is asked to end has to.
    fn dismiss_within(&self, patience: Duration) {
        let mut roster = self.common.roster();
        roster.dismissed = true;
        let threads = std::mem::take(&mut roster.threads);
        let waited = std::mem::take(&mut roster.wanted);
        waited.keys().for_each(|ticket| roster.queue.leave(*ticket));
        threads.iter().for_each(|(stop, _)| stop.set());
        roster.placed.values().for_each(Stop::set);
        self.common.changed.notify_all();
        let waiting =
            self.common.changed.wait_timeout_while(roster, patience, |roster| roster.present > 0);
        let (roster, timeout) = waiting.unwrap_or_else(PoisonError::into_inner);
        drop(roster);
        // What was never thought is forgotten where nobody holds the lock.
        drop(waited);
        for (_, thread) in threads {
            if timeout.timed_out() && !thread.is_finished() {
                let name = thread.thread().name().unwrap_or_default();
                tracing::warn!(thread = name, "a thread that does not end is left behind");
            } else {
                // A thread that panicked has said so itself.
                let _ = thread.join();
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut roster = self.common.roster();
        roster.leave(self.ticket);
        self.common.go_on(&mut roster);
    }
}

fn enough() -> Text {
    text!("server-enough", most = MOST_EACH)
}

#[cfg(test)]
mod tests;

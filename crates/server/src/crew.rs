//! The threads that think: how many there are, how all of them are ended, and whether other programs
//! may think with them.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{Builder, JoinHandle},
    time::Duration,
};

use ludoteca_players::{StartEngine, Stop};
use ludoteca_text::{Text, text};

use crate::memory::{Memory, Room};

/// All thinking threads of a server.
pub struct Crew {
    roster: Mutex<Roster>,
    busy: Arc<Busy>,
    memory: Arc<Memory>,
    engines: &'static StartEngine,
}

#[derive(Default)]
struct Roster {
    threads: Vec<(Stop, JoinHandle<()>)>,
    /// How many there have been, by which they are named.
    begun: u64,
    dismissed: bool,
}

/// How many are thinking, and word of each that goes.
#[derive(Default)]
struct Busy {
    counts: Mutex<Counts>,
    gone: Condvar,
}

#[derive(Default)]
struct Counts {
    all: usize,
    /// Those of them that somebody waits for.
    awaited: usize,
    /// The thought that nobody waits for, if one is under way.
    aside: Option<Stop>,
}

/// The leave to think a thought that nobody waits for, until dropped.
pub struct Way {
    busy: Arc<Busy>,
    /// Ends the thought, because somebody waits for another: it is to be thought again later.
    pub cut: Stop,
}

/// How often somebody who waits for a way looks whether they are to wait any longer.
const LOOK: Duration = Duration::from_millis(50);

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
        let memory = Memory::new(None);
        Crew { roster: Mutex::default(), busy: Arc::default(), memory, engines }
    }

    /// The same with so many megabytes for all; none is half of what the machine has.
    pub fn within(self, megabytes: Option<usize>) -> Crew {
        Crew { memory: Memory::new(megabytes), ..self }
    }

    /// Room for something that takes so many megabytes, for as long as it is held.
    pub fn room(&self, megabytes: usize) -> Result<Room, Text> {
        self.memory.room(megabytes)
    }

    /// How another program becomes a player.
    pub fn engines(&self) -> &'static StartEngine {
        self.engines
    }

    /// Sets a thread to think about what somebody waits for, which ends soon after `stop` is set.
    /// Whoever thinks aside makes way. An error says why not.
    pub fn think(&self, stop: Stop, work: impl FnOnce() + Send + 'static) -> Result<(), Text> {
        self.set_to_work(stop, true, work)
    }

    /// The same for work that goes on by itself. What of it should wait for others asks for its
    /// [way](Crew::way).
    pub fn work(&self, stop: Stop, work: impl FnOnce() + Send + 'static) -> Result<(), Text> {
        self.set_to_work(stop, false, work)
    }

    /// Waits until nobody waits for a thought, and nobody else thinks aside; none if `stop` was set
    /// before.
    pub fn way(&self, stop: &Stop) -> Option<Way> {
        let mut counts = self.busy.counts();
        while !stop.is_set() {
            if counts.awaited == 0 && counts.aside.is_none() {
                let cut = Stop::default();
                counts.aside = Some(cut.clone());
                return Some(Way { busy: self.busy.clone(), cut });
            }
            let waited = self.busy.gone.wait_timeout(counts, LOOK);
            counts = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn set_to_work(
        &self,
        stop: Stop,
        awaited: bool,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Text> {
        let mut roster = self.roster.lock().unwrap_or_else(PoisonError::into_inner);
        if roster.dismissed {
            return Err(text!("server-closing"));
        }
        roster.threads.retain(|(_, thread)| !thread.is_finished());
        roster.begun += 1;
        let presence = Presence::new(&self.busy, awaited);
        let thread = Builder::new()
            .name(format!("thinking-{}", roster.begun))
            .spawn(move || {
                let _presence = presence;
                work();
            })
            .map_err(|error| text!("server-no-thread", why = error.to_string()))?;
        roster.threads.push((stop, thread));
        Ok(())
    }

    /// How many are thinking now.
    pub fn busy(&self) -> usize {
        self.busy.counts().all
    }

    /// Whether everybody has been sent home.
    pub fn is_dismissed(&self) -> bool {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner).dismissed
    }

    /// Ends every thought and waits, for a few seconds at most, until the last thread has gone.
    /// Nobody new thinks afterwards.
    pub fn dismiss(&self) {
        self.dismiss_within(PATIENCE);
    }

    /// The same with other patience. A thread that will not end is left behind, and its name is
    /// told: a server that is asked to end has to.
    fn dismiss_within(&self, patience: Duration) {
        let threads = {
            let mut roster = self.roster.lock().unwrap_or_else(PoisonError::into_inner);
            roster.dismissed = true;
            std::mem::take(&mut roster.threads)
        };
        threads.iter().for_each(|(stop, _)| stop.set());
        let counts = self.busy.counts();
        counts.aside.iter().for_each(Stop::set);
        let waited = self.busy.gone.wait_timeout_while(counts, patience, |counts| counts.all > 0);
        let (counts, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        drop(counts);
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

impl Busy {
    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a thread for as long as it lives, however it ends.
struct Presence {
    busy: Arc<Busy>,
    awaited: bool,
}

impl Presence {
    fn new(busy: &Arc<Busy>, awaited: bool) -> Presence {
        let mut counts = busy.counts();
        counts.all += 1;
        if awaited {
            counts.awaited += 1;
            counts.aside.iter().for_each(Stop::set);
        }
        drop(counts);
        Presence { busy: busy.clone(), awaited }
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut counts = self.busy.counts();
        counts.all -= 1;
        counts.awaited -= usize::from(self.awaited);
        drop(counts);
        self.busy.gone.notify_all();
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        self.busy.counts().aside = None;
        self.busy.gone.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dismissed_have_all_gone_and_nobody_new_begins() {
        let crew = Crew::default();
        for _ in 0..3 {
            let stop = Stop::default();
            let seen = stop.clone();
            crew.think(stop, move || {
                while !seen.is_set() {
                    std::thread::yield_now();
                }
            })
            .unwrap();
        }
        assert_eq!(crew.busy(), 3);
        crew.dismiss();
        assert_eq!(crew.busy(), 0);
        assert_eq!(crew.think(Stop::default(), || ()).unwrap_err().id, "server-closing");
    }

    #[test]
    fn who_will_not_go_is_left_behind() {
        let crew = Crew::default();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        let deaf = Stop::default();
        crew.think(deaf.clone(), move || {
            let _ = wait.recv();
        })
        .unwrap();
        crew.dismiss_within(Duration::from_millis(1));
        assert!(deaf.is_set() && crew.is_dismissed());
        assert_eq!(crew.busy(), 1);
        // It goes when it can.
        drop(go);
        crew.dismiss();
    }

    #[test]
    fn who_thinks_aside_makes_way_and_goes_on_when_nobody_waits_any_more() {
        let crew = Crew::default();
        let never = Stop::default();
        let way = crew.way(&never).unwrap();
        let (go, wait) = std::sync::mpsc::channel::<()>();
        crew.think(Stop::default(), move || {
            let _ = wait.recv();
        })
        .unwrap();
        assert!(way.cut.is_set(), "somebody waits for another thought");
        drop(way);
        let given_up = Stop::default();
        given_up.set();
        assert!(crew.way(&given_up).is_none(), "there is no way yet");
        drop(go);
        let way = crew.way(&never).unwrap();
        crew.work(Stop::default(), || ()).unwrap();
        assert!(!way.cut.is_set(), "nobody waits for work that goes on by itself");
        crew.dismiss();
        assert!(way.cut.is_set());
    }
}

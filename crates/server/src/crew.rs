//! The threads that think: how many there are, how all of them are ended, and whether other programs
//! may think with them.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread::{Builder, JoinHandle},
};

use ludoteca_players::{StartEngine, Stop};
use ludoteca_text::{Text, text};

/// All thinking threads of a server.
pub struct Crew {
    roster: Mutex<Roster>,
    busy: Arc<AtomicUsize>,
    engines: &'static StartEngine,
}

#[derive(Default)]
struct Roster {
    threads: Vec<(Stop, JoinHandle<()>)>,
    dismissed: bool,
}

impl Default for Crew {
    /// A crew without other programs: whoever can open the page could start them.
    fn default() -> Crew {
        Crew::with_engines(&|_| Err(text!("server-no-engines")))
    }
}

impl Crew {
    /// A crew that other programs may join, as `engines` starts them.
    pub fn with_engines(engines: &'static StartEngine) -> Crew {
        Crew { roster: Mutex::default(), busy: Arc::default(), engines }
    }

    /// How another program becomes a player.
    pub fn engines(&self) -> &'static StartEngine {
        self.engines
    }

    /// Sets a thread to work, which ends soon after `stop` is set. An error says why not.
    pub fn think(&self, stop: Stop, work: impl FnOnce() + Send + 'static) -> Result<(), Text> {
        let mut roster = self.roster.lock().unwrap_or_else(PoisonError::into_inner);
        if roster.dismissed {
            return Err(text!("server-closing"));
        }
        roster.threads.retain(|(_, thread)| !thread.is_finished());
        let presence = Presence::new(&self.busy);
        let thread = Builder::new()
            .name("thinking".into())
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
        self.busy.load(Ordering::Acquire)
    }

    /// Whether everybody has been sent home.
    pub fn is_dismissed(&self) -> bool {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner).dismissed
    }

    /// Ends every thought and waits until the last thread has gone. Nobody thinks afterwards.
    pub fn dismiss(&self) {
        let threads = {
            let mut roster = self.roster.lock().unwrap_or_else(PoisonError::into_inner);
            roster.dismissed = true;
            std::mem::take(&mut roster.threads)
        };
        threads.iter().for_each(|(stop, _)| stop.set());
        for (_, thread) in threads {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// Counts a thread for as long as it lives, however it ends.
struct Presence(Arc<AtomicUsize>);

impl Presence {
    fn new(busy: &Arc<AtomicUsize>) -> Presence {
        busy.fetch_add(1, Ordering::AcqRel);
        Presence(busy.clone())
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
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
}

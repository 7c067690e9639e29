//! What the threads that think know of each other: who has a place and who waits for one, and the
//! usher, who looks after those who wait.

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, Builder, JoinHandle},
    time::Duration,
};

use ludoteca_players::Stop;
use ludoteca_text::{Text, text};

use super::{Place, Told, Work, urgency::step_back};
use crate::{
    owner::Owner,
    queue::{Need, Queue, Ticket},
};

/// What the threads know of each other.
pub(super) struct Common {
    roster: Mutex<Roster>,
    pub changed: Condvar,
}

/// Who thinks, and who wants to.
pub(super) struct Roster {
    pub queue: Queue,
    pub wanted: BTreeMap<Ticket, Wanted>,
    /// Those who have a place, and what ends their thought.
    pub placed: BTreeMap<Ticket, Stop>,
    pub threads: Vec<(Stop, JoinHandle<()>)>,
    /// How many threads there are.
    pub present: usize,
    /// How many there have been, by which they are named.
    begun: u64,
    /// Somebody looks after the queue.
    looked_after: bool,
    /// Somebody tells those who wait how many are before them.
    telling: bool,
    pub dismissed: bool,
}

/// A thought that waits for its place.
pub(super) struct Wanted {
    pub owner: Owner,
    pub need: Need,
    pub stop: Stop,
    /// How many were before it when it was last told.
    pub before: usize,
    pub told: Told,
    pub work: Work,
}

/// Somebody tells those who wait how many are before them, until dropped.
struct Telling(Arc<Common>);

impl Drop for Telling {
    fn drop(&mut self) {
        self.0.roster().telling = false;
    }
}

/// How often the queue is looked after while somebody waits.
pub(super) const LOOK: Duration = Duration::from_millis(250);

impl Common {
    pub fn new(processors: usize, places: usize) -> Arc<Common> {
        let roster = Roster {
            queue: Queue::new(processors, places),
            wanted: BTreeMap::new(),
            placed: BTreeMap::new(),
            threads: Vec::new(),
            present: 0,
            begun: 0,
            looked_after: false,
            telling: false,
            dismissed: false,
        };
        Arc::new(Common { roster: Mutex::new(roster), changed: Condvar::new() })
    }

    pub fn roster(&self) -> MutexGuard<'_, Roster> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the places that are free to those who are next, and takes those that are needed.
    pub fn go_on(self: &Arc<Self>, roster: &mut Roster) {
        // Who is to think no more need not wait for a place to end.
        let stopped = roster.wanted.iter().filter(|(_, wanted)| wanted.stop.is_set());
        let stopped: Vec<Ticket> = stopped.map(|(ticket, _)| *ticket).collect();
        for ticket in stopped {
            roster.queue.leave(ticket);
            self.set_to_work(roster, ticket);
        }
        while let Some(ticket) = roster.queue.next() {
            self.set_to_work(roster, ticket);
        }
        for ticket in roster.queue.cuts() {
            if let Some(stop) = roster.placed.get(&ticket) {
                stop.set();
            }
        }
        if roster.queue.is_awaited() && !roster.looked_after && !roster.dismissed {
            let common = self.clone();
            let usher = Builder::new().name("usher".to_owned()).spawn(move || common.look_after());
            roster.looked_after = usher.is_ok();
        }
        self.changed.notify_all();
    }

    fn set_to_work(self: &Arc<Self>, roster: &mut Roster, ticket: Ticket) {
        // Who stands aside has a thread already, which waits to be told.
        let Some(Wanted { owner, need, stop, work, .. }) = roster.wanted.remove(&ticket) else {
            roster.placed.insert(ticket, Stop::default());
            return;
        };
        // Only an analysis has to make way for others of its kind.
        let own = if need == Need::Analysis { Stop::default() } else { stop.clone() };
        if stop.is_set() {
            own.set();
        }
        roster.placed.insert(ticket, own.clone());
        let place = Place { common: self.clone(), ticket, stop: own };
        if let Err(why) = self.spawn(roster, need, stop, move || owner.serve(|| work(place))) {
            tracing::warn!(%why, "nobody could be set to think");
            roster.queue.leave(ticket);
            roster.placed.remove(&ticket);
        }
    }

    pub fn spawn(
        self: &Arc<Self>,
        roster: &mut Roster,
        need: Need,
        stop: Stop,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Text> {
        roster.threads.retain(|(_, thread)| !thread.is_finished());
        roster.begun += 1;
        let name = format!("thinking-{}", roster.begun);
        let common = self.clone();
        let thread = Builder::new().name(name).spawn(move || {
            let _presence = Presence(common);
            step_back(need);
            work();
        });
        let thread = thread.map_err(|why| text!("server-no-thread", why = why.to_string()))?;
        roster.present += 1;
        roster.threads.push((stop, thread));
        Ok(())
    }

    /// Looks after the queue for as long as anybody waits in it.
    fn look_after(self: &Arc<Self>) {
        loop {
            thread::sleep(LOOK);
            let mut roster = self.roster();
            roster.queue.tick();
            self.go_on(&mut roster);
            if !roster.queue.is_awaited() || roster.dismissed {
                roster.looked_after = false;
                return;
            }
            self.tell_news(&mut roster);
        }
    }

    /// Tells those who wait how many are before them now. With many of them that takes longer than a
    /// turn, so that turns do not wait for it; what changes meanwhile is told the next time.
    fn tell_news(self: &Arc<Self>, roster: &mut Roster) {
        if roster.telling {
            return;
        }
        let news = roster.news();
        if news.is_empty() {
            return;
        }
        let common = self.clone();
        let telling = Builder::new().name("telling".to_owned()).spawn(move || {
            let _telling = Telling(common);
            news.into_iter().for_each(|(told, before)| told(before));
        });
        roster.telling = telling.is_ok();
    }
}

impl Roster {
    pub fn check(&self) -> Result<(), Text> {
        if self.dismissed { Err(text!("server-closing")) } else { Ok(()) }
    }

    /// Those who have more or fewer before them than they were told. Far back in line only a tenth more
    /// or less is news.
    fn news(&mut self) -> Vec<(Told, usize)> {
        let mut news = Vec::new();
        let is_new =
            |told: usize, now: usize| told != now && 10 * told.abs_diff(now) >= told.min(now);
        for (ticket, before) in self.queue.line() {
            let wanted = self.wanted.get_mut(&ticket);
            if let Some(wanted) = wanted.filter(|it| is_new(it.before, before)) {
                wanted.before = before;
                news.push((wanted.told.clone(), before));
            }
        }
        news
    }

    /// Somebody needs their place no longer.
    pub fn leave(&mut self, ticket: Ticket) {
        self.queue.leave(ticket);
        self.placed.remove(&ticket);
    }
}

/// Counts a thread for as long as it lives, however it ends.
struct Presence(Arc<Common>);

impl Drop for Presence {
    fn drop(&mut self) {
        self.0.roster().present -= 1;
        self.0.changed.notify_all();
    }
}

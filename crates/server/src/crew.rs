//! The threads that think: who of those who want to has a place in the [queue](Queue) gets a thread of
//! their own, and all of them can be ended. Nobody holds a thread while waiting.
//!
//! A thread that thinks is less urgent to the system than those that answer requests, and the less
//! urgent the lesser its need: on a machine that thinks on all its processors a move is still
//! acknowledged at once.

use std::{
    collections::BTreeMap,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak},
    thread::{self, Builder, JoinHandle},
    time::Duration,
};

use ludoteca_players::{StartEngine, Stop, Turn, Turns};
use ludoteca_text::{Text, text};

use crate::{
    memory::{Memory, Room},
    owner::Owner,
    queue::{MOST_EACH, Need, Queue, Ticket, TooMuch},
};

/// All thinking threads of a server, and those who wait for one.
pub struct Crew {
    common: Arc<Common>,
    memory: Arc<Memory>,
    engines: &'static StartEngine,
}

/// What the threads know of each other.
struct Common {
    roster: Mutex<Roster>,
    changed: Condvar,
}

struct Roster {
    queue: Queue,
    wanted: BTreeMap<Ticket, Wanted>,
    /// Those who have a place, and what ends their thought.
    placed: BTreeMap<Ticket, Stop>,
    threads: Vec<(Stop, JoinHandle<()>)>,
    /// How many threads there are.
    present: usize,
    /// How many there have been, by which they are named.
    begun: u64,
    /// Somebody looks after the queue.
    looked_after: bool,
    dismissed: bool,
}

/// A thought that waits for its place.
struct Wanted {
    owner: Owner,
    need: Need,
    stop: Stop,
    /// How many were before it when it was last told.
    before: usize,
    told: Told,
    work: Work,
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

/// Somebody who thinks of one thing after the other, for none of which anybody waits.
pub struct Aside {
    common: Arc<Common>,
    owner: Owner,
    need: Need,
    ticket: Option<Ticket>,
}

/// Whose turn it is among those who work for an owner.
struct InTurn {
    common: Weak<Common>,
    owner: Owner,
}

/// How often the queue is looked after while somebody waits.
const LOOK: Duration = Duration::from_millis(250);

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
        Stop::in_turn(InTurn { common: Arc::downgrade(&self.common), owner: Owner::here() })
    }

    /// Somebody who thinks only while nobody waits for another thought.
    pub fn aside(&self) -> Aside {
        let (common, owner) = (self.common.clone(), Owner::here());
        Aside { common, owner, need: Need::Review, ticket: None }
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

impl Common {
    fn new(processors: usize, places: usize) -> Arc<Common> {
        let roster = Roster {
            queue: Queue::new(processors, places),
            wanted: BTreeMap::new(),
            placed: BTreeMap::new(),
            threads: Vec::new(),
            present: 0,
            begun: 0,
            looked_after: false,
            dismissed: false,
        };
        Arc::new(Common { roster: Mutex::new(roster), changed: Condvar::new() })
    }

    fn roster(&self) -> MutexGuard<'_, Roster> {
        self.roster.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the places that are free to those who are next, and takes those that are needed.
    fn go_on(self: &Arc<Self>, roster: &mut Roster) {
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

    fn spawn(
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
            let news = roster.news();
            // Whoever is told may ask for something else.
            drop(roster);
            news.into_iter().for_each(|(told, before)| told(before));
        }
    }
}

impl Roster {
    fn check(&self) -> Result<(), Text> {
        if self.dismissed { Err(text!("server-closing")) } else { Ok(()) }
    }

    /// Those who have more or fewer before them than they were told.
    fn news(&mut self) -> Vec<(Told, usize)> {
        let mut news = Vec::new();
        for (ticket, before) in self.queue.line() {
            if let Some(wanted) = self.wanted.get_mut(&ticket).filter(|it| it.before != before) {
                wanted.before = before;
                news.push((wanted.told.clone(), before));
            }
        }
        news
    }

    /// Somebody needs their place no longer.
    fn leave(&mut self, ticket: Ticket) {
        self.queue.leave(ticket);
        self.placed.remove(&ticket);
    }
}

impl Aside {
    /// Waits for a turn, and says what will end it early; none if `stop` was set before.
    pub fn turn(&mut self, stop: &Stop) -> Option<Stop> {
        let mut roster = self.common.roster();
        if self.ticket.is_some() {
            self.common.go_on(&mut roster);
        }
        loop {
            if stop.is_set() || roster.dismissed {
                return None;
            }
            // An owner who has asked for as much as one may is asked to wait, and not turned away.
            if self.ticket.is_none()
                && let Ok(ticket) = roster.queue.enter(self.owner, self.need)
            {
                self.ticket = Some(ticket);
                self.common.go_on(&mut roster);
            }
            if let Some(cut) = self.ticket.and_then(|ticket| roster.placed.get(&ticket)) {
                return Some(cut.clone());
            }
            let waited = self.common.changed.wait_timeout(roster, LOOK);
            roster = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Ends a turn. Who had to make way waits for the next one where they stood.
    pub fn over(&mut self, made_way: bool) {
        let Some(ticket) = self.ticket else { return };
        let mut roster = self.common.roster();
        roster.placed.remove(&ticket);
        if made_way {
            roster.queue.back(ticket);
        } else {
            roster.queue.leave(ticket);
            self.ticket = None;
        }
        self.common.go_on(&mut roster);
    }
}

impl Turns for InTurn {
    fn next(&self, stop: &Stop) -> Option<Turn> {
        let common = self.common.upgrade()?;
        let mut aside = Aside { common, owner: self.owner, need: Need::Work, ticket: None };
        aside.turn(stop)?;
        Some(Turn::of(aside))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        self.over(false);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut roster = self.common.roster();
        roster.leave(self.ticket);
        self.common.go_on(&mut roster);
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

fn enough() -> Text {
    text!("server-enough", most = MOST_EACH)
}

/// Makes this thread, and those that it will start, less urgent to the system than the ones that answer
/// requests. Where a system does not tell threads apart in this, they are all the same to it.
#[cfg(target_os = "linux")]
fn step_back(need: Need) {
    let nice = match need {
        Need::Move | Need::Hint => 4,
        Need::Analysis => 7,
        Need::Review => 10,
        Need::Work => 12,
    };
    // Whoever is less urgent already stays so.
    let _ = rustix::process::setpriority_process(None, nice);
}

#[cfg(not(target_os = "linux"))]
fn step_back(_: Need) {}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn asks(need: Need, stop: &Stop) -> Thinking<'_> {
        Thinking { need, stop, told: Arc::new(|_| ()) }
    }

    /// Thinks until it is stopped.
    fn on_and_on(place: Place) {
        while !place.stop.is_set() {
            thread::yield_now();
        }
    }

    #[test]
    fn the_dismissed_have_all_gone_and_nobody_new_begins() {
        let crew = Crew::default().on(2);
        for _ in 0..3 {
            crew.think(asks(Need::Analysis, &Stop::default()), on_and_on).unwrap();
        }
        assert_eq!(crew.busy(), 3);
        crew.dismiss();
        assert_eq!(crew.busy(), 0);
        let late = crew.think(asks(Need::Move, &Stop::default()), |_| ());
        assert_eq!(late.unwrap_err().id, "server-closing");
    }

    #[test]
    fn who_will_not_go_is_left_behind() {
        let crew = Crew::default();
        let (go, wait) = mpsc::channel::<()>();
        let deaf = Stop::default();
        crew.think(asks(Need::Move, &deaf), move |_| {
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
    fn who_finds_no_place_is_told_how_many_are_before_them_and_has_no_thread() {
        let crew = Crew::default().on(1);
        let stops = [(); 4].map(|()| Stop::default());
        let (tell, told) = mpsc::channel();
        let think = |number: usize| {
            let tell = tell.clone();
            let told: Told = Arc::new(move |before| tell.send((number, before)).unwrap());
            let stop = &stops[number];
            crew.think(Thinking { need: Need::Hint, stop, told }, on_and_on).unwrap()
        };
        assert_eq!([0, 1, 2, 3].map(think), [None, Some(0), Some(1), Some(2)]);
        let present = crew.common.roster().present;
        assert_eq!((present, crew.busy()), (1, 4));
        stops[0].set();
        let mut news = [told.recv().unwrap(), told.recv().unwrap()];
        news.sort();
        assert_eq!(news, [(2, 0), (3, 1)]);
        // Who is to think no more does not wait for a place.
        stops[3].set();
        while crew.busy() > 2 {
            thread::yield_now();
        }
        crew.dismiss();
    }

    #[test]
    fn the_second_analysis_has_its_turn_although_the_first_has_no_end() {
        let crew = Crew::default().on(1);
        let (tell, told) = mpsc::channel();
        for number in 0..2 {
            let tell = tell.clone();
            crew.think(asks(Need::Analysis, &Stop::default()), move |place| {
                let _ = tell.send(number);
                on_and_on(place);
            })
            .unwrap();
        }
        assert_eq!([told.recv().unwrap(), told.recv().unwrap()], [0, 1]);
        crew.dismiss();
    }

    #[test]
    fn who_thinks_aside_makes_way_and_goes_on_when_nobody_waits_any_more() {
        let crew = Crew::default().on(1);
        let never = Stop::default();
        let mut aside = crew.aside();
        let cut = aside.turn(&never).unwrap();
        let (go, wait) = mpsc::channel::<()>();
        crew.think(asks(Need::Move, &Stop::default()), move |_| {
            let _ = wait.recv();
        })
        .unwrap();
        assert!(cut.is_set(), "somebody waits for another thought");
        aside.over(true);
        let given_up = Stop::default();
        given_up.set();
        assert!(aside.turn(&given_up).is_none(), "there is no way yet");
        drop(go);
        let cut = aside.turn(&never).unwrap();
        crew.work(Stop::default(), || ()).unwrap();
        assert!(!cut.is_set(), "nobody waits for work that goes on by itself");
        crew.dismiss();
        assert!(cut.is_set());
    }

    #[test]
    fn a_review_of_one_who_has_asked_for_too_much_waits_until_there_is_less() {
        let crew = Crew::default().on(1);
        let stop = Stop::default();
        for _ in 0..MOST_EACH {
            crew.think(asks(Need::Hint, &stop), on_and_on).unwrap();
        }
        assert!(crew.think(asks(Need::Hint, &stop), on_and_on).is_err());
        let (tell, told) = mpsc::channel();
        let mut aside = crew.aside();
        let never = Stop::default();
        crew.work(never.clone(), move || {
            let turn = aside.turn(&never).is_some();
            let _ = tell.send(turn);
        })
        .unwrap();
        assert!(told.try_recv().is_err());
        stop.set();
        assert!(told.recv().unwrap());
        crew.dismiss();
    }

    #[test]
    fn work_waits_for_its_turns_while_others_think_until_it_is_stopped() {
        let crew = Crew::default().on(1);
        let stop = crew.stop_in_turn();
        let turn = stop.turn().expect("nobody thinks");
        let (go, wait) = mpsc::channel::<()>();
        crew.think(asks(Need::Move, &Stop::default()), move |_| {
            let _ = wait.recv();
        })
        .unwrap();
        assert_eq!(crew.common.roster().placed.len(), 2, "nobody waits for work to end its turn");
        drop(turn);
        let (tell, told) = mpsc::channel();
        let own = stop.clone();
        crew.work(stop, move || {
            while let Some(_turn) = own.turn() {
                let _ = tell.send(());
            }
        })
        .unwrap();
        assert!(told.try_recv().is_err(), "it has no turn yet");
        drop(go);
        told.recv().unwrap();
        crew.dismiss();
        assert_eq!(crew.busy(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn who_thinks_is_less_urgent_than_who_answers_and_the_less_the_lesser_the_need() {
        let crew = Crew::default();
        let urgency = |need| {
            let (tell, told) = mpsc::channel();
            crew.think(asks(need, &Stop::default()), move |_| {
                tell.send(rustix::process::getpriority_process(None).unwrap()).unwrap();
            })
            .unwrap();
            told.recv().unwrap()
        };
        let here = rustix::process::getpriority_process(None).unwrap();
        let (moves, analysis) = (urgency(Need::Move), urgency(Need::Analysis));
        assert!(here < moves || here >= 4, "{here} {moves}");
        assert!(moves < analysis || here >= 7, "{moves} {analysis}");
        crew.dismiss();
    }
}

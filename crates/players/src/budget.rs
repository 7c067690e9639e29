//! What a thought may cost, and the one clock that keeps it.
//!
//! A thought has one [`Clock`]. Every search that is part of it counts its positions there, on
//! whichever thread, and asks there whether it is to end. Whoever does much between two positions
//! tells the clock of that work, so that it looks at the time all the same.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::Stop;

/// How long a player may think. Whatever comes first ends the thought.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Time on the wall.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Set from elsewhere to end the thought now.
    pub stop: Stop,
    /// What the time is read from.
    pub timer: Timer,
}

/// What the time is read from: the wall, unless a test wants to say itself how late it is.
#[derive(Clone, Default)]
pub struct Timer(Option<Arc<Reading>>);

/// Told how many positions were looked at, it says how long the thought has taken.
type Reading = dyn Fn(u64) -> Duration + Send + Sync;

/// A running thought's clock: counts positions, and tells when the budget is spent.
///
/// It looks at the time about every millisecond and after [`Clock::LONGEST`] positions at the
/// latest. A thread beside this one has a [`Clock::part`] of it.
#[derive(Debug)]
pub struct Clock {
    common: Arc<Common>,
    /// Positions counted here.
    own: u64,
    /// Those of them that all know of.
    told: u64,
    /// With so many positions the budget is spent: of all parts, or of a part its own.
    limit: u64,
    is_part: bool,
    /// When this part ends, if it ends before the thought.
    until: Option<Duration>,
    spent: bool,
    /// With so many of its own it looks again.
    look_at: u64,
    /// After how many positions it looks.
    every: u64,
    /// When positions last made it look.
    last: Duration,
    /// Work since it looked.
    worked: u64,
}

/// What all parts of a clock have in common.
#[derive(Debug)]
struct Common {
    begun: Instant,
    time: Option<Duration>,
    timer: Timer,
    stop: Stop,
    nodes: AtomicU64,
    ended: AtomicBool,
}

/// The time a player takes that is given no limit and has none of its own.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

impl Budget {
    /// Only time counts.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Only positions count: the same budget gives the same thought on any machine.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// The same budget; if it has no limit at all, the usual time.
    pub fn or_usual(mut self) -> Budget {
        if self.time.is_none() && self.nodes.is_none() {
            self.time = Some(USUAL_TIME);
        }
        self
    }
}

impl Timer {
    /// The time is what `read` says since the thought began. It is asked whenever a clock looks, and
    /// told how many positions were looked at until then.
    pub fn new(read: impl Fn(u64) -> Duration + Send + Sync + 'static) -> Timer {
        Timer(Some(Arc::new(read)))
    }
}

impl fmt::Debug for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Timer(read)" } else { "Timer(wall)" })
    }
}

impl Clock {
    /// The most positions between two looks at the time.
    pub const LONGEST: u64 = 512;
    /// The most work between two looks, in units of a few nanoseconds.
    const MOST_WORK: u64 = 1 << 14;
    /// How much time there should be between two looks.
    const OFTEN: Duration = Duration::from_millis(1);

    /// Starts now.
    pub fn start(budget: &Budget) -> Clock {
        let common = Common {
            begun: Instant::now(),
            time: budget.time,
            timer: budget.timer.clone(),
            stop: budget.stop.clone(),
            nodes: AtomicU64::new(0),
            ended: AtomicBool::new(false),
        };
        Clock::new(Arc::new(common), budget.nodes.unwrap_or(u64::MAX))
    }

    fn new(common: Arc<Common>, limit: u64) -> Clock {
        Clock {
            common,
            own: 0,
            told: 0,
            limit,
            is_part: false,
            until: None,
            spent: false,
            look_at: 0,
            every: 1,
            last: Duration::ZERO,
            worked: 0,
        }
    }

    /// The clock of one of so many threads: its time is the same, and it has an equal part of the
    /// positions that are left, so that chance does not decide who gets more of them.
    pub fn part(&self, of: usize) -> Clock {
        let limit = match self.limit {
            u64::MAX => u64::MAX,
            _ => self.positions_left().div_ceil(of.max(1) as u64),
        };
        let mut part = Clock::new(Arc::clone(&self.common), limit);
        (part.is_part, part.until, part.spent) = (true, self.until, self.spent);
        part.last = self.last;
        part
    }

    /// The clock of something that may take such a share, from 0 to 1, of the time and the positions
    /// that are left.
    pub fn share(&mut self, share: f64) -> Clock {
        let now = self.look_at_all();
        let mut part = self.part(1);
        if part.limit != u64::MAX {
            part.limit = (part.limit as f64 * share) as u64;
        }
        let end = part.until.or(self.common.time);
        part.until = end.map(|end| now + end.saturating_sub(now).mul_f64(share));
        part
    }

    /// Ends the thought after so many more positions, if the budget does not end it before.
    pub(crate) fn end_after(&mut self, nodes: u64) {
        self.limit = self.limit.min(self.counted().saturating_add(nodes));
        self.look_at = self.look_at.min(self.own.saturating_add(nodes));
    }

    /// Ends the thought for every part of this clock at its next look.
    pub fn end(&self) {
        self.common.ended.store(true, Ordering::Relaxed);
    }

    /// Counts a position, and says whether the budget is spent. Cheap enough to ask at each of them;
    /// once true it stays true.
    #[inline]
    pub fn tick(&mut self) -> bool {
        self.count(1)
    }

    /// Counts so many positions at once.
    #[inline]
    pub fn count(&mut self, nodes: u64) -> bool {
        self.own += nodes;
        if self.own >= self.look_at {
            self.look_after_positions();
        }
        self.spent
    }

    /// Tells of work that is no position, in units of a few nanoseconds, and says whether the budget
    /// is spent.
    #[inline]
    pub fn work(&mut self, units: u64) -> bool {
        self.worked += units;
        if self.worked >= Clock::MOST_WORK {
            self.look();
        }
        self.spent
    }

    /// Whether the budget was spent when the clock last looked.
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Looks now, for somebody who is about to do what takes long and cannot be ended.
    pub fn look(&mut self) -> bool {
        self.look_at_all();
        self.spent
    }

    #[cold]
    fn look_after_positions(&mut self) {
        let now = self.look_at_all();
        let gone = now.saturating_sub(self.last);
        self.last = now;
        if gone > Clock::OFTEN {
            self.every = (self.every / 4).max(1);
        } else if gone < Clock::OFTEN / 4 {
            self.every = (2 * self.every).min(Clock::LONGEST);
        }
        let left = self.positions_left().max(1);
        self.look_at = self.own + self.every.min(left);
    }

    fn look_at_all(&mut self) -> Duration {
        self.tell();
        if self.spent {
            return self.last;
        }
        let common = &self.common;
        let now = match &common.timer.0 {
            Some(read) => read(common.nodes.load(Ordering::Relaxed)),
            None => common.begun.elapsed(),
        };
        self.worked = 0;
        self.spent = self.spent
            || self.counted() >= self.limit
            || common.ended.load(Ordering::Relaxed)
            || common.stop.is_set()
            || common.time.is_some_and(|time| now >= time)
            || self.until.is_some_and(|until| now >= until);
        now
    }

    /// Tells all parts how many positions were counted here.
    fn tell(&mut self) {
        self.common.nodes.fetch_add(self.own - self.told, Ordering::Relaxed);
        self.told = self.own;
    }

    /// Positions counted by all parts of the clock; those of others as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.common.nodes.load(Ordering::Relaxed) + (self.own - self.told)
    }

    /// Positions that count against the limit.
    fn counted(&self) -> u64 {
        if self.is_part { self.own } else { self.nodes() }
    }

    /// Positions that may still be counted.
    pub(crate) fn positions_left(&self) -> u64 {
        self.limit.saturating_sub(self.counted())
    }

    /// How much time had gone when it last looked.
    pub(crate) fn gone(&self) -> Duration {
        self.last
    }

    /// How much of the time was left then; none where time is no limit.
    pub(crate) fn left(&self) -> Option<Duration> {
        Some(self.common.time?.saturating_sub(self.last))
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.common.begun.elapsed().as_secs_f64()
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.tell();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A timer that says it is later by `step` at each look, and notes the positions told of.
    fn noted(step: Duration) -> (Timer, Arc<Mutex<Vec<u64>>>) {
        let looks = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&looks);
        let read = move |nodes| {
            let mut seen = seen.lock().unwrap();
            seen.push(nodes);
            step * seen.len() as u32
        };
        (Timer::new(read), looks)
    }

    #[test]
    fn a_limit_of_positions_is_kept_to_the_last_one() {
        for limit in [0, 1, 2, 3, 511, 512, 513, 10_000] {
            let mut clock = Clock::start(&Budget::nodes(limit));
            while !clock.tick() {}
            assert_eq!(clock.nodes(), limit.max(1));
        }
    }

    #[test]
    fn it_looks_seldom_at_quick_positions_and_at_every_one_that_takes_long() {
        for (step, most) in [(Duration::ZERO, Clock::LONGEST), (Duration::from_millis(5), 1)] {
            let (timer, looks) = noted(step);
            let mut clock = Clock::start(&Budget { timer, ..Budget::default() });
            (0..5000).for_each(|_| assert!(!clock.tick()));
            let looks = looks.lock().unwrap();
            let longest = looks.windows(2).map(|two| two[1] - two[0]).max();
            assert_eq!(longest, Some(most));
        }
    }

    #[test]
    fn work_makes_it_look_as_positions_do() {
        let (timer, looks) = noted(Duration::from_secs(1));
        let mut clock = Clock::start(&Budget { timer, ..Budget::time(Duration::from_secs(3)) });
        let mut worked = 0;
        while !clock.work(1000) {
            worked += 1000;
        }
        assert_eq!(looks.lock().unwrap().len(), 3);
        assert!(worked <= 4 * Clock::MOST_WORK);
    }

    #[test]
    fn a_share_ends_before_the_whole_and_counts_towards_it() {
        let mut clock = Clock::start(&Budget::nodes(100));
        let mut share = clock.share(0.25);
        while !share.tick() {}
        drop(share);
        assert_eq!((clock.nodes(), clock.look()), (25, false));
        let (timer, looks) = noted(Duration::from_secs(1));
        let mut clock = Clock::start(&Budget { timer, ..Budget::time(Duration::from_secs(9)) });
        let mut share = clock.share(0.5);
        while !share.look() {}
        // The first look was the one that found out what is left: 1 of 9 seconds is gone, and half
        // of the other 8 is 4.
        assert_eq!(looks.lock().unwrap().len(), 5);
        assert!(!clock.look());
    }

    #[test]
    fn parts_share_the_positions_and_end_together() {
        let mut clock = Clock::start(&Budget::nodes(101));
        clock.tick();
        let mut parts = [clock.part(4), clock.part(4), clock.part(4), clock.part(4)];
        for part in &mut parts {
            while !part.tick() {}
        }
        drop(parts);
        assert_eq!(clock.nodes(), 101);
        let clock = Clock::start(&Budget::default());
        let mut part = clock.part(2);
        assert!(!part.tick());
        clock.end();
        assert!(part.look() && clock.part(2).look());
    }
}

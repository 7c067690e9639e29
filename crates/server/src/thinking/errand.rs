//! One thought that the crew is sent for.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use ludoteca_games::tree::NodeId;
use ludoteca_players::{Stop, Thought};
use serde_json::value::RawValue;

use crate::{
    judging,
    queue::Need,
    view::{Purpose, ThoughtEvent, shown},
    watching::Event,
};

/// Something to think about.
pub struct Errand {
    /// What for.
    pub purpose: Purpose,
    /// Who, as a player text.
    pub player: String,
    at: usize,
    /// Where its thought is kept, and how long it was given; none if it follows what may change.
    pub(super) keep: Option<(NodeId, Duration)>,
    pub(super) stop: Stop,
    /// What ends the thought that is under way: a stop, or others who wait for its place.
    under_way: Mutex<Stop>,
    /// How many are before it in the queue; [`THINKING`] once it has its place.
    before: AtomicUsize,
    forgotten: AtomicBool,
}

/// Nobody is before an errand any more.
const THINKING: usize = usize::MAX;

impl Errand {
    pub(super) fn new(
        purpose: Purpose,
        player: &str,
        at: usize,
        keep: Option<(NodeId, Duration)>,
    ) -> Arc<Errand> {
        Arc::new(Errand {
            purpose,
            player: player.to_owned(),
            at,
            keep,
            stop: Stop::default(),
            under_way: Mutex::default(),
            before: AtomicUsize::new(THINKING),
            forgotten: AtomicBool::new(false),
        })
    }

    /// How many are before it, if it waits in the queue.
    pub fn before(&self) -> Option<usize> {
        Some(self.before.load(Ordering::Acquire)).filter(|before| *before != THINKING)
    }

    pub(super) fn stands(&self, before: Option<usize>) {
        self.before.store(before.unwrap_or(THINKING), Ordering::Release);
    }

    /// Ends the thought soon; what was thought until then counts.
    pub(super) fn end(&self) {
        self.stop.set();
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner).set();
    }

    /// A thought of it is under way, which `stop` ends.
    pub(super) fn goes_on(&self, stop: &Stop) {
        *self.under_way.lock().unwrap_or_else(PoisonError::into_inner) = stop.clone();
        if self.stop.is_set() {
            stop.set();
        }
    }

    /// Sends the thinker away; nobody wants to hear what it thinks.
    pub fn forget(&self) {
        self.forgotten.store(true, Ordering::Release);
        self.end();
    }

    pub(super) fn is_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Acquire)
    }

    /// What its thought is needed for.
    pub(super) fn need(&self) -> Need {
        match self.purpose {
            Purpose::Move => Need::Move,
            Purpose::Hint => Need::Hint,
            Purpose::Analysis => Need::Analysis,
        }
    }

    /// What is told of a thought of it.
    pub(super) fn thought(&self, thought: &Thought, done: bool) -> Event {
        self.told(&judging::written(thought), done)
    }

    /// The same of a thought that is written already.
    pub(super) fn told(&self, thought: &RawValue, done: bool) -> Event {
        Event::Thought(shown(&ThoughtEvent {
            purpose: self.purpose,
            at: self.at,
            player: &self.player,
            done,
            stopped: self.stop.is_set(),
            thought,
        }))
    }
}

//! Time as tests have it: it passes when a clock looks, and not otherwise.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use crate::{Budget, Stop, Timer};

/// What a look at the clock takes. It is next to nothing, so that a clock thinks positions quick and
/// looks as seldom as it may.
const LOOK: Duration = Duration::from_nanos(1);

/// Notes the looks of one thought at its clock.
#[derive(Clone, Default)]
pub struct Looks {
    /// The positions that had been looked at, at each look.
    seen: Arc<Mutex<Vec<u64>>>,
    stop: Stop,
}

impl Looks {
    /// A budget of time that lets a clock look so often.
    pub fn time(&self, looks: u32) -> Budget {
        Budget { time: Some(LOOK * looks), ..self.budget(None) }
    }

    /// A budget without limits, until somebody stops the thought at that look.
    pub fn stopped_at(&self, look: usize) -> Budget {
        self.budget(Some(look))
    }

    /// The flag that stops the thought.
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// The positions that had been looked at, at each look.
    pub fn seen(&self) -> Vec<u64> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn budget(&self, stop_at: Option<usize>) -> Budget {
        let Looks { seen, stop } = self.clone();
        let read = move |nodes| {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            seen.push(nodes);
            if Some(seen.len()) == stop_at {
                stop.set();
            }
            LOOK * seen.len() as u32
        };
        Budget { stop: self.stop.clone(), timer: Timer::new(read), ..Budget::default() }
    }
}

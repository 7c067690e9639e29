//! What ends work from elsewhere, and what has it wait for its turn.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A flag that ends a thought from elsewhere.
///
/// Whoever does one thing after the other, none of which anybody waits for (the games of a tournament,
/// the rows of an experiment), asks it for a [turn](Stop::turn) before each of them. There is one at
/// once, unless whoever made the flag shares a machine out among others too.
#[derive(Clone, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Default)]
struct Flag {
    set: AtomicBool,
    turns: Option<Box<dyn Turns>>,
}

/// Says whose turn it is on a machine that several share.
pub trait Turns: Send + Sync {
    /// Waits until it is the turn of whoever asks; none if `stop` is set before.
    fn next(&self, stop: &Stop) -> Option<Turn>;
}

/// A turn, until dropped.
pub struct Turn {
    _held: Option<Box<dyn Send>>,
}

impl Stop {
    /// A flag for work that has to wait for its turns.
    pub fn in_turn(turns: impl Turns + 'static) -> Stop {
        Stop(Arc::new(Flag { set: AtomicBool::new(false), turns: Some(Box::new(turns)) }))
    }

    /// Ends the thought.
    pub fn set(&self) {
        self.0.set.store(true, Ordering::Relaxed);
    }

    /// Whether somebody ended it.
    pub fn is_set(&self) -> bool {
        self.0.set.load(Ordering::Relaxed)
    }

    /// Waits until the next piece of work may be done; none if it is to be done no more. A piece is
    /// what takes as long as a thought. Nobody who has a turn may ask for another.
    pub fn turn(&self) -> Option<Turn> {
        let turn = match &self.0.turns {
            Some(turns) => turns.next(self)?,
            None => Turn { _held: None },
        };
        (!self.is_set()).then_some(turn)
    }
}

impl Turn {
    /// A turn that is over when `held` is dropped.
    pub fn of(held: impl Send + 'static) -> Turn {
        Turn { _held: Some(Box::new(held)) }
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stop").field(&self.is_set()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Has one turn for all, and says when there was none.
    struct One(Arc<Mutex<()>>);

    impl Turns for One {
        fn next(&self, _: &Stop) -> Option<Turn> {
            let free = self.0.try_lock().is_ok();
            let held = Arc::clone(&self.0);
            free.then(|| Turn::of(held))
        }
    }

    #[test]
    fn there_is_a_turn_at_once_where_nobody_shares_them_out_until_it_is_stopped() {
        let stop = Stop::default();
        let first = stop.turn();
        assert!(first.is_some() && stop.turn().is_some());
        stop.set();
        assert!(stop.clone().turn().is_none());
    }

    #[test]
    fn a_turn_is_asked_for_and_given_back_when_it_is_dropped() {
        let shared = Arc::new(Mutex::new(()));
        let stop = Stop::in_turn(One(Arc::clone(&shared)));
        let turn = stop.turn().expect("nobody has it");
        assert_eq!(Arc::strong_count(&shared), 3);
        drop(turn);
        assert_eq!(Arc::strong_count(&shared), 2);
        let _elsewhere = shared.lock();
        assert!(stop.turn().is_none());
        drop(_elsewhere);
        stop.set();
        assert!(stop.turn().is_none(), "and not for one who was stopped meanwhile");
    }
}

//! Who watches a table, and what they are told.
//!
//! Whoever sits down is shown the whole game, and after that told what changes. Machines think while
//! somebody watches.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use tokio::{runtime::Handle, sync::broadcast, task::spawn_blocking, time::sleep};

use crate::{
    error::Problem,
    table::{State, Table},
    view::{Shown, shown},
};

/// How long a table goes on thinking after the last watcher has left: a page that is loaded again
/// comes back sooner.
const GRACE: Duration = Duration::from_secs(2);

/// How many events a slow watcher may be behind before it is shown the game afresh.
pub const BEHIND: usize = 32;

/// What watchers are told.
#[derive(Clone, Debug)]
pub enum Event {
    /// How the game stands.
    View(Shown),
    /// What has changed.
    Change(Shown),
    /// What somebody thinks.
    Thought(Shown),
    /// How far a review has come.
    Review(Shown),
    /// Something went wrong that nobody had asked for.
    Trouble(Shown),
    /// The game has been deleted.
    Gone,
}

/// Somebody who watches a table, until dropped.
pub struct Watcher {
    table: Arc<Table>,
    runtime: Handle,
}

impl Table {
    /// Somebody sits down to watch: how the game stands, and what will happen. Machines think
    /// while somebody watches.
    pub fn watch(
        self: &Arc<Self>,
        runtime: Handle,
    ) -> Result<(Watcher, broadcast::Receiver<Event>, Shown), Problem> {
        let watcher = Watcher::new(self, runtime);
        let mut state = self.open()?;
        // A machine that cannot even begin says so to whoever made it try.
        let events = self.events.subscribe();
        self.attend(&mut state);
        self.start_clock(&mut state);
        self.go_on_reviewing(&mut state);
        self.show(&mut state);
        Ok((watcher, events, state.view()))
    }

    /// Tells whoever watches what has changed since they were last told, if anything has, and answers
    /// the same to whoever asks.
    pub(crate) fn show(&self, state: &mut State) -> Shown {
        let mut now = state.look();
        let change = now.since(&state.told);
        let news = change.revision != change.since;
        let change = shown(&change);
        if news {
            state.told = now;
            self.tell(Event::Change(change.clone()));
        }
        change
    }

    /// Tells whoever watches.
    pub(crate) fn tell(&self, event: Event) {
        // Nobody there is nobody to tell.
        let _ = self.events.send(event);
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.watchers.load(Ordering::Acquire) > 0
    }
}

impl Watcher {
    /// Somebody who watches from now on.
    pub fn new(table: &Arc<Table>, runtime: Handle) -> Watcher {
        table.watchers.fetch_add(1, Ordering::AcqRel);
        Watcher { table: table.clone(), runtime }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if self.table.watchers.fetch_sub(1, Ordering::AcqRel) > 1 {
            return;
        }
        let table = self.table.clone();
        self.runtime.spawn(async move {
            sleep(GRACE).await;
            let rest = move || {
                let mut state = table.lock();
                if !table.is_watched() {
                    table.stop_clock(&mut state);
                    state.forget(true);
                    state.machines = [None, None];
                    table.changed.notify_all();
                }
            };
            let _ = spawn_blocking(rest).await;
        });
    }
}

//! Thoughts that nobody waits for: whoever has them stands aside while somebody waits for another one,
//! and goes on afterwards.

use std::sync::{Arc, PoisonError, Weak};

use ludoteca_players::{Stop, Turn, Turns};

use super::roster::{Common, LOOK};
use crate::{
    owner::Owner,
    queue::{Need, Ticket},
};

/// Somebody who thinks of one thing after the other, for none of which anybody waits.
pub struct Aside {
    common: Arc<Common>,
    owner: Owner,
    need: Need,
    ticket: Option<Ticket>,
}

/// Whose turn it is among those who work for an owner.
pub(super) struct InTurn {
    common: Weak<Common>,
    owner: Owner,
}

impl Aside {
    pub(super) fn new(common: Arc<Common>, owner: Owner, need: Need) -> Aside {
        Aside { common, owner, need, ticket: None }
    }

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

impl Drop for Aside {
    fn drop(&mut self) {
        self.over(false);
    }
}

impl InTurn {
    pub(super) fn new(common: &Arc<Common>, owner: Owner) -> InTurn {
        InTurn { common: Arc::downgrade(common), owner }
    }
}

impl Turns for InTurn {
    fn next(&self, stop: &Stop) -> Option<Turn> {
        let common = self.common.upgrade()?;
        let mut aside = Aside::new(common, self.owner, Need::Work);
        aside.turn(stop)?;
        Some(Turn::of(aside))
    }
}

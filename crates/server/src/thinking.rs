//! Who thinks at a table: machines about their [moves](turn), analyses and hints ([study]).
//!
//! A thought waits for its place in the queue of the [crew](crate::crew::Crew), runs on a thread of its
//! own and holds no lock. What comes of it counts only if nobody has sent the thinker away in the
//! meantime ([`Errand::forget`]).

mod errand;
mod study;
mod turn;

use std::{sync::Arc, time::Duration};

use ludoteca_games::AnyLine;
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Fault, PlayerSettings, Stop, Supply, Thought, ask,
};
use ludoteca_text::{Text, text};

pub use self::errand::Errand;
pub(crate) use self::study::given;
use crate::{
    crew::{Thinking, Told},
    error::Problem,
    memory::Roomed,
    queue::Need,
    table::Table,
    view::{Shown, Trouble, shown},
    watching::Event,
};

/// Unfinished thoughts are shown no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(120);

impl Table {
    /// Ends every thought; a machine that was choosing its move plays the best it has.
    pub fn stop(&self) -> Result<Shown, Problem> {
        let mut state = self.open()?;
        state.turn.iter().chain(&state.study).for_each(|errand| errand.end());
        Ok(self.show(&mut state))
    }

    /// A player with the memory that it needs, if there is so much.
    pub(crate) fn seated(
        &self,
        need: Need,
        settings: PlayerSettings,
        supply: Supply<'static>,
    ) -> Result<Box<dyn AnyPlayer>, Text> {
        let room = self.crew.room_for(need, settings.megabytes())?;
        Ok(Roomed::boxed(settings.build_when_asked(supply), room))
    }

    /// What a player has here when it is built: its files have been read.
    pub(crate) fn supply(&self, seed: u64) -> Supply<'static> {
        Supply { engine: self.crew.engines(), ..Supply::seeded(seed) }
    }

    /// How an errand asks for its place.
    fn asking<'a>(self: &Arc<Self>, errand: &'a Arc<Errand>) -> Thinking<'a> {
        let (table, mine) = (Arc::downgrade(self), Arc::downgrade(errand));
        let told: Told = Arc::new(move |before| {
            let (Some(table), Some(mine)) = (table.upgrade(), mine.upgrade()) else { return };
            let mut state = table.lock();
            // It may have begun since.
            if mine.before().is_some() {
                mine.stands(Some(before));
                table.show(&mut state);
            }
        });
        Thinking { need: errand.need(), stop: &errand.stop, told }
    }

    /// An errand has its place: whoever watches sees that somebody thinks, and the clock runs.
    fn begins(&self, errand: &Errand, stop: &Stop) {
        errand.goes_on(stop);
        let mut state = self.lock();
        if errand.before().is_some() {
            errand.stands(None);
            if !errand.is_forgotten() {
                self.start_clock(&mut state);
                self.show(&mut state);
            }
        }
    }

    /// Lets a player think, and shows what it thinks. A failure is told for a person.
    fn think(
        &self,
        errand: &Errand,
        player: &mut dyn AnyPlayer,
        line: &AnyLine,
        budget: &Budget,
    ) -> Result<Thought, Text> {
        let mut show = |thought: Thought| {
            if !errand.is_forgotten() {
                self.tell(errand.thought(&thought, false));
            }
        };
        let watch = AnyWatch::Live(SHOW_EVERY, &mut show);
        ask(player, line, budget, watch).map_err(|failure| match failure.kind {
            Fault::Crash => {
                let player = errand.player.as_str();
                text!("server-player-fell", player = player, why = failure.text)
            }
            _ => failure.text,
        })
    }
}

/// Something that went wrong, for whoever watches.
pub(crate) fn trouble(text: &Text) -> Event {
    Event::Trouble(shown(&Trouble { error: text }))
}

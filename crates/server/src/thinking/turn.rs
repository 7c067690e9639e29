//! A machine's turn: it is set to think when somebody watches, and what it answers is played.

use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use ludoteca_games::{AnyLine, Side};
use ludoteca_players::{Answer, AnyPlayer, Budget, Supply, settings};
use ludoteca_text::{Text, text};

use super::{Errand, trouble};
use crate::{
    crew::Place,
    error::Problem,
    files::of_game,
    queue::Need,
    sheet::Sheet,
    table::{State, Table},
    view::{Purpose, Shown},
};

/// Two machines take at least this long over a move, so that people can follow.
const PACE: Duration = Duration::from_millis(300);

impl Table {
    /// Sets the machine whose turn it is to think, if there is one, nothing holds it back and
    /// somebody watches.
    pub(crate) fn attend(self: &Arc<Self>, state: &mut State) {
        if state.turn.is_none() && self.is_watched() && state.sheet.machine_goes_on() {
            self.begin_turn(state);
        }
    }

    /// Lets the machine whose turn it is make one ply, and holds it back after that. Whoever asks
    /// twice while it thinks gets one ply.
    pub fn step(self: &Arc<Self>, at: usize) -> Result<Shown, Problem> {
        let mut state = self.open_at(Some(at))?;
        if state.sheet.over() && state.sheet.at_the_end() {
            return Err(Problem::refused(text!("game-over")));
        }
        if !state.sheet.live() {
            // Elsewhere a step only looks, on towards where the game stands.
            return self.amend(&mut state, Sheet::step_on);
        }
        if !state.sheet.machine_to_move() {
            return Err(Problem::refused(text!("server-persons-turn")));
        }
        if !state.sheet.paused {
            self.amend(&mut state, |sheet| sheet.pause(true))?;
        }
        if state.turn.is_none() {
            self.begin_turn(&mut state);
        }
        Ok(self.show(&mut state))
    }

    /// Sets the machine whose turn it is to think.
    fn begin_turn(self: &Arc<Self>, state: &mut State) {
        let side = state.sheet.side();
        let player = &state.sheet.players[side.index()];
        let errand = Errand::new(Purpose::Move, player, state.sheet.record.at(), None);
        let begun = match state.machines[side.index()].take() {
            Some(machine) => Ok(machine),
            None => {
                let game = state.sheet.record.game();
                let seed = state.sheet.seed.wrapping_add(side.index() as u64);
                let files = &state.sheet.files;
                let read_file = |name: &str, _: usize| of_game(files, name);
                let supply = self.supply(seed);
                let read = Supply { read_file: &read_file, ..supply };
                settings(game, player, &read)
                    .map_err(Text::from)
                    .and_then(|settings| self.seated(Need::Move, settings, supply))
            }
        }
        .and_then(|machine| {
            let (table, mine) = (self.clone(), errand.clone());
            let line = state.sheet.record.line().clone();
            let time = state.sheet.clocks.map(|clocks| clocks.share(side));
            let turn = move |place| table.take_turn(&mine, side, machine, &line, time, place);
            self.crew.think(self.asking(&errand), turn)
        });
        match begun {
            Ok(before) => {
                errand.stands(before);
                state.turn = Some(errand);
            }
            Err(_) if self.crew.is_dismissed() => {}
            Err(text) => self.trouble(state, &text),
        }
    }

    fn take_turn(
        self: &Arc<Self>,
        errand: &Arc<Errand>,
        side: Side,
        mut machine: Box<dyn AnyPlayer>,
        line: &AnyLine,
        time: Option<Duration>,
        place: Place,
    ) {
        self.begins(errand, &place.stop);
        let begun = Instant::now();
        let budget = Budget { time, stop: place.stop.clone(), ..Budget::default() };
        let answer = self.think(errand, machine.as_mut(), line, &budget);
        // What follows takes a moment, and no processor.
        drop(place);
        let is_mine =
            |state: &State| state.turn.as_ref().is_some_and(|now| Arc::ptr_eq(now, errand));
        let mut state = self.lock();
        if let (Ok(thought), true) = (&answer, is_mine(&state)) {
            self.tell(errand.thought(thought, true));
            if Side::BOTH.into_iter().all(|side| !state.sheet.human(side)) {
                let rest = PACE.saturating_sub(begun.elapsed());
                state = self
                    .changed
                    .wait_timeout_while(state, rest, |state| is_mine(state))
                    .unwrap_or_else(PoisonError::into_inner)
                    .0;
            }
        }
        if answer.is_ok() && state.sheet.players[side.index()] == errand.player {
            let place = &mut state.machines[side.index()];
            if place.is_none() && self.is_watched() {
                *place = Some(machine);
            }
        }
        if !is_mine(&state) || self.crew.is_dismissed() {
            return;
        }
        let done = answer.and_then(|thought| {
            if thought.answer == Answer::Nothing {
                return Err(text!("server-no-move", player = errand.player.as_str()));
            }
            let answered = self.amend(&mut state, |sheet| sheet.answer(&thought.answer));
            answered.map_err(|problem| problem.text().clone())
        });
        if let Err(text) = done {
            self.trouble(&mut state, &text);
            self.show(&mut state);
        }
    }

    /// Says what went wrong with a machine's move. The game waits where it is.
    fn trouble(&self, state: &mut State, text: &Text) {
        state.forget(false);
        state.sheet.paused = true;
        self.tell(trouble(text));
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;
    use ludoteca_players::{AnyWatch, Failure, Thought};
    use serde_json::{Value, json};
    use tokio::runtime::Runtime;

    use super::*;
    use crate::{crew::Crew, files::Files, store::Store, watching::Event};

    struct Falls;
    impl AnyPlayer for Falls {
        fn think(&mut self, _: &AnyLine, _: &Budget, _: AnyWatch<'_>) -> Result<Thought, Failure> {
            panic!("this player always falls");
        }
    }

    /// A table at which `machine` begins, and what a watcher is told until the thinking is over.
    fn watched(machine: Option<Box<dyn AnyPlayer>>, before: impl FnOnce(&Store)) -> (Value, Value) {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).unwrap());
        let players = ["random".to_owned(), "human".to_owned()];
        let sheet = Sheet::begin(Start::of("connect4"), players, Files::default(), 1).unwrap();
        store.insert(&sheet).unwrap();
        before(&store);
        let crew = Arc::new(Crew::default());
        let table = Arc::new(Table::new(sheet, store, crew.clone()));
        table.lock().machines[0] = machine;
        let runtime = Runtime::new().unwrap();
        let (_watcher, mut events, _) = table.watch(runtime.handle().clone()).unwrap();
        let read = |shown: Shown| serde_json::from_str::<Value>(shown.get()).unwrap();
        let error = loop {
            match events.blocking_recv().unwrap() {
                Event::Trouble(error) => break read(error),
                Event::Change(change) => assert_eq!(read(change)["at"], 0, "the game went on"),
                _ => {}
            }
        };
        let Event::Change(change) = events.blocking_recv().unwrap() else { panic!("no change") };
        crew.dismiss();
        (error, read(change))
    }

    #[test]
    fn a_player_that_falls_is_reported_and_the_game_waits() {
        let (error, view) = watched(Some(Box::new(Falls)), |_| ());
        assert_eq!(error["error"]["id"], "server-player-fell");
        assert_eq!((&view["at"], &view["paused"]), (&json!(0), &json!(true)));
        assert_eq!(view["thinking"], Value::Null);
    }

    #[test]
    fn a_machines_move_that_cannot_be_stored_has_not_happened() {
        let (error, view) = watched(None, Store::refuse_writes);
        assert_eq!(error["error"]["id"], "server-disk-failed");
        assert_eq!((&view["at"], &view["paused"]), (&json!(0), &json!(true)));
    }
}

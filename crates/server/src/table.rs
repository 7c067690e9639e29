//! A game at its table: what people do with it.
//!
//! One lock guards a game. It is never held while somebody thinks, and everything that changes the
//! game goes through [`Table::amend`]: it is done to the sheet, written to the store, and told to
//! whoever watches. What could not be stored is undone: it has not happened.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic::AtomicUsize},
    time::Instant,
};

use ludoteca_games::{
    End, Game, GameTree, Gdl, Side,
    picture::{Geometry, Touched},
};
use ludoteca_players::AnyPlayer;
use ludoteca_text::{Text, text};
use tokio::sync::broadcast;

use crate::{
    clocks::{Clocks, Running},
    crew::Crew,
    draft::Draft,
    error::Problem,
    files::{Files, gather},
    review::Reviewing,
    sheet::{Sheet, now},
    store::Store,
    thinking::Errand,
    view::{Busy, Shown, View, shown},
    watching::{BEHIND, Event},
};

/// A game, its machines and its watchers.
pub struct Table {
    pub(crate) store: Arc<Store>,
    pub(crate) crew: Arc<Crew>,
    pub(crate) changed: Condvar,
    state: Mutex<State>,
    pub(crate) watchers: AtomicUsize,
    pub(crate) events: broadcast::Sender<Event>,
}

/// What is true of a table at one moment.
pub(crate) struct State {
    pub(crate) sheet: Sheet,
    /// The machines that are not thinking, kept for what they remember of the game.
    pub(crate) machines: [Option<Box<dyn AnyPlayer>>; 2],
    /// The machine that is choosing its move.
    pub(crate) turn: Option<Arc<Errand>>,
    /// The analyses that run, or the hint.
    pub(crate) study: Vec<Arc<Errand>>,
    /// The review that runs.
    pub(crate) review: Option<Arc<Reviewing>>,
    running: Running,
    /// The game as whoever watches was last told of it.
    pub(crate) told: View,
    gone: bool,
}

impl Table {
    /// Lays out a game that is stored already.
    pub fn new(sheet: Sheet, store: Arc<Store>, crew: Arc<Crew>) -> Table {
        let machines = [None, None];
        let told = View::of(&sheet, None, None, None);
        let state = State {
            sheet,
            machines,
            turn: None,
            study: Vec::new(),
            review: None,
            running: None,
            told,
            gone: false,
        };
        Table {
            store,
            crew,
            changed: Condvar::new(),
            state: Mutex::new(state),
            watchers: AtomicUsize::new(0),
            events: broadcast::Sender::new(BEHIND),
        }
    }

    /// How much it takes to keep it laid out, in positions. What a described game was made of may be
    /// far more than its positions: it is too much always.
    pub fn weight(&self) -> usize {
        let state = self.lock();
        let record = &state.sheet.record;
        if record.game() == Gdl::NAME { usize::MAX } else { record.nodes().len() }
    }

    /// How the game stands.
    pub fn view(&self) -> Result<Shown, Problem> {
        Ok(self.open()?.view())
    }

    /// The board that it is played on.
    pub fn board(&self) -> Result<Geometry, Problem> {
        Ok(self.open()?.sheet.record.position().geometry())
    }

    /// A person's move: in the game where it goes on, beside it elsewhere, or where it is only to be
    /// tried. What is done to a game answers with what has changed.
    pub fn play(self: &Arc<Self>, at: usize, words: &str, aside: bool) -> Result<Shown, Problem> {
        let mut state = self.open_at(Some(at))?;
        let sheet = &state.sheet;
        if sheet.machine_to_move() && !aside {
            let player = sheet.players[sheet.side().index()].as_str();
            let text = text!("server-machines-turn", player = player);
            return Err(Problem::conflict(text, state.view()));
        }
        self.amend(&mut state, |sheet| sheet.play(words, aside))
    }

    /// Why what somebody tried with the hand is no move, where there is something to say.
    pub fn why_not(&self, at: usize, touched: &Touched) -> Result<Option<Text>, Problem> {
        Ok(self.open_at(Some(at))?.sheet.record.position().why_not(touched))
    }

    /// Anything else that is done to the sheet. `at` is where whoever asks believes the game to
    /// be.
    pub fn act(
        self: &Arc<Self>,
        at: Option<usize>,
        action: impl FnOnce(&mut Sheet) -> Result<(), Text>,
    ) -> Result<Shown, Problem> {
        self.amend(&mut *self.open_at(at)?, action)
    }

    /// Other players sit down where one is given. The game goes on from where it is, and a thought
    /// that is under way begins anew.
    pub fn seat(self: &Arc<Self>, given: [Option<String>; 2]) -> Result<Shown, Problem> {
        let (mut state, players, files) = self.checked(&given)?;
        let sheet = &state.sheet;
        let same = files == sheet.files;
        let changed = [0, 1].map(|side| !same || sheet.players[side] != players[side]);
        let before = std::mem::take(&mut state.machines);
        for (side, machine) in before.into_iter().enumerate().filter(|(side, _)| !changed[*side]) {
            state.machines[side] = machine;
        }
        self.amend(&mut state, |sheet| {
            sheet.seat(players, files);
            Ok(())
        })
    }

    /// The players as they will be, found to be right while the game was free to go on, and the
    /// files they follow. If other players sat down meanwhile it is found out anew.
    fn checked(
        &self,
        given: &[Option<String>; 2],
    ) -> Result<(MutexGuard<'_, State>, [String; 2], Files), Problem> {
        let mut state = self.open()?;
        let game = state.sheet.record.game().to_owned();
        loop {
            let (sit, follow) = (state.sheet.players.clone(), state.sheet.files.clone());
            drop(state);
            let players = [0, 1].map(|side| given[side].as_ref().unwrap_or(&sit[side]).clone());
            let files = gather(&game, &players, &self.store, self.crew.engines(), &follow)
                .map_err(Problem::refused)?;
            state = self.open()?;
            if (&state.sheet.players, &state.sheet.files) == (&sit, &follow) {
                return Ok((state, players, files));
            }
        }
    }

    /// How the game stands in writing.
    pub fn sheet(&self) -> Result<Sheet, Problem> {
        Ok(self.open()?.sheet.clone())
    }

    /// The record with its cursor at the position shown, and the files that players here follow.
    pub fn shown_at(&self, at: usize) -> Result<(GameTree, Files), Problem> {
        let state = self.open_at(Some(at))?;
        Ok((state.sheet.record.clone(), state.sheet.files.clone()))
    }

    /// How the game stands in writing, if it has ended.
    pub fn ended(&self) -> Result<Sheet, Problem> {
        let state = self.open()?;
        if state.sheet.over() {
            return Ok(state.sheet.clone());
        }
        Err(Problem::conflict(text!("server-not-over"), state.view()))
    }

    /// Takes the game off the table and out of the store.
    pub fn delete(&self) -> Result<(), Problem> {
        let mut state = self.open()?;
        self.store.delete(&state.sheet.id)?;
        state.gone = true;
        state.forget(true);
        if let Some(review) = state.review.take() {
            review.end();
        }
        drop(state);
        self.changed.notify_all();
        self.tell(Event::Gone);
        Ok(())
    }

    /// Does something to the sheet, stores it, and shows it. An error changes nothing. What comes too
    /// late does not count.
    pub(crate) fn amend(
        self: &Arc<Self>,
        state: &mut State,
        action: impl FnOnce(&mut Sheet) -> Result<(), Text>,
    ) -> Result<Shown, Problem> {
        let (running, late) = (state.running, state.out_of_time());
        let mut draft = Draft::begin(&mut state.sheet);
        match late {
            Some(side) => end_late(&mut draft, side, running),
            None => {
                let (length, clocks) = (draft.record.length(), draft.clocks);
                action(&mut draft).map_err(Problem::refused)?;
                keep_time(&mut draft, length, clocks, running);
            }
        }
        draft.updated = now();
        self.store.save(&draft)?;
        let (moved, same) = (draft.record.moved(), draft.goes_on());
        draft.keep();
        state.running = None;
        // Whoever only says something about the game holds up nobody who thinks.
        if moved || !same {
            state.forget(moved);
        }
        self.attend(state);
        self.start_clock(state);
        self.changed.notify_all();
        Ok(self.show(state))
    }

    /// Somebody sees that a clock has run down: whoever has no time left has lost.
    pub fn call_time(self: &Arc<Self>) -> Result<Shown, Problem> {
        let mut state = self.open()?;
        if state.out_of_time().is_none() {
            return Ok(self.show(&mut state));
        }
        self.amend(&mut state, |_| Ok(()))
    }

    /// Stops the clock while nobody watches, and stores what is left.
    pub(crate) fn stop_clock(&self, state: &mut State) {
        let (Some(_), Some(clocks)) = (state.running, &mut state.sheet.clocks) else { return };
        *clocks = clocks.now(state.running.take());
        if let Err(problem) = self.store.save(&state.sheet) {
            tracing::warn!(error = %problem, "what is left on the clocks was not stored");
        }
    }

    /// Starts the clock of the side to move, if it has to run.
    pub(crate) fn start_clock(&self, state: &mut State) {
        // No time is lost in the queue.
        let waits = state.turn.as_ref().is_some_and(|turn| turn.before().is_some());
        if state.running.is_none() && self.is_watched() && state.sheet.clock_runs() && !waits {
            state.running = Some((state.sheet.side(), Instant::now()));
        }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        // What is changed is undone by a panic, so it leaves the state sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, if the game is still there.
    pub(crate) fn open(&self) -> Result<MutexGuard<'_, State>, Problem> {
        let state = self.lock();
        if state.gone { Err(Problem::no_game(&state.sheet.id)) } else { Ok(state) }
    }

    /// The state, if the game is still where somebody believes it to be.
    pub(crate) fn open_at(&self, at: Option<usize>) -> Result<MutexGuard<'_, State>, Problem> {
        let state = self.open()?;
        let now = state.sheet.record.at();
        match at {
            Some(at) if at != now => {
                let text = text!("server-moved-on", at = at, now = now);
                Err(Problem::conflict(text, state.view()))
            }
            _ => Ok(state),
        }
    }
}

impl State {
    /// The whole game as the page sees it now.
    pub(crate) fn view(&self) -> Shown {
        shown(&self.look())
    }

    pub(crate) fn look(&self) -> View {
        let busy = |errand: &Arc<Errand>| Busy {
            purpose: errand.purpose,
            player: errand.player.clone(),
            before: errand.before(),
        };
        // Of several who study, one who thinks is more than one who waits.
        let study = self.study.iter().min_by_key(|errand| errand.before().map_or(0, |n| n + 1));
        let thinking = self.turn.iter().chain(study).next().map(busy);
        View::of(&self.sheet, thinking, self.running, Some(&self.told))
    }

    /// The side whose clock has run down.
    fn out_of_time(&self) -> Option<Side> {
        let (side, _) = self.running?;
        self.sheet.clocks?.now(self.running).is_late(side).then_some(side)
    }

    /// Ends the thought about a move, whose position or player is no longer what it was; and, if
    /// the position has changed, the study of it.
    pub(crate) fn forget(&mut self, study: bool) {
        let study = if study { std::mem::take(&mut self.study) } else { Vec::new() };
        for errand in self.turn.take().into_iter().chain(study) {
            errand.forget();
        }
    }
}

/// Ends a game for a side that has no time left.
fn end_late(sheet: &mut Sheet, side: Side, running: Running) {
    if let Some(clocks) = &mut sheet.clocks {
        *clocks = clocks.now(running);
    }
    // It has not ended: no clock runs in a game that has.
    let _ = sheet.record.finish(End::Late(side));
}

/// Notes the time used since the clock was started, by the clocks as they were and after how many
/// plies of the game.
fn keep_time(sheet: &mut Sheet, length: usize, clocks: Option<Clocks>, running: Running) {
    let (Some((side, since)), Some(clocks)) = (running, clocks) else { return };
    let turn_over = sheet.record.length() > length && sheet.side() != side;
    // Whoever has just taken back a loss plays without clocks.
    let Some(kept) = &mut sheet.clocks else { return };
    *kept = clocks.now(running);
    if turn_over {
        let left = kept.left()[side.index()].as_millis() as u64;
        kept.end_turn(side);
        let note = sheet.record.note_mut(sheet.record.cursor());
        (note.used, note.left) = (Some(since.elapsed().as_millis() as u64), Some(left));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use ludoteca_games::Start;
    use serde_json::{Value, json};
    use tokio::runtime::Runtime;

    use super::*;
    use crate::clocks::Control;

    fn read(shown: Result<Shown, Problem>) -> Value {
        match shown {
            Ok(shown) => serde_json::from_str(shown.get()).unwrap(),
            Err(problem) => panic!("{:?}", problem.text()),
        }
    }

    /// A game of two people in which the second has so many milliseconds left.
    fn with_clocks(left: u64, test: impl FnOnce(&Arc<Table>, &Runtime)) {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(Store::open(folder.path()).unwrap());
        let players = ["human".to_owned(), "human".to_owned()];
        let sheet = Sheet::begin(Start::of("connect4"), players, Files::default(), 1).unwrap();
        let mut sheet = sheet.with_clocks(Some(Control { minutes: 1, extra: 5 }));
        let left = [Duration::from_secs(60), Duration::from_millis(left)];
        sheet.clocks = sheet.clocks.map(|clocks| clocks.showing(left));
        store.insert(&sheet).unwrap();
        test(&Arc::new(Table::new(sheet, store, Arc::default())), &Runtime::new().unwrap());
    }

    #[test]
    fn a_clock_starts_with_the_first_ply_and_stands_still_while_nobody_watches() {
        with_clocks(60_000, |table, runtime| {
            assert_eq!(read(table.play(0, "4", false))["clocks"]["running"], Value::Null);
            let (_watcher, _events, view) = table.watch(runtime.handle().clone()).unwrap();
            assert_eq!(read(Ok(view))["clocks"]["running"], "second");
            let view = read(table.play(1, "4", false));
            assert_eq!(view["clocks"]["running"], "first");
            let left = view["clocks"]["left"][1].as_u64().unwrap();
            assert!((60_001..=65_000).contains(&left), "{left} with what the turn has earned");
            let view = read(table.act(Some(2), |sheet| sheet.go_to(1)));
            assert_eq!(view["clocks"]["running"], Value::Null, "somebody looks back");
        });
    }

    #[test]
    fn whoever_is_late_has_lost_and_what_they_play_does_not_count() {
        for called in [false, true] {
            with_clocks(5, |table, runtime| {
                let (_watcher, _events, _) = table.watch(runtime.handle().clone()).unwrap();
                table.play(0, "4", false).unwrap();
                std::thread::sleep(Duration::from_millis(10));
                let view = read(if called { table.call_time() } else { table.play(1, "4", false) });
                assert_eq!((&view["at"], &view["outcome"]["winner"]), (&json!(1), &json!("first")));
                assert_eq!(view["outcome"]["reason"]["id"], "reason-late");
                assert_eq!(view["clocks"]["left"][1], 0);
                let view = read(table.act(Some(1), Sheet::undo));
                assert_eq!((&view["outcome"], &view["clocks"]), (&Value::Null, &Value::Null));
                assert_eq!(read(table.play(1, "4", false))["at"], 2, "it goes on without clocks");
            });
        }
    }

    #[test]
    fn nobody_is_late_who_has_time_left() {
        with_clocks(60_000, |table, runtime| {
            let (_watcher, _events, _) = table.watch(runtime.handle().clone()).unwrap();
            table.play(0, "4", false).unwrap();
            assert_eq!(read(table.call_time())["outcome"], Value::Null);
        });
    }
}

//! Who thinks at a table: machines about their moves, analyses and hints.
//!
//! A thought waits for its place in the queue of the [crew](crate::crew::Crew), runs on a thread of its
//! own and holds no lock. What comes of it counts only if nobody has sent the thinker away in the
//! meantime ([`Errand::forget`]).

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use ludoteca_games::{AnyLine, Side, Value, tree::NodeId};
use ludoteca_players::{
    Answer, AnyPlayer, AnyWatch, Budget, Fault, PlayerSettings, Stop, Supply, Thought, USUAL_TIME,
    adviser, ask, at_its_best, settings,
};
use ludoteca_text::{Text, text};
use serde_json::value::RawValue;

use crate::{
    crew::{Place, Thinking, Told},
    error::Problem,
    files::{Files, kept, of_game},
    judging,
    memory::Roomed,
    queue::Need,
    sheet::Sheet,
    store::Judgement,
    table::{State, Table},
    view::{Purpose, Shown, ThoughtEvent, Trouble, shown},
    watching::Event,
};

/// Unfinished thoughts are shown no more often than this.
const SHOW_EVERY: Duration = Duration::from_millis(120);

/// Two machines take at least this long over a move, so that people can follow.
const PACE: Duration = Duration::from_millis(300);

/// How long an analysis takes unless it is told otherwise.
const ANALYSIS: Duration = Duration::from_secs(30);

/// The most players that analyse a position at once.
const MOST_ANALYSTS: usize = 3;

/// The most seconds an analysis may be given: a day.
const LONGEST: f64 = 86_400.0;

/// Something to think about.
pub struct Errand {
    /// What for.
    pub purpose: Purpose,
    /// Who, as a player text.
    pub player: String,
    at: usize,
    /// Where its thought is kept, and how long it was given; none if it follows what may change.
    keep: Option<(NodeId, Duration)>,
    stop: Stop,
    /// What ends the thought that is under way: a stop, or others who wait for its place.
    under_way: Mutex<Stop>,
    /// How many are before it in the queue; [`THINKING`] once it has its place.
    before: AtomicUsize,
    forgotten: AtomicBool,
}

/// Nobody is before an errand any more.
const THINKING: usize = usize::MAX;

impl Errand {
    fn new(
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

    fn stands(&self, before: Option<usize>) {
        self.before.store(before.unwrap_or(THINKING), Ordering::Release);
    }

    /// Ends the thought soon; what was thought until then counts.
    fn end(&self) {
        self.stop.set();
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner).set();
    }

    /// A thought of it is under way, which `stop` ends.
    fn goes_on(&self, stop: &Stop) {
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

    fn is_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Acquire)
    }
}

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
            self.crew.think(self.asking(&errand, Need::Move), turn)
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

    /// Begins to analyse the position shown, instead of whatever else was being studied. Each of the
    /// players thinks by itself. If `remembered`, those who have thought of it before are heard at
    /// once and do not think again.
    pub fn analyse(
        self: &Arc<Self>,
        at: usize,
        players: &[String],
        seconds: Option<f64>,
        remembered: bool,
    ) -> Result<(), Problem> {
        if players.len() > MOST_ANALYSTS {
            return Err(Problem::refused(text!("server-analysts", most = MOST_ANALYSTS)));
        }
        let time = seconds.map_or(Ok(ANALYSIS), |seconds| given(seconds, LONGEST))?;
        self.study(Purpose::Analysis, at, players, time, remembered)
    }

    /// Begins to think about a move for whoever moves next.
    pub fn hint(self: &Arc<Self>, at: usize) -> Result<(), Problem> {
        let adviser = adviser(self.open()?.sheet.record.game()).to_owned();
        self.study(Purpose::Hint, at, &[adviser], USUAL_TIME, false)
    }

    /// Ends every thought; a machine that was choosing its move plays the best it has.
    pub fn stop(&self) -> Result<Shown, Problem> {
        let mut state = self.open()?;
        state.turn.iter().chain(&state.study).for_each(|errand| errand.end());
        Ok(self.show(&mut state))
    }

    fn study(
        self: &Arc<Self>,
        purpose: Purpose,
        at: usize,
        players: &[String],
        time: Duration,
        remembered: bool,
    ) -> Result<(), Problem> {
        let state = self.open_at(Some(at))?;
        if state.sheet.record.ended_here().is_some() {
            return Err(Problem::refused(text!("game-over")));
        }
        let (id, game) = (state.sheet.id.clone(), state.sheet.record.game().to_owned());
        let node = state.sheet.record.cursor();
        let (files, supply) = (state.sheet.files.clone(), self.supply(state.sheet.seed));
        // What a player text says is read while the game is free to go on.
        drop(state);
        let mut ready = Vec::new();
        for player in players {
            let player = at_its_best(&game, player);
            let (settings, follows) = self.read(&game, &player, &files, supply)?;
            let keep = (purpose == Purpose::Analysis && !follows).then_some((node, time));
            let known = match keep {
                Some((node, _)) if remembered => {
                    judging::remembered(&self.store, &id, node, &player)?
                }
                _ => None,
            };
            let thinker = match known {
                Some(thought) => Err(thought),
                None => match self.seated(need(purpose), settings, supply) {
                    Ok(thinker) => Ok(thinker),
                    Err(text) if ready.is_empty() => return Err(Problem::unavailable(text)),
                    // Where there is no room for all of them, there is for some.
                    Err(text) => {
                        self.tell(trouble(&text));
                        continue;
                    }
                },
            };
            ready.push((Errand::new(purpose, &player, at, keep), thinker));
        }
        let mut state = self.open_at(Some(at))?;
        let line = state.sheet.record.line().clone();
        for before in std::mem::take(&mut state.study) {
            before.forget();
        }
        for (errand, thinker) in ready {
            match thinker {
                Err(thought) => self.tell(errand.told(&thought, true)),
                Ok(thinker) => {
                    let begun = self.think_on(&errand, thinker, line.clone(), time);
                    errand.stands(begun.map_err(Problem::unavailable)?);
                    state.study.push(errand);
                }
            }
        }
        self.show(&mut state);
        Ok(())
    }

    /// What the text of somebody says who is to study the game, and whether they follow files, which
    /// may change.
    pub(crate) fn read(
        &self,
        game: &str,
        player: &str,
        files: &Files,
        supply: Supply<'static>,
    ) -> Result<(PlayerSettings, bool), Problem> {
        let follows = AtomicBool::new(false);
        // Somebody who studies wants a file as it is now, and the game's copy where it is gone.
        let read_file = |name: &str, _: usize| {
            follows.store(true, Ordering::Relaxed);
            kept(&self.store, name).or_else(|_| of_game(files, name))
        };
        let read = Supply { read_file: &read_file, ..supply };
        let settings = settings(game, player, &read).map_err(Problem::refused)?;
        Ok((settings, follows.into_inner()))
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
    fn asking<'a>(self: &Arc<Self>, errand: &'a Arc<Errand>, need: Need) -> Thinking<'a> {
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
        Thinking { need, stop: &errand.stop, told }
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

    /// Has somebody study a position for so long, in several turns where others wait.
    fn think_on(
        self: &Arc<Self>,
        errand: &Arc<Errand>,
        mut thinker: Box<dyn AnyPlayer>,
        line: AnyLine,
        left: Duration,
    ) -> Result<Option<usize>, Text> {
        let (table, mine) = (self.clone(), errand.clone());
        let work = move |place: Place| {
            table.begins(&mine, &place.stop);
            if mine.is_forgotten() {
                return;
            }
            let begun = Instant::now();
            let budget = Budget { stop: place.stop.clone(), ..Budget::time(left) };
            let answer = table.think(&mine, thinker.as_mut(), &line, &budget);
            let left = left.saturating_sub(begun.elapsed());
            let cut = place.stop.is_set() && !mine.stop.is_set() && !left.is_zero();
            drop(place);
            match answer {
                Ok(thought) if cut && !matches!(thought.value, Value::Proved { .. }) => {
                    table.think_again(&mine, thinker, line, left, thought);
                }
                answer => table.end_study(&mine, answer),
            }
        };
        self.crew.think(self.asking(errand, need(errand.purpose)), work)
    }

    /// Goes back in line with what is left of the time.
    fn think_again(
        self: &Arc<Self>,
        errand: &Arc<Errand>,
        thinker: Box<dyn AnyPlayer>,
        line: AnyLine,
        left: Duration,
        thought: Thought,
    ) {
        let mut state = self.lock();
        if !state.study.iter().any(|now| Arc::ptr_eq(now, errand)) {
            return;
        }
        self.tell(errand.thought(&thought, false));
        match self.think_on(errand, thinker, line, left) {
            Ok(before) => {
                errand.stands(before);
                self.show(&mut state);
            }
            Err(_) => {
                drop(state);
                self.end_study(errand, Ok(thought));
            }
        }
    }

    fn end_study(&self, errand: &Arc<Errand>, answer: Result<Thought, Text>) {
        let mut state = self.lock();
        let Some(place) = state.study.iter().position(|now| Arc::ptr_eq(now, errand)) else {
            return;
        };
        state.study.remove(place);
        if let (Ok(thought), Some((node, given))) = (&answer, errand.keep) {
            self.keep_thought(&state.sheet.id, errand, node, given, thought);
        }
        match answer {
            Ok(thought) => self.tell(errand.thought(&thought, true)),
            Err(text) => self.tell(trouble(&text)),
        }
        self.show(&mut state);
    }

    /// Keeps a thought. What cannot be kept has been told all the same.
    fn keep_thought(
        &self,
        id: &str,
        errand: &Errand,
        node: NodeId,
        given: Duration,
        thought: &Thought,
    ) {
        let Some(judgement) = Judgement::of(thought, given, errand.stop.is_set()) else { return };
        if let Err(error) = self.store.judge(id, node, &errand.player, &judgement) {
            tracing::warn!(%error, "what was thought of a position was not stored");
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
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
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

    /// Says what went wrong with a machine's move. The game waits where it is.
    fn trouble(&self, state: &mut State, text: &Text) {
        state.forget(false);
        state.sheet.paused = true;
        self.tell(trouble(text));
    }
}

impl Errand {
    fn thought(&self, thought: &Thought, done: bool) -> Event {
        self.told(&judging::written(thought), done)
    }

    fn told(&self, thought: &RawValue, done: bool) -> Event {
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

/// What a thought is needed for.
fn need(purpose: Purpose) -> Need {
    match purpose {
        Purpose::Move => Need::Move,
        Purpose::Hint => Need::Hint,
        Purpose::Analysis => Need::Analysis,
    }
}

/// The seconds that somebody gives for a thought, if that is no more than the most.
pub(crate) fn given(seconds: f64, most: f64) -> Result<Duration, Problem> {
    if (0.0..=most).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    let allowed = text!("allowed-range", low = 0, high = most);
    let refused = text!("value-refused", key = "seconds", value = seconds, allowed = allowed);
    Err(Problem::refused(refused))
}

/// Something that went wrong, for whoever watches.
pub(crate) fn trouble(text: &Text) -> Event {
    Event::Trouble(shown(&Trouble { error: text }))
}

#[cfg(test)]
mod tests {
    use ludoteca_games::Start;
    use serde_json::{Value, json};
    use tokio::runtime::Runtime;

    use super::*;
    use crate::{crew::Crew, files::Files, store::Store};

    struct Falls;
    impl AnyPlayer for Falls {
        fn think(
            &mut self,
            _: &ludoteca_games::AnyLine,
            _: &Budget,
            _: AnyWatch<'_>,
        ) -> Result<Thought, ludoteca_players::Failure> {
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

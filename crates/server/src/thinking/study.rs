//! Analyses and hints: somebody studies a position for so long, in several turns where others wait.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use ludoteca_games::{AnyLine, Value, tree::NodeId};
use ludoteca_players::{
    AnyPlayer, Budget, PlayerSettings, Supply, Thought, USUAL_TIME, adviser, at_its_best, settings,
};
use ludoteca_text::{Text, text};

use super::{Errand, trouble};
use crate::{
    crew::Place,
    error::Problem,
    files::{Files, kept, of_game},
    judging,
    store::Judgement,
    table::Table,
    view::Purpose,
};

/// How long an analysis takes unless it is told otherwise.
const ANALYSIS: Duration = Duration::from_secs(30);

/// The most players that analyse a position at once.
const MOST_ANALYSTS: usize = 3;

/// The most seconds an analysis may be given: a day.
const LONGEST: f64 = 86_400.0;

impl Table {
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
            let errand = Errand::new(purpose, &player, at, keep);
            let known = match keep {
                Some((node, _)) if remembered => {
                    judging::remembered(&self.store, &id, node, &player)?
                }
                _ => None,
            };
            let thinker = match known {
                Some(thought) => Err(thought),
                None => match self.seated(errand.need(), settings, supply) {
                    Ok(thinker) => Ok(thinker),
                    Err(text) if ready.is_empty() => return Err(Problem::unavailable(text)),
                    // Where there is no room for all of them, there is for some.
                    Err(text) => {
                        self.tell(trouble(&text));
                        continue;
                    }
                },
            };
            ready.push((errand, thinker));
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
        self.crew.think(self.asking(errand), work)
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

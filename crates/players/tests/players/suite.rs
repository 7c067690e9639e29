//! The conformance suite finds what is wrong with a player: one fault at a time in a sound one.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use ludoteca_games::{Game, Line};
use ludoteca_players::{
    Budget, Clock, Erased, Player, Thought, Watch,
    testing::{Candidate, Counted, conforms},
    thought::{Answer, Unit, Value},
};

/// The most positions it is let look at.
const MOST: u64 = 3000;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    PlaysNothingWithoutTime,
    PlaysBesideTheBoard,
    IgnoresPositions,
    IgnoresTime,
    IgnoresTheStop,
    IgnoresWatchers,
    LooksSeldom,
    BeginsAnew,
    ChangesItsMind,
    ShowsOff,
    ValuesMoreWhenWatched,
    CallsItLess,
}

/// Counts to ten thousand, and then plays the first column that is open.
struct Faulty {
    fault: Fault,
    /// How often such a player was asked.
    asked: Arc<AtomicU64>,
}

impl Faulty {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    fn budget(&self, budget: &Budget, watched: bool) -> Budget {
        let mut kept = budget.clone();
        match self.fault {
            Fault::IgnoresPositions => kept.nodes = None,
            Fault::IgnoresTime => kept.time = None,
            Fault::IgnoresTheStop => kept.stop = Default::default(),
            Fault::IgnoresWatchers if watched => kept.stop = Default::default(),
            _ => {}
        }
        kept
    }
}

impl Player<Counted> for Faulty {
    fn think(
        &mut self,
        line: &Line<Counted>,
        budget: &Budget,
        watch: &mut Watch<'_, Counted>,
    ) -> Thought<u8> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let budget = self.budget(budget, watch.is_live());
        let mut clock = Clock::start(&budget);
        let open = line.position().legal_plies();
        let thought = |ply: u8, clock: &Clock| Thought {
            answer: Answer::Ply(ply),
            value: Value::NOTHING,
            lines: Vec::new(),
            candidates: Vec::new(),
            nodes: clock.nodes(),
            depth: None,
            seconds: 0.0,
            layers: Vec::new(),
        };
        for round in 0..10_000 {
            if self.is(Fault::BeginsAnew) && round == 50 {
                clock = Clock::start(&budget);
            }
            let seldom = self.is(Fault::LooksSeldom) && budget.nodes >= Some(MOST);
            let step = if seldom && round == 3 { 5000 } else { 1 };
            if clock.count(step) {
                break;
            }
            for _ in 0..if self.is(Fault::CallsItLess) { 1000 } else { 1 } {
                line.position().clone().play_unchecked(&open[0]);
            }
            if round % 256 == 0 && watch.is_due() {
                watch.report(thought(open[0], &clock));
            }
        }
        let column = match self.fault {
            Fault::ChangesItsMind => asked as usize % open.len(),
            Fault::ShowsOff => usize::from(watch.wants_layers()),
            _ => 0,
        };
        let mut thought = thought(open[column], &clock);
        let value =
            if self.is(Fault::ValuesMoreWhenWatched) && watch.wants_layers() { 2 } else { 1 };
        thought.value =
            Value::Guess { result: 0.25 * f64::from(value), score: None, unit: Unit::Unknown };
        match self.fault {
            Fault::PlaysNothingWithoutTime if clock.nodes() <= 1 => {
                thought.answer = Answer::Nothing
            }
            Fault::PlaysBesideTheBoard if clock.nodes() > 50 => thought.answer = Answer::Ply(9),
            _ => {}
        }
        thought
    }
}

/// What the suite says about a player with that fault; nothing if it finds none.
fn verdict(fault: Fault) -> Option<String> {
    let asked = Arc::<AtomicU64>::default();
    let make = || Erased::boxed(Faulty { fault, asked: Arc::clone(&asked) });
    let candidate = Candidate { name: "faulty", make: &make, threads: 1, in_one_go: 1, most: MOST };
    let position = Counted::begin();
    let panic = catch_unwind(AssertUnwindSafe(|| conforms(&candidate, &position))).err()?;
    Some(panic.downcast_ref::<String>().cloned().unwrap_or_default())
}

#[test]
fn a_sound_player_passes() {
    assert_eq!(verdict(Fault::None), None);
}

#[test]
fn every_fault_is_found_and_named() {
    let named = [
        (Fault::PlaysNothingWithoutTime, "answers Nothing when stopped before"),
        (Fault::PlaysBesideTheBoard, "answers Ply(\"10\") with 100 positions"),
        (Fault::IgnoresPositions, "of 0 positions"),
        (Fault::IgnoresTime, "looks at 10000 without time"),
        (Fault::IgnoresTheStop, "looks at 10000 when stopped before"),
        (Fault::IgnoresWatchers, "more when a watcher stops it"),
        (Fault::LooksSeldom, "looks only after 5"),
        (Fault::BeginsAnew, "begins to count anew"),
        (Fault::ChangesItsMind, "and then"),
        (Fault::ShowsOff, "when watched"),
        (Fault::ValuesMoreWhenWatched, "when watched"),
        (Fault::CallsItLess, "plies and calls it"),
    ];
    for (fault, words) in named {
        let said = verdict(fault);
        assert!(said.as_ref().is_some_and(|said| said.contains(words)), "{fault:?}: {said:?}");
    }
}

//! One suite that every player must pass: what the contract of [`Player`](crate::Player) says of
//! budgets, tried at many of them.
//!
//! Time is counted in looks at the clock and in positions between two of them, never in seconds. The
//! first thing that is wrong ends the suite with a panic that says what, of whom and where.

use std::time::Duration;

use ludoteca_games::Position;

use super::{Counted, Looks};
use crate::{
    AnyPlayer, AnyWatch, Budget, Clock, Thought,
    thought::{Answer, Value},
};

/// Somebody who is to be held to the contract.
pub struct Candidate<'a> {
    /// Its player text.
    pub name: &'a str,
    /// Seats it anew, always with the same seed.
    pub make: &'a dyn Fn() -> Box<dyn AnyPlayer>,
    /// How many threads it was allowed.
    pub threads: u64,
    /// How many positions it looks at in one go: a random game that is under way goes on to its end.
    pub in_one_go: u64,
    /// The most positions it is let look at here, as some take long for each.
    pub most: u64,
}

/// How many plies may be played for each position that is counted: whoever sorts the plies of a
/// position tries all of them, and whoever judges it by a random game does so at each of its plies.
const TRIED: u64 = 400;

/// Budgets of positions that are tried.
const POSITIONS: [u64; 6] = [0, 1, 2, 10, 100, 1000];
/// Budgets of time that are tried, in looks.
const TIMES: [u32; 5] = [1, 2, 5, 20, 60];
/// At which looks the thought is stopped.
const STOPS: [usize; 8] = [1, 2, 3, 4, 7, 12, 25, 50];

/// Holds a player to its contract in a position.
///
/// # Panics
/// When the player breaks its contract; the message says how.
pub fn conforms(candidate: &Candidate<'_>, position: &dyn Position) {
    let case = Case { candidate, position };
    case.answers_at_any_budget();
    case.keeps_time();
    case.stops_at_any_look();
    case.stops_when_a_watcher_says_so();
    if candidate.threads == 1 {
        case.answers_alike();
    }
}

struct Case<'a> {
    candidate: &'a Candidate<'a>,
    position: &'a dyn Position,
}

impl Case<'_> {
    /// What a player that was just seated thinks.
    fn asked(&self, budget: &Budget, watch: AnyWatch<'_>) -> Thought {
        let mut player = (self.candidate.make)();
        let before = Counted::played();
        let thought = match player.consider(self.position, budget, watch) {
            Ok(thought) => thought,
            Err(error) => panic!("{}: {error}", self.who()),
        };
        let (played, nodes) = (Counted::played() - before, thought.nodes);
        let most = TRIED * (nodes + self.candidate.in_one_go);
        assert!(played <= most, "{} plays {played} plies and calls it {nodes}", self.who());
        thought
    }

    fn who(&self) -> String {
        let Candidate { name, .. } = self.candidate;
        format!("{name} at {} {}", self.position.game(), self.position.plies().len())
    }

    /// The most positions of all threads between two looks of theirs.
    fn unseen(&self) -> u64 {
        self.candidate.threads * (Clock::LONGEST + self.candidate.in_one_go)
    }

    fn is_legal(&self, thought: &Thought, when: &str) {
        let over = self.position.outcome().is_some();
        let legal = match &thought.answer {
            Answer::Ply(ply) => !over && self.position.boxed().play(ply).is_ok(),
            Answer::Resign => !over,
            Answer::Nothing => over,
        };
        assert!(legal, "{} answers {:?} {when}", self.who(), thought.answer);
    }

    fn answers_at_any_budget(&self) {
        let at_once = Budget::default();
        at_once.stop.set();
        let no_time = Budget::time(Duration::ZERO);
        for (budget, when) in [(at_once, "when stopped before"), (no_time, "without time")] {
            for watch in [AnyWatch::Nobody, AnyWatch::AtTheEnd] {
                let thought = self.asked(&budget, watch);
                self.is_legal(&thought, when);
                let Thought { nodes, .. } = thought;
                assert!(nodes <= self.unseen(), "{} looks at {nodes} {when}", self.who());
            }
        }
        for limit in POSITIONS.into_iter().filter(|limit| *limit <= self.candidate.most) {
            for watch in [AnyWatch::Nobody, AnyWatch::AtTheEnd] {
                let thought = self.asked(&Budget::nodes(limit), watch);
                self.is_legal(&thought, &format!("with {limit} positions"));
                // Each thread may begin with one, and end what is under way.
                let Candidate { threads, in_one_go, .. } = self.candidate;
                let most = limit + threads * in_one_go;
                let Thought { nodes, .. } = thought;
                assert!(nodes <= most, "{} looks at {nodes} of {limit} positions", self.who());
            }
        }
    }

    /// A thought with looks that are noted: never too far apart, and none after its end but one of
    /// each thread.
    fn looked(&self, looks: &Looks, budget: &Budget, end: usize, when: &str) {
        let thought = self.asked(budget, AnyWatch::Nobody);
        self.is_legal(&thought, when);
        let mut seen = looks.seen();
        if self.candidate.threads > 1 {
            // Two that look at the same moment are noted in either order.
            seen.sort_unstable();
        }
        let most = end + self.candidate.threads as usize;
        assert!(seen.len() <= most, "{} looks {} times, not {end}, {when}", self.who(), seen.len());
        let mut before = 0;
        for nodes in seen.into_iter().chain([thought.nodes]) {
            assert!(nodes >= before, "{} begins to count anew at {before} {when}", self.who());
            let unseen = nodes - before;
            assert!(unseen <= self.unseen(), "{} looks only after {unseen} {when}", self.who());
            before = nodes;
        }
    }

    fn keeps_time(&self) {
        for time in TIMES {
            let looks = Looks::default();
            let budget = Budget { nodes: Some(self.candidate.most), ..looks.time(time) };
            self.looked(&looks, &budget, time as usize, &format!("in time {time}"));
        }
    }

    fn stops_at_any_look(&self) {
        for look in STOPS {
            let looks = Looks::default();
            let budget = Budget { nodes: Some(self.candidate.most), ..looks.stopped_at(look) };
            self.looked(&looks, &budget, look, &format!("stopped at look {look}"));
        }
    }

    fn stops_when_a_watcher_says_so(&self) {
        let budget = Budget::nodes(10 * self.candidate.most);
        let stop = budget.stop.clone();
        let mut reported = None;
        let mut sink = |thought: Thought| {
            reported.get_or_insert(thought.nodes);
            stop.set();
        };
        let thought = self.asked(&budget, AnyWatch::Live(Duration::ZERO, &mut sink));
        self.is_legal(&thought, "stopped by a watcher");
        if let Some(before) = reported {
            let after = thought.nodes.saturating_sub(before);
            assert!(
                after <= self.unseen(),
                "{} looks at {after} more when a watcher stops it",
                self.who()
            );
        }
    }

    fn answers_alike(&self) {
        let budget = Budget::nodes(self.candidate.most / 3);
        let alone = self.asked(&budget, AnyWatch::Nobody);
        let again = self.asked(&budget, AnyWatch::Nobody);
        let timeless = |thought: &Thought| Thought { seconds: 0.0, ..thought.clone() };
        assert!(
            timeless(&alone) == timeless(&again),
            "{} answers {:?} and then {:?}",
            self.who(),
            alone.answer,
            again.answer
        );
        let mut sink = |_: Thought| {};
        let live = AnyWatch::Live(Duration::ZERO, &mut sink);
        let mut story = None;
        // A thought ends when as much of it is told as is kept: whoever asked is stopped, too.
        let once = Budget::nodes(self.candidate.most / 3);
        let told = self.asked(&once, AnyWatch::Recording(300, &mut story));
        let mut whole = true;
        if let Some(story) = story {
            assert!(story.moments.len() <= 300, "{} tells too much", self.who());
            whole = !story.more;
        }
        let told = whole.then_some(told);
        let others = [self.asked(&budget, AnyWatch::AtTheEnd), self.asked(&budget, live)];
        for watched in told.into_iter().chain(others) {
            let said = |thought: &Thought| thought.value != Value::NOTHING;
            let values_differ = said(&alone) && said(&watched) && alone.value != watched.value;
            assert!(
                alone.answer == watched.answer && !values_differ,
                "{} answers {:?} ({:?}), and {:?} ({:?}) when watched",
                self.who(),
                alone.answer,
                alone.value,
                watched.answer,
                watched.value
            );
        }
    }
}

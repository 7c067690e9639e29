//! `strong`: searches Arimaa step by step, as deep as its time goes.
//!
//! One thought finds a whole turn; the steps that follow the first are played from it. With several
//! threads each searches for itself, and what one finds the others read in a table they share (*lazy
//! SMP*).

mod evaluation;
mod search;
mod showing;
mod table;
mod telling;
mod tuning;

use ludoteca_games::{
    Arimaa, Game, Line,
    arimaa::{ArimaaPly, STEPS},
};

pub use self::{
    evaluation::{WEIGHTS, Weights, evaluate, read_weights, write_weights},
    tuning::{Fitted, Lesson, Sample, fit, learner},
};
use self::{
    search::{Deed, Search, decided},
    table::SharedTable,
    telling::Round,
};
use super::setup;
use crate::{
    Budget, Clock, Form, Player, PlayerError, PlayerKind, Watch,
    evaluations::Curve,
    kind::levels,
    plan::Plan,
    thought::{PlyValue, Thought, Unit, Value, Variation, Verdict},
    threads,
};

/// The evaluation that leans to one side by three quarters of a win, in hundredths of a rabbit.
const SCALE: f64 = 600.0;
/// The largest file of weights: a whole one has a few kilobytes.
const MOST_BYTES: usize = 1_000_000;
/// The deepest search, in turns.
const MOST_TURNS: i64 = 20;

/// The strong player.
pub struct Strong {
    settings: Settings,
    weights: Weights,
    table: SharedTable,
    plan: Plan<Arimaa>,
}

/// How it thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Turns it looks ahead at most.
    pub depth: Option<u32>,
    /// Steps it looks at, at most, for one turn.
    pub nodes: Option<u64>,
    /// Threads.
    pub threads: usize,
    /// Memory for positions.
    pub megabytes: usize,
    /// Chooses the setup.
    pub seed: u64,
}

/// What a search has found so far.
struct FoundTurn {
    score: i32,
    line: Vec<ArimaaPly>,
    /// The other plies tried at that depth, with what they are worth at most.
    others: Vec<(ArimaaPly, i32)>,
    /// Steps searched to the end.
    depth: i32,
    nodes: u64,
    seconds: f64,
}

impl Strong {
    /// A player that has seen nothing yet.
    pub fn new(settings: Settings) -> Strong {
        Strong::weighing(settings, *WEIGHTS)
    }

    /// The same with weights of its own.
    pub fn weighing(settings: Settings, weights: Weights) -> Strong {
        Strong {
            settings,
            weights,
            table: SharedTable::new(settings.megabytes),
            plan: Plan::default(),
        }
    }

    /// Searches deeper and deeper, and tells of each depth.
    fn search(
        &self,
        position: &Arimaa,
        budget: &Budget,
        mut rounds: Option<&mut Vec<Round>>,
        mut tell: impl FnMut(&FoundTurn),
    ) -> FoundTurn {
        let past: Vec<u64> = position.past().collect();
        let begin = position.turn_key();
        let state = position.state();
        let deepest = self.settings.depth.map_or(i32::MAX, |turns| {
            (turns as i32 * i32::from(STEPS) - i32::from(state.made)).max(1)
        });
        let mut found = FoundTurn {
            score: 0,
            line: Vec::new(),
            others: Vec::new(),
            depth: 0,
            nodes: 0,
            seconds: 0.0,
        };
        let clock = Clock::start(budget);
        let threads = self.settings.threads.max(1);
        let begun = || Search::new(&self.weights, &self.table, clock.part(threads), past.clone());
        let helpers = (1..threads).map(|number| {
            let mut search = begun();
            move || {
                // Threads of different depths seldom do the same work.
                let mut depth = 1 + number as i32 % 2;
                while depth <= deepest.min(90) && search.look(state, begin, depth).is_some() {
                    depth += 1;
                }
            }
        });
        threads::beside(helpers, || {
            let mut search = begun();
            for depth in 1..=deepest.min(90) {
                let Some((score, deeds)) = search.look(state, begin, depth) else { break };
                let line = played(position, &deeds);
                let tries = std::mem::take(&mut search.tries);
                if !search.is_spent() {
                    found.others = others(&tries);
                }
                if let Some(rounds) = &mut rounds {
                    rounds.push(Round { depth, tries, score, line: line.clone() });
                }
                if line.is_empty() {
                    break;
                }
                (found.score, found.line) = (score, line);
                (found.nodes, found.seconds) = (search.nodes(), search.seconds());
                if search.is_spent() {
                    break;
                }
                found.depth = depth;
                tell(&found);
                if decided(score) && search::steps_to_end(score) <= depth {
                    break;
                }
            }
            // What the others still look for is not waited for.
            clock.end();
        });
        found.nodes = clock.nodes();
        found.seconds = clock.seconds();
        found
    }

    fn thought(&self, position: &Arimaa, found: &FoundTurn, layers: bool) -> Thought<ArimaaPly> {
        let value = value(found.score, found.depth);
        let ply = found.line.first().copied();
        let best = ply.map(|ply| PlyValue { ply, value, at_most: false, visits: None });
        // None of the others is better, whatever was known of it when less was searched. That it wins
        // at most says nothing.
        let others = found
            .others
            .iter()
            .map(|(other, most)| (*other, *most.min(&found.score)))
            .filter(|(other, most)| Some(*other) != ply && !(*most > 0 && decided(*most)))
            .map(|(ply, most)| PlyValue {
                ply,
                value: self::value(most, found.depth),
                at_most: true,
                visits: None,
            });
        Thought {
            answer: ply.or_else(|| position.legal_plies().first().copied()).into(),
            value,
            lines: ply
                .map(|_| Variation { plies: found.line.clone(), value })
                .into_iter()
                .collect(),
            candidates: best.into_iter().chain(others).collect(),
            nodes: found.nodes,
            depth: Some(found.depth as u32),
            seconds: found.seconds,
            layers: if layers { showing::layers(position, &found.line, value) } else { Vec::new() },
        }
    }

    /// A ply that needs no search: of a setup, or of a turn already found.
    fn at_once(&self, ply: Option<ArimaaPly>, value: Value) -> Thought<ArimaaPly> {
        Thought {
            answer: ply.into(),
            value,
            lines: Vec::new(),
            candidates: Vec::new(),
            nodes: 0,
            depth: Some(0),
            seconds: 0.0,
            layers: Vec::new(),
        }
    }
}

/// What was tried at the root, the most promising first.
fn others(tries: &[search::Try]) -> Vec<(ArimaaPly, i32)> {
    let mut others: Vec<_> = tries.iter().map(|one| (one.deed.ply(), one.score)).collect();
    others.sort_by_key(|(_, most)| std::cmp::Reverse(*most));
    others
}

/// A score as a value.
fn value(score: i32, depth: i32) -> Value {
    match score {
        _ if depth == 0 => Value::NOTHING,
        1.. if decided(score) => Value::Proved { result: Verdict::Win, plies: None },
        _ if decided(score) => Value::Proved { result: Verdict::Loss, plies: None },
        _ => Curve { unit: Unit::Rabbits, scale: SCALE }.guess(score.into()),
    }
}

/// The plies of a line, as far as they are legal; a turn that the line leaves open is ended.
fn played(position: &Arimaa, deeds: &[Deed]) -> Vec<ArimaaPly> {
    let mut at = position.clone();
    let mut plies = Vec::new();
    let mut play = |at: &mut Arimaa, ply: ArimaaPly| {
        let legal = at.play(&ply).is_ok();
        if legal {
            plies.push(ply);
        }
        legal
    };
    for deed in deeds {
        if !play(&mut at, deed.ply()) {
            break;
        }
    }
    if at.outcome().is_none() && at.state().made > 0 {
        play(&mut at, ArimaaPly::End);
    }
    plies
}

impl Player<Arimaa> for Strong {
    fn plans_turns(&self) -> bool {
        true
    }

    fn think(
        &mut self,
        line: &Line<Arimaa>,
        budget: &Budget,
        watch: &mut Watch<'_, Arimaa>,
    ) -> Thought<ArimaaPly> {
        let position = line.position();
        if position.outcome().is_some() {
            return self.at_once(None, crate::search::known(position).unwrap_or(Value::NOTHING));
        }
        if position.in_setup() {
            let ply = setup::placement(position, self.settings.seed);
            return self.at_once(ply, Value::NOTHING);
        }
        if !watch.wants_layers()
            && let Some((rest, value)) = self.plan.rest(position)
        {
            return self.at_once(rest.first().copied(), value);
        }
        let mut budget = budget.clone();
        budget.nodes = [budget.nodes, self.settings.nodes].into_iter().flatten().min();
        if self.settings.depth.is_none() {
            budget = budget.or_usual();
        }
        let recorder = watch.recorder.take();
        let mut rounds = Vec::new();
        let asked = recorder.is_some().then_some(&mut rounds);
        let found = self.search(position, &budget, asked, |found| {
            if watch.is_due() {
                watch.report(self.thought(position, found, true));
            }
        });
        let thought = self.thought(position, &found, watch.wants_layers());
        if let Some(recorder) = recorder {
            watch.recorder = Some(telling::tell(recorder, position, &rounds));
        }
        self.plan = Plan::new(position, &found.line, thought.value);
        thought
    }
}

/// The settings and the weights it plays with.
fn read(form: &mut Form<'_>) -> Result<(Settings, Weights), PlayerError> {
    let settings = Settings {
        depth: form.whole("depth", 1..=MOST_TURNS, "key-turns-limit").optional(),
        nodes: form.whole("nodes", 1..=i64::MAX, "key-nodes-limit").optional(),
        threads: form.whole("threads", 1..=64, "key-threads").or(1),
        megabytes: form.whole("table", 1..=900, "key-table").or(128),
        seed: 0,
    };
    let weights = match form.words("weights", "key-weights").optional() {
        None => *WEIGHTS,
        Some(file) => read_weights(&form.read_text(&file, MOST_BYTES)?)
            .ok_or(PlayerError::WeightsNotWhole { file })?,
    };
    Ok((settings, weights))
}

pub(crate) fn kind() -> PlayerKind<Arimaa> {
    PlayerKind::by_chance("strong", read, |(settings, weights), seed| {
        Strong::weighing(Settings { seed, ..*settings }, *weights)
    })
    .with_levels(levels("nodes", [200, 2_000, 20_000, 200_000, 5_000_000]))
    .telling("nodes=5000,table=16")
}

#[cfg(test)]
mod tests;

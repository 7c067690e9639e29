//! `strong`: judges every turn it could play, and follows the best of them step by step, as deep as its
//! time goes.
//!
//! One thought finds a whole turn; the steps that follow the first are played from it. With several
//! threads each searches for itself, and what one finds the others read in a table they share (*lazy
//! SMP*).

mod evaluation;
mod roots;
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
    Budget, Clock, Form, Level, Player, PlayerError, PlayerKind, Watch,
    evaluations::Curve,
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
/// Strengths by how many states are looked at: who looks at few does not even glance at every turn.
/// By 60 games of each two neighbours up to 20,000 a level lies 70 to 200 Elo points above the one
/// before, each figure uncertain by 100; beyond, the steps are a guess.
const LEVELS: [(&str, u64); 17] = [
    ("level-child", 300),
    ("level-pupil", 800),
    ("level-beginner", 1_600),
    ("level-improver", 3_000),
    ("level-casual", 5_000),
    ("level-hobby", 8_000),
    ("level-regular", 13_000),
    ("level-normal", 20_000),
    ("level-keen", 30_000),
    ("level-skilled", 45_000),
    ("level-club", 70_000),
    ("level-league", 110_000),
    ("level-strong", 200_000),
    ("level-expert", 400_000),
    ("level-veteran", 800_000),
    ("level-master", 2_000_000),
    ("level-full", 5_000_000),
];
/// How many turns are shown with what answers them.
const LINES: usize = 3;
/// The deepest search, in steps beyond the turn.
const DEEPEST: i32 = 80;

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
    /// The best of the other turns tried at that depth, one for each ply that turns begin with.
    others: Vec<Other>,
    /// Steps searched to the end.
    depth: i32,
    nodes: u64,
    seconds: f64,
}

/// A turn that was no better.
struct Other {
    ply: ArimaaPly,
    /// What it is worth at most.
    most: i32,
    /// The turn, and what answers it.
    line: Vec<Deed>,
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
        // Beyond the end of the turn.
        let deepest =
            self.settings.depth.map_or(DEEPEST, |turns| (turns as i32 - 1) * i32::from(STEPS));
        let deepest = deepest.min(DEEPEST);
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
                let mut roots = search.roots(state, begin);
                // Threads of different depths seldom do the same work.
                let mut depth = number as i32 % 2;
                while depth <= deepest && search.look(&mut roots, depth).is_some() {
                    depth += 1;
                }
            }
        });
        threads::beside(helpers, || {
            let mut search = begun();
            let mut roots = search.roots(state, begin);
            if let Some((score, deeds)) = roots.first() {
                (found.score, found.line) = (score, played(position, &deeds));
                found.depth = roots.left();
            }
            for beyond in 0..=deepest {
                let Some((score, deeds)) = search.look(&mut roots, beyond) else { break };
                let line = played(position, &deeds);
                let tries = std::mem::take(&mut search.tries);
                let depth = roots.left() + beyond;
                if let Some(rounds) = &mut rounds {
                    let (tries, line) = (tries.clone(), line.clone());
                    rounds.push(Round { depth, tries, worse: search.worse, score, line });
                }
                if !search.is_spent() {
                    found.others = others(tries);
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
        let others: Vec<(&Other, Value)> = found
            .others
            .iter()
            .map(|other| (other, other.most.min(found.score)))
            .filter(|(other, most)| Some(other.ply) != ply && !(*most > 0 && decided(*most)))
            .map(|(other, most)| (other, self::value(most, found.depth)))
            .collect();
        let next = others.iter().take(LINES - 1);
        let next = next.map(|(other, value)| (played(position, &other.line), *value));
        let lines = ply.map(|_| (found.line.clone(), value)).into_iter().chain(next);
        let candidates = others.iter().map(|(other, value)| PlyValue {
            ply: other.ply,
            value: *value,
            at_most: true,
            visits: None,
        });
        Thought {
            answer: ply.or_else(|| position.legal_plies().first().copied()).into(),
            value,
            lines: lines.map(|(plies, value)| Variation { plies, value }).collect(),
            candidates: best.into_iter().chain(candidates).collect(),
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

/// For each ply with which turns begin the best of those that were tried, the most promising first.
fn others(tries: Vec<search::Try>) -> Vec<Other> {
    let mut others: Vec<Other> = Vec::new();
    for one in tries {
        let Some(ply) = one.line.first().map(|deed| deed.ply()) else { continue };
        let other = Other { ply, most: one.score, line: one.line };
        match others.iter_mut().find(|before| before.ply == ply) {
            Some(before) if before.most < other.most => *before = other,
            Some(_) => {}
            None => others.push(other),
        }
    }
    others.sort_by_key(|other| std::cmp::Reverse(other.most));
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
    .with_levels(
        LEVELS.map(|(name, nodes)| Level { name, keys: format!("nodes={nodes}") }).to_vec(),
    )
    .telling("nodes=20000,table=16")
}

#[cfg(test)]
mod tests;

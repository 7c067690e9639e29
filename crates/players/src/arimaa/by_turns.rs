//! Arimaa with whole turns as moves, as a thesis lets its ants play it: a state is the beginning of a
//! turn, and a turn that leads where another has led is left out.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use ludoteca_games::{
    Arimaa, Game, Line, Outcome, Side,
    arimaa::{ArimaaPly, ArimaaRefusal, State, WholeTurn, turns},
    params::Values,
    picture::{Geometry, Gesture, Picture},
};

use super::setup;
use crate::{
    Budget, Clock, Player, Watch,
    ants::Ants,
    evaluations::Evaluation,
    explain,
    plan::Plan,
    thought::{Answer, PlyValue, Thought, Unit, Value, Variation},
};

/// A position of Arimaa in which a move is a whole turn, by its number among all that there are.
#[derive(Clone, Debug)]
pub struct ByTurns {
    at: Arimaa,
    /// Found when they are first asked for, as most positions are only judged.
    turns: OnceLock<Arc<[WholeTurn]>>,
}

impl ByTurns {
    /// A position after the setup.
    pub fn new(at: Arimaa) -> ByTurns {
        ByTurns { at, turns: OnceLock::new() }
    }

    /// The board, and whose turn it is.
    pub fn state(&self) -> &State {
        self.at.state()
    }

    fn turns(&self) -> &Arc<[WholeTurn]> {
        self.turns.get_or_init(|| turns(&self.at).into())
    }

    fn plies_of(&self, turn: u32) -> impl Iterator<Item = ArimaaPly> {
        self.turns().get(turn as usize).into_iter().flat_map(|turn| turn.plies(&self.at))
    }
}

impl PartialEq for ByTurns {
    fn eq(&self, other: &ByTurns) -> bool {
        self.at == other.at
    }
}

impl Game for ByTurns {
    type Ply = u32;
    type Refusal = ArimaaRefusal;
    const NAME: &'static str = Arimaa::NAME;

    fn start(options: &Values) -> Result<Self, ArimaaRefusal> {
        Arimaa::start(options).map(ByTurns::new)
    }

    fn side(&self) -> Side {
        self.at.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.at.outcome()
    }

    fn plies(&self, out: &mut Vec<u32>) {
        out.extend(0..self.turns().len() as u32);
    }

    fn check(&self, turn: &u32) -> Result<(), ArimaaRefusal> {
        let known = (*turn as usize) < self.turns().len();
        known.then_some(()).ok_or(ArimaaRefusal::LeadsNowhere)
    }

    fn play_unchecked(&mut self, turn: &u32) {
        let turn = self.turns()[*turn as usize];
        *self = ByTurns::new(turn.played(&self.at));
    }

    fn key(&self) -> u64 {
        self.at.key()
    }

    fn future_key(&self) -> u64 {
        self.at.future_key()
    }

    fn write_ply(&self, turn: &u32) -> String {
        let mut at = self.at.clone();
        let words = self.plies_of(*turn).map(|ply| {
            let words = at.write_ply(&ply);
            at.play_unchecked(&ply);
            words
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn read_ply(&self, words: &str) -> Result<u32, ArimaaRefusal> {
        let found = self.legal_plies().into_iter().find(|turn| self.write_ply(turn) == words);
        found.ok_or(ArimaaRefusal::LeadsNowhere)
    }

    fn geometry(&self) -> Geometry {
        self.at.geometry()
    }

    fn picture(&self) -> Picture {
        self.at.picture()
    }

    /// That of its first step.
    fn gesture(&self, turn: &u32) -> Gesture {
        let first = self.plies_of(*turn).next().expect("a turn has a step");
        self.at.gesture(&first)
    }
}

/// An evaluation of Arimaa as one of [`ByTurns`].
pub struct Judged(pub Box<dyn Evaluation<Arimaa>>);

impl Evaluation<ByTurns> for Judged {
    fn judge(&mut self, position: &ByTurns) -> i32 {
        self.0.judge(&position.at)
    }

    fn scale(&self) -> f64 {
        self.0.scale()
    }

    fn unit(&self) -> Unit {
        self.0.unit()
    }

    fn another(&self) -> Box<dyn Evaluation<ByTurns>> {
        Box::new(Judged(self.0.another()))
    }
}

/// A turn that wins at once, by its number.
pub fn win(position: &ByTurns) -> Option<Vec<u32>> {
    let mut end = position.at.clone();
    super::ants::winning_turn(&position.at)?.iter().for_each(|ply| end.play_unchecked(ply));
    let found = position.turns().iter().position(|turn| *turn.end() == end.state().board)?;
    Some(vec![found as u32])
}

/// How often an unfinished thought is told: to tell it, turns are found again.
const EVERY: Duration = Duration::from_millis(300);

/// A colony that chooses among whole turns.
pub struct TurnAnts {
    ants: Ants<ByTurns>,
    /// Where its setups come from.
    seed: u64,
    plan: Plan<Arimaa>,
}

impl TurnAnts {
    /// A colony that plays turns; the seed chooses its setup.
    pub fn new(ants: Ants<ByTurns>, seed: u64) -> TurnAnts {
        TurnAnts { ants, seed, plan: Plan::default() }
    }

    /// What was thought of turns, told of their steps. Of turns that begin alike the best is told.
    fn told(position: &Arimaa, thought: Thought<u32>) -> Thought<ArimaaPly> {
        let start = ByTurns::new(position.clone());
        let steps = |line: &[u32]| {
            let mut at = start.clone();
            let mut plies = Vec::new();
            for turn in line {
                plies.extend(at.plies_of(*turn));
                at.play_unchecked(turn);
            }
            plies
        };
        let first = |turn: u32| start.plies_of(turn).next();
        let mut candidates: Vec<PlyValue<ArimaaPly>> = Vec::new();
        for PlyValue { ply, value, at_most, visits } in thought.candidates {
            let Some(ply) = first(ply) else { continue };
            match candidates.iter_mut().find(|known| known.ply == ply) {
                Some(known) => {
                    known.visits = known.visits.zip(visits).map(|(all, more)| all + more)
                }
                None => candidates.push(PlyValue { ply, value, at_most, visits }),
            }
        }
        let mut layers = thought.layers;
        if let Some(values) = layers.iter_mut().find(|layer| layer.id == "values")
            && let Some(layer) = explain::values(position, thought.value, &candidates)
        {
            *values = layer;
        }
        let told =
            |line: &Variation<u32>| Variation { plies: steps(&line.plies), value: line.value };
        Thought {
            answer: match thought.answer {
                Answer::Ply(turn) => first(turn).into(),
                Answer::Resign => Answer::Resign,
                Answer::Nothing => Answer::Nothing,
            },
            value: thought.value,
            lines: thought.lines.iter().map(told).collect(),
            candidates,
            nodes: thought.nodes,
            depth: thought.depth,
            seconds: thought.seconds,
            layers,
        }
    }
}

impl Player<Arimaa> for TurnAnts {
    fn think(
        &mut self,
        line: &Line<Arimaa>,
        budget: &Budget,
        watch: &mut Watch<'_, Arimaa>,
    ) -> Thought<ArimaaPly> {
        let position = line.position();
        if position.in_setup() {
            let ply = setup::placement(position, self.seed).into_iter().collect();
            return Ants::known(position, ply, Value::NOTHING, &Clock::start(budget));
        }
        if let Some((plies, value)) = self.plan.rest(position) {
            return Ants::known(position, plies, value, &Clock::start(budget));
        }
        // Turns are found once, here: whoever walks from a copy has them.
        let root = ByTurns::new(position.clone());
        root.turns();
        let root = Line::still(root);
        let thought = if watch.is_live() {
            let mut sink = |thought| watch.report(Self::told(position, thought));
            self.ants.think(&root, budget, &mut Watch::live(EVERY, &mut sink))
        } else if watch.wants_layers() {
            self.ants.think(&root, budget, &mut Watch::at_the_end())
        } else {
            self.ants.think(&root, budget, &mut Watch::nobody())
        };
        let thought = Self::told(position, thought);
        if let Some(line) = thought.lines.first() {
            self.plan = Plan::new(position, &line.plies, thought.value);
        }
        thought
    }
}

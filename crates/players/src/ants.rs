//! `ants`: a colony of ants that play the game again and again and leave trails where it went well.
//!
//! Ant colony optimisation for any game, after Sharma, Kobti and Goodwin (2008) and four older
//! variants. An ant plays a game from the present state to its end, or for some turns, after which the
//! position is judged. Each pair of a state and a move has a pheromone τ and a desirability η, which
//! draw ants, and what the ants come to changes them ([`update`]). The move played is the greedy one.
//!
//! A move is a ply. Where a turn has several, as in Arimaa, an ant makes its turn ply by ply, each ply
//! with a trail of its own, so that turns that begin alike learn from each other: an Arimaa turn is one
//! of tens of thousands, of which a few hundred searches would see most never and none twice. Lengths
//! and depths are counted in turns all the same.
//!
//! The variants, the parameters and the experiments come from a thesis (Absé Hidalgo, Valparaíso 2014)
//! that brings such a colony to Arimaa, and quotes one for other games in its annex D. `form=thesis`
//! is that colony to the letter; [`choices`] lists what is printed, what is left open, and what is ours.

mod choices;
mod colony;
mod greedy;
mod ground;
mod local;
mod settings;
mod showing;
mod telling;
#[cfg(test)]
mod tests;
mod trails;
mod update;
mod walk;

use ludoteca_games::{Game, Line};

use self::{colony::Colony, showing::Chronicle, telling::Telling};
use crate::{
    Budget, Clock, Form, Level, Played, Player, PlayerKind, Watch,
    kind::levels_of,
    plan::Plan,
    search,
    thought::{PlyValue, Thought, Value, Variation, Verdict},
};
pub(crate) use ground::Ground;
pub(crate) use settings::{Asked, Settings, Thesis, Usual};

/// A colony of ants that chooses moves.
pub(crate) struct Ants<G: Game> {
    /// None before the first thought.
    colony: Option<Colony<G>>,
    settings: Settings,
    ground: Ground<G>,
    /// Whether the trails are those of the whole game, from where it begins.
    learned: bool,
    plan: Plan<G>,
}

impl<G: Game> Ants<G> {
    /// A colony that begins to work when it is asked.
    pub fn new(settings: Settings, ground: Ground<G>) -> Ants<G> {
        Ants { colony: None, settings, ground, learned: false, plan: Plan::default() }
    }

    /// The colony, at a position where it has learned nothing yet. It is the same one again, as its
    /// memory is large.
    fn colony_at(&mut self, root: G) -> &mut Colony<G> {
        if let Some(colony) = &mut self.colony {
            colony.begin(root.clone());
        }
        let (settings, ground) = (&self.settings, &self.ground);
        self.colony.get_or_insert_with(|| Colony::new(settings.clone(), ground.clone(), root))
    }

    /// Searches as far as the budget goes; whether it came to the end.
    fn work(
        colony: &mut Colony<G>,
        clock: &mut Clock,
        chronicle: &mut Chronicle,
        watch: &mut Watch<'_, G>,
    ) -> bool {
        clock.look();
        let mut telling = watch.recorder.take().map(|recorder| Telling::new(recorder, colony));
        let mut whole = true;
        while colony.search < colony.settings.searches {
            if let Some(telling) = &mut telling {
                telling.before(colony);
            }
            whole = !clock.is_spent() && colony.search(clock);
            if !whole {
                break;
            }
            if let Some(telling) = &mut telling {
                telling.after(colony);
            }
            if watch.wants_layers() {
                chronicle.note(colony);
            }
            if watch.is_due() {
                let thought = showing::thought(colony, &colony.root, clock, Some(chronicle));
                watch.report(thought);
            }
        }
        watch.recorder = telling.map(|telling| telling.end(colony));
        whole
    }

    /// A thought that needed no search.
    pub fn known(position: &G, plies: Vec<G::Ply>, value: Value, clock: &Clock) -> Thought<G::Ply> {
        let ply = plies.first().cloned();
        let candidate =
            |ply: &G::Ply| PlyValue { ply: ply.clone(), value, at_most: false, visits: None };
        Thought {
            candidates: ply.iter().map(candidate).collect(),
            lines: if plies.is_empty() { Vec::new() } else { vec![Variation { plies, value }] },
            answer: ply.into(),
            value: search::known(position).unwrap_or(value),
            nodes: 0,
            depth: None,
            seconds: clock.seconds(),
            layers: Vec::new(),
        }
    }

    /// Greedy by what was learned before the game; in a state no ant has seen, anything.
    fn recall(
        &mut self,
        position: &G,
        clock: &mut Clock,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let beginning = position.beginning();
        let mut chronicle = Chronicle::default();
        let learned = self.learned && self.colony.as_ref().is_some_and(|it| it.root == beginning);
        if !learned {
            let colony = self.colony_at(beginning.clone());
            self.learned = Self::work(colony, clock, &mut chronicle, &mut Watch::nobody());
        }
        let layers = watch.wants_layers().then_some(&chronicle);
        let colony = self.colony.as_ref().expect("it has just learned");
        showing::thought(colony, position, clock, layers)
    }
}

impl<G: Game> Player<G> for Ants<G> {
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let mut clock = Clock::start(budget);
        if position.outcome().is_some() {
            return Self::known(position, Vec::new(), Value::NOTHING, &clock);
        }
        if let Some(ply) = (self.ground.setup)(position, self.settings.seed) {
            return Self::known(position, vec![ply], Value::NOTHING, &clock);
        }
        if let Some((plies, value)) = self.plan.rest(position) {
            return Self::known(position, plies, value, &clock);
        }
        let win = self.settings.wins_at_once.then(|| (self.ground.win)(position)).flatten();
        if let Some(plies) = win {
            let value = Value::Proved { result: Verdict::Win, plies: Some(plies.len() as u32) };
            self.plan = Plan::new(position, &plies, value);
            let mut thought = Self::known(position, plies, value, &clock);
            if watch.wants_layers() {
                thought.layers = showing::won(position, &thought);
            }
            return thought;
        }
        if let ([only], false) = (&position.legal_plies()[..], watch.wants_layers()) {
            return Self::known(position, vec![only.clone()], Value::NOTHING, &clock);
        }
        if self.settings.before {
            return self.recall(position, &mut clock, watch);
        }
        let colony = self.colony_at(position.clone());
        let mut chronicle = Chronicle::default();
        Self::work(colony, &mut clock, &mut chronicle, watch);
        let layers = watch.wants_layers().then_some(&chronicle);
        let thought = showing::thought(colony, position, &clock, layers);
        if let Some(line) = thought.lines.first() {
            self.plan = Plan::new(position, &line.plies, thought.value);
        }
        thought
    }
}

/// The colony of the thesis, and strengths by how much the colony searches, weakest first.
pub(crate) fn levels() -> Vec<Level> {
    let thesis = Level { name: "level-ants-thesis", keys: "form=thesis".to_owned() };
    let strengths = levels_of([
        "ants=10,searches=10",
        "ants=20,searches=50",
        "ants=40,searches=200",
        "ants=50,searches=1000",
    ]);
    [thesis].into_iter().chain(strengths).collect()
}

pub(crate) fn kind<G: Played>() -> PlayerKind<G> {
    let read = |form: &mut Form<'_>| Asked::<G>::read(form, Usual::default());
    PlayerKind::by_chance("ants", read, |asked, seed| {
        Ants::new(asked.settings(seed), Ground::plain(asked.evaluation.make()))
    })
    .with_levels(levels())
    .telling("ants=10,searches=20")
}

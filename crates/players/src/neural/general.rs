//! `neural` for any game: a net and a search, and nothing that knows more of the game than its rules.

use std::sync::Arc;

use ludoteca_games::{Line, Verdict};
use ludoteca_nets::Net;
use ludoteca_text::{Text, text};
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    eyes::{Eyes, Onlooker, fits},
    found::{Found, How},
    graph::{Finding, Graph, Looks},
    growing::Growth,
    pace::Pace,
    resignation::gives_up,
    settings::{MEGABYTES, Settings, read, with_levels},
    showing,
    telling::Telling,
};
use crate::{
    Budget, Clock, PlayerError, PlayerKind, Watch,
    plan::Plan,
    played::Played,
    player::Player,
    thought::{Answer, Thought},
};

/// How often a position is reached before it is examined, where there is anybody who examines it.
const EXAMINED_AFTER: u32 = 32;

/// The player.
pub struct General<G: Played> {
    settings: Settings,
    net: Net,
    rng: Xoshiro256PlusPlus,
    /// The net as it looks at games that begin so.
    onlooker: Option<(G, Onlooker<G>)>,
    /// The same for the other threads.
    beside: Vec<Box<dyn Looks<G> + Send>>,
    graph: Graph<G>,
    /// The rest of a turn of several plies.
    plan: Plan<G>,
    seed: u64,
    wild: Option<Wild>,
}

/// How it plays to learn: it tries what it thinks little of, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wild {
    /// The share of chance in what it tries first.
    pub noise: f32,
    /// For so many plies it plays moves as often as it has tried them.
    pub plies: usize,
}

impl<G: Played> General<G> {
    pub fn new(settings: Settings, seed: u64) -> General<G> {
        General {
            net: Net::new(&settings.net.model),
            settings,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            onlooker: None,
            beside: Vec::new(),
            graph: Graph::default(),
            plan: Plan::default(),
            seed,
            wild: None,
        }
    }

    /// The same, as it plays to learn.
    pub fn wild(self, wild: Wild) -> General<G> {
        General { wild: Some(wild), ..self }
    }

    /// Whether a thought is about a whole turn of several plies. Who learns is to think of each.
    fn plans(&self) -> bool {
        !G::ONE_PLY_TURNS && self.settings.manner.looks != Some(1) && self.wild.is_none()
    }

    /// Sees to it that the net looks at games that begin as this one.
    fn look_at(&mut self, position: &G) {
        let beginning = position.beginning();
        if self.onlooker.as_ref().is_some_and(|(known, _)| *known == beginning) {
            return;
        }
        let onlooker = || {
            let eyes: Arc<dyn Eyes<G>> = G::eyes(&beginning)?.into();
            let fits = fits(&self.settings.net.model, eyes.as_ref());
            fits.then(|| Onlooker::new(eyes, &self.net))
        };
        let boxed = |onlooker: Onlooker<G>| Box::new(onlooker) as Box<dyn Looks<G> + Send>;
        self.beside =
            (1..self.settings.manner.threads).filter_map(|_| onlooker().map(boxed)).collect();
        self.onlooker = onlooker().map(|onlooker| (beginning.clone(), onlooker));
        self.graph = Graph::default();
    }

    /// Tries moves out as long as the budget lasts.
    fn search(
        &mut self,
        position: &G,
        clock: &mut Clock,
        watch: &mut Watch<'_, G>,
        telling: &mut Option<Telling<G>>,
    ) -> Found<G::Ply> {
        let General { settings, rng, onlooker, beside, graph, wild, .. } = self;
        let Some((_, onlooker)) = onlooker else { return Found::nothing(position) };
        graph.move_to(position, onlooker);
        clock.tick();
        let eyes = Arc::clone(&onlooker.eyes);
        if let Some(open @ Finding::Open(_)) = eyes.examine(position) {
            graph.tell_root(&open);
        }
        if let Some(wild) = wild {
            graph.mix(wild.noise, &mut |count| spikes(count, rng));
        }
        *telling = watch.recorder.take().map(|recorder| Telling::of(recorder, position, graph));
        // Whoever watches is to see all that comes of the time, and so is who learns from it. A story
        // is told of one thread.
        let beside: &mut [Box<dyn Looks<G> + Send>] =
            if telling.is_some() { &mut [] } else { beside };
        let mut pace = Pace::begin(clock, beside.len() + 1);
        let hurries = !watch.wants_layers() && telling.is_none() && wild.is_none();
        let mut rounds = 0u32;
        let mut each = |graph: &Graph<G>, clock: &mut Clock| {
            telling.iter_mut().for_each(|telling| telling.tell(graph));
            rounds += 1;
            if rounds.is_multiple_of(32) && watch.is_due() {
                let found = Found::searched(graph, Vec::new());
                watch.report(showing::thought(position, graph, &found, clock, true));
            }
            !(hurries && pace.is_settled(graph, clock))
        };
        let explore = settings.manner.explore as f32;
        let mut examine = |position: &G, clock: &mut Clock| {
            let found = eyes.examine(position);
            clock.look();
            found
        };
        let growth = Growth { position, explore, examined_after: EXAMINED_AFTER };
        growth.grow(graph, onlooker, beside, clock, &mut examine, &mut each);
        Found::searched(graph, Vec::new())
    }

    /// A line from a position on as far as it does nothing in this turn that is known to lose.
    fn sound(&self, position: &G, mut line: Vec<G::Ply>) -> Vec<G::Ply> {
        let Some((_, onlooker)) = &self.onlooker else { return line };
        let mut at = position.clone();
        let loses = |ply: &G::Ply| {
            let goes_on = at.side() == position.side() && at.outcome().is_none();
            let open = goes_on.then(|| onlooker.eyes.examine(&at)).flatten();
            at.play_unchecked(ply);
            matches!(open, Some(Finding::Open(open)) if !open.contains(ply))
        };
        let end = line.iter().position(loses).unwrap_or(line.len());
        line.truncate(end);
        line
    }

    /// Plays a move as often as it was tried, none that is known to lose.
    fn loosen(&mut self, found: &mut Found<G::Ply>) {
        let open = |known: Option<Verdict>| known != Some(Verdict::Loss);
        let won = found.tried.first().is_some_and(|best| best.known == Some(Verdict::Win));
        let total: u32 =
            found.tried.iter().filter(|each| open(each.known)).map(|each| each.visits).sum();
        if won || total == 0 {
            return;
        }
        let mut left = self.rng.random_range(0..total);
        let picked = found.tried.iter().filter(|each| open(each.known)).find(|each| {
            let here = left < each.visits;
            left = left.saturating_sub(each.visits);
            here
        });
        if let Some(picked) = picked {
            found.ply = Some(picked.ply.clone());
        }
    }
}

/// Chances of which a few are large, together 1.
fn spikes(count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<f32> {
    let spikes = (0..count).map(|_| (-rng.random::<f32>().max(f32::MIN_POSITIVE).ln()).powi(3));
    let spikes: Vec<f32> = spikes.collect();
    let sum = spikes.iter().sum::<f32>().max(f32::MIN_POSITIVE);
    spikes.into_iter().map(|spike| spike / sum).collect()
}

impl<G: Played> Player<G> for General<G> {
    fn plans_turns(&self) -> bool {
        self.plans()
    }

    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        let position = line.position();
        let mut budget = budget.clone();
        if let Some(looks) = self.settings.manner.looks {
            budget.nodes = Some(budget.nodes.map_or(looks, |nodes| nodes.min(looks)));
        }
        let mut clock = Clock::start(&budget.or_usual());
        if position.outcome().is_some() {
            let found = Found { ply: None, ..Found::nothing(position) };
            return showing::thought(position, &Graph::default(), &found, &clock, false);
        }
        let layers = watch.wants_layers();
        let looked_at = !layers && watch.recorder.is_none() && self.plans();
        if let Some((rest, value)) = self.plan.rest(position).filter(|_| looked_at) {
            let (ply, how) = (rest.into_iter().next(), How::Search);
            let found = Found { ply, how, value, ..Found::nothing(position) };
            return showing::thought(position, &Graph::default(), &found, &clock, false);
        }
        self.look_at(position);
        let mut telling = None;
        let at_a_glance = self.settings.manner.looks == Some(1);
        let eyes = self.onlooker.as_ref().map(|(_, onlooker)| Arc::clone(&onlooker.eyes));
        let set_up = eyes.as_ref().and_then(|eyes| eyes.set_up(position, self.seed));
        let turn = eyes.filter(|_| !at_a_glance).and_then(|eyes| eyes.winning_turn(position));
        let mut found = match &mut self.onlooker {
            Some(_) if set_up.is_some() => {
                Found { ply: set_up, how: How::SetUp, ..Found::nothing(position) }
            }
            Some((_, onlooker)) if at_a_glance => {
                let look = onlooker.look(position);
                clock.tick();
                Found::at_a_glance(look, &self.settings.manner, &mut self.rng)
            }
            _ => match turn {
                Some(turn) => Found::winning(turn),
                None => self.search(position, &mut clock, watch, &mut telling),
            },
        };
        if self.wild.is_some_and(|wild| line.len() < wild.plies) {
            self.loosen(&mut found);
        }
        let expected = match (&found.ply, found.how) {
            (Some(ply), How::Search) if self.plans() => self.sound(position, self.graph.line(ply)),
            _ => found.turn.clone(),
        };
        self.plan = Plan::new(position, &expected, found.value);
        Telling::conclude(telling, position, &found, watch);
        let mut thought = showing::thought(position, &self.graph, &found, &clock, layers);
        if self.settings.manner.resigns
            && let Some((_, onlooker)) = &mut self.onlooker
            && gives_up(line, &found, onlooker)
        {
            thought.answer = Answer::Resign;
        }
        thought
    }

    fn refuses(&self, position: &G) -> Option<Text> {
        let model = &self.settings.net.model;
        match G::eyes(&position.beginning()) {
            None => Some(text!("neural-no-board", game = G::NAME)),
            Some(eyes) if fits(model, eyes.as_ref()) => None,
            Some(_) => {
                Some(PlayerError::NetOfAnother { file: self.settings.net.name.clone() }.into())
            }
        }
    }
}

/// `neural` for the registry.
pub(crate) fn kind<G: Played>() -> PlayerKind<G> {
    let kind = PlayerKind::by_chance("neural", read::<G>, |settings: &Settings, seed| {
        General::<G>::new(settings.clone(), seed)
    });
    let kind = kind.telling("looks=40").taking(|_| MEGABYTES);
    if G::nets().is_empty() { kind.needing("net") } else { with_levels(kind) }
}

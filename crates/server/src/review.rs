//! The review of a whole game: every position of it is judged, one after the other, by the game's best
//! player, and what each ply has lost follows from that ([`ludoteca_players::review`]).
//!
//! It goes on by itself, whoever watches, and thinks only while nobody waits for another thought
//! ([`Crew::aside`](crate::crew::Crew::aside)). Every judgement is stored as soon as it is there: a review
//! that was stopped, by a person or by the end of the program, goes on where it was.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use ludoteca_games::{GameTree, Side, tree::NodeId, tree::ROOT};
use ludoteca_players::{
    AnyPlayer, AnyWatch, Budget, Fault, Stop, ask, at_its_best,
    review::{Care, Error, Point, review},
    reviewer,
    thought::Value as Expected,
};
use ludoteca_text::{Text, text};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    error::Problem,
    judging::{self, Told},
    queue::Need,
    sheet::Sheet,
    store::{Judgement, Wanted},
    table::{State, Table},
    thinking::{given, trouble},
    view::{Shown, shown},
    watching::Event,
};

/// How long each position is thought about unless somebody says so.
const EACH: f64 = 2.0;

/// The most seconds for a position: an hour.
const LONGEST: f64 = 3600.0;

/// Watchers are told no more often than this how far it has come.
const TELL_EVERY: Duration = Duration::from_millis(250);

/// How many plies of a line are told.
const LINE: usize = 12;

/// A review that runs.
pub struct Reviewing {
    wanted: Wanted,
    stop: Stop,
    /// Ends the thought that is under way.
    thought: Mutex<Stop>,
}

/// How somebody wishes a game to be reviewed. What is left out is as before.
#[derive(Debug, Default, serde::Deserialize, ToSchema)]
#[schema(as = ReviewWish)]
pub struct Wish {
    /// By whom; the game's best player unless given.
    #[serde(default)]
    player: Option<String>,
    /// How long each position is thought about; 2 unless given.
    #[serde(default)]
    seconds: Option<f64>,
    /// Whether variations are reviewed too.
    #[serde(default)]
    variations: Option<bool>,
}

/// How far a review has come.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ReviewProgress {
    /// Whether it is under way.
    pub running: bool,
    /// How many positions are done with.
    pub done: usize,
    /// Of how many.
    pub of: usize,
}

/// What is known of a game by its review.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Review)]
pub struct ReviewView {
    /// Who reviews it, as a player text.
    player: String,
    /// How long each position is thought about.
    seconds: f64,
    /// Whether variations are reviewed too.
    variations: bool,
    /// Whether anybody has asked for it.
    wanted: bool,
    #[serde(flatten)]
    progress: ReviewProgress,
    /// The positions of the game as it was played, the first its beginning.
    points: Vec<PointView>,
    /// The plies that lost something.
    errors: Vec<Error>,
    /// How well each side played.
    sides: [Care; 2],
    /// What is known of positions in variations.
    beside: Vec<BesideView>,
}

/// A position of a reviewed game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewPoint)]
pub struct PointView {
    /// Its node in the tree of the game.
    node: NodeId,
    /// Who moves there.
    side: Side,
    /// What was played there; null at the end.
    #[schema(required)]
    played: Option<String>,
    /// What it is worth to the side that moves there; null while that is not known.
    #[schema(required)]
    value: Option<Expected>,
    /// What the reviewer would play there.
    #[schema(required)]
    best: Option<String>,
    /// What it expects to happen.
    line: Vec<String>,
}

/// A position in a variation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewBeside)]
pub struct BesideView {
    /// Its node in the tree of the game.
    node: NodeId,
    /// Who moves there.
    side: Side,
    /// What it is worth to that side.
    value: Expected,
}

impl ReviewView {
    /// Who reviews the game, and how long they think about each position.
    pub fn judge(&self) -> (&str, f64) {
        (&self.player, self.seconds)
    }
}

impl Reviewing {
    /// Ends it soon.
    pub fn end(&self) {
        self.stop.set();
        self.thought().set();
    }

    fn thought(&self) -> std::sync::MutexGuard<'_, Stop> {
        self.thought.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Begins to review the game, or goes on with it.
    pub fn review(self: &Arc<Self>, wish: Wish) -> Result<(), Problem> {
        let sheet = self.sheet()?;
        let game = sheet.record.game();
        let before = self.store.wanted(&sheet.id)?.unwrap_or_else(|| usual(game));
        let wanted = Wanted {
            player: wish.player.map_or(before.player, |player| at_its_best(game, &player)),
            seconds: wish.seconds.unwrap_or(before.seconds),
            variations: wish.variations.unwrap_or(before.variations),
            running: true,
        };
        given(wanted.seconds, LONGEST)?;
        let player = self.reviewer(&sheet, &wanted)?;
        let mut state = self.open()?;
        self.store.want(&sheet.id, &wanted)?;
        self.begin_review(&mut state, wanted, player)
    }

    /// Stops the review; what is known by it stays.
    pub fn stop_review(self: &Arc<Self>) -> Result<Shown, Problem> {
        let mut state = self.open()?;
        if let Some(review) = state.review.take() {
            review.end();
            self.rest(&state.sheet.id, &review.wanted)?;
        }
        drop(state);
        let view = self.reviewed()?;
        self.tell(Event::Review(shown(&view.progress)));
        Ok(shown(&view))
    }

    /// What is known of the game.
    pub fn reviewed(&self) -> Result<ReviewView, Problem> {
        let state = self.open()?;
        let (sheet, running) = (state.sheet.clone(), state.review.is_some());
        drop(state);
        let wanted = self.store.wanted(&sheet.id)?;
        let is_wanted = wanted.is_some();
        let wanted = wanted.unwrap_or_else(|| usual(sheet.record.game()));
        Known::of(self, &sheet, &wanted).map(|known| known.view(&sheet, wanted, is_wanted, running))
    }

    /// Goes on with a review that was under way when the program ended.
    pub(crate) fn go_on_reviewing(self: &Arc<Self>, state: &mut State) {
        if state.review.is_some() {
            return;
        }
        let wanted = match self.store.wanted(&state.sheet.id) {
            Ok(Some(wanted)) if wanted.running => wanted,
            _ => return,
        };
        let begun = self
            .reviewer(&state.sheet, &wanted)
            .and_then(|player| self.begin_review(state, wanted, player));
        if let Err(problem) = begun {
            self.tell(trouble(problem.text()));
        }
    }

    fn reviewer(&self, sheet: &Sheet, wanted: &Wanted) -> Result<Box<dyn AnyPlayer>, Problem> {
        let supply = self.supply(sheet.seed);
        let (settings, _) = self.read(sheet.record.game(), &wanted.player, &sheet.files, supply)?;
        self.seated(Need::Review, settings, supply).map_err(Problem::unavailable)
    }

    fn begin_review(
        self: &Arc<Self>,
        state: &mut State,
        wanted: Wanted,
        player: Box<dyn AnyPlayer>,
    ) -> Result<(), Problem> {
        let (stop, thought) = (Stop::default(), Mutex::default());
        let review = Arc::new(Reviewing { wanted, stop, thought });
        let (table, mine) = (self.clone(), review.clone());
        let work = move || table.go_through(&mine, player);
        self.crew.work(review.stop.clone(), work).map_err(Problem::unavailable)?;
        if let Some(before) = state.review.replace(review) {
            before.end();
        }
        Ok(())
    }

    /// Judges one position after the other until all are, or somebody ends it.
    fn go_through(self: &Arc<Self>, review: &Arc<Reviewing>, mut player: Box<dyn AnyPlayer>) {
        let done = self.judge_all(review, player.as_mut());
        let mut state = self.lock();
        if self.crew.is_dismissed()
            || !state.review.as_ref().is_some_and(|now| Arc::ptr_eq(now, review))
        {
            return;
        }
        state.review = None;
        let rested = self.rest(&state.sheet.id, &review.wanted);
        drop(state);
        if let Err(problem) = done.and(rested) {
            self.tell(trouble(problem.text()));
        }
        if let Ok(view) = self.reviewed() {
            self.tell(Event::Review(shown(&view.progress)));
        }
    }

    fn judge_all(&self, review: &Reviewing, player: &mut dyn AnyPlayer) -> Result<(), Problem> {
        let Wanted { player: name, seconds, variations, .. } = &review.wanted;
        let id = self.open()?.sheet.id.clone();
        let known = self.store.judgements(&id, name)?;
        let enough = |(node, known): (NodeId, Judgement)| known.suffices(*seconds).then_some(node);
        let mut judged: BTreeSet<NodeId> = known.into_iter().filter_map(enough).collect();
        let mut told: Option<Instant> = None;
        let mut aside = self.crew.aside();
        loop {
            // The game may go on meanwhile, and variations come.
            let (next, line) = {
                let state = self.open()?;
                let record = &state.sheet.record;
                let wanted = wanted_nodes(record, *variations);
                // What is known of the end helps whoever thinks of what came before.
                let next = wanted.iter().rev().copied().find(|node| !judged.contains(node));
                if told.is_none_or(|told| told.elapsed() >= TELL_EVERY) {
                    let of = wanted.len();
                    let done = wanted.iter().filter(|node| judged.contains(node)).count();
                    self.tell(Event::Review(shown(&ReviewProgress { running: true, done, of })));
                    told = Some(Instant::now());
                }
                let Some(next) = next else { return Ok(()) };
                (next, record.node(next).line().clone())
            };
            let Some(cut) = aside.turn(&review.stop) else { return Ok(()) };
            *review.thought() = cut.clone();
            if review.stop.is_set() {
                return Ok(());
            }
            let time = Duration::from_secs_f64(*seconds);
            let budget = Budget { stop: cut.clone(), ..Budget::time(time) };
            // Nobody watches, but whoever comes later wants to see how it was thought.
            let mut seen = |_| ();
            let watch = AnyWatch::Live(time.max(TELL_EVERY), &mut seen);
            let thought = ask(player, &line, &budget, watch)
                .map_err(|failure| Problem::unavailable(fallen(name, failure)))?;
            let judgement = Judgement::of(&thought, time, cut.is_set());
            let judgement = judgement.filter(|judgement| judgement.suffices(*seconds));
            aside.over(judgement.is_none());
            // Whoever had to make way thinks of it again.
            let Some(judgement) = judgement else { continue };
            self.store.judge(&id, next, name, &judgement)?;
            judged.insert(next);
        }
    }

    /// Notes that the review does not go on by itself any more.
    fn rest(&self, id: &str, wanted: &Wanted) -> Result<(), Problem> {
        Ok(self.store.want(id, &Wanted { running: false, ..wanted.clone() })?)
    }
}

/// How a game is reviewed if nobody says so.
fn usual(game: &str) -> Wanted {
    Wanted { player: reviewer(game), seconds: EACH, variations: false, running: false }
}

fn fallen(player: &str, failure: ludoteca_players::Failure) -> Text {
    match failure.kind {
        Fault::Crash => text!("server-player-fell", player = player, why = failure.text),
        _ => failure.text,
    }
}

/// The positions to be judged, in the order of the game: those in which it goes on.
fn wanted_nodes(record: &GameTree, variations: bool) -> Vec<NodeId> {
    let goes_on = |node: &NodeId| record.node(*node).position().outcome().is_none();
    let main = std::iter::once(ROOT).chain(record.main_line());
    if !variations {
        return main.filter(goes_on).collect();
    }
    let main: Vec<NodeId> = main.collect();
    let on_main: BTreeSet<NodeId> = main.iter().copied().collect();
    // The game as it was played is judged first, and that is the end of the list.
    let beside = record.walk().filter(|node| !on_main.contains(node));
    beside.chain(main.iter().copied()).filter(goes_on).collect()
}

/// What was thought of the positions of a game.
struct Known {
    told: std::collections::BTreeMap<NodeId, Told>,
    done: usize,
    of: usize,
}

impl Known {
    fn of(table: &Table, sheet: &Sheet, wanted: &Wanted) -> Result<Known, Problem> {
        let judgements = table.store.judgements(&sheet.id, &wanted.player)?;
        let nodes = wanted_nodes(&sheet.record, wanted.variations);
        let enough = |node: &&NodeId| {
            judgements.get(node).is_some_and(|known| known.suffices(wanted.seconds))
        };
        let done = nodes.iter().filter(enough).count();
        let told = judgements.iter().filter_map(|(node, known)| Some((*node, known.told()?)));
        Ok(Known { told: told.collect(), done, of: nodes.len() })
    }

    fn view(self, sheet: &Sheet, wanted: Wanted, is_wanted: bool, running: bool) -> ReviewView {
        let record = &sheet.record;
        let main: Vec<NodeId> = std::iter::once(ROOT).chain(record.main_line()).collect();
        let played = |i: usize| main.get(i + 1).map(|next| record.node(*next).ply());
        let judged: Vec<Point> = (0..main.len())
            .map(|i| {
                let position = record.node(main[i]).position();
                let told = self.told.get(&main[i]);
                let best = told.and_then(|told| told.ply.as_ref());
                Point {
                    side: position.side(),
                    value: judging::ended(position).or(told.map(|told| told.value)),
                    advised: best.is_some() && best == played(i).as_ref(),
                    forced: position.plies().len() < 2,
                }
            })
            .collect();
        let found = review(&judged);
        let points = main.iter().enumerate().map(|(i, node)| {
            let told = self.told.get(node);
            let line = told.map_or(&[][..], Told::line);
            PointView {
                node: *node,
                side: judged[i].side,
                played: played(i),
                value: found.values[i],
                best: told.and_then(|told| told.ply.clone()),
                line: line.iter().take(LINE).cloned().collect(),
            }
        });
        let on_main: BTreeSet<NodeId> = main.iter().copied().collect();
        let beside = record.walk().filter(|node| !on_main.contains(node)).filter_map(|node| {
            let position = record.node(node).position();
            let told = || self.told.get(&node).map(|told| told.value);
            let value = judging::ended(position).or_else(told)?;
            Some(BesideView { node, side: position.side(), value })
        });
        ReviewView {
            points: points.collect(),
            beside: beside.collect(),
            player: wanted.player,
            seconds: wanted.seconds,
            variations: wanted.variations,
            wanted: is_wanted,
            progress: ReviewProgress { running, done: self.done, of: self.of },
            errors: found.errors,
            sides: found.sides,
        }
    }
}

//! The one trait every player implements, and what it is given to think with.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use ludoteca_games::{AnyLine, Game, Line, Position};

use crate::{failure::Failure, thought::Thought};

/// Chooses plies in positions of one game.
pub trait Player<G: Game>: Send {
    /// Thinks, within a budget, about the position that a line has led to. It may report unfinished
    /// thoughts to `watch`.
    ///
    /// The ply of the answer is legal, and there is an answer whenever the game is not over,
    /// however small the budget.
    fn think(
        &mut self,
        line: &Line<G>,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply>;

    /// The same for a position of which nobody knows how it came about.
    fn consider(
        &mut self,
        position: &G,
        budget: &Budget,
        watch: &mut Watch<'_, G>,
    ) -> Thought<G::Ply> {
        self.think(&Line::still(position.clone()), budget, watch)
    }
}

/// How long a player may think. Whatever comes first ends the thought.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Time on the wall.
    pub time: Option<Duration>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Set from elsewhere to end the thought now.
    pub stop: Stop,
}

/// A flag that ends a thought from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

/// Where unfinished thoughts are reported, and whether anybody wants to see layers.
pub struct Watch<'a, G: Game> {
    sink: Option<Sink<'a, G>>,
    every: Duration,
    last: Instant,
    layers: bool,
}

type Sink<'a, G> = &'a mut dyn FnMut(Thought<<G as Game>::Ply>);

/// A running thought's clock: tells when the budget is spent.
#[derive(Debug)]
pub struct Clock {
    begun: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    stop: Stop,
    spent: bool,
    look_again: u64,
    /// After how many positions it looks at the time again.
    every: u64,
}

/// The time a player takes that is given no limit and has none of its own.
pub const USUAL_TIME: Duration = Duration::from_secs(1);

impl Budget {
    /// Only time counts.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Only positions count: the same budget gives the same thought on any machine.
    pub fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..Budget::default() }
    }

    /// The same budget; if it has no limit at all, the usual time.
    pub fn or_usual(mut self) -> Budget {
        if self.time.is_none() && self.nodes.is_none() {
            self.time = Some(USUAL_TIME);
        }
        self
    }
}

impl Stop {
    /// Ends the thought.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody ended it.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clock {
    /// Starts now.
    pub fn start(budget: &Budget) -> Clock {
        let begun = Instant::now();
        Clock {
            begun,
            deadline: budget.time.and_then(|time| begun.checked_add(time)),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            stop: budget.stop.clone(),
            spent: false,
            look_again: 0,
            every: 512,
        }
    }

    /// Looks at the time more often, for positions that take long.
    pub(crate) fn every(self, every: u64) -> Clock {
        Clock { every, ..self }
    }

    /// Ends the thought after `nodes` positions in all, if the budget does not end it before.
    pub(crate) fn end_at(&mut self, nodes: u64) {
        self.nodes = self.nodes.min(nodes);
    }

    /// Whether the budget is spent after `nodes` positions. Cheap enough to ask at each of them;
    /// once true it stays true.
    #[inline]
    pub fn is_spent(&mut self, nodes: u64) -> bool {
        if nodes >= self.look_again || nodes >= self.nodes {
            self.look(nodes);
        }
        self.spent
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        self.look_again = nodes + self.every;
        self.spent = self.spent
            || nodes >= self.nodes
            || self.stop.is_set()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

impl<'a, G: Game> Watch<'a, G> {
    /// Nobody is looking.
    pub fn nobody() -> Watch<'static, G> {
        Watch { sink: None, every: Duration::MAX, last: Instant::now(), layers: false }
    }

    /// Nobody follows the thought, but the answer is to have its layers.
    pub fn at_the_end() -> Watch<'static, G> {
        Watch { layers: true, ..Watch::nobody() }
    }

    /// `sink` gets unfinished thoughts, with layers, no more often than `every`.
    pub fn live(every: Duration, sink: Sink<'a, G>) -> Watch<'a, G> {
        Watch { sink: Some(sink), every, last: Instant::now(), layers: true }
    }

    /// Whether layers are wanted at all.
    pub fn wants_layers(&self) -> bool {
        self.layers
    }

    /// Whether somebody follows the thought while it is made.
    pub fn is_live(&self) -> bool {
        self.sink.is_some()
    }

    /// Whether a report is due; a player asks before it makes one.
    pub fn is_due(&self) -> bool {
        self.sink.is_some() && self.last.elapsed() >= self.every
    }

    /// Reports an unfinished thought.
    pub fn report(&mut self, thought: Thought<G::Ply>) {
        if let Some(sink) = &mut self.sink {
            sink(thought);
        }
        self.last = Instant::now();
    }
}

/// A player of some game, with its type erased: plies are text.
pub trait AnyPlayer: Send {
    /// Thinks about the position that a line of its own game has led to. The ply of the answer is
    /// legal. A failure says that the game is another, or what became of a player that is another
    /// program; it may be asked again.
    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, Failure>;

    /// The same for a position of which nobody knows how it came about.
    fn consider(
        &mut self,
        position: &dyn Position,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        self.think(&position.line(), budget, watch)
    }
}

/// Who looks at a thought of a player with its type erased.
pub enum AnyWatch<'a> {
    /// Nobody.
    Nobody,
    /// Layers are wanted at the end.
    AtTheEnd,
    /// Unfinished thoughts are wanted, no more often than this.
    Live(Duration, &'a mut dyn FnMut(Thought)),
}

/// A player of `G` as a player of some game.
pub struct Erased<G: Game, P: Player<G>>(P, std::marker::PhantomData<fn(G)>);

impl<G: Game, P: Player<G> + 'static> Erased<G, P> {
    /// The player with its type erased.
    pub fn boxed(player: P) -> Box<dyn AnyPlayer> {
        Box::new(Erased(player, std::marker::PhantomData))
    }
}

impl<G: Game, P: Player<G>> AnyPlayer for Erased<G, P> {
    fn think(
        &mut self,
        line: &AnyLine,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, Failure> {
        let line = &line.typed::<G>()?;
        let position = line.position();
        let thought = match watch {
            AnyWatch::Nobody => self.0.think(line, budget, &mut Watch::nobody()),
            AnyWatch::AtTheEnd => self.0.think(line, budget, &mut Watch::at_the_end()),
            AnyWatch::Live(every, sink) => {
                let mut written = |thought: Thought<G::Ply>| sink(thought.written(position));
                self.0.think(line, budget, &mut Watch::live(every, &mut written))
            }
        };
        Ok(thought.written(position))
    }
}

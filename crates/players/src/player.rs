//! The one trait every player implements, and what it is given to think with.

use std::time::{Duration, Instant};

use ludoteca_games::{AnyLine, Game, Line, Position};
use ludoteca_text::Text;

use crate::{
    budget::Budget,
    failure::Failure,
    story::{Recorder, Story},
    thought::Thought,
};

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

    /// Whether a thought at the beginning of a turn of several plies is about the whole turn, so
    /// that its later plies are answered in no time.
    fn plans_turns(&self) -> bool {
        false
    }

    /// Why it cannot play the game of a position, where its settings did not tell: a game out of a
    /// file is known only then.
    fn refuses(&self, position: &G) -> Option<Text> {
        let _ = position;
        None
    }
}

/// Where unfinished thoughts are reported, and whether anybody wants to see layers or to have the
/// thought told moment by moment.
pub struct Watch<'a, G: Game> {
    sink: Option<Sink<'a, G>>,
    every: Duration,
    last: Instant,
    layers: bool,
    /// What keeps the moments, while somebody wants them.
    pub recorder: Option<Recorder<G::Ply>>,
}

type Sink<'a, G> = &'a mut dyn FnMut(Thought<<G as Game>::Ply>);

impl<'a, G: Game> Watch<'a, G> {
    /// Nobody is looking.
    pub fn nobody() -> Watch<'static, G> {
        Watch {
            sink: None,
            every: Duration::MAX,
            last: Instant::now(),
            layers: false,
            recorder: None,
        }
    }

    /// Nobody follows the thought, but the answer is to have its layers.
    pub fn at_the_end() -> Watch<'static, G> {
        Watch { layers: true, ..Watch::nobody() }
    }

    /// Nobody follows the thought, but what happens in it is kept, up to so many moments.
    pub fn recording(most: usize) -> Watch<'static, G> {
        Watch { recorder: Some(Recorder::new(most)), ..Watch::nobody() }
    }

    /// `sink` gets unfinished thoughts, with layers, no more often than `every`.
    pub fn live(every: Duration, sink: Sink<'a, G>) -> Watch<'a, G> {
        Watch { sink: Some(sink), every, last: Instant::now(), layers: true, recorder: None }
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

    /// Whether it plans its turns, as [`Player::plans_turns`] says.
    fn plans_turns(&self) -> bool {
        false
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
    /// The story of the thought is wanted, up to so many moments. It stays empty if the player has
    /// none to tell.
    Recording(usize, &'a mut Option<Story>),
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
        if let Some(why) = self.0.refuses(position) {
            return Err(why.into());
        }
        let thought = match watch {
            AnyWatch::Nobody => self.0.think(line, budget, &mut Watch::nobody()),
            AnyWatch::AtTheEnd => self.0.think(line, budget, &mut Watch::at_the_end()),
            AnyWatch::Live(every, sink) => {
                let mut written = |thought: Thought<G::Ply>| sink(thought.written(position));
                self.0.think(line, budget, &mut Watch::live(every, &mut written))
            }
            AnyWatch::Recording(most, story) => {
                let recorder = Recorder::new(most).ending(budget.stop.clone());
                let mut watch = Watch { recorder: Some(recorder), ..Watch::nobody() };
                let thought = self.0.think(line, budget, &mut watch);
                let told = watch.recorder.take().and_then(Recorder::finish);
                *story = told.map(|told| told.written(position));
                thought
            }
        };
        Ok(thought.written(position))
    }

    fn plans_turns(&self) -> bool {
        self.0.plans_turns()
    }
}

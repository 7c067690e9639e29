//! The positions that `hexodus` searches.
//!
//! It has a search of its own, unlike the agents, because its positions carry the connections along:
//! each move works out only what it changes, and a connection from edge to edge ends the search.

use std::sync::Arc;

use ludoteca_games::hex::Colour;

use super::{Judge, SCALE, Settings, WHOLE, fitted::Known};
use crate::{
    Clock,
    hex::{
        cells::{Cells, Ground},
        circuit::{Circuit, by_current},
        connections::{Connections, FAR, Until},
        inferior::{self, Filled, Stones},
        regions,
    },
    search::Score,
};

/// What a resistance counts at least: less than that is as good as joined.
pub const LEAST: f64 = 0.01;
/// What a colour without any way has.
pub const MOST: f64 = 1000.0;

/// A position being thought about.
pub struct Mind<const W: usize> {
    pub(super) ground: Arc<Ground<W>>,
    pub(super) settings: Settings,
    stones: Stones<W>,
    pub(super) colour: Colour,
    /// The opponent's last move, and the own one before it, as far as they are known.
    pub(super) last: [Option<usize>; 2],
    /// The connections of both colours as the stones stand.
    plain: [Connections<W>; 2],
    /// The positions along the line being searched.
    pub(super) line: Vec<Step<W>>,
    /// Whether its connections are all worked out.
    whole: bool,
    pub(super) clock: Clock,
}

/// A position along the line being searched, with the stones that may be added to it for nothing.
#[derive(Clone)]
pub(super) struct Step<const W: usize> {
    pub(super) stones: Stones<W>,
    /// What each colour has captured since the beginning of the line.
    captured: Stones<W>,
    pub(super) connections: [Connections<W>; 2],
}

impl<const W: usize> Mind<W> {
    /// Works out the connections of a position, as far as the budget goes.
    pub fn new(
        ground: &Arc<Ground<W>>,
        stones: Stones<W>,
        colour: Colour,
        settings: Settings,
        mut clock: Clock,
    ) -> Mind<W> {
        clock.look();
        let plain = Colour::BOTH.map(|colour| {
            let mut connections = Connections::new(ground, colour, settings.limits);
            let [own, other] = [colour, colour.other()].map(|colour| stones[colour as usize]);
            connections.build_within(own, other, Until::All, &mut clock);
            connections
        });
        let ground = ground.clone();
        let (last, line) = ([None; 2], Vec::new());
        let mut mind =
            Mind { ground, settings, stones, colour, last, plain, line, whole: false, clock };
        let Filled { stones, captured, .. } = regions::fill(&mind.ground, stones, mind.ground.all);
        let mut first = mind.room();
        (first.stones, first.captured) = (stones, captured);
        if chain(&mind.ground, &stones).is_none() {
            follow(&mind.plain, &mind.stones, &mut first, Until::All, &mut mind.clock);
        }
        mind.line.push(first);
        mind.whole = !mind.clock.is_spent();
        mind.clock.tick();
        mind
    }

    /// The same position for one of so many threads.
    pub(super) fn part(&self, of: usize) -> Mind<W> {
        Mind {
            ground: self.ground.clone(),
            plain: self.plain.clone(),
            line: self.line.clone(),
            clock: self.clock.part(of),
            ..*self
        }
    }

    /// A clock for a share of what is left of the budget.
    pub fn share(&mut self, share: f64) -> Clock {
        self.clock.share(share)
    }

    /// Whatever is done within a share of what is left of the budget.
    pub fn within<T>(&mut self, share: f64, work: impl FnOnce(&mut Mind<W>) -> T) -> T {
        let part = self.clock.share(share);
        let whole = std::mem::replace(&mut self.clock, part);
        let done = work(self);
        self.clock = whole;
        done
    }

    /// How the cells lie.
    pub fn ground(&self) -> &Ground<W> {
        &self.ground
    }

    /// The stones of the position.
    pub fn stones(&self) -> &Stones<W> {
        &self.stones
    }

    /// Whether the budget sufficed to work out the connections of the position.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// The clock of the thought.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// How far it looks, and at how many moves.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The connections of the position.
    pub fn connections(&self, colour: Colour) -> &Connections<W> {
        &self.plain[colour as usize]
    }

    /// The circuits of the position.
    pub fn circuits(&self) -> [Circuit; 2] {
        circuits(&self.plain)
    }

    /// A small carrier with which the side to move wins.
    pub fn winning(&self) -> Option<Cells<W>> {
        let own = self.colour as usize;
        let filled = || {
            let first = &self.line[0];
            let carrier = match chain(&self.ground, &first.stones) {
                Some(winner) => (winner == self.colour).then_some(Cells::NONE),
                None => first.connections[own].wins_to_move(),
            };
            Some(carrier? | first.captured[own])
        };
        self.plain[own].wins_to_move().or_else(filled)
    }

    /// A small carrier with which the other side has won, or cells from which that is known.
    pub fn lost(&self) -> Option<Cells<W>> {
        let other = self.colour.other() as usize;
        let filled = || {
            let first = &self.line[0];
            if let Some(winner) = chain(&self.ground, &first.stones) {
                return (winner != self.colour).then_some(first.captured[other]);
            }
            let (must, needed) = first.connections[other].must_play();
            must.is_empty().then_some(needed | first.captured[other])
        };
        self.plain[other].won().or_else(filled)
    }

    /// A move of the side to move after which it has won, of those in a carrier: the one that then
    /// needs the fewest cells, with these; of those that the budget allows to try.
    pub fn keeping(&mut self, carrier: Cells<W>) -> Option<(usize, Cells<W>)> {
        let own = self.colour as usize;
        let mut best: Option<(usize, Cells<W>)> = None;
        for cell in carrier {
            if self.clock.look() {
                break;
            }
            let mut stones = self.stones[own];
            stones.insert(cell);
            let needed = if self.ground.joined(self.colour, &stones) {
                Some(Cells::NONE)
            } else {
                self.advance(0, self.colour, cell);
                let after = &self.line[1];
                let won = if self.ground.joined(self.colour, &after.stones[own]) {
                    Some(Cells::NONE)
                } else {
                    after.connections[own].won()
                };
                won.map(|won| (won | after.captured[own]).without(&Cells::of(cell)))
            };
            if let Some(needed) = needed
                && best.is_none_or(|(_, least)| needed.count() < least.count())
            {
                best = Some((cell, needed));
            }
        }
        best
    }

    /// Cells in the order in which they are tried.
    pub fn by_promise(&self, cells: Cells<W>) -> Vec<usize> {
        by_current(&self.circuits(), cells & *self.connections(self.colour).empty())
    }

    /// The moves that need to be searched at a depth of the line, the most promising first, and
    /// whether these are all that could save the game.
    pub fn moves(&self, at: usize) -> (Vec<usize>, bool) {
        let (step, colour) = (&self.line[at], self.colour_at(at));
        let (must, _) = step.connections[colour.other() as usize].must_play();
        let mut worth = must;
        for inferior in inferior::inferior(&self.ground, &step.stones, colour, must) {
            worth.remove(inferior.cell);
        }
        let mut moves = by_current(&circuits(&step.connections), worth);
        let all = self.ground.size <= WHOLE || moves.len() <= self.settings.width;
        if !all && at > 0 {
            moves.truncate(self.settings.width);
        }
        (moves, all)
    }

    /// Who moves so many moves down the line.
    pub(super) fn colour_at(&self, at: usize) -> Colour {
        if at.is_multiple_of(2) { self.colour } else { self.colour.other() }
    }

    /// Works out the connections after a move, one further down the line.
    pub(super) fn advance(&mut self, at: usize, colour: Colour, cell: usize) {
        if self.line.len() == at + 1 {
            let room = self.room();
            self.line.push(room);
        }
        let (before, after) = self.line.split_at_mut(at + 1);
        after[0].follow(&self.ground, &before[at], colour, cell, &mut self.clock);
    }

    /// Room for a position.
    fn room(&self) -> Step<W> {
        Step::room(&self.ground, &self.settings)
    }

    /// What a position of the line looks like to a colour, in thousandths.
    pub(super) fn judge(&self, at: usize, colour: Colour) -> Score {
        let step = &self.line[at];
        let circuits = circuits(&step.connections);
        judged(&self.settings, &step.known(&self.ground, &circuits, colour))
    }
}

impl<const W: usize> Step<W> {
    /// Room for a position.
    pub(super) fn room(ground: &Arc<Ground<W>>, settings: &Settings) -> Step<W> {
        let new = |colour| Connections::new(ground, colour, settings.limits);
        Step {
            stones: [Cells::NONE; 2],
            captured: [Cells::NONE; 2],
            connections: Colour::BOTH.map(new),
        }
    }

    /// The position after a move in another one.
    pub(super) fn follow(
        &mut self,
        ground: &Ground<W>,
        before: &Step<W>,
        colour: Colour,
        cell: usize,
        clock: &mut Clock,
    ) {
        let mut stones = before.stones;
        // On a cell that is filled in a stone changes nothing.
        if inferior::empty(ground, &stones).has(cell) {
            stones[colour as usize].insert(cell);
        }
        let Filled { stones, captured, .. } =
            regions::fill(ground, stones, inferior::around(ground, cell));
        self.stones = stones;
        self.captured = [0, 1].map(|colour| before.captured[colour] | captured[colour]);
        if chain(ground, &stones).is_none() {
            follow(&before.connections, &before.stones, self, Until::Full, clock);
        }
    }

    /// The position with what is known of it.
    pub(super) fn known<'a>(
        &'a self,
        ground: &'a Ground<W>,
        circuits: &'a [Circuit; 2],
        colour: Colour,
    ) -> Known<'a, W> {
        let Step { stones, connections, .. } = self;
        Known { ground, stones, connections, circuits, colour }
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Step<W>>() + self.connections.iter().map(Connections::bytes).sum::<usize>()
    }

    /// Takes the position out and leaves room for another, which what waits is lent to: nothing
    /// waits where all is worked out.
    pub(super) fn taken(&mut self, mut room: Box<Step<W>>) -> Box<Step<W>> {
        for (mine, other) in self.connections.iter_mut().zip(&mut room.connections) {
            mine.lend_room(other);
        }
        std::mem::swap(self, &mut room);
        room
    }
}

/// What a position looks like to the side to move, in thousandths.
pub(super) fn judged<const W: usize>(settings: &Settings, known: &Known<'_, W>) -> Score {
    let colour = known.colour;
    let judged = match settings.judge {
        Judge::Circuit => known.advantage(),
        Judge::Path => {
            let missing = |colour: Colour| f64::from(missing(&known.connections[colour as usize]));
            missing(colour.other()) - missing(colour)
        }
        // The odds as the curve of scores has them.
        Judge::Fitted => 0.5 * SCALE / 1000.0 * known.odds(),
    };
    (judged * 1000.0).round() as Score
}

/// Who has a chain from edge to edge.
pub(super) fn chain<const W: usize>(ground: &Ground<W>, stones: &Stones<W>) -> Option<Colour> {
    Colour::BOTH.into_iter().find(|colour| ground.joined(*colour, &stones[*colour as usize]))
}

/// Works out the connections of a step from those of the position with fewer stones.
fn follow<const W: usize>(
    from: &[Connections<W>; 2],
    stones: &Stones<W>,
    to: &mut Step<W>,
    until: Until,
    clock: &mut Clock,
) {
    let new = [0, 1].map(|colour| to.stones[colour].without(&stones[colour]));
    for own in [0, 1] {
        to.connections[own].follow_within(&from[own], new[own], new[1 - own], until, clock);
    }
}

pub(super) fn circuits<const W: usize>(connections: &[Connections<W>; 2]) -> [Circuit; 2] {
    [0, 1].map(|colour| Circuit::new(&connections[colour]))
}

/// How many stones a colour lacks to join its edges over full connections.
pub fn missing<const W: usize>(connections: &Connections<W>) -> u32 {
    let [first, second] = connections.distances();
    let through = |cell: usize| {
        let [first, second] = [first[cell], second[cell]];
        // A stone on an empty cell counts on both ways.
        let twice = u32::from(connections.empty().has(cell));
        (first != FAR && second != FAR).then(|| u32::from(first) + u32::from(second) - twice)
    };
    let cells = 0..connections.ground().count();
    cells.filter_map(through).min().unwrap_or(u32::from(FAR))
}

//! The search of `hexodus`: alpha-beta over positions with their connections.
//!
//! It has a search of its own, unlike the agents, because its positions carry the connections along:
//! each move works out only what it changes, and a connection from edge to edge ends the search.

use std::sync::Arc;

use ludoteca_games::hex::Colour;

use super::{Judge, Settings, WHOLE};
use crate::{
    Clock,
    hex::{
        cells::{Cells, Ground},
        circuit::{Circuit, advantage, by_current},
        connections::{Connections, FAR, Until},
        inferior::Stones,
    },
    search::{INFINITE, Score, WIN, decided, farther, nearer},
    threads,
};

/// What a resistance counts at least: less than that is as good as joined.
const LEAST: f64 = 0.01;
/// What a colour without any way has.
const MOST: f64 = 1000.0;

/// A position being thought about.
pub struct Mind<const W: usize> {
    ground: Arc<Ground<W>>,
    settings: Settings,
    stones: Stones<W>,
    colour: Colour,
    /// The connections of both colours along the line being searched.
    line: Vec<[Connections<W>; 2]>,
    /// Whether its connections are all worked out.
    whole: bool,
    clock: Clock,
}

/// A move with what was found out about it.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Where its stone stands.
    pub cell: usize,
    /// What it is worth to whoever makes it; none before it was searched.
    pub score: Option<Score>,
    /// Whether it may be worth less.
    pub at_most: bool,
    /// What is expected, beginning with it.
    pub line: Vec<usize>,
}

impl Ranked {
    /// A move of which nothing is known yet.
    pub fn new(cell: usize) -> Ranked {
        Ranked { cell, score: None, at_most: false, line: vec![cell] }
    }
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
        let connections = |colour: Colour| {
            let mut connections = Connections::new(ground, colour, settings.limits);
            let [own, other] = [colour, colour.other()].map(|colour| stones[colour as usize]);
            connections.build_within(own, other, Until::All, &mut clock);
            connections
        };
        let line = vec![Colour::BOTH.map(connections)];
        let whole = !clock.is_spent();
        clock.tick();
        Mind { ground: ground.clone(), settings, stones, colour, line, whole, clock }
    }

    /// The same position for one of so many threads.
    fn part(&self, of: usize) -> Mind<W> {
        Mind {
            ground: self.ground.clone(),
            line: self.line.clone(),
            clock: self.clock.part(of),
            ..*self
        }
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

    /// The connections of the position.
    pub fn connections(&self, colour: Colour) -> &Connections<W> {
        &self.line[0][colour as usize]
    }

    /// The circuits of the position.
    pub fn circuits(&self) -> [Circuit; 2] {
        self.circuits_at(0)
    }

    /// The smallest carrier with which the side to move wins.
    pub fn winning(&self) -> Option<Cells<W>> {
        self.connections(self.colour).wins_to_move()
    }

    /// The smallest carrier with which the other side has won.
    pub fn lost(&self) -> Option<Cells<W>> {
        self.connections(self.colour.other()).won()
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
                self.line[1][own].won()
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
        self.in_order(0, cells & *self.connections(self.colour).empty())
    }

    /// The moves that are searched at a depth of the line, the most promising first.
    pub fn moves(&self, at: usize) -> Vec<usize> {
        let other = self.colour_at(at).other();
        let (must, _) = self.line[at][other as usize].must_play();
        let mut moves = self.in_order(at, must);
        if self.ground.size > WHOLE {
            moves.truncate(self.settings.width);
        }
        moves
    }

    /// Searches moves, on so many threads, and puts the best first. Those that the budget does not
    /// suffice for are left out, unless all others lose or there are none.
    ///
    /// The first move is searched with open bounds, and all others against it alone, so that it
    /// makes no difference which of them comes first.
    pub fn rank(&mut self, mut moves: Vec<Ranked>, threads: usize) -> Vec<Ranked> {
        let Some((first, others)) = moves.split_first() else { return moves };
        let spent = self.clock.is_spent();
        let first = if spent { None } else { self.try_move(first.cell, -INFINITE) };
        let Some(first) = first else {
            moves.truncate(1);
            return moves;
        };
        let alpha = first.score.unwrap_or(-INFINITE);
        let mut ranked = vec![first];
        if threads > 1 && others.len() > 1 {
            let begin = |_| self.part(threads);
            let work = |mind: &mut Mind<W>, at: usize| mind.try_move(others[at].cell, alpha);
            ranked.extend(threads::each(threads, others.len(), begin, work));
        } else {
            ranked.extend(others.iter().map_while(|each| self.try_move(each.cell, alpha)));
        }
        // The order they were tried in decides between equals.
        let place = |ranked: &Ranked| moves.iter().position(|each| each.cell == ranked.cell);
        ranked.sort_by_key(|each| (std::cmp::Reverse(each.score), each.at_most, place(each)));
        let lost = |each: &Ranked| each.score.is_some_and(|score| decided(score) && score < 0);
        let tried = |cell: usize| ranked.iter().any(|each| each.cell == cell);
        if ranked.first().is_some_and(lost)
            && let Some(open) = moves.iter().find(|each| !tried(each.cell))
        {
            ranked.insert(0, open.clone());
        }
        ranked
    }

    /// What comes of a move; none when the budget is spent.
    fn try_move(&mut self, cell: usize, alpha: Score) -> Option<Ranked> {
        self.advance(0, self.colour, cell);
        let mut line = Vec::new();
        let depth = self.settings.depth - 1;
        let score = self.search(1, depth, (-INFINITE, nearer(-alpha)), &mut line)?;
        line.push(cell);
        line.reverse();
        let score = farther(-score);
        let at_most = score <= alpha && alpha > -INFINITE;
        Some(Ranked { cell, score: Some(score), at_most, line })
    }

    /// The score of the position `at` so many moves down the line, for its side to move; none when
    /// the budget is spent. The line to expect is written to `line`, the last move first.
    fn search(
        &mut self,
        at: usize,
        depth: u32,
        (mut alpha, beta): (Score, Score),
        line: &mut Vec<usize>,
    ) -> Option<Score> {
        if self.clock.tick() {
            return None;
        }
        let colour = self.colour_at(at);
        let connections = &self.line[at];
        if connections[colour as usize].wins_to_move().is_some() {
            return Some(WIN - 1);
        }
        if connections[colour.other() as usize].won().is_some() {
            return Some(-(WIN - 2));
        }
        if depth == 0 {
            return Some(self.judge(at, colour));
        }
        let mut best = -INFINITE;
        for cell in self.moves(at) {
            self.advance(at, colour, cell);
            let mut rest = Vec::new();
            let bounds = (nearer(-beta), nearer(-alpha));
            let score = farther(-self.search(at + 1, depth - 1, bounds, &mut rest)?);
            if score > best {
                best = score;
                rest.push(cell);
                *line = rest;
            }
            alpha = alpha.max(best);
            if alpha >= beta || decided(best) && best > 0 {
                break;
            }
        }
        Some(best)
    }

    /// Who moves so many moves down the line.
    fn colour_at(&self, at: usize) -> Colour {
        if at.is_multiple_of(2) { self.colour } else { self.colour.other() }
    }

    /// Works out the connections after a move, one further down the line.
    fn advance(&mut self, at: usize, colour: Colour, cell: usize) {
        if self.line.len() == at + 1 {
            let new = |colour| Connections::new(&self.ground, colour, self.settings.limits);
            self.line.push(Colour::BOTH.map(new));
        }
        let (before, after) = self.line.split_at_mut(at + 1);
        for own in Colour::BOTH {
            let stone = [Cells::of(cell), Cells::NONE];
            let [new, other] = if own == colour { stone } else { [stone[1], stone[0]] };
            let (from, to) = (&before[at][own as usize], &mut after[0][own as usize]);
            to.follow_within(from, new, other, Until::Full, &mut self.clock);
        }
    }

    fn circuits_at(&self, at: usize) -> [Circuit; 2] {
        [0, 1].map(|colour| Circuit::new(&self.line[at][colour]))
    }

    fn in_order(&self, at: usize, cells: Cells<W>) -> Vec<usize> {
        by_current(&self.circuits_at(at), cells)
    }

    /// What a position looks like to a colour, in thousandths.
    fn judge(&self, at: usize, colour: Colour) -> Score {
        let judged = match self.settings.judge {
            Judge::Circuit => {
                let mut circuits = self.circuits_at(at);
                for circuit in &mut circuits {
                    circuit.resistance = circuit.resistance.clamp(LEAST, MOST);
                }
                advantage(&circuits, colour)
            }
            Judge::Path => {
                let missing = |colour: Colour| f64::from(missing(&self.line[at][colour as usize]));
                missing(colour.other()) - missing(colour)
            }
        };
        (judged * 1000.0).round() as Score
    }
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

//! Who wins a position of Hex, for certain: depth-first proof-number search (df-pn; A. Nagai, 2002) over
//! positions pruned by virtual connections.
//!
//! At each position the side to move wins if it has a semi connection from edge to edge, and has
//! to play in the must-play region of the opponent's ones; inferior cells are not tried. Each
//! solved position keeps a **proof**: cells that suffice for its winner, even if the loser had
//! stones on all others. So, when a move is refuted, all moves outside of that proof are; and it
//! decides, or narrows down, other positions as well (`proofs`).

mod frontier;
mod guide;
mod search;
mod sides;
mod trace;

use std::sync::Arc;

use ludoteca_games::hex::Colour;

use self::guide::Guided;
pub use self::{
    frontier::{Branch, Frontier, Known},
    guide::{Guide, Hint},
    trace::{Event, Trace, What},
};
use super::{
    cells::{Cells, Ground},
    connections::{Connections, Limits, Until},
    inferior::{self, Stones, Why},
    proofs::Proofs,
    regions,
    solved::{Entry, Key, ProofTable},
};
use crate::Clock;

/// A proof number or disproof number that stands for "never".
pub const NEVER: u32 = u32::MAX / 2;
/// How much harder each move makes it to show that none wins, against finding one that does.
const EFFORT: u32 = 4;
/// How much room is given at most to connections kept until they are needed again, in megabytes.
const MOST_KEPT: usize = 256;
/// How far the connections of a position are worked out.
const LIMITS: Limits =
    Limits { fulls: 12, semis: 24, size: usize::MAX, ors: 4, steps: usize::MAX, captures: false };

/// The solver of a board of one size.
pub struct Solver<const W: usize> {
    ground: Arc<Ground<W>>,
    limits: Limits,
    table: ProofTable<W>,
    proofs: Proofs<W>,
    /// The connections along the line being searched, and behind them those of a move tried.
    line: Vec<Both<W>>,
    /// The connections after moves along the line that are yet to be searched.
    kept: Vec<Both<W>>,
    /// Room of connections that are not kept any more.
    spare: Vec<Both<W>>,
    /// Room of the table.
    megabytes: usize,
    /// How many connections are kept at most.
    most_kept: usize,
    clock: Clock,
    /// Who is asked where to look first.
    guide: Option<Guided<W>>,
    /// What happens, while somebody wants to see it.
    pub trace: Option<Trace>,
    /// Proofs that were hard to find, for whoever searches beside.
    found: Vec<Known<W>>,
}

/// What is proved of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof<const W: usize> {
    /// Whether the side to move wins.
    pub wins: bool,
    /// The cells that suffice for it.
    pub cells: Cells<W>,
}

/// How far a position is searched: until one of its numbers reaches its bound.
#[derive(Clone, Copy)]
struct Bounds {
    phi: u32,
    delta: u32,
}

/// The connections of both colours, red first.
type Both<const W: usize> = Box<[Connections<W>; 2]>;

/// A position to be solved: all stones, with those that are added for nothing.
#[derive(Clone, Copy)]
struct Place<const W: usize> {
    stones: Stones<W>,
    colour: Colour,
}

/// A look at a position without search.
enum Look<const W: usize> {
    /// It is decided.
    Decided(Proof<W>),
    /// These moves are left, and these cells are needed to refute all others.
    Moves(Cells<W>, Cells<W>),
}

impl<const W: usize> Solver<W> {
    /// A solver with a table of so many megabytes, and half of that for connections kept until they
    /// are needed again.
    pub fn new(size: usize, megabytes: usize, clock: Clock) -> Solver<W> {
        let ground = Arc::new(Ground::new(size));
        // Measured: some 32 bytes for each colour, pair of cells and word.
        let bytes = 64 * W * ground.count() * ground.count();
        Solver {
            most_kept: (megabytes << 19).min(MOST_KEPT << 20) / bytes,
            ground,
            limits: LIMITS,
            table: ProofTable::new(megabytes),
            proofs: Proofs::default(),
            line: Vec::new(),
            kept: Vec::new(),
            spare: Vec::new(),
            megabytes,
            clock,
            guide: None,
            trace: None,
            found: Vec::new(),
        }
    }

    /// The same with somebody who says where to look first; what that takes comes to an eighth of
    /// the room of the table.
    pub fn guided_by(mut self, guide: Option<Box<dyn Guide<W>>>) -> Solver<W> {
        let guided = |guide| Guided::new(guide, self.megabytes, self.ground.count());
        self.guide = guide.map(guided);
        self
    }

    /// How the cells lie.
    pub fn ground(&self) -> &Ground<W> {
        &self.ground
    }

    /// Positions whose connections were worked out.
    pub fn nodes(&self) -> u64 {
        self.clock.nodes()
    }

    /// Solves a position nobody has won yet; nothing if the budget is spent before.
    pub fn solve(&mut self, stones: Stones<W>, colour: Colour) -> Option<Proof<W>> {
        let filled = regions::fill(&self.ground, stones, self.ground.all);
        let place = Place { stones: filled.stones, colour };
        if let Some(proof) = self.chain(&place) {
            return Some(self.lift(proof, colour, &filled.captured));
        }
        if self.clock.is_spent() {
            return None;
        }
        self.build(&place);
        loop {
            if let Some(Entry { proof: Some(proof), .. }) = self.known(&place) {
                return Some(self.lift(proof, colour, &filled.captured));
            }
            if self.clock.is_spent() {
                return None;
            }
            self.search(0, &place, Bounds { phi: NEVER - 1, delta: NEVER - 1 });
        }
    }

    /// Works out the connections of the position that the search begins with.
    fn build(&mut self, place: &Place<W>) {
        self.reserve(0);
        for (own, connections) in self.line[0].iter_mut().enumerate() {
            let [own, other] = [place.stones[own], place.stones[1 - own]];
            connections.build_within(own, other, Until::All, &mut self.clock);
        }
        self.clock.tick();
    }

    /// Goes on with another clock: what is in the table holds.
    pub fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// What was proved of a position already, without looking at any.
    pub fn recall(&self, stones: Stones<W>, colour: Colour) -> Option<Proof<W>> {
        let filled = regions::fill(&self.ground, stones, self.ground.all);
        let place = Place { stones: filled.stones, colour };
        let known = || self.known(&place)?.proof;
        let proof = self.chain(&place).or_else(known).or_else(|| self.proved(&place))?;
        Some(self.lift(proof, colour, &filled.captured))
    }

    /// Of a position that was just solved as won, a move that wins and the cells that then suffice,
    /// if the table still holds one.
    pub fn winning_move(&self, stones: Stones<W>, colour: Colour) -> Option<(usize, Cells<W>)> {
        let filled = regions::fill(&self.ground, stones, self.ground.all);
        let place = Place { stones: filled.stones, colour };
        let own = colour as usize;
        inferior::empty(&self.ground, &place.stones).find_map(|cell| {
            let (after, captured) = self.after(&place, cell);
            let proof = match self.chain(&after) {
                Some(chain) => chain,
                None => self.known(&after)?.proof?,
            };
            let needed = proof.cells | captured[own] | filled.captured[own];
            (!proof.wins).then(|| (cell, needed.without(&Cells::of(cell))))
        })
    }

    /// What the guide says of a position with so many moves left, if there is one and it is worth it.
    fn hint(&mut self, place: &Place<W>, moves: usize) -> Option<&Hint> {
        let Solver { guide, clock, ground, .. } = self;
        guide.as_mut()?.look(ground, place, moves, &mut |units| clock.work(units))
    }

    fn lift(&self, proof: Proof<W>, colour: Colour, captured: &Stones<W>) -> Proof<W> {
        let winner = if proof.wins { colour } else { colour.other() };
        Proof { cells: proof.cells | captured[winner as usize], ..proof }
    }

    fn reserve(&mut self, depth: usize) {
        while self.line.len() <= depth + 1 {
            let room = self.room();
            self.line.push(room);
        }
    }

    /// Room for connections.
    fn room(&mut self) -> Both<W> {
        let new = |colour| Connections::new(&self.ground, colour, self.limits);
        self.spare.pop().unwrap_or_else(|| Box::new(Colour::BOTH.map(new)))
    }

    /// Keeps the connections of a move tried, for when it is searched.
    fn keep(&mut self, depth: usize) -> Option<usize> {
        if self.kept.len() >= self.most_kept {
            return None;
        }
        let mut room = self.room();
        for (kept, room) in self.line[depth].iter_mut().zip(room.iter_mut()) {
            kept.lend_room(room);
        }
        self.kept.push(std::mem::replace(&mut self.line[depth], room));
        Some(self.kept.len() - 1)
    }

    /// Whether somebody has a chain already.
    fn chain(&self, place: &Place<W>) -> Option<Proof<W>> {
        let winner = Colour::BOTH
            .into_iter()
            .find(|colour| self.ground.joined(*colour, &place.stones[*colour as usize]))?;
        Some(Proof { wins: winner == place.colour, cells: Cells::NONE })
    }

    /// Whether a proof found elsewhere decides it.
    fn proved(&self, place: &Place<W>) -> Option<Proof<W>> {
        let proof = |winner: Colour| {
            let wins = winner == place.colour;
            let cells = self.proofs.wins(winner, wins, &place.stones)?;
            Some(Proof { wins, cells })
        };
        proof(place.colour).or_else(|| proof(place.colour.other()))
    }

    /// The key of a position: of it and its turned image the one with the lower number.
    fn key(&self, place: &Place<W>) -> Key<W> {
        let turned = place.stones.map(|cells| self.ground.turned(&cells));
        let stones = if turned_first(&place.stones, &turned) { turned } else { place.stones };
        Key { stones, colour: place.colour }
    }

    fn turned_back(&self, place: &Place<W>, proof: Proof<W>) -> Proof<W> {
        let turned = place.stones.map(|cells| self.ground.turned(&cells));
        if turned_first(&place.stones, &turned) {
            Proof { cells: self.ground.turned(&proof.cells), ..proof }
        } else {
            proof
        }
    }

    /// What the table says of a position.
    fn known(&self, place: &Place<W>) -> Option<Entry<W>> {
        let entry = self.table.get(&self.key(place))?;
        Some(Entry { proof: entry.proof.map(|proof| self.turned_back(place, proof)), ..entry })
    }

    fn store(&mut self, place: &Place<W>, entry: Entry<W>) {
        let proof = entry.proof.map(|proof| self.turned_back(place, proof));
        self.table.put(self.key(place), Entry { proof, ..entry });
    }

    /// Stores what a search has proved.
    fn prove(&mut self, place: &Place<W>, proof: Proof<W>) {
        let winner = if proof.wins { place.colour } else { place.colour.other() };
        let own = &place.stones[winner as usize];
        self.proofs.put(&self.ground, winner, proof.wins, own, proof.cells);
        if let Some(trace) = &mut self.trace {
            trace.note(None, What::Proved(proof.wins));
        }
        self.store(place, decided(proof));
    }

    /// Looks at the position whose connections are at `depth`.
    fn look(&self, depth: usize, place: &Place<W>) -> Look<W> {
        let connections = &self.line[depth];
        let (own, other) = (place.colour as usize, 1 - place.colour as usize);
        if let Some(cells) = connections[own].wins_to_move() {
            return Look::Decided(Proof { wins: true, cells });
        }
        let (mut must, mut needed) = connections[other].must_play();
        for threat in self.proofs.threats(place.colour.other(), &place.stones) {
            if !must.within(&threat) {
                must &= threat;
                needed |= threat;
            }
        }
        let mut moves = must;
        for inferior in inferior::inferior(&self.ground, &place.stones, place.colour, must) {
            moves.remove(inferior.cell);
            if let Why::Answered(reply) = inferior.why {
                needed.insert(reply);
            }
        }
        if moves.is_empty() {
            return Look::Decided(Proof { wins: false, cells: needed });
        }
        Look::Moves(moves, needed)
    }

    /// Works out the connections after a move, one deeper.
    fn advance(&mut self, depth: usize, from: &Place<W>, to: &Place<W>) {
        self.reserve(depth);
        self.clock.tick();
        let (before, after) = self.line.split_at_mut(depth + 1);
        let new = [0, 1].map(|colour| to.stones[colour].without(&from.stones[colour]));
        // If the side to move wins at once, nothing else has to be known.
        let (before, after) = (&before[depth], &mut after[0]);
        let (own, other) = (to.colour as usize, 1 - to.colour as usize);
        let clock = &mut self.clock;
        after[own].follow_within(&before[own], new[own], new[other], Until::Semi, clock);
        if after[own].wins_to_move().is_none() {
            let [new, other_new] = [new[other], new[own]];
            after[other].follow_within(&before[other], new, other_new, Until::Full, clock);
        }
    }

    /// What is known of a position that comes of adding stones to one whose connections are at
    /// `depth`, looking at it if it is new.
    fn visit(&mut self, depth: usize, from: &Place<W>, to: &Place<W>) -> (Entry<W>, Option<usize>) {
        if let Some(entry) = self.known(to) {
            return (entry, None);
        }
        // Nothing is looked at any more, and nothing is claimed of it.
        if self.clock.is_spent() {
            return (Entry { phi: 1, delta: 1, proof: None }, None);
        }
        let look = match self.chain(to).or_else(|| self.proved(to)) {
            Some(proof) => Look::Decided(proof),
            None => {
                self.advance(depth, from, to);
                self.look(depth + 1, to)
            }
        };
        let (entry, kept) = match look {
            Look::Decided(proof) => (decided(proof), None),
            Look::Moves(moves, _) => {
                let count = moves.count();
                let effort = EFFORT * count as u32;
                let hint = self.hint(to, count);
                let delta =
                    hint.map_or(effort, |hint| (effort as f32 * hint.doubt_of_loss()) as u32);
                (Entry { phi: 1, delta, proof: None }, self.keep(depth + 1))
            }
        };
        self.store(to, entry);
        (entry, kept)
    }
}

/// What is known of a position that is decided.
fn decided<const W: usize>(proof: Proof<W>) -> Entry<W> {
    let (phi, delta) = if proof.wins { (0, NEVER) } else { (NEVER, 0) };
    Entry { phi, delta, proof: Some(proof) }
}

/// Whether the turned image of a position stands for it.
fn turned_first<const W: usize>(stones: &Stones<W>, turned: &Stones<W>) -> bool {
    [turned[0].words(), turned[1].words()] < [stones[0].words(), stones[1].words()]
}

#[cfg(test)]
mod tests;

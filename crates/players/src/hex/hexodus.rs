//! `hexodus`: alpha-beta over virtual connections and the electric circuit, as the program Hexodus
//! did it (Salamanca, 2007).
//!
//! A position is judged by the resistances of both colours' circuits (or by the shortest ways over
//! the same connections). A connection from edge to edge ends the search, and is kept from then on:
//! the player remembers the cells it needs and answers every move in them.
//!
//! The search is never cut by time, so that it gives the same move on any machine, alone or shared
//! among threads: up to 6x6 all moves are looked at, above that those of the must-play region with
//! the most current, a stated number of them.

mod opening;
mod search;
mod showing;

use std::{num::NonZero, sync::Arc, thread};

use ludoteca_games::{
    Game, Hex, Line,
    hex::{Colour, HexPly},
};

use self::search::{Mind, Ranked};
use super::{
    cells::{Cells, Ground},
    connections::Limits,
    solver::Solver,
    stones,
};
use crate::{
    Budget, Clock, Form, Level, Player, PlayerKind, Watch, explain,
    search::{self as scores, Score},
    thought::{PlyValue, Thought, Value, Variation, Verdict},
};

/// How a position is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// By the resistances of both circuits.
    Circuit,
    /// By the stones missing on the shortest ways.
    Path,
}

/// How root moves are searched; the result is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Shared among threads where that pays.
    Auto,
    /// Shared among threads.
    Parallel,
    /// One after another.
    Sequential,
}

/// How a Hexodus plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How many moves it looks ahead.
    pub depth: u32,
    /// How far connections are worked out.
    pub limits: Limits,
    /// How a position is judged.
    pub judge: Judge,
    /// How many moves it looks at on boards larger than 6x6.
    pub width: usize,
    /// How root moves are searched.
    pub mode: Mode,
}

/// The largest board on which all moves are looked at.
pub const WHOLE: usize = 6;
/// The largest board on which threads cost more than they bring.
const SMALL: usize = 4;
/// An advantage of half the resistance means a result of about three quarters.
const SCALE: f64 = 700.0;
/// The table of the solver that finds how a connection is kept, in megabytes.
const MEGABYTES: usize = 64;

impl Settings {
    /// Depth 2, with the usual connections.
    pub const NORMAL: Settings = Settings {
        depth: 2,
        limits: Limits { fulls: 4, semis: 8, size: 40, ors: 3, steps: 40_000 },
        judge: Judge::Circuit,
        width: 20,
        mode: Mode::Auto,
    };

    /// Depth 3, with more connections.
    pub const EXPERT: Settings = Settings {
        depth: 3,
        limits: Limits { fulls: 8, semis: 16, size: 60, ors: 4, steps: 80_000 },
        width: 16,
        ..Settings::NORMAL
    };

    /// How many threads search a board of that size.
    fn threads(&self, size: usize) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        match self.mode {
            Mode::Sequential => 1,
            Mode::Auto if size <= SMALL => 1,
            Mode::Auto => processors(),
            // Two at least, so that sharing is tried where there is one processor, too.
            Mode::Parallel => processors().max(2),
        }
    }
}

/// The player.
pub struct Hexodus {
    settings: Settings,
    kept: Option<Kept>,
}

/// A connection from edge to edge that is being kept.
struct Kept {
    size: usize,
    colour: Colour,
    /// The own stones when it was found.
    stones: Vec<usize>,
    /// The cells it needs.
    carrier: Vec<usize>,
}

impl Hexodus {
    /// A player with these settings.
    pub fn new(settings: Settings) -> Hexodus {
        Hexodus { settings, kept: None }
    }

    fn think_on<const W: usize>(
        &mut self,
        position: &Hex,
        budget: &Budget,
        watch: &mut Watch<'_, Hex>,
    ) -> Thought<HexPly> {
        let clock = Clock::start(budget);
        let ground = Arc::new(Ground::<W>::new(position.size()));
        let mut mind =
            Mind::new(&ground, stones(position, &ground), position.colour(), self.settings);
        let mut plan = self.plan(position, &mut mind);
        if watch.is_live() && matches!(plan, Plan::Search(_)) {
            watch.report(self.thought(position, &mind, &plan, &clock, true));
        }
        if let Plan::Search(moves) = &mut plan {
            let threads = self.settings.threads(position.size());
            *moves = mind.rank(std::mem::take(moves), threads, &budget.stop);
        }
        if let Plan::Win(cell, carrier) = plan {
            let mut stones: Cells<W> = mind.stones()[position.colour() as usize];
            stones.insert(cell);
            self.kept = Some(Kept {
                size: position.size(),
                colour: position.colour(),
                stones: stones.collect(),
                carrier: carrier.without(&Cells::of(cell)).collect(),
            });
        }
        self.thought(position, &mind, &plan, &clock, watch.wants_layers())
    }

    /// What there is to do before any search.
    fn plan<const W: usize>(&self, position: &Hex, mind: &mut Mind<W>) -> Plan<W> {
        if position.winner().is_some() {
            return Plan::Over;
        }
        if let Some(ply) = opening::ply(position) {
            return Plan::Open(ply);
        }
        let known = mind.winning().or_else(|| self.remembered(position, mind));
        if let Some(carrier) = known {
            let (cell, carrier) = keeping(position, mind, carrier);
            return Plan::Win(cell, carrier);
        }
        if let Some(carrier) = mind.lost() {
            return Plan::Lost(mind.by_promise(carrier));
        }
        Plan::Search(mind.moves(0).into_iter().map(Ranked::new).collect())
    }

    /// The cells of a connection that was found before and that the opponent's move has not broken:
    /// with the move on our side it still holds.
    fn remembered<const W: usize>(&self, position: &Hex, mind: &Mind<W>) -> Option<Cells<W>> {
        let kept = self
            .kept
            .as_ref()
            .filter(|kept| kept.size == position.size() && kept.colour == position.colour())?;
        let carrier: Cells<W> = kept.carrier.iter().copied().collect();
        let own = mind.stones()[kept.colour as usize];
        let other = mind.stones()[kept.colour.other() as usize];
        let holds = kept.stones.iter().all(|cell| own.has(*cell)) && (carrier & other).count() <= 1;
        holds.then(|| carrier.without(&(own | other)))
    }

    fn thought<const W: usize>(
        &self,
        position: &Hex,
        mind: &Mind<W>,
        plan: &Plan<W>,
        clock: &Clock,
        layers: bool,
    ) -> Thought<HexPly> {
        let stone = |cell: usize| HexPly::Stone(mind.ground().cell(cell));
        let proved = |result| Value::Proved { result, plies: None };
        let (ply, value, candidates): (_, _, Vec<PlyValue<HexPly>>) = match plan {
            Plan::Over => (None, scores::known(position).unwrap_or(Value::NOTHING), Vec::new()),
            Plan::Open(ply) => {
                (Some(*ply), Value::NOTHING, vec![worth(*ply, Value::NOTHING, false)])
            }
            Plan::Win(cell, _) => {
                let value = proved(Verdict::Win);
                (Some(stone(*cell)), value, vec![worth(stone(*cell), value, false)])
            }
            Plan::Lost(cells) => {
                let value = proved(Verdict::Loss);
                let moves = cells.iter().map(|cell| worth(stone(*cell), value, false));
                (cells.first().map(|cell| stone(*cell)), value, moves.collect())
            }
            Plan::Search(moves) => {
                let moves: Vec<_> = moves
                    .iter()
                    .map(|each| worth(stone(each.cell), value_of(each.score), each.at_most))
                    .collect();
                let best = moves.first().map_or(Value::NOTHING, |best| best.value);
                (moves.first().map(|best| best.ply), best, moves)
            }
        };
        let ply = ply.or_else(|| position.legal_plies().first().copied());
        let line = match plan {
            Plan::Search(moves) => {
                moves.first().map(|best| best.line.iter().map(|cell| stone(*cell)).collect())
            }
            _ => None,
        };
        let line = line.unwrap_or_else(|| ply.into_iter().collect());
        let mut thought = Thought {
            answer: ply.into(),
            value,
            lines: vec![Variation { plies: line, value }],
            candidates,
            nodes: mind.nodes(),
            depth: matches!(plan, Plan::Search(_)).then_some(self.settings.depth),
            seconds: clock.seconds(),
            layers: Vec::new(),
        };
        if layers && !matches!(plan, Plan::Over) {
            thought.layers.extend(explain::values(position, value, &thought.candidates));
            thought.layers.extend(showing::layers(position, mind, plan, &self.settings));
        }
        thought
    }
}

/// What there is to do.
enum Plan<const W: usize> {
    /// Nothing: the game is over.
    Over,
    /// A move of the opening table.
    Open(HexPly),
    /// A move that keeps a connection from edge to edge, and the cells that needs.
    Win(usize, Cells<W>),
    /// Moves that are the hardest to answer for an opponent who has won.
    Lost(Vec<usize>),
    /// Moves to be searched, or searched, best first.
    Search(Vec<Ranked>),
}

fn worth(ply: HexPly, value: Value, at_most: bool) -> PlyValue<HexPly> {
    PlyValue { ply, value, at_most, visits: None }
}

/// A score as a value. How far away the end of a connection is nobody has counted.
fn value_of(score: Score) -> Value {
    match scores::value(score, false, SCALE) {
        Value::Proved { result, .. } => Value::Proved { result, plies: None },
        guess => guess,
    }
}

/// The move with which a connection holds whose cells suffice if the own colour moves: the one
/// after which the fewest cells are needed.
fn keeping<const W: usize>(
    position: &Hex,
    mind: &mut Mind<W>,
    carrier: Cells<W>,
) -> (usize, Cells<W>) {
    if let Some(kept) = mind.keeping(carrier) {
        return kept;
    }
    // The rules of connections do not find every one that there is. Here one is known to be there:
    // it is searched for, with all cells elsewhere given to the opponent.
    let colour = position.colour();
    let mut stones = *mind.stones();
    let empty = mind.ground().all.without(&(stones[0] | stones[1]));
    stones[colour.other() as usize] |= empty.without(&carrier);
    let mut solver = Solver::<W>::new(position.size(), MEGABYTES, Clock::start(&Budget::default()));
    for cell in carrier {
        let mut next = stones;
        next[colour as usize].insert(cell);
        let joined = mind.ground().joined(colour, &next[colour as usize]);
        let kept = if joined {
            Some(Cells::NONE)
        } else {
            let proof = solver.solve(next, colour.other());
            proof.filter(|proof| !proof.wins).map(|proof| proof.cells)
        };
        if let Some(cells) = kept {
            return (cell, cells & carrier);
        }
    }
    (carrier.first().or(empty.first()).unwrap_or_default(), carrier)
}

impl Player<Hex> for Hexodus {
    fn think(
        &mut self,
        line: &Line<Hex>,
        budget: &Budget,
        watch: &mut Watch<'_, Hex>,
    ) -> Thought<HexPly> {
        let position = line.position();
        match position.size() {
            0..=8 => self.think_on::<1>(position, budget, watch),
            9..=11 => self.think_on::<2>(position, budget, watch),
            12..=16 => self.think_on::<4>(position, budget, watch),
            _ => self.think_on::<6>(position, budget, watch),
        }
    }
}

fn read(form: &mut Form<'_>) -> Settings {
    let levels = [("normal", Settings::NORMAL), ("expert", Settings::EXPERT)];
    let level = form.choice("level", levels, "key-hexodus-level").or(Settings::NORMAL);
    let judges = [("circuit", Judge::Circuit), ("path", Judge::Path)];
    let judge = form.choice("eval", judges, "key-hexodus-eval").or(level.judge);
    let width = form.whole("width", 1..=361, "key-hexodus-width").optional();
    let modes =
        [("auto", Mode::Auto), ("parallel", Mode::Parallel), ("sequential", Mode::Sequential)];
    let mode = form.choice("mode", modes, "key-hexodus-mode").or(level.mode);
    Settings { judge, width: width.unwrap_or(level.width), mode, ..level }
}

/// `hexodus` for the registry.
pub(crate) fn kind() -> PlayerKind<Hex> {
    let level = |name, keys: &str| Level { name, keys: keys.to_owned() };
    PlayerKind::new("hexodus", |form| Ok(read(form)), |settings| Hexodus::new(*settings))
        .with_levels(vec![
            level("level-normal", "level=normal"),
            level("level-expert", "level=expert"),
        ])
}

#[cfg(test)]
mod tests;

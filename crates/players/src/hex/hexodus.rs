//! `hexodus`: alpha-beta over virtual connections and the electric circuit, as the program Hexodus
//! did it (Salamanca, 2007).
//!
//! A position is judged by the resistances of both colours' circuits (or by the shortest ways over
//! the same connections). A connection from edge to edge ends the search, and is kept from then on:
//! the player remembers the cells it needs and answers every move in them.
//!
//! Before connections are built, dead and captured cells are filled in. Up to 6x6 all moves are
//! looked at that can still save the game, above that a stated number of those with the most current.
//! At its best it knows besides currents what the shapes around a cell are worth ([`fitting`]).
//! At a level with a depth what is looked at does not depend on time, so that a budget that suffices
//! gives the same move on any machine, with any of the algorithms; the strongest level asks the
//! solver first, then goes on from the most promising moves as long as its budget lasts, and asks the
//! solver once more whether the move it has found loses. A budget that does not suffice ends the work
//! wherever it is, and the best move known until then is played.

mod closer;
mod exploring;
mod fitted;
#[cfg(feature = "nets")]
pub mod fitting;
mod keeping;
mod opening;
mod probing;
mod ranking;
mod resuming;
mod search;
mod settings;
mod shapes;
mod showing;
mod telling;

use std::{any::Any, sync::Arc};

use ludoteca_games::{
    Game, Hex, Line,
    hex::{Colour, HexPly},
};

pub(crate) use self::settings::kind;
pub use self::settings::{Judge, Mode, Settings};
use self::{exploring::Tree, probing::Probed, ranking::Ranked, search::Mind};
use super::{
    cells::{Cells, Ground},
    stones,
};
use crate::{
    Budget, Clock, Player, Watch,
    evaluations::Curve,
    explain,
    search::{self as scores, Score},
    thought::{PlyValue, Thought, Unit, Value, Variation, Verdict},
};

/// The largest board on which all moves are looked at.
pub const WHOLE: usize = 6;
/// Thousandths of the advantage that lean to one side by three quarters of a win: half the resistance.
const SCALE: f64 = 700.0;
/// What a score is.
const CURVE: Curve = Curve { unit: Unit::Points, scale: SCALE };

/// The player.
pub struct Hexodus {
    settings: Settings,
    kept: Option<Kept>,
    /// What it explored last, a [`Tree`] for the boards of a size, to go on from after the reply.
    explored: Option<Box<dyn Any + Send>>,
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
        Hexodus { settings, kept: None, explored: None }
    }

    fn think_on<const W: usize>(
        &mut self,
        line: &Line<Hex>,
        budget: &Budget,
        watch: &mut Watch<'_, Hex>,
    ) -> Thought<HexPly> {
        let position = line.position();
        let clock = match self.settings.explores {
            true => Clock::start(&budget.clone().or_usual()),
            false => Clock::start(budget),
        };
        let ground = Arc::new(Ground::<W>::new(position.size()));
        let stones = stones(position, &ground);
        let mut mind = Mind::new(&ground, stones, position.colour(), self.settings, clock);
        mind.last = last(line);
        let mut plan = self.plan(position, &mut mind);
        if watch.is_live() && matches!(plan, Plan::Search(_)) {
            watch.report(self.thought(position, &mind, &plan, true));
        }
        let mut trace = watch.recorder.as_ref().map(|_| telling::proof_trace());
        if let Plan::Search(moves) = plan {
            plan = match probing::probe(position, &mut mind, &mut trace) {
                Some(Probed::Decided(solved)) => solved,
                Some(Probed::Open(probe)) => {
                    let ranked = self.search(position, &mut mind, moves, watch);
                    probe.doubt(position, &mut mind, ranked)
                }
                None => Plan::Search(self.search(position, &mut mind, moves, watch)),
            };
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
        let thought = self.thought(position, &mind, &plan, watch.wants_layers());
        if let Some(recorder) = &mut watch.recorder {
            telling::tell(recorder, position, &mind, thought.ply(), trace);
        }
        thought
    }

    /// Searches moves, the most promising first, to the depth of its level, or explores them.
    fn search<const W: usize>(
        &mut self,
        position: &Hex,
        mind: &mut Mind<W>,
        moves: Vec<Ranked>,
        watch: &mut Watch<'_, Hex>,
    ) -> Vec<Ranked> {
        let ranked = if self.settings.explores {
            self.explore(position, mind, &moves, watch)
        } else {
            mind.rank_all(&moves, self.settings.algorithm(position.size()))
        };
        // With no time at all the most promising move is what is left.
        if ranked.is_empty() { moves.into_iter().take(1).collect() } else { ranked }
    }

    /// Explores moves, going on from what was seen at the move before, and leaves a part of the budget
    /// to the solver: the larger part where the position seems decided.
    fn explore<const W: usize>(
        &mut self,
        position: &Hex,
        mind: &mut Mind<W>,
        moves: &[Ranked],
        watch: &mut Watch<'_, Hex>,
    ) -> Vec<Ranked> {
        let known = self.explored.take().and_then(|explored| explored.downcast().ok());
        let mut tree = Tree::new(mind, moves);
        if let Some(known) = known {
            tree.go_on_from(*known);
        }
        for share in probing::exploring(position, mind) {
            mind.within(share, |mind| {
                mind.explore(&mut tree, |mind, moves| {
                    if watch.is_live() {
                        watch.report(self.thought(position, mind, &Plan::Search(moves), true));
                    }
                });
            });
            if tree.seems_decided() {
                break;
            }
        }
        let ranked = tree.ranked();
        self.explored = Some(Box::new(tree));
        ranked
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
            if let Some((cell, carrier)) = keeping::keeping(position, mind, carrier) {
                return Plan::Win(cell, carrier);
            }
            // How it is kept there was no time to find out, but that it needs these cells is known.
            return Plan::Search(mind.by_promise(carrier).into_iter().map(Ranked::new).collect());
        }
        if let Some(carrier) = mind.lost() {
            return Plan::Lost(mind.by_promise(carrier));
        }
        if !mind.is_whole() {
            let (must, _) = mind.connections(position.colour().other()).must_play();
            return Plan::Search(
                keeping::hasty(position, must).map(Ranked::new).into_iter().collect(),
            );
        }
        Plan::Search(mind.moves(0).0.into_iter().map(Ranked::new).collect())
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
                    .map(|each| worth(stone(each.cell), each.value(), each.at_most))
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
            nodes: mind.clock().nodes(),
            depth: match plan {
                Plan::Search(moves) if moves.iter().any(|each| each.score.is_some()) => {
                    let farthest = moves.iter().map(|each| each.line.len() as u32).max();
                    if self.settings.explores { farthest } else { Some(self.settings.depth) }
                }
                _ => None,
            },
            seconds: mind.clock().seconds(),
            layers: Vec::new(),
        };
        if layers && !matches!(plan, Plan::Over) {
            thought.layers.extend(explain::values(position, value, &thought.candidates));
            thought.layers.extend(showing::layers(position, mind, plan));
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

impl Ranked {
    fn value(&self) -> Value {
        self.score.map_or(Value::NOTHING, value_of)
    }
}

fn worth(ply: HexPly, value: Value, at_most: bool) -> PlyValue<HexPly> {
    PlyValue { ply, value, at_most, visits: None }
}

/// A score as a value. How far away the end of a connection is nobody has counted.
fn value_of(score: Score) -> Value {
    match scores::value(score, false, CURVE) {
        Value::Proved { result, .. } => Value::Proved { result, plies: None },
        guess => guess,
    }
}

impl Player<Hex> for Hexodus {
    fn think(
        &mut self,
        line: &Line<Hex>,
        budget: &Budget,
        watch: &mut Watch<'_, Hex>,
    ) -> Thought<HexPly> {
        match line.position().size() {
            0..=8 => self.think_on::<1>(line, budget, watch),
            9..=11 => self.think_on::<2>(line, budget, watch),
            12..=16 => self.think_on::<4>(line, budget, watch),
            _ => self.think_on::<6>(line, budget, watch),
        }
    }
}

/// The last two moves, as numbers of cells, where they were stones.
fn last(line: &Line<Hex>) -> [Option<usize>; 2] {
    let size = line.position().size();
    let number = |ply: &HexPly| match ply {
        HexPly::Stone(cell) => Some(cell.row() * size + cell.column()),
        _ => None,
    };
    [line.last(), line.before().and_then(Line::last)].map(|ply| ply.and_then(number))
}

#[cfg(test)]
mod tests;

//! `neural`: a net says which moves look good and who stands better, a search tries them out, and
//! proofs decide what can be decided. For Hex.
//!
//! A position is seen by a residual net ([`ludoteca_nets`]) that has taught itself by playing. The
//! search is a graph of positions, tried in the order of PUCT. Beside it stands what this house knows
//! for certain: a connection from edge to edge or a proof of the solver ends the thought, moves that
//! lose are not tried, and a win once proved is kept.
//!
//! Weaker levels look at each position once and play one of the moves that then seem best, the more
//! often a lesser one the weaker they are: they overlook what a person overlooks.

mod graph;
mod guide;
mod opening;
mod proofs;
mod settings;
mod showing;
mod sight;
mod telling;

use ludoteca_games::{
    Game, Hex, Line, Unit,
    hex::{Cell, HexPly, Swap},
};
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

pub use self::guide::guide;
pub(crate) use self::settings::kind;
use self::{
    graph::{Finding, Graph, Tried},
    proofs::{Certain, Prover},
    settings::{Settings, Which},
    sight::{Sight, Size, chances},
    telling::Telling,
};
use crate::{
    Budget, Clock, Player, Watch, search,
    thought::{Answer, Thought, Value, Verdict},
};

/// How often a position is reached before its connections are worked out.
const EXAMINED_AFTER: u32 = 48;
/// The budget in milliseconds from which the larger net plays better than the quick one.
const LARGE_FROM: u128 = 500;
/// How many stones may lie on the board for the opening to be varied.
const OPENING: usize = 3;
/// What a varied opening may cost, in results from -1 to 1.
const VARIED: f32 = 0.03;
/// A position that seems as bad as this is given up, if that is wanted.
const HOPELESS: f32 = -0.97;

/// The player.
pub struct Neural {
    settings: Settings,
    rng: Xoshiro256PlusPlus,
    sight: Option<(Which, Sight)>,
    graph: Graph,
    prover: Option<(usize, Box<dyn Prover>)>,
}

/// How a thought ended.
struct Found {
    /// What it plays.
    ply: Option<HexPly>,
    how: How,
    /// The moves, best first.
    tried: Vec<Tried>,
    /// What is expected for the side to move.
    value: Value,
    /// The moves that were left out as they lose or are no better than others, with the chance that
    /// the net gave them.
    left_out: Vec<(Cell, f32)>,
}

/// What a ply was found by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// A first stone that may be taken over.
    First,
    /// A swap, or not, by a table.
    Swap,
    /// What it sees at first.
    Glance,
    /// The search.
    Search,
    /// A proof.
    Proof,
}

impl Neural {
    fn new(settings: Settings, seed: u64) -> Neural {
        Neural {
            settings,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            sight: None,
            graph: Graph::default(),
            prover: None,
        }
    }

    /// The net for a budget, laid out once.
    fn choose_net(&mut self, budget: &Budget) {
        let which = match &self.settings.net {
            Which::Auto => {
                let glance = self.settings.looks == Some(1);
                let short = budget.time.is_some_and(|time| time.as_millis() < LARGE_FROM);
                Which::BuiltIn(if glance || short { Size::Small } else { Size::Large })
            }
            other => other.clone(),
        };
        if self.sight.as_ref().is_none_or(|(known, _)| *known != which) {
            let net = match &which {
                Which::Own(own) => own.net(),
                Which::BuiltIn(size) => size.net(),
                Which::Auto => Size::Small.net(),
            };
            // What another net has seen says little about what this one sees.
            self.graph = Graph::default();
            self.sight = Some((which, Sight::new(net)));
        }
    }

    /// What to play in a position whose game goes on.
    fn find(
        &mut self,
        position: &Hex,
        clock: &mut Clock,
        watch: &mut Watch<'_, Hex>,
        telling: &mut Option<Telling>,
    ) -> Found {
        let Some((_, sight)) = &mut self.sight else { return Found::nothing(position) };
        if let Some(cell) = opening::first(position, sight, &mut self.rng, clock) {
            return Found {
                ply: Some(HexPly::Stone(cell)),
                how: How::First,
                ..Found::nothing(position)
            };
        }
        let swap = opening::swap(position);
        if let Some((swap, Some(true))) = swap {
            return Found { ply: Some(swap), how: How::Swap, ..Found::nothing(position) };
        }
        // The same stones as if nobody had swapped or could.
        let stones: Vec<_> = position.stones().collect();
        let plain = Hex::new(position.size(), Swap::None)
            .and_then(|empty| empty.set_up(&stones, position.colour()))
            .unwrap_or(*position);
        let found = match self.settings.looks {
            Some(1) => self.glance(&plain, clock),
            _ => self.search(position, &plain, clock, watch, telling),
        };
        match swap {
            // Taken over, the other side's stone and its prospects are ours.
            Some((swap, None)) if found.value.result() < 0.0 => {
                Found { ply: Some(swap), how: How::Swap, value: found.value.flipped(), ..found }
            }
            _ => found,
        }
    }

    /// Plays by what it sees at first, or by what looks not much worse.
    fn glance(&mut self, position: &Hex, clock: &mut Clock) -> Found {
        let Some((_, sight)) = &mut self.sight else { return Found::nothing(position) };
        let view = sight.see(position);
        clock.tick();
        let free = position.cells().filter(|cell| position.stone(*cell).is_none());
        let mut seen: Vec<(Cell, f32)> = free.map(|cell| (cell, view.cell(cell))).collect();
        let value = view.value();
        seen.sort_by(|a, b| b.1.total_cmp(&a.1));
        let logarithms: Vec<f32> = seen.iter().map(|(_, logarithm)| *logarithm).collect();
        let priors = chances(&logarithms, 1.0);
        let tried = seen.iter().zip(priors).map(|((cell, _), prior)| Tried {
            cell: *cell,
            prior,
            visits: 0,
            value,
            wins: None,
        });
        let mut tried: Vec<Tried> = tried.collect();
        let Settings { temperature, view, .. } = self.settings;
        if temperature > 0.0 {
            let view = view.min(tried.len());
            let mut left = self.rng.random::<f32>();
            let picked =
                chances(&logarithms[..view], temperature as f32).iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
            tried[..=picked.unwrap_or(0)].rotate_right(1);
        }
        Found {
            ply: tried.first().map(|best| HexPly::Stone(best.cell)),
            how: How::Glance,
            value: guess(value),
            tried,
            left_out: Vec::new(),
        }
    }

    /// Tries moves out as long as the budget lasts. `plain` is the position without swaps.
    fn search(
        &mut self,
        position: &Hex,
        plain: &Hex,
        clock: &mut Clock,
        watch: &mut Watch<'_, Hex>,
        telling: &mut Option<Telling>,
    ) -> Found {
        let Neural { settings, sight, graph, prover, .. } = self;
        let Some((_, sight)) = sight else { return Found::nothing(position) };
        graph.move_to(plain, sight);
        clock.tick();
        let seen = graph.tried();
        let at_first = guess(graph.value().0);
        *telling =
            watch.recorder.take().map(|recorder| Telling::new(recorder, position, &seen, at_first));
        let mut left_out = Vec::new();
        let mut proved = None;
        let size = plain.size();
        if prover.as_ref().is_none_or(|(of, _)| *of != size) {
            *prover = Some((size, proofs::prover(size, settings.table)));
        }
        let mut prover = prover.as_mut().map(|(_, prover)| prover).filter(|_| settings.proves);
        if let Some(prover) = &mut prover
            && !clock.look()
        {
            let open = match prover.prove(plain, clock) {
                Certain::Wins(cell) => {
                    proved = Some((cell, true));
                    vec![cell]
                }
                Certain::Lost(cells) => {
                    let best = graph.tried().into_iter().find(|each| cells.contains(&each.cell));
                    proved = best.or(graph.tried().first().copied()).map(|best| (best.cell, false));
                    cells
                }
                Certain::Open(cells) => {
                    graph.tell_root(&Finding::Open(cells.clone()));
                    cells
                }
            };
            let free = plain.cells().filter(|cell| plain.stone(*cell).is_none());
            let ruled_out = free.filter(|cell| !open.contains(cell));
            let liked = |cell: &Cell| seen.iter().find(|each| each.cell == *cell);
            let chance = |cell: &Cell| liked(cell).map_or(0.0, |each| each.prior);
            left_out = ruled_out.map(|cell| (cell, chance(&cell))).collect();
        }
        if let Some((cell, wins)) = proved {
            let mut tried = graph.tried();
            let at = tried.iter().position(|each| each.cell == cell).unwrap_or(0);
            if let Some(before) = tried.get_mut(..=at) {
                before.rotate_right(1);
                before[0].wins = Some(wins);
            }
            let result = if wins { Verdict::Win } else { Verdict::Loss };
            return Found {
                ply: Some(HexPly::Stone(cell)),
                how: How::Proof,
                tried,
                value: Value::Proved { result, plies: None },
                left_out,
            };
        }
        let mut rounds = 0u32;
        while graph.wins().is_none() && graph.has_room() && !clock.is_spent() {
            let mut examine = |position: &Hex| match &mut prover {
                Some(prover) if !clock.is_spent() => prover.examine(position, clock),
                _ => None,
            };
            graph.grow(plain, sight, settings.explore as f32, EXAMINED_AFTER, &mut examine);
            clock.tick();
            telling.iter_mut().for_each(|telling| telling.tell(graph));
            rounds += 1;
            if rounds.is_multiple_of(32) && watch.is_due() {
                let found = Found::searched(graph, left_out.clone());
                let shown = showing::thought(position, graph, &found, clock, &[], true);
                watch.report(shown);
            }
        }
        Found::searched(graph, left_out)
    }

    /// In the first moves of a game one that is about as good as the best, by chance.
    fn vary(&mut self, position: &Hex, found: &mut Found) {
        let decided = matches!(found.value, Value::Proved { .. });
        if position.count() > OPENING || found.how != How::Search || decided {
            return;
        }
        let Some(best) = found.tried.first().copied() else { return };
        let good = |each: &Tried| {
            each.wins.is_none()
                && 2 * each.visits >= best.visits
                && each.value >= best.value - VARIED
        };
        let good: Vec<usize> =
            (0..found.tried.len()).filter(|place| good(&found.tried[*place])).collect();
        if let Some(place) = good.get(self.rng.random_range(0..good.len().max(1))) {
            found.tried[..=*place].rotate_right(1);
            found.ply = found.tried.first().map(|best| HexPly::Stone(best.cell));
        }
    }
}

impl Found {
    fn nothing(position: &Hex) -> Found {
        Found {
            ply: position.legal_plies().first().copied(),
            how: How::Glance,
            tried: Vec::new(),
            value: search::known(position).unwrap_or(Value::NOTHING),
            left_out: Vec::new(),
        }
    }

    /// What a search has found until now.
    fn searched(graph: &Graph, left_out: Vec<(Cell, f32)>) -> Found {
        let tried = graph.tried();
        let value = match graph.wins() {
            Some(true) => Value::Proved { result: Verdict::Win, plies: None },
            Some(false) => Value::Proved { result: Verdict::Loss, plies: None },
            None => guess(graph.value().1),
        };
        let ply = tried.first().map(|best| HexPly::Stone(best.cell));
        Found { ply, how: How::Search, tried, value, left_out }
    }
}

fn guess(result: f32) -> Value {
    Value::Guess { result: f64::from(result), score: None, unit: Unit::Fitted }
}

/// What a move is worth to the side that plays it.
fn value_of(tried: &Tried) -> Value {
    match tried.wins {
        Some(true) => Value::Proved { result: Verdict::Win, plies: None },
        Some(false) => Value::Proved { result: Verdict::Loss, plies: None },
        None => guess(tried.value),
    }
}

impl Player<Hex> for Neural {
    fn think(
        &mut self,
        line: &Line<Hex>,
        budget: &Budget,
        watch: &mut Watch<'_, Hex>,
    ) -> Thought<HexPly> {
        let position = line.position();
        let mut budget = budget.clone();
        if let Some(looks) = self.settings.looks {
            budget.nodes = Some(budget.nodes.map_or(looks, |nodes| nodes.min(looks)));
        }
        let budget = budget.or_usual();
        let mut clock = Clock::start(&budget);
        if position.outcome().is_some() {
            let found = Found { ply: None, ..Found::nothing(position) };
            let graph = Graph::default();
            return showing::thought(position, &graph, &found, &clock, &[], false);
        }
        self.choose_net(&budget);
        let layers = watch.wants_layers();
        let stones = match &mut self.sight {
            Some((_, sight)) if layers => showing::stones(position, sight),
            _ => Vec::new(),
        };
        let mut telling = None;
        let mut found = self.find(position, &mut clock, watch, &mut telling);
        self.vary(position, &mut found);
        let recorder = watch.recorder.take();
        let begin = |recorder| Telling::new(recorder, position, &found.tried, found.value);
        watch.recorder = telling.or_else(|| recorder.map(begin)).map(|telling| telling.end(&found));
        let hopeless = match found.value {
            Value::Proved { result, .. } => result == Verdict::Loss,
            value => value.result() < f64::from(HOPELESS),
        };
        let mut thought = showing::thought(position, &self.graph, &found, &clock, &stones, layers);
        if self.settings.resigns && hopeless {
            thought.answer = Answer::Resign;
        }
        thought
    }
}

#[cfg(test)]
mod tests;

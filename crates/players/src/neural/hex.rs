//! `neural` for Hex. Beside the search stands what this house knows for certain: a connection from
//! edge to edge or a proof of the solver ends the thought, moves that lose are not tried, and a win
//! once proved is kept.

use ludoteca_games::{
    Game, Hex, Line, Verdict,
    hex::{HexPly, Swap},
};
use ludoteca_nets::Net;
use rand::RngExt;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    found::{Found, How, proved},
    graph::{Finding, Graph, Looks, Tried},
    growing::Growth,
    opening,
    pace::Pace,
    proofs::{self, Certain, Prover, plies},
    resignation::gives_up,
    settings::{HexSettings, MEGABYTES, Which, read_hex, with_levels},
    showing,
    sight::{GLANCE, Sight, Size},
    telling::Telling,
};
use crate::{
    Budget, Clock, Player, PlayerKind, Watch,
    thought::{Answer, Thought, Value},
};

/// How often a position is reached before its connections are worked out.
const EXAMINED_AFTER: u32 = 48;
/// The budget from which the larger net plays better than the quick one, in glances of the quick one.
const LARGE_FROM: u32 = 1800;
/// How many stones may lie on the board for the opening to be varied.
const OPENING: usize = 3;
/// What a varied opening may cost, in results from -1 to 1.
const VARIED: f32 = 0.03;

/// The player.
pub struct Neural {
    settings: HexSettings,
    rng: Xoshiro256PlusPlus,
    sight: Option<(Which, Sight)>,
    /// The same for the other threads.
    beside: Vec<Box<dyn Looks<Hex> + Send>>,
    graph: Graph<Hex>,
    prover: Option<(usize, Box<dyn Prover>)>,
}

impl Neural {
    fn new(settings: HexSettings, seed: u64) -> Neural {
        Neural {
            settings,
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            sight: None,
            beside: Vec::new(),
            graph: Graph::default(),
            prover: None,
        }
    }

    /// The net for a budget, laid out once.
    fn choose_net(&mut self, budget: &Budget) {
        let which = match &self.settings.net {
            Which::Auto => {
                let glance = self.settings.manner.looks == Some(1);
                let short = budget.time.is_some_and(|time| time < LARGE_FROM * *GLANCE);
                Which::BuiltIn(if glance || short { Size::Small } else { Size::Large })
            }
            other => other.clone(),
        };
        if self.sight.as_ref().is_none_or(|(known, _)| *known != which) {
            let net = match &which {
                Which::Own(own) => Net::new(&own.model),
                Which::BuiltIn(size) => size.net(),
                Which::Auto => Size::Small.net(),
            };
            // What another net has seen says little about what this one sees.
            self.graph = Graph::default();
            let sight = |_| Box::new(Sight::new(net.clone())) as Box<dyn Looks<Hex> + Send>;
            self.beside = (1..self.settings.manner.threads).map(sight).collect();
            self.sight = Some((which, Sight::new(net)));
        }
    }

    /// What to play in a position whose game goes on.
    fn find(
        &mut self,
        position: &Hex,
        clock: &mut Clock,
        watch: &mut Watch<'_, Hex>,
        telling: &mut Option<Telling<Hex>>,
    ) -> Found<HexPly> {
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
        let found = match (&mut self.sight, self.settings.manner.looks) {
            (Some((_, sight)), Some(1)) => {
                let look = sight.look(&plain);
                clock.tick();
                Found::at_a_glance(look, &self.settings.manner, &mut self.rng)
            }
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

    /// Tries moves out as long as the budget lasts. `plain` is the position without swaps.
    fn search(
        &mut self,
        position: &Hex,
        plain: &Hex,
        clock: &mut Clock,
        watch: &mut Watch<'_, Hex>,
        telling: &mut Option<Telling<Hex>>,
    ) -> Found<HexPly> {
        let Neural { settings, sight, beside, graph, prover, .. } = self;
        let Some((_, sight)) = sight else { return Found::nothing(position) };
        graph.move_to(plain, sight);
        clock.tick();
        let seen = graph.tried();
        *telling = watch.recorder.take().map(|recorder| Telling::of(recorder, position, graph));
        let mut left_out = Vec::new();
        let mut decided = None;
        let size = plain.size();
        if prover.as_ref().is_none_or(|(of, _)| *of != size) {
            *prover = Some((size, proofs::prover(size, settings.table)));
        }
        let mut prover = prover.as_mut().map(|(_, prover)| prover).filter(|_| settings.proves);
        let first = |each: &&Tried<HexPly>| match each.ply {
            HexPly::Stone(cell) => opening::wins(size, cell) == Some(true),
            _ => false,
        };
        if settings.proves
            && plain.count() == 0
            && let Some(best) = seen.iter().find(first)
        {
            decided = Some((best.ply, Verdict::Win));
        } else if let Some(prover) = &mut prover
            && !clock.look()
        {
            let open = match prover.prove(plain, clock) {
                Certain::Wins(cell) => {
                    decided = Some((HexPly::Stone(cell), Verdict::Win));
                    vec![cell]
                }
                Certain::Lost(cells) => {
                    let tried = graph.tried();
                    let lost = plies(&cells);
                    let best = tried.iter().find(|each| lost.contains(&each.ply));
                    let best = best.or(tried.first()).map(|best| best.ply);
                    decided = best.map(|best| (best, Verdict::Loss));
                    cells
                }
                Certain::Open(cells) => {
                    graph.tell_root(&Finding::Open(plies(&cells)));
                    cells
                }
            };
            let free = plain.cells().filter(|cell| plain.stone(*cell).is_none());
            let ruled_out = free.filter(|cell| !open.contains(cell)).map(HexPly::Stone);
            let liked = |ply: &HexPly| seen.iter().find(|each| each.ply == *ply);
            let chance = |ply: &HexPly| liked(ply).map_or(0.0, |each| each.prior);
            left_out = ruled_out.map(|ply| (ply, chance(&ply))).collect();
        }
        if let Some((ply, result)) = decided {
            let mut tried = graph.tried();
            let at = tried.iter().position(|each| each.ply == ply).unwrap_or(0);
            if let Some(before) = tried.get_mut(..=at) {
                before.rotate_right(1);
                before[0].known = Some(result);
            }
            let value = proved(result);
            let (ply, turn) = (Some(ply), Vec::new());
            return Found { ply, how: How::Proof, tried, value, turn, left_out };
        }
        // Whoever watches is to see all that comes of the time. A story is told of one thread.
        let beside: &mut [Box<dyn Looks<Hex> + Send>] =
            if telling.is_some() { &mut [] } else { beside };
        let mut pace = Pace::begin(clock, beside.len() + 1);
        let hurries = !watch.wants_layers() && telling.is_none();
        let mut rounds = 0u32;
        let mut each = |graph: &Graph<Hex>, clock: &mut Clock| {
            telling.iter_mut().for_each(|telling| telling.tell(graph));
            rounds += 1;
            if rounds.is_multiple_of(32) && watch.is_due() {
                let found = Found::searched(graph, left_out.clone());
                let shown = showing::thought(position, graph, &found, clock, true);
                watch.report(shown);
            }
            !(hurries && pace.is_settled(graph, clock))
        };
        let mut examine = |position: &Hex, clock: &mut Clock| match &mut prover {
            Some(prover) if !clock.is_spent() => prover.examine(position, clock),
            _ => None,
        };
        let explore = settings.manner.explore as f32;
        let growth = Growth { position: plain, explore, examined_after: EXAMINED_AFTER };
        growth.grow(graph, sight, beside, clock, &mut examine, &mut each);
        Found::searched(graph, left_out)
    }

    /// In the first moves of a game one that is about as good as the best, by chance.
    fn vary(&mut self, position: &Hex, found: &mut Found<HexPly>) {
        let decided = matches!(found.value, Value::Proved { .. });
        if position.count() > OPENING || found.how != How::Search || decided {
            return;
        }
        let Some(best) = found.tried.first().cloned() else { return };
        let good = |each: &Tried<HexPly>| {
            each.known.is_none()
                && 2 * each.visits >= best.visits
                && each.value >= best.value - VARIED
        };
        let good: Vec<usize> =
            (0..found.tried.len()).filter(|place| good(&found.tried[*place])).collect();
        if let Some(place) = good.get(self.rng.random_range(0..good.len().max(1))) {
            found.tried[..=*place].rotate_right(1);
            found.ply = found.tried.first().map(|best| best.ply);
        }
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
        if let Some(looks) = self.settings.manner.looks {
            budget.nodes = Some(budget.nodes.map_or(looks, |nodes| nodes.min(looks)));
        }
        let budget = budget.or_usual();
        let mut clock = Clock::start(&budget);
        if position.outcome().is_some() {
            let found = Found { ply: None, ..Found::nothing(position) };
            let graph = Graph::default();
            return showing::thought(position, &graph, &found, &clock, false);
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
        Telling::conclude(telling, position, &found, watch);
        let mut thought = showing::thought(position, &self.graph, &found, &clock, layers);
        if layers && found.ply.is_some() {
            thought.layers.extend(showing::mattering(position, &stones));
        }
        if self.settings.manner.resigns
            && let Some((_, sight)) = &mut self.sight
            && gives_up(line, &found, sight)
        {
            thought.answer = Answer::Resign;
        }
        thought
    }
}

/// `neural` for the registry.
pub(crate) fn kind() -> PlayerKind<Hex> {
    with_levels(PlayerKind::by_chance("neural", read_hex, |settings, seed| {
        Neural::new(settings.clone(), seed)
    }))
    .telling("level=full,looks=40")
    // Positions looked at, connections, and what the solver has.
    .taking(|values| {
        let table = values.int("table").map_or(32, |table| table as usize);
        MEGABYTES + 128 + 2 * table
    })
}

#[cfg(test)]
mod tests;

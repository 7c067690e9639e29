//! What `hexodus` sees, told moment by moment: connections of both colours, each after those it is
//! made of; the circuit, with resistances, potentials and current; and what the move does to it.

mod proving;

use std::time::Duration;

use ludoteca_games::{
    Game, Hex, Side,
    hex::{Colour, HexPly},
};
use ludoteca_text::{Text, text};
use rustc_hash::FxHashMap;

use super::{
    search::Mind,
    showing::{figure, link, one_move},
};
use crate::{
    Budget, Clock,
    hex::{
        cells::Cells,
        circuit::{Circuit, Points, advantage, current_at},
        connections::{Because, Connection, Connections, Node, Until},
        layers::name,
        solver::Trace,
    },
    story::{
        Drawn, DrawnId, Look, Moment, MomentKind, Recorder, Sum,
        words::{self, blank, kinds},
    },
    thought::{Mark, Sign},
};

/// How many connections of a colour are told with all they are made of, besides that from edge to
/// edge.
const GOALS: usize = 8;
/// How many moments of a proof are told at most.
const PROOF: usize = 300;
/// How long it may take to see what the move does.
const AFTERWARDS: Duration = Duration::from_secs(1);

/// A connection, what it is made of, and how many rules lead to it.
struct Fact<const W: usize> {
    connection: Connection<W>,
    because: Because<W>,
    parts: Vec<usize>,
    generation: usize,
}

/// Tells it all.
pub(super) fn tell<const W: usize>(
    recorder: &mut Recorder<HexPly>,
    position: &Hex,
    mind: &Mind<W>,
    ply: Option<HexPly>,
    trace: Option<Trace>,
) {
    let story = recorder.story();
    story.sentence = text!("hexodus-story");
    story.kinds = kinds([
        (MomentKind::New, "hsearch-kind-new"),
        (MomentKind::Visit, "circuit-kind-visit"),
        (MomentKind::Choose, "hsearch-kind-choose"),
        (MomentKind::Up, "proof-kind-up"),
    ]);
    let Some(ply) = ply else { return };
    let colours = [position.colour(), position.colour().other()];
    let mut drawn = Vec::new();
    for colour in colours {
        let connections = mind.connections(colour);
        let mut colour = OfColour::new(recorder, position, connections, drawn);
        colour.connections();
        colour.circuit();
        drawn = colour.drawn;
    }
    if let Some(trace) = trace.filter(|trace| !trace.events.is_empty()) {
        proving::tell(recorder, position, mind.ground(), trace, std::mem::take(&mut drawn));
    }
    afterwards(recorder, position, mind, ply, drawn);
}

/// Room for what the solver does.
pub(super) fn proof_trace() -> Trace {
    Trace::new(PROOF)
}

/// What is told of one colour.
struct OfColour<'a, const W: usize> {
    recorder: &'a mut Recorder<HexPly>,
    position: &'a Hex,
    connections: &'a Connections<W>,
    facts: Vec<Fact<W>>,
    known: FxHashMap<([Node; 2], Cells<W>, bool), Option<usize>>,
    /// What is on the board now and stays there for a while.
    drawn: Vec<DrawnId>,
    /// What goes with the next moment.
    gone: Vec<DrawnId>,
}

impl<'a, const W: usize> OfColour<'a, W> {
    fn new(
        recorder: &'a mut Recorder<HexPly>,
        position: &'a Hex,
        connections: &'a Connections<W>,
        gone: Vec<DrawnId>,
    ) -> OfColour<'a, W> {
        let (facts, known, drawn) = (Vec::new(), FxHashMap::default(), Vec::new());
        OfColour { recorder, position, connections, facts, known, drawn, gone }
    }

    fn keep(&mut self, mut moment: Moment<HexPly>) {
        moment.hides.append(&mut self.gone);
        self.recorder.keep(moment);
    }

    fn is_fixed(&self, node: Node) -> bool {
        node >= self.connections.edge(false) || self.connections.own().has(usize::from(node))
    }

    /// The number of a connection among the facts, which has all its parts before it; none if some
    /// part is no longer known.
    fn fact(&mut self, connection: &Connection<W>) -> Option<usize> {
        let [a, b] = connection.ends;
        let key = ([a.min(b), a.max(b)], connection.carrier, connection.semi);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // Nothing is part of itself.
        self.known.insert(key, None);
        let because = self.connections.because(connection)?;
        let parts = match &because {
            Because::Touch => Vec::new(),
            Because::And(_, parts) => self.parts(parts)?,
            Because::Or(parts) => self.parts(parts)?,
        };
        let above = parts.iter().map(|part| self.facts[*part].generation + 1);
        let generation = above.max().unwrap_or(0);
        self.facts.push(Fact { connection: *connection, because, parts, generation });
        let number = Some(self.facts.len() - 1);
        self.known.insert(key, number);
        number
    }

    fn parts(&mut self, parts: &[Connection<W>]) -> Option<Vec<usize>> {
        parts.iter().map(|part| self.fact(part)).collect()
    }

    /// The connections that are told: from edge to edge, and between stones and edges.
    fn goals(&self) -> Vec<Connection<W>> {
        let edges = [false, true].map(|second| self.connections.edge(second));
        let across = |each: &Connection<W>| each.ends.iter().all(|end| edges.contains(end));
        let mut goals: Vec<Connection<W>> = Vec::new();
        for each in self.connections.all() {
            let [a, b] = each.ends;
            let fixed = self.is_fixed(a) && self.is_fixed(b) && !each.carrier.is_empty();
            let beaten = each.semi && !self.connections.full(a, b).is_empty();
            // Those of a pair come one after another, the smallest first.
            let known = goals.last().is_some_and(|last| last.ends == each.ends);
            if fixed && !beaten && !known {
                goals.push(each);
            }
        }
        goals.sort_by_key(|each| (!across(each), each.semi, each.carrier.count()));
        let across = goals.iter().filter(|each| across(each)).count();
        goals.truncate(GOALS + across);
        goals
    }

    fn connections(&mut self) {
        for goal in self.goals() {
            self.fact(&goal);
        }
        let facts = std::mem::take(&mut self.facts);
        let mut order: Vec<usize> = (0..facts.len()).collect();
        order.sort_by_key(|fact| {
            let Fact { connection, generation, .. } = &facts[*fact];
            (*generation, connection.carrier.count(), *fact)
        });
        let mut ids: Vec<DrawnId> = vec![0; facts.len()];
        let mut begun = None;
        let mut passing: Vec<DrawnId> = Vec::new();
        let side = name(self.connections.colour());
        let touching = order.iter().filter(|fact| facts[**fact].generation == 0).count();
        for number in order {
            let fact = &facts[number];
            let sentence = self.sentence(fact);
            ids[number] = self.recorder.draw(Drawn {
                look: Look::Link(link(self.position, self.connections, &fact.connection)),
                sentence: sentence.clone(),
                because: fact.parts.iter().map(|part| ids[*part]).collect(),
            });
            let id = ids[number];
            if fact.generation == 0 {
                passing.push(id);
                if passing.len() == touching {
                    begun = Some(0);
                    self.keep(Moment {
                        chapter: Some(text!("hsearch-chapter", side = side.clone(), number = 0)),
                        shows: passing.clone(),
                        figure: Some(Text::verbatim(touching.to_string())),
                        ..Moment::new(
                            MomentKind::New,
                            text!("hsearch-touch-all", side = side.clone(), count = touching),
                            text!("hsearch-touch-brief"),
                        )
                    });
                }
                continue;
            }
            let parts: Vec<DrawnId> = fact.parts.iter().map(|part| ids[*part]).collect();
            let (stay, hides): (Vec<DrawnId>, Vec<DrawnId>) =
                passing.into_iter().partition(|old| parts.contains(old));
            let there = |part: &DrawnId| self.drawn.contains(part) || stay.contains(part);
            let mut shows: Vec<DrawnId> =
                parts.iter().copied().filter(|part| !there(part)).collect();
            passing = stay.iter().chain(&shows).copied().collect();
            shows.push(id);
            let [a, b] = fact.connection.ends;
            if self.is_fixed(a) && self.is_fixed(b) && !fact.connection.semi {
                self.drawn.push(id);
            } else {
                passing.push(id);
            }
            let chapter = (begun != Some(fact.generation))
                .then(|| text!("hsearch-chapter", side = side.clone(), number = fact.generation));
            begun = Some(fact.generation);
            let stresses = parts.into_iter().chain([id]).collect();
            let brief = self.brief(fact);
            self.keep(Moment {
                chapter,
                shows,
                hides,
                stresses,
                figure: Some(text!("hsearch-depth", depth = usize::from(fact.connection.depth))),
                ..Moment::new(MomentKind::New, sentence, brief)
            });
        }
        self.verdict(&facts, &ids, passing);
    }

    /// Whether the colour is joined, and the cell on which it depends.
    fn verdict(&mut self, facts: &[Fact<W>], ids: &[DrawnId], passing: Vec<DrawnId>) {
        let connections = self.connections;
        let side = name(connections.colour());
        let edges = [false, true].map(|second| connections.edge(second));
        let across = facts
            .iter()
            .zip(ids)
            .filter(|(fact, _)| fact.connection.ends.iter().all(|end| edges.contains(end)));
        let across = across.min_by_key(|(fact, _)| fact.connection.semi);
        let cell = |cell: usize| connections.ground().cell(cell).name();
        let mut shows = Vec::new();
        let (sentence, brief) = match across.map(|(fact, _)| fact) {
            None => (text!("hsearch-open", side = side.clone()), text!("hsearch-open-brief")),
            Some(fact) if !fact.connection.semi => (
                text!(
                    "connections-won",
                    side = side.clone(),
                    moves = usize::from(fact.connection.depth)
                ),
                text!("hsearch-joined-brief"),
            ),
            Some(fact) => {
                let (key, sentence) = one_move(connections)
                    .unwrap_or_else(|| (0, text!("hsearch-open", side = side.clone())));
                shows.push(self.recorder.draw(Drawn {
                    look: Look::Mark(Mark {
                        cell: key,
                        sign: Sign::Key,
                        label: text!("hsearch-key"),
                        reason: sentence.clone(),
                        because: fact.connection.carrier.collect(),
                        side: Some(self.position.player(connections.colour())),
                    }),
                    sentence: sentence.clone(),
                    because: Vec::new(),
                }));
                (sentence, text!("hsearch-key-brief", cell = cell(key)))
            }
        };
        let stresses: Vec<DrawnId> =
            across.iter().map(|(_, id)| **id).chain(shows.iter().copied()).collect();
        let across = across.map(|(_, id)| *id);
        let (stay, hides): (Vec<DrawnId>, Vec<DrawnId>) =
            passing.into_iter().partition(|old| Some(*old) == across);
        let there = |id: &DrawnId| self.drawn.contains(id) || stay.contains(id);
        shows.extend(across.filter(|id| !there(id)));
        self.drawn.extend(stay);
        self.drawn.extend(&shows);
        self.keep(Moment {
            shows,
            hides,
            stresses,
            ..Moment::new(MomentKind::Choose, sentence, brief)
        });
    }

    /// What an end is called.
    fn end(&self, node: Node) -> Text {
        end(self.connections, usize::from(node))
    }

    fn brief(&self, fact: &Fact<W>) -> Text {
        let [a, b] = fact.connection.ends.map(|node| self.end(node));
        match &fact.because {
            Because::Touch => text!("hsearch-touch-brief"),
            Because::And(..) => text!("hsearch-and-brief", a = a, b = b),
            Because::Or(_) => text!("hsearch-or-brief", a = a, b = b),
        }
    }

    fn sentence(&self, fact: &Fact<W>) -> Text {
        let connection = &fact.connection;
        let [a, b] = connection.ends.map(|node| self.end(node));
        let cell = |cell: usize| self.connections.ground().cell(cell).name();
        match &fact.because {
            Because::Touch => text!("hsearch-touch", a = a, b = b),
            Because::And(mid, _) if connection.semi => {
                text!("hsearch-and-semi", a = a, b = b, cell = cell(*mid))
            }
            Because::And(mid, _) => text!("hsearch-and-full", a = a, b = b, cell = cell(*mid)),
            Because::Or(parts) if connection.carrier.count() == 2 && parts.len() == 2 => {
                let [one, two] =
                    [0, 1].map(|at| parts[at].carrier.first().map_or_else(String::new, cell));
                text!("hsearch-bridge", a = a, b = b, one = one, two = two)
            }
            Because::Or(parts) => text!(
                "hsearch-or",
                a = a,
                b = b,
                ways = parts.len(),
                cells = connection.carrier.count()
            ),
        }
    }

    /// Resistances, potentials and current.
    fn circuit(&mut self) {
        let connections = self.connections;
        let side = name(connections.colour());
        let hides = std::mem::take(&mut self.drawn);
        let (circuit, points) = Circuit::with_points(connections);
        let chapter = Some(text!("circuit-chapter", side = side.clone()));
        let Some(points) = points else {
            let sentence = match circuit.resistance == 0.0 {
                true => text!("current-joined", side = side),
                false => text!("current-none", side = side),
            };
            self.keep(Moment {
                chapter,
                hides,
                figure: Some(figure(circuit.resistance)),
                ..Moment::new(MomentKind::Visit, sentence, text!("circuit-none-brief"))
            });
            return;
        };
        let cells = || *connections.empty() | *connections.own();
        let stone = |cell: &usize| connections.own().has(*cell);
        let resistances = cells().map(|cell| {
            let resistance = if stone(&cell) { 0.0 } else { 1.0 };
            (cell, resistance, figure(resistance))
        });
        let resistances: Vec<_> = resistances.collect();
        let first = self.warm(resistances, "circuit-resistance-cell");
        self.keep(Moment {
            chapter,
            hides,
            shows: first.clone(),
            ..Moment::new(
                MomentKind::Visit,
                text!("circuit-resistances", side = side.clone()),
                text!("circuit-resistances-brief"),
            )
        });
        let wired = |cell: &usize| {
            let point = points.point[usize::from(connections.node(*cell))];
            points.wires.iter().any(|wire| wire.ends.contains(&point))
        };
        let potentials = cells().filter(wired).map(|cell| {
            let potential = points.potential[usize::from(connections.node(cell))];
            (cell, potential, figure(potential))
        });
        let potentials: Vec<_> = potentials.collect();
        let second = self.warm(potentials, "circuit-potential-cell");
        self.keep(Moment {
            hides: first,
            shows: second.clone(),
            ..Moment::new(
                MomentKind::Visit,
                text!("circuit-potentials", side = side.clone()),
                text!("circuit-potentials-brief"),
            )
        });
        let third = self.currents(&circuit, connections);
        let most =
            connections.empty().max_by(|a, b| circuit.current[*a].total_cmp(&circuit.current[*b]));
        let most = most.unwrap_or_default();
        self.keep(Moment {
            hides: second,
            shows: third.clone(),
            figure: Some(text!("circuit-resistance", value = figure(circuit.resistance))),
            sum: Some(kirchhoff(connections, &points, &circuit, most)),
            ..Moment::new(
                MomentKind::Visit,
                text!(
                    "current-most",
                    side = side,
                    cell = connections.ground().cell(most).name(),
                    percent = (100.0 * circuit.current[most]).round(),
                    resistance = figure(circuit.resistance)
                ),
                text!("circuit-current-brief"),
            )
        });
        self.drawn = third;
    }

    fn warm(&mut self, cells: Vec<(usize, f64, Text)>, says: &'static str) -> Vec<DrawnId> {
        let side = self.position.player(self.connections.colour());
        let name = |cell| self.connections.ground().cell(cell).name();
        warm(self.recorder, cells, Some(side), says, &name)
    }

    fn currents(&mut self, circuit: &Circuit, connections: &Connections<W>) -> Vec<DrawnId> {
        let cells = currents(circuit, connections);
        self.warm(cells, "circuit-current-cell")
    }
}

/// The cells that current flows through.
fn currents<const W: usize>(
    circuit: &Circuit,
    connections: &Connections<W>,
) -> Vec<(usize, f64, Text)> {
    let through = |cell: usize| {
        let current = current_at(circuit, connections, cell);
        (cell, current, text!("percent", percent = (100.0 * current).round()))
    };
    let cells = (*connections.empty() | *connections.own()).map(through);
    cells.filter(|(_, current, _)| *current >= 0.005).collect()
}

fn warm(
    recorder: &mut Recorder<HexPly>,
    cells: Vec<(usize, f64, Text)>,
    side: Option<Side>,
    says: &'static str,
    name: &dyn Fn(usize) -> String,
) -> Vec<DrawnId> {
    let draw = |(cell, heat, label): (usize, f64, Text)| {
        recorder.draw(Drawn {
            sentence: Text::new(says).with("cell", name(cell)).with("value", label.clone()),
            look: Look::Warm { cell, heat: heat.clamp(0.0, 1.0), label, side },
            because: Vec::new(),
        })
    };
    cells.into_iter().map(draw).collect()
}

/// What an end of a connection is called.
fn end<const W: usize>(connections: &Connections<W>, node: usize) -> Text {
    let ground = connections.ground();
    match (node.checked_sub(ground.count()), connections.colour()) {
        (None, _) => Text::verbatim(ground.cell(node).name()),
        (Some(0), Colour::Red) => text!("hsearch-top"),
        (Some(_), Colour::Red) => text!("hsearch-bottom"),
        (Some(0), Colour::Blue) => text!("hsearch-left"),
        (Some(_), Colour::Blue) => text!("hsearch-right"),
    }
}

/// What comes in at a cell goes out again: each wire with what flows through it.
fn kirchhoff<const W: usize>(
    connections: &Connections<W>,
    points: &Points,
    circuit: &Circuit,
    cell: usize,
) -> Sum {
    let here = points.point[usize::from(connections.node(cell))];
    let wires = points.wires.iter().filter_map(|wire| {
        let [from, to] = wire.ends;
        let (other, into) = match (from == here, to == here) {
            (true, _) => (to, -wire.current),
            (_, true) => (from, wire.current),
            _ => return None,
        };
        let node = points.point.iter().position(|point| *point == other)?;
        let share = 100.0 * into * circuit.resistance;
        Some((
            into,
            vec![
                end(connections, node),
                words::figure(wire.resistance),
                words::figure(points.potential[node] - points.potential[cell]),
                text!("percent", percent = share),
            ],
        ))
    });
    let mut rows: Vec<(f64, Vec<Text>)> = wires.collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    Sum {
        columns: vec![
            text!("circuit-column-from"),
            text!("circuit-column-resistance"),
            text!("circuit-column-fall"),
            text!("circuit-column-current"),
        ],
        rows: rows.into_iter().map(|(_, row)| row).collect(),
        chosen: None,
    }
}

/// What the move does to both circuits.
fn afterwards<const W: usize>(
    recorder: &mut Recorder<HexPly>,
    position: &Hex,
    mind: &Mind<W>,
    ply: HexPly,
    hides: Vec<DrawnId>,
) {
    let before = mind.circuits();
    let written = position.write_ply(&ply);
    let brief = text!("circuit-after-brief", ply = written.clone());
    let HexPly::Stone(cell) = ply else {
        let sentence = text!("circuit-swap", ply = written);
        let chapter = Some(text!("circuit-after-chapter"));
        let last = Moment::new(MomentKind::Choose, sentence, brief);
        return recorder.conclude(Moment { chapter, hides, plies: vec![ply], ..last });
    };
    let (own, ground) = (position.colour(), mind.ground());
    let stone: Cells<W> = Cells::of(ground.number(cell));
    let mut clock = Clock::start(&Budget::time(AFTERWARDS));
    let mut drawn = Vec::new();
    let after = Colour::BOTH.map(|colour| {
        let from = mind.connections(colour);
        let stones = *mind.connections(own).own() | stone;
        if ground.joined(own, &stones) {
            let resistance = if colour == own { 0.0 } else { f64::INFINITY };
            return Circuit { resistance, current: vec![0.0; ground.count()] };
        }
        let mut next = Connections::new(&mind.ground, colour, mind.settings().limits);
        let [new, other] = if colour == own { [stone, Cells::NONE] } else { [Cells::NONE, stone] };
        next.follow_within(from, new, other, Until::All, &mut clock);
        let circuit = Circuit::new(&next);
        if colour == own {
            drawn = currents(&circuit, &next);
        }
        circuit
    });
    let side = position.player(own);
    let called = |cell| mind.ground.cell(cell).name();
    let shows = warm(recorder, drawn, Some(side), "circuit-current-cell", &called);
    let row = |what: &'static str, circuits: &[Circuit; 2]| {
        let [red, blue] = [0, 1].map(|colour| circuits[colour].resistance);
        vec![
            Text::new(what),
            figure(red),
            figure(blue),
            figure(blue / red),
            figure(advantage(circuits, own)),
        ]
    };
    let [was, is] = [&before, &after].map(|circuits| figure(circuits[own as usize].resistance));
    recorder.conclude(Moment {
        chapter: Some(text!("circuit-after-chapter")),
        plies: vec![ply],
        hides,
        shows,
        figure: Some(is.clone()),
        sum: Some(Sum {
            columns: vec![
                blank(),
                text!("circuit-column-of", side = name(Colour::Red)),
                text!("circuit-column-of", side = name(Colour::Blue)),
                text!("circuit-column-ratio"),
                text!("circuit-column-advantage", side = name(own)),
            ],
            rows: vec![row("circuit-before", &before), row("circuit-after", &after)],
            chosen: Some(1),
        }),
        ..Moment::new(
            MomentKind::Choose,
            text!("circuit-afterwards", ply = written, side = name(own), was = was, is = is),
            brief,
        )
    });
}

#[cfg(test)]
mod tests;

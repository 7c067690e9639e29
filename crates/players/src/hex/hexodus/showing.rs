//! How `hexodus` explains itself: connections, the must-play region, cells that need not be tried,
//! the current in both circuits, and how it judges.

use ludoteca_games::{
    Game, Hex,
    hex::{Colour, HexPly},
    picture::CellIndex,
};
use ludoteca_text::{Text, text};

use super::{
    Judge, Plan, WHOLE,
    ranking::Algorithm,
    search::{LEAST, MOST, Mind},
};
use crate::{
    explain::{self, Branch},
    hex::{
        cells::Cells,
        circuit::{Circuit, advantage, current_at},
        connections::{Because, Connection, Connections, Node},
        inferior::{self, Why},
        layers::{name, ways},
    },
    thought::{Bound, Content, Layer, Link, Mark, Sign, Warm},
};

/// How many connections of a colour are drawn: all between stones and edges up to the most, and
/// where there are fewer than the least, some that end on empty cells.
const LINKS: (usize, usize) = (8, 80);

/// That a side is joined but for one cell.
const BUT_FOR: &str = "hsearch-but-for";

/// All layers of a thought.
pub(super) fn layers<const W: usize>(position: &Hex, mind: &Mind<W>, plan: &Plan<W>) -> Vec<Layer> {
    let circuits = mind.circuits();
    let mut layers = vec![connections(position, mind, plan)];
    layers.extend(must_play(position, mind));
    layers.extend(inferior(position, mind));
    let colours = [position.colour(), position.colour().other()];
    layers.extend(colours.map(|colour| current(position, mind, &circuits, colour)));
    layers.extend(ways(position));
    layers.push(judged(position, mind, &circuits, plan));
    layers.extend(tree(position, mind, plan));
    layers
}

/// The virtual connections of both colours that begin at a stone or an edge.
fn connections<const W: usize>(position: &Hex, mind: &Mind<W>, plan: &Plan<W>) -> Layer {
    let links = Colour::BOTH.into_iter().flat_map(|colour| {
        let connections = mind.connections(colour);
        let edge = connections.edge(false);
        let fixed = |node: Node| node >= edge || connections.own().has(usize::from(node));
        let mut smallest: Vec<Connection<W>> = Vec::new();
        for connection in connections.all() {
            let ends = connection.ends.map(fixed);
            let worth_drawing = if connection.semi {
                ends == [true; 2]
                    && connections.full(connection.ends[0], connection.ends[1]).is_empty()
            } else {
                ends != [false; 2] && !connection.carrier.is_empty()
            };
            // Those of a pair come one after another, the smallest first.
            let known = smallest.last().is_some_and(|last| last.ends == connection.ends);
            if worth_drawing && !known {
                smallest.push(connection);
            }
        }
        smallest.sort_by_key(|each| (each.ends.map(fixed) != [true; 2], each.carrier.count()));
        let between_stones =
            smallest.iter().filter(|each| each.ends.map(fixed) == [true; 2]).count();
        smallest.truncate(between_stones.clamp(LINKS.0, LINKS.1));
        smallest.into_iter().map(move |each| link(position, connections, &each))
    });
    let won = |colour: Colour| Some((colour, mind.connections(colour).won_within()?));
    let other = one_move(mind.connections(position.colour().other()));
    let sentence = match (Colour::BOTH.into_iter().find_map(won), plan) {
        (Some((colour, moves)), _) => {
            text!("connections-won", side = name(colour), moves = usize::from(moves))
        }
        (None, Plan::Win(cell, _)) => {
            // Where the other side hangs on that one cell, the cell decides for both.
            let both = other.filter(|(key, sentence)| key == cell && sentence.id == BUT_FOR);
            let (side, cell) = (name(position.colour()), mind.ground().cell(*cell).name());
            let alone = || text!("connections-wins", side = side, cell = cell);
            both.map_or_else(alone, |(_, sentence)| sentence)
        }
        (None, _) => other.map_or_else(|| text!("connections-open"), |(_, sentence)| sentence),
    };
    Layer {
        id: "connections",
        title: text!("layer-connections"),
        sentence,
        content: Content::Links {
            links: links.collect(),
            whole: text!("connections-whole"),
            semi: text!("connections-semi"),
        },
    }
}

/// The cell that a colour still needs to be joined from edge to edge, and what hangs on it; none if
/// it is not that far, or already there.
pub(super) fn one_move<const W: usize>(connections: &Connections<W>) -> Option<(usize, Text)> {
    let edges = [false, true].map(|second| connections.edge(second));
    let across = |each: &Connection<W>| each.ends.iter().all(|end| edges.contains(end));
    let whole =
        connections.all().filter(across).min_by_key(|each| (each.semi, each.carrier.count()));
    let semi = whole.filter(|each| each.semi)?;
    let (must, _) = connections.must_play();
    let key = match connections.because(&semi) {
        Some(Because::And(cell, _)) => cell,
        _ => must.first()?,
    };
    let (side, cell) = (name(connections.colour()), connections.ground().cell(key).name());
    let sentence = match must.count() {
        1 => Text::new(BUT_FOR).with("side", side).with("cell", cell),
        count => text!("hsearch-one-move", side = side, cell = cell, count = count),
    };
    Some((key, sentence))
}

pub(super) fn link<const W: usize>(
    position: &Hex,
    connections: &Connections<W>,
    connection: &Connection<W>,
) -> Link {
    let ground = connections.ground();
    let colour = connections.colour();
    let edge = connections.edge(false);
    let edges = Hex::edges(colour);
    // Of a group the stone nearest to the cells that are needed, so that the line is short.
    let place = |node: Node| {
        let group = ground.flood(Cells::of(usize::from(node)), connections.own());
        let stones = if group.is_empty() { Cells::of(usize::from(node)) } else { group };
        let touches = |cell: &usize| ground.near[*cell].meets(&connection.carrier);
        let mut near = stones;
        near.find(touches).or(stones.first()).unwrap_or_default()
    };
    let (on_edges, in_cells): (Vec<Node>, Vec<Node>) =
        connection.ends.into_iter().partition(|node| *node >= edge);
    Link {
        cells: in_cells.into_iter().map(place).collect(),
        edges: on_edges.into_iter().map(|node| edges[usize::from(node - edge)]).collect(),
        side: position.player(colour),
        semi: connection.semi,
        carrier: connection.carrier.collect::<Vec<CellIndex>>(),
        depth: Some(connection.depth),
    }
}

/// Where the side to move has to play.
fn must_play<const W: usize>(position: &Hex, mind: &Mind<W>) -> Option<Layer> {
    let own = position.colour();
    let other = mind.connections(own.other());
    let (must, needed) = other.must_play();
    if needed.is_empty() {
        return None;
    }
    let sentence = match must.count() {
        0 => text!("must-play-none", side = name(own), other = name(own.other())),
        count => {
            text!("must-play-some", side = name(own), other = name(own.other()), count = count)
        }
    };
    let mark = |cell: usize| Mark {
        cell,
        sign: Sign::Key,
        label: text!("must-play-label"),
        reason: text!("must-play-reason", other = name(own.other())),
        because: needed.collect(),
        side: Some(position.player(own)),
    };
    Some(Layer {
        id: "must-play",
        title: text!("layer-must-play"),
        sentence,
        content: Content::Marks { marks: must.map(mark).collect() },
    })
}

/// The cells that need not be tried.
fn inferior<const W: usize>(position: &Hex, mind: &Mind<W>) -> Option<Layer> {
    let ground = mind.ground();
    let own = position.colour();
    let cell_name = |cell: usize| ground.cell(cell).name();
    let filled = inferior::fill(ground, *mind.stones(), ground.all);
    let mut marks = Vec::new();
    for cell in filled.dead {
        marks.push(Mark {
            cell,
            sign: Sign::Dead,
            label: text!("inferior-dead"),
            reason: text!("inferior-dead-reason", cell = cell_name(cell)),
            because: Vec::new(),
            side: None,
        });
    }
    for colour in Colour::BOTH {
        for cell in filled.captured[colour as usize] {
            let together = ground.near[cell] & filled.captured[colour as usize];
            marks.push(Mark {
                cell,
                sign: Sign::Taken,
                label: text!("inferior-captured", side = name(colour)),
                reason: text!(
                    "inferior-captured-reason",
                    cell = cell_name(cell),
                    side = name(colour),
                    other = name(colour.other())
                ),
                because: together.collect(),
                side: Some(position.player(colour)),
            });
        }
    }
    let empty = ground.all.without(&(filled.stones[0] | filled.stones[1]));
    for worse in inferior::inferior(ground, &filled.stones, own, empty) {
        let (label, reason, better) = match worse.why {
            Why::Answered(reply) => ("inferior-answered", "inferior-answered-reason", reply),
            Why::Dominated(better) => ("inferior-dominated", "inferior-dominated-reason", better),
        };
        marks.push(Mark {
            cell: worse.cell,
            sign: Sign::Worse,
            label: Text::new(label),
            reason: Text::new(reason)
                .with("cell", cell_name(worse.cell))
                .with("better", cell_name(better))
                .with("side", name(own))
                .with("other", name(own.other())),
            because: vec![better],
            side: Some(position.player(own)),
        });
    }
    (!marks.is_empty()).then(|| Layer {
        id: "inferior",
        title: text!("layer-inferior"),
        sentence: text!("inferior-sentence", count = marks.len()),
        content: Content::Marks { marks },
    })
}

/// The current in a colour's circuit.
fn current<const W: usize>(
    position: &Hex,
    mind: &Mind<W>,
    circuits: &[Circuit; 2],
    colour: Colour,
) -> Layer {
    let circuit = &circuits[colour as usize];
    let connections = mind.connections(colour);
    let flowing = (*connections.empty() | *connections.own())
        .map(|cell| (cell, current_at(circuit, connections, cell)))
        .filter(|(_, current)| *current >= 0.005);
    let flowing: Vec<(usize, f64)> = flowing.collect();
    let most = flowing
        .iter()
        .filter(|(cell, _)| connections.empty().has(*cell))
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let resistance = circuit.resistance;
    let sentence = match most {
        _ if resistance == 0.0 => text!("current-joined", side = name(colour)),
        None => text!("current-none", side = name(colour)),
        Some((cell, current)) => text!(
            "current-most",
            side = name(colour),
            cell = mind.ground().cell(*cell).name(),
            percent = (100.0 * current).round(),
            resistance = figure(resistance)
        ),
    };
    // Through a joined group all of it may flow: the empty cells are what differs.
    let whole = most.map_or(1.0, |(_, current)| *current);
    let warm = |(cell, current): &(usize, f64)| Warm {
        cell: *cell,
        heat: (current / whole).min(1.0),
        label: text!("percent", percent = (100.0 * current).round()),
    };
    Layer {
        id: if colour == Colour::Red { "current-red" } else { "current-blue" },
        title: text!("layer-current", side = name(colour)),
        sentence,
        content: Content::Heat {
            cells: flowing.iter().map(warm).collect(),
            side: Some(position.player(colour)),
            low: text!("percent", percent = 0),
            high: text!("percent", percent = (100.0 * whole).round()),
            curve: 0.6,
        },
    }
}

/// A resistance or an advantage as it is written.
pub(super) fn figure(number: f64) -> Text {
    match number {
        number if number.is_infinite() => {
            Text::verbatim(if number > 0.0 { "∞" } else { "−∞" })
        }
        number => text!("figure", value = (100.0 * number).round() / 100.0),
    }
}

/// How the position is judged, and how far it is searched.
fn judged<const W: usize>(
    position: &Hex,
    mind: &Mind<W>,
    circuits: &[Circuit; 2],
    plan: &Plan<W>,
) -> Layer {
    let settings = mind.settings();
    let [red, blue] =
        [Colour::Red, Colour::Blue].map(|colour| circuits[colour as usize].resistance);
    let mut paragraphs = vec![text!(
        "hexodus-circuit",
        red = figure(red),
        blue = figure(blue),
        ratio = figure(blue / red),
        log = figure(advantage(circuits, Colour::Red))
    )];
    let judge = match settings.judge {
        Judge::Circuit => text!("hexodus-by-circuit"),
        Judge::Path => text!("hexodus-by-path"),
        Judge::Fitted => text!("hexodus-by-fitted"),
    };
    paragraphs.push(match plan {
        Plan::Search(_) if settings.explores => {
            let promise = match settings.judge {
                Judge::Fitted => text!("hexodus-promise-fitted"),
                Judge::Circuit | Judge::Path => text!("hexodus-promise-current"),
            };
            text!("hexodus-explores", promise = promise, judge = judge)
        }
        Plan::Search(_) => {
            if position.size() > WHOLE {
                text!(
                    "hexodus-width",
                    depth = settings.depth,
                    width = settings.width,
                    judge = judge
                )
            } else {
                text!("hexodus-whole", depth = settings.depth, judge = judge)
            }
        }
        Plan::Open(HexPly::Stone(_)) => text!("hexodus-opens"),
        Plan::Open(_) => text!("hexodus-swaps"),
        Plan::Win(..) => text!("hexodus-keeps"),
        Plan::Lost(_) | Plan::Over => text!("hexodus-lost"),
    });
    if matches!(plan, Plan::Search(_)) {
        if !settings.explores {
            paragraphs.push(match settings.algorithm(position.size()) {
                Algorithm::Sequential => text!("hexodus-sequential"),
                Algorithm::Parallel(threads) => text!("hexodus-parallel", threads = threads),
                Algorithm::Shared(threads) => text!("hexodus-shared", threads = threads),
            });
        }
        if settings.judge == Judge::Fitted {
            paragraphs.push(text!("hexodus-fitted"));
        }
        paragraphs.push(text!("hexodus-adds", least = LEAST, most = MOST));
        let limits = settings.limits;
        paragraphs.push(text!(
            "hexodus-limits",
            fulls = limits.fulls,
            semis = limits.semis,
            cells = limits.size,
            ors = limits.ors
        ));
    }
    Layer {
        id: "judged",
        title: text!("layer-judged"),
        sentence: paragraphs[0].clone(),
        content: Content::Words { paragraphs },
    }
}

fn tree<const W: usize>(position: &Hex, mind: &Mind<W>, plan: &Plan<W>) -> Option<Layer> {
    let Plan::Search(moves) = plan else { return None };
    let best = moves.first()?;
    let stone = |cell: usize| HexPly::Stone(mind.ground().cell(cell));
    let value = best.value();
    let branches = moves.iter().map(|each| Branch {
        ply: stone(each.cell),
        value: each.value(),
        bound: if each.at_most { Bound::Most } else { Bound::Exact },
        reply: each.line.get(1).map(|cell| stone(*cell)),
        cut: each.at_most.then(|| {
            let [value, alpha] = [each, best].map(|each| explain::figure(each.value()));
            text!("tree-cut", value = value, alpha = alpha)
        }),
    });
    let sentence = text!("hexodus-tree", ply = position.write_ply(&stone(best.cell)));
    Some(explain::branches(position, value, branches, sentence))
}

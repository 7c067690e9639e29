//! What a colony thinks, and the layers that show its trails and how they came about.

use ludoteca_games::{Game, Side, picture::CellIndex};
use ludoteca_text::{Text, text};

use super::{
    choices,
    colony::Colony,
    greedy::{Known, worths},
};
use crate::{
    Clock, explain,
    thought::{Content, Frame, Layer, PlyValue, Put, Thought, Trail, Unit, Value, Variation},
};

/// How many moves a table shows, how many searches, and how many moves by search.
const MOVES: usize = 12;
const SEARCHES: usize = 12;
const TRACKED: usize = 3;
/// How many searches trails are shown after, besides how they are now.
const FRAMES: usize = 40;
/// The most searches that are remembered; then every second one is forgotten.
const MOST: usize = 256;

/// How the search went so far, for whoever watches.
#[derive(Default)]
pub struct Chronicle {
    entries: Vec<Entry>,
    /// Every so many searches one is noted; 0 is 1.
    every: u32,
}

/// One search.
struct Entry {
    search: u32,
    /// The best result of the side to move at the root so far.
    best: f64,
    /// The mean of its results in this search.
    mean: f64,
    /// The trails of the root's plies.
    taus: Vec<f64>,
}

impl Chronicle {
    /// Notes a search that has just been made.
    pub fn note<G: Game>(&mut self, colony: &Colony<G>) {
        let Some(root) = colony.trails.find(colony.root.key()) else { return };
        let side = colony.root.side();
        let own = || colony.walks.iter().filter(|walk| walk.role == side);
        // The latest is always there, the others in their order.
        let passing = |last: &Entry| !(last.search - 1).is_multiple_of(self.every.max(1));
        if self.entries.last().is_some_and(passing) {
            self.entries.pop();
        }
        self.entries.push(Entry {
            search: colony.search,
            best: colony.best[side.index()].as_ref().map_or(0.0, |best| best.result),
            mean: own().map(|walk| walk.result).sum::<f64>() / own().count().max(1) as f64,
            taus: colony.trails.scents(root).iter().map(|scent| scent.tau).collect(),
        });
        if self.entries.len() > MOST {
            let mut number = 0;
            self.entries.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.every = 2 * self.every.max(1);
        }
    }

    /// The trails of known plies as they were after one search after another, without those of now.
    fn frames<G: Game>(&self, at: &G, known: &[Known<G::Ply>]) -> Vec<Frame> {
        let plies = at.legal_plies();
        let numbers: Vec<Option<usize>> =
            known.iter().map(|each| plies.iter().position(|ply| *ply == each.ply)).collect();
        let before = self.entries.len().saturating_sub(1);
        let every = before.div_ceil(FRAMES).max(1);
        let entries = self.entries[..before].iter().step_by(every);
        let frame = |entry: &Entry| {
            let tau = |number: &Option<usize>| entry.taus.get((*number)?).copied();
            let figures = numbers.iter().map(|number| rounded(tau(number).unwrap_or_default()));
            Frame {
                label: text!("ants-search-number", search = entry.search),
                figures: figures.collect(),
            }
        };
        entries.filter(|entry| entry.taus.len() == plies.len()).map(frame).collect()
    }

    /// The layer `ants-searches`: how trails changed from search to search.
    fn layer<G: Game>(&self, at: &G, known: &[Known<G::Ply>]) -> Option<Layer> {
        let (first, last) = (self.entries.first()?, self.entries.last()?);
        let plies = at.legal_plies();
        let tracked: Vec<(usize, String)> = known
            .iter()
            .take(TRACKED)
            .filter_map(|each| {
                let number = plies.iter().position(|ply| *ply == each.ply)?;
                Some((number, at.write_ply(&each.ply)))
            })
            .collect();
        let trail = |entry: &Entry, number: usize| entry.taus.get(number).copied().unwrap_or(0.0);
        let row = |entry: &Entry| {
            let head = [
                Text::verbatim(entry.search.to_string()),
                percent(entry.best),
                percent(entry.mean),
            ];
            head.into_iter()
                .chain(tracked.iter().map(|(number, _)| figure(trail(entry, *number))))
                .collect()
        };
        let shown = self.entries.len().min(SEARCHES);
        let place = |row: usize| row * (self.entries.len() - 1) / (shown - 1).max(1);
        let head =
            [text!("ants-column-search"), text!("ants-column-best"), text!("ants-column-mean")];
        let trails = tracked.iter().map(|(_, ply)| text!("ants-column-trail", ply = ply.as_str()));
        let (number, ply) = tracked.first()?;
        Some(Layer {
            id: "ants-searches",
            title: text!("layer-ants-searches"),
            sentence: text!(
                "ants-searches-change",
                searches = last.search,
                ply = ply.as_str(),
                first = rounded(trail(first, *number)),
                last = rounded(trail(last, *number))
            ),
            content: Content::Table {
                columns: head.into_iter().chain(trails).collect(),
                rows: (0..shown).map(|at| row(&self.entries[place(at)])).collect(),
            },
        })
    }
}

/// What a colony thinks of a position it has trails at; a layer for each way to see them if
/// somebody looks.
pub fn thought<G: Game>(
    colony: &Colony<G>,
    at: &G,
    clock: &Clock,
    chronicle: Option<&Chronicle>,
) -> Thought<G::Ply> {
    let known = colony.known(at);
    // An ant that stops on its way judges by comparing with where it began, which is no chance.
    let whole = colony.settings.depth.is_none();
    let unit = if whole { Unit::Playouts } else { Unit::Leaning };
    // What was not tried is not a thought; only the ply to play is always there.
    let tried = known.iter().enumerate().filter(|(place, each)| *place == 0 || each.visits > 0);
    let tried: Vec<Known<G::Ply>> = tried.map(|(_, each)| each.clone()).collect();
    let candidates: Vec<PlyValue<G::Ply>> = tried
        .iter()
        .zip(worths(&tried))
        .map(|(each, worth)| PlyValue {
            ply: each.ply.clone(),
            value: Value::Guess { result: 2.0 * worth - 1.0, score: None, unit },
            at_most: false,
            visits: Some(each.visits),
        })
        .collect();
    let best = candidates.first().map_or(Value::NOTHING, |best| best.value);
    let ply = known.first().map(|each| each.ply.clone()).or_else(|| colony.anything(at));
    let line = |ply: &G::Ply, value| Variation { plies: colony.path(at, ply), value };
    let mut lines: Vec<Variation<G::Ply>> =
        candidates.iter().take(3).map(|each| line(&each.ply, each.value)).collect();
    if lines.is_empty() {
        lines.extend(ply.iter().map(|ply| line(ply, Value::NOTHING)));
    }
    let layers = match chronicle {
        Some(chronicle) if !known.is_empty() => {
            let path = lines.first().map_or(&[] as &[_], |line| &line.plies);
            [
                explain::values(at, best, &candidates),
                trails(at, &known, Scent::Pheromone, chronicle.frames(at, &known)),
                trails(at, &known, Scent::Desire, Vec::new()),
                Some(table(at, &known)),
                moves(at, path),
                along(colony, at, path),
                chronicle.layer(at, &known),
                Some(choices::layer(&colony.settings)),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
        _ => Vec::new(),
    };
    Thought {
        answer: ply.into(),
        value: best,
        lines,
        candidates,
        nodes: clock.nodes(),
        depth: None,
        seconds: clock.seconds(),
        layers,
    }
}

/// The layer of a thought that found a win at once.
pub fn won<G: Game>(at: &G, thought: &Thought<G::Ply>) -> Vec<Layer> {
    let path = thought.lines.first().map_or(&[] as &[_], |line| &line.plies);
    let values = explain::values(at, thought.value, &thought.candidates);
    let told = Layer {
        id: "ants-terminal",
        title: text!("layer-ants-terminal"),
        sentence: text!("ants-terminal-sentence", turn = written(at, path).join(" ")),
        content: Content::Words { paragraphs: vec![text!("ants-terminal-why")] },
    };
    [values, Some(told), moves(at, path)].into_iter().flatten().collect()
}

/// What ants smell.
#[derive(Clone, Copy, PartialEq)]
enum Scent {
    Pheromone,
    Desire,
}

/// The layers `ants-pheromone` and `ants-desire`: what ants smell of each ply on the board, and how
/// that came about.
fn trails<G: Game>(
    at: &G,
    known: &[Known<G::Ply>],
    scent: Scent,
    frames: Vec<Frame>,
) -> Option<Layer> {
    let of = |each: &Known<G::Ply>| if scent == Scent::Pheromone { each.tau } else { each.eta };
    let most = known.iter().max_by(|a, b| of(a).total_cmp(&of(b)))?;
    let now = Frame {
        label: text!("ants-now"),
        figures: known.iter().map(|each| rounded(of(each))).collect(),
    };
    let frames: Vec<Frame> = frames.into_iter().chain([now]).collect();
    // Plies that are made beside the board have no place on it.
    let places: Vec<Vec<CellIndex>> =
        known.iter().map(|each| explain::on_board(&at.gesture(&each.ply))).collect();
    let shown = |figures: Vec<f64>| -> Vec<f64> {
        let placed = figures.into_iter().zip(&places).filter(|(_, cells)| !cells.is_empty());
        placed.map(|(figure, _)| figure).collect()
    };
    let frames: Vec<Frame> = frames
        .into_iter()
        .map(|Frame { label, figures }| Frame { label, figures: shown(figures) })
        .collect();
    let plies: Vec<Trail> = known
        .iter()
        .zip(&places)
        .filter(|(_, cells)| !cells.is_empty())
        .map(|(each, cells)| Trail { ply: at.write_ply(&each.ply), cells: cells.clone() })
        .collect();
    let all = || frames.iter().flat_map(|frame| frame.figures.iter().copied());
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let (id, title, sentence) = match scent {
        Scent::Pheromone => {
            ("ants-pheromone", text!("layer-ants-pheromone"), "ants-pheromone-most")
        }
        Scent::Desire => ("ants-desire", text!("layer-ants-desire"), "ants-desire-most"),
    };
    (!plies.is_empty()).then(|| Layer {
        id,
        title,
        sentence: text!(
            sentence,
            ply = at.write_ply(&most.ply),
            figure = rounded(of(most)),
            played = at.write_ply(&known[0].ply)
        ),
        content: Content::Trails { plies, frames, low, high },
    })
}

/// The layer `ants-table`: trails and desirabilities move by move, and what is behind them.
fn table<G: Game>(at: &G, known: &[Known<G::Ply>]) -> Layer {
    let row = |each: &Known<G::Ply>| {
        let tried = each.visits > 0;
        vec![
            Text::verbatim(at.write_ply(&each.ply)),
            figure(each.tau),
            figure(each.eta),
            figure(each.worth),
            Text::verbatim(each.visits.to_string()),
            if tried { percent(each.mean) } else { Text::verbatim("–") },
            if tried { figure(each.turns) } else { Text::verbatim("–") },
        ]
    };
    let best = &known[0];
    Layer {
        id: "ants-table",
        title: text!("layer-ants-table"),
        sentence: text!(
            "ants-table-best",
            ply = at.write_ply(&best.ply),
            tau = rounded(best.tau),
            eta = rounded(best.eta)
        ),
        content: Content::Table {
            columns: vec![
                text!("ants-column-move"),
                text!("ants-column-pheromone"),
                text!("ants-column-desire"),
                text!("ants-column-worth"),
                text!("ants-column-games"),
                text!("ants-column-mean"),
                text!("ants-column-distance"),
            ],
            rows: known.iter().take(MOVES).map(row).collect(),
        },
    }
}

/// The layer `ants-path`: the best path on the board.
fn moves<G: Game>(at: &G, path: &[G::Ply]) -> Option<Layer> {
    let mut next = at.clone();
    let mut puts = Vec::new();
    for ply in path {
        if let [from @ .., cell] = &explain::on_board(&next.gesture(ply))[..] {
            puts.push(Put { cell: *cell, from: from.first().copied(), side: next.side() });
        }
        next.play_unchecked(ply);
    }
    (!puts.is_empty()).then(|| Layer {
        id: "ants-path",
        title: text!("layer-ants-path"),
        sentence: text!("ants-path-sentence", path = written(at, path).join(" ")),
        content: Content::Moves { moves: puts },
    })
}

/// The layer `ants-along`: trails along the best path.
fn along<G: Game>(colony: &Colony<G>, at: &G, path: &[G::Ply]) -> Option<Layer> {
    let names = at.geometry().sides.map(|side| side.name);
    let mut next = at.clone();
    let mut rows = Vec::new();
    let mut taus = Vec::new();
    for ply in path {
        let known = colony.known(&next);
        let Some(each) = known.iter().find(|each| each.ply == *ply) else { break };
        let side: Side = next.side();
        rows.push(vec![
            names[side.index()].clone(),
            Text::verbatim(next.write_ply(ply)),
            figure(each.tau),
            figure(each.eta),
            Text::verbatim(each.visits.to_string()),
        ]);
        taus.push(each.tau);
        next.play_unchecked(ply);
    }
    let mean = taus.iter().sum::<f64>() / taus.len().max(1) as f64;
    (!rows.is_empty()).then(|| Layer {
        id: "ants-along",
        title: text!("layer-ants-along"),
        sentence: text!("ants-along-sentence", moves = rows.len(), mean = rounded(mean)),
        content: Content::Table {
            columns: vec![
                text!("ants-column-side"),
                text!("ants-column-move"),
                text!("ants-column-pheromone"),
                text!("ants-column-desire"),
                text!("ants-column-games"),
            ],
            rows,
        },
    })
}

fn written<G: Game>(at: &G, path: &[G::Ply]) -> Vec<String> {
    let mut next = at.clone();
    path.iter()
        .map(|ply| {
            let words = next.write_ply(ply);
            next.play_unchecked(ply);
            words
        })
        .collect()
}

fn percent(result: f64) -> Text {
    text!("percent", percent = (100.0 * result).round())
}

fn rounded(figure: f64) -> f64 {
    (100.0 * figure).round() / 100.0
}

fn figure(figure: f64) -> Text {
    text!("ants-figure", figure = rounded(figure))
}

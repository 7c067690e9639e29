//! A colony told search by search: the walk of one ant, choice by choice, and what becomes of the
//! trails when all have come home.

use ludoteca_games::Game;
use ludoteca_text::{Text, text};

use super::{
    colony::Colony,
    greedy::Known,
    settings::Variant,
    trails::Scent,
    walk::{Stop, View, views},
};
use crate::{
    explain,
    story::{
        Curve, Drawn, DrawnId, Look, Moment, MomentKind, Recorder, Sum,
        words::{blank, figure, kinds, side},
    },
};

/// How many moves a table compares, how many are drawn, and of how many trails are curves.
const ROWS: usize = 9;
const DRAWN: usize = 12;
const CURVES: usize = 4;
/// In how many searches at the beginning an ant is followed, and after how many again.
const FIRST: u32 = 3;
const AGAIN: u32 = 10;

/// Tells how a colony works.
pub(super) struct Telling<G: Game> {
    recorder: Recorder<G::Ply>,
    plies: Vec<G::Ply>,
    names: Vec<String>,
    /// The trails at the root before a search.
    before: Vec<f64>,
    drawn: Vec<DrawnId>,
    /// The trails at the root at moments.
    taus: Vec<(usize, Vec<f64>)>,
    /// Whether the next moment begins a search.
    begins: bool,
}

impl<G: Game> Telling<G> {
    /// Nothing is told yet.
    pub fn new(mut recorder: Recorder<G::Ply>, colony: &Colony<G>) -> Telling<G> {
        let story = recorder.story();
        story.sentence = text!("ants-story");
        story.kinds = kinds([
            (MomentKind::Choose, "ants-kind-choose"),
            (MomentKind::Visit, "ants-kind-visit"),
            (MomentKind::Up, "ants-kind-up"),
        ]);
        let plies = colony.root.legal_plies();
        let names = plies.iter().map(|ply| colony.root.write_ply(ply)).collect();
        let (before, drawn, taus) = (Vec::new(), Vec::new(), Vec::new());
        Telling { recorder, plies, names, before, drawn, taus, begins: false }
    }

    fn taus(&self, colony: &Colony<G>) -> Vec<f64> {
        let scents = colony.trails.find(colony.root.key()).map(|place| colony.trails.scents(place));
        let known = scents.filter(|scents| scents.len() == self.plies.len());
        match known {
            Some(scents) => scents.iter().map(|scent| scent.tau).collect(),
            None => vec![colony.first_trail(colony.root.side()); self.plies.len()],
        }
    }

    fn keep(&mut self, mut moment: Moment<G::Ply>, search: u32) {
        if std::mem::take(&mut self.begins) {
            moment.chapter = Some(text!("ants-search", number = search));
        }
        self.recorder.keep(moment);
    }

    /// A search is about to be made.
    pub fn before(&mut self, colony: &Colony<G>) {
        if self.recorder.is_full() {
            return;
        }
        let search = colony.search + 1;
        self.begins = true;
        self.before = self.taus(colony);
        if search <= FIRST || search.is_multiple_of(AGAIN) {
            self.follow(colony, search);
        }
    }

    /// The walk of the first ant.
    fn follow(&mut self, colony: &Colony<G>, search: u32) {
        let walk = colony.foreseen();
        let mut at = colony.root.clone();
        let mut line = Vec::new();
        let role = side(&colony.root, walk.role);
        for stop in &walk.path {
            let plies = at.legal_plies();
            let Some(ply) = plies.get(stop.ply as usize).cloned() else { break };
            let written = at.write_ply(&ply);
            let place = colony.trails.find(stop.key);
            let known = place.filter(|_| !stop.new);
            let follows = stop.side == walk.role || colony.settings.consult >= 1.0;
            let mover = side(&at, stop.side);
            let count = plies.len();
            let (sentence, sum, amount) = match known {
                Some(place) if follows || colony.settings.consult > 0.0 => {
                    let scents = colony.trails.scents(place);
                    let etas: Vec<f64> =
                        colony.trails.memories(place).iter().map(|memory| memory.eta).collect();
                    let chance = chance(scents, stop.ply as usize);
                    let id = if follows { "ants-choose" } else { "ants-choose-other" };
                    let sentence = Text::new(id)
                        .with("side", mover)
                        .with("ply", written.clone())
                        .with("percent", (100.0 * chance).round())
                        .with("consult", (100.0 * colony.settings.consult).round());
                    let sum = self.choice(colony, &at, &plies, scents, &etas, stop);
                    (sentence, Some(sum), text!("percent", percent = (100.0 * chance).round()))
                }
                _ => {
                    let sentence = text!(
                        "ants-choose-new",
                        side = mover,
                        ply = written.clone(),
                        count = count
                    );
                    (sentence, None, text!("ants-one-of", count = count))
                }
            };
            line.push(ply.clone());
            self.keep(
                Moment {
                    plies: line.clone(),
                    figure: Some(amount),
                    sum,
                    ..Moment::new(
                        MomentKind::Choose,
                        sentence,
                        text!("ants-choose-brief", ply = written),
                    )
                },
                search,
            );
            at.play_unchecked(&ply);
        }
        let more = walk.turns.saturating_sub(walk.path.last().map_or(0, |stop| stop.turn + 1));
        self.keep(
            Moment {
                plies: line,
                figure: Some(figure(walk.result)),
                ..Moment::new(
                    MomentKind::Visit,
                    text!("ants-home", side = role, result = walk.result, turns = more),
                    text!("ants-home-brief"),
                )
            },
            search,
        );
    }

    /// The sum by which an ant chooses: each ply with its trail and its desirability.
    fn choice(
        &self,
        colony: &Colony<G>,
        at: &G,
        plies: &[G::Ply],
        scents: &[Scent],
        etas: &[f64],
        stop: &Stop,
    ) -> Sum {
        let chosen = stop.ply as usize;
        let mut rows: Vec<usize> = (0..plies.len()).collect();
        let weight = |ply: usize| scents[ply].trail * scents[ply].desire;
        rows.sort_by(|a, b| {
            (*b == chosen).cmp(&(*a == chosen)).then(weight(*b).total_cmp(&weight(*a)))
        });
        rows.truncate(ROWS);
        rows.sort_unstable();
        let row = |ply: usize| {
            vec![
                Text::verbatim(at.write_ply(&plies[ply])),
                figure(scents[ply].tau),
                figure(etas[ply]),
                text!(
                    "ants-product",
                    tau = scents[ply].tau,
                    alpha = colony.settings.alpha,
                    eta = etas[ply],
                    beta = colony.settings.beta,
                    product = weight(ply)
                ),
                text!("percent", percent = 100.0 * chance(scents, ply)),
            ]
        };
        Sum {
            columns: vec![
                text!("ants-column-move"),
                text!("ants-column-pheromone"),
                text!("ants-column-desire"),
                text!("ants-column-product"),
                text!("ants-column-chance"),
            ],
            chosen: rows.iter().position(|row| *row == chosen),
            rows: rows.into_iter().map(row).collect(),
        }
    }

    /// A search was made: trails fade, and what the ants bring is added.
    pub fn after(&mut self, colony: &Colony<G>) {
        if self.recorder.is_full() {
            self.recorder.story().more = true;
            return;
        }
        let after = self.taus(colony);
        let key = colony.root.key();
        // How many ants have made each ply, and the sum of their results.
        let mut brought = vec![(0u32, 0.0); self.plies.len()];
        for view in views(&colony.walks, colony.settings.whole_paths) {
            let at_root = |stop: &&Stop| stop.key == key;
            for stop in View::stops(view).filter(at_root) {
                if let Some(sum) = brought.get_mut(stop.ply as usize) {
                    *sum = (sum.0 + 1, sum.1 + view.result());
                }
            }
        }
        let kept = |ply: usize| {
            let before = self.before[ply];
            match colony.settings.variant {
                Variant::Games if brought[ply].0 == 0 => before,
                Variant::Games => colony.settings.rho * before,
                Variant::System | Variant::MaxMin | Variant::BestWorst => {
                    (1.0 - colony.settings.rho) * before
                }
                // What a step renews fades with it; no trail fades by itself.
                Variant::Colony => before,
            }
        };
        let mut rows: Vec<usize> = (0..self.plies.len()).collect();
        rows.sort_by(|a, b| after[*b].total_cmp(&after[*a]));
        rows.truncate(ROWS);
        rows.sort_unstable();
        let row = |ply: usize| {
            let (ants, results) = brought[ply];
            let mean = if ants == 0 { blank() } else { figure(results / f64::from(ants)) };
            vec![
                Text::verbatim(self.names[ply].as_str()),
                figure(self.before[ply]),
                figure(kept(ply)),
                figure(f64::from(ants)),
                mean,
                text!("ants-change", change = after[ply] - kept(ply)),
                figure(after[ply]),
            ]
        };
        let best = (0..after.len()).rev().max_by(|a, b| after[*a].total_cmp(&after[*b]));
        let sum = Sum {
            columns: vec![
                text!("ants-column-move"),
                text!("ants-column-before"),
                text!("ants-column-kept"),
                text!("ants-column-ants"),
                text!("ants-column-mean"),
                text!("ants-column-added"),
                text!("ants-column-after"),
            ],
            chosen: rows.iter().position(|row| Some(*row) == best),
            rows: rows.iter().map(|ply| row(*ply)).collect(),
        };
        let best = best.map_or_else(String::new, |best| self.names[best].clone());
        let shows = self.trails(colony, &after);
        let hides = std::mem::replace(&mut self.drawn, shows.clone());
        self.taus.push((self.recorder.next(), after));
        let id = match colony.settings.variant {
            Variant::Games => "ants-update-games",
            Variant::Colony => "ants-update-colony",
            _ => "ants-update",
        };
        let sentence = Text::new(id)
            .with("ply", best)
            .with("ants", colony.walks.len())
            .with("rho", (100.0 * colony.settings.rho).round())
            .with("rest", (100.0 * (1.0 - colony.settings.rho)).round());
        self.keep(
            Moment {
                shows,
                hides,
                sum: Some(sum),
                ..Moment::new(MomentKind::Up, sentence, text!("ants-update-brief"))
            },
            colony.search,
        );
    }

    /// The strongest trails as they are drawn.
    fn trails(&mut self, colony: &Colony<G>, taus: &[f64]) -> Vec<DrawnId> {
        let most = taus.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let mut order: Vec<usize> = (0..taus.len()).collect();
        order.sort_by(|a, b| taus[*b].total_cmp(&taus[*a]));
        order.truncate(DRAWN);
        let mut shows = Vec::new();
        for ply in order {
            let cells = explain::on_board(&colony.root.gesture(&self.plies[ply]));
            if cells.is_empty() {
                continue;
            }
            shows.push(self.recorder.draw(Drawn {
                look: Look::Trail { cells, heat: taus[ply] / most, label: figure(taus[ply]) },
                sentence: text!("ants-trail", ply = self.names[ply].as_str(), tau = taus[ply]),
                because: Vec::new(),
            }));
        }
        shows
    }

    /// Ends the story with the move that is played.
    pub fn end(mut self, colony: &Colony<G>) -> Recorder<G::Ply> {
        let known = colony.known(&colony.root);
        let Some(best) = known.first() else { return self.recorder };
        let ply = colony.root.write_ply(&best.ply);
        let weighted = colony.settings.weighted;
        let (tau, eta) = (best.tau, best.eta);
        let row = |each: &Known<G::Ply>| {
            vec![
                Text::verbatim(colony.root.write_ply(&each.ply)),
                figure(each.tau),
                figure(each.eta),
                figure(each.worth),
            ]
        };
        self.taus.push((self.recorder.next(), self.taus(colony)));
        // The trails that decided stay in sight.
        self.recorder.conclude(Moment {
            chapter: Some(text!("ants-choice")),
            plies: vec![best.ply.clone()],
            figure: Some(figure(best.worth)),
            sum: Some(Sum {
                columns: vec![
                    text!("ants-column-move"),
                    text!("ants-column-pheromone"),
                    text!("ants-column-desire"),
                    if weighted {
                        text!("ants-column-product")
                    } else {
                        text!("ants-column-plain")
                    },
                ],
                rows: known.iter().take(ROWS).map(row).collect(),
                chosen: Some(0),
            }),
            ..Moment::new(
                MomentKind::Choose,
                text!("ants-end", ply = ply.clone(), tau = tau, eta = eta),
                text!("ants-choose-brief", ply = ply),
            )
        });
        let last = self.recorder.next().saturating_sub(1);
        let mut taus = std::mem::take(&mut self.taus);
        let ended = taus.pop();
        taus.retain(|(moment, _)| *moment < last);
        taus.extend(ended.map(|(_, taus)| (last, taus)));
        let place = |ply: &G::Ply| self.plies.iter().position(|known| known == ply);
        let curve = |place: usize| Curve {
            label: text!("ants-curve", ply = self.names[place].as_str()),
            points: taus.iter().map(|(moment, taus)| (*moment, taus[place])).collect(),
        };
        let best = known.iter().take(CURVES);
        let curves: Vec<Curve> = best.filter_map(|each| place(&each.ply)).map(curve).collect();
        self.recorder.story().curves = curves;
        self.recorder
    }
}

/// How likely an ant is to take a ply that follows the trails.
fn chance(scents: &[Scent], ply: usize) -> f64 {
    let total: f64 = scents.iter().map(|scent| scent.trail * scent.desire).sum();
    match total > 0.0 && total.is_finite() {
        true => scents[ply].trail * scents[ply].desire / total,
        false => 1.0 / scents.len() as f64,
    }
}

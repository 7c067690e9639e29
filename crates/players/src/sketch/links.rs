//! Lines between cells and edges. Those that only come of shorter ones say nothing of their own and are
//! left out; of many, those between pieces and edges stand out.

use std::collections::HashSet;

use ludoteca_games::{
    picture::{CellIndex, Edge, Form},
    sketch::{Fill, Stroke, Tone},
};
use ludoteca_text::Text;

use super::{Drawing, through};
use crate::thought::Link;

/// Up to so many lines all of them stand out, and what they need is shown.
const FEW: usize = 24;
/// How far apart the dots of a line are that is one ply short.
const DOTS: [f32; 2] = [0.5, 6.6];

/// One end of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum End {
    Cell(CellIndex),
    Edge(usize),
}

pub(super) fn draw(drawing: &mut Drawing, links: &[Link]) {
    let shown: Vec<&Link> = links.iter().filter(|link| is_plain(link, links)).collect();
    let few = shown.len() <= FEW;
    let on_pieces = |link: &&Link| {
        joined(link).iter().all(|end| match end {
            End::Cell(cell) => drawing.taken(*cell),
            End::Edge(_) => true,
        })
    };
    let (front, rest): (Vec<&Link>, Vec<&Link>) =
        shown.into_iter().partition(|link| few || on_pieces(link));
    if front.len() <= FEW {
        front.iter().for_each(|link| drawing.carrier(link));
    }
    let unit = drawing.unit;
    for link in rest {
        let line = drawing.line(link, unit * 0.055);
        drawing.sketch.under.push(line.faint(0.34));
    }
    for link in front {
        let way = Form::path(through(&drawing.points(link)));
        let halo = Stroke::line(way, Tone::plain("w1"), unit * 0.19).faint(0.85);
        let line = drawing.line(link, unit * 0.1);
        drawing.sketch.under.extend([halo, line]);
        drawing.keys(link);
    }
}

/// The places a line joins.
fn joined(link: &Link) -> Vec<End> {
    let edges = link.edges.iter().map(|edge| End::Edge(*edge));
    let cells = match (&link.edges[..], &link.cells[..]) {
        ([_, _, ..], _) | (_, []) => Vec::new(),
        ([_], [cell, ..]) | (_, [cell]) => vec![End::Cell(*cell)],
        (_, [first, .., last]) => vec![End::Cell(*first), End::Cell(*last)],
    };
    cells.into_iter().chain(edges).collect()
}

/// Whether a line says something of its own, and is not only shorter ones one after another.
fn is_plain(link: &Link, links: &[Link]) -> bool {
    let own: HashSet<CellIndex> = link.carrier.iter().copied().collect();
    let shorter: Vec<Vec<End>> = links
        .iter()
        .filter(|other| other.side == link.side && (link.semi || !other.semi))
        .filter(|other| other.carrier.len() < own.len())
        .filter(|other| other.carrier.iter().all(|cell| own.contains(cell)))
        .map(joined)
        .collect();
    let ends = joined(link);
    let [from, .., to] = ends[..] else { return true };
    let mut reached = HashSet::from([from]);
    loop {
        let before = reached.len();
        for ends in &shorter {
            if ends.iter().any(|end| reached.contains(end)) {
                reached.extend(ends.iter().copied());
            }
        }
        if reached.contains(&to) {
            return false;
        }
        if reached.len() == before {
            return true;
        }
    }
}

/// The cell on which alone a line hangs, if it is one: it goes through there.
fn key(link: &Link) -> Option<CellIndex> {
    match link.carrier[..] {
        [key] if link.semi && !link.cells.contains(&key) => Some(key),
        _ => None,
    }
}

/// The point of an edge that is nearest to another point.
fn nearest(edge: &Edge, (x, y): (f32, f32)) -> (f32, f32) {
    let ([x0, y0], [x1, y1]) = (edge.from, edge.to);
    let (dx, dy) = (x1 - x0, y1 - y0);
    let long = dx * dx + dy * dy;
    let share =
        if long > 0.0 { (((x - x0) * dx + (y - y0) * dy) / long).clamp(0.0, 1.0) } else { 0.0 };
    (x0 + share * dx, y0 + share * dy)
}

fn middle(points: &[(f32, f32)]) -> (f32, f32) {
    let count = points.len().max(1) as f32;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, at| (sum.0 + at.0, sum.1 + at.1));
    (x / count, y / count)
}

impl Drawing {
    /// The points a line goes through.
    fn points(&self, link: &Link) -> Vec<(f32, f32)> {
        let (first, rest) = link.cells.split_at(link.cells.len().min(1));
        let way = first.iter().copied().chain(key(link)).chain(rest.iter().copied());
        let mut way: Vec<(f32, f32)> = way.filter_map(|cell| self.at(cell)).collect();
        let carrier: Vec<(f32, f32)> =
            link.carrier.iter().filter_map(|cell| self.at(*cell)).collect();
        let edges: Vec<&Edge> =
            link.edges.iter().filter_map(|edge| self.geometry.edges.get(*edge)).collect();
        let (before, after) = match edges[..] {
            [before, after, ..] => (Some(before), Some(after)),
            [after] => (None, Some(after)),
            [] => (None, None),
        };
        if way.is_empty() {
            let rims = edges.iter().flat_map(|edge| [edge.from.into(), edge.to.into()]);
            let around = if carrier.is_empty() { rims.collect() } else { carrier.clone() };
            way.push(middle(&around));
        }
        // A line leans to where its carrier lies.
        let lean = |at: (f32, f32)| match carrier[..] {
            [] => at,
            _ => middle(&[&[at], &carrier[..]].concat()),
        };
        if let Some(before) = before {
            way.insert(0, nearest(before, lean(way[0])));
        }
        if let (Some(after), Some(last)) = (after, way.last().copied()) {
            way.push(nearest(after, lean(last)));
        }
        way
    }

    fn line(&self, link: &Link, width: f32) -> Stroke {
        let tone = Tone::plain(self.paint(link.side.index()));
        let line = Stroke::line(Form::path(through(&self.points(link))), tone, width);
        if link.semi { line.broken(DOTS[0], DOTS[1]) } else { line }
    }

    /// The cells a line needs, tinted and hatched along the side's own direction; each once.
    fn carrier(&mut self, link: &Link) {
        let side = link.side.index();
        let paint = self.paint(side);
        let hatching = Fill::Hatched { paint, upright: side == 0, step: self.unit / 7.0 };
        for cell in &link.carrier {
            let Some(known) = self.geometry.cells.get(*cell) else { continue };
            let form = known.outline.clone();
            let hatched = Stroke::Shape {
                form: form.clone(),
                fill: Some(hatching),
                line: None,
                opacity: 0.6,
            };
            let stands = link.cells.contains(cell) && self.taken(*cell);
            if stands || self.sketch.under.contains(&hatched) {
                continue;
            }
            self.sketch.under.extend([Stroke::filled(form, Tone::tint(paint)), hatched]);
        }
    }

    /// The cells that a line which is one ply short goes through: each a ring with its name.
    fn keys(&mut self, link: &Link) {
        if !link.semi {
            return;
        }
        let ends = joined(link);
        for cell in link.cells.iter().copied().chain(key(link)) {
            let Some((x, y)) = self.at(cell) else { continue };
            if self.taken(cell) || ends.contains(&End::Cell(cell)) {
                continue;
            }
            let ring = Stroke::filled(Form::circle(x, y, self.unit * 0.29), Tone::plain("w1"));
            let rim = Tone::plain(self.paint(link.side.index()));
            self.sketch.over.push(ring.rimmed(rim, self.unit * 0.07));
            let name = Text::verbatim(self.geometry.cells[cell].name.clone());
            self.figure((x, y), name, 0.25, "ink");
        }
    }
}

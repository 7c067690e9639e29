//! What each ply is worth: heat where it ends, or an arrow from where its piece comes, for all of them;
//! the figure for the few that matter. Plies that belong to a whole column are told below it.

use ludoteca_games::{
    Handle, Value, Verdict,
    picture::{CellIndex, Form, Gesture},
    sketch::{Stroke, Tone},
};

use super::{Drawing, LEAST, place, through};
use crate::thought::PlyLabel;

/// Up to so many plies all have their figure.
const ALL: usize = 9;
/// Of more plies so many have: the best and those near it.
const FEW: usize = 4;
/// What is near the best, as a part of the way from the worst to the best.
const NEAR: f32 = 0.25;
/// The exponent that heat is drawn with: most plies are nearly as good as the best, and few stand out.
const CURVE: i32 = 3;
/// So many ways are drawn as arrows: more would be a thicket.
const ARROWS: usize = 8;

/// A ply with its place on the board, and how good it is from the worst, 0, to the best, 1.
struct Placed<'a> {
    label: &'a PlyLabel,
    gesture: &'a Gesture,
    rank: f32,
    written: bool,
}

pub(super) fn draw(drawing: &mut Drawing, plies: &[PlyLabel], handles: &[Handle]) {
    let gesture = |label: &&PlyLabel| {
        let handle = handles.iter().find(|handle| handle.ply == label.ply);
        handle.map(|handle| &handle.gesture)
    };
    let known: Vec<&PlyLabel> = plies.iter().filter(|label| gesture(label).is_some()).collect();
    let results = || known.iter().map(|label| label.value.result());
    let (low, high) =
        (results().fold(f64::INFINITY, f64::min), results().fold(f64::NEG_INFINITY, f64::max));
    let rank = |label: &PlyLabel| {
        if high - low < 1e-9 { 0.5 } else { ((label.value.result() - low) / (high - low)) as f32 }
    };
    // The best come last and are drawn above the others.
    let mut order = known.clone();
    order.sort_by(|one, other| {
        one.best.cmp(&other.best).then(one.value.result().total_cmp(&other.value.result()))
    });
    let near = order.iter().filter(|label| label.best || rank(label) >= 1.0 - NEAR).count();
    let figures = match near {
        _ if known.len() <= ALL => known.len(),
        // Where very many are as good as the best, none of them stands out but the best.
        n if n > 3 * FEW => order.iter().filter(|label| label.best).count(),
        n => n.min(FEW),
    };
    let count = order.len();
    let from = count - figures;
    let placed: Vec<Placed> = order
        .into_iter()
        .enumerate()
        .filter_map(|(place, label)| {
            // Of a ply that is only known to be no better than its figure there is heat.
            let bound = label.label.id.starts_with("label-at-most");
            let written = place >= from && (label.best || figures < count || !bound);
            Some(Placed { label, gesture: gesture(&label)?, rank: rank(label), written })
        })
        .collect();
    let many = placed.len() > ALL;
    let paths = placed.iter().filter(|one| matches!(one.gesture, Gesture::Path { .. })).count();
    let mut passed = 0;
    let mut tags: Vec<(f32, f32, &PlyLabel)> = Vec::new();
    for one in &placed {
        if let Some(x) = drawing.column(one.gesture) {
            drawing.below(x, one.label);
            continue;
        }
        match one.gesture {
            Gesture::Path { cells, .. } => {
                passed += 1;
                if passed + ARROWS <= paths {
                    continue;
                }
                let Some((x, y)) = drawing.way_of(cells, one.rank, one.label.best) else {
                    continue;
                };
                if one.written {
                    let (wide, tall) = (62.0 * drawing.tag_scale(), 20.0 * drawing.tag_scale());
                    // A figure gives way to that of a better ply.
                    tags.retain(|(a, b, _)| (a - x).abs() >= wide || (b - y).abs() >= tall);
                    tags.push((x, y, one.label));
                }
            }
            other => {
                let Some(cell) = other.lands() else { continue };
                if many {
                    drawing.sketch.fills.push((cell, Tone::heat(one.rank.powi(CURVE))));
                }
                if let (Some((x, y)), true) = (drawing.at(cell), one.written) {
                    // Of several plies that end in one cell the best is written.
                    tags.retain(|(a, b, _)| (*a, *b) != (x, y));
                    tags.push((x, y, one.label));
                }
            }
        }
    }
    let scale = drawing.tag_scale();
    for (x, y, label) in tags {
        drawing.tag((x, y), label, scale, 0.98);
    }
}

impl Drawing {
    /// How large a label is: as the board, but never too small to be read.
    fn tag_scale(&self) -> f32 {
        (self.unit / 54.0).clamp(LEAST / 13.0, 15.0 / 13.0)
    }

    /// The column a ply belongs to, if all the cells that mean it stand in one.
    fn column(&self, gesture: &Gesture) -> Option<f32> {
        let Gesture::Tap { cells, .. } = gesture else { return None };
        let places: Vec<(f32, f32)> = cells.iter().filter_map(|cell| self.at(*cell)).collect();
        let (x, _) = *places.first().filter(|_| places.len() > 1)?;
        places.iter().all(|place| (place.0 - x).abs() < 0.5).then_some(x)
    }

    /// What is written below a column.
    fn below(&mut self, x: f32, label: &PlyLabel) {
        let scale = (self.unit / 43.0).min(1.0);
        let room = 12.0 + 26.0 * scale;
        let [_, top, _, tall] = self.geometry.view;
        self.sketch.below = room;
        self.tag((x, top + tall + room / 2.0 - 5.0), label, scale, 0.96);
    }

    /// The way of a ply: its weight and heat say how good it is. Says where on it something is written:
    /// not at its end, where several ways may end.
    fn way_of(&mut self, cells: &[CellIndex], rank: f32, best: bool) -> Option<(f32, f32)> {
        let mut points: Vec<(f32, f32)> = cells.iter().filter_map(|cell| self.at(*cell)).collect();
        let &[.., from, to] = &points[..] else { return None };
        let far = (to.0 - from.0).hypot(to.1 - from.1).max(1.0);
        let (ux, uy) = ((to.0 - from.0) / far, (to.1 - from.1) / far);
        let unit = self.unit;
        let wide = unit * (0.05 + 0.09 * rank);
        let head = unit * 0.2 + wide;
        let tip = (to.0 - ux * unit * 0.12, to.1 - uy * unit * 0.12);
        let wing = |side: f32| {
            let across = side * head * 0.6;
            place((tip.0 - ux * head - uy * across, tip.1 - uy * head + ux * across))
        };
        let last = points.len() - 1;
        points[last] = tip;
        let form =
            Form::path(format!("{}M{}L{}L{}", through(&points), wing(1.0), place(tip), wing(-1.0)));
        let seen = if best { 1.0 } else { 0.85 };
        let halo = Stroke::line(form.clone(), Tone::plain("w1"), wide + unit * 0.07).faint(0.85);
        let line = Stroke::line(form, Tone::heat(0.3 + 0.65 * rank), wide).faint(seen);
        self.sketch.under.extend([halo, line]);
        Some((from.0 + (to.0 - from.0) * 0.62, from.1 + (to.1 - from.1) * 0.62))
    }

    /// What is written at a ply: filled for a proved win, with a broken rim for a guess.
    fn tag(&mut self, (x, y): (f32, f32), label: &PlyLabel, scale: f32, room: f32) {
        let best = label.best;
        let (ground, rim, ink) = match label.value {
            Value::Proved { result: Verdict::Win, .. } => ("accent", "accent", "on-accent"),
            Value::Proved { result: Verdict::Loss, .. } => ("card", "bad", "bad"),
            _ => ("card", if best { "accent" } else { "edge" }, if best { "ink" } else { "ink2" }),
        };
        let (words, room) = (label.label.clone(), self.unit * room);
        let broken = matches!(label.value, Value::Guess { .. });
        self.sketch.over.push(Stroke::Tag { x, y, words, scale, room, ground, rim, ink, broken });
    }
}

//! Layers as still pictures: the same drawings that the page makes of them, for whoever has no page.
//! A picture does not move and nobody points at it, so that what the page shows on demand is left out.

mod labels;
mod links;

use ludoteca_games::{
    Position,
    picture::{CellIndex, Form, Geometry, Paint, Picture},
    sketch::{Sketch, Stroke, Tone},
};
use ludoteca_text::Text;

use crate::thought::{Content, Frame, Layer, Mark, Put, Sign, SpanRow, Trail, Warm};

/// The smallest figure that is written, in units of the board.
const LEAST: f32 = 10.0;
/// Where the hottest cells are by far not the only ones, figures stand on those above this share of it.
const MATTERS: f64 = 0.3;

/// What a layer draws on the board of a position; nothing if it is words or a table.
pub fn sketch(layer: &Layer, position: &dyn Position) -> Option<Sketch> {
    let (geometry, picture) = (position.geometry(), position.picture());
    let mut drawing =
        Drawing { unit: geometry.spacing(), geometry, picture, sketch: Sketch::default() };
    match &layer.content {
        Content::Heat { cells, side, curve, .. } => {
            drawing.heat(cells, side.map(|side| side.index()), *curve);
        }
        Content::Trails { plies, frames, low, high } => {
            drawing.trails(plies, frames.last()?, (*low, *high));
        }
        Content::Labels { plies } => labels::draw(&mut drawing, plies, &position.handles()),
        Content::Links { links, .. } => links::draw(&mut drawing, links),
        Content::Marks { marks } => marks.iter().for_each(|mark| drawing.mark(mark)),
        Content::Paths { paths } => paths.iter().for_each(|path| drawing.path(path)),
        Content::Moves { moves } => drawing.moves(moves),
        Content::Spans { rows, .. } => drawing.spans(rows),
        Content::Table { .. } | Content::Tree { .. } | Content::Words { .. } => return None,
    }
    Some(drawing.sketch)
}

/// A sketch that is being made, and the board it is made for.
struct Drawing {
    geometry: Geometry,
    picture: Picture,
    /// The distance between cells, by which everything is measured.
    unit: f32,
    sketch: Sketch,
}

impl Drawing {
    fn at(&self, cell: CellIndex) -> Option<(f32, f32)> {
        self.geometry.cells.get(cell).map(|cell| (cell.x, cell.y))
    }

    fn paint(&self, side: usize) -> Paint {
        self.geometry.sides[side].paint
    }

    fn taken(&self, cell: CellIndex) -> bool {
        self.picture.pieces.iter().any(|placed| placed.cell == cell)
    }

    /// A figure in the middle of a cell.
    fn figure(&mut self, (x, y): (f32, f32), words: Text, size: f32, ink: Paint) {
        let size = self.unit * size;
        self.sketch.over.push(Stroke::Words { x, y, words, size, room: self.unit * 0.9, ink });
    }

    fn heat(&mut self, cells: &[Warm], side: Option<usize>, curve: f64) {
        let most = cells.iter().map(|cell| cell.heat).fold(0.0, f64::max);
        for warm in cells {
            let strength = warm.heat.max(0.0).powf(curve) as f32;
            let tone = match side {
                Some(side) => Tone::of_side(self.paint(side), strength),
                None => Tone::heat(strength),
            };
            self.sketch.fills.push((warm.cell, tone));
            let Some(at) = self.at(warm.cell) else { continue };
            if warm.heat > MATTERS * most && !self.taken(warm.cell) && self.unit > 3.0 * LEAST {
                self.figure(at, warm.label.clone(), 0.27, tone.ink());
            }
        }
    }

    /// Arrows where a piece goes from cell to cell, the strongest on top; heat where one is put.
    fn trails(&mut self, plies: &[Trail], frame: &Frame, (low, high): (f64, f64)) {
        let on_scale =
            |figure: f64| if high > low { ((figure - low) / (high - low)) as f32 } else { 1.0 };
        let mut order: Vec<(&Trail, f64)> =
            plies.iter().zip(frame.figures.iter().copied()).collect();
        order.sort_by(|one, other| one.1.total_cmp(&other.1));
        let mut written: Vec<(CellIndex, f64)> = Vec::new();
        for (trail, figure) in order {
            let tone = Tone::heat(on_scale(figure));
            match trail.cells[..] {
                [cell] => {
                    self.sketch.fills.push((cell, tone));
                    // Several plies may end in one cell: the strongest is the one written.
                    written.retain(|(other, _)| *other != cell);
                    written.push((cell, figure));
                }
                [from, .., to] => self.arrow(from, to, on_scale(figure), tone),
                [] => {}
            }
        }
        for (cell, figure) in
            written.into_iter().filter(|(cell, _)| !self.taken(*cell)).collect::<Vec<_>>()
        {
            let words = Text::new("verbatim").with("words", (figure * 100.0).round() / 100.0);
            let ink = Tone::heat(on_scale(figure)).ink();
            if let Some(at) = self.at(cell) {
                self.figure(at, words, 0.27, ink);
            }
        }
    }

    /// An arrow as wide as a trail is strong; before a piece it ends at its rim.
    fn arrow(&mut self, from: CellIndex, to: CellIndex, strength: f32, tone: Tone) {
        let (Some(start), Some(end)) = (self.at(from), self.at(to)) else { return };
        let far = (end.0 - start.0).hypot(end.1 - start.1).max(1.0);
        let (ux, uy) = ((end.0 - start.0) / far, (end.1 - start.1) / far);
        let half = self.unit * (0.025 + 0.065 * strength);
        let head = half + self.unit * 0.09;
        let tip = far - self.unit * if self.taken(to) { 0.36 } else { 0.06 };
        let neck = tip - self.unit * 0.24;
        let tail = self.unit * 0.3;
        let corners = [
            (tail, -half),
            (neck, -half),
            (neck, -head),
            (tip, 0.0),
            (neck, head),
            (neck, half),
            (tail, half),
        ];
        let points = corners.map(|(along, across)| {
            (start.0 + ux * along - uy * across, start.1 + uy * along + ux * across)
        });
        let form = Form::path(format!("{}Z", through(&points)));
        self.sketch.under.push(Stroke::filled(form, tone).rimmed(Tone::plain("w2"), 1.0));
    }

    fn mark(&mut self, mark: &Mark) {
        let Some((x, y)) = self.at(mark.cell) else { return };
        let unit = self.unit;
        let side = mark.side.map(|side| self.paint(side.index()));
        let ink = side.unwrap_or(if mark.sign == Sign::Key { "accent" } else { "ink2" });
        let ground = match (mark.sign, side) {
            (Sign::Taken, Some(side)) => Tone::tint(side),
            (Sign::Key, _) => Tone::mixed(ink, 0.24, "w1"),
            (Sign::Dead, _) => Tone::mixed("ink", 0.3, "w3"),
            (Sign::Worse | Sign::Taken, _) => Tone::mixed("ink", 0.13, "w2"),
        };
        self.sketch.fills.push((mark.cell, ground));
        let ink = Tone::plain(ink);
        let circle = |r: f32| Form::circle(x, y, unit * r);
        self.sketch.over.push(match mark.sign {
            Sign::Dead => {
                let r = unit * 0.17;
                let cross = [
                    through(&[(x - r, y - r), (x + r, y + r)]),
                    through(&[(x + r, y - r), (x - r, y + r)]),
                ];
                Stroke::line(Form::path(cross.concat()), ink, unit * 0.065)
            }
            Sign::Taken => {
                Stroke::line(circle(0.33), ink, unit * 0.06).broken(unit * 0.13, unit * 0.128)
            }
            Sign::Worse => Stroke::filled(circle(0.1), ink),
            Sign::Key => Stroke::line(circle(0.36), ink, unit * 0.085),
        });
    }

    /// A dotted way over cells.
    fn way(&mut self, points: &[(f32, f32)], width: f32) {
        let line = Stroke::line(Form::path(through(points)), Tone::plain("ink"), self.unit * width);
        self.sketch.over.push(line.broken(self.unit * 0.03, self.unit * 0.13));
    }

    /// A number on a disc, with the colour of the side whose it is, if it is one's.
    fn number(&mut self, (x, y): (f32, f32), number: usize, side: Option<Paint>) {
        let unit = self.unit;
        if let Some(side) = side {
            // A side as dark as the wood still shows.
            let rim =
                Stroke::filled(Form::circle(x, y, unit * 0.285), Tone::mixed(side, 0.55, "ink"));
            self.sketch.over.push(rim);
        }
        let line = Tone::plain(side.unwrap_or("ink"));
        let width = unit * if side.is_some() { 0.07 } else { 0.035 };
        let disc = Stroke::filled(Form::circle(x, y, unit * 0.22), Tone::plain("card"));
        self.sketch.over.push(disc.rimmed(line, width));
        self.figure((x, y), Text::verbatim(number.to_string()), 0.24, "ink");
    }

    fn path(&mut self, path: &[CellIndex]) {
        let points: Vec<(f32, f32)> = path.iter().filter_map(|cell| self.at(*cell)).collect();
        self.way(&points, 0.05);
        for (place, point) in points.iter().enumerate() {
            self.number(*point, place + 1, None);
        }
    }

    fn moves(&mut self, moves: &[Put]) {
        for (place, put) in moves.iter().enumerate() {
            let Some(to) = self.at(put.cell) else { continue };
            let side = self.paint(put.side.index());
            match put.from.and_then(|from| self.at(from)) {
                None => {
                    let outline = self.geometry.cells[put.cell].outline.clone();
                    self.sketch.over.push(Stroke::filled(outline, Tone::tint(side)));
                    self.number(to, place + 1, Some(side));
                }
                Some(from) => {
                    self.way(&[from, to], 0.06);
                    // Halfway, so that what stands on the two cells stays in sight.
                    let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                    self.number(middle, place + 1, Some(side));
                }
            }
        }
    }

    /// A line around the cells of each place; a place of one cell is a ring.
    fn spans(&mut self, rows: &[SpanRow]) {
        let mut seen: Vec<Vec<CellIndex>> = Vec::new();
        for cells in rows.iter().flat_map(|row| &row.spans) {
            let mut name = cells.clone();
            name.sort_unstable();
            let ends = cells.first().zip(cells.last());
            let ends = ends.and_then(|(from, to)| self.at(*from).zip(self.at(*to)));
            let Some((from, to)) = ends.filter(|_| !seen.contains(&name)) else { continue };
            seen.push(name);
            // Shorter places lie within longer ones on the same line, not on top of them.
            let r = self.unit * (0.37 + 0.025 * cells.len().min(4) as f32);
            let form = capsule(from, to, r);
            let halo =
                Stroke::line(form.clone(), Tone::plain("shade"), self.unit * 0.07).faint(0.75);
            let line = Stroke::line(form, Tone::plain("glow"), self.unit * 0.035);
            self.sketch.over.extend([halo, line]);
        }
    }
}

/// All that is nearer than `r` to the way between two points, as a form.
fn capsule(from: (f32, f32), to: (f32, f32), r: f32) -> Form {
    let far = (to.0 - from.0).hypot(to.1 - from.1);
    if far < 1e-3 {
        return Form::circle(from.0, from.1, r);
    }
    let across = (-(to.1 - from.1) / far * r, (to.0 - from.0) / far * r);
    let corner = |(x, y): (f32, f32), sign: f32| place((x + sign * across.0, y + sign * across.1));
    Form::path(format!(
        "M{}L{}A{r:.1} {r:.1} 0 0 0 {}L{}A{r:.1} {r:.1} 0 0 0 {}Z",
        corner(from, 1.0),
        corner(to, 1.0),
        corner(to, -1.0),
        corner(from, -1.0),
        corner(from, 1.0),
    ))
}

/// A point as paths write it.
fn place((x, y): (f32, f32)) -> String {
    format!("{x:.1} {y:.1}")
}

/// A way through points.
fn through(points: &[(f32, f32)]) -> String {
    let points: Vec<String> = points.iter().map(|point| place(*point)).collect();
    format!("M{}", points.join("L"))
}

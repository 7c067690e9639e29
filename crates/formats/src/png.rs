//! A picture of a position as PNG (<https://www.w3.org/TR/png-3/>): what the SVG shows, painted dot by
//! dot. Its letters are those of a font that the program carries, so that it looks the same on every
//! machine.

use std::{io::Write, ops::RangeInclusive};

use flate2::{Compression, write::ZlibEncoder};
use ludoteca_games::{
    Position, palette,
    picture::{Form, Label, Paint, Shape},
};
use ttf_noto_sans::REGULAR;
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use zeno::{Cap, Command, Fill, Join, Mask, PathBuilder, Stroke, Style, Transform, Vector};

use crate::{
    drawing::Drawing,
    kind::{FormatKind, Holds, Told, all_is_read, any_game, everything, none},
};

/// The format, in which nothing is read.
pub const FORMAT: FormatKind = FormatKind {
    name: "png",
    ending: "png",
    media_type: "image/png",
    serves: any_game,
    told: |_| Told::No,
    holds: Holds::Picture,
    read: none,
    unplaced: all_is_read,
    write: |tree| Ok(paint(tree.node(tree.last()).position(), USUAL)),
    stops_early: false,
    // It is of one position alone, and says so itself.
    keeps: everything,
};

/// How many dots a picture is wide, if nobody says.
const USUAL: u32 = 1000;

/// How wide a picture may be, in dots.
pub const WIDTHS: RangeInclusive<u32> = 16..=4000;

/// No picture is taller, whatever board a game has: it is less wide then.
const TALLEST: f32 = 16_000.0;

/// A picture of a position, so many dots wide.
pub fn paint(position: &dyn Position, width: u32) -> Vec<u8> {
    let drawing = Drawing::of(position);
    let mut paper = Paper::new(drawing.view, width.clamp(*WIDTHS.start(), *WIDTHS.end()));
    let below = drawing.ground.iter().chain(&drawing.cells);
    below.for_each(|shape| paper.draw(shape, (0.0, 0.0)));
    drawing.labels.iter().for_each(|label| paper.write(label));
    for (at, shapes) in &drawing.pieces {
        shapes.iter().for_each(|shape| paper.draw(shape, *at));
    }
    drawing.winning.iter().for_each(|shape| paper.draw(shape, (0.0, 0.0)));
    paper.file()
}

/// Dots in rows, each of red, green and blue.
struct Paper {
    width: usize,
    height: usize,
    dots: Vec<[u8; 3]>,
    /// The corner of what is seen, and how many dots a unit is long.
    corner: [f32; 2],
    scale: f32,
}

impl Paper {
    fn new([x, y, across, down]: [f32; 4], width: u32) -> Paper {
        let scale = (width as f32 / across).min(TALLEST / down);
        let dots = |length: f32| ((length * scale).round() as usize).max(1);
        let (width, height) = (dots(across), dots(down));
        let [ground @ .., _] = colour("paper").unwrap_or([255; 4]);
        Paper { width, height, dots: vec![ground; width * height], corner: [x, y], scale }
    }

    /// Draws a shape, moved by `at`.
    fn draw(&mut self, shape: &Shape, at: (f32, f32)) {
        let path = path(&shape.form);
        if let Some(colour) = shape.fill.and_then(colour) {
            self.lay(&path, Fill::NonZero, at, colour);
        }
        if let Some(colour) = shape.stroke.and_then(colour) {
            let mut line = Stroke::new(shape.width * self.scale);
            line.join(Join::Round).cap(Cap::Round);
            self.lay(&path, line, at, colour);
        }
    }

    /// Writes a label around its middle.
    fn write(&mut self, label: &Label) {
        let Some(colour) = colour("ink") else { return };
        let size = label.size.unwrap_or_default();
        self.lay(&letters(&label.text, size), Fill::NonZero, (label.x, label.y), colour);
    }

    /// Lays a colour over all that a path covers; a line along it is so many dots wide.
    fn lay<'a>(
        &mut self,
        path: &[Command],
        style: impl Into<Style<'a>>,
        (x, y): (f32, f32),
        [colour @ .., opaque]: [u8; 4],
    ) {
        let scale = self.scale;
        let [left, top] = self.corner;
        let to_dots =
            Transform::scale(scale, scale).then_translate((x - left) * scale, (y - top) * scale);
        // In dots already, so that curves are as round as they have to be there.
        let path: Vec<Command> = path.iter().map(|step| step.transform(&to_dots)).collect();
        let (mask, place) = Mask::new(&path).style(style).render();
        if place.width == 0 {
            return;
        }
        for (row, cover) in mask.chunks(place.width as usize).enumerate() {
            let Some(y) = inside(place.top, row, self.height) else { continue };
            for (column, cover) in cover.iter().enumerate() {
                let cover = u32::from(*cover) * u32::from(opaque) / 255;
                let Some(x) = inside(place.left, column, self.width) else { continue };
                let dot = &mut self.dots[y * self.width + x];
                for (part, new) in dot.iter_mut().zip(colour) {
                    let [old, new] = [*part, new].map(u32::from);
                    *part = ((old * (255 - cover) + new * cover + 127) / 255) as u8;
                }
            }
        }
    }

    /// The paper as a file: a head, the dots, and the end.
    fn file(&self) -> Vec<u8> {
        const TRUE_COLOUR: [u8; 5] = [8, 2, 0, 0, 0];
        let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
        let size = [self.width, self.height].map(|length| (length as u32).to_be_bytes());
        chunk(&mut file, b"IHDR", &[size.as_flattened(), &TRUE_COLOUR].concat());
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
        let rows = self.dots.chunks(self.width);
        let unfiltered = |row: &[[u8; 3]]| [&[0], row.as_flattened()].concat();
        let packed = rows
            .map(unfiltered)
            .try_for_each(|row| packed.write_all(&row))
            .and_then(|()| packed.finish());
        chunk(&mut file, b"IDAT", &packed.expect("memory takes whatever is written"));
        chunk(&mut file, b"IEND", &[]);
        file
    }
}

/// The place `further` on from `from`, if it is one of so many.
fn inside(from: i32, further: usize, of: usize) -> Option<usize> {
    let place = usize::try_from(i64::from(from) + further as i64).ok()?;
    (place < of).then_some(place)
}

/// A part of a file, with its length before it and its sum behind it.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], bytes: &[u8]) {
    file.extend((bytes.len() as u32).to_be_bytes());
    let summed = file.len();
    file.extend(name);
    file.extend(bytes);
    let sum = crc32fast::hash(&file[summed..]);
    file.extend(sum.to_be_bytes());
}

/// A form as lines and curves.
fn path(form: &Form) -> Vec<Command> {
    let mut path = Vec::new();
    match form {
        Form::Circle { x, y, r } => drop(path.add_circle((*x, *y), *r)),
        Form::Rect { x, y, w, h, r } if *r > 0.0 => {
            path.add_round_rect((*x, *y), *w, *h, *r, *r);
        }
        Form::Rect { x, y, w, h, .. } => drop(path.add_rect((*x, *y), *w, *h)),
        Form::Path { d } => path.extend(zeno::PathData::commands(&d.as_str())),
    }
    path
}

/// Words as the outlines of their letters, around a point.
fn letters(words: &str, size: f32) -> Vec<Command> {
    let face = Face::parse(REGULAR, 0).expect("the font is whole");
    let scale = size / f32::from(face.units_per_em());
    let glyphs: Vec<(GlyphId, f32)> = words
        .chars()
        .map(|letter| {
            // What the font has no letter for is its first one, an empty box.
            let glyph = face.glyph_index(letter).unwrap_or_default();
            (glyph, f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale)
        })
        .collect();
    let wide: f32 = glyphs.iter().map(|(_, wide)| wide).sum();
    // As `dominant-baseline="central"` has it: around the middle between the tallest letter and the
    // deepest.
    let middle = (f32::from(face.ascender()) + f32::from(face.descender())) / 2.0 * scale;
    let mut outlines = Outlines { path: Vec::new(), at: [-wide / 2.0, middle], scale };
    for (glyph, wide) in glyphs {
        face.outline_glyph(glyph, &mut outlines);
        outlines.at[0] += wide;
    }
    outlines.path
}

/// The outlines of letters, from a place on a line.
struct Outlines {
    path: Vec<Command>,
    at: [f32; 2],
    scale: f32,
}

impl Outlines {
    /// A point of a letter. In fonts up is up.
    fn point(&self, x: f32, y: f32) -> Vector {
        Vector::new(self.at[0] + x * self.scale, self.at[1] - y * self.scale)
    }
}

impl OutlineBuilder for Outlines {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Command::MoveTo(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Command::LineTo(self.point(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.push(Command::QuadTo(self.point(x1, y1), self.point(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let [first, second] = [self.point(x1, y1), self.point(x2, y2)];
        self.path.push(Command::CurveTo(first, second, self.point(x, y)));
    }

    fn close(&mut self) {
        self.path.push(Command::Close);
    }
}

/// Red, green and blue of a colour by day, and how little of what is below it shows through.
fn colour(paint: Paint) -> Option<[u8; 4]> {
    let digits = palette::by_day(paint)?.strip_prefix('#')?;
    let short = digits.len() == 3;
    let part = |number: usize| {
        let part = if short { number..number + 1 } else { 2 * number..2 * number + 2 };
        let part = u8::from_str_radix(digits.get(part)?, 16).ok()?;
        Some(if short { part * 17 } else { part })
    };
    Some([part(0)?, part(1)?, part(2)?, part(3).unwrap_or(255)])
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;
    use ludoteca_games::{GAMES, GameTree, Start};

    use super::*;

    /// A colour through which nothing shows.
    fn plain(paint: Paint) -> [u8; 3] {
        let [plain @ .., opaque] = colour(paint).unwrap();
        assert_eq!(opaque, 255, "{paint}");
        plain
    }

    /// What a file says: its parts, each with its name.
    fn parts(file: &[u8]) -> Vec<(&[u8], &[u8])> {
        let mut rest = file.strip_prefix(b"\x89PNG\r\n\x1a\n").expect("it is a PNG");
        let mut parts = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let (part, after) = after.split_at(4 + u32::from_be_bytes(*length) as usize);
            let (sum, after) = after.split_first_chunk::<4>().expect("a sum follows");
            assert_eq!(crc32fast::hash(part), u32::from_be_bytes(*sum));
            parts.push(part.split_at(4));
            rest = after;
        }
        parts
    }

    /// The dots of a file, row by row.
    fn dots(file: &[u8]) -> Vec<Vec<[u8; 3]>> {
        let parts = parts(file);
        assert_eq!(
            parts.iter().map(|part| part.0).collect::<Vec<_>>(),
            [b"IHDR", b"IDAT", b"IEND"]
        );
        let length = |at: usize| u32::from_be_bytes(parts[0].1[at..at + 4].try_into().unwrap());
        let (width, height) = (length(0) as usize, length(4) as usize);
        assert_eq!(parts[0].1[8..], [8, 2, 0, 0, 0], "eight bits for each of three colours");
        let mut bytes = Vec::new();
        ZlibDecoder::new(parts[1].1).read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), height * (1 + 3 * width));
        let row = |row: &[u8]| {
            assert_eq!(row[0], 0, "no filter");
            row[1..].chunks(3).map(|dot| dot.try_into().unwrap()).collect()
        };
        bytes.chunks(1 + 3 * width).map(row).collect()
    }

    /// The colour of a dot near the middle of a cell.
    fn seen(tree: &GameTree, name: &str, beside: [f32; 2]) -> [u8; 3] {
        let geometry = tree.position().geometry();
        let dots = dots(&paint(tree.position(), 700));
        let scale = 700.0 / geometry.view[2];
        assert_eq!((dots[0].len(), dots.len()), (700, (geometry.view[3] * scale).round() as usize));
        let cell = geometry.cells.iter().find(|cell| cell.name == name).unwrap();
        let [x, y] = [cell.x + beside[0] - geometry.view[0], cell.y + beside[1] - geometry.view[1]];
        dots[(y * scale) as usize][(x * scale) as usize]
    }

    #[test]
    fn cells_and_pieces_have_the_colours_of_the_picture() {
        let begun = |start: Start| GameTree::begin(start).unwrap();
        let four = begun(Start::of("connect4").at("445"));
        let (geometry, picture) = (four.position().geometry(), four.position().picture());
        let hole = plain(geometry.cells[0].fill.unwrap());
        assert_eq!(seen(&four, "a1", [0.0, 0.0]), hole);
        assert_eq!(picture.pieces.len(), 3);
        for placed in &picture.pieces {
            let shape = &geometry.pieces[placed.piece].shapes[0];
            let Form::Circle { r, .. } = shape.form else { panic!("a disc is round") };
            let name = &geometry.cells[placed.cell].name;
            // Near its rim a disc has nothing but its colour.
            let disc = plain(shape.fill.unwrap());
            assert_eq!(seen(&four, name, [-0.85 * r, 0.0]), disc, "{name}");
            // The disc is seen through its rim.
            let rim = seen(&four, name, [-r, 0.0]);
            assert!((disc[0] / 2..disc[0]).contains(&rim[0]), "{name}: {rim:?}");
        }
        let hex = begun(Start::of("hex").with("size", "5").at("c3 b2"));
        let cell = plain(hex.position().geometry().cells[0].fill.unwrap());
        assert_eq!(seen(&hex, "a1", [0.0, 0.0]), cell);
        let stones = ["c3", "b2"].map(|name| seen(&hex, name, [-10.0, 0.0]));
        assert!(stones[0] != stones[1] && !stones.contains(&cell), "{stones:?}");
    }

    #[test]
    fn every_game_has_a_picture_with_its_letters_in_it() {
        for kind in GAMES {
            let mut position = kind.begin([]).unwrap();
            while let Some(ply) = position.plies().pop() {
                position.play(&ply).unwrap();
            }
            let dots = dots(&paint(position.as_ref(), 300));
            let view = position.geometry().view;
            let scale = 300.0 / view[2];
            for label in &position.geometry().labels {
                let size = label.size.unwrap_or(13.0) / 2.0;
                let around = |middle: f32, corner: f32| {
                    let at = |beside: f32| ((middle + beside - corner) * scale).max(0.0) as usize;
                    at(-size)..=at(size)
                };
                let rows = around(label.y, view[1]).filter_map(|row| dots.get(row));
                let near: Vec<[u8; 3]> = rows
                    .flat_map(|row| around(label.x, view[0]).filter_map(|at| row.get(at)))
                    .copied()
                    .collect();
                assert!(near.iter().any(|dot| *dot != near[0]), "{}: {}", kind.name, label.text);
            }
        }
    }

    #[test]
    fn colours_are_read_however_the_palette_writes_them() {
        assert_eq!(colour("on-accent"), Some([255, 255, 255, 255]), "#fff");
        assert_eq!(colour("rim"), Some([0, 0, 0, 0x47]), "#00000047");
        assert_eq!(colour("accent"), Some([0x1f, 0x66, 0x53, 255]), "#1f6653");
        assert_eq!(colour("nothing"), None);
    }

    #[test]
    fn a_width_is_kept_within_what_is_allowed() {
        let tree = GameTree::begin(Start::of("tictactoe")).unwrap();
        let width = |asked: u32| dots(&paint(tree.position(), asked))[0].len();
        assert_eq!([width(0), width(16), width(90)], [16, 16, 90]);
    }
}

//! A picture of a position as SVG, drawn from the same data as the page's boards and in the page's
//! colours by day.

use ludoteca_games::{
    Position, palette,
    picture::{Form, Paint, Shape},
    sketch::{Fill, Outline, Sketch, Stroke, Tone},
};
use ludoteca_text::Text;

use crate::{
    drawing::Drawing,
    kind::{FormatKind, Holds, Told, all_is_read, any_game, everything, none},
};

/// The format, in which nothing is read.
pub const FORMAT: FormatKind = FormatKind {
    name: "svg",
    ending: "svg",
    media_type: "image/svg+xml",
    serves: any_game,
    told: |_| Told::No,
    holds: Holds::Picture,
    read: none,
    unplaced: all_is_read,
    write: |tree| Ok(bare(tree.node(tree.last()).position()).into()),
    stops_early: false,
    // It is of one position alone, and says so itself.
    keeps: everything,
};

/// A picture of a position with nothing drawn over it.
fn bare(position: &dyn Position) -> String {
    picture(position, &Sketch::default(), &|_| String::new())
}

/// A picture of a position with what is drawn over it; `say` puts into words what is written there.
pub fn picture(position: &dyn Position, sketch: &Sketch, say: &dyn Fn(&Text) -> String) -> String {
    let drawing = Drawing::of(position);
    let [x, y, w, h] = drawing.view;
    let h = h + sketch.below;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" \
         width=\"{w}\" height=\"{h}\" font-family=\"sans-serif\">\n\
         <rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
        colour("paper")
    );
    drawing.ground.iter().for_each(|shape| draw(&mut out, shape));
    for (number, shape) in drawing.cells.iter().enumerate() {
        let other = sketch.fills.iter().rev().find(|(cell, _)| *cell == number);
        match other {
            None => draw(&mut out, shape),
            Some((_, tone)) => {
                let stroke = Stroke::filled(shape.form.clone(), *tone);
                let rim = shape.stroke.map(Tone::plain);
                stand(&mut out, &rim.map_or(stroke.clone(), |rim| stroke.rimmed(rim, 0.7)), say);
            }
        }
    }
    sketch.under.iter().for_each(|stroke| stand(&mut out, stroke, say));
    for label in &drawing.labels {
        let size = label.size.unwrap_or_default();
        write(&mut out, (label.x, label.y), &label.text, size, "ink", "");
    }
    for ((x, y), shapes) in &drawing.pieces {
        out += &format!("<g transform=\"translate({x} {y})\">\n");
        shapes.iter().for_each(|shape| draw(&mut out, shape));
        out += "</g>\n";
    }
    drawing.winning.iter().for_each(|shape| draw(&mut out, shape));
    sketch.over.iter().for_each(|stroke| stand(&mut out, stroke, say));
    out + "</svg>\n"
}

/// How wide a letter is, as a part of how tall it is.
const LETTER: f32 = 0.55;

/// Draws something of a sketch.
fn stand(out: &mut String, stroke: &Stroke, say: &dyn Fn(&Text) -> String) {
    match stroke {
        Stroke::Shape { form, fill, line, opacity } => {
            let fill = match fill {
                None => "none".to_owned(),
                Some(Fill::Plain(tone)) => mixture(tone),
                Some(Fill::Hatched { paint, upright, step }) => {
                    let name = hatching(out, paint, *upright, *step);
                    format!("url(#{name})")
                }
            };
            *out += &format!("<{} fill=\"{fill}\"", outline(form));
            if let Some(Outline { tone, width, dashes }) = line {
                *out += &format!(
                    " stroke=\"{}\" stroke-width=\"{width:.2}\" stroke-linejoin=\"round\" \
                     stroke-linecap=\"round\"",
                    mixture(tone)
                );
                if let Some([part, gap]) = dashes {
                    *out += &format!(" stroke-dasharray=\"{part:.2} {gap:.2}\"");
                }
            }
            if *opacity < 1.0 {
                *out += &format!(" opacity=\"{opacity}\"");
            }
            *out += "/>\n";
        }
        Stroke::Words { x, y, words, size, room, ink } => {
            let words = say(words);
            let letters = words.chars().count().max(1) as f32;
            let size = size.min(room / (letters * LETTER));
            write(out, (*x, *y), &words, size, ink, " font-weight=\"600\"");
        }
        Stroke::Tag { x, y, words, scale, room, ground, rim, ink, broken } => {
            let words = say(words);
            let letters = words.chars().count().max(1) as f32;
            let wide = ((letters * 8.4 + 10.0).max(40.0) * scale).min(*room);
            let tall = 22.0 * scale;
            let size = (13.0 * scale).min((wide - 4.0 * scale) / (letters * 0.6));
            let dashes = if *broken { " stroke-dasharray=\"4 3\"" } else { "" };
            *out += &format!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\" rx=\"{:.1}\" \
                 fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"{dashes}/>\n",
                x - wide / 2.0,
                y - tall / 2.0,
                5.0 * scale,
                colour(ground),
                colour(rim),
                1.6 * scale,
            );
            write(out, (*x, *y), &words, size, ink, " font-weight=\"700\"");
        }
    }
}

/// Writes words around a point.
fn write(out: &mut String, (x, y): (f32, f32), words: &str, size: f32, ink: Paint, more: &str) {
    *out += &format!(
        "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"{size:.2}\" text-anchor=\"middle\" \
         dominant-baseline=\"central\" fill=\"{}\"{more}>{}</text>\n",
        colour(ink),
        quick_xml::escape::escape(words)
    );
}

/// A hatching that is in the picture, by its name: the same in every picture of a page, as pictures in
/// one page share their names.
fn hatching(out: &mut String, paint: Paint, upright: bool, step: f32) -> String {
    let way = if upright { "upright" } else { "level" };
    let name = format!("hatch-{paint}-{way}-{}", (step * 100.0).round());
    if !out.contains(&format!("id=\"{name}\"")) {
        let half = step / 2.0;
        let line = if upright {
            format!("M{half:.2} 0v{step:.2}")
        } else {
            format!("M0 {half:.2}h{step:.2}")
        };
        *out += &format!(
            "<pattern id=\"{name}\" width=\"{step:.2}\" height=\"{step:.2}\" \
             patternUnits=\"userSpaceOnUse\"><path d=\"{line}\" stroke=\"{}\" \
             stroke-width=\"{:.2}\"/></pattern>\n",
            colour(paint),
            step * 0.18
        );
    }
    name
}

fn draw(out: &mut String, shape: &Shape) {
    let fill = shape.fill.map_or("none", colour);
    *out += &format!("<{} fill=\"{fill}\"", outline(&shape.form));
    if let Some(paint) = shape.stroke {
        let (colour, width) = (colour(paint), shape.width);
        *out += &format!(
            " stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\""
        );
    }
    *out += "/>\n";
}

/// An element without its colours.
fn outline(form: &Form) -> String {
    match form {
        Form::Circle { x, y, r } => format!("circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\""),
        Form::Rect { x, y, w, h, r } => {
            format!("rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"")
        }
        Form::Path { d } => format!("path d=\"{d}\""),
    }
}

fn colour(paint: Paint) -> &'static str {
    palette::by_day(paint).unwrap_or("none")
}

fn mixture(tone: &Tone) -> String {
    palette::mixed(tone.paint, tone.share, tone.other).unwrap_or_else(|| "none".to_owned())
}

#[cfg(test)]
mod tests {
    use ludoteca_games::GAMES;

    use super::*;

    #[test]
    fn every_paint_of_every_game_has_a_colour() {
        for kind in GAMES {
            let mut position = kind.begin([]).unwrap();
            while let Some(ply) = position.plies().pop() {
                position.play(&ply).unwrap();
            }
            let geometry = position.geometry();
            let pieces = geometry.pieces.iter().flat_map(|piece| &piece.shapes);
            let shapes = geometry.ground.iter().chain(pieces);
            let paints = shapes.flat_map(|shape| [shape.fill, shape.stroke]);
            for paint in paints.chain(geometry.cells.iter().map(|cell| cell.fill)).flatten() {
                assert_ne!(colour(paint), "none", "{}: {paint}", kind.name);
            }
            let drawn = bare(position.as_ref());
            assert_eq!(drawn.matches("<g ").count(), position.picture().pieces.len());
        }
    }
}

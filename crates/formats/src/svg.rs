//! A picture of a position as SVG, drawn from the same data as the page's boards and in the page's
//! colours by day.

use ludoteca_games::{
    Position, palette,
    picture::{Form, Paint, Shape},
};

use crate::{
    error::FileFault,
    kind::{FormatKind, Told, any_game, everything},
};

/// The format, in which nothing is read.
pub const FORMAT: FormatKind = FormatKind {
    name: "svg",
    ending: "svg",
    media_type: "image/svg+xml",
    serves: any_game,
    told: |_| Told::No,
    read: |_, _| Err(FileFault::Unknown.into()),
    write: |tree| Ok(write(tree.node(tree.last()).position())),
    stops_early: false,
    // It is of one position alone, and says so itself.
    keeps: everything,
};

/// The colour around the cells of a chain or line that won.
const WINNING: Paint = "accent";

/// How tall labels are that do not say.
const LABEL: f32 = 13.0;

/// A picture of a position.
fn write(position: &dyn Position) -> String {
    let geometry = position.geometry();
    let picture = position.picture();
    let [x, y, w, h] = geometry.view;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {w} {h}\" \
         width=\"{w}\" height=\"{h}\" font-family=\"sans-serif\">\n\
         <rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{}\"/>\n",
        colour("paper")
    );
    geometry.ground.iter().for_each(|shape| draw(&mut out, shape));
    for cell in &geometry.cells {
        let mut shape =
            Shape { form: cell.outline.clone(), fill: cell.fill, stroke: None, width: 0.0 };
        if cell.fill.is_some_and(|paint| paint != "hole") {
            shape = shape.rimmed("wline", 0.7);
        }
        draw(&mut out, &shape);
    }
    for label in &geometry.labels {
        out += &format!(
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" \
             dominant-baseline=\"central\" fill=\"{}\">{}</text>\n",
            label.x,
            label.y,
            label.size.unwrap_or(LABEL),
            colour("ink"),
            quick_xml::escape::escape(&label.text)
        );
    }
    for placed in &picture.pieces {
        let cell = &geometry.cells[placed.cell];
        out += &format!("<g transform=\"translate({} {})\">\n", cell.x, cell.y);
        geometry.pieces[placed.piece].shapes.iter().for_each(|shape| draw(&mut out, shape));
        out += "</g>\n";
    }
    for cell in &picture.winning {
        let cell = &geometry.cells[*cell];
        let line = format!("fill=\"none\" stroke=\"{}\" stroke-width=\"3\"", colour(WINNING));
        out += &format!("<{} {line}/>\n", outline(&cell.outline));
    }
    out + "</svg>\n"
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
            let drawn = write(position.as_ref());
            assert_eq!(drawn.matches("<g ").count(), position.picture().pieces.len());
        }
    }
}

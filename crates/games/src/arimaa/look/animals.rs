//! The drawings of the animals: one filled silhouette each, with a few cuts, on a grid of 48.

use crate::{
    Side,
    arimaa::Kind,
    boards::SQUARE,
    picture::{Form, Paint, Shape},
};

/// An animal's drawing.
struct Animal {
    /// Ears that lie behind the head.
    ears: &'static str,
    /// Head or body.
    body: &'static str,
    /// Lines cut into it; the elephant's tusk is a line beside it.
    lines: &'static str,
    /// Dots cut into it: centre and radius.
    dots: &'static [(f32, f32, f32)],
}

fn animal(kind: Kind) -> Animal {
    match kind {
        Kind::Rabbit => Animal {
            ears: "M-8.5-3C-14-9-15-21-9.5-22.5-4.5-23.5-2-14-1.8-6zM8.5-3C14-9 15-21 9.5-22.5 4.5-23.5 2-14 1.8-6z",
            body: "M0-8.5C7.5-8.5 13-3 13 4.5S7.5 17.5 0 17.5-13 12-13 4.5-7.5-8.5 0-8.5z",
            lines: "M0 9v3.5M-8.6-10L-8.4-16M8.6-10L8.4-16",
            dots: &[(-5.2, 2.0, 1.9), (5.2, 2.0, 1.9), (0.0, 7.5, 1.8)],
        },
        Kind::Cat => Animal {
            ears: "",
            body: "M-16-18.5L-7-12C-3-13.3 3-13.3 7-12L16-18.5c1.5 7 2 13 1 19C15.5 10.5 8.5 16.5 0 16.5S-15.5 10.5-17 .5c-1-6-.5-12 1-19z",
            lines: "M-5 8.5L-14 6.5M-5 10.5L-13 12.5M5 8.5L14 6.5M5 10.5L13 12.5",
            dots: &[(-6.2, -1.5, 2.7), (6.2, -1.5, 2.7), (0.0, 6.0, 1.9)],
        },
        Kind::Dog => Animal {
            ears: "M-9-15C-16.5-16.5-21-9-20.5 0c.2 5.5 4 8.5 7.5 6C-10.5 3-11-3-10-8zM9-15C16.5-16.5 21-9 20.5 0c-.2 5.5-4 8.5-7.5 6C10.5 3 11-3 10-8z",
            body: "M-8.5-14.5C-5-17.5 5-17.5 8.5-14.5 12-9 11.5-2 9.5 3 8.5 7 8.5 9.5 7 12.5 4.5 18-4.5 18-7 12.5-8.5 9.5-8.5 7-9.5 3-11.5-2-12-9-8.5-14.5z",
            lines: "M0 8v4.5M-3.5 13.5C-1.5 12.5 1.5 12.5 3.5 13.5",
            dots: &[(-4.3, -5.0, 1.9), (4.3, -5.0, 1.9), (0.0, 5.5, 3.3)],
        },
        Kind::Horse => Animal {
            ears: "",
            body: "M-2.5-20.5L1-15C10-13.5 15-5 14.5 6c-.2 5-.9 9-1.5 13H-7.5C-8 13.5-4 10.5-1.5 6.5-1 5-2 4-3.5 4.2-6.5 4.5-9 6.5-11 9c-2 2.2-5.5.8-6-2.5C-17.4 3-14.5-1-11.5-5.5-9.5-10-7.5-12.5-4.8-14.5z",
            lines: "M2.5-10.5C9-7 10.5 1 9.5 10",
            dots: &[(-6.0, -6.0, 1.9)],
        },
        Kind::Camel => Animal {
            ears: "",
            body: "M-21-9.5C-21-13-18-15-15-14.5l1.5-2 2 3C-10-12-10.5-8-10.5-5c0 3.5 2 5 4.3 4.2C-5.5-7-3.5-11.5-.3-11.5 3-11.5 4-7.5 5-4 6-8 8-11.5 11.2-11.2 16-10.8 16-4 18.3.5 20 4 19.5 7.5 18.5 9L18 19h-4.5l-1-9.5C8 11.5 2 11.5-2.5 10L-3 19h-4.6l-.7-9.7C-13.5 7.5-15.5 3-15.5-2c0-2.5 0-4-.6-5C-18-6-21-6.5-21-9.5z",
            lines: "",
            dots: &[(-15.6, -11.0, 1.9)],
        },
        Kind::Elephant => Animal {
            ears: "M-9-13C-15-18-22-13.5-22-5c0 8 6 13 12 9.5C-9 0-10-6-9-13zM9-13C15-18 22-13.5 22-5c0 8-6 13-12 9.5C9 0 10-6 9-13z",
            body: "M-7.5-14.5C-4-17.5 4-17.5 7.5-14.5 9.5-8 8.5-1.5 5.5 3 4 7 4 11 5 13c1 2 3.7 1.4 3.7-1.5h4.3c.6 7-4.7 9.5-9.3 7.5C-1 17-2.5 10-5.5 3-8.5-1.5-9.5-8-7.5-14.5z",
            lines: "M-7 4.5C-8 8.5-10 10.5-13 11",
            dots: &[(-3.8, -6.0, 1.9), (3.8, -6.0, 1.9)],
        },
    }
}

/// A piece: Gold's are coins with a dark animal, Silver's tiles with a light one. The weaker are
/// smaller.
pub fn tile(side: Side, kind: Kind) -> Vec<Shape> {
    let size = match kind {
        Kind::Rabbit => 0.84,
        Kind::Cat | Kind::Dog => 0.93,
        _ => 1.0,
    } * SQUARE
        / 55.0;
    let (tile, ink) = match side {
        Side::First => ("gold", "goldink"),
        Side::Second => ("silver", "silverink"),
    };
    let mut shapes = match side {
        Side::First => vec![
            Shape::filled(Form::circle(0.0, 0.0, 22.5 * size), tile).rimmed("gold2", 1.5 * size),
            Shape::drawn(Form::circle(0.0, 0.0, 19.8 * size), "gold2", 0.6 * size),
        ],
        Side::Second => {
            let half = 21.5 * size;
            let form = Form::rect(-half, -half, 2.0 * half, 2.0 * half, 8.0 * size);
            vec![Shape::filled(form, tile).rimmed("silver2", 1.8 * size)]
        }
    };
    draw(&animal(kind), kind, 0.74 * size, tile, ink, &mut shapes);
    shapes
}

fn draw(animal: &Animal, kind: Kind, size: f32, tile: Paint, ink: Paint, out: &mut Vec<Shape>) {
    let path = |d: &str| Form::path(scaled(d, size));
    let body = Shape::filled(path(animal.body), ink);
    if animal.ears.is_empty() {
        out.push(body);
    } else {
        out.push(Shape::filled(path(animal.ears), ink));
        out.push(body.rimmed(tile, 1.7 * size));
    }
    if !animal.lines.is_empty() {
        let (paint, width) = if kind == Kind::Elephant { (ink, 2.6) } else { (tile, 1.8) };
        out.push(Shape::drawn(path(animal.lines), paint, width * size));
    }
    let dot = |(x, y, r): &(f32, f32, f32)| {
        Shape::filled(Form::circle(x * size, y * size, r * size), tile)
    };
    out.extend(animal.dots.iter().map(dot));
}

/// A path with every number in it multiplied. Paths without arcs are larger or smaller by that.
fn scaled(d: &str, by: f32) -> String {
    let mut out = String::new();
    let mut number = String::new();
    let flush = |number: &mut String, out: &mut String| {
        if let Ok(value) = number.parse::<f32>() {
            if out.ends_with(|last: char| last.is_ascii_digit()) {
                out.push(' ');
            }
            out.push_str(&format!("{:.2}", value * by));
        }
        number.clear();
    };
    for letter in d.chars() {
        let begins = letter == '-' || letter == '.' && number.contains('.');
        if begins || !(letter.is_ascii_digit() || letter == '.') {
            flush(&mut number, &mut out);
        }
        if letter.is_ascii_digit() || matches!(letter, '-' | '.') {
            number.push(letter);
        } else if letter != ' ' {
            out.push(letter);
        }
    }
    flush(&mut number, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::scaled;

    #[test]
    fn a_path_is_scaled_number_by_number() {
        assert_eq!(
            scaled("M-9-13C.5.5 2,3-4 5z", 2.0),
            "M-18.00 -26.00C1.00 1.00 4.00,6.00 -8.00 10.00z"
        );
    }
}

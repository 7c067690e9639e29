//! What is drawn over a board besides what stands on it, as data: cells in other colours, lines,
//! signs and figures. Whoever explains a position says so in a [`Sketch`]; whoever draws pictures
//! draws it, and knows neither.

use ludoteca_text::Text;

use crate::{
    palette,
    picture::{CellIndex, Form, Geometry, Paint},
};

/// What is drawn over a board.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sketch {
    /// Cells that are not in their own colour; the last that speaks of a cell is right.
    pub fills: Vec<(CellIndex, Tone)>,
    /// What lies beneath the pieces, bottom first.
    pub under: Vec<Stroke>,
    /// What lies above them, bottom first.
    pub over: Vec<Stroke>,
    /// How much room it needs below the board.
    pub below: f32,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Stroke {
    /// A form with its colours.
    Shape {
        /// The form.
        form: Form,
        /// What is inside, if anything.
        fill: Option<Fill>,
        /// The line around it, if there is one.
        line: Option<Outline>,
        /// From 0, unseen, to 1.
        opacity: f32,
    },
    /// Words around a point, upright.
    Words {
        /// The point.
        x: f32,
        /// The point.
        y: f32,
        /// The words.
        words: Text,
        /// How tall they are, where they have that much room.
        size: f32,
        /// How wide they may be: they are written smaller where they would be wider.
        room: f32,
        /// Their colour.
        ink: Paint,
    },
    /// Words on a label of their own, which is as wide as they are.
    Tag {
        /// Its middle.
        x: f32,
        /// Its middle.
        y: f32,
        /// The words.
        words: Text,
        /// How large it is; 1 has words 13 units tall.
        scale: f32,
        /// How wide it may be.
        room: f32,
        /// What is behind the words.
        ground: Paint,
        /// The line around.
        rim: Paint,
        /// The words.
        ink: Paint,
        /// Whether the line around is broken, as that of a guess is.
        broken: bool,
    },
}

/// What is inside a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fill {
    /// One colour.
    Plain(Tone),
    /// Lines of a colour, so that what belongs to a side differs by more than its colour.
    Hatched {
        /// The colour.
        paint: Paint,
        /// Whether the lines go from top to bottom.
        upright: bool,
        /// How far they are from one another.
        step: f32,
    },
}

/// A line around or along a form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outline {
    /// Its colour.
    pub tone: Tone,
    /// How wide it is.
    pub width: f32,
    /// How long its parts and the gaps between them are, where it is broken.
    pub dashes: Option<[f32; 2]>,
}

/// A colour of the design language, or a mixture of two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tone {
    /// The one.
    pub paint: Paint,
    /// How much of it there is, from 0 to 1.
    pub share: f32,
    /// The other.
    pub other: Paint,
}

/// The tones of heat, low to high.
const HEAT: [Paint; 7] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6"];

/// The lightness from which dark figures are easier to read.
const LIGHT: f32 = 0.63;

impl Tone {
    /// One colour alone.
    pub fn plain(paint: Paint) -> Tone {
        Tone { paint, share: 1.0, other: paint }
    }

    /// So much of one colour in another.
    pub fn mixed(paint: Paint, share: f32, other: Paint) -> Tone {
        Tone { paint, share: share.clamp(0.0, 1.0), other }
    }

    /// Heat that belongs to nobody, from 0 to 1.
    pub fn heat(warmth: f32) -> Tone {
        let place = warmth.clamp(0.0, 1.0) * (HEAT.len() - 1) as f32;
        let tone = (place as usize).min(HEAT.len() - 2);
        Tone::mixed(HEAT[tone], 1.0 - (place - tone as f32), HEAT[tone + 1])
    }

    /// Heat of a side, from 0 to 1: from the wood to its colour.
    pub fn of_side(paint: Paint, warmth: f32) -> Tone {
        Tone::mixed(paint, warmth, "w1")
    }

    /// What belongs to a side without being its piece.
    pub fn tint(paint: Paint) -> Tone {
        match palette::named(&format!("{paint}t")) {
            Some(tint) => Tone::plain(tint),
            None => Tone::mixed(paint, 0.38, "w1"),
        }
    }

    /// The ink in which figures on it are easiest to read by day.
    pub fn ink(&self) -> Paint {
        let light = palette::lightness(self.paint, self.share, self.other);
        if light > LIGHT { "figure-dark" } else { "figure-light" }
    }
}

impl Stroke {
    /// A form filled with one colour.
    pub fn filled(form: Form, tone: Tone) -> Stroke {
        Stroke::Shape { form, fill: Some(Fill::Plain(tone)), line: None, opacity: 1.0 }
    }

    /// A form of which only the line is drawn.
    pub fn line(form: Form, tone: Tone, width: f32) -> Stroke {
        let line = Outline { tone, width, dashes: None };
        Stroke::Shape { form, fill: None, line: Some(line), opacity: 1.0 }
    }

    /// The same with a line around it.
    pub fn rimmed(mut self, tone: Tone, width: f32) -> Stroke {
        if let Stroke::Shape { line, .. } = &mut self {
            *line = Some(Outline { tone, width, dashes: None });
        }
        self
    }

    /// The same with its line broken.
    pub fn broken(mut self, part: f32, gap: f32) -> Stroke {
        if let Stroke::Shape { line: Some(line), .. } = &mut self {
            line.dashes = Some([part, gap]);
        }
        self
    }

    /// The same, but fainter.
    pub fn faint(mut self, share: f32) -> Stroke {
        if let Stroke::Shape { opacity, .. } = &mut self {
            *opacity = share;
        }
        self
    }
}

impl Geometry {
    /// The distance from a cell to its nearest neighbour, or the side of a square cell whose
    /// neighbours touch it only at corners: the measure of whatever is drawn on cells.
    pub fn spacing(&self) -> f32 {
        let mut least = f32::INFINITY;
        for (number, one) in self.cells.iter().enumerate() {
            if let Form::Rect { w, .. } = one.outline {
                least = least.min(w);
            }
            for other in &self.cells[number + 1..] {
                least = least.min((one.x - other.x).hypot(one.y - other.y));
            }
        }
        if least.is_finite() { least } else { 60.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_goes_from_the_first_tone_to_the_last_and_figures_on_it_change_their_ink() {
        assert_eq!(Tone::heat(0.0), Tone::mixed("h0", 1.0, "h1"));
        assert_eq!(Tone::heat(1.0), Tone::mixed("h5", 0.0, "h6"));
        assert_eq!(Tone::heat(2.0), Tone::heat(1.0));
        assert_eq!(Tone::heat(0.0).ink(), "figure-dark");
        assert_eq!(Tone::heat(1.0).ink(), "figure-light");
        assert_eq!(Tone::tint("a"), Tone::plain("at"));
        assert_eq!(Tone::tint("gold"), Tone::mixed("gold", 0.38, "w1"));
    }
}

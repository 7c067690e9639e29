//! What a picture of a position consists of, whoever draws it.

use ludoteca_games::{
    Position,
    picture::{Label, Shape},
};

/// The shapes and letters of a position, each group above the one before it.
pub struct Drawing {
    /// Left, top, width and height of what is seen.
    pub view: [f32; 4],
    /// What lies beneath the cells.
    pub ground: Vec<Shape>,
    /// The cells, in their order.
    pub cells: Vec<Shape>,
    /// The letters and numbers, each as tall as it says.
    pub labels: Vec<Label>,
    /// The pieces: where the middle of each is, and its shapes around it.
    pub pieces: Vec<((f32, f32), Vec<Shape>)>,
    /// What goes around the cells of a chain or line that won.
    pub winning: Vec<Shape>,
}

/// How tall labels are that do not say.
const LABEL: f32 = 13.0;

impl Drawing {
    /// The drawing of a position.
    pub fn of(position: &dyn Position) -> Drawing {
        let geometry = position.geometry();
        let picture = position.picture();
        let cells = geometry.cells.iter().map(|cell| {
            let shape =
                Shape { form: cell.outline.clone(), fill: cell.fill, stroke: None, width: 0.0 };
            let rimmed = cell.fill.is_some_and(|paint| paint != "hole");
            if rimmed { shape.rimmed("wline", 0.7) } else { shape }
        });
        let pieces = picture.pieces.iter().map(|placed| {
            let cell = &geometry.cells[placed.cell];
            ((cell.x, cell.y), geometry.pieces[placed.piece].shapes.clone())
        });
        let winning = picture.winning.iter().map(|cell| {
            let form = geometry.cells[*cell].outline.clone();
            Shape { form, fill: None, stroke: Some("accent"), width: 3.0 }
        });
        Drawing {
            view: geometry.view,
            cells: cells.collect(),
            pieces: pieces.collect(),
            winning: winning.collect(),
            labels: geometry
                .labels
                .iter()
                .map(|label| Label { size: label.size.or(Some(LABEL)), ..label.clone() })
                .collect(),
            ground: geometry.ground,
        }
    }
}

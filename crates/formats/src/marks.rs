//! What is drawn on boards, as files name it: the shapes, their colours, and the cells by the names
//! that the game gives them.

use std::collections::BTreeMap;

use ludoteca_games::{
    GameTree,
    picture::CellIndex,
    tree::{Colour, ROOT, Shape},
};

/// The colours and their names.
const COLOURS: [(Colour, &str); 4] = [
    (Colour::Green, "green"),
    (Colour::Red, "red"),
    (Colour::Blue, "blue"),
    (Colour::Yellow, "yellow"),
];

/// The name of a colour.
pub fn colour_name(colour: Colour) -> &'static str {
    COLOURS.iter().find(|known| known.0 == colour).map_or("green", |known| known.1)
}

/// The colour of a name.
pub fn colour(name: &str) -> Option<Colour> {
    COLOURS.iter().find(|known| known.1 == name).map(|known| known.0)
}

/// The name of a shape.
pub fn shape_name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Cell { .. } => "cell",
        Shape::Circle { .. } => "circle",
        Shape::Square { .. } => "square",
        Shape::Triangle { .. } => "triangle",
        Shape::Cross { .. } => "cross",
        Shape::Label { .. } => "label",
        Shape::Arrow { .. } => "arrow",
    }
}

/// The cells that a mark is drawn on.
pub fn touched(shape: &Shape) -> [CellIndex; 2] {
    match *shape {
        Shape::Arrow { from, to } => [from, to],
        Shape::Cell { cell }
        | Shape::Circle { cell }
        | Shape::Square { cell }
        | Shape::Triangle { cell }
        | Shape::Cross { cell }
        | Shape::Label { cell, .. } => [cell; 2],
    }
}

/// The cells of a board by their names. A cell whose name says nothing, or the same as another, is
/// called by its number.
pub struct Cells {
    names: Vec<String>,
    known: BTreeMap<String, CellIndex>,
}

impl Cells {
    /// The cells of the board that a game begins on.
    pub fn of(tree: &GameTree) -> Cells {
        let cells = tree.node(ROOT).position().geometry().cells;
        let mut known = BTreeMap::new();
        let mut names = Vec::new();
        for (at, cell) in cells.into_iter().enumerate() {
            let plain = !cell.name.is_empty() && !known.contains_key(&cell.name);
            let name = if plain { cell.name } else { format!("#{at}") };
            known.insert(name.clone(), at);
            names.push(name);
        }
        Cells { names, known }
    }

    /// The name of a cell.
    pub fn name(&self, cell: CellIndex) -> &str {
        self.names.get(cell).map_or("", String::as_str)
    }

    /// The cell of a name.
    pub fn cell(&self, name: &str) -> Option<CellIndex> {
        self.known.get(name.trim()).copied()
    }
}

//! The layer `ways`: a shortest way of each colour, drawn and in words.

use ludoteca_games::{
    Hex,
    hex::{Cell, Colour},
    picture::CellIndex,
};
use ludoteca_text::{Text, text};

use super::shortest_way;
use crate::thought::{Content, Layer, Link};

/// The name of a colour.
pub fn name(colour: Colour) -> Text {
    match colour {
        Colour::Red => text!("red"),
        Colour::Blue => text!("blue"),
    }
}

/// A shortest way of each colour that has one, the side to move first.
pub fn ways(position: &Hex) -> Option<Layer> {
    let colours = [position.colour(), position.colour().other()];
    let ways = colours.map(|colour| Some((colour, shortest_way(position, colour)?)));
    let [own, other] = [ways[0].as_ref()?, ways[1].as_ref()?];
    let sentence = text!("sentences", first = needs(position, own), then = needs(position, other));
    Some(Layer {
        id: "ways",
        title: text!("layer-ways"),
        sentence,
        content: Content::Links {
            links: vec![way_link(position, own), way_link(position, other)],
            whole: text!("ways-whole"),
            semi: text!("ways-whole"),
        },
    })
}

/// A way of a colour as a line.
pub fn way_link(position: &Hex, (colour, way): &(Colour, Vec<Cell>)) -> Link {
    let index = |cell: &Cell| cell.row() * position.size() + cell.column();
    Link {
        edges: Hex::edges(*colour).to_vec(),
        cells: way.iter().map(index).collect(),
        side: position.player(*colour),
        semi: false,
        carrier: empty(position, way).map(index).collect::<Vec<CellIndex>>(),
        depth: None,
    }
}

/// How many stones a colour needs, and on which cells.
pub fn needs(position: &Hex, (colour, way): &(Colour, Vec<Cell>)) -> Text {
    let cells: Vec<String> = empty(position, way).map(|cell| cell.name()).collect();
    text!("ways-needs", side = name(*colour), stones = cells.len(), cells = cells.join(", "))
}

fn empty<'a>(position: &'a Hex, way: &'a [Cell]) -> impl Iterator<Item = &'a Cell> {
    way.iter().filter(|cell| position.stone(**cell).is_none())
}

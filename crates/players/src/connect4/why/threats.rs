//! The layers `threats` and `threat-list`: the empty cells on which somebody would make four, and
//! what each of them is worth.

use ludoteca_games::{
    Side,
    connect4::{CELLS, STRIDE, cells},
};
use ludoteca_text::{Text, text};

use super::{
    super::plans::{COLUMN, ODD_ROWS},
    View, column_number, each, name, name_cells, row_number,
};
use crate::thought::{Content, Layer, Link};

/// An empty cell on which a side would make four.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threat {
    pub side: Side,
    /// The cell.
    pub cell: u64,
    pub worth: Worth,
}

/// What a threat is worth, as far as that can be seen in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// The cell can be played now.
    Open,
    /// The other side makes four on this cell, lower in the same column.
    Undermined(u64),
    /// The same side makes four on this cell and right above it; it is one of the two.
    Paired(u64),
    /// Both sides make four on the cell.
    Shared,
    /// When all other columns are full, the other side has to play below it.
    Waits,
    /// When all other columns are full, its own side has to play below it.
    Wasted,
}

/// All threats, the first side's first, the lowest rows first.
pub(super) fn threats(view: &View) -> Vec<Threat> {
    let of = |side: Side| {
        let bits = view.threats[side.index()];
        let mut found: Vec<u64> = each(bits).collect();
        found.sort_by_key(|cell| row_number(*cell));
        found.into_iter().map(move |cell| Threat { side, cell, worth: worth(view, side, cell) })
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

fn worth(view: &View, side: Side, cell: u64) -> Worth {
    let own = view.threats[side.index()];
    let other = view.threats[side.other().index()];
    let column = COLUMN << (cell.trailing_zeros() as usize / STRIDE * STRIDE);
    let under = other & column & (cell - 1);
    if view.free & cell != 0 {
        Worth::Open
    } else if under != 0 {
        // The nearest: if it lies right below, that says most.
        Worth::Undermined(1 << under.ilog2())
    } else if own & cell >> 1 != 0 {
        Worth::Paired(cell >> 1)
    } else if other & cell != 0 {
        Worth::Shared
    } else if own & cell << 1 != 0 {
        Worth::Paired(cell)
    } else if (cell & ODD_ROWS != 0) == (side == Side::First) {
        // Every other column has six cells. So the stone on row r of the last column is stone
        // 36 + r of the game, and the side that began has the odd ones.
        Worth::Waits
    } else {
        Worth::Wasted
    }
}

pub(super) fn layers(view: &View) -> Vec<Layer> {
    let threats = threats(view);
    let links = threats.iter().flat_map(|threat| links(view, threat));
    let mut layers = vec![Layer {
        id: "threats",
        title: text!("layer-threats"),
        sentence: sentence(view),
        content: Content::Links {
            links: links.collect(),
            whole: text!("threat-four"),
            semi: text!("threat-three"),
        },
    }];
    if !threats.is_empty() {
        layers.push(Layer {
            id: "threat-list",
            title: text!("layer-threat-list"),
            sentence: text!("threat-rows", first = name(Side::First), second = name(Side::Second)),
            content: Content::Table {
                columns: vec![
                    text!("threat-side"),
                    text!("threat-column"),
                    text!("threat-row"),
                    text!("threat-worth"),
                ],
                rows: threats.iter().map(|threat| row(view, threat)).collect(),
            },
        });
    }
    layers
}

fn sentence(view: &View) -> Text {
    let [first, second] = view.threats;
    let one = |side: Side, bits| text!("threats-one", side = name(side), cells = name_cells(bits));
    match (first, second) {
        (0, 0) => text!("threats-none"),
        (_, 0) => one(Side::First, first),
        (0, _) => one(Side::Second, second),
        _ => text!(
            "threats-both",
            first = name(Side::First),
            cells = name_cells(first),
            second = name(Side::Second),
            others = name_cells(second)
        ),
    }
}

/// A line for each four that the threat would complete, with its cell as what is still needed.
fn links(view: &View, threat: &Threat) -> Vec<Link> {
    let with = view.stones[threat.side.index()] | threat.cell;
    let mut found = Vec::new();
    for step in [1, STRIDE, STRIDE - 1, STRIDE + 1] {
        for back in 0..4 {
            let line = (0..4).try_fold(0u64, |line, k: usize| {
                let at = threat.cell.trailing_zeros() as usize + k * step;
                let bit = 1u64.checked_shl(at.checked_sub(back * step)? as u32)?;
                (bit & CELLS != 0).then_some(line | bit)
            });
            if let Some(line) = line.filter(|line| line & !with == 0) {
                found.push(Link {
                    cells: in_order(line, step),
                    edges: Vec::new(),
                    side: threat.side,
                    semi: true,
                    carrier: cells(threat.cell).collect(),
                    depth: None,
                });
            }
        }
    }
    found
}

/// The cells of a line from one end to the other, so that it is drawn straight.
fn in_order(line: u64, step: usize) -> Vec<usize> {
    let start = line.trailing_zeros() as usize;
    (0..4).flat_map(|k| cells(1 << (start + k * step))).collect()
}

fn row(view: &View, threat: &Threat) -> Vec<Text> {
    let row = row_number(threat.cell);
    let parity = if row % 2 == 1 {
        text!("threat-row-odd", row = row)
    } else {
        text!("threat-row-even", row = row)
    };
    vec![
        name(threat.side),
        Text::verbatim(column_number(threat.cell).to_string()),
        parity,
        words(view, threat),
    ]
}

fn words(view: &View, threat: &Threat) -> Text {
    let (side, other) = (name(threat.side), name(threat.side.other()));
    let odd = threat.cell & ODD_ROWS != 0;
    match threat.worth {
        Worth::Open if view.side == threat.side => text!("threat-wins"),
        Worth::Open => text!("threat-open", side = side, other = other),
        Worth::Undermined(at) if at << 1 == threat.cell => {
            text!("threat-above", side = side, other = other, row = row_number(at))
        }
        Worth::Undermined(at) => {
            text!("threat-higher", side = side, other = other, row = row_number(at))
        }
        Worth::Paired(low) => {
            let low = row_number(low);
            text!("threat-pair", other = other, low = low, high = low + 1)
        }
        Worth::Shared => text!("threat-shared"),
        Worth::Waits if odd => text!("threat-waits-odd", side = side, other = other),
        Worth::Waits => text!("threat-waits-even", other = other),
        Worth::Wasted if odd => text!("threat-wasted-odd", side = side, other = other),
        Worth::Wasted => text!("threat-wasted-even", side = side, other = other),
    }
}

//! The layers that show the seed evaluation term by term: the sum, the material, what squares are
//! worth, who controls the traps, and who hinders or helps whom.

use ludoteca_games::{
    Side,
    arimaa::{Board, Kind, Square, TRAPS, kind_name, squares},
};
use ludoteca_text::{Text, text};

use super::{
    POINT, Seed, Terms, beside_of, control_of, neighbours, tables, worth_of_rabbits,
    worth_of_square,
};
use crate::{
    explain::points,
    thought::{Content, Layer, Link, Mark, Sign, Warm},
};

/// The names of the terms, in order.
const NAMES: [&str; 4] = ["seed-material", "seed-squares", "seed-traps", "seed-mobility"];
/// What squares are worth at least, and what is drawn as the most.
const SQUARES: (i64, i64) = (-1, 10);

/// All layers of a board, the sum first.
pub fn account(board: &Board, seed: &Seed) -> [Layer; 5] {
    let terms = Terms::of(board);
    [
        sum(board, seed, &terms),
        material(board, &terms),
        worth(board, &terms),
        traps(board, &terms),
        mobility(board, &terms),
    ]
}

/// The layer `terms`: what each term gives each side.
fn sum(board: &Board, seed: &Seed, terms: &Terms) -> Layer {
    let row = |term: usize| {
        let difference = terms.difference()[term];
        vec![
            Text::new(NAMES[term]),
            plain(terms.0[0][term]),
            plain(terms.0[1][term]),
            points(difference),
            decimal(seed.weights.0[term]),
            decimal(seed.weights.0[term] * difference),
        ]
    };
    let score = seed.score(board);
    let sentence = match score {
        0 => text!("seed-even"),
        _ => {
            let leads = if score > 0 { Side::First } else { Side::Second };
            let [material, worth, traps, mobility] = terms.difference().map(points);
            text!(
                "seed-leads",
                side = name(leads),
                score = decimal(score.abs()),
                material = material,
                squares = worth,
                traps = traps,
                mobility = mobility
            )
        }
    };
    Layer {
        id: "terms",
        title: text!("layer-seed-terms"),
        sentence,
        content: Content::Table {
            columns: vec![
                text!("seed-term"),
                text!("gold"),
                text!("silver"),
                text!("seed-difference"),
                text!("seed-weight"),
                text!("seed-product"),
            ],
            rows: (0..NAMES.len()).map(row).collect(),
        },
    }
}

/// The layer `material`: the pieces of each side and what they are worth.
fn material(board: &Board, terms: &Terms) -> Layer {
    let row = |kind: Kind| {
        let count = |side| i64::from(board.pieces(side, kind).count_ones());
        let worth = |side| match kind {
            Kind::Rabbit => worth_of_rabbits(board, side),
            _ => count(side) * tables::MATERIAL[kind.index()],
        };
        let [gold, silver] = Side::BOTH.map(|side| {
            text!("seed-pieces", count = count(side) as f64, points = plain(worth(side)))
        });
        let difference = points(worth(Side::First) - worth(Side::Second));
        vec![Text::new(kind_name(kind)), gold, silver, difference]
    };
    Layer {
        id: "material",
        title: text!("layer-seed-material"),
        sentence: term_sentence("seed-material-is", terms, 0),
        content: Content::Table {
            columns: vec![
                text!("seed-piece"),
                text!("gold"),
                text!("silver"),
                text!("seed-difference"),
            ],
            rows: Kind::ALL.into_iter().rev().map(row).collect(),
        },
    }
}

/// The layer `squares`: what each piece's square is worth to it.
fn worth(board: &Board, terms: &Terms) -> Layer {
    let warm = |(square, side, kind): (Square, Side, Kind)| {
        let worth = worth_of_square(board, square, side, kind);
        let (low, high) = SQUARES;
        let heat = (worth - low) as f64 / (high - low) as f64;
        Warm { cell: square.index(), heat: heat.clamp(0.0, 1.0), label: points(worth) }
    };
    Layer {
        id: "squares",
        title: text!("layer-seed-squares"),
        sentence: term_sentence("seed-squares-are", terms, 1),
        content: Content::Heat {
            cells: board.all().map(warm).collect(),
            side: None,
            low: points(SQUARES.0),
            high: text!("seed-squares-high", points = SQUARES.1 as f64),
            curve: 1.0,
        },
    }
}

/// The layer `traps`: who controls each of them, by which pieces.
fn traps(board: &Board, terms: &Terms) -> Layer {
    let mark = |trap: Square| {
        let control = |side: Side| -> i64 {
            let own = board.all().filter(|(_, whose, _)| *whose == side);
            own.map(|(square, _, kind)| control_of(trap, square, kind)).sum()
        };
        let [gold, silver] = Side::BOTH.map(control);
        let side = match gold - silver {
            1.. => Some(Side::First),
            0 => None,
            _ => Some(Side::Second),
        };
        let counted = board.all().filter(|(square, _, kind)| control_of(trap, *square, *kind) > 0);
        Mark {
            cell: trap.index(),
            sign: Sign::Key,
            label: side.map_or_else(
                || text!("seed-trap-even"),
                |side| text!("seed-trap-of", side = name(side)),
            ),
            reason: text!(
                "seed-trap",
                trap = trap.name(),
                gold = plain(gold),
                silver = plain(silver)
            ),
            because: counted.map(|(square, ..)| square.index()).collect(),
            side,
        }
    };
    Layer {
        id: "traps",
        title: text!("layer-seed-traps"),
        sentence: term_sentence("seed-traps-are", terms, 2),
        content: Content::Marks { marks: squares(TRAPS).map(mark).collect() },
    }
}

/// The layer `mobility`: a line from each piece to each stronger neighbour, of the colour that it
/// serves.
fn mobility(board: &Board, terms: &Terms) -> Layer {
    let links = board.all().flat_map(|(square, side, kind)| {
        neighbours(board, square).filter_map(move |(other, whose, neighbour)| {
            let friends = whose == side;
            (beside_of(kind, neighbour, friends) != 0).then(|| Link {
                cells: vec![square.index(), other.index()],
                edges: Vec::new(),
                side: whose,
                semi: !friends,
                carrier: Vec::new(),
                depth: None,
            })
        })
    });
    Layer {
        id: "mobility",
        title: text!("layer-seed-mobility"),
        sentence: term_sentence("seed-mobility-is", terms, 3),
        content: Content::Links {
            links: links.collect(),
            whole: text!("seed-helps"),
            semi: text!("seed-hinders"),
        },
    }
}

/// What a term gives each side, in a sentence.
fn term_sentence(id: &'static str, terms: &Terms, term: usize) -> Text {
    Text::new(id)
        .with("gold", plain(terms.0[0][term]))
        .with("silver", plain(terms.0[1][term]))
        .with("difference", points(terms.difference()[term]))
}

/// A number without a sign, unless it is below zero.
fn plain(number: i64) -> Text {
    if number < 0 { points(number) } else { Text::new("verbatim").with("words", number as f64) }
}

/// Thousandths as a number.
fn decimal(thousandths: i64) -> Text {
    Text::new("verbatim").with("words", thousandths as f64 / POINT as f64)
}

/// The name of a side.
fn name(side: Side) -> Text {
    match side {
        Side::First => text!("gold"),
        Side::Second => text!("silver"),
    }
}

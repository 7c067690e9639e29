//! How `distance` and `dijkstra` measure, told step by step: the search spreads from an edge, a stone
//! farther each time, until it meets the other edge.

use ludoteca_games::{
    Game, Hex,
    hex::{Cell, Colour, HexPly},
};
use ludoteca_text::{Text, text};

use super::{
    Ways,
    layers::{name, needs, way_link},
    paths::fronts,
    shortest_way,
};
use crate::story::{
    Drawn, DrawnId, Look, Moment, MomentKind, Recorder, Sum,
    words::{blank, figure, kinds},
};

/// Tells how a position is measured, for the side to move or for both, and what a ply changes.
pub(super) fn tell(recorder: &mut Recorder<HexPly>, position: &Hex, ply: &HexPly, both: bool) {
    let story = recorder.story();
    story.sentence = if both { text!("spread-story-both") } else { text!("spread-story") };
    story.kinds = kinds([
        (MomentKind::Visit, "spread-kind-visit"),
        (MomentKind::Choose, "spread-kind-choose"),
    ]);
    let own = position.colour();
    let colours = if both { vec![own, own.other()] } else { vec![own] };
    let mut drawn = Vec::new();
    for colour in &colours {
        drawn = spread(recorder, position, *colour, drawn);
    }
    let mut after = *position;
    after.play_unchecked(ply);
    let written = position.write_ply(ply);
    let row = |what: &'static str, position: &Hex| {
        let stones = colours.iter().map(|colour| stones(position, *colour));
        std::iter::once(Text::new(what)).chain(stones).collect()
    };
    let of = |colour: &Colour| text!("spread-column", side = name(*colour));
    let columns = std::iter::once(blank()).chain(colours.iter().map(of)).collect();
    let way = shortest_way(&after, own);
    let shows = way.iter().map(|way| recorder.draw(on_board(&after, own, way))).collect();
    recorder.conclude(Moment {
        chapter: Some(text!("spread-choice")),
        plies: vec![*ply],
        hides: drawn,
        shows,
        figure: Some(stones(&after, own)),
        sum: Some(Sum {
            columns,
            rows: vec![row("spread-before", position), row("spread-after", &after)],
            chosen: Some(1),
        }),
        ..Moment::new(
            MomentKind::Choose,
            text!(
                if both { "spread-end-both" } else { "spread-end" },
                ply = written.clone(),
                side = name(own),
                was = stones(position, own),
                is = stones(&after, own),
                other = name(own.other()),
                had = stones(position, own.other()),
                has = stones(&after, own.other())
            ),
            text!("spread-end-brief", ply = written),
        )
    });
}

/// The fewest stones a colour needs.
fn stones(position: &Hex, colour: Colour) -> Text {
    match Ways::new(position, colour) {
        Some(ways) => figure(ways.stones.into()),
        None => text!("spread-never"),
    }
}

fn on_board(position: &Hex, colour: Colour, way: &[Cell]) -> Drawn {
    let way = (colour, way.to_vec());
    Drawn {
        look: Look::Link(way_link(position, &way)),
        sentence: needs(position, &way),
        because: Vec::new(),
    }
}

/// The search of one colour; what it leaves on the board.
fn spread(
    recorder: &mut Recorder<HexPly>,
    position: &Hex,
    colour: Colour,
    before: Vec<DrawnId>,
) -> Vec<DrawnId> {
    let (fronts, met) = fronts(position, colour);
    let side = name(colour);
    let farthest = fronts.len().saturating_sub(1).max(1) as f64;
    let mut drawn: Vec<DrawnId> = Vec::new();
    let mut hides = before;
    for (cost, front) in fronts.iter().enumerate() {
        let draw = |cell: &Cell| {
            recorder.draw(Drawn {
                look: Look::Warm {
                    cell: cell.row() * position.size() + cell.column(),
                    heat: 1.0 - cost as f64 / (farthest + 1.0),
                    label: figure(cost as f64),
                    side: Some(position.player(colour)),
                },
                sentence: text!("spread-cell", cell = cell.name(), stones = cost),
                because: Vec::new(),
            })
        };
        let shows: Vec<DrawnId> = front.iter().map(draw).collect();
        let sentence = match cost {
            0 => text!("spread-begin", side = side.clone(), cells = front.len()),
            _ => text!("spread-step", side = side.clone(), stones = cost, cells = front.len()),
        };
        drawn.extend(&shows);
        recorder.keep(Moment {
            chapter: (cost == 0).then(|| text!("spread-chapter", side = side.clone())),
            stresses: shows.clone(),
            shows,
            hides: std::mem::take(&mut hides),
            figure: Some(text!("spread-cells", cells = front.len())),
            ..Moment::new(MomentKind::Visit, sentence, text!("spread-brief", stones = cost))
        });
    }
    let way = shortest_way(position, colour).filter(|_| met);
    let moment = match &way {
        Some(way) => {
            let link = recorder.draw(on_board(position, colour, way));
            drawn.push(link);
            Moment {
                shows: vec![link],
                stresses: vec![link],
                figure: Some(stones(position, colour)),
                ..Moment::new(
                    MomentKind::Choose,
                    needs(position, &(colour, way.clone())),
                    text!("spread-met-brief"),
                )
            }
        }
        None => Moment::new(
            MomentKind::Choose,
            text!("spread-walled", side = side),
            text!("spread-never"),
        ),
    };
    recorder.keep(moment);
    drawn
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ludoteca_games::hex::Swap;

    use super::*;
    use crate::{
        AnyWatch, Budget, Supply,
        hex::{dijkstra, distance},
        story::{Story, checks::number},
    };

    fn story_of(words: &str, size: usize, board: &str, most: usize) -> (Hex, Story) {
        let start = Hex::new(size, Swap::None).unwrap();
        let position = start.read_position(board).unwrap().into_position();
        let kind = if words.starts_with("dijkstra") { dijkstra() } else { distance() };
        let make = || kind.machine(words, &Supply::seeded(1)).unwrap();
        let mut story = None;
        let told = make()
            .consider(&position, &Budget::default(), AnyWatch::Recording(most, &mut story))
            .unwrap();
        let mut plain = make().consider(&position, &Budget::default(), AnyWatch::Nobody).unwrap();
        plain.seconds = told.seconds;
        assert_eq!(told, plain);
        (position, story.unwrap())
    }

    /// What each cell costs from the first edge of a colour, the plain way (E. W. Dijkstra): the
    /// cheapest cell that is open is closed next.
    fn costs(position: &Hex, colour: Colour) -> HashMap<Cell, u32> {
        let price = |cell: Cell| match position.stone(cell) {
            None => Some(1),
            Some(stone) => (stone == colour).then_some(0),
        };
        let at_edge = |cell: &Cell| match colour {
            Colour::Red => cell.row() == 0,
            Colour::Blue => cell.column() == 0,
        };
        let mut open: Vec<(u32, Cell)> = position
            .cells()
            .filter(at_edge)
            .filter_map(|cell| Some((price(cell)?, cell)))
            .collect();
        let mut closed = HashMap::new();
        while let Some(at) = (0..open.len()).min_by_key(|at| open[*at].0) {
            let (cost, cell) = open.swap_remove(at);
            if closed.contains_key(&cell) {
                continue;
            }
            closed.insert(cell, cost);
            let near = position.neighbours(cell);
            open.extend(near.filter_map(|near| Some((cost + price(near)?, near))));
        }
        closed
    }

    #[test]
    fn the_front_is_where_plain_search_finds_it_and_the_stones_are_counted() {
        let boards = [(3, ""), (4, "b2 c3 a4 d1"), (5, "c3 c2 b4 d2 a1"), (6, "a1 f6 c3 d3 c4 d2")];
        for (size, board) in boards {
            for words in ["distance:depth=1", "dijkstra:depth=1"] {
                let (position, story) = story_of(words, size, board, 500);
                let mut colours = 0;
                let chapters = story.moments.iter().enumerate();
                for (at, first) in chapters {
                    if first.chapter.as_ref().is_none_or(|text| text.id != "spread-chapter") {
                        continue;
                    }
                    let colour =
                        if colours == 0 { position.colour() } else { position.colour().other() };
                    colours += 1;
                    let fronts = story.moments[at..]
                        .iter()
                        .take_while(|moment| moment.kind == MomentKind::Visit);
                    let mut seen = HashMap::new();
                    for (cost, moment) in fronts.enumerate() {
                        for id in &moment.shows {
                            let Look::Warm { cell, label, .. } = &story.drawn[*id].look else {
                                panic!("a front is heat")
                            };
                            assert_eq!(number(label, "words"), cost as f64);
                            let cell = Cell::new(cell % size, cell / size).unwrap();
                            assert!(seen.insert(cell, cost as u32).is_none(), "reached twice");
                        }
                    }
                    let plain = costs(&position, colour);
                    let across = |cell: &Cell| match colour {
                        Colour::Red => cell.row() == size - 1,
                        Colour::Blue => cell.column() == size - 1,
                    };
                    let met = plain.iter().filter(|(cell, _)| across(cell));
                    let met = met.map(|(_, cost)| *cost).min().unwrap();
                    let within: HashMap<Cell, u32> =
                        plain.into_iter().filter(|(_, cost)| *cost <= met).collect();
                    assert_eq!(seen, within, "{words} on {board}");
                    assert_eq!(Ways::new(&position, colour).unwrap().stones, met);
                }
                assert_eq!(colours, if words.starts_with("dijkstra") { 2 } else { 1 });
                let last = story.moments.last().unwrap();
                let both = words.starts_with("dijkstra");
                let id = if both { "spread-end-both" } else { "spread-end" };
                assert_eq!(last.sentence.id, id);
                assert_eq!(last.plies.len(), 1);
            }
        }
    }
}

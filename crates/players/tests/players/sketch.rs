//! Layers as still pictures.

use ludoteca_games::{
    Side, Start, palette,
    picture::{Form, Paint},
    sketch::{Fill, Sketch, Stroke},
};
use ludoteca_players::{
    AnyWatch, Budget, Supply, ask, machine,
    sketch::sketch,
    thought::{Content, Layer, Link},
};
use ludoteca_text::Text;

/// What somebody thinks of a position, layer by layer, with what is drawn of it.
fn drawn(start: Start, player: &str) -> Vec<(Layer, Option<Sketch>)> {
    let line = start.reached().unwrap();
    let mut thinker = machine(&start.game, player, &Supply::seeded(1)).unwrap();
    let budget = Budget { nodes: Some(500), ..Budget::default() };
    let thought = ask(thinker.as_mut(), &line, &budget, AnyWatch::AtTheEnd).unwrap();
    let draw = |layer: Layer| (sketch(&layer, line.position()), layer);
    thought.layers.into_iter().map(draw).map(|(drawn, layer)| (layer, drawn)).collect()
}

/// The colours of something drawn.
fn paints(stroke: &Stroke) -> Vec<Paint> {
    match stroke {
        Stroke::Words { ink, .. } => vec![ink],
        Stroke::Tag { ground, rim, ink, .. } => vec![ground, rim, ink],
        Stroke::Shape { fill, line, .. } => {
            let fill = match fill {
                None => Vec::new(),
                Some(Fill::Plain(tone)) => vec![tone.paint, tone.other],
                Some(Fill::Hatched { paint, .. }) => vec![*paint],
            };
            fill.into_iter().chain(line.map(|line| line.tone.paint)).collect()
        }
    }
}

#[test]
fn whatever_the_page_draws_on_a_board_is_drawn_here_too_in_colours_that_are_there() {
    let mut kinds = Vec::new();
    for (start, player) in [
        (Start::of("hex").with("size", "5").at("c3 b4"), "hexodus:level=normal"),
        (Start::of("hex").with("size", "5").at("c3 b4"), "mcts:playouts=200"),
        (Start::of("hex").with("size", "5").at("c3 b4"), "dijkstra:depth=1"),
        (Start::of("connect4").at("4453"), "rules"),
        (Start::of("tictactoe").at("b2 a1"), "ants:ants=4,searches=4"),
        (Start::of("checkers"), "alphabeta:depth=3"),
        (Start::of("breakthrough"), "mcts:playouts=100"),
    ] {
        for (layer, sketch) in drawn(start.clone(), player) {
            let beside = matches!(
                layer.content,
                Content::Table { .. } | Content::Tree { .. } | Content::Words { .. }
            );
            let place = format!("{} {player} {}", start.game, layer.id);
            assert_eq!(sketch.is_none(), beside, "{place}");
            let Some(sketch) = sketch else { continue };
            kinds.push(std::mem::discriminant(&layer.content));
            let strokes = sketch.under.iter().chain(&sketch.over);
            let fills = sketch.fills.iter().flat_map(|(_, tone)| [tone.paint, tone.other]);
            for paint in strokes.flat_map(paints).chain(fills) {
                assert!(palette::by_day(paint).is_some(), "{place}: {paint}");
            }
            for stroke in sketch.under.iter().chain(&sketch.over) {
                if let Stroke::Shape { form: Form::Path { d }, .. } = stroke {
                    assert!(!d.contains("NaN") && !d.contains("inf"), "{place}: {d}");
                }
            }
        }
    }
    kinds.dedup();
    assert!(kinds.len() > 6);
}

#[test]
fn a_line_to_an_edge_ends_on_it_what_it_needs_is_hatched_and_one_ply_short_it_is_dotted() {
    let line = Start::of("hex").with("size", "5").at("c3 b4").reached().unwrap();
    let position = line.position();
    let geometry = position.geometry();
    let cell = |name: &str| geometry.cells.iter().position(|cell| cell.name == name).unwrap();
    let link = |from, edges, semi, carrier: &[&str]| Link {
        cells: vec![cell(from)],
        edges,
        side: Side::First,
        semi,
        carrier: carrier.iter().map(|name| cell(name)).collect(),
        depth: None,
    };
    let of = |links| Layer {
        id: "lines",
        title: Text::verbatim(""),
        sentence: Text::verbatim(""),
        content: Content::Links { links, whole: Text::verbatim(""), semi: Text::verbatim("") },
    };
    let whole = link("c3", vec![0], false, &["c2", "d2", "c1", "d1"]);
    let drawn = sketch(&of(vec![whole.clone()]), position).unwrap();
    let hatched = drawn.under.iter().filter(|stroke| {
        matches!(stroke, Stroke::Shape { fill: Some(Fill::Hatched { upright: true, .. }), .. })
    });
    assert_eq!(hatched.count(), 4);
    let Some(Stroke::Shape { form: Form::Path { d }, line: Some(line), .. }) = drawn.under.last()
    else {
        panic!("{drawn:?}")
    };
    assert_eq!(line.dashes, None);
    let ends: f32 = d.split(' ').next_back().unwrap().parse().unwrap();
    assert!((ends - geometry.edges[0].from[1]).abs() < 0.2, "{d}");

    let semi = link("c3", vec![0], true, &["c2"]);
    let drawn = sketch(&of(vec![semi]), position).unwrap();
    let dots = drawn.under.iter().filter(
        |stroke| matches!(stroke, Stroke::Shape { line: Some(line), .. } if line.dashes.is_some()),
    );
    assert_eq!(dots.count(), 1);
    let named = |stroke: &&Stroke| match stroke {
        Stroke::Words { words, .. } => *words == Text::verbatim("c2"),
        _ => false,
    };
    assert_eq!(drawn.over.iter().filter(named).count(), 1, "the cell it hangs on has its name");
    // A longer line that only comes of that one says nothing of its own.
    let longer = link("c3", vec![0], true, &["c2", "a1", "b1"]);
    let two = sketch(&of(vec![link("c3", vec![0], true, &["c2"]), longer]), position).unwrap();
    assert_eq!(two, drawn);
}

#[test]
fn what_a_column_is_worth_stands_below_it_in_room_of_its_own() {
    let layers = drawn(Start::of("connect4").at("4453"), "rules");
    let values = layers.into_iter().find(|(layer, _)| layer.id == "values").unwrap().1.unwrap();
    let line = Start::of("connect4").at("4453").reached().unwrap();
    let [_, top, _, tall] = line.position().geometry().view;
    let below = values.over.iter().filter_map(|stroke| match stroke {
        Stroke::Tag { y, .. } => Some(*y),
        _ => None,
    });
    let below: Vec<f32> = below.collect();
    assert_eq!(below.len(), 7);
    assert!(below.iter().all(|y| *y > top + tall && *y < top + tall + values.below));
}

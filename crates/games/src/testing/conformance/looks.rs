//! Board, picture and gestures.

use std::collections::{HashMap, HashSet};

use super::{Sample, Spot, words::Words};
use crate::{
    Game, Position, palette,
    picture::{Form, Geometry, Gesture, Paint, Picture, Shape, Touched},
};

/// Where positions can be set up, each is read from its own board.
pub fn boards_are_read_back<G: Game>(sample: &Sample<G>) {
    for spot in sample.some_spots(100) {
        let Some(words) = Position::board_text(spot.position) else { continue };
        match sample.start().read_position(&words) {
            Ok(line) => {
                assert!(
                    *line.position() == *spot.position,
                    "the board {words} is another position: {spot}"
                );
            }
            Err(error) => panic!("the board {words} is refused: {error}: {spot}"),
        }
    }
}

pub fn are_sound<G: Game>(sample: &Sample<G>) {
    let mut words = Words::default();
    let geometry = sample.start().geometry();
    board_is_sound::<G>(&geometry, &mut words);
    // Whether a game that ended for this reason shows the cells that won it.
    let mut shown: HashMap<&str, bool> = HashMap::new();
    for spot in sample.spots() {
        let picture = spot.position.picture();
        picture_is_sound(&spot, &geometry, &picture, &mut words);
        match spot.position.outcome() {
            Some(outcome) if outcome.winner.is_some() => {
                let shows = !picture.winning.is_empty();
                assert!(
                    *shown.entry(outcome.reason).or_insert(shows) == shows,
                    "{} sometimes shows winning cells and sometimes not: {spot}",
                    outcome.reason
                );
            }
            _ => assert!(picture.winning.is_empty(), "winning cells, and nobody won: {spot}"),
        }
    }
    for spot in sample.some_spots(20) {
        let here = spot.position.geometry();
        assert!(here == geometry || here.exchanged() == geometry, "the board changes: {spot}");
    }
}

fn board_is_sound<G: Game>(geometry: &Geometry, words: &mut Words) {
    let game = G::NAME;
    let json = serde_json::to_value(geometry);
    assert!(json.is_ok(), "the board of {game} is not JSON: {json:?}");
    let [left, top, width, height] = geometry.view;
    let seen =
        |x: f32, y: f32| (left..=left + width).contains(&x) && (top..=top + height).contains(&y);
    let mut names = HashSet::new();
    assert!(!geometry.cells.is_empty(), "the board of {game} has no cells");
    for cell in &geometry.cells {
        let name = &cell.name;
        assert!(names.insert(name), "two cells of {game} are called {name}");
        assert!(seen(cell.x, cell.y), "{name} of {game} is out of view");
        is_drawable::<G>(&cell.outline);
        cell.hit.iter().for_each(is_drawable::<G>);
        cell.fill.into_iter().for_each(is_painted::<G>);
    }
    for label in &geometry.labels {
        assert!(seen(label.x, label.y), "label {} of {game} is out of view", label.text);
    }
    for edge in &geometry.edges {
        words.are_known(&edge.name);
        let ends = [edge.from, edge.to].into_iter().all(|[x, y]| seen(x, y));
        assert!(ends, "the {} of {game} is out of view", edge.name);
    }
    for turn in &geometry.turns {
        words.are_known(&turn.name);
        assert!(turn.degrees.is_finite(), "{} of {game} is no turn", turn.name);
    }
    let usual = geometry.turns.first().is_none_or(|turn| turn.degrees == 0.0);
    assert!(usual, "the usual way for {game} to lie is as it is described");
    geometry.ground.iter().for_each(is_well_shaped::<G>);
    assert!(!geometry.pieces.is_empty(), "{game} has no pieces");
    let mut letters = HashSet::new();
    for piece in &geometry.pieces {
        words.are_known(&piece.name);
        assert!(
            piece.side.is_none_or(|side| side < 2),
            "{} of {game} has a third side",
            piece.name
        );
        assert!(letters.insert(piece.letter), "two pieces of {game} are {}", piece.letter);
        assert!(!piece.shapes.is_empty(), "{} of {game} cannot be seen", piece.name);
        piece.shapes.iter().for_each(is_well_shaped::<G>);
    }
    for (side, look) in geometry.sides.iter().enumerate() {
        for text in [&look.name, &look.mark, &look.goal] {
            words.are_known(text);
        }
        is_painted::<G>(look.paint);
        let whose = geometry.pieces.get(look.piece).and_then(|piece| piece.side);
        assert!(whose == Some(side), "{} of {game} has no piece of its own", look.name);
    }
}

fn is_well_shaped<G: Game>(shape: &Shape) {
    is_drawable::<G>(&shape.form);
    shape.fill.into_iter().chain(shape.stroke).for_each(is_painted::<G>);
    assert!(
        shape.fill.is_some() || shape.stroke.is_some() && shape.width > 0.0,
        "{} draws {shape:?}, which cannot be seen",
        G::NAME
    );
}

fn is_painted<G: Game>(paint: Paint) {
    assert!(
        palette::by_day(paint).is_some(),
        "{} paints with {paint}, which is no colour",
        G::NAME
    );
}

fn is_drawable<G: Game>(form: &Form) {
    let fine = match form {
        Form::Circle { x, y, r } => x.is_finite() && y.is_finite() && *r > 0.0 && r.is_finite(),
        Form::Rect { x, y, w, h, r } => {
            [x, y, w, h, r].iter().all(|value| value.is_finite())
                && *w > 0.0
                && *h > 0.0
                && *r >= 0.0
        }
        Form::Path { d } => d.starts_with('M') && !d.contains("NaN") && !d.contains("inf"),
    };
    assert!(fine, "{} draws {form:?}", G::NAME);
}

fn picture_is_sound<G: Game>(
    spot: &Spot<'_, G>,
    geometry: &Geometry,
    picture: &Picture,
    words: &mut Words,
) {
    let cell_exists = |cell: usize| {
        assert!(cell < geometry.cells.len(), "there is no cell {cell}: {spot}");
    };
    let piece_exists = |piece: usize| {
        assert!(piece < geometry.pieces.len(), "there is no piece {piece}: {spot}");
    };
    let json = serde_json::to_value(picture);
    assert!(json.is_ok(), "the picture is not JSON: {json:?}, {spot}");
    let mut taken = HashSet::new();
    for placed in &picture.pieces {
        cell_exists(placed.cell);
        piece_exists(placed.piece);
        assert!(taken.insert(placed.cell), "two pieces on cell {}: {spot}", placed.cell);
    }
    picture.winning.iter().copied().for_each(cell_exists);
    for note in &picture.notes {
        words.are_known(&note.text);
        note.cells.iter().copied().for_each(cell_exists);
    }
    for waiting in picture.tray.iter().chain(&picture.lost) {
        piece_exists(waiting.piece);
        assert!(waiting.count > 0, "no {} is beside the board: {spot}", waiting.piece);
    }
    for barred in &picture.barred {
        words.are_known(&barred.button);
        words.are_known(&barred.why);
    }
    if let Some(steps) = picture.steps {
        assert!(steps.done < steps.of, "{} steps of {}: {spot}", steps.done, steps.of);
    }
}

/// A shortcut is plies of the side to move that are legal one after the other.
fn can_be_played<G: Game>(spot: &Spot<'_, G>, plies: &[G::Ply]) {
    let mut at = spot.position.clone();
    assert!(!plies.is_empty(), "a shortcut does nothing: {spot}");
    for ply in plies {
        let own = at.side() == spot.position.side();
        assert!(own, "the shortcut {plies:?} moves for the other side: {spot}");
        if let Err(why) = at.play(ply) {
            panic!("the shortcut {plies:?} is refused at {ply:?}: {why}: {spot}");
        }
    }
}

/// Whatever is touched, on the board or beside it, is answered in known words, if at all.
pub fn attempts_are_answered<G: Game>(sample: &Sample<G>) {
    let geometry = sample.start().geometry();
    let (cells, pieces) = (geometry.cells.len(), geometry.pieces.len());
    let mut words = Words::default();
    for spot in sample.some_spots(100) {
        for (n, cell) in (0..=cells).enumerate() {
            let beside = [vec![], vec![(cell + 1) % cells], vec![cells - cell, cell + 2]];
            for further in beside.into_iter().chain([vec![256 + cell], vec![usize::MAX - cell]]) {
                let piece = match n % 6 {
                    0 => Some(n % (pieces + 1)),
                    3 => Some(usize::MAX - n),
                    _ => None,
                };
                let touched = Touched { piece, cells: [vec![cell], further].concat() };
                Position::why_not(spot.position, &touched)
                    .iter()
                    .for_each(|why| words.are_known(why));
            }
        }
    }
}

/// A person can make each legal ply, and nobody wonders which one was meant.
pub fn gestures_are_clear<G: Game>(sample: &Sample<G>) {
    let geometry = sample.start().geometry();
    let mut words = Words::default();
    for spot in sample.spots() {
        let picture = spot.position.picture();
        let mut made: HashMap<String, Vec<G::Ply>> = HashMap::new();
        let mut tapped: HashSet<usize> = HashSet::new();
        let mut begun: HashSet<usize> = HashSet::new();
        let plies = spot.position.legal_plies().into_iter().map(|ply| {
            let gesture = spot.position.gesture(&ply);
            (vec![ply], gesture)
        });
        let shortcuts = spot.position.shortcuts();
        shortcuts.iter().for_each(|(plies, _)| can_be_played(&spot, plies));
        for (ply, gesture) in plies.chain(shortcuts) {
            let cells_exist = |cells: &[usize], least: usize| {
                assert!(
                    cells.len() >= least && cells.iter().all(|cell| *cell < geometry.cells.len()),
                    "{ply:?} is made by {gesture:?}: {spot}"
                );
            };
            let mut actions = Vec::new();
            match &gesture {
                Gesture::Tap { cells, lands, piece } => {
                    cells_exist(cells, 1);
                    cells_exist(&[*lands], 1);
                    assert!(*piece < geometry.pieces.len(), "{ply:?} sets no piece: {spot}");
                    actions.extend(cells.iter().map(|cell| format!("tap {cell}")));
                    tapped.extend(cells);
                }
                Gesture::Path { cells, about, .. } => {
                    cells_exist(cells, 2);
                    about.iter().for_each(|about| words.are_known(about));
                    actions.push(format!("path {cells:?}"));
                    begun.insert(cells[0]);
                }
                Gesture::Place { piece, lands } => {
                    cells_exist(&[*lands], 1);
                    assert!(
                        picture.tray.iter().any(|waiting| waiting.piece == *piece),
                        "{ply:?} takes a piece that is not in the tray: {spot}"
                    );
                    actions.push(format!("place {piece} {lands}"));
                }
                Gesture::Press { button, about } => {
                    words.are_known(button);
                    about.iter().for_each(|about| words.are_known(about));
                    actions.push(format!("press {button}"));
                }
            }
            for action in actions {
                if let Some(other) = made.insert(action.clone(), ply.clone()) {
                    panic!("\"{action}\" makes both {ply:?} and {other:?}: {spot}");
                }
            }
        }
        let both: Vec<_> = tapped.intersection(&begun).collect();
        assert!(both.is_empty(), "cells {both:?} are tapped and begin a path: {spot}");
    }
}

//! What `neural` is shown of each game; `tests/players` lets it play.

use ludoteca_games::{Breakthrough, Checkers, Connect4, Game, Gdl, Hex, TicTacToe};
use ludoteca_nets::Model;

use super::eyes::Eyes;
use crate::played::Played;

/// The games that descriptions of ours describe.
fn described() -> [Gdl; 6] {
    ["breakthrough", "checkers", "connect4", "hex", "tictactoe", "tictactoe5"].map(|name| {
        let path = format!("{}/../../gdl/{name}.gdl", env!("CARGO_MANIFEST_DIR"));
        Gdl::new(&std::fs::read_to_string(path).unwrap()).unwrap()
    })
}

/// The position after some plies, as they are written.
fn at<G: Game>(start: &G, plies: &str) -> G {
    start.read_position(plies).unwrap().into_position()
}

/// The planes of a position, a letter for each cell of the board and its border.
fn drawn<G: Played>(position: &G) -> Vec<String> {
    let eyes = G::eyes(&position.beginning()).unwrap();
    let planes = eyes.show(position);
    let edge = planes.size() + 2;
    let letter = |row, column| {
        let set = (0..3).find(|plane| planes.get(row, column, *plane) == 1);
        set.map_or('.', |plane| ['x', 'o', '#'][plane])
    };
    (0..edge).map(|row| (0..edge).map(|column| letter(row, column)).collect()).collect()
}

/// Where the policy speaks for a ply.
fn place<G: Played>(position: &G, ply: &str) -> Option<usize> {
    let eyes = G::eyes(&position.beginning()).unwrap();
    eyes.places(position, &position.read_ply(ply).unwrap())[0]
}

#[test]
fn boards_are_seen_as_the_trainer_sees_them() {
    let connect4 = at(&Connect4::default(), "4453");
    let rows = ["#########", "#########", "#.......#", "#.......#", "#.......#", "#.......#"];
    let rows = [rows.as_slice(), &["#...o...#", "#..oxx..#", "#########"]].concat();
    // The first side has 4 and 5, the second 4 above it and 3.
    let rows: Vec<String> = rows.into_iter().map(str::to_owned).collect();
    let mut right = rows.clone();
    right[6] = "#...o...#".to_owned();
    right[7] = "#..oxx..#".to_owned();
    assert_eq!(drawn(&connect4), right);
    assert_eq!(place(&connect4, "4"), Some(4 * 7 + 3));
    assert_eq!(place(&connect4, "1"), Some(6 * 7));

    let start = Breakthrough::new(4).unwrap();
    let first = ["######", "#oooo#", "#oooo#", "#xxxx#", "#xxxx#", "######"];
    assert_eq!(drawn(&start), first);
    // Row 2 is the third from the top: up and to the left, straight up, up and to the right.
    assert_eq!(place(&start, "b2a3"), Some((2 * 4 + 1) * 3));
    assert_eq!(place(&start, "b2c3"), Some((2 * 4 + 1) * 3 + 2));
    // The other side goes up, too: rows are turned over, columns are not.
    let next = at(&start, "b2a3");
    let second = ["######", "#oooo#", "#o.oo#", "#oxxx#", "#xxxx#", "######"];
    assert_eq!(drawn(&next), second);
    assert_eq!(place(&next, "b3a2"), Some((2 * 4 + 1) * 3));

    let start = TicTacToe::new(3, 3).unwrap();
    let position = at(&start, "a1 c2");
    assert_eq!(drawn(&position), ["#####", "#x..#", "#..o#", "#...#", "#####"]);
    assert_eq!(place(&position, "b3"), Some(7));
}

#[test]
fn any_other_board_is_seen_by_its_pieces_and_played_by_the_cells_that_are_touched() {
    let start = Checkers::start(&Default::default()).unwrap();
    let eyes = Checkers::eyes(&start).unwrap();
    // Men and kings of both sides; the side, the steps, no board. Leaving, coming, four kinds.
    assert_eq!((eyes.planes(), eyes.plies()), (7, 6));
    let planes = eyes.show(&start);
    let count = |plane| {
        let places = (0..10).flat_map(|row| (0..10).map(move |column| (row, column)));
        places.filter(|(row, column)| planes.get(*row, *column, plane) > 0).count()
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(count), [12, 0, 12, 0, 0, 0]);
    let mut seen = Vec::new();
    for ply in start.legal_plies() {
        let places = eyes.places(&start, &ply);
        assert!(places[0].is_some_and(|place| place % 6 == 0));
        assert!(places[1].is_some_and(|place| place % 6 == 1));
        seen.push(places);
    }
    seen.dedup();
    assert_eq!(seen.len(), start.legal_plies().len());
    // Nets of different games do not see alike.
    let name = |eyes: Box<dyn Eyes<Gdl>>| eyes.name();
    let mut names: Vec<String> =
        described().iter().map(|start| name(Gdl::eyes(start).unwrap())).collect();
    names.dedup();
    assert_eq!(names.len(), 6, "{names:?}");
}

#[test]
fn nets_say_what_they_were_made_for() {
    let model = Model::read(include_bytes!("../../nets/hex-6x64.net")).unwrap();
    assert!(super::eyes::fits::<Hex>(&model, &super::HexEyes));
    let mut other = model;
    other.record = "breakthrough:6 6x64, 12 games".to_owned();
    assert!(!super::eyes::fits::<Hex>(&other, &super::HexEyes));
}

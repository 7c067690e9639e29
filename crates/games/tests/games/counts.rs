//! The rules against figures from elsewhere; the files in `data/` name their sources.

use std::collections::{BTreeMap, HashMap};

use ludoteca_games::{
    Breakthrough, Checkers, Connect4, Game, Hex, TicTacToe, find, hex::Swap, perft,
};

/// The figures of a file by what they count.
fn figures(file: &str) -> BTreeMap<&str, u64> {
    let lines = file.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, count) = line.split_once(" = ").expect("a line is NAME = COUNT");
            (name, count.parse().expect("a count is a number"))
        })
        .collect()
}

/// The figures of one kind by ply.
fn by_ply<'a>(file: &'a str, kind: &'a str) -> impl Iterator<Item = (u32, u64)> + 'a {
    figures(file).into_iter().filter_map(move |(name, count)| {
        let ply = name.strip_prefix(kind)?.trim().parse().ok()?;
        Some((ply, count))
    })
}

fn agrees_in_perft(start: &impl Game, file: &str, deepest: u32) {
    let mut compared = 0;
    for (ply, count) in by_ply(file, "perft").filter(|(ply, _)| *ply <= deepest) {
        assert_eq!(perft(start, ply), count, "{ply} plies");
        compared += 1;
    }
    assert!(compared > 0);
}

/// Different positions after each number of plies, and how many of them are over.
fn agrees_in_positions<G: Game>(start: &G, file: &str) {
    let over: BTreeMap<u32, u64> = by_ply(file, "over").collect();
    let mut layer = HashMap::from([(start.key(), start.clone())]);
    for (ply, count) in by_ply(file, "positions").collect::<BTreeMap<_, _>>() {
        assert_eq!(layer.len() as u64, count, "positions after {ply} plies");
        let ended = layer.values().filter(|position| position.outcome().is_some()).count();
        assert_eq!(ended as u64, over[&ply], "positions over after {ply} plies");
        let mut next = HashMap::new();
        for position in layer.values() {
            for ply in position.legal_plies() {
                let mut after = position.clone();
                after.play_unchecked(&ply);
                next.insert(after.key(), after);
            }
        }
        layer = next;
    }
}

/// The number of whole games.
fn games<G: Game>(position: &G) -> u64 {
    if position.outcome().is_some() {
        return 1;
    }
    let after = position.legal_plies().into_iter().map(|ply| {
        let mut next = position.clone();
        next.play_unchecked(&ply);
        games(&next)
    });
    after.sum()
}

const BREAKTHROUGH: [(u8, &str, u32); 3] = [
    (8, include_str!("../data/breakthrough-8.txt"), 6),
    (6, include_str!("../data/breakthrough-6.txt"), 6),
    (5, include_str!("../data/breakthrough-5.txt"), 7),
];
const CHECKERS: &str = include_str!("../data/checkers.txt");
const CONNECT4: &str = include_str!("../data/connect4.txt");
const HEX_2: &str = include_str!("../data/hex-2.txt");
const HEX_3: &str = include_str!("../data/hex-3.txt");
const TICTACTOE: &str = include_str!("../data/tictactoe.txt");
const TICTACTOE_5: &str = include_str!("../data/tictactoe-5.txt");

#[test]
fn connect_four_is_played_in_as_many_ways_as_published() {
    agrees_in_perft(&Connect4::default(), CONNECT4, if cfg!(debug_assertions) { 8 } else { 9 });
}

#[test]
fn connect_four_has_as_many_positions_as_published() {
    agrees_in_positions(&Connect4::default(), CONNECT4);
}

#[test]
fn checkers_is_played_in_as_many_ways_as_published() {
    agrees_in_perft(&Checkers::default(), CHECKERS, 10);
}

#[test]
fn breakthrough_is_played_in_as_many_ways_as_published() {
    for (size, file, deepest) in BREAKTHROUGH {
        agrees_in_perft(&Breakthrough::new(size).unwrap(), file, deepest);
    }
}

#[test]
fn tic_tac_toe_has_as_many_games_and_positions_as_published() {
    let start = TicTacToe::new(3, 3).unwrap();
    assert_eq!(games(&start), figures(TICTACTOE)["games"]);
    agrees_in_positions(&start, TICTACTOE);
    assert_eq!(by_ply(TICTACTOE, "positions").map(|(_, count)| count).sum::<u64>(), 5478);
}

#[test]
fn five_by_five_loses_a_cell_a_ply() {
    for line in [4, 5] {
        agrees_in_perft(&TicTacToe::new(5, line).unwrap(), TICTACTOE_5, 4);
    }
}

#[test]
fn small_hex_has_as_many_games_and_positions_as_published() {
    for (size, file, positions) in [(2, HEX_2, 32), (3, HEX_3, 5514)] {
        let start = Hex::new(size, Swap::None).unwrap();
        assert_eq!(games(&start), figures(file)["games"]);
        agrees_in_positions(&start, file);
        assert_eq!(by_ply(file, "positions").map(|(_, count)| count).sum::<u64>(), positions);
    }
}

#[test]
fn hex_loses_a_cell_a_ply_until_a_chain_can_be_complete() {
    for size in [4u64, 5, 11] {
        let start = Hex::new(size as usize, Swap::None).unwrap();
        let cells = size * size;
        assert_eq!(perft(&start, 2), cells * (cells - 1));
        assert_eq!(perft(&start, 3), cells * (cells - 1) * (cells - 2));
    }
}

#[test]
fn a_swap_is_one_more_way_to_make_the_second_ply() {
    for swap in [Swap::Pieces, Swap::Sides] {
        let start = Hex::new(4, swap).unwrap();
        assert_eq!(perft(&start, 2), 16 * 15 + 16);
        assert_eq!(perft(&start, 3), 16 * 15 * 14 + 16 * 15);
    }
}

#[test]
fn no_plies_are_played_in_one_way_and_none_after_the_end() {
    let mut position = find("connect4").unwrap().begin([]).unwrap();
    assert_eq!(position.perft(0).nodes, 1);
    for column in ["4", "3", "4", "3", "4", "3", "4"] {
        position.play(column).unwrap();
    }
    assert_eq!(position.perft(0).nodes, 1);
    assert_eq!(position.perft(1).nodes, 0);
    assert_eq!(position.perft(2).nodes, 0);
}

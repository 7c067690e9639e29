//! Whole games written down, so that a change of the rules shows in a diff.

use std::fmt::Write;

use ludoteca_games::{
    Breakthrough, Checkers, Connect4, Game, Hex, Side, TicTacToe, below, draw_text,
    hex::Swap,
    testing::{Sampler, Tree},
};
use ludoteca_words::Lang;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// A random game as text: each position, whose ply it is, what is legal and what is played.
fn game<G: Game>(start: &G, seed: u64) -> String {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let mut position = start.clone();
    let mut out = String::new();
    loop {
        let geometry = position.geometry();
        let name = |side: Side| Lang::ENGLISH.say(&geometry.sides[side.index()].name);
        let picture = position.picture();
        out += &draw_text(&geometry, &picture);
        for note in &picture.notes {
            writeln!(out, "{:?}: {}", note.tone, Lang::ENGLISH.say(&note.text)).unwrap();
        }
        if let Some(outcome) = position.outcome() {
            let winner = outcome.winner.map_or("Nobody".to_owned(), name);
            let reason = ludoteca_text::Text::new(outcome.reason);
            writeln!(out, "{winner} wins. {}", Lang::ENGLISH.say(&reason)).unwrap();
            let winning: Vec<_> =
                picture.winning.iter().map(|cell| geometry.cells[*cell].name.as_str()).collect();
            if !winning.is_empty() {
                writeln!(out, "Shown: {}", winning.join(" ")).unwrap();
            }
            return out;
        }
        let plies = position.legal_plies();
        let texts: Vec<_> = plies.iter().map(|ply| position.write_ply(ply)).collect();
        let pick = below(&mut rng, plies.len() as u32) as usize;
        let side = name(position.side());
        writeln!(out, "{side}: {}\nplays {}\n", texts.join(" "), texts[pick]).unwrap();
        position.play_unchecked(&plies[pick]);
    }
}

/// What the page gets to draw: the board, and a position on it.
fn drawing<G: Game>(start: &G, plies: &str) -> serde_json::Value {
    let position = start.read_position(plies).unwrap().into_position();
    serde_json::json!({
        "geometry": position.geometry(),
        "picture": position.picture(),
        "handles": ludoteca_games::Position::handles(&position),
    })
}

#[test]
fn connect_four_is_played_as_recorded() {
    for seed in 1..=2 {
        insta::assert_snapshot!(format!("connect4-{seed}"), game(&Connect4::default(), seed));
    }
}

#[test]
fn tic_tac_toe_is_played_as_recorded() {
    for seed in 1..=3 {
        let start = TicTacToe::new(3, 3).unwrap();
        insta::assert_snapshot!(format!("tictactoe-{seed}"), game(&start, seed));
    }
    let start = TicTacToe::new(5, 4).unwrap();
    insta::assert_snapshot!("tictactoe-5-line-4", game(&start, 1));
}

#[test]
fn checkers_is_played_as_recorded() {
    insta::assert_snapshot!("checkers-1", game(&Checkers::default(), 1));
    let kings = Checkers::default().read_position("W:W31,K18:B2,21,K29").unwrap().into_position();
    insta::assert_snapshot!("checkers-2", game(&kings, 2));
}

#[test]
fn breakthrough_is_played_as_recorded() {
    for (seed, size) in [(1, 8), (2, 5)] {
        let start = Breakthrough::new(size).unwrap();
        insta::assert_snapshot!(format!("breakthrough-{size}"), game(&start, seed));
    }
}

#[test]
fn hex_is_played_as_recorded() {
    let openings =
        [(Swap::None, ""), (Swap::Pieces, "b3 swap-pieces"), (Swap::Sides, "b3 swap-sides")];
    for (seed, (swap, opening)) in (1..).zip(openings) {
        let start = Hex::new(4, swap).unwrap().read_position(opening).unwrap().into_position();
        insta::assert_snapshot!(format!("hex-{seed}"), game(&start, seed));
    }
}

#[test]
fn the_sampler_is_played_as_recorded() {
    for seed in 1..=3 {
        insta::assert_snapshot!(format!("sampler-{seed}"), game(&Sampler::default(), seed));
    }
}

#[test]
fn a_made_up_tree_is_played_as_recorded() {
    insta::assert_snapshot!("tree", game(&Tree::grown(1), 1));
}

#[test]
fn boards_are_drawn_from_the_data_recorded() {
    insta::assert_json_snapshot!("connect4-drawing", drawing(&Connect4::default(), "443542"));
    let start = TicTacToe::new(3, 3).unwrap();
    insta::assert_json_snapshot!("tictactoe-drawing", drawing(&start, "b2 a1 c1"));
    let start = Checkers::default();
    let chain = drawing(&start, "B:W14,18,23,K31:B9,10,K2");
    insta::assert_json_snapshot!("checkers-drawing", chain);
    let start = Breakthrough::new(4).unwrap();
    insta::assert_json_snapshot!("breakthrough-drawing", drawing(&start, "b2c3"));
    let start = Hex::new(3, Swap::Sides).unwrap();
    insta::assert_json_snapshot!("hex-drawing", drawing(&start, "b2"));
    insta::assert_json_snapshot!("hex-drawing-swapped", drawing(&start, "b2 swap-sides"));
    insta::assert_json_snapshot!("sampler-placing", drawing(&Sampler::default(), "Rb1"));
    let plies = "Rb1 Ta2 Rd3 Tc4 b1c1 c1c2 d3d2 d2d1 c2c3";
    insta::assert_json_snapshot!("sampler-drawing", drawing(&Sampler::default(), plies));
}

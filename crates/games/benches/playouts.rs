//! How fast random games are played and trees are counted, on one thread:
//! `cargo bench -p ludoteca-games`.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::{
    Breakthrough, Checkers, Connect4, Game, Gdl, Hex, Position, TicTacToe, hex::Swap, perft,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// Random games in one go.
const GAMES: u64 = 100 * 4096;
/// Random games one after the other.
const SINGLE: u64 = 2000;

fn main() {
    divan::main();
}

/// Items are games.
fn random_games(bencher: Bencher, start: impl Position) {
    bencher
        .counter(ItemsCount::new(GAMES))
        .bench_local(|| start.playouts(divan::black_box(1), &mut |tally| tally.games < GAMES));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn connect4(bencher: Bencher) {
    random_games(bencher, Connect4::default());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn hex_11(bencher: Bencher) {
    random_games(bencher, Hex::new(11, Swap::None).unwrap());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn hex_19(bencher: Bencher) {
    random_games(bencher, Hex::new(19, Swap::None).unwrap());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn checkers(bencher: Bencher) {
    random_games(bencher, Checkers::default());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn breakthrough_8(bencher: Bencher) {
    random_games(bencher, Breakthrough::new(8).unwrap());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn tictactoe_3(bencher: Bencher) {
    random_games(bencher, TicTacToe::new(3, 3).unwrap());
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn tictactoe_5(bencher: Bencher) {
    random_games(bencher, TicTacToe::new(5, 5).unwrap());
}

/// The same for the games that are described in `gdl/`.
#[divan::bench(sample_count = 5, sample_size = 1, args = ["tictactoe", "tictactoe5", "connect4",
    "breakthrough", "hex", "checkers"])]
fn gdl(bencher: Bencher, name: &str) {
    random_games(bencher, described(name));
}

/// One after the other, as a search plays them.
#[divan::bench(sample_count = 5, sample_size = 1, args = ["tictactoe", "connect4", "breakthrough",
    "hex", "checkers"])]
fn gdl_single(bencher: Bencher, name: &str) {
    let start = described(name);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    bencher
        .counter(ItemsCount::new(SINGLE))
        .bench_local(|| (0..SINGLE).map(|_| start.clone().playout(&mut rng).1).sum::<u32>());
}

/// Ply by ply from position to position, as a player without a search plays them.
#[divan::bench(sample_count = 5, sample_size = 1, args = ["tictactoe", "connect4", "breakthrough",
    "hex", "checkers"])]
fn gdl_ply_by_ply(bencher: Bencher, name: &str) {
    let start = described(name);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    bencher.counter(ItemsCount::new(SINGLE)).bench_local(|| {
        for _ in 0..SINGLE {
            let mut position = start.clone();
            while let Some(ply) = position.random_ply(&mut rng) {
                position.play_unchecked(&ply);
            }
        }
    });
}

fn described(name: &str) -> Gdl {
    Gdl::new(match name {
        "tictactoe" => include_str!("../../../gdl/tictactoe.gdl"),
        "tictactoe5" => include_str!("../../../gdl/tictactoe5.gdl"),
        "connect4" => include_str!("../../../gdl/connect4.gdl"),
        "breakthrough" => include_str!("../../../gdl/breakthrough.gdl"),
        "hex" => include_str!("../../../gdl/hex.gdl"),
        _ => include_str!("../../../gdl/checkers.gdl"),
    })
    .unwrap()
}

/// Items are the ways to play that many plies.
fn count(bencher: Bencher, start: impl Game, depth: u32) {
    bencher
        .counter(ItemsCount::new(perft(&start, depth)))
        .bench_local(|| perft(divan::black_box(&start), depth));
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn connect4_perft_8(bencher: Bencher) {
    count(bencher, Connect4::default(), 8);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn tictactoe_3_perft_9(bencher: Bencher) {
    count(bencher, TicTacToe::new(3, 3).unwrap(), 9);
}

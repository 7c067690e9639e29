//! How fast random games are played and trees are counted, on one thread:
//! `cargo bench -p ludoteca-games`.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::{
    Breakthrough, Checkers, Connect4, Game, Hex, Position, TicTacToe, hex::Swap, perft,
};

/// Random games in one go.
const GAMES: u64 = 100 * 4096;

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

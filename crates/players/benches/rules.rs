//! How fast positions are scored by rules, on one thread: `cargo bench -p ludoteca-players`.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::{Connect4, Game};
use ludoteca_players::rules::{RuleBook, built_in, read};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn main() {
    divan::main();
}

/// A thousand positions of random games.
fn positions() -> Vec<Connect4> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut all = Vec::new();
    while all.len() < 1000 {
        let mut position = Connect4::default();
        while let Some(ply) = position.random_ply(&mut rng) {
            all.push(position);
            position.play_unchecked(&ply);
        }
    }
    all
}

/// Items are positions, all columns of each scored.
#[divan::bench(args = ["@rules", "@heuristic"], sample_count = 100)]
fn score(bencher: Bencher, file: &str) {
    let book = RuleBook::new(read(built_in(file).unwrap()).unwrap().rules);
    let positions = positions();
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().filter(|p| book.score(p)[3].is_some()).count());
}

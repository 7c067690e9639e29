//! How fast Arimaa's goals and captures are found, on one thread: `cargo bench -p ludoteca-players
//! --bench tactics`. Items are states.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{State, read_board},
};
use ludoteca_players::arimaa::tactics::{captures, goal};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn main() {
    divan::main();
}

/// The positions whose turns outside programs have counted, each side to move.
fn counted() -> Vec<State> {
    include_str!("../../games/tests/data/arimaa-turn-counts.tsv")
        .lines()
        .skip(1)
        .flat_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let (board, _) = read_board(&format!("g [{}]", fields[1])).unwrap();
            Side::BOTH.map(|side| State::new(board, side))
        })
        .collect()
}

/// All states, in the middle of turns too, of random games of 60 turns.
fn played() -> Vec<State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut all = Vec::new();
    for _ in 0..20 {
        let mut position = Arimaa::default();
        while let Some(ply) = position.random_ply(&mut rng).filter(|_| position.number() <= 30) {
            if !position.in_setup() {
                all.push(*position.state());
            }
            position.play_unchecked(&ply);
        }
    }
    all
}

fn each<T>(bencher: Bencher, states: Vec<State>, ask: impl Fn(&State) -> T + Sync) {
    bencher.counter(ItemsCount::new(states.len())).bench_local(|| {
        for state in &states {
            divan::black_box(ask(divan::black_box(state)));
        }
    });
}

#[divan::bench]
fn goal_in_counted_positions(bencher: Bencher) {
    each(bencher, counted(), goal);
}

#[divan::bench]
fn goal_in_random_games(bencher: Bencher) {
    each(bencher, played(), goal);
}

#[divan::bench]
fn captures_in_counted_positions(bencher: Bencher) {
    each(bencher, counted(), captures);
}

#[divan::bench]
fn captures_in_random_games(bencher: Bencher) {
    each(bencher, played(), captures);
}

//! How fast all turns of Arimaa positions are found, on one thread:
//! `cargo bench -p ludoteca-games --bench arimaa`.
//!
//! Items are ends of turns: 4,609,247 of 351 positions.

use divan::{Bencher, counter::ItemsCount};
use ludoteca_games::arimaa::{State, TurnFinder, read_board};

fn main() {
    divan::main();
}

fn positions() -> Vec<State> {
    let rows = include_str!("../tests/data/arimaa-turn-counts.tsv").lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        let (board, side) = read_board(&format!("{} [{}]", fields[0], fields[1])).unwrap();
        State::new(board, side)
    })
    .collect()
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn turns(bencher: Bencher) {
    let positions = positions();
    bencher.counter(ItemsCount::new(4_609_247u64)).bench_local(|| {
        let mut finder = TurnFinder::default();
        let mut ends = 0u64;
        for state in &positions {
            finder.ends(state, state.board.key(), |_, _| ends += 1);
        }
        assert_eq!(ends, 4_609_247);
    });
}

use ludoteca_games::below;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::*;
use crate::hex::brute::{Brute, random_stones};

const SIZE: usize = 4;

/// Random positions without a chain.
fn positions(rounds: usize, fewest: usize, seed: u64) -> Vec<Stones<1>> {
    let ground = Ground::new(SIZE);
    let mut rng = SplitMix64::seed_from_u64(seed);
    let stones = |_| {
        let count = fewest + below(&mut rng, (SIZE * SIZE - fewest) as u32) as usize;
        random_stones(SIZE, count, &mut rng)
    };
    let open = |stones: &Stones<1>| {
        Colour::BOTH.iter().all(|colour| !ground.joined(*colour, &stones[*colour as usize]))
    };
    (0..rounds).map(stones).filter(open).collect()
}

/// Every way to fill the free cells.
fn completions(stones: Stones<1>, free: Cells<1>) -> impl Iterator<Item = Stones<1>> {
    let cells: Vec<usize> = free.collect();
    (0..1_u32 << cells.len()).map(move |bits| {
        let mut full = stones;
        for (i, cell) in cells.iter().enumerate() {
            full[(bits >> i & 1) as usize].insert(*cell);
        }
        full
    })
}

#[test]
fn a_dead_cell_changes_the_winner_of_no_completion() {
    let ground = Ground::new(SIZE);
    let mut checked = 0;
    for stones in positions(3000, 6, 1) {
        let filled = fill(&ground, stones, ground.all);
        for cell in filled.dead {
            for full in completions(filled.stones, empty(&ground, &filled.stones)) {
                let [mut red, mut blue] = full;
                let red_wins = ground.joined(Colour::Red, &red);
                red.remove(cell);
                blue.insert(cell);
                assert_eq!(ground.joined(Colour::Blue, &blue), !red_wins, "{stones:?} {cell}");
                checked += 1;
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn stones_filled_in_for_nothing_leave_the_winner_whoever_moves() {
    let ground = Ground::new(SIZE);
    let mut brute = Brute::new(&ground);
    let mut captured = 0;
    for stones in positions(2000, 6, 2) {
        let filled = fill(&ground, stones, ground.all);
        captured += filled.captured.iter().map(Cells::count).sum::<usize>();
        for colour in Colour::BOTH {
            let wins = brute.wins(stones, colour);
            assert_eq!(brute.wins(filled.stones, colour), wins, "{stones:?} {colour:?}");
        }
    }
    assert!(captured > 1000, "{captured}");
}

#[test]
fn a_move_that_wins_is_left_if_there_is_any_and_a_dominated_one_wins_only_with_the_better() {
    let ground = Ground::new(SIZE);
    let mut brute = Brute::new(&ground);
    let mut seen = [0; 2];
    for stones in positions(2000, 6, 3) {
        let filled = fill(&ground, stones, ground.all).stones;
        let chain =
            Colour::BOTH.iter().any(|colour| ground.joined(*colour, &filled[*colour as usize]));
        if chain {
            continue;
        }
        for colour in Colour::BOTH {
            let mut wins = |cell: usize| {
                let mut next = filled;
                next[colour as usize].insert(cell);
                !brute.wins(next, colour.other())
            };
            let moves = empty(&ground, &filled);
            let mut left = moves;
            for Inferior { cell, why } in inferior(&ground, &filled, colour, moves) {
                left.remove(cell);
                match why {
                    Why::Answered(_) => seen[0] += 1,
                    Why::Dominated(better) => {
                        seen[1] += 1;
                        assert!(!wins(cell) || wins(better), "{filled:?} {colour:?} {cell}");
                    }
                }
            }
            let mut all = moves;
            assert_eq!(all.any(&mut wins), left.any(&mut wins), "{filled:?} {colour:?}");
        }
    }
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}

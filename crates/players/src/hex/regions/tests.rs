use ludoteca_games::below;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::*;
use crate::hex::brute::{Brute, random_stones, read, walled_stones};

/// Random positions without a chain, half of them with a wall.
fn positions(ground: &Ground<1>, rounds: usize, seed: u64) -> Vec<Stones<1>> {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let cells = ground.count();
    let stones = |round: usize| {
        let free = 2 + below(&mut rng, 10) as usize;
        match round % 2 {
            0 => random_stones(ground.size, cells.saturating_sub(free), &mut rng),
            _ => walled_stones(ground, free, &mut rng),
        }
    };
    let open = |stones: &Stones<1>| {
        Colour::BOTH.iter().all(|colour| !ground.joined(*colour, &stones[*colour as usize]))
    };
    (0..rounds).map(stones).filter(open).collect()
}

#[test]
fn a_dead_region_changes_the_winner_of_no_completion() {
    let mut found = 0;
    for size in 3..=5 {
        let ground = Ground::new(size);
        for stones in positions(&ground, 2000, size as u64) {
            let dead = dead(&ground, &stones);
            found += dead.count();
            let rest: Vec<usize> = inferior::empty(&ground, &stones).without(&dead).collect();
            for bits in 0..1_u32 << rest.len() {
                let mut full = stones;
                for (i, cell) in rest.iter().enumerate() {
                    full[(bits >> i & 1) as usize].insert(*cell);
                }
                // More stones of a colour never hurt it, so all of the dead cells at once suffice.
                let [red, blue] = full;
                let red_wins = ground.joined(Colour::Red, &(red | dead));
                assert_eq!(!ground.joined(Colour::Blue, &(blue | dead)), red_wins, "{stones:?}");
            }
        }
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn what_is_filled_in_leaves_the_winner_whoever_moves() {
    let mut found = 0;
    for size in 3..=5 {
        let ground = Ground::new(size);
        let mut brute = Brute::new(&ground);
        for stones in positions(&ground, 600, 10 + size as u64) {
            let filled = fill(&ground, stones, ground.all);
            let local = inferior::fill(&ground, stones, ground.all);
            found += usize::from(filled != local);
            for colour in Colour::BOTH {
                let wins = brute.wins(stones, colour);
                assert_eq!(brute.wins(filled.stones, colour), wins, "{stones:?} {colour:?}");
            }
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn a_corner_closed_off_by_one_group_is_dead_though_stones_lie_in_it() {
    let (ground, stones) = (Ground::new(5), read("...R./.B.R./..R../RR.../....."));
    let corner: Cells<1> = [0, 1, 2, 5, 7, 10, 11].into_iter().collect();
    assert_eq!(dead(&ground, &stones), corner);
}

#[test]
fn a_board_that_hangs_together_neither_splits_nor_dies() {
    let (ground, stones) = (Ground::new(5), read("...../RRRR./..B../...../....."));
    assert_eq!(split(&ground, &stones, Colour::Red), None);
    assert_eq!(dead(&ground, &stones), Cells::NONE);
}

#[test]
fn a_wall_splits_the_board_for_its_colour_only() {
    let (ground, stones) = (Ground::new(5), read("...../.B.../RRBR./...RR/....."));
    assert_eq!(split(&ground, &stones, Colour::Red), None, "the wall has a gap");
    let (ground, stones) = (Ground::new(5), read("...../.B.R./RRRR./...RR/....."));
    let sides = split(&ground, &stones, Colour::Red).unwrap();
    assert_eq!(sides.map(|side| side.count()), [9, 8]);
    assert!(sides[0].has(0) && sides[1].has(24));
    assert_eq!(split(&ground, &stones, Colour::Blue), None);
}

#[test]
fn a_group_in_the_gap_of_the_other_colours_wall_splits_the_board_as_well() {
    let (ground, stones) = (Ground::new(5), read("...../...../BBR.B/...../....."));
    assert_eq!(split(&ground, &stones, Colour::Red), None);
    let (ground, stones) = (Ground::new(5), read("...../...../BBRBB/...../....."));
    assert!(split(&ground, &stones, Colour::Red).is_some());
}

#[test]
fn who_moves_wins_a_split_board_if_it_wins_on_one_side() {
    let mut found = 0;
    for size in 3..=5 {
        let ground = Ground::new(size);
        let mut brute = Brute::new(&ground);
        for stones in positions(&ground, 1500, 20 + size as u64) {
            for colour in Colour::BOTH {
                let Some(sides) = split(&ground, &stones, colour) else { continue };
                assert!(!sides[0].meets(&sides[1]));
                let mut wins_side = |other_side: Cells<1>| {
                    let mut side = stones;
                    side[colour as usize] |= other_side;
                    brute.wins(side, colour.other())
                };
                let wins = sides.map(&mut wins_side).contains(&true);
                assert_eq!(brute.wins(stones, colour.other()), wins, "{stones:?} {colour:?}");
                found += 1;
            }
        }
    }
    assert!(found > 500, "{found}");
}

//! What holds for any text and any board.

use std::{
    collections::HashSet,
    sync::OnceLock,
    time::{Duration, Instant},
};

use ludoteca_games::{
    Breakthrough, Checkers, Connect4, GAMES, Game, Outcome, Side, TicTacToe, boards,
    testing::{Sampler, Tree},
};
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// A Connect Four position as rows, top down.
fn rows(stones: [u64; 2]) -> String {
    let cell = |column: u32, row: u32| {
        let has = |stones: u64| stones >> (7 * column + row) & 1 == 1;
        if has(stones[0]) {
            'X'
        } else if has(stones[1]) {
            'O'
        } else {
            '.'
        }
    };
    let row = |row: u32| (0..7).map(|column| cell(column, row)).collect::<String>();
    (0..6).rev().map(row).collect::<Vec<_>>().join("/")
}

/// The stones of discs dropped one after the other, each of any side; those that find their column
/// full are left out.
fn drop_discs(discs: &[(usize, bool)]) -> [u64; 2] {
    let mut stones = [0u64; 2];
    for (column, second) in discs {
        let height = ((stones[0] | stones[1]) >> (7 * column) & 0x3f).count_ones();
        if height < 6 {
            stones[usize::from(*second)] |= 1 << (7 * column + height as usize);
        }
    }
    stones
}

/// Every position of Connect Four that up to eight plies lead to.
fn reached() -> &'static HashSet<[u64; 2]> {
    static REACHED: OnceLock<HashSet<[u64; 2]>> = OnceLock::new();
    REACHED.get_or_init(|| {
        let mut all = HashSet::new();
        let mut layer = vec![Connect4::default()];
        for _ in 0..=8 {
            layer.retain(|position| all.insert(Side::BOTH.map(|side| position.stones(side))));
            let mut next = Vec::new();
            for position in &layer {
                for ply in position.legal_plies() {
                    let mut after = *position;
                    after.play_unchecked(&ply);
                    next.push(after);
                }
            }
            layer = next;
        }
        all
    })
}

/// Whether plies lead to a board, found out from the empty board upwards: all parts of it that can
/// be played, one disc more at a time, as long as no game is over.
fn is_led_to(stones: [u64; 2]) -> bool {
    let all = stones[0] | stones[1];
    let mut layer = HashSet::from([0u64]);
    for count in 0..all.count_ones() {
        let mover = stones[(count % 2) as usize];
        let mut next = HashSet::new();
        for part in layer {
            let at = Connect4::from_stones([part & stones[0], part & stones[1]]);
            if at.is_ok_and(|at| at.outcome().is_some()) {
                continue;
            }
            for column in 0..7 {
                let stone = (part + (1 << (7 * column))) & !part & 0x3f << (7 * column);
                if stone & mover != 0 {
                    next.insert(part | stone);
                }
            }
        }
        layer = next;
    }
    layer.contains(&all)
}

fn reads_without_panic<G: Game>(start: &G, words: &str) {
    let _ = start.read_position(words);
    if let Ok(ply) = start.read_ply(words) {
        let _ = start.check(&ply);
        let _ = start.clone().play(&ply);
        let _ = start.write_ply(&ply);
    }
}

fn any_words() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[1-7 ]{0,50}",
        "[XO./ñ ]{0,60}",
        "[a-e][0-9]{0,3}( [a-e][1-5]){0,30}",
        "([RT]?[a-d][1-4]){0,3}|end",
        "([1-9][0-9]?[-x:]){0,4}[0-9]{1,2}",
        "[BWbw]:[BW](K?[0-9]{1,2}[,-]?){0,9}:[BW](K?[0-9]{1,2}[,-]?){0,9}[.]?( 11-15)?",
        "[WB./ñ]{0,20} [wb]?( [a-h][1-8][a-h][1-8])?",
    ]
}

proptest! {
    #[test]
    fn no_text_is_too_strange_to_read(words in any_words()) {
        reads_without_panic(&Connect4::default(), &words);
        reads_without_panic(&TicTacToe::new(3, 3).unwrap(), &words);
        reads_without_panic(&TicTacToe::new(5, 4).unwrap(), &words);
        reads_without_panic(&Checkers::default(), &words);
        reads_without_panic(&Breakthrough::new(8).unwrap(), &words);
        reads_without_panic(&Breakthrough::new(4).unwrap(), &words);
        reads_without_panic(&Sampler::default(), &words);
        reads_without_panic(&Tree::grown(1), &words);
        if let Some((column, row)) = boards::read_name(&words) {
            prop_assert_eq!(boards::name(column, row), words);
        }
    }

    #[test]
    fn no_option_is_too_strange_to_refuse(name in any::<String>(), value in any::<String>()) {
        for game in GAMES {
            prop_assert!(game.begin([(name.as_str(), value.as_str())]).is_err());
            for key in game.options() {
                let _ = game.begin([(key.name, value.as_str())]);
            }
        }
    }

    #[test]
    fn a_position_of_connect_four_is_read_back_from_its_rows(
        columns in prop::collection::vec(0u8..7, 0..42)
    ) {
        let mut position = Connect4::default();
        for column in columns {
            let _ = position.play(&column);
        }
        let words = rows(Side::BOTH.map(|side| position.stones(side)));
        prop_assert_eq!(Connect4::default().read_position(&words).unwrap().into_position(), position);
    }

    #[test]
    fn a_board_of_few_discs_is_read_if_and_only_if_plies_lead_to_it(
        discs in prop::collection::vec((0usize..7, any::<bool>()), 0..=8)
    ) {
        let stones = drop_discs(&discs);
        prop_assert_eq!(Connect4::from_stones(stones).is_ok(), reached().contains(&stones));
    }

    #[test]
    fn a_low_board_of_few_discs_is_read_if_and_only_if_plies_lead_to_it(
        columns in prop::collection::vec(0usize..4, 8),
        order in Just([false, false, false, false, true, true, true, true]).prop_shuffle(),
        count in 6usize..=8,
    ) {
        // As many of both sides, in few columns: there are fours among these, and wrong orders.
        let discs: Vec<_> = columns.into_iter().zip(order).take(count).collect();
        let stones = drop_discs(&discs);
        prop_assert_eq!(Connect4::from_stones(stones).is_ok(), reached().contains(&stones));
    }

    #[test]
    fn stray_stones_are_never_read(first in 0u64..1 << 14, second in 0u64..1 << 14) {
        // Two columns only, with every kind of gap and overlap.
        let stones = [first, second];
        prop_assert_eq!(
            Connect4::from_stones(stones).is_ok(),
            (first | second).count_ones() <= 8 && reached().contains(&stones)
                || (first | second).count_ones() > 8 && first & second == 0
                    && is_a_stack(first | second) && is_led_to(stones)
        );
    }
}

/// Whether nothing floats and nothing lies above the board.
fn is_a_stack(all: u64) -> bool {
    (0..7).all(|column| {
        let stack = all >> (7 * column) & 0x7f;
        stack & (stack + 1) == 0 && stack < 0x40
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_board_of_many_discs_is_read_if_and_only_if_plies_lead_to_it(
        columns in prop::collection::vec(0usize..7, 20),
        order in Just([[false; 10], [true; 10]].concat()).prop_shuffle(),
    ) {
        let discs: Vec<_> = columns.into_iter().zip(order).collect();
        let stones = drop_discs(&discs);
        prop_assert_eq!(Connect4::from_stones(stones).is_ok(), is_led_to(stones));
    }
}

#[test]
fn full_boards_are_judged_at_once() {
    let mut rng = SplitMix64::seed_from_u64(1);
    let mut drawn = Vec::new();
    while drawn.len() < 20 {
        let mut position = Connect4::default();
        while let Some(ply) = position.random_ply(&mut rng) {
            position.play_unchecked(&ply);
        }
        if position.outcome() == Some(Outcome::draw("reason-full")) {
            drawn.push(position);
        }
    }
    let longest = drawn
        .into_iter()
        .map(|position| {
            let stones = Side::BOTH.map(|side| position.stones(side));
            let begun = Instant::now();
            assert_eq!(Connect4::from_stones(stones), Ok(position));
            // The colours exchanged: nobody could have begun with the second side's first disc, or
            // could, but either way the answer has to come.
            let _ = Connect4::from_stones([stones[1], stones[0]]);
            begun.elapsed()
        })
        .max();
    assert!(longest < Some(Duration::from_secs(1)), "{longest:?}");
}

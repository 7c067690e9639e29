//! Counts from outside, on which three independent programs agree, and the fast search of turns
//! against the plain one.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{TurnFinder, read_board, turns},
};
use proptest::{collection::vec, prelude::*, sample::Index};

use super::{fast_ends, on, plain_ends, play};

/// Positions with the number of ends of their legal turns.
fn counted() -> impl Iterator<Item = (Arimaa, usize)> {
    include_str!("../../data/arimaa-turn-counts.tsv").lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let (board, side) = read_board(&format!("{} [{}]", fields[0], fields[1])).unwrap();
        (Arimaa::from_board(board, side), fields[2].parse().unwrap())
    })
}

fn homes(silver: &str, gold: &str) -> Arimaa {
    let words = format!("g [{silver}{}{gold}]", " ".repeat(32));
    Arimaa::default().read_position(&words).unwrap().into_position()
}

#[test]
fn turns_end_in_as_many_positions_as_outside_counts_say() {
    let mut finder = TurnFinder::default();
    let mut rows = 0;
    for (position, count) in counted() {
        let state = *position.state();
        let begin = state.board.key();
        let ends = plain_ends(state, begin);
        assert_eq!(ends.len(), count, "{position:?}");
        assert_eq!(fast_ends(&mut finder, state, begin), ends, "{position:?}");
        rows += 1;
    }
    assert_eq!(rows, 351);
}

#[test]
fn perft_counts_ends_and_sequences() {
    let usual = homes("rrrrrrrrhdcemcdh", "HDCEMCDHRRRRRRRR");
    let count = usual.count(1);
    assert_eq!((count.nodes, count.sequences), (3353, Some(23_754)));
    assert_eq!(homes("hdcemcdhrrrrrrrr", "RRRRRRRRHDCEMCDH").count(1).nodes, 2467);
    assert_eq!(usual.count(0).nodes, 1);
    // Three moves of a rabbit and two of a rabbit in a corner, by hand.
    let two = on(Side::First, "");
    let ends = turns(&two);
    let deep: u64 = ends.iter().map(|turn| turn.played(&two).count(1).nodes).sum();
    assert_eq!((two.count(1).nodes, two.count(2).nodes), (ends.len() as u64, deep));
}

#[test]
fn perft_counts_sequences_as_plies_would_be_played() {
    fn sequences(position: &Arimaa, side: Side) -> u64 {
        if position.side() != side || position.outcome().is_some() {
            return 1;
        }
        let after = |ply| {
            let mut next = position.clone();
            next.play_unchecked(&ply);
            sequences(&next, side)
        };
        position.legal_plies().into_iter().map(after).sum()
    }
    for pieces in ["", "Ee4 ce5", "Hc4 rb4 dd4", "Cc3 Dc2 rb2"] {
        let position = on(Side::First, pieces);
        let counted = position.count(1).sequences.unwrap();
        assert_eq!(counted, sequences(&position, Side::First), "{pieces}");
    }
}

#[test]
fn setups_are_counted_without_being_tried() {
    // 16! / (8! 2! 2! 2!)
    const SETUPS: u64 = 64_864_800;
    let mut position = Arimaa::default();
    assert_eq!(position.count(1).nodes, SETUPS);
    assert_eq!(position.count(2).nodes, SETUPS * SETUPS);
    play(&mut position, "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2");
    assert_eq!(position.count(1).nodes, 2);
    assert_eq!(position.count(2).nodes, 2 * SETUPS);
    play(&mut position, "Dg2 Hh2");
    assert_eq!(position.count(1).nodes, SETUPS);
    play(&mut position, "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7");
    let (mut one, mut other) = (position.clone(), position.clone());
    play(&mut one, "dg7 hh7");
    play(&mut other, "hg7 dh7");
    assert_eq!(position.count(2).nodes, one.count(1).nodes + other.count(1).nodes);
}

#[test]
fn there_are_no_turns_in_a_setup_and_none_after_the_end() {
    assert!(turns(&Arimaa::default()).is_empty());
    let over = on(Side::Second, "Rd8");
    assert!(turns(&over).is_empty());
    assert_eq!((over.count(0).nodes, over.count(1).nodes, over.count(2).nodes), (1, 0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn the_fast_search_finds_what_the_plain_one_finds_also_within_a_turn(
        choices in vec(any::<Index>(), 32..160),
    ) {
        let mut finder = TurnFinder::default();
        let mut position = Arimaa::default();
        let mut begin = 0;
        for (nth, choice) in choices.iter().enumerate() {
            let plies = position.legal_plies();
            if plies.is_empty() {
                break;
            }
            let state = *position.state();
            if state.made == 0 {
                begin = state.board.key();
            }
            if nth >= 32 && nth % 5 < 2 {
                let ends = plain_ends(state, begin);
                prop_assert_eq!(fast_ends(&mut finder, state, begin), ends);
            }
            position.play_unchecked(choice.get(&plies));
        }
    }
}

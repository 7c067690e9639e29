//! The evaluation against positions worked out by hand; below, the searches.

mod searching;

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{Board, Kind, Square, TRAPS, goal, read_board},
    below,
};
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::{tables::SQUARES, *};

/// A board with so many pieces at random, a rabbit of each side among them.
fn some_board(rng: &mut SplitMix64, pieces: usize) -> Board {
    let mut board = Board::default();
    let mut kinds: Vec<(Side, Kind)> = super::pieces()
        .flat_map(|(side, kind)| std::iter::repeat_n((side, kind), kind.count()))
        .collect();
    for n in 0..pieces.min(32) {
        let at = match n {
            0 | 1 => {
                let wanted = (Side::BOTH[n], Kind::Rabbit);
                kinds.iter().position(|piece| *piece == wanted).unwrap()
            }
            _ => below(rng, kinds.len() as u32) as usize,
        };
        let (side, kind) = kinds.swap_remove(at);
        loop {
            let square = Square::at(below(rng, 64) as usize);
            let goal = kind == Kind::Rabbit && goal(side) & square.bit() != 0;
            if board.empty() & square.bit() & !TRAPS != 0 && !goal {
                board.put(side, kind, square);
                break;
            }
        }
    }
    board
}

/// A position with so many pieces at random, and so many random plies later.
pub fn some_position(seed: u64, pieces: usize, plies: usize) -> Arimaa {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let side = Side::BOTH[below(&mut rng, 2) as usize];
    let mut position = Arimaa::from_board(some_board(&mut rng, pieces), side);
    for _ in 0..plies {
        match position.random_ply(&mut rng) {
            Some(ply) => position.play_unchecked(&ply),
            None => break,
        }
    }
    position
}

fn board(rows: [&str; 8]) -> Board {
    read_board(&format!("g [{}]", rows.concat())).unwrap().0
}

/// The board from the other side: colours changed, ranks turned round.
fn turned(board: &Board) -> Board {
    let mut turned = Board::default();
    for (square, side, kind) in board.all() {
        turned.put(side.other(), kind, Square::new(square.column(), 7 - square.row()));
    }
    turned
}

fn mirrored(board: &Board) -> Board {
    let mut mirrored = Board::default();
    for (square, side, kind) in board.all() {
        mirrored.put(side, kind, Square::new(7 - square.column(), square.row()));
    }
    mirrored
}

/// A position with all kinds of pieces beside friends and enemies.
fn middle_game() -> Arimaa {
    let rows = [
        "r.r.rrr.", "rrdrccd.", ".h..mHh.", "RH..RC.R", "....EerR", ".C......", "..R.....",
        ".R.M....",
    ];
    Arimaa::from_board(board(rows), Side::First)
}

fn usual() -> Seed {
    Seed::new(Weights::default())
}

#[test]
fn a_board_worked_out_by_hand_has_these_terms() {
    let board = board([
        "........", ".......r", "........", "........", "...c....", "...E....", "R.......",
        "........",
    ]);
    // Gold: elephant 17 and one rabbit 18; d3 is worth 5 to an elephant, a2 2 to a rabbit; d3 lies
    // beside c3 (12) and two from f3 (6); nobody near is stronger.
    // Silver: cat 5 and one rabbit 18; d4 is its fifth rank, worth 0 to a cat, h7 2 to a rabbit; d4
    // lies diagonally from c3 (2); the cat is beside an elephant.
    let terms = Terms([[35, 7, 18, 0], [23, 2, 2, -2]]);
    assert_eq!(Terms::of(&board), terms);
    assert_eq!(terms.difference(), [12, 5, 16, 2]);
    assert_eq!(usual().score(&board), 35 * POINT);
    let weights = Weights::new([2.0, 0.5, 0.0, 1.25]);
    assert_eq!(Seed::new(weights).score(&board), 24_000 + 2_500 + 2_500);
}

#[test]
fn a_rabbit_with_a_friend_gets_its_bonus_and_both_lend_mobility_to_the_weaker() {
    let board = board([
        "........", "........", "........", "...r....", "........", ".R......", ".HM.....",
        "........",
    ]);
    // b3 is worth 1 to a rabbit, and 3 more on the third rank with a friend; b2 is worth 0 to a
    // horse, c2 2 to a camel. b3 lies beside c3 (2), b2 diagonally from it (4), c2 beside it (10).
    // The rabbit has a horse beside it (1), the horse a camel (4).
    // d5 is Silver's fourth rank, worth 0; it lies diagonally from c6 (1), three from f6.
    assert_eq!(Terms::of(&board).0, [[18 + 8 + 13, 1 + 3 + 2, 16, 5], [18, 0, 1, 0]]);
}

#[test]
fn a_square_near_two_traps_counts_for_both() {
    let near = |row: &str| {
        let rows =
            ["........", "........", "........", "........", "........", row, "........", ""];
        let rows = rows.map(|row| if row.is_empty() { "........" } else { row });
        Terms::of(&board(rows)).0[0][2]
    };
    assert_eq!(near("...E...."), 12 + 6);
    assert_eq!(near(".E......"), 12);
    assert_eq!(near("E......."), 6);
}

#[test]
fn only_the_square_f5_of_cats_and_dogs_differs_from_the_print() {
    let printed = [0, 0, 1, 0, 0, 0, 0, 0];
    for kind in [Kind::Cat, Kind::Dog] {
        let ours = SQUARES[kind.index()][8 - 5];
        let differ: Vec<usize> =
            (0..8).filter(|column| ours[*column] != printed[*column]).collect();
        assert_eq!(differ, [5], "the f-file");
        assert_eq!(ours[5], 1);
    }
    for rank in SQUARES.as_flattened() {
        assert!((0..8).all(|column| rank[column] == rank[7 - column]), "{rank:?}");
    }
}

#[test]
fn what_the_weaker_loses_is_what_the_stronger_gains_in_the_other_form() {
    // Table 5.18, elephant to rabbit: what a piece (row) gains beside an enemy (column).
    let gains = [
        [0, 5, 4, 3, 2, 1],
        [0, 0, 4, 3, 2, 1],
        [0, 0, 0, 3, 2, 1],
        [0, 0, 0, 0, 2, 1],
        [0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 0],
    ];
    let gain = |piece: Kind, enemy: Kind| gains[5 - piece.index()][5 - enemy.index()];
    for piece in Kind::ALL {
        for enemy in Kind::ALL {
            assert_eq!(gain(piece, enemy), -tables::beside_enemy(enemy, piece));
        }
    }
    // Formula 5.10.4 gives each piece the gain of its neighbour with the neighbour's sign.
    let mut rng = SplitMix64::seed_from_u64(4);
    for _ in 0..200 {
        let board = some_board(&mut rng, 24);
        let mut mobility = 0;
        for (square, side, kind) in board.all() {
            for (_, other, neighbour) in neighbours(&board, square) {
                mobility += match other == side {
                    true => sign(side) * tables::beside_friend(kind, neighbour),
                    false => sign(other) * gain(neighbour, kind),
                };
            }
        }
        assert_eq!(mobility, Terms::of(&board).difference()[3]);
    }
}

proptest! {
    #[test]
    fn the_fast_sum_is_the_sum_of_the_terms_and_symmetric(
        seed: u64, pieces in 0usize..33, weights in prop::array::uniform4(0u32..5000)
    ) {
        let board = some_board(&mut SplitMix64::seed_from_u64(seed), pieces);
        let weights = weights.map(i64::from);
        let terms = Terms::of(&board).difference();
        let sum: i64 = weights.iter().zip(terms).map(|(weight, term)| weight * term).sum();
        let fast = Seed::new(Weights::new(weights.map(|weight| weight as f64 / 1000.0)));
        prop_assert_eq!(fast.score(&board), sum);
        prop_assert_eq!(fast.score(&turned(&board)), -sum);
        prop_assert_eq!(fast.score(&mirrored(&board)), sum);
    }
}

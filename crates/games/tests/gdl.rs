//! Described games are the games they describe: move for move the same as ours, and as sound.

use std::collections::BTreeMap;

use ludoteca_games::{
    Connect4, Game, Gdl, Hex, Position, TicTacToe, below, boards, hex::Swap, testing::conforms,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

const TICTACTOE: &str = include_str!("../../../gdl/tictactoe.gdl");
const TICTACTOE_5: &str = include_str!("../../../gdl/tictactoe5.gdl");
const CONNECT4: &str = include_str!("../../../gdl/connect4.gdl");
const BREAKTHROUGH: &str = include_str!("../../../gdl/breakthrough.gdl");
const HEX: &str = include_str!("../../../gdl/hex.gdl");
const CHECKERS: &str = include_str!("../../../gdl/checkers.gdl");

/// Plays random games in both, by the moves of the one of ours; `described` says what each of them is
/// in the description.
fn is_the_same<G: Game>(words: &str, ours: G, games: u64, described: impl Fn(&str) -> String) {
    let start = Gdl::new(words).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..games {
        let (mut one, mut two) = (ours.clone(), start.clone());
        loop {
            let (over, other) = (Game::outcome(&one), Game::outcome(&two));
            assert_eq!(over.map(|over| over.winner), other.map(|over| over.winner), "{two:?}");
            if over.is_some() {
                break;
            }
            assert_eq!(Game::side(&one), Game::side(&two), "{two:?}");
            let all = one.legal_plies();
            let moves: BTreeMap<String, &G::Ply> =
                all.iter().map(|ply| (described(&one.write_ply(ply)), ply)).collect();
            let mut theirs = Position::plies(&two);
            theirs.sort_unstable();
            assert!(moves.keys().eq(&theirs), "{:?} and {theirs:?}", moves.keys());
            let pick = below(&mut rng, all.len() as u32) as usize;
            Position::play(&mut two, &described(&one.write_ply(&all[pick]))).unwrap();
            one.play_unchecked(&all[pick]);
        }
    }
}

/// `b3` as `mark(b,3)`.
fn on_cell(function: &'static str) -> impl Fn(&str) -> String {
    move |cell| {
        let (column, row) = boards::read_name(cell).unwrap();
        format!("{function}({},{})", boards::letter(column), row + 1)
    }
}

#[test]
fn the_described_tic_tac_toe_is_ours() {
    is_the_same(TICTACTOE, TicTacToe::new(3, 3).unwrap(), 3000, on_cell("mark"));
    is_the_same(TICTACTOE_5, TicTacToe::new(5, 5).unwrap(), 2000, on_cell("mark"));
}

#[test]
fn the_described_connect_four_is_ours() {
    is_the_same(CONNECT4, Connect4::default(), 2000, |column| format!("drop({column})"));
}

#[test]
fn the_described_hex_is_ours() {
    is_the_same(HEX, Hex::new(6, Swap::None).unwrap(), 2000, on_cell("place"));
}

#[test]
fn described_games_keep_the_contract_of_games() {
    for words in [TICTACTOE, CONNECT4, BREAKTHROUGH, HEX, CHECKERS] {
        conforms(&Gdl::new(words).unwrap());
    }
}

#[test]
fn many_games_side_by_side_end_as_single_ones_do() {
    const GAMES: u64 = 20_000;
    for words in [TICTACTOE, CONNECT4, BREAKTHROUGH, HEX, CHECKERS] {
        let start = Gdl::new(words).unwrap();
        let games = if words == CHECKERS { GAMES / 10 } else { GAMES };
        let many = start.playouts(1, &mut |tally| tally.games < games);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let (mut wins, mut plies) = (0.0, 0.0);
        for _ in 0..games {
            let (outcome, length) = start.clone().playout(&mut rng);
            wins += f64::from(outcome.winner == Some(ludoteca_games::Side::First));
            plies += f64::from(length);
        }
        let n = games as f64;
        let share = many.results[0] as f64 / many.games as f64;
        assert!((share - wins / n).abs() < 5.0 / (2.0 * n).sqrt(), "{share} and {}", wins / n);
        let length = many.plies as f64 / many.games as f64;
        assert!((length / (plies / n) - 1.0).abs() < 0.1, "{length} and {}", plies / n);
        assert_eq!(many.results.iter().sum::<u64>(), many.games);
    }
}

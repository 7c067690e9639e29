//! What a player remembers of a position is not true of the same board with another past, where the
//! rules look back.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{Board, Kind, Square},
};
use ludoteca_players::{
    AlphaBeta, Budget, Mcts, MctsSettings, Player, Watch, evaluations,
    thought::{Value, Verdict},
};

const TO_AND_FRO: &str = "Ee2n end ca8e end Ee3s end cb8w end Ee2n end ca8e end";

/// Gold to move with an elephant and a cat of silver where a text says. The cat can only go to and
/// fro between a8 and b8, and silver’s rabbit is frozen.
fn at(elephant_and_cat: &str) -> Arimaa {
    let mut board = Board::default();
    for piece in format!("{elephant_and_cat} Rd1 Ca7 Cb7 Cc8 Ch7 rh8").split_whitespace() {
        let (side, kind) = Kind::of_letter(piece.chars().next().unwrap()).unwrap();
        board.put(side, kind, Square::read(&piece[1..]).unwrap());
    }
    Arimaa::from_board(board, Side::First)
}

/// Once the elephant goes back, the one turn of silver would bring a position about for the third
/// time.
fn with_a_past() -> Arimaa {
    let mut position = at("Ee2 ca8");
    for words in TO_AND_FRO.split_whitespace() {
        let ply = position.read_ply(words).unwrap();
        position.play(&ply).unwrap();
    }
    position
}

/// The same board, on which nothing was played.
fn without_one() -> Arimaa {
    at("Ee3 cb8")
}

#[test]
fn a_win_that_needs_a_repetition_is_not_claimed_where_there_is_none() {
    let mut player = AlphaBeta::new(Some(2), evaluations::none(), 1);
    let mut value = |position: &Arimaa| {
        let back = position.read_ply("Ee3s").unwrap();
        let thought = player.consider(position, &Budget::default(), &mut Watch::at_the_end());
        thought.candidates.into_iter().find(|candidate| candidate.ply == back).unwrap().value
    };
    let (past, none) = (with_a_past(), without_one());
    assert_eq!(past, none, "the boards are the same");
    let won = Value::Proved { result: Verdict::Win, plies: Some(2) };
    assert_eq!(value(&past), won);
    assert!(matches!(value(&none), Value::Guess { .. }), "{:?}", value(&none));
}

#[test]
fn a_tree_is_not_kept_for_the_same_board_with_another_past() {
    let settings = MctsSettings { playouts: Some(50), explore: 1.0, threads: 1, seed: 1 };
    let mut player = Mcts::new(settings);
    let mut visits = |position: &Arimaa, playouts| {
        let thought = player.consider(position, &Budget::nodes(playouts), &mut Watch::nobody());
        thought.candidates.iter().filter_map(|candidate| candidate.visits).sum::<u64>()
    };
    assert!(visits(&with_a_past(), 50) > 1);
    assert_eq!(visits(&without_one(), 1), 1);
}

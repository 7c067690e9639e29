//! The evaluation against positions worked out by hand, and the searches against each other.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Board, Kind, Pending, Square, TRAPS, goal, read_board},
    below,
};
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::{
    tables::{self, SQUARES},
    *,
};
use crate::{
    AlphaBeta, AnyWatch, Budget, Mcts, MctsSettings, Minimax, Player, Supply, Thought, Watch,
    arimaa::setup,
    evaluations::evaluations,
    machine,
    thought::{Content, Value, Verdict},
};

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

fn think(player: &mut impl Player<Arimaa>, position: &Arimaa) -> Thought<ArimaaPly> {
    player.think(position, &Budget::default(), &mut Watch::nobody())
}

fn search(depth: u32, limit: usize, prune: bool) -> TurnSearch {
    TurnSearch::new(depth, limit, usual(), Judge::Seed, prune)
}

/// The first of the best turns by the shortest possible code: its score in thousandths, a won game
/// beyond all, a nearer one more.
fn oracle(position: &Arimaa, depth: u32, limit: usize) -> (i64, Vec<ArimaaPly>) {
    const WON: i64 = 1_000_000_000;
    let side = position.side();
    if let Some(outcome) = position.outcome() {
        return (if outcome.winner == Some(side) { WON } else { -WON }, Vec::new());
    }
    if depth == 0 {
        return (usual().score_for(&position.state().board, side), Vec::new());
    }
    let turns = turns::Finder::default().turns(position, &usual(), limit).turns;
    let mut best = (i64::MIN, Vec::new());
    for turn in turns {
        let mut next = position.clone();
        let plies = turn.plies(position);
        plies.iter().for_each(|ply| next.play(ply).unwrap());
        let score = -oracle(&next, depth - 1, limit).0;
        let score = if score.abs() > WON / 2 { score - score.signum() } else { score };
        if score > best.0 {
            best = (score, plies);
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn both_searches_choose_the_same_turn_for_the_same_value(
        seed: u64, pieces in 2usize..24, plies in 0usize..9, depth in 1u32..4, limit in 1usize..12
    ) {
        let position = some_position(seed, pieces, plies);
        if position.outcome().is_some() {
            return Ok(());
        }
        let (score, turn) = oracle(&position, depth, limit);
        let plain = think(&mut search(depth, limit, false), &position);
        let pruned = think(&mut search(depth, limit, true), &position);
        prop_assert_eq!(plain.ply, turn.first().copied());
        prop_assert_eq!(plain.ply, pruned.ply);
        prop_assert_eq!(plain.value, pruned.value);
        prop_assert_eq!(&plain.lines[0], &pruned.lines[0]);
        prop_assert_eq!(&plain.lines[0].plies[..turn.len()], &turn[..]);
        if let Value::Guess { score: Some(points), .. } = plain.value {
            prop_assert_eq!(points * POINT, score);
        }
    }

    #[test]
    fn a_turn_goes_on_as_it_was_found_and_every_ply_is_legal(
        seed: u64, pieces in 2usize..24, plies in 0usize..9
    ) {
        let mut position = some_position(seed, pieces, plies);
        let mut player = search(1, 20, true);
        let mut expected: Vec<ArimaaPly> = Vec::new();
        for _ in 0..12 {
            if position.outcome().is_some() {
                break;
            }
            let thought = think(&mut player, &position);
            let ply = thought.ply.unwrap();
            if expected.is_empty() {
                expected = thought.lines[0].plies.clone();
            } else {
                prop_assert_eq!(thought.nodes, 0, "it need not think again");
            }
            prop_assert_eq!(ply, expected.remove(0));
            prop_assert!(position.play(&ply).is_ok());
        }
    }

    #[test]
    fn players_of_every_game_answer_legally_anywhere_in_a_turn(
        seed: u64, pieces in 2usize..32, plies in 0usize..9
    ) {
        let position = some_position(seed, pieces, plies);
        if position.outcome().is_some() {
            return Ok(());
        }
        answers_legally(&position);
    }
}

fn answers_legally(position: &Arimaa) {
    let seed = || evaluations::<Arimaa>().remove(0);
    let settings = MctsSettings { playouts: Some(1), explore: 1.0, threads: 1, seed: 1 };
    let nodes = Budget::nodes(2000);
    let nobody = || Watch::nobody();
    let answers = [
        AlphaBeta::new(Some(2), seed(), 1).think(position, &nodes, &mut nobody()).ply,
        Minimax::new(2, seed(), 1).think(position, &nodes, &mut nobody()).ply,
        Mcts::new(settings).think(position, &nodes, &mut nobody()).ply,
        search(2, 5, true).think(position, &nodes, &mut nobody()).ply,
        search(2, 5, false).think(position, &Budget::nodes(1), &mut nobody()).ply,
    ];
    for ply in answers {
        assert_eq!(position.check(&ply.unwrap()), Ok(()), "{position:?}");
    }
}

#[test]
fn a_push_is_completed_and_the_setup_begun_by_every_player() {
    let rows = [
        "r.......", "........", "........", "........", "...c....", "...E....", "........",
        "R.......",
    ];
    let mut position = Arimaa::from_board(board(rows), Side::First);
    let push = position.read_ply("cd4n").unwrap();
    position.play(&push).unwrap();
    assert!(matches!(position.state().pending, Pending::Push(..)));
    answers_legally(&position);
    answers_legally(&Arimaa::default());
}

#[test]
fn the_setup_is_whole_and_keeps_the_camel_from_the_enemy_elephant() {
    for elephant in ["d2", "e2"] {
        let mut position = Arimaa::default();
        let first = position.read_ply(&format!("E{elephant}")).unwrap();
        position.play(&first).unwrap();
        let mut player = search(1, 1, true);
        while position.in_setup() {
            let ply = think(&mut player, &position).ply.unwrap();
            assert_eq!(Some(ply), setup::placement(&position, 0));
            position.play(&ply).unwrap();
        }
        let at = |side, kind| {
            Square::at(position.state().board.pieces(side, kind).trailing_zeros() as usize)
        };
        let far = at(Side::First, Kind::Elephant).column();
        assert_ne!(far, at(Side::Second, Kind::Camel).column());
    }
}

#[test]
fn a_goal_is_found_by_every_depth_and_proved() {
    let rows = [
        "........", "r......R", "........", "........", "...c....", "...E....", "........",
        "........",
    ];
    let position = Arimaa::from_board(board(rows), Side::First);
    for depth in 1..=3 {
        for prune in [false, true] {
            let thought = think(&mut search(depth, 1, prune), &position);
            assert_eq!(position.write_ply(&thought.ply.unwrap()), "Rh7n");
            let result = Verdict::Win;
            assert_eq!(thought.value, Value::Proved { result, plies: Some(2) });
        }
    }
}

#[test]
fn a_lost_position_is_proved_only_if_no_turn_was_left_out() {
    // Silver's rabbits are two steps from their goal, and Gold has but a rabbit that is five away.
    let rows = [
        "........", "........", "........", "........", "........", "R.......", "...rr...",
        "........",
    ];
    let position = Arimaa::from_board(board(rows), Side::First);
    let all = think(&mut search(2, 1000, true), &position).value;
    assert!(matches!(all, Value::Proved { result: Verdict::Loss, .. }), "{all:?}");
    let few = think(&mut search(2, 2, true), &position).value;
    assert_eq!(few, Value::Guess { result: -1.0, score: None });
}

#[test]
fn every_term_is_a_layer_and_a_sentence_comes_first() {
    let position = middle_game();
    let watch = &mut Watch::at_the_end();
    let thought = search(1, 10, true).think(&position, &Budget::default(), watch);
    let ids: Vec<&str> = thought.layers.iter().map(|layer| layer.id).collect();
    assert_eq!(ids, ["values", "turns", "terms", "material", "squares", "traps", "mobility"]);
    let board = &position.state().board;
    let [.., terms, _, squares, traps, mobility] = &thought.layers[..] else { panic!() };
    let Content::Table { rows, .. } = &terms.content else { panic!() };
    let difference = Terms::of(board).difference();
    for (row, term) in rows.iter().zip(difference) {
        assert_eq!(row[3], crate::points(term));
    }
    let Content::Heat { cells, .. } = &squares.content else { panic!() };
    assert_eq!(cells.len(), board.all().count());
    let Content::Marks { marks } = &traps.content else { panic!() };
    assert_eq!(marks.len(), 4);
    let Content::Links { links, .. } = &mobility.content else { panic!() };
    assert!(links.iter().any(|link| link.semi) && links.iter().any(|link| !link.semi));
    assert!(thought.layers.iter().all(|layer| layer.sentence.to_string().ends_with('.')));
}

#[test]
fn weights_are_keys_and_what_is_wrong_with_them_is_said() {
    let supply = Supply::seeded(1);
    let refused = |words| machine("arimaa", words, &supply).map(|_| ()).unwrap_err().to_string();
    assert!(refused("alphabeta:w1=heavy").contains("0 to 1,000"));
    assert!(refused("alphabeta:w5=1").contains("depth, limit, eval, w1, w2, w3, w4"));
    assert!(refused("minimax:limit=0").contains("1 to 1,000,000"));
    assert!(refused("minimax:eval=luck").contains("seed, none"));
    let position = middle_game();
    for words in ["minimax:depth=1,w1=0.5,w3=2", "alphabeta:depth=1,eval=none,limit=5"] {
        let mut player = machine("arimaa", words, &supply).unwrap();
        let thought = player.think(&position, &Budget::default(), AnyWatch::Nobody).unwrap();
        let ply = position.read_ply(&thought.ply.unwrap()).unwrap();
        assert_eq!(position.check(&ply), Ok(()));
    }
}

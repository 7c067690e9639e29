//! The searches against each other and against the shortest possible code.

use ludoteca_games::{
    Arimaa, Game, Side,
    arimaa::{ArimaaPly, Kind, Pending, Square},
};
use proptest::prelude::*;

use ludoteca_words::Lang;

use super::{
    super::{Judge, POINT, Terms, TurnSearch, turns::Finder},
    board, middle_game, some_position, usual,
};
use crate::{
    AlphaBeta, Budget, Clock, Mcts, MctsSettings, Minimax, Player, Thought, Watch,
    arimaa::setup,
    evaluations_of,
    thought::{Content, Unit, Value, Verdict},
};

fn think(player: &mut impl Player<Arimaa>, position: &Arimaa) -> Thought<ArimaaPly> {
    player.consider(position, &Budget::default(), &mut Watch::nobody())
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
    let mut clock = Clock::start(&Budget::default());
    let turns = Finder::default().turns(position, &usual(), limit, &mut clock).turns;
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
        prop_assert_eq!(plain.ply(), turn.first().copied());
        prop_assert_eq!(plain.ply(), pruned.ply());
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
            let ply = thought.ply().unwrap();
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
    let seed = || evaluations_of::<Arimaa>().remove(0).make();
    let settings = MctsSettings { playouts: Some(1), explore: 1.0, threads: 1, seed: 1 };
    let nodes = Budget::nodes(2000);
    let nobody = || Watch::nobody();
    let answers = [
        AlphaBeta::new(Some(2), seed(), 1).consider(position, &nodes, &mut nobody()).ply(),
        Minimax::new(2, seed(), 1).consider(position, &nodes, &mut nobody()).ply(),
        Mcts::new(settings).consider(position, &nodes, &mut nobody()).ply(),
        search(2, 5, true).consider(position, &nodes, &mut nobody()).ply(),
        search(2, 5, false).consider(position, &Budget::nodes(1), &mut nobody()).ply(),
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
            let ply = think(&mut player, &position).ply().unwrap();
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
            assert_eq!(position.write_ply(&thought.ply().unwrap()), "Rh7n");
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
    assert_eq!(few, Value::Guess { result: -1.0, score: None, unit: Unit::Unknown });
}

#[test]
fn every_term_is_a_layer_and_a_sentence_comes_first() {
    let position = middle_game();
    let watch = &mut Watch::at_the_end();
    let thought = search(1, 10, true).consider(&position, &Budget::default(), watch);
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
    assert!(thought.layers.iter().all(|layer| Lang::ENGLISH.say(&layer.sentence).ends_with('.')));
}

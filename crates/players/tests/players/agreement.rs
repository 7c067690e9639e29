//! Every search agrees with plain minimax: in made-up trees, in which either side may move at any
//! node, and in the small games.

use ludoteca_games::{
    Breakthrough, Checkers, Connect4, Game, Hex, Outcome, Side, TicTacToe,
    hex::Swap,
    testing::{Sampler, Tree, Turns, draw, split, win},
};
use ludoteca_players::{
    AlphaBeta, Budget, Mcts, MctsSettings, Minimax, Played, Player, Thought, Watch,
    evaluations::{self, Evaluation},
    evaluations_of,
    thought::{Content, Value, Verdict},
};
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

/// Deep enough to see every end of a made-up tree.
const TO_THE_END: u32 = 12;

/// The value of a position by the shortest possible code: result for the side to move, and plies to
/// the end with the nearest win and the farthest loss.
fn oracle<G: Game>(position: &G) -> (i8, u32) {
    if let Some(Outcome { winner, .. }) = position.outcome() {
        let result = winner.map_or(0, |winner| if winner == position.side() { 1 } else { -1 });
        return (result, 0);
    }
    let rank = |(result, plies): (i8, u32)| (result, -i64::from(result) * i64::from(plies));
    position
        .legal_plies()
        .iter()
        .map(|ply| {
            let mut next = position.clone();
            next.play_unchecked(ply);
            let (result, plies) = oracle(&next);
            (if next.side() == position.side() { result } else { -result }, plies + 1)
        })
        .max_by_key(|value| rank(*value))
        .expect("an unfinished game has a legal ply")
}

/// Every evaluation of a game.
fn all<G: Played>() -> Vec<Box<dyn Evaluation<G>>> {
    evaluations_of::<G>().iter().map(|kind| kind.make()).collect()
}

/// A judgement that is different at every position, to see where a search stopped.
fn mixed<G: Game>() -> Box<dyn Evaluation<G>> {
    let judge = |position: &G| (position.key() % 401) as i32 - 200;
    evaluations::by(100.0, judge)
}

fn minimax<G: Game>(
    position: &G,
    depth: u32,
    evaluation: Box<dyn Evaluation<G>>,
) -> Thought<G::Ply> {
    Minimax::new(depth, evaluation, 1).consider(position, &Budget::default(), &mut Watch::nobody())
}

fn alphabeta<G: Game>(
    position: &G,
    depth: u32,
    evaluation: Box<dyn Evaluation<G>>,
) -> Thought<G::Ply> {
    let mut player = AlphaBeta::new(Some(depth), evaluation, 1);
    player.consider(position, &Budget::default(), &mut Watch::nobody())
}

fn mcts<G: Game>(position: &G, threads: usize, seed: u64) -> Thought<G::Ply> {
    let settings = MctsSettings { playouts: Some(200_000), explore: 1.0, threads, seed };
    Mcts::new(settings).consider(position, &Budget::default(), &mut Watch::nobody())
}

fn proved(value: Value) -> Option<i8> {
    match value {
        Value::Proved { result: Verdict::Win, .. } => Some(1),
        Value::Proved { result: Verdict::Draw, .. } => Some(0),
        Value::Proved { result: Verdict::Loss, .. } => Some(-1),
        Value::Guess { .. } => None,
    }
}

/// A value whose draw may or may not be known to be proved: pruning proves more than it sees.
fn bare(value: Value) -> (f64, Option<u32>) {
    match value {
        Value::Proved { plies, .. } => (value.result(), plies),
        Value::Guess { result, .. } => (result, None),
    }
}

/// A ply's value by the oracle, for the side that plays it.
fn worth<G: Game>(position: &G, ply: &G::Ply) -> i8 {
    let mut next = position.clone();
    next.play(ply).expect("a player's ply is legal");
    let (result, _) = oracle(&next);
    if next.side() == position.side() { result } else { -result }
}

/// All three searches find the value and a ply that keeps it; nothing any of them calls proved is
/// wrong.
fn all_agree<G: Game>(position: &G, seed: u64) {
    let (result, plies) = oracle(position);
    let plain = minimax(position, TO_THE_END, evaluations::none());
    let pruned = alphabeta(position, TO_THE_END, evaluations::none());
    let sampled = [mcts(position, 1, seed), mcts(position, 2, seed)];
    for thought in [&plain, &pruned].into_iter().chain(&sampled) {
        assert_eq!(proved(thought.value), Some(result), "{thought:?}");
        assert_eq!(worth(position, thought.ply().as_ref().unwrap()), result, "{thought:?}");
        for each in &thought.candidates {
            if let Some(claim) = proved(each.value).filter(|_| !each.at_most) {
                assert_eq!(claim, worth(position, &each.ply), "{each:?} of {thought:?}");
            }
        }
        for line in &thought.lines {
            let mut at = position.clone();
            line.plies.iter().for_each(|ply| at.play(ply).expect("a line is playable"));
        }
    }
    if result != 0 {
        for thought in [&plain, &pruned] {
            let Value::Proved { plies: Some(found), .. } = thought.value else {
                panic!("no distance in {thought:?}");
            };
            assert_eq!(found, plies, "{thought:?}");
        }
    }
}

/// At every depth alpha-beta has minimax's value, and its table remembers nothing wrong when the
/// same player goes on to other depths and positions.
fn same_at_every_depth<G: Game>(
    start: &G,
    evaluation: &dyn Evaluation<G>,
    depths: u32,
    plies: usize,
    truth: fn(&G) -> Option<i8>,
    seed: u64,
) {
    let mut rng = SplitMix64::seed_from_u64(seed);
    let mut position = start.clone();
    let mut keeps_table: Vec<AlphaBeta<G>> =
        (1..=depths).map(|depth| AlphaBeta::new(Some(depth), evaluation.another(), 1)).collect();
    for _ in 0..plies {
        for (depth, keeper) in (1..=depths).zip(&mut keeps_table) {
            let plain = minimax(&position, depth, evaluation.another());
            let fresh = alphabeta(&position, depth, evaluation.another());
            let kept = keeper.consider(&position, &Budget::default(), &mut Watch::nobody());
            assert_eq!(bare(plain.value), bare(fresh.value), "depth {depth} of {position:?}");
            assert_eq!(bare(plain.value), bare(kept.value), "depth {depth}, {position:?}, table");
            if let Some(truth) = truth(&position) {
                for thought in [&plain, &fresh, &kept] {
                    assert!(
                        proved(thought.value).is_none_or(|claim| claim == truth),
                        "{thought:?}"
                    );
                }
            }
            for thought in [fresh, kept] {
                let ply = thought.ply().unwrap();
                let there = plain.candidates.iter().find(|each| each.ply == ply).unwrap();
                assert_eq!(bare(there.value), bare(plain.value), "{ply:?} is as good as the best");
                for each in &thought.candidates {
                    let exact =
                        plain.candidates.iter().find(|plain| plain.ply == each.ply).unwrap();
                    if each.at_most && thought.depth == Some(depth) {
                        assert!(
                            exact.value.result() <= each.value.result() + 1e-9,
                            "{each:?} {exact:?}"
                        );
                    }
                }
            }
        }
        match position.random_ply(&mut rng) {
            Some(ply) => position.play_unchecked(&ply),
            None => break,
        }
        if position.outcome().is_some() {
            break;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_searches_agree_on_made_up_trees(seed: u64, together: bool) {
        all_agree(&if together { Tree::grown_together(seed) } else { Tree::grown(seed) }, seed);
    }

    #[test]
    fn alphabeta_is_minimax_at_every_depth_of_made_up_trees(seed: u64) {
        same_at_every_depth(&Tree::grown_together(seed), &mixed(), 7, 4, |tree| Some(oracle(tree).0), seed);
        same_at_every_depth(&Tree::grown(seed), &mixed(), 7, 2, |tree| Some(oracle(tree).0), seed);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn alphabeta_is_minimax_at_every_depth_of_the_small_games(seed: u64) {
        for evaluation in all::<TicTacToe>().into_iter().chain([mixed()]) {
            same_at_every_depth(&TicTacToe::new(3, 3).unwrap(), &evaluation, 4, 9, |_| None, seed);
        }
        for evaluation in all::<Connect4>().into_iter().chain([mixed()]) {
            same_at_every_depth(&Connect4::default(), &evaluation, 4, 30, |_| None, seed);
        }
        for evaluation in all::<Hex>() {
            for swap in [Swap::None, Swap::Pieces, Swap::Sides] {
                same_at_every_depth(&Hex::new(3, swap).unwrap(), &evaluation, 4, 6, |_| None, seed);
                same_at_every_depth(&Hex::new(5, swap).unwrap(), &evaluation, 2, 9, |_| None, seed);
            }
        }
        same_at_every_depth(&TicTacToe::new(5, 4).unwrap(), &mixed(), 2, 20, |_| None, seed);
        same_at_every_depth(&Sampler::default(), &mixed(), 3, 24, |_| None, seed);
        same_at_every_depth(&Turns(Sampler::default()), &mixed(), 1, 3, |_| None, seed);
    }

    #[test]
    fn all_searches_agree_on_tic_tac_toe(seed: u64, plies in 2usize..7) {
        let mut position = TicTacToe::new(3, 3).unwrap();
        let mut rng = SplitMix64::seed_from_u64(seed);
        for _ in 0..plies {
            if let Some(ply) = position.random_ply(&mut rng) {
                position.play_unchecked(&ply);
            }
        }
        if position.outcome().is_none() {
            all_agree(&position, seed);
        }
    }

    #[test]
    fn all_searches_agree_near_the_end_of_connect_four(seed: u64) {
        let mut rng = SplitMix64::seed_from_u64(seed);
        let position = loop {
            let mut position = Connect4::default();
            while position.outcome().is_none() && position.count() < 33 {
                let ply = position.random_ply(&mut rng).unwrap();
                position.play_unchecked(&ply);
            }
            if position.outcome().is_none() {
                break position;
            }
        };
        all_agree(&position, seed);
    }
}

#[test]
fn tic_tac_toe_is_a_draw_and_everybody_can_prove_it() {
    let start = TicTacToe::new(3, 3).unwrap();
    assert_eq!(proved(minimax(&start, 9, evaluations::none()).value), Some(0));
    assert_eq!(proved(alphabeta(&start, 9, evaluations::none()).value), Some(0));
    let settings = MctsSettings { playouts: Some(400_000), explore: 1.0, threads: 1, seed: 3 };
    let thought = Mcts::new(settings).consider(&start, &Budget::default(), &mut Watch::nobody());
    assert_eq!(proved(thought.value), Some(0));
}

#[test]
fn a_side_that_moves_twice_is_not_taken_for_its_opponent() {
    // The first side moves three times in a row; only the last of its choices wins.
    let start = Tree::of(split(
        Side::First,
        [
            draw(),
            split(
                Side::First,
                [
                    win(Side::Second),
                    split(
                        Side::First,
                        [split(Side::Second, [draw(), win(Side::First)]), win(Side::First)],
                    ),
                ],
            ),
        ],
    ));
    all_agree(&start, 5);
    assert_eq!(oracle(&start), (1, 3));
}

#[test]
fn however_small_the_budget_there_is_a_legal_ply() {
    let position = Connect4::default().read_position("4444").unwrap().into_position();
    for nodes in [0, 1, 2, 5, 17] {
        let budget = Budget::nodes(nodes);
        let watch = &mut Watch::nobody();
        let settings = MctsSettings { playouts: None, explore: 1.0, threads: 1, seed: 1 };
        for thought in [
            Minimax::new(4, evaluations::none(), 1).consider(&position, &budget, watch),
            AlphaBeta::new(None, evaluations::none(), 1).consider(&position, &budget, watch),
            Mcts::new(settings).consider(&position, &budget, watch),
        ] {
            assert!(position.legal_plies().contains(&thought.ply().unwrap()), "{nodes} nodes");
            assert!(proved(thought.value).is_none(), "nothing is proved with {nodes} nodes");
        }
    }
}

#[test]
fn a_set_stop_flag_ends_every_thought() {
    let budget = Budget::default();
    budget.stop.set();
    let position = Connect4::default();
    let watch = &mut Watch::nobody();
    let settings = MctsSettings { playouts: Some(u64::MAX), explore: 1.0, threads: 2, seed: 1 };
    assert!(
        Minimax::new(42, evaluations::none(), 1)
            .consider(&position, &budget, watch)
            .ply()
            .is_some()
    );
    assert!(
        AlphaBeta::new(Some(42), evaluations::none(), 1)
            .consider(&position, &budget, watch)
            .ply()
            .is_some()
    );
    assert!(Mcts::new(settings).consider(&position, &budget, watch).ply().is_some());
}

#[test]
fn a_finished_game_has_a_value_and_no_ply() {
    let over = Connect4::default().read_position("4141414").unwrap().into_position();
    let watch = &mut Watch::at_the_end();
    let settings = MctsSettings { playouts: Some(10), explore: 1.0, threads: 1, seed: 1 };
    for thought in [
        Minimax::new(3, evaluations::none(), 1).consider(&over, &Budget::default(), watch),
        AlphaBeta::new(Some(3), evaluations::none(), 1).consider(&over, &Budget::default(), watch),
        Mcts::new(settings).consider(&over, &Budget::default(), watch),
        ludoteca_players::Random::new(1).consider(&over, &Budget::default(), watch),
    ] {
        assert_eq!((thought.ply(), proved(thought.value)), (None, Some(-1)));
    }
}

#[test]
fn mcts_keeps_its_tree_and_the_same_seed_gives_the_same_game() {
    let game = || {
        let settings = MctsSettings { playouts: Some(500), explore: 1.0, threads: 1, seed: 9 };
        let mut player = Mcts::new(settings);
        let mut position = Connect4::default();
        let mut plies = Vec::new();
        let mut visits = Vec::new();
        while position.outcome().is_none() {
            let thought = player.consider(&position, &Budget::default(), &mut Watch::nobody());
            visits.push(thought.candidates.iter().filter_map(|each| each.visits).sum::<u64>());
            let ply = thought.ply().unwrap();
            position.play(&ply).unwrap();
            plies.push(ply);
        }
        (plies, visits)
    };
    let (plies, visits) = game();
    assert_eq!(plies, game().0);
    assert!(
        visits[0] <= 500 && visits[1] > 500,
        "what was tried before is still counted: {visits:?}"
    );
}

#[test]
fn every_player_shows_plies_a_line_a_tree_and_counts() {
    let position = Connect4::default().read_position("4453").unwrap().into_position();
    let watch = &mut Watch::at_the_end();
    let budget = Budget::nodes(3000);
    let settings = MctsSettings { playouts: None, explore: 0.6, threads: 1, seed: 1 };
    for thought in [
        Minimax::new(4, evaluations::none(), 1).consider(&position, &budget, watch),
        AlphaBeta::new(None, evaluations::none(), 1).consider(&position, &budget, watch),
        Mcts::new(settings).consider(&position, &budget, watch),
        ludoteca_players::Random::new(1).consider(&position, &budget, watch),
    ] {
        assert_eq!(thought.candidates.len(), 7);
        assert!(!thought.lines[0].plies.is_empty());
        assert!(thought.nodes > 0);
        let tree = thought.layers.iter().find(|layer| layer.id == "tree").unwrap();
        let Content::Tree { root } = &tree.content else { panic!("{tree:?}") };
        assert_eq!(root.children.len() + root.more, 7);
    }
}

#[test]
fn for_somebody_who_looks_alphabeta_gives_every_ply_its_own_value() {
    let position = Connect4::default().read_position("44354").unwrap().into_position();
    let plain = minimax(&position, 5, mixed());
    let mut player = AlphaBeta::new(Some(5), mixed(), 1);
    let seen = player.consider(&position, &Budget::default(), &mut Watch::at_the_end());
    assert_eq!(seen.candidates.len(), 7);
    for each in &seen.candidates {
        let exact = plain.candidates.iter().find(|plain| plain.ply == each.ply).unwrap();
        assert!(!each.at_most);
        assert_eq!(bare(each.value), bare(exact.value));
    }
}

#[test]
fn alphabeta_is_minimax_in_checkers_and_breakthrough_also_near_a_repetition() {
    let circles = "1-5 32-28 5-1 28-32 1-5 32-28 5-1";
    for board in ["", "B:W31,K18,K27:B2,K10,K21", "B:WK32,K24:BK1"] {
        let at = Checkers::default().read_position(board).unwrap().into_position();
        agree_to(&at, 5);
    }
    let near = Checkers::default()
        .read_position(&format!("B:WK32:BK1 {circles}"))
        .unwrap()
        .into_position();
    agree_to(&near, 6);
    agree_to(&Breakthrough::new(5).unwrap(), 4);
    let late = ".B..B/...../W.B../..W../..... w";
    agree_to(&Breakthrough::new(5).unwrap().read_position(late).unwrap().into_position(), 6);
}

/// The same value to every depth.
fn agree_to<G: Played>(position: &G, deepest: u32) {
    for evaluation in [all::<G>().remove(0), mixed()] {
        for depth in 1..=deepest {
            let plain = minimax(position, depth, evaluation.clone());
            let pruned = alphabeta(position, depth, evaluation.clone());
            assert_eq!(pruned.value, plain.value, "{depth} plies");
        }
    }
}

/// Knows one ply by heart and nothing else.
#[derive(Clone)]
struct Recommends(u8);

impl Evaluation<Connect4> for Recommends {
    fn judge(&mut self, _: &Connect4) -> i32 {
        0
    }

    fn scale(&self) -> f64 {
        1.0
    }

    fn another(&self) -> Box<dyn Evaluation<Connect4>> {
        Box::new(self.clone())
    }

    fn priors(&mut self, _: &Connect4, plies: &[u8], priors: &mut Vec<f32>) -> bool {
        priors.clear();
        let rest = 0.1 / plies.len() as f32;
        priors.extend(plies.iter().map(|ply| if *ply == self.0 { 0.9 + rest } else { rest }));
        true
    }
}

#[test]
fn a_tree_search_tries_what_an_evaluation_recommends_and_still_sees_what_wins() {
    let settings = MctsSettings { playouts: Some(2000), explore: 1.0, threads: 2, seed: 1 };
    for column in [0, 3, 6] {
        let mut player = Mcts::judging(settings, || Recommends(column));
        let (budget, watch) = (Budget::default(), &mut Watch::nobody());
        let thought = player.consider(&Connect4::default(), &budget, watch);
        assert_eq!(thought.ply(), Some(column));
        let threat = Connect4::default().read_position("1727").unwrap().into_position();
        let three = Connect4::default().read_position("172737").unwrap().into_position();
        assert!(player.consider(&threat, &budget, watch).ply().is_some());
        assert_eq!(player.consider(&three, &budget, watch).ply(), Some(3), "1, 2, 3 and so 4");
    }
}

#[test]
fn a_tree_search_plays_with_every_evaluation_of_every_game() {
    fn plays<G: Played>(position: &G) {
        for evaluation in all::<G>() {
            let settings = MctsSettings { playouts: Some(300), explore: 0.6, threads: 1, seed: 1 };
            let mut player = Mcts::judging(settings, || evaluation.clone());
            let thought = player.consider(position, &Budget::default(), &mut Watch::nobody());
            assert!(position.check(&thought.ply().unwrap()).is_ok());
            assert_eq!(thought.nodes, 300);
        }
    }
    plays(&Connect4::default());
    plays(&Hex::new(5, Swap::None).unwrap());
    plays(&Checkers::default());
    plays(&Breakthrough::new(6).unwrap());
}

//! Connect Four's searches with rules: pruned or plain, they are the minimax of the slow twin.

use ludoteca_games::{Connect4, Game, Outcome, Side};
use ludoteca_players::{
    Budget, Minimax, Player, Thought, Watch, evaluations_of,
    rules::{Judge, Lookahead, RuleBook, Worth, built_in, read},
    thought::{Content, Value, Verdict},
};
use ludoteca_words::Lang;
use proptest::prelude::*;
use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

fn book(file: &str) -> RuleBook {
    RuleBook::new(read(file).unwrap().rules)
}

fn heuristic() -> RuleBook {
    book(built_in("@heuristic").unwrap())
}

fn at(columns: &str) -> Connect4 {
    Connect4::default().read_position(columns).unwrap().into_position()
}

fn think(judge: Judge, depth: u32, prune: bool, seed: u64, position: &Connect4) -> Thought<u8> {
    let mut player = Lookahead::new(Some(depth), judge, prune, seed);
    player.consider(position, &Budget::default(), &mut Watch::at_the_end())
}

/// A position some random plies after the beginning, in which the game goes on.
fn somewhere(plies: u32, seed: u64) -> Connect4 {
    let mut rng = SplitMix64::seed_from_u64(seed);
    loop {
        let mut position = Connect4::default();
        while position.outcome().is_none() && position.count() < plies {
            let ply = position.random_ply(&mut rng).unwrap();
            position.play_unchecked(&ply);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// The slow and obvious twin: the value of a board for `max`, word by word as it is described. A
/// won game is infinite, however far away.
fn slowly(book: &RuleBook, position: &Connect4, depth: u32, max: Side) -> f64 {
    match position.outcome() {
        Some(Outcome { winner: Some(winner), .. }) if winner == max => return f64::INFINITY,
        Some(Outcome { winner: Some(_), .. }) => return f64::NEG_INFINITY,
        Some(_) => return 0.0,
        None => {}
    }
    if depth == 0 {
        let scores = book.score_for(position, max);
        return scores.into_iter().fold(0.0, |sum, score| {
            sum + match score {
                None => 0.0,
                Some(Worth::Max) => 1_000_000.0,
                Some(Worth::Min) => -1_000_000.0,
                Some(Worth::Number(number)) => number as f64,
            }
        });
    }
    let children = position.legal_plies().into_iter().map(|ply| {
        let mut next = *position;
        next.play_unchecked(&ply);
        slowly(book, &next, depth - 1, max)
    });
    let better = if position.side() == max { f64::max } else { f64::min };
    children.reduce(better).unwrap()
}

/// Each column's value by the slow twin.
fn columns_slowly(book: &RuleBook, position: &Connect4, depth: u32) -> Vec<(u8, f64)> {
    let value = |ply: u8| {
        let mut next = *position;
        next.play_unchecked(&ply);
        (ply, slowly(book, &next, depth - 1, position.side()))
    };
    position.legal_plies().into_iter().map(value).collect()
}

/// A value as the slow twin gives it.
fn bare(value: Value) -> f64 {
    match value {
        Value::Proved { result: Verdict::Win, .. } => f64::INFINITY,
        Value::Proved { result: Verdict::Loss, .. } => f64::NEG_INFINITY,
        Value::Proved { result: Verdict::Draw, .. } => 0.0,
        Value::Guess { score, .. } => score.expect("a sum of rules") as f64,
    }
}

/// The plies that are as good as the best, nearer wins and farther losses counted as better.
fn best(thought: &Thought<u8>) -> Vec<u8> {
    let first = thought.candidates[0].value;
    let equal = thought.candidates.iter().filter(|each| match (each.value, first) {
        (Value::Proved { result: a, plies: near }, Value::Proved { result: b, plies: nearest }) => {
            a == b && near == nearest
        }
        (a, b) => bare(a) == bare(b),
    });
    let mut equal: Vec<u8> = equal.map(|each| each.ply).collect();
    equal.sort();
    equal
}

fn result(position: &Connect4) -> i8 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |winner| if winner == position.side() { 1 } else { -1 });
    }
    let after = |ply: u8| {
        let mut next = *position;
        next.play_unchecked(&ply);
        -result(&next)
    };
    position.legal_plies().into_iter().map(after).max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pruned_and_plain_search_and_the_slow_twin_agree(
        plies in 0u32..41,
        depth in 1u32..6,
        seed: u64,
        which in 0usize..3,
    ) {
        let position = somewhere(plies, seed);
        let file = [
            built_in("@heuristic").unwrap(),
            built_in("@rules").unwrap(),
            "#OO HVD MAX\n#XX HVD MIN\n#X H -7\n#E V 3",
        ][which];
        let depth = if plies < 12 { depth.min(4) } else { depth };
        let judge = || Judge::Rules(book(file));
        let pruned = think(judge(), depth, true, seed, &position);
        let plain = think(judge(), depth, false, seed, &position);
        prop_assert_eq!(pruned.ply(), plain.ply());
        prop_assert_eq!(bare(pruned.value), bare(plain.value));
        prop_assert_eq!(best(&pruned), best(&plain));
        prop_assert!(best(&plain).contains(&plain.ply().unwrap()));
        let slow = columns_slowly(&book(file), &position, depth);
        let most = slow.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        for thought in [&pruned, &plain] {
            prop_assert_eq!(bare(thought.value), most);
            prop_assert_eq!(thought.candidates.len(), slow.len());
            for each in &thought.candidates {
                prop_assert!(!each.at_most);
                prop_assert_eq!(Some(&(each.ply, bare(each.value))), {
                    slow.iter().find(|(ply, _)| *ply == each.ply)
                });
            }
            let equal: Vec<u8> =
                slow.iter().filter(|(_, value)| *value == most).map(|(ply, _)| *ply).collect();
            if most.is_finite() {
                prop_assert_eq!(best(thought), equal);
            } else {
                prop_assert!(best(thought).iter().all(|ply| equal.contains(ply)));
            }
        }
        // Nobody looks: no other choice, and fewer positions.
        let mut unseen = Lookahead::new(Some(depth), judge(), true, seed);
        let unseen = unseen.consider(&position, &Budget::default(), &mut Watch::nobody());
        prop_assert_eq!(unseen.ply(), plain.ply());
        prop_assert_eq!(unseen.value, pruned.value);
        prop_assert!(unseen.nodes <= plain.nodes);
    }

    #[test]
    fn with_another_evaluation_it_is_the_minimax_of_every_game(
        plies in 0u32..41,
        depth in 1u32..5,
        seed: u64,
    ) {
        let position = somewhere(plies, seed);
        for lines in evaluations_of::<Connect4>().iter().map(|kind| kind.make()) {
            let general = Minimax::new(depth, lines.clone(), 1)
                .consider(&position, &Budget::default(), &mut Watch::nobody());
            for prune in [true, false] {
                let own = think(Judge::Evaluation(lines.clone()), depth, prune, seed, &position);
                prop_assert_eq!(own.value.result(), general.value.result());
                prop_assert_eq!(best(&own), best(&general));
                for each in &own.candidates {
                    let same = general.candidates.iter().find(|other| other.ply == each.ply);
                    prop_assert_eq!(each.value.result(), same.unwrap().value.result());
                }
            }
        }
    }

    #[test]
    fn what_it_calls_proved_is_true(plies in 33u32..41, depth in 1u32..10, seed: u64) {
        let position = somewhere(plies, seed);
        for prune in [true, false] {
            let thought = think(Judge::Rules(heuristic()), depth, prune, seed, &position);
            let left = 42 - position.count();
            if depth >= left {
                prop_assert!(matches!(thought.value, Value::Proved { .. }), "{:?}", thought.value);
            }
            let claims = thought.candidates.iter().map(|each| (Some(each.ply), each.value));
            for (ply, value) in claims.chain([(None, thought.value)]) {
                let mut next = position;
                let truth = match ply {
                    Some(ply) => {
                        next.play_unchecked(&ply);
                        -result(&next)
                    }
                    None => result(&next),
                };
                if let Value::Proved { .. } = value {
                    prop_assert_eq!(value.result(), f64::from(truth), "{:?} of {:?}", ply, thought);
                }
            }
        }
    }

    #[test]
    fn a_mirrored_board_has_mirrored_values(plies in 0u32..36, depth in 1u32..5, seed: u64) {
        let position = somewhere(plies, seed);
        let image = position.image(1);
        let seen = think(Judge::Rules(heuristic()), depth, true, seed, &position);
        let mirrored = think(Judge::Rules(heuristic()), depth, true, seed, &image);
        for each in &seen.candidates {
            let twin = mirrored.candidates.iter().find(|other| other.ply == 6 - each.ply);
            prop_assert_eq!(Some(each.value), twin.map(|twin| twin.value));
        }
    }
}

#[test]
fn a_board_that_is_its_own_mirror_image_is_searched_on_one_half() {
    for columns in ["", "44", "4444", "3543", "1714"] {
        let position = at(columns);
        for prune in [true, false] {
            let thought = think(Judge::Rules(heuristic()), 4, prune, 1, &position);
            assert_eq!(thought.candidates.len(), position.legal_plies().len());
            for each in &thought.candidates {
                let mut next = position;
                next.play_unchecked(&each.ply);
                let slow = slowly(&heuristic(), &next, 3, position.side());
                assert_eq!(bare(each.value), slow, "{columns}: {each:?}");
            }
            for line in &thought.lines {
                let mut next = position;
                line.plies.iter().for_each(|ply| next.play(ply).unwrap());
            }
        }
        // 1 + 4 × (1 + 7 + 49 + 343) positions instead of 7 × 400.
        if columns == "44" {
            let mut plain = Lookahead::new(Some(4), Judge::Rules(heuristic()), false, 1);
            let nodes = plain.consider(&position, &Budget::default(), &mut Watch::nobody()).nodes;
            assert_eq!(nodes, 4 * 400);
        }
    }
}

#[test]
fn equal_columns_and_the_twins_of_a_mirrored_board_are_drawn_with_the_seed() {
    let chosen = |columns: &str, file: &str| {
        let mut seen: Vec<u8> = (0..200)
            .map(|seed| think(Judge::Rules(book(file)), 1, true, seed, &at(columns)).ply().unwrap())
            .collect();
        seen.sort();
        seen.dedup();
        seen
    };
    // Without a rule everything is worth nothing.
    assert_eq!(chosen("", ""), [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(chosen("3", ""), [0, 1, 2, 3, 4, 5, 6]);
    // A stone beside the wall is worth something, and only there.
    assert_eq!(chosen("", "I?# H 1\n#OI H 5"), [0, 6]);
    let twice = || think(Judge::Rules(book("")), 2, true, 7, &at("44")).ply();
    assert_eq!(twice(), twice());
}

#[test]
fn a_leaf_is_worth_the_sum_of_the_columns_that_the_heuristic_rules_give() {
    // After 4 and any reply in the same column: 4 4 3 5 3 4 4, as seed 004 prints them.
    let position = at("4");
    let value = slowly(&heuristic(), &at("44"), 0, Side::First);
    assert_eq!(value, 27.0);
    assert_eq!(slowly(&heuristic(), &at(""), 0, Side::First), 23.0);
    // One ply ahead the board is read as if it were still the turn of the side at the root.
    let scores = heuristic().score_for(&at("44"), Side::Second);
    let sum: i64 = scores
        .into_iter()
        .flatten()
        .map(|score| match score {
            Worth::Number(number) => number,
            limit => panic!("{limit}"),
        })
        .sum();
    let thought = think(Judge::Rules(heuristic()), 1, true, 1, &position);
    let four = thought.candidates.iter().find(|each| each.ply == 3).unwrap();
    assert_eq!(bare(four.value), sum as f64);
}

#[test]
fn limits_in_a_heuristic_file_stay_finite_and_a_won_game_is_beyond_them() {
    let limits = || Judge::Rules(book("# H MAX"));
    let thought = think(limits(), 1, true, 1, &at(""));
    assert_eq!(bare(thought.value), 7_000_000.0);
    let thought = think(limits(), 2, true, 1, &at("112233"));
    assert_eq!(thought.value, Value::Proved { result: Verdict::Win, plies: Some(1) });
    assert_eq!(thought.ply(), Some(3));
    let huge = "# H 1000000000\n".repeat(50);
    let thought = think(Judge::Rules(book(&huge)), 2, true, 1, &at("112233"));
    assert_eq!(thought.ply(), Some(3), "no sum is beyond a won game");
    assert_eq!(bare(think(Judge::Rules(book(&huge)), 2, true, 1, &at("")).value), 3.5e11);
}

#[test]
fn among_several_wins_the_nearest_is_played() {
    // Three in a row with both ends open: any move wins, and only at the ends at once.
    let mut seen: Vec<u8> = Vec::new();
    for seed in 0..20 {
        let thought = think(Judge::Rules(heuristic()), 4, true, seed, &at("223347"));
        assert_eq!(thought.value, Value::Proved { result: Verdict::Win, plies: Some(1) });
        assert_eq!(thought.candidates[4].value, {
            Value::Proved { result: Verdict::Win, plies: Some(3) }
        });
        seen.extend(thought.ply());
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen, [0, 4]);
    let doomed = think(Judge::Rules(heuristic()), 4, true, 1, &at("22334"));
    assert_eq!(doomed.value, Value::Proved { result: Verdict::Loss, plies: Some(2) });
}

#[test]
fn however_small_the_budget_there_is_a_legal_ply_and_nothing_is_claimed() {
    for columns in ["", "4444", "14243"] {
        let position = at(columns);
        for depth in [None, Some(6), Some(42)] {
            for nodes in [0, 1, 2, 5, 17, 600] {
                for prune in [true, false] {
                    let judge = Judge::Rules(heuristic());
                    let thought = Lookahead::new(depth, judge, prune, 1).consider(
                        &position,
                        &Budget::nodes(nodes),
                        &mut Watch::at_the_end(),
                    );
                    assert!(position.legal_plies().contains(&thought.ply().unwrap()));
                    assert!(matches!(thought.value, Value::Guess { .. }), "{thought:?}");
                    assert!(thought.nodes <= nodes.max(1));
                }
            }
        }
    }
    let budget = Budget::default();
    budget.stop.set();
    let mut player = Lookahead::new(None, Judge::Rules(heuristic()), true, 1);
    assert!(player.consider(&at(""), &budget, &mut Watch::nobody()).ply().is_some());
}

#[test]
fn without_a_depth_it_looks_as_far_as_its_budget_goes() {
    let look = |nodes| {
        let mut player = Lookahead::new(None, Judge::Rules(heuristic()), true, 1);
        player.consider(&at("4453"), &Budget::nodes(nodes), &mut Watch::nobody()).depth.unwrap()
    };
    assert!(look(300) < look(30_000));
    let mut player = Lookahead::new(None, Judge::Rules(heuristic()), true, 1);
    let near_the_end = somewhere(36, 5);
    let thought = player.consider(&near_the_end, &Budget::default(), &mut Watch::nobody());
    assert!(matches!(thought.value, Value::Proved { .. }), "{thought:?}");
}

#[test]
fn a_finished_game_has_a_value_and_no_ply() {
    let thought = think(Judge::Rules(heuristic()), 4, true, 1, &at("4141414"));
    assert_eq!((thought.ply(), bare(thought.value)), (None, f64::NEG_INFINITY));
    assert!(thought.layers.is_empty() && thought.candidates.is_empty());
}

#[test]
fn it_shows_the_sums_at_the_columns_and_a_tree_with_what_it_cut() {
    let thought = think(Judge::Rules(heuristic()), 4, true, 1, &at("4435"));
    let layer = |id| thought.layers.iter().find(|layer| layer.id == id).unwrap();
    let Content::Labels { plies } = &layer("values").content else { panic!("no labels") };
    assert_eq!(plies.len(), 7);
    for (label, each) in plies.iter().zip(&thought.candidates) {
        let said = Lang::ENGLISH.say(&label.label).replace('−', "-");
        assert_eq!(said.trim_start_matches('+'), bare(each.value).to_string());
    }
    assert!(
        Lang::ENGLISH.say(&layer("values").sentence).contains(&Lang::ENGLISH.say(&plies[0].label))
    );
    let Content::Tree { root } = &layer("tree").content else { panic!("no tree") };
    assert_eq!(root.children.len() + root.more, 7);
    // While it looks, what was cut is shown with the comparison that cut it.
    let mut cut = false;
    let mut player = Lookahead::new(Some(4), Judge::Rules(heuristic()), true, 1);
    let mut see = |thought: Thought<u8>| {
        cut |= thought.layers.iter().any(|layer| match &layer.content {
            Content::Tree { root } => root.children.iter().any(|child| child.cut.is_some()),
            _ => false,
        });
    };
    let mut watch = Watch::live(std::time::Duration::ZERO, &mut see);
    player.consider(&at("4435"), &Budget::default(), &mut watch);
    assert!(cut);
}

//! The fast way to follow a description and the plain one agree, on whole games of our own files
//! and on small made-up descriptions.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{Gdl, Rules, oracle::Oracle};
use crate::{Game, below};

const FILES: [(&str, &str); 6] = [
    ("tictactoe", include_str!("../../../../gdl/tictactoe.gdl")),
    ("tictactoe5", include_str!("../../../../gdl/tictactoe5.gdl")),
    ("connect4", include_str!("../../../../gdl/connect4.gdl")),
    ("breakthrough", include_str!("../../../../gdl/breakthrough.gdl")),
    ("hex", include_str!("../../../../gdl/hex.gdl")),
    ("checkers", include_str!("../../../../gdl/checkers.gdl")),
];

/// Plays at random and compares everything there is to know about every state on the way.
fn agrees(words: &str, seed: u64, most: usize) {
    let rules = Rules::read(words).unwrap();
    let oracle = Oracle::new(words);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = rules.initial().clone();
    let mut plain = oracle.initial();
    for ply in 0..most {
        let facts: BTreeSet<String> = rules.facts(&state).into_iter().collect();
        assert_eq!(facts, plain, "ply {ply}");
        let standing = rules.standing(&state);
        let told = oracle.told(&plain);
        assert_eq!(standing.terminal, told.terminal, "ply {ply}: {facts:?}");
        for (role, legal) in standing.legal.iter().enumerate() {
            let written: BTreeSet<String> =
                legal.iter().map(|mv| rules.write_move(role, *mv)).collect();
            assert_eq!(written, told.legal[role], "ply {ply}: {facts:?}");
            let goal: BTreeSet<String> =
                rules.goal(&state, role).iter().map(u8::to_string).collect();
            assert!(goal.is_subset(&told.goals[role]), "ply {ply}");
            assert_eq!(goal.is_empty(), told.goals[role].is_empty(), "ply {ply}");
        }
        if standing.terminal {
            return;
        }
        let joint: Vec<Option<usize>> = standing
            .legal
            .iter()
            .map(|legal| {
                let pick = below(&mut rng, legal.len().max(1) as u32) as usize;
                legal.get(pick).copied()
            })
            .collect();
        let said: Vec<Option<String>> = joint
            .iter()
            .enumerate()
            .map(|(role, mv)| mv.map(|mv| rules.write_move(role, mv)))
            .collect();
        state = rules.after(&state, &joint);
        plain = oracle.after(&plain, &said);
    }
}

#[test]
fn our_files_are_followed_as_the_plain_reasoner_follows_them() {
    for (name, words) in FILES {
        let (games, plies) = match name {
            "checkers" => (1, 60),
            "breakthrough" | "hex" => (2, 200),
            _ => (10, 50),
        };
        for seed in 0..games {
            println!("{name} {seed}");
            agrees(words, seed, plies);
        }
    }
}

#[test]
fn recursion_denial_alternatives_and_functions_are_followed_alike() {
    // Two walk at once in a small maze of functions, and whoever is stuck or meets the other stops.
    let maze = "
        (role red) (role blue)
        (init (at red (spot 0 0))) (init (at blue (spot 2 2))) (init (clock 0))
        (plus 0 1) (plus 1 2) (plus 2 3)
        (tick 0 1) (tick 1 2) (tick 2 3) (tick 3 4) (tick 4 5) (tick 5 6)
        (<= (door (spot ?x ?y) (spot ?x ?z)) (plus ?y ?z) (plus ?x ?any))
        (<= (door (spot ?y ?x) (spot ?z ?x)) (plus ?y ?z) (plus ?x ?any))
        (<= (linked ?a ?b) (or (door ?a ?b) (door ?b ?a)))
        (<= (free ?a) (linked ?a ?b) (not (blocked ?a)))
        (<= (blocked ?a) (true (wall ?a)))
        (<= (reach ?r ?a) (true (at ?r ?a)))
        (<= (reach ?r ?b) (reach ?r ?a) (linked ?a ?b) (free ?b))
        (<= (legal ?r (go ?b)) (true (at ?r ?a)) (linked ?a ?b) (free ?b))
        (<= (legal ?r stay) (role ?r))
        (<= (next (at ?r ?b)) (does ?r (go ?b)))
        (<= (next (at ?r ?a)) (true (at ?r ?a)) (does ?r stay))
        (<= (next (wall ?a)) (true (at ?r ?a)) (does ?r (go ?b)))
        (<= (next (wall ?a)) (true (wall ?a)))
        (<= (next (clock ?n)) (true (clock ?m)) (tick ?m ?n))
        (<= apart (true (at red ?a)) (not (reach blue ?a)))
        (<= met (true (at red ?a)) (true (at blue ?a)))
        (<= terminal (or apart met (true (clock 6))))
        (<= (goal red 100) met) (<= (goal red 10) (not met) apart)
        (<= (goal red 20) (not (or met apart)))
        (<= (goal blue 0) met) (<= (goal blue 90) (not met) (true ?any) (true (clock ?n)))";
    for seed in 0..40 {
        agrees(maze, seed, 12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Words of a description are dropped, doubled, or exchanged for others.
    #[test]
    fn a_spoilt_description_is_refused_or_can_be_played(
        changes in prop::collection::vec((0usize..400, 0usize..400, 0u8..4), 1..5)
    ) {
        let mut words: Vec<&str> = FILES[0].1.split_inclusive([' ', '(', ')', '\n']).collect();
        for (at, other, how) in changes {
            let (at, other) = (at % words.len(), other % words.len());
            match how {
                0 => drop(words.remove(at)),
                1 => words.insert(at, words[other]),
                2 => words[at] = words[other],
                _ => words.swap(at, other),
            }
        }
        if let Ok(game) = Gdl::new(&words.concat()) {
            game.playout(&mut Xoshiro256PlusPlus::seed_from_u64(1));
        }
    }
}

#[test]
fn endless_and_enormous_descriptions_are_refused_and_name_the_rule() {
    let game = "(role x) (role o) (init a) (<= (next a) (true a)) (legal x noop) (legal o noop)
        (<= terminal (true a)) (goal x 50) (goal o 50)\n";
    let told = |more: &str| Rules::read(&(game.to_owned() + more)).unwrap_err().to_string();
    for (more, says) in [
        ("(p 0)\n(<= (p (s ?x)) (p ?x))", "Line 4, column 1"),
        ("(<= (next (s ?x)) (true ?x))", "Line 3, column 1"),
        ("(p 0) (p 1) (<= (p (f ?x ?y)) (p ?x) (p ?y))", "Line 3, column 13"),
    ] {
        let told = told(more);
        assert!(told.contains(says), "{told}");
    }
    let numbers: String = (0..60).map(|n| format!("(n {n}) ")).collect();
    let all = "(n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f)";
    for wide in [
        format!("(<= (p ?a ?b ?c ?d ?e ?f) {all})"),
        format!("(<= (p ?a ?b ?c ?d ?e ?f) {all} (true a))"),
        format!("(<= (p ?a) {all} (not (n ?f)))"),
    ] {
        let told = told(&format!("{numbers}\n{wide}"));
        assert!(told.contains("Line 4, column 1"), "{told}");
    }
    let many: String = (0..30_000).map(|n| format!("(<= (p {n}) (true a))\n")).collect();
    assert!(Rules::read(&format!("{game}{many}")).is_ok());
    let pairs = "(<= (q ?a ?b ?c) (n ?a) (n ?b) (n ?c) (true a))";
    let told = told(&format!("{numbers}\n{pairs}"));
    assert!(told.contains("100,000"), "{told}");
}

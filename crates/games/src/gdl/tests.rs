//! The fast way to follow a description and the plain one agree, on whole games of our own files
//! and on small made-up descriptions.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use proptest::prelude::*;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use ludoteca_words::Lang;

use super::{
    Gdl, GdlFault, Patience, Rules, State, Watch,
    machine::Machine,
    odd::{ODD, made_up},
    oracle::Oracle,
    with_patience,
};
use crate::{Game, below};

const FILES: [(&str, &str); 6] = [
    ("tictactoe", include_str!("../../../../gdl/tictactoe.gdl")),
    ("tictactoe5", include_str!("../../../../gdl/tictactoe5.gdl")),
    ("connect4", include_str!("../../../../gdl/connect4.gdl")),
    ("breakthrough", include_str!("../../../../gdl/breakthrough.gdl")),
    ("hex", include_str!("../../../../gdl/hex.gdl")),
    ("checkers", include_str!("../../../../gdl/checkers.gdl")),
];

#[test]
fn the_description_that_comes_with_the_library_is_the_one_among_the_files() {
    assert_eq!(super::EXAMPLE, FILES[0].1);
}

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

#[test]
fn odd_games_are_followed_as_the_plain_reasoner_follows_them() {
    for (what, words, _) in ODD {
        for seed in 0..60 {
            println!("{what}: {seed}");
            agrees(words, seed, 30);
        }
    }
}

#[test]
fn what_each_move_changes_is_known_beforehand_wherever_it_can_be() {
    let files = FILES.map(|(name, words)| (name, words, true));
    for (name, words, known) in files.into_iter().chain(ODD) {
        assert_eq!(Rules::read(words).unwrap().is_quick(), known, "{name}");
    }
}

/// What the gates say of a state, and what the moves lead to, by running all of them.
type Run = (bool, Vec<Vec<usize>>, Vec<Option<u8>>, State);

fn run(rules: &Rules, state: &State, joint: &[Option<usize>]) -> Run {
    let mut machine = Machine::<1>::new(&rules.program);
    let bit = |at: usize| 0u64.wrapping_sub(state.0[at / 64] >> (at % 64) & 1);
    for (at, slot) in machine.slots_mut(1, rules.bases.len()).iter_mut().enumerate() {
        *slot = [bit(at)];
    }
    for (role, mv) in joint.iter().enumerate() {
        if let Some(mv) = mv {
            machine.slots_mut(rules.slot(role, *mv), 1)[0] = [u64::MAX];
        }
    }
    machine.run(&rules.program.state);
    machine.run(&rules.program.moved);
    let holds = |signal: u32| machine.signal(signal)[0] & 1 == 1;
    let mut next = State(vec![0; state.0.len()].into());
    for (at, signal) in rules.next.iter().enumerate() {
        next.0[at / 64] |= u64::from(holds(*signal)) << (at % 64);
    }
    let roles = rules.roles.iter();
    let legal = roles.clone().map(|role| {
        (0..role.moves.len()).filter(|mv| holds(role.legal[*mv])).collect::<Vec<usize>>()
    });
    let goals = roles.map(|role| role.goals.iter().find(|goal| holds(goal.1)).map(|goal| goal.0));
    (holds(rules.terminal), legal.collect(), goals.collect(), next)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Going on from state to state, and back to where a game was before, tells the same as running
    /// every gate there is.
    #[test]
    fn following_what_changes_is_as_good_as_looking_at_everything(seed in 0u64..1 << 40) {
        let odd = ODD.map(|(name, words, _)| (name, words));
        for (name, words) in FILES.into_iter().chain(odd) {
            let rules = Rules::read(words).unwrap();
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut met = vec![rules.initial().clone()];
            for _ in 0..300 {
                // Mostly on, at times back.
                let back = below(&mut rng, 8) == 0;
                let at = if back { below(&mut rng, met.len() as u32) as usize } else { met.len() - 1 };
                let state = met[at].clone();
                let standing = rules.standing(&state);
                let joint: Vec<Option<usize>> = standing
                    .legal
                    .iter()
                    .map(|legal| legal.get(below(&mut rng, legal.len().max(1) as u32) as usize).copied())
                    .collect();
                let goals = (0..joint.len()).map(|role| rules.goal(&state, role)).collect();
                let next = rules.after(&state, &joint);
                let told = (standing.terminal, standing.legal, goals, next.clone());
                prop_assert_eq!(told, run(&rules, &state, &joint), "{}: {:?}", name, rules.facts(&state));
                met.push(if standing.terminal { rules.initial().clone() } else { next });
            }
        }
    }

    /// A position knows of its state what the rules know.
    #[test]
    fn positions_and_rules_agree_ply_by_ply(seed in 0u64..1 << 40) {
        for (name, words) in FILES {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Gdl::new(words).unwrap();
            while let Some(ply) = position.random_ply(&mut rng) {
                let (role, rules) = (position.role(), position.rules().clone());
                let standing = rules.standing(position.state());
                let plies: Vec<usize> = position.legal_plies().iter().map(|ply| *ply as usize).collect();
                prop_assert_eq!(&plies, &standing.legal[role], "{}", name);
                let mut joint = [standing.legal[0].first().copied(), standing.legal[1].first().copied()];
                joint[role] = Some(ply as usize);
                let next = rules.after(position.state(), &joint);
                position.play_unchecked(&ply);
                prop_assert_eq!(position.state(), &next, "{}", name);
                prop_assert_eq!(position.outcome().is_some(), rules.standing(&next).terminal);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn made_up_descriptions_are_followed_as_the_plain_reasoner_follows_them(
        words in made_up(), seed in 0u64..1000
    ) {
        agrees(&words, seed, 12);
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

/// The least that is a game.
const GAME: &str = "(role x) (role o) (init a) (<= (next a) (true a)) (legal x noop) (legal o noop)
        (<= terminal (true a)) (goal x 50) (goal o 50)\n";

/// What is said of a description that somebody with little patience loads: in seconds, and bytes.
fn told(more: &str, time: f64, bytes: usize) -> String {
    let patience = Patience { time: Duration::from_secs_f64(time), bytes, ..Patience::default() };
    let read = with_patience(patience, || Rules::read(&(GAME.to_owned() + more)));
    Lang::ENGLISH.say(&read.unwrap_err().into())
}

#[test]
fn endless_and_enormous_descriptions_are_refused_and_name_the_rule() {
    for (more, says) in [
        ("(p 0)\n(<= (p (s ?x)) (p ?x))", "Line 4, column 1"),
        ("(<= (next (s ?x)) (true ?x))", "Line 3, column 1"),
        ("(p 0) (p 1) (<= (p (f ?x ?y)) (p ?x) (p ?y))", "Line 3, column 13"),
    ] {
        let told = told(more, 600.0, 10_000_000);
        assert!(told.contains(says), "{told}");
    }
    let numbers: String = (0..60).map(|n| format!("(n {n}) ")).collect();
    let all = "(n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f)";
    for wide in [
        format!("(<= (p ?a ?b ?c ?d ?e ?f) {all})"),
        format!("(<= (p ?a ?b ?c ?d ?e ?f) {all} (true a))"),
    ] {
        let told = told(&format!("{numbers}\n{wide}"), 600.0, 10_000_000);
        assert!(told.contains("Line 4, column 1") && told.contains("10 MB"), "{told}");
    }
    let many: String = (0..30_000).map(|n| format!("(<= (p {n}) (true a))\n")).collect();
    assert!(Rules::read(&format!("{GAME}{many}")).is_ok());
    // More than a machine should bear would take this rule, and more than these few bytes this one.
    let triples = "(<= (q ?a ?b ?c) (n ?a) (n ?b) (n ?c) (true a))";
    assert!(told(&format!("{numbers}\n{triples}"), 600.0, 1_000_000).contains("1 MB"));
}

#[test]
fn no_description_takes_forever_however_its_work_is_hidden() {
    let numbers: String = (0..60).map(|n| format!("(n {n}) ")).collect();
    let all = "(n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f)";
    // Each conclusion is a lot of work: a head of many terms, or many conditions that are only
    // looked at in the end; or there are endless conclusions of nothing.
    let long_head = format!("(<= (p{} ?a ?b ?c) {all})", " 0".repeat(10_000));
    let many_denied = format!("(<= p {all}{})", " (not (true a))".repeat(250));
    let many_distinct = format!("(<= p {all}{})", " (distinct ?a x)".repeat(250));
    let in_vain = format!("(<= (p ?a) {all} (not (n ?f)))");
    for rule in [long_head, many_denied, many_distinct, in_vain] {
        let told = told(&format!("{numbers}\n{rule}"), 0.05, usize::MAX);
        assert!(told.contains("Line 4, column 1") && told.contains("0.05 s"), "{told}");
    }
    let roles: String = (0..20_000).map(|n| format!("(role r{n})")).collect();
    let told = told(&roles, 600.0, usize::MAX);
    assert!(told.contains("20,002"), "{told}");
}

#[test]
fn whoever_waits_is_told_how_far_it_has_come_and_may_stop_it() {
    let numbers: String = (0..60).map(|n| format!("(n {n}) ")).collect();
    let endless = "(<= (p ?a ?b ?c ?d ?e ?f) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (true a))";
    let words = format!("{GAME}{numbers}{endless}");
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = heard.clone();
    let watch: Watch = Arc::new(move |loading| {
        let mut heard = hears.lock().unwrap();
        heard.push(*loading);
        heard.len() < 2
    });
    let patience = Patience { watch: Some(watch), ..Patience::default() };
    let refused = with_patience(patience, || Rules::read(&words).unwrap_err());
    assert_eq!(refused.fault, GdlFault::Stopped);
    let heard = heard.lock().unwrap();
    assert_eq!(heard.iter().map(|each| each.over).collect::<Vec<_>>(), [false, false, true]);
    assert!(heard[0].rules < heard[1].rules && heard[0].bytes < heard[1].bytes, "{heard:?}");
}

#[test]
fn a_fact_may_deny_another_of_its_relation_as_long_as_it_does_not_deny_itself() {
    // What a role gets depends on what it does not get, and whether a light is on on others.
    let words = "(role x) (role o) (init (turn x)) (init (lit 1)) (after 1 2) (after 2 3)
        (<= (legal ?r (light ?n)) (true (turn ?r)) (after ?m ?n))
        (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
        (<= (next (lit ?n)) (does ?r (light ?n))) (<= (next (lit ?n)) (true (lit ?n)))
        (<= (next (turn o)) (true (turn x))) (<= (next (turn x)) (true (turn o)))
        (<= (dark 1) (not (true (lit 1))))
        (<= (dark ?n) (after ?m ?n) (not (dark ?m)) (not (true (lit ?n))))
        (<= terminal (true (lit 3)))
        (<= (goal x 100) (dark 2)) (<= (goal x 0) (not (goal x 100)))
        (<= (goal o 100) (not (goal x 100))) (<= (goal o 0) (not (goal o 100)))";
    let rules = Rules::read(words).unwrap();
    let state = rules.initial();
    let light = |state: &State, role: usize, words: &str| {
        let made = rules.read_move(role, words).unwrap();
        let idle = rules.read_move(1 - role, "noop").unwrap();
        let joint = if role == 0 { [made, idle] } else { [idle, made] };
        rules.after(state, &joint.map(Some))
    };
    let goals = |state: &State| [0, 1].map(|role| rules.goal(state, role));
    // 1 is lit, so that it is not dark, and 2 is.
    assert_eq!(goals(state), [Some(100), Some(0)]);
    let after = light(state, 0, "(light 2)");
    assert_eq!(goals(&after), [Some(0), Some(100)]);
    let after = light(&after, 1, "(light 3)");
    assert_eq!(goals(&after), [Some(0), Some(100)]);
    assert!(rules.standing(&after).terminal);
    // A fact that follows from its own absence makes no sense, and is named with its place.
    let circle = words.replace("(after 2 3)", "(after 2 3) (after 3 2)");
    let told = Lang::ENGLISH.say(&Rules::read(&circle).unwrap_err().into());
    assert!(told.starts_with("Line 7, column 42") && told.contains("dark"), "{told}");
}

#[test]
fn what_a_described_game_takes_is_counted_as_long_as_somebody_holds_it() {
    use crate::gdl::{Account, let_go};
    use ludoteca_text::text;

    let numbers: String = (0..30).map(|n| format!("(n {n}) ")).collect();
    let large = "(<= (p ?a ?b ?c) (n ?a) (n ?b) (n ?c) (true a))";
    let words = format!("{GAME}{numbers}{large}");
    /// So many bytes that are taken.
    struct Taken(usize, Arc<Mutex<usize>>);
    impl Drop for Taken {
        fn drop(&mut self) {
            *self.1.lock().unwrap() -= self.0;
        }
    }
    let taken = Arc::new(Mutex::new(0));
    let load = |most: usize| {
        let taken = taken.clone();
        let account: Account = Arc::new(move |bytes| {
            let mut all = taken.lock().unwrap();
            if *all + bytes > most {
                return Err(text!("game-over"));
            }
            *all += bytes;
            Ok(Box::new(Taken(bytes, taken.clone())))
        });
        let patience = Patience { account: Some(account), ..Patience::default() };
        with_patience(patience, || Gdl::new(&words))
    };
    let refused = load(10_000_000).unwrap_err();
    assert_eq!(refused.fault, GdlFault::NoRoom(text!("game-over")));
    assert_eq!(*taken.lock().unwrap(), 0);
    let game = load(1_000_000_000).unwrap();
    assert!(*taken.lock().unwrap() > 10_000_000);
    let_go();
    assert!(*taken.lock().unwrap() > 0, "somebody holds it");
    drop(game);
    assert_eq!(*taken.lock().unwrap(), 0);
}

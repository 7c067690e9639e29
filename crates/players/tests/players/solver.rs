//! The exact scores of Connect Four, against scores from outside and against each other.

use std::thread;

use ludoteca_games::{Connect4, Game};
use ludoteca_players::{
    Budget,
    connect4::{Score, Solver, plies_left},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

/// A hundred positions of each of P. Pons's six benchmark sets: columns played, exact score.
const SETS: [&str; 6] = [
    include_str!("../data/connect4-L1_R1.txt"),
    include_str!("../data/connect4-L1_R2.txt"),
    include_str!("../data/connect4-L1_R3.txt"),
    include_str!("../data/connect4-L2_R1.txt"),
    include_str!("../data/connect4-L2_R2.txt"),
    include_str!("../data/connect4-L3_R1.txt"),
];

fn read(columns: &str) -> Connect4 {
    Connect4::default().read_position(columns).unwrap().into_position()
}

/// Of the third set, whose positions lie near the beginning, one in five is solved: the others take
/// more time than all the rest, and `benches/solver.rs` holds the solver to them.
#[test]
fn scores_from_outside_come_out() {
    let mut cases: Vec<(&str, Score)> = Vec::new();
    for (set, lines) in SETS.iter().enumerate() {
        for line in lines.lines().step_by(if set == 2 { 5 } else { 1 }) {
            let (columns, score) = line.split_once(' ').unwrap();
            cases.push((columns, score.parse().unwrap()));
        }
    }
    assert_eq!(cases.len(), 520);
    // Two threads with one table, which also shows that sharing it changes no score.
    let shared = Solver::new(256);
    thread::scope(|scope| {
        for half in 0..2 {
            let (cases, mut solver) = (&cases, shared.beside());
            scope.spawn(move || {
                for (columns, score) in cases.iter().skip(half).step_by(2) {
                    assert_eq!(solver.score(&read(columns)), Some(*score), "{columns}");
                }
            });
        }
    });
}

/// The score of a position, finished or not.
fn score(solver: &mut Solver, position: &Connect4) -> Score {
    match position.outcome() {
        Some(outcome) if outcome.winner.is_none() => 0,
        Some(_) => -((44 - position.count() as Score) / 2),
        None => solver.score(position).unwrap(),
    }
}

#[test]
fn every_score_is_the_best_of_its_successors() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut solver = Solver::new(64);
    let mut positions = 0;
    while positions < 4000 {
        let mut position = Connect4::default();
        while let Some(ply) = position.random_ply(&mut rng) {
            if position.count() >= 16 {
                let after = |ply: u8| {
                    let mut next = position;
                    next.play_unchecked(&ply);
                    next
                };
                let plies = position.legal_plies().into_iter();
                let best = plies.map(|ply| -score(&mut solver, &after(ply))).max();
                // A table that remembers the successors would only repeat what they said.
                solver.clear();
                assert_eq!(solver.score(&position), best, "{position:?}");
                positions += 1;
            }
            position.play_unchecked(&ply);
        }
    }
}

#[test]
fn a_score_says_when_the_game_ends() {
    // A four in the first column with the seventh stone; then the longest games.
    assert_eq!(Solver::new(1).score(&read("121212")), Some(18));
    assert_eq!(plies_left(18, 6), 1);
    assert_eq!(plies_left(-18, 5), 2);
    assert_eq!(plies_left(0, 30), 12);
    assert_eq!(plies_left(1, 0), 41);
    assert_eq!(plies_left(-1, 1), 40);
}

#[test]
fn a_spent_budget_leaves_the_score_open() {
    let mut solver = Solver::new(16);
    solver.begin(&Budget::nodes(1000));
    assert_eq!(solver.score(&Connect4::default()), None);
    assert!(solver.nodes() <= 1000);
    // What was found before the end is no less true.
    solver.begin(&Budget::default());
    assert_eq!(solver.score(&read("2252576253462244111563365343671351441")), Some(-1));
}

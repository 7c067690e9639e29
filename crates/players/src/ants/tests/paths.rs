//! How ants choose, whom they play for, how far they look, and what the optimiser makes of a path.

use ludoteca_games::{
    Connect4, Game,
    Side::{First, Second},
    testing::{Tree, draw, split, win},
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

use super::{
    super::{
        Ground,
        colony::Colony,
        ground::worth,
        trails::{Scent, Trails},
        walk::choice,
    },
    endless, settings,
};
use crate::{evaluations, evaluations_of};

fn colony(words: &str, tree: Tree) -> Colony<Tree> {
    Colony::new(settings::<Tree>(words), Ground::plain(evaluations::none()), tree)
}

/// How often each of some pairs is taken, of a thousand.
fn shares(words: &str, pairs: &[(f64, f64)]) -> Vec<f64> {
    let settings = settings::<Tree>(words);
    let trails = Trails::new(1, settings.alpha, settings.beta);
    let scents: Vec<Scent> = pairs.iter().map(|(tau, eta)| trails.fresh(*tau, *eta)).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut taken = vec![0.0; pairs.len()];
    for _ in 0..40_000 {
        taken[choice(&settings, &scents, &mut rng)] += 1.0 / 40.0;
    }
    taken
}

fn are_near(shares: &[f64], right: &[f64]) {
    for (share, right) in shares.iter().zip(right) {
        assert!((share - right).abs() < 12.0, "{shares:?}, not {right:?}");
    }
}

#[test]
fn moves_are_taken_in_proportion_to_trail_and_desirability_with_their_exponents() {
    let pairs = [(1.0, 1.0), (4.0, 1.0), (1.0, 4.0), (4.0, 4.0)];
    // 1, 4^0.5 = 2, 4^1.5 = 8 and 16, of 27.
    let right = [1.0, 2.0, 8.0, 16.0].map(|weight| 1000.0 * weight / 27.0);
    for variant in ["as", "bwas", "ggp"] {
        are_near(&shares(&format!("variant={variant},alpha=0.5,beta=1.5"), &pairs), &right);
    }
    // A quarter of the time the greatest τ·η^β, which has nothing to do with α, at once.
    let pairs = [(3.0, 1.0), (1.0, 2.0)];
    for variant in ["acs", "mmas"] {
        let words = format!("variant={variant},alpha=0,beta=1,q0=0.25");
        are_near(&shares(&words, &pairs), &[250.0 + 250.0, 500.0]);
        let words = format!("variant={variant},alpha=0,beta=2,q0=0.25");
        are_near(&shares(&words, &pairs), &[150.0, 250.0 + 600.0]);
    }
    are_near(&shares("variant=acs,q0=1", &[(2.0, 1.0); 4]), &[250.0; 4]);
    are_near(&shares("variant=as", &[(0.0, 1.0); 2]), &[500.0; 2]);
}

#[test]
fn roles_are_shared_evenly_and_only_the_side_that_moves_learns() {
    let tree = || Tree::of(split(First, [split(Second, [win(First), draw()]), win(Second)]));
    let mut both = colony("ants=10,grow=9", tree());
    both.search(&mut endless());
    let of = |colony: &Colony<Tree>, side| colony.walks.iter().filter(|w| w.role == side).count();
    assert_eq!((of(&both, First), of(&both, Second)), (5, 5));
    let root = both.trails.find(both.root.key()).unwrap();
    let visits: u32 = both.trails.memories(root).iter().map(|memory| memory.visits).sum();
    assert_eq!(visits, 5, "the other five moved for the opponent there");
    // Where only one side comes to move, all ants are on it.
    let mut short = colony("ants=10,depth=1", tree());
    short.search(&mut endless());
    assert_eq!(of(&short, First), 10);
}

#[test]
fn an_ant_consults_the_opponents_trails_as_often_as_said() {
    // Second has learned to answer with its win.
    let tree = Tree::of(split(First, [split(Second, [draw(), win(Second), draw(), draw()])]));
    for (consult, low, high) in [("0", 0.2, 0.3), ("1", 0.95, 1.0), ("0.5", 0.55, 0.7)] {
        let words = format!("ants=400,grow=9,alpha=10,beta=0,tau0=0.1,consult={consult}");
        let mut colony = colony(&words, tree.clone());
        (0..3).for_each(|_| assert!(colony.search(&mut endless())));
        let first = colony.walks.iter().filter(|walk| walk.role == First);
        let lost = first.filter(|walk| walk.result == 0.0).count() as f64 / 200.0;
        assert!((low..=high).contains(&lost), "{consult}: {lost}");
    }
}

#[test]
fn depth_is_counted_in_turns_and_results_come_from_the_evaluation_or_a_win_at_once() {
    let mut two = split(Second, [draw(), win(First)]);
    for side in [First, First, Second, First] {
        two = split(side, [two.clone(), two]);
    }
    // First, Second, then First twice, Second: a win of First waits behind.
    for (depth, plies) in [(1, 1), (2, 2), (3, 4)] {
        let mut colony = colony(&format!("ants=6,depth={depth}"), Tree::of(two.clone()));
        let mut clock = endless();
        colony.search(&mut clock);
        assert_eq!(clock.nodes(), 6 * plies);
        for walk in &colony.walks {
            assert_eq!((walk.turns, walk.result), (depth, 0.5));
        }
    }
    let seen = Tree::of(split(First, [split(Second, [draw(), win(Second)])]));
    let mut colony = colony("ants=3,depth=1", seen);
    colony.search(&mut endless());
    assert!(colony.walks.iter().all(|walk| walk.result == 0.0), "Second wins at once");
}

#[test]
fn an_evaluation_becomes_a_result_by_the_stated_function() {
    let lines = evaluations_of::<Connect4>().remove(0).make();
    let mut ground = Ground::plain(lines);
    assert_eq!(ground.evaluation.scale(), 40.0);
    assert_eq!(ground.squashed(7.0, 7.0), 0.5);
    let right = 0.5 + 0.5 * f64::tanh(4.0 * 5.0 / 40.0);
    assert!((ground.squashed(12.0, 7.0) - right).abs() < 1e-12);
    assert!((ground.squashed(2.0, 7.0) - (1.0 - right)).abs() < 1e-12);
    let after = Connect4::default().read_position("4").unwrap().into_position();
    let mut worth = |side| worth(ground.evaluation.as_mut(), &after, side);
    assert_eq!(worth(First), -worth(Second));
    assert!(worth(First) > 0.0);
}

#[test]
fn the_optimiser_replaces_a_move_by_the_best_and_replays_the_rest() {
    // Two plies of First: whoever takes the second branch at last wins.
    let tree = Tree::of(split(First, [split(First, [win(Second), win(First), draw()])]));
    let results = |local| {
        let words = format!("variant=as,ants=300,grow=9,depth=9,desire=flat,local={local}");
        let mut colony = colony(&words, tree.clone());
        colony.search(&mut endless());
        let first = colony.walks.iter().filter(|walk| walk.role == First);
        first.map(|walk| walk.result).sum::<f64>() / 150.0
    };
    let (plain, improved) = (results("off"), results("on"));
    assert!((0.4..0.6).contains(&plain), "{plain}");
    // Half the time the chosen move is the first, of which there is no better.
    assert!((0.7..0.8).contains(&improved), "{improved}");
}

#[test]
fn an_improved_path_is_a_path_of_the_game() {
    for seed in 1..20 {
        let tree = Tree::grown(seed);
        let mut colony = colony("variant=mmas,ants=30,grow=3,searches=5", tree.clone());
        for _ in 0..5 {
            colony.search(&mut endless());
            for walk in &colony.walks {
                let mut at = tree.clone();
                for (number, ply) in walk.plies.iter().enumerate() {
                    if let Some(stop) = walk.path.get(number) {
                        assert_eq!((stop.key, stop.ply), (at.key(), u32::from(*ply)));
                    }
                    at.play(ply).unwrap();
                }
                let outcome = at.outcome().expect("played to the end");
                let points = match outcome.winner {
                    None => 0.5,
                    Some(winner) => f64::from(u8::from(winner == walk.role)),
                };
                assert_eq!(walk.result, points);
            }
        }
    }
}

#[test]
fn desirability_may_begin_with_the_evaluation() {
    let lines = || Ground::plain(evaluations_of::<Connect4>().remove(0).make());
    let mut informed =
        Colony::new(settings::<Connect4>("desire=eval,variant=as"), lines(), Connect4::default());
    informed.search(&mut endless());
    let root = informed.trails.find(Connect4::default().key()).unwrap();
    let etas: Vec<f64> = informed.trails.memories(root).iter().map(|each| each.eta).collect();
    assert!(etas[3] > etas[2] && etas[2] > etas[0] && etas[0] > 0.0, "{etas:?}");
    let mut flat =
        Colony::new(settings::<Connect4>("variant=as,desire=flat"), lines(), Connect4::default());
    flat.search(&mut endless());
    let root = flat.trails.find(Connect4::default().key()).unwrap();
    assert!(flat.trails.memories(root).iter().all(|each| each.eta == 1.0));
}

#[test]
fn each_game_adds_as_many_states_as_it_may() {
    for (grow, most) in [(1, 1), (3, 3)] {
        let words = format!("ants=1,grow={grow}");
        let mut colony = Colony::new(
            settings::<Connect4>(&words),
            Ground::plain(evaluations::none()),
            Connect4::default(),
        );
        for search in 1..=10 {
            colony.search(&mut endless());
            assert_eq!(colony.walks[0].path.iter().filter(|stop| stop.new).count(), most);
            assert!(colony.trails.pairs() <= 7 * search * grow);
        }
    }
}

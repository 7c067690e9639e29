//! Every formula of every variant against a plain twin, on made-up trees.
//!
//! The twin takes the walks of each round as they were and writes the formulas down once more, on a
//! list of pairs; hand-made figures say that both mean the same thing.

use std::collections::BTreeMap;

use ludoteca_games::{
    Game, Side,
    Side::{First, Second},
    testing::{Tree, draw, split, win},
};

use super::{
    super::{Ground, colony::Colony, walk::Walk},
    endless, settings,
};
use crate::evaluations;

type Pair = (u64, u32);
type Trails = BTreeMap<Pair, (Side, f64)>;

fn colony(words: &str, tree: &Tree) -> Colony<Tree> {
    let settings = settings::<Tree>(&format!("grow=50,local=off,{words}"));
    Colony::new(settings, Ground::plain(evaluations::none()), tree.clone())
}

/// First chooses, Second answers, and both can win, draw or lose, sooner or later.
fn tree() -> Tree {
    let long = split(First, [draw(), split(Second, [win(First), draw()]), win(Second)]);
    Tree::of(split(
        First,
        [
            split(Second, [win(First), long, draw()]),
            split(Second, [win(Second), split(First, [win(First), draw()])]),
            split(First, [win(Second), split(Second, [draw(), win(Second)])]),
        ],
    ))
}

/// All trails as they are.
fn trails(colony: &Colony<Tree>) -> Trails {
    fn go(colony: &Colony<Tree>, at: &Tree, all: &mut Trails) {
        if let Some(place) = colony.trails.find(at.key()) {
            for (ply, scent) in colony.trails.scents(place).iter().enumerate() {
                all.insert((at.key(), ply as u32), (at.side(), scent.tau));
            }
        }
        for ply in at.legal_plies() {
            let mut next = at.clone();
            next.play_unchecked(&ply);
            go(colony, &next, all);
        }
    }
    let mut all = Trails::new();
    go(colony, &colony.root, &mut all);
    all
}

/// The trails before this round's update: those that were there, and `first` on new pairs.
fn with_new(before: &Trails, after: &Trails, first: impl Fn(Side) -> f64) -> Trails {
    let start = |(pair, (side, _)): (&Pair, &(Side, f64))| {
        (*pair, before.get(pair).copied().unwrap_or((*side, first(*side))))
    };
    after.iter().map(start).collect()
}

fn own(walk: &Walk<u8>) -> Vec<Pair> {
    walk.own().map(|stop| (stop.key, stop.ply)).collect()
}

fn near(twin: &Trails, after: &Trails, note: &str) {
    assert_eq!(twin.len(), after.len());
    for (pair, (_, tau)) in after {
        assert!((twin[pair].1 - tau).abs() < 1e-12, "{note}: {pair:?} {tau} {}", twin[pair].1);
    }
}

/// The better of two paths: the better result, and of equal ones whoever wins sooner or loses later.
fn better(walk: &Walk<u8>, than: &Walk<u8>) -> bool {
    let sooner = walk.turns < than.turns;
    let later = walk.turns > than.turns;
    walk.result > than.result
        || walk.result == than.result && if walk.result < 0.5 { later } else { sooner }
}

fn best_of(walks: &[Walk<u8>], side: Side) -> &Walk<u8> {
    let mut all = walks.iter().filter(|walk| walk.role == side && !own(walk).is_empty());
    let first = all.next().unwrap();
    all.fold(first, |best, walk| if better(walk, best) { walk } else { best })
}

fn worst_of(walks: &[Walk<u8>], side: Side) -> &Walk<u8> {
    let mut all = walks.iter().filter(|walk| walk.role == side && !own(walk).is_empty());
    let first = all.next().unwrap();
    all.fold(first, |worst, walk| if better(worst, walk) { walk } else { worst })
}

/// Runs a variant and its twin side by side; `update` is the twin's.
fn compare(
    words: &str,
    searches: u32,
    first: impl Fn(&Colony<Tree>, Side) -> f64,
    mut update: impl FnMut(&Colony<Tree>, &mut Trails, u32),
) {
    let mut colony = colony(words, &tree());
    for search in 1..=searches {
        let before = trails(&colony);
        let starts = Side::BOTH.map(|side| first(&colony, side));
        colony.search(&mut endless());
        let after = trails(&colony);
        let mut twin = with_new(&before, &after, |side| starts[side.index()]);
        update(&colony, &mut twin, search);
        near(&twin, &after, &format!("{words} {search}"));
    }
}

#[test]
fn in_ant_system_all_trails_evaporate_and_every_ant_deposits() {
    compare(
        "variant=as,ants=12,rho=0.2,tau0=0.7",
        8,
        |_, _| 0.7,
        |colony, twin, _| {
            twin.values_mut().for_each(|(_, tau)| *tau *= 1.0 - 0.2);
            for walk in &colony.walks {
                for pair in own(walk) {
                    twin.get_mut(&pair).unwrap().1 += walk.result;
                }
            }
        },
    );
}

#[test]
fn in_ant_colony_system_steps_renew_and_the_best_so_far_deposits() {
    let mut best: [Option<(f64, Vec<Pair>)>; 2] = [None, None];
    let words = "variant=acs,ants=12,rho=0.3,phi=0.2,tau0=0.4,q0=0.5";
    compare(
        words,
        8,
        |_, _| 0.4,
        |colony, twin, _| {
            for walk in &colony.walks {
                for pair in own(walk) {
                    let tau = &mut twin.get_mut(&pair).unwrap().1;
                    *tau = (1.0 - 0.2) * *tau + 0.2 * 0.4;
                }
            }
            for side in Side::BOTH {
                let walk = best_of(&colony.walks, side);
                let known = &mut best[side.index()];
                if known.as_ref().is_none_or(|(result, _)| walk.result > *result) {
                    *known = Some((walk.result, own(walk)));
                }
                let (result, pairs) = known.as_ref().unwrap();
                for pair in pairs {
                    let tau = &mut twin.get_mut(pair).unwrap().1;
                    *tau = (1.0 - 0.3) * *tau + 0.3 * result;
                }
            }
        },
    );
}

#[test]
fn in_max_min_the_best_deposits_and_trails_stay_between_bounds_and_begin_at_the_upper() {
    for sofar in [false, true] {
        let mut best: [Option<(f64, Vec<Pair>)>; 2] = [None, None];
        let words = format!(
            "variant=mmas,ants=12,rho=0.3,tau_min=0.2,tau_max=2.1,best={}",
            if sofar { "sofar" } else { "round" }
        );
        compare(
            &words,
            12,
            |_, _| 2.1,
            |colony, twin, _| {
                twin.values_mut().for_each(|(_, tau)| *tau *= 1.0 - 0.3);
                for side in Side::BOTH {
                    let walk = best_of(&colony.walks, side);
                    let known = &mut best[side.index()];
                    if !sofar || known.as_ref().is_none_or(|(result, _)| walk.result > *result) {
                        *known = Some((walk.result, own(walk)));
                    }
                    let (result, pairs) = known.as_ref().unwrap();
                    for pair in pairs {
                        twin.get_mut(pair).unwrap().1 += result;
                    }
                }
                twin.values_mut().for_each(|(_, tau)| *tau = tau.clamp(0.2, 2.1));
            },
        );
    }
}

#[test]
fn the_bounds_of_max_min_follow_from_the_best_result() {
    // First can only lose or draw, Second can win.
    let tree = Tree::of(split(First, [draw(), split(Second, [win(Second), draw()])]));
    let mut colony = colony("variant=mmas,ants=10,rho=0.25", &tree);
    assert_eq!(colony.bounds(First), (4.0 / 50.0, 4.0));
    colony.search(&mut endless());
    assert_eq!(colony.bounds(First), (2.0 / 50.0, 2.0));
    assert_eq!(colony.bounds(Second), (4.0 / 50.0, 4.0));
    for (_, (side, tau)) in trails(&colony) {
        let (least, most) = colony.bounds(side);
        assert!((least..=most).contains(&tau), "{side:?} {tau}");
    }
}

#[test]
fn in_best_worst_the_worst_path_evaporates_twice_and_a_standstill_restarts_all() {
    let mut best: [Option<(f64, Vec<Pair>, u32)>; 2] = [None, None];
    let mut restarts = [0u32; 2];
    let words = "variant=bwas,ants=12,rho=0.2,mutation=0,stall=3,tau0=0.6";
    compare(
        words,
        12,
        |_, _| 0.6,
        |colony, twin, search| {
            twin.values_mut().for_each(|(_, tau)| *tau *= 1.0 - 0.2);
            for side in Side::BOTH {
                let walk = best_of(&colony.walks, side);
                let known = &mut best[side.index()];
                if known.as_ref().is_none_or(|(result, ..)| walk.result > *result) {
                    *known = Some((walk.result, own(walk), search));
                }
                let (result, pairs, found) = known.as_ref().unwrap();
                for pair in pairs {
                    twin.get_mut(pair).unwrap().1 += 0.2 * result;
                }
                for pair in own(worst_of(&colony.walks, side)) {
                    if !pairs.contains(&pair) {
                        twin.get_mut(&pair).unwrap().1 *= 1.0 - 0.2;
                    }
                }
                let restart = &mut restarts[side.index()];
                if search - (*found).max(*restart) >= 3 {
                    *restart = search;
                    for (of, tau) in twin.values_mut() {
                        *tau = if *of == side { 0.6 } else { *tau };
                    }
                }
            }
        },
    );
    assert!(restarts.iter().all(|restart| *restart > 3), "it came to a standstill");
}

#[test]
fn trails_mutate_by_as_much_as_the_search_has_advanced_and_about_as_often_as_said() {
    let of = |mutation| {
        format!("variant=bwas,ants=60,rho=0.2,searches=10,sigma=0.5,mutation={mutation}")
    };
    let [mut still, mut mutant] = ["0", "0.3"].map(|chance| colony(&of(chance), &tree()));
    still.search(&mut endless());
    mutant.search(&mut endless());
    let (plain, changed) = (trails(&still), trails(&mutant));
    let mut mutants = 0;
    for side in Side::BOTH {
        let best: Vec<f64> =
            own(best_of(&still.walks, side)).iter().map(|at| plain[at].1).collect();
        let mean = best.iter().sum::<f64>() / best.len() as f64;
        let change = 0.5 * mean * 1.0 / 10.0;
        for (pair, (_, tau)) in plain.iter().filter(|(_, (of, _))| *of == side) {
            let by = (changed[pair].1 - tau).abs();
            assert!(by < 1e-12 || (by - change).abs() < 1e-12, "{by} {change}");
            mutants += usize::from(by > 1e-12);
        }
    }
    assert!((1..plain.len() * 6 / 10).contains(&mutants), "{mutants} of {}", plain.len());
    let mut all = colony(&of("1"), &tree());
    all.search(&mut endless());
    assert!(trails(&all).iter().all(|(pair, (_, tau))| (tau - plain[pair].1).abs() > 1e-12));
}

#[test]
fn in_the_variant_for_games_trails_are_mean_results_and_desirability_grows() {
    let (rho, theta) = (0.8, 0.5);
    let words = format!("ants=14,rho={rho},theta={theta},tau0=0.3");
    let mut etas: BTreeMap<Pair, f64> = BTreeMap::new();
    // Results, visits and turns of all games so far.
    let mut totals: BTreeMap<Pair, (f64, f64, f64)> = BTreeMap::new();
    compare(
        &words,
        10,
        |_, _| 0.3,
        |colony, twin, _| {
            let mut round: BTreeMap<Pair, Vec<f64>> = BTreeMap::new();
            for walk in &colony.walks {
                for stop in walk.own() {
                    let pair = (stop.key, stop.ply);
                    round.entry(pair).or_default().push(walk.result);
                    let total = totals.entry(pair).or_default();
                    total.0 += walk.result;
                    total.1 += 1.0;
                    total.2 += f64::from(walk.turns - stop.turn);
                }
            }
            for (pair, results) in round {
                let mean = results.iter().sum::<f64>() / results.len() as f64;
                let tau = &mut twin.get_mut(&pair).unwrap().1;
                *tau = rho * *tau + mean;
                let (results, visits, turns) = totals[&pair];
                *etas.entry(pair).or_insert(1.0) += results / visits + theta / (turns / visits);
            }
            for (pair, eta) in &etas {
                let place = colony.trails.find(pair.0).unwrap();
                let known = colony.trails.memories(place)[pair.1 as usize].eta;
                assert!((known - eta).abs() < 1e-12, "{pair:?}");
            }
        },
    );
}

#[test]
fn by_hand_two_searches_of_the_variant_for_games_give_these_figures() {
    // First has two plies in one turn, Second one, and First wins: three plies, two turns.
    let tree = Tree::of(split(First, [split(First, [split(Second, [win(First)])])]));
    let mut colony = colony("ants=4,rho=0.9,theta=1,tau0=0.5", &tree);
    colony.search(&mut endless());
    colony.search(&mut endless());
    let mut at = tree;
    // τ: 0.9·0.5 + 1 = 1.45, then 0.9·1.45 + 1 = 2.305; for Second 0.45 and 0.405.
    // η: 1 + 2·(1 + 1/2) = 4 for First, two turns from the end; 1 + 2·(0 + 1/1) = 3 for Second.
    for (tau, eta) in [(2.305, 4.0), (2.305, 4.0), (0.405, 3.0)] {
        let place = colony.trails.find(at.key()).unwrap();
        let (scent, memory) = (colony.trails.scents(place)[0], colony.trails.memories(place)[0]);
        assert!((scent.tau - tau).abs() < 1e-12 && (memory.eta - eta).abs() < 1e-12, "{scent:?}");
        assert_eq!(memory.visits, 4);
        at.play(&0).unwrap();
    }
}

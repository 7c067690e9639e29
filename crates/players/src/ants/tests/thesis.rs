//! One round of each variant as the thesis prints it, against a calculation of its own: games are
//! played over from their plies, and the formulas stand here once more, on a plain list of pairs.

use std::collections::BTreeMap;

use ludoteca_games::{
    Connect4, Game, Side,
    Side::{First, Second},
    testing::{Tree, draw, split, win},
};

use super::{
    super::{Ground, colony::Colony, settings::ALL_STATES},
    VARIANTS, endless, settings,
};
use crate::evaluations;

const TAU0: f64 = 0.4;
const RHO: f64 = 0.3;
const PHI: f64 = 0.2;
const THETA: f64 = 0.7;

/// A state and the number of a ply.
type Pair = (u64, u32);

/// A game that an ant played: who moved where, how it came out for First, and its turns.
struct Played {
    steps: Vec<(Side, Pair, u32)>,
    first: f64,
    turns: u32,
}

impl Played {
    fn result(&self, side: Side) -> f64 {
        if side == First { self.first } else { 1.0 - self.first }
    }

    fn pairs(&self, side: Side) -> Vec<Pair> {
        self.steps.iter().filter(|step| step.0 == side).map(|step| step.1).collect()
    }

    /// Better for a side: the result, then a sooner win or draw or a later loss.
    fn order(&self, side: Side) -> (f64, f64) {
        let turns = f64::from(self.turns);
        (self.result(side), if self.result(side) < 0.5 { turns } else { -turns })
    }
}

fn colony(words: &str, tree: &Tree) -> Colony<Tree> {
    let settings = settings::<Tree>(&format!("form=thesis,{words}"));
    Colony::new(settings, Ground::plain(evaluations::none()), tree.clone())
}

/// The games of the last round, played over.
fn games(colony: &Colony<Tree>) -> Vec<Played> {
    let game = |walk: &super::super::walk::Walk<u8>| {
        let mut at = colony.root.clone();
        let (mut steps, mut turn) = (Vec::new(), 0);
        for stop in &walk.path {
            let (side, ply) = (at.side(), stop.ply as u8);
            steps.push((side, (at.key(), stop.ply), turn));
            at.play(&ply).unwrap();
            turn += u32::from(at.side() != side);
        }
        let outcome = at.outcome().expect("every state of the game is on the path");
        let first = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == First)));
        let turns = steps.last().unwrap().2 + 1;
        Played { steps, first, turns }
    };
    colony.walks.iter().map(game).collect()
}

/// The first of the best or of the worst games for a side in which it moved.
fn extreme(games: &[Played], side: Side, best: bool) -> Option<&Played> {
    let some = games.iter().filter(|game| !game.pairs(side).is_empty());
    some.reduce(|found, game| {
        let (a, b) = (game.order(side), found.order(side));
        let beyond = if best { a > b } else { a < b };
        if beyond { game } else { found }
    })
}

/// Trails of one round, as printed; desirabilities too in `ggp`.
fn printed(
    variant: &str,
    games: &[Played],
    all: &[Pair],
    sides: &BTreeMap<u64, Side>,
) -> BTreeMap<Pair, (f64, f64)> {
    let begin = if variant == "mmas" { 1.0 / RHO } else { TAU0 };
    let mut tau: BTreeMap<Pair, f64> = all.iter().map(|pair| (*pair, begin)).collect();
    let mut eta: BTreeMap<Pair, f64> = all.iter().map(|pair| (*pair, 1.0)).collect();
    let each = |sides: &mut dyn FnMut(&Played, Side, Pair, u32)| {
        for game in games {
            game.steps.iter().for_each(|(side, pair, turn)| sides(game, *side, *pair, *turn));
        }
    };
    if matches!(variant, "as" | "mmas" | "bwas") {
        tau.values_mut().for_each(|tau| *tau *= 1.0 - RHO);
    }
    match variant {
        "as" => each(&mut |game, side, pair, _| *tau.get_mut(&pair).unwrap() += game.result(side)),
        "acs" => each(&mut |_, _, pair, _| {
            let tau = tau.get_mut(&pair).unwrap();
            *tau = (1.0 - PHI) * *tau + PHI * TAU0;
        }),
        _ => {}
    }
    if variant == "ggp" {
        let mut through: BTreeMap<Pair, Vec<(f64, f64)>> = BTreeMap::new();
        each(&mut |game, side, pair, turn| {
            through
                .entry(pair)
                .or_default()
                .push((game.result(side), f64::from(game.turns - turn)));
        });
        for (pair, passed) in through {
            let visits = passed.len() as f64;
            let mean = passed.iter().map(|(result, _)| result).sum::<f64>() / visits;
            let wins = passed.iter().filter(|(result, _)| *result == 1.0).count() as f64;
            let far = passed.iter().map(|(_, turns)| turns).sum::<f64>() / visits;
            *tau.get_mut(&pair).unwrap() = RHO * TAU0 + mean;
            *eta.get_mut(&pair).unwrap() += wins / visits + THETA / far;
        }
    }
    for side in [First, Second] {
        let Some(best) = extreme(games, side, true) else { continue };
        for pair in best.pairs(side) {
            let (tau, result) = (tau.get_mut(&pair).unwrap(), best.result(side));
            match variant {
                "acs" => *tau = (1.0 - RHO) * *tau + RHO * result,
                "mmas" => *tau += result,
                "bwas" => *tau += RHO * result,
                _ => {}
            }
        }
        if variant == "bwas" {
            for pair in extreme(games, side, false).unwrap().pairs(side) {
                if !best.pairs(side).contains(&pair) {
                    *tau.get_mut(&pair).unwrap() *= 1.0 - RHO;
                }
            }
        }
        if variant == "mmas" {
            let most = best.result(side).max(0.01) / RHO;
            for (_, tau) in tau.iter_mut().filter(|(pair, _)| sides[&pair.0] == side) {
                *tau = tau.clamp(most / 50.0, most);
            }
        }
    }
    tau.into_iter().map(|(pair, tau)| (pair, (tau, eta[&pair]))).collect()
}

#[test]
fn one_round_of_every_variant_leaves_the_trails_that_the_printed_formulas_give() {
    for variant in VARIANTS {
        let mut visited = 0;
        for seed in 0..60 {
            let tree = Tree::grown(seed);
            if tree.outcome().is_some() {
                continue;
            }
            let words = format!(
                "variant={variant},ants=9,rho={RHO},phi={PHI},theta={THETA},tau0={TAU0},\
                 mutation=0,desire=flat"
            );
            let mut colony = colony(&words, &tree);
            colony.search(&mut endless());
            let games = games(&colony);
            assert_eq!(games.len(), 9);
            // Every state of a game has trails, for each of its plies.
            let mut sides = BTreeMap::new();
            let mut all = Vec::new();
            for (side, (state, _), _) in games.iter().flat_map(|game| &game.steps) {
                let place = colony.trails.find(*state).expect("figure 5.3: every pair of the path");
                if sides.insert(*state, *side).is_none() {
                    all.extend(
                        (0..colony.trails.scents(place).len() as u32).map(|ply| (*state, ply)),
                    );
                }
            }
            assert_eq!(all.len(), colony.trails.pairs());
            visited += all.len();
            for (pair, (tau, eta)) in printed(variant, &games, &all, &sides) {
                let place = colony.trails.find(pair.0).unwrap();
                let scent = colony.trails.scents(place)[pair.1 as usize];
                let known = colony.trails.memories(place)[pair.1 as usize].eta;
                assert!((scent.tau - tau).abs() < 1e-12, "{variant} {seed}: {} {tau}", scent.tau);
                assert!(variant != "ggp" || (known - eta).abs() < 1e-12, "{seed}: {known} {eta}");
            }
        }
        assert!(visited > 1000, "{visited}");
    }
}

#[test]
fn by_hand_one_round_of_each_variant_gives_these_figures() {
    // First, Second, First moves, each its only ply, and First wins: three turns. Two ants go there,
    // one for each role; every trail begins with ½ (in mmas with 1/ρ = 10), ρ = φ = 0.1.
    let tree = Tree::of(split(First, [split(Second, [split(First, [win(First)])])]));
    for (variant, first, second) in [
        // 0.9·0.5 + 1 + 1, 0.9·0.5 + 0 + 0.
        ("as", 2.45, 0.45),
        // 0.9·0.5 + 0.1·0.5 twice is 0.5; 0.9·0.5 + 0.1·1, 0.9·0.5 + 0.1·0.
        ("acs", 0.55, 0.45),
        // 0.9·10 + 1, which is the most there can be; 0.9·10 + 0, held to 0.01/0.1.
        ("mmas", 10.0, 0.1),
        // 0.9·0.5 + 0.1·1; 0.9·0.5 + 0.1·0. The worst path is the best one.
        ("bwas", 0.55, 0.45),
        // 0.9·0.5 + 1, 0.9·0.5 + 0.
        ("ggp", 1.45, 0.45),
    ] {
        let rho = if variant == "ggp" { "0.9" } else { "0.1" };
        let words = format!("variant={variant},ants=2,rho={rho},phi=0.1,mutation=0,desire=flat");
        let mut colony = colony(&words, &tree);
        colony.search(&mut endless());
        let mut at = tree.clone();
        for (tau, eta) in [(first, 1.0 + 1.0 + 1.0 / 3.0), (second, 1.5), (first, 3.0)] {
            let place = colony.trails.find(at.key()).unwrap();
            let scent = colony.trails.scents(place)[0];
            assert!((scent.tau - tau).abs() < 1e-12, "{variant}: {} {tau}", scent.tau);
            let known = colony.trails.memories(place)[0].eta;
            assert!((known - if variant == "ggp" { eta } else { 1.0 }).abs() < 1e-12, "{known}");
            at.play(&0).unwrap();
        }
    }
}

#[test]
fn the_form_of_the_thesis_is_what_it_prints_but_for_the_keys_that_are_given() {
    let of = settings::<Connect4>;
    let thesis = of("form=thesis");
    assert_eq!((thesis.ants, thesis.searches, thesis.grow), (40, 200, ALL_STATES));
    assert_eq!((thesis.alpha, thesis.beta, thesis.theta, thesis.consult), (0.6, 0.8, 1.0, 0.5));
    assert!(thesis.before && thesis.whole_paths && thesis.renews_at_once && !thesis.weighted);
    assert!(!thesis.half_wins && !thesis.wins_at_once && !thesis.sees_goals && !thesis.informed);
    assert!(!thesis.local && !of("form=thesis,variant=acs").local);
    assert!(of("form=thesis,variant=mmas").local && of("form=thesis,variant=bwas").local);
    let mixed = of("form=thesis,learn=move,grow=2,win=on,draws=half,trails=own,rho=0.5");
    assert!(!mixed.before && mixed.wins_at_once && mixed.half_wins && !mixed.whole_paths);
    assert_eq!((mixed.grow, mixed.rho), (2, 0.5));
    assert_eq!(of(""), of("form=own"));
}

#[test]
fn a_step_of_ant_colony_system_is_smelt_by_the_next_ant_at_once() {
    let tree = Tree::of(split(First, [draw(), win(First), draw(), draw()]));
    let ways = |renew: &str| {
        let words =
            format!("variant=acs,ants=20,q0=1,phi=1,rho=0.5,consult=1,desire=flat,renew={renew}");
        let mut colony = colony(&words, &tree);
        let mut ways = std::collections::BTreeSet::new();
        for search in 0..4 {
            colony.search(&mut endless());
            if search == 3 {
                ways.extend(games(&colony).iter().map(|game| game.steps[0].1.1));
            }
        }
        ways
    };
    // The first ant takes the way that is best so far and makes it as good as all others.
    assert!(ways("step").len() > 1);
    assert_eq!(ways("round").len(), 1);
}

#[test]
fn goals_are_seen_only_if_somebody_wants_to() {
    let tree = Tree::of(split(First, [split(Second, [draw(), win(Second)])]));
    for (goals, result) in [("on", 0.0), ("off", 0.5)] {
        let mut colony = colony(&format!("ants=4,depth=1,goals={goals}"), &tree);
        colony.search(&mut endless());
        let first = colony.walks.iter().filter(|walk| walk.role == First);
        first.for_each(|walk| assert_eq!(walk.result, result, "{goals}"));
        assert_eq!(colony.walks.iter().filter(|walk| walk.role == Second).count(), 2);
    }
}

//! Random plies and random games.

use std::collections::HashMap;

use rand_xoshiro::{SplitMix64, rand_core::SeedableRng};

use super::{MOST_PLIES, Sample, Spot};
use crate::{Game, Outcome, Side, below};

/// Random games of each kind that are compared.
const PLAYOUTS: u32 = 4000;
/// How far figures of chance may lie apart, in standard deviations.
const SIGMAS: f64 = 5.0;

pub fn is_fair<G: Game>(sample: &Sample<G>) {
    for spot in sample.some_spots(12) {
        every_ply_is_as_likely(&spot);
    }
    for record in &sample.records {
        let last = record.spot(record.plies.len());
        let mut rng = SplitMix64::seed_from_u64(1);
        let outcome = last.position.outcome().expect("a record ends with the game");
        assert!(last.position.random_ply(&mut rng).is_none(), "a ply at random at the end: {last}");
        let played = last.position.clone().playout(&mut rng);
        assert!(played == (outcome, 0), "a random game goes on after the end: {last}");
    }
    let longest = sample.records.iter().max_by_key(|record| record.plies.len());
    let longest = longest.expect("there are records");
    random_games_are_random_plies(&longest.spot(0));
    random_games_are_random_plies(&longest.spot(longest.plies.len() / 2));
    random_games_can_be_told(&longest.spot(0));
    random_games_can_be_told(&longest.spot(longest.plies.len() / 2));
}

/// A random game told ply by ply is the one that is played with the same chances.
fn random_games_can_be_told<G: Game>(spot: &Spot<'_, G>) {
    for seed in 0..40 {
        let chances = || SplitMix64::seed_from_u64(seed);
        let (outcome, count) = spot.position.clone().playout(&mut chances());
        let plies = spot.position.playout_plies(&mut chances());
        assert!(
            plies.len() == count as usize,
            "a random game of {count} plies is told with {}: {spot}",
            plies.len()
        );
        let mut at = spot.position.clone();
        for ply in &plies {
            assert!(at.check(ply).is_ok(), "a random game is told with {ply:?}: {spot}");
            at.play_unchecked(ply);
        }
        assert!(at.outcome() == Some(outcome), "a random game is told with another end: {spot}");
    }
}

/// Pearson's test of goodness of fit, with a bound that chance passes once in a million times.
fn every_ply_is_as_likely<G: Game>(spot: &Spot<'_, G>) {
    let plies = spot.position.legal_plies();
    if plies.is_empty() {
        return;
    }
    let mut rng = SplitMix64::seed_from_u64(2);
    let each = 100.0;
    let mut drawn: HashMap<G::Ply, f64> = plies.iter().map(|ply| (ply.clone(), 0.0)).collect();
    for _ in 0..plies.len() * each as usize {
        let Some(ply) = spot.position.random_ply(&mut rng) else {
            panic!("no ply at random: {spot}")
        };
        match drawn.get_mut(&ply) {
            Some(count) => *count += 1.0,
            None => panic!("{ply:?} at random is not legal: {spot}"),
        }
    }
    let deviation: f64 = drawn.values().map(|count| (count - each).powi(2) / each).sum();
    let freedom = plies.len() as f64 - 1.0;
    assert!(
        deviation <= freedom + SIGMAS * (2.0 * freedom).sqrt() + 15.0 * freedom.min(1.0),
        "plies at random are not equally likely (chi-square {deviation:.1}): {drawn:?} at {spot}"
    );
}

/// What came of many random games.
#[derive(Default)]
struct Results {
    /// Won by the first, by the second, drawn.
    shares: [f64; 3],
    /// The mean number of plies, and the variance.
    plies: f64,
    variance: f64,
}

impl Results {
    fn of(mut game: impl FnMut() -> (Outcome, u32)) -> Results {
        let mut results = Results::default();
        let mut squares = 0.0;
        for _ in 0..PLAYOUTS {
            let (outcome, plies) = game();
            results.shares[outcome.winner.map_or(2, Side::index)] += 1.0 / f64::from(PLAYOUTS);
            results.plies += f64::from(plies) / f64::from(PLAYOUTS);
            squares += f64::from(plies).powi(2) / f64::from(PLAYOUTS);
        }
        results.variance = squares - results.plies.powi(2);
        results
    }
}

/// A game's own way to play at random gives the results and lengths of playing ply by ply.
fn random_games_are_random_plies<G: Game>(spot: &Spot<'_, G>) {
    let mut rng = SplitMix64::seed_from_u64(3);
    let whole = Results::of(|| spot.position.clone().playout(&mut rng));
    let mut rng = SplitMix64::seed_from_u64(4);
    let by_plies = Results::of(|| play_by_plies(spot.position.clone(), &mut rng));
    let n = f64::from(PLAYOUTS);
    for (a, b) in whole.shares.into_iter().zip(by_plies.shares) {
        let share = (a + b) / 2.0;
        let sigma = (2.0 * share * (1.0 - share) / n).sqrt();
        assert!(
            (a - b).abs() <= SIGMAS * sigma + 1.0 / n,
            "won, lost, drawn at random {:?}, ply by ply {:?}: {spot}",
            whole.shares,
            by_plies.shares
        );
    }
    let sigma = ((whole.variance + by_plies.variance) / n).sqrt();
    assert!(
        (whole.plies - by_plies.plies).abs() <= SIGMAS * sigma + 1.0 / n,
        "{} plies at random, {} ply by ply: {spot}",
        whole.plies,
        by_plies.plies
    );
}

fn play_by_plies<G: Game>(mut position: G, rng: &mut SplitMix64) -> (Outcome, u32) {
    let mut list = Vec::new();
    for plies in 0..MOST_PLIES as u32 {
        if let Some(outcome) = position.outcome() {
            return (outcome, plies);
        }
        list.clear();
        position.plies(&mut list);
        position.play_unchecked(&list[below(rng, list.len() as u32) as usize]);
    }
    panic!("a game of {} never ends", G::NAME);
}

//! Swiss tournaments: in every round those meet who have about as many points, and nobody meets the
//! same player twice as long as that can be had. Of an odd number the last one who has not yet had
//! to rests, and is given the points of a meeting that was won.

use std::collections::BTreeSet;

use super::{Pairing, Tournament};

/// So many ways to pair a round are tried before somebody meets somebody again.
const TRIES: u32 = 100_000;

/// The pairs of the next round; none after the last one.
pub fn next(tournament: &Tournament) -> Vec<Pairing> {
    let plan = tournament.plan();
    let players = plan.entrants.len();
    let pairings = tournament.pairings();
    let round = pairings.last().map_or(0, |last| last.round + 1);
    if round >= plan.swiss_rounds || players < 2 {
        return Vec::new();
    }
    let mut points = vec![0; players];
    let mut rested = vec![true; players * round as usize];
    let mut met = BTreeSet::new();
    for (pair, Pairing { players: [a, b], round, .. }) in pairings.iter().enumerate() {
        let lower = tournament.half_points(pair).unwrap_or(0);
        points[*a.min(b)] += lower;
        points[*a.max(b)] += 4 - lower;
        met.insert([*a.min(b), *a.max(b)]);
        for player in [a, b] {
            rested[players * *round as usize + player] = false;
        }
    }
    let rests =
        |player: usize| rested.iter().skip(player).step_by(players).filter(|is| **is).count();
    for (player, points) in points.iter_mut().enumerate() {
        *points += 4 * plan.pairs * rests(player) as u32;
    }
    let mut order: Vec<usize> = (0..players).collect();
    // Who is listed first among equals is thought to be stronger.
    order.sort_by_key(|player| (u32::MAX - points[*player], *player));
    if players % 2 == 1 {
        let rare = (0..players).map(rests).min().unwrap_or(0);
        let rest = order.iter().rposition(|player| rests(*player) == rare);
        rest.into_iter().for_each(|at| {
            order.remove(at);
        });
    }
    // Nobody has points yet: the upper half meets the lower one.
    if round == 0 {
        let lower = order.split_off(order.len() / 2);
        order = order.into_iter().zip(lower).flat_map(|(a, b)| [a, b]).collect();
    }
    let mut tries = TRIES;
    let paired = pair_off(&order, &met, &mut tries)
        .unwrap_or_else(|| order.chunks_exact(2).map(|two| [two[0], two[1]]).collect());
    let first = round * plan.pairs;
    let meeting = |players: [usize; 2]| {
        (0..plan.pairs).map(move |pair| Pairing { players, opening: first + pair, round })
    };
    paired.into_iter().flat_map(meeting).collect()
}

/// Pairs everybody with the nearest one below whom it has not met, so that somebody is left for the
/// others too.
fn pair_off(
    order: &[usize],
    met: &BTreeSet<[usize; 2]>,
    tries: &mut u32,
) -> Option<Vec<[usize; 2]>> {
    let Some((first, others)) = order.split_first() else { return Some(Vec::new()) };
    for (at, other) in others.iter().enumerate() {
        *tries = tries.checked_sub(1)?;
        if met.contains(&[*first.min(other), *first.max(other)]) {
            continue;
        }
        let left = [&others[..at], &others[at + 1..]].concat();
        if let Some(mut paired) = pair_off(&left, met, tries) {
            paired.insert(0, [*first, *other]);
            return Some(paired);
        }
    }
    None
}

//! Knockouts: who is listed first is thought to be strongest and meets the strongest last. A meeting
//! that stays even goes on pair by pair, and if that does not help either, who is listed first wins.

use super::{Pairing, Tournament};

/// An even meeting goes on for as many pairs as it had, and at least for so many.
const LEAST_EXTRA: u32 = 4;

/// The pairs that come next; none once somebody has won.
pub fn next(tournament: &Tournament) -> Vec<Pairing> {
    let plan = tournament.plan();
    let players = plan.entrants.len();
    let mut left: Vec<Option<usize>> = places(players)
        .into_iter()
        .map(|place| Some(place).filter(|place| *place < players))
        .collect();
    let mut round = 0;
    while left.len() > 1 {
        let mut winners = Vec::new();
        let mut open = Vec::new();
        for two in left.chunks_exact(2) {
            winners.push(match [two[0], two[1]] {
                [Some(a), Some(b)] => match meeting(tournament, [a, b], round) {
                    Meeting::Won(winner) => Some(winner),
                    Meeting::Open { from, pairs } => {
                        let opening = |pair| round * plan.pairs + pair;
                        open.extend((from..from + pairs).map(|pair| Pairing {
                            players: [a, b],
                            opening: opening(pair),
                            round,
                        }));
                        None
                    }
                },
                // Where there are too few, the strongest need not play the first round.
                [one, other] => one.or(other),
            });
        }
        if !open.is_empty() {
            return open;
        }
        left = winners;
        round += 1;
    }
    Vec::new()
}

/// Who goes on after a meeting all of whose pairs are over; none if it has to go on.
pub fn winner(tournament: &Tournament, players: [usize; 2], round: u32) -> Option<usize> {
    match meeting(tournament, players, round) {
        Meeting::Won(winner) => Some(winner),
        Meeting::Open { .. } => None,
    }
}

enum Meeting {
    Won(usize),
    /// So many pairs more.
    Open {
        from: u32,
        pairs: u32,
    },
}

fn meeting(tournament: &Tournament, players: [usize; 2], round: u32) -> Meeting {
    let plan = tournament.plan();
    let mut pairs = 0;
    let mut half_points = 0;
    for (pair, pairing) in tournament.pairings().iter().enumerate() {
        if (pairing.round, pairing.players) == (round, players) {
            pairs += 1;
            half_points += tournament.half_points(pair).unwrap_or(0);
        }
    }
    let [lower, higher] = [players[0].min(players[1]), players[0].max(players[1])];
    match pairs {
        0 => Meeting::Open { from: 0, pairs: plan.pairs },
        _ if half_points > 2 * pairs => Meeting::Won(lower),
        _ if half_points < 2 * pairs => Meeting::Won(higher),
        _ if pairs < plan.pairs + plan.pairs.max(LEAST_EXTRA) => {
            Meeting::Open { from: pairs, pairs: 1 }
        }
        _ => Meeting::Won(lower),
    }
}

/// The places in the order in which neighbours meet, so that the first two meet last.
fn places(players: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < players {
        let all = 2 * places.len();
        places = places.into_iter().flat_map(|place| [place, all - 1 - place]).collect();
    }
    places
}

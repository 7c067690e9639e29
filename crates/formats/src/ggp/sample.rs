//! Moves by trying them out in random games, for games that no player of ours knows: those of one
//! role, of more than two, or of roles that move at once.

use std::time::Instant;

use ludoteca_games::{
    below,
    gdl::{Rules, State, limits::LONGEST_GAME},
};
use ludoteca_players::Stop;
use rand_xoshiro::Xoshiro256PlusPlus;

/// After so many random games one more changes nothing.
const ENOUGH: usize = 200_000;

/// The legal move after which random games end best for a role; none if it has no move.
pub fn best(
    rules: &Rules,
    (state, role): (&State, usize),
    (until, stop): (Instant, &Stop),
    rng: &mut Xoshiro256PlusPlus,
) -> Option<usize> {
    let legal = rules.standing(state).legal.swap_remove(role);
    if legal.len() < 2 {
        return legal.first().copied();
    }
    let spent = || stop.is_set() || Instant::now() >= until;
    let mut tried: Vec<(u64, u64)> = vec![(0, 0); legal.len()];
    // Whoever starts anywhere treats moves alike even if time allows only a few games.
    let first = below(rng, legal.len() as u32) as usize;
    for at in (0..legal.len()).cycle().skip(first).take(ENOUGH) {
        let Some(goal) = random_game(rules, state.clone(), (role, legal[at]), &spent, rng) else {
            break;
        };
        let (games, goals) = &mut tried[at];
        *games += 1;
        *goals += u64::from(goal);
    }
    let mean = |at: &usize| tried[*at].1 as f64 / tried[*at].0.max(1) as f64;
    let best = (0..legal.len()).max_by(|one, two| mean(one).total_cmp(&mean(two)));
    let best = if tried.iter().all(|(games, _)| *games == 0) { Some(first) } else { best };
    best.map(|at| legal[at])
}

/// What a random game after a role's move is worth to it; none if time was up before its end. One
/// that does not end is worth nothing.
fn random_game(
    rules: &Rules,
    mut state: State,
    (role, mv): (usize, usize),
    spent: &dyn Fn() -> bool,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<u8> {
    for step in 0..LONGEST_GAME {
        if spent() {
            return None;
        }
        let standing = rules.standing(&state);
        if step > 0 && standing.terminal {
            return Some(rules.goal(&state, role).unwrap_or(0));
        }
        if standing.legal.iter().all(Vec::is_empty) {
            break;
        }
        let mut joint: Vec<Option<usize>> =
            standing.legal.iter().map(|legal| random(legal, rng)).collect();
        if step == 0 {
            joint[role] = Some(mv);
        }
        state = rules.after(&state, &joint);
    }
    Some(0)
}

/// One of some moves.
pub fn random(legal: &[usize], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    match legal.len() as u32 {
        0 => None,
        count => Some(legal[below(rng, count) as usize]),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    /// One role alone: door 2 of 3 is worth everything.
    const DOORS: &str = "(role me) (init closed) (door 1) (door 2) (door 3)
        (<= (legal me (open ?d)) (door ?d))
        (<= (next (opened ?d)) (does me (open ?d)))
        (<= terminal (true (opened ?d)))
        (<= (goal me 100) (true (opened 2)))
        (<= (goal me 0) (true (opened ?d)) (distinct ?d 2))";

    #[test]
    fn the_move_that_ends_best_is_chosen_and_without_time_a_legal_one() {
        let rules = Rules::read(DOORS).unwrap();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut choose = |until| {
            best(&rules, (rules.initial(), 0), (until, &Stop::default()), &mut rng).unwrap()
        };
        let soon = Instant::now() + Duration::from_secs(600);
        assert_eq!(rules.write_move(0, choose(soon)), "(open 2)");
        for _ in 0..20 {
            assert!(choose(Instant::now()) < 3);
        }
    }
}

//! Moves and games at random, of any number of roles.

use ludoteca_games::{
    below,
    gdl::{Rules, State, limits::LONGEST_GAME},
};
use rand_xoshiro::Xoshiro256PlusPlus;

/// One of some moves.
pub fn random(legal: &[usize], rng: &mut Xoshiro256PlusPlus) -> Option<usize> {
    match legal.len() as u32 {
        0 => None,
        count => Some(legal[below(rng, count) as usize]),
    }
}

/// Plays at random from a state on, and adds the moves of the first role to `line`. What the end is
/// worth to each role, from 0 to 100; none if time was up before it. A game that does not end is
/// worth nothing.
pub fn random_game(
    rules: &Rules,
    mut state: State,
    line: &mut Vec<usize>,
    spent: &dyn Fn() -> bool,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Vec<u8>> {
    for _ in 0..LONGEST_GAME {
        if spent() {
            return None;
        }
        let standing = rules.standing(&state);
        let roles = standing.legal.len();
        if standing.terminal {
            return Some((0..roles).map(|role| rules.goal(&state, role).unwrap_or(0)).collect());
        }
        if standing.legal.iter().all(Vec::is_empty) {
            break;
        }
        let joint: Vec<Option<usize>> =
            standing.legal.iter().map(|legal| random(legal, rng)).collect();
        line.extend(joint[0]);
        state = rules.after(&state, &joint);
    }
    Some(vec![0; rules.roles().len()])
}

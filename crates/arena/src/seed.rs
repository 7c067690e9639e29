//! Seeds: where the chance of each game comes from.
//!
//! A seed has any number of children, each told from its siblings by a number; a match's seed has
//! one for each pair of games, a pair's one for each of its games, and a game's one for each player.
//! So the chance of a game depends on its place in the match alone, and not on which games were
//! played before it or at the same time, and a match can be gone on with anywhere.

use ludoteca_games::scatter;

/// A seed in a tree of seeds.
///
/// ```
/// use ludoteca_arena::Seed;
/// let game = Seed::new(1).child(12).child(0);
/// assert_ne!(game.child(0).value(), game.child(1).value());
/// assert_eq!(game, Seed::new(1).child(12).child(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seed(u64);

/// The golden ratio in 64 bits, as in SplitMix64: its multiples lie far apart.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Seed {
    /// The seed that somebody gave.
    pub fn new(given: u64) -> Seed {
        // Scattered, or the children of neighbours would be each other's siblings.
        Seed(scatter(given ^ GOLDEN))
    }

    /// The child with a number. No two of one seed are equal, as nothing in here maps two numbers to
    /// one.
    pub fn child(self, number: u64) -> Seed {
        Seed(scatter(self.0.wrapping_add(number.wrapping_add(1).wrapping_mul(GOLDEN))))
    }

    /// The number that chance begins with.
    pub fn value(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_players_of_a_match_nor_of_its_neighbours_have_the_same_seed() {
        let mut all = BTreeSet::new();
        for given in 0..20 {
            for pair in 0..500 {
                for game in 0..2 {
                    let game = Seed::new(given).child(pair).child(game);
                    for player in 0..2 {
                        assert!(all.insert(game.child(player).value()), "{given} {pair}");
                    }
                }
            }
        }
    }
}

//! Openings that are about even, so that a game is won by who plays better and not by who begins.

use ludoteca_arena::tournament::Opening;
use ludoteca_games::{Game, Hex, Start};

/// The games that have such a list, with the option that it is for.
pub const BALANCED: [&str; 1] = ["hex (size = 11)"];

/// Two plies each on a board of 11 times 11 without swap, which a very strong net gives between 38%
/// and 62%; from a public list of openings for matches between programs.
const HEX_11: &str = "\
    a2 d10, a2 f9, k3 h9, d2 h2, d2 f10, b2 f9, d1 i6, g2 h6, e1 i7, f1 d11, a3 e7, i2 d6, \
    g2 d9, d2 f7, f2 b10, b1 j1, f2 h6, i1 i4, i2 e9, d2 d4, d2 c9, i2 d10, d1 f11, b2 g3, \
    g2 e10, b2 d10, e1 c7, a3 e4, g1 c7, j1 d11, h2 e6, h1 f11, f1 i7, i1 i7, h1 c8, e2 b10, \
    g2 f4, k3 f6, f1 c10, c1 d3, e1 c10, a3 h2, b1 f2, h2 e8, a2 f5, a2 f8, b2 g5, k3 f5";

/// The openings of a game, if there are any.
pub fn balanced(start: &Start) -> Option<Vec<Opening>> {
    let option = |name: &str| start.options.get(name).map(String::as_str);
    let eleven = matches!(option("size"), None | Some("11"));
    if start.game != Hex::NAME || !eleven || !matches!(option("swap"), None | Some("none")) {
        return None;
    }
    let opening = |words: &str| Opening {
        position: None,
        plies: words.split_whitespace().map(str::to_owned).collect(),
    };
    Some(HEX_11.split(',').map(opening).collect())
}

#[cfg(test)]
mod tests {
    use ludoteca_games::GameTree;

    use super::*;

    #[test]
    fn every_opening_can_be_played_and_no_two_are_the_same() {
        let start = Start::of("hex");
        let all = balanced(&start).unwrap();
        let distinct: std::collections::BTreeSet<_> = all.iter().map(|one| &one.plies).collect();
        assert_eq!((all.len(), distinct.len()), (48, 48));
        for opening in &all {
            let mut game = GameTree::begin(start.clone()).unwrap();
            for ply in &opening.plies {
                game.play(ply).unwrap();
            }
            assert_eq!(game.length(), 2);
        }
        assert_eq!(balanced(&start.clone().with("size", "9")), None);
        assert_eq!(balanced(&start.with("swap", "pieces")), None);
        assert_eq!(balanced(&Start::of("connect4")), None);
    }
}

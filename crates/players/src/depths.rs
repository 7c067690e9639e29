//! The searches of every game as they are in checkers and Breakthrough: the same, with levels to
//! depths that the number of moves there allows.

use crate::{PlayerKind, alphabeta, kind::levels, minimax, played::Played};

/// Checkers has few moves, so that it looks far.
pub(crate) fn checkers_alphabeta<Checkers: Played>() -> PlayerKind<Checkers> {
    alphabeta::kind().with_levels(levels("depth", [1, 3, 5, 8, 11]))
}

/// Breakthrough has many.
pub(crate) fn breakthrough_alphabeta<Breakthrough: Played>() -> PlayerKind<Breakthrough> {
    alphabeta::kind().with_levels(levels("depth", [1, 2, 3, 5, 7]))
}

/// Breakthrough's `minimax`, which looks at all of them.
pub(crate) fn breakthrough_minimax<Breakthrough: Played>() -> PlayerKind<Breakthrough> {
    minimax::kind().with_levels(levels("depth", [1, 2, 3, 4]))
}

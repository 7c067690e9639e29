//! The searches of every game as they are in checkers and Breakthrough: the same, with levels to
//! depths that the number of moves there allows.

use ludoteca_games::{Breakthrough, Checkers};

use crate::{PlayerKind, alphabeta, minimax, registry};

/// Checkers has few moves, so that it looks far.
pub(crate) fn checkers_alphabeta() -> PlayerKind<Checkers> {
    PlayerKind { levels: registry::levels("depth", [1, 3, 5, 8, 11]), ..alphabeta::kind() }
}

/// Breakthrough has many.
pub(crate) fn breakthrough_alphabeta() -> PlayerKind<Breakthrough> {
    PlayerKind { levels: registry::levels("depth", [1, 2, 3, 5, 7]), ..alphabeta::kind() }
}

/// Breakthrough's `minimax`, which looks at all of them.
pub(crate) fn breakthrough_minimax() -> PlayerKind<Breakthrough> {
    PlayerKind { levels: registry::levels("depth", [1, 2, 3, 4]), ..minimax::kind() }
}

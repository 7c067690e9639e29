//! The players of every game as they are in Hex: the same, to depths that so many moves allow.

use ludoteca_games::Hex;

use crate::{PlayerKind, alphabeta as every_alphabeta, kind::levels, minimax as every_minimax};

/// Hex's `minimax`, which looks at everything and so not far.
pub(crate) fn minimax() -> PlayerKind<Hex> {
    every_minimax::to_depth(2).with_levels(levels("depth", [1, 2, 3]))
}

/// Hex's `alphabeta`.
pub(crate) fn alphabeta() -> PlayerKind<Hex> {
    every_alphabeta::kind().with_levels(levels("depth", [1, 2, 3, 4])).telling("depth=2,plain=on")
}

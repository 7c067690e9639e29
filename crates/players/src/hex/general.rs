//! The players of every game as they are in Hex: the same, to depths that so many moves allow.

use ludoteca_games::{Hex, params::Key};

use crate::{PlayerKind, alphabeta as every_alphabeta, minimax as every_minimax, registry};

/// The depth of `minimax` if nobody says.
const USUAL_DEPTH: i64 = 2;

/// Hex's `minimax`, which looks at everything and so not far.
pub(crate) fn minimax() -> PlayerKind<Hex> {
    let kind = every_minimax::kind::<Hex>();
    let usual = |key: Key| if key.name == "depth" { key.or(USUAL_DEPTH) } else { key };
    PlayerKind {
        keys: kind.keys.into_iter().map(usual).collect(),
        levels: registry::levels("depth", [1, 2, 3]),
        ..kind
    }
}

/// Hex's `alphabeta`.
pub(crate) fn alphabeta() -> PlayerKind<Hex> {
    PlayerKind { levels: registry::levels("depth", [1, 2, 3, 4]), ..every_alphabeta::kind() }
}

//! When a game is given up: when it is lost, and has looked so for some turns. Whoever plays against it
//! is not to wonder why, as with a loss that only a proof can see.

use ludoteca_games::{Game, Line};

use super::{found::Found, graph::Looks};

/// So bad it has to have looked at a glance two turns ago, as a result from -1 to 1.
const LOOKED_LOST: f32 = -0.8;

/// Whether a thought that found this gives up.
pub fn gives_up<G: Game>(line: &Line<G>, found: &Found<G::Ply>, looks: &mut dyn Looks<G>) -> bool {
    found.is_hopeless()
        && two_turns_ago(line).is_some_and(|before| looks.look(before).value < LOOKED_LOST)
}

/// The position before this side's last turn but one; none if the game is younger than that.
fn two_turns_ago<G: Game>(line: &Line<G>) -> Option<&G> {
    let mut at = line;
    let mut side = at.position().side();
    // Back over the other side's turn, the own one before it, and both once more.
    for _ in 0..4 {
        side = side.other();
        at = at.before()?;
        while let Some(before) = at.before().filter(|before| before.position().side() == side) {
            at = before;
        }
        if at.position().side() != side {
            return None;
        }
    }
    Some(at.position())
}

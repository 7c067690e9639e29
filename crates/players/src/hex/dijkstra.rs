//! `dijkstra`: minimax with alpha-beta on the difference of the fewest stones each side still needs
//! to win, found by uniform-cost search (E. W. Dijkstra, "A note on two problems in connexion with
//! graphs", 1959) from an artificial node at the edge.
//!
//! After the agent of S. D. Suárez Rodríguez, E. Verdesia Suárez and D. O'Hallorans Toledo.

use ludoteca_games::{Game, Hex, Side};
use ludoteca_text::{Text, text};

use super::{
    agent::{self, Measure, STEP, ways_of},
    layers,
};
use crate::{
    PlayerKind,
    evaluations::{Curve, Evaluation, EvaluationKind, by},
    explain,
    thought::{Unit, Value},
};

/// The difference of stones that leans to one side by three quarters of a win.
const SCALE: f64 = 3.0;

/// The measure: a step for every stone that the other side needs more.
struct Dijkstra;

impl Measure for Dijkstra {
    const BOTH: bool = true;

    fn score(position: &Hex, side: Side) -> i32 {
        // Without a way the game is lost, and the search knows that without measuring.
        match (ways_of(position, side), ways_of(position, side.other())) {
            (Some(own), Some(other)) => {
                STEP * (other.stones as i32 - own.stones as i32)
                    + (own.cells as i32 - other.cells as i32)
            }
            (own, other) => {
                let sign = i32::from(own.is_some()) - i32::from(other.is_some());
                sign * STEP * (position.size() * position.size()) as i32
            }
        }
    }

    fn guess(_: &Hex, steps: i64) -> Value {
        Curve { unit: Unit::Stones, scale: SCALE }.guess(steps)
    }

    fn reason(_: &Hex, ply: String, steps: i64) -> Text {
        let stones = steps.unsigned_abs();
        match steps {
            0 => text!("dijkstra-best-even", ply = ply),
            1.. => text!("dijkstra-best-ahead", ply = ply, stones = stones),
            _ => text!("dijkstra-best-behind", ply = ply, stones = stones),
        }
    }

    fn account(position: &Hex) -> Text {
        let side = position.side();
        let [own, other] =
            [side, side.other()].map(|side| ways_of(position, side).map_or(0, |ways| ways.stones));
        text!(
            "dijkstra-account",
            side = layers::name(position.colour()),
            other = layers::name(position.colour().other()),
            own = own,
            others = other,
            value = explain::points(i64::from(other) - i64::from(own))
        )
    }
}

/// The evaluation `path`: the same measure, for every search.
pub(crate) fn evaluation() -> EvaluationKind<Hex> {
    EvaluationKind::new("path", path)
}

fn path() -> Box<dyn Evaluation<Hex>> {
    let judge = |position: &Hex| Dijkstra::score(position, position.side());
    by(SCALE * f64::from(STEP), judge)
}

pub(crate) fn kind() -> PlayerKind<Hex> {
    agent::kind::<Dijkstra>("dijkstra")
}

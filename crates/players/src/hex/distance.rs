//! `distance`: minimax on the length d of its own shortest way, found by a breadth-first search in
//! which own stones cost nothing: a position is worth 1 − d/N². It never measures the other side,
//! but knows that whoever lengthens its way does it harm.
//!
//! After the agent of O. Pérez Rodríguez and R. García De la Osa.

use ludoteca_games::{Game, Hex, Side};
use ludoteca_text::{Text, text};

use super::{
    agent::{self, Measure, STEP, ways_of},
    layers,
};
use crate::{
    PlayerKind,
    thought::{Unit, Value},
};

/// The measure: N² − d whole steps, each worth 1/N².
struct Distance;

impl Measure for Distance {
    const BOTH: bool = false;

    fn score(position: &Hex, side: Side) -> i32 {
        ways_of(position, side)
            .map_or(0, |ways| STEP * (cells(position) - ways.stones as i32) + ways.cells as i32)
    }

    fn guess(position: &Hex, steps: i64) -> Value {
        let stones = stones(position, steps);
        let result = 1.0 - 2.0 * stones as f64 / position.size() as f64;
        Value::Guess { result: result.max(-1.0), score: Some(-stones), unit: Unit::Needed }
    }

    fn reason(position: &Hex, ply: String, steps: i64) -> Text {
        text!("distance-best", ply = ply, stones = stones(position, steps) as f64)
    }

    fn account(position: &Hex) -> Text {
        let side = position.side();
        let stones = ways_of(position, side).map_or(cells(position), |ways| ways.stones as i32);
        let value = 1.0 - f64::from(stones) / f64::from(cells(position));
        text!(
            "distance-account",
            side = layers::name(position.colour()),
            stones = stones,
            cells = cells(position),
            value = value
        )
    }
}

/// The stones it needs, from the steps.
fn stones(position: &Hex, steps: i64) -> i64 {
    i64::from(cells(position)) - steps
}

/// How many cells the board has.
fn cells(position: &Hex) -> i32 {
    (position.size() * position.size()) as i32
}

pub(crate) fn kind() -> PlayerKind<Hex> {
    agent::kind::<Distance>("distance")
}

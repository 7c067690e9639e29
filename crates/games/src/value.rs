//! What a position is worth: a proof or a guess, never mixed up.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What is expected of a position for the side to move: a proof or a guess, never mixed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Proved; `plies` until the end where the proof says so.
    Proved {
        /// What is proved.
        result: Verdict,
        /// Plies to the end with best play.
        plies: Option<u32>,
    },
    /// Guessed: a number, and what it is. Where that is no chance, `result` only says how far the
    /// position leans, for whoever draws it.
    Guess {
        /// Expected result from -1 (lost) to 1 (won).
        result: f64,
        /// In the player's own measure, where it has one.
        score: Option<i64>,
        /// What the number is.
        unit: Unit,
    },
}

/// What the number of a guess is. Only the first two are chances, and only those may be written as
/// one; all others are written as themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// The share of games played on from here, as far as they were, that were won; a draw is half.
    Playouts,
    /// The chance that positions judged like this were won with, on a curve fitted to games.
    Fitted,
    /// What comes of looking around by an evaluation, on its own scale from -1 to 1.
    Leaning,
    /// Stones that one side needs less than the other.
    Stones,
    /// Stones that the side still needs, as a number below 0: the fewer, the better.
    Needed,
    /// Points of an evaluation or of rules.
    Points,
    /// Hundredths of a rabbit.
    Rabbits,
    /// Nothing is known, or nobody has said what the number is.
    #[default]
    Unknown,
}

impl Unit {
    /// Whether a number of this unit is a chance to win.
    pub fn is_chance(self) -> bool {
        matches!(self, Unit::Playouts | Unit::Fitted)
    }

    fn is_unknown(&self) -> bool {
        *self == Unit::Unknown
    }
}

/// A proved result, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The other side wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// Nothing is known.
    pub const NOTHING: Value = Value::Guess { result: 0.0, score: None, unit: Unit::Unknown };

    /// The expected result from -1 (lost) to 1 (won).
    pub fn result(&self) -> f64 {
        match self {
            Value::Proved { result, .. } => f64::from(*result as i8 - 1),
            Value::Guess { result, .. } => *result,
        }
    }

    /// The same, seen by the other side.
    pub fn flipped(self) -> Value {
        match self {
            Value::Proved { result, plies } => Value::Proved { result: result.flipped(), plies },
            Value::Guess { result, score, unit } => {
                Value::Guess { result: -result, score: score.map(|score| -score), unit }
            }
        }
    }
}

impl Verdict {
    /// The same, seen by the other side.
    pub fn flipped(self) -> Verdict {
        match self {
            Verdict::Loss => Verdict::Win,
            Verdict::Draw => Verdict::Draw,
            Verdict::Win => Verdict::Loss,
        }
    }
}

/// What is expected for the side to move: `"value":0.5`, or `"value":1,"proved":"win","plies":3`.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Value))]
struct Written {
    /// The expected result from -1 (lost) to 1 (won).
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    value: f64,
    /// What is proved, where something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    proved: Option<Verdict>,
    /// Plies to the end with best play, where the proof says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    plies: Option<u32>,
    /// A guess in the player's own measure, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    score: Option<i64>,
    /// What a guess is.
    #[serde(default, skip_serializing_if = "Unit::is_unknown")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    unit: Unit,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.result();
        let (proved, plies, score, unit) = match *self {
            Value::Proved { result, plies } => (Some(result), plies, None, Unit::Unknown),
            Value::Guess { score, unit, .. } => (None, None, score, unit),
        };
        Written { value, proved, plies, score, unit }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        let Written { value, proved, plies, score, unit } = Written::deserialize(deserializer)?;
        Ok(match proved {
            Some(result) => Value::Proved { result, plies },
            None => Value::Guess { result: value.clamp(-1.0, 1.0), score, unit },
        })
    }
}

#[cfg(feature = "schema")]
mod described {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{RefOr, Schema},
    };

    use super::{Value, Written};

    impl PartialSchema for Value {
        fn schema() -> RefOr<Schema> {
            Written::schema()
        }
    }

    impl ToSchema for Value {
        fn name() -> Cow<'static, str> {
            "Value".into()
        }

        fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
            Written::schemas(all);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written() {
        for value in [
            Value::NOTHING,
            Value::Guess { result: -0.25, score: Some(-30), unit: Unit::Points },
            Value::Guess { result: 0.5, score: None, unit: Unit::Playouts },
            Value::Proved { result: Verdict::Win, plies: Some(3) },
            Value::Proved { result: Verdict::Draw, plies: None },
        ] {
            let words = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&words).unwrap(), value, "{words}");
        }
    }
}

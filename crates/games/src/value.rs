//! What a position is worth: a proof or a guess, never mixed up.

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap};

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
    /// Guessed: the expected result from -1 (lost) to 1 (won), and the number behind it in the
    /// player's own measure, where it has one.
    Guess {
        /// Expected result.
        result: f64,
        /// In the player's own measure.
        score: Option<i64>,
    },
}

/// A proved result, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
    pub const NOTHING: Value = Value::Guess { result: 0.0, score: None };

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
            Value::Guess { result, score } => {
                Value::Guess { result: -result, score: score.map(|score| -score) }
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

/// `"value":0.5`, or `"value":1,"proved":"win","plies":3`.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.result())?;
        match self {
            Value::Proved { result, plies } => {
                map.serialize_entry("proved", result)?;
                if let Some(plies) = plies {
                    map.serialize_entry("plies", plies)?;
                }
            }
            Value::Guess { score: Some(score), .. } => map.serialize_entry("score", score)?,
            Value::Guess { .. } => {}
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        #[derive(Deserialize)]
        struct Written {
            #[serde(default)]
            value: f64,
            proved: Option<Verdict>,
            plies: Option<u32>,
            score: Option<i64>,
        }
        let Written { value, proved, plies, score } = Written::deserialize(deserializer)?;
        Ok(match proved {
            Some(result) => Value::Proved { result, plies },
            None => Value::Guess { result: value.clamp(-1.0, 1.0), score },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written() {
        for value in [
            Value::NOTHING,
            Value::Guess { result: -0.25, score: Some(-30) },
            Value::Proved { result: Verdict::Win, plies: Some(3) },
            Value::Proved { result: Verdict::Draw, plies: None },
        ] {
            let words = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&words).unwrap(), value, "{words}");
        }
    }
}

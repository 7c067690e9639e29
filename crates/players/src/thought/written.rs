//! How answers and values are written. What describes them to other programs is derived from the same
//! types that they are written with.

use serde::{Serialize, Serializer};

use super::{Answer, Value, Verdict};

/// An answer: what is played, or that nothing is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Answer))]
struct WrittenAnswer<P> {
    /// The ply; null unless it plays.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>, required))]
    r#move: Option<P>,
    /// Whether it gives up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    resigns: bool,
}

/// What is expected for the side to move: `"value":0.5`, or `"value":1,"proved":"win","plies":3`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Value))]
struct WrittenValue {
    /// The expected result from -1 (lost) to 1 (won).
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
}

impl<P: Serialize> Serialize for Answer<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (r#move, resigns) = match self {
            Answer::Ply(ply) => (Some(ply), false),
            Answer::Resign => (None, true),
            Answer::Nothing => (None, false),
        };
        WrittenAnswer { r#move, resigns }.serialize(serializer)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = self.result();
        let (proved, plies, score) = match *self {
            Value::Proved { result, plies } => (Some(result), plies, None),
            Value::Guess { score, .. } => (None, None, score),
        };
        WrittenValue { value, proved, plies, score }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
mod described {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{RefOr, Schema},
    };

    use super::{Answer, Value, WrittenAnswer, WrittenValue};

    impl<P> PartialSchema for Answer<P> {
        fn schema() -> RefOr<Schema> {
            WrittenAnswer::<String>::schema()
        }
    }

    impl<P> ToSchema for Answer<P> {
        fn name() -> Cow<'static, str> {
            "Answer".into()
        }
    }

    impl PartialSchema for Value {
        fn schema() -> RefOr<Schema> {
            WrittenValue::schema()
        }
    }

    impl ToSchema for Value {
        fn name() -> Cow<'static, str> {
            "Value".into()
        }

        fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
            WrittenValue::schemas(all);
        }
    }
}

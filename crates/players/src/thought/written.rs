//! How an answer is written. What describes it to other programs is derived from the same type that it
//! is written with.

use serde::{Serialize, Serializer};

use super::Answer;

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

#[cfg(feature = "schema")]
mod described {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{RefOr, Schema},
    };

    use super::{Answer, WrittenAnswer};

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
}

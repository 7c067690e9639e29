//! How a key is written: all that a dialog needs to ask for it. What describes it to other programs is
//! derived from the same type that it is written with.

use serde::{Serialize, Serializer};

// Any `Value` is taken for one of JSON's where types are described.
use super::{Key, Kind, Value as Setting};

/// An option of a game or a key of a player: `{"type":"int","min":1,"max":9,"default":4,"help":"key-depth"}`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Key))]
struct WrittenKey<'a> {
    /// Its name.
    name: &'static str,
    /// What it may be.
    r#type: Type,
    /// The least it may be, where it is a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>, nullable = false))]
    min: Option<Setting>,
    /// The most it may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<f64>, nullable = false))]
    max: Option<Setting>,
    /// All it may be, where that is a few words or numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    values: Option<Vec<Setting>>,
    /// Numbers that are asked for more than others.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = Vec<i64>, required = false))]
    common: &'static [i64],
    /// What a text or file is written in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    language: Option<&'static str>,
    /// The files that are always there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<String>>, nullable = false))]
    built_in: Option<&'a [&'static str]>,
    /// What else has to be said for a file to be followed, as in a player text: `eval=rules`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    needs: Option<&'static str>,
    /// What it is when nobody says; null if that depends on the rest.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Setting>, required))]
    default: Option<&'a Setting>,
    /// The name of the message that explains it.
    help: &'static str,
}

/// What a value may be.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = KeyType))]
#[serde(rename_all = "lowercase")]
enum Type {
    /// A whole number, in a range or of a few.
    Int,
    /// A number in a range.
    Real,
    /// One of a few words.
    Choice,
    /// `on` or `off`.
    Switch,
    /// Any words.
    Words,
    /// A whole text that is given as it is.
    Text,
    /// A text that is read from outside, by its name.
    File,
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut key = WrittenKey {
            name: self.name,
            r#type: Type::of(&self.kind),
            min: None,
            max: None,
            values: None,
            common: self.common,
            language: None,
            built_in: None,
            needs: None,
            default: self.default.as_ref(),
            help: self.help,
        };
        match &self.kind {
            Kind::Int(low, high) => {
                (key.min, key.max) = (Some(Setting::Int(*low)), Some(Setting::Int(*high)));
            }
            Kind::Real(low, high) => {
                (key.min, key.max) = (Some(Setting::Real(*low)), Some(Setting::Real(*high)));
            }
            Kind::IntOf(all) => key.values = Some(all.iter().map(|n| Setting::Int(*n)).collect()),
            Kind::Choice(all) => {
                key.values = Some(all.iter().copied().map(Setting::from).collect())
            }
            Kind::Switch | Kind::Words | Kind::List => {}
            Kind::Text { language } => key.language = Some(language),
            Kind::File { language, built_in, needs } => {
                (key.language, key.needs) = (Some(*language), *needs);
                key.built_in = Some(built_in);
            }
        }
        key.serialize(serializer)
    }
}

impl Type {
    fn of(kind: &Kind) -> Type {
        match kind {
            Kind::Int(..) | Kind::IntOf(_) => Type::Int,
            Kind::Real(..) => Type::Real,
            Kind::Choice(_) => Type::Choice,
            Kind::Switch => Type::Switch,
            Kind::Words | Kind::List => Type::Words,
            Kind::Text { .. } => Type::Text,
            Kind::File { .. } => Type::File,
        }
    }
}

#[cfg(feature = "schema")]
mod described {
    use std::borrow::Cow;

    use utoipa::{
        PartialSchema, ToSchema,
        openapi::{RefOr, Schema},
    };

    use super::{Key, WrittenKey};

    impl PartialSchema for Key {
        fn schema() -> RefOr<Schema> {
            WrittenKey::schema()
        }
    }

    impl ToSchema for Key {
        fn name() -> Cow<'static, str> {
            "Key".into()
        }

        fn schemas(all: &mut Vec<(String, RefOr<Schema>)>) {
            WrittenKey::schemas(all);
        }
    }
}

//! A message by name, with its arguments: what the libraries hand out instead of sentences.
//!
//! Everything below the edge of the program speaks in [`Text`]s. What they are in words, and in
//! which languages, only the edge knows: `ludoteca-words`.
//!
//! ```
//! use ludoteca_text::text;
//! let full = text!("column-full", column = 4);
//! assert_eq!(full.id, "column-full");
//! ```
#![warn(missing_docs)]

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

/// A message to a person, not yet in any language.
///
/// `Display` gives its name and arguments, for logs and for whoever uses a library without the
/// languages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Text {
    /// The message's name in `locales/*.ftl`.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub id: Cow<'static, str>,
    /// What stands in the message's gaps.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schema(value_type = BTreeMap<String, Arg>, no_recursion))]
    pub args: BTreeMap<Cow<'static, str>, Arg>,
}

/// What stands in one gap of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Arg {
    /// A number, written the way the language writes it.
    Number(f64),
    /// Words that are the same in every language: squares, moves, names, what a person typed.
    Verbatim(String),
    /// A message of its own, put into the same language.
    Text(Text),
}

impl Text {
    /// The message called `id`, with no arguments yet.
    pub fn new(id: impl Into<Cow<'static, str>>) -> Text {
        Text { id: id.into(), args: BTreeMap::new() }
    }

    /// Words that are the same in every language.
    pub fn verbatim(words: impl Into<String>) -> Text {
        Text::new("verbatim").with("words", words.into())
    }

    /// The same message with one more gap filled.
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, arg: impl Into<Arg>) -> Text {
        self.args.insert(name.into(), arg.into());
        self
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        for (i, (name, arg)) in self.args.iter().enumerate() {
            write!(f, "{}{name}: {arg}", if i == 0 { " (" } else { ", " })?;
        }
        if self.args.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Number(number) => number.fmt(f),
            Arg::Verbatim(words) => words.fmt(f),
            Arg::Text(text) => text.fmt(f),
        }
    }
}

impl std::error::Error for Text {}

impl From<&'static str> for Text {
    fn from(id: &'static str) -> Text {
        Text::new(id)
    }
}

/// A [`Text`] in one line: `text!("column-full", column = 4)`.
#[macro_export]
macro_rules! text {
    ($id:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::Text::new($id)$(.with(stringify!($name), $value))*
    };
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Arg {
                Arg::Number(number as f64)
            }
        }
    )*};
}
numbers!(i32, u32, u64, usize, u8, f64);

impl From<String> for Arg {
    fn from(words: String) -> Arg {
        Arg::Verbatim(words)
    }
}

impl From<&str> for Arg {
    fn from(words: &str) -> Arg {
        Arg::Verbatim(words.to_owned())
    }
}

impl From<Text> for Arg {
    fn from(text: Text) -> Arg {
        Arg::Text(text)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_text_without_a_language_says_its_name_and_what_stands_in_its_gaps() {
        let why = text!("column-full", column = 4);
        assert_eq!(why.to_string(), "column-full (column: 4)");
        let outer = text!("notation-error", at = 1, token = "44", why = why);
        assert_eq!(
            outer.to_string(),
            "notation-error (at: 1, token: 44, why: column-full (column: 4))"
        );
        assert_eq!(text!("game-over").to_string(), "game-over");
    }
}

//! A message by name, with its arguments: what the libraries hand out instead of sentences.

use std::{borrow::Cow, collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};

use crate::Lang;

/// A message to a person, not yet in any language.
///
/// `Display` gives the English sentence, so that a `Text` serves as an error's message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// The message's name in `locales/*.ftl`.
    pub id: Cow<'static, str>,
    /// What stands in the message's gaps.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<Cow<'static, str>, Arg>,
}

/// What stands in one gap of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
        f.write_str(&Lang::ENGLISH.say(self))
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

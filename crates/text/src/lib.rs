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
//!
//! What goes wrong is a type that a program can tell apart, and that becomes a text where a person
//! is to read it: [`errors!`].
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

/// An enum of what can go wrong, each case beside the [`Text`] it becomes.
///
/// The fields of a case are named, so that its text can speak of them; in round brackets they are
/// known by their order alone. What `from` lists is an error of somebody else that is passed on with
/// its own text. The enum is `Clone`, `Debug`, `PartialEq` and an `Error`; `?` makes a text of it, or
/// one error of another that lists it, and it may stand in a gap of a text. A case may be behind a
/// `#[cfg]`.
///
/// ```
/// use ludoteca_text::{Text, errors, text};
/// errors! {
///     /// Why a stone cannot be dropped.
///     #[derive(Copy, Eq)]
///     pub enum Refusal {
///         /// No stone has room there.
///         Full(column: usize) => text!("column-full", column = column),
///         /// There is no such column.
///         Unknown { column: usize, columns: usize } => {
///             text!("no-such-column", column = column, columns = columns)
///         },
///     }
/// }
/// errors! {
///     /// Why a file is refused.
///     pub enum FileError {
///         /// It is none that is known.
///         Unknown => text!("file-unknown"),
///     }
///     from {
///         /// It has a move that is not allowed.
///         Refused(Refusal),
///     }
/// }
/// fn read() -> Result<(), FileError> {
///     Err(Refusal::Full(4))?
/// }
/// fn tell() -> Result<(), Text> {
///     Ok(read()?)
/// }
/// assert_eq!(read(), Err(FileError::Refused(Refusal::Full(4))));
/// assert_eq!(tell(), Err(text!("column-full", column = 4)));
/// assert_eq!(read().unwrap_err().to_string(), "column-full (column: 4)");
/// ```
#[macro_export]
macro_rules! errors {
    (
        $(#[$meta:meta])*
        $visible:vis enum $name:ident {
            $(
                $(#[$about:meta])*
                $case:ident
                $(($($part:ident: $kind:ty),+ $(,)?))?
                $({ $($field:ident: $type:ty),+ $(,)? })?
                => $text:expr
            ),* $(,)?
        }
        $(from { $($(#[$passed_about:meta])* $passed:ident($other:ty)),+ $(,)? })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $visible enum $name {
            $(
                $(#[$about])*
                // A field is explained by its name and its case.
                #[allow(missing_docs)]
                $case $(($($kind),+))? $({ $($field: $type),+ })?,
            )*
            $($($(#[$passed_about])* $passed($other),)+)?
        }

        impl ::std::convert::From<$name> for $crate::Text {
            fn from(error: $name) -> $crate::Text {
                // What a case is about is said where it stands; here it matters whether it is there.
                #[allow(unused_doc_comments)]
                match error {
                    $($(#[$about])* $name::$case $(($($part),+))? $({ $($field),+ })? => $text,)*
                    $($(
                        $(#[$passed_about])*
                        $name::$passed(error) => ::std::convert::Into::into(error),
                    )+)?
                }
            }
        }

        impl ::std::convert::From<$name> for $crate::Arg {
            fn from(error: $name) -> $crate::Arg {
                $crate::Arg::Text(::std::convert::Into::into(error))
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(&$crate::Text::from(self.clone()), f)
            }
        }

        impl ::std::error::Error for $name {}

        $($(
            $(#[$passed_about])*
            impl ::std::convert::From<$other> for $name {
                fn from(error: $other) -> $name {
                    $name::$passed(error)
                }
            }
        )+)?
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

//! What Ludoteca says to people, in every language it speaks.
//!
//! Everything below the edge of the program speaks in [`Text`](ludoteca_text::Text)s: the name of a
//! message and its arguments, never a finished sentence. The command line and the page turn a `Text`
//! into words from the same files, `locales/*.ftl`, one file a language
//! (<https://projectfluent.org>). A new language is a new file there and nothing else, or, without
//! building anything, a file in a folder of the user's ([`learn`]).
//!
//! ```
//! use ludoteca_text::text;
//! use ludoteca_words::Lang;
//! let full = text!("column-full", column = 4);
//! assert_eq!(Lang::ENGLISH.say(&full), "Column 4 is full.");
//! assert_eq!(Lang::named("es").unwrap().say(&full), "La columna 4 está llena.");
//! ```
#![warn(missing_docs)]

mod lang;
mod own;
mod system;

pub use lang::{Lang, languages};
pub use own::{Note, learn};
pub use system::reason;

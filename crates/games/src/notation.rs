//! Positions as text, and errors that point at the word that is wrong.

use std::fmt;

use ludoteca_text::{Text, errors, text};

use crate::{Game, Illegal};

/// What is wrong in a text, and where. `W` is what is wrong as a type, or a [`Text`] where the game
/// is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationError<W = Text> {
    /// The word that is wrong.
    pub token: String,
    /// Its first character, counted from 1.
    pub at: usize,
    /// What is wrong with it.
    pub why: W,
}

/// What is wrong in the text of a position, and where.
pub type Unread<G> = NotationError<Illegal<<G as Game>::Refusal>>;

errors! {
    /// Why rows of cells are no board.
    #[derive(Copy)]
    pub enum RowsError {
        /// There are more or fewer.
        Count { rows: usize, found: usize } => text!("rows-count", rows = rows, found = found),
        /// One has more cells, or fewer.
        Width { cells: usize, found: usize } => text!("row-width", cells = cells, found = found),
    }
}

/// Characters of a wrong word that are shown.
const LONGEST: usize = 40;

/// An error at `token`, which is a piece of `words`.
pub fn point<W>(words: &str, token: &str, why: impl Into<W>) -> NotationError<W> {
    let offset = (token.as_ptr() as usize).saturating_sub(words.as_ptr() as usize);
    let before = words.get(..offset).unwrap_or_default();
    let mut shown: String = token.chars().take(LONGEST).collect();
    if shown.len() < token.len() {
        shown.push('…');
    }
    NotationError { token: shown, at: before.chars().count() + 1, why: why.into() }
}

/// The words of a text that are divided by white space.
pub fn tokens(words: &str) -> impl Iterator<Item = &str> {
    words.split_whitespace()
}

impl<W: Into<Text>> NotationError<W> {
    /// The same with its type erased.
    pub fn erased(self) -> NotationError {
        NotationError { token: self.token, at: self.at, why: self.why.into() }
    }
}

impl<W: Into<Text>> From<NotationError<W>> for Text {
    fn from(error: NotationError<W>) -> Text {
        text!("notation-error", token = error.token, at = error.at, why = error.why.into())
    }
}

impl<W: Into<Text> + Clone> fmt::Display for NotationError<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::from(self.clone()).fmt(f)
    }
}

impl<W: Into<Text> + Clone + fmt::Debug> std::error::Error for NotationError<W> {}

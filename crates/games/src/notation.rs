//! Positions as text, and errors that point at the word that is wrong.

use std::fmt;

use ludoteca_text::{Text, text};

/// What is wrong in a text, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationError {
    /// The word that is wrong.
    pub token: String,
    /// Its first character, counted from 1.
    pub at: usize,
    /// What is wrong with it.
    pub why: Text,
}

/// Characters of a wrong word that are shown.
const LONGEST: usize = 40;

/// An error at `token`, which is a piece of `words`.
pub fn point(words: &str, token: &str, why: Text) -> NotationError {
    let offset = (token.as_ptr() as usize).saturating_sub(words.as_ptr() as usize);
    let before = words.get(..offset).unwrap_or_default();
    let mut shown: String = token.chars().take(LONGEST).collect();
    if shown.len() < token.len() {
        shown.push('…');
    }
    NotationError { token: shown, at: before.chars().count() + 1, why }
}

/// The words of a text that are divided by white space.
pub fn tokens(words: &str) -> impl Iterator<Item = &str> {
    words.split_whitespace()
}

impl From<NotationError> for Text {
    fn from(error: NotationError) -> Text {
        text!("notation-error", token = error.token, at = error.at, why = error.why)
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for NotationError {}

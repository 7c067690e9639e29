//! Where in a file something is wrong: every refusal names its line and column.

use ludoteca_games::NotationError;
use ludoteca_text::Text;

use crate::error::{FileError, FileFault};

/// What is wrong at a byte of a file. What has a place already keeps it.
pub fn at(words: &str, offset: usize, why: impl Into<FileError>) -> FileError {
    let FileError { at, fault } = why.into();
    FileError { at: at.or_else(|| Some(place(words, offset))), fault }
}

/// The line and the column of a byte.
fn place(words: &str, offset: usize) -> (usize, usize) {
    let mut offset = offset.min(words.len());
    while !words.is_char_boundary(offset) {
        offset -= 1;
    }
    let before = &words[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// What a game says is wrong with its notation, which is the whole file.
pub fn of_notation<W: Into<Text>>(words: &str, error: NotationError<W>) -> FileError {
    let offset = words.char_indices().nth(error.at.saturating_sub(1));
    at(
        words,
        offset.map_or(words.len(), |(offset, _)| offset),
        FileFault::Refused(error.why.into()),
    )
}

/// The first characters of something long.
pub fn shown(words: &str) -> String {
    const MOST: usize = 40;
    let mut shown: String = words.chars().take(MOST).collect();
    if shown.len() < words.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use ludoteca_games::TreeError;
    use ludoteca_words::Lang;

    use super::*;

    #[test]
    fn lines_and_columns_are_counted_from_one_in_characters() {
        let said = |offset| Lang::ENGLISH.say(&at("ñandú\nab", offset, TreeError::Over).into());
        assert_eq!(said(0), "Line 1, column 1: The game is over.");
        assert_eq!(said(1), said(0), "inside a character is at the character");
        assert_eq!(said(2), "Line 1, column 2: The game is over.");
        assert_eq!(said("ñandú\na".len()), "Line 2, column 2: The game is over.");
        assert_eq!(said(1000), "Line 2, column 3: The game is over.");
    }
}

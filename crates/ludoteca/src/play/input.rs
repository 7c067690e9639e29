//! What a person types, word by word, from a terminal or a pipe.

use std::io::{self, IsTerminal, Write};

use ludoteca_protocols::lines::limited_line;
use ludoteca_text::text;

use crate::console::{Failure, reason};

/// A longer line was not typed by a person.
const LONGEST: usize = 64 << 10;

/// Standard input; the part of a line that is not used yet waits here.
#[derive(Default)]
pub struct Input {
    line: String,
    at: usize,
}

impl Input {
    /// Whether the next word begins a new line, so that a person should be told whose turn it is.
    pub fn is_at_line_start(&self) -> bool {
        self.line[self.at..].trim().is_empty()
    }

    /// The next word; none at the end of the input.
    pub fn word(&mut self) -> Result<Option<String>, Failure> {
        while self.is_at_line_start() {
            if !self.read_line()? {
                return Ok(None);
            }
        }
        let rest = &self.line[self.at..];
        let word = rest.trim_start();
        let begin = self.at + rest.len() - word.len();
        let end = begin + length(word);
        self.at = end;
        Ok(Some(self.line[begin..end].to_owned()))
    }

    /// The next line, what is left of this one dropped; none at the end of the input.
    pub fn line(&mut self) -> Result<Option<String>, Failure> {
        Ok(self.read_line()?.then(|| self.rest()))
    }

    /// Goes to the next line, what is left of this one dropped: whether there is a word in it; none
    /// at the end of the input.
    pub fn next_line(&mut self) -> Result<Option<bool>, Failure> {
        Ok(self.read_line()?.then(|| !self.is_at_line_start()))
    }

    /// What is left of the line; it counts as used.
    pub fn rest(&mut self) -> String {
        let rest = self.line[self.at..].trim().to_owned();
        self.at = self.line.len();
        rest
    }

    /// Reads the next line. False at the end of the input.
    fn read_line(&mut self) -> Result<bool, Failure> {
        let terminal = io::stdin().is_terminal();
        if terminal {
            let mut out = io::stdout().lock();
            write!(out, "> ")?;
            out.flush()?;
        }
        let read = limited_line(&mut io::stdin().lock(), LONGEST);
        let bytes = read.map_err(|error| text!("cli-input", why = reason(&error)))?;
        let Some(bytes) = bytes else {
            if terminal {
                writeln!(io::stdout().lock())?;
            }
            return Ok(false);
        };
        // What is not text stays visible as such, and is refused as a move.
        self.line = String::from_utf8_lossy(&bytes).into_owned();
        self.at = 0;
        Ok(true)
    }
}

/// The length of the word that a text begins with. Brackets are part of it with all that is in them.
fn length(words: &str) -> usize {
    let mut depth = 0usize;
    let ends = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter.is_whitespace()
    };
    words.find(ends).unwrap_or(words.trim_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_one_by_one_and_the_rest_of_a_line_at_once() {
        let mut input = Input { line: "  4  level first  random \r".into(), at: 0 };
        assert_eq!(input.word().unwrap().as_deref(), Some("4"));
        assert_eq!(input.word().unwrap().as_deref(), Some("level"));
        assert_eq!(input.rest(), "first  random");
        assert!(input.is_at_line_start());
    }

    #[test]
    fn brackets_are_one_word() {
        let mut input = Input { line: "(mark 2 3) mark(a, b)  noop".into(), at: 0 };
        for word in ["(mark 2 3)", "mark(a, b)", "noop"] {
            assert_eq!(input.word().unwrap().as_deref(), Some(word));
        }
    }
}

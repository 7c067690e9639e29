//! What a person types, word by word, from a terminal or a pipe.

use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};

use ludoteca_words::text;

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
        let end = begin + word.find(char::is_whitespace).unwrap_or(word.len());
        self.at = end;
        Ok(Some(self.line[begin..end].to_owned()))
    }

    /// The next line, what is left of this one dropped; none at the end of the input.
    pub fn line(&mut self) -> Result<Option<String>, Failure> {
        Ok(self.read_line()?.then(|| self.rest()))
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

/// A line without its end, cut off after `longest` bytes; none at the end of the input.
fn limited_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let ready = match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            ready => ready?,
        };
        if ready.is_empty() {
            return Ok(any.then_some(line));
        }
        any = true;
        let end = ready.iter().position(|byte| *byte == b'\n');
        let part = &ready[..end.unwrap_or(ready.len())];
        line.extend(&part[..part.len().min(longest - line.len())]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_where_it_gets_too_long_and_the_next_one_is_whole() {
        let mut input = io::Cursor::new("ab\n12345678\n\nend");
        let mut next =
            || limited_line(&mut input, 4).unwrap().map(|l| String::from_utf8(l).unwrap());
        assert_eq!(next().as_deref(), Some("ab"));
        assert_eq!(next().as_deref(), Some("1234"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("end"));
        assert_eq!(next(), None);
    }

    #[test]
    fn words_come_one_by_one_and_the_rest_of_a_line_at_once() {
        let mut input = Input { line: "  4  level first  random \r".into(), at: 0 };
        assert_eq!(input.word().unwrap().as_deref(), Some("4"));
        assert_eq!(input.word().unwrap().as_deref(), Some("level"));
        assert_eq!(input.rest(), "first  random");
        assert!(input.is_at_line_start());
    }
}

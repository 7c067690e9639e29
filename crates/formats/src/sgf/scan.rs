//! The Smart Game Format as such, version FF[4] (<https://www.red-bean.com/sgf/>): parentheses,
//! nodes and properties, of whatever game. It reads along the text and never recurses, so that no
//! nesting is too deep.

use crate::{
    error::{FileError, FileFault},
    place::{at, shown},
};

/// A part of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A name and its values.
    Property(Property),
}

/// A name and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// Its name in capitals: `AB`.
    pub name: String,
    /// The values, each with the place of its first character.
    pub values: Vec<(usize, String)>,
}

/// Reads the parts of a game tree one after another.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    words: &'a str,
    place: usize,
    /// How many parentheses are open.
    depth: usize,
    /// Whether the last one has been closed.
    done: bool,
}

impl<'a> Scanner<'a> {
    /// Finds the first game tree; what stands before it is no matter.
    pub fn new(words: &'a str) -> Result<Scanner<'a>, FileError> {
        Scanner::beyond(words, 0).ok_or_else(|| at(words, 0, FileFault::SgfNoTree))
    }

    /// Finds the first game tree from a place on.
    fn beyond(words: &'a str, place: usize) -> Option<Scanner<'a>> {
        let begins = |place: &usize| words[place + 1..].trim_start().starts_with(';');
        let mut opened = words[place..].match_indices('(').map(|(offset, _)| place + offset);
        opened.find(begins).map(|place| Scanner { words, place, depth: 0, done: false })
    }

    /// The game tree after this one; none if there is none, or if this one does not end.
    pub fn after(mut self) -> Option<Scanner<'a>> {
        while !self.done {
            self.next().ok()?;
        }
        Scanner::beyond(self.words, self.place)
    }

    /// The next part and its place; none after the end of the tree.
    pub fn next(&mut self) -> Result<Option<(usize, Part)>, FileError> {
        if self.done {
            return Ok(None);
        }
        self.skip_space();
        let place = self.place;
        let Some(first) = self.peek() else {
            return Err(self.wrong(place, FileFault::SgfNotClosed));
        };
        let part = match first {
            '(' => {
                self.depth += 1;
                Part::Open
            }
            ')' => {
                self.depth -= 1;
                self.done = self.depth == 0;
                Part::Close
            }
            ';' => Part::Node,
            c if c.is_ascii_alphabetic() => {
                return Ok(Some((place, Part::Property(self.property()?))));
            }
            c => return Err(self.wrong(place, FileFault::SgfUnexpected(c))),
        };
        self.place += 1;
        Ok(Some((place, part)))
    }

    /// What is wrong at a place.
    pub fn wrong(&self, place: usize, why: impl Into<FileError>) -> FileError {
        at(self.words, place, why)
    }

    fn property(&mut self) -> Result<Property, FileError> {
        let from = self.place;
        let letter = |c: char| !c.is_ascii_alphanumeric();
        let rest = &self.words[from..];
        let word = &rest[..rest.find(letter).unwrap_or(rest.len())];
        self.place += word.len();
        // Old files write `Black` for `B`.
        let mut name: String = word.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if name.is_empty() {
            name = word.to_uppercase();
        }
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if self.peek() != Some('[') {
                break;
            }
            self.place += 1;
            values.push((self.place, self.value()?));
        }
        if values.is_empty() {
            return Err(self.wrong(from, FileFault::SgfNoValue(shown(word))));
        }
        Ok(Property { name, values })
    }

    /// A value up to its closing bracket: `\` takes the next character as it is and takes away a
    /// line break.
    fn value(&mut self) -> Result<String, FileError> {
        let from = self.place;
        let mut value = String::new();
        let mut chars = self.words[from..].char_indices().peekable();
        while let Some((offset, c)) = chars.next() {
            match c {
                // Some sites leave a bracket in a name as it is; the last one then closes.
                ']' if chars.peek().is_none_or(|next| next.1 != ']') => {
                    self.place = from + offset + 1;
                    return Ok(value);
                }
                '\\' => match chars.next() {
                    Some((_, line @ ('\n' | '\r'))) => {
                        let pair = if line == '\n' { '\r' } else { '\n' };
                        chars.next_if(|next| next.1 == pair);
                    }
                    Some((_, kept)) => value.push(kept),
                    None => {}
                },
                c => value.push(c),
            }
        }
        Err(self.wrong(from, FileFault::SgfValueOpen))
    }

    fn peek(&self) -> Option<char> {
        self.words[self.place..].chars().next()
    }

    fn skip_space(&mut self) {
        let rest = &self.words[self.place..];
        self.place += rest.len() - rest.trim_start().len();
    }
}

/// Words as a value.
pub fn escaped(words: &str) -> String {
    words.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;

    use super::*;

    fn parts(words: &str) -> Result<Vec<Part>, FileError> {
        let mut scanner = Scanner::new(words)?;
        let mut parts = Vec::new();
        while let Some((_, part)) = scanner.next()? {
            parts.push(part);
        }
        Ok(parts)
    }

    fn property(words: &str) -> Property {
        match parts(&format!("(;{words})")).unwrap().remove(2) {
            Part::Property(property) => property,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn brackets_backslashes_and_broken_lines_are_read_as_the_format_says() {
        let value = |words: &str| property(&format!("C[{words}]")).values.remove(0).1;
        assert_eq!(value("a\\]b\\\\c"), "a]b\\c");
        assert_eq!(value("one\\\ntwo\\\r\nthree\\\n\rfour"), "onetwothreefour");
        assert_eq!(value("one\ntwo"), "one\ntwo");
        assert_eq!(value(&escaped("x]\\y\\")), "x]\\y\\");
        assert_eq!(
            property("PW[Shumacher;]]").values[0].1,
            "Shumacher;]",
            "as Little Golem writes"
        );
    }

    #[test]
    fn names_are_read_in_any_case_and_values_may_be_many() {
        assert_eq!(property("Black[a1]").name, "B");
        assert_eq!(property("black[a1]").name, "BLACK");
        let stones = property("AB [a1]\n [b2][c3]");
        let places: Vec<&str> = stones.values.iter().map(|value| value.1.as_str()).collect();
        assert_eq!((stones.name.as_str(), places), ("AB", vec!["a1", "b2", "c3"]));
    }

    #[test]
    fn what_is_wrong_is_told_by_its_place() {
        let refused = |words: &str| Lang::ENGLISH.say(&parts(words).unwrap_err().into());
        assert!(refused("nothing here").starts_with("Line 1, column 1:"));
        assert!(refused("(;B[a1]\n;W[b2").starts_with("Line 2, column 4:"));
        assert!(refused("(;B[a1]").starts_with("Line 1, column 8:"));
        assert!(refused("(;B a1])").starts_with("Line 1, column 3:"));
        assert!(refused("(;B[a1]=)").starts_with("Line 1, column 8:"));
    }

    #[test]
    fn text_around_the_tree_is_no_matter() {
        let letter = "Dear all (see below):\n( ;B[a1] ) Best regards (soon)";
        assert_eq!(parts(letter).unwrap().len(), 4);
        assert!(Scanner::new(letter).unwrap().after().is_none());
    }

    #[test]
    fn a_tree_may_be_followed_by_another() {
        let mut second = Scanner::new("(;B[a1])\n and\n(;B[b(;1])").unwrap().after().unwrap();
        assert_eq!(second.next().unwrap(), Some((14, Part::Open)));
        assert!(second.after().is_none());
        assert!(Scanner::new("(;B[a1]").unwrap().after().is_none(), "it does not end");
    }

    #[test]
    fn a_million_open_parentheses_are_only_many() {
        let many = "(;".repeat(500_000);
        assert!(Lang::ENGLISH.say(&parts(&many).unwrap_err().into()).contains("column 1,000,001"));
    }
}

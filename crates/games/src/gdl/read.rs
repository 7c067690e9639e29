//! Reads KIF, the syntax of GDL: words and lists in parentheses, each with its place in the text.

use std::fmt;

use super::{
    error::{GdlError, GdlFault},
    limits::{DEEPEST_BRACKETS, MOST_BYTES},
};

/// Where something stands in a text; both numbers begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character of the line.
    pub column: usize,
}

/// A word or a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// Where it begins.
    pub at: Place,
    /// What it is.
    pub form: Form,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A word in small letters.
    Word(String),
    /// Expressions in parentheses.
    List(Vec<Expression>),
}

/// The expression in KIF, on one line.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            Form::Word(word) => f.write_str(word),
            Form::List(list) => {
                let list: Vec<String> = list.iter().map(ToString::to_string).collect();
                write!(f, "({})", list.join(" "))
            }
        }
    }
}

/// Reads all expressions of a text. Capitals count as small letters, and what follows `;` on a line
/// is a comment.
pub fn read(words: &str) -> Result<Vec<Expression>, GdlError> {
    if words.len() > MOST_BYTES {
        return Err(GdlFault::TooLarge { bytes: words.len() }.into());
    }
    let mut whole = Vec::new();
    // The lists that are open, each with the place of its bracket.
    let mut open: Vec<(Place, Vec<Expression>)> = Vec::new();
    let mut letters = Letters { rest: words, at: Place { line: 1, column: 1 } };
    while let Some((at, letter)) = letters.next() {
        let read = match letter {
            ';' => {
                letters.skip_line();
                continue;
            }
            '(' => {
                if open.len() == DEEPEST_BRACKETS {
                    return Err(at.error(GdlFault::TooDeep));
                }
                open.push((at, Vec::new()));
                continue;
            }
            ')' => {
                let (at, list) = open.pop().ok_or(at.error(GdlFault::NeverOpened))?;
                Expression { at, form: Form::List(list) }
            }
            _ if letter.is_whitespace() => continue,
            _ if letter.is_control() => {
                return Err(at.error(GdlFault::Control(letter)));
            }
            _ => {
                let mut word = String::from(letter);
                word.push_str(letters.take_word());
                Expression { at, form: Form::Word(word.to_lowercase()) }
            }
        };
        open.last_mut().map_or(&mut whole, |(_, list)| list).push(read);
    }
    match open.pop() {
        Some((at, _)) => Err(at.error(GdlFault::NeverClosed)),
        None => Ok(whole),
    }
}

/// The letters of a text, each with its place.
struct Letters<'a> {
    rest: &'a str,
    at: Place,
}

impl<'a> Letters<'a> {
    fn skip_line(&mut self) {
        self.rest = self.rest.find('\n').map_or("", |end| &self.rest[end..]);
    }

    fn take_word(&mut self) -> &'a str {
        let ends = |letter: char| letter.is_whitespace() || letter.is_control();
        let end = self.rest.find(|letter| ends(letter) || matches!(letter, '(' | ')' | ';'));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        self.at.column += word.chars().count();
        word
    }
}

impl Iterator for Letters<'_> {
    type Item = (Place, char);

    fn next(&mut self) -> Option<(Place, char)> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        let at = self.at;
        match letter {
            '\n' => self.at = Place { line: at.line + 1, column: 1 },
            _ => self.at.column += 1,
        }
        Some((at, letter))
    }
}

#[cfg(test)]
mod tests {
    use ludoteca_words::Lang;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_and_lists_are_read_with_their_places() {
        let read = read("; a comment (\n(Role x)\n  terminal(<= (a ?X)\r\n b) ; end").unwrap();
        let all: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(all, ["(role x)", "terminal", "(<= (a ?x) b)"]);
        assert_eq!(read[1].at, Place { line: 3, column: 3 });
        assert_eq!(read[2].at, Place { line: 3, column: 11 });
    }

    #[test]
    fn brackets_that_do_not_match_are_named_by_their_place() {
        let told = |words: &str| Lang::ENGLISH.say(&read(words).unwrap_err().into());
        assert!(told("(a (b)\n(c").contains("Line 2, column 1"), "{}", told("(a (b)\n(c"));
        assert!(told("(a))").contains("Line 1, column 4"), "{}", told("(a))"));
        let deep = "(".repeat(DEEPEST_BRACKETS + 1);
        assert!(told(&deep).contains(&DEEPEST_BRACKETS.to_string()), "{}", told(&deep));
        let long = " ".repeat(MOST_BYTES + 1);
        let large = GdlFault::TooLarge { bytes: long.len() };
        assert_eq!(read(&long).unwrap_err(), large.into());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_and_what_was_read_reads_the_same_again(
            words in "[a-z()?; \n\u{1}é<=]{0,60}"
        ) {
            if let Ok(all) = read(&words) {
                let again: String = all.iter().map(|one| format!("{one} ")).collect();
                let twice: Vec<String> = read(&again).unwrap().iter().map(ToString::to_string).collect();
                prop_assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>(), twice);
            }
        }
    }
}

//! A line of a controller as GTP reads it, and an answer as GTP writes it.

use std::fmt::Write as _;

/// A command with its words.
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    /// The number that the answer is to carry.
    pub id: Option<String>,
    /// What is asked.
    pub name: String,
    /// With what.
    pub args: Vec<String>,
}

/// What is answered: words, or why not.
pub type Reply = Result<String, String>;

impl Command {
    /// Reads a line: what follows `#` is a comment, a tab is a space, other control characters do
    /// not exist, and a number before the command is its id. None if nothing is left.
    pub fn read(line: &str) -> Option<Command> {
        let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let line: String = line.chars().filter(|c| !c.is_control()).collect();
        let mut words = line.split_whitespace().map(str::to_owned).peekable();
        let is_id = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let id = words.next_if(is_id);
        let name = words.next().or_else(|| id.as_ref().map(|_| String::new()))?;
        Some(Command { id, name, args: words.collect() })
    }

    /// Whether a line asks to end the thought that is under way, as GoGui and HexGui do it: in a
    /// comment, so that nobody else minds.
    pub fn is_interrupt(line: &str) -> bool {
        line.trim().strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
    }

    /// The answer as it is sent. The sign is followed by a space also where there is nothing more
    /// to say, because HexGui wants one; and an empty line within the words would end them. Words
    /// that begin with a new line, as a drawing does, begin in the line after the sign.
    pub fn answered(&self, answer: &Reply) -> String {
        let (sign, words) = match answer {
            Ok(words) => ('=', words),
            Err(why) => ('?', why),
        };
        let mut sent = format!("{sign}{} ", self.id.as_deref().unwrap_or_default());
        let lines = words.lines().map(str::trim_end).filter(|line| !line.is_empty());
        for (at, line) in lines.enumerate() {
            let joined = at == 0 && !words.starts_with('\n');
            let _ = write!(sent, "{}{line}", if joined { "" } else { "\n" });
        }
        sent + "\n\n"
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(line: &str) -> (String, String, String) {
        let command = Command::read(line).unwrap();
        (command.id.unwrap_or_default(), command.name, command.args.join(","))
    }

    fn of(id: &str, name: &str, args: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), args.to_owned())
    }

    #[test]
    fn a_line_has_an_id_a_name_and_words_and_comments_and_control_characters_are_nothing() {
        assert_eq!(read("play b f6"), of("", "play", "b,f6"));
        assert_eq!(read("12 play\tb  f6 # the middle"), of("12", "play", "b,f6"));
        assert_eq!(read("\u{7}qu\u{0}it\r"), of("", "quit", ""));
        assert_eq!(read("7"), of("7", "", ""));
        for nothing in ["", "   ", "# all of it", "\t\r"] {
            assert_eq!(Command::read(nothing), None, "{nothing:?}");
        }
    }

    #[test]
    fn an_interrupt_is_a_comment_of_that_one_word() {
        assert!(Command::is_interrupt("# interrupt"));
        assert!(Command::is_interrupt(" #interrupt \r"));
        assert!(!Command::is_interrupt("# interrupt me not"));
        assert!(!Command::is_interrupt("interrupt"));
    }

    #[test]
    fn an_answer_carries_its_id_and_ends_with_an_empty_line_and_no_other() {
        let command = Command::read("3 x").unwrap();
        assert_eq!(command.answered(&Ok("f6".into())), "=3 f6\n\n");
        assert_eq!(command.answered(&Ok("\n a\n\n b \n".into())), "=3 \n a\n b\n\n");
        let command = Command::read("x").unwrap();
        assert_eq!(command.answered(&Ok(String::new())), "= \n\n");
        assert_eq!(command.answered(&Err("unknown command".into())), "? unknown command\n\n");
    }

    proptest! {
        #[test]
        fn no_line_is_too_strange(line in "\\PC{0,40}", words in "(\\PC|\n){0,40}") {
            if let Some(command) = Command::read(&line) {
                let sent = command.answered(&Ok(words));
                prop_assert!(sent.ends_with("\n\n"));
                prop_assert!(!sent.trim_end_matches('\n').contains("\n\n"));
            }
        }
    }
}

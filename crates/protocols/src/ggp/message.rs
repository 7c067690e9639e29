//! What a game manager says to a player, in KIF.

use std::fmt;

use ludoteca_games::gdl::{Expression, Form, read_kif};

use super::error::GgpError;
use crate::process::cut;

/// A message of a game manager. Names and moves are in KIF, in small letters.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Who are you, and are you free?
    Info,
    /// A match begins.
    Start {
        /// What the match is called from now on.
        id: String,
        /// The role of the player.
        role: String,
        /// The description of the game in GDL.
        rules: String,
        /// The time there is.
        clocks: Clocks,
    },
    /// A move is wanted.
    Play {
        /// The match.
        id: String,
        /// What all roles have just done, in their order; none at the beginning.
        moves: Option<Vec<String>>,
    },
    /// The match is over.
    Stop {
        /// The match.
        id: String,
        /// The last moves.
        moves: Option<Vec<String>>,
    },
    /// The match is broken off.
    Abort {
        /// The match.
        id: String,
    },
}

/// The time of a match, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Before the first move.
    pub start: u32,
    /// For each move.
    pub play: u32,
}

/// No clock is longer: a day.
pub const MOST_SECONDS: u32 = 24 * 60 * 60;

const START: &str = "(start MATCH ROLE (RULES) STARTCLOCK PLAYCLOCK)";
const PLAY: &str = "(play MATCH NIL), (play MATCH (MOVE MOVE))";
const STOP: &str = "(stop MATCH NIL), (stop MATCH (MOVE MOVE))";
const ABORT: &str = "(abort MATCH)";

impl Message {
    /// Reads a message. Capitals do not count.
    pub fn read(words: &str) -> Result<Message, GgpError> {
        let all = read_kif(words)?;
        let unknown = || GgpError::Unknown(cut(words));
        let [message] = all.as_slice() else { return Err(unknown()) };
        let (name, parts): (&str, &[Expression]) = match &message.form {
            Form::Word(word) => (word, &[]),
            Form::List(list) => match list.split_first() {
                Some((Expression { form: Form::Word(word), .. }, parts)) => (word, parts),
                _ => return Err(unknown()),
            },
        };
        let wrong = |form| GgpError::Parts { name: name.to_owned(), form };
        Ok(match (name, parts) {
            ("info", []) => Message::Info,
            ("start", [id, role, rules, start, play]) => {
                let Form::List(rules) = &rules.form else { return Err(wrong(START)) };
                let clocks = Clocks { start: clock(start)?, play: clock(play)? };
                let [id, role] = [id, role].map(ToString::to_string);
                Message::Start { id, role, rules: written(rules), clocks }
            }
            ("start", _) => return Err(wrong(START)),
            ("play", [id, moves]) => {
                let moves = read_moves(moves).ok_or_else(|| wrong(PLAY))?;
                Message::Play { id: id.to_string(), moves }
            }
            ("play", _) => return Err(wrong(PLAY)),
            ("stop", [id, moves]) => {
                let moves = read_moves(moves).ok_or_else(|| wrong(STOP))?;
                Message::Stop { id: id.to_string(), moves }
            }
            ("stop", _) => return Err(wrong(STOP)),
            ("abort", [id]) => Message::Abort { id: id.to_string() },
            ("abort", _) => return Err(wrong(ABORT)),
            _ => return Err(unknown()),
        })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Info => write!(f, "(info)"),
            Message::Start { id, role, rules, clocks: Clocks { start, play } } => {
                // Some players look for all of a message in one line.
                write!(f, "(start {id} {role} ({}) {start} {play})", rules.replace('\n', " "))
            }
            Message::Play { id, moves } => write!(f, "(play {id} {})", Moves(moves)),
            Message::Stop { id, moves } => write!(f, "(stop {id} {})", Moves(moves)),
            Message::Abort { id } => write!(f, "(abort {id})"),
        }
    }
}

struct Moves<'a>(&'a Option<Vec<String>>);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(moves) => write!(f, "({})", moves.join(" ")),
            None => f.write_str("nil"),
        }
    }
}

/// A description the way it stands in a message: without comments, a rule a line.
pub fn plain(description: &str) -> Result<String, GgpError> {
    Ok(written(&read_kif(description)?))
}

fn written(rules: &[Expression]) -> String {
    rules.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn read_moves(moves: &Expression) -> Option<Option<Vec<String>>> {
    match &moves.form {
        Form::Word(word) if word == "nil" => Some(None),
        Form::Word(_) => None,
        Form::List(list) if list.is_empty() => Some(None),
        Form::List(list) => Some(Some(list.iter().map(ToString::to_string).collect())),
    }
}

fn clock(seconds: &Expression) -> Result<u32, GgpError> {
    let words = seconds.to_string();
    let number = words.parse().ok().filter(|number| (1..=MOST_SECONDS).contains(number));
    number.ok_or_else(|| GgpError::Clock { words: cut(&words), most: MOST_SECONDS })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn messages_are_read_as_managers_write_them() {
        let read = |words: &str| Message::read(words).unwrap();
        assert_eq!(read("( INFO )"), Message::Info);
        assert_eq!(read("info"), Message::Info);
        let start = read("(START Base.1 White ((role white)\n(role black) ; two\n) 30 15)");
        let clocks = Clocks { start: 30, play: 15 };
        let (id, role) = ("base.1".to_owned(), "white".to_owned());
        let rules = "(role white)\n(role black)".to_owned();
        assert_eq!(start, Message::Start { id: id.clone(), role, rules, clocks });
        assert_eq!(read("(play base.1 NIL)"), Message::Play { id: id.clone(), moves: None });
        assert_eq!(read("(play base.1 ())"), Message::Play { id: id.clone(), moves: None });
        let moves = Some(vec!["(mark 1 2)".to_owned(), "noop".to_owned()]);
        assert_eq!(
            read("(stop base.1 ((mark 1 2) noop))"),
            Message::Stop { id: id.clone(), moves }
        );
        assert_eq!(read("(abort base.1)"), Message::Abort { id });
    }

    #[test]
    fn what_is_no_message_is_refused_with_what_would_be_one() {
        for (words, id) in [
            ("", "ggp-unknown"),
            ("(info) (info)", "ggp-unknown"),
            ("(resign m)", "ggp-unknown"),
            ("((play m nil))", "ggp-unknown"),
            ("(play m)", "ggp-parts"),
            ("(play m noop)", "ggp-parts"),
            ("(start m x (role x) 10)", "ggp-parts"),
            ("(start m x rules 10 10)", "ggp-parts"),
            ("(start m x ((role x)) 0 10)", "ggp-clock"),
            ("(start m x ((role x)) 10 99999999999)", "ggp-clock"),
            ("(abort)", "ggp-parts"),
            ("(play m", "gdl-at"),
        ] {
            assert_eq!(
                ludoteca_text::Text::from(Message::read(words).unwrap_err()).id,
                id,
                "{words}"
            );
        }
    }

    fn term() -> impl Strategy<Value = String> {
        prop_oneof!["[a-z0-9.]{1,6}", "\\([a-z]{1,4}( [a-z0-9]{1,3}){1,3}\\)"]
    }

    fn moves() -> impl Strategy<Value = Option<Vec<String>>> {
        prop::option::of(prop::collection::vec(term(), 1..4))
    }

    fn message() -> impl Strategy<Value = Message> {
        let id = || "[a-z][a-z0-9.]{0,12}";
        let clocks = (1..=MOST_SECONDS, 1..=MOST_SECONDS);
        let clocks = clocks.prop_map(|(start, play)| Clocks { start, play });
        let rules = prop::collection::vec(term(), 0..5).prop_map(|rules| rules.join("\n"));
        prop_oneof![
            Just(Message::Info),
            (id(), term(), rules, clocks).prop_map(|(id, role, rules, clocks)| Message::Start {
                id,
                role,
                rules,
                clocks
            }),
            (id(), moves()).prop_map(|(id, moves)| Message::Play { id, moves }),
            (id(), moves()).prop_map(|(id, moves)| Message::Stop { id, moves }),
            id().prop_map(|id| Message::Abort { id }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(message in message()) {
            prop_assert_eq!(Message::read(&message.to_string()).unwrap(), message);
        }

        #[test]
        fn any_text_is_read_or_refused(
            words in "\\(?(info|start|play|stop|abort|nil|é| |\\(|\\)|;|10|\u{1}){0,12}"
        ) {
            let _ = Message::read(&words);
        }
    }
}

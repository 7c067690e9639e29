//! A line of a controller, as AEI reads it.

/// What a controller says.
#[derive(Debug, PartialEq, Eq)]
pub enum Message {
    /// Who are you?
    Aei,
    /// Is all done that was said so far?
    IsReady,
    /// A game begins.
    NewGame,
    /// Here is another position: a side and a board.
    SetPosition(String),
    /// An option gets a value.
    SetOption {
        /// Its name.
        name: String,
        /// Its value, empty where there is none.
        value: String,
    },
    /// This turn was played.
    MakeMove(String),
    /// Search.
    Go {
        /// Without an answer, in the other side's time.
        ponder: bool,
    },
    /// Answer now.
    Stop,
    /// That is all.
    Quit,
}

/// Why a line is no message.
#[derive(Debug, PartialEq, Eq)]
pub enum Misheard {
    /// There is no message of that name.
    Unknown,
    /// There is, and this is its form.
    Form(&'static str),
}

impl Message {
    /// Reads a line; none if it is empty.
    pub fn read(line: &str) -> Result<Option<Message>, Misheard> {
        let line = line.trim();
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone =
            |message| if rest.is_empty() { Ok(Some(message)) } else { Err(Misheard::Unknown) };
        match name {
            "" => Ok(None),
            "aei" => alone(Message::Aei),
            "isready" => alone(Message::IsReady),
            "newgame" => alone(Message::NewGame),
            "stop" => alone(Message::Stop),
            "quit" => alone(Message::Quit),
            "setposition" if rest.is_empty() => Err(Misheard::Form("setposition g|s [BOARD]")),
            "setposition" => Ok(Some(Message::SetPosition(rest.to_owned()))),
            "makemove" if rest.is_empty() => Err(Misheard::Form("makemove TURN")),
            "makemove" => Ok(Some(Message::MakeMove(rest.to_owned()))),
            "go" => match rest {
                "" => Ok(Some(Message::Go { ponder: false })),
                "ponder" => Ok(Some(Message::Go { ponder: true })),
                _ => Err(Misheard::Form("go [ponder]")),
            },
            "setoption" => {
                option(rest).map(Some).ok_or(Misheard::Form("setoption name NAME [value VALUE]"))
            }
            _ => Err(Misheard::Unknown),
        }
    }
}

/// `name NAME [value VALUE]`.
fn option(words: &str) -> Option<Message> {
    let (word, rest) = words.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let rest = rest.trim();
    let (value_word, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let formed = word == "name" && !name.is_empty() && matches!(value_word, "" | "value");
    formed.then(|| Message::SetOption { name: name.to_owned(), value: value.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &str, value: &str) -> Message {
        Message::SetOption { name: name.into(), value: value.into() }
    }

    #[test]
    fn every_message_is_read_and_white_space_around_it_is_nothing() {
        for (line, message) in [
            ("aei\r", Message::Aei),
            (" isready", Message::IsReady),
            ("newgame", Message::NewGame),
            ("go", Message::Go { ponder: false }),
            ("go ponder ", Message::Go { ponder: true }),
            ("makemove Ee2n  Ee3n", Message::MakeMove("Ee2n  Ee3n".into())),
            ("setoption name tcmove value 15", set("tcmove", "15")),
            ("setoption name opponent value A. N. Other", set("opponent", "A. N. Other")),
            ("setoption name event", set("event", "")),
            ("setoption name event value", set("event", "")),
            ("stop", Message::Stop),
            ("quit", Message::Quit),
        ] {
            assert_eq!(Message::read(line), Ok(Some(message)), "{line}");
        }
        assert_eq!(Message::read("  \r"), Ok(None));
    }

    #[test]
    fn the_spaces_of_a_board_are_kept() {
        let board = format!("g [{}]", " ".repeat(64));
        let message = Message::read(&format!("setposition {board}\r"));
        assert_eq!(message, Ok(Some(Message::SetPosition(board))));
    }

    #[test]
    fn what_is_no_message_and_what_is_half_a_message_are_told_apart() {
        for line in ["genmove b", "AEI", "quit now", "\u{fffd}"] {
            assert_eq!(Message::read(line), Err(Misheard::Unknown), "{line}");
        }
        for line in [
            "setoption",
            "setoption tcmove 15",
            "setoption name x 3",
            "setposition",
            "makemove",
            "go away",
        ] {
            assert!(matches!(Message::read(line), Err(Misheard::Form(_))), "{line}");
        }
    }
}

//! Conversations made to cost more than their length.
//!
//! Each is so long that a reader whose cost grew with the square of the length would not come to an
//! end over it, and one that hears every line once is through in a moment: no clock is looked at.

use std::{io::Cursor, sync::Arc};

use ludoteca_games::{Hex, gdl::limits::MOST_BYTES, hex::Swap};
use ludoteca_players::Supply;
use ludoteca_protocols::{Say, Voice, aei, ggp::Message, htp};
use ludoteca_text::Text;
use proptest::{prelude::*, sample::select};

/// Bytes of a conversation.
const LONG: usize = 1 << 20;

/// No message is said in more bytes than this, whatever was heard.
const LONGEST_ANSWER: usize = 20_000;

fn say() -> Say {
    Arc::new(Text::to_string)
}

/// What an engine for Hex answers.
fn htp(heard: Vec<u8>) -> String {
    let settings = htp::Settings {
        player: "random".to_owned(),
        start: Hex::new(5, Swap::Pieces).unwrap(),
        time: None,
        seed: 1,
        say: say(),
        load: Arc::new(|_| Err(Text::verbatim("no such file"))),
    };
    let (mut answers, mut beside) = (Vec::new(), Vec::new());
    let speaker = Voice { answers: &mut answers, beside: &mut beside };
    htp::serve(settings, Supply::seeded(1), Cursor::new(heard), speaker).unwrap().unwrap();
    String::from_utf8(answers).unwrap()
}

/// What an engine for Arimaa says.
fn aei(heard: Vec<u8>) -> String {
    let settings = aei::Settings { player: "random".to_owned(), time: None, seed: 1, say: say() };
    let mut said = Vec::new();
    aei::serve(settings, Supply::seeded(1), Cursor::new(heard), &mut said).unwrap().unwrap();
    String::from_utf8(said).unwrap()
}

/// The same again and again.
fn again(words: &str, bytes: usize) -> Vec<u8> {
    words.repeat(bytes / words.len()).into_bytes()
}

#[test]
fn no_line_of_hex_costs_more_than_its_length() {
    for words in ["play b a1 ", "#", "1", " ", "\t", "\u{1}", "é", "=", "list_commands "] {
        let answers = htp(again(words, LONG));
        assert!(answers.len() < LONGEST_ANSWER, "{words:?}: {} bytes", answers.len());
    }
}

#[test]
fn no_conversation_about_hex_costs_more_than_its_length() {
    for lines in [
        "play b a1\n",
        "play b a1\nundo\n",
        "play b resign\nundo\n",
        "play w a1\nplay b b2\nclear_board\n",
        "boardsize 19\nboardsize 2\n",
        "param_game allow_swap 1\nparam_game allow_swap 0\n",
        "genmove b\nundo\n",
        "time_settings 1 1 1\ntime_left b 1 1\n",
        "# interrupt\n",
        "\n",
        "known_command known_command\n",
    ] {
        let heard = again(lines, LONG / 8);
        let asked = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        let asked = heard.len() / lines.len() * asked;
        let answers = htp(heard);
        assert_eq!(answers.matches("\n\n").count(), asked, "{lines:?}");
        assert!(answers.len() <= 200 * asked, "{lines:?}: {} bytes", answers.len());
    }
}

#[test]
fn no_line_of_arimaa_costs_more_than_its_length() {
    let lines = ["makemove Ra1 ", "setoption name ", "setposition g [", "go ", "é", " ", "\u{1}"];
    for words in lines {
        for bytes in [LONG, 4000] {
            let said = aei(again(words, bytes));
            assert!(said.len() < LONGEST_ANSWER, "{words:?}: {} bytes", said.len());
        }
    }
}

#[test]
fn no_conversation_about_arimaa_costs_more_than_its_length() {
    for lines in [
        "isready\n",
        "newgame\n",
        "makemove Ra1\n",
        "stop\n",
        "setoption name tcmove value 1e300\n",
        "setoption name depth value 3\nsetoption name depth value 0\n",
        "setoption name opponent value é\n",
        "setposition g [                                                                ]\n",
        "\n",
    ] {
        let heard = again(lines, LONG / 8);
        let count = heard.len() / lines.len() * lines.lines().count();
        let said = aei(heard);
        assert!(said.len() <= 300 * count, "{lines:?}: {} bytes", said.len());
    }
}

/// A beginning of a message of a game manager, and one thing after it again and again.
const MESSAGES: [(&str, &str); 10] = [
    ("", "("),
    ("(play m (", "a "),
    ("(play m (", "(a b) "),
    ("(play m ", "("),
    ("(start m x (", "(role x)"),
    ("(start m x (", "(<= (p ?a) (q ?a))\n"),
    ("(start m ", "; nothing\n"),
    ("(stop m ", ")"),
    ("(abort ", "A"),
    ("(info ", "é "),
];

/// A message made of these.
fn message(begin: &str, again: &str, end: &str, bytes: usize) -> String {
    begin.to_owned() + &again.repeat(bytes / again.len()) + end
}

#[test]
fn no_message_of_a_game_manager_costs_more_than_its_length_and_none_is_endless() {
    for (begin, again) in MESSAGES {
        for end in ["", "))", ") 10 10)"] {
            if let Ok(read) = Message::read(&message(begin, again, end, MOST_BYTES - 100)) {
                // Where nothing stood between two things there is a space now.
                assert!(read.to_string().len() <= 2 * MOST_BYTES, "{begin}{again}");
            }
        }
        let endless = message(begin, again, "", MOST_BYTES + again.len());
        assert_eq!(Text::from(Message::read(&endless).unwrap_err()).id, "gdl-too-large");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_that_is_said_again_and_again_costs_more_than_its_length(
        words in prop::collection::vec(select(vec![
            "play ", "b ", "w ", "a1 ", "genmove ", "undo", "boardsize ", "3", "showboard", "# ",
            "makemove ", "setoption ", "name ", "value ", "go", "stop", "newgame", "setposition ",
            "[", "]", "g ", "1", "\n", " ", "\r", "\0", "é", "(", ")", ";", "nil", "start ", "-",
        ]), 1..8),
    ) {
        let words = words.concat();
        let heard = again(&words, LONG / 64);
        let lines = heard.iter().filter(|byte| **byte == b'\n').count() + 1;
        prop_assert!(htp(heard.clone()).len() <= 1000 * lines + LONGEST_ANSWER);
        prop_assert!(aei(heard.clone()).len() <= 1000 * lines + LONGEST_ANSWER);
        let _ = Message::read(&String::from_utf8_lossy(&heard));
    }

    #[test]
    fn any_bytes_can_be_said(heard in prop::collection::vec(any::<u8>(), 0..400)) {
        htp(heard.clone());
        aei(heard.clone());
        let _ = Message::read(&String::from_utf8_lossy(&heard));
    }
}

//! Programs that talk to our engines, and programs that our players talk to.

use std::{fs, io::Cursor, sync::Arc, time::Duration};

use ludoteca_games::{GameTree, Hex, Start, hex::Swap};
use ludoteca_players::{AnyWatch, Budget, Program, Supply, ask};
use ludoteca_protocols::{Say, Voice, aei as arimaa, ggp::Message, htp as hex, start_engine};
use ludoteca_text::Text;

use crate::answer::{Answer, about};

pub const HTP: &[&str] = &[
    "play b a1\n",
    "play w b2\n",
    "genmove b\n",
    "genmove w\n",
    "undo\n",
    "boardsize 3\n",
    "clear_board\n",
    "showboard\n",
    "# interrupt\n",
    "list_commands\n",
    "known_command ",
    "param_game allow_swap 1\n",
    "time_settings 1 1 1\n",
    "time_left b 1 1\n",
    "all_legal_moves\n",
    "loadsgf x 1\n",
    "final_score\n",
    "vc-build b\n",
    "param_dfpn\n",
    "play b swap-pieces\n",
    "play b resign\n",
    "quit\n",
    "name\n",
    "= a1\n\n",
    "= \n\n",
    "? no\n\n",
    "= swap-pieces\n\n",
    "= resign\n\n",
    "1 ",
];
pub const AEI: &[&str] = &[
    "aei\n",
    "isready\n",
    "newgame\n",
    "go\n",
    "go ponder\n",
    "stop\n",
    "quit\n",
    "makemove Ra1 ",
    "makemove ",
    "setposition g [",
    "]\n",
    "setoption name tcmove value 1\n",
    "setoption name ",
    " value ",
    "bestmove Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Hb2 Cc2 Dd2 Ee2 Cf2 Dg2 Mh2\n",
    "protocol-version 1\n",
    "id name x\n",
    "aeiok\n",
    "readyok\n",
    "info score 1\n",
    "log Error: x\n",
];
pub const GGP: &[&str] = &[
    "(info)",
    "(start m white (",
    "(role white)",
    ") 10 10)",
    "(play m nil)",
    "(play m (a b))",
    "(stop m ",
    "(abort m)",
    "(preview (",
    "(",
    ")",
    "nil",
    "MATCH.1",
];

fn say() -> Say {
    Arc::new(Text::to_string)
}

/// What is said to our engine for Hex.
pub fn htp(input: &[u8]) -> Answer {
    let Ok(start) = Hex::new(4, Swap::Pieces) else { return Answer::of("no board") };
    let settings = hex::Settings {
        player: "random".to_owned(),
        start,
        time: Some(Duration::from_millis(1)),
        seed: 1,
        say: say(),
        load: Arc::new(|_| Err(Text::verbatim("no such file"))),
    };
    let (mut answers, mut beside) = (Vec::new(), Vec::new());
    let voice = Voice { answers: &mut answers, beside: &mut beside };
    let input = Cursor::new(input.to_vec());
    let served = hex::serve(settings, Supply::seeded(1), input, voice);
    assert!(matches!(served, Ok(Ok(()))), "it ended over what it heard");
    Answer::words(&String::from_utf8_lossy(&answers))
}

/// What is said to our engine for Arimaa.
pub fn aei(input: &[u8]) -> Answer {
    let time = Some(Duration::from_millis(1));
    let settings = arimaa::Settings { player: "random".to_owned(), time, seed: 1, say: say() };
    let mut said = Vec::new();
    let input = Cursor::new(input.to_vec());
    let served = arimaa::serve(settings, Supply::seeded(1), input, &mut said);
    assert!(matches!(served, Ok(Ok(()))), "it ended over what it heard");
    Answer::words(&String::from_utf8_lossy(&said))
}

/// A message of a game manager. What was understood is understood again when it is written.
pub fn ggp(input: &[u8]) -> Answer {
    Answer::from(Message::read(&String::from_utf8_lossy(input)), |message| {
        let written = message.to_string();
        let again = Message::read(&written);
        assert!(again.is_ok(), "what was written cannot be read: {written}");
        Answer::of((written.split(' ').next().map(str::to_owned), about(written.len())))
    })
}

/// What a program for Hex answers.
pub fn htp_opponent(input: &[u8]) -> Answer {
    opponent(Start::of("hex").with("size", "4").with("swap", "none"), input)
}

/// What a program for Arimaa answers.
pub fn aei_opponent(input: &[u8]) -> Answer {
    opponent(Start::of("arimaa"), input)
}

/// A program that says all of this at once and then listens for a moment.
fn opponent(start: Start, input: &[u8]) -> Answer {
    let (Ok(folder), Ok(tree)) = (tempfile::tempdir(), GameTree::begin(start)) else {
        return Answer::of("no folder");
    };
    let file = folder.path().join("says");
    if fs::write(&file, input).is_err() {
        return Answer::of("no file");
    }
    let command = format!("sh -c 'cat {}; sleep 0.05'", file.display());
    let game = tree.position().game();
    let wait = Duration::from_millis(300);
    let program = Program { game, command: &command, wait, wishes: &[] };
    let Ok(mut player) = start_engine(&program) else { return Answer::of("no program") };
    let budget = Budget { time: Some(Duration::from_millis(1)), ..Budget::default() };
    match ask(player.as_mut(), tree.line(), &budget, AnyWatch::Nobody) {
        Ok(thought) => Answer::of((format!("{:?}", thought.answer).len(), true)),
        Err(failure) => Answer::reason(failure.text),
    }
}

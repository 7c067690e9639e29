//! The conversation of an engine of ours: lines come in, answers go out.
//!
//! Lines are read on a thread of their own, so that `# interrupt` is heard while a player thinks.

use std::{
    io::{self, BufRead},
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use ludoteca_players::{PlayerError, Stop, Supply};
use ludoteca_text::text;

use super::{command::Command, session::Session, settings::Settings};
use crate::{engine::Voice, lines::limited_line};

/// A longer line is no command.
const LONGEST: usize = 4096;
/// So many lines wait until they are answered before the controller has to wait.
const WAITING: usize = 256;

/// A line as it was heard, and what ends the thought it leads to.
struct Heard {
    /// None if it was too long.
    line: Option<String>,
    stop: Stop,
}

/// Answers commands until `quit`, the end of the input, or until nobody reads the answers, which is
/// an error. The player is seated before the first command.
pub fn serve<'a>(
    settings: Settings,
    supply: Supply<'a>,
    input: impl BufRead + Send + 'static,
    speaker: Voice<'a>,
) -> Result<io::Result<()>, PlayerError> {
    let mut session = Session::new(settings, supply, speaker)?;
    let (hears, heard) = sync_channel(WAITING);
    let hearing = thread::Builder::new().name("commands".into()).spawn(move || hear(input, &hears));
    if let Err(error) = hearing {
        return Ok(Err(error));
    }
    for Heard { line, stop } in heard {
        let command = match line {
            Some(line) => match Command::read(&line) {
                Some(command) => command,
                None => continue,
            },
            None => Command { id: None, name: String::new(), args: Vec::new() },
        };
        let answer = if command.name.is_empty() {
            Err(session.say(&text!("htp-not-a-command", most = LONGEST)))
        } else {
            session.answer(&command.name, &command.args, stop)
        };
        if let Err(error) = session.speak(&command.answered(&answer)) {
            return Ok(Err(error));
        }
        if command.name == "quit" {
            break;
        }
    }
    Ok(Ok(()))
}

/// Hands on what is heard, and ends a thought when that is asked for.
fn hear(mut input: impl BufRead, hears: &SyncSender<Heard>) {
    let mut last = Stop::default();
    while let Ok(Some(bytes)) = limited_line(&mut input, LONGEST + 1) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        if Command::is_interrupt(&line) {
            last.set();
            continue;
        }
        last = Stop::default();
        let line = Some(line).filter(|_| bytes.len() <= LONGEST);
        if hears.send(Heard { line, stop: last.clone() }).is_err() {
            return;
        }
    }
}

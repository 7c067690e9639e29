//! The conversation of an engine of ours: messages come in on a thread of their own, so that they
//! are heard while a player thinks.

use std::{
    io::{self, BufRead, Write},
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use ludoteca_players::{PlayerError, Supply};

use super::{
    Settings,
    session::{Event, Session},
};
use crate::lines::limited_line;

/// A longer line is no message.
const LONGEST: usize = 4096;
/// So many messages wait until they are heard before the controller has to wait.
const WAITING: usize = 256;

/// Answers messages until `quit`, one that does not exist, the end of the input, or until nobody
/// reads the answers, which is an error. The player is seated before the first message.
pub fn serve<'a>(
    settings: Settings,
    supply: Supply<'a>,
    input: impl BufRead + Send + 'static,
    output: &'a mut dyn Write,
) -> Result<io::Result<()>, PlayerError> {
    let (tells, events) = sync_channel(WAITING);
    let mut session = Session::new(settings, supply, output, (tells.clone(), events))?;
    let hearing = thread::Builder::new().name("messages".into()).spawn(move || hear(input, &tells));
    Ok(hearing.and_then(|_| session.run()))
}

/// Hands on what is heard.
fn hear(mut input: impl BufRead, tells: &SyncSender<Event>) {
    while let Ok(Some(bytes)) = limited_line(&mut input, LONGEST + 1) {
        let line = String::from_utf8_lossy(&bytes).into_owned();
        let line = Some(line).filter(|_| bytes.len() <= LONGEST);
        if tells.send(Event::Heard(line)).is_err() {
            return;
        }
    }
    let _ = tells.send(Event::HungUp);
}

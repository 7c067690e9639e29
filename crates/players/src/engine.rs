//! `engine`: another program that plays, in the protocol of its game.
//!
//! This library starts no programs: whoever seats players hands in how that is done
//! ([`Supply::engine`](crate::Supply::engine)), or refuses it. A game whose engines can be talked to
//! says so in the registry.

use std::time::Duration;

use ludoteca_games::Game;

use crate::{Form, PlayerError, PlayerKind, Program};

/// The name of the player that is another program.
pub const ENGINE: &str = "engine";

/// A command and how long is waited for an answer beyond the time for the move.
#[derive(Debug, PartialEq)]
struct Settings {
    command: String,
    wait: Duration,
}

impl Settings {
    fn read<G: Game>(form: &mut Form<'_>) -> Result<Settings, PlayerError> {
        let command = form.words("cmd", "key-cmd").optional().unwrap_or_default();
        let wait = form.real("wait", 0.1..=3600.0, "key-wait").or(30.0);
        let command = command.trim().to_owned();
        if command.is_empty() {
            return Err(PlayerError::NoCommand);
        }
        let settings = Settings { command, wait: Duration::from_secs_f64(wait) };
        // Only who starts programs knows which can be started, and says so without starting one.
        (form.supply().engine)(&settings.program::<G>())?;
        Ok(settings)
    }

    fn program<G: Game>(&self) -> Program<'_> {
        Program { game: G::NAME, command: &self.command, wait: self.wait }
    }
}

pub(crate) fn kind<G: Game>() -> PlayerKind<G> {
    PlayerKind::from_outside(ENGINE, Settings::read::<G>, |settings, supply| {
        Ok((supply.engine)(&settings.program::<G>())?)
    })
}

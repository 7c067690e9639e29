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

/// A command, how long is waited for an answer beyond the time for the move, and what is said before
/// the first game.
#[derive(Debug, PartialEq)]
struct Settings {
    command: String,
    wait: Duration,
    wishes: Vec<String>,
}

/// What can be said to programs of a protocol before their first game, as a key of the player.
#[derive(Clone, Copy)]
pub(crate) struct Wishes {
    /// The key's name.
    pub key: &'static str,
    /// The message that explains it.
    pub help: &'static str,
}

impl Settings {
    fn read<G: Game>(form: &mut Form<'_>, wishes: Wishes) -> Result<Settings, PlayerError> {
        let command = form.words("cmd", "key-cmd").optional().unwrap_or_default();
        let wait = form.real("wait", 0.1..=3600.0, "key-wait").or(30.0);
        let wishes = form.list(wishes.key, wishes.help).optional().unwrap_or_default();
        let command = command.trim().to_owned();
        if command.is_empty() {
            return Err(PlayerError::NoCommand);
        }
        let settings = Settings { command, wait: Duration::from_secs_f64(wait), wishes };
        // Only who starts programs knows which can be started, and says so without starting one.
        (form.supply().engine)(&settings.program::<G>())?;
        Ok(settings)
    }

    fn program<G: Game>(&self) -> Program<'_> {
        let Settings { command, wait, wishes } = self;
        Program { game: G::NAME, command, wait: *wait, wishes }
    }
}

pub(crate) fn kind<G: Game>(wishes: Wishes) -> PlayerKind<G> {
    let read = move |form: &mut Form<'_>| Settings::read::<G>(form, wishes);
    let kind = PlayerKind::from_outside(ENGINE, read, |settings: &Settings, supply| {
        Ok((supply.engine)(&settings.program::<G>())?)
    });
    kind.needing("cmd")
}

//! `engine`: another program that plays, in the protocol of its game.
//!
//! This library starts no programs: whoever seats players hands in how that is done
//! ([`Supply::engine`](crate::Supply::engine)), or refuses it. A game whose engines can be talked to
//! is one line in the registry.

use std::{marker::PhantomData, time::Duration};

use ludoteca_games::{
    Game,
    params::{Key, Kind, Values},
};
use ludoteca_text::{Text, text};

use crate::{AnyPlayer, PlayerKind, Supply};

/// The name of the player that is another program.
pub const ENGINE: &str = "engine";

/// Seconds an answer may take beyond the time for the move, if nobody says otherwise.
const WAIT: f64 = 30.0;

/// A program that is to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Program<'a> {
    /// The game it plays.
    pub game: &'static str,
    /// The command that starts it, its words divided and quoted as in a shell.
    pub command: &'a str,
    /// How long an answer may take beyond the time for the move.
    pub wait: Duration,
}

/// Makes a player of a program. It need not be started before it is asked to think.
pub type StartEngine = dyn Fn(&Program<'_>) -> Result<Box<dyn AnyPlayer>, Text> + Sync;

pub(crate) fn kind<G: Game>() -> PlayerKind<G> {
    PlayerKind {
        name: ENGINE,
        keys: vec![
            Key::new("cmd", Kind::Words, "key-cmd"),
            Key::new("wait", Kind::Real(0.1, 3600.0), "key-wait").or(WAIT),
        ],
        levels: Vec::new(),
        make: make::<G>,
        game: PhantomData,
    }
}

fn make<G: Game>(values: &Values, supply: &Supply<'_>) -> Result<Box<dyn AnyPlayer>, Text> {
    let command = values.word("cmd").unwrap_or_default().trim();
    if command.is_empty() {
        return Err(text!("engine-no-command"));
    }
    let wait = Duration::from_secs_f64(values.real("wait").unwrap_or(WAIT));
    (supply.engine)(&Program { game: G::NAME, command, wait })
}

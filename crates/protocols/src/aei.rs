//! AEI, the Arimaa Engine Interface, version 1, as the engines of Arimaa and their controllers speak
//! it.
//!
//! Both sides talk when they like, a message a line. [`serve`] is the engine, with any player of
//! ours; [`Opponent`] is the controller, and makes a player of ours of any engine. A move of AEI is a
//! whole turn, where we have plies.

mod clock;
mod course;
mod message;
mod opponent;
mod serving;
mod session;
mod thinking;
mod turn;

use std::time::Duration;

use ludoteca_games::{Arimaa, Game, Side};

use crate::{
    Say,
    engine::{Engine, Protocol, Voice},
};

pub use opponent::Opponent;
pub use serving::serve;

/// The protocol.
pub(crate) const PROTOCOL: Protocol = Protocol {
    game: Arimaa::NAME,
    opponent: |words, program| Box::new(Opponent::new(words, program)),
    serve: |engine, supply, input, Voice { answers, .. }| {
        let Engine { player, time, seed, say, .. } = engine;
        serve(Settings { player, time, seed, say }, supply, input, answers)
    },
};

/// How an engine begins.
#[derive(Clone)]
pub struct Settings {
    /// Who plays, as a player text.
    pub player: String,
    /// The time for a turn where no clock says otherwise; none leaves it to the player.
    pub time: Option<Duration>,
    /// What chance follows from; each game has a number of its own after it.
    pub seed: u64,
    /// The language of everything that is not a word of the protocol.
    pub say: Say,
}

/// The letter of a side: `g` for Gold and `s` for Silver.
fn letter(side: Side) -> char {
    match side {
        Side::First => 'g',
        Side::Second => 's',
    }
}

#[cfg(test)]
mod tests;

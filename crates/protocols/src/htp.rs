//! HTP, the Hex Text Protocol: GTP version 2 with the moves of Hex, as MoHex, Wolve and HexGui speak
//! it.
//!
//! One side asks, a command a line; the other answers each with `=` or `?`, words, and an empty line.
//! [`serve`] answers, with any player of ours; [`Opponent`] asks, and makes a player of ours of any
//! program that answers. Black is our Red and White our Blue.

mod answers;
mod benzene;
mod clock;
mod command;
mod gfx;
mod listing;
mod opponent;
mod serving;
mod session;
mod settings;
mod thinking;

use ludoteca_games::{Game, Hex, hex::Colour};

use crate::engine::{Engine, Protocol};

pub use opponent::Opponent;
pub use serving::serve;
pub(crate) use settings::seconds;
pub use settings::{Live, Load, Settings};

/// The protocol.
pub(crate) const PROTOCOL: Protocol = Protocol {
    game: Hex::NAME,
    opponent: |words, program| Box::new(Opponent::new(words, program)),
    serve: |engine, supply, input, voice| {
        let Engine { start, player, time, seed, say, load } = engine;
        let start = *start.typed::<Hex>()?.position();
        let settings = Settings { player, start, time, seed, say, load };
        serve(settings, supply, input, voice)
    },
};

/// The two names of a colour in HTP, the short one first.
fn names(colour: Colour) -> [&'static str; 2] {
    match colour {
        Colour::Red => ["b", "black"],
        Colour::Blue => ["w", "white"],
    }
}

/// The letter of a colour, as in results and variations.
fn letter(colour: Colour) -> char {
    match colour {
        Colour::Red => 'B',
        Colour::Blue => 'W',
    }
}

#[cfg(test)]
mod tests;

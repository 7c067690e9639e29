//! The protocol of general game playing, as Stanford's competitions speak it over HTTP
//! (Genesereth and Thielscher, *General Game Playing*, 2014, chapter 3).
//!
//! A game manager posts messages in KIF to players, and their answers come back as the answers of
//! HTTP. [`serve`] is a player, with any player of ours behind it; [`Match`] is a manager's part in
//! one match, and [`Series`] plays many with the roles changed.

mod call;
mod error;
mod manager;
mod message;
mod player;
mod seat;
mod series;

pub use call::Address;
pub use error::GgpError;
pub use manager::{Ending, Fault, Log, Match, Told};
pub use message::{Clocks, MOST_SECONDS, Message};
pub use player::serve;
pub use series::{Series, Total};

#[cfg(test)]
mod tests;

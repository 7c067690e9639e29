//! How programs talk about games: the protocols of Hex ([`htp`]), of Arimaa ([`aei`]) and of general
//! game playing ([`ggp`]), each from both ends, and other programs as players of ours.
#![warn(missing_docs)]

pub mod aei;
mod engine;
mod followers;
pub mod ggp;
pub mod htp;
pub mod http;
pub mod lines;
mod opponent;
mod process;
#[cfg(all(test, unix))]
mod script;

use std::sync::Arc;

use ludoteca_text::Text;

pub use engine::{Engine, Voice, engine_games, serve_engine, start_engine};

/// How a message is put into words: whoever opens a conversation says in which language.
pub type Say = Arc<dyn Fn(&Text) -> String + Send + Sync>;

/// The words of the tests.
#[cfg(test)]
fn english() -> Say {
    Arc::new(|text| ludoteca_words::Lang::ENGLISH.say(text))
}

//! What players need from outside, as this library itself neither reads files, nor starts programs,
//! nor rolls dice.

use std::{sync::Arc, time::Duration};

use ludoteca_text::{Text, text};

use crate::AnyPlayer;

/// What players need from outside.
#[derive(Clone, Copy)]
pub struct Supply<'a> {
    /// The seed of whoever is given none in its text.
    pub seed: u64,
    /// Reads a file that a player text names.
    pub read_file: &'a ReadFile<'a>,
    /// Makes a player of another program.
    pub engine: &'a StartEngine,
}

/// Reads a file by its name. One with more bytes than the number says is refused: each player knows
/// how much it can make use of.
pub type ReadFile<'a> = dyn Fn(&str, usize) -> Result<Arc<[u8]>, Text> + Sync + 'a;

/// A program that is to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Program<'a> {
    /// The game it plays.
    pub game: &'static str,
    /// The command that starts it, its words divided and quoted as in a shell.
    pub command: &'a str,
    /// How long an answer may take beyond the time for the move.
    pub wait: Duration,
    /// What it is told before its first game, in the words of its protocol.
    pub wishes: &'a [String],
}

/// Makes a player of a program, or says why there can be none. The program itself is not started
/// before it is asked to think, so that asking costs nothing.
pub type StartEngine = dyn Fn(&Program<'_>) -> Result<Box<dyn AnyPlayer>, Text> + Sync;

impl Supply<'static> {
    /// A seed alone: where files or programs are named they are refused.
    pub fn seeded(seed: u64) -> Supply<'static> {
        Supply {
            seed,
            read_file: &|name, _| Err(text!("no-files-here", file = name)),
            engine: &|_| Err(text!("no-engines-here")),
        }
    }
}

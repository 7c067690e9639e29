//! What an engine of ours is set to, at its start and by `param_game` and `param_ludoteca`.

use std::{sync::Arc, time::Duration};

use ludoteca_games::{GameTree, Hex, hex::Swap};
use ludoteca_text::Text;

use crate::Say;

/// Reads the game of a file, by its name.
pub type Load = Arc<dyn Fn(&str) -> Result<GameTree, Text> + Send + Sync>;

/// How an engine begins.
#[derive(Clone)]
pub struct Settings {
    /// Who plays, as a player text.
    pub player: String,
    /// The empty board, with the swap that is allowed.
    pub start: Hex,
    /// The time for a move where no clock says otherwise; none leaves it to the player.
    pub time: Option<Duration>,
    /// What chance follows from; each game has a number of its own after it.
    pub seed: u64,
    /// The language of everything that is not a word of the protocol.
    pub say: Say,
    /// How files are read, for `loadsgf`.
    pub load: Load,
}

/// Where unfinished thoughts are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// Nowhere.
    Off,
    /// On standard error, as GoGui reads it.
    Stderr,
    /// Among the answers, as HexGui reads it.
    Stdout,
}

/// What a controller may change besides.
#[derive(Clone, Copy, Debug)]
pub struct Choices {
    /// Where unfinished thoughts are drawn.
    pub live: Live,
    /// Whether a position that is proved lost is given up.
    pub resign: bool,
    /// How long `ludoteca-solve` may take.
    pub solve_time: Duration,
    /// The swap that is meant when the controller allows one.
    pub swap: Swap,
}

impl Choices {
    /// Those of an engine that begins like this.
    pub fn of(settings: &Settings) -> Choices {
        let swap = match settings.start.swap() {
            Swap::None => Swap::Pieces,
            swap => swap,
        };
        let solve_time = Duration::from_secs(10);
        Choices { live: Live::Stderr, resign: false, solve_time, swap }
    }
}

impl Live {
    /// Each with its name.
    pub const ALL: [(&str, Live); 3] =
        [("off", Live::Off), ("stderr", Live::Stderr), ("stdout", Live::Stdout)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Live::ALL.iter().find(|each| each.1 == self).map_or("", |each| each.0)
    }

    /// The one of that name.
    pub fn read(name: &str) -> Option<Live> {
        Live::ALL.iter().find(|each| each.0 == name).map(|each| each.1)
    }
}

/// Seconds as somebody writes them; nothing below 0, and no more than a year.
pub fn seconds(words: &str) -> Option<f64> {
    words.parse().ok().filter(|seconds| (0.0..=31_536_000.0).contains(seconds))
}

/// `1` and `0`, or the words for them.
pub fn switch(words: &str) -> Option<bool> {
    match words {
        "1" | "true" | "on" => Some(true),
        "0" | "false" | "off" => Some(false),
        _ => None,
    }
}

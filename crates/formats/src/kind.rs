//! What a format is, as its own module tells it.

use ludoteca_games::{GAMES, GameTree, tree::Note};

use crate::{Part, error::FileError};

/// A format: how its files are recognised, read and written, and what they have a place for.
pub struct FormatKind {
    /// Its name on the command line.
    pub name: &'static str,
    /// How the names of its files end.
    pub ending: &'static str,
    /// What its files are, to a browser.
    pub media_type: &'static str,
    /// Whether games of a name can be written so.
    pub serves: fn(&str) -> bool,
    /// Whether a text is a file of it.
    pub told: fn(&str) -> Told,
    /// A game of a file by its number from 1, and how many there are.
    pub read: fn(&str, usize) -> Result<Numbered, FileError>,
    /// What of a game of a file, by its number from 1, is read as nothing, by the names it has there.
    pub unread: fn(&str, usize) -> Vec<String>,
    /// Writes a game that it serves.
    pub write: fn(&GameTree) -> Result<String, FileError>,
    /// Whether it has a place for a game that stops before its first line does.
    pub stops_early: bool,
    /// Whether it has a place for a part of a note, at the beginning of the game or later.
    pub keeps: fn(Part, &Note, Begins) -> bool,
}

/// A game of a file, if there is one of that number, and how many there are.
pub type Numbered = (Option<GameTree>, usize);

/// Whether a note is about the beginning of a game.
pub type Begins = bool;

/// How clearly a text says that it is of a format. The format that it says most clearly is the one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Told {
    /// It does not.
    No,
    /// It could be one.
    Perhaps,
    /// Something that only it has stands within.
    Within,
    /// It looks like one.
    Likely,
    /// It begins as only it does.
    Surely,
}

/// For whoever is recognised by one thing.
pub fn if_so(so: bool, told: Told) -> Told {
    if so { told } else { Told::No }
}

/// The one game of a file that cannot hold more.
pub fn only(tree: GameTree, number: usize) -> Numbered {
    (Some(tree).filter(|_| number == 1), 1)
}

/// For whatever has no place for more than is read.
pub fn all_is_read(_: &str, _: usize) -> Vec<String> {
    Vec::new()
}

/// Serves every game.
pub fn any_game(game: &str) -> bool {
    GAMES.iter().any(|kind| kind.name == game)
}

/// Keeps everything.
pub fn everything(_: Part, _: &Note, _: Begins) -> bool {
    true
}

/// Keeps moves alone. Where nothing is drawn, nothing is in colour.
pub fn moves_only(part: Part, _: &Note, _: Begins) -> bool {
    part == Part::Colours
}

//! What a format is, as its own module tells it.

use std::iter::once;

use ludoteca_games::{GAMES, GameTree, tree::Note};

use crate::{
    Part,
    error::{FileError, FileFault},
};

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
    /// What a file of it holds.
    pub holds: Holds,
    /// Finds the games of a file.
    pub read: fn(&str) -> Result<Unread<'_>, FileError>,
    /// What of a game of a file, by its number from 1, there is no place for, by the names it has there.
    pub unplaced: fn(&str, usize) -> Vec<String>,
    /// Writes a game that it serves.
    pub write: fn(&GameTree) -> Result<Vec<u8>, FileError>,
    /// Whether it has a place for a game that stops before its first line does.
    pub stops_early: bool,
    /// Whether it has a place for a part of a note, at the beginning of the game or later.
    pub keeps: fn(Part, &Note, Begins) -> bool,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// One game.
    Game,
    /// Games, one after another.
    Games,
    /// A picture of the last position, of which no game can be made.
    Picture,
}

/// The games of a file in their order, none of which has been read yet: what is wrong with one is no
/// matter for another.
pub type Unread<'a> = Box<dyn Iterator<Item = Box<dyn FnOnce() -> Read + 'a>> + 'a>;

/// A game that was read, or why it cannot be.
pub type Read = Result<GameTree, FileError>;

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
pub fn only<'a>(read: impl FnOnce() -> Read + 'a) -> Unread<'a> {
    Box::new(once(Box::new(read) as Box<dyn FnOnce() -> Read + 'a>))
}

/// There is no game in a picture.
pub fn none(_: &str) -> Result<Unread<'_>, FileError> {
    Err(FileFault::Unknown.into())
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
